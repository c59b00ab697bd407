import { hasLivePicture } from "./browser-camera.js";
import { camera } from "./camera-state.js";
import { byId, symbol } from "../core/elements.js";
import { currentLanguage, label, say, text } from "../languages/languages.js";
import { isKnownReason, reason } from "../core/notices.js";
import { ScanPreview } from "./scan-preview.js";

const panel = byId("camera-panel");
/// What browsers call their reasons.
const ownReasons = {
  NotAllowedError: "cameraRefused", SecurityError: "cameraRefused",
  NotFoundError: "cameraMissing", OverconstrainedError: "cameraMissing",
};

/// Of cameras and videos these mean something else than of photos.
const cameraCodes = {
  damaged: "videoDamaged", empty: "videoDamaged", unknownFormat: "notAVideo",
};

export function cameraReason(error) {
  const code = cameraCodes[error.code];
  return code && isKnownReason({ code }) ? text(`error.${code}`) : reason(error);
}

/// Shows what the tab's parts say.
export class CameraView {
  slit = null;
  results = null;
  #video;
  #own;
  #source;
  #settings;
  #session;
  #frame = new ScanPreview(byId("camera-frame"), "frame");
  #result = new ScanPreview(byId("scan-picture"), "result", { drawn: () => { byId("scan-empty").hidden = true; } });
  #hasOther = false;

  constructor({ video, own, source, settings, session }) {
    this.#video = video;
    this.#own = own;
    this.#source = source;
    this.#settings = settings;
    this.#session = session;
    for (const type of ["loadedmetadata", "resize"]) video.addEventListener(type, () => this.#fitVideo());
  }

  show() {
    const { mode, phase } = this.#session;
    const isWatching = mode !== "photo" && camera.isElsewhere;
    const isUsable = !isWatching;
    const isBusy = phase === "live" && (camera.isScanning || camera.isRecording);
    Object.assign(panel.dataset, { mode, phase: isWatching && camera.isRunning ? "live" : phase });
    panel.toggleAttribute("data-recording", camera.isRecording);
    for (const radio of document.getElementsByName("camera-mode")) {
      radio.disabled = isWatching ? radio.value !== "photo" && radio.value !== camera.value.config.mode
        : isBusy && radio.value === "photo";
    }
    sayOnce(byId("camera-about"), `about.${mode}`);
    byId("camera-watching").hidden = !isWatching;
    byId("scan-view").hidden = mode === "photo";
    byId("camera-settings").hidden = mode === "photo";
    byId("movie-group").disabled = isWatching || camera.isRecording;
    this.#settings.show({ mode, isUsable });
    this.#source.show({ mode, isUsable });
    byId("sound-note").hidden = !this.#session.isMute;
    if (this.#session.isMute) sayOnce(byId("sound-note"), "microphoneRefused");
    this.#showPictures(isWatching);
    this.#showCover(isWatching);
    this.#showButtons(isWatching);
    this.#showFacts(isWatching);
    this.results.show();
  }

  #showPictures(isWatching) {
    const { mode, phase, showsOwn } = this.#session;
    const { config } = this.#settings;
    const isOwn = showsOwn && !isWatching;
    const isRunning = isWatching ? camera.isRunning : phase === "live" && mode !== "photo";
    this.#video.hidden = !isOwn;
    byId("camera-frame").hidden = isOwn;
    const isMirrored = mode === "photo" ? this.#own.looksAtPerson : config.mirror;
    this.#video.toggleAttribute("data-mirrored", isMirrored);
    const preview = camera.value?.preview ?? 0;
    if (isRunning && preview > 0) {
      if (!isOwn) this.#frame.show(preview);
      this.#result.show(preview);
    } else if (!isRunning) {
      if (!byId("scan-empty").hidden || mode === "photo") return this.#showSlits(isRunning, isWatching);
      this.#result.forget();
      this.#frame.forget();
      byId("scan-empty").hidden = false;
    }
    this.#showSlits(isRunning, isWatching);
  }

  #showSlits(isRunning, isWatching) {
    const { mode } = this.#session;
    const { config } = this.#settings;
    const { width = 0, height = 0 } = camera.value?.camera ?? {};
    const across = config.axis === "columns" ? width : height;
    const lines = across ? Math.min(1, config.width / across) : 0;
    this.slit.show({
      isVisible: isRunning && mode === "strip", isUsable: !isWatching, axis: config.axis, place: config.slit, lines,
    });
    const progress = camera.value?.result?.progress ?? null;
    const line = byId("travelling-slit");
    line.hidden = !isRunning || mode !== "sweep" || progress === null;
    line.dataset.axis = config.axis;
    line.style.setProperty("--place", `${100 * (config.direction === "forward" ? progress : 1 - progress)}%`);
    byId("scan-progress").hidden = !isRunning || mode === "sweep" || progress === null;
    byId("scan-progress").style.setProperty("--progress", String(progress ?? 0));
  }

