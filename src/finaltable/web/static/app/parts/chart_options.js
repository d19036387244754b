// What a chart is asked with: the table, raises, looking ahead, locks; and the controls for it.
import { html } from "../../vendor/preact.js";
import { LOOK_AHEAD } from "../constants.js";
import { usePage } from "../hooks.js";
import { number, t } from "../locale.js";
import { canonical, namesOf } from "../state.js";
import { buttonOf, headsOf, posted, request } from "../table.js";
import { lockedOf } from "./lock.js";

const SIZES = ["2", "2.2", "2.5", "3"]; // big blinds

/** The request of a chart; `solution` names the file that it was opened from. */
export function nashRequest(state, model) {
  const locked = lockedOf(state);
  const { raise_to: size, look_ahead: ahead, solution } = state.fields;
  return request(state, {
    button: namesOf(state)[buttonOf(state)],
    ...posted(state),
    model,
    ...(sizeOf(state) && { raise_to: `${size}bb` }),
    ...(aheadChoices(state).includes(ahead) && { look_ahead: ahead }),
    ...(Object.keys(locked).length > 0 && { lock: locked }),
    ...(solution && { solution }),
  });
}

/** The size of raises in big blinds; null without raises. */
export const sizeOf = ({ fields }) => canonical(fields.raise_to || "") || null;

/** What can be looked ahead: the tournament for up to four players, an orbit for more; and what each seat gains. */
function aheadChoices(state) {
  if (Object.keys(headsOf(state)).length) return [];
  const far = state.players.length <= 4 ? "tournament" : "orbit";
  return LOOK_AHEAD.filter((one) => one === far || one === "seat");
}

/**
 * A choice with its label.
 * @param {{ label: string, value: string, words: string[][], choose: (value: string) => void }} props
 */
const Choice = ({ label, value, words, choose }) =>
  html`<label class="row">
    ${label}
    <select class="in" onChange=${(event) => choose(event.target.value)}>
      ${words.map(([one, word]) => html`<option key=${one} value=${one} selected=${one === value}>${word}</option>`)}
    </select>
  </label>`;

/** Raise sizes, look-ahead, keys. */
export function Options({ state, open }) {
  const { store } = usePage();
  const { raise_to: size = "", look_ahead: ahead = "" } = state.fields;
  const sizes = [...new Set([...SIZES, ...(size ? [size] : [])])];
  const depth = (one) => t("nash.depth", { count: number(Number(one), 2, 0) });
  const choices = aheadChoices(state);
  return html`<div class="row sp sm mute w options">
    <${Choice}
      label=${t("nash.raises")}
      value=${size}
      words=${[["", t("nash.noRaises")], ...sizes.map((one) => [one, depth(one)])]}
      choose=${(value) => store.set({ raise_to: value, node: "" })}
    />
    ${
      choices.length > 0 &&
      html`<${Choice}
        label=${t("nash.ahead")}
        value=${ahead}
        words=${["", ...choices].map((one) => [one, t(`nash.ahead.${one || "none"}`)])}
        choose=${(value) => store.set({ look_ahead: value })}
      />`
    }
    <button type="button" class="btn quiet low desk" onClick=${() => open("keys")}>
      <i class="kbd">?</i> ${t("keys.title")}
    </button>
  </div>`;
}
