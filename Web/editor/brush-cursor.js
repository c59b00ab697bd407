/**
 * The circle of the brush, seen on bright and on dark photos.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} middle
 * @param {number} radius
 */
export function drawBrushCursor(pen, [x, y], radius) {
  for (const { line, color } of [{ line: 4, color: "rgb(0 0 0 / .45)" }, { line: 2, color: "#ffffff" }]) {
    pen.lineWidth = line;
    pen.strokeStyle = color;
    pen.beginPath();
    pen.arc(x, y, Math.max(2, radius), 0, 2 * Math.PI);
    pen.stroke();
  }
}
