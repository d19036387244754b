// The value of the chips, hand by hand: a line per model, the first without luck, with numbered mistakes.
import { html } from "../../vendor/preact.js";
import { useWide } from "../hooks.js";
import { number, t } from "../locale.js";
import { Key } from "./models.js";
import { ticksTo } from "./verdict.js";

/**
 * @param {{ points: any[], models: string[], marks: { number: number, rank: number, clear: boolean }[], money: any,
 *   more?: any }} props `more`: stands beside the models
 */
export function WorthCurve({ points, models, marks, money, more = null }) {
  const wide = useWide(700);
  const known = points.filter((point) => point.values);
  if (known.length < 2) return html`<p class="note">${t("review.noCurve")}</p>`;
  const [width, height, left] = wide ? [720, 196, 54] : [340, 230, 54];
  const last = points.at(-1).number;
  const high = Math.max(...known.flatMap((point) => [...point.values, ...point.without_luck])) || 1;
  const x = (hand) => left + ((hand - 1) / Math.max(1, last - 1)) * (width - left - 14);
  const y = (value) => height - 30 - (value / high) * (height - 56);
  const line = (pick) => known.map((point) => `${x(point.number).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(" ");
  const shown = ["dcm", "icm"].filter((model) => models.includes(model));
  const order = shown.length ? shown : [models[0]];
  const at = (hand) => known.find((point) => point.number >= hand) || known.at(-1);
  return html`<section class="card col">
    <div class="row sp w">
      <h2>${t("review.curve")}</h2>
      <div class="row w">
        ${[...order].reverse().map((model) => html`<${Key} key=${model} model=${model} />`)}
        <span class="sm mute">${t("review.withoutLuck")}</span> ${more}
      </div>
    </div>
    <svg
      viewBox=${`0 0 ${width} ${height}`}
      width="100%"
      role="img"
      aria-label=${t("review.curveLabel", {
        from: money.text(known[0].values[0]),
        to: money.text(known.at(-1).values[0]),
        hands: number(last - 1),
      })}
    >
      ${ticksTo(high).map(
        (tick) => html`<line key=${tick} x1=${left} x2=${width - 14} y1=${y(tick)} y2=${y(tick)} class="rule" />
        <text x=${left - 8} y=${y(tick) + 4} text-anchor="end">
          ${high < 1e4 ? money.round(tick) : money.short(tick)}
        </text>`,
      )}
      <text x=${left} y=${height - 8}>${t("review.firstHand")}</text>
      <text x=${width - 14} y=${height - 8} text-anchor="end">${number(last - 1)}</text>
      ${drops(points).map(
        (point) => html`<g key=${point.number}>
          <line x1=${x(point.number)} x2=${x(point.number)} y1="22" y2=${height - 30} class="rule" />
          <text x=${x(point.number)} y="14" text-anchor="middle">${number(point.left)}</text>
        </g>`,
      )}
      <polyline points=${line((point) => point.without_luck[0])} class="luckless" />
      ${order.map(
        (model) => html`<polyline
          key=${model}
          points=${line((point) => point.values[models.indexOf(model)])}
          class=${"worth " + model}
        />`,
      )}
      ${marks.map(
        ({ number: hand, rank, clear }) => html`<g key=${rank} class=${clear ? "slip" : "slip o"}>
          <circle cx=${x(hand)} cy=${y(at(hand).values[0])} r="9" />
          <text x=${x(hand)} y=${y(at(hand).values[0]) + 4} text-anchor="middle">${rank}</text>
        </g>`,
      )}
    </svg>
  </section>`;
}

/** Hands before which a player was eliminated; of several close together, the last. */
function drops(points) {
  const found = points.filter((point, i) => i > 0 && point.left < points[i - 1].left);
  const gap = points.length / 16;
  return found.filter((point, i) => !found[i + 1] || found[i + 1].number - point.number > gap);
}
