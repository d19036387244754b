// Notes about the address: players without a seat, unusable fields.
import { html, useMemo } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { MOST_PLAYERS } from "../state.js";
import { strangeIn, strangeWords, withoutStrange } from "../strange.js";

/** Unusable fields of the opened address that are still in it. */
export function AddressNotes() {
  const { store } = usePage();
  const { state } = store;
  const strange = useMemo(() => strangeIn(store.opened), [store.opened]);
  const words = strange.length ? strangeWords(state, strange) : [];
  return html`${
    state.dropped > 0 &&
    html`<p class="note warn over" role="alert">
      ${t("state.dropped", { count: state.dropped, most: MOST_PLAYERS })}
    </p>`
  }
  ${
    words.length > 0 &&
    html`<p class="note warn over row sp w" role="alert">
      <span>${t("state.strange", { fields: words.join(", ") })}</span>
      <button type="button" class="btn quiet" onClick=${() => store.change(withoutStrange)}>
        ${t("state.strangeRemove")}
      </button>
    </p>`
  }`;
}
