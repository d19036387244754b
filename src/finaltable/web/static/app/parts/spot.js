// A training spot: the table, the hand and two or three answers, or a range to paint.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { usePage, useWide } from "../hooks.js";
import { fullChips, number, ordinal, percent, shortChips, t } from "../locale.js";
import { plainWeights } from "../training/spots.js";
import { combinations, HANDS, HandCards, HandGrid } from "./grid.js";
import { Oval } from "./oval.js";
import { RangePicker } from "./range.js";

/** Chips in big blinds: "12.1 bb". */
const depth = (table, chips) =>
  t("nash.depth", { count: number(chips / table.big_blind, 1, 0) }).replace(" ", "\u00a0");

/** The table of a spot, with the player to act at the bottom and the cards in the middle. */
export function SpotTable({ spot, money, hand = "" }) {
  const wide = useWide(900);
  const { table, chart } = spot;
  const { names, stacks } = table;
  const hero = names.indexOf(chart.seat);
  const order = names.length === 2 ? names : [...names.slice(2), ...names.slice(0, 2)];
  const role = (name) =>
    name === chart.seat
      ? "me"
      : chart.facing.includes(name)
        ? "all"
        : name === chart.raised_by
          ? "raise"
          : (chart.raised_by === chart.seat && chart.facing.length) || order.indexOf(name) < order.indexOf(chart.seat)
            ? "fold"
            : "";
  const blind = (i) => (i === 1 ? table.big_blind : i === 0 ? table.small_blind : 0);
  const bb = (chips) => number(chips / table.big_blind, 1, 0);
  const button = names.indexOf(table.button);
  const bet = (i) =>
    names[i] === chart.raised_by && !chart.raises
      ? bb(table.raise_to)
      : role(names[i]) === "all"
        ? i === button && names.length > 2
          ? ""
          : t("all-in")
        : !blind(i)
          ? ""
          : i === 1 && table.big_blind_ante
            ? t("train.withAnte", { chips: bb(blind(i)), ante: bb(table.big_blind_ante) })
            : bb(blind(i));
  const seats = names.map((name, i) => ({
    key: name,
    name: name === chart.seat ? t("seat.you", { name }) : name,
    text: depth(table, stacks[i]),
    head: table.bounties ? money.short(table.bounties[i]) : "",
    className: role(name),
    bet: bet(i),
    label: t("decide.seat", { name, chips: fullChips(stacks[i]), role: t(`role.${role(name) || "waits"}`) }),
  }));
  const middle = html`${hand && html`<${HandCards} hand=${hand} large=${true} />`}
    <span class="sm">${t("decide.pot", { chips: depth(table, spot.pot) })}</span>`;
  const shape = { low: !wide, tall: Boolean(hand) };
  return html`<${Oval} ...${shape} seats=${seats} bottom=${hero} button=${button} middle=${middle} />`;
}

/** The prize of each place, and the blinds. */
function Places({ spot, money }) {
  const { small_blind: small, big_blind: big } = spot.table;
  return html`<section class="card col ga">
    <div class="row sp">
      <h2>${t("home.left", { count: spot.table.names.length })}</h2>
      <span class="sm mute">${shortChips(small)}/${shortChips(big)}</span>
    </div>
    <table class="places">
      <caption class="unseen">${t("prizes")}</caption>
      <tbody>
        ${spot.table.payouts.map(
          (prize, i) => html`<tr key=${i}>
            <th scope="row">${ordinal(i + 1)}</th>
            <td><b>${money.round(prize)}</b></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

const Prizes = ({ spot, money }) =>
  html`<p class="sm mute phone pay">
    ${spot.table.payouts.map((prize, i) => html`<span key=${i}>${ordinal(i + 1)} <b>${money.round(prize)}</b></span>`)}
  </p>`;

/** Whether a key press is for the page, not for a field or a dialog. */
const meant = (event) =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) &&
  !document.querySelector("dialog[open]");

