// The question "nash" on this device: push or fold. Follows equilibrium/; the core sets up the hand and solves it.
import {
  CARD_ERROR,
  CARD_ERROR_ELSEWHERE,
  CLASSES,
  COMBOS,
  MODELS,
  NASH,
  OFTEN_THREE,
  UNREACHED,
} from "../constants.js";
import { Fraction, unitOf } from "./exact.js";
import { className, sizeOf } from "./hands.js";
import { leaveToServer, missing, refuse, Verbatim } from "./refuse.js";
import { onlyWith, seatIn, tableIn } from "./request.js";
import { POSTED, postsIn, usualButton } from "./spot.js";
import { ON_DEVICE } from "./values.js";

const FIELDS = [...POSTED, "button", "model", "lock", "folded", "elsewhere", "tolerance", "max_seconds"];
const ACTIONS = ["push", "call", "overcall"];
const AT_ONCE = 16; // outcomes valued between two looks at the clock
const VALUING = 0.1; // of the progress
const EMPTY = ["0%", "0 %", "fold", "none"];
const SIZES = Array.from({ length: CLASSES }, (_, number) => sizeOf(number));

const sum = (list) => list.reduce((total, one) => total + one, 0);
const weighted = (list, weights) => list.reduce((total, one, i) => total + one * weights[i], 0);

/** The hand that is asked for, with chips in the unit of the core; or refuse. */
function handIn(request) {
  onlyWith(request, FIELDS);
  const table = tableIn(request);
  const { names, stacks } = table;
  const model = request.model ?? "icm";
  if (!request.names || table.bounties || !MODELS.includes(model)) leaveToServer();
  const posts = postsIn(request);
  const [, big] = posts;
  if (!big) missing("blinds", "must be given: 100/200");
  const seats = (field) => [...new Set((request[field] ?? []).map((player) => seatIn(names, player, field)))];
  const [folded, elsewhere] = [seats("folded"), seats("elsewhere")];
  const here = stacks.map((stack, seat) => (elsewhere.includes(seat) ? 0 : stack));
  const players = names.length - elsewhere.length;
  if (players < 2 || players > NASH.MOST_PLAYERS)
    refuse("wrong_count", "stacks", `must be those of 2 to ${NASH.MOST_PLAYERS} players`, new Verbatim(players));
  stacks.forEach((stack, seat) => {
    const hint = "leave out players who are not dealt in";
    if (!stack) refuse("too_small", `stacks[${seat}]`, "must be above 0", stack, { hint });
  });
  const largest = Math.max(...stacks);
  if (big > largest) refuse("too_large", "big_blind", `must be at most the largest stack of ${largest}`, big);
  const button = request.button == null ? usualButton(here) : seatIn(names, request.button, "button");
  if (elsewhere.includes(button)) leaveToServer();
  const unit = unitOf([...stacks, ...posts], players);
  const whole = (amounts) => BigInt64Array.from(amounts.map((one) => unit.times(Fraction.written(one)).top));
  if (unit.times(Fraction.written(sum(stacks))).value > 2 ** 61) leaveToServer();
  const most = Math.max(...stacks);
  return {
    ...{ table, model, posts, folded, elsewhere, button },
    chips: whole(stacks),
    forced: whole(posts.map((post) => Math.min(post, most))),
    tolerance: request.tolerance ?? NASH.TOLERANCE,
    seconds: request.max_seconds === 0 ? Infinity : (request.max_seconds ?? NASH.SECONDS),
  };
}

/** All nodes in the order of the core: a seat first in, facing one, facing two. */
function nodesOf(seats) {
  const below = (last) => Array.from({ length: last }, (_, seat) => seat);
  return below(seats).flatMap((seat) =>
    [[], ...below(seat).map((one) => [one]), ...below(seat).flatMap((two) => below(two).map((one) => [one, two]))].map(
      (facing) => ({ seat, facing }),
    ),
  );
}

