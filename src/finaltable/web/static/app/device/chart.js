// A solution in the format of the API: what its arrays say at each decision. As equilibrium/solution.py.
import { CLASSES, COMBOS, NASH, OFTEN_THREE } from "../constants.js";
import { className } from "./hands.js";
import { returns, triplesOf } from "./rows.js";
import { POSTED } from "./spot.js";

/**
 * A hand before the cards are dealt.
 * @typedef {object} Game
 * @property {any} table @property {number} button @property {number[]} posts @property {string} model
 * @property {number} tolerance @property {number} pool @property {any} lookAhead
 * @property {number[]} order seats that decide, then those all-in by posting
 * @property {number} seats that decide @property {boolean} lastOpens
 * @property {import("./rows.js").Row[]} rows @property {Set<number>} locked rows
 * @property {(number | null)[] | null} raises by seat of the table @property {number} depth in big blinds
 */
/**
 * Shares of the pool; `profile`, `gains` and `reach` are row by class.
 * @typedef {object} Arrays
 * @property {number[]} profile @property {number[]} gains @property {number[]} reach
 * @property {number[]} equities by seat of the table, in money; NaN: not in the hand
 * @property {number[]} triples @property {{ total: number, seats: number[] }} exploitability
 * @property {number} error @property {boolean} reached @property {number} sweeps
 */

const HANDS = Array.from({ length: CLASSES }, (_, number) => number);
const NAMES = HANDS.map(className);
const SIZES = NAMES.map((name) => (name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12));
const ONES = HANDS.map(() => 1);
const ACTIONS = ["push", "call", "overcall"];

const sum = (list) => list.reduce((total, one) => total + one, 0);
const dot = (one, other) => one.reduce((total, value, i) => total + value * other[i], 0);
const share = (hands) => dot(hands, SIZES) / COMBOS;
const nameOf = ({ seat, facing, raiser }) => `${seat} v ${facing} ${raiser}`;

function actionOf({ seat, facing, raiser }) {
  if (raiser === null) return ACTIONS[facing.length];
  return facing.length ? "call_rejam" : raiser === seat ? "raise" : "rejam";
}

/** @param {Game} game @param {Arrays} found */
export function answerOf(game, found) {
  const { table, rows, seats, order, pool, lastOpens } = game;
  const named = (turn) => table.names[order[turn]];
  const at = new Map(rows.map((row, i) => [nameOf(row), i]));
  const [profile, gains, reach] = [found.profile, found.gains, found.reach].map((cells) =>
    rows.map((_, i) => Array.from({ length: CLASSES }, (_, hand) => cells[i * CLASSES + hand])),
  );
  const view = { game, found, at, profile, gains, reach };
  const errors = cardErrors(view);
  const strategy = (row, i) => {
    const before = raisedBefore(view, row);
    const hands = returns(row) ? profile[i].map((often, hand) => (before[hand] > 0 ? often : 0)) : profile[i];
    const held = before.map((often, hand) => often * SIZES[hand]);
    const worth = worthOf(bestGains(view, i), reach[i]);
    return {
      ...{ seat: named(row.seat), facing: row.facing.map(named), action: actionOf(row) },
      raised_by: row.raiser === null ? null : named(row.raiser),
      frequency: returns(row) ? dot(hands, held) / (sum(held) || 1) : share(hands),
      reach: dot(reach[i], before),
      locked: game.locked.has(i),
      margin: pool * margin(view, i, errors),
      hands: Object.fromEntries(NAMES.map((name, hand) => [name, hands[hand]])),
      ev: Object.fromEntries(NAMES.map((name, hand) => [name, worth[hand] === null ? null : pool * worth[hand]])),
    };
  };
  const decided = ({ seat, facing, raiser }) => facing.length > 0 || raiser !== null || lastOpens || seat < seats - 1;
  const threeWay = Math.min(1, sum([...found.triples]));
  return {
    ...{ names: table.names, stacks: table.stacks, payouts: table.given, button: table.names[game.button] },
    ...Object.fromEntries(POSTED.map((name, i) => [name, game.posts[i]])),
    ...(table.bounties && { bounties: table.bounties.heads }),
    ...(game.raises && { raise_to: game.raises, depth: game.depth }),
    ...(game.lookAhead && { look_ahead: game.lookAhead }),
    ...{ model: game.model, pool, tolerance: game.tolerance, reached: found.reached, sweeps: found.sweeps },
    ...{ error: found.error, exploitability: found.exploitability },
    equities: [...found.equities].map((value) => (Number.isNaN(value) ? null : value)),
    three_way: threeWay,
    fourth: fourth(view),
    cap_decides: threeWay > OFTEN_THREE && seats > 3,
    all_in: order.slice(seats).map((seat) => table.names[seat]),
    nodes: rows.flatMap((row, i) => (decided(row) ? [strategy(row, i)] : [])),
  };
}

