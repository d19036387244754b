// The service worker: caches all files of the page for offline use. The server prepends one line,
// KEEP = { mark, pages, screens, files, later }, which differs between versions.
/* global KEEP */
const NAME = `finaltable-${KEEP.mark}`;
const SLOW = 4000; // milliseconds until the cached page is shown
const TOO_MANY = 429;
const SERVER_FAILS = 500;
const TABLES = "finaltable.tables"; // of all versions: a table that changes gets another name
const home = new URL("./", self.location.href);
const screens = new Set(KEEP.screens.map((path) => new URL(path, home).pathname));
const pages = KEEP.pages.map((path) => new URL(path, home).pathname); // the first is used for all that are not listed
const later = new Set(KEEP.later.map((path) => new URL(path, home).pathname)); // cached when first needed
const main = KEEP.files.find((file) => file.endsWith("/app/main.js"));

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== home.origin) return;
  if (request.mode === "navigate") {
    if (screens.has(screenOf(pathname))) event.respondWith(shown(event));
  } else if (pathname.startsWith(new URL("static/", home).pathname) || pathname.endsWith(".webmanifest"))
    event.respondWith(kept(request));
});

/** The listed path of a screen: on a static host, /table and /table/index.html are /table/. */
function screenOf(pathname) {
  const path = pathname.replace(/\/index\.html$/, "/");
  return screens.has(path + "/") ? path + "/" : path;
}

/** Cache all files or none: an incomplete cache would look like a version. */
async function keepAll() {
  try {
    const cache = await caches.open(NAME);
    await cache.addAll(KEEP.files.map((file) => new URL(file, home).href));
    await Promise.all(pages.map((page) => keepPage(cache, page)));
  } catch (problem) {
    await caches.delete(NAME);
    throw problem;
  }
  await self.skipWaiting();
}

/** Cache a page if it is of this version; not the answer of a busy server or the page of another version. */
async function keepPage(cache, page) {
  const response = await fetch(new Request(page, { cache: "reload" }));
  if (!(await isPage(response))) throw new TypeError(`${page} is not to be had`);
  await cache.put(page, response);
}

/** Whether a response is a page of this version. */
async function isPage(response) {
  return Boolean(response?.ok && !response.redirected && (await response.clone().text()).includes(main));
}

/**
 * Load missing or invalid pages again: a browser may evict them, and older workers cached any answer.
 */
async function mend() {
  const cache = await caches.open(NAME);
  const mended = pages.map(async (page) => (await isPage(await cache.match(page))) || keepPage(cache, page));
  await Promise.allSettled(mended); // retry at the next visit
}

/** Delete all caches except this version's and the previous one's, which may still be open in a window. */
async function forgetOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith("finaltable-") && name !== NAME);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function kept(request) {
  const { pathname } = new URL(request.url);
  const name = pathname.endsWith(".packed") ? new URL(pathname.split("/").pop(), home).href : request;
  const found = await caches.match(name, { ignoreVary: true });
  if (found || !later.has(pathname)) return found ?? fetch(request);
  const response = await fetch(request);
  if (response.ok) await keep(name, response.clone());
  return response;
}

/** Cache a file that not all visitors need; a browser without room for it loads it again. */
async function keep(name, response) {
  try {
    await (await caches.open(typeof name === "string" ? TABLES : NAME)).put(name, response);
  } catch {
    // The page works without it.
  }
}

/** The page from the network, or from the cache if the network is slow or fails. */
async function shown(event) {
  const network = fetch(event.request);
  const late = new Promise((resolve) => setTimeout(resolve, SLOW));
  const response = await Promise.race([network.catch(() => null), late]);
  if (response && response.status < SERVER_FAILS && response.status !== TOO_MANY) {
    event.waitUntil(mend());
    return response;
  }
  return (await keptPage(new URL(event.request.url))) ?? network;
}

/** The cached page of an address; null if there is none. */
async function keptPage(address) {
  const screen = screenOf(address.pathname);
  const cache = await caches.open(NAME);
  const found = await cache.match(pages.includes(screen) ? screen : pages[0]);
  if (!(await isPage(found))) return null;
  // Links in a page are relative to its address.
  return screen === address.pathname ? found : Response.redirect(screen + address.search);
}
