import "./markup.js";
import { makeStickerOf, movieURL, pictureURL, removeMovie, removePicture, smallPictureURL } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { close, open } from "../core/dialogs.js";
import { arrange, byId, make, symbol } from "../core/elements.js";
import { bytes, label, moment, say } from "../languages/languages.js";
import { failed, toast } from "../core/notices.js";
import { steps, undoOf } from "../core/steps.js";
import { store } from "../core/store.js";

const dialog = byId("result");

/** @typedef {{ picture: API.CameraPicture | null, movie: API.CameraMovie | null }} Made */

/** The pictures and movies that were made, and the dialog that shows one of them. */
export class ScanResults {
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /**
   * Pictures that were taken while a movie was recorded, by the movie's id.
   *
   * @type {Map<string, string[]>}
   */
  #together = new Map();
  /** @type {string[]} */
  #takenMeanwhile = [];
  /** @type {Made | null} */
  #shown = null;
  /**
   * The ids of those that were deleted here. The studio is told when the message that offers to undo it goes.
   *
   * @type {Set<string>}
   */
  #deleted = new Set();
  /**
   * The last of them, until the studio is told.
   *
   * @type {{ step: import("../core/steps.js").ResultStep, remove: () => Promise<unknown> } | null}
   */
  #leaving = null;
  #lost = "";
  /** @type {(id: string) => void} */
  #made = () => {};

