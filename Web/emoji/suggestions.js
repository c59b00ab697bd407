import { colorKey } from "../core/color-names.js";
import { folded, isUnspaced } from "./folding.js";
import { phrases } from "./phrases.js";

const most = 6;
/** A word that this many emoji have says nothing of any. */
const mostWithWord = 25;
/** What cameras and programs call files, and words that mean something else on an emoji. */
const empty = new Set([
  "img", "image", "photo", "foto", "fotos", "picture", "bild", "imagen", "imagem", "pxl", "dsc", "dscn", "screenshot", "bildschirmfoto", "whatsapp",
  "signal", "telegram", "video", "clip", "copy", "kopie", "file", "scan", "edited", "final", "sticker", "stickers",
  "you", "your", "good", "best", "well", "new", "see", "all", "one", "two", "five", "happy", "time", "day", "hot", "cool", "big", "small", "man", "woman", "red",
  "blue", "green", "black", "white", "yellow",
  "gut", "gute", "neu", "alles", "mann", "frau", "feliz", "bien", "bueno", "nuevo", "bon", "bonne", "nouveau", "novo", "bom",
]);
/** Of an emoji for all people, those for men and women. */
const gendered = /\u200D[♂♀]|^[👨👩]\u200D/u;

/**
 * Black, white and brown are the first colours of four stickers in ten, and such hearts mean something of their own.
 *
 * @type {Record<string, string>}
 */
const hearts = {
  red: "❤️", darkRed: "❤️", orange: "🧡", yellow: "💛", gold: "💛", green: "💚", darkGreen: "💚", lightGreen: "💚", blue: "💙", darkBlue: "💙",
  purple: "💜", darkPurple: "💜", lilac: "💜",
};

/**
 * Emoji that a sticker may stand for: those that belong to the words on the sticker, in its title or in the name of its
 * file, and a heart in its colour, where that is bright. What a photo shows is not known.
 *
 * @param {API.Photo} photo
 * @param {import("./emoji-table.js").EmojiTable[]} tables in the languages in which people write
 */
export function suggestedEmoji({ name, style, metadata, source, colors }, tables) {
  /** @type {Map<string, number>} */
  const scores = new Map();
  const add = (/** @type {string} */ emoji, /** @type {number} */ score) => scores.set(emoji, (scores.get(emoji) ?? 0) + score);
  const texts = [style.text?.words, metadata?.title, metadata?.text, source?.title, name.replace(/\.[^.]*$/, "")];
  texts.forEach((text, at) => {
    const weight = texts.length - at;
    const { found, rest } = takePhrases(text ?? "");
    for (const emoji of found) add(emoji, 5 * weight);
    for (const word of wordsOf(rest)) {
      for (const table of tables) addMatches(table, word, (emoji, fit) => add(emoji, weight * fit));
    }
  });
  const byWords = [...scores].sort(([, one], [, other]) => other - one).map(([emoji]) => emoji).slice(0, most - 1);
  const heart = colors.length > 0 ? hearts[colorKey(colors[0].hex).replace("color.", "")] : undefined;
  return [...new Set([...byWords, ...(heart ? [heart] : [])])];
}

/**
 * The words of a phrase mean nothing by themselves.
 *
 * @param {string} text
 */
function takePhrases(text) {
  let rest = ` ${folded(text).replace(/[^\p{L}\p{N}']+/gu, " ")} `;
  const found = phrases.flatMap(({ emoji, texts }) => {
    const phrase = texts.map((one) => (isUnspaced(one) ? one : ` ${one} `)).find((one) => rest.includes(one));
    if (phrase === undefined) return [];
    rest = rest.replace(phrase, "  ");
    return [emoji];
  });
  return { found, rest };
}

/** @param {string} text */
function wordsOf(text) {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  const words = [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
  return [...new Set(words)].filter((word) => !empty.has(word) && !/\d/.test(word) && word.length >= leastLength(word));
}

/**
 * Shorter words are no nouns.
 *
 * @param {string} word
 */
const leastLength = (word) => (/\p{sc=Han}/u.test(word) ? 1 : isUnspaced(word) ? 2 : 3);

/**
 * The rarer the word among emoji, and the fewer others an emoji has, the more it says.
 *
 * @param {import("./emoji-table.js").EmojiTable} table
 * @param {string} word
 * @param {(emoji: string, fit: number) => void} add
 */
function addMatches({ groups }, word, add) {
  const forms = word.endsWith("s") ? [word, word.slice(0, -1)] : [word];
  const found = groups.flatMap(({ entries }) => entries).flatMap(({ emoji, words }) => {
    const at = gendered.test(emoji) ? -1 : words.findIndex((phrase) => forms.includes(phrase));
    // "Cat face" is nearer to a cat than "cat with tears of joy".
    const isNear = forms.some((form) => words[0].startsWith(`${form} `)) && words[0].split(" ").length === 2;
    return at < 0 ? [] : [{ emoji, fit: at === 0 ? 3 : isNear ? 2 : 1 + 2 / words.length }];
  });
  if (found.length > mostWithWord) return;
  for (const { emoji, fit } of found) add(emoji, fit / Math.sqrt(found.length));
}
