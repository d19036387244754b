// The question "decide" on this device: call or fold against players all-in. Follows decisions/.

import { CLASSES, DECIDE_TOLERANCE, SAMPLES, SAMPLING } from "../constants.js";
import { deadChips, takeBounties } from "./bounty.js";
import { className, combosOf, sizeOf } from "./hands.js";
import { leaveToServer, refuse } from "./refuse.js";
import { checkNumber, modelsIn, onlyWith, tableIn } from "./request.js";
import { mainPot, POSTED, settled, spotIn } from "./spot.js";
import { ON_DEVICE } from "./values.js";

const ORDERS = { win: [0, 1], tie: [0, 0], lose: [1, 0] }; // ranks of hero and of the only player all-in
const FIELDS = ["hero", "all_in", "folded", "button", ...POSTED, "equity", "hand", "ranges", "models", "tolerance"];
const RANK_BITS = 3;

const sum = (list) => list.reduce((total, one) => total + one, 0);

/** Prizes of the players who bust in the hand: ranked by their chips before it; equal stacks share. */
function prizeOfTheOut(table, after, seat) {
  const out = after.map((_, i) => i).filter((i) => after[i] === 0);
  const ahead = out.filter((i) => table.stacks[i] > table.stacks[seat]).length;
  const level = out.filter((i) => table.stacks[i] === table.stacks[seat]).length;
  const from = after.length - out.length + ahead;
  return sum(table.payouts.slice(from, from + level)) / level;
}

/** Values of the ends of a hand for hero under a model; each is computed once. */
class Worth {
  constructor(models, model, table, hero, tolerance) {
    this.models = models;
    this.model = model;
    this.table = table;
    this.hero = hero;
    this.tolerance = tolerance;
    this.known = new Map();
  }

  /** The value of an end: prizes, cash and later bounties, with their error. */
  of(end) {
    const key = String([...end.stacks, ...(end.heads ?? [])]);
    if (!this.known.has(key)) this.known.set(key, this.solve(end));
    return { ...this.known.get(key), cash: end.cash?.[this.hero] ?? 0 };
  }

  solve({ stacks, heads }) {
    const { hero, table } = this;
    if (stacks[hero] === 0) return { prizes: prizeOfTheOut(table, stacks, hero), later: 0, error: 0 };
    const bounties = heads && { ...table.bounties, heads };
    const found = this.models.equity(this.model, { stacks, payouts: table.payouts, bounties }, this.tolerance);
    const later = found.bounty?.[hero] ?? 0;
    return { prizes: found.equities[hero], later, error: found.error + (found.bounty_error ?? 0) };
  }
}

const totalOf = ({ prizes, cash, later }) => prizes + cash + later;

/** The break-even equity at a given probability of ties; null if there is none. */
function breakEven(fold, { win, tie, lose }, ties) {
  const at = (equity) => (equity - ties / 2) * win + ties * tie + (1 - equity - ties / 2) * lose;
  const [low, high] = [at(ties / 2), at(1 - ties / 2)];
  if (low >= fold) return 0;
  if (high <= fold) return null;
  return ties / 2 + ((1 - ties) * (fold - low)) / (high - low);
}

/** A hand to be decided: its ends by the order of the hands. */
class Hand {
  constructor(spot, table, showdown) {
    this.spot = spot;
    this.table = table;
    this.showdown = showdown;
  }

  /** Stacks, bounties and cash if hero calls or folds. */
  end(ranks, calls, extra = 0) {
    const { stacks, taken } = settled(this.spot, calls ? ranks : ranks.slice(1), { calls, extra });
    return this.table.bounties && !extra ? { stacks, ...takeBounties(this.table.bounties, taken) } : { stacks };
  }

  /** The mean over the showdown of something by the order of the hands. */
  mean(value) {
    return sum(this.showdown.orders.map(([ranks, chance]) => chance * value(ranks)));
  }

  /** The orders in which hero beats or loses to all others, and which no board showed. */
  extremes() {
    const { orders, exact } = this.showdown;
    if (exact) return [];
    const others = orders.map(([[, ...ranks]]) => {
      const levels = [...new Set(ranks)].sort((a, b) => a - b);
      return ranks.map((rank) => levels.indexOf(rank));
    });
    const ends = others.flatMap((ranks) => [
      [Math.max(...ranks) + 1, ...ranks],
      [0, ...ranks.map((rank) => rank + 1)],
    ]);
    const seen = new Set(orders.map(([ranks]) => String(ranks)));
    return [...new Map(ends.map((ranks) => [String(ranks), ranks])).values()].filter((one) => !seen.has(String(one)));
  }

