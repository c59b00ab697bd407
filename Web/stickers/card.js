import { shownURL } from "../core/api.js";
import { CardLooks } from "./card-looks.js";
import { ClipWork } from "./clip-work.js";
import { gradientOf } from "../core/colors.js";
import { make, spinner, swapImage, symbol } from "../core/elements.js";
import { label, say, sayingSpan } from "../languages/languages.js";
import { reason } from "../core/notices.js";
import { vividStops } from "../core/vivid.js";
import { isClip, isStopped, moves, needsStroke } from "../core/photo-state.js";
import { movingSign, playWhenSeen } from "./playing.js";

/** One page of the carousel. It has contents only while it is near the view, so that hundreds of photos cost little. */
export class Card {
  /** @type {HTMLElement | null} */
  #contents = null;
  #shown = "";
  /** @type {API.Photo | null} */
  #photo = null;
  #place = "";
  isNear = false;

  /** @param {API.Photo} photo */
  constructor(photo) {
    this.gradient = make("div", { class: "card-gradient" });
    this.body = make("div", { class: "card-body" });
    this.work = isClip(photo) ? new ClipWork() : null;
    const face = make("div", { class: "card-face" }, this.gradient, this.body, this.work?.element);
    this.element = make("article", { class: "card", "data-testid": "card" }, face);
    this.looks = new CardLooks(this.element, face);
    this.page = make("li", { class: "page", "data-id": photo.id, "aria-roledescription": "slide" }, this.element);
    this.update(photo);
  }

  /**
   * @param {boolean} isNear
   * @param {API.Photo} photo
   */
  setNear(isNear, photo) {
    if (!isNear && !this.isNear) return;
    this.isNear = isNear;
    this.update(photo);
  }

  /** @param {API.Photo} photo */
  update(photo) {
    this.#photo = photo;
    this.element.dataset.state = photo.state;
    this.element.toggleAttribute("data-near", this.isNear);
    this.element.toggleAttribute("data-moves", moves(photo));
    this.work?.update(photo);
    this.gradient.style.backgroundImage = this.isNear && photo.state === "done" ? gradientOf(vividStops(photo)) : "";
    const kind = this.isNear ? contentsKind(photo) : "none";
    if (kind !== this.#shown) {
      this.#shown = kind;
      this.#contents = contentsOf(kind, photo, this.page.hasAttribute("data-current"));
      this.body.replaceChildren(...(this.#contents ? [this.#contents] : []));
    }
    if (kind === "sticker") this.#showSticker(photo);
    else this.looks.clear();
    const why = this.#contents?.querySelector(".invalid-reason");
    if (why) why.textContent = reason(photo.error);
  }

  /**
   * @param {number} index
   * @param {number} count
   * @param {API.Photo} photo
   */
  place(index, count, photo) {
    // One that was removed and has come back at once tells nothing of itself.
    if (photo !== this.#photo) this.update(photo);
    const place = `${index} ${count} ${photo.name}`;
    if (place === this.#place) return;
    this.#place = place;
    label(this.page, "slide", { name: photo.name, number: index + 1, count });
    this.page.ariaPosInSet = String(index + 1);
    this.page.ariaSetSize = String(count);
  }

  /**
   * When the cards' size, or the wish for motion, has changed.
   *
   * @param {API.Photo} photo
   */
  paintLooks(photo) {
    if (moves(photo)) this.update(photo);
    const image = this.#contents?.querySelector("img");
    if (image?.classList.contains("shown")) this.looks.paint(photo, image);
  }

  /** @param {API.Photo} photo */
  async #showSticker(photo) {
    const image = this.#contents?.querySelector("img");
    if (!image) return;
    image.alt = photo.name;
    image.classList.toggle("lifted", !photo.style.shadow && photo.style.background === "transparent");
    const shown = () => this.#stickerIsShown(photo, image);
    if (moves(photo)) playWhenSeen(image, shownURL(photo, true), shownURL(photo, false), shown);
    else if (await swapImage(image, shownURL(photo, false))) shown();
  }

  /**
   * @param {API.Photo} photo
   * @param {HTMLImageElement} image
   */
  #stickerIsShown(photo, image) {
    if (!image.isConnected) return;
    image.classList.add("shown");
    image.parentElement?.querySelector(".spinner")?.remove();
    this.looks.paint(photo, image);
  }
}

/** @param {API.Photo} photo */
function contentsKind(photo) {
  if (photo.state === "done") return "sticker";
  if (isStopped(photo)) return "stopped";
  if (photo.state !== "invalid") return "placeholder";
  return needsStroke(photo) ? "unfound" : "invalid";
}

/**
 * @param {string} kind
 * @param {API.Photo} photo
 * @param {boolean} isCurrent
 */
function contentsOf(kind, photo, isCurrent) {
  switch (kind) {
    case "sticker": return label(
      make("button", { type: "button", class: "card-open", "data-action": "edit", tabindex: isCurrent ? "0" : "-1" },
        make("img", { class: "card-sticker", draggable: "false", decoding: "async" }), spinner(), moves(photo) ? movingSign() : null),
      moves(photo) ? "editMovingNamed" : "editNamed", { name: photo.name });
    case "placeholder": return make("div", { class: "placeholder" }, spinner(), say(make("p"), isClip(photo) ? "placeholderClip" : "placeholder"));
    case "stopped": return make("div", { class: "placeholder invalid" },
      say(make("p", { class: "invalid-title" }), "clipStopped"), actionButton("make", "tinted", "retry", "makeSticker"));
    case "invalid": return withoutSticker(isClip(photo) ? "invalidClipTitle" : "invalidTitle", actionButton("retry", "tinted", "retry", "tryAgain"));
    case "unfound": return withoutSticker(
      "invalidTitle", say(make("p", { class: "invalid-reason" }), "paintHint"), actionButton("edit", "solid", "sliders", "edit"));
    default: return null;
  }
}

/** @type {(title: string, ...ways: HTMLElement[]) => HTMLElement} */
const withoutSticker = (title, ...ways) => make("div", { class: "placeholder invalid" },
  symbol("warning"), say(make("p", { class: "invalid-title" }), title), make("p", { class: "invalid-reason" }), ...ways);

/** @type {(action: string, style: string, picture: string, words: string) => HTMLButtonElement} */
const actionButton = (action, style, picture, words) =>
  make("button", { type: "button", class: `button ${style} fixed`, "data-action": action }, symbol(picture), sayingSpan(words));
