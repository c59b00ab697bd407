import { camera } from "./camera/screen.js";
import { catalog } from "./catalog/screen.js";
import { home, onLocked, root } from "./core/api.js";
import { watchConnection } from "./core/connection.js";
import { startDialogs } from "./core/dialogs.js";
import { byId } from "./core/elements.js";
import { follow } from "./core/events.js";
import { startHistory } from "./core/history.js";
import { stylesAreLoaded } from "./core/markup.js";
import { startSettings } from "./core/settings.js";
import { store } from "./core/store.js";
import { tabs } from "./core/tabs.js";
import { say, startLanguages } from "./languages/languages.js";
import { stickers } from "./stickers/screen.js";

/**
 * The page's sides, in the order of their tabs.
 *
 * @type {PageScreen[]}
 */
const screens = [stickers, catalog, camera];

await Promise.all([startLanguages(), stylesAreLoaded()]);
startDialogs();
for (const screen of screens) screen.start();
startSettings();
showFrame();
startHistory();
watchConnection(follow(store));
document.documentElement.dataset.ready = "";
registerServiceWorker();

/** Which of the page's states is seen: the key is missing, the studio is out of reach, or the screens. */
function showFrame() {
  // A key that is right leads on to the bare address; one that stays in it was wrong.
  if (new URLSearchParams(location.search).has("token")) {
    say(byId("locked-text"), "lockedWrong");
    history.replaceState(null, "", `${home}${location.hash}`);
  }
  const show = () => {
    const isLocked = store.connection === "locked";
    const isAway = store.connection === "lost" && !store.isComplete;
    byId("opening").hidden = isLocked || isAway || store.isComplete;
    for (const { name, panel, hidesUntilReady } of screens) {
      const isReady = store.isComplete || !hidesUntilReady;
      panel.hidden = isLocked || tabs.current !== name || !isReady;
    }
    byId("locked").hidden = !isLocked;
    byId("away").hidden = !isAway;
    byId("add-photos").disabled = isLocked;
  };
  tabs.addEventListener("change", show);
  tabs.start(screens);
  store.addEventListener("list", show);
  store.addEventListener("connection", show);
  onLocked(() => store.setConnection("locked"));
  show();
}

/**
 * Tells the worker what the page consists of, also what comes later: a file that was asked for before the worker took over
 * is not handed on by it.
 *
 * @param {ServiceWorkerRegistration} registration
 */
function tellFiles(registration) {
  new PerformanceObserver((list) => {
    const keep = list.getEntries().map(({ name }) => name).filter((name) => !new URL(name).pathname.startsWith(root));
    if (keep.length > 0) registration.active?.postMessage({ keep });
  }).observe({ type: "resource", buffered: true });
}

function registerServiceWorker() {
  if (!isSecureContext || !navigator.serviceWorker) return;
  const register = () => {
    if (!store.version) return;
    store.removeEventListener("library", register);
    navigator.serviceWorker.register(`service-worker.js?version=${encodeURIComponent(store.version)}`)
      .then(() => navigator.serviceWorker.ready)
      .then((registration) => {
        tellFiles(registration);
        // The one of another version begins with an empty cache.
        navigator.serviceWorker.addEventListener("controllerchange", () => tellFiles(registration));
      })
      .catch(() => {
        // A certificate that the browser only tolerates allows no worker; the page works without.
      });
  };
  store.addEventListener("library", register);
  register();
}
