import "./markup.js";
import { thumbnailURL } from "../core/api.js";
import { close, open } from "../core/dialogs.js";
import { byId, make } from "../core/elements.js";
import { announce, failed } from "../core/notices.js";
import { currentLanguage, label, say, text } from "../languages/languages.js";
import { emojiIn, isOnlyEmoji } from "../packs/emoji.js";
import { showEmoji, startEmojiList } from "./emoji-list.js";
import { emojiTable, findEmoji } from "./emoji-table.js";
import { remember, remembered } from "./recent.js";
import { suggestedEmoji } from "./suggestions.js";

/** WhatsApp takes no more, others take fewer. */
const most = 3;

/**
 * Emoji are chosen for it: a sticker, or where there is none, all that have none of their own.
 *
 * @typedef {{ photo: API.Photo | null, emoji: string, standard: string }} EmojiSubject `standard` is what it has without any
 */

/** @type {EmojiSubject[]} */
let subjects = [];
let at = 0;
/** @type {(subject: EmojiSubject) => void} */
let change = () => {};
/** @typedef {import("./emoji-table.js").EmojiTable} EmojiTable */
/** @type {EmojiTable} */
let table = { groups: [], tones: [] };
/** @type {EmojiTable} */
let english = table;

export function startEmoji() {
  startEmojiList(toggle);
  byId("emoji-search").addEventListener("input", showList);
  byId("emoji-search").addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const first = byId("emoji-list").querySelector("button");
    if (event.key === "ArrowDown") first?.focus();
    else if (event.key === "Enter" && byId("emoji-search").value.trim() === "") move(1);
    else if (event.key === "Enter" && first) takeFound(first.value);
    else return;
    event.preventDefault();
  });
  byId("emoji-done").addEventListener("click", () => move(1));
  byId("emoji-back").addEventListener("click", () => move(-1));
}

/**
 * Lets a person choose emoji: of one after the other, where there are several subjects.
 *
 * @param {EmojiSubject[]} chosenFor
 * @param {typeof change} changed whenever an emoji was chosen or taken away
 */
export async function openEmoji(chosenFor, changed) {
  [subjects, at, change] = [chosenFor, 0, changed];
  document.body.append(byId("emoji"));
  open(byId("emoji"));
  byId("emoji-list").ariaBusy = "true";
  showSubject();
  try {
    [table, english] = await Promise.all([emojiTable(), emojiTable("en")]);
    byId("emoji-list").ariaBusy = null;
    if (byId("emoji").open) showSubject();
  } catch {
    close(byId("emoji"));
    failed({ code: "offline" });
  }
}

/** @param {number} by to the next or the one before; past the last one it is done */
function move(by) {
  at += by;
  if (at >= subjects.length) close(byId("emoji"));
  else showSubject();
}

function showSubject() {
  const { photo } = subjects[at];
  if (subjects.length > 1) say(byId("emoji-title"), "emojiTitleOf", { number: at + 1, count: subjects.length });
  else say(byId("emoji-title"), "emojiTitle");
  byId("emoji-sticker").hidden = photo === null;
  if (photo) {
    byId("emoji-sticker").src = thumbnailURL(photo);
    byId("emoji-sticker").alt = photo.name;
  }
  byId("emoji-back").hidden = at === 0;
  say(byId("emoji-done"), at + 1 < subjects.length ? "next" : "done");
  byId("emoji-search").value = "";
  showChosen();
  showList();
  // On a phone its keyboard would cover what there is to choose from.
  if (matchMedia("(pointer: coarse)").matches) byId("emoji-list").querySelector("button")?.focus({ preventScroll: true });
  else byId("emoji-search").focus();
}

function showChosen() {
  const { emoji, standard } = subjects[at];
  const chosen = emojiIn(emoji);
  byId("emoji-chosen").replaceChildren(...chosen.map((one) => {
    const button = make("button", { type: "button", class: "emoji-one" }, one);
    label(button, "emojiRemove", { emoji: one });
    button.addEventListener("click", () => {
      toggle(one);
      (byId("emoji-chosen").querySelector("button") ?? byId("emoji-search")).focus();
    });
    return button;
  }));
  if (chosen.length === 0) byId("emoji-chosen").append(make("span", { class: "emoji-standard" }, standard));
  say(byId("emoji-hint"), chosen.length === 0 ? "emojiHint" : chosen.length < most ? "emojiHintMore" : "emojiHintFull", { count: most });
}

/** @param {string} emoji */
function toggle(emoji) {
  const subject = subjects[at];
  const before = emojiIn(subject.emoji);
  const isTaken = !before.includes(emoji);
  if (isTaken && before.length >= most) return announce(text("emojiHintFull", { count: most }));
  subject.emoji = (isTaken ? [...before, emoji] : before.filter((one) => one !== emoji)).join("");
  if (isTaken) remember({ recent: emoji });
  showChosen();
  change(subject);
}

/** @param {string} emoji */
function takeFound(emoji) {
  toggle(emoji);
  byId("emoji-search").value = "";
  showList();
}

/** All, or what is searched for. */
function showList() {
  const typed = byId("emoji-search").value.trim();
  if (typed !== "") {
    const found = findEmoji(table, typed);
    const more = currentLanguage() === "en" ? [] : findEmoji(english, typed).flatMap(({ emoji }) => entries(emoji))
      .filter((entry) => !found.includes(entry));
    // A keyboard may know emoji that the table does not.
    const own = found.length + more.length === 0 && isOnlyEmoji(typed) ? emojiIn(typed).flatMap(entries) : [];
    showEmoji([{ group: "found", entries: [...found, ...more, ...own] }]);
    if (found.length + more.length + own.length === 0) byId("emoji-list").append(say(make("p", { class: "note" }), "emojiNone"));
    return;
  }
  const { photo } = subjects[at];
  const suggested = photo ? suggestedEmoji(photo, [...new Set([table, english])]) : [];
  showEmoji([
    { group: "suggested", entries: suggested.flatMap(entries) }, { group: "recent", entries: remembered().recent.flatMap(entries) },
    ...table.groups.map((section) => (section.group === "people" ? { ...section, tones: table.tones } : section)),
  ]);
}

/**
 * With its name, also in a skin tone.
 *
 * @param {string} emoji
 */
function entries(emoji) {
  if (!isOnlyEmoji(emoji)) return [];
  const found = table.groups.flatMap((group) => group.entries).find((entry) => plain(entry.emoji) === plain(emoji));
  return found?.emoji === emoji ? [found] : [{ emoji, name: found?.name ?? emoji, words: [] }];
}

/** @param {string} emoji */
const plain = (emoji) => emoji.replace(/\p{Emoji_Modifier}|\uFE0F/gu, "");
