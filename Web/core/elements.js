/// Makes elements. Attributes whose value is null, undefined or false are left out; true gives an empty one.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

const svg = "http://www.w3.org/2000/svg";

export function symbol(name) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "symbol");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", `/icons/symbols.svg#${name}`);
  picture.append(use);
  return picture;
}

export const spinner = () => make("span", { class: "spinner", "aria-hidden": "true" });

export function smallSpinner() {
  const wheel = spinner();
  wheel.classList.add("small");
  return wheel;
}

/// Puts `elements` into `parent` in that order and touches only what stands elsewhere: focus and scroll position stay.
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstElementChild;
  for (const element of elements) {
    if (element === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(element, cursor);
  }
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const motionIsReduced = () => reduced.matches;
export const whenMotionChanges = (action) => reduced.addEventListener("change", action);

/// Shows `source` in `image` once it is decoded, so that no half picture and no gap is seen between two of them.
/// Answers whether it is shown: `false` when another one was asked for meanwhile, or when it could not be loaded. It is
/// not shown before `after` is done.
export async function swapImage(image, source, { after = null } = {}) {
  if (image.dataset.wanted === source) return image.getAttribute("src") === source;
  image.dataset.wanted = source;
  if (!source) {
    image.removeAttribute("src");
    return true;
  }
  const next = new Image();
  next.src = source;
  try {
    await Promise.all([next.decode(), after]);
  } catch {
    if (image.dataset.wanted === source) delete image.dataset.wanted;
    return false;
  }
  if (image.dataset.wanted !== source) return false;
  image.src = source;
  return true;
}
