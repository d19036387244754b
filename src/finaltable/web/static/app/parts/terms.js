// The terms of a deal besides the rule: money left to play for, rounding, fixed shares, a last longer, a trophy.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { usePage } from "../hooks.js";
import { number, readMoney, t } from "../locale.js";
import { setPlayer } from "../seating.js";
import { canonical, namesOf } from "../state.js";
import { headsOf, seatOf } from "../table.js";
import { Field, MoneyField } from "./field.js";
import { title } from "./models.js";

const COINS = { "₿": "0.00000001", "¥": "1", "₩": "1", "₫": "1" }; // smallest unit, if not a cent
const SIGNS = ["icm", "sem", "dcm", "chip_chop", "equal"];

/** Whether there are bounties, which a deal may share or leave on the players. */
const hasHeads = (state) => Object.keys(headsOf(state)).length > 0;

/** The names in a field, which has names or the numbers of seats. */
function playersIn(state, field) {
  const seats = (state.fields[field] || "").split(",").map((name) => seatOf(state, name.trim()));
  return seats.filter((seat) => seat !== null).map((seat) => namesOf(state)[seat]);
}

/** The terms in the format of the API. */
export function termsOf(state) {
  const { leave, unit, withhold, deal_heads: heads, last_longer: stake, trophy } = state.fields;
  const names = namesOf(state);
  const left = (leave || "").split(" ").filter(Boolean);
  const fixed = Object.fromEntries(
    state.players.map((player, i) => [names[i], player.fixed]).filter(([, share]) => share),
  );
  const lasting = playersIn(state, "last_longer_players");
  const [taker] = playersIn(state, "trophy_to");
  const coin = unit || COINS[state.currency];
  return {
    ...(left.length && { leave: left.length > 1 ? left : left[0] }),
    ...(coin && { round: coin }),
    ...(withhold && { withhold }),
    ...(hasHeads(state) && heads && { bounty_terms: heads }),
    ...(Object.keys(fixed).length && { fixed }),
    ...(canonical(stake || "") && { last_longer: stake, ...(lasting.length && { last_longer_players: lasting }) }),
    ...(canonical(trophy || "") && { trophy, ...(taker && { trophy_to: taker }) }),
  };
}

/** An amount or a percentage as it is stored. */
function amount(text) {
  const read = readMoney(text);
  return read ? String(read.amount) + (read.currency === "%" ? "%" : "") : text.replace(/\s/g, "").slice(0, 40);
}

const show = (text) => (canonical(text) === null ? text : number(canonical(text), 2, 0));

export function Terms({ refusal }) {
  const { store } = usePage();
  const { fields, currency } = store.state;
  const problem = (name) => (refusal?.field.startsWith(name) ? refusal.says(true) : "");
  const set = (name) => (text) => store.set({ [name]: amount(text) }, name);
  const left = (fields.leave || "").split(" ");
  const leave = (place) => (text) => {
    const amounts = place ? [left[0] || "0", amount(text)] : [amount(text), left[1] || ""];
    store.set({ leave: amounts[1] ? amounts.map((one) => one || "0").join(" ") : amounts[0] }, `leave-${place}`);
  };
  const money = (name, label, more = {}) =>
    html`<${MoneyField}
      label=${label}
      value=${fields[name] || ""}
      show=${show}
      change=${set(name)}
      problem=${problem(name)}
      placeholder="0"
      ...${more}
    />`;
  const second = money("leave", t("terms.second"), { value: left[1] || "", change: leave(1) });
  return html`<section class="card col" aria-label=${t("terms")}>
    <h2>${t("terms")}</h2>
    <div class="two">
      ${money("leave", t("terms.leave"), { value: left[0] || "", change: leave(0) })}
      ${money("unit", t("terms.unit"), {
        problem: problem("round"),
        placeholder: number(Number(COINS[currency] ?? 0.01), 8, 0),
      })}
    </div>
    <${Signed} />
    <${More} money=${money} second=${second} refusal=${refusal} />
  </section>`;
}

/** The proposal to sign. */
function Signed() {
  const { store } = usePage();
  const { fields } = store.state;
  const chosen = fields.choose === "between" ? "between" : fields.choose || "icm";
  return html`<label class="field">
    <span>${t("terms.signed")}</span>
    <select
      class="in"
      value=${chosen}
      onChange=${(event) =>
        store.set({
          choose: event.target.value === "icm" ? "" : event.target.value,
          between: event.target.value === "between" ? fields.between || "0.5" : "",
        })}
    >
      ${SIGNS.map(
        (name) => html`<option key=${name} value=${name} selected=${name === chosen}>
          ${MODELS.includes(name) ? title(name) : t(`proposal.${name}`)}
        </option>`,
      )}
      ${chosen === "between" && html`<option value="between" selected>${t("proposal.between")}</option>`}
    </select>
  </label>`;
}

