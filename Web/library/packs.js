import "./markup.js";
import { thumbnailURL } from "../core/api.js";
import { withCopies } from "../core/duplicates.js";
import { arrange, byId, find, make, symbol } from "../core/elements.js";
import { failed, toast } from "../core/notices.js";
import { steps, undoOf } from "../core/steps.js";
import { store } from "../core/store.js";
import { label, say, sayingSpan, text } from "../languages/languages.js";
import { changePack, makePack, packOf, removePack } from "./api.js";
import { chooseIn, startChoice } from "./choice.js";
import { askForName, startNaming } from "./naming.js";
import { preview, showPreview, startPreview } from "./preview.js";

/** @typedef {import("./api.js").WholePack} WholePack */

/**
 * The grid, which shows all stickers or those of a pack.
 *
 * @typedef {object} Grid
 * @property {(pack: ShownPack | null) => void} show
 * @property {() => string[]} selected
 * @property {() => void} clear forgets what is selected
 */

/** @type {Grid} */
let grid = { show() {}, selected: () => [], clear() {} };
/**
 * The pack that is shown; null for all stickers.
 *
 * @type {WholePack | null}
 */
let shown = null;
/** What was asked for last: answers come in any order. */
let wanted = "";
/** Counts what was asked of the pack that is shown: an older answer tells less than a newer one. */
let asked = 0;
/**
 * A pack as the studio had it last, whatever the page shows until its changes arrive.
 *
 * @type {WholePack | null}
 */
let answered = null;
/**
 * How many changes of each pack are under way. Until the last one is answered, the page knows better than the studio.
 *
 * @type {Map<string, number>}
 */
const pending = new Map();
/** Changes are sent one after the other: keys may be faster than the studio. */
let last = Promise.resolve();
/** @type {Map<string, Chip>} */
const chips = new Map();
const all = chip("");
const list = make("div", { class: "pack-chips", role: "radiogroup", "data-label": "packs" });
const note = say(make("p", { class: "pack-note", hidden: true }), "packEmpty");

/**
 * Packs beside "All stickers": each is a choice of what the grid shows.
 *
 * @param {Grid} given
 */
export function startPackList(given) {
  grid = given;
  const add = make("button", { type: "button", class: "button tinted small pack-new", id: "pack-new" }, symbol("plus"), sayingSpan("packNew"));
  label(add, "packNew");
  add.addEventListener("click", () => makeNew([]));
  list.addEventListener("change", ({ target }) => { if (target instanceof HTMLInputElement) choose(target.value); });
  byId("grid-packs").append(make("div", { class: "pack-row" }, list, add), note);
  list.ariaLabel = text("packs");
  byId("grid-menu-list").append(
    entry("pack-cover", "star", "packUseAsCover", useAsCover), entry("pack-look", "chat", "packPreview", () => { if (shown) preview(shown); }),
    entry("pack-rename", "pencil", "packRename", rename), entry("pack-delete", "trash", "packDelete", remove));
  startNaming();
  startChoice();
  startPreview();
  store.addEventListener("packs", follow);
  store.whenPhotoChanges((id) => { for (const { cover, show } of chips.values()) if (cover() === id) show(); });
  showList();
}

/** @type {(id: string, picture: string, key: string, act: () => void) => HTMLElement} */
function entry(id, picture, key, act) {
  const button = make("button", { type: "button", class: "button bare", id, hidden: true }, symbol(picture), sayingSpan(key));
  button.addEventListener("click", () => {
    byId("grid-menu").open = false;
    // A dialog gives the focus back to where it was: the entry is not seen by then.
    find(byId("grid-menu"), "summary", HTMLElement).focus();
    act();
  });
  return button;
}

/** What the menu of the grid offers. */
export function showMenu() {
  for (const id of ["pack-cover", "pack-look", "pack-rename", "pack-delete"]) find(byId("grid-menu-list"), `#${id}`, HTMLElement).hidden = shown === null;
  const selected = grid.selected();
  find(byId("grid-menu-list"), "#pack-cover", HTMLButtonElement).disabled = selected.length !== 1 || selected[0] === shown?.cover;
  find(byId("grid-menu-list"), "#pack-look", HTMLButtonElement).disabled = shown?.photos.length === 0;
}

