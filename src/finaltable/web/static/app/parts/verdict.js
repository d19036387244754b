// The verdict, its cost, the chance to win against break-even, and both in money.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useWide } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { Key, title } from "./models.js";

const NOTHING = 0.005; // less than a cent apart
const LITTLE = 0.001; // break-even points closer than this count as equal

/** "call", "fold" or "either". */
export function wordOf(verdict) {
  if (Math.abs(verdict.difference) < Math.max(NOTHING, verdict.error)) return "either";
  return verdict.difference > 0 ? "call" : "fold";
}

const kind = (word) => (word === "fold" || word === "either" ? "fold" : "go");

/** CALL or FOLD in large type, its cost, and the verdict of each model. */
export function Verdict({ verdicts, by, money, pool, proof }) {
  const main = verdicts.find((one) => one.model === by) || verdicts[0];
  const word = wordOf(main);
  const signed = useWide(700) ? money.signed : money.tight;
  const price =
    word === "either"
      ? t("verdict.same")
      : t(main.difference > 0 ? "verdict.gains" : "verdict.costs", {
          money: money.text(Math.abs(main.difference)),
          pool: money.round(pool),
        });
  return html`<section class=${"verdict " + (word === "call" ? "go" : "")} aria-live="polite">
    <div class="row sp"><${Key} model=${main.model} prefix=${t("verdict.by") + " "} />${proof}</div>
    <div class="word">${t(`verdict.${word}`)}</div>
    <p class="larger">${price}</p>
    <div class="vm" role="group" aria-label=${t("verdict.each")}>
      ${verdicts.map(
        (one) => html`<div key=${one.model}>
          <${Key} model=${one.model} />
          <span class=${"tag " + kind(wordOf(one))}>${t(`verdict.${wordOf(one)}`)}</span>
          <b class=${one.difference < 0 ? "down" : "up"}>${signed(one.difference)}</b>
        </div>`,
      )}
    </div>
  </section>`;
}

/**
 * A bar with each model's break-even point, and the chance to win if it is known.
 * @param {{ equity: number | null, verdicts: any[], range?: string, beside?: boolean }} props `beside`: in the narrow
 *   column of a desk
 */
export function EquityBar({ equity, verdicts, range = "", beside = false }) {
  const marks = verdicts
    .filter((one) => one.break_even !== null && one.break_even >= 0 && one.break_even <= 1)
    .sort((a, b) => a.break_even - b.break_even);
  const [wide, desk] = [useWide(600), useWide(900)];
  const width = wide && !(beside && desk) ? 684 : 318; // so that text keeps its size
  const icm = verdicts.find((one) => one.model === "icm") || marks[0];
  const [low, high] = [marks[0], marks.at(-1)];
  if (!marks.length) return html`<p class="note">${t("equity.always")}</p>`;
  const apart = high.break_even - low.break_even > LITTLE;
  const between = apart && equity !== null && equity > low.break_even && equity < high.break_even;
  const need = percent(icm.break_even ?? low.break_even);
  const says = marks.map((one) => `${title(one.model)} ${percent(one.break_even)}`).join(", ");
  const have = equity === null ? "" : percent(equity);
  return html`<section class="card col">
    <h2>${equity === null ? t("equity.toCall", { need, range }) : t("equity.need", { need, have })}</h2>
    <svg
      class="eq"
      viewBox=${`0 ${equity === null ? 44 : 0} ${width} ${equity === null ? 92 : 136}`}
      width="100%"
      role="img"
      aria-label=${equity === null ? says : t("equity.label", { have, need: says })}
    >
      <rect x="0" y="52" width=${width} height="26" rx="7" class="sunk" />
      ${equity !== null && html`<${Yours} equity=${equity} width=${width} />`}
      <${BreakEvens} marks=${marks} width=${width} />
    </svg>
    ${
      apart &&
      equity !== null &&
      html`<p class=${"note" + (between ? " warn" : "")}>
        <b>
          ${t("equity.part", { low: number(100 * low.break_even, 1), high: percent(high.break_even) })}
        </b> ${between ? t("equity.inside", { models: title(low.model) }) : t("equity.outside")}
      </p>`
    }
  </section>`;
}

/** The reader's chance to win, above the bar. */
function Yours({ equity, width }) {
  const x = equity * width;
  const at = Math.max(66, Math.min(width - 66, x));
  return html`<path d=${`M7 52H${Math.max(7, x)}v26H7a7 7 0 01-7-7V59a7 7 0 017-7z`} class="mine" />
  <path d=${`M${x - 6} 42h12l-6 7z`} class="mine" />
  <text x=${at} y="13" text-anchor="middle">${t("equity.yours")}</text>
  <text x=${at} y="36" text-anchor="middle" class="large">${percent(equity)}</text>`;
}

const LABEL = 84; // width of a label
const SHAPES = {
  icm: (x) => html`<circle cx=${x} cy="106" r="5.5" class="ring" />`,
  sem: (x) => html`<path d=${`M${x} 100l6 6-6 6-6-6z`} />`,
  dcm: (x) => html`<circle cx=${x} cy="106" r="6" />`,
};

