import { cameraEventsURL } from "./camera-api.js";

const pause = 2_000;

/** What the studio says of its camera, newest only. `change` events come with every word of it. */
class CameraState extends EventTarget {
  /**
   * `null` before the first word.
   *
   * @type {API.Camera | null}
   */
  value = null;
  /** @type {EventSource | null} */
  #stream = null;
  #again = 0;

  get controls() { return this.value?.controls ?? false; }
  get isScanning() { return this.value?.result?.isScanning ?? false; }
  get isRecording() { return Boolean(this.value?.recording); }
  get isRunning() { return ["starting", "ready", "capturing", "recording", "ended"].includes(this.value?.state ?? ""); }
  /** Another page has the camera. */
  get isElsewhere() { return this.value !== null && !this.value.controls && this.value.isBusy; }

  /** @param {API.Camera | null} value */
  adopt(value) {
    if (!value) return;
    this.value = value;
    this.dispatchEvent(new Event("change"));
  }

  follow() {
    if (this.#stream) return;
    clearTimeout(this.#again);
    const stream = new EventSource(cameraEventsURL());
    this.#stream = stream;
    stream.addEventListener("camera", ({ data }) => this.adopt(JSON.parse(data)));
    // The browser comes back by itself when a connection breaks, but not when it was refused.
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED || this.#stream !== stream) return;
      this.#stream = null;
      this.#again = setTimeout(() => this.follow(), pause);
    };
  }

  leave() {
    clearTimeout(this.#again);
    this.#stream?.close();
    this.#stream = null;
  }
}

export const camera = new CameraState();
