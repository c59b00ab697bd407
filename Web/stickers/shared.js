import { home } from "../core/api.js";
import { confirm } from "../core/dialogs.js";
import { store } from "../core/store.js";
import { text } from "../languages/languages.js";

/** As in the service worker, which puts there what other apps share with the installed page. */
const sharedName = `peel-shared${home}`;

/**
 * Takes the photos that other apps have shared, once the studio has answered and the person has agreed: a form of a web
 * page can share, too.
 *
 * @param {(files: File[]) => void} take
 */
export function takeShared(take) {
  if (!("caches" in window) || !navigator.locks) return;
  const begin = async () => {
    if (!store.isComplete) return;
    store.removeEventListener("list", begin);
    // Two pages do not ask at once.
    await navigator.locks.request(sharedName, async () => {
      if (!await caches.has(sharedName)) return;
      const { files, forget } = await sharedFiles();
      if (files.length === 0) return;
      const isAgreed = await isWanted(files);
      await forget();
      if (isAgreed) take(files);
    });
  };
  store.addEventListener("list", begin);
  begin();
}

/** @param {File[]} files */
function isWanted(files) {
  const names = files.slice(0, 3).map(({ name }) => name.slice(0, 60)).join(", ");
  return confirm({
    title: text("sharedTitle", { count: files.length }),
    message: text("sharedText", { names: files.length > 3 ? `${names}, …` : names }),
    action: text("addPhotos"), isHarmless: true,
  });
}

/** They stay until they are forgotten: a page that is reloaded before the answer asks again. */
async function sharedFiles() {
  const cache = await caches.open(sharedName);
  // Their addresses are numbered; the cache has them in the order in which they were written.
  const addresses = (await cache.keys()).map(({ url }) => url).sort();
  const kept = await Promise.all(addresses.map((address) => cache.match(address)));
  const files = await Promise.all(kept.map(async (response) => {
    if (!response) return [];
    const content = await response.blob();
    return [new File([content], decodeURIComponent(response.headers.get("X-File-Name") ?? "photo"), { type: content.type })];
  }));
  // Not the cache: another app may have shared more by then.
  return { files: files.flat(), forget: () => Promise.all(addresses.map((address) => cache.delete(address))) };
}
