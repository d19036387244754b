// The table: seats, prizes, blinds.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { fullChips, moneyOf, ordinal, percent, readMoney, shortChips, t } from "../locale.js";
import { BountyRules, kindOf } from "../parts/bounties.js";
import { ChipField, Field, MoneyField } from "../parts/field.js";
import { Oval } from "../parts/oval.js";
import { bustPlayer, movePlayer, setPlayer } from "../seating.js";
import { canonical, inBlinds, keep, MOST_PLAYERS, MOST_PRIZES, namesOf } from "../state.js";
import { blindsOf, meOf, presetPrizes, satellitePrizes, seatOf } from "../table.js";

const PRESETS = ["usual", "top_heavy", "flat", "satellite", "winner"];

export function TableScreen() {
  const { store, say, open } = usePage();
  const { state } = store;
  const [chosen, setChosen] = useState(null);
  const names = namesOf(state);
  const me = meOf(state);
  const button = seatOf(state, state.fields.button || "");
  const seats = state.players.map((player, i) =>
    seatView(player, names[i], i, { me, button, chosen, written: moneyOf(state.currency, 0) }),
  );
  const add = () => {
    store.change((now) => ({ ...now, players: [...now.players, { name: "", chips: "", bounty: "", fixed: "" }] }));
    setChosen(state.players.length);
  };
  const tap = (seat) => setChosen(seat === chosen ? null : seat);
  const giveButton = (seat) => store.set({ button: names[seat] });
  const move = (from, to) => {
    movePlayer(store, from, to);
    setChosen(chosen === null ? null : to);
    say(t("seat.moved", { name: names[from], seat: to + 1 }), () => {
      store.undo();
      setChosen(null);
    });
  };
  const bust = () => {
    const name = names[chosen];
    say(t(bustPlayer(store, chosen) ? "table.bustedPaid" : "table.busted", { name }), () => store.undo());
    setChosen(null);
  };
  const full = state.players.length >= MOST_PLAYERS;
  return html`<main id="screen" class="split seats" tabindex="-1">
    <section class="col gb">
      <div class="row sp w">
        <h1>${t("table.title")}</h1>
        <div class="row">
          <button type="button" class="btn quiet" onClick=${() => open("start")}>${t("more.new")}</button>
          <button type="button" class="btn quiet" onClick=${() => open("paste")}>${t("paste")}</button>
          <button type="button" class="btn" disabled=${full} onClick=${add}>${t("table.add")}</button>
        </div>
      </div>
      <${Oval}
        seats=${seats}
        bottom=${me ?? 0}
        button=${button}
        tap=${tap}
        drop=${giveButton}
        move=${move}
        buttonLabel=${t("table.button")}
        add=${full || state.players.length > 8 ? null : add}
        addLabel=${t("table.addSeat")}
        middle=${html`<${Middle} state=${state} />`}
      />
      ${
        chosen !== null &&
        state.players[chosen] &&
        html`<${SeatSheet}
          key=${chosen}
          seat=${chosen}
          close=${() => setChosen(null)}
          bust=${bust}
          move=${(to) => move(chosen, to)}
        />`
      }
      ${
        state.players.length < 2
          ? html`<p class="note">${t("table.empty")}</p>`
          : chosen === null && html`<p class="sm mute middle">${t("table.tap")}</p>`
      }
    </section>
    <${Prizes} />
    <div class="col gb"><${Blinds} /><${BountyRules} /></div>
  </main>`;
}

function seatView(player, name, i, { me, button, chosen, written }) {
  const head = canonical(player.bounty);
  const chips = canonical(player.chips);
  const wrong = chips === null || chips <= 0;
  const parts = [
    t("seat.label", { name, seat: i + 1, chips: wrong ? t("seat.noChips") : fullChips(chips) }),
    head > 0 && t("seat.head", { money: written.round(head) }),
    i === button && t("seat.button"),
    i === me && t("you"),
  ];
  const kinds = [i === me && "me", i === chosen && "sel", wrong && player.chips && "wrong"];
  return {
    key: String(i),
    name: i === me ? t("seat.you", { name }) : name,
    head: head ? written.short(head) : "",
    text: wrong ? player.chips || "–" : shortChips(chips),
    className: kinds.filter(Boolean).join(" "),
    label: parts.filter(Boolean).join(", "),
  };
}

