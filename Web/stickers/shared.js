import { store } from "../core/store.js";

/** As in the service worker, which puts there what other apps share with the installed page. */
const sharedName = "peel-shared";

/**
 * Takes the photos that other apps have shared, once the studio has answered.
 *
 * @param {(files: File[]) => void} take
 */
export function takeShared(take) {
  if (!("caches" in window)) return;
  const begin = async () => {
    if (!store.isComplete) return;
    store.removeEventListener("list", begin);
    const files = await sharedFiles();
    if (files.length > 0) take(files);
  };
  store.addEventListener("list", begin);
  begin();
}

/** They are there once: another page does not get them again. */
async function sharedFiles() {
  if (!await caches.has(sharedName)) return [];
  const cache = await caches.open(sharedName);
  const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const files = await Promise.all(kept.map(async (response) => {
    if (!response) return [];
    const content = await response.blob();
    return [new File([content], decodeURIComponent(response.headers.get("X-File-Name") ?? "photo"), { type: content.type })];
  }));
  await caches.delete(sharedName);
  return files.flat();
}
