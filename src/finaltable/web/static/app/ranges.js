// Ranges that leave the page: text that other programs read, CSV, and the hands of a share of all.
import { COMBOS, RANKS } from "./constants.js";
import { combinations, HANDS } from "./parts/grid.js";

const FINE = 100; // weights are written to the hundredth

/** Weights of hands as text for other programs: "AA,AKs:0.5". */
export function rangeText(weights) {
  const weightOf = (hand) => Math.round(FINE * (weights[hand] || 0)) / FINE;
  return HANDS.filter((hand) => weightOf(hand) > 0)
    .map((hand) => (weightOf(hand) === 1 ? hand : `${hand}:${weightOf(hand)}`))
    .join(",");
}

/** The same in percent, in brackets: "AA,[50]AKs[/50]". */
export function bracketText(weights) {
  const percentOf = (hand) => Math.round(FINE * (weights[hand] || 0));
  const held = HANDS.filter((hand) => percentOf(hand) > 0);
  const shares = [...new Set(held.map(percentOf))].sort((a, b) => b - a);
  return shares
    .map((share) => [share, held.filter((hand) => percentOf(hand) === share).join(",")])
    .map(([share, hands]) => (share === 100 ? hands : `[${share}]${hands}[/${share}]`))
    .join(",");
}

const SUITS = "cdhs";
const DECK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** The weights of all 1,326 combinations, by high card, then by low card: 2d2c, 2h2c, ... */
export function weightsText(weights) {
  const nameOf = (high, low) => high[0] + low[0] + (high[0] === low[0] ? "" : high[1] === low[1] ? "s" : "o");
  return DECK.flatMap((high, i) => DECK.slice(0, i).map((low) => weights[nameOf(high, low)] || 0))
    .map((weight) => String(Math.round(FINE * weight) / FINE))
    .join(" ");
}

/**
 * A decision as CSV: a line for each hand, a column for each action, and what each is worth against folding.
 * @param {import("./tree.js").Decision} decision
 */
export function rangeCsv({ moves }) {
  const kinds = moves.map(({ kind }) => kind);
  const head = ["hand", "combinations", ...kinds, "fold", ...kinds.map((kind) => `${kind}_gain`)];
  const line = (hand) => {
    const shares = moves.map(({ node }) => node.hands[hand]);
    const rest = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));
    const gains = moves.map(({ node }) => (node.ev[hand] === null ? "" : node.ev[hand].toFixed(4)));
    return [hand, combinations(hand), ...[...shares, rest].map((share) => share.toFixed(4)), ...gains];
  };
  return [head, ...HANDS.map(line)].map((cells) => `${cells.join(",")}\n`).join("");
}

/**
 * The weights of a share of all hands: those with the largest gain at a node first, the last one in part.
 * @param {any} node @param {number} share
 */
export function bestHere(node, share) {
  const weights = {};
  let left = share * COMBOS;
  for (const hand of [...HANDS].sort((one, other) => (node.ev[other] ?? -Infinity) - (node.ev[one] ?? -Infinity))) {
    const weight = Math.min(1, left / combinations(hand));
    if (weight <= 0) break;
    weights[hand] = weight;
    left -= combinations(hand);
  }
  return weights;
}
