import { movingThumbnailURL, smallPreviewURL, thumbnailURL } from "../core/api.js";
import { make, spinner, symbol } from "../core/elements.js";
import { label, say, text, wholePercent } from "../languages/languages.js";
import { reason } from "../core/notices.js";
import { isClip, isDoubtful, isStopped, moves, needsStroke } from "../core/photo-state.js";
import { ClipWork } from "./clip-work.js";
import { movingSign, playWhenSeen } from "./playing.js";

/** One sticker of the grid: the picture, which opens it, and a check box, which selects it. */
export class Tile {
  #shown = "";

  /** @param {API.Photo} photo */
  constructor(photo) {
    this.open = make("button", { type: "button", class: "tile-open", tabindex: "-1",
      "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown Delete" });
    this.box = make("input", { type: "checkbox", tabindex: "-1" });
    this.work = isClip(photo) ? new ClipWork() : null;
    this.element = make("li", { class: "tile", "data-id": photo.id, "data-testid": "tile" },
      this.open, this.work?.element,
      make("label", { class: "tile-check" }, this.box, make("span", { class: "check", "aria-hidden": "true" })));
    this.update(photo);
  }

  /** @param {API.Photo} photo */
  update(photo) {
    this.element.dataset.state = photo.state;
    this.element.toggleAttribute("data-doubtful", isDoubtful(photo));
    this.element.toggleAttribute("data-moves", moves(photo));
    this.work?.update(photo);
    const key = photo.state === "done" ? `${thumbnailURL(photo)} ${photo.confidence}`
      : photo.state === "invalid" ? `!${photo.error?.code}` : isStopped(photo) ? "stopped" : "…";
    if (key === this.#shown) return;
    this.#shown = key;
    label(this.box, "selectNamed", { name: photo.name });
    if (photo.state === "done") {
      if (isDoubtful(photo)) {
        label(this.open, "editDoubtfulNamed", { name: photo.name, confidence: wholePercent(photo.confidence ?? 0) });
      } else {
        label(this.open, moves(photo) ? "editMovingNamed" : "editNamed", { name: photo.name });
      }
      this.#showPicture(photo);
    } else if (photo.state === "invalid") {
      label(this.open, needsStroke(photo) ? "paintNamed" : "retryNamed", { name: photo.name, reason: reason(photo.error) });
      this.#showFailure(photo);
    } else if (isStopped(photo)) {
      label(this.open, "makeNamed", { name: photo.name });
      this.open.replaceChildren(
        symbol("retry"), say(make("span", { class: "tile-reason" }), "clipStopped"), say(make("span", { class: "tile-way" }), "makeSticker"));
    } else {
      label(this.open, "waitingNamed", { name: photo.name });
      this.open.replaceChildren(spinner());
    }
  }

  /** @param {boolean} isSelected */
  setSelected(isSelected) {
    this.box.checked = isSelected;
    this.element.toggleAttribute("data-selected", isSelected);
  }

  /** @param {boolean} isCover whether it stands for the pack that is shown */
  setCover(isCover) {
    if (isCover === this.element.hasAttribute("data-cover")) return;
    this.element.toggleAttribute("data-cover", isCover);
    if (isCover) this.open.setAttribute("aria-description", text("packCover"));
    else this.open.removeAttribute("aria-description");
  }

  /**
   * For screen readers: only tiles near the view are in the page.
   *
   * @param {number} index
   * @param {number} count
   */
  place(index, count) {
    this.element.ariaPosInSet = String(index + 1);
    this.element.ariaSetSize = String(count);
  }

  /** @param {boolean} isFocusable */
  setFocusable(isFocusable) {
    this.open.tabIndex = isFocusable ? 0 : -1;
    this.box.tabIndex = isFocusable ? 0 : -1;
    this.work?.setFocusable(isFocusable);
  }

  /** @param {API.Photo} photo */
  #showPicture(photo) {
    const image = /** @type {HTMLImageElement | null} */ (this.open.querySelector("img:not(.tile-photo)")) ?? picture();
    if (moves(photo)) playWhenSeen(image, thumbnailURL(photo), movingThumbnailURL(photo));
    else image.src = thumbnailURL(photo);
    if (!image.isConnected) this.open.replaceChildren(image, ...(moves(photo) ? [movingSign()] : []));
  }

  /**
   * The photo itself, faintly, if it can be read at all, and what can be done.
   *
   * @param {API.Photo} photo
   */
  #showFailure(photo) {
    const image = picture("tile-photo");
    image.addEventListener("error", () => image.remove());
    image.src = smallPreviewURL(photo);
    this.open.replaceChildren(
      image, symbol("warning"), make("span", { class: "tile-reason" }, reason(photo.error)),
      say(make("span", { class: "tile-way" }), needsStroke(photo) ? "paintIt" : "tryAgain"));
  }
}

const picture = (kind = "") =>
  make("img", { class: kind || null, alt: "", loading: "lazy", decoding: "async", draggable: "false", width: "256", height: "256" });
