/**
 * A worker: paints a card as its scroll effects change it, so that the page stays free. In goes the sticker's address,
 * the card's size in CSS pixels, and a look's hue (degrees), brightness (added, 0…1) and blur (standard deviation, CSS
 * pixels); out comes a bitmap, or null. A look with a blur is larger by its `margin` on all sides.
 */
self.onmessage = async ({ data: { card, look } }) => {
  try {
    const face = await faceOf(card);
    const picture = (look.blur > 0 ? blurred(face, look, card.pixels) : recolored(face, look)).transferToImageBitmap();
    self.postMessage(picture, [picture]);
  } catch {
    // The card moves without it.
    self.postMessage(null);
  }
};

/** The card that was asked for last: its looks come one after the other. */
let last = { key: "", face: new OffscreenCanvas(1, 1) };

/** @param {LookRequest["card"]} card */
async function faceOf(card) {
  const key = JSON.stringify(card);
  if (key === last.key) return last.face;
  // The page has just loaded it: an address is of one sticker for ever.
  const answer = await fetch(card.address, { cache: "force-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  last = { key, face: paintFace(await createImageBitmap(await answer.blob()), card) };
  return last.face;
}

/** @param {OffscreenCanvas} canvas */
function context(canvas) {
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("no canvas");
  return pen;
}

/**
 * As the page's style does it: see carousel.css.
 *
 * @param {ImageBitmap} picture
 * @param {LookRequest["card"]} card
 */
function paintFace(picture, { width, height, pixels, stops, opacity, radius, padding, lift }) {
  const canvas = new OffscreenCanvas(Math.round(width * pixels), Math.round(height * pixels));
  const pen = context(canvas);
  pen.scale(canvas.width / width, canvas.height / height);
  pen.imageSmoothingQuality = "high";
  pen.beginPath();
  pen.roundRect(0, 0, width, height, radius);
  pen.fillStyle = diagonal(pen, width, height, stops);
  pen.globalAlpha = opacity;
  pen.fill();
  pen.globalAlpha = 1;
  const scale = Math.min((width - 2 * padding) / picture.width, (height - 2 * padding) / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  for (const { offset, blur, color } of lift) {
    Object.assign(pen, { shadowColor: color, shadowOffsetY: offset * pixels, shadowBlur: 2 * blur * pixels });
    pen.drawImage(picture, (width - size.width) / 2, (height - size.height) / 2, size.width, size.height);
  }
  pen.shadowColor = "transparent";
  pen.drawImage(picture, (width - size.width) / 2, (height - size.height) / 2, size.width, size.height);
  picture.close();
  return canvas;
}

/**
 * CSS' `to bottom right`: the line through the middle that makes the other two corners the colour half way.
 *
 * @param {OffscreenCanvasRenderingContext2D} pen
 * @param {number} width
 * @param {number} height
 * @param {LookRequest["card"]["stops"]} stops
 */
function diagonal(pen, width, height, stops) {
  const square = width * width + height * height;
  const [x, y] = [width * height * height / square, width * width * height / square];
  const gradient = pen.createLinearGradient(width / 2 - x, height / 2 - y, width / 2 + x, height / 2 + y);
  for (const { hex, position } of stops) gradient.addColorStop(Math.min(1, Math.max(0, position)), hex);
  return gradient;
}

/**
 * @param {OffscreenCanvas} face
 * @param {LookRequest["look"]} look
 */
function recolored(face, look) {
  const canvas = new OffscreenCanvas(face.width, face.height);
  const picture = context(face).getImageData(0, 0, face.width, face.height);
  recolor(picture.data, look);
  context(canvas).putImageData(picture, 0, 0);
  return canvas;
}

/**
 * Three passes of a box of three pixels are a blur of √2 pixels: the look is painted so small that this is the one that
 * is wanted, and the browser enlarges it.
 *
 * @param {OffscreenCanvas} face
 * @param {LookRequest["look"]} look
 * @param {number} pixels
 */
function blurred(face, look, pixels) {
  const scale = Math.min(1, Math.SQRT2 / (look.blur * pixels));
  const margin = look.margin * pixels;
  const canvas = new OffscreenCanvas(Math.ceil((face.width + 2 * margin) * scale), Math.ceil((face.height + 2 * margin) * scale));
  const pen = context(canvas);
  pen.imageSmoothingQuality = "high";
  const [across, down] = [canvas.width / (face.width + 2 * margin), canvas.height / (face.height + 2 * margin)];
  pen.drawImage(face, margin * across, margin * down, face.width * across, face.height * down);
  const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  recolor(picture.data, look);
  smooth(picture);
  pen.putImageData(picture, 0, 0);
  return canvas;
}

/**
 * `hue-rotate()` of the Filter Effects Module, then the same amount of light more in each channel of sRGB.
 *
 * @param {Uint8ClampedArray} data
 * @param {LookRequest["look"]} look
 */
function recolor(data, { hue, brightness }) {
  const angle = hue * Math.PI / 180;
  const [cos, sin, light] = [Math.cos(angle), Math.sin(angle), 255 * brightness];
  const [rr, rg, rb] = [0.213 + cos * 0.787 - sin * 0.213, 0.715 - cos * 0.715 - sin * 0.715, 0.072 - cos * 0.072 + sin * 0.928];
  const [gr, gg, gb] = [0.213 - cos * 0.213 + sin * 0.143, 0.715 + cos * 0.285 + sin * 0.14, 0.072 - cos * 0.072 - sin * 0.283];
  const [br, bg, bb] = [0.213 - cos * 0.213 - sin * 0.787, 0.715 - cos * 0.715 + sin * 0.715, 0.072 + cos * 0.928 + sin * 0.072];
  const bounded = (/** @type {number} */ value) => Math.min(255, Math.max(0, value));
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
    // The browser keeps the colours in range between the two filters.
    data[at] = bounded(rr * red + rg * green + rb * blue) + light;
    data[at + 1] = bounded(gr * red + gg * green + gb * blue) + light;
    data[at + 2] = bounded(br * red + bg * green + bb * blue) + light;
  }
}

/** @param {ImageData} picture */
function smooth({ data, width, height }) {
  // Colours count by how much of them is seen.
  const sums = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3];
    for (let channel = 0; channel < 3; channel += 1) sums[at + channel] = data[at + channel] * alpha;
    sums[at + 3] = alpha;
  }
  const line = new Float32Array(Math.max(width, height));
  for (let pass = 0; pass < 3; pass += 1) {
    for (let channel = 0; channel < 4; channel += 1) {
      for (let y = 0; y < height; y += 1) average(sums, line, channel + 4 * y * width, 4, width);
      for (let x = 0; x < width; x += 1) average(sums, line, channel + 4 * x, 4 * width, height);
    }
  }
  for (let at = 0; at < data.length; at += 4) {
    const alpha = sums[at + 3];
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = alpha > 0 ? sums[at + channel] / alpha : 0;
    data[at + 3] = alpha;
  }
}

/**
 * Each of `count` numbers becomes the mean of itself and its two neighbours; there is nothing beyond the ends.
 *
 * @param {Float32Array} sums
 * @param {Float32Array} line
 * @param {number} start
 * @param {number} step
 * @param {number} count
 */
function average(sums, line, start, step, count) {
  for (let at = 0; at < count; at += 1) line[at] = sums[start + at * step];
  for (let at = 0; at < count; at += 1) {
    sums[start + at * step] = ((at > 0 ? line[at - 1] : 0) + line[at] + (at < count - 1 ? line[at + 1] : 0)) / 3;
  }
}
