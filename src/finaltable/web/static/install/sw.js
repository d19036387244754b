// The service worker: keeps every file of the page, and shows the page when no network does. One line stands before
// these when it is served: KEEP = { mark, pages, screens, files }, by which a new version differs from the last one.
/* global KEEP */
const NAME = `finaltable-${KEEP.mark}`;
const SLOW = 4000; // milliseconds until the kept page is shown instead
const TOO_MANY = 429;
const SERVER_FAILS = 500;
const home = new URL("./", self.location.href);
const screens = new Set(KEEP.screens.map((path) => new URL(path, home).pathname));
const pages = KEEP.pages.map((path) => new URL(path, home).pathname); // the first stands for all that are not listed
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

/** A screen as it is listed: on a static host /table and /table/index.html are the folder /table/. */
function screenOf(pathname) {
  const path = pathname.replace(/\/index\.html$/, "/");
  return screens.has(path + "/") ? path + "/" : path;
}

/** Keep everything or nothing: what a failed attempt leaves behind would look like a version. */
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

/** Keep a page of this version; a busy server's answer, or another version's page, is none. */
async function keepPage(cache, page) {
  const response = await fetch(new Request(page, { cache: "reload" }));
  if (!(await isPage(response))) throw new TypeError(`${page} is not to be had`);
  await cache.put(page, response);
}

/** Whether it is a page that can be shown with the files of this version. */
async function isPage(response) {
  return Boolean(response?.ok && !response.redirected && (await response.clone().text()).includes(main));
}

/**
 * Fetch again what should be kept and is not, or is no page: a browser may forget, and an older worker kept anything.
 */
async function mend() {
  const cache = await caches.open(NAME);
  const mended = pages.map(async (page) => (await isPage(await cache.match(page))) || keepPage(cache, page));
  await Promise.allSettled(mended); // the next visit tries again
}

/** Forget all versions but this one and the last one before it, which may still be open in a window. */
async function forgetOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith("finaltable-") && name !== NAME);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page from the network, or the kept one if that takes too long or fails. */
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

/** The kept page of an address; null: there is none. */
async function keptPage(address) {
  const screen = screenOf(address.pathname);
  const cache = await caches.open(NAME);
  const found = await cache.match(pages.includes(screen) ? screen : pages[0]);
  if (!(await isPage(found))) return null;
  // What a page names is relative to its own address.
  return screen === address.pathname ? found : Response.redirect(screen + address.search);
}
