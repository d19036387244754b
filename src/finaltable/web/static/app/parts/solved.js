// How far a chart is solved: a rough answer while a better one is made, stop, and continue.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useAnswer } from "../hooks.js";
import { number, t } from "../locale.js";

const SOLVE = { pause: 300, long: true }; // debounced, because solving is slow
const PATIENCE = 2000; // milliseconds before a rough answer is asked for, too
const ROUGH = { tolerance: 1e-3, max_seconds: 5 };
const LONGER = 120; // seconds, when the time was not enough

/**
 * Solve a chart when it is wanted. The answer may be rough, or of an earlier table; `current`: it is the one asked for.
 * @param {any} request @param {boolean} wanted
 */
export function useSolve(request, wanted) {
  const key = JSON.stringify(request);
  const [held, hold] = useState({ key: "", stopped: false, longer: false });
  const { stopped, longer } = held.key === key ? held : { stopped: false, longer: false };
  const body = longer ? { ...request, max_seconds: LONGER } : request;
  const fine = useAnswer("nash", wanted && !stopped ? body : null, SOLVE);
  const [late, setLate] = useState("");
  const waits = wanted && fine.working;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLate(key), PATIENCE);
    return () => clearTimeout(timer);
  }, [waits, key]);
  const roughBody = { ...request, ...ROUGH };
  const rough = useAnswer("nash", waits && late === key ? roughBody : null, SOLVE);
  const done = fine.asked === JSON.stringify(body) && fine.answer;
  const near = rough.asked === JSON.stringify(roughBody) && rough.answer;
  return {
    ...fine,
    answer: done || near || fine.answer,
    /** Whether the answer is of this table, perhaps rough. */
    current: Boolean(done || near),
    /** The request of the answer. */
    request: done || !near ? body : roughBody,
    working: wanted && !stopped && !done && !fine.refusal && !fine.offline,
    stopped,
    unfinished: Boolean(done) && !fine.answer.reached,
    stop: () => hold({ key, stopped: true, longer }),
    go: () => hold({ key, stopped: false, longer: Boolean(done) || longer }),
  };
}

/** A small share with two digits that count: 0.0007 %. */
function fineShare(share) {
  const value = 100 * share;
  const digits = value > 0 ? Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(value)))) : 0;
  return `${number(value, digits, 0)}\u00a0%`;
}

/** The state of a solution in a line: solved to, within and improving, stopped. */
export function Solved({ answer, current, working, stopped, unfinished, progress, stop, go, money }) {
  const off = current && answer && money ? answer.exploitability.total : null;
  const given = off === null ? {} : { share: fineShare(off), money: money.text(off * answer.pool, 2) };
  const button = (words, act) => html`<button type="button" class="btn quiet low" onClick=${act}>${words}</button>`;
  if (working)
    return html`<i
        class="spin"
        role="progressbar"
        aria-label=${t("nash.solving")}
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow=${Math.round(100 * progress)}
        style=${{ "--v": 100 * progress }}
      ></i>
      <span>${off === null ? t("nash.solving") + " …" : t("nash.within", given)}</span>${button(t("nash.stop"), stop)}`;
  if (stopped)
    return html`<span>${t(off === null ? "nash.stopped" : "nash.stoppedAt", given)}</span>
      ${button(t("nash.continue"), go)}`;
  if (unfinished) return html`<span>${t("nash.unfinished", given)}</span>${button(t("nash.continue"), go)}`;
  return off === null ? null : html`<span class="ok">${t("nash.solvedTo", given)}</span>`;
}
