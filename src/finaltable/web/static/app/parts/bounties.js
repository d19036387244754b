// Bounties on the players, or the envelopes of a mystery bounty, and how they are paid.
import { html } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { keep } from "../state.js";
import { readsEnvelopes } from "../table.js";
import { ChipField, Field } from "./field.js";

const KINDS = ["none", "heads", "mystery"];
const ALL_FIELDS = ["with_bounties", "bounty_share", "no_own_bounty", "mystery", "mystery_begins"];

/** None, bounties on players, or envelopes. */
export function kindOf(state) {
  if (state.fields.mystery !== undefined) return "mystery";
  return state.fields.with_bounties || state.players.some((player) => player.bounty) ? "heads" : "none";
}

/** Choose the kind of bounties; fields of the other kinds are removed. */
function choose(store, kind) {
  store.change((now) => {
    const fields = Object.fromEntries(Object.entries(now.fields).filter(([name]) => !ALL_FIELDS.includes(name)));
    if (kind === "heads") fields.with_bounties = "1";
    if (kind === "mystery") fields.mystery = `${now.players.length}x100`;
    const players = kind === "heads" ? now.players : now.players.map((player) => ({ ...player, bounty: "" }));
    return { ...now, players, fields };
  });
}

export function BountyRules() {
  const { store } = usePage();
  const { state } = store;
  const kind = kindOf(state);
  return html`<section class="card col" aria-label=${t("bounties")}>
    <h2>${t("bounties")}</h2>
    <div class="seg" role="group" aria-label=${t("bounties")}>
      ${KINDS.map(
        (name) => html`<button
          type="button"
          key=${name}
          aria-pressed=${String(kind === name)}
          onClick=${() => choose(store, name)}
        >
          ${t(`bounty.${name}`)}
        </button>`,
      )}
    </div>
    ${kind === "heads" && html`<${Heads} />`}
    ${kind === "mystery" && html`<${Envelopes} />`}
    ${
      kind !== "none" &&
      html`<label class="row check">
        <input
          type="checkbox"
          checked=${!state.fields.no_own_bounty}
          onChange=${(event) => store.set({ no_own_bounty: event.target.checked ? "" : "1" })}
        /> ${t(kind === "mystery" ? "bounty.ownEnvelope" : "bounty.own")}
      </label>`
    }
  </section>`;
}

function Heads() {
  const { store } = usePage();
  const chosen = store.state.fields.bounty_share || "";
  return html`<p class="sm mute">${t("bounty.about")}</p>
  <div class="field">
    <span id="heads-label">${t("bounty.rule")}</span>
    <div class="seg" role="group" aria-labelledby="heads-label">
      ${["", "100%"].map(
        (share) => html`<button
          type="button"
          key=${share}
          aria-pressed=${String(chosen === share)}
          onClick=${() => store.set({ bounty_share: share })}
        >
          ${t(share ? "bounty.all" : "bounty.half")}
        </button>`,
      )}
    </div>
  </div>`;
}

function Envelopes() {
  const { store } = usePage();
  const { fields } = store.state;
  const fault = (text) => (readsEnvelopes(text) ? "" : t("field.envelopes"));
  return html`<${Field}
    label=${t("bounty.envelopes")}
    value=${fields.mystery}
    fault=${fault}
    change=${(text) => store.set({ mystery: text.slice(0, 400) }, "mystery")}
    placeholder="1x10000, 5x1000, 40x200"
  />
  <p class="sm mute">${t("bounty.envelopesAbout")}</p>
  <${ChipField}
    label=${t("bounty.begins")}
    value=${fields.mystery_begins || ""}
    change=${(text) => store.set({ mystery_begins: keep(text) }, "begins")}
  />`;
}
