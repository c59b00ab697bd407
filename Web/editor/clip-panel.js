import { clipTimeline, setClip, timelineURL } from "../core/api.js";
import { byId, findAll } from "../core/elements.js";
import { failed } from "../core/notices.js";
import { steps } from "../core/steps.js";
import { currentLanguage, say } from "../languages/languages.js";

/** As in the sticker: milliseconds. */
const [longest, shortest] = [3000, 100];
/** How many the studio puts beside each other. */
const [fewest, most] = [2, 24];

/** Which part of a clip its sticker shows, and how it repeats. The studio hears of it when the hand rests. */
export class ClipPanel {
  #changed; #frameChanged;
  /** @type {API.Photo | null} */
  #photo = null;
  #loading = new AbortController();
  /** Milliseconds of the clip that can be chosen from; 0 before that is known. */
  #length = 0;
  #isHeld = false;

  /** Of the frame that is marked, in milliseconds. */
  #time = 0;

  /** @param {{ changed: () => void, frameChanged: () => void }} handlers */
  constructor({ changed, frameChanged }) {
    this.#changed = changed;
    this.#frameChanged = frameChanged;
    byId("clip-frame").addEventListener("input", () => this.#moveFrame());
    for (const id of /** @type {const} */ (["clip-start", "clip-end"])) {
      byId(id).addEventListener("input", () => this.#move(id));
      const rest = () => {
        if (!this.#isHeld) return;
        this.#isHeld = false;
        this.#send({ start: byId("clip-start").valueAsNumber, end: byId("clip-end").valueAsNumber });
      };
      // There is no change where a slider ends where it began, though it may have moved the other.
      for (const type of ["change", "pointerup", "pointercancel", "blur"]) byId(id).addEventListener(type, rest);
    }
    for (const radio of findAll(byId("clip-loops"), "input", HTMLInputElement)) {
      radio.addEventListener("change", () => this.#send({ loop: /** @type {NonNullable<API.ClipPartChange["loop"]>} */ (radio.value) }));
    }
    document.addEventListener("languagechange", () => this.#describe());
  }

  /** Of the frame that is marked, in milliseconds; `undefined` for a photo. */
  get time() { return this.#photo?.clip ? this.#time : undefined; }

  /** @param {API.Photo} photo */
  start(photo) {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#length = 0;
    this.#isHeld = false;
    byId("clip-group").hidden = !photo.clip;
    byId("frame-choice").hidden = !photo.clip;
    for (const id of /** @type {const} */ (["timeline-pictures", "frame-pictures"])) byId(id).removeAttribute("src");
    this.#time = photo.clip?.start ?? 0;
    if (photo.clip) this.#load(photo, this.#loading.signal).catch(failed);
    this.show(photo);
  }

  /** @param {API.Photo} photo */
  show(photo) {
    this.#photo = photo;
    if (!photo.clip) return;
    byId("clip-incomplete").hidden = !photo.sticker?.living?.incomplete;
    for (const radio of findAll(byId("clip-loops"), "input", HTMLInputElement)) radio.checked = radio.value === photo.clip.loop;
    const { start } = photo.clip;
    const end = Math.min(photo.clip.end ?? Infinity, start + longest);
    // The frame is one of the part.
    this.#time = Math.min(Math.max(this.#time, start), end - 1);
    if (this.#length === 0 || this.#isHeld) return;
    byId("clip-frame").valueAsNumber = this.#time;
    byId("clip-start").valueAsNumber = start;
    byId("clip-end").valueAsNumber = Math.min(end, this.#length);
    this.#describe();
  }

  /**
   * @param {API.Photo} photo
   * @param {AbortSignal} signal
   */
  async #load(photo, signal) {
    const timeline = await clipTimeline(photo.id, signal).catch((error) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!timeline || signal.aborted || timeline.shown === 0) return;
    const { shown, width, height } = timeline;
    this.#length = shown;
    for (const id of /** @type {const} */ (["clip-start", "clip-end", "clip-frame"])) byId(id).max = String(shown);
    const image = byId("timeline-pictures");
    const { clientWidth = 0, clientHeight = 0 } = image.parentElement ?? {};
    const count = Math.round(clientWidth / Math.max(1, clientHeight * width / height));
    image.src = byId("frame-pictures").src = timelineURL(photo, Math.min(Math.max(count, fewest), most));
    if (this.#photo) this.show(this.#photo);
  }

  /**
   * The other handle goes along where the part would be too long or too short.
   *
   * @param {"clip-start" | "clip-end"} moved
   */
  #move(moved) {
    this.#isHeld = true;
    const [first, last] = [byId("clip-start"), byId("clip-end")];
    if (moved === "clip-start") {
      first.valueAsNumber = Math.min(first.valueAsNumber, this.#length - shortest);
      last.valueAsNumber = Math.min(Math.max(last.valueAsNumber, first.valueAsNumber + shortest), first.valueAsNumber + longest);
    } else {
      last.valueAsNumber = Math.max(last.valueAsNumber, shortest);
      first.valueAsNumber = Math.max(Math.min(first.valueAsNumber, last.valueAsNumber - shortest), last.valueAsNumber - longest);
    }
    this.#describe();
  }

  /** Only frames of the part can be marked. */
  #moveFrame() {
    const [frame, first, last] = [byId("clip-frame"), byId("clip-start"), byId("clip-end")];
    this.#time = frame.valueAsNumber = Math.min(Math.max(frame.valueAsNumber, first.valueAsNumber), last.valueAsNumber - 1);
    this.#describe();
    this.#frameChanged();
  }

  #describe() {
    if (this.#length === 0) return;
    byId("frame-line").style.insetInlineStart = `${(100 * this.#time) / this.#length}%`;
    byId("clip-frame").setAttribute("aria-valuetext", seconds(this.#time, 2));
    const [start, end] = [byId("clip-start").valueAsNumber, byId("clip-end").valueAsNumber];
    for (const id of /** @type {const} */ (["timeline-part", "frame-part"])) {
      byId(id).style.insetInlineStart = `${(100 * start) / this.#length}%`;
      byId(id).style.inlineSize = `${(100 * (end - start)) / this.#length}%`;
    }
    say(byId("clip-text"), "clipPart", { start: seconds(start), end: seconds(end), length: seconds(end - start) });
    byId("clip-start").setAttribute("aria-valuetext", seconds(start));
    byId("clip-end").setAttribute("aria-valuetext", seconds(end));
  }

  /** @param {API.ClipPartChange} change */
  #send(change) {
    const photo = this.#photo;
    if (!photo?.clip) return;
    const { start, end = null, loop, found, chosen } = photo.clip;
    // What was found is searched for again.
    const part = found ? chosen ?? { start: 0, end: null } : { start, end };
    const before = "loop" in change ? { loop } : part;
    const doing = steps.perform({ kind: "clip", id: photo.id, before, after: change }, () => setClip(photo.id, change));
    this.#changed();
    doing.catch((error) => {
      failed(error);
      if (this.#photo) this.show(this.#photo);
    });
  }
}

/** @type {(milliseconds: number, digits?: number) => string} */
const seconds = (milliseconds, digits = 1) =>
  new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: digits }).format(milliseconds / 1000);
