// Call or fold: tap who you are and who is all-in; the rest follows from the button.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage, useWide } from "../hooks.js";
import { fullChips, percent, shortChips, t } from "../locale.js";
import { AskHand } from "../parts/ask.js";
import { Ghost, likelyDecision } from "../parts/ghost.js";
import { HandCards } from "../parts/grid.js";
import { Key } from "../parts/models.js";
import { Oval } from "../parts/oval.js";
import { RangePicker } from "../parts/range.js";
import { Proof, State } from "../parts/state.js";
import { EquityBar, MoneyChart, Verdict } from "../parts/verdict.js";
import { namesOf, SPOT, tableOf } from "../state.js";
import { actingOrder, blindsOf, headsOf, moneyFor, posted, request, seatOf } from "../table.js";

export function DecideScreen() {
  const { store } = usePage();
  const { state } = store;
  const table = tableOf(state);
  const spot = spotOf(state);
  const asked = useAnswer("decide", decideRequest(state, spot));
  const { answer } = asked;
  const money = moneyFor(state, !useWide(1100));
  if (!table)
    return html`<main id="screen" tabindex="-1">
      <h1>${t("decide.title")}</h1>
      <${State} ...${asked} ready=${false} example=${SPOT} />
    </main>`;
  const fits = answer && answer.names.length === table.names.length && spot.allIn.length > 0;
  const next = spot.hero === null ? "decide.tapHero" : spot.allIn.length ? "" : "decide.tapAllIn";
  const shown = fits ? answer : !next && !asked.refusal && likelyDecision(table, spot);
  const known = isKnown(state); // a verdict needs a hand, or a chance to win
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      <h1 class="unseen">${t("decide.title")}</h1>
      <${SpotLine} state=${state} spot=${spot} answer=${fits ? answer : null} />
      <${State} ...${asked} ready=${true} room=${true} />
      ${next && html`<section class="verdict"><div class="word small">${t(next)}</div></section>`}
      ${
        shown &&
        html`<${Ghost} known=${fits}>
          ${
            known
              ? html`<${Verdict}
            verdicts=${shown.verdicts}
            by="icm"
            money=${money}
            pool=${table.pool}
            proof=${html`<${Proof}
              results=${shown.verdicts.map((one) => ({
                model: one.model,
                method: "",
                work: 0,
                guaranteed: shown.exact,
                error: one.error,
              }))}
              exact=${shown.exact && shown.verdicts.every((one) => one.error < 0.005)}
            />`}
          />`
              : html`<${AskHand} answer=${shown} spot=${spot} />`
          }
          <${EquityBar}
            equity=${known ? shown.equity : null}
            verdicts=${shown.verdicts}
            range=${rangeWords(state.fields.range || "30%")}
          />
          ${
            known &&
            shown.all_in.length === 1 &&
            html`<${MoneyChart}
              verdicts=${shown.verdicts}
              equity=${shown.equity}
              money=${money}
            />`
          }
        <//>`
      }
    </section>
    <section class="col gb">
      ${shown && html`<${Ghost} known=${fits}><${Why} answer=${shown} money=${money} /><//>`}
      <${TheSpot} spot=${spot} answer=${fits ? answer : null} />
      ${
        shown &&
        html`<${Ghost} known=${fits}>
          <${MoneyTable} answer=${shown} money=${moneyFor(state, true)} known=${known} />
        <//>`
      }
    </section>
  </main>`;
}

/** A range in words: the best 30 %. */
function rangeWords(range) {
  const best = /^([0-9]+(\.[0-9]+)?)%$/.exec(range.trim());
  if (best) return t("range.top", { share: percent(Number(best[1]) / 100, 0) });
  return range.length > 24 ? t("decide.chosen") : range;
}

/** Whether the hand or the chance to win is given. */
const isKnown = (state) => Boolean(state.fields.hand || state.fields.equity);

/** The players to act, all-in and folded. */
export function spotOf(state) {
  const hero = seatOf(state, state.fields.hero || state.fields.me || "");
  const allIn = (state.fields.all_in || "")
    .split(",")
    .map((name) => seatOf(state, name.trim()))
    .filter((seat) => seat !== null && seat !== hero);
  const order = actingOrder(state);
  const before = hero === null ? [] : order.slice(0, order.indexOf(hero)).filter((seat) => !allIn.includes(seat));
  return { hero, allIn, folded: before };
}

function decideRequest(state, { hero, allIn, folded }) {
  const names = namesOf(state);
  if (hero === null || !allIn.length || new Set(names).size !== names.length) return null;
  const hand = state.fields.hand || "";
  const range = state.fields.range || "30%";
  const cards = hand ? { hand, ranges: allIn.map(() => range) } : { equity: equityOf(state) };
  const { big } = blindsOf(state);
  const button = seatOf(state, state.fields.button || "");
  const given = { hero: names[hero], all_in: allIn.map((seat) => names[seat]), models: MODELS, ...cards };
  return request(
    state,
    big > 0 && button !== null
      ? { ...given, folded: folded.map((seat) => names[seat]), button: names[button], ...posted(state) }
      : given,
  );
}

/** Parse the chance to win: 45%, 45 or 0.45. */
function equityOf(state) {
  const found = /^([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(%?)$/.exec((state.fields.equity || "50%").trim());
  if (!found) return 0.5;
  const value = Number(found[1]);
  return Math.min(1, found[2] || value > 1 ? value / 100 : value);
}

const IS_HAND = /^[2-9TJQKA]{2}[so]?$|^([2-9TJQKA][shdc]){2}$/;

function SpotLine({ state, spot, answer }) {
  const names = namesOf(state);
  const { hand, range = "30%" } = state.fields;
  const title =
    spot.hero === null
      ? t("decide.title")
      : answer
        ? t("decide.toCall", { name: names[spot.hero], chips: shortChips(answer.to_call) })
        : names[spot.hero];
  const who = spot.allIn.map((seat) => names[seat]).join(", ");
  return html`<div class="row spotline">
    ${IS_HAND.test(hand || "") && html`<${HandCards} hand=${hand} />`}
    <div class="lead">
      <b>${title}</b>
      <br />
      <span class="sm mute">${who && t("decide.against", { names: who, range })}</span>
    </div>
  </div>`;
}

function Why({ answer, money }) {
  const [icm, dcm] = ["icm", "dcm"].map((model) => answer.verdicts.find((one) => one.model === model));
  const left = answer.outcomes?.fold ? fullChips(answer.outcomes.fold[answer.hero]) : "";
  const words = t(dcm.fold < icm.fold ? "why.lessToLose" : "why.moreToLose", {
    chips: left,
    icm: money.text(icm.fold),
    dcm: money.text(dcm.fold),
  });
  return html`<section class="card col">
    <h2>${t("why")}</h2>
    <p class="sm ink2">${words}</p>
    ${
      answer.to_act &&
      answer.to_act.length > 0 &&
      html`<p class="sm mute">
        ${t("why.behind", { count: answer.to_act.length })}
      </p>`
    }
  </section>`;
}

/** Two taps: who you are, who is all-in. Then hand and range. */
function TheSpot({ spot, answer }) {
  const { store } = usePage();
  const { state } = store;
  const [mode, setMode] = useState(spot.hero === null ? "hero" : "all_in");
  const [picks, setPicks] = useState(null);
  const names = namesOf(state);
  const { small, big } = blindsOf(state);
  const tap = (seat) => {
    if (mode === "hero") {
      store.set({
        hero: names[seat],
        me: names[seat],
        all_in: spot.allIn
          .filter((one) => one !== seat)
          .map((one) => names[one])
          .join(","),
      });
      setMode("all_in");
    } else if (seat !== spot.hero) {
      const next = spot.allIn.includes(seat) ? spot.allIn.filter((one) => one !== seat) : [...spot.allIn, seat];
      store.set({ all_in: next.map((one) => names[one]).join(",") });
    }
  };
  const order = actingOrder(state);
  const blind = (seat) => (big > 0 ? (seat === order.at(-1) ? big : seat === order.at(-2) ? small : 0) : 0);
  const seats = state.players.map((player, i) => {
    const role = i === spot.hero ? "me" : spot.allIn.includes(i) ? "all" : spot.folded.includes(i) ? "fold" : "";
    return {
      key: String(i),
      name: i === spot.hero ? t("seat.you", { name: names[i] }) : names[i],
      text: shortChips(Number(player.chips) || 0),
      className: role,
      bet: role === "all" ? t("all-in") : blind(i) ? shortChips(blind(i)) : "",
      label: t("decide.seat", {
        name: names[i],
        chips: fullChips(Number(player.chips) || 0),
        role: t(`role.${role || "waits"}`),
      }),
    };
  });
  const { hand, range = "30%" } = state.fields;
  const equity = equityOf(state);
  return html`<section class="card col" id="spot" aria-label=${t("decide.spot")}>
    <div class="row sp w">
      <h2>${t("decide.spot")}</h2>
      <div class="seg" role="group" aria-label=${t("decide.taps")}>
        ${["hero", "all_in"].map(
          (name) => html`<button
            type="button"
            key=${name}
            aria-pressed=${String(mode === name)}
            onClick=${() => setMode(name)}
          >
            ${t(`decide.mode.${name}`)}
          </button>`,
        )}
      </div>
    </div>
    <${Oval}
      low=${true}
      seats=${seats}
      bottom=${spot.hero ?? 0}
      button=${seatOf(state, state.fields.button || "")}
      tap=${tap}
      middle=${html`<span class="sm">${answer ? t("decide.pot", { chips: shortChips(answer.pot) }) : ""}</span>`}
    />
    <div class="two">
      <button type="button" class="btn" onClick=${() => setPicks("hand")}>
        ${hand ? t("decide.hand", { hand }) : t("decide.noHand")}
      </button>
      <button type="button" class="btn clip" onClick=${() => setPicks("range")}>
        ${t("decide.range", { range: range.length > 12 ? t("decide.chosen") : range })}
      </button>
    </div>
    ${
      !hand &&
      html`<label class="field">
        <span>${t("equity.yours")} ${percent(equity, 0)}</span>
        <input
          type="range"
          min="0"
          max="100"
          value=${Math.round(100 * equity)}
          onInput=${(event) => store.set({ equity: `${event.target.value}%` }, "equity")}
        />
      </label>`
    }
    ${
      picks &&
      html`<${RangePicker}
        single=${picks === "hand"}
        text=${picks === "hand" ? hand || "" : range}
        label=${t(picks === "hand" ? "range.yourHand" : "range.theirs", {
          names: spot.allIn.map((seat) => names[seat]).join(", "),
        })}
        close=${() => setPicks(null)}
        change=${(text) => store.set(picks === "hand" ? { hand: text } : { range: text }, picks)}
      />`
    }
    ${Object.keys(headsOf(state)).length > 0 && answer && html`<${BountyLine} answer=${answer} />`}
  </section>`;
}

/** The effect of bounties. */
function BountyLine({ answer }) {
  const lines = answer.verdicts.filter((one) => one.bounty && typeof one.bounty.break_even === "number");
  return lines.map(
    (one) =>
      html`<p class="sm" key=${one.model}>
        <${Key} model=${one.model} /> ${t("bounty.drop", {
          from: percent(one.bounty.break_even),
          to: percent(one.break_even),
        })}
      </p>`,
  );
}

function MoneyTable({ answer, money, known }) {
  const rows = [
    ["fold", "fold"],
    ["win", "win"],
    ["tie", "tie"],
    ["lose", "lose"],
    ["call", "call"],
  ].filter(([name]) => typeof answer.verdicts[0][name] === "number" && (known || name !== "call"));
  return html`<section class="card flat">
    <table>
      <caption class="unseen">${t("money.caption")}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t("money.outcome")}</span></th>
          ${answer.verdicts.map((one) => html`<th scope="col" key=${one.model}><${Key} model=${one.model} /></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name]) => html`<tr key=${name}>
            <th scope="row">${t(`money.${name}`)}</th>
            ${answer.verdicts.map((one) => html`<td key=${one.model}>${money.text(one[name])}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
