import { studioErrorOf } from "../core/api.js";
import { removeUpload, videoUploadURL } from "./camera-api.js";

/**
 * A video on its way to the studio. `change` events come with every step, an `arrived` event when it is there, a `failed`
 * event when it is refused.
 */
export class VideoUpload extends EventTarget {
  /**
   * As the studio describes it; null before it is there.
   *
   * @type {API.CameraUpload | null}
   */
  video = null;
  /** It has not run yet. */
  isNew = false;
  /**
   * 0…1 while one is sent, else null.
   *
   * @type {number | null}
   */
  progress = null;
  /** @type {Failure | null} */
  error = null;
  /** @type {XMLHttpRequest | null} */
  #request = null;
  /** @type {API.CameraUpload[]} */
  #previous = [];

  get isBusy() { return this.#request !== null; }

  /**
   * `fetch` does not tell how much has been sent.
   *
   * @param {File} file
   */
  send(file) {
    this.cancel();
    const request = new XMLHttpRequest();
    this.#request = request;
    this.progress = 0;
    this.error = null;
    request.upload.onprogress = ({ loaded, total }) => {
      this.progress = total ? loaded / total : 0;
      this.#tell("change");
    };
    request.onload = () => {
      this.#request = null;
      this.progress = null;
      if (request.status === 201) this.#adopt(JSON.parse(request.responseText));
      else this.#fail(studioErrorOf(request.status, request.responseText, request.getResponseHeader("Retry-After")));
    };
    request.onerror = () => this.#fail({ code: "offline" });
    request.open("POST", videoUploadURL(file.name || "video"));
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.send(file);
    this.#tell("change");
  }

  cancel() {
    this.#request?.abort();
    this.#request = null;
    this.progress = null;
    this.#tell("change");
  }

  /** Once another one runs. */
  forgetPrevious() {
    for (const video of this.#previous) {
      removeUpload(video).catch(() => {
        // It went by itself.
      });
    }
    this.#previous = [];
  }

  /** @param {API.CameraUpload} video */
  #adopt(video) {
    if (this.video) this.#previous.push(this.video);
    this.video = video;
    this.isNew = true;
    this.#tell("change");
    this.#tell("arrived");
  }

  /** @param {Failure} error */
  #fail(error) {
    this.#request = null;
    this.progress = null;
    this.error = error;
    this.#tell("change");
    this.#tell("failed");
  }

  /** @param {"change" | "arrived" | "failed"} type */
  #tell(type) { this.dispatchEvent(new Event(type)); }
}
