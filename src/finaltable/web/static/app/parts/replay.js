// A reviewed hand, replayed to its end: the table, the actions, what hero's was worth, and where to go on.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { number, t } from "../locale.js";
import { actsOf, boardAfter, stateOf, tableAfter } from "../played.js";
import { addressOf, chartOf, spotOf } from "../spots.js";
import { blindsOf, buttonOf } from "../table.js";
import { trainOn } from "../training/progress.js";
import { useKeys } from "./chart_keys.js";
import { Card, HandCards } from "./grid.js";
import { IconButton } from "./icons.js";
import { Key } from "./models.js";
import { Oval } from "./oval.js";
import { ACTS } from "./ribbon.js";
import { EquityBar } from "./verdict.js";

const PACE = 700; // milliseconds between actions
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function Replay({ decision, one, money }) {
  const { store, load, go } = usePage();
  const spot = spotOf(decision.commands[0] || "", decision.position);
  const acts = spot ? actsOf(spot, decision) : [];
  const last = acts.length + 1; // who wins
  const [at, setAt] = useState(acts.findIndex(({ hero }) => hero) + 1);
  const [plays, setPlays] = useState(false);
  const row = useRef(null);
  useEffect(() => {
    const now = row.current?.querySelector(".now");
    if (now) row.current.scrollTo({ left: now.offsetLeft - (row.current.clientWidth - now.offsetWidth) / 2 });
  }, [at]);
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlays(false)), PACE);
    return () => clearTimeout(timer);
  }, [plays, at]);
  const step = (by) => setAt(Math.max(0, Math.min(last, at + by)));
  const play = () => {
    if (at >= last) setAt(0);
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
    ${spot && html`<${TableThen} spot=${spot} decision=${decision} acts=${acts.slice(0, at)} ended=${at === last} />`}
    <div class="rib small" role="group" aria-label=${t("review.actions")} ref=${row}>
      ${acts.map(
        (
          { seat, act, hero },
          i,
        ) => html`<div class=${"rs " + (i === at - 1 ? "now" : i < at ? "past" : "later")} key=${i}>
          <span class="rn"><b>${seat}</b>${hero && html`<span>${t("nash.you")}</span>`}</span>
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
      ${
        spot &&
        html`<${Winners}
          end=${decision.end}
          bb=${(chips) => number(chips / (blindsOf(stateOf(spot)).big || 1), 1, 0)}
          at=${at === last}
          show=${() => setAt(last)}
        />`
      }
    </div>
    <div class="row">
      <${HandCards} hand=${decision.cards} />
      <p>
        <b>${t(first.difference > 0 ? "review.worthIn" : "review.worthFold", { money: money.text(gain) })}</b><br />
        <span class="sm mute">${decision.reason}</span>
      </p>
    </div>
    ${
      decision.equity !== null &&
      html`<${EquityBar} equity=${decision.equity} verdicts=${decision.verdicts} beside=${true} />`
    }
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

/** The end of the hand in the ribbon: who wins how much. */
function Winners({ end, bb, at, show }) {
  const names = Object.keys(end.won);
  return html`<div class=${"rs " + (at ? "now" : "later")}>
    <span class="rn"><b>${names.join(", ")}</b></span>
    <button type="button" class="rb a0" aria-pressed=${String(at)} onClick=${show}>
      ${t("review.wins", { chips: bb(Object.values(end.won).reduce((sum, one) => sum + one, 0)) })}
    </button>
  </div>`;
}

/** Cards as text: Q♠ Q♦. */
const cardsText = (cards) => (cards.match(/../g) || []).map(([rank, suit]) => rank + SUITS[suit]).join(" ");

/** The table after some of the actions; at the end, with the cards that were shown. */
function TableThen({ spot, decision, acts, ended }) {
  const { state, chips, put, did, pot } = tableAfter(spot, acts);
  const bb = (count) => number(count / (blindsOf(state).big || 1), 1, 0);
  const hero = spot.players.findIndex(({ name }) => name === spot.fields.hero);
  const board = boardAfter(decision, acts, ended);
  const seats = spot.players.map(({ name }, seat) => {
    const depth = t("nash.depth", { count: bb(chips[seat]) });
    const shown = ended ? (decision.end.shown[name] ?? "") : "";
    return {
      key: name,
      name: seat === hero ? t("nash.mine", { seat: name }) : name,
      text: shown ? cardsText(shown) : depth,
      className: did.get(name) === "fold" ? "fold" : did.get(name) === "push" ? "all" : seat === hero ? "me" : "",
      label: [name, depth, shown].filter(Boolean).join(", "),
      bet: put[seat] > 0 && did.get(name) !== "fold" && !board ? bb(put[seat]) : "",
    };
  });
  const cards = board.match(/../g) || [];
  return html`<${Oval}
    seats=${seats}
    bottom=${hero}
    button=${buttonOf(state)}
    low=${true}
    middle=${html`
      ${
        cards.length > 0 &&
        html`<span class="nw board" role="img" aria-label=${t("review.board", { cards: board })}>
          ${cards.map(([rank, suit]) => html`<${Card} key=${rank + suit} rank=${rank} suit=${suit} />`)}
        </span>`
      }
      <span class="sm">${t("decide.pot", { chips: `${bb(pot)} bb` })}</span>`}
  />`;
}
