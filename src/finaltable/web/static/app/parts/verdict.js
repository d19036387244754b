// The verdict, its cost, the chance to win against break-even, and both in money.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useWide } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { Key, Mark, title } from "./models.js";

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

/** A bar with the chance to win and each model's break-even point. */
export function EquityBar({ equity, verdicts }) {
  const marks = verdicts
    .filter((one) => one.break_even !== null && one.break_even >= 0 && one.break_even <= 1)
    .sort((a, b) => a.break_even - b.break_even);
  const labels = placed(marks, useWide(700) ? 15 : 27);
  const icm = verdicts.find((one) => one.model === "icm") || marks[0];
  const [low, high] = [marks[0], marks.at(-1)];
  if (!marks.length) return html`<p class="note">${t("equity.always")}</p>`;
  const apart = high.break_even - low.break_even > LITTLE;
  const between = apart && equity > low.break_even && equity < high.break_even;
  const caller = low;
  const says = marks.map((one) => `${title(one.model)} ${percent(one.break_even)}`).join(", ");
  return html`<section class="card col">
    <h2>${t("equity.need", { need: percent(icm.break_even ?? low.break_even), have: percent(equity) })}</h2>
    <div
      class="eq"
      style=${{ "--rows": 1 + Math.max(...labels.map((one) => one.row)) }}
      role="img"
      aria-label=${t("equity.label", { have: percent(equity), need: says })}
    >
      <div class="bar" style=${{ "--v": 100 * equity }}><i></i></div>
      ${apart && html`<div class="gap" style=${{ "--a": 100 * low.break_even, "--b": 100 * high.break_even }}></div>`}
      <div class="you" style=${{ "--v": Math.min(88, Math.max(12, 100 * equity)) }}>
        ${t("equity.yours")}
        <b>${percent(equity)}</b>
      </div>
      ${marks.map(
        (one, i) => html`<div key=${one.model} class=${"be " + one.model} style=${{ "--v": 100 * one.break_even }}>
          <${Mark} model=${one.model} />
          <em class=${labels[i].side} style=${{ "--row": labels[i].row }}>
            ${title(one.model)} ${number(100 * one.break_even, 1)}
          </em>
        </div>`,
      )}
    </div>
    ${
      apart &&
      html`<p class=${"note" + (between ? " warn" : "")}>
        <b>
          ${t("equity.part", { low: number(100 * low.break_even, 1), high: percent(high.break_even) })}
        </b> ${between ? t("equity.inside", { models: title(caller.model) }) : t("equity.outside")}
      </p>`
    }
  </section>`;
}

/** Place labels of a given width (in % of the bar) left or right of their marks, in the first row with room. */
function placed(marks, width) {
  const ends = []; // end of the last label of each row
  return marks.map((one, i) => {
    const at = 100 * one.break_even;
    const left = i === marks.length - 1 && marks.length > 1 ? at > 100 - width : at >= width;
    const [from, to] = left ? [at - width, at] : [at, at + width];
    const row = ends.findIndex((end) => end <= from);
    ends[row < 0 ? ends.length : row] = to;
    return { side: left ? "l" : "r", row: row < 0 ? ends.length - 1 : row };
  });
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
  // Label the calling line away from the folding lines.
  const named = (shown[0].break_even ?? 0) > 0.55 ? 0.35 : 0.93;
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
      <text x=${x(named)} y=${y(shown[0].lose + named * (shown[0].win - shown[0].lose)) - 8} text-anchor="end">
        ${t("chart.call")}
      </text>
    </svg>
  </section>`;
}
