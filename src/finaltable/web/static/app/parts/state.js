// What stands where an answer is missing, late or refused; and the proof behind a quiet mark.
import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { number, t } from "../locale.js";
import { SERVED } from "../place.js";
import { missingIn } from "../state.js";
import { Dialog } from "./dialog.js";
import { ScreenLink } from "./frame.js";
import { title } from "./models.js";

/**
 * One sentence where something is to be known: nothing yet, no network, a refusal. A bar on top while a slow answer is
 * awaited; `room`: the answer's room is drawn already, and no sentence takes any.
 */
export function State({ ready, answer, refusal, working, offline, busy, room = false }) {
  const { store } = usePage();
  if (!ready)
    return html`<p class="note">
      ${t(...missingIn(store.state))} <${ScreenLink} path="/table">${t("state.toTable")}<//>
    </p>`;
  return html`<div role="status" class="status">
    ${working && !answer && !room && html`<p class="mute">${t("state.working")}</p>`}
    ${working && (answer || room) && html`<div class="late" role="progressbar" aria-label=${t("state.working")}></div>`}
    ${busy && html`<p class="note warn">${t("state.busy")}</p>`}
    ${offline && html`<p class="note warn">${t(SERVED ? "state.offline" : "state.noServer")}</p>`}
    ${answer?.on_device && html`<p class="mute sm">${t("state.device")}</p>`}
    ${refusal && !working && html`<p class="note warn">${refusal.tooLong ? t("state.tooLong") : refusal.says()}</p>`}
  </div>`;
}

/** A screen that only a server can fill, on a host that has none. */
export const NoServer = ({ title: name }) =>
  html`<main id="screen" tabindex="-1"><h1>${name}</h1><p class="note">${t("state.noServer")}</p></main>`;

/** "Exact to the cent", which opens how it was computed. */
export function Proof({ results, exact }) {
  const [shown, show] = useState(false);
  const { store } = usePage();
  const { currency } = store.state;
  const line = (one) =>
    html`<li key=${one.model}>
      <b>
        ${title(one.model)}
      </b> ${t("proof.line", {
        method: one.method,
        work: number(one.work),
      })} ${t(one.guaranteed ? "proof.proved" : "proof.estimated", { error: currency + one.error.toExponential(0) })}
    </li>`;
  return html`<button type="button" class="mark plain" onClick=${() => show(true)}>
    ${exact ? t("proof.exact") : t("proof.stated")}
  </button>
  ${
    shown &&
    html`<${Dialog} label=${t("proof.title")} close=${() => show(false)}>
      <p>${t("proof.about")}</p>
      <ul class="col ga">${results.map(line)}</ul>
    <//>`
  }`;
}
