// Settings of a review: more files, prizes, the assumed ranges of opponents, other tables.
import { html } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { Field } from "./field.js";
import { FileDrop } from "./files.js";

const RANGES = ["10%", "15%", "20%", "30%", "40%", "60%"];

export function Settings({ kept, set }) {
  const choices = [
    ["", t("review.equilibrium")],
    ...RANGES.map((range) => [range, t("range.best", { share: range.replace("%", "\u00a0%") })]),
  ];
  const tables = [
    ["", t("review.unknown")],
    ["average", t("review.average")],
    ["none", t("review.allHere")],
  ];
  const select = (label, name, options) =>
    html`<label class="field">
      <span>${label}</span>
      <select class="in" value=${kept[name]} onChange=${(event) => set({ [name]: event.target.value })}>
        ${options.map(
          ([value, words]) => html`<option key=${value} value=${value} selected=${kept[name] === value}>
            ${words}
          </option>`,
        )}
      </select>
    </label>`;
  return html`<div class="given">
    <div class="col ga">
      <${Field}
        label=${t("review.prizes")}
        value=${kept.payouts}
        change=${(text) => set({ payouts: text.slice(0, 500) })}
        placeholder="45, 27, 18"
      />
      <p class="xs mute">${t("review.prizesAbout")}</p>
    </div>
    ${select(t("review.pushWith"), "push_range", choices)}
    ${select(t("review.callWith"), "call_range", choices)}
    ${select(t("review.elsewhere"), "elsewhere", tables)}
    <div class="col ga wide">
      <${FileDrop}
        held=${kept.files}
        label=${t("files.add")}
        take=${(files) => set({ files: [...kept.files, ...files] })}
      />
      <button type="button" class="btn quiet" onClick=${() => set({ files: [], payouts: "" })}>
        ${t("files.forget")}
      </button>
    </div>
  </div>`;
}
