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
  "/tournament": async () => (await import("./screens/tournament.js")).TournamentScreen,
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
/** Screens and dialogs with a style sheet of their own. */
const STYLED = ["home", "table", "value", "decide", "nash", "review", "train", "tournament", "how", "start", "share"];
const here = new Map();

/** The screen of a path, or a dialog by name, if it is loaded. */
export const partHere = (name) => here.get(name in SCREENS || name in DIALOGS ? name : "/");

/** Load it; rejects without a network. */
export async function fetchPart(name) {
  const known = name in SCREENS || name in DIALOGS ? name : "/";
  if (here.has(known)) return here.get(known);
  const [part] = await Promise.all([
    (SCREENS[known] || DIALOGS[known])(),
    fetchStyle(known === "/" ? "home" : known.replace("/", "")),
  ]);
  here.set(known, part);
  return part;
}

/** Load the style sheet of a screen or a dialog, unless the page came with it. */
function fetchStyle(name) {
  if (!STYLED.includes(name)) return undefined;
  const { href } = new URL(`../styles/${name}.css`, import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return undefined;
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: () => reject(new Error(href)) });
    document.head.append(link);
  });
}

/** Wait until the browser is idle. */
export const idle = () =>
  new Promise((resolve) => (globalThis.requestIdleCallback ? requestIdleCallback(resolve) : setTimeout(resolve, 200)));

/**
 * Load the rest one by one when the browser is idle, for browsers without a service worker, which would cache it.
 */
export async function fetchRest() {
  for (const name of [...Object.keys(SCREENS), ...Object.keys(DIALOGS)]) {
    await idle();
    await fetchPart(name).catch(() => {}); // offline: try again on first use
  }
}
