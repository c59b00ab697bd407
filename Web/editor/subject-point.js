/** Parts of a box, from its middle outwards. */
const parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];

/**
 * A place on the subject whose line has the focus, as parts of the photo's width and height.
 *
 * @param {EventTarget | null} target
 * @param {{ width: number, height: number } | null} size in whose pixels the line is drawn
 */
export function pointOn(target, size) {
  const path = target instanceof Element ? target.closest("[data-number]")?.querySelector("path") : null;
  if (!path || !size) return [0.5, 0.5];
  const { x: left, y: top, width, height } = path.getBBox();
  const places = parts.flatMap((down) => parts.map((across) => new DOMPoint(left + across * width, top + down * height)));
  const { x, y } = places.find((place) => path.isPointInFill(place)) ?? places[0];
  return [x / size.width, y / size.height];
}
