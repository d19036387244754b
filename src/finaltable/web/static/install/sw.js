// The service worker: keeps every file of the page, and shows the page when no network does. Two lines stand before these
// when it is served: KEEP = { mark, shell, screens, files }, by which a new version differs from the last one.
/* global KEEP */
const NAME = `finaltable-${KEEP.mark}`;
const SLOW = 4000; // milliseconds until the kept page is shown instead
const home = new URL("./", self.location.href);
const screens = new Set(KEEP.screens.map((path) => new URL(path, home).pathname));

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
    if (screens.has(pathname)) event.respondWith(shown(request));
  } else if (pathname.startsWith(new URL("static/", home).pathname) || pathname.endsWith(".webmanifest")) event.respondWith(kept(request));
});

async function keepAll() {
  const cache = await caches.open(NAME);
  await cache.addAll(KEEP.files.map((file) => new URL(file, home).href));
  await cache.put(KEEP.shell, await fetch(new Request(new URL(KEEP.shell, home), { cache: "reload" })));
  await self.skipWaiting();
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
async function shown(request) {
  const late = new Promise((_, reject) => setTimeout(reject, SLOW));
  try {
    const response = await Promise.race([fetch(request), late]);
    if (response.status < 500) return response;
  } catch {
    // no network
  }
  const cache = await caches.open(NAME);
  return (await cache.match(KEEP.shell)) ?? fetch(request);
}
