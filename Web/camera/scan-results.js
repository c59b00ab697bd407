import { makeStickerOf, movieURL, pictureURL, removeMovie, removePicture, smallPictureURL } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { close, open } from "../core/dialogs.js";
import { arrange, byId, make, symbol } from "../core/elements.js";
import { bytes, label, moment, say } from "../languages/languages.js";
import { failed } from "../core/notices.js";
import { store } from "../core/store.js";

const dialog = byId("result");

/// The pictures and movies that were made, and the dialog that shows one of them.
export class ScanResults {
  #rows = new Map();
  /// Pictures that were taken while a movie was recorded, by the movie's id.
  #together = new Map();
  #takenMeanwhile = [];
  #shown = null;
  #made;

  /// `made` gets the photo that a picture became.
  constructor({ made }) {
    this.#made = made;
    byId("result-sticker").addEventListener("click", () => this.#makeSticker());
    byId("result-delete").addEventListener("click", () => this.#delete());
    dialog.addEventListener("close", () => {
      if (!dialog.open) byId("result-movie").removeAttribute("src");
    });
  }

  /// Of a shutter.
  takePicture(picture) {
    if (camera.isRecording) this.#takenMeanwhile.push(picture.id);
    this.#open({ picture, movie: this.#movieOf(picture) });
  }

  /// Of a recording that ended.
  takeMovie(movie) {
    this.#together.set(movie.id, this.#takenMeanwhile);
    this.#takenMeanwhile = [];
    this.#open({ picture: this.#pictureOf(movie), movie });
  }

  show() {
    const { pictures = [], movies = [] } = camera.value ?? {};
    const all = [...pictures.map((picture) => ({ picture })), ...movies.map((movie) => ({ movie }))]
      .sort((a, b) => (b.picture ?? b.movie).made.localeCompare((a.picture ?? a.movie).made));
    byId("results-group").hidden = all.length === 0;
    const ids = new Set(all.map((one) => (one.picture ?? one.movie).id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    arrange(byId("results"), all.map((one) => {
      const { id } = one.picture ?? one.movie;
      if (!this.#rows.has(id)) this.#rows.set(id, this.#row(one));
      return this.#rows.get(id);
    }));
  }

  #row({ picture, movie }) {
    const button = make("button", { type: "button", class: "result-button" }, picture
      ? make("img", { src: smallPictureURL(picture), alt: "", loading: "lazy", decoding: "async" }) : symbol("play"));
    label(button, "openNamed", { name: (picture ?? movie).name });
    button.addEventListener("click", () => this.#open(
      picture ? { picture, movie: this.#movieOf(picture) } : { movie, picture: this.#pictureOf(movie) }));
    return make("li", {}, button);
  }

  #movieOf({ id }) {
    return camera.value?.movies.find((movie) => this.#together.get(movie.id)?.includes(id)) ?? null;
  }

  #pictureOf({ id }) {
    const taken = this.#together.get(id)?.at(-1);
    return camera.value?.pictures.find((picture) => picture.id === taken) ?? null;
  }

  #open({ picture, movie }) {
    this.#shown = { picture, movie };
    const image = byId("result-image");
    const video = byId("result-movie");
    image.hidden = !picture;
    video.hidden = Boolean(picture);
    if (picture) Object.assign(image, { src: smallPictureURL(picture), alt: picture.name });
    else video.src = movieURL(movie);
    byId("result-title").textContent = (picture ?? movie).name.replace(/\.\w+$/, "");
    const { made } = picture ?? movie;
    const named = { moment: moment(Date.parse(made)), size: bytes((picture ?? movie).bytes) };
    if (picture) say(byId("result-facts"), "pictureFacts", { ...named, width: picture.width, height: picture.height });
    else say(byId("result-facts"), "movieFacts", { ...named, seconds: Math.round(movie.seconds), count: movie.droppedFrames });
    byId("result-save").hidden = byId("result-sticker").hidden = !picture;
    byId("result-download").hidden = !movie;
    if (picture) Object.assign(byId("result-save"), { href: pictureURL(picture), download: `${picture.name}.png` });
    if (movie) Object.assign(byId("result-download"), { href: movieURL(movie), download: movie.name });
    byId("result-sticker").disabled = false;
    open(dialog);
    (picture ? byId("result-sticker") : byId("result-download")).focus();
  }

  async #makeSticker() {
    const { picture } = this.#shown;
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

  async #delete() {
    const { picture, movie } = this.#shown;
    try {
      await (picture ? removePicture(picture) : removeMovie(movie));
      close(dialog);
    } catch (error) {
      failed(error);
    }
  }
}
