import { eventsURL, home, state, StudioError } from "./api.js";

/** Another studio may lie in another folder of the same origin. */
const lockName = `peel-stream${home}`;
/** @type {StudioEvent["type"][]} */
const types = ["photo", "removed", "order", "progress", "library", "packs", "catalog"];
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
  const first = state();
  first.then(({ snapshot }) => { if (!store.isComplete) store.receive({ type: "snapshot", data: snapshot }); }, () => {
    // The stream asks again, and says what is the matter.
  });
  const begun = first.then(({ eventID }) => eventID, () => "");
  if (!navigator.locks || !("BroadcastChannel" in self)) {
    const stream = new Stream(begun, (event) => store.receive(event), (status) => store.setConnection(status));
    stream.open();
    return { tryNow: () => stream.restart() };
  }
  const shared = new SharedStream(store, begun);
  shared.start();
  return { tryNow: () => shared.tryNow() };
}

/**
 * The newest event that the page has; null when the whole state is to be asked for.
 *
 * @typedef {Promise<string> | string | null} Newest
 */

class SharedStream {
  #store;
  /** @type {Newest} */
  #newest;
  #channel = new BroadcastChannel(`peel-studio${home}`);
  /** @type {Stream | null} */
  #stream = null;
  #waiting = new AbortController();
  #silence = 0;

  /**
   * @param {Store} store
   * @param {Promise<string>} begun the newest event that the page began with
   */
  constructor(store, begun) {
    this.#store = store;
    this.#newest = begun;
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
    if (this.#stream) this.#newest = this.#stream.newest;
    this.#stream = null;
    setTimeout(() => this.#waitForLock(), answerIn);
  }

  #lead() {
    clearTimeout(this.#silence);
    this.#stream = new Stream(
      this.#newest,
      (event, id) => {
        this.#store.receive(event);
        this.#channel.postMessage({ kind: "event", event, id });
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
        if (!this.#store.isComplete && message.event.type !== "snapshot") return;
        this.#newest = message.id;
        this.#store.receive(message.event);
        return;
      case "status":
        this.#store.setConnection(message.status);
        return;
      case "answer":
        clearTimeout(this.#silence);
        if (message.snapshot) {
          this.#newest = message.id;
          this.#store.receive({ type: "snapshot", data: message.snapshot });
        }
        this.#store.setConnection(message.status);
    }
  }

  #answer() {
    const snapshot = this.#store.isComplete ? this.#store.snapshot() : null;
    const newest = this.#stream?.newest;
    const id = typeof newest === "string" ? newest : null;
    this.#channel.postMessage({ kind: "answer", snapshot, id, status: this.#store.connection });
  }
}

/**
 * One `EventSource` that is opened again when the browser gave it up. The browser itself reconnects, with
 * Last-Event-ID, when a connection breaks.
 */
class Stream {
  /** @type {Newest} */
  #newest;
  #receive;
  #tell;
  /** @type {EventSource | null} */
  #source = null;
  #pause = 500;
  #timer = 0;
  /** Counts openings: what was asked for before it was closed opens nothing. */
  #opening = 0;

  /**
   * @param {Newest} newest
   * @param {(event: StudioEvent, id: string) => void} receive
   * @param {(status: Connection) => void} tell
   */
  constructor(newest, receive, tell) {
    this.#newest = newest;
    this.#receive = receive;
    this.#tell = tell;
  }

  get newest() { return this.#newest; }

  async open() {
    this.#opening += 1;
    const opening = this.#opening;
    try {
      const after = await (this.#newest ?? this.#askForState());
      if (opening === this.#opening) this.#listen(after);
    } catch (error) {
      this.#newest = null;
      if (opening !== this.#opening) return;
      if (error instanceof StudioError && error.status === 401) this.#tell("locked");
      else {
        this.#tell("lost");
        this.#openLater();
      }
    }
  }

  async #askForState() {
    const { snapshot, eventID } = await state();
    this.#newest = eventID;
    this.#receive({ type: "snapshot", data: snapshot }, eventID);
    return eventID;
  }

  /** @param {string} after */
  #listen(after) {
    const source = new EventSource(eventsURL(after));
    this.#source = source;
    source.onopen = () => {
      this.#pause = 500;
      this.#tell("open");
    };
    source.onerror = () => {
      this.#tell("lost");
      if (source.readyState === EventSource.CLOSED) this.#openLater();
    };
    // Too much has happened since.
    source.addEventListener("stale", () => {
      this.#newest = null;
      this.restart();
    });
    for (const type of types) {
      source.addEventListener(type, (event) => {
        this.#newest = event.lastEventId;
        this.#receive({ type, data: JSON.parse(event.data) }, event.lastEventId);
      });
    }
  }

  close() {
    this.#opening += 1;
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  restart() {
    this.close();
    this.open();
  }

  #openLater() {
    this.#newest = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
