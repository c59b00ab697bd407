import { eventsURL, home, state, StudioError } from "./api.js";

/** Another studio may lie in another folder of the same origin. */
const lockName = `peel-stream${home}`;
/** @type {StudioEvent["type"][]} */
const types = ["snapshot", "photo", "removed", "order", "progress", "library", "catalog"];
const longestPause = 10_000;
const answerIn = 1_000;

/**
 * Keeps the store up to date with one event stream for all tabs of the browser: browsers open only six connections to
 * a host. The tab that holds the lock has the stream and passes on what comes. Without a secure context there are no
 * locks, and each tab has a stream of its own. What the page begins with is asked for at once: the lock, or another
 * tab's answer, may be a while in coming.
 *
 * @param {Store} store
 */
export function follow(store) {
  state().then((snapshot) => { if (!store.isComplete) store.receive({ type: "snapshot", data: snapshot }); }, () => {
    // The stream says what is the matter.
  });
  if (!navigator.locks || !("BroadcastChannel" in self)) {
    const stream = new Stream((event) => store.receive(event), (status) => store.setConnection(status));
    stream.open();
    return { tryNow: () => stream.restart() };
  }
  const shared = new SharedStream(store);
  shared.start();
  return { tryNow: () => shared.tryNow() };
}

class SharedStream {
  #store;
  #channel = new BroadcastChannel(`peel-studio${home}`);
  /** @type {Stream | null} */
  #stream = null;
  #waiting = new AbortController();
  #silence = 0;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.#stream) this.#ask();
    });
  }

  start() {
    this.#waitForLock();
    this.#ask();
  }

  tryNow() {
    if (this.#stream) this.#stream.restart();
    else this.#channel.postMessage({ kind: "restart" });
  }

  #waitForLock() {
    const waiting = new AbortController();
    this.#waiting = waiting;
    navigator.locks.request(lockName, { signal: waiting.signal }, () => this.#lead()).catch(() => {
      if (!waiting.signal.aborted) this.#stepBack();
    });
  }

  #takeOver() {
    this.#waiting.abort();
    navigator.locks.request(lockName, { steal: true }, () => this.#lead()).catch(() => this.#stepBack());
  }

  /**
   * Another tab took the lock, because this one did not answer: it was frozen in the background. Or the page is being
   * left: WebKit then refuses every lock at once, and would do so for ever if it were asked again before a pause.
   */
  #stepBack() {
    this.#stream?.close();
    this.#stream = null;
    setTimeout(() => this.#waitForLock(), answerIn);
  }

  #lead() {
    clearTimeout(this.#silence);
    this.#stream = new Stream(
      (event) => {
        this.#store.receive(event);
        this.#channel.postMessage({ kind: "event", event });
      },
      (status) => {
        this.#store.setConnection(status);
        this.#channel.postMessage({ kind: "status", status });
      });
    this.#stream.open();
    return new Promise(() => {});
  }

  /** A tab that comes late asks for what it missed, and takes over when no tab answers. */
  #ask() {
    clearTimeout(this.#silence);
    this.#channel.postMessage({ kind: "hello" });
    this.#silence = setTimeout(() => {
      if (!this.#stream) this.#takeOver();
    }, answerIn);
  }

  /** @param {TabMessage} message */
  #hear(message) {
    switch (message.kind) {
      case "restart":
        this.#stream?.restart();
        return;
      case "hello":
        if (this.#stream) this.#answer();
        return;
    }
    if (this.#stream) return;
    switch (message.kind) {
      case "event":
        if (this.#store.isComplete || message.event.type === "snapshot") this.#store.receive(message.event);
        return;
      case "status":
        this.#store.setConnection(message.status);
        return;
      case "answer":
        clearTimeout(this.#silence);
        if (message.snapshot) this.#store.receive({ type: "snapshot", data: message.snapshot });
        this.#store.setConnection(message.status);
    }
  }

  #answer() {
    const snapshot = this.#store.isComplete ? this.#store.snapshot() : null;
    this.#channel.postMessage({ kind: "answer", snapshot, status: this.#store.connection });
  }
}

/**
 * One `EventSource` that is opened again when the browser gave it up. The browser itself reconnects, with
 * Last-Event-ID, when a connection breaks.
 */
class Stream {
  #receive;
  #tell;
  /** @type {EventSource | null} */
  #source = null;
  #pause = 500;
  #timer = 0;

  /**
   * @param {(event: StudioEvent) => void} receive
   * @param {(status: Connection) => void} tell
   */
  constructor(receive, tell) {
    this.#receive = receive;
    this.#tell = tell;
  }

  open() {
    const source = new EventSource(eventsURL);
    this.#source = source;
    source.onopen = () => {
      this.#pause = 500;
      this.#tell("open");
    };
    source.onerror = () => {
      this.#tell("lost");
      if (source.readyState === EventSource.CLOSED) this.#openLater();
    };
    for (const type of types) {
      source.addEventListener(type, (event) => this.#receive({ type, data: JSON.parse(event.data) }));
    }
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  restart() {
    this.close();
    this.open();
  }

  #openLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      try {
        await state();
        this.open();
      } catch (error) {
        if (error instanceof StudioError && error.status === 401) this.#tell("locked");
        else this.#openLater();
      }
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
