// The three models: a ring, a diamond, a disc, in the same colours everywhere.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { t } from "../locale.js";

export const title = (model) => model.toUpperCase();

/** A model's mark. */
export const Mark = ({ model }) => html`<i class=${"mk " + model} aria-hidden="true"></i>`;

/** A model's mark and name, and its nickname if there is room: ICM raffle. */
export function Key({ model, word = false, prefix = "" }) {
  return html`<span class=${"key " + model}>
    <${Mark} model=${model} />
    ${prefix}
    ${title(model)}
    ${word && html` <span class="mute light">${t(`model.${model}`)}</span>`}
  </span>`;
}

/** A switch between models; `words`: labels instead of their names. */
export function ModelSwitch({ models = MODELS, chosen, choose, label, words = {} }) {
  return html`<div class="seg" role="group" aria-label=${label}>
    ${models.map(
      (model) => html`<button
        type="button"
        key=${model}
        aria-pressed=${String(model === chosen)}
        onClick=${() => choose(model)}
      >
        ${MODELS.includes(model) && html`<${Mark} model=${model} />`}
        ${words[model] ?? title(model)}
      </button>`,
    )}
  </div>`;
}