function Middle({ state }) {
  const pool = state.prizes.reduce((sum, prize) => sum + (canonical(prize) || 0), 0);
  const { small, big, ante, table } = blindsOf(state);
  const antes = table ? t("table.bigBlindAnte") : ante ? t("table.everyAnte", { ante: shortChips(ante) }) : "";
  return html`<span class="sm">${t("prizes")}</span>
  <span class="big">${pool ? moneyOf(state.currency, pool).round(pool) : "–"}</span>
  ${big > 0 && html`<span class="sm">${shortChips(small)} / ${shortChips(big)}</span>`}
  ${antes && html`<span class="sm">${antes}</span>`}`;
}

function SeatSheet({ seat, close, bust, move }) {
  const { store } = usePage();
  const { state } = store;
  const player = state.players[seat];
  const name = namesOf(state)[seat];
  const { big } = blindsOf(state);
  const chips = canonical(player.chips);
  const showChips = (text) => (canonical(text) === null ? text : fullChips(canonical(text)));
  const about =
    big && chips
      ? t("seat.blinds", { seat: seat + 1, count: fullChips(Math.round(chips / big)) })
      : t("seat.number", { seat: seat + 1 });
  const heads = kindOf(state) === "heads";
  const root = useRef(null);
  useLayoutEffect(() => {
    root.current.querySelector("input").focus();
    const onEscape = (event) => event.key === "Escape" && close();
    addEventListener("keydown", onEscape);
    return () => removeEventListener("keydown", onEscape);
  }, []);
  return html`<section class="card col sheet" ref=${root} aria-label=${t("seat.of", { name })}>
    <div class="row sp">
      <h2 class="clip">${name} <span class="mute light">${about}</span></h2>
      <button type="button" class="btn quiet" onClick=${close}>${t("done")}</button>
    </div>
    <div class="row end">
      <${ChipField}
        className="fill"
        label=${t("chips")}
        value=${player.chips}
        required=${true}
        show=${showChips}
        change=${(text) =>
          setPlayer(store, seat, { chips: inBlinds(text, state.fields.blinds) ?? keep(text) }, `chips-${seat}`)}
        placeholder=${fullChips(1455000)}
      />
      <${Field}
        className="fill"
        label=${t("name")}
        value=${player.name}
        change=${(text) => setPlayer(store, seat, { name: text.slice(0, 40) }, `name-${seat}`)}
        placeholder=${name}
        maxlength="40"
      />
      ${
        heads &&
        html`<${MoneyField}
          className="fill"
          label=${t("bounty")}
          value=${player.bounty}
          change=${(text) => setPlayer(store, seat, { bounty: money(text) }, `bounty-${seat}`)}
        />`
      }
    </div>
    <div class="row w">
      <button type="button" class="btn fill" onClick=${() => store.set({ me: name })}>${t("seat.isMe")}</button>
      <button type="button" class="btn fill" onClick=${() => store.set({ button: name })}>
        ${t("seat.buttonHere")}
      </button>
      <button type="button" class="btn fill" disabled=${state.players.length < 2} onClick=${bust}>
        ${t("seat.bust")}
      </button>
    </div>
    ${
      state.players.length > 1 &&
      html`<div class="row">
        <span class="sm mute fill">${t("seat.moveAbout")}</span>
        ${[seat - 1, seat + 1].map(
          (to) => html`<button
            type="button"
            key=${to}
            class="btn"
            disabled=${!state.players[to]}
            onClick=${() => move(to)}
          >
            ${t("seat.moveTo", { seat: to + 1 })}
          </button>`,
        )}
      </div>`
    }
  </section>`;
}

const money = (text) => {
  const read = readMoney(text);
  return read ? String(read.amount) : text.slice(0, 40);
};

