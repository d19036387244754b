// The page: one store, one engine, one screen for each path.
import { html, render, useEffect, useErrorBoundary, useMemo, useRef, useState } from "../vendor/preact.js";
import { AnywhereEngine, DeviceEngine } from "./anywhere.js";
import { ServerEngine } from "./engine.js";
import { Page, usePage, useStore } from "./hooks.js";
import { keep, updates } from "./install.js";
import { loadLanguage, nextTask, t } from "./locale.js";
import { writeHistory } from "./overlays.js";
import { Toast } from "./parts/dialog.js";
import { ScreenLink, Tabs, Top } from "./parts/frame.js";
import { AddressNotes } from "./parts/strange.js";
import { placeOf, SERVED, screenPath } from "./place.js";
import { fetchPart, fetchRest, partHere } from "./screens.js";
import { Store, writeAddress } from "./state.js";

function App({ store, engine }) {
  useStore(store);
  const [path, setPath] = useState(screenPath);
  const [dialog, setDialog] = useState(null);
  const [toast, setToast] = useState(null);
  const [, draw] = useState(0);
  const answers = useRef(null);
  useEffect(() => {
    const back = () => fetched(screenPath(), () => show(screenPath()));
    addEventListener("popstate", back);
    const keys = undoKeys(store);
    addEventListener("keydown", keys);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener("keydown", keys);
    };
  }, []);
  useEffect(() => {
    document.title = `${t(`title.${path}`)} · finaltable`;
  }, [path]);
  const say = (text, undo = null) => setToast({ text, undo });
  const fetched = (name, then) => (partHere(name) ? then() : fetchPart(name).then(then, () => say(t("state.offline"))));
  const page = useMemo(
    () => ({
      store,
      engine,
      answers,
      say,
      clearToast: () => setToast(null),
      open: (name, given = {}) => fetched(name, () => setDialog({ name, given })),
      load: (query) => store.load(query),
      redraw: () => draw((count) => count + 1),
    }),
    [],
  );
  const address = (to) => placeOf(to) + (writeAddress(store.state) ? "?" + writeAddress(store.state) : "");
  const show = (screen) =>
    setPath((now) => {
      if (now !== screen) answers.current = null; // of the screen that is left
      return screen;
    });
  const go = (to) =>
    updates(address(to)) ||
    fetched(to, () => {
      writeHistory(address(to));
      show(to);
      scrollTo(0, 0);
      requestAnimationFrame(() => document.getElementById("screen")?.focus({ preventScroll: true }));
    });
  const Screen = partHere(path);
  const leave = () => setDialog((now) => (now === dialog ? null : now)); // not the dialog that replaced it
  const Shown = dialog && partHere(dialog.name);
  return html`<${Page.Provider} value=${{ ...page, path, go, address, toast }}>
    <a class="skip" href="#screen">${t("frame.skip")}</a>
    <${Top} />
    <${Guarded} key=${path} Screen=${Screen} />
    <${Tabs} />
    ${Shown && html`<${Shown} key=${dialog.name} ...${dialog.given} close=${leave} />`}
    <${Toast} toast=${toast} clear=${page.clearToast} />
  <//>`;
}

/** A screen; if it fails, a message replaces it until the table changes. */
function Guarded({ Screen }) {
  const { store } = usePage();
  const [problem, forget] = useErrorBoundary((error) => console.error(error));
  const failed = useRef(null);
  if (problem && failed.current === null) failed.current = store.state;
  useEffect(() => {
    if (!problem || failed.current === store.state) return;
    failed.current = null;
    forget();
  });
  if (problem)
    return html`<main id="screen" tabindex="-1">
      <p class="note warn" role="alert">${t("state.failed")}</p>
      <p><${ScreenLink} class="btn" path="/table">${t("state.toTable")}<//></p>
    </main>`;
  return html`<${AddressNotes} /><${Screen} />`;
}

/** Undo and redo with Ctrl+Z and Ctrl+Shift+Z, except in a field, which has native undo. */
function undoKeys(store) {
  return (event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.key.toLowerCase() !== "z" ||
      /^(INPUT|TEXTAREA)$/.test(event.target.tagName)
    )
      return;
    event.preventDefault();
    if (event.shiftKey) store.redo();
    else store.undo();
  };
}

await Promise.all([loadLanguage(new URLSearchParams(location.search).get("lang")), fetchPart(screenPath())]);
await nextTask();
const store = new Store();
const root = document.getElementById("app");
render(
  html`<${App} store=${store} engine=${new AnywhereEngine(SERVED ? new ServerEngine() : null, new DeviceEngine())} />`,
  root,
);
document.documentElement.dataset.app = "on";
// Cache files only after the page is drawn.
// Without a service worker there is no offline use: load other screens once the page is used.
const rest = async () => {
  if (await keep()) return;
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => fetchRest(), { once: true });
};
addEventListener("load", rest);
if (document.readyState === "complete") rest();
