// A range to take elsewhere: text for other programs, CSV, or a picture of the chart.
import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { bracketText, rangeCsv, rangeText, weightsText } from "../ranges.js";
import { CopyByHand, copyText, download, sendFile } from "./copy.js";
import { actWords } from "./hand_card.js";

const KINDS = ["text", "csv", "picture"];
const FORMS = { classes: rangeText, brackets: bracketText, weights: weightsText };

/** Copy a text; where the browser refuses, show it selected. Returns [copy, dialog]. */
export function useCopy() {
  const { say } = usePage();
  const [byHand, setByHand] = useState("");
  const copy = async (text) => {
    if (await copyText(text)) say(t("share.copied"));
    else setByHand(text);
  };
  return [copy, byHand && html`<${CopyByHand} text=${byHand} close=${() => setByHand("")} />`];
}

/**
 * @param {{ decision: import("../tree.js").Decision, name: string, about: string, children?: any }} props
 *   `about`: a line for the picture
 */
export function CopyRange({ decision, name, about, children }) {
  const [kind, setKind] = useState("text");
  const [form, setForm] = useState("classes");
  const [at, setAt] = useState(0);
  const [copy, dialog] = useCopy();
  const { moves } = decision;
  const move = moves[Math.min(at, moves.length - 1)];
  const text = kind === "csv" ? rangeCsv(decision) : rangeText(move.node.hands) && FORMS[form](move.node.hands);
  const file = name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  const picture = async () => {
    const { chartPicture } = await import("./chart_picture.js");
    chartPicture(decision, name, about).toBlob((blob) => sendFile(blob, `${file}.png`, "image/png"), "image/png");
  };
  const save = () =>
    kind === "picture"
      ? picture()
      : download(
          new Blob([text], { type: kind === "csv" ? "text/csv" : "text/plain" }),
          `${file}.${kind === "csv" ? "csv" : "txt"}`,
        );
  return html`<section class="card col ga" id="copy-range">
    <div class="row sp w">
      <h2 class="h3">${t("nash.copyRange")}</h2>
      <div class="seg" role="group" aria-label=${t("nash.copyRange")}>
        ${KINDS.map(
          (
            one,
          ) => html`<button type="button" key=${one} aria-pressed=${String(one === kind)} onClick=${() => setKind(one)}>
            ${t(`nash.as.${one}`)}
          </button>`,
        )}
      </div>
    </div>
    ${
      moves.length > 1 &&
      kind === "text" &&
      html`<div class="seg" role="group" aria-label=${t("nash.whichAction")}>
        ${moves.map(
          (one, k) => html`<button
            type="button"
            key=${one.kind}
            aria-pressed=${String(one === move)}
            onClick=${() => setAt(k)}
          >
            ${actWords(one.kind, null)}
          </button>`,
        )}
      </div>`
    }
    ${
      kind === "text" &&
      html`<select
        class="in"
        aria-label=${t("nash.form")}
        value=${form}
        onChange=${(event) => setForm(event.target.value)}
      >
        ${Object.keys(FORMS).map((one) => html`<option key=${one} value=${one}>${t(`nash.form.${one}`)}</option>`)}
      </select>`
    }
    ${kind !== "picture" && html`<code class="two-lines" tabindex="-1">${text || "–"}</code>`}
    <div class="row w">
      ${
        kind !== "picture" &&
        html`<button type="button" class="btn pri" disabled=${!text} onClick=${() => copy(text)}>
          ${t("nash.copy")}
        </button>`
      }
      <button type="button" class=${"btn" + (kind === "picture" ? " pri" : "")} disabled=${!text} onClick=${save}>
        ${t(kind === "picture" ? "share.savePicture" : "nash.save")}
      </button>
      ${children}
    </div>
    ${dialog}
  </section>`;
}
