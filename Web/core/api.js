/** Where the page lies: `/`, or the folder under which a proxy shows it. */
export const home = new URL("./", document.baseURI).pathname;
export const root = `${home}api/v1`;

export class StudioError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {number | null} [retryAfter] in seconds
   */
  constructor(status, code, message, retryAfter = null) {
    super(message);
    this.status = status;
    this.code = code;
    /** In seconds. */
    this.retryAfter = retryAfter;
    /** In milliseconds since 1970; null when the studio did not say when to come back. */
    this.retryAt = retryAfter && Date.now() + 1000 * retryAfter;
  }
}

/**
 * @param {number} status
 * @param {string} body
 * @param {string | null} retryAfter
 */
export const studioErrorOf = (status, body, retryAfter) => {
  /** @type {API.Reason | null} */
  let problem = null;
  try {
    problem = JSON.parse(body).error;
  } catch {
    // Something between the browser and the studio answered.
  }
  // A proxy says so of a studio that is not there.
  if (!problem && [502, 503, 504].includes(status)) return new StudioError(0, "offline", "");
  return new StudioError(status, problem?.code ?? `http${status}`, problem?.message ?? "", Number(retryAfter) || null);
};

let whenLocked = () => {};
/** @param {() => void} action */
export const onLocked = (action) => { whenLocked = action; };

/**
 * A request that was aborted throws the signal's reason, every other failure a `StudioError`.
 *
 * @template Answer
 * @param {string} path
 * @param {RequestInit} options
 * @param {(response: Response) => Promise<Answer>} read
 * @returns {Promise<Answer>}
 */
export async function ask(path, options, read) {
  let response;
  let refusal;
  try {
    response = await fetch(root + path, options);
    if (response.ok) return await read(response);
    refusal = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new StudioError(0, "offline", "");
  }
  if (response.status === 401) whenLocked();
  throw studioErrorOf(response.status, refusal, response.headers.get("Retry-After"));
}

/**
 * What comes back is what `openapi.json` says: each function below names it.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
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

/**
 * The studio works on a few at a time, and hears a little late that one is not wanted any more: asks until it has room.
 *
 * @template Answer
 * @param {AbortSignal} signal
 * @param {() => Promise<Answer>} attempt
 * @returns {Promise<Answer>}
 */
export async function whenFree(signal, attempt) {
  for (;;) {
    try {
      const answer = await attempt();
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      if (signal.aborted || !(error instanceof StudioError) || error.code !== "busy") throw error;
      const wait = 1000 * (error.retryAfter ?? 1);
      await new Promise((resolve) => setTimeout(resolve, wait));
      signal.throwIfAborted();
    }
  }
}

/** @type {(id: string, rest?: string) => string} */
const photoPath = (id, rest = "") => `/photos/${id}${rest}`;

/**
 * All that the page shows, and the newest event that it has in it.
 *
 * @type {() => Promise<{ snapshot: API.Snapshot, eventID: string }>}
 */
export const state = () => ask("/state", { cache: "no-store" }, async (response) =>
  ({ snapshot: await response.json(), eventID: response.headers.get("Last-Event-ID") ?? "" }));
// `near`: only for as long as a page is open. What was asked for by name goes on when all pages close.
/** @type {(id: string) => Promise<API.Photo>} */
export const loadPhoto = (id) => request("POST", photoPath(id, "/load?near=true"));
/** @type {(id: string) => Promise<API.Photo>} */
export const retryPhoto = (id) => request("POST", photoPath(id, "/retry"));
/** @type {(id: string) => Promise<unknown>} */
export const cancelPhoto = (id) => request("POST", photoPath(id, "/cancel?near=true"));
/** @type {(id: string) => Promise<unknown>} */
export const stopWork = (id) => request("POST", photoPath(id, "/stop"));
/** @type {(id: string) => Promise<unknown>} */
export const loadNamed = (id) => request("POST", photoPath(id, "/load"));
/** @type {(ids: string[]) => Promise<unknown>} */
export const removePhotos = (ids) =>
  ids.length === 1 ? request("DELETE", photoPath(ids[0])) : request("POST", "/photos/remove", { ids });
