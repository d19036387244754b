// How it works: hands played by DCM's rules, for up to nine players; and the three models.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage } from "../hooks.js";
import { fullChips, listed, number, ordinal, shortChips, t } from "../locale.js";
import { Key } from "../parts/models.js";
import { State } from "../parts/state.js";
import { readAddress, tableOf } from "../state.js";
import { moneyFor, request } from "../table.js";

const FIRST = "name=Ana&stack=1000&name=Bo&stack=500&name=Cy&stack=100&payouts=€100 €50";
const MOST = 9;
const BEAT = 2400; // milliseconds between two hands

/**
 * Play one hand: the winner takes up to their own stack from each player; players without chips are out.
 * @param {number[]} stacks @param {number} winner
 */
export function playHand(stacks, winner) {
  const taken = stacks.map((stack, i) => (i === winner ? 0 : Math.min(stack, stacks[winner])));
  const after = stacks.map((stack, i) =>
    i === winner ? stack + taken.reduce((sum, one) => sum + one, 0) : stack - taken[i],
  );
  return { taken, after, out: stacks.map((stack, i) => stack > 0 && after[i] === 0) };
}

export function HowScreen() {
  const { store } = usePage();
  const own = tableOf(store.state);
  const state = own && own.names.length <= MOST ? store.state : readAddress(FIRST);
  return html`<${Hands}
    key=${JSON.stringify(state.players)}
    state=${state}
    tooMany=${own !== null && own.names.length > MOST}
  />`;
}

function Hands({ state, tooMany }) {
  const table = tableOf(state);
  const [path, setPath] = useState([]);
  const [playing, setPlaying] = useState(false);
  const stacks = path.reduce((now, winner) => playHand(now, winner).after, table.stacks);
  const before = path.slice(0, -1).reduce((now, winner) => playHand(now, winner).after, table.stacks);
  const shown = path.length ? path.at(-1) : pickWinner(table.stacks, 1);
  const hand = path.length
    ? { stacks: before, winner: shown, ...playHand(before, shown) }
    : { stacks, winner: shown, ...playHand(stacks, shown) };
  const live = stacks.filter((stack) => stack > 0).length;
  const over = path.length > 0 && live === 1;
  const next = () =>
    setPath((now) => {
      const current = now.reduce((held, winner) => playHand(held, winner).after, table.stacks);
      return current.filter((stack) => stack > 0).length < 2 ? now : [...now, pickWinner(current, Math.random())];
    });
  useEffect(() => {
    if (!playing || over) return undefined;
    const timer = setTimeout(next, path.length ? BEAT : 300);
    return () => clearTimeout(timer);
  }, [playing, path]);
  const chance = path.reduce(
    (held, winner) => ({
      odds: held.odds * held.stacks.filter((stack) => stack > 0).length,
      stacks: playHand(held.stacks, winner).after,
    }),
    { odds: 1, stacks: table.stacks },
  ).odds;
  return html`<main id="screen" tabindex="-1">
    <h1>${t("how.title")}</h1>
    <p class="mute">${t("how.about")}</p>
    ${tooMany && html`<p class="note">${t("how.tooMany", { count: MOST })}</p>`}
    <div class="three frames">
      <${Frame} step="1" names=${table.names} hand=${hand} />
      <${Frame} step="2" names=${table.names} hand=${hand} />
      <${Frame} step="3" names=${table.names} hand=${hand} />
    </div>
    <div class="row sp w">
      <div class="row w">
        <button type="button" class="btn pri" onClick=${() => setPlaying(!playing && !over)}>
          ${playing && !over ? t("how.pause") : t("how.play")}
        </button>
        <button type="button" class="btn" disabled=${over} onClick=${next}>${t("how.next")}</button>
        <button type="button" class="btn quiet" disabled=${!path.length} onClick=${() => {
          setPlaying(false);
          setPath([]);
        }}>${t("how.again")}</button>
      </div>
      <span class="sm mute">${path.length > 0 && t("how.chance", { odds: number(chance) })}</span>
    </div>
    ${
      over &&
      html`<p class="note" role="status">
        ${t("how.over", { name: table.names[stacks.findIndex((stack) => stack > 0)], count: path.length })}
      </p>`
    }
    ${
      path.length > 0 &&
      html`<${Path} path=${path} table=${table} cut=${(count) => {
        setPlaying(false);
        setPath(path.slice(0, count));
      }} />`
    }
    ${
      !over &&
      html`<div class="row w">
        <span class="sm mute">${t("how.choose")}</span>
        ${table.names.map(
          (name, i) =>
            stacks[i] > 0 &&
            html`<button type="button" class="pill" key=${name} onClick=${() => {
              setPlaying(false);
              setPath([...path, i]);
            }}>${name}</button>`,
        )}
      </div>`
    }
    <div class="split h">
      <${ThreeWays} state=${state} />
      <section class="card col">
        <h2>${t("how.three")}</h2>
        ${MODELS.map((model) => html`<p class="sm" key=${model}><${Key} model=${model} /> ${t(`how.${model}`)}</p>`)}
      </section>
    </div>
  </main>`;
}