/** Locked strategies by node: {number: weights}. */
function locksIn(lock, nodes, deciding, names, preflop) {
  const found = {};
  for (const [spot, hands] of Object.entries(lock ?? {})) {
    const [own, ...others] = spot
      .split(/ v | vs | vs\. |, /)
      .map((name) => deciding.indexOf(names.indexOf(name.trim())));
    const facing = others.sort((a, b) => a - b);
    const number = nodes.findIndex((node) => node.seat === own && String(node.facing) === String(facing));
    if (number < 0 || number in found || typeof hands !== "string") leaveToServer();
    const weights = EMPTY.includes(hands.trim().toLowerCase()) ? new Map() : preflop.read(hands, `lock[${spot}]`);
    found[number] = Array.from({ length: CLASSES }, (_, hand) => weights.get(hand) ?? 0);
  }
  return found;
}

/**
 * @param {{ core: import("./core.js").Core, three: () => Promise<void> }} cards the module, and how to load three hands
 * @param {import("./hands.js").Preflop} preflop
 * @param {import("./device.js").How} how
 */
export async function nash(cards, preflop, request, how) {
  const asked = handIn(request);
  asking += 1;
  const id = asking;
  try {
    return await solved(id, asked, cards, preflop, request.lock, how);
  } finally {
    cards.core.exports.nash_end(id);
  }
}

let asking = 0; // numbers of hands in the module

async function solved(id, asked, { core, three }, preflop, lock, { progress, pause }) {
  const { table, tolerance } = asked;
  const { names, payouts } = table;
  const began = performance.now();
  const marks = (seats) => Float64Array.from(names, (_, seat) => Number(seats.includes(seat)));
  const players = [asked.chips, asked.button, asked.forced, marks(asked.folded), marks(asked.elsewhere)];
  const model = [Float64Array.from(payouts), MODELS.indexOf(asked.model), NASH.VALUES * tolerance];
  const [facts, order] = core.run("nash_begin", [id, names.length, ...players, ...model], [6, names.length]);
  const [outcomes, seats, posted, lastOpens, needsThree, bigBlind] = facts;
  if (!outcomes) noDecision(asked, bigBlind);
  const nodes = nodesOf(seats);
  const locks = locksIn(lock, nodes, order.slice(0, seats), names, preflop);
  const decided = ({ seat, facing }) => facing.length > 0 || lastOpens || seat < seats - 1;
  if (nodes.every((node, number) => number in locks || !decided(node)))
    missing("lock", "must leave a player with a decision", "no_decision");
  if (needsThree) await three();
  for (let left = outcomes; left > 0; await pause()) {
    left = core.exports.nash_value(id, AT_ONCE);
    progress(VALUING * (1 - left / outcomes));
  }
  const locked = Float64Array.from(nodes, (_, number) => Number(number in locks));
  const strategies = Float64Array.from(nodes.flatMap((_, number) => locks[number] ?? Array(CLASSES).fill(0)));
  core.run("nash_solve", [id, nodes.length, locked, strategies, tolerance], []);
  while (core.exports.nash_step(id) && (performance.now() - began) / 1000 < asked.seconds) {
    progress(VALUING + (1 - VALUING) * core.exports.nash_done(id));
    await pause();
  }
  const cells = nodes.length * CLASSES;
  const triples = (seats * (seats - 1) * (seats - 2)) / 6;
  const found = core.run("nash_answer", [id], [cells, cells, cells, seats, seats + posted, triples, 3]);
  return answerOf(asked, { nodes, locked, decided, order: order.slice(0, seats + posted), seats, posted }, found);
}

/** Refuse a hand without a decision. */
function noDecision({ table: { names, stacks }, folded }, bigBlind) {
  if (folded.includes(bigBlind)) {
    const rule = "must not name the big blind, who acts last and has won if all others fold";
    refuse("conflict", "folded", rule, names[bigBlind]);
  }
  const rule = "must leave a player with a decision: all others have folded or are all-in by posting";
  const gone = folded.map((seat) => names[seat]);
  refuse("no_decision", gone.length ? "folded" : "stacks", rule, gone.length ? gone : stacks);
}

