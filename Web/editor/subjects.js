import { chooseSubjects, outlinedSubjects } from "../core/api.js";
import { arrows, byId, holdPointer } from "../core/elements.js";
import { announce, failed, toast } from "../core/notices.js";
import { say, text } from "../languages/languages.js";
import { drawn, outline } from "./subject-outline.js";
import { steps } from "../core/steps.js";
import { pointOn } from "./subject-point.js";

/** A hand that moved less (CSS pixels) has tapped. */
const tapReach = 7;
/** Between two taps that mean one subject alone (milliseconds). */
const doubleTap = 350;
/** A box that is thinner than this part of the photo is a slip. */
const thinnest = 0.015;

/**
 * What the outlines need of a photo.
 *
 * @typedef {Pick<API.Photo, "id" | "state" | "revision" | "rendering" | "instances" | "strokes" | "style">} ChoosablePhoto
 */

/**
 * The subjects of a photo with the lines around them. A tap takes one off the sticker or puts it back, two taps leave it
 * alone, and a box chooses what is inside it. Two that are found as one are told apart by a tap on what stays and one on
 * what goes.
 */
export class Subjects {
  #stage; #svg; #shade; #lines; #zoom; #panel; #changed; #gaveUp; #time;
  /** @type {ChoosablePhoto | null} */
  #photo = null;
  /** @type {API.Subjects | null} */
  #outlined = null;
  /** What of the photo the outlines are of. */
  #shown = "";
  #isEnabled = false;
  /** @type {{ pointer: number, number: number, from: number[], at: number[], isBox: boolean, adds: boolean } | null} */
  #drag = null;
  #lastTap = { number: 0, time: -Infinity };
  /**
   * Of the keyboard: the first corner of a box, and where its other corner is now.
   *
   * @type {number[] | null}
   */
  #corner = null;
  #cursor = [0.5, 0.5];
  /** Whether the next two taps tell subjects apart; the first corner is then the place that stays. */
  #isApart = false;

