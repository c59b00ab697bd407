import { ask, request, root } from "../core/api.js";

const storageKey = "peel.camera";

/// Names this tab to the studio for as long as the tab lives: one client at a time changes what the camera does.
const client = kept() ?? keep(newId());

const path = (rest, values = {}) => `/camera${rest}?${new URLSearchParams({ ...values, client })}`;

export const cameraState = () => request("GET", path(""));
export const cameraSources = () => request("GET", path("/sources"));
export const claimCamera = (ifBusy) => request("POST", path("/claim"), { ifBusy });
export const releaseCamera = () => request("POST", path("/release"));
export const startCamera = (options) => request("POST", path("/start"), options);
export const switchCamera = (source) => request("POST", path("/switch"), { source });
export const stopCamera = () => request("POST", path("/stop"));
export const configureScan = (config) => request("PUT", path("/config"), config);
export const useMap = (picture) => ask(path("/map"), {
  method: "PUT", headers: { "Content-Type": picture.type || "application/octet-stream" }, body: picture,
}, (response) => response.json());
export const useRings = () => request("DELETE", path("/map"));
export const beginScan = () => request("POST", path("/scan"));
export const forgetScan = () => request("DELETE", path("/scan"));
export const pressShutter = (ends) => request("POST", path("/shutter"), { ends });
export const startRecording = (record) => request("POST", path("/recording"), record);
export const endRecording = () => request("DELETE", path("/recording"));
export const makeStickerOf = (picture) => request("POST", path(`/pictures/${picture.id}/sticker`));
export const removePicture = ({ id }) => request("DELETE", path(`/pictures/${id}`));
export const removeMovie = ({ id }) => request("DELETE", path(`/movies/${id}`));
export const removeUpload = ({ id }) => request("DELETE", path(`/uploads/${id}`));

export const sendFrames = (records, signal) => ask(path("/frames"), {
  method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: records, signal,
}, (response) => response.json());
/// `which` is `frame` or `result`.
export const newestPreview = (which, signal) =>
  ask(path(`/preview/${which}`), { cache: "no-store", signal }, (response) => response.blob());

/// Gives the camera back when the page goes, which waits for no answer.
export function letGoOfCamera() {
  for (const rest of ["/stop", "/release"]) fetch(root + path(rest), { method: "POST", keepalive: true }).catch(() => {});
}

export const cameraEventsURL = () => root + path("/events");
export const videoUploadURL = (name) => root + path("/uploads", { name });
export const pictureURL = ({ id }) => `${root}/camera/pictures/${id}`;
export const smallPictureURL = ({ id }) => `${root}/camera/pictures/${id}/preview`;
export const movieURL = ({ id }) => `${root}/camera/movies/${id}`;
export const viewURL = `${root}/camera/view`;

/// `crypto.randomUUID` is for secure contexts alone.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function kept() {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function keep(id) {
  try {
    sessionStorage.setItem(storageKey, id);
  } catch {
    // Storage is switched off: after a reload the page is another client.
  }
  return id;
}