/**
 * @typedef {object} Chip
 * @property {HTMLElement} element
 * @property {HTMLInputElement} input
 * @property {() => string | undefined} cover
 * @property {(pack?: API.KeptPack) => void} show
 * @param {string} id
 * @returns {Chip}
 */
function chip(id) {
  const input = make("input", { type: "radio", name: "grid-pack", value: id });
  const picture = make("img", { alt: "", width: "28", height: "28", decoding: "async" });
  const name = make("span", { class: "pack-chip-name" });
  const count = make("small");
  const element = make("label", { class: "pack-chip" }, input, make("span", { class: "pack-chip-face" }, id ? picture : null, name, id ? count : null));
  /** @type {string | undefined} */
  let cover;
  return {
    element, input, cover: () => cover,
    show(pack) {
      if (pack) {
        cover = pack.cover;
        name.textContent = pack.name;
        count.textContent = String(pack.count);
        element.dataset.id = pack.id;
      }
      const photo = store.get(cover);
      picture.hidden = photo?.state !== "done";
      if (photo?.state === "done" && picture.getAttribute("src") !== thumbnailURL(photo)) picture.src = thumbnailURL(photo);
    },
  };
}

function showList() {
  say(find(all.element, ".pack-chip-name", HTMLElement), "packAll");
  for (const id of chips.keys()) if (!store.packs.some((pack) => pack.id === id)) chips.delete(id);
  arrange(list, [all.element, ...store.packs.map((pack) => {
    const one = chips.get(pack.id) ?? chip(pack.id);
    chips.set(pack.id, one);
    one.show(pack);
    return one.element;
  })]);
  for (const one of [all, ...chips.values()]) one.input.checked = one.input.value === wanted;
  note.hidden = shown === null || shown.photos.length > 0;
  showMenu();
}

/** Packs have changed here, in another tab, or because photos went or came back. */
function follow() {
  const pack = store.packs.find(({ id }) => id === wanted);
  if (wanted && !pack) choose("");
  else if (pack && shown && !pending.has(wanted)) {
    if (pack.revision !== shown.revision) choose(wanted);
    else adopt({ ...shown, ...pack });
  }
  showList();
}

/** @param {string} id empty for all stickers */
async function choose(id) {
  if (id !== wanted) grid.clear();
  wanted = id;
  const own = asked += 1;
  if (!id) adopt(null);
  else {
    try {
      const pack = await packOf(id);
      if (own !== asked || pending.has(id)) return;
      answered = pack;
      adopt(pack);
    } catch (error) {
      if (own !== asked) return;
      // What is shown stays chosen.
      wanted = shown?.id ?? "";
      showList();
      failed(error);
    }
  }
}

