import "./markup.js";
import { makePacks, packTargets, whenFree } from "../core/api.js";
import { open } from "../core/dialogs.js";
import { byId, make } from "../core/elements.js";
import { say, text } from "../languages/languages.js";
import { announce, reason } from "../core/notices.js";
import { isOnlyEmoji } from "./emoji.js";
import { offerPackFiles, startPackFiles, withdrawPackFiles } from "./pack-files.js";
import { packReport } from "./pack-report.js";
import { setPackStickers, showCommonEmoji, showPackTexts, startPackStickers } from "./pack-stickers.js";

const storageKey = "peel.pack";
/** Of typing, before a pack is made of what was typed (milliseconds). */
const pause = 600;
const fields = /** @type {const} */ (["name", "author", "emoji"]);

/** @type {API.PackTarget[]} */
let offered = [];
/** @type {Set<API.PackTargetName>} */
const chosen = new Set();
/** @type {string[]} */
let photos = [];
/** The most doubtful stickers are left out, down to a number that each platform takes. */
let keepsBest = false;
let making = new AbortController();
/** Runs while what is typed is not in a pack yet; 0 else. */
let typingTimer = 0;

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
 * Makes and checks the pack for a platform at once. Others can be added.
 *
 * @param {string[]} ids of photos that are done
 * @param {API.PackTargetName} target
 */
export async function openPack(ids, target) {
  photos = ids;
  keepsBest = false;
  chosen.clear();
  chosen.add(target);
  say(byId("pack-title"), "packTitle", { count: ids.length });
  const kept = remembered();
  byId("pack-name").value = kept.name || text("packNameStandard");
  byId("pack-author").value = kept.author || "Peel";
  byId("pack-emoji").value = kept.emoji || "🙂";
  setPackStickers(ids);
  await showTargets(byId("pack-targets"), ({ target: other }) => {
    if (!chosen.delete(other)) chosen.add(other);
    showChosen();
    remake();
  });
  showChosen();
  // The last of the open dialogs is the one in front, where a screen reader listens.
  document.body.append(byId("pack"));
  open(byId("pack"));
  remake();
}

export function startPacks() {
  for (const field of fields) {
    const input = byId(`pack-${field}`);
    // The link to the pack of before goes at once, not when a click on it takes the focus from the field.
    input.addEventListener("input", () => {
      remember();
      wait();
      if (field === "emoji") showCommonEmoji(input.value.trim());
      typingTimer = setTimeout(remake, pause);
    });
    input.addEventListener("change", () => { if (typingTimer) remake(); });
  }
  startPackFiles();
  startPackStickers({
    changing: wait,
    changed() { if (byId("pack").open) remake(); },
    refused(problem) {
      discard();
      complain(problem);
    },
  });
  byId("pack-force").addEventListener("click", () => remake({ force: true }));
  byId("pack-best").addEventListener("click", () => {
    keepsBest = true;
    remake();
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
  showPackTexts(asks.some((target) => target.text));
}

/** What was made, or is being made, is not wanted any more. The studio stops when it hears so. */
function discard() {
  clearTimeout(typingTimer);
  typingTimer = 0;
  making.abort();
  byId("pack-reports").replaceChildren();
  withdrawPackFiles();
  byId("pack-force").hidden = true;
  byId("pack-best").hidden = true;
  byId("pack-wait").hidden = true;
  complain("");
}

/** Something is typed: the pack of before is not the one that is wanted. */
function wait() {
  discard();
  byId("pack-wait").hidden = chosen.size === 0;
}

async function remake({ force = false } = {}) {
  discard();
  const current = new AbortController();
  making = current;
  const emoji = byId("pack-emoji").value.trim();
  const isWrong = !isOnlyEmoji(emoji);
  byId("pack-emoji").setAttribute("aria-invalid", String(isWrong));
  if (isWrong) complain(text("packEmojiWrong"));
  if (isWrong || chosen.size === 0) return;
  byId("pack-wait").hidden = false;
  const [title, author] = [byId("pack-name").value.trim() || text("packNameStandard"), byId("pack-author").value.trim() || "Peel"];
  try {
    const asked = { targets: [...chosen], ids: photos, title, author, emoji, force, ...(keepsBest ? { count: /** @type {const} */ ("best") } : {}) };
    const pack = await whenFree(current.signal, () => makePacks(asked, current.signal));
    show(pack, title);
  } catch (error) {
    if (current.signal.aborted) return;
    complain(reason(/** @type {Failure} */ (error)));
  }
  byId("pack-wait").hidden = true;
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
  offerPackFiles(pack, title, chosen.size === 1 && chosen.has("whatsapp"));
  const broken = pack.targets.filter(({ kept }) => !kept).map(({ name }) => name);
  announce(broken.length ? text("packBrokenFor", { names: broken.join(", ") }) : text("packReady"));
}

/** @param {string} problem empty for none */
function complain(problem) {
  byId("pack-problem").hidden = problem === "";
  byId("pack-problem").textContent = problem;
}

/**
 * What lies in the browser's storage may be of another version of the page: what is not a text is left out.
 *
 * @returns {Partial<Record<"name" | "author" | "emoji", string>>}
 */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const texts = Object.fromEntries(fields.filter((field) => typeof kept[field] === "string").map((field) => [field, kept[field]]));
    return isOnlyEmoji(texts.emoji ?? "") ? texts : { ...texts, emoji: "" };
  } catch {
    return {};
  }
}

/** An emoji that is none is refused now, and not offered again. */
function remember() {
  try {
    const typed = Object.fromEntries(fields.map((field) => [field, byId(`pack-${field}`).value.trim()]));
    if (!isOnlyEmoji(typed.emoji)) typed.emoji = remembered().emoji ?? "";
    localStorage.setItem(storageKey, JSON.stringify(typed));
  } catch {
    // Storage is switched off: the fields then begin as they are by themselves.
  }
}
