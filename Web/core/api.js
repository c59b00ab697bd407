export const root = "/api/v1";

export class StudioError extends Error {
  constructor(status, code, message, retryAfter = null) {
    super(message);
    this.status = status;
    this.code = code;
    /// In seconds.
    this.retryAfter = retryAfter;
    /// In milliseconds since 1970; null when the studio did not say when to come back.
    this.retryAt = retryAfter && Date.now() + 1000 * retryAfter;
  }
}

export const studioErrorOf = (status, body, retryAfter) => {
  let problem = null;
  try {
    problem = JSON.parse(body).error;
  } catch {
    // Something between the browser and the studio answered.
  }
  return new StudioError(status, problem?.code ?? `http${status}`, problem?.message ?? "", Number(retryAfter) || null);
};

let whenLocked = () => {};
export const onLocked = (action) => { whenLocked = action; };

/// A request that was aborted throws the signal's reason, every other failure a `StudioError`.
export async function ask(path, options, read) {
  let response;
  let answer;
  try {
    response = await fetch(root + path, options);
    answer = response.ok ? await read(response) : await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new StudioError(0, "offline", "");
  }
  if (response.status === 401) whenLocked();
  if (!response.ok) throw studioErrorOf(response.status, answer, response.headers.get("Retry-After"));
  return answer;
}

export async function request(method, path, body, signal) {
  const answer = await ask(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    signal,
  }, (response) => response.text());
  return answer ? JSON.parse(answer) : null;
}

const photoPath = (id, rest = "") => `/photos/${id}${rest}`;

export const state = () => request("GET", "/state");
/// Only for as long as a page is open: what was asked for by name goes on when all pages close.
export const loadPhoto = (id) => request("POST", photoPath(id, "/load?near=true"));
export const retryPhoto = (id) => request("POST", photoPath(id, "/retry"));
export const cancelPhoto = (id) => request("POST", photoPath(id, "/cancel?near=true"));
export const removePhotos = (ids) =>
  ids?.length === 1 ? request("DELETE", photoPath(ids[0])) : request("POST", "/photos/remove", { ids });
export const trash = () => request("GET", "/trash");
export const restorePhotos = (ids) => request("POST", "/trash/restore", { ids });
export const emptyTrash = (ids) => request("POST", "/trash/empty", { ids });
export const processAll = () => request("POST", "/process");
export const stopProcessing = () => request("DELETE", "/process");
export const setOrder = (ids) => request("PUT", "/order", { ids });
export const setStyle = (id, style) => request("PUT", photoPath(id, "/style"), style);
export const addStroke = (id, stroke) => request("POST", photoPath(id, "/strokes"), stroke);
export const undoStroke = (id) => request("POST", photoPath(id, "/strokes/undo"));
export const redoStroke = (id) => request("POST", photoPath(id, "/strokes/redo"));
export const resetStrokes = (id) => request("DELETE", photoPath(id, "/strokes"));

export const updateCatalog = (options, signal) => request("POST", "/catalog/update", options, signal);
export const saveFromCatalog = (id) => request("POST", "/catalog/save", { id });
export const surprise = (signal) => request("POST", "/catalog/surprise", {}, signal);
export const catalogPicture = (id, side, signal) =>
  ask(`/catalog/picture?id=${encodeURIComponent(id)}&side=${side}`, { signal }, (response) => response.blob());
export const catalogOriginal = (id) =>
  ask(`/catalog/original?id=${encodeURIComponent(id)}`, { cache: "no-store" }, (response) => response.blob());

export const uploadURL = (name) => `${root}/photos?name=${encodeURIComponent(name)}`;
export const fromAddressURL = `${root}/photos/from-address`;
export const eventsURL = `${root}/events`;
export const stickerURL = (photo, format) => `${root}/photos/${photo.id}/sticker.${format}?r=${photo.revision}`;
export const thumbnailURL = (photo) => `${root}/photos/${photo.id}/thumbnail.webp?r=${photo.revision}`;
export const cutoutURL = (photo) => `${root}/photos/${photo.id}/cutout.webp?r=${photo.revision}`;
export const originalURL = (photo) => `${root}/photos/${photo.id}/original`;
export const trashPreviewURL = ({ id }) => `${root}/trash/${id}/preview?side=320`;
export const previewURL = (photo) => `${root}/photos/${photo.id}/preview?side=1280`;

/// More photos than this make an address that servers refuse.
export const mostInAddress = 500;

const shortened = (id) => id.slice(0, 16);
export const archiveURL = (ids, format) =>
  `${root}/stickers.zip?${ids ? `ids=${ids.map(shortened).join(",")}&` : ""}format=${format}`;

/// Where a form is to be sent for an archive of more photos, and its values.
export const archiveForm = (ids, format) =>
  ({ action: `${root}/stickers.zip`, values: { ids: ids.map(shortened).join(","), format } });