/** The answer in the format of the API. */
function answerOf(asked, game, [profile, gains, reach, exploitability, values, triples, [error, reached, sweeps]]) {
  const { table, posts, model, tolerance } = asked;
  const pool = sum(table.payouts);
  const rows = (flat) => game.nodes.map((_, i) => flat.slice(i * CLASSES, (i + 1) * CLASSES));
  const chart = { profile: rows(profile), gains: rows(gains), reach: rows(reach) };
  const bySeat = (list, other) => table.names.map((_, seat) => list[game.order.indexOf(seat)] ?? other);
  const threeWay = Math.min(1, sum(triples));
  const total = sum(exploitability);
  const strategy = strategies(asked, game, chart, { pool, total, error });
  return {
    names: table.names,
    stacks: table.stacks,
    payouts: table.given,
    button: table.names[asked.button],
    ...Object.fromEntries(POSTED.map((name, i) => [name, posts[i]])),
    model,
    pool,
    equities: bySeat(
      values.map((value) => pool * value),
      null,
    ),
    exploitability: { total, seats: bySeat(exploitability, 0) },
    tolerance,
    reached: Boolean(reached),
    sweeps,
    three_way: threeWay,
    fourth: fourthOf(game, chart, triples),
    cap_decides: threeWay > OFTEN_THREE && game.seats > 3,
    error,
    all_in: game.order.slice(game.seats).map((seat) => table.names[seat]),
    nodes: game.nodes.map(strategy).filter(Boolean),
    ...ON_DEVICE,
  };
}

/** Describe a node; null if it is no decision. */
function strategies({ table }, game, { profile, gains, reach }, { pool, total, error }) {
  const worth = reach.map((row, i) => row.map((chance, hand) => (chance > UNREACHED ? gains[i][hand] / chance : null)));
  const spreads = worth.map((row) => {
    const seen = row.filter((ev) => ev !== null);
    return seen.length ? Math.max(...seen) - Math.min(...seen) : 0;
  });
  const widest = Math.max(...spreads);
  const exact = game.seats + game.posted === 2;
  const margin = (i, often) => {
    const lost = sum(gains[i].map((gain, hand) => Math.max(0, gain) - profile[i][hand] * gain));
    const own = often > 0 && !game.locked[i] ? lost / often : 0;
    const cards = exact ? 0 : CARD_ERROR * spreads[i] + CARD_ERROR_ELSEWHERE * widest;
    return total + 2 * error + own + cards;
  };
  const named = (turn) => table.names[game.order[turn]];
  const byHand = (list) => Object.fromEntries(list.map((one, hand) => [className(hand), one]));
  return (node, i) => {
    if (!game.decided(node)) return null;
    const often = sum(reach[i]);
    return {
      seat: named(node.seat),
      facing: node.facing.map(named),
      raised_by: null,
      action: ACTIONS[node.facing.length],
      frequency: weighted(profile[i], SIZES) / COMBOS,
      reach: often,
      locked: Boolean(game.locked[i]),
      margin: pool * margin(i, often),
      hands: byHand(profile[i]),
      ev: byHand(worth[i].map((ev) => (ev === null ? null : pool * ev))),
    };
  };
}

/** Approximate probability that a fourth player has a hand that overcalls any two of three. */
function fourthOf({ nodes, seats }, { profile }, triples) {
  const rowOf = (seat, facing) =>
    profile[nodes.findIndex((one) => one.seat === seat && String(one.facing) === String(facing))];
  const three = nodes.filter(({ facing }) => facing.length === 2).map(({ seat, facing }) => [...facing, seat]);
  const overcalls = (seat, [p, q, k]) => {
    const rows = [[p, q], [p, k], [q, k]].map((facing) => rowOf(seat, facing)); // biome-ignore format: one line
    return (
      weighted(
        SIZES,
        rows[0].map((_, hand) => Math.min(...rows.map((row) => row[hand]))),
      ) / COMBOS
    );
  };
  return sum(
    three.map((pushed, i) => {
      const behind = Array.from({ length: seats - 1 - pushed[2] }, (_, j) => pushed[2] + 1 + j);
      return triples[i] * (1 - behind.reduce((fold, seat) => fold * (1 - overcalls(seat, pushed)), 1));
    }),
  );
}