/** Terms that few deals have; open if this one has any. */
function More({ money, second, refusal }) {
  const { store } = usePage();
  const { fields, players } = store.state;
  const used = ["withhold", "event", "last_longer", "trophy", "deal_heads"].some((name) => fields[name]);
  const [open] = useState(used || (fields.leave || "").includes(" ") || players.some((player) => player.fixed));
  return html`<details open=${open || Boolean(refusal?.field.startsWith("fixed"))}>
    <summary>${t("terms.more")}</summary>
    <div class="col">
      <div class="two">${second}${money("withhold", t("terms.withhold"))}</div>
      <${Fixed} refusal=${refusal} />
      <${LastLonger} money=${money} />
      <${Trophy} money=${money} />
      ${hasHeads(store.state) && html`<${Heads} />`}
      <${Field}
        label=${t("terms.event")}
        value=${fields.event || ""}
        change=${(text) => store.set({ event: text.slice(0, 80) }, "event")}
        maxlength="80"
      />
    </div>
  </details>`;
}

/** Fixed shares: a field for each player who has one, and a list to add another. */
function Fixed({ refusal }) {
  const { store } = usePage();
  const { players } = store.state;
  const names = namesOf(store.state);
  const [added, setAdded] = useState([]);
  const shown = names.map((_, i) => i).filter((i) => players[i].fixed || added.includes(i));
  return html`<fieldset class="col ga">
    <legend>${t("terms.fixed")}</legend>
    <p class="sm mute">${t("terms.fixedAbout")}</p>
    ${shown.map(
      (seat) => html`<${MoneyField}
        key=${seat}
        label=${names[seat]}
        value=${players[seat].fixed}
        show=${show}
        change=${(text) => setPlayer(store, seat, { fixed: amount(text) }, `fixed-${seat}`)}
        problem=${refusal?.field === `fixed[${names[seat]}]` ? refusal.says(true) : ""}
      />`,
    )}
    ${refusal?.field === "fixed" && html`<p class="err" role="alert">${refusal.says(true)}</p>`}
    <select
      class="in"
      aria-label=${t("terms.fixedAdd")}
      value=""
      onChange=${(event) => {
        if (event.target.value) setAdded([...added, Number(event.target.value)]);
        event.target.value = "";
      }}
    >
      <option value="">${t("terms.fixedAdd")}</option>
      ${names.map((name, i) => !shown.includes(i) && html`<option key=${i} value=${i}>${name}</option>`)}
    </select>
  </fieldset>`;
}

function LastLonger({ money }) {
  const { store } = usePage();
  const names = namesOf(store.state);
  const given = playersIn(store.state, "last_longer_players");
  const inside = given.length ? given : names;
  const toggle = (name) => {
    const next = names.filter((one) => (one === name ? !inside.includes(one) : inside.includes(one)));
    store.set({ last_longer_players: next.length === names.length ? "" : next.join(",") });
  };
  return html`${money("last_longer", t("terms.longer"))}
  ${
    canonical(store.state.fields.last_longer || "") > 0 &&
    html`<div class="scroll" role="group" aria-label=${t("terms.longerWho")}>
      ${names.map(
        (name) => html`<button
          type="button"
          key=${name}
          class="pill"
          aria-pressed=${String(inside.includes(name))}
          disabled=${inside.includes(name) && inside.length <= 2}
          onClick=${() => toggle(name)}
        >
          ${name}
        </button>`,
      )}
    </div>`
  }`;
}

function Trophy({ money }) {
  const { store } = usePage();
  const { trophy } = store.state.fields;
  const [taker] = playersIn(store.state, "trophy_to");
  return html`${money("trophy", t("terms.trophy"))}
  ${
    canonical(trophy || "") > 0 &&
    html`<label class="field">
      <span>${t("terms.trophyTo")}</span>
      <select class="in" onChange=${(event) => store.set({ trophy_to: event.target.value })}>
        <option value="">${t("terms.trophyWinner")}</option>
        ${namesOf(store.state).map(
          (name) => html`<option key=${name} value=${name} selected=${name === taker}>
            ${name}
          </option>`,
        )}
      </select>
    </label>`
  }`;
}

function Heads() {
  const { store } = usePage();
  const { deal_heads: chosen = "" } = store.state.fields;
  return html`<label class="field">
    <span>${t("terms.heads")}</span>
    <select class="in" value=${chosen} onChange=${(event) => store.set({ deal_heads: event.target.value })}>
      ${[
        ["", "stay"],
        ["share", "share"],
      ].map(
        ([value, words]) =>
          html`<option key=${words} value=${value} selected=${value === chosen}>${t(`terms.heads.${words}`)}</option>`,
      )}
    </select>
  </label>`;
}
