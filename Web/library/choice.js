import "./markup.js";
import { thumbnailURL } from "../core/api.js";
import { close, open } from "../core/dialogs.js";
import { byId, make, symbol } from "../core/elements.js";
import { store } from "../core/store.js";
import { sayingSpan } from "../languages/languages.js";

/** @type {(id: string) => void} */
let take = () => {};

export function startChoice() {
  byId("pack-choice-new").addEventListener("click", () => choose(""));
}

/**
 * @param {API.KeptPack[]} packs
 * @param {typeof take} use gets the pack's id; empty for a new one
 */
export function chooseIn(packs, use) {
  take = use;
  if (packs.length === 0) return use("");
  byId("pack-choice-list").replaceChildren(...packs.map(row));
  document.body.append(byId("pack-choice"));
  open(byId("pack-choice"));
}

/** @param {API.KeptPack} pack */
function row({ id, name, count, cover }) {
  const photo = store.get(cover);
  const picture = photo?.state === "done" ? make("img", { src: thumbnailURL(photo), alt: "", decoding: "async", width: "40", height: "40" }) : symbol("pack");
  const button = make("button", { type: "button", class: "share-action", "data-id": id }, picture,
    make("span", {}, name), make("small", {}, sayingSpan("stickers", { count })));
  button.addEventListener("click", () => choose(id));
  return make("li", {}, button);
}

/** @param {string} id */
function choose(id) {
  close(byId("pack-choice"));
  take(id);
}
