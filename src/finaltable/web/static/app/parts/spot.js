// A training spot: the table, the hand and two answers, or a range to paint.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { fullChips, ordinal, percent, shortChips, t } from "../locale.js";
import { plainWeights } from "../training/spots.js";
import { combinations, HANDS, HandCards, HandGrid } from "./grid.js";
import { Oval } from "./oval.js";
import { RangePicker } from "./range.js";

/** The table of a spot, with the player to act at the bottom. */
export function SpotTable({ spot, money }) {
  const { table, chart } = spot;
  const { names, stacks } = table;
  const hero = names.indexOf(chart.seat);
  const order = names.length === 2 ? names : [...names.slice(2), ...names.slice(0, 2)];
  const role = (name) =>
    name === chart.seat
      ? "me"
      : chart.facing.includes(name)
        ? "all"
        : order.indexOf(name) < order.indexOf(chart.seat)
          ? "fold"
          : "";
  const blind = (i) => (i === 1 ? table.big_blind : i === 0 ? table.small_blind : 0);
  const button = names.indexOf(table.button);
  const bet = (i) =>
    role(names[i]) === "all"
      ? i === button && names.length > 2
        ? ""
        : t("all-in")
      : !blind(i)
        ? ""
        : i === 1 && table.big_blind_ante
          ? t("train.withAnte", { chips: shortChips(blind(i)), ante: shortChips(table.big_blind_ante) })
          : shortChips(blind(i));
  const seats = names.map((name, i) => ({
    key: name,
    name: name === chart.seat ? t("seat.you", { name }) : name,
    text: shortChips(stacks[i]),
    head: table.bounties ? money.short(table.bounties[i]) : "",
    className: role(name),
    bet: bet(i),
    label: t("decide.seat", { name, chips: fullChips(stacks[i]), role: t(`role.${role(name) || "waits"}`) }),
  }));
  return html`<${Oval}
    low=${true}
    seats=${seats}
    bottom=${hero}
    button=${button}
    middle=${html`<span class="sm">${t("decide.pot", { chips: shortChips(spot.pot) })}</span>`}
  />`;
}

/** The prize of each place. */
function Places({ spot, money }) {
  return html`<section class="card flat">
    <table>
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

/** Play one hand. */
export function AskHand({ spot, money, head, tools, answer }) {
  const { action, facing, seat } = spot.chart;
  const goes = action === "call" ? "c" : "p";
  useKeys({ f: () => answer("fold"), [goes]: () => answer("in") });
  const question =
    action === "call"
      ? t("train.callMore", { name: facing[0], chips: shortChips(spot.price) })
      : t("train.pushAll", { name: seat, chips: shortChips(spot.price) });
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <${SpotTable} spot=${spot} money=${money} />
      <${Prizes} spot=${spot} money=${money} />
      <div class="desk">${tools}</div>
    </section>
    <div class="col gb">
      <section class="col gb ask">
        <div class="row hold"><${HandCards} hand=${spot.hand} large=${true} /></div>
        <p class="larger b">${question}</p>
        <div class="two ans">
          <button type="button" class="btn xl hollow" onClick=${() => answer("fold")}>${t("train.fold")}</button>
          <button type="button" class="btn xl go" onClick=${() => answer("in")}>${t(`train.${action}`)}</button>
        </div>
        <p class="sm mute desk">
          ${t("train.keys", { key: goes.toUpperCase() })}
          <br />
          ${t("train.scored", { model: spot.table.model.toUpperCase() })}
        </p>
      </section>
      <div class="desk"><${Places} spot=${spot} money=${money} /></div>
      <div class="phone">${tools}</div>
    </div>
  </main>`;
}

/** Paint a whole range. */
export function AskRange({ spot, money, head, tools, answer }) {
  const { engine, say } = usePage();
  const [text, setText] = useState("");
  const [picks, setPicks] = useState(false);
  const { action, facing, seat } = spot.chart;
  const question = action === "call" ? t("train.whichCall", { name: facing[0] }) : t("train.whichPush", { name: seat });
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
      <div class="desk">${tools}</div>
    </section>
    <div class="col gb">
      <section class="col gb ask">
        <p class="larger b">${question}</p>
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
      <div class="phone">${tools}</div>
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
