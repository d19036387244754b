// A reviewed hand, replayed until hero's decision: the table, the actions, what they were worth, and where to go on.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { number, t } from "../locale.js";
import { addressOf, chartOf, spotOf } from "../spots.js";
import { actingOrder, blindsOf, buttonOf } from "../table.js";
import { trainOn } from "../training/progress.js";
import { useKeys } from "./chart_keys.js";
import { HandCards } from "./grid.js";
import { IconButton } from "./icons.js";
import { Key } from "./models.js";
import { Oval } from "./oval.js";
import { ACTS } from "./ribbon.js";
import { EquityBar } from "./verdict.js";

const PACE = 700; // milliseconds between actions
const DONE = { fold: "fold", call: "call", push: "push", raise: "raise", limp: "call", check: "call" };

/** What happened until hero's decision, in the order of acting: [seat, action]. */
function actionsOf(spot, state, done) {
  const names = spot.players.map(({ name }) => name);
  const { hero } = spot.fields;
  const acts = [];
  for (const seat of actingOrder(state)) {
    const name = names[seat];
    if (name === hero) break;
    const raised = (spot.bets[name] ?? 0) > blindsOf(state).big;
    acts.push([name, spot.allIn.includes(name) ? "push" : raised ? "raise" : spot.bets[name] ? "call" : "fold"]);
  }
  // Players who act after hero and are all-in came after hero's first action.
  for (const name of spot.allIn) if (!acts.some(([seat]) => seat === name)) acts.push([name, "push"]);
  return [...acts, [hero, DONE[done] ?? "push"]];
}

/** The table of a command as the state of a page. */
function stateOf(spot) {
  const players = spot.players.map(({ name, stack }) => ({ name, chips: stack, bounty: "", fixed: "" }));
  return { players, prizes: spot.payouts, currency: "", fields: spot.fields };
}

export function Replay({ decision, one, money }) {
  const { store, load, go } = usePage();
  const spot = spotOf(decision.commands[0] || "", decision.position);
  const state = spot && stateOf(spot);
  const acts = spot ? actionsOf(spot, state, decision.done) : [];
  const [at, setAt] = useState(acts.length);
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => (at < acts.length ? setAt(at + 1) : setPlays(false)), PACE);
    return () => clearTimeout(timer);
  }, [plays, at]);
  const step = (by) => setAt(Math.max(0, Math.min(acts.length, at + by)));
  const play = () => {
    if (at >= acts.length) setAt(0);
    setPlays(!plays);
  };
  const chart = spot && chartOf(spot, one.currency);
  const address = addressOf(decision.commands[0] || "", one.currency);
  const study = () => {
    load(chart);
    go("/nash");
  };
  const train = () => {
    trainOn([{ command: decision.commands[0], hand: decision.cards }]);
    store.set({ source: "given", spot: "" });
    go("/train");
  };
  useKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    " ": play,
    ...(chart && { s: study }),
    t: train,
  });
  const [first] = decision.verdicts;
  const gain = Math.abs(first.difference);
  return html`<aside class="card col rpn" id="replay" aria-label=${t("review.replay")}>
    <div class="row sp">
      <h2>${t("review.hand", { count: decision.number })}</h2>
      ${
        spot &&
        html`<span class="row">
          <${IconButton} icon="back" label=${t("review.stepBack")} onClick=${() => step(-1)} />
          <${IconButton} icon=${plays ? "pause" : "play"} label=${t("review.play")} onClick=${play} />
          <${IconButton} icon="next" label=${t("review.stepOn")} onClick=${() => step(1)} />
        </span>`
      }
    </div>
    ${spot && html`<${TableThen} spot=${spot} state=${state} acts=${acts.slice(0, at)} />`}
    <div class="rib small" role="group" aria-label=${t("review.actions")}>
      ${acts.map(
        ([seat, act], i) => html`<div class=${"rs " + (i === at - 1 ? "now" : i < at ? "past" : "later")} key=${i}>
          <span class="rn"><b>${seat}</b></span>
          <button
            type="button"
            class=${"rb " + ACTS[act][0]}
            aria-pressed=${String(i < at)}
            onClick=${() => setAt(i + 1)}
          >
            ${t(ACTS[act][1])}
          </button>
        </div>`,
      )}
    </div>
    <div class="row">
      <${HandCards} hand=${decision.cards} />
      <p>
        <b>${t(first.difference > 0 ? "review.worthIn" : "review.worthFold", { money: money.text(gain) })}</b><br />
        <span class="sm mute">${decision.reason}</span>
      </p>
    </div>
    ${decision.equity !== null && html`<${EquityBar} equity=${decision.equity} verdicts=${decision.verdicts} />`}
    ${
      decision.verdicts.length > 1 &&
      html`<div class="row w sm">
        ${decision.verdicts.map(
          (each) =>
            html`<span key=${each.model}><${Key} model=${each.model} /> ${money.signed(each.difference)}</span>`,
        )}
      </div>`
    }
    ${chart && html`<button type="button" class="btn pri wide" onClick=${study}>${t("review.study")}</button>`}
    <div class=${address ? "two" : ""}>
      ${
        address &&
        html`<button type="button" class="btn" onClick=${() => {
          load(address);
          go("/decide");
        }}>${t("review.decide")}</button>`
      }
      <button type="button" class="btn wide" onClick=${train}>${t("nash.train")}</button>
    </div>
    <details>
      <summary class="sm">${t("review.again")}</summary>
      <p class="sm">
        ${decision.opponents
          .map((other) => t("review.holds", { name: other.name, range: other.range || "–" }))
          .join(" ")}
      </p>
      <pre class="sm scroll" tabindex="0">${decision.commands.join("\n")}</pre>
    </details>
  </aside>`;
}

/** The table after some of the actions. */
function TableThen({ spot, state, acts }) {
  const { small, big, ante, table } = blindsOf(state);
  const done = new Map(acts);
  const order = actingOrder(state);
  const count = spot.players.length;
  const [smallSeat, bigSeat] = count === 2 ? order : [order[count - 2], order[count - 1]];
  const bb = (chips) => number(chips / (big || 1), 1, 0);
  const chipsOf = (seat) => Number(spot.players[seat].stack);
  const posts = (seat) => (seat === smallSeat ? small : seat === bigSeat ? big : 0);
  const put = (seat) => {
    const { name } = spot.players[seat];
    const act = done.get(name);
    if (act === "push") return chipsOf(seat);
    return act === "raise" || act === "call" ? (spot.bets[name] ?? posts(seat)) : posts(seat);
  };
  const pot = spot.players.reduce((sum, _, seat) => sum + put(seat), ante * count + table);
  const hero = spot.players.findIndex(({ name }) => name === spot.fields.hero);
  const seats = spot.players.map(({ name }, seat) => ({
    key: name,
    name: seat === hero ? t("nash.mine", { seat: name }) : name,
    text: t("nash.depth", { count: bb(chipsOf(seat)) }),
    className: done.get(name) === "fold" ? "fold" : done.get(name) === "push" ? "all" : seat === hero ? "me" : "",
    label: `${name}, ${t("nash.depth", { count: bb(chipsOf(seat)) })}`,
    bet: put(seat) > 0 && done.get(name) !== "fold" ? bb(put(seat)) : "",
  }));
  return html`<${Oval}
    seats=${seats}
    bottom=${hero}
    button=${buttonOf(state)}
    low=${true}
    middle=${html`<span class="sm">${t("decide.pot", { chips: `${bb(pot)} bb` })}</span>`}
  />`;
}
