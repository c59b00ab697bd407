/**
 * A worker: turns pictures into JPEGs, so that the page stays free.
 *
 * @type {OffscreenCanvas | null}
 */
let canvas = null;

self.onmessage = async ({ data: { picture, width, height, quality } }) => {
  if (!canvas || canvas.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
  const bytes = await blob.arrayBuffer();
  self.postMessage(bytes, [bytes]);
};
