import { gradientStops, oklab } from "./colors.js";

/** Below this chroma (in Oklch) a colour is a grey, which has no hue to be made vivid. */
const grey = 0.02;
const leastChroma = 0.1;
const mostChroma = 0.17;
/** How far the hues of a gradient's two ends are turned from each other, in degrees. */
const turn = 24;

/**
 * A card's ground: the gradient of its photo in vivid colours, where the photo has any. What browns and greys lack in chroma
 * looks like mud on a large area; their hue is kept.
 *
 * @param {API.Photo} photo
 * @returns {API.Stop[]}
 */
export function vividStops(photo) {
  const stops = gradientStops(photo);
  const most = Math.max(0, ...stops.map(({ hex }) => oklch(hex).chroma));
  // A photo of grey things often has one colour that people remember.
  const accent = photo.colors?.map(({ hex, share }) => ({ hex, share, chroma: oklch(hex).chroma }))
    .filter(({ share, chroma }) => share > 0.04 && chroma > Math.max(2 * most, 0.06))
    .sort((one, other) => other.chroma - one.chroma)[0];
  return stops.map(({ hex, position }, at) => {
    const isAccent = accent && at === stops.length - 1;
    return { hex: vivid(isAccent ? accent.hex : hex, turn * (position - 0.5)), position };
  });
}

/**
 * @param {string} hex
 * @param {number} turned in degrees
 */
function vivid(hex, turned) {
  const { light, chroma, hue } = oklch(hex);
  const lifted = Math.min(0.88, Math.max(0.66, 0.74 + 0.35 * (light - 0.55)));
  if (chroma < grey) return hexOf(Math.min(0.94, lifted + 0.1), chroma, hue);
  return hexOf(lifted, Math.min(mostChroma, Math.max(leastChroma, 1.5 * chroma)), hue + turned * Math.PI / 180);
}

/** @param {string} hex */
function oklch(hex) {
  const [light, a, b] = oklab(hex);
  return { light, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/**
 * With as much of the chroma as a screen can show.
 *
 * @param {number} light
 * @param {number} chroma
 * @param {number} hue
 * @returns {string}
 */
function hexOf(light, chroma, hue) {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (chroma > 0.001 && parts.some((part) => part < -0.001 || part > 1.001)) return hexOf(light, chroma * 0.94, hue);
  return `#${parts.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    const value = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(255 * value).toString(16).padStart(2, "0");
  }).join("")}`;
}
