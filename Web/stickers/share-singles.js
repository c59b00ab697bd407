import { packTargets, stickerFor, whenFree } from "../core/api.js";
import { byId, make, smallSpinner } from "../core/elements.js";
import { failed } from "../core/notices.js";
import { moves } from "../core/photo-state.js";

/** Ends the encoding of a file that is not wanted any more. */
let making = new AbortController();

/**
 * Offers a sticker that moves as a file for each platform that takes single ones.
 *
 * @param {API.Photo | undefined} photo
 */
export async function offerSingles(photo) {
  making.abort();
  making = new AbortController();
  const { signal } = making;
  byId("share-singles").hidden = true;
  if (!photo || !moves(photo)) return;
  byId("share").addEventListener("close", () => { if (!byId("share").open) making.abort(); }, { signal });
  const targets = (await packTargets()).filter(({ living }) => living);
  if (signal.aborted) return;
  byId("share-singles-targets").replaceChildren(...targets.map((target) => {
    const button = make("button", { type: "button", class: "pack-target", "data-target": target.target }, target.name);
    button.addEventListener("click", () => save(photo, target, button, signal));
    return button;
  }));
  byId("share-actions").after(byId("share-singles"));
  byId("share-singles").hidden = false;
}

/**
 * @param {API.Photo} photo
 * @param {API.PackTarget} target
 * @param {HTMLButtonElement} button
 * @param {AbortSignal} signal
 */
async function save(photo, { target, living }, button, signal) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  const wheel = smallSpinner();
  button.append(wheel);
  try {
    const file = await whenFree(signal, () => stickerFor(photo, target, signal));
    const link = make("a", { href: URL.createObjectURL(file), download: `${photo.name.replace(/\.[^.]*$/, "")}-${target}.${living}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    if (!signal.aborted) failed(error);
  }
  wheel.remove();
  button.removeAttribute("aria-disabled");
}
