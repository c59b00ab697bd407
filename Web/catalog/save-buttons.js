import { smallSpinner, symbol } from "../core/elements.js";
import { label, sayingSpan, text } from "../languages/languages.js";
import { announce, reason } from "../core/notices.js";
import { savings } from "./saving.js";

const saveButton = {
  ready: { picture: () => symbol("plus"), words: "save", name: "saveNamed" },
  failed: { picture: () => symbol("retry"), words: "tryAgain", name: "saveAgainNamed" },
  saving: { picture: smallSpinner, words: "saving", name: "savingNamed" },
  saved: { picture: () => symbol("check"), words: "saved", name: "savedNamed" },
};

/** The buttons that save an item of the catalog and make a sticker of it, and the line that says what went wrong. */
export class SaveButtons {
  /** @type {API.CatalogItem | null} */
  #item = null;
  #shown = "";
  /** @type {string | null} */
  #making = null;
  /** @type {HTMLButtonElement | null} */
  #focused = null;
  #made;

  /**
   * `save` may be null where a sticker can be made alone. `made` gets the photo of which a sticker is to be made.
   *
   * @param {object} parts
   * @param {HTMLButtonElement | null} [parts.save]
   * @param {HTMLButtonElement} parts.makeSticker
   * @param {HTMLElement} parts.error
   * @param {(id: string) => void} parts.made
   */
  constructor({ save = null, makeSticker, error, made }) {
    this.save = save;
    this.makeSticker = makeSticker;
    this.error = error;
    this.#made = made;
    save?.addEventListener("click", () => this.#save());
    makeSticker.addEventListener("click", () => this.#makeSticker());
  }

  /** @param {API.CatalogItem} item */
  show(item) {
    this.#item = item;
    const state = savings.stateOf(item);
    const isMaking = this.#making === item.id;
    const key = [item.id, state.name, isMaking, state.error?.code, text("save")].join();
    if (key === this.#shown && this.makeSticker.disabled === isMaking) return;
    this.#shown = key;
    const focused = [this.save, this.makeSticker].find((button) => button === document.activeElement);
    if (focused) this.#focused = focused;
    if (this.save) this.#showSave(this.save, item, state.name);
    this.makeSticker.disabled = isMaking;
    this.makeSticker.replaceChildren(isMaking ? smallSpinner() : symbol("sticker"), sayingSpan("makeSticker"));
    label(this.makeSticker, "makeStickerNamed", { title: item.title });
    this.error.textContent = state.name === "failed" ? reason(state.error) : "";
    if (state.name !== "saving" && !isMaking) this.#giveFocusBack();
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {API.CatalogItem} item
   * @param {keyof typeof saveButton} state
   */
  #showSave(button, item, state) {
    const { picture, words, name } = saveButton[state];
    button.dataset.state = state;
    button.disabled = state === "saving" || state === "saved";
    button.replaceChildren(picture(), sayingSpan(words));
    label(button, name, { title: item.title });
  }

  /** A button loses the focus when it is disabled. It gets it again, or the button does that goes on from there. */
  #giveFocusBack() {
    const focused = this.#focused;
    this.#focused = null;
    const { activeElement } = document;
    if (!focused || (activeElement !== document.body && activeElement !== focused)) return;
    (focused.disabled ? this.makeSticker : focused).focus({ preventScroll: true });
  }

  async #save() {
    const item = this.#item;
    if (!item) return;
    if (await savings.save(item)) announce(text("savedNamed", { title: item.title }));
    else announce(reason(savings.stateOf(item).error));
  }

  async #makeSticker() {
    const item = this.#item;
    if (!item) return;
    this.#making = item.id;
    this.show(item);
    const photo = savings.photoOf(item) ?? await savings.save(item);
    if (this.#making === item.id) this.#making = null;
    if (this.#item) this.show(this.#item);
    if (photo) this.#made(photo.id);
    else announce(reason(savings.stateOf(item).error));
  }
}
