// Paste a table from anywhere: a chat, a spreadsheet, a tournament clock.

import { html, useState } from "../../vendor/preact.js";
import { MAX_PASTED } from "../constants.js";
import { Refusal, Unreachable } from "../engine.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { Dialog } from "./dialog.js";

export function Paste({ close }) {
  const { engine, go, load } = usePage();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const take = async () => {
    try {
      load(await engine.paste(text.slice(0, MAX_PASTED)));
      close();
      go("/table");
    } catch (problem) {
      if (!(problem instanceof Refusal || problem instanceof Unreachable)) throw problem;
      setProblem(
        problem instanceof Refusal
          ? (await problem.inWords()).says(true)
          : t(problem.busy ? "state.busy" : "state.offline"),
      );
    }
  };
  return html`<${Dialog} label=${t("paste.title")} close=${close}>
    <p class="sm mute">${t("paste.about")}</p>
    <textarea
      class="in"
      rows="7"
      aria-label=${t("paste.title")}
      placeholder=${"Ana 1.2m\nBo 800k\nCy 75k\n€50k €30k €20k"}
      value=${text}
      onInput=${(event) => {
        setText(event.target.value);
        setProblem("");
      }}
    ></textarea>
    ${problem && html`<p class="err" role="alert">${problem}</p>`}
    <button type="button" class="btn pri" disabled=${!text.trim()} onClick=${take}>${t("paste.take")}</button>
  <//>`;
}
