// Keeps the page's own files, so that it opens while the studio is not running. Nothing under /api is ever kept, and
// while the studio answers its files come from it: page and server always belong together.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const version = new URL(worker.location.href).searchParams.get("version") ?? "0";
/** `/`, or the folder under which a proxy shows the studio. Another studio may lie in another folder of the same origin. */
const home = new URL("./", worker.location.href).pathname;
const cachePrefix = `peel-pages${home === "/" ? "" : home}-`;
const cacheName = `${cachePrefix}${version}`;
/** As in the manifest's `share_target`. */
const sharePath = `${home}share-target`;
/** What other apps shared, until a page takes it: see `stickers/shared.js`. */
const sharedName = `peel-shared${home}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.add(home)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(
        names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === "GET" && isPageFile(url)) event.respondWith(fromServerOrCache(request, url));
  else if (isShared(request, url)) event.respondWith(keepShared(request));
});

// The page tells what it consists of.
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data.keep)) event.waitUntil(keep(event.data.keep.map((/** @type {string} */ address) => new URL(address))));
});

/** @param {URL[]} addresses */
async function keep(addresses) {
  const cache = await caches.open(cacheName);
  const paths = addresses.filter((url) => url.origin === worker.location.origin && isPageFile(url)).map(({ pathname }) => pathname);
  const isKept = await Promise.all(paths.map((path) => cache.match(path)));
  const missing = new Set(paths.filter((_, at) => !isKept[at]));
  // One that does not come keeps out no other.
  await Promise.all([...missing].map((path) => cache.add(path).catch(() => {})));
}

/**
 * The system opens a window for what is shared. A form of any web page does the same, and nothing in the request tells
 * them apart: so the page asks before it takes the photos. In a frame there is no such question.
 *
 * @param {Request} request
 * @param {URL} url
 */
const isShared = ({ method, mode, destination }, { pathname }) =>
  method === "POST" && pathname === sharePath && mode === "navigate" && destination === "document";

/**
 * The photos lie here until the page is there that asks and sends them to the studio. What no page took goes.
 *
 * @param {Request} request
 */
async function keepShared(request) {
  const form = await request.formData();
  await caches.delete(sharedName);
  const cache = await caches.open(sharedName);
  const now = Date.now();
  const files = form.getAll("photos").flatMap((entry) => (entry instanceof File && entry.size > 0 ? [entry] : []));
  await Promise.all(files.map((file, at) => cache.put(
    `${home}shared/${now}-${String(at).padStart(5, "0")}`,
    new Response(file, { headers: { "X-File-Name": encodeURIComponent(file.name) } }))));
  return Response.redirect(home, 303);
}

/** @param {URL} url */
function isPageFile({ pathname, search }) {
  if (pathname === home) return search === "";
  return pathname.startsWith(home) && !pathname.startsWith(`${home}api/`) && /\.(css|js|json|png|svg|webmanifest)$/.test(pathname);
}

/**
 * @param {Request} request
 * @param {URL} url
 */
async function fromServerOrCache(request, url) {
  const cache = await caches.open(cacheName);
  const known = cache.match(url.pathname);
  try {
    const response = await fetch(request);
    // In the studio's folder a site may show other programs, too: what the page has not told of may be theirs.
    if (response.ok && response.type === "basic" && !response.redirected && await known) {
      // What breaks off on its way is kept another time.
      cache.put(url.pathname, response.clone()).catch(() => {});
    }
    return response;
  } catch (error) {
    const kept = await known;
    if (kept) return kept;
    throw error;
  }
}
