// The question "decide" on this device: call or fold against one player all-in. Follows decisions/.

import { CLASSES, DECIDE_TOLERANCE } from "../constants.js";
import { className, sizeOf } from "./hands.js";
import { leaveToServer, refuse } from "./refuse.js";
import { checkNumber, modelsIn, onlyWith, tableIn } from "./request.js";
import { spotIn, stacksAfter } from "./spot.js";
import { ON_DEVICE } from "./values.js";

const ENDS = ["win", "tie", "lose"];
const FIELDS = [
  "hero",
  "all_in",
  "folded",
  "button",
  "small_blind",
  "big_blind",
  "ante",
  "big_blind_ante",
  "equity",
  "hand",
  "ranges",
  "models",
  "tolerance",
];

/** Prizes of the players who bust in the hand: ranked by their chips before it; equal stacks share. */
function prizeOfTheOut(table, after, seat) {
  const out = after.map((_, i) => i).filter((i) => after[i] === 0);
  const ahead = out.filter((i) => table.stacks[i] > table.stacks[seat]).length;
  const level = out.filter((i) => table.stacks[i] === table.stacks[seat]).length;
  const from = after.length - out.length + ahead;
  return table.payouts.slice(from, from + level).reduce((sum, prize) => sum + prize, 0) / level;
}

/** Hero's equity after an outcome of the hand, in money, and its error. */
function worth(models, model, table, after, hero, tolerance) {
  if (after[hero] === 0) return { value: prizeOfTheOut(table, after, hero), error: 0 };
  const { equities, error } = models[model]({ stacks: after, payouts: table.payouts }, tolerance);
  return { value: equities[hero], error };
}

/** The break-even equity at a given probability of ties; null if there is none. */
function breakEven(fold, { win, tie, lose }, ties) {
  const at = (equity) => (equity - ties / 2) * win + ties * tie + (1 - equity - ties / 2) * lose;
  const [low, high] = [at(ties / 2), at(1 - ties / 2)];
  if (low >= fold) return 0;
  if (high <= fold) return null;
  return ties / 2 + ((1 - ties) * (fold - low)) / (high - low);
}

function verdictOf(models, model, { table, spot, ends, chances, tolerance }) {
  const value = Object.fromEntries(
    Object.entries(ends).map(([end, after]) => [end, worth(models, model, table, after, spot.hero, tolerance)]),
  );
  const money = Object.fromEntries(Object.entries(value).map(([end, one]) => [end, one.value]));
  const met = ENDS.filter((end) => end in chances);
  const call = met.reduce((sum, end) => sum + chances[end] * money[end], 0);
  const error = Math.max(...met.map((end) => value[end].error)) + value.fold.error;
  const difference = call - money.fold;
  const recommendation = Math.abs(difference) <= error ? "too close" : difference > 0 ? "call" : "fold";
  return {
    model,
    fold: money.fold,
    call,
    win: money.win,
    tie: money.tie,
    lose: money.lose,
    break_even: breakEven(money.fold, /** @type {any} */ (money), chances.tie ?? 0),
    error,
    difference,
    recommendation,
  };
}

/** Hero's probabilities to win, tie and lose: given, or from the hands. */
function chancesIn(request, preflop) {
  const { equity, hand, ranges } = request;
  if (hand === undefined || hand === null) {
    if (typeof equity !== "number" || ranges) leaveToServer();
    if (checkNumber(equity, "equity") > 1)
      refuse("above_100_percent", "equity", "must lie between 0 and 1", equity, { hint: "0.4 is 40%" });
    return { chances: { win: equity, lose: 1 - equity }, hand: null, ranges: [] };
  }
  if (!preflop || equity !== undefined || !Array.isArray(ranges) || ranges.length !== 1 || ranges[0] === "nash")
    leaveToServer();
  const own = preflop.read(hand, "hand");
  const theirs = preflop.read(ranges[0], `ranges[${request.all_in[0]}]`);
  const chances = preflop.headsUp(own, theirs);
  if (Number.isNaN(chances.win))
    refuse(
      "blocked_hands",
      "ranges",
      "must leave every player a hand that shares no card with the others",
      `${hand} against ${ranges[0]}`,
    );
  return { chances, hand, ranges };
}

/**
 * @param {import("./models.js").Models} models
 * @param {import("./hands.js").Preflop | null} preflop
 */
export function decide(models, request, preflop) {
  onlyWith(request, FIELDS);
  const table = tableIn(request);
  if (table.bounties) leaveToServer();
  const names = modelsIn(request);
  const spot = spotIn(request, table);
  const { chances, hand, ranges } = chancesIn(request, preflop);
  const ends = Object.fromEntries(
    ["fold", ...ENDS].map((end) => [end, stacksAfter(spot, end === "fold" ? null : end).map((stack) => stack.value)]),
  );
  const tolerance = request.tolerance ?? DECIDE_TOLERANCE;
  const verdicts = names.map((model) => verdictOf(models, model, { table, spot, ends, chances, tolerance }));
  const points = verdicts.map((one) => one.break_even ?? 1);
  const [low, high] = [Math.min(...points), Math.max(...points)];
  return {
    names: table.names,
    stacks: table.stacks,
    payouts: table.given,
    hero: spot.hero,
    all_in: [spot.villain],
    button: spot.button,
    to_act: spot.toAct,
    to_call: spot.toCall.value,
    pot: spot.pot.value,
    hand,
    ranges,
    equity: chances.win + (chances.tie ?? 0) / 2,
    boards: 0,
    exact: true,
    outcomes: ends,
    verdicts,
    disagreement: high - low > 1e-9 ? [low, high] : null,
    ...ON_DEVICE,
  };
}

/** The hands in a range. @param {import("./hands.js").Preflop | null} preflop */
export function range(request, preflop) {
  const { hands } = request;
  if (!preflop || !Array.isArray(hands) || hands.length !== 1) leaveToServer();
  const weights = preflop.read(hands[0], "range");
  const classes = Object.fromEntries([...weights].map(([number, share]) => [className(number), share]));
  return { range: hands[0], combos: combosIn(weights), classes, ...ON_DEVICE };
}

/** Each hand against a range: {win, tie, lose} by class. @param {import("./hands.js").Preflop} preflop */
export function chances(request, preflop) {
  const villain = preflop.read(request.range, "range");
  const found = Array.from({ length: CLASSES }, (_, number) => [
    className(number),
    preflop.headsUp(new Map([[number, 1]]), villain),
  ]);
  return { classes: Object.fromEntries(found), ...ON_DEVICE };
}

const combosIn = (weights) => [...weights].reduce((sum, [number, share]) => sum + share * sizeOf(number), 0);
