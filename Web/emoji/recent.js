import { keep, keptValues } from "../core/kept.js";

const storageKey = "peel.emoji";
const most = 18;

/**
 * What was chosen last, the newest first, and the skin tone.
 *
 * @returns {{ recent: string[], tone: string }}
 */
export function remembered() {
  const { recent, tone } = keptValues(storageKey);
  return {
    recent: Array.isArray(recent) ? recent.filter((one) => typeof one === "string").slice(0, most) : [],
    tone: typeof tone === "string" ? tone : "",
  };
}

/** @param {{ recent?: string, tone?: string }} used */
export function remember({ recent, tone }) {
  const before = remembered();
  const list = recent ? [recent, ...before.recent.filter((one) => one !== recent)].slice(0, most) : before.recent;
  keep(storageKey, JSON.stringify({ recent: list, tone: tone ?? before.tone }));
}
