import { configureScan, useMap, useRings } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { byId } from "../core/elements.js";
import { currentLanguage, say } from "../languages/languages.js";
import { failed, reason } from "../core/notices.js";

/// Lines of a slice that the slider offers.
const widths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
const defaults = {
  mode: "strip", axis: "columns", direction: "forward", slit: 0.5, width: 1, speed: 1, length: null, mirror: false,
  blend: true, map: "rings",
};

/// The scan's settings. What is chosen before the camera runs is sent when it starts; while it runs, one request is under
/// way and the newest value of each setting goes into the next.
export class ScanSettings extends EventTarget {
  #wanted = {};
  #sending = null;

  /// What the studio has, and over it what was chosen here and has not arrived.
  get config() { return { ...defaults, ...camera.value?.config, ...this.#wanted }; }

  start() {
    for (const name of ["axis", "direction"]) {
      for (const radio of radios(name)) radio.addEventListener("change", () => this.set({ [name]: radio.value }));
    }
    byId("scan-width").addEventListener("input", ({ target }) => this.set({ width: widths[target.value] }));
    byId("scan-speed").addEventListener("input", ({ target }) => this.set({ speed: 2 ** target.value }));
    byId("scan-length").addEventListener("change", ({ target }) => {
      if (target.checkValidity()) this.set({ length: target.value === "" ? null : Number(target.value) });
      else target.reportValidity();
    });
    for (const name of ["blend", "mirror"]) {
      byId(`scan-${name}`).addEventListener("change", ({ target }) => this.set({ [name]: target.checked }));
    }
    byId("choose-map").addEventListener("click", () => byId("map-input").click());
    byId("map-rings").addEventListener("click", () => this.#setMap(useRings));
    byId("map-input").addEventListener("change", ({ target }) => {
      const [picture] = target.files;
      target.value = "";
      if (picture) this.#setMap(() => useMap(picture));
    });
  }

  set(change) {
    // A strip takes no more than one slice of each frame; the slit of a sweep may be faster.
    const isTooFast = change.mode === "strip" && this.config.speed > 1;
    Object.assign(this.#wanted, change, isTooFast ? { speed: 1 } : {});
    this.dispatchEvent(new Event("change"));
    if (camera.controls && camera.isRunning) this.flush();
  }

  /// Sends what has not arrived. Answers when the studio has it.
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

  /// What was changed again meanwhile stays.
  #drop(sent) {
    for (const [name, value] of Object.entries(sent)) if (this.#wanted[name] === value) delete this.#wanted[name];
  }

  async #setMap(request) {
    try {
      camera.adopt(await request());
    } catch (error) {
      failed(error);
    }
  }

  show({ mode, isUsable }) {
    const { config } = this;
    const group = byId("scan-group");
    group.hidden = mode === "photo";
    group.disabled = !isUsable;
    for (const row of group.querySelectorAll("[data-for]")) row.hidden = !row.dataset.for.split(" ").includes(mode);
    for (const name of ["axis", "direction"]) for (const radio of radios(name)) radio.checked = radio.value === config[name];
    showRange(byId("scan-width"), Math.max(0, widths.findLastIndex((width) => width <= config.width)), String(config.width));
    byId("scan-speed").max = mode === "strip" ? 0 : 6;
    showRange(byId("scan-speed"), Math.log2(config.speed), `${number(config.speed)}×`);
    if (document.activeElement !== byId("scan-length")) byId("scan-length").value = config.length ?? "";
    say(byId("scan-length-text"), mode === "strip" ? "lengthLines" : "lengthFrames");
    byId("scan-blend").checked = config.blend;
    byId("scan-mirror").checked = config.mirror;
    byId("map-rings").disabled = config.map === "rings";
    const words = mode === "map" ? "time" : config.axis === "columns" ? "across" : "down";
    for (const way of ["forward", "backward"]) say(byId(`direction-${way}`), `direction.${words}.${way}`);
    const refused = camera.value?.refusedConfig;
    byId("refused-config").textContent = refused ? reason(refused) : "";
  }
}

const radios = (name) => document.querySelectorAll(`#scan-group [name=${name}]`);

const number = (value) => new Intl.NumberFormat(currentLanguage(), { maximumSignificantDigits: 2 }).format(value);

export function showRange(range, value, words) {
  if (Number(range.value) !== value) range.value = value;
  const { min, max } = range;
  range.style.setProperty("--filled", `${100 * (range.value - min) / (max - min || 1)}%`);
  range.setAttribute("aria-valuetext", words);
  byId(`${range.id}-value`).textContent = words;
}
