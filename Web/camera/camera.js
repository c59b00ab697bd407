import "./markup.js";
import { BrowserCamera, hasLivePicture } from "./browser-camera.js";
import {
  beginScan, endRecording, forgetScan, letGoOfCamera, pressShutter, startRecording, viewURL,
} from "./camera-api.js";
import { ClipRecorder } from "./clip-recorder.js";
import { CameraSession } from "./camera-session.js";
import { CameraSource } from "./camera-source.js";
import { camera } from "./camera-state.js";
import { cameraReason, CameraView } from "./camera-view.js";
import { byId, find, findAll } from "../core/elements.js";
import { text } from "../languages/languages.js";
import { announce, toast } from "../core/notices.js";
import { LivingShutter } from "./living-shutter.js";
import { ScanResults } from "./scan-results.js";
import { ScanSettings } from "./scan-settings.js";
import { SlitSlider } from "./slit-slider.js";
import { light, takeStill } from "./still-picture.js";
import { tabs } from "../core/tabs.js";

const video = byId("camera-picture");
const flash = byId("camera-flash");
const radios = findAll(byId("camera-modes"), "[name=camera-mode]", HTMLInputElement);

const own = new BrowserCamera(video);
const source = new CameraSource();
const settings = new ScanSettings();
const session = new CameraSession({ video, own, source, settings });
const results = new ScanResults();
const slit = new SlitSlider({ moved: (place) => settings.set({ slit: place }) });
const recorder = new ClipRecorder();
const living = new LivingShutter(byId("shutter"), {
  isUsable: () => session.mode === "living" && session.phase === "live",
  begin: beginClip,
  end: endClip,
  failed: (error) => toast("didNotWork", { reason: cameraReason(/** @type {Failure} */ (error)) }),
});
const view = new CameraView({ video, own, source, settings, session, slit, results });

/** @type {(files: File[]) => void} */
let take;
/** @type {() => void} */
let choose;
/** @typedef {import("./camera-session.js").Mode} Mode */

/** A button waits for the studio's answer. */
let isAsking = false;

/**
 * The tab for both cameras: the still picture, which goes to `take` as a list of one file, and the slit-scan. Where the
 * browser gives no live picture, `choose` lets the system take it. `made` gets the photo that a scan became.
 *
 * @param {{ take: (files: File[]) => void, choose: () => void, made: (id: string) => void }} handlers
 */
export function startCameraTab(handlers) {
  ({ take, choose } = handlers);
  results.start({ made: handlers.made });
  settings.start();
  source.start();
  for (const radio of radios) {
    radio.checked = radio.value === session.mode;
    radio.addEventListener("change", () => useMode(modeOf(radio)));
  }
  byId("camera-start").addEventListener("click", start);
  byId("camera-choose").addEventListener("click", () => choose());
  byId("camera-stop").addEventListener("click", () => session.turnOff());
  byId("camera-take-over").addEventListener("click", () => session.takeOver());
  byId("switch-camera").addEventListener("click", () => session.openOther());
  byId("shutter").addEventListener("click", () => { if (session.mode !== "living") asking(press); });
  byId("record").addEventListener("click", () => asking(record));
  byId("scan-again").addEventListener("click", () => asking(again));
  byId("open-view").href = viewURL;
  source.addEventListener("change", () => {
    living.stop(false);
    session.changeSource();
  });
  for (const one of [camera, settings, session]) one.addEventListener("change", show);
  source.addEventListener("upload", show);
  source.upload.addEventListener("failed", () => {
    // Over a picture there is no place for the reason.
    if (byId("camera-off").hidden && source.upload.error) toast("didNotWork", { reason: cameraReason(source.upload.error) });
  });
  source.addEventListener("change", show);
  document.addEventListener("languagechange", show);
  document.addEventListener("visibilitychange", show);
  tabs.addEventListener("change", turn);
  session.addEventListener("change", () => { if (session.phase !== "live") living.stop(false); });
  addEventListener("pagehide", () => {
    if (camera.controls) letGoOfCamera();
    session.leave();
  });
  turn();
}