  /** The error of the mean of a value by order, from sampled boards. */
  sampled(value, orders) {
    const { exact, boards } = this.showdown;
    if (exact) return 0;
    const all = orders.map(value);
    const variance = Math.max(0, this.mean((ranks) => value(ranks) ** 2) - this.mean(value) ** 2);
    const spread = Math.max(...all) - Math.min(...all);
    return SAMPLING.ERRORS * Math.sqrt(variance / boards) + (SAMPLING.UNSEEN * spread) / boards;
  }
}

function verdictOf(hand, worth) {
  const { showdown, spot } = hand;
  const orders = [...showdown.orders.map(([ranks]) => ranks), ...hand.extremes()];
  const calls = new Map(orders.map((ranks) => [ranks, worth.of(hand.end(ranks, true))]));
  const folds = new Map(orders.map((ranks) => [ranks, worth.of(hand.end(ranks, false))]));
  const [call, fold] = [calls, folds].map((ends) => hand.mean((ranks) => totalOf(ends.get(ranks))));
  const apart = (ranks) => totalOf(calls.get(ranks)) - totalOf(folds.get(ranks));
  const largest = (ends) => Math.max(...[...ends.values()].map((end) => end.error));
  const error = largest(calls) + largest(folds) + hand.sampled(apart, orders);
  const difference = call - fold;
  const alone = spot.allIn.length === 1;
  const ends = mapped(ORDERS, (ranks) => (alone ? worth.of(hand.end(ranks, true)) : null));
  const { win, tie, lose } = /** @type {any} */ (mapped(ends, (end) => end && totalOf(end)));
  const even = alone ? breakEven(fold, { win, tie, lose }, showdown.ties) : null;
  return {
    model: worth.model,
    ...{ fold, call, win, tie, lose, break_even: even, error, difference },
    recommendation: Math.abs(difference) <= error ? "too close" : difference > 0 ? "call" : "fold",
    ...(hand.table.bounties && {
      bounty: bountyOf(hand, worth, { calls, folds, ends, even, error, difference, alone }),
    }),
  };
}

/** The effect of bounties, against a game for the prizes alone. */
function bountyOf(hand, worth, { calls, folds, ends, even, error, difference, alone }) {
  const { spot, table, showdown } = hand;
  const mean = (some, part) => hand.mean((ranks) => some.get(ranks)[part]);
  const own = Number(table.bounties.heads[spot.hero]);
  const grown = (ranks) => {
    const { stacks, heads } = hand.end(ranks, true);
    return stacks[spot.hero] ? heads[spot.hero] - own : 0;
  };
  const prizes = mapped(ends, (end) => end?.prizes);
  const without = alone ? breakEven(mean(folds, "prizes"), /** @type {any} */ (prizes), showdown.ties) : null;
  const differenceAt = (extra) =>
    hand.mean((ranks) => {
      const [called, folded] = [true, false].map((goes) => worth.of({ stacks: hand.end(ranks, goes, extra).stacks }));
      return called.prizes - folded.prizes;
    });
  if (!table.stacks.every(Number.isInteger)) leaveToServer();
  const chips = deadChips(differenceAt, difference, error, sum(table.stacks), Math.floor(mainPot(spot)));
  return {
    difference: mean(calls, "prizes") - mean(folds, "prizes"),
    cash: mean(calls, "cash"),
    onto_head: hand.mean(grown),
    later_fold: mean(folds, "later"),
    later_call: mean(calls, "later"),
    break_even: without,
    drop: alone ? (without ?? 1) - (even ?? 1) : null,
    chips,
    big_blinds: chips === null || !spot.bigBlind ? null : chips / spot.bigBlind,
  };
}

const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([name, one]) => [name, change(one)]));

/** A showdown of two: wins, ties and losses of hero. */
function ofTwo({ win, tie = 0, lose }, ties = true) {
  const orders = [[ORDERS.win, win], ...(ties ? [[ORDERS.tie, tie]] : []), [ORDERS.lose, lose]];
  return { orders, ties: tie, equity: win + tie / 2, boards: 0, exact: true };
}

