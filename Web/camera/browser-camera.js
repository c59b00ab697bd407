/** As much as cameras give for a photo; they give less when they have less. */
const photo = { width: { ideal: 2560 }, height: { ideal: 1920 } };
/** A scan wants many frames rather than large ones. */
const film = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

export const hasLivePicture = () => isSecureContext && typeof navigator.mediaDevices?.getUserMedia === "function";

/**
 * Tells whether a photo can be taken: a phone always can, by its own camera program.
 *
 * @param {(isThere: boolean) => void} tell
 */
export function whenCameraIsThere(tell) {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  tell(isPhone);
  if (isPhone || !hasLivePicture()) return;
  const look = async () => tell((await cameras()).length > 0);
  navigator.mediaDevices.addEventListener?.("devicechange", look);
  look();
}

async function cameras() {
  try {
    return (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  } catch {
    return [];
  }
}

/**
 * The camera and the microphone that the browser gives to the page, each asked for by itself: a refusal of one leaves
 * the other. `lost` events come when the system takes the camera away.
 */
export class BrowserCamera extends EventTarget {
  #video;
  /** @type {MediaStream | null} */
  #stream = null;
  /** @type {MediaStream | null} */
  #microphone = null;
  #isForPhotos = false;
  /** Counts openings: a camera that starts after it was closed is switched off again. */
  #opening = 0;

  /** @param {HTMLVideoElement} video */
  constructor(video) {
    super();
    this.#video = video;
  }

  /** Its picture, as it is recorded. */
  get stream() { return this.#stream; }
  get isOpen() { return this.#stream !== null; }
  get size() { return { width: this.#video.videoWidth, height: this.#video.videoHeight }; }
  get name() { return this.#track?.label || ""; }
  /** Who looks at himself expects a mirror. */
  get looksAtPerson() { return this.#track?.getSettings().facingMode === "user"; }
  get #track() { return this.#stream?.getVideoTracks()[0]; }

  async hasOther() { return (await cameras()).length > 1; }

  /**
   * Answers whether it is open: `false` when it was closed, or opened otherwise, meanwhile. Throws what the browser says.
   *
   * @param {{ isForPhotos: boolean, which?: MediaTrackConstraints }} options
   */
  async open({ isForPhotos, which = { facingMode: "environment" } }) {
    if (this.isOpen && this.#isForPhotos === isForPhotos) return true;
    return this.#open(isForPhotos, this.isOpen ? this.#same : which);
  }

  /** Front and back where the camera says which it is, else the next in the list. */
  async openOther() {
    const { facingMode, deviceId } = this.#track?.getSettings() ?? {};
    if (facingMode) return this.#open(this.#isForPhotos, { facingMode: facingMode === "user" ? "environment" : "user" });
    const ids = (await cameras()).map((camera) => camera.deviceId);
    return this.#open(this.#isForPhotos, { deviceId: { exact: ids[(ids.indexOf(deviceId ?? "") + 1) % ids.length] } });
  }

  close() {
    this.#opening += 1;
    this.#stop();
    this.closeMicrophone();
  }

  /** The microphone as the room sounds, not as a call wants it. */
  async openMicrophone() {
    this.#microphone ??= await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    return this.#microphone;
  }

  closeMicrophone() {
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    this.#microphone = null;
  }

  get #same() {
    const { deviceId } = this.#track?.getSettings() ?? {};
    return deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "environment" };
  }

  /**
   * @param {boolean} isForPhotos
   * @param {MediaTrackConstraints} which
   */
  async #open(isForPhotos, which) {
    const own = this.#opening += 1;
    // Phones open one camera at a time.
    this.#stop();
    const stream = await navigator.mediaDevices.getUserMedia({ video: { ...(isForPhotos ? photo : film), ...which } });
    if (own !== this.#opening) {
      for (const track of stream.getTracks()) track.stop();
      return false;
    }
    this.#stream = stream;
    this.#isForPhotos = isForPhotos;
    for (const track of stream.getTracks()) {
      track.addEventListener("ended", () => {
        if (this.#stream === stream) this.dispatchEvent(new Event("lost"));
      });
    }
    this.#video.srcObject = stream;
    await this.#video.play();
    return own === this.#opening;
  }

  #stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.#video.srcObject = null;
  }
}
