import { creditLines, webAddress } from "../core/credit.js";
import { make, spinner, symbol } from "../core/elements.js";
import { label, say, sayingSpan, text } from "../languages/languages.js";
import { LazyPicture } from "./lazy-picture.js";
import { reason } from "../core/notices.js";
import { OriginalButton } from "./original-button.js";
import { SaveButtons } from "./save-buttons.js";

/**
 * What a card does: show its picture large, or show the sticker of the photo that it became.
 *
 * @typedef {{ enlarge: (item: API.CatalogItem) => void, makeSticker: (id: string) => void }} Actions
 */

const pictureSides = [960];
let made = 0;

/**
 * One picture of the catalog: the picture with its title over it, whose it is, what can be done with it, and on demand
 * what is told about it.
 */
export class CatalogCard {
  #item;
  #shown = "";
  #isNear = false;
  /** @type {SaveButtons | null} */
  #buttons = null;
  /** @type {OriginalButton | null} */
  #original = null;

  /**
   * `enlarge` gets the item; `makeSticker` the photo that it became.
   *
   * @param {API.CatalogItem} item
   * @param {Actions} actions
   */
  constructor(item, { enlarge, makeSticker }) {
    made += 1;
    this.#item = item;
    const image = make("img", { class: "entry-image", alt: "", draggable: "false" });
    this.reason = make("p", { class: "entry-reason" });
    this.again = make("button", { type: "button", class: "button tinted small fixed" }, symbol("retry"), sayingSpan("tryAgain"));
    this.title = make("h3", { class: "entry-title", id: `entry-title-${made}` });
    this.open = this.#opener(enlarge);
    this.holder = make("div", { class: "entry-picture" },
      image, spinner(),
      make("div", { class: "entry-failure" }, symbol("warning"), this.reason, this.again),
      item.hasPicture ? null : symbol("photos"),
      this.open,
      item.mediaType === "video" ? make("span", { class: "play", "aria-hidden": "true" }, symbol("play")) : null,
      item.mediaType === "video" ? say(make("span", { class: "entry-kind" }), "video") : null,
      make("div", { class: "entry-band" }, this.title));
    this.picture = new LazyPicture({ image, holder: this.holder, sides: pictureSides });
    this.again.addEventListener("click", () => this.#load());
    this.meta = make("p", { class: "entry-meta" });
    this.description = make("div", { class: "description", id: `entry-description-${made}`, hidden: true });
    this.about = make("button", { type: "button", class: "button bare small entry-about", "aria-expanded": "false",
      "aria-controls": this.description.id }, sayingSpan("about"), symbol("down"));
    this.about.addEventListener("click", () => this.#toggleDescription());
    this.error = make("p", { class: "save-error" });
    this.element = make("li", { class: "entry", "data-id": item.id, "data-testid": "catalog-card", "data-kind": item.mediaType },
      make("article", { class: "entry-body", "aria-labelledby": this.title.id },
        this.holder,
        make("div", { class: "entry-line" }, this.meta, this.about),
        this.#actions(makeSticker),
        this.error,
        this.description));
    this.update(item);
  }

  get id() { return this.#item.id; }

  /** @param {API.CatalogItem} item */
  update(item) {
    this.#item = item;
    this.#buttons?.show(item);
    this.#original?.show(item);
    const key = `${text("about")} ${item.title} ${item.credit} ${item.description}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.title.textContent = item.title;
    this.meta.replaceChildren(...creditLines(item).map((line) => make("span", {}, line)));
    this.meta.title = item.credit ?? "";
    this.about.hidden = item.description === "";
    this.description.replaceChildren(...paragraphs(item.description));
    label(this.about, "aboutNamed", { title: item.title });
    if (this.open && item.mediaType === "image") label(this.open, "enlargeNamed", { title: item.title });
    this.reason.textContent = reason(this.picture.error);
  }

  /**
   * Its picture is loaded while it is near the view; a download that has not finished stops when it is not.
   *
   * @param {boolean} isNear
   */
  setNear(isNear) {
    this.#isNear = isNear;
    if (!this.#item.hasPicture) return;
    if (isNear) this.#load();
    else this.picture.stop();
  }

  /** What failed because the studio was out of reach. */
  tryAgain() {
    if (this.#isNear && this.#item.hasPicture) this.#load();
  }

  forget() { this.picture.clear(); }

  async #load() {
    const isShown = await this.picture.load(this.#item.id);
    if (!isShown && this.picture.error) this.reason.textContent = reason(this.picture.error);
  }

  /**
   * What a click on the picture does: an image is shown large, everything else is to be seen on its own page.
   *
   * @param {Actions["enlarge"]} enlarge
   * @returns {HTMLElement | null}
   */
  #opener(enlarge) {
    if (this.#item.mediaType === "image") {
      const button = make("button", { type: "button", class: "entry-open" });
      button.addEventListener("click", () => enlarge(this.#item));
      return button;
    }
    const link = this.#pageLink("entry-open");
    // The link below says where it leads; this one is for the pointer.
    link?.setAttribute("tabindex", "-1");
    link?.setAttribute("aria-hidden", "true");
    return link;
  }

  /**
   * @param {string} style
   * @param {...Node} children
   */
  #pageLink(style, ...children) {
    const href = webAddress(this.#item.page);
    return href === null ? null : make("a", { class: style, href, target: "_blank", rel: "noopener noreferrer" }, ...children);
  }

  /** @param {Actions["makeSticker"]} makeSticker */
  #actions(makeSticker) {
    const row = make("div", { class: "entry-actions" });
    if (this.#item.savable) {
      const save = make("button", { type: "button", class: "button tinted", "data-testid": "save" });
      const sticker = make("button", { type: "button", class: "button solid", "data-testid": "make-sticker" });
      this.#buttons = new SaveButtons({ save, makeSticker: sticker, error: this.error, made: makeSticker });
      const original = make("button", { type: "button", class: "button tinted round", "data-testid": "original" });
      this.#original = new OriginalButton(original);
      row.append(save, sticker, original);
    } else {
      const link = this.#pageLink("button tinted wide", symbol("external"),
        sayingSpan(this.#item.mediaType === "video" ? "watch" : "openPage"));
      if (link) row.append(label(link, this.#item.mediaType === "video" ? "watchNamed" : "openPageNamed", { title: this.#item.title }));
    }
    return row;
  }

  #toggleDescription() {
    const isOpen = this.about.getAttribute("aria-expanded") === "true";
    this.about.setAttribute("aria-expanded", String(!isOpen));
    this.description.hidden = isOpen;
  }
}

/**
 * A blank line ends a paragraph.
 *
 * @param {string} words
 */
export const paragraphs = (words) =>
  words.split(/\n\s*\n/).map((one) => one.trim()).filter(Boolean).map((one) => make("p", {}, one));
