import { ask, request, root } from "../core/api.js";
import { keep, kept } from "../core/kept.js";

const storageKey = "peel.camera";

/** Names this tab to the studio for as long as the tab lives: one client at a time changes what the camera does. */
const client = kept(storageKey, "tab") ?? newId();
keep(storageKey, client, "tab");

/** @type {(rest: string, values?: Record<string, string>) => string} */
const path = (rest, values = {}) => `/camera${rest}?${new URLSearchParams({ ...values, client })}`;

/** @type {() => Promise<API.Camera>} */
export const cameraState = () => request("GET", path(""));
/** @type {() => Promise<API.CameraSources>} */
export const cameraSources = () => request("GET", path("/sources"));
/** @type {(ifBusy: API.CameraClaim["ifBusy"]) => Promise<API.Camera>} */
export const claimCamera = (ifBusy) => request("POST", path("/claim"), { ifBusy });
/** @type {() => Promise<API.Camera>} */
export const releaseCamera = () => request("POST", path("/release"));
/** @type {(options: API.CameraStart) => Promise<API.Camera>} */
export const startCamera = (options) => request("POST", path("/start"), options);
/** @type {(source: API.CameraSource) => Promise<API.Camera>} */
export const switchCamera = (source) => request("POST", path("/switch"), { source });
/** @type {() => Promise<API.Camera>} */
export const stopCamera = () => request("POST", path("/stop"));
/** @type {(config: API.CameraConfig) => Promise<API.Camera>} */
export const configureScan = (config) => request("PUT", path("/config"), config);
/** @type {(picture: File) => Promise<API.Camera>} */
export const useMap = (picture) => ask(path("/map"), {
  method: "PUT", headers: { "Content-Type": picture.type || "application/octet-stream" }, body: picture,
}, (response) => response.json());
/** @type {() => Promise<API.Camera>} */
export const useRings = () => request("DELETE", path("/map"));
/** @type {() => Promise<API.Camera>} */
export const beginScan = () => request("POST", path("/scan"));
/** @type {() => Promise<API.Camera>} */
export const forgetScan = () => request("DELETE", path("/scan"));
/** @type {(ends: boolean) => Promise<API.CameraPicture>} */
export const pressShutter = (ends) => request("POST", path("/shutter"), { ends });
/** @type {(record: API.CameraRecord) => Promise<API.Camera>} */
export const startRecording = (record) => request("POST", path("/recording"), record);
/** @type {() => Promise<API.CameraMovie>} */
export const endRecording = () => request("DELETE", path("/recording"));
/** @type {(picture: API.CameraPicture) => Promise<API.Photo>} */
export const makeStickerOf = (picture) => request("POST", path(`/pictures/${picture.id}/sticker`));
/** @type {(picture: API.CameraPicture) => Promise<unknown>} */
export const removePicture = ({ id }) => remove(`/pictures/${id}`);
/** @type {(movie: API.CameraMovie) => Promise<unknown>} */
export const removeMovie = ({ id }) => remove(`/movies/${id}`);
/**
 * Also while the page is left.
 *
 * @param {string} rest
 */
const remove = (rest) => ask(path(rest), { method: "DELETE", keepalive: true }, (response) => response.text());
/** @type {(video: API.CameraUpload) => Promise<unknown>} */
export const removeUpload = ({ id }) => request("DELETE", path(`/uploads/${id}`));

/** @type {(records: Blob, signal: AbortSignal) => Promise<API.CameraFrames>} */
export const sendFrames = (records, signal) => ask(path("/frames"), {
  method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: records, signal,
}, (response) => response.json());
/** @type {(which: "frame" | "result", signal: AbortSignal) => Promise<Blob>} */
export const newestPreview = (which, signal) =>
  ask(path(`/preview/${which}`), { cache: "no-store", signal }, (response) => response.blob());

/** Gives the camera back when the page goes, which waits for no answer. */
export function letGoOfCamera() {
  for (const rest of ["/stop", "/release"]) fetch(root + path(rest), { method: "POST", keepalive: true }).catch(() => {});
}

export const cameraEventsURL = () => root + path("/events");
/** @type {(name: string) => string} */
export const videoUploadURL = (name) => root + path("/uploads", { name });
/** @type {(picture: API.CameraPicture) => string} */
export const pictureURL = ({ id }) => `${root}/camera/pictures/${id}`;
/** @type {(picture: API.CameraPicture) => string} */
export const smallPictureURL = ({ id }) => `${root}/camera/pictures/${id}/preview`;
/** @type {(movie: API.CameraMovie) => string} */
export const movieURL = ({ id }) => `${root}/camera/movies/${id}`;
export const viewURL = `${root}/camera/view`;

/** `crypto.randomUUID` is for secure contexts alone. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
