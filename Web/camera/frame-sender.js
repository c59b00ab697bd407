import { sendFrames } from "./camera-api.js";

const quality = 0.85;
const kinds = { frame: 1, sound: 2 };
const headBytes = 13;
/** A picture that came to nothing; the next may do better. */
const passing = new Set(["badFrame", "busy"]);

export const canSendFrames = () => typeof OffscreenCanvas === "function" && typeof Worker === "function";

/** @typedef {import("./sound-capture.js").SoundCapture} SoundCapture */

/**
 * Sends what a `<video>` shows to the studio as JPEGs, and the sound with them. One picture is encoded and one request is
 * under way at a time, and only the newest picture waits: what cannot be sent in time is left out and counted.
 */
export class FrameSender {
  leftOut = 0;
  /** Seconds of sound that went with a picture which the studio did not take. */
  lostSound = 0;
  sent = 0;
  #video;
  #side = 1;
  /** @type {SoundCapture | null} */
  #sound = null;
  /** @type {Worker | null} */
  #worker = null;
  #begin = 0;
  /** The time of the newest record of each kind. */
  #last = new Map();
  #isEncoding = false;
  #encodedTime = 0;
  /** @type {{ bytes: ArrayBuffer, time: number } | null} */
  #waiting = null;
  /** @type {AbortController | null} */
  #request = null;
  #failed;

  /**
   * `failed` gets the error that ended it.
   *
   * @param {HTMLVideoElement} video
   * @param {{ failed: (error: Failure) => void }} handlers
   */
  constructor(video, { failed }) {
    this.#video = video;
    this.#failed = failed;
  }

  get isRunning() { return this.#worker !== null; }

  /**
   * What a picture is sent as: as large as the camera's, or less.
   *
   * @param {HTMLVideoElement} video
   * @param {number} side
   */
  static size({ videoWidth: width, videoHeight: height }, side) {
    const scale = Math.min(1, side / Math.max(width, height, 1));
    // Chroma has half the samples in both directions.
    const even = (/** @type {number} */ value) => Math.max(2, 2 * Math.round(value * scale / 2));
    return { width: even(width), height: even(height) };
  }

  /**
   * `side` is the longest side in pixels, `sound` a `SoundCapture` or null.
   *
   * @param {{ side: number, sound: SoundCapture | null }} options
   */
  start({ side, sound }) {
    this.stop();
    Object.assign(this, { leftOut: 0, lostSound: 0, sent: 0 });
    this.#side = side;
    this.#sound = sound;
    this.#begin = performance.now();
    this.#last.clear();
    const worker = new Worker("camera/frame-encoder.js");
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#takeEncoded(data);
    worker.onerror = () => this.#fail(new Error("frame-encoder"));
    this.#awaitFrame(worker);
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isEncoding = false;
    this.#waiting = null;
    this.#request?.abort();
    this.#request = null;
  }

  /** @param {Worker} worker */
  #awaitFrame(worker) {
    /**
     * @param {number} now
     * @param {{ captureTime?: number }} [frame]
     */
    const next = (now, frame) => {
      if (worker !== this.#worker) return;
      this.#awaitFrame(worker);
      this.#encode(worker, frame?.captureTime ?? now);
    };
    if (this.#video.requestVideoFrameCallback) this.#video.requestVideoFrameCallback(next);
    else requestAnimationFrame(next);
  }

  /**
   * @param {Worker} worker
   * @param {number} time
   */
  async #encode(worker, time) {
    if (!this.#video.videoWidth) return;
    if (this.#isEncoding) {
      this.leftOut += 1;
      return;
    }
    this.#isEncoding = true;
    this.#encodedTime = time;
    try {
      const picture = await createImageBitmap(this.#video);
      if (worker !== this.#worker) {
        picture.close();
        return;
      }
      // The phone may have been turned: then the picture has another size, and the scan another part.
      worker.postMessage({ picture, quality, ...FrameSender.size(this.#video, this.#side) }, [picture]);
    } catch {
      // Between two cameras there is no picture.
      this.#isEncoding = false;
    }
  }

  /** @param {ArrayBuffer} bytes */
  #takeEncoded(bytes) {
    this.#isEncoding = false;
    if (this.#waiting) this.leftOut += 1;
    this.#waiting = { bytes, time: this.#encodedTime };
    if (!this.#request) this.#send();
  }

  async #send() {
    if (!this.#waiting) return;
    const { bytes, time } = this.#waiting;
    this.#waiting = null;
    const request = new AbortController();
    this.#request = request;
    const lots = this.#sound?.takeLots().filter((lot) => lot.time >= this.#begin) ?? [];
    const parts = lots.flatMap((lot) => this.#record(kinds.sound, lot.time, lot.samples.buffer));
    try {
      await sendFrames(new Blob([...parts, ...this.#record(kinds.frame, time, bytes)]), request.signal);
      if (request !== this.#request) return;
      this.sent += 1;
    } catch (error) {
      if (request !== this.#request) return;
      const failure = /** @type {Failure} */ (error);
      if (!passing.has(failure.code ?? "")) {
        this.#fail(failure);
        return;
      }
      this.leftOut += 1;
      const samples = lots.reduce((sum, lot) => sum + lot.samples.length, 0);
      this.lostSound += samples / (this.#sound?.sampleRate ?? 48000);
    }
    this.#request = null;
    if (this.#waiting) this.#send();
  }

  /**
   * Type, length and time, in network byte order, and the bytes. Times grow from record to record of a kind.
   *
   * @param {number} kind
   * @param {number} time
   * @param {ArrayBuffer} bytes
   */
  #record(kind, time, bytes) {
    const microseconds = Math.max(Math.round(1000 * (time - this.#begin)), (this.#last.get(kind) ?? -1) + 1);
    this.#last.set(kind, microseconds);
    const head = new DataView(new ArrayBuffer(headBytes));
    head.setUint8(0, kind);
    head.setUint32(1, bytes.byteLength);
    head.setBigUint64(5, BigInt(microseconds));
    return [head.buffer, bytes];
  }

  /** @param {Failure} error */
  #fail(error) {
    this.stop();
    this.#failed(error);
  }
}