/** @type {(id: string) => Promise<API.Photo>} */
export const duplicatePhoto = (id) => request("POST", photoPath(id, "/duplicate"));
/** @type {() => Promise<API.Trash>} */
export const trash = () => request("GET", "/trash");
/** @type {(ids: string[]) => Promise<API.Photo[]>} */
export const restorePhotos = (ids) => request("POST", "/trash/restore", { ids });
/** @type {(ids: string[]) => Promise<unknown>} */
export const emptyTrash = (ids) => request("POST", "/trash/empty", { ids });
/** @type {() => Promise<unknown>} */
export const processAll = () => request("POST", "/process");
/** @type {() => Promise<unknown>} */
export const stopProcessing = () => request("DELETE", "/process");
/** @type {(ids: string[]) => Promise<unknown>} */
export const setOrder = (ids) => request("PUT", "/order", { ids });
/** @type {(id: string, style: API.Style) => Promise<API.Photo>} */
export const setStyle = (id, style) => request("PUT", photoPath(id, "/style"), style);
/** @type {(id: string, change: API.ClipPartChange) => Promise<API.Photo>} */
export const setClip = (id, change) => request("PUT", photoPath(id, "/clip"), change);
/** @type {(id: string, signal: AbortSignal) => Promise<API.ClipTimeline>} */
export const clipTimeline = (id, signal) => request("GET", photoPath(id, "/timeline"), undefined, signal);
/** @type {(photo: API.Photo, count: number) => string} */
export const timelineURL = ({ id }, count) => `${root}/photos/${id}/timeline.webp?count=${count}`;
/** @type {(id: string, change: API.StickerMetadataChange) => Promise<API.Photo>} */
export const setMetadata = (id, change) => request("PUT", photoPath(id, "/metadata"), change);
/**
 * What a stroke would change: closed curves in pixels of the photo.
 *
 * @type {(id: string, stroke: API.Stroke) => Promise<API.StrokePreview>}
 */
export const previewStroke = (id, stroke) => request("POST", photoPath(id, "/strokes/preview"), stroke);
/** @type {(id: string, stroke: API.Stroke) => Promise<unknown>} */
export const addStroke = (id, stroke) => request("POST", photoPath(id, "/strokes"), stroke);
/** @type {(id: string) => Promise<unknown>} */
export const undoStroke = (id) => request("POST", photoPath(id, "/strokes/undo"));
/** @type {(id: string) => Promise<unknown>} */
export const redoStroke = (id) => request("POST", photoPath(id, "/strokes/redo"));
/** @type {(id: string) => Promise<unknown>} */
export const resetStrokes = (id) => request("DELETE", photoPath(id, "/strokes"));
/** @type {(id: string, revision: number, time?: number) => Promise<API.Subjects>} */
export const outlinedSubjects = (id, revision, time) =>
  ask(photoPath(id, `/subjects?r=${revision}${time === undefined ? "" : `&time=${time}`}`), {}, (response) => response.json());
/** @type {(id: string, choice: API.SubjectChoice) => Promise<API.Photo>} */
export const chooseSubjects = (id, choice) => request("POST", photoPath(id, "/subjects"), choice);

/** @type {(options: API.CatalogUpdate, signal: AbortSignal) => Promise<API.Catalog>} */
export const updateCatalog = (options, signal) => request("POST", "/catalog/update", options, signal);
/** @type {(id: string) => Promise<API.Photo>} */
export const saveFromCatalog = (id) => request("POST", "/catalog/save", { id });
/** @type {(signal: AbortSignal) => Promise<API.CatalogItem>} */
export const surprise = (signal) => request("POST", "/catalog/surprise", {}, signal);
/** @type {(id: string, side: number, signal: AbortSignal) => Promise<Blob>} */
export const catalogPicture = (id, side, signal) =>
  ask(`/catalog/picture?id=${encodeURIComponent(id)}&side=${side}`, { signal }, (response) => response.blob());
/** @type {(id: string) => Promise<Blob>} */
export const catalogOriginal = (id) =>
  ask(`/catalog/original?id=${encodeURIComponent(id)}`, { cache: "no-store" }, (response) => response.blob());

/** @type {() => Promise<API.PackTarget[]>} */
export const packTargets = () => request("GET", "/targets");
/** @type {(asked: API.PackRequest, signal: AbortSignal) => Promise<API.Pack>} */
export const makePacks = (asked, signal) => request("POST", "/packs", asked, signal);
/** @type {(client: string, signal: AbortSignal) => Promise<API.PackProgress>} */
export const packProgress = (client, signal) => request("GET", `/packs/progress/${client}`, undefined, signal);

/** @type {(asked: API.SheetRequest, signal: AbortSignal) => Promise<API.Sheet>} */
export const layOutSheet = (asked, signal) => request("POST", "/sheets", asked, signal);
/** @type {(id: string, format: API.SheetFormat, signal: AbortSignal) => Promise<API.SheetFile>} */
export const writeSheet = (id, format, signal) => request("POST", `/sheets/${id}/files/${format}`, undefined, signal);

/** @type {(name: string) => string} */
export const uploadURL = (name) => `${root}/photos?name=${encodeURIComponent(name)}`;
export const fromAddressURL = `${root}/photos/from-address`;
/**
 * Of a sticker that moves, as a platform takes it.
 *
 * @type {(photo: API.Photo, target: API.PackTargetName, signal: AbortSignal) => Promise<Blob>}
 */
export const stickerFor = (photo, target, signal) =>
  ask(`/photos/${photo.id}/for/${target}?r=${photo.revision}`, { signal }, (response) => response.blob());

