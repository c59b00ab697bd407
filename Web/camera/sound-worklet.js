/**
 * Turns what the microphone gives into 16-bit samples of one channel, 2048 at a time, each lot with the number of its
 * first sample. Runs on the browser's sound thread.
 */
const lot = 2048;

class Microphone extends AudioWorkletProcessor {
  #samples = new Int16Array(lot);
  #filled = 0;

  /** @param {Float32Array[][]} inputs */
  process([[channel]]) {
    for (const value of channel ?? []) {
      this.#samples[this.#filled] = Math.round(32767 * Math.max(-1, Math.min(1, value)));
      this.#filled += 1;
      if (this.#filled === lot) this.#post();
    }
    return true;
  }

  #post() {
    const samples = this.#samples;
    this.#samples = new Int16Array(lot);
    this.#filled = 0;
    // The end of this block is `currentFrame` plus its 128 samples; a lot is made of whole blocks.
    this.port.postMessage({ samples, first: currentFrame + 128 - lot }, [samples.buffer]);
  }
}

registerProcessor("microphone", Microphone);