/** How often the player raised before, by class. */
const raisedBefore = ({ at, profile }, row) =>
  returns(row) ? profile[at.get(nameOf({ seat: row.seat, facing: [], raiser: row.seat }))] : ONES;

/** Gains divided by the probability of a class; null: it never comes up. */
const worthOf = (gains, reach) => gains.map((gain, hand) => (reach[hand] > NASH.UNREACHED ? gain / reach[hand] : null));

/** The gain of an action over folding; after a raise, the player answers re-jams best. */
function bestGains({ game: { rows, locked }, profile, gains }, i) {
  const { seat } = rows[i];
  if (actionOf(rows[i]) !== "raise") return gains[i];
  const valuedOnly = locked.size === rows.length;
  const later = rows.flatMap((row, k) =>
    returns(row) && row.seat === seat && (valuedOnly || !locked.has(k)) ? [k] : [],
  );
  return gains[i].map((gain, hand) =>
    later.reduce((total, k) => total + Math.max(0, gains[k][hand]) - profile[k][hand] * gains[k][hand], gain),
  );
}

/** Differences within the margin are too close to call. */
function margin(view, i, errors) {
  const { game, found, at, profile, gains, reach } = view;
  const row = game.rows[i];
  const { seat } = row;
  const both = [null, seat]
    .map((raiser) => at.get(nameOf({ seat, facing: [], raiser })))
    .filter((k) => k !== undefined);
  const choices = ["push", "raise"].includes(actionOf(row)) ? both : [i];
  const before = raisedBefore(view, row);
  const best = choices.map((k) => bestGains(view, k));
  const lost = HANDS.map((hand) => {
    const most = Math.max(0, ...best.map((list) => list[hand]));
    return most - sum(choices.map((k) => profile[k][hand] * gains[k][hand]));
  });
  const often = dot(reach[i], before);
  const own = often > 0 && !game.locked.has(choices[0]) ? dot(lost, before) / often : 0;
  const ahead = found.error + (game.lookAhead?.deviation ?? 0);
  return found.exploitability.total + 2 * ahead + own + errors[choices[0]];
}

/** The estimated error of the card model, by row; two players' cards are exact. */
function cardErrors({ game: { rows, order }, gains, reach }) {
  if (order.length === 2) return rows.map(() => 0);
  const spreads = rows.map((_, i) => {
    const known = worthOf(gains[i], reach[i]).filter((worth) => worth !== null);
    return known.length ? Math.max(...known) - Math.min(...known) : 0;
  });
  const widest = Math.max(...spreads);
  return rows.map(({ seat, facing, raiser }, i) => {
    const error = NASH.CARD_ERROR * spreads[i] + NASH.CARD_ERROR_ELSEWHERE * widest;
    return raiser === seat && facing.length === 2 ? NASH.RAISER_FACES_TWO * error : error;
  });
}

/** The approximate probability that a fourth player has a hand that overcalls any two of three. */
function fourth({ game: { seats }, found, at, profile }) {
  const overcalls = (seat, three) => {
    const [p, q, k] = three;
    const facing = [[p, q], [p, k], [q, k]]; // biome-ignore format: one line
    const known = facing
      .map((two) => at.get(nameOf({ seat, facing: two, raiser: null })))
      .filter((i) => i !== undefined);
    return known.length ? share(HANDS.map((hand) => Math.min(...known.map((i) => profile[i][hand])))) : 0;
  };
  return sum(
    triplesOf(seats).map((three, i) => {
      const later = Array.from({ length: seats - three[2] - 1 }, (_, more) => three[2] + 1 + more);
      return found.triples[i] * (1 - later.reduce((fold, seat) => fold * (1 - overcalls(seat, three)), 1));
    }),
  );
}