/** Marks on the bar, and their labels below: in order, apart, each joined to its mark. */
function BreakEvens({ marks, width }) {
  const xs = marks.map((one) => one.break_even * width);
  const places = spread(xs, LABEL, 6, width);
  return marks.map(
    (one, i) => html`<g key=${one.model} class=${`be ${one.model}`}>
      <path d=${`M${xs[i]} 46v36L${places[i]} 98`} class="line" />
      ${SHAPES[one.model]?.(places[i])}
      <text x=${places[i]} y="130" text-anchor="middle">${title(one.model)} ${number(100 * one.break_even, 1)}</text>
    </g>`,
  );
}

/**
 * Places for labels of one width: near their marks, in the same order, a gap apart, from 0 to `most`.
 * @param {number[]} marks in order @param {number} width @param {number} gap @param {number} most
 */
export function spread(marks, width, gap, most) {
  const long = (group) => group.length * (width + gap) - gap;
  const start = (group) => {
    const middle = group.reduce((sum, mark) => sum + mark, 0) / group.length;
    return Math.max(0, Math.min(middle - long(group) / 2, most - long(group)));
  };
  /** @type {number[][]} labels that touch */
  const groups = [];
  for (const mark of marks) {
    groups.push([mark]);
    while (groups.length > 1 && start(groups.at(-2)) + long(groups.at(-2)) + gap > start(groups.at(-1)))
      groups.splice(-2, 2, groups.slice(-2).flat());
  }
  return groups.flatMap((group) => group.map((_, i) => start(group) + i * (width + gap) + width / 2));
}

/** Round numbers from 0 to at most the highest. */
export function ticksTo(high) {
  const power = 10 ** Math.floor(Math.log10(high));
  const step = power * (high / power >= 5 ? 2 : high / power >= 2 ? 1 : 0.5);
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, i) => i * step);
}

/** The value of calling and folding by chance to win. */
export function MoneyChart({ verdicts, equity, money }) {
  const shown = verdicts.filter((one) => MODELS.includes(one.model) && one.model !== "sem");
  const high = Math.max(...shown.flatMap((one) => [one.win, one.fold])) || 1;
  const width = useWide(600) ? 684 : 340; // so that text keeps its size on a phone
  const top = Math.max(...shown.map((one) => one.fold));
  const x = (share) => 54 + share * (width - 74);
  const y = (value) => 226 - (value / high) * 196;
  const ticks = ticksTo(high);
  // Label the calling line where it is farthest from the folding lines and the other calling line.
  const on = (one, share) => one.lose + share * (one.win - one.lose);
  const room = (share) =>
    Math.min(
      ...shown
        .flatMap((one, i) => [one.fold, ...(i ? [on(one, share)] : [])])
        .map((value) => Math.abs(value - on(shown[0], share))),
    );
  const named = [0.93, 0.8, 0.3, 0.16].reduce((best, share) => (room(share) > room(best) ? share : best));
  const lines = (one) =>
    html`<g key=${one.model} class=${"curve " + one.model}>
      <line x1=${x(0)} y1=${y(one.lose)} x2=${x(1)} y2=${y(one.win)} class="call" />
      <line x1=${x(0)} x2=${x(1)} y1=${y(one.fold)} y2=${y(one.fold)} class="keep" />
      <text x=${x(1)} y=${y(one.fold) + (one.fold === top ? -7 : 17)} text-anchor="end">
        ${t("chart.fold", { model: title(one.model), money: money.text(one.fold) })}
      </text>
      ${
        one.break_even !== null &&
        one.break_even >= 0 &&
        one.break_even <= 1 &&
        html`<circle
          cx=${x(one.break_even)}
          cy=${y(one.fold)}
          r="5"
        />`
      }
    </g>`;
  return html`<section class="card col">
    <div class="row sp w"><h2>${t("chart.title")}</h2><span class="sm mute">${t("chart.about")}</span></div>
    <svg viewBox=${`0 0 ${width} 260`} width="100%" role="img" aria-label=${t("chart.label")}>
      ${ticks.map(
        (tick) => html`<line key=${tick} x1=${x(0)} x2=${x(1)} y1=${y(tick)} y2=${y(tick)} class="rule" />
        <text x="46" y=${y(tick) + 4} text-anchor="end">${high < 1e4 ? money.round(tick) : money.short(tick)}</text>`,
      )}
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (share) => html`<text key=${share} x=${x(share)} y="248" text-anchor=${share === 1 ? "end" : "middle"}>
          ${percent(share, 0)}
        </text>`,
      )}
      <line x1=${x(equity)} x2=${x(equity)} y1="20" y2="226" class="mine" />
      ${shown.map(lines)}
      <text
        x=${x(named)}
        y=${y(on(shown[0], named)) + (named > 0.5 ? -8 : 18)}
        text-anchor=${named > 0.5 ? "end" : "start"}
      >
        ${t("chart.call")}
      </text>
    </svg>
  </section>`;
}
