// Messages for answers that are missing, late or refused; and the dialog about accuracy.
import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { number, t } from "../locale.js";
import { SERVED } from "../place.js";
import { EXAMPLE, missingIn } from "../state.js";
import { Dialog } from "./dialog.js";
import { ScreenLink } from "./frame.js";
import { title } from "./models.js";

/**
 * One sentence: no table yet, no network, or a refusal; a bar on top while waiting. With `room`, a placeholder is drawn
 * and the sentence takes no space.
 */
export function State({ ready, answer, refusal, working, offline, busy, room = false, example = EXAMPLE }) {
  const { store } = usePage();
  if (!ready && !store.state.players.length) return html`<${NoTable} example=${example} />`;
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

/** No table yet: a new one, one to paste, or an example. */
function NoTable({ example }) {
  const { open, load } = usePage();
  return html`<p class="note">${t("state.empty")}</p>
    <div class="row w">
      <button type="button" class="btn pri" onClick=${() => open("start")}>${t("more.new")}</button>
      <button type="button" class="btn" onClick=${() => open("paste")}>${t("paste")}</button>
      <button type="button" class="btn" onClick=${() => load(example)}>${t("decide.example")}</button>
    </div>`;
}

/** A screen that needs a server, on a static host. */
export const NoServer = ({ title: name }) =>
  html`<main id="screen" tabindex="-1"><h1>${name}</h1><p class="note">${t("state.noServer")}</p></main>`;

/** "Exact to the cent", which opens the details of the computation. */
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
