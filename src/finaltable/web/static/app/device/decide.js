// The question "decide" on this device: call or fold against players all-in. Follows decisions/; the core judges.

import { CLASSES, DECIDE_TOLERANCE, MODELS, SAMPLES } from "../constants.js";
import { className, combosOf, sizeOf } from "./hands.js";
import { leaveToServer, refuse } from "./refuse.js";
import { checkNumber, modelsIn, onlyWith, tableIn } from "./request.js";
import { headsOf, POSTED, spotIn } from "./spot.js";
import { ON_DEVICE, rulesOf } from "./values.js";

const ENDS = ["fold", "win", "tie", "lose"];
const FIELDS = ["hero", "all_in", "folded", "button", ...POSTED, "equity", "hand", "ranges", "models", "tolerance"];
const NUMBERS = 14; // of a verdict

const sum = (list) => list.reduce((total, one) => total + one, 0);

/** The verdict of a model. The core writes NaN for numbers that do not exist. */
function verdictOf(core, model, { payouts, bounties }, { bigBlind }, tolerance) {
  const inputs = [MODELS.indexOf(model), Float64Array.from(payouts), tolerance];
  const found = core.run("spot_verdict", inputs, [NUMBERS])[0].map((one) => (Number.isNaN(one) ? null : one));
  const [fold, call, error, win, tie, lose, even, prizes, cash, grown, laterFold, laterCall, without, chips] = found;
  const difference = call - fold;
  const bounty = {
    difference: prizes,
    cash,
    onto_head: grown,
    later_fold: laterFold,
    later_call: laterCall,
    break_even: without,
    drop: win === null ? null : (without ?? 1) - (even ?? 1),
    chips,
    big_blinds: chips === null || !bigBlind ? null : chips / bigBlind,
  };
  return {
    ...{ model, fold, call, win, tie, lose, break_even: even, error, difference },
    recommendation: Math.abs(difference) <= error ? "too close" : difference > 0 ? "call" : "fold",
    ...(bounties && { bounty }),
  };
}

/** Hero's probabilities: given, or from the hands. */
function showdownIn(core, request, spot, preflop) {
  const { equity, hand, ranges } = request;
  if (hand === undefined || hand === null) {
    if (typeof equity !== "number" || ranges || spot.allIn.length > 1) leaveToServer();
    if (checkNumber(equity, "equity") > 1)
      refuse("above_100_percent", "equity", "must lie between 0 and 1", equity, { hint: "0.4 is 40%" });
    core.exports.spot_chances(equity, -1, 1 - equity);
    return { hand: null, ranges: [], equity, boards: 0, exact: true };
  }
  const fits = Array.isArray(ranges) && ranges.length === spot.allIn.length && !ranges.includes("nash");
  if (!preflop || equity !== undefined || !fits) leaveToServer();
  const held = [
    preflop.read(hand, "hand"),
    ...spot.allIn.map((seat, i) => preflop.read(ranges[i], `ranges[${spot.names[seat]}]`)),
  ];
  const found = held.length === 2 ? ofTwo(core, preflop.headsUp(held[0], held[1])) : drawn(core, held);
  if (Number.isNaN(found.equity) || (!found.exact && !found.boards)) {
    const rule = "must leave every player a hand that shares no card with the others";
    refuse("blocked_hands", "ranges", rule, [hand, ...ranges].join(" against "));
  }
  return { hand, ranges, ...found };
}

function ofTwo(core, { win, tie, lose }) {
  core.exports.spot_chances(win, tie, lose);
  return { equity: win + tie / 2, boards: 0, exact: true };
}

/** A showdown of several ranges, on drawn boards: the same as the server's. */
function drawn(core, held) {
  const combos = held.flatMap((weights, player) =>
    [...weights].flatMap(([number, share]) => combosOf(number).map(([one, two]) => [player, one, two, share])),
  );
  const inputs = [held.length, combos.length, Float64Array.from(combos.flat()), SAMPLES, 0];
  const [[equity, boards]] = core.run("spot_deal", inputs, [2]);
  return { equity, boards, exact: false };
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./hands.js").Preflop | null} preflop
 */
export function decide(core, request, preflop) {
  onlyWith(request, FIELDS);
  const table = tableIn(request);
  const { names, stacks, bounties } = table;
  const models = modelsIn(request);
  const spot = spotIn(core, request, table);
  const showdown = showdownIn(core, request, spot, preflop);
  if (bounties && !stacks.every(Number.isInteger)) leaveToServer();
  if (bounties) core.run("spot_bounties", [names.length, ...headsOf(bounties), Number(bounties.own)], []);
  const tolerance = request.tolerance ?? DECIDE_TOLERANCE;
  const verdicts = models.map((model) => verdictOf(core, model, table, spot, tolerance));
  const points = verdicts.map((one) => one.break_even ?? 1);
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const alone = spot.allIn.length === 1;
  const ends = alone ? ENDS.map((_, end) => core.run("spot_end", [end], Array(3).fill(names.length))) : [];
  const byEnd = (part, unit = 1) =>
    Object.fromEntries(ends.map((end, i) => [ENDS[i], end[part].map((one) => one / unit)]));
  const left = sum(table.payouts.slice(0, stacks.filter((stack) => stack > 0).length)) + sum(bounties?.heads ?? []);
  return {
    ...{ names, stacks, payouts: table.given, hero: spot.hero, all_in: spot.allIn, button: spot.button },
    ...{ to_act: spot.toAct, to_call: spot.toCall, pot: spot.pot, ...showdown, verdicts },
    outcomes: byEnd(0, spot.unit),
    disagreement: alone && high - low > 1e-9 ? [low, high] : null,
    ...rulesOf(table),
    ...(bounties && { heads: byEnd(1), cash: byEnd(2), bounty_power: left ? sum(stacks) / left : null }),
    ...ON_DEVICE,
  };
}

/** The hands in a range. @param {import("./hands.js").Preflop | null} preflop */
export function range(request, preflop) {
  const { hands } = request;
  if (!preflop || !Array.isArray(hands) || hands.length !== 1) leaveToServer();
  const weights = [...preflop.read(hands[0], "range")];
  const classes = Object.fromEntries(weights.map(([number, share]) => [className(number), share]));
  const combos = sum(weights.map(([number, share]) => share * sizeOf(number)));
  return { range: hands[0], combos, classes, ...ON_DEVICE };
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
