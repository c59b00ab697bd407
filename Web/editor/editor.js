import "./markup.js";
import { Arrange } from "./arrange.js";
import { cutoutURL, drawnURL, frameCutoutURL, frameURL, originalURL, previewURL, shownURL } from "../core/api.js";
import { Brush } from "./brush.js";
import { ClipPanel } from "./clip-panel.js";
import { gradientOf } from "../core/colors.js";
import { Duplicating } from "./duplicating.js";
import { creditLine, showSource, titleOf } from "../core/credit.js";
import { close, open } from "../core/dialogs.js";
import { byId, find, findAll, latinKey, motionIsReduced, swapImage, whenMotionChanges } from "../core/elements.js";
import { say, text, wholePercent } from "../languages/languages.js";
import { announce, dismiss, failed, toast } from "../core/notices.js";
import { isClip, isDoubtful, isEditable, needsStroke } from "../core/photo-state.js";
import { changeStrokes, steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { Neighbours } from "./neighbours.js";
import { StylePanel } from "./style-panel.js";
import { Subjects } from "./subjects.js";
import { Words } from "./words.js";
import { vividStops } from "../core/vivid.js";
import { Zoom } from "./zoom.js";

const dialog = byId("editor");
const stage = byId("stage");
/**
 * What the stage shows, and what the panel has: words are set while the sticker is seen.
 *
 * @typedef {"sticker" | "compare" | "subjects" | "brush" | "arrange"} Mode
 * @typedef {Mode | "text"} Tab
 */

/** A picture that was asked for and has not come by then will not: the wheel stops. */
const longestRendering = 20_000;

/** @type {string | null} */
let id = null;
/** @type {Tab} */
let tab = "sticker";
/** @type {StylePanel} */
let panel;
/** @type {ClipPanel} */
let clipPanel;
/** @type {Brush} */
let brush;
/** @type {Subjects} */
let subjects;
/** @type {Arrange} */
let arrange;
/** @type {Words} */
let words;
/** @type {Zoom} */
let zoom;
/** @type {Neighbours} */
let neighbours;
/** @type {Duplicating} */
let duplicating;
/** @type {string | undefined} */
let toldFailure;
/** @type {{ id: string, revision: number, strokes: number, wasRendering?: boolean } | null} */
let awaited = null;
let givingUp = 0;
/** @type {{ id: string, revision: number, url: string } | null} The picture with the last stroke, until a sticker has it. */
let drawn = null;
let drawnCount = Date.now();
/** Nothing was found in the photo, and no stroke has told yet what is wanted. */
let isUnfound = false;

/** @param {{ share: (ids: string[]) => void, openStyles: import("./style-panel.js").OpenStyles }} ways */
export function startEditor({ share, openStyles }) {
  zoom = new Zoom({ viewport: byId("stage-scroll"), frame: byId("frame") });
  panel = new StylePanel({
    openStyles,
    changed: awaitPicture,
    gaveUp: () => {
      stopWaiting();
      // What was refused is not shown any more.
      queueMicrotask(() => { if (id) show(); });
    },
  });
  brush = new Brush({
    canvas: byId("brush-canvas"), changed: awaitPicture, gaveUp: stopWaiting, drawn: showDrawn, zoom, time: () => clipPanel.time,
  });
  subjects = new Subjects({ zoom, panel, changed: awaitPicture, gaveUp: stopWaiting, time: () => clipPanel.time });
  clipPanel = new ClipPanel({
    changed: awaitPicture,
    frameChanged: () => {
      brush.clearStrokes();
      if (id) show();
    },
  });
  words = new Words({ panel });
  neighbours = new Neighbours((next) => {
    begin(next, tab);
    announce([byId("editor-title"), byId("editor-position")].map(({ textContent }) => textContent).join(", "));
  });
  duplicating = new Duplicating({ edited: () => id, flush: () => panel.flush(), turn: (next) => begin(next, tab) });
  arrange = new Arrange({ panel, toolChanged: () => { if (id) show(); } });
  for (const name of /** @type {const} */ (["sticker", "text", "compare", "subjects", "brush", "arrange"])) {
    modeButton(name).addEventListener("change", () => setMode(name));
  }
  byId("confidence").addEventListener("click", () => {
    modeButton("brush").checked = true;
    setMode("brush");
    modeButton("brush").focus();
  });
  byId("compare").addEventListener("input", showDivider);
  byId("editor-share").addEventListener("click", async () => { const one = id; await panel.flush(); if (one && one === id) share([one]); });
  store.whenPhotoChanges((changed) => { if (changed === id) show(); });
  whenMotionChanges(() => { if (id) show(); });
  steps.restyle = (changed, style) => {
    if (changed !== id) return panel.forget(changed, style);
    panel.restyle(style);
    show();
    return true;
  };
  steps.changeStrokes = (changed, count) => (changed === id ? brush.change(count) : changeStrokes(changed, count));
  store.addEventListener("list", () => {
    if (!id) return;
    if (store.get(id)) show();
    else if (!duplicating.goBack()) {
      toast("removedElsewhere", { name: byId("editor-title").textContent ?? "" });
      close(dialog);
    }
  });
  dialog.addEventListener("keydown", useKey);
  dialog.addEventListener("close", () => {
    // The event comes a frame later: it may have been opened again by then.
    if (dialog.open) return;
    panel.flush();
    stopWaiting();
    id = null;
    dialog.dispatchEvent(new Event("photochange"));
  });
}

/** The sticker that is edited. */
export const editedId = () => id;

/**
 * @param {string | undefined} photoId
 * @param {string[] | null} among those that the editor leads through; null for all
 * @param {boolean} isReview
 */
export function editPhoto(photoId, among, isReview) {
  const photo = store.get(photoId);
  if (!photo || !isEditable(photo)) return;
  open(dialog);
  neighbours.start(photo.id, among, isReview);
  begin(photo.id, "sticker");
}

/**
 * @param {string} photoId
 * @param {Tab} wanted
 */
function begin(photoId, wanted) {
  const photo = store.get(photoId);
  if (!photo) return;
  id = photo.id;
  drawn = null;
  scrollToTop();
  dismiss();
  stopWaiting();
  setUnfound(needsStroke(photo));
  for (const image of /** @type {const} */ (["stage-sticker", "frame-preview", "frame-cutout"])) swapImage(byId(image), "");
  dialog.toggleAttribute("data-clip", isClip(photo));
  const first = isClip(photo) && !["sticker", "text", "subjects", "brush"].includes(wanted) ? "sticker" : modeButton(wanted).disabled ? "brush" : wanted;
  modeButton(first).checked = true;
  panel.start(photo);
  clipPanel.start(photo);
  brush.start(photo);
  subjects.start();
  arrange.start(photo);
  setMode(first);
  byId("compare").value = "50";
  showDivider();
  neighbours.at(photo.id);
  dialog.dispatchEvent(new Event("photochange"));
}

/** What is hidden keeps its place. */
function scrollToTop() {
  for (const page of findAll(dialog, ".panel-page", HTMLElement)) {
    page.hidden = false;
    page.scrollTop = 0;
  }
}

const mode = () => /** @type {Mode} */ (stage.dataset.mode);

/** @param {Tab} name */
const modeButton = (name) => find(byId("modes"), `[value=${name}]`, HTMLInputElement);

/** @param {Tab} name */
function setMode(name) {
  tab = name;
  stage.dataset.mode = dialog.dataset.mode = name === "text" ? "sticker" : name;
  byId("style-panel").hidden = name !== "sticker" && name !== "compare";
  byId("words-panel").hidden = name !== "text";
  byId("subjects-panel").hidden = name !== "subjects";
  byId("brush-panel").hidden = name !== "brush";
  byId("arrange-panel").hidden = name !== "arrange";
  if (name === "brush" || name === "subjects") byId(`${name}-panel`).prepend(byId("frame-choice"));
  zoom.setEnabled(name === "brush" || name === "subjects");
  brush.setEnabled(name === "brush");
  subjects.setEnabled(name === "subjects");
  arrange.setEnabled(name === "arrange");
  modeButton(name).parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (id) show();
}

function show() {
  const photo = store.get(id);
  if (!photo) return;
  byId("editor-title").textContent = titleOf(photo);
  showSource(byId("editor-credit"), photo.source);
  showOriginal(photo);
  if (photo.state === "done") setUnfound(false);
  else {
    if (isUnfound) showWithoutSticker(photo);
    return;
  }
  byId("stage-fill").style.backgroundImage = gradientOf(vividStops(photo));
  showConfidence(photo);
  panel.show(photo);
  clipPanel.show(photo);
  brush.show(photo);
  subjects.show(photo);
  arrange.show(photo);
  words.show(photo);
  if (!photo.rendering && awaited?.id === photo.id && awaited.wasRendering) stopWaiting();
  if (awaited?.id === photo.id) awaited.wasRendering ||= photo.rendering;
  const failure = photo.editError;
  if (failure && failure.message !== toldFailure) failed(failure);
  toldFailure = failure?.message;
  if (mode() === "sticker") showSticker(photo);
  else if (mode() === "arrange" && arrange.tool === "place") showArranged(photo);
  else showFrame(photo);
}

/** @param {API.Photo} photo */
async function showArranged(photo) {
  stage.removeAttribute("data-loading");
  await arrange.showPictures(photo);
  arrived(photo);
}

/** @param {API.Photo} photo */
async function showSticker(photo) {
  const image = byId("stage-sticker");
  image.alt = photo.name;
  image.classList.toggle("lifted", !photo.style.shadow && photo.style.background === "transparent");
  await swapImage(image, shownURL(photo, motionIsReduced()));
  words.pictureShown();
  arrived(photo);
}

/**
 * The sticker stays in sight until the photo and what is cut out of it are there.
 *
 * @param {API.Photo} photo
 */
async function showFrame(photo) {
  zoom.setContent(photo.width ?? 1, photo.height ?? 1);
  const isFirst = !byId("frame-cutout").hasAttribute("src");
  if (isFirst) showSticker(photo);
  stage.toggleAttribute("data-loading", isFirst);
  const time = clipPanel.time;
  const preview = swapImage(byId("frame-preview"), time === undefined ? previewURL(photo) : frameURL(photo, time));
  const cutout = time === undefined ? cutoutOf(photo) : frameCutoutURL(photo, time);
  const isShown = await swapImage(byId("frame-cutout"), cutout, { after: preview });
  if (photo.id !== id) return;
  const { dataset: { wanted }, src } = byId("frame-cutout");
  stage.toggleAttribute("data-loading", wanted !== undefined && src === "");
  if (isShown) brush.clearStrokes();
  arrived(photo);
}

/** @param {API.Photo} photo */
function cutoutOf(photo) {
  if (drawn && (drawn.id !== photo.id || photo.revision > drawn.revision || photo.editError)) drawn = null;
  return drawn?.url ?? cutoutURL(photo);
}

/**
 * A stroke was taken: what it did is shown before the sticker is made of it.
 *
 * @param {string} changed
 */
function showDrawn(changed) {
  const photo = store.get(changed);
  if (photo?.state !== "done" || changed !== id || isClip(photo)) return;
  drawnCount += 1;
  drawn = { id: photo.id, revision: photo.revision, url: drawnURL(photo, drawnCount) };
  show();
}

/**
 * Shows the photo itself where there is no sticker, so that the subject can be painted over.
 *
 * @param {API.Photo} photo
 */
async function showWithoutSticker(photo) {
  const isAnswered = awaited?.id === photo.id && (awaited.wasRendering || photo.strokes.done !== awaited.strokes);
  if (photo.state !== "invalid") {
    if (awaited?.id === photo.id) awaited.wasRendering = true;
  } else if (isAnswered) {
    stopWaiting();
    if (photo.error?.code !== "noSubject") failed(photo.error);
    else if (photo.strokes.done > 0) announce(text("brushHintMore"));
  }
  if (photo.state === "invalid") showBrushHint(photo);
  const preview = byId("frame-preview");
  stage.toggleAttribute("data-loading", !preview.hasAttribute("src"));
  await swapImage(preview, previewURL(photo));
  if (photo.id !== id || !isUnfound) return;
  stage.removeAttribute("data-loading");
  const { naturalWidth: width, naturalHeight: height } = preview;
  if (width === 0) return;
  zoom.setContent(width, height);
  brush.show({ ...(store.get(id) ?? photo), width, height });
  subjects.show(store.get(id) ?? photo);
}

/**
 * Where the cut is doubtful it leads to the brush. A person who painted is not asked to look again.
 *
 * @param {API.Photo} photo
 */
function showConfidence(photo) {
  byId("confidence").hidden = !isDoubtful(photo);
  say(byId("confidence-text"), "confidence", { confidence: wholePercent(photo.confidence ?? 0) });
}

/**
 * For photos from the web. An added photo is a file that its owner already has.
 *
 * @param {API.Photo} photo
 */
function showOriginal(photo) {
  byId("original-group").hidden = !photo.source;
  if (!photo.source) return;
  byId("original-credit").textContent = [photo.source.title, creditLine(photo.source)].filter(Boolean).join(" · ");
  byId("editor-original").href = originalURL(photo);
}

/** @param {boolean} isSo */
function setUnfound(isSo) {
  isUnfound = isSo;
  dialog.toggleAttribute("data-unfound", isSo);
  brush.setUnfound(isSo);
  if (!isSo) showBrushHint(null);
  byId("editor-share").disabled = isSo;
  for (const name of /** @type {const} */ (["sticker", "text", "compare", "arrange"])) modeButton(name).disabled = isSo;
}

/**
 * Under the brush it stays in sight, where a message over the page would go.
 *
 * @param {API.Photo | null} unfound where nothing was found: what was painted there is not enough yet
 */
function showBrushHint(unfound) {
  const isMore = unfound !== null && unfound.strokes.done > 0;
  say(byId("brush-hint"), unfound === null ? "brushHint" : isMore ? "brushHintMore" : "brushHintNothing");
  byId("brush-hint").toggleAttribute("data-more", isMore);
}

function awaitPicture() {
  const photo = store.get(id);
  if (!photo) return;
  awaited = { id: photo.id, revision: photo.revision, strokes: photo.strokes.done };
  byId("stage-busy").hidden = false;
  clearTimeout(givingUp);
  givingUp = setTimeout(stopWaiting, longestRendering);
}

/** @param {API.Photo} photo */
function arrived(photo) {
  if (awaited && (photo.id !== awaited.id || photo.revision > awaited.revision)) stopWaiting();
}

function stopWaiting() {
  clearTimeout(givingUp);
  awaited = null;
  byId("stage-busy").hidden = true;
}

function showDivider() {
  const place = Number(byId("compare").value);
  byId("frame-after").style.setProperty("--divider", `${place}%`);
  byId("divider").style.setProperty("--divider", `${place}%`);
}

/** @param {KeyboardEvent} event */
function useKey(event) {
  const key = latinKey(event);
  if (mode() !== "brush" || (key !== "[" && key !== "]")) return;
  brush.changeRadius(key === "[" ? -1 : 1);
  event.preventDefault();
}
