import { stickerURL } from "./api.js";

/** Pictures can be copied in a secure context alone. */
export const canCopyPictures = () =>
  isSecureContext && typeof ClipboardItem === "function" && Boolean(navigator.clipboard?.write);

/**
 * The blob is given as a promise: browsers want the call in the click itself, before the picture is there.
 *
 * @param {API.Photo} photo
 * @param {string} size
 */
export async function copySticker(photo, size) {
  const picture = fetch(stickerURL(photo, "png", size)).then((response) => {
    if (!response.ok) throw new Error(response.statusText);
    return response.blob();
  });
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/**
 * Text can be copied without a secure context too, by way of a selection.
 *
 * @param {string} value
 */
export async function copyText(value) {
  if (isSecureContext && navigator.clipboard?.writeText) {
    try {
      await navigator.clipboard.writeText(value);
      return true;
    } catch {
      // Refused, as when the window is not in front: the older way may still work.
    }
  }
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const area = document.createElement("textarea");
  area.value = value;
  area.className = "visually-hidden";
  area.readOnly = true;
  const focused = document.activeElement;
  host.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
