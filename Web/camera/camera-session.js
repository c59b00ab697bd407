import { cameraState, claimCamera, releaseCamera, startCamera, stopCamera, switchCamera } from "./camera-api.js";
import { camera } from "./camera-state.js";
import { canSendFrames, FrameSender } from "./frame-sender.js";
import { SoundCapture } from "./sound-capture.js";

/**
 * `photo`, `living`, or how the studio scans.
 *
 * @typedef {"photo" | "living" | API.CameraSettings["mode"]} Mode
 * @typedef {"off" | "starting" | "live" | "failed"} Phase
 * @typedef {import("./browser-camera.js").BrowserCamera} BrowserCamera
 * @typedef {import("./camera-source.js").CameraSource} CameraSource
 * @typedef {import("./scan-settings.js").ScanSettings} ScanSettings
 */

/**
 * Opens and closes what the tab shows: this browser's camera for photos, or a scan on the studio's side that this
 * browser, the machine or a video feeds. `change` events come with each step.
 */
export class CameraSession extends EventTarget {
  /** @type {Mode} */
  mode = "photo";
  /** @type {Phase} */
  phase = "off";
  /**
   * Why it failed.
   *
   * @type {CameraFailure | null}
   */
  error = null;
  /**
   * Why the picture goes on without the microphone, by the name of the text that says it.
   *
   * @type {"microphoneRefused" | "microphoneSilent" | null}
   */
  muteReason = null;
  #video;
  #own;
  #source;
  #settings;
  #sender;
  /** @type {SoundCapture | null} */
  #sound = null;
  /**
   * What runs on the studio's side came from this kind of source.
   *
   * @type {string | null}
   */
  #running = null;
  /** Counts starts and stops: what belongs to an earlier one is over. */
  #generation = 0;

