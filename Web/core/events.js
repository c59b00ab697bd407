import { eventsURL, state } from "./api.js";

const lockName = "peel-stream";
const types = ["snapshot", "photo", "removed", "order", "progress", "library", "catalog"];
const longestPause = 10_000;
const answerIn = 1_000;

/// Keeps the store up to date with one event stream for all tabs of the browser: browsers open only six connections to
/// a host. The tab that holds the lock has the stream and passes on what comes. Without a secure context there are no
/// locks, and each tab has a stream of its own. What the page begins with is asked for at once: the lock, or another
/// tab's answer, may be a while in coming.
export function follow(store) {
  state().then((snapshot) => { if (!store.isComplete) store.apply("snapshot", snapshot); }, () => {
    // The stream says what is the matter.
  });
  if (!navigator.locks || !("BroadcastChannel" in self)) {
    const stream = new Stream((type, data) => store.apply(type, data), (status) => store.setConnection(status));
    stream.open();
    return { tryNow: () => stream.restart() };
  }
  const shared = new SharedStream(store);
  shared.start();
  return { tryNow: () => shared.tryNow() };
}

class SharedStream {
  #store;
  #channel = new BroadcastChannel("peel-studio");
  #stream = null;
  #waiting = null;
  #silence = null;

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

  /// Another tab took the lock, because this one did not answer: it was frozen in the background. Or the page is being
  /// left: WebKit then refuses every lock at once, and would do so for ever if it were asked again before a pause.
  #stepBack() {
    this.#stream?.close();
    this.#stream = null;
    setTimeout(() => this.#waitForLock(), answerIn);
  }

  #lead() {
    clearTimeout(this.#silence);
    this.#stream = new Stream(
      (type, data) => {
        this.#store.apply(type, data);
        this.#channel.postMessage({ kind: "event", type, data });
      },
      (status) => {
        this.#store.setConnection(status);
        this.#channel.postMessage({ kind: "status", status });
      });
    this.#stream.open();
    return new Promise(() => {});
  }

  /// A tab that comes late asks for what it missed, and takes over when nobody answers.
  #ask() {
    clearTimeout(this.#silence);
    this.#channel.postMessage({ kind: "hello" });
    this.#silence = setTimeout(() => {
      if (!this.#stream) this.#takeOver();
    }, answerIn);
  }

  #hear(message) {
    switch (message.kind) {
      case "restart": return this.#stream?.restart();
      case "hello": return this.#stream && this.#answer();
    }
    if (this.#stream) return;
    switch (message.kind) {
      case "event":
        if (this.#store.isComplete || message.type === "snapshot") this.#store.apply(message.type, message.data);
        return;
      case "status": return this.#store.setConnection(message.status);
      case "answer":
        clearTimeout(this.#silence);
        if (message.snapshot) this.#store.apply("snapshot", message.snapshot);
        this.#store.setConnection(message.status);
    }
  }

  #answer() {
    const snapshot = this.#store.isComplete ? this.#store.snapshot() : null;
    this.#channel.postMessage({ kind: "answer", snapshot, status: this.#store.connection });
  }
}

/// One `EventSource` that is opened again when the browser gave it up. The browser itself reconnects, with
/// Last-Event-ID, when a connection breaks.
class Stream {
  #receive;
  #tell;
  #source = null;
  #pause = 500;
  #timer = null;

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
      source.addEventListener(type, (event) => this.#receive(type, JSON.parse(event.data)));
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
        if (error.status === 401) this.#tell("locked");
        else this.#openLater();
      }
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