/** A random winner: all players with chips are equally likely. */
function pickWinner(stacks, draw) {
  const live = stacks
    .map((stack, i) => [stack, i])
    .filter(([stack]) => stack > 0)
    .map(([, i]) => i);
  return live[Math.min(live.length - 1, Math.floor(draw * live.length))] ?? 0;
}

const WIDTH = 328;
const FEW = 5; // players drawn side by side; more are drawn in rows, so that names and chips do not overlap

/** One of the three frames of a hand: all-in, one wins, the rest play on. */
function Frame({ step, names, hand }) {
  const gone = names.filter((_, i) => hand.out[i]);
  const words =
    step === "1"
      ? t("how.first")
      : step === "2"
        ? t("how.second", { name: names[hand.winner] })
        : gone.length
          ? t("how.thirdOut", { names: listed(gone) })
          : t("how.third");
  const Drawn = names.length > FEW ? Rows : Columns;
  return html`<section class="card col frame">
    <h2><span class="no step">${step}</span> ${t(`how.step${step}`)}</h2>
    <${Drawn} step=${step} names=${names} hand=${hand} words=${words} />
    <p class="sm mute">${words}</p>
  </section>`;
}

const sum = (values) => values.reduce((total, one) => total + one, 0);
const mostOf = ({ stacks, after }) => Math.max(...stacks, ...after);

/** The bar segments of one player: [from, chips, kind]. */
function partsOf(step, i, { stacks, winner, taken, after }) {
  if (step === "1") return [[0, stacks[i], "chips"]];
  if (step === "3") return [[0, after[i], "chips"]];
  if (i === winner)
    return [
      [0, stacks[i], "chips"],
      [stacks[i], sum(taken), "wins"],
    ];
  return [
    [0, stacks[i] - taken[i], "chips"],
    [stacks[i] - taken[i], taken[i], "goes"],
  ];
}

const kindOf = (step, i, { winner }) => (step === "2" && i === winner ? "gain" : "");

function Columns({ step, names, hand, words }) {
  const [floor, room] = [190, 140];
  const slot = WIDTH / names.length;
  const wide = Math.min(54, slot - 8);
  const high = (chips) => (chips / mostOf(hand)) * room;
  const level = floor - high(hand.stacks[hand.winner]);
  const bar = (i) =>
    partsOf(step, i, hand).map(
      ([from, chips, kind]) =>
        chips > 0 &&
        html`<rect
          key=${kind}
          x=${slot * (i + 0.5) - wide / 2}
          y=${floor - high(from + chips)}
          width=${wide}
          height=${Math.max(2, high(chips))}
          rx="4"
          class=${kind}
        />`,
    );
  const label = (name, i) =>
    html`<g key=${name}>
      <text x=${slot * (i + 0.5)} y=${floor + 18} text-anchor="middle" class="name">
        ${short(name, Math.floor(slot / 8))}
      </text>
      <text x=${slot * (i + 0.5)} y=${floor + 35} text-anchor="middle" class=${kindOf(step, i, hand)}>
        ${chipsText(step, i, hand)}
      </text>
    </g>`;
  return html`<svg viewBox=${`0 0 ${WIDTH} 235`} role="img" aria-label=${words}>
    ${step === "1" && html`<line x1="0" x2=${WIDTH} y1=${level} y2=${level} class="level" />`}
    <line x1="0" x2=${WIDTH} y1=${floor} y2=${floor} class="rule" />
    ${names.map((_, i) => html`<g key=${i}>${bar(i)}</g>`)}
    ${names.map(label)}
  </svg>`;
}

