// The page as an app: a service worker keeps it for when there is no network, and brings new versions.
import { placeOf } from "./place.js";

const HOUR = 3600 * 1000; // milliseconds

/** Whether a new version waits to be shown. */
let newer = false;

/**
 * Keep the page for when there is no network. A new version is shown when somebody goes to another screen or comes back
 * to the page: everything typed is in the address, so that nothing is lost.
 */
export async function keep() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let kept = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    newer = kept; // the first worker brings nothing new
    kept = true;
  });
  try {
    // One that could not be installed, by a busy server say, is gone: it is registered again.
    const register = () => workers.register(placeOf("/") + "sw.js");
    const look = () =>
      register()
        .then((registration) => registration.update())
        .catch(() => {}); // no network: later
    await register();
    setInterval(look, HOUR);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && newer) location.reload();
      if (!document.hidden) look();
    });
  } catch {
    // An address without https, or a browser that allows no workers: the page works all the same.
  }
}

/** Go to another screen by loading it, where that brings a new version; false: there is none. */
export function updates(address) {
  if (newer) location.assign(address);
  return newer;
}