/** Call an action on a key press. */
export function useKeys(actions) {
  useEffect(() => {
    const press = (event) => {
      const act = meant(event) && actions[event.key.toLowerCase()];
      if (!act || (event.key === " " && event.target.tagName === "BUTTON")) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** The question: a call, a call after an own raise, a push first in, one over a raise, or three actions first in. */
function askedOf({ chart, table, price }, [call, callRaised, push, over, open]) {
  const { action, facing, seat, raised_by, raises } = chart;
  const word = action === "call" ? (raised_by ? callRaised : call) : raises ? open : raised_by ? over : push;
  const name = action === "call" ? facing[0] : raised_by || seat;
  return t(`train.${word}`, { name, seat, chips: depth(table, price), size: depth(table, table.raise_to || 0) });
}

/** Play one hand. */
export function AskHand({ spot, money, head, beside, before, answer }) {
  const { action, raises } = spot.chart;
  const goes = raises ? "a" : action === "call" ? "c" : "p";
  useKeys({
    f: () => answer("fold"),
    [goes]: () => answer("in"),
    ...(raises && { r: () => answer("raise") }),
  });
  const question = askedOf(spot, ["callMore", "callRaised", "pushAll", "pushOver", "openAll"]);
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <${SpotTable} spot=${spot} money=${money} hand=${spot.hand} />
      <${Prizes} spot=${spot} money=${money} />
      ${before}
    </section>
    <div class="col gb">
      <section class="card col gb ask">
        <p class="larger b">${question}</p>
        ${Boolean(spot.table.raise_to) && html`<p class="sm mute">${t("train.noFlops")}</p>`}
        <div class=${`two ans${raises ? " thirds" : ""}`}>
          <button type="button" class="btn xl hollow" onClick=${() => answer("fold")}>${t("train.fold")}</button>
          ${
            raises &&
            html`<button type="button" class="btn xl hollow" onClick=${() => answer("raise")}>
              ${t("act.raise")}
            </button>`
          }
          <button type="button" class="btn xl go" onClick=${() => answer("in")}>
            ${t(raises ? "act.in" : `train.${action}`)}
          </button>
        </div>
        <p class="sm mute desk">
          ${raises ? t("train.keysOpen") : t("train.keys", { key: goes.toUpperCase() })}
          <br />
          ${t("train.scored", { model: spot.table.model.toUpperCase() })}
        </p>
      </section>
      <div class="desk"><${Places} spot=${spot} money=${money} /></div>
      ${beside}
    </div>
  </main>`;
}

/** Paint a whole range. */
export function AskRange({ spot, money, head, beside, before, answer }) {
  const { engine, say } = usePage();
  const [text, setText] = useState("");
  const [picks, setPicks] = useState(false);
  const question = askedOf(spot, ["whichCall", "whichCallRaised", "whichPush", "whichOver", "whichOpen"]);
  const weights = plainWeights(text);
  const finish = async () => {
    if (weights) return answer(weights);
    try {
      answer((await engine.ask("range", { hands: [text] })).classes);
    } catch {
      say(t("train.unread"));
    }
    return undefined;
  };
  const shown = weights || {};
  const combos = HANDS.reduce((sum, hand) => sum + (shown[hand] || 0) * combinations(hand), 0);
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <${SpotTable} spot=${spot} money=${money} />
      <${Prizes} spot=${spot} money=${money} />
      ${before}
    </section>
    <div class="col gb">
      <section class="col gb ask">
        <p class="larger b">${question}</p>
        ${Boolean(spot.table.raise_to) && html`<p class="sm mute">${t("train.noFlops")}</p>`}
        <${HandGrid}
          label=${t("range.grid")}
          cell=${(hand) => ({ className: shown[hand] >= 1 ? "y" : shown[hand] > 0 ? "half" : "" })}
          choose=${() => setPicks(true)}
        />
        <p class="sm mute">${weights ? t("train.chosen", { share: percent(combos / 1326, 0) }) : text}</p>
        <div class="two ans">
          <button type="button" class="btn xl hollow" onClick=${() => setPicks(true)}>${t("train.paint")}</button>
          <button type="button" class="btn xl go" onClick=${finish}>${t("train.check")}</button>
        </div>
      </section>
      <div class="desk"><${Places} spot=${spot} money=${money} /></div>
      ${beside}
    </div>
    ${
      picks &&
      html`<${RangePicker}
        single=${false}
        text=${text}
        label=${question}
        close=${() => setPicks(false)}
        change=${setText}
      />`
    }
  </main>`;
}
