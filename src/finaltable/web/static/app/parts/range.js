// Pick a hand or paint a range: a grid for the thumb, a slider of best hands, families, and text.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { COMBOS, MAX_RANGE } from "../constants.js";
import { useAnswer } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { Dialog } from "./dialog.js";
import { Field } from "./field.js";
import { combinations, HANDS, HandGrid } from "./grid.js";

const FAMILIES = {
  pairs: (hand) => hand.length === 2,
  suited: (hand) => hand[2] === "s",
  aces: (hand) => hand[0] === "A",
  broadway: (hand) => "AKQJT".includes(hand[0]) && "AKQJT".includes(hand[1]),
};

/** @type {[number, string][]} weights that a stroke paints */
const BRUSHES = [
  [1, "in"],
  [0.5, "half"],
  [0, "out"],
];

const LONGEST = 400; // characters of a range that stays as typed; a longer one is written as classes
const FINE = 1000; // weights are kept to the thousandth

/** Format weights of hands as a range: "AA, AKs, QJs:0.5". */
export function writeRange(weights) {
  const weightOf = (hand) => Math.round(FINE * (weights[hand] || 0)) / FINE;
  return HANDS.filter((hand) => weightOf(hand) > 0)
    .map((hand) => (weightOf(hand) === 1 ? hand : `${hand}:${weightOf(hand)}`))
    .join(", ");
}

/**
 * @param {{ single: boolean, text: string, label: string, close: () => void, change: (text: string) => void }} props
 */
export function RangePicker({ single, text, label, close, change }) {
  return html`<${Dialog} label=${label} close=${close} kind=${single ? "full" : "full painting"}>
    ${
      single
        ? html`<${OneHand} text=${text} change=${change} close=${close} />`
        : html`<${Paint} text=${text} change=${change} close=${close} />`
    }
  <//>`;
}

function OneHand({ text, change, close }) {
  const cell = (hand) => ({ className: hand === text ? "y" : "" });
  const choose = (hand) => {
    change(hand);
    close();
  };
  return html`<${HandGrid} label=${t("range.grid")} cell=${cell} chosen=${text} choose=${choose} tall=${true} />
  <div class="row w end">
    <${Field}
      className="fill"
      label=${t("range.cards")}
      value=${text}
      change=${(typed) => change(typed.trim().slice(0, 10))}
      placeholder="T8s, AhKd"
    />
    <button type="button" class="btn" onClick=${() => {
      change("");
      close();
    }}>${t("range.noHand")}</button>
  </div>`;
}

function Paint({ text: given, change: pass, close }) {
  const [long, setLong] = useState(""); // a text of another program, which becomes one of classes when it is read
  const text = long || given;
  const { answer, asked, refusal } = useAnswer("range", text.trim() ? { hands: [text] } : null);
  const change = (typed) => {
    setLong(typed.length > LONGEST ? typed.slice(0, MAX_RANGE) : "");
    if (typed.length <= LONGEST) pass(typed);
  };
  useEffect(() => {
    if (!long || !answer || asked !== JSON.stringify({ hands: [long] })) return;
    pass(writeRange(answer.classes));
    setLong("");
  }, [long, answer, asked]);
  const painted = useRef({ text: "", weights: {} }); // last painted range, shown before the answer arrives
  const weights = painted.current.text === text ? painted.current.weights : answer?.classes || {};
  const [brush, setBrush] = useState(1);
  const put = (next) => {
    painted.current = { text: writeRange(next), weights: next };
    change(painted.current.text);
  };
  const paint = (hand) =>
    put({ ...(painted.current.text === text ? painted.current.weights : weights), [hand]: brush });
  const family = (name) => {
    const inside = HANDS.filter(FAMILIES[name]);
    const all = inside.every((hand) => weights[hand] === 1);
    put({ ...weights, ...Object.fromEntries(inside.map((hand) => [hand, all ? 0 : 1])) });
  };
  const combos = HANDS.reduce((sum, hand) => sum + (weights[hand] || 0) * combinations(hand), 0);
  const cell = (hand) => {
    const weight = weights[hand] || 0;
    return {
      className: weight >= 0.999 ? "y" : weight > 0 ? "half" : "",
      label: t("range.cell", { hand, share: percent(weight, 0) }),
    };
  };
  const best = /^([0-9]+(\.[0-9]+)?)%$/.exec(text.trim());
  const words = t("range.best", { share: percent(best ? Number(best[1]) / 100 : combos / COMBOS, 0) });
  return html`<div class="paint">
    <${HandGrid} label=${t("range.grid")} cell=${cell} paint=${paint} className="actions" />
    <div class="col">
      <div class="row sp">
        <div class="lead">
          <div class="huge">${percent(combos / COMBOS, combos && combos < 133 ? 1 : 0)}</div>
          <span class="mute sm">${t("range.combos", { count: number(combos, 0) })}</span>
        </div>
        <div class="seg" role="group" aria-label=${t("range.brush")}>
          ${BRUSHES.map(
            ([weight, name]) =>
              html`<button
                type="button"
                key=${name}
                aria-pressed=${String(brush === weight)}
                onClick=${() => setBrush(weight)}
              >
                ${t(`range.${name}`)}
              </button>`,
          )}
        </div>
      </div>
      <label class="field">
        <span class="desk">${words}</span>
        <input
          type="range"
          min="0"
          max="100"
          aria-label=${words}
          value=${best ? best[1] : Math.round((100 * combos) / COMBOS)}
          onInput=${(event) => change(event.target.value === "0" ? "" : `${event.target.value}%`)}
        />
      </label>
      <div class="scroll">
        ${Object.keys(FAMILIES).map(
          (name) => html`<button type="button" key=${name} class="pill" onClick=${() => family(name)}>
            ${t(`family.${name}`)}
          </button>`,
        )}
        <button type="button" class="pill" onClick=${() => put({})}>${t("range.clear")}</button>
      </div>
      <${Field}
        label=${t("range.text")}
        value=${text}
        show=${(typed) => (answer && asked === JSON.stringify({ hands: [typed] }) ? answer.range : typed)}
        change=${change}
        problem=${refusal ? refusal.says(true) : ""}
        placeholder="22+, A2s+, KTs+"
      />
      <button type="button" class="btn pri wide" onClick=${close}>${t("range.use")}</button>
    </div>
  </div>`;
}
