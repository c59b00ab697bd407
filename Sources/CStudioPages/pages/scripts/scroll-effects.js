/// How a card looks at the distance `x` (CSS pixels) of its leading edge from where it rests in the scroll view; to the
/// left it is negative. Nothing is clamped but the opacity, which the browser clamps itself.
export function effectsAt(x, isLast) {
  const distance = Math.min(0, x);
  return {
    hue: x / 10,
    scale: 1 + distance / 700,
    offset: isLast ? 0 : -distance / 1.25,
    brightness: -distance / 400,
    blur: isLast ? 0 : -distance / 50,
    opacity: isLast ? 1 : 1 + distance / 400,
  };
}

export function applyEffects(element, x, isLast) {
  const { hue, scale, offset, brightness, blur, opacity } = effectsAt(x, isLast);
  const filters = [];
  if (hue !== 0) filters.push(`hue-rotate(${hue}deg)`);
  if (brightness > 0) filters.push(brighten(brightness));
  if (blur > 0) filters.push(`blur(${blur}px)`);
  element.style.filter = filters.join(" ");
  element.style.transform = x < 0 ? `translateX(${offset}px) scale(${scale})` : "";
  element.style.opacity = x < 0 ? String(Math.max(0, opacity)) : "";
}

export function clearEffects(element) {
  element.style.filter = "";
  element.style.transform = "";
  element.style.opacity = "";
}

const svg = "http://www.w3.org/2000/svg";
let definitions = null;
const made = new Set();

/// CSS' own `brightness()` multiplies; the formula adds. A filter is made for each level that an 8-bit channel can tell
/// apart, when it is first needed, and none of them is changed again: changing one repaints all that use it.
function brighten(amount) {
  const level = Math.min(255, Math.round(amount * 255));
  const id = `brighten-${level}`;
  if (!made.has(level)) {
    made.add(level);
    filters().append(brightener(id, level / 255));
  }
  return `url("#${id}")`;
}

function brightener(id, intercept) {
  const filter = document.createElementNS(svg, "filter");
  for (const [name, value] of Object.entries({
    id, x: "0", y: "0", width: "100%", height: "100%", "color-interpolation-filters": "sRGB",
  })) filter.setAttribute(name, value);
  const transfer = document.createElementNS(svg, "feComponentTransfer");
  for (const channel of ["R", "G", "B"]) {
    const ramp = document.createElementNS(svg, `feFunc${channel}`);
    ramp.setAttribute("type", "linear");
    ramp.setAttribute("slope", "1");
    ramp.setAttribute("intercept", String(intercept));
    transfer.append(ramp);
  }
  filter.append(transfer);
  return filter;
}

function filters() {
  if (definitions) return definitions;
  const holder = document.createElementNS(svg, "svg");
  holder.setAttribute("class", "filter-definitions");
  holder.setAttribute("aria-hidden", "true");
  definitions = document.createElementNS(svg, "defs");
  holder.append(definitions);
  document.body.append(holder);
  return definitions;
}
