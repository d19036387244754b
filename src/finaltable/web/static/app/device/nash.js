// The question "nash" on this device: push or fold. Follows equilibrium/; the core sets up the hand and solves it.
import { CLASSES, MODELS, NASH } from "../constants.js";
import { Fraction, unitOf } from "./exact.js";
import { leaveToServer, missing, refuse, Verbatim } from "./refuse.js";
import { onlyWith, seatIn, tableIn } from "./request.js";
import { endsOf, rowsOf, triplesOf } from "./rows.js";
import { headsOf, POSTED, postsIn, usualButton } from "./spot.js";

const FIELDS = [...POSTED, "button", "model", "lock", "folded", "elsewhere", "tolerance", "max_seconds"];
const FACTS = 10; // of a hand, from the core
const MOST_SWEEPS = 1000;
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

/** Locked strategies by row: {number: weights}. */
function locksIn(lock, rows, deciding, names, preflop) {
  const found = {};
  for (const [spot, hands] of Object.entries(lock ?? {})) {
    const [own, ...others] = spot
      .split(/ v | vs | vs\. |, /)
      .map((name) => deciding.indexOf(names.indexOf(name.trim())));
    const facing = others.sort((a, b) => a - b);
    const number = rows.findIndex((row) => row.seat === own && String(row.facing) === String(facing));
    if (number < 0 || number in found || typeof hands !== "string") leaveToServer();
    const weights = EMPTY.includes(hands.trim().toLowerCase()) ? new Map() : preflop.read(hands, `lock[${spot}]`);
    found[number] = HANDS.map((hand) => weights.get(hand) ?? 0);
  }
  return found;
}

let asking = 0; // numbers of hands in the module

/** Set up a hand in the core: the players who decide, what they can do, and the number of outcomes. */
export function lineUp(core, id, { table: { names, payouts, bounties }, ...asked }) {
  const marks = (seats) => Float64Array.from(names, (_, seat) => Number(seats.includes(seat)));
  const bets = asked.bets ?? BigInt64Array.from(names, () => 0n);
  const players = [asked.chips, asked.button, asked.forced, marks(asked.folded), marks(asked.elsewhere), bets];
  const model = [Float64Array.from(payouts), Math.max(0, MODELS.indexOf(asked.model)), NASH.VALUES * asked.tolerance];
  const heads = headsOf(bounties ?? { heads: names.map(() => 0), share: 0.5 });
  const inputs = [id, names.length, ...players, ...model, ...heads];
  const sizes = [FACTS, names.length, names.length, names.length];
  const [facts, seated, able, raised] = core.run("nash_begin", inputs, sizes);
  const [outcomes, seats, posted, lastOpens, needsThree, bigBlind, ...orders] = facts;
  const order = seated.slice(0, seats + posted);
  const inTurn = (list) => order.slice(0, seats).map((seat) => list[seat]);
  const hand = { seats, lastOpens: Boolean(lastOpens), able: inTurn(able), raised: inTurn(raised) };
  return { ...hand, order, outcomes, orders, needsThree, bigBlind, raisedBySeat: raised };
}

/** Run with a number of a hand in the module, whose memory is freed. */
export async function withHand(core, run) {
  asking += 1;
  const id = asking;
  try {
    return await run(id);
  } finally {
    core.exports.nash_end(id);
  }
}

/**
 * Solve a hand.
 * @param {import("./core.js").Core} core the module `nash.wasm`
 * @param {{ preflop: import("./hands.js").Preflop, models: import("./models.js").Models | null,
 *   three: () => Promise<void> }} known models for bounties; `three` loads showdowns of three hands
 * @param {import("./device.js").How} how
 * @returns {Promise<{ game: any, found: any }>} the hand, and the arrays of its solution
 */
export async function solve(core, known, request, how) {
  const asked = handIn(request);
  return withHand(core, (id) => solved(id, asked, core, known, request.lock, how));
}

async function solved(id, asked, core, { preflop, models, three }, lock, how) {
  const { table, tolerance } = asked;
  const { names, payouts, bounties } = table;
  const began = performance.now();
  const { order, outcomes, orders, needsThree, bigBlind, ...hand } = lineUp(core, id, asked);
  const { seats, lastOpens } = hand;
  if (!outcomes) noDecision(asked, bigBlind);
  const rows = rowsOf({ ...hand, only: [] });
  const locks = locksIn(lock, rows, order.slice(0, seats), names, preflop);
  const decided = ({ seat, facing }) => facing.length > 0 || lastOpens || seat < seats - 1;
  if (rows.every((row, number) => number in locks || !decided(row)))
    missing("lock", "must leave a player with a decision", "no_decision");
  if (needsThree) await three();
  await value(id, asked, outcomes, core, models, how);
  const marks = Float64Array.from(rows, (_, number) => Number(number in locks));
  const strategies = Float64Array.from(rows.flatMap((_, number) => locks[number] ?? HANDS.map(() => 0)));
  core.run("nash_solve", [id, rows.length, marks, strategies, tolerance], []);
  while (core.exports.nash_step(id) && (performance.now() - began) / 1000 < asked.seconds) {
    how.progress(asked.valuing + (1 - asked.valuing) * core.exports.nash_done(id));
    await how.pause();
  }
  const cells = rows.length * CLASSES;
  const ends = endsOf(seats, orders, rows);
  const by = [triplesOf(seats).length, seats, order.length, ends, outcomes * order.length, MOST_SWEEPS, 3];
  const [profile, gains, reach, triples, losses, values, ...rest] = core.run(
    "nash_answer",
    [id],
    [cells, cells, cells, ...by],
  );
  const [ending, outcome, history, [error, reached, sweeps]] = rest;
  const pool = sum(payouts) + sum(bounties?.heads ?? []);
  const bySeat = (list, other) => names.map((_, seat) => list[order.indexOf(seat)] ?? other);
  return {
    game: { ...asked, pool, order, seats, lastOpens, rows, locked: new Set(Object.keys(locks).map(Number)) },
    found: {
      ...{ profile, gains, reach, triples, ending, outcome, error, sweeps, reached: Boolean(reached) },
      equities: bySeat(values.map((one) => pool * one), Number.NaN), // biome-ignore format: one line
      exploitability: { total: sum(losses), seats: bySeat(losses, 0) },
      history: history.slice(0, sweeps),
    },
  };
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