/** @param {WholePack | null} pack */
function adopt(pack) {
  shown = pack;
  grid.show(pack && {
    id: pack.id, name: pack.name, photos: pack.photos, cover: pack.cover,
    sort(ids, before) {
      adopt({ ...pack, photos: ids });
      change(pack.id, { order: ids }, { order: before });
    },
    remove: (ids) => takeOut(pack, ids),
    insert: (copies) => insert(pack, copies),
  });
  if (pack) showPreview(pack);
  showList();
  chips.get(wanted)?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Answers whether it was done. It can be taken back.
 *
 * @param {string} id
 * @param {API.PackChange} after
 * @param {API.PackChange} before
 */
async function change(id, after, before) {
  /** @type {import("../core/steps.js").PackStep} */
  const step = { kind: "pack", id, before, after };
  try {
    const sending = sent(id, after);
    // It is told below, also where it fails before the step has its turn.
    sending.catch(() => {});
    await steps.perform(step, () => sending);
    const pack = await sending;
    if (wanted === id && !pending.has(id)) adopt(pack);
  } catch (error) {
    failed(error);
    if (wanted !== id || pending.has(id)) return null;
    // The studio itself may be out of reach, too.
    if (answered?.id === id) adopt(answered);
    choose(id);
    return null;
  }
  return undoOf(step);
}

/** @type {(id: string, after: API.PackChange) => Promise<WholePack>} */
async function sent(id, after) {
  if (id === wanted) asked += 1;
  pending.set(id, (pending.get(id) ?? 0) + 1);
  const sending = last.then(() => changePack(id, after));
  last = sending.then(() => {}, () => {});
  try {
    const pack = await sending;
    if (id === wanted) answered = pack;
    return pack;
  } finally {
    const others = (pending.get(id) ?? 1) - 1;
    if (others > 0) pending.set(id, others);
    else pending.delete(id);
  }
}

/**
 * It is part of the step that has made the duplicates: those that are taken back are in no pack.
 *
 * @param {WholePack} pack
 * @param {Map<string, string>} copies
 */
async function insert({ id, photos }, copies) {
  try {
    const pack = await sent(id, { add: [...copies.values()], order: withCopies(photos, copies) });
    if (wanted === id && !pending.has(id)) adopt(pack);
  } catch (error) {
    failed(error);
  }
}

/** @type {(pack: WholePack, ids: string[]) => Promise<void>} */
async function takeOut(pack, ids) {
  const gone = pack.photos.filter((id) => ids.includes(id));
  if (gone.length === 0) return;
  const cover = pack.hasCover && gone.includes(pack.cover ?? "") ? { cover: pack.cover } : {};
  const undo = await change(pack.id, { remove: gone }, { add: gone, order: pack.photos, ...cover });
  if (undo) toast("packTakenOut", { count: gone.length, name: pack.name }, undo);
}

/**
 * Offers the packs for what is selected, and a new one.
 *
 * @param {string[]} ids
 */
export function addToPack(ids) {
  const others = store.packs.filter(({ id }) => id !== shown?.id);
  chooseIn(others, (id) => (id ? add(id, ids) : makeNew(ids)));
}

/** @type {(id: string, ids: string[]) => Promise<void>} */
async function add(id, ids) {
  try {
    const before = new Set((await packOf(id)).photos);
    const added = ids.filter((one) => !before.has(one));
    const name = store.packs.find((pack) => pack.id === id)?.name ?? "";
    if (added.length === 0) return toast("packHasThem", { name });
    const undo = await change(id, { add: added }, { remove: added });
    if (!undo) return;
    grid.clear();
    toast("packAdded", { count: added.length, name }, undo);
  } catch (error) {
    failed(error);
  }
}

/** @param {string[]} ids */
function makeNew(ids) {
  askForName("packNew", text("packNameStandard"), async (name) => {
    const pack = await makePack({ name, photos: ids });
    /** @type {import("../core/steps.js").PackStep} */
    const step = { kind: "pack", id: pack.id, before: "removed", after: "there" };
    steps.record(step);
    grid.clear();
    wanted = pack.id;
    asked += 1;
    answered = pack;
    adopt(pack);
    toast("packMade", { name }, undoOf(step));
  });
}

function rename() {
  const pack = shown;
  if (!pack) return;
  askForName("packRename", pack.name, async (name) => {
    if (name !== pack.name) await change(pack.id, { name }, { name: pack.name });
  });
}

async function useAsCover() {
  const [cover] = grid.selected();
  const pack = shown;
  if (!pack || !cover) return;
  const undo = await change(pack.id, { cover }, { cover: pack.hasCover ? pack.cover ?? null : null });
  if (!undo) return;
  grid.clear();
  toast("packCoverIs", { name: store.get(cover)?.name ?? "" }, undo);
}

async function remove() {
  const pack = shown;
  if (!pack) return;
  /** @type {import("../core/steps.js").PackStep} */
  const step = { kind: "pack", id: pack.id, before: "there", after: "removed" };
  try {
    await steps.perform(step, () => removePack(pack.id));
  } catch (error) {
    failed(error);
    return;
  }
  choose("");
  all.input.focus();
  toast("packDeleted", { name: pack.name }, undoOf(step));
}

document.addEventListener("languagechange", () => { list.ariaLabel = text("packs"); });