/** @type {(id: string) => string} */
export const packURL = (id) => `${root}/packs/${id}/pack.zip`;
/** @type {(id: string) => string} */
export const wastickersURL = (id) => `${root}/packs/${id}/pack.wastickers`;
/** @type {(id: string, page: number) => string} */
export const sheetPageURL = (id, page) => `${root}/sheets/${id}/pages/${page}/preview.webp`;
/** @type {(id: string, format: API.SheetFormat) => string} */
export const sheetFileURL = (id, format) => `${root}/sheets/${id}/files/${format}`;
/** @param {string} eventID what comes after it */
export const eventsURL = (eventID) => `${root}/events?after=${encodeURIComponent(eventID)}`;
/** @type {(photo: API.Photo, format: string, size?: string) => string} */
export const stickerURL = (photo, format, size) =>
  `${root}/photos/${photo.id}/sticker.${format}?r=${photo.revision}${size ? `&size=${size}` : ""}`;
/** @type {(photo: API.Photo) => string} */
export const thumbnailURL = (photo) => `${root}/photos/${photo.id}/thumbnail.webp?r=${photo.revision}`;
/**
 * Of a sticker that moves, as large as a thumbnail.
 *
 * @type {(photo: API.Photo) => string}
 */
export const movingThumbnailURL = (photo) => `${root}/photos/${photo.id}/moving.webp?r=${photo.revision}`;
/**
 * What to show of a sticker in full size. One that moves stands still where motion is to be reduced.
 *
 * @type {(photo: API.Photo, isStill: boolean) => string}
 */
export const shownURL = (photo, isStill) => stickerURL(photo, isStill && photo.sticker?.living ? "png" : "webp");
/**
 * A picture of the sticker with another style; the key changes with the sticker.
 *
 * @type {(photo: API.Photo, style: API.Style, key: string) => string}
 */
export const lookURL = ({ id }, style, key) =>
  `${root}/photos/${id}/look.webp?style=${encodeURIComponent(JSON.stringify(style))}&key=${key}`;
/** @type {(photo: API.Photo) => string} */
export const cutoutURL = (photo) => `${root}/photos/${photo.id}/cutout.webp?r=${photo.revision}`;
/**
 * With the strokes that are drawn by now, before the sticker has them; the number tells one such picture from the next.
 *
 * @type {(photo: API.Photo, number: number) => string}
 */
export const drawnURL = (photo, number) => `${root}/photos/${photo.id}/cutout.webp?drawn=${number}`;
/**
 * A frame of a clip, and what is cut out of it.
 *
 * @type {(photo: API.Photo, time: number) => string}
 */
export const frameURL = ({ id }, time) => `${root}/photos/${id}/frame.webp?time=${time}`;
/** @type {(photo: API.Photo, time: number) => string} */
export const frameCutoutURL = ({ id, revision }, time) => `${root}/photos/${id}/cutout.webp?time=${time}&r=${revision}`;
/** @type {(photo: API.Photo) => string} */
export const unplacedURL = (photo) => `${root}/photos/${photo.id}/unplaced.webp?r=${photo.revision}`;
/** @param {API.Photo} photo */
export const wordsURL = (photo) => `${root}/photos/${photo.id}/words.webp?r=${photo.revision}`;
/** @param {API.Photo} photo */
export const wordlessURL = (photo) => `${root}/photos/${photo.id}/wordless.webp?r=${photo.revision}`;
/** @returns {Promise<API.Fonts>} */
export const fonts = () => request("GET", "/fonts");
/** @param {string} name */
export const fontSampleURL = (name) => `${root}/fonts/sample.png?name=${encodeURIComponent(name)}`;
/** @type {(photo: API.Photo) => string} */
export const originalURL = (photo) => `${root}/photos/${photo.id}/original`;
/** @type {(photo: API.Photo) => string} */
export const smallPreviewURL = (photo) => `${root}/photos/${photo.id}/preview?side=256`;
/** @type {(photo: API.RemovedPhoto) => string} */
export const trashPreviewURL = ({ id }) => `${root}/trash/${id}/preview?side=320`;
/** @type {(photo: API.Photo) => string} */
export const previewURL = (photo) => `${root}/photos/${photo.id}/preview?side=1280`;

/** More photos than this make an address that servers refuse. */
export const mostInAddress = 500;

/** @param {string} id */
const shortened = (id) => id.slice(0, 16);
/** @type {(ids: string[] | null, format: string, size: string) => string} */
export const archiveURL = (ids, format, size) =>
  `${root}/stickers.zip?${ids ? `ids=${ids.map(shortened).join(",")}&` : ""}format=${format}&size=${size}`;

/**
 * Where a form is to be sent for an archive of more photos, and its values.
 *
 * @type {(ids: string[], format: string, size: string) => { action: string, values: Record<string, string> }}
 */
export const archiveForm = (ids, format, size) =>
  ({ action: `${root}/stickers.zip`, values: { ids: ids.map(shortened).join(","), format, size } });