  /**
   * @param {{
   *   zoom: import("./zoom.js").Zoom, panel: import("./style-panel.js").StylePanel, changed: () => void, gaveUp: () => void,
   *   time: () => number | undefined,
   * }} parts `time` is that of a clip's frame
   */
  constructor({ zoom, panel, changed, gaveUp, time }) {
    this.#stage = byId("subjects-stage");
    this.#zoom = zoom;
    this.#panel = panel;
    this.#changed = changed;
    this.#gaveUp = gaveUp;
    this.#time = time;
    this.#svg = drawn("svg", { class: "subjects-outlines", preserveAspectRatio: "none" });
    this.#shade = drawn("path", { class: "subjects-shade", "fill-rule": "evenodd" });
    this.#lines = drawn("g", {});
    this.#svg.append(this.#shade, this.#lines);
    this.#stage.prepend(this.#svg);
    const stage = this.#stage;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.#drop());
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("blur", () => this.#drop());
    byId("subjects-apart").addEventListener("click", () => {
      this.#setApart(!this.#isApart);
      if (this.#isApart) stage.focus();
    });
    byId("subjects-all").addEventListener("click", () => this.#panel.choose(null));
    document.addEventListener("languagechange", () => this.#render());
  }

  start() {
    this.#photo = null;
    this.#outlined = null;
    this.#shown = "";
    this.#setApart(false);
    this.#render();
  }

  /** @param {boolean} isEnabled */
  setEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#stage.tabIndex = isEnabled ? 0 : -1;
    // A brush may have changed the lines in the meantime.
    this.#shown = "";
    if (!isEnabled) this.#setApart(false);
  }

  /** @param {boolean} isApart */
  #setApart(isApart) {
    this.#isApart = isApart;
    this.#drop();
    this.#stage.toggleAttribute("data-apart", isApart);
    byId("subjects-apart").setAttribute("aria-pressed", String(isApart));
    say(byId("subjects-hint"), isApart ? "apartHint" : "subjectsHint");
  }

  /** @param {number[]} place */
  #markApart(place) {
    const from = this.#corner;
    if (from) return this.#sendApart(from, place);
    this.#corner = place;
    this.#showBox(place, place);
    announce(text("apartBegun"));
  }

  /**
   * The lines stay those of the sticker that is shown until the next one is there: its subjects may have other numbers.
   *
   * @param {ChoosablePhoto} photo
   */
  async show(photo) {
    this.#photo = photo;
    if (!this.#isEnabled || photo.state !== "done") return;
    const time = this.#time();
    const key = JSON.stringify([photo.id, photo.instances, photo.strokes, time, time === undefined ? 0 : photo.revision]);
    if (key === this.#shown) return this.#render();
    if (photo.rendering && this.#outlined) return;
    this.#shown = key;
    try {
      const outlined = await outlinedSubjects(photo.id, photo.revision, time);
      if (this.#shown !== key) return;
      this.#outlined = outlined;
      this.#render();
    } catch (error) {
      if (this.#shown === key) this.#shown = "";
      failed(error);
    }
  }

  get #chosen() {
    const all = this.#outlined?.subjects.map(({ number }) => number) ?? [];
    const chosen = this.#time() === undefined ? this.#panel.instances : this.#outlined?.chosen;
    return new Set(chosen ? all.filter((number) => chosen.includes(number)) : all);
  }

  #render() {
    const { width, height, subjects } = this.#outlined ?? { width: 1, height: 1, subjects: [] };
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const chosen = this.#chosen;
    const lit = subjects.filter(({ number }) => chosen.has(number)).map(({ path }) => path).join("");
    this.#shade.setAttribute("d", subjects.length ? `M0 0H${width}V${height}H0Z${lit}` : "");
    byId("subjects-all").disabled = chosen.size === subjects.length;
    const kept = new Map([...this.#lines.children].map((line) => [`${line.getAttribute("data-number")}`, line]));
    const lines = subjects.map(({ number, path }) => {
      const line = kept.get(String(number)) ?? outline(number);
      for (const part of line.children) part.setAttribute("d", path);
      line.setAttribute("aria-checked", String(chosen.has(number)));
      line.setAttribute("aria-label", text("subject", { number }));
      line.setAttribute("tabindex", this.#isEnabled ? "0" : "-1");
      return line;
    });
    // What stays keeps the focus.
    if (lines.some((line, index) => line !== this.#lines.children[index]) || lines.length !== kept.size) {
      this.#lines.replaceChildren(...lines);
    }
  }

  /** @param {number} number */
  #toggle(number) {
    const chosen = this.#chosen;
    if (chosen.has(number)) chosen.delete(number);
    else chosen.add(number);
    this.#choose(chosen);
  }

  /** @param {Set<number>} chosen */
  #choose(chosen) {
    const all = this.#outlined?.subjects.map(({ number }) => number) ?? [];
    if (chosen.size === 0) return toast("oneSubject");
    this.#panel.choose(chosen.size === all.length ? null : all.filter((number) => chosen.has(number)));
    this.#render();
  }

  /**
   * On a frame of a clip.
   *
   * @param {number} number
   * @param {number[]} point
   * @param {number} time
   * @param {boolean} isAlone
   */
  #mark(number, point, time, isAlone) {
    const chosen = this.#chosen;
    if (!isAlone && chosen.has(number) && chosen.size === 1) return toast("oneSubject");
    const use = isAlone ? "alone" : chosen.has(number) ? "remove" : "add";
    this.#send({ point: point.map(rounded), use, time }, "subjectsNone");
  }

  /**
   * @param {number} number 0 where there is no subject
   * @param {number[]} point
   */
  #tap(number, point) {
    const { number: last, time } = this.#lastTap;
    const now = performance.now();
    if (number === 0) return toast("subjectsNone");
    const isSecond = number === last && now - time < doubleTap;
    this.#lastTap = { number, time: isSecond ? -Infinity : now };
    const clipTime = this.#time();
    if (clipTime !== undefined) this.#mark(number, point, clipTime, isSecond);
    else if (isSecond) this.#choose(new Set([number]));
    else this.#toggle(number);
  }

  /**
   * @param {number[]} from
   * @param {number[]} to
   * @param {boolean} adds
   */
  async #sendBox(from, to, adds) {
    const box = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    if (box[2] - box[0] < thinnest || box[3] - box[1] < thinnest) return;
    const time = this.#time();
    await this.#send({ box: box.map(rounded), use: adds ? "add" : "alone", ...(time === undefined ? {} : { time }) }, "boxNothing");
  }

  /**
   * @param {number[]} from
   * @param {number[]} point
   */
  async #sendApart(from, point) {
    const isTaken = await this.#send({ point: point.map(rounded), from: from.map(rounded), use: "remove" }, "apartNothing");
    this.#setApart(!isTaken);
    // The message over the page is soon gone, and the next two taps are another try.
    if (!isTaken) say(byId("subjects-hint"), "apartNothing");
  }

  /**
   * @param {Parameters<typeof chooseSubjects>[1]} choice
   * @param {string} nothing What is said where nothing is meant.
   * @returns {Promise<boolean>} whether something was
   */
  async #send(choice, nothing) {
    const photo = this.#photo;
    if (!photo) return false;
    this.#panel.flush();
    this.#changed();
    this.#stage.toggleAttribute("data-looking", true);
    let isTaken = false;
    try {
      const answer = await chooseSubjects(photo.id, choice);
      isTaken = true;
      const { id, strokes, style: { instances: before } } = photo, after = answer.style.instances;
      // What was found already is chosen without a stroke.
      if (answer.strokes.done > strokes.done) steps.record({ kind: "strokes", id, count: 1 });
      else steps.record({ kind: "styles", changes: [{ id, before: { instances: before ?? null }, after: { instances: after ?? null } }] });
      if (!answer.rendering) this.#gaveUp();
    } catch (error) {
      this.#gaveUp();
      if (/** @type {Partial<Failure>} */ (error).code === "noSubject") toast(nothing);
      else failed(error);
    }
    this.#stage.toggleAttribute("data-looking", false);
    this.#hideBox();
    return isTaken;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#isEnabled || event.button !== 0) return;
    if (this.#drag) return this.#drop();
    holdPointer(this.#stage, event);
    if (!this.#isApart) this.#corner = null;
    const place = this.#place(event);
    this.#drag = {
      pointer: event.pointerId, number: numberAt(event.target), from: place, at: [event.clientX, event.clientY], isBox: false,
      adds: event.shiftKey,
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (this.#zoom.isPinching) return this.#drop();
    if (this.#isApart) return;
    const [x, y] = drag.at;
    if (Math.hypot(event.clientX - x, event.clientY - y) > tapReach) drag.isBox = true;
    if (drag.isBox) this.#showBox(drag.from, this.#place(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.#drag = null;
    if (this.#isApart) this.#markApart(drag.from);
    else if (drag.isBox) this.#sendBox(drag.from, this.#place(event), drag.adds || event.shiftKey);
    else this.#tap(drag.number, drag.from);
  }

  #drop() {
    this.#drag = null;
    this.#corner = null;
    this.#hideBox();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#isEnabled || event.ctrlKey || event.metaKey) return;
    const isPress = event.key === " " || event.key === "Enter";
    const number = numberAt(event.target);
    if (number > 0 && !this.#isApart) {
      if (!isPress) return;
      event.preventDefault();
      const time = this.#time();
      if (time !== undefined) this.#mark(number, pointOn(event.target, this.#outlined), time, event.shiftKey);
      else if (event.shiftKey) this.#choose(new Set([number]));
      else this.#toggle(number);
      return;
    }
    const step = arrows[event.key];
    if (step) {
      event.preventDefault();
      const way = event.shiftKey ? 0.1 : 0.02;
      this.#cursor = [limited(this.#cursor[0] + step[0] * way), limited(this.#cursor[1] + step[1] * way)];
      this.#showBox(this.#corner ?? this.#cursor, this.#cursor);
    } else if (isPress) {
      event.preventDefault();
      if (event.repeat) return;
      if (this.#isApart) return this.#markApart(this.#cursor);
      const from = this.#corner;
      this.#corner = from ? null : this.#cursor;
      if (from) this.#sendBox(from, this.#cursor, event.shiftKey);
      else {
        this.#showBox(this.#cursor, this.#cursor);
        announce(text("boxBegun"));
      }
    } else if (event.key === "Escape" && (this.#corner || this.#drag || this.#isApart)) {
      event.preventDefault();
      this.#setApart(false);
    }
  }

  /** @param {{ clientX: number, clientY: number }} pointer */
  #place({ clientX, clientY }) {
    const box = this.#stage.getBoundingClientRect();
    return [limited((clientX - box.left) / box.width), limited((clientY - box.top) / box.height)];
  }

  /**
   * @param {number[]} from
   * @param {number[]} to
   */
  #showBox([x, y], [toX, toY]) {
    const { style } = byId("subjects-box");
    byId("subjects-box").hidden = false;
    style.left = `${100 * Math.min(x, toX)}%`;
    style.top = `${100 * Math.min(y, toY)}%`;
    style.width = `${100 * Math.abs(toX - x)}%`;
    style.height = `${100 * Math.abs(toY - y)}%`;
  }

  #hideBox() { byId("subjects-box").hidden = true; }
}

/** @param {number} edge To a ten-thousandth: finer than a hand draws. */
const rounded = (edge) => Math.round(edge * 1e4) / 1e4;

/** @param {number} value */
const limited = (value) => Math.min(1, Math.max(0, value));

/** @type {(target: EventTarget | null) => number} */
const numberAt = (target) =>
  Number(target instanceof Element ? target.closest("[data-number]")?.getAttribute("data-number") ?? 0 : 0);
