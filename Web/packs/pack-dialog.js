import "./markup.js";
import { makePacks, packProgress, packTargets, whenFree } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { byId, make } from "../core/elements.js";
import { keep, keptValues } from "../core/kept.js";
import { say, text } from "../languages/languages.js";
import { announce, reason } from "../core/notices.js";
import { changeMetadata, steps } from "../core/steps.js";
import { store } from "../core/store.js";
import { isOnlyEmoji } from "./emoji.js";
import { offerPackFiles, startPackFiles, withdrawPackFiles } from "./pack-files.js";
import { commonEmoji, setPackEmoji, showLeft, standardEmoji, startPackEmoji } from "./pack-emoji.js";
import { showKinds } from "./pack-kinds.js";
import { whenMetadataIsRefused } from "./pack-metadata.js";
import { packReport } from "./pack-report.js";
import {
  packStickersAreKept, setPackStickers, showEmojiOf, showMetadataOf, showPackTexts, startPackStickers,
} from "./pack-stickers.js";

const storageKey = "peel.pack";
/** Between two questions how far it is (milliseconds). */
const pause = 300;
/** The studio keeps one pack for this page. */
const client = Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
const fields = /** @type {const} */ (["name", "author"]);

/** @type {API.PackTarget[]} */
let offered = [];
/** @type {Set<API.PackTargetName>} */
const chosen = new Set();
/** @type {string[]} */
let photos = [];
/**
 * The pack of the library that they are, which has their order and a cover.
 *
 * @type {{ id: string, name: string } | null}
 */
let kept = null;
/** The most doubtful stickers are left out, down to a number that each platform takes. */
let keepsBest = false;
let making = new AbortController();

/**
 * Buttons for all platforms, once it is known which there are.
 *
 * @param {HTMLElement} row
 * @param {(target: API.PackTarget) => void} choose
 */
export async function showTargets(row, choose) {
  if (offered.length === 0) offered = await packTargets();
  row.replaceChildren(...offered.map((target) => {
    const button = make("button", { type: "button", class: "pack-target", "data-target": target.target }, target.name);
    button.addEventListener("click", () => choose(target));
    return button;
  }));
}

/**
 * Offers a pack for a platform. Others can be added; it is made when it is asked for.
 *
 * @param {string[]} ids of photos that are done
 * @param {API.PackTargetName} target
 * @param {{ id: string, name: string } | null} [pack] of the library, if they are one
 */
export async function openPack(ids, target, pack = null) {
  photos = ids;
  kept = pack;
  keepsBest = false;
  chosen.clear();
  chosen.add(target);
  say(byId("pack-title"), "packTitle", { count: ids.length });
  const typed = remembered();
  const [name, standard] = [byId("pack-name"), text("packNameStandard")];
  name.value = pack?.name || (typed.name === standard ? "" : typed.name) || "";
  name.placeholder = standard;
  byId("pack-author").value = typed.author || "Peel";
  setPackEmoji(ids, typed.emoji || standardEmoji);
  setPackStickers(ids);
  await showTargets(byId("pack-targets"), ({ target: other }) => {
    if (!chosen.delete(other)) chosen.add(other);
    showChosen();
    discard();
  });
  showChosen();
  // The last of the open dialogs is the one in front, where a screen reader listens.
  document.body.append(byId("pack"));
  open(byId("pack"));
  discard();
  byId("pack-make").focus();
}

export function startPacks() {
  for (const field of fields) {
    const input = byId(`pack-${field}`);
    // The link to the pack of before goes at once, not when a click on it takes the focus from the field.
    input.addEventListener("input", () => {
      remember();
      discard();
    });
  }
  startPackFiles();
  startPackStickers(discard);
  startPackEmoji({
    changing: discard,
    changed(id) {
      if (id === null) remember();
      showEmojiOf(id);
    },
  });
  steps.changeMetadata = async (id, change) => {
    discard();
    await changeMetadata(id, change);
    showMetadataOf(id);
    showLeft();
  };
  whenMetadataIsRefused((problem) => {
    discard();
    complain(problem);
  });
  byId("pack-make").addEventListener("click", () => makePack());
  byId("pack-cancel").addEventListener("click", () => {
    discard();
    announce(text("packCancelled"));
    byId("pack-make").focus();
  });
  byId("pack-force").addEventListener("click", () => makePack({ force: true }));
  byId("pack-best").addEventListener("click", () => {
    keepsBest = true;
    makePack();
  });
  // Browsers tell of it with the next frame: a dialog that was opened again by then has another pack.
  byId("pack").addEventListener("close", () => { if (!byId("pack").open) discard(); });
}

function showChosen() {
  for (const button of byId("pack-targets").children) {
    const name = /** @type {HTMLElement} */ (button).dataset.target;
    button.setAttribute("aria-pressed", String([...chosen].some((one) => one === name)));
  }
  const asks = offered.filter(({ target }) => chosen.has(target));
  byId("pack-author-field").hidden = !asks.some(({ author }) => author);
  byId("pack-emoji-field").hidden = !asks.some(({ emoji }) => emoji);
  showLeft();
  showKinds(photos, asks);
  showPackTexts(asks.some((target) => target.text));
}

