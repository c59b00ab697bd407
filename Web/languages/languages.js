import { findAll, make } from "../core/elements.js";
import { keep, kept } from "../core/kept.js";

export const offered = new Map([
  ["en", "English"], ["de", "Deutsch"], ["es", "Español"], ["fr", "Français"], ["ja", "日本語"], ["ko", "한국어"], ["pt", "Português"],
  ["ru", "Русский"], ["zh-Hans", "简体中文"],
]);

const storageKey = "peel.language";
/**
 * A text, or its forms for numbers.
 *
 * @typedef {Record<string, string | Record<string, string>>} Texts
 */

/** @type {Texts} */
let texts = {};
/** @type {Texts} */
let fallback = {};
let current = "en";
/** Counts choices: the files of an older one may come after those of the newest. */
let choices = 0;
let plural = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
/** @type {WeakMap<Element, { text?: Named, label?: Named }>} */
const values = new WeakMap();

export const currentLanguage = () => current;

/**
 * The first of the browser's languages that is offered; English when none is.
 *
 * @param {readonly string[]} wanted
 */
export function chooseLanguage(wanted) {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split("-")[0];
    const match = [...offered.keys()].find((key) => key.toLowerCase().split("-")[0] === name);
    if (match) return match;
  }
  return "en";
}

export async function startLanguages() {
  const before = kept(storageKey);
  await useLanguage(before && offered.has(before) ? before : chooseLanguage(navigator.languages ?? [navigator.language]));
}

/**
 * A file that did not come is asked for once more.
 *
 * @type {(language: string) => Promise<Texts | null>}
 */
const loaded = (language) => load(language).catch(() => load(language)).catch(() => null);

/** @type {(language: string) => Promise<Texts>} */
async function load(language) {
  const response = await fetch(`languages/${language}.json`);
  if (!response.ok) throw new Error(`${language}: ${response.status}`);
  return response.json();
}

/**
 * Of two choices the newest counts, whichever comes first. A page whose own language does not come speaks English.
 *
 * @param {string} language
 * @param {{ keep?: boolean }} options whether the choice is kept
 */
export async function useLanguage(language, { keep: isKept = false } = {}) {
  const own = choices += 1;
  const english = loaded("en");
  const [standard, wanted] = await Promise.all([english, language === "en" ? english : loaded(language)]);
  if (own !== choices) return;
  // What a person has chosen comes, or they hear of it.
  if (isKept && !wanted) throw Object.assign(new Error(language), { code: "offline" });
  fallback = standard ?? fallback;
  texts = wanted ?? fallback;
  current = wanted ? language : "en";
  plural = new Intl.PluralRules(current);
  numbers = new Intl.NumberFormat(current);
  document.documentElement.lang = current;
  if (isKept) keep(storageKey, language);
  renderTexts();
  document.dispatchEvent(new CustomEvent("languagechange"));
}

/**
 * The text for a key, its `{names}` replaced; where the file has forms for numbers, `count` picks one.
 *
 * @param {string} key
 * @param {Named} [named]
 */
export function text(key, named = {}) {
  let found = texts[key] ?? fallback[key] ?? key;
  if (typeof found === "object") found = found[plural.select(Number(named.count ?? 0))] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in named ? written(named[name]) : whole));
}

/** @param {string} key */
export const has = (key) => key in texts || key in fallback;

/**
 * Sets an element's text; it is set again when the language changes.
 *
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} key
 * @param {Named} [named]
 */
export function say(element, key, named) {
  element.dataset.text = key;
  remember(element, "text", named);
  element.textContent = text(key, named);
  return element;
}

/**
 * Sets an element's name for screen readers and its tooltip; both are set again when the language changes.
 *
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} key
 * @param {Named} [named]
 */
export function label(element, key, named) {
  element.dataset.label = key;
  remember(element, "label", named);
  renderLabel(element);
  return element;
}

/**
 * Sets an element's text to what `write` answers, which is asked again when the language changes.
 *
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {() => string} write
 */
export function sayWritten(element, write) {
  // No file has this key: it is the text itself.
  return say(element, "{written}", { written: { toString: write } });
}

/** @type {(key: string, named?: Named) => HTMLSpanElement} */
export const sayingSpan = (key, named) => say(make("span"), key, named);

/** @param {number} count */
export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let unit = 0;
  let amount = count;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(current, {
    style: "unit", unit: units[unit], unitDisplay: "short", maximumFractionDigits: amount < 10 && unit > 1 ? 1 : 0,
  }).format(amount);
}

/**
 * A number with all its digits, and its unit's name.
 *
 * @param {number} number
 * @param {"byte" | "second"} [unit]
 */
export const exactly = (number, unit) =>
  new Intl.NumberFormat(current, unit ? { style: "unit", unit, unitDisplay: "long" } : {}).format(number);

/**
 * Several texts of which one is enough: `8, 16 or 24`.
 *
 * @param {string[]} choices
 */
export const either = (choices) => new Intl.ListFormat(current, { type: "disjunction" }).format(choices);

/** @param {number} part */
export const percent = (part) =>
  new Intl.NumberFormat(current, { style: "percent", maximumFractionDigits: 1 }).format(part);

/** @param {number} part */
export const wholePercent = (part) =>
  ({ toString: () => new Intl.NumberFormat(current, { style: "percent" }).format(part) });

/**
 * A day as people write it, in the language at the time of showing it. `iso` is `2025-06-16`.
 *
 * @param {string} iso
 */
export const day = (iso) => dated(new Date(`${iso}T00:00:00Z`), { dateStyle: "long", timeZone: "UTC" });

/**
 * A time of day with its date, in the language at the time of showing it.
 *
 * @param {number} milliseconds
 */
export const moment = (milliseconds) => dated(new Date(milliseconds), { dateStyle: "medium", timeStyle: "short" });

/** @type {(date: Date, style: Intl.DateTimeFormatOptions) => { toString(): string }} */
const dated = (date, style) => ({ toString: () => new Intl.DateTimeFormat(current, style).format(date) });

/** @param {unknown} value */
const written = (value) => (typeof value === "number" ? numbers.format(value) : String(value));

/**
 * @param {Element} element
 * @param {"text" | "label"} kind
 * @param {Named | undefined} named
 */
function remember(element, kind, named) {
  values.set(element, { ...values.get(element), [kind]: named });
}

/**
 * Writes all texts in the page's language.
 *
 * @param {ParentNode} root
 */
export function renderTexts(root = document) {
  for (const element of findAll(root, "[data-text]", HTMLElement)) {
    element.textContent = text(element.dataset.text ?? "", values.get(element)?.text);
  }
  for (const element of findAll(root, "[data-label]", HTMLElement)) renderLabel(element);
  for (const element of findAll(root, "[data-placeholder]", HTMLInputElement)) {
    element.placeholder = text(element.dataset.placeholder ?? "");
  }
}

/** @param {HTMLElement} element */
function renderLabel(element) {
  const name = text(element.dataset.label ?? "", values.get(element)?.label);
  element.setAttribute("aria-label", name);
  if (element.matches("button.round, button.labelled, .shutter, .record")) element.title = name;
}
