// The grid of a decision: a colour for each action, cells split by how often, money or per cent below the hand.
import { html } from "../../vendor/preact.js";
import { number, percent, t } from "../locale.js";
import { goesOn } from "../tree.js";
import { HandGrid } from "./grid.js";
import { title } from "./models.js";

const [NEVER, ALWAYS] = [0.03, 0.97]; // shares drawn as never and always
const PLAIN = 0.04; // from here on, a cell says how often and not what it is worth

const inOf = ({ moves }, hand) =>
  moves.filter(({ kind }) => kind !== "raise").reduce((s, { node }) => s + node.hands[hand], 0);
const raiseOf = ({ moves }, hand) =>
  moves.filter(({ kind }) => kind === "raise").reduce((s, { node }) => s + node.hands[hand], 0);

/** What the best action with a hand is worth against folding; null if the decision never comes up. */
export function gainOf({ moves }, hand) {
  const gains = moves.map(({ node }) => node.ev[hand]).filter((gain) => gain !== null);
  return gains.length ? Math.max(...gains) : null;
}

/** A signed amount in at most five characters: +6.5k, −339. */
export function tight(amount) {
  const size = Math.abs(amount);
  const sign = amount < 0 ? "\u2212" : "+";
  if (size >= 999_500) return `${sign}${number(size / 1e6, 1)}m`;
  if (size >= 9_950) return `${sign}${number(size / 1e3, 0)}k`;
  if (size >= 999.5) return `${sign}${number(size / 1e3, 1)}k`;
  const digits = size >= 10 ? 0 : size >= 1 ? 1 : 2;
  return size < 0.005 ? "0" : sign + number(size, digits);
}

/**
 * @param {{ decision: import("../tree.js").Decision, model: string, hand: string, read: (hand: string) => void,
 *   keep: (hand: string) => void, money: any, stale: boolean }} props
 */
export function Chart({ decision, model, hand, read, keep, money, stale }) {
  const cell = (one) => {
    const [jam, raise] = [inOf(decision, one), raiseOf(decision, one)];
    const all = Math.min(1, jam + raise);
    const gain = gainOf(decision, one);
    const mixed = all > PLAIN && all < 1 - PLAIN;
    const small = mixed ? percent(all, 0) : gain === null ? "" : tight(gain);
    return {
      className: classOf(jam, all),
      style: { "--i": Math.round(100 * jam), "--r": Math.round(100 * raise) },
      text: small,
      over: jam > NEVER && jam < ALWAYS && all > PLAIN,
      label: t("nash.cell", { hand: one, share: percent(all, 0), money: gain === null ? "–" : money.signed(gain) }),
    };
  };
  return html`<${HandGrid}
    label=${t("nash.grid", { model: title(model), share: percent(goesOn(decision)) })}
    className=${"mg" + (stale ? " stale" : "")}
    cell=${cell}
    chosen=${hand}
    choose=${keep}
    read=${read}
  />`;
}

/** The class of a cell: text on an all-in, in two tones, on a raise; no colour if it always folds. */
const classOf = (jam, all) =>
  jam >= ALWAYS ? "go full" : jam > NEVER && all > PLAIN ? "go part" : all > PLAIN ? "go rz" : all >= 0.005 ? "go" : "";

/** How much more the first of two models goes in with a hand, in points. */
export const pointsOf = (pair, hand) => Math.round(100 * (goesOn(pair[0], hand) - goesOn(pair[1], hand)));

const CLOSE = 3; // points: closer is the same

/** Two models: the one that goes in more, deeper by points. */
export function Difference({ pair, models, hand, read, keep, stale }) {
  const cell = (one) => {
    const points = pointsOf(pair, one);
    const size = Math.abs(points);
    const more = models[points > 0 ? 0 : 1];
    const both = size < CLOSE && goesOn(pair[0], one) > 0.5;
    return {
      className: size >= CLOSE ? `more ${more}${size > 66 ? " st" : ""}` : both ? "both" : "",
      style: { "--d": size },
      text: size >= CLOSE ? signed(points) : "",
      label: t("nash.points", { hand: one, model: title(more), count: size }),
    };
  };
  return html`<${HandGrid}
    label=${t("nash.compareGrid")}
    className=${"mg" + (stale ? " stale" : "")}
    cell=${cell}
    chosen=${hand}
    choose=${keep}
    read=${read}
  />`;
}

const signed = (points) => (points > 0 ? "+" : "\u2212") + Math.abs(points);
