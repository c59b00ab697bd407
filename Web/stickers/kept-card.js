import { keep, kept } from "../core/kept.js";

/** Where a reload finds the card that was seen. */
const storageKey = "peel.card";

export const cardOfBefore = () => kept(storageKey, "tab");

/** @param {string | undefined} id */
export const keepCard = (id) => keep(storageKey, id ?? "", "tab");
