import { keep, kept, keptValues } from "../core/kept.js";

const storageKey = "peel.styles";
/** Of presets, and of one's name. */
export const mostPresets = 30;
export const longestName = 40;

/**
 * What of a style fits any photo: which subjects it shows, the words on it and how it is arranged are of one sticker alone.
 *
 * @typedef {Omit<API.Style, "instances" | "text" | "arrangement">} Portable
 * @typedef {Portable & Required<Pick<API.Style, "borderWidth" | "borderColor" | "outline" | "effect" | "shadow" | "margin" | "background">>} PortableStyle
 * @typedef {{ name: string, style: PortableStyle }} Preset
 */

/** @type {PortableStyle} */
const plain = { borderWidth: 0.03, borderColor: "#ffffff", outline: "smooth", effect: "outline", shadow: false, margin: 0.01, background: "transparent" };

/**
 * Styles that are always there; `key` is of their text.
 *
 * @type {{ key: string, style: PortableStyle }[]}
 */
export const standards = [
  { key: "styleWhite", style: plain },
  { key: "styleBold", style: { ...plain, borderWidth: 0.05, shadow: true, margin: 0.03 } },
  { key: "styleNoBorder", style: { ...plain, borderWidth: 0 } },
  { key: "styleGradient", style: { ...plain, background: "gradient", margin: 0.06 } },
  { key: "effectComic", style: { ...plain, effect: "comic" } },
  { key: "effectPuffy", style: { ...plain, borderWidth: 0.04, effect: "puffy" } },
  { key: "effectShiny", style: { ...plain, borderWidth: 0.04, effect: "shiny" } },
  { key: "effectGlow", style: { ...plain, effect: "glow" } },
];

/**
 * @param {API.Style} style
 * @returns {PortableStyle}
 */
export const portable = ({ instances, text, arrangement, ...style }) => ({ ...plain, ...style });

/**
 * With what a style that leaves something out means.
 *
 * @typedef {PortableStyle & Required<Pick<API.Style, "instances" | "text" | "arrangement">>} WholeStyle
 */

/** @type {WholeStyle} */
const bare = { borderWidth: 0, borderColor: "#ffffff", outline: "smooth", effect: "outline", shadow: false, margin: 0, background: "transparent", instances: null, text: null, arrangement: null };

/**
 * @param {API.Style} style
 * @returns {WholeStyle}
 */
export const wholeStyle = (style) => ({ ...bare, ...style });

/**
 * What a change takes the place of.
 *
 * @param {API.Style} style
 * @param {API.Style} change
 * @returns {API.Style}
 */
export function replaced(style, change) {
  const keys = Object.keys(change);
  return Object.fromEntries(Object.entries(wholeStyle(style)).filter(([key]) => keys.includes(key)));
}

/** @returns {PortableStyle | null} */
export const copiedStyle = () => read().copied;

/** @param {API.Style} style */
export function copyStyle(style) {
  write({ ...read(), copied: portable(style) });
}

/** @returns {Preset[]} */
export const presets = () => read().presets;

/**
 * One of the same name is replaced; of too many the oldest goes.
 *
 * @param {string} name
 * @param {API.Style} style
 */
export function savePreset(name, style) {
  const before = read();
  const others = before.presets.filter((preset) => preset.name !== name);
  write({ ...before, presets: [...others, { name: name.slice(0, longestName), style: portable(style) }].slice(-mostPresets) });
}

/**
 * Answers the step that it is; null where there is none of that name.
 *
 * @param {string} name
 * @returns {import("../core/steps.js").PresetStep | null}
 */
export function removePreset(name) {
  const before = read();
  const at = before.presets.findIndex((preset) => preset.name === name);
  if (at < 0) return null;
  const { style } = before.presets[at];
  write({ ...before, presets: before.presets.filter((preset) => preset.name !== name) });
  return { kind: "preset", name, style, at };
}

/**
 * Deletes a style again, or brings it back to its place.
 *
 * @param {import("../core/steps.js").PresetStep} step
 * @param {boolean} isBack
 */
export function performPresetStep({ name, style, at }, isBack) {
  if (!isBack) {
    removePreset(name);
    return;
  }
  const before = read();
  // One that was saved by that name since then stays.
  if (before.presets.some((preset) => preset.name === name)) return;
  const { presets: others } = before;
  write({ ...before, presets: [...others.slice(0, at), { name, style: portable(style) }, ...others.slice(at)] });
}

/**
 * What lies in the browser's storage may be of another version of the page.
 *
 * @param {any} one
 * @returns {one is PortableStyle}
 */
const isStyle = (one) =>
  typeof one?.shadow === "boolean" && [one.borderWidth, one.margin].every(Number.isFinite)
  && [one.borderColor, one.background].every((color) => typeof color === "string");

/**
 * @param {any} one
 * @returns {one is Preset}
 */
const isPreset = (one) => typeof one?.name === "string" && isStyle(one.style);

/** @typedef {{ copied: PortableStyle | null, presets: Preset[] }} Kept */

/**
 * Without the browser's storage they last as long as the page.
 *
 * @type {Kept}
 */
let held = { copied: null, presets: [] };

/** @returns {Kept} */
function read() {
  if (kept(storageKey) === null) return held;
  const { copied, presets: saved } = keptValues(storageKey);
  held = { copied: isStyle(copied) ? copied : null, presets: Array.isArray(saved) ? saved.filter(isPreset) : [] };
  return held;
}

/** @param {Kept} next */
function write(next) {
  held = next;
  keep(storageKey, JSON.stringify(next));
}
