import { stickerURL, studioErrorOf } from "../core/api.js";
import { close } from "../core/dialogs.js";
import { byId, find, smallSpinner } from "../core/elements.js";
import { say } from "../languages/languages.js";
import { announce, failed } from "../core/notices.js";
import { isKept } from "./export-size.js";
import { action, fileNameOf } from "./share-action.js";

export function canShareFiles() {
  if (!isSecureContext || !navigator.canShare) return false;
  return navigator.canShare({ files: [new File([""], "sticker.png", { type: "image/png" })] });
}

/**
 * Hands the stickers' files to another app. A browser lets a page share only right after a click, so the files must be there
 * by then. Those that the studio has are fetched while the person still reads. Those that it has to render are made, one
 * after the other, at the first click; where that takes longer than a click counts, a second one shares them. While one is
 * made anew, nothing is fetched: what is offered is renewed when it is there.
 *
 * @param {API.Photo[]} photos
 * @param {string} size
 * @param {AbortSignal} signal ends the work
 */
export function systemShare(photos, size, signal) {
  /** @type {File[] | null} */
  let files = null;
  let isBusy = false;
  const row = action("share", "systemShare", async () => {
    if (isBusy) return;
    if (files === null) await prepareAndShare();
    else await handOver(files);
  });
  const button = find(row, "button", HTMLButtonElement);
  const words = find(button, "span", HTMLElement);

  function begin() {
    isBusy = true;
    // It keeps the focus, which a disabled button would lose.
    button.setAttribute("aria-disabled", "true");
    const wheel = smallSpinner();
    button.append(wheel);
    return wheel;
  }

  async function prepare() {
    const wheel = begin();
    try {
      const made = [];
      for (const photo of photos) {
        if (photos.length > 1) say(words, "shareMaking", { done: made.length + 1, count: photos.length });
        made.push(await file(photo, size, signal));
      }
      files = made;
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
    wheel.remove();
    button.removeAttribute("aria-disabled");
    isBusy = false;
    say(words, "systemShare");
  }

  async function prepareAndShare() {
    await prepare();
    if (files === null) return;
    if (navigator.userActivation?.isActive) await handOver(files);
    else {
      say(words, "shareReady");
      announce(words.textContent);
    }
  }

  if (photos.some(({ rendering }) => rendering)) {
    begin();
    say(words, "rendering");
  } else if (photos.every((photo) => isKept(photo, size))) prepare();
  return row;
}

/** @param {File[]} files */
async function handOver(files) {
  try {
    await navigator.share({ files });
    close(byId("share"));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) failed(error);
  }
}

/** @type {(photo: API.Photo, size: string, signal: AbortSignal) => Promise<File>} */
async function file(photo, size, signal) {
  const format = photo.sticker?.living ? "webp" : "png";
  const response = await fetch(stickerURL(photo, format, size), { signal });
  if (!response.ok) throw studioErrorOf(response.status, await response.text(), response.headers.get("Retry-After"));
  return new File([await response.blob()], fileNameOf(photo, format), { type: `image/${format}` });
}