  /**
   * @param {{ video: HTMLVideoElement, own: BrowserCamera, source: CameraSource, settings: ScanSettings }} parts
   */
  constructor({ video, own, source, settings }) {
    super();
    this.#video = video;
    this.#own = own;
    this.#source = source;
    this.#settings = settings;
    this.#sender = new FrameSender(video, { failed: (error) => this.#loseSender(error) });
    own.addEventListener("lost", () => this.#fail({ name: "NotReadableError" }));
    camera.addEventListener("change", () => this.#hear());
  }

  /** Pictures that this page could not send in time. */
  get leftOut() { return this.#running === "browser" ? this.#sender.leftOut : 0; }
  /** Seconds of the microphone that this page could not send in time. */
  get lostSound() { return this.#running === "browser" ? this.#sender.lostSound + (this.#sound?.lost ?? 0) : 0; }
  /** The page's microphone was unplugged, or taken away. */
  get isSoundEnded() { return this.#running === "browser" && (this.#sound?.hasEnded ?? false); }
  /** The page's own picture is the raw frame. */
  get showsOwn() { return this.isOwnAlone || this.#running === "browser" || (this.phase === "starting" && this.#own.isOpen); }
  get isScan() { return this.#running !== null; }
  /** Only this page's camera is used, and nothing of the studio's. */
  get isOwnAlone() { return this.mode === "photo" || (this.mode === "living" && this.#source.isBrowser); }

  turnOn() {
    if (this.phase === "starting") return Promise.resolve();
    return this.#begin(async (mine) => {
      if (this.isOwnAlone) {
        await this.#openOwn(mine);
        return;
      }
      const state = await this.#claim(mine, "watch");
      if (!state) return;
      if (state.controls) await this.#startScan(mine);
      else this.#become("off");
    });
  }

  /** What runs goes on. */
  takeOver() {
    return this.#begin(async (mine) => {
      const state = await this.#claim(mine, "take-over");
      if (!state) return;
      if (!camera.isRunning) {
        this.#become("off");
        return;
      }
      // The other page's own camera gives no more; its scan goes on with this page's.
      if (state.source?.kind === "browser") {
        await this.#feed(mine, switchCamera);
        return;
      }
      this.#running = state.source?.kind ?? "device";
      this.#become("live");
    });
  }

  /**
   * @param {number} mine
   * @param {Parameters<typeof claimCamera>[0]} way
   * @returns {Promise<API.Camera | null>} `null` where a mode that needs no scan was chosen meanwhile, or the camera was
   *   switched off: it is given back then.
   */
  async #claim(mine, way) {
    const state = await claimCamera(way);
    camera.adopt(state);
    if (mine === this.#generation) return state;
    if (state.controls && (this.isOwnAlone || this.phase === "off")) camera.adopt(await releaseCamera());
    return null;
  }

  async turnOff() {
    const wasScan = this.isScan || (camera.controls && camera.isRunning);
    this.#close();
    this.#become("off");
    if (!wasScan && !camera.controls) return;
    try {
      if (wasScan) await stopCamera();
      camera.adopt(await releaseCamera());
    } catch {
      // Another client has it now.
    }
  }

  /** Another tab is shown: what is being made goes on, an idle camera is switched off. */
  rest() {
    const isMaking = camera.controls && (camera.isRecording || camera.isScanning);
    if (isMaking) return;
    if (this.phase !== "off") this.turnOff();
    camera.leave();
  }

  /** The page goes. */
  leave() {
    this.#close();
    this.#become("off");
    camera.leave();
  }

  /**
   * Between photo and scan the camera stays on.
   *
   * @param {Mode} mode
   */
  async setMode(mode) {
    const { isOwnAlone: wasOwnAlone, mode: before } = this;
    this.mode = mode;
    // A photo has more pixels than a frame of a clip.
    const isSame = wasOwnAlone === this.isOwnAlone && (!wasOwnAlone || before === mode);
    if (isSame || (this.phase !== "live" && this.phase !== "starting")) {
      this.#tell();
      return;
    }
    if (this.phase === "starting") {
      await this.#startAnew();
      return;
    }
    if (this.isScan) {
      const keepsOwn = this.#running === "browser";
      await this.#leaveScan();
      if (!keepsOwn) {
        this.#become("off");
        return;
      }
    }
    this.phase = "off";
    await this.turnOn();
  }

  /** What is being started is of another mode. */
  async #startAnew() {
    this.#close();
    const mine = this.#generation;
    this.#tell();
    if (camera.controls) await this.#leaveScan();
    if (mine !== this.#generation) return;
    this.phase = "off";
    await this.turnOn();
  }

  async #leaveScan() {
    this.#endScan();
    await stopCamera().then(releaseCamera).then((state) => camera.adopt(state)).catch(() => {});
  }

  async openOther() {
    await this.#begin(async (mine) => {
      await this.#own.openOther();
      if (mine === this.#generation) this.#become("live");
    }, { keepsScan: true });
  }

  /** While it runs the scan goes on with the other source. */
  async changeSource() {
    if (this.mode === "living" && this.phase === "live") {
      if (this.isScan) await this.#leaveScan();
      this.#own.close();
      this.phase = "off";
      await this.turnOn();
      return;
    }
    const isIdle = this.mode === "photo" || this.phase !== "live" || !this.isScan;
    if (isIdle) {
      const hasNewVideo = this.mode !== "photo" && this.#source.isUpload && this.#source.upload.video;
      if (hasNewVideo && this.phase === "off" && !camera.isElsewhere && this.#source.upload.isNew) await this.turnOn();
      else this.#tell();
    } else if (this.#source.isUpload && !this.#source.upload.video) {
      this.#tell();
    } else {
      await this.#begin((mine) => this.#feed(mine, switchCamera), { keepsScan: true });
    }
  }

  /** @param {number} mine */
  async #startScan(mine) {
    await this.#settings.flush();
    await this.#feed(mine, (source) => startCamera({
      source, preview: true, record: null,
      // A video that is read as fast as it goes would be over before a button is pressed. In the other modes there is a
      // picture at any time, and none is begun.
      scan: source.kind === "upload" && (this.mode === "strip" || this.mode === "sweep"),
    }));
  }

