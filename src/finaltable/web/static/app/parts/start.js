// A new table in few taps: how many are left, their chips by keypad, the prizes from the pool.

import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { CURRENCIES, fullChips, listed, moneyOf, ordinal, shortChips, t } from "../locale.js";
import { MOST_PLAYERS, namesOf, readAddress } from "../state.js";
import { presetPrizes, usualBlinds } from "../table.js";
import { Dialog } from "./dialog.js";
import { BIG_BLIND, Keypad, NumberField, pressed, typedNumber, unitIn } from "./keypad.js";
import { load } from "./saved.js";

const PRESETS = ["usual", "sit_and_go", "flat", "winner"];
const NAMED = 3; // players of the last table that are named
const SMALL = 100; // times less than the average: a digit may be missing

export function Start({ close }) {
  const { store, go, path, say } = usePage();
  const [step, setStep] = useState("how");
  const [players, setPlayers] = useState([]);
  const count = (number) => {
    setPlayers(Array.from({ length: number }, () => ({ name: "", text: "" })));
    setStep("stacks");
  };
  const unit = unitIn(players.find((player) => player.text)?.text ?? "");
  const values = players.map((player) => typedNumber(player.text, unit));
  const finish = (prizes, currency) => {
    const seated = players.map(({ name }, i) => ({
      name: name.trim(),
      chips: String(values[i] ?? ""),
      bounty: "",
      fixed: "",
    }));
    const { lang } = store.state.fields;
    const blinds = unit === "bb" ? `${BIG_BLIND / 2}/${BIG_BLIND}` : usualBlinds(values);
    store.change(() => ({ players: seated, prizes, currency, fields: { ...(lang && { lang }), blinds } }));
    close();
    if (path === "/") go("/table");
    const words = blinds.replace(/[0-9.]+/g, (chips) => fullChips(Number(chips)));
    say(t("more.begun", { blinds: words }), () => store.undo());
  };
  if (step === "how") return html`<${HowMany} close=${close} count=${count} />`;
  if (step === "stacks")
    return html`<${Stacks}
      close=${close}
      back=${() => setStep("how")}
      players=${players}
      change=${setPlayers}
      values=${values}
      unit=${unit}
      done=${() => setStep("prizes")}
    />`;
  return html`<${Prizes} close=${close} back=${() => setStep("stacks")} players=${players.length} done=${finish} />`;
}

function HowMany({ close, count }) {
  const { open, load: show, go, path } = usePage();
  const [last] = load();
  const names = last ? namesOf(readAddress(last.query)) : [];
  const rest = names.length - NAMED;
  const use = () => {
    show(last.query);
    close();
    if (path === "/") go("/table");
  };
  return html`<${Dialog} label=${t("more.new")} close=${close} kind="full">
    <p class="big">${t("start.how")}</p>
    <div class="how">
      ${Array.from({ length: MOST_PLAYERS - 1 }, (_, i) => i + 2).map(
        (number) => html`<button type="button" key=${number} onClick=${() => count(number)}>${number}</button>`,
      )}
    </div>
    <p class="sm mute">${t("start.about")}</p>
    <h3>${t("start.or")}</h3>
    <button type="button" class="btn wide" onClick=${() => open("paste")}>${t("start.paste")}</button>
    ${
      names.length > 1 &&
      html`<button type="button" class="btn wide quiet" onClick=${use}>
        ${t("start.last", {
          names:
            rest > 1 ? t("start.andMore", { names: names.slice(0, NAMED).join(", "), count: rest }) : listed(names),
        })}
      </button>`
    }
  <//>`;
}

/** The question about a stack that looks ten times off: {says, value}; null if it looks right. */
export function slipIn(values, i) {
  const value = values[i];
  const others = values.filter((other, k) => k !== i && other !== null);
  if (value === null || others.length < 2) return null;
  const all = others.reduce((sum, other) => sum + other, 0);
  const average = all / others.length;
  if (value > all && value / 10 >= Math.min(...others) / 3) return { says: "start.large", value: value / 10 };
  if (value * SMALL >= average) return null;
  return { says: "start.small", value: value * 10 ** Math.round(Math.log10(average / value)) };
}

