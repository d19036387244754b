// Paste a table from anywhere: a chat, a spreadsheet, a tournament clock.
import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { Dialog } from "./dialog.js";

const LONGEST = 20000;

export function Paste({ close }) {
  const { go, load } = usePage();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const take = async () => {
    try {
      const answer = await fetch("/part/rows?" + new URLSearchParams({ paste: text.slice(0, LONGEST) }));
      if (!answer.ok) return setProblem((await answer.json()).message);
      load(queryOf(await answer.text()));
      close();
      return go("/table");
    } catch {
      return setProblem(t("state.offline"));
    }
  };
  return html`<${Dialog} label=${t("paste.title")} close=${close}>
    <p class="sm mute">${t("paste.about")}</p>
    <textarea class="in" rows="7" aria-label=${t("paste.title")} placeholder=${"Ana 1.2m\nBo 800k\nCy 75k\n€50k €30k €20k"} value=${text} onInput=${(event) => { setText(event.target.value); setProblem(""); }}></textarea>
    ${problem && html`<p class="err" role="alert">${problem}</p>`}
    <button type="button" class="btn pri" disabled=${!text.trim()} onClick=${take}>${t("paste.take")}</button>
  <//>`;
}

/** The rows that the server read, as an address. */
function queryOf(rows) {
  const page = new DOMParser().parseFromString(rows, "text/html");
  const query = new URLSearchParams();
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = page.querySelectorAll("input[name=name], input[name=stack]");
  for (const field of fields) query.append(field.name, field.value);
  const list = /** @type {HTMLElement | null} */ (page.querySelector("[data-payouts]"));
  if (list && list.dataset.payouts) query.append("payouts", list.dataset.payouts);
  return query.toString();
}
