import { motionIsReduced, penOf } from "../core/elements.js";

const quality = 0.92;

/**
 * What `video` shows, as a JPEG file; `flash` lights up.
 *
 * @param {HTMLVideoElement} video
 * @param {Element} flash
 */
export async function takeStill(video, flash) {
  const { videoWidth: width, videoHeight: height } = video;
  if (!width) return null;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  penOf(canvas).drawImage(video, 0, 0);
  await light(flash);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
  return blob && new File([blob], nameNow("jpg"), { type: "image/jpeg" });
}

/** @param {Element} flash */
export async function light(flash) {
  if (!motionIsReduced()) await flash.animate({ opacity: [0.9, 0] }, { duration: 220 }).finished;
}

/**
 * `Camera 2026-11-21 23-05-09.jpg`, in local time.
 *
 * @param {string} ending
 */
export function nameNow(ending) {
  const now = new Date();
  const local = new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString();
  return `Camera ${local.slice(0, 10)} ${local.slice(11, 19).replaceAll(":", "-")}.${ending}`;
}