  /**
   * `made` gets the photo that a picture became.
   *
   * @param {{ made: (id: string) => void }} handlers
   */
  start({ made }) {
    this.#made = made;
    byId("result-sticker").addEventListener("click", () => this.#makeSticker());
    byId("result-delete").addEventListener("click", () => this.#delete());
    steps.keepResult = (id) => this.#keep(id);
    addEventListener("pagehide", () => this.#tellDeleted());
    dialog.addEventListener("close", () => {
      if (dialog.open) return;
      // Without its address alone, a movie that plays goes on.
      const movie = byId("result-movie");
      movie.pause();
      movie.removeAttribute("src");
      movie.load();
    });
  }

  /**
   * Of a shutter.
   *
   * @param {API.CameraPicture} picture
   */
  takePicture(picture) {
    if (camera.isRecording) this.#takenMeanwhile.push(picture.id);
    this.#open({ picture, movie: this.#movieOf(picture) });
  }

  /**
   * Of a recording that ended.
   *
   * @param {API.CameraMovie} movie
   */
  takeMovie(movie) {
    this.#together.set(movie.id, this.#takenMeanwhile);
    this.#takenMeanwhile = [];
    this.#open({ picture: this.#pictureOf(movie), movie });
  }

  get #pictures() { return (camera.value?.pictures ?? []).filter(({ id }) => !this.#deleted.has(id)); }
  get #movies() { return (camera.value?.movies ?? []).filter(({ id }) => !this.#deleted.has(id)); }

  show() {
    const all = [
      ...this.#pictures.map((picture) => ({ one: picture, row: () => this.#pictureRow(picture) })),
      ...this.#movies.map((movie) => ({ one: movie, row: () => this.#movieRow(movie) })),
    ].sort((a, b) => b.one.made.localeCompare(a.one.made));
    byId("results-group").hidden = all.length === 0;
    const { isFull = false, lostPicture = null } = camera.value ?? {};
    const note = isFull ? "resultsFull" : "resultsNote";
    // What stands there is left alone: a screen reader would say it again.
    if (byId("results-note").dataset.text !== note) say(byId("results-note"), note);
    if (lostPicture && lostPicture.message !== this.#lost) failed(lostPicture);
    this.#lost = lostPicture?.message ?? "";
    const ids = new Set(all.map(({ one }) => one.id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    arrange(byId("results"), all.map(({ one, row }) => {
      const element = this.#rows.get(one.id) ?? row();
      this.#rows.set(one.id, element);
      return element;
    }));
  }

  /** @param {API.CameraPicture} picture */
  #pictureRow(picture) {
    const image = make("img", { src: smallPictureURL(picture), alt: "", loading: "lazy", decoding: "async" });
    return rowOf(picture.name, image, () => this.#open({ picture, movie: this.#movieOf(picture) }));
  }

  /** @param {API.CameraMovie} movie */
  #movieRow(movie) {
    return rowOf(movie.name, symbol("play"), () => this.#open({ movie, picture: this.#pictureOf(movie) }));
  }

  /** @param {API.CameraPicture} picture */
  #movieOf({ id }) {
    return this.#movies.find((movie) => this.#together.get(movie.id)?.includes(id)) ?? null;
  }

  /** @param {API.CameraMovie} movie */
  #pictureOf({ id }) {
    const taken = this.#together.get(id)?.slice(-1)[0];
    return this.#pictures.find((picture) => picture.id === taken) ?? null;
  }

  /** @param {Made} made */
  #open({ picture, movie }) {
    const one = picture ?? movie;
    if (!one) return;
    this.#shown = { picture, movie };
    const image = byId("result-image");
    const video = byId("result-movie");
    image.hidden = !picture;
    video.hidden = Boolean(picture);
    if (picture) Object.assign(image, { src: smallPictureURL(picture), alt: picture.name });
    else if (movie) video.src = movieURL(movie);
    byId("result-title").textContent = one.name.replace(/\.\w+$/, "");
    const named = { moment: moment(Date.parse(one.made)), size: bytes(one.bytes) };
    if (picture) say(byId("result-facts"), "pictureFacts", { ...named, width: picture.width, height: picture.height });
    else if (movie) say(byId("result-facts"), "movieFacts", { ...named, seconds: Math.round(movie.seconds) });
    byId("result-lost").hidden = !movie?.droppedFrames;
    say(byId("result-lost"), "leftOutFrames", { count: movie?.droppedFrames ?? 0 });
    byId("result-save").hidden = byId("result-sticker").hidden = !picture;
    byId("result-download").hidden = !movie;
    if (picture) Object.assign(byId("result-save"), { href: pictureURL(picture), download: `${picture.name}.png` });
    if (movie) Object.assign(byId("result-download"), { href: movieURL(movie), download: movie.name });
    byId("result-sticker").disabled = false;
    open(dialog);
    (picture ? byId("result-sticker") : byId("result-download")).focus();
  }

  async #makeSticker() {
    const picture = this.#shown?.picture;
    if (!picture) return;
    byId("result-sticker").disabled = true;
    try {
      const photo = await makeStickerOf(picture);
      store.addIfUnknown(photo);
      close(dialog);
      this.#made(photo.id);
    } catch (error) {
      byId("result-sticker").disabled = false;
      failed(error);
    }
  }

  /** The studio has it until the message goes: a page that dies before that loses nothing. */
  #delete() {
    const { picture = null, movie = null } = this.#shown ?? {};
    const one = picture ?? movie;
    if (!one) return;
    /** @type {import("../core/steps.js").ResultStep} */
    const step = { kind: "result", id: one.id };
    // The message of the step before goes with it, and so does what that one was to delete.
    steps.record(step);
    this.#leaving = { step, remove: async () => { if (picture) await removePicture(picture); else if (movie) await removeMovie(movie); } };
    this.#deleted.add(one.id);
    close(dialog);
    this.show();
    toast("removedOne", { name: one.name }, { ...undoOf(step), gone: () => this.#tellDeleted() });
  }

  /** @param {string} id */
  #keep(id) {
    if (this.#leaving?.step.id !== id) return;
    this.#leaving = null;
    this.#deleted.delete(id);
    this.show();
  }

  async #tellDeleted() {
    const leaving = this.#leaving;
    if (!leaving) return;
    this.#leaving = null;
    steps.forget(leaving.step);
    try {
      await leaving.remove();
    } catch (error) {
      if (/** @type {Failure} */ (error).code === "notFound") return;
      this.#deleted.delete(leaving.step.id);
      this.show();
      failed(error);
    }
  }
}

/**
 * @param {string} name
 * @param {Element} face
 * @param {() => void} open
 */
function rowOf(name, face, open) {
  const button = label(make("button", { type: "button", class: "result-button" }, face), "openNamed", { name });
  button.addEventListener("click", open);
  return make("li", {}, button);
}