function Rows({ step, names, hand, words }) {
  const [start, room, line] = [80, 180, 26];
  const wide = (chips) => (chips / mostOf(hand)) * room;
  const level = start + wide(hand.stacks[hand.winner]);
  const bar = (i) =>
    partsOf(step, i, hand).map(
      ([from, chips, kind]) =>
        chips > 0 &&
        html`<rect
          key=${kind}
          x=${start + wide(from)}
          y=${line * i + 4}
          width=${Math.max(2, wide(chips))}
          height=${line - 8}
          rx="4"
          class=${kind}
        />`,
    );
  const row = (name, i) =>
    html`<g key=${i}>
      <text x="0" y=${line * i + 17} class="name">${short(name, 9)}</text>
      ${bar(i)}
      <text x=${WIDTH} y=${line * i + 17} text-anchor="end" class=${kindOf(step, i, hand)}>
        ${chipsText(step, i, hand)}
      </text>
    </g>`;
  return html`<svg viewBox=${`0 0 ${WIDTH} ${line * names.length}`} role="img" aria-label=${words}>
    ${step === "1" && html`<line x1=${level} x2=${level} y1="0" y2=${line * names.length} class="level" />`}
    ${names.map(row)}
  </svg>`;
}

const short = (name, length) => (name.length > length ? name.slice(0, length - 1) + "…" : name);

function chipsText(step, i, { stacks, winner, taken, after, out }) {
  const write = (chips) => (chips >= 1e5 ? shortChips(chips, 2) : fullChips(chips));
  if (stacks[i] === 0) return t("how.out");
  if (step === "1") return write(stacks[i]);
  if (step === "3") return out[i] ? t("how.out") : write(after[i]);
  return i === winner ? `+${write(sum(taken))}` : taken[i] ? `−${write(taken[i])}` : write(stacks[i]);
}

/** The hands so far; a tap goes back to a hand. */
function Path({ path, table, cut }) {
  const { lines } = path.reduce(
    (held, winner) => {
      const { after, out } = playHand(held.stacks, winner);
      const live = held.stacks.filter((stack) => stack > 0).length;
      const gone = table.names
        .map((name, i) => [name, held.stacks[i], i])
        .filter(([, , i]) => out[i])
        .sort((a, b) => b[1] - a[1]);
      const places = gone.map(([name], k) => t("how.place", { name, place: ordinal(live - gone.length + 1 + k) }));
      return { stacks: after, lines: [...held.lines, { winner: table.names[winner], places }] };
    },
    { stacks: table.stacks, lines: [] },
  );
  return html`<ol class="row w path" aria-label=${t("how.path")}>
    ${lines.map(
      (line, i) => html`<li key=${i}>
        <button type="button" class="pill" onClick=${() => cut(i + 1)}>
          ${i + 1}. ${t("how.won", { name: line.winner })}
          ${line.places.length ? `: ${line.places.join(", ")}` : ""}
        </button>
      </li>`,
    )}
  </ol>`;
}

function ThreeWays({ state }) {
  const table = tableOf(state);
  const money = moneyFor(state, true);
  const asked = useAnswer("compare", request(state, { models: MODELS }));
  if (!asked.answer || asked.answer.names.length !== table.names.length)
    return html`<section class="card"><${State} ...${asked} ready=${true} /></section>`;
  return html`<section class="card flat">
    <table>
      <caption class="unseen">${t("how.three")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("prizes")} ${money.round(table.pool)}</th>
          ${asked.answer.results.map(({ model }) => html`<th scope="col" key=${model}><${Key} model=${model} /></th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.names.map(
          (name, i) => html`<tr key=${name}>
            <th scope="row">${name}<br /><span class="mute light">${shortChips(table.stacks[i])}</span></th>
            ${asked.answer.results.map(
              (one) => html`<td key=${one.model} class=${"b tm " + one.model}>
                ${money.text(one.equities[i])}
              </td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