/**
 * @param {HTMLInputElement} radio
 * @returns {Mode}
 */
const modeOf = ({ value }) => /** @type {Mode} */ (value);

/** Switches the browser's camera on for a photo. */
export async function openForPhoto() {
  chooseMode("photo");
  await session.turnOn();
  if (session.phase === "live") byId("shutter").focus();
  else if (session.phase === "failed") byId("camera-choose").focus();
}

/** @param {Mode} mode */
function chooseMode(mode) {
  for (const radio of radios) radio.checked = radio.value === mode;
  useMode(mode);
}

/** @param {Mode} mode */
function useMode(mode) {
  living.stop(false);
  if (mode === "living") settings.useFrames();
  else if (mode !== "photo") settings.useMode(mode);
  session.setMode(mode);
  show();
}

function turn() {
  const isHere = tabs.current === "camera";
  if (isHere) {
    camera.follow();
    source.look();
  } else {
    session.rest();
  }
  show();
}

function start() {
  const needsVideo = session.mode !== "photo" && source.isUpload && !source.upload.video;
  if (session.mode === "photo" && !hasLivePicture()) choose();
  else if (session.mode === "living" && source.isBrowser && !hasLivePicture()) source.shootVideo((film) => take([film]));
  else if (session.mode !== "photo" && source.isBrowser && !hasLivePicture()) source.shootVideo();
  else if (needsVideo) source.chooseVideo();
  else session.turnOn();
}

/**
 * One press at a time.
 *
 * @param {() => Promise<void>} action
 */
async function asking(action) {
  if (isAsking) return;
  isAsking = true;
  try {
    await action();
  } catch (error) {
    toast("didNotWork", { reason: cameraReason(/** @type {Failure} */ (error)) });
  }
  isAsking = false;
  show();
}

async function press() {
  if (session.mode === "photo") {
    const file = await takeStill(video, flash);
    if (file) take([file]);
    return;
  }
  const isStrip = session.mode === "strip";
  if (isStrip && !camera.isScanning) {
    camera.adopt(await beginScan());
    announce(text("stripBegan"));
    return;
  }
  const picture = await pressShutter(isStrip);
  light(flash);
  results.takePicture(picture);
}

async function beginClip() {
  announce(text("recordingBegan"));
  if (!session.isOwnAlone) await recorder.beginMachine();
  else if (own.stream) await recorder.beginOwn(own.stream);
}

/** @param {boolean} isWanted */
async function endClip(isWanted) {
  const file = await recorder.end();
  if (isWanted) take([file]);
}

async function record() {
  if (!camera.isRecording) {
    const format = chosen("movie-format", /** @type {const} */ (["mp4", "webm"]));
    const quality = chosen("movie-quality", /** @type {const} */ (["draft", "good", "best"]));
    const hasSound = camera.value?.camera?.hasSound ?? false;
    camera.adopt(await startRecording({ format, quality, sound: hasSound && byId("movie-sound").checked }));
    announce(text("recordingBegan"));
    return;
  }
  results.takeMovie(await endRecording());
}

/**
 * Which of the buttons with a name is chosen.
 *
 * @template {string} Value
 * @param {string} name
 * @param {readonly Value[]} values
 */
const chosen = (name, values) =>
  values.find((value) => find(byId("movie-group"), `[name=${name}][value=${value}]`, HTMLInputElement).checked) ?? values[0];

/** A strip is forgotten; the slit of a sweep goes back to where it began. */
async function again() {
  camera.adopt(await (session.mode === "strip" ? forgetScan() : beginScan()));
}

/** Another page, or a script, may have changed the mode. */
function followMode() {
  const { mode } = settings.config;
  if (session.mode === "photo" || session.mode === "living" || session.mode === mode) return;
  session.mode = mode;
  for (const radio of radios) radio.checked = radio.value === mode;
}

function show() {
  followMode();
  if (tabs.current === "camera") view.show();
}