  /// Over the camera's picture as long as there is none.
  #showCover(isWatching) {
    const { mode, phase, error } = this.#session;
    const { upload, isUpload } = this.#source;
    const isScanOfVideo = mode !== "photo" && isUpload;
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
      byId("camera-upload-bar").value = upload.progress;
      sayOnce(byId("camera-upload-text"), "uploadingVideo");
    }
    byId("camera-start").hidden = isWatching || isSending;
    const words = isScanOfVideo ? (upload.video ? "startVideo" : "chooseVideo") : failure ? "tryAgain" : "turnOn";
    sayOnce(byId("camera-start-text"), words);
    byId("camera-choose").hidden = mode !== "photo" || phase !== "failed";
    if (mode !== "photo") sayOnce(byId("scan-hint"), `hint.${mode}`);
  }

  #sayWhy(element, error, mode) {
    const isOwn = error.name in ownReasons || ["NotReadableError", "AbortError"].includes(error.name);
    if (isOwn && mode === "photo") sayOnce(element, ownReasons[error.name] ?? "cameraBusy");
    else if (isOwn) sayOnce(element, `${ownReasons[error.name] ?? "cameraBusy"}Here`);
    else if (error.code === "insecure" || (error instanceof TypeError && !hasLivePicture())) sayOnce(element, "cameraInsecure");
    else if (error.code === "noFrames") sayOnce(element, "cameraOldBrowser");
    else {
      const words = cameraReason(error);
      delete element.dataset.text;
      if (element.textContent !== words) element.textContent = words;
    }
  }

  #showButtons(isWatching) {
    const { mode, phase } = this.#session;
    const isLive = !isWatching && phase === "live";
    const isStrip = mode === "strip";
    const isEnded = camera.value?.state === "ended";
    const shutter = byId("shutter");
    shutter.disabled = !isLive || (mode !== "photo" && isStrip && isEnded && !camera.isScanning);
    const isGrowing = isLive && isStrip && camera.isScanning;
    shutter.toggleAttribute("data-growing", isGrowing);
    labelOnce(shutter, mode === "photo" || !isStrip ? "shutter" : isGrowing ? "endStrip" : "beginStrip");
    const record = byId("record");
    record.hidden = mode === "photo";
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

  /// Time, size and what was left out.
  #showFacts(isWatching) {
    const { mode, phase, leftOut } = this.#session;
    const facts = byId("camera-facts");
    const isRunning = isWatching ? camera.isRunning : phase === "live";
    if (mode === "photo" || !isRunning || !camera.value) return facts.replaceChildren();
    const { value } = camera;
    const { width, height } = value.result;
    const recorded = value.recording;
    const dropped = value.droppedFrames + leftOut + (recorded?.droppedFrames ?? 0);
    const parts = [
      recorded ? text("recordedFor", { time: clock(recorded.seconds) }) : clock(value.seconds),
      width && height ? `${number(width)} × ${number(height)}` : "",
      value.state === "ended" ? text("videoEnded") : "",
      dropped ? text("leftOutFrames", { count: dropped }) : "",
      value.result.error ? cameraReason(value.result.error) : "",
      value.recordingError ? cameraReason(value.recordingError) : "",
    ].filter(Boolean).join(" · ");
    if (facts.textContent !== parts) facts.textContent = parts;
  }

  #fitVideo() {
    const { videoWidth, videoHeight } = this.#video;
    if (!videoWidth) return;
    for (const frame of document.querySelectorAll("#camera-views .view-frame")) {
      frame.style.setProperty("--ratio", videoWidth / videoHeight);
    }
  }
}

/// A text that stands there is left alone: a screen reader would say it again.
function sayOnce(element, key) {
  if (element.dataset.text !== key) say(element, key);
}

function labelOnce(element, key) {
  if (element.dataset.label !== key) label(element, key);
}

const number = (value) => new Intl.NumberFormat(currentLanguage()).format(value);

/// `1:05`, or `1:00:05`.
function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}
