// Rows of players with the models' marks on an axis, and finish probabilities as a heat map.
import { html, useState } from "../../vendor/preact.js";
import { number, t } from "../locale.js";
import { Mark } from "./models.js";

/** Round amounts to multiples of `unit` by largest remainder, so that they still add up. */
export function roundedTogether(values, unit) {
  const scaled = values.map((value) => value / unit);
  const floors = scaled.map(Math.floor);
  const total = Math.round(scaled.reduce((sum, value) => sum + value, 0));
  let rest = total - floors.reduce((sum, value) => sum + value, 0);
  const order = scaled.map((value, i) => [value - floors[i], i]).sort((a, b) => b[0] - a[0]);
  for (const [, i] of order) if (rest-- > 0) floors[i] += 1;
  return floors.map((value) => Number((value * unit).toPrecision(15)));
}

/** An axis from 0 or a round number below the minimum to one above the maximum: {low, high, at, ticks}. */
export function axisOf(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = niceStep((high - low || high || 1) / 2);
  const from = Math.max(0, Math.floor(low / step) * step);
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  const ticks = [from, (from + to) / 2, to];
  return { low: from, high: to, ticks, at: (value) => (100 * (value - from)) / (to - from) };
}

function niceStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * (size / power >= 5 ? 5 : size / power >= 2 ? 2 : 1);
}

/** An axis for one row, from its minimum to its maximum. */
function ownAxis(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { low, high, ends: [low, high], at: (value) => (high > low ? (100 * (value - low)) / (high - low) : 50) };
}

/**
 * One axis for all rows; a tap gives each row a separate axis, with its ends labelled.
 * @param {number[][]} values of each model, by player
 */
export function useAxis(values) {
  const [near, setNear] = useState(false);
  const whole = axisOf(values.flat());
  return {
    near,
    toggle: () => setNear(!near),
    whole,
    of: (i) => (near ? ownAxis(values.map((list) => list[i])) : whole),
  };
}

/** The labels of the axis, which are also the zoom button. */
export function AxisLabels({ axis, money }) {
  const shift = ["0", "-50%", "-100%"];
  const words = axis.near
    ? html`<span class="all">${t("axis.own")}</span>`
    : axis.whole.ticks.map(
        (tick, i) =>
          html`<span style=${{ left: `${axis.whole.at(tick)}%`, transform: `translateX(${shift[i]})` }}>
            ${money.short(tick)}
          </span>`,
      );
  return html`<button
    type="button"
    class="ax sm mute plain"
    aria-pressed=${String(axis.near)}
    aria-label=${t(axis.near ? "axis.out" : "axis.in")}
    title=${t(axis.near ? "axis.out" : "axis.in")}
    onClick=${axis.toggle}
  >
    <span class="hid" aria-hidden="true">${words}</span>
  </button>`;
}

/** A row with the models' marks: {icm: value, …}; `pin` is the chosen value. */
export function Track({ axis, values, money, pin = null, colour = "" }) {
  const all = Object.values(values).map(axis.at);
  const style = { "--a": Math.min(...all), "--b": Math.max(...all), ...(colour && { "--c": `var(--${colour})` }) };
  return html`<span class=${"trk" + (axis.ends ? " own" : "")} style=${style} aria-hidden="true">
    <i></i>
    ${["dcm", "sem", "icm"]
      .filter((model) => model in values)
      .map(
        (model) => html`<i
          class=${"mk " + model}
          style=${{ "--v": axis.at(values[model]) }}
        ></i>`,
      )}
    ${pin !== null && html`<span class="pin" style=${{ "--v": axis.at(pin) }}></span>`}
    ${axis.ends?.map((end, i) => html`<small key=${i}>${money.text(end)}</small>`)}
  </span>`;
}

/** Finish probabilities in %: players by places, darker if more likely. */
export function HeatMap({ names, finish, model, caption }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${caption}>
    <table class=${"heat " + model}>
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t("player")}</span></th>
          ${finish[0].map((_, k) => html`<th scope="col">${k + 1}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, i) => html`<tr>
            <th scope="row" title=${name}>${name}</th>
            ${finish[i].map(
              (share) => html`<td
                style=${{ "--p": (share > 0.6 ? 78 : Math.round(share * 75)) + "%" }}
                class=${share > 0.6 ? "b" : ""}
              >
                ${share >= 0.005 ? number(100 * share) : "·"}
              </td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A bar with a label and a value, in the fill of a model. */
export function ValueBar({ label, model = "", share, text }) {
  return html`<li class=${"vbar " + model}>
    ${
      model
        ? html`<span class="key"><${Mark} model=${model} />${label}</span>`
        : html`<span class="sm b">${label}</span>`
    }
    <span class="vfill" style=${{ "--w": `${100 * share}%` }} aria-hidden="true"></span>
    <b class="num">${text}</b>
  </li>`;
}
