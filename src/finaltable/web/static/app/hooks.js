// What screens share: the store, and answers that follow it.
import { createContext, useContext, useEffect, useRef, useState } from "../vendor/preact.js";
import { Refusal, Unreachable } from "./engine.js";

const PAUSE = 80; // milliseconds without a change before we ask
const AGAIN = 2000; // milliseconds between two tries without a connection

export const Page = createContext(null);
export const usePage = () => useContext(Page);

/**
 * Ask the engine whenever the request changes, a moment after the last key. The last good answer stays meanwhile.
 * @param {string} question
 * @param {object | null} request null: nothing to ask yet
 * @param {number} [pause] milliseconds without a change before it is asked
 * @returns {{ answer: any, asked: string, refusal: Refusal | null, working: boolean, offline: boolean }}
 */
export function useAnswer(question, request, pause = PAUSE) {
  const { engine } = usePage();
  const [held, setHeld] = useState({ answer: null, asked: "", refusal: null, working: false, offline: false });
  const body = request && JSON.stringify(request);
  const first = useRef(true);
  useEffect(() => {
    if (body === null) return setHeld((before) => ({ ...before, working: false }));
    const control = new AbortController();
    let timer = setTimeout(ask, first.current ? 0 : pause);
    first.current = false;
    async function ask() {
      setHeld((before) => ({ ...before, working: true }));
      try {
        const answer = await engine.ask(question, JSON.parse(body), control.signal);
        if (!control.signal.aborted) setHeld({ answer, asked: body, refusal: null, working: false, offline: false });
      } catch (problem) {
        if (control.signal.aborted) return;
        if (problem instanceof Refusal) setHeld((before) => ({ ...before, refusal: problem, working: false, offline: false }));
        else if (problem instanceof Unreachable) {
          setHeld((before) => ({ ...before, working: false, offline: true }));
          timer = setTimeout(ask, AGAIN);
        } else throw problem;
      }
    }
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [question, body]);
  return held;
}

/** Run on every change of the store. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => store.listen(() => draw((count) => count + 1)), [store]);
  return store.state;
}
