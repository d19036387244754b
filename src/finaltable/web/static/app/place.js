// The location of the page: the root of a server, or any folder of a static host.

// Relative path from this page to the folder; undefined on a server.
const folder = document.getElementById("app").dataset.site;
const base = new URL(folder ?? "/", location.href).pathname.replace(/\/$/, "");

/** The version of the program. */
export const VERSION = document.getElementById("app").dataset.version;

/** Whether there is a server for questions, sheets and QR codes. */
export const SERVED = folder === undefined;

/** The path of the current screen: "/table". */
export const screenPath = () => location.pathname.slice(base.length).replace(/(index\.html|\/)$/, "") || "/";

/** The address of a screen or another page. On a static host every screen is a folder. */
export const placeOf = (path) => base + path + (SERVED || path.endsWith("/") ? "" : "/");

// The address changes with the screen, so make the relative links in the page's head absolute.
for (const link of document.head.getElementsByTagName("link"))
  if (/icon|manifest/.test(link.rel)) link.href = String(link.href);
