// Where the page lives: on a server, at its root; or as files of a static host, in any folder, with nobody to ask.

// The way from this page to the folder; undefined on a server.
const folder = document.getElementById("app").dataset.site;
const base = new URL(folder ?? "/", location.href).pathname.replace(/\/$/, "");

/** Whether a server answers questions, prints sheets and draws codes. */
export const SERVED = folder === undefined;

/** The path of the screen that is shown: "/table". */
export const screenPath = () => location.pathname.slice(base.length).replace(/(index\.html|\/)$/, "") || "/";

/** The address of a screen or another page. On a static host every screen is a folder. */
export const placeOf = (path) => base + path + (SERVED || path.endsWith("/") ? "" : "/");

// From here on the address changes with the screen, and what the head of the page names relative to it would be looked
// for elsewhere.
for (const link of document.head.getElementsByTagName("link"))
  if (/icon|manifest/.test(link.rel)) link.href = String(link.href);
