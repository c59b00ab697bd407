import "./markup.js";
import { hasLivePicture } from "./browser-camera.js";
import { camera } from "./camera-state.js";
import { byId, findAll, symbol } from "../core/elements.js";
import { currentLanguage, label, say, text } from "../languages/languages.js";
import { isKnownReason, reason } from "../core/notices.js";
import { ModeDemo } from "./mode-demo.js";
import { ScanPreview } from "./scan-preview.js";

const panel = byId("camera-panel");
/**
 * What browsers call their reasons.
 *
 * @type {Record<string, string>}
 */
const ownReasons = {
  NotAllowedError: "cameraRefused", SecurityError: "cameraRefused",
  NotFoundError: "cameraMissing", OverconstrainedError: "cameraMissing",
};

/**
 * Of cameras and videos these mean something else than of photos.
 *
 * @type {Record<string, string>}
 */
const cameraCodes = {
  damaged: "videoDamaged", empty: "videoDamaged", unknownFormat: "notAVideo",
};

/** @param {Failure} error */
export function cameraReason(error) {
  const code = cameraCodes[error.code ?? ""];
  return code && isKnownReason({ code }) ? text(`error.${code}`) : reason(error);
}

/** Shows what the tab's parts say. */
export class CameraView {
  #video;
  #own;
  #source;
  #settings;
  #session;
  #frame = new ScanPreview(byId("camera-frame"), "frame");
  #result = new ScanPreview(byId("scan-picture"), "result", {
    drawn: () => {
      byId("scan-empty").hidden = true;
      this.#demo.show(null);
    },
  });
  #hasOther = false;
  #demo = new ModeDemo();
  /** Whether what was lost is told in numbers. */
  #countsLost = false;

  /**
   * @param {object} parts
   * @param {HTMLVideoElement} parts.video
   * @param {import("./browser-camera.js").BrowserCamera} parts.own
   * @param {import("./camera-source.js").CameraSource} parts.source
   * @param {import("./scan-settings.js").ScanSettings} parts.settings
   * @param {import("./camera-session.js").CameraSession} parts.session
   * @param {import("./slit-slider.js").SlitSlider} parts.slit
   * @param {import("./scan-results.js").ScanResults} parts.results
   */
  constructor({ video, own, source, settings, session, slit, results }) {
    this.#video = video;
    this.#own = own;
    this.#source = source;
    this.#settings = settings;
    this.#session = session;
    this.slit = slit;
    this.results = results;
    byId("mode-demo").append(this.#demo.element);
    byId("camera-lost").addEventListener("click", () => {
      this.#countsLost = !this.#countsLost;
      this.show();
    });
    for (const type of ["loadedmetadata", "resize"]) video.addEventListener(type, () => this.#fitVideo());
  }

  show() {
    const { mode, phase } = this.#session;
    const isWatching = !this.#session.isOwnAlone && camera.isElsewhere;
    const isUsable = !isWatching;
    const isScanMode = mode !== "photo" && mode !== "living";
    const isBusy = ["live", "starting"].includes(phase) && (camera.isScanning || camera.isRecording);
    Object.assign(panel.dataset, { mode, phase: isWatching && camera.isRunning ? "live" : phase });
    panel.toggleAttribute("data-recording", camera.isRecording);
    for (const radio of findAll(panel, "[name=camera-mode]", HTMLInputElement)) {
      radio.disabled = isWatching ? !["photo", "living"].includes(radio.value) && radio.value !== camera.value?.config.mode
        : isBusy && ["photo", "living"].includes(radio.value);
    }
    sayOnce(byId("camera-about"), `about.${mode}`);
    byId("camera-watching").hidden = !isWatching;
    byId("scan-view").hidden = !isScanMode;
    byId("open-view").hidden = !isScanMode;
    byId("movie-group").hidden = !isScanMode;
    byId("camera-settings").hidden = mode === "photo";
    byId("movie-group").disabled = isWatching || camera.isRecording;
    this.#settings.show({ mode, isUsable });
    this.#source.show({ mode, isUsable });
    const { muteReason } = this.#session;
    byId("sound-note").hidden = muteReason === null;
    if (muteReason) sayOnce(byId("sound-note"), muteReason);
    this.#showPictures(isWatching);
    this.#demo.show(mode === "photo" || mode === "living" || byId("scan-empty").hidden ? null : mode);
    this.#showCover(isWatching);
    this.#showButtons(isWatching);
    this.#showFacts(isWatching);
    this.results.show();
  }

  /** @param {boolean} isWatching */
  #showPictures(isWatching) {
    const { mode, phase, showsOwn } = this.#session;
    const { config } = this.#settings;
    const isOwn = showsOwn && !isWatching;
    const isRunning = isWatching ? camera.isRunning : phase === "live" && !this.#session.isOwnAlone;
    this.#video.hidden = !isOwn;
    byId("camera-frame").hidden = isOwn;
    const isMirrored = this.#session.isOwnAlone ? this.#own.looksAtPerson : config.mirror;
    this.#video.toggleAttribute("data-mirrored", isMirrored);
    const preview = camera.value?.preview ?? 0;
    if (isRunning && preview > 0) {
      if (!isOwn) this.#frame.show(preview);
      this.#result.show(preview);
    } else if (!isRunning) {
      if (!byId("scan-empty").hidden || mode === "photo" || mode === "living") {
        this.#showSlits(isRunning, isWatching);
        return;
      }
      this.#result.forget();
      this.#frame.forget();
      byId("scan-empty").hidden = false;
    }
    this.#showSlits(isRunning, isWatching);
  }

  /**
   * @param {boolean} isRunning
   * @param {boolean} isWatching
   */
  #showSlits(isRunning, isWatching) {
    const { mode } = this.#session;
    const { config } = this.#settings;
    const { width = 0, height = 0 } = camera.value?.camera ?? {};
    const across = config.axis === "columns" ? width : height;
    const lines = across ? Math.min(1, config.width / across) : 0;
    this.slit.show({
      isVisible: isRunning && mode === "strip", isUsable: !isWatching, axis: config.axis, place: config.slit, lines,
    });
    const progress = camera.value?.result.progress ?? null;
    const line = byId("travelling-slit");
    line.hidden = !isRunning || mode !== "sweep" || progress === null;
    line.dataset.axis = config.axis;
    line.style.setProperty("--place", `${100 * (config.direction === "forward" ? progress ?? 0 : 1 - (progress ?? 0))}%`);
    byId("scan-progress").hidden = !isRunning || mode === "sweep" || progress === null;
    byId("scan-progress").style.setProperty("--progress", String(progress ?? 0));
  }

  /**
   * Over the camera's picture as long as there is none.
   *
   * @param {boolean} isWatching
   */
  #showCover(isWatching) {
    const { mode, phase, error } = this.#session;
    const { upload, isUpload } = this.#source;
    const isScanOfVideo = mode !== "photo" && mode !== "living" && isUpload;
    const isCovered = isWatching ? !camera.isRunning : phase === "off" || phase === "failed";
    byId("camera-wait").hidden = isWatching || phase !== "starting";
    byId("camera-off").hidden = !isCovered;
    const failure = phase === "failed" ? error : isScanOfVideo ? upload.error : null;
    const why = byId("camera-reason");
    why.hidden = !failure;
    if (failure) this.#sayWhy(why, failure, mode);
    const isSending = isScanOfVideo && upload.isBusy;
    byId("camera-upload-bar").hidden = byId("camera-upload-text").hidden = !isSending;
    if (isSending) {
      byId("camera-upload-bar").value = upload.progress ?? 0;
      sayOnce(byId("camera-upload-text"), "uploadingVideo");
    }
    byId("camera-start").hidden = isWatching || isSending;
    const words = isScanOfVideo ? (upload.video ? "startVideo" : "chooseVideo") : failure ? "tryAgain" : "turnOn";
    sayOnce(byId("camera-start-text"), words);
    byId("camera-choose").hidden = mode !== "photo" || phase !== "failed";
    if (mode !== "photo" && mode !== "living") sayOnce(byId("scan-hint"), `hint.${mode}`);
  }

  /**
   * @param {HTMLElement} element
   * @param {CameraFailure} error
   * @param {string} mode
   */
  #sayWhy(element, error, mode) {
    const { name = "" } = error;
    const isOwn = name in ownReasons || ["NotReadableError", "AbortError"].includes(name);
    if (isOwn && mode === "photo") sayOnce(element, ownReasons[name] ?? "cameraBusy");
    else if (isOwn) sayOnce(element, `${ownReasons[name] ?? "cameraBusy"}Here`);
    else if (error.code === "insecure" || (error instanceof TypeError && !hasLivePicture())) sayOnce(element, "cameraInsecure");
    else if (error.code === "noFrames") sayOnce(element, "cameraOldBrowser");
    else {
      const words = cameraReason(error);
      delete element.dataset.text;
      if (element.textContent !== words) element.textContent = words;
    }
  }

  /** @param {boolean} isWatching */
  #showButtons(isWatching) {
    const { mode, phase } = this.#session;
    const isLive = !isWatching && phase === "live";
    const isStrip = mode === "strip";
    const isEnded = camera.value?.state === "ended";
    const shutter = byId("shutter");
    shutter.disabled = !isLive || (isStrip && isEnded && !camera.isScanning);
    const isGrowing = isLive && isStrip && camera.isScanning;
    shutter.toggleAttribute("data-growing", isGrowing);
    labelOnce(shutter, mode === "living" ? "holdShutter" : !isStrip ? "shutter" : isGrowing ? "endStrip" : "beginStrip");
    const record = byId("record");
    record.hidden = mode === "photo" || mode === "living";
    record.disabled = !isLive || (isEnded && !camera.isRecording);
    record.setAttribute("aria-pressed", String(isLive && camera.isRecording));
    labelOnce(record, isLive && camera.isRecording ? "endRecording" : "beginRecording");
    byId("camera-stop").hidden = !isLive;
    const again = byId("scan-again");
    again.hidden = !isLive || !(isGrowing || mode === "sweep");
    labelOnce(again, isStrip ? "forgetStrip" : "sweepAgain");
    const name = isStrip ? "trash" : "retry";
    if (again.dataset.symbol !== name) again.replaceChildren(symbol(name));
    again.dataset.symbol = name;
    const isOwn = isLive && this.#session.showsOwn;
    byId("switch-camera").hidden = !isOwn || !this.#hasOther;
    if (isOwn && !this.#hasOther) this.#lookForOther();
  }

  async #lookForOther() {
    if (await this.#own.hasOther()) {
      this.#hasOther = true;
      byId("switch-camera").hidden = false;
    }
  }

  /**
   * Time, size and what was left out.
   *
   * @param {boolean} isWatching
   */
  #showFacts(isWatching) {
    const { mode, phase, leftOut, isSoundEnded } = this.#session;
    const facts = byId("camera-facts");
    const isRunning = isWatching ? camera.isRunning : phase === "live";
    if (mode === "photo" || mode === "living" || !isRunning || !camera.value) {
      facts.replaceChildren();
      byId("camera-lost").hidden = true;
      return;
    }
    const { value } = camera;
    const { width, height } = value.result;
    const recorded = value.recording;
    const dropped = value.droppedFrames + leftOut + (recorded?.droppedFrames ?? 0);
    const lostSound = value.droppedSound + this.#session.lostSound + (recorded?.droppedSound ?? 0);
    const parts = [
      recorded ? text("recordedFor", { time: clock(recorded.seconds) }) : clock(value.seconds),
      width && height ? `${number(width)} × ${number(height)}` : "",
      value.state === "ended" ? text("videoEnded") : "",
      value.soundError || isSoundEnded ? text("soundEnded") : "",
      value.missing ? text("videoIncomplete") : "",
      value.result.error ? cameraReason(value.result.error) : "",
      value.recordingError ? cameraReason(value.recordingError) : "",
    ].filter(Boolean).join(" · ");
    if (facts.textContent !== parts) facts.textContent = parts;
    this.#showLost(dropped, lostSound);
  }

  /**
   * In words, and in numbers for who asks.
   *
   * @param {number} frames
   * @param {number} sound in seconds
   */
  #showLost(frames, sound) {
    const lost = byId("camera-lost");
    lost.hidden = frames === 0 && sound === 0;
    lost.ariaExpanded = String(this.#countsLost);
    const numbers = [
      frames ? text("leftOutFrames", { count: frames }) : "", sound ? text("lostSound", { seconds: tenths(sound) }) : "",
    ].filter(Boolean).join(" · ");
    const words = this.#countsLost ? numbers : text("tooFast");
    if (lost.textContent !== words) lost.textContent = words;
  }

  #fitVideo() {
    const { videoWidth, videoHeight } = this.#video;
    if (!videoWidth) return;
    for (const frame of findAll(byId("camera-views"), ".view-frame", HTMLElement)) {
      frame.style.setProperty("--ratio", String(videoWidth / videoHeight));
    }
  }
}

/**
 * A text that stands there is left alone: a screen reader would say it again.
 *
 * @param {HTMLElement} element
 * @param {string} key
 */
function sayOnce(element, key) {
  if (element.dataset.text !== key) say(element, key);
}

/**
 * @param {HTMLElement} element
 * @param {string} key
 */
function labelOnce(element, key) {
  if (element.dataset.label !== key) label(element, key);
}

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(currentLanguage()).format(value);

/**
 * Seconds, never as none when there are some.
 *
 * @param {number} value
 */
const tenths = (value) =>
  new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(Math.max(0.1, value));

/**
 * `1:05`, or `1:00:05`.
 *
 * @param {number} seconds
 */
function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}
