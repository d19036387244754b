// Paste a table from anywhere: a chat, a spreadsheet, a hand history, a tournament clock. Shows what is read.

import { html, useMemo, useState } from "../../vendor/preact.js";
import { MAX_PASTED } from "../constants.js";
import { usePage } from "../hooks.js";
import { fullChips, moneyOf, ordinal, t } from "../locale.js";
import { readPasted } from "../paste.js";
import { ROLES } from "../seating.js";
import { inBlinds, MOST_PLAYERS, MOST_PRIZES } from "../state.js";
import { blindsOf } from "../table.js";
import { Dialog } from "./dialog.js";
import { BIG_BLIND } from "./keypad.js";

const SHOWN = 5; // unread lines

export function Paste({ close }) {
  const { store, go, say } = usePage();
  const [text, setText] = useState("");
  const found = useMemo(() => readPasted(text.slice(0, MAX_PASTED)), [text]);
  const { stacks, payouts } = found;
  const use = () => {
    store.change((now) => tableFrom(now, found));
    close();
    go("/table");
    if (stacks.length > MOST_PLAYERS)
      say(t("state.dropped", { count: stacks.length - MOST_PLAYERS, most: MOST_PLAYERS }), () => store.undo());
  };
  const words = stacks.length
    ? t("paste.use", { count: Math.min(MOST_PLAYERS, stacks.length) })
    : t(payouts.length ? "paste.usePrizes" : "paste.take");
  const open = async (event) => setText((await event.target.files[0]?.text()) ?? "");
  return html`<${Dialog} label=${t("paste.title")} close=${close} kind="full">
    <p class="sm mute">${t("paste.about")}</p>
    <textarea
      class="in"
      rows="6"
      autofocus
      aria-label=${t("paste.title")}
      placeholder=${"Seat 1: Ana (1,240,000)\nBo 860k\nCy 75 000\n1st: €50,000\n2nd: €30,000"}
      value=${text}
      onInput=${(event) => setText(event.target.value)}
    ></textarea>
    ${text.trim() ? html`<${Preview} found=${found} />` : html`<${OpenFile} open=${open} />`}
    <button type="button" class="btn pri wide" disabled=${!stacks.length && !payouts.length} onClick=${use}>
      ${words}
    </button>
  <//>`;
}

const OpenFile = ({ open }) =>
  html`<label class="btn wide">
    ${t("start.file")}
    <input type="file" accept=".txt,.csv,text/plain,text/csv" class="unseen" onChange=${open} />
  </label>`;

/** The players, the prizes, and lines that are neither. */
function Preview({ found: { names, stacks, payouts, currency, unread } }) {
  const inChips = (stack) => Number(inBlinds(stack, `/${BIG_BLIND}`) ?? stack);
  const written = (stack) => (stack.endsWith("bb") ? stack.replace("bb", " bb") : fullChips(Number(stack)));
  const chips = stacks.reduce((sum, stack) => sum + inChips(stack), 0);
  const money = moneyOf(currency, 0);
  return html`<section class="col ga" aria-label=${t("paste.preview")} aria-live="polite">
    ${stacks.length > 0 && html`<b>${t("paste.found", { count: stacks.length, chips: fullChips(chips) })}</b>`}
    <ul class="card flat list read">
      ${stacks.map(
        (stack, i) => html`<li key=${i} class="sp">
          <b class="clip">${names[i] || t("start.seat", { seat: i + 1 })}</b>
          <b class="num">${written(stack)}</b>
        </li>`,
      )}
      ${payouts.map(
        (prize, i) => html`<li key=${`prize${i}`} class="sp">
          <span>${ordinal(i + 1)}</span><b class="num">${money.round(Number(prize))}</b>
        </li>`,
      )}
      ${unread.slice(0, SHOWN).map(
        (line, i) => html`<li key=${`unread${i}`} class="sp mute">
          <span class="sm clip">“${line.slice(0, 80)}”</span><span class="sm nw">${t("paste.unread")}</span>
        </li>`,
      )}
      ${unread.length > SHOWN && html`<li class="mute sm">+ ${unread.length - SHOWN}</li>`}
    </ul>
  </section>`;
}

/** The blinds of the table; stacks in big blinds need some. */
const blindsFor = ({ fields }, stacks) =>
  blindsOf({ fields }).big || !stacks.some((stack) => stack.endsWith("bb"))
    ? fields.blinds
    : `${BIG_BLIND / 2}/${BIG_BLIND}`;

/** The table that was read; what it does not name stays. */
function tableFrom(state, { names, stacks, payouts, bounties, currency }) {
  const blinds = blindsFor(state, stacks);
  const players = stacks.slice(0, MOST_PLAYERS).map((chips, i) => ({
    name: names[i].slice(0, 40),
    chips: inBlinds(chips, blinds) ?? chips,
    bounty: bounties[i] && bounties[i] !== "0" ? bounties[i] : "",
    fixed: "",
  }));
  const seated = new Set(names);
  const stays = ([name, value]) => !ROLES.includes(name) || value.split(",").every((one) => seated.has(one));
  const prizes = payouts.slice(0, MOST_PRIZES);
  return {
    players: players.length ? players : state.players,
    prizes: prizes.length ? prizes : state.prizes.slice(0, players.length || MOST_PRIZES),
    currency: currency || (prizes.length ? "" : state.currency),
    fields: players.length
      ? { ...Object.fromEntries(Object.entries(state.fields).filter(stays)), ...(blinds && { blinds }) }
      : state.fields,
  };
}
