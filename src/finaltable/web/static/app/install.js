// The page as an app: a service worker caches it for offline use and loads new versions.
import { placeOf } from "./place.js";

const HOUR = 3600 * 1000; // milliseconds

/** Whether a new version is ready. */
let newer = false;

/**
 * Cache the page for offline use. A new version is shown when the user changes the screen or returns to the page;
 * nothing is lost, because all input is in the address. Returns false if the browser has no workers.
 */
export async function keep() {
  const workers = navigator.serviceWorker;
  if (!workers) return false;
  let kept = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    newer = kept; // the first worker is not an update
    kept = true;
  });
  try {
    // A worker whose installation failed, for example on a busy server, must be registered again.
    const register = () => workers.register(placeOf("/") + "sw.js");
    const look = () =>
      register()
        .then((registration) => registration.update())
        .catch(() => {}); // offline: later
    await register();
    setInterval(look, HOUR);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && newer) location.reload();
      if (!document.hidden) look();
    });
    return true;
  } catch {
    return false; // without https, or if the browser blocks workers, the page works without it
  }
}

/** Load another screen if that brings a new version; return false if there is none. */
export function updates(address) {
  if (newer) location.assign(address);
  return newer;
}
