import { endRecording, movieURL, removeMovie, startRecording } from "./camera-api.js";
import { nameNow } from "./still-picture.js";

/** What browsers record that the studio reads, the quickest first. */
const types = ["video/webm;codecs=vp8", "video/webm", "video/mp4"];
const bitsPerSecond = 8_000_000;

/** A part of what a camera sees, as a file. */
export class ClipRecorder {
  /** @type {() => Promise<Blob>} */
  #end = () => Promise.reject(new Error("nothing is recorded"));

  /**
   * Of the browser's camera. Answers once it is recorded.
   *
   * @param {MediaStream} stream
   */
  beginOwn(stream) {
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: bitsPerSecond });
    /** @type {Blob[]} */
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    this.#end = () => new Promise((resolve, reject) => {
      recorder.addEventListener("error", reject);
      recorder.addEventListener("stop", () => resolve(new Blob(parts, { type: recorder.mimeType })));
      // The camera was taken away meanwhile: what came before is there.
      if (recorder.state === "inactive") resolve(new Blob(parts, { type: recorder.mimeType }));
      else recorder.stop();
    });
    return /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
      recorder.addEventListener("start", () => resolve(), { once: true });
      recorder.addEventListener("error", reject, { once: true });
      recorder.start();
    }));
  }

  /** Of the camera on the studio's side, whose settings let each frame through as it is. */
  async beginMachine() {
    this.#end = async () => {
      const movie = await endRecording();
      const answer = await fetch(movieURL(movie));
      const blob = await answer.blob();
      removeMovie(movie).catch(() => {});
      return blob;
    };
    await startRecording({ format: "mp4", quality: "best", sound: false });
  }

  /** @returns {Promise<File>} */
  async end() {
    const blob = await this.#end();
    const ending = blob.type.startsWith("video/webm") ? "webm" : "mp4";
    return new File([blob], nameNow(ending), { type: blob.type.split(";")[0] });
  }
}
