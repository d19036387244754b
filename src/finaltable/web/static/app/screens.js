// Screens and dialogs, loaded on first use; the rest is loaded when the browser is idle.

/** @type {Record<string, () => Promise<any>>} */
const SCREENS = {
  "/": async () => (await import("./screens/home.js")).Home,
  "/table": async () => (await import("./screens/table.js")).TableScreen,
  "/value": async () => (await import("./screens/value.js")).ValueScreen,
  "/deal": async () => (await import("./screens/deal.js")).DealScreen,
  "/decide": async () => (await import("./screens/decide.js")).DecideScreen,
  "/nash": async () => (await import("./screens/nash.js")).NashScreen,
  "/review": async () => (await import("./screens/review.js")).ReviewScreen,
  "/train": async () => (await import("./screens/train.js")).TrainScreen,
  "/how": async () => (await import("./screens/how.js")).HowScreen,
};
/** @type {Record<string, () => Promise<any>>} */
const DIALOGS = {
  evidence: async () => (await import("./parts/evidence.js")).Evidence,
  more: async () => (await import("./parts/more.js")).More,
  paste: async () => (await import("./parts/paste.js")).Paste,
  saved: async () => (await import("./parts/saved.js")).Saved,
  share: async () => (await import("./parts/share.js")).Share,
  start: async () => (await import("./parts/start.js")).Start,
};
const here = new Map();

/** The screen of a path, or a dialog by name, if it is loaded. */
export const partHere = (name) => here.get(name in SCREENS || name in DIALOGS ? name : "/");

/** Load it; rejects without a network. */
export async function fetchPart(name) {
  const known = name in SCREENS || name in DIALOGS ? name : "/";
  if (!here.has(known)) here.set(known, await (SCREENS[known] || DIALOGS[known])());
  return here.get(known);
}

/**
 * Load the rest one by one when the browser is idle, for browsers without a service worker, which would cache it.
 */
export async function fetchRest() {
  for (const name of [...Object.keys(SCREENS), ...Object.keys(DIALOGS)]) {
    await new Promise((resolve) =>
      globalThis.requestIdleCallback ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
    );
    await fetchPart(name).catch(() => {}); // offline: try again on first use
  }
}
