// Hooks shared by screens: the store, and requests that depend on it.
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Asker, NOTHING } from "./asker.js";

export const Page = createContext(null);
export const usePage = () => useContext(Page);

/**
 * Ask the engine whenever the request changes; the last good answer stays until the next arrives.
 * @param {string} question
 * @param {object | null} request null: nothing to ask yet
 * @param {{ pause?: number, long?: boolean }} [how] see `Asker`
 * @returns {import("./asker.js").Held}
 */
export function useAnswer(question, request, { pause = 0, long = false } = {}) {
  const { engine } = usePage();
  const [held, setHeld] = useState(NOTHING);
  const asker = useRef(null);
  asker.current ??= new Asker(engine, (change) => setHeld((before) => ({ ...before, ...change })), { pause, long });
  const body = request && JSON.stringify(request);
  useLayoutEffect(() => asker.current.want(question, body), [question, body]);
  useEffect(() => () => asker.current.stop(), []);
  return held;
}

/** Whether the window is at least this many pixels wide; a change redraws the component. */
export function useWide(pixels) {
  const query = `(min-width: ${pixels}px)`;
  const [wide, setWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const watched = matchMedia(query);
    const changed = () => setWide(watched.matches);
    watched.addEventListener("change", changed);
    return () => watched.removeEventListener("change", changed);
  }, [query]);
  return wide;
}

/** False for the first paint, then true: lets a component draw its lower parts later. */
export function useLater() {
  const [later, setLater] = useState(false);
  useEffect(() => setLater(true), []);
  return later;
}

/** Run on every change of the store. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => store.listen(() => draw((count) => count + 1)), [store]);
  return store.state;
}
