import { cameraSources } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { byId, find, make } from "../core/elements.js";
import { currentLanguage, text } from "../languages/languages.js";
import { VideoUpload } from "./video-upload.js";

/** Longest sides of what the browser's camera is sent as. */
const sides = [640, 960, 1280, 1920];
const usualSide = 960;

/** @typedef {"exposure" | "focus" | "whiteBalance"} Lock */

/** @type {Lock[]} */
const locks = ["exposure", "focus", "whiteBalance"];

/** @param {Lock} lock */
const lockBox = (lock) => find(byId("lock-rows"), `[data-lock=${lock}]`, HTMLInputElement);

/**
 * Where frames come from: this browser's camera, a camera on the machine, or a video that is uploaded. `change` events
 * come with another choice, `upload` events with each step of an upload.
 */
export class CameraSource extends EventTarget {
  upload = new VideoUpload();
  /** @type {API.CameraSources} */
  #machine = { cameras: [], microphones: [] };
  /** @type {Set<Lock>} */
  #locks = new Set();
  /**
   * Takes the next film that a phone shoots; without it, the film is a source.
   *
   * @type {((film: File) => void) | null}
   */
  #use = null;

  start() {
    const tell = () => this.#tell();
    for (const id of /** @type {const} */ (["camera-source", "camera-size", "camera-microphone", "camera-sound"])) {
      byId(id).addEventListener("change", () => {
        if (id === "camera-source") this.#showSizes();
        tell();
      });
    }
    for (const radio of document.getElementsByName("pace")) radio.addEventListener("change", tell);
    for (const lock of locks) {
      lockBox(lock).addEventListener("change", () => {
        if (lockBox(lock).checked) this.#locks.add(lock);
        else this.#locks.delete(lock);
        tell();
      });
    }
    byId("choose-video").addEventListener("click", () => this.chooseVideo());
    for (const input of [byId("video-input"), byId("film-input")]) {
      input.addEventListener("change", () => {
        const file = input.files?.[0];
        input.value = "";
        if (!file) return;
        if (this.#use) {
          this.#use(file);
          return;
        }
        // A film that was shot in place of a live picture is a video like others.
        byId("camera-source").value = "upload";
        this.#showSizes();
        this.upload.send(file);
      });
    }
    this.upload.addEventListener("change", () => this.dispatchEvent(new Event("upload")));
    this.upload.addEventListener("arrived", tell);
    document.addEventListener("languagechange", () => this.#fill());
    this.#fill();
  }

  get kind() { return byId("camera-source").value.split(":")[0]; }
  get isBrowser() { return this.kind === "browser"; }
  get isUpload() { return this.kind === "upload"; }
  get side() { return Number(byId("camera-size").value) || usualSide; }
  get wantsSound() { return byId("camera-sound").checked; }
  /** @param {boolean} isOn */
  set wantsSound(isOn) { byId("camera-sound").checked = isOn; }

  chooseVideo() {
    this.#use = null;
    byId("video-input").click();
  }

  /**
   * Lets a phone's own camera program shoot it.
   *
   * @param {((film: File) => void) | null} use
   */
  shootVideo(use = null) {
    this.#use = use;
    byId("film-input").click();
  }

  /**
   * What the studio is to open; for the browser's camera `own` says what it gives. Null as long as there is no video.
   *
   * @param {{ width?: number, height?: number, name?: string, sampleRate?: number | null }} own
   * @returns {API.CameraSource | null}
   */
  description(own) {
    switch (this.kind) {
      case "device": return this.#device();
      case "upload": {
        if (!this.upload.video) return null;
        const { id, hasSound } = this.upload.video;
        const pace = find(byId("pace-row"), "[value=own]", HTMLInputElement).checked ? "own" : "fast";
        return { kind: "upload", id, pace, sound: hasSound && this.wantsSound };
      }
      default: return { kind: "browser", ...own };
    }
  }

  /** Asks which cameras the machine has. */
  async look() {
    try {
      this.#machine = await cameraSources();
    } catch {
      // The browser's own and a video are there all the same.
      return;
    }
    this.#fill();
  }

  /** @param {{ mode: import("./camera-session.js").Mode, isUsable: boolean }} state */
  show({ mode, isUsable }) {
    const group = byId("source-group");
    group.hidden = mode === "photo";
    group.disabled = !isUsable;
    const isLiving = mode === "living";
    find(byId("camera-source"), "[value=upload]", HTMLOptionElement).hidden = isLiving;
    if (isLiving && this.isUpload) {
      byId("camera-source").value = "browser";
      this.#showSizes();
    }
    const { video } = this.upload;
    byId("upload-row").hidden = !this.isUpload;
    byId("pace-row").hidden = !this.isUpload;
    byId("size-row").hidden = this.isUpload || (isLiving && this.isBrowser);
    byId("microphone-row").hidden = isLiving || this.kind !== "device" || this.#machine.microphones.length === 0;
    byId("sound-row").hidden = isLiving || this.kind === "device" || (this.isUpload && !video?.hasSound);
    byId("video-name").textContent = video?.name ?? "";
    const values = camera.value?.locks;
    const isDevice = this.kind === "device" && camera.isRunning;
    byId("lock-rows").hidden = !isDevice || locks.every((lock) => (values?.[lock] ?? null) === null);
    for (const lock of locks) {
      const value = values?.[lock] ?? null;
      const box = lockBox(lock);
      if (box.parentElement) box.parentElement.hidden = value === null;
      if (value !== null) box.checked = value;
    }
  }

  /** @returns {API.CameraSource} */
  #device() {
    const path = byId("camera-source").value.slice("device:".length);
    const size = byId("camera-size").value;
    const [width, height, frameRate] = size ? size.split(" ").map(Number) : [];
    const microphone = byId("camera-microphone").value || null;
    return { kind: "device", path, ...(size ? { width, height, frameRate } : {}), microphone, locks: [...this.#locks] };
  }

  #fill() {
    const menu = byId("camera-source");
    const chosen = menu.value || "browser";
    const { cameras, microphones } = this.#machine;
    menu.replaceChildren(
      option("browser", text("source.browser")),
      ...cameras.map(({ path, name }) => option(`device:${path}`, name)),
      option("upload", text("source.upload")));
    menu.value = [...menu.options].some(({ value }) => value === chosen) ? chosen : "browser";
    const heard = byId("camera-microphone");
    const before = heard.value;
    heard.replaceChildren(option("", text("noMicrophone")), ...microphones.map(({ id, name }) => option(id, name)));
    heard.value = microphones.some(({ id }) => id === before) ? before : "";
    this.#showSizes();
  }

  #showSizes() {
    const menu = byId("camera-size");
    const before = menu.value;
    const path = byId("camera-source").value.slice("device:".length);
    const formats = this.#machine.cameras.find((one) => one.path === path)?.formats ?? [];
    const sizes = this.kind === "device" ? [option("", text("sizeOfCamera")), ...distinctSizes(formats)]
      : sides.map((side) => option(String(side), text("pixels", { count: side })));
    menu.replaceChildren(...sizes);
    const isThere = [...menu.options].some(({ value }) => value === before);
    menu.value = isThere ? before : this.kind === "device" ? "" : String(usualSide);
  }

  #tell() { this.dispatchEvent(new Event("change")); }
}

/** @type {(value: string, words: string) => HTMLOptionElement} */
const option = (value, words) => make("option", { value }, words);

/**
 * Each size with each of its rates, whatever it is coded as.
 *
 * @param {API.CameraSources["cameras"][number]["formats"]} formats
 */
function distinctSizes(formats) {
  const sizes = new Map();
  for (const { width, height, frameRates } of formats) {
    for (const rate of frameRates) sizes.set(`${width} ${height} ${rate}`, { width, height, rate });
  }
  const inOrder = [...sizes].sort(([, a], [, b]) => b.width * b.height - a.width * a.height || b.rate - a.rate);
  const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 });
  return inOrder.map(([value, { width, height, rate }]) => option(value, `${width} × ${height}, ${number.format(rate)}/s`));
}
