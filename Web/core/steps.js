import {
  redoStroke, removePhotos, restorePhotos, setClip, setMetadata, setOrder, StudioError, undoStroke,
} from "./api.js";
import { keep, keptValues } from "./kept.js";
import { dismiss, failed } from "./notices.js";
import { store } from "./store.js";
import { changeStyles } from "./style-changes.js";

/** A reload keeps them. */
const storageKey = "peel.steps";
const most = 100;
/** How long the text may be that a reload keeps (characters): every browser has room for it. */
const mostKept = 2_000_000;
/** What is changed of the same sticker within this time is one step: typing, a slider (milliseconds). */
const pause = 1500;

/**
 * What a person did, and how it was before.
 *
 * @typedef {{ id: string, before: API.Style, after: API.Style }} StyleChange the same keys of both
 * @typedef {{ kind: "styles", changes: StyleChange[] }} StylesStep
 * @typedef {{ kind: "removal", ids: string[] }} RemovalStep
 * @typedef {{ kind: "duplication", ids: string[] }} DuplicationStep the ids of the duplicates
 * @typedef {{ kind: "order", before: string[], after: string[] }} OrderStep
 * @typedef {{ kind: "clip", id: string, before: API.ClipPartChange, after: API.ClipPartChange }} ClipStep
 * @typedef {{ kind: "pack", id: string, before: API.PackChange | "removed" | "there", after: API.PackChange | "removed" | "there" }} PackStep
 * @typedef {{ kind: "strokes", id: string, count: number }} StrokesStep `count` that were added to those of a photo; less than 0
 *   where all were taken back
 * @typedef {{ kind: "metadata", id: string, before: API.StickerMetadataChange, after: API.StickerMetadataChange }} MetadataStep
 * @typedef {{ kind: "preset", name: string, style: API.Style, at: number }} PresetStep a saved style that was deleted, and its
 *   place among the others
 * @typedef {{ kind: "result", id: string }} ResultStep a picture or a movie of the camera, which is deleted for good once the
 *   message that tells of it is gone
 * @typedef {StylesStep | RemovalStep | DuplicationStep | OrderStep | ClipStep | PackStep | StrokesStep | MetadataStep | PresetStep | ResultStep} Step
 */

/** The steps of this page, the newest last. They outlast the dialogs in which they were made. */
class Steps extends EventTarget {
  /** @type {Step[]} */
  #done = [];
  /** @type {Step[]} */
  #undone = [];
  #changedAt = 0;
  /** One after the other, however fast they are asked for. */
  #last = Promise.resolve();
  /**
   * Changes of many photos that the studio has not answered yet. Other steps do not wait for them; their undo does.
   *
   * @type {WeakMap<Step, Promise<unknown>>}
   */
  #going = new WeakMap();
  /**
   * Changes the sticker that is edited, where the hand may be faster than the studio. Answers whether it is that one.
   *
   * @type {(id: string, style: API.Style) => boolean}
   */
  restyle = () => false;
  /**
   * Takes back strokes of a photo, or does them again: the newest, as many as `count` says.
   *
   * @type {(id: string, count: number) => Promise<unknown>}
   */
  changeStrokes = changeStrokes;
  /**
   * Does what a step did with a pack of the library, or takes it back.
   *
   * @type {(step: PackStep, isBack: boolean) => Promise<unknown>}
   */
  changePack = () => Promise.resolve();
  /**
   * Changes what a person says of a sticker.
   *
   * @type {(id: string, change: API.StickerMetadataChange) => Promise<unknown>}
   */
  changeMetadata = changeMetadata;
  /**
   * Deletes a saved style, or brings it back.
   *
   * @type {(step: PresetStep, isBack: boolean) => Promise<unknown>}
   */
  changePreset = () => Promise.resolve();
  /**
   * Brings a picture or a movie of the camera back.
   *
   * @type {(id: string) => void}
   */
  keepResult = () => {};

