import { findAll } from "../core/elements.js";
import { scrollRest } from "./scroll-rest.js";

const layers = () => findAll(document, ".ambience-layer", HTMLElement);
let front = 0;
let shown = "";
/** @type {{ hex: string }[] | null} */
let wanted = null;

/**
 * A breath of the current card's colours behind the page, once the carousel rests; one layer fades into the other.
 *
 * @param {{ hex: string }[]} colors
 */
export function setAmbience(colors) {
  wanted = colors;
  if (scrollRest.isResting) fade(colors);
}

const fades = () => layers().flatMap((layer) => layer.getAnimations());

// It is behind everything: each of its frames draws the whole page again.
scrollRest.addEventListener("move", () => { for (const one of fades()) one.pause(); });
scrollRest.addEventListener("rest", () => {
  for (const one of fades()) one.play();
  if (wanted) fade(wanted);
});

/** @param {{ hex: string }[]} colors */
function fade(colors) {
  const list = colors.slice(0, 3).map(({ hex }) => hex);
  const key = list.join();
  if (key === shown) return;
  shown = key;
  const [first, second] = layers();
  const next = front === 0 ? second : first;
  const last = front === 0 ? first : second;
  front = 1 - front;
  const places = ["15% 0%", "90% 20%", "50% 110%"];
  next.style.backgroundImage = list
    .map((hex, index) => `radial-gradient(60% 70% at ${places[index]}, ${hex}, transparent)`).join(", ");
  next.classList.toggle("shown", list.length > 0);
  last.classList.remove("shown");
}