function Stacks({ close, back, players, change, values, unit, done }) {
  const [at, setAt] = useState(0);
  const set = (i, given) => change(players.map((player, k) => (k === i ? { ...player, ...given } : player)));
  const filled = values.filter((value) => value !== null);
  const total = filled.reduce((sum, value) => sum + value, 0);
  const last = at === players.length - 1;
  const next = () => (last ? filled.length === players.length && done() : setAt(at + 1));
  const press = (name) => (name === "next" ? next() : set(at, { text: pressed(players[at].text, name) }));
  const typed = players[at]?.text ?? ""; // none while a name is typed
  const inUnit = at > 0 && values[at] !== null && typed && !unitIn(typed) && unit && `${typed}` !== String(values[at]);
  const row = (player, i) => {
    const name = player.name || t("start.seat", { seat: i + 1 });
    const slip = i === at ? null : slipIn(values, i);
    return html`<div class="sr" key=${i}>
        <input
          class="pn"
          aria-label=${t("start.nameOf", { seat: i + 1 })}
          placeholder=${t("start.seat", { seat: i + 1 })}
          autocomplete="off"
          maxlength="40"
          value=${player.name}
          onFocus=${() => setAt(-1)}
          onInput=${(event) => set(i, { name: event.target.value })}
          onKeyDown=${(event) => event.key === "Enter" && setAt(i)}
        />
        <${NumberField}
          label=${t("start.chipsOf", { name })}
          text=${player.text}
          value=${values[i]}
          on=${i === at}
          focus=${() => setAt(i)}
          change=${(text) => set(i, { text: text.slice(0, 20) })}
          next=${next}
          wrong=${Boolean(slip)}
          placeholder=${t("chips")}
        />
      </div>
      ${
        slip &&
        html`<p class="note warn sm row sp" role="status">
          <span>${t(slip.says)}</span>
          <button type="button" class="btn" onClick=${() => set(i, { text: fullChips(slip.value) })}>
            ${t("start.make", { chips: shortChips(slip.value) })}
          </button>
        </p>`
      }`;
  };
  const label = t("start.stacks", { count: players.length });
  return html`<${Dialog} label=${label} close=${close} back=${back} kind="full keyed">
    <dl class="tot">
      <div><dt>${t("total")}</dt><dd>${fullChips(total)}</dd></div>
      <div><dt>${t("start.average")}</dt><dd>${fullChips(Math.round(total / (filled.length || 1)))}</dd></div>
      <div><dt>${t("start.unit")}</dt><dd>${t(`start.unit.${unit || 1}`)}</dd></div>
    </dl>
    <div class="col ga rows">
      ${players.map(row)}
      ${
        inUnit &&
        html`<p class="sm mute">
          ${t("start.kept", { first: players.find((player) => player.text).text, typed, chips: fullChips(values[at]) })}
        </p>`
      }
    </div>
    ${at >= 0 && html`<${Keypad} press=${press} last=${last} />`}
    ${
      at < 0 &&
      html`<button type="button" class="btn pri wide" disabled=${filled.length < players.length} onClick=${done}>
        ${t("start.next")}
      </button>`
    }
  <//>`;
}

const SIGNS = { US: "$", CA: "$", AU: "$", NZ: "$", MX: "$", GB: "£", BR: "R$", JP: "¥", IN: "₹" }; // by country

/** The currency of the last table, or of the browser's country. */
const usualCurrency = (state) => state.currency || SIGNS[navigator.language.slice(-2)] || "€";

function Prizes({ close, back, players, done }) {
  const { store } = usePage();
  const [pool, setPool] = useState("");
  const [preset, setPreset] = useState("usual");
  const [own, setOwn] = useState({}); // typed prizes by place
  const [currency, setCurrency] = useState(() => usualCurrency(store.state));
  const [at, setAt] = useState(-1); // the pool
  const all = typedNumber(pool, "");
  const shared = all ? presetPrizes(preset, players, all) : [];
  const places = Math.max(shared.length, ...Object.keys(own).map((place) => Number(place) + 1), 1);
  const texts = Array.from({ length: Math.min(players, places + 1) }, (_, i) => own[i] ?? shared[i] ?? "");
  const values = texts.map((text) => typedNumber(text, ""));
  const paid = values.slice(0, 1 + values.findLastIndex((value) => value !== null)).map((value) => String(value ?? 0));
  const money = moneyOf(currency, 0);
  const next = () => paid.length && done(paid, currency);
  const text = at < 0 ? pool : texts[at];
  const put = (typed, place = at) => {
    if (place >= 0) return setOwn({ ...own, [place]: typed });
    setOwn({});
    return setPool(typed);
  };
  const field = (place, label, typed, value) =>
    html`<${NumberField}
      label=${label}
      text=${typed}
      value=${value}
      on=${place === at}
      focus=${() => setAt(place)}
      change=${(given) => put(given.slice(0, 20), place)}
      next=${next}
      write=${money.round}
      placeholder="0"
    />`;
  return html`<${Dialog} label=${t("prizes")} close=${close} back=${back} kind="full keyed">
    <div class="row end">
      <div class="field fill whole"><span>${t("start.pool")}</span>${field(-1, t("start.pool"), pool, all)}</div>
      <select class="in cur" aria-label=${t("start.currency")} onChange=${(event) => setCurrency(event.target.value)}>
        ${["", ...Object.keys(CURRENCIES)].map(
          (sign) => html`<option key=${sign} value=${sign} selected=${sign === currency}>${sign || "–"}</option>`,
        )}
      </select>
    </div>
    <div class="scroll">
      ${PRESETS.map(
        (name) => html`<button
          type="button"
          class="pill"
          key=${name}
          aria-pressed=${String(name === preset)}
          onPointerDown=${(event) => event.preventDefault()}
          onClick=${() => {
            setPreset(name);
            setOwn({});
          }}
        >
          ${t(`preset.${name}`)}
        </button>`,
      )}
    </div>
    <div class="col ga rows">
      ${texts.map(
        (typed, i) => html`<div class="sr" key=${i}>
          <span class="pn">${ordinal(i + 1)}</span>
          ${field(i, t("prize.of", { place: ordinal(i + 1) }), typed, values[i])}
        </div>`,
      )}
    </div>
    <${Keypad} press=${(name) => (name === "next" ? next() : put(pressed(text, name)))} last=${true} />
  <//>`;
}
