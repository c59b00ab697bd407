import { configureScan, useMap, useRings } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { byId, find, findAll, showSlider } from "../core/elements.js";
import { currentLanguage, say } from "../languages/languages.js";
import { failed, reason } from "../core/notices.js";

/** Lines of a slice that the slider offers. */
const widths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
/** @type {API.CameraSettings} */
const defaults = {
  mode: "strip", axis: "columns", direction: "forward", slit: 0.5, width: 1, speed: 1, length: null, mirror: false,
  blend: true, map: "rings",
};

const axes = /** @type {const} */ (["columns", "rows"]);
const directions = /** @type {const} */ (["forward", "backward"]);

/**
 * The scan's settings. What is chosen before the camera runs is sent when it starts; while it runs, one request is under
 * way and the newest value of each setting goes into the next.
 */
export class ScanSettings extends EventTarget {
  /** @type {API.CameraConfig} */
  #wanted = {};
  /** @type {Promise<void> | null} */
  #sending = null;
  /**
   * While frames go through as they are: what was chosen before.
   *
   * @type {API.CameraConfig | null}
   */
  #before = null;

  /**
   * What the studio has, and over it what was chosen here and has not arrived.
   *
   * @returns {API.CameraSettings}
   */
  get config() { return { ...defaults, ...camera.value?.config, ...this.#wanted }; }

  start() {
    for (const axis of axes) radio("axis", axis).addEventListener("change", () => this.set({ axis }));
    for (const direction of directions) {
      radio("direction", direction).addEventListener("change", () => this.set({ direction }));
    }
    byId("scan-width").addEventListener("input", () => this.set({ width: widths[byId("scan-width").valueAsNumber] }));
    byId("scan-speed").addEventListener("input", () => this.set({ speed: 2 ** byId("scan-speed").valueAsNumber }));
    const length = byId("scan-length");
    length.addEventListener("change", () => {
      if (length.checkValidity()) this.set({ length: length.value === "" ? null : length.valueAsNumber });
      else length.reportValidity();
    });
    byId("scan-blend").addEventListener("change", () => this.set({ blend: byId("scan-blend").checked }));
    byId("scan-mirror").addEventListener("change", () => this.set({ mirror: byId("scan-mirror").checked }));
    byId("choose-map").addEventListener("click", () => byId("map-input").click());
    byId("map-rings").addEventListener("click", () => this.#setMap(useRings));
    const input = byId("map-input");
    input.addEventListener("change", () => {
      const picture = input.files?.[0];
      input.value = "";
      if (picture) this.#setMap(() => useMap(picture));
    });
  }

  /** @param {API.CameraConfig} change */
  set(change) {
    // A strip takes no more than one slice of each frame; the slit of a sweep may be faster.
    const isTooFast = change.mode === "strip" && this.config.speed > 1;
    Object.assign(this.#wanted, change, isTooFast ? { speed: 1 } : {});
    this.dispatchEvent(new Event("change"));
    if (camera.controls && camera.isRunning) this.flush();
  }

  /** @param {API.CameraSettings["mode"]} mode */
  useMode(mode) {
    this.set({ ...this.#before, mode });
    this.#before = null;
  }

  /** Each picture is one frame as the camera gives it. What was chosen before comes back with the next mode. */
  useFrames() {
    const { length, mirror } = this.config;
    this.#before ??= { length, mirror };
    this.set({ mode: "delay", length: 1, mirror: false });
  }

  /** Sends what has not arrived. Answers when the studio has it. */
  flush() {
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
    return this.#sending;
  }

  async #send() {
    while (Object.keys(this.#wanted).length > 0) {
      const sent = { ...this.#wanted };
      try {
        const state = await configureScan(sent);
        this.#drop(sent);
        camera.adopt(state);
      } catch (error) {
        this.#wanted = {};
        this.dispatchEvent(new Event("change"));
        failed(error);
      }
    }
  }

  /**
   * What was changed again meanwhile stays.
   *
   * @param {API.CameraConfig} sent
   */
  #drop(sent) {
    const had = new Map(Object.entries(sent));
    this.#wanted = Object.fromEntries(Object.entries(this.#wanted).filter(([name, value]) => had.get(name) !== value));
  }

  /** @param {() => Promise<API.Camera>} request */
  async #setMap(request) {
    try {
      camera.adopt(await request());
    } catch (error) {
      failed(error);
    }
  }

  /** @param {{ mode: import("./camera-session.js").Mode, isUsable: boolean }} state */
  show({ mode, isUsable }) {
    const { config } = this;
    const group = byId("scan-group");
    group.hidden = mode === "photo" || mode === "living";
    group.disabled = !isUsable;
    for (const row of findAll(group, "[data-for]", HTMLElement)) row.hidden = !row.dataset.for?.split(" ").includes(mode);
    for (const axis of axes) radio("axis", axis).checked = axis === config.axis;
    for (const direction of directions) radio("direction", direction).checked = direction === config.direction;
    showSlider("scan-width", Math.max(0, widths.findLastIndex((width) => width <= config.width)), String(config.width));
    byId("scan-speed").max = mode === "strip" ? "0" : "6";
    showSlider("scan-speed", Math.log2(config.speed), `${number(config.speed)}×`);
    if (document.activeElement !== byId("scan-length")) byId("scan-length").value = String(config.length ?? "");
    say(byId("scan-length-text"), mode === "strip" ? "lengthLines" : "lengthFrames");
    byId("scan-blend").checked = config.blend;
    byId("scan-mirror").checked = config.mirror;
    byId("map-rings").disabled = config.map === "rings";
    const words = mode === "map" ? "time" : config.axis === "columns" ? "across" : "down";
    for (const way of directions) say(byId(`direction-${way}`), `direction.${words}.${way}`);
    const refused = camera.value?.refusedConfig;
    byId("refused-config").textContent = refused ? reason(refused) : "";
  }
}

/** @type {(name: string, value: string) => HTMLInputElement} */
const radio = (name, value) => find(byId("scan-group"), `[name=${name}][value=${value}]`, HTMLInputElement);

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(currentLanguage(), { maximumSignificantDigits: 2 }).format(value);
