/** Further apart than this, the sound's clock and the page's are set against each other anew. */
const tolerance = 40;
/** Sound that waits to be sent, at most: ten seconds. */
const mostWaiting = 10;
/** Milliseconds that sound may take to begin. In Firefox it never does where the machine has no output for sound. */
const longestStart = 3000;

/** The microphone's sound as lots of 16-bit samples, with the page's time at which each began. */
export class SoundCapture {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {number | null} */
  #offset = null;
  /** @type {{ samples: Int16Array, time: number }[]} */
  #waiting = [];
  /** Seconds of sound that were not taken in time. */
  lost = 0;
  /** Whether the microphone gives no more: it was unplugged, or taken away. */
  hasEnded = false;

  get sampleRate() { return this.#context?.sampleRate ?? null; }

  /**
   * Throws what the browser says, also when no sound comes.
   *
   * @param {MediaStream} stream
   */
  async open(stream) {
    const context = new AudioContext({ latencyHint: "interactive" });
    this.#context = context;
    for (const track of stream.getAudioTracks()) track.addEventListener("ended", () => { this.hasEnded = true; });
    await context.audioWorklet.addModule("camera/sound-worklet.js");
    const node = new AudioWorkletNode(context, "microphone", { channelCount: 1, channelCountMode: "explicit" });
    node.port.onmessage = ({ data }) => this.#take(data);
    // A node that leads nowhere is not run; this one leads to silence.
    const silence = new GainNode(context, { gain: 0 });
    context.createMediaStreamSource(stream).connect(node).connect(silence).connect(context.destination);
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, longestStart))]);
    if (context.state !== "running") throw new DOMException("The sound does not begin.", "NotReadableError");
  }

  close() {
    this.#context?.close();
    this.#context = null;
    this.#waiting = [];
  }

  /** All that came since it was last asked. */
  takeLots() {
    const lots = this.#waiting;
    this.#waiting = [];
    return lots;
  }

  /** @param {{ samples: Int16Array, first: number }} lot */
  #take({ samples, first }) {
    if (!this.#context) return;
    const { sampleRate } = this.#context;
    const seconds = (first + samples.length) / sampleRate;
    const offset = performance.now() - 1000 * seconds;
    // What comes late was held up on its way: the earliest tell the truth.
    if (this.#offset === null || offset < this.#offset || offset - this.#offset > tolerance) this.#offset = offset;
    this.#waiting.push({ samples, time: this.#offset + 1000 * first / sampleRate });
    const most = Math.ceil(mostWaiting * sampleRate / samples.length);
    while (this.#waiting.length > most) this.lost += (this.#waiting.shift()?.samples.length ?? 0) / sampleRate;
  }
}
