import { currentLanguage } from "../languages/languages.js";
import { folded, isUnspaced } from "./folding.js";
import { phrases } from "./phrases.js";

/**
 * An emoji, what it is called, and the words by which it is found, folded: its name first.
 *
 * @typedef {{ emoji: string, name: string, words: string[] }} EmojiEntry
 * @typedef {{ group: string, entries: EmojiEntry[] }} EmojiGroup
 * @typedef {{ groups: EmojiGroup[], tones: EmojiEntry[] }} EmojiTable `tones` of skin, which are no emoji by themselves
 */

/** @type {Map<string, Promise<EmojiTable>>} */
const tables = new Map();

/**
 * All emoji in groups, with their names in a language. A table comes once, when a person looks for an emoji.
 *
 * @param {string} [language]
 */
export function emojiTable(language = currentLanguage()) {
  const coming = tables.get(language) ?? load(language);
  tables.set(language, coming);
  coming.catch(() => tables.delete(language));
  return coming;
}

/**
 * @param {string} language
 * @returns {Promise<EmojiTable>}
 */
async function load(language) {
  const response = await fetch(`emoji/names/${language}.json`);
  if (!response.ok) throw new Error(response.statusText);
  /** @type {Record<string, Record<string, string>>} */
  const { tones, ...groups } = await response.json();
  const regions = new Intl.DisplayNames(language, { type: "region" });
  const entries = (/** @type {Record<string, string>} */ names) => Object.entries(names).map(([emoji, text]) => {
    const words = (text || regionName(emoji, regions)).split("|");
    return { emoji, name: words[0], words: words.map(folded) };
  });
  return { groups: Object.entries(groups).map(([group, names]) => ({ group, entries: entries(names) })), tones: entries(tones) };
}

/**
 * Of a flag, which is written in the two letters of its region.
 *
 * @param {string} flag
 * @param {Intl.DisplayNames} names
 */
function regionName(flag, names) {
  const code = String.fromCodePoint(...[...flag].map((letter) => (letter.codePointAt(0) ?? 0) - 0x1f1a5));
  return names.of(code) ?? code;
}

/**
 * The emoji in whose names and keywords there are words that begin with all that are typed: first those that are called so.
 *
 * @param {EmojiTable} table
 * @param {string} typed
 */
export function findEmoji({ groups }, typed) {
  const wanted = folded(typed).split(/\s+/).filter(Boolean);
  const whole = wanted.join(" ");
  const rank = (/** @type {EmojiEntry} */ { emoji, words }) => {
    if (typed.includes(emoji)) return 0;
    const texts = [...words, ...(phrases.find((one) => one.emoji === emoji)?.texts ?? [])];
    const text = ` ${texts.join(" ")}`;
    if (!wanted.every((word) => text.includes(isUnspaced(word) ? word : ` ${word}`))) return Infinity;
    // Of those that only have it as a keyword, one with few others is rather meant.
    return words[0] === whole ? 0 : texts.includes(whole) ? words.length : words[0].startsWith(whole) ? 100 : 200;
  };
  return whole === "" ? [] : groups.flatMap(({ entries }) => entries).map((entry) => ({ entry, rank: rank(entry) }))
    .filter(({ rank }) => rank < Infinity).sort((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}