  constructor() {
    super();
    const { done, undone } = keptValues(storageKey, "tab");
    [this.#done, this.#undone] = [done ?? [], undone ?? []];
  }

  /**
   * @param {Step} step
   * @param {boolean} [isWhole] whether nothing that comes soon after it belongs to it
   */
  record(step, isWhole = true) {
    // The message of the step before offers to take that one back.
    dismiss();
    const isContinued = !isWhole && this.#continues(step);
    this.#changedAt = isWhole ? 0 : Date.now();
    if (!isContinued) this.#done = [...withoutLost(this.#done, step), step].slice(-most);
    this.#undone = [];
    this.#tell();
  }

  /**
   * Asks the studio to do what a step is. It is known before the studio answers: a page that is reloaded meanwhile can
   * take back what was done.
   *
   * @param {Step} step
   * @param {() => Promise<unknown>} request
   */
  async perform(step, request) {
    this.record(step);
    const going = this.#last.then(request);
    this.#last = going.then(() => {}, () => {});
    try {
      await going;
    } catch (error) {
      // A reload breaks the connection, too: then it may be done.
      if (/** @type {Failure} */ (error).code !== "offline") this.forget(step);
      throw error;
    }
  }

  /**
   * Records a step that takes long, before the studio answers. What is done meanwhile does not wait for it.
   *
   * @param {Step} step
   * @param {Promise<unknown>} change
   */
  begin(step, change) {
    this.record(step);
    this.#going.set(step, change);
  }

  /**
   * Less was changed than the step was to change.
   *
   * @param {StylesStep} step
   * @param {StyleChange[]} changes
   */
  narrow(step, changes) {
    step.changes = changes;
    if (changes.length === 0) this.forget(step);
    else this.#tell();
  }

  /**
   * What the studio did not take is none.
   *
   * @param {Step} step
   */
  forget(step) {
    this.#done = this.#done.filter((one) => one !== step);
    this.#tell();
  }

  /**
   * The newest step, or the newest that has changed a sticker. Strokes of before this page are there as well.
   *
   * @param {string | null} [id]
   */
  canUndo(id = null) { return newest(this.#done, id) >= 0 || hasStrokes(id); }
  /** @param {string | null} [id] */
  canRedo(id = null) { return newest(this.#undone, id) >= 0; }

  /** @param {boolean} isBack whether it is undone next, or redone */
  nextKind(isBack) { return (isBack ? this.#done : this.#undone).at(-1)?.kind; }

  /** @param {Step} step */
  isNewest(step) { return this.#done.at(-1) === step; }

  /**
   * Answers the step that was taken back; null when there was none.
   *
   * @param {string | null} [id]
   * @param {(finished: number, total: number) => void} [progress]
   */
  undo(id = null, progress) { return this.#go(id, true, progress); }

  /**
   * @param {string | null} [id]
   * @param {(finished: number, total: number) => void} [progress]
   */
  redo(id = null, progress) { return this.#go(id, false, progress); }

  /**
   * @param {string | null} id
   * @param {boolean} isBack
   * @param {((finished: number, total: number) => void) | undefined} progress
   */
  #go(id, isBack, progress) {
    const going = this.#last.then(() => this.#take(id, isBack, progress));
    this.#last = going.then(() => {}, () => {});
    return going;
  }

  /**
   * @param {string | null} id
   * @param {boolean} isBack
   * @param {((finished: number, total: number) => void) | undefined} progress
   */
  async #take(id, isBack, progress) {
    const from = isBack ? this.#done : this.#undone;
    if (isBack && id !== null && newest(from, id) < 0 && hasStrokes(id)) from.push({ kind: "strokes", id, count: 1 });
    const at = newest(from, id);
    if (at < 0) return null;
    // What is done next is a step of its own.
    this.#changedAt = 0;
    const [step] = from.splice(at, 1);
    try {
      await this.#going.get(step);
      if (step.kind === "styles" && step.changes.length === 0) return null;
      // What later steps have changed stays as they have left it.
      await this.#perform(step, isBack, (isBack ? this.#done : this.#undone).slice(at), progress);
      // A picture that is back is deleted with its own button.
      if (step.kind !== "result") (isBack ? this.#undone : this.#done).push(step);
      return step;
    } catch (error) {
      // What did not reach the studio can be tried again. A stroke might be taken back twice.
      const isOffline = /** @type {Failure} */ (error).code === "offline" && step.kind !== "strokes";
      if (isOffline) (isBack ? this.#done : this.#undone).splice(at, 0, step);
      throw error;
    } finally {
      this.#tell();
    }
  }

  /**
   * @param {Step} step
   * @param {boolean} isBack
   * @param {Step[]} later
   * @param {((finished: number, total: number) => void) | undefined} progress
   */
  async #perform(step, isBack, later, progress) {
    if (step.kind === "removal" || step.kind === "duplication") {
      if ((step.kind === "duplication") === isBack) return removePhotos(step.ids.filter((id) => store.get(id)));
      const restored = await restorePhotos(step.ids);
      for (const photo of restored) store.addIfUnknown(photo);
      // They were deleted for good meanwhile.
      if (!restored.length && !step.ids.some((id) => store.get(id))) throw new StudioError(404, "notFound", "");
    } else if (step.kind === "order") {
      const ids = isBack ? step.before : step.after;
      const shown = [...store.order];
      store.apply({ type: "order", data: { ids } });
      try {
        await setOrder(store.order);
      } catch (error) {
        store.apply({ type: "order", data: { ids: shown } });
        throw error;
      }
    } else if (step.kind === "pack") {
      await this.changePack(step, isBack);
    } else if (step.kind === "metadata") {
      if (store.get(step.id)) await this.changeMetadata(step.id, isBack ? step.before : step.after);
    } else if (step.kind === "preset") {
      await this.changePreset(step, isBack);
    } else if (step.kind === "result") {
      this.keepResult(step.id);
    } else if (step.kind === "strokes") {
      if (store.get(step.id)) await this.changeStrokes(step.id, isBack ? -step.count : step.count);
    } else if (step.kind === "clip") {
      if (store.get(step.id)) await setClip(step.id, isBack ? step.before : step.after);
    } else {
      const styles = new Map(step.changes.flatMap(({ id, before, after }) => {
        const style = isBack ? unless(before, id, later) : after;
        return Object.keys(style).length === 0 || this.restyle(id, style) ? [] : [[id, style]];
      }));
      const { failure } = await changeStyles(styles, progress);
      if (failure) throw failure;
    }
  }

  /**
   * A change of what the step before has changed, soon after it, goes into that step.
   *
   * @param {Step} step
   */
  #continues(step) {
    const before = this.#done.at(-1);
    if (step.kind !== "styles" || before?.kind !== "styles" || Date.now() - this.#changedAt > pause) return false;
    if (step.changes.length !== 1 || before.changes.length !== 1) return false;
    const [[change], [old]] = [step.changes, before.changes];
    if (change.id !== old.id || String(Object.keys(change.after)) !== String(Object.keys(old.after))) return false;
    old.after = change.after;
    return true;
  }

  #tell() {
    const done = newestThatFit(this.#done, mostKept);
    const undone = newestThatFit(this.#undone, mostKept - done.length);
    keep(storageKey, `{"done":${done},"undone":${undone}}`, "tab");
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * As JSON, and none that is older than one that does not fit: it would be taken back before that one.
 *
 * @param {Step[]} steps
 * @param {number} room in characters
 */
function newestThatFit(steps, room) {
  /** @type {string[]} */
  const texts = [];
  // With the page, what the camera made is deleted for good.
  for (const step of steps.filter(({ kind }) => kind !== "result").reverse()) {
    const text = JSON.stringify(step);
    room -= text.length + 1;
    if (room < 0) break;
    texts.unshift(text);
  }
  return `[${texts}]`;
}

/**
 * @param {Step[]} steps
 * @param {string | null} id
 */
function newest(steps, id) {
  const fits = (/** @type {Step} */ step) =>
    id === null || (step.kind === "styles" && step.changes.some((change) => change.id === id))
    || ((step.kind === "clip" || step.kind === "strokes") && step.id === id);
  return steps.map(fits).lastIndexOf(true);
}

/** @param {string | null} id */
const hasStrokes = (id) => id !== null && (store.get(id)?.strokes.done ?? 0) > 0;

/**
 * The strokes that were taken back all at once are gone for good when another is painted.
 *
 * @param {Step[]} steps
 * @param {Step} step
 */
function withoutLost(steps, step) {
  const isOfPhoto = (/** @type {Step} */ one) => one.kind === "strokes" && step.kind === "strokes" && one.id === step.id;
  const lost = steps.map((one) => isOfPhoto(one) && one.kind === "strokes" && one.count < 0).lastIndexOf(true);
  return steps.filter((one, at) => at > lost || !isOfPhoto(one));
}

/**
 * @param {string} id
 * @param {number} count
 */
export async function changeStrokes(id, count) {
  for (let left = Math.abs(count); left > 0; left -= 1) await (count < 0 ? undoStroke : redoStroke)(id);
}

/**
 * Keeps what a person says of a sticker with its photo.
 *
 * @param {string} id
 * @param {API.StickerMetadataChange} change
 */
export async function changeMetadata(id, change) {
  const { metadata } = await setMetadata(id, change);
  // The rest of the answer may be older than what events have told meanwhile.
  const photo = store.get(id);
  if (photo) store.apply({ type: "photo", data: { ...photo, metadata } });
}

/**
 * A sticker's style without what later steps have changed.
 *
 * @param {API.Style} style
 * @param {string} id
 * @param {Step[]} later
 * @returns {API.Style}
 */
function unless(style, id, later) {
  const changed = later.flatMap((step) => (step.kind === "styles" ? step.changes : []))
    .filter((change) => change.id === id).flatMap(({ after }) => Object.keys(after));
  return Object.fromEntries(Object.entries(style).filter(([key]) => !changed.includes(key)));
}

export const steps = new Steps();

/**
 * The button of a message that tells of a step.
 *
 * @param {Step} step
 */
export const undoOf = (step) => ({ key: "undo", act() { if (steps.isNewest(step)) steps.undo().catch(failed); } });
