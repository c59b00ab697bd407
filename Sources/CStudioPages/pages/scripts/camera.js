import { close, open } from "./dialogs.js";
import { byId, motionIsReduced } from "./elements.js";
import { say } from "./languages.js";

const dialog = byId("camera");
const picture = byId("camera-picture");
const quality = 0.92;
/// As much as cameras give; they give less when they have less.
const wanted = { width: { ideal: 2560 }, height: { ideal: 1920 } };

let stream = null;
/// Counts openings: a camera that starts after its dialog was closed is switched off again.
let opening = 0;
let take = null;
let choose = null;

const hasLivePicture = () => isSecureContext && typeof navigator.mediaDevices?.getUserMedia === "function";

/// Tells whether a photo can be taken: a phone always can, by its own camera program.
export function whenCameraIsThere(tell) {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  tell(isPhone);
  if (isPhone || !hasLivePicture()) return;
  const look = async () => tell((await cameras()).length > 0);
  navigator.mediaDevices.addEventListener?.("devicechange", look);
  look();
}

async function cameras() {
  try {
    return (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  } catch {
    return [];
  }
}

/// Shows what the camera sees and gives what is shot to `take`, as a list of one file. Where the browser gives no live
/// picture, `choose` is to let the system do it: at once where that is known before, else after saying why.
export function shoot(handlers) {
  ({ take, choose } = handlers);
  if (!hasLivePicture()) return choose();
  start({ facingMode: "environment" });
  open(dialog);
}

async function start(which) {
  const own = opening += 1;
  stop();
  dialog.dataset.state = "starting";
  byId("shutter").disabled = true;
  try {
    const found = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, ...which } });
    if (own !== opening) return found.getTracks().forEach((track) => track.stop());
    stream = found;
    for (const track of stream.getTracks()) track.addEventListener("ended", () => fail({ name: "NotReadableError" }));
    picture.srcObject = stream;
    await picture.play();
  } catch (error) {
    if (own === opening) fail(error);
    return;
  }
  if (own !== opening) return;
  const { facingMode } = stream.getVideoTracks()[0].getSettings();
  // Who looks at himself expects a mirror; the photo is as others see him.
  picture.toggleAttribute("data-mirrored", facingMode === "user");
  dialog.dataset.state = "live";
  byId("shutter").disabled = false;
  byId("shutter").focus();
  byId("switch-camera").hidden = (await cameras()).length < 2;
}

function fail({ name }) {
  stop();
  dialog.dataset.state = "failed";
  byId("shutter").disabled = true;
  say(byId("camera-reason"), {
    NotAllowedError: "cameraRefused", SecurityError: "cameraRefused",
    NotFoundError: "cameraMissing", OverconstrainedError: "cameraMissing",
  }[name] ?? "cameraBusy");
  byId("camera-choose").focus();
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  picture.srcObject = null;
}

/// Front and back where the camera says which it is, else the next in the list.
async function other() {
  const { facingMode, deviceId } = stream?.getVideoTracks()[0]?.getSettings() ?? {};
  if (facingMode) return start({ facingMode: facingMode === "user" ? "environment" : "user" });
  const ids = (await cameras()).map((camera) => camera.deviceId);
  start({ deviceId: { exact: ids[(ids.indexOf(deviceId) + 1) % ids.length] } });
}

async function press() {
  const { videoWidth, videoHeight } = picture;
  if (!videoWidth) return;
  byId("shutter").disabled = true;
  const canvas = document.createElement("canvas");
  canvas.width = videoWidth;
  canvas.height = videoHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  if (!motionIsReduced()) await byId("camera-flash").animate({ opacity: [0.9, 0] }, { duration: 220 }).finished;
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
  close(dialog);
  take([new File([blob], nameNow(), { type: "image/jpeg" })]);
}

/// `Camera 2026-11-21 23-05-09.jpg`, in local time.
function nameNow() {
  const now = new Date();
  const local = new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString();
  return `Camera ${local.slice(0, 10)} ${local.slice(11, 19).replaceAll(":", "-")}.jpg`;
}

byId("shutter").addEventListener("click", press);
byId("switch-camera").addEventListener("click", other);
byId("camera-choose").addEventListener("click", () => {
  close(dialog);
  choose();
});
dialog.addEventListener("close", () => {
  if (dialog.open) return;
  opening += 1;
  stop();
});