function Prizes() {
  const { store } = usePage();
  const { state } = store;
  const amounts = state.prizes.map((prize) => canonical(prize) || 0);
  const pool = amounts.reduce((sum, amount) => sum + amount, 0);
  const written = moneyOf(state.currency, pool);
  const setPrize = (place, text) => {
    const read = readMoney(text);
    store.change(
      (now) => ({
        ...now,
        currency: read?.currency ? read.currency : now.currency,
        prizes: now.prizes.map((prize, i) => (i === place ? (read ? String(read.amount) : text.slice(0, 40)) : prize)),
      }),
      `prize-${place}`,
    );
  };
  const preset = (name) =>
    store.change((now) => ({
      ...now,
      prizes: (name === "satellite" ? satellitePrizes : (players, sum) => presetPrizes(name, players, sum))(
        Math.max(2, now.players.length),
        pool || 100,
      ),
    }));
  const setPool = (text) => {
    const read = readMoney(text);
    if (!read || !(read.amount > 0) || !pool) return;
    const scaled = amounts.map((amount) => String(Number(((amount * read.amount) / pool).toFixed(2))));
    store.change((now) => ({ ...now, currency: read.currency || now.currency, prizes: scaled }), "pool");
  };
  const tooMany = state.prizes.length > state.players.length && state.players.length > 1;
  const show = (text) =>
    canonical(text) === null ? text : written.text(canonical(text), Number.isInteger(canonical(text)) ? 0 : 2);
  const row = (prize, i) =>
    html`<li class="prize row" key=${i}>
      <span class="b place">${ordinal(i + 1)}</span>
      <${MoneyField}
        className="fill"
        hidden=${true}
        label=${t("prize.of", { place: ordinal(i + 1) })}
        value=${prize}
        show=${show}
        change=${(text) => setPrize(i, text)}
      />
      <span class="mute sm num part">${pool ? percent(amounts[i] / pool) : ""}</span>
    </li>`;
  return html`<section class="card col" aria-label=${t("prizes")}>
    <div class="row sp">
      <h2>${t("prizes")}</h2>
      <${MoneyField}
        className="pool"
        hidden=${true}
        label=${t("prize.pool")}
        value=${pool ? String(pool) : ""}
        show=${(text) => (text ? written.round(pool) : "")}
        change=${setPool}
      />
    </div>
    <div class="scroll">
      ${PRESETS.map(
        (name) => html`<button type="button" class="pill" key=${name} onClick=${() => preset(name)}>
          ${t(`preset.${name}`)}
        </button>`,
      )}
    </div>
    <ol>${state.prizes.map(row)}</ol>
    ${
      tooMany &&
      html`<p class="note warn" role="alert">
        ${t("prize.tooMany", { prizes: state.prizes.length, players: state.players.length })}
      </p>`
    }
    <div class="row w">
      <button
        type="button"
        class="btn quiet"
        disabled=${state.prizes.length >= Math.min(MOST_PRIZES, Math.max(2, state.players.length))}
        onClick=${() => store.change((now) => ({ ...now, prizes: [...now.prizes, "0"] }))}
      >
        ${t("prize.add")}
      </button>
      <button
        type="button"
        class="btn quiet"
        disabled=${state.prizes.length < 2}
        onClick=${() => store.change((now) => ({ ...now, prizes: now.prizes.slice(0, -1) }))}
      >
        ${t("prize.remove")}
      </button>
    </div>
  </section>`;
}

function Blinds() {
  const { store } = usePage();
  const { state } = store;
  const { small, big, ante, table } = blindsOf(state);
  const [smallText = "", bigText = ""] = (state.fields.blinds || "").split("/");
  const set = (at, text) => {
    const pair = [smallText, bigText];
    pair[at] = keep(text).replace("/", "");
    store.set({ blinds: pair.some(Boolean) ? pair.join("/") : "" }, `blind-${at}`);
  };
  const kind = table ? "table" : ante ? "every" : "none";
  const choose = (name) =>
    store.set({
      ante: name === "every" ? String(Math.round(big / 8) || 1) : "",
      big_blind_ante: name === "table" ? String(big || 1) : "",
    });
  const show = (text) => (canonical(text) === null ? text : fullChips(canonical(text)));
  return html`<section class="card col" aria-label=${t("blinds")}>
    <h2>${t("blinds")}</h2>
    <div class="two">
      <${ChipField} label=${t("blind.small")} value=${smallText} show=${show} change=${(text) => set(0, text)} />
      <${ChipField} label=${t("blind.big")} value=${bigText} show=${show} change=${(text) => set(1, text)} />
    </div>
    <div class="field">
      <span id="ante-label">${t("ante")}</span>
      <div class="seg" role="group" aria-labelledby="ante-label">
        ${["none", "every", "table"].map(
          (name) => html`<button
            type="button"
            key=${name}
            aria-pressed=${String(kind === name)}
            onClick=${() => choose(name)}
          >
            ${t(`ante.${name}`)}
          </button>`,
        )}
      </div>
    </div>
    ${
      kind === "every" &&
      html`<${ChipField}
        label=${t("ante.amount")}
        value=${state.fields.ante}
        show=${show}
        change=${(text) => store.set({ ante: keep(text) }, "ante")}
      />`
    }
    ${
      kind === "table" &&
      html`<${ChipField}
        label=${t("ante.tableAmount")}
        value=${state.fields.big_blind_ante}
        show=${show}
        change=${(text) => store.set({ big_blind_ante: keep(text) }, "ante")}
      />
      <p class="sm mute">${t("ante.posts", { chips: fullChips(table) })}</p>`
    }
    ${small > big && html`<p class="note warn">${t("blind.order")}</p>`}
  </section>`;
}
