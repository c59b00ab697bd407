import "./markup.js";
import { byId, find, findAll, make } from "../core/elements.js";
import { label, say, text } from "../languages/languages.js";
import { remember, remembered } from "./recent.js";
import { toned } from "./skin-tone.js";

/** @typedef {import("./emoji-table.js").EmojiEntry} EmojiEntry */
/** @typedef {{ group: string, entries: EmojiEntry[], tones?: EmojiEntry[] }} Section `tones` that its emoji may have */

/** What stands for a group in the row that leads to them. */
const signs = /** @type {Record<string, string>} */ ({
  suggested: "✨", recent: "🕘", smileys: "🙂", people: "👋", nature: "🐻", food: "🍔", places: "🚗", activities: "⚽", objects: "💡", symbols: "❤️",
  flags: "🏁",
});

/** @type {(emoji: string) => void} */
let take = () => {};

/** @param {typeof take} chosen when an emoji of the list is tapped, in its skin tone */
export function startEmojiList(chosen) {
  take = chosen;
  const list = byId("emoji-list");
  list.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button) take(button.value);
  });
  list.addEventListener("keydown", moveFocus);
  // One of them is where Tab leads: the one that was focused last.
  list.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    for (const button of findAll(list, "[tabindex='0']", HTMLButtonElement)) button.tabIndex = -1;
    target.tabIndex = 0;
  });
}

/**
 * Shows emoji under their headings; the row above leads to them.
 *
 * @param {Section[]} sections
 */
export function showEmoji(sections) {
  const shown = sections.filter(({ entries }) => entries.length > 0);
  byId("emoji-list").replaceChildren(...shown.map(sectionOf));
  byId("emoji-list").scrollTop = 0;
  const first = byId("emoji-list").querySelector("button");
  if (first) first.tabIndex = 0;
  byId("emoji-groups").hidden = shown.length < 2;
  byId("emoji-groups").replaceChildren(...shown.map(({ group }) => {
    const button = make("button", { type: "button", class: "emoji-sign" }, signs[group]);
    label(button, `emoji.${group}`);
    button.title = text(`emoji.${group}`);
    button.addEventListener("click", () => {
      const section = find(byId("emoji-list"), `[data-group=${group}]`, HTMLElement);
      section.scrollIntoView({ block: "start" });
      find(section, ".emoji-one", HTMLElement).focus({ preventScroll: true });
    });
    return button;
  }));
}

/** @param {Section} section */
function sectionOf({ group, entries, tones }) {
  const heading = say(make("h3", { id: `emoji-group-${group}` }), `emoji.${group}`);
  const grid = make("div", { class: "emoji-grid" }, ...entries.map(emojiButton));
  const section = make("section", { "data-group": group, "aria-labelledby": heading.id }, heading, grid);
  if (tones) heading.after(toneRow(section, entries, tones));
  // What is not near the view has no layout, and still its height.
  section.style.setProperty("--count", String(entries.length));
  return section;
}

/** @param {EmojiEntry} entry */
function emojiButton({ emoji, name }) {
  const value = toned(emoji, remembered().tone);
  return make("button", { type: "button", class: "emoji-one", value, "aria-label": name, title: name, tabindex: -1 }, value);
}

/** @type {(section: HTMLElement, entries: EmojiEntry[], tones: EmojiEntry[]) => HTMLElement} */
function toneRow(section, entries, tones) {
  const row = make("div", { class: "emoji-tones", role: "radiogroup" }, ...[{ emoji: "", name: text("emojiToneNone") }, ...tones].map(({ emoji: tone, name }) => {
    const radio = make("input", { type: "radio", name: "emoji-tone", value: tone, checked: remembered().tone === tone, "aria-label": name });
    radio.addEventListener("change", () => {
      remember({ tone });
      find(section, ".emoji-grid", HTMLElement).replaceChildren(...entries.map(emojiButton));
    });
    return make("label", { title: name }, radio, make("span", { "aria-hidden": "true" }, `✋${tone}`));
  }));
  return label(row, "emojiTone");
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const buttons = findAll(byId("emoji-list"), ".emoji-one", HTMLButtonElement);
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at < 0) return;
  const next = target(event.key, buttons, at);
  if (next === undefined) return;
  event.preventDefault();
  if (next === null) byId("emoji-search").focus();
  else next.focus();
}

/**
 * Where a key leads; null for the search field above, undefined for keys that lead nowhere.
 *
 * @type {(key: string, buttons: HTMLButtonElement[], at: number) => HTMLButtonElement | null | undefined}
 */
function target(key, buttons, at) {
  const isLeftToRight = getComputedStyle(buttons[at]).direction === "ltr";
  switch (key) {
    case "Home": return buttons[0];
    case "End": return buttons.at(-1);
    case "ArrowLeft": case "ArrowRight": return buttons[at + ((key === "ArrowRight") === isLeftToRight ? 1 : -1)] ?? buttons[at];
    case "ArrowUp": return beside(buttons.slice(0, at).reverse(), buttons[at]);
    case "ArrowDown": return beside(buttons.slice(at + 1), buttons[at]) ?? buttons.at(-1);
    default: return undefined;
  }
}

/**
 * Of the next line, the emoji that is nearest below or above.
 *
 * @param {HTMLButtonElement[]} others from near to far
 * @param {HTMLButtonElement} from
 */
function beside(others, from) {
  const { x, y } = from.getBoundingClientRect();
  /** @type {HTMLButtonElement | null} */
  let best = null;
  let line = y;
  for (const other of others) {
    const place = other.getBoundingClientRect();
    if (place.y === y) continue;
    if (best && place.y !== line) break;
    if (!best || Math.abs(place.x - x) < Math.abs(best.getBoundingClientRect().x - x)) best = other;
    line = place.y;
  }
  return best;
}