/** Hero's probabilities: given, or from the hands. */
function showdownIn(request, { spot, preflop, core }) {
  const { equity, hand, ranges } = request;
  if (hand === undefined || hand === null) {
    if (typeof equity !== "number" || ranges || spot.allIn.length > 1) leaveToServer();
    if (checkNumber(equity, "equity") > 1)
      refuse("above_100_percent", "equity", "must lie between 0 and 1", equity, { hint: "0.4 is 40%" });
    return { ...ofTwo({ win: equity, lose: 1 - equity }, false), hand: null, ranges: [] };
  }
  const fits = Array.isArray(ranges) && ranges.length === spot.allIn.length && !ranges.includes("nash");
  if (!preflop || equity !== undefined || !fits) leaveToServer();
  const held = [
    preflop.read(hand, "hand"),
    ...spot.allIn.map((seat, i) => preflop.read(ranges[i], `ranges[${spot.names[seat]}]`)),
  ];
  const found = held.length === 2 ? ofTwo(preflop.headsUp(held[0], held[1])) : drawn(core, held);
  if (Number.isNaN(found.equity)) {
    const rule = "must leave every player a hand that shares no card with the others";
    refuse("blocked_hands", "ranges", rule, [hand, ...ranges].join(" against "));
  }
  return { ...found, hand, ranges };
}

/** A showdown of several ranges, on drawn boards: the same as the server's. */
function drawn(core, held) {
  const combos = held.flatMap((weights, player) =>
    [...weights].flatMap(([number, share]) => combosOf(number).map(([one, two]) => [player, one, two, share])),
  );
  const inputs = [held.length, combos.length, Float64Array.from(combos.flat()), SAMPLES, 0];
  const [counts, [boards]] = core.run("spot_showdown", inputs, [2 ** (RANK_BITS * held.length), 1]);
  const ranksOf = (order) => held.map((_, i) => (order >> (RANK_BITS * i)) & (2 ** RANK_BITS - 1));
  const orders = [...counts.entries()].filter(([, count]) => count > 0);
  const chances = orders.map(([order, count]) => [ranksOf(order), count / boards]);
  const shares = chances.map(([ranks, chance]) => (ranks[0] ? 0 : chance / ranks.filter((rank) => !rank).length));
  return { orders: chances, ties: 0, equity: boards ? sum(shares) : Number.NaN, boards, exact: false };
}

/**
 * @param {import("./models.js").Models} models
 * @param {import("./core.js").Core} core the module `nash.wasm`
 * @param {import("./hands.js").Preflop | null} preflop
 */
export function decide(models, core, request, preflop) {
  onlyWith(request, FIELDS);
  const table = tableIn(request);
  const names = modelsIn(request);
  const spot = spotIn(core, request, table);
  const { hand, ranges, ...showdown } = showdownIn(request, { spot, preflop, core });
  const asked = new Hand(spot, table, showdown);
  const tolerance = request.tolerance ?? DECIDE_TOLERANCE;
  const verdicts = names.map((model) => verdictOf(asked, new Worth(models, model, table, spot.hero, tolerance)));
  const points = verdicts.map((one) => one.break_even ?? 1);
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const alone = spot.allIn.length === 1;
  const ends = alone ? { fold: asked.end([0, 0], false), ...mapped(ORDERS, (ranks) => asked.end(ranks, true)) } : {};
  return {
    names: table.names,
    stacks: table.stacks,
    payouts: table.given,
    hero: spot.hero,
    all_in: spot.allIn,
    button: spot.button,
    to_act: spot.toAct,
    to_call: spot.toCall,
    pot: spot.pot,
    hand,
    ranges,
    equity: showdown.equity,
    boards: showdown.boards,
    exact: showdown.exact,
    outcomes: mapped(ends, (end) => end.stacks),
    verdicts,
    disagreement: alone && high - low > 1e-9 ? [low, high] : null,
    ...(table.bounties && bountiesWritten(table, ends)),
    ...ON_DEVICE,
  };
}

/** @param {import("./models.js").Table} table */
function bountiesWritten({ stacks, payouts, bounties }, ends) {
  const left = sum(payouts.slice(0, stacks.filter((stack) => stack > 0).length)) + sum(bounties.heads);
  return {
    bounties: bounties.heads,
    bounty_share: bounties.share,
    own_bounty: bounties.own,
    heads: mapped(ends, (end) => end.heads),
    cash: mapped(ends, (end) => end.cash),
    bounty_power: left ? sum(stacks) / left : null,
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