  /**
   * @param {number} mine
   * @param {(source: API.CameraSource) => Promise<API.Camera>} ask
   */
  async #feed(mine, ask) {
    if (mine !== this.#generation) return;
    const isBrowser = this.#source.isBrowser;
    if (isBrowser && !canSendFrames()) throw cameraFailure("noFrames");
    if (isBrowser && !await this.#openOwn(mine)) return;
    if (!isBrowser) this.#closeOwn();
    const sound = isBrowser ? await this.#openSound() : null;
    if (mine !== this.#generation) return;
    // The times of the records begin anew.
    this.#sender.stop();
    const own = isBrowser ? {
      ...FrameSender.size(this.#video, this.#source.side), name: this.#own.name || "Camera",
      sampleRate: sound?.sampleRate ?? null,
    } : {};
    const description = this.#source.description(own);
    if (!description) return;
    const state = await ask(description);
    if (mine !== this.#generation) return;
    this.#running = this.#source.kind;
    camera.adopt(state);
    this.#source.upload.isNew = false;
    this.#source.upload.forgetPrevious();
    if (isBrowser) this.#sender.start({ side: this.#source.side, sound });
    this.#become("live");
  }

  /** @param {number} mine */
  async #openOwn(mine) {
    if (typeof navigator.mediaDevices?.getUserMedia !== "function") throw cameraFailure("insecure");
    const isOpen = await this.#own.open({ isForPhotos: this.mode === "photo" });
    if (!isOpen || mine !== this.#generation) return false;
    if (this.isOwnAlone) this.#become("live");
    return true;
  }

  /** Without the microphone there still is the picture. */
  async #openSound() {
    this.#sound?.close();
    this.#sound = null;
    this.muteReason = null;
    if (!this.#source.wantsSound) {
      this.#own.closeMicrophone();
      return null;
    }
    const sound = new SoundCapture();
    try {
      await sound.open(await this.#own.openMicrophone());
    } catch (error) {
      sound.close();
      const { name } = /** @type {DOMException} */ (error);
      this.muteReason = name === "NotAllowedError" ? "microphoneRefused" : "microphoneSilent";
      this.#source.wantsSound = false;
      return null;
    }
    this.#sound = sound;
    return sound;
  }

  /**
   * @param {(mine: number) => Promise<void>} action
   * @param {{ keepsScan?: boolean }} options
   */
  async #begin(action, { keepsScan = false } = {}) {
    const mine = this.#generation += 1;
    if (!keepsScan) this.#endScan();
    this.#become("starting");
    try {
      await action(mine);
    } catch (error) {
      if (mine === this.#generation) this.#fail(/** @type {CameraFailure} */ (error));
    }
  }

  /** The studio may end it, or another page takes the camera. */
  #hear() {
    if (!this.isScan || this.phase !== "live" || !camera.value) return;
    const { state, error, controls } = camera.value;
    if (!controls) {
      this.#close();
      this.#become("off");
    } else if (state === "failed") {
      this.#fail(error ?? {});
    } else if (state === "off") {
      this.#close();
      this.#become("off");
    }
  }

  /**
   * When nothing runs any more, the studio says why.
   *
   * @param {CameraFailure} error
   */
  async #loseSender(error) {
    if (error.code === "notRunning") camera.adopt(await cameraState().catch(() => null));
    else this.#fail(error);
  }

  /** @param {CameraFailure} error */
  #fail(error) {
    if (error.code === "notInControl") {
      this.#close();
      this.#become("off");
      return;
    }
    const wasScan = this.isScan;
    this.#close();
    this.error = error;
    this.#become("failed");
    if (wasScan || camera.controls) stopCamera().then(releaseCamera).then((state) => camera.adopt(state)).catch(() => {});
  }

  #endScan() {
    this.#running = null;
    this.#sender.stop();
    this.#sound?.close();
    this.#sound = null;
  }

  #close() {
    this.#generation += 1;
    this.#endScan();
    this.#own.close();
  }

  #closeOwn() {
    this.#sender.stop();
    this.#own.close();
  }

  /** @param {Phase} phase */
  #become(phase) {
    this.phase = phase;
    if (phase !== "failed") this.error = null;
    this.#tell();
  }

  #tell() { this.dispatchEvent(new Event("change")); }
}

/**
 * What the page itself says in place of the browser.
 *
 * @param {string} code
 */
const cameraFailure = (code) => Object.assign(new Error(code), { code });
