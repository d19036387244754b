// The question "nash" on this device: push or fold. Follows equilibrium/; the core sets up the hand and solves it.
import { CLASSES, MODELS, NASH, OFTEN_THREE } from "../constants.js";
import { Fraction, unitOf } from "./exact.js";
import { className } from "./hands.js";
import { leaveToServer, missing, refuse, Verbatim } from "./refuse.js";
import { onlyWith, seatIn, tableIn } from "./request.js";
import { headsOf, POSTED, postsIn, usualButton } from "./spot.js";
import { ON_DEVICE } from "./values.js";

const FIELDS = [...POSTED, "button", "model", "lock", "folded", "elsewhere", "tolerance", "max_seconds"];
const ACTIONS = ["push", "call", "overcall"];
const AT_ONCE = 16; // outcomes valued between two looks at the clock
const VALUING = { prizes: 0.1, bounties: 0.7 }; // of the progress
const EMPTY = ["0%", "0 %", "fold", "none"];
const HANDS = Array.from({ length: CLASSES }, (_, number) => number);

const sum = (list) => list.reduce((total, one) => total + one, 0);

/** The hand that is asked for, with chips in the unit of the core; or refuse. */
function handIn(request) {
  onlyWith(request, FIELDS);
  const table = tableIn(request);
  const { names, stacks } = table;
  const model = request.model ?? "icm";
  if (!request.names || !MODELS.includes(model)) leaveToServer();
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
  if (unit.times(Fraction.written(sum(stacks))).value > 2 ** (table.bounties ? 53 : 61)) leaveToServer();
  const most = Math.max(...stacks);
  return {
    ...{ table, model, posts, folded, elsewhere, button },
    chips: whole(stacks),
    forced: whole(posts.map((post) => Math.min(post, most))),
    tolerance: request.tolerance ?? NASH.TOLERANCE,
    valuing: table.bounties ? VALUING.bounties : VALUING.prizes,
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
    found[number] = HANDS.map((hand) => weights.get(hand) ?? 0);
  }
  return found;
}

let asking = 0; // numbers of hands in the module

/**
 * @param {import("./core.js").Core} core the module `nash.wasm`
 * @param {{ preflop: import("./hands.js").Preflop, models: import("./models.js").Models | null,
 *   three: () => Promise<void> }} known models for bounties; `three` loads showdowns of three hands
 * @param {import("./device.js").How} how
 */
export async function nash(core, known, request, how) {
  const asked = handIn(request);
  asking += 1;
  const id = asking;
  try {
    return await solved(id, asked, core, known, request.lock, how);
  } finally {
    core.exports.nash_end(id);
  }
}

async function solved(id, asked, core, { preflop, models, three }, lock, how) {
  const { table, tolerance } = asked;
  const { names, payouts, bounties } = table;
  const began = performance.now();
  const marks = (seats) => Float64Array.from(names, (_, seat) => Number(seats.includes(seat)));
  const players = [asked.chips, asked.button, asked.forced, marks(asked.folded), marks(asked.elsewhere)];
  const model = [Float64Array.from(payouts), MODELS.indexOf(asked.model), NASH.VALUES * tolerance];
  const heads = headsOf(bounties ?? { heads: names.map(() => 0), share: 0.5 });
  const [facts, order] = core.run("nash_begin", [id, names.length, ...players, ...model, ...heads], [6, names.length]);
  const [outcomes, seats, posted, lastOpens, needsThree, bigBlind] = facts;
  if (!outcomes) noDecision(asked, bigBlind);
  const nodes = nodesOf(seats);
  const locks = locksIn(lock, nodes, order.slice(0, seats), names, preflop);
  const decided = ({ seat, facing }) => facing.length > 0 || lastOpens || seat < seats - 1;
  if (nodes.every((node, number) => number in locks || !decided(node)))
    missing("lock", "must leave a player with a decision", "no_decision");
  if (needsThree) await three();
  await value(id, asked, outcomes, core, models, how);
  const locked = Float64Array.from(nodes, (_, number) => Number(number in locks));
  const strategies = Float64Array.from(nodes.flatMap((_, number) => locks[number] ?? HANDS.map(() => 0)));
  core.run("nash_solve", [id, nodes.length, locked, strategies, tolerance], []);
  while (core.exports.nash_step(id) && (performance.now() - began) / 1000 < asked.seconds) {
    how.progress(asked.valuing + (1 - asked.valuing) * core.exports.nash_done(id));
    await how.pause();
  }
  const cells = nodes.length * CLASSES;
  const sizes = [cells, cells, nodes.length, nodes.length, nodes.length, seats, seats + posted, 5];
  const game = { nodes, locked, decided, order: order.slice(0, seats + posted), seats };
  return answerOf(asked, sum(payouts) + sum(bounties?.heads ?? []), game, core.run("nash_answer", [id], sizes));
}

/** Value all outcomes: prizes by the core, then cash and later bounties. */
async function value(id, { table, model, tolerance, valuing }, outcomes, core, models, { progress, pause }) {
  const { bounties, names } = table;
  for (let done = 0; done < outcomes; await pause()) {
    const next = outcomes - core.exports.nash_value(id, AT_ONCE);
    for (; bounties && done < next; done += 1) {
      const [stacks, heads, cash] = core.run("nash_after", [id, done], Array(3).fill(names.length));
      const { bounty, bounty_error: error } = models.income(
        model,
        stacks,
        { ...bounties, heads },
        NASH.VALUES * tolerance,
      );
      core.run("nash_add", [id, done, Float64Array.from(cash, (money, seat) => money + bounty[seat]), error], []);
    }
    done = next;
    progress((valuing * done) / outcomes);
  }
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

/** The answer in the format of the API. Numbers of the core are shares of the pool; NaN: a class never comes up. */
function answerOf(asked, pool, { nodes, locked, decided, order, seats }, found) {
  const [profile, worth, frequency, reach, margin, exploitability, values, report] = found;
  const [error, reached, sweeps, threeWay, fourth] = report;
  const { table, posts, model, tolerance } = asked;
  const bySeat = (list, other) => table.names.map((_, seat) => list[order.indexOf(seat)] ?? other);
  const named = (turn) => table.names[order[turn]];
  const byHand = (cells, i, change) =>
    Object.fromEntries(HANDS.map((hand) => [className(hand), change(cells[i * CLASSES + hand])]));
  const strategy = ({ seat, facing }, i) => ({
    ...{ seat: named(seat), facing: facing.map(named), raised_by: null, action: ACTIONS[facing.length] },
    ...{ frequency: frequency[i], reach: reach[i], locked: Boolean(locked[i]), margin: pool * margin[i] },
    hands: byHand(profile, i, (share) => share),
    ev: byHand(worth, i, (ev) => (Number.isNaN(ev) ? null : pool * ev)),
  });
  return {
    ...{ names: table.names, stacks: table.stacks, payouts: table.given, button: table.names[asked.button] },
    ...Object.fromEntries(POSTED.map((name, i) => [name, posts[i]])),
    ...(table.bounties && { bounties: table.bounties.heads }),
    ...{ model, pool, tolerance, reached: Boolean(reached), sweeps, three_way: threeWay, fourth, error },
    equities: bySeat(values.map((value) => pool * value), null), // biome-ignore format: one line
    exploitability: { total: sum(exploitability), seats: bySeat(exploitability, 0) },
    cap_decides: threeWay > OFTEN_THREE && seats > 3,
    all_in: order.slice(seats).map((seat) => table.names[seat]),
    nodes: nodes.map((node, i) => (decided(node) ? strategy(node, i) : null)).filter(Boolean),
    ...ON_DEVICE,
  };
}
