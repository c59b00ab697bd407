import { stickerURL } from "../core/api.js";
import { CardLooks } from "./card-looks.js";
import { gradientImage } from "../core/colors.js";
import { make, spinner, swapImage, symbol } from "../core/elements.js";
import { label, say, sayingSpan } from "../languages/languages.js";
import { reason } from "../core/notices.js";
import { needsStroke } from "../core/photo-state.js";

/// One page of the carousel. It has contents only while it is near the view, so that hundreds of photos cost little.
export class Card {
  #contents = null;
  #shown = "";
  isNear = false;

  constructor(photo) {
    this.gradient = make("div", { class: "card-gradient" });
    this.body = make("div", { class: "card-body" });
    const face = make("div", { class: "card-face" }, this.gradient, this.body);
    this.element = make("article", { class: "card", "data-testid": "card" }, face);
    this.looks = new CardLooks(this.element, face);
    this.page = make("li", { class: "page", "data-id": photo.id, "aria-roledescription": "slide" }, this.element);
    this.update(photo);
  }

  setNear(isNear, photo) {
    if (isNear === this.isNear) return;
    this.isNear = isNear;
    this.update(photo);
  }

  update(photo) {
    this.element.dataset.state = photo.state;
    this.element.toggleAttribute("data-near", this.isNear);
    this.gradient.style.backgroundImage = this.isNear && photo.state === "done" ? gradientImage(photo) : "";
    const kind = this.isNear ? contentsKind(photo) : "none";
    if (kind !== this.#shown) {
      this.#shown = kind;
      this.#contents = contents[kind](photo, this.page.hasAttribute("data-current"));
      this.body.replaceChildren(...(this.#contents ? [this.#contents] : []));
    }
    if (kind === "sticker") this.#showSticker(photo);
    else this.looks.clear();
    if (kind === "invalid" || kind === "unfound") this.#contents.querySelector(".invalid-reason").textContent = reason(photo.error);
  }

  place(index, count, photo) {
    label(this.page, "slide", { name: photo.name, number: index + 1, count });
  }

  /// When the cards' size, or the wish for motion, has changed.
  paintLooks(photo) {
    const image = this.#contents?.querySelector(".card-sticker.shown");
    if (image) this.looks.paint(photo, image);
  }

  async #showSticker(photo) {
    const image = this.#contents.querySelector("img");
    image.alt = photo.name;
    image.classList.toggle("lifted", !photo.style.shadow && photo.style.background === "transparent");
    if (!await swapImage(image, stickerURL(photo, "webp")) || !image.isConnected) return;
    image.classList.add("shown");
    image.parentElement.querySelector(".spinner")?.remove();
    this.looks.paint(photo, image);
  }
}

function contentsKind(photo) {
  if (photo.state === "done") return "sticker";
  if (photo.state !== "invalid") return "placeholder";
  return needsStroke(photo) ? "unfound" : "invalid";
}

const contents = {
  none: () => null,
  sticker: (photo, isCurrent) => label(
    make("button", { type: "button", class: "card-open", "data-action": "edit", tabindex: isCurrent ? "0" : "-1" },
      make("img", { class: "card-sticker", draggable: "false", decoding: "async" }), spinner()),
    "editNamed", { name: photo.name }),
  placeholder: () => make("div", { class: "placeholder" }, spinner(), say(make("p"), "placeholder")),
  invalid: () => withoutSticker(actionButton("retry", "tinted", "retry", "tryAgain")),
  unfound: () => withoutSticker(
    say(make("p", { class: "invalid-reason" }), "paintHint"), actionButton("edit", "solid", "sliders", "edit")),
};

const withoutSticker = (...ways) => make("div", { class: "placeholder invalid" },
  symbol("warning"), say(make("p", { class: "invalid-title" }), "invalidTitle"), make("p", { class: "invalid-reason" }), ...ways);

const actionButton = (action, style, picture, words) =>
  make("button", { type: "button", class: `button ${style} fixed`, "data-action": action }, symbol(picture), sayingSpan(words));
