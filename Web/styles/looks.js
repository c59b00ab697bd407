import { text } from "../languages/languages.js";

/**
 * @typedef {import("./kept-styles.js").PortableStyle} PortableStyle
 * @typedef {{ key: string, style: (photo: API.Photo) => API.Style }} Look ready-made; `key` is of its name
 */

/** @type {PortableStyle} */
const plain = { borderWidth: 0.03, borderColor: "#ffffff", outline: "smooth", effect: "outline", shadow: false, margin: 0.01, background: "transparent" };

/** @type {(key: string, style: Partial<PortableStyle>) => Look} */
const look = (key, style) => ({ key, style: () => ({ ...plain, ...style }) });

/**
 * Of the machine that runs the studio; null before they are known.
 *
 * @type {Set<string> | null}
 */
let installed = null;

/** @param {string[]} names */
export function setFonts(names) { installed = new Set(names); }

/** @param {string | undefined} font */
const orPlain = (font) => (font && (installed?.has(font) ?? true) ? font : "sans");

/**
 * With the words that the sticker has already; else with some to begin with.
 *
 * @type {(key: string, style: Partial<PortableStyle>, words: Omit<NonNullable<API.Style["text"]>, "words">) => Look}
 */
const worded = (key, style, words) => ({
  key,
  style: ({ style: { text: own } }) => ({ ...plain, ...style, text: { ...words, font: orPlain(words.font), words: own?.words || text("lookWords") } }),
});

/**
 * A colour of the photo: the most vivid.
 *
 * @param {API.Photo} photo
 */
function vivid({ colors }) {
  const vividness = (/** @type {string} */ hex) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.max(...parts) - Math.min(...parts);
  };
  return colors.map(({ hex }) => hex).sort((one, other) => vividness(other) - vividness(one))[0] ?? "#ffcc33";
}

/**
 * What a person can have with one tap. Each sets all that fits any photo; those with words set these, too.
 *
 * @type {Look[]}
 */
export const looks = [
  look("lookWhite", {}),
  look("lookBold", { borderWidth: 0.05, shadow: true, margin: 0.03 }),
  look("lookBare", { borderWidth: 0 }),
  look("effectComic", { effect: "comic", borderWidth: 0.04 }),
  look("effectPuffy", { effect: "puffy", borderWidth: 0.04 }),
  look("effectShiny", { effect: "shiny", borderWidth: 0.04 }),
  look("effectGlow", { effect: "glow" }),
  worded("lookBubble", { borderWidth: 0.035 }, {
    place: "point", x: 0.85, y: -0.08, size: 0.16, font: "Comic Neue", color: "#000000", bubble: { color: "#ffffff" },
  }),
  worded("lookPoster", { borderWidth: 0.04, shadow: true, margin: 0.03 }, {
    place: "bottom", size: 0.22, font: "Bebas Neue", color: "#ffffff", outline: "#000000",
  }),
  look("lookGradient", { background: "gradient", margin: 0.06 }),
  { key: "lookVivid", style: (photo) => ({ ...plain, borderColor: vivid(photo), borderWidth: 0.045 }) },
  { key: "lookPop", style: (photo) => ({ ...plain, background: vivid(photo), borderWidth: 0.035, shadow: true, margin: 0.08 }) },
  look("lookBlack", { borderColor: "#000000", borderWidth: 0.04 }),
  look("lookSunny", { borderColor: "#ffd23f", borderWidth: 0.05, shadow: true, margin: 0.03 }),
  look("lookCard", { background: "#ffffff", borderWidth: 0, shadow: true, margin: 0.1 }),
  look("lookNight", { background: "#15131f", effect: "glow", margin: 0.06 }),
];
