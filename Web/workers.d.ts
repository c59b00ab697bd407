// What TypeScript 4.8 does not know of workers.

declare var OffscreenCanvas: { new (width: number, height: number): OffscreenCanvas };
interface OffscreenCanvas {
  width: number;
  height: number;
  getContext(kind: "2d", options?: { alpha?: boolean; willReadFrequently?: boolean }): OffscreenCanvasRenderingContext2D | null;
  transferToImageBitmap(): ImageBitmap;
  convertToBlob(options?: { type?: string; quality?: number }): Promise<Blob>;
}
interface OffscreenCanvasRenderingContext2D {
  fillStyle: string | CanvasGradient;
  globalAlpha: number;
  imageSmoothingQuality: "low" | "medium" | "high";
  shadowBlur: number;
  shadowColor: string;
  shadowOffsetY: number;
  beginPath(): void;
  createLinearGradient(x: number, y: number, toX: number, toY: number): CanvasGradient;
  drawImage(picture: ImageBitmap | OffscreenCanvas, x: number, y: number, width: number, height: number): void;
  fill(): void;
  getImageData(x: number, y: number, width: number, height: number): ImageData;
  putImageData(picture: ImageData, x: number, y: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  scale(x: number, y: number): void;
}

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/// One look of one card, as `CardLooks` asks for it.
interface LookRequest {
  card: {
    address: string;
    width: number;
    height: number;
    pixels: number;
    stops: { hex: string; position: number }[];
    opacity: number;
    radius: number;
    padding: number;
    lift: { offset: number; blur: number; color: string }[];
  };
  look: { hue: number; brightness: number; blur: number; margin: number };
}