/** What was made, or is being made, is not wanted any more. The studio stops when it hears so. */
function discard() {
  making.abort();
  byId("pack-reports").replaceChildren();
  withdrawPackFiles();
  byId("pack-force").hidden = true;
  byId("pack-best").hidden = true;
  byId("pack-wait").hidden = true;
  byId("pack-make").hidden = false;
  complain("");
  byId("pack-make").disabled = chosen.size === 0;
}

async function makePack({ force = false } = {}) {
  discard();
  if (byId("pack-make").disabled) return;
  const current = new AbortController();
  making = current;
  const [title, author] = [byId("pack-name").value.trim() || text("packNameStandard"), byId("pack-author").value.trim() || "Peel"];
  showProgress({ done: 0, total: photos.length * chosen.size });
  byId("pack-wait").hidden = false;
  byId("pack-make").hidden = true;
  byId("pack-cancel").focus();
  try {
    await packStickersAreKept();
    current.signal.throwIfAborted();
    await store.whenMade(photos, current.signal);
    const asked = { targets: [...chosen], ...(kept ? { pack: kept.id } : { ids: photos }), title, author, emoji: commonEmoji(), force, client, ...(keepsBest ? { count: /** @type {const} */ ("best") } : {}) };
    watch(current.signal);
    const pack = await whenFree(current.signal, () => makePacks(asked, current.signal));
    current.abort();
    byId("pack-wait").hidden = true;
    show(pack, title);
  } catch (error) {
    if (current.signal.aborted) return;
    current.abort();
    discard();
    complain(reason(/** @type {Failure} */ (error)));
  }
}

/**
 * Says how far the pack is, until it is made.
 *
 * @param {AbortSignal} signal
 */
async function watch(signal) {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (signal.aborted) return;
    try {
      const progress = await packProgress(client, signal);
      if (!signal.aborted && progress.total > 0) showProgress(progress);
    } catch {
      // The answer itself says what is wrong.
    }
  }
}

let spoken = 0;
/** @param {API.PackProgress} progress */
function showProgress({ done, total }) {
  byId("pack-progress").max = Math.max(1, total);
  byId("pack-progress").value = done;
  say(byId("pack-wait-text"), "packProgress", { done, total });
  byId("pack-progress").setAttribute("aria-valuetext", byId("pack-wait-text").textContent ?? "");
  // A screen reader hears every quarter of the way, not every sticker.
  const quarter = Math.floor((4 * done) / Math.max(1, total));
  if (quarter !== spoken && done > 0) announce(byId("pack-wait-text").textContent);
  spoken = quarter;
}

/**
 * @param {API.Pack} pack
 * @param {string} title
 */
function show(pack, title) {
  byId("pack-reports").replaceChildren(...pack.targets.map(packReport));
  const isWhole = pack.targets.every(({ written }) => written);
  byId("pack-force").hidden = isWhole;
  const fewer = new Set(pack.targets.flatMap((target) => target.fewer ?? []));
  byId("pack-best").hidden = fewer.size === 0;
  say(byId("pack-best"), "packBest", { count: [...fewer].join(" / ") });
  offerPackFiles(pack, title, { isForWhatsApp: chosen.size === 1 && chosen.has("whatsapp"), isDelivered: isWhole });
  const first = ["pack-share", "pack-download", "pack-best", "pack-force"].map((id) => document.getElementById(id))
    .find((button) => button && !button.hidden);
  first?.focus({ preventScroll: true });
  // The way to it may be long, with the texts of each sticker above.
  byId(byId("pack-saved").hidden ? "pack-reports" : "pack-saved").scrollIntoView({ block: "start" });
  const broken = pack.targets.filter(({ kept }) => !kept).map(({ name }) => name);
  announce(broken.length ? text("packBrokenFor", { names: broken.join(", ") }) : text("packReady"));
}

/** @param {string} problem empty for none */
function complain(problem) {
  byId("pack-problem").hidden = problem === "";
  byId("pack-problem").textContent = problem;
  if (problem) byId("pack-problem").scrollIntoView({ block: "nearest" });
}

/**
 * What lies in the browser's storage may be of another version of the page: what is not a text is left out.
 *
 * @returns {Partial<Record<"name" | "author" | "emoji", string>>}
 */
function remembered() {
  const values = keptValues(storageKey);
  const texts = Object.fromEntries([...fields, "emoji"].filter((field) => typeof values[field] === "string").map((field) => [field, values[field]]));
  return isOnlyEmoji(texts.emoji ?? "") ? texts : { ...texts, emoji: "" };
}

function remember() {
  const typed = Object.fromEntries(fields.map((field) => [field, byId(`pack-${field}`).value.trim()]));
  keep(storageKey, JSON.stringify({ ...typed, emoji: commonEmoji() }));
}
