// The terms of a deal, validated. Follows deals/terms.py.
import { FINEST } from "../constants.js";
import { Fraction, larger, smaller, sum, ZERO } from "./exact.js";
import { leaveToServer, missing, refuse, refuseBound, Verbatim } from "./refuse.js";
import { moneyIn } from "./request.js";

const CENT = new Fraction(1n, 100n);
const TINY = new Fraction(1n, 10n ** BigInt(FINEST));
const whole = (count) => new Fraction(BigInt(count));

/** An amount for a message: 13,200. */
export function inWords(amount) {
  const [units, decimals] = amount.nearest(TINY).money.split(".");
  return units.replace(/\B(?=(\d{3})+$)/g, ",") + (decimals === "00" ? "" : `.${decimals}`);
}

export function termsOf(request, table) {
  checkTable(table);
  const payouts = table.given.map((payout) => Fraction.written(payout));
  if (payouts.some((payout) => !payout.minus(payout.down(TINY)).isZero)) leaveToServer();
  const given = table.stacks.map((_, place) => payouts[place] ?? ZERO);
  const pool = sum(given);
  if (pool.compare(whole(1)) < 0) leaveToServer();
  const shared = sharedHeads(request, table);
  const withheld = moneyIn(request.withhold ?? 0, "withhold", pool, CENT);
  const below = (most) => `must be less than the prizes, ${inWords(most)}`;
  if (withheld.compare(pool) >= 0)
    refuseBound("not_below_pool", "withhold", below(pool), request.withhold, { most: pool });
  const prizes = given.map((prize) => prize.times(pool.minus(withheld)).over(pool));
  const leave = leaveIn(request.leave ?? 0, table, sum(prizes));
  const trophy = trophyIn(request, table);
  if (trophy.to !== null) prizes[0] = prizes[0].plus(trophy.worth);
  const now = prizes.map((prize, place) => prize.minus(leave[place]));
  const bounds = boundsOf(now, shared, withheld.isZero ? null : CENT);
  checkLeft(leave, prizes, pool.minus(withheld), bounds.lowest);
  const toShare = sum(now).plus(shared);
  const most = mostLeft(prizes, pool.minus(withheld), bounds.lowest);
  if (toShare.compare(ZERO) <= 0)
    refuseBound("not_below_pool", "leave", below(most), new Verbatim(inWords(most)), { most });
  return {
    payouts,
    pool,
    withheld,
    prizes,
    leave,
    trophy,
    lasting: lastingIn(request, table),
    fixed: fixedIn(request.fixed ?? {}, table, pool, toShare, bounds),
    unit: unitIn(request, given),
    heads: request.bounty_terms ?? "stay",
    toShare,
    ...bounds,
  };
}

function checkTable({ stacks, given }) {
  stacks.forEach(
    (stack, i) =>
      stack > 0 ||
      refuse("too_small", `stacks[${i}]`, "must be above 0 in a deal", stack, {
        hint: "leave out busted players and their prizes",
      }),
  );
  given.forEach((prize, i) => i === 0 || prize <= given[i - 1] || refuseOrder("payouts", i, "prize of", prize));
  if (!given.some((prize) => prize > 0)) refuse("too_few", "payouts", "must include a prize above 0", given);
}

/** @returns {never} */
const refuseOrder = (field, place, what, value) =>
  refuse("not_descending", `${field}[${place}]`, `must be at most the ${what} place ${place}`, value, {
    hint: "list them from first place down",
    facts: { place },
  });

/** The seat of a player given by name; other ways are left to the server. */
function seatIn(name, { names }) {
  const seat = names.indexOf(name);
  return seat < 0 ? leaveToServer() : seat;
}

/** The amount of bounties that is shared. */
function sharedHeads({ bounty_terms: heads = "stay" }, { bounties }) {
  if (heads === "stay") return ZERO;
  if (typeof heads !== "string") refuse("wrong_type", "bounty_terms", "must be a text", heads);
  if (heads !== "share")
    refuse("unknown_choice", "bounty_terms", "must be one of stay, share", heads, {
      facts: { choices: ["stay", "share"] },
    });
  if (!bounties) refuse("needs_other", "bounty_terms", "can be 'share' only with bounties", heads);
  const unknown = "must be 'stay' if the last bounty is not paid: the amount to share is unknown";
  if (!bounties.own) refuse("last_head_unpaid", "bounty_terms", unknown, heads);
  return sum(bounties.heads.map((head) => Fraction.written(head)));
}

/** The money left to play for, by place. */
function leaveIn(given, { stacks }, kept) {
  const amounts = Array.isArray(given) ? given : [given];
  const fields = amounts.map((_, i) => (amounts.length === 1 ? "leave" : `leave[${i}]`));
  const left = amounts.map((amount, i) => moneyIn(amount, fields[i], kept, CENT));
  left.forEach(
    (amount, i) =>
      i === 0 || amount.compare(left[i - 1]) <= 0 || refuseOrder("leave", i, "amount left for", amounts[i]),
  );
  if (left.slice(stacks.length).some((amount) => !amount.isZero)) leaveToServer();
  return stacks.map((_, place) => left[place] ?? ZERO);
}

const mostLeft = (prizes, paid, lowest) => smaller(sum(prizes).minus(lowest.times(whole(prizes.length))), paid);

function checkLeft(leave, prizes, paid, lowest) {
  const most = mostLeft(prizes, paid, lowest);
  const left = sum(leave);
  const kept = lowest.isZero ? "" : ` minus ${inWords(lowest)} guaranteed to each player`;
  const rule = `must be at most ${inWords(most)} in total, the pool${kept}`;
  if (left.compare(most) > 0) refuseBound("above_pool", "leave", rule, new Verbatim(inWords(left)), { most });
}

/** Each share is between the lowest and the first prize, rounded to amounts that can be paid. */
function boundsOf(now, shared, coin) {
  const lowest = larger(now.at(-1), ZERO);
  const highest = now.reduce(larger).plus(shared);
  if (!coin) return { lowest, highest };
  const below = highest.down(coin);
  return { lowest: lowest.down(coin), highest: below.compare(highest) < 0 ? below.plus(coin) : highest };
}

/** The value of a trophy, and the seat of the player who takes it now; null: the winner. */
function trophyIn({ trophy, trophy_to: taker }, table) {
  const worth = moneyIn(trophy ?? 0, "trophy");
  const to = taker === undefined || taker === null ? null : seatIn(taker, table);
  if (to !== null && worth.isZero) missing("trophy", "is required with trophy_to: its value");
  return { worth, to };
}

/** The stake of a last longer bet, and the seats of those in it. */
function lastingIn({ last_longer: given, last_longer_players: players }, table) {
  const stake = moneyIn(given ?? 0, "last_longer");
  const all = players === undefined || players === null;
  if (!all && stake.isZero) missing("last_longer", "is required with last_longer_players: the stake of each player");
  if (!all && !Array.isArray(players)) leaveToServer();
  const named = all ? table.names : players;
  const seats = [...new Set(named.map((name) => seatIn(name, table)))].sort((a, b) => a - b);
  if (!stake.isZero && seats.length < 2)
    refuse("too_few", "last_longer_players", "must be at least two players", new Verbatim(`${seats.length} of them`));
  return { stake, seats: stake.isZero ? [] : seats };
}

/** Fixed shares by seat: they must leave enough for the others, and not too much. */
function fixedIn(given, table, pool, share, { lowest, highest }) {
  if (typeof given !== "object" || Array.isArray(given)) leaveToServer();
  const fixed = new Map();
  for (const [name, amount] of Object.entries(given)) {
    const field = `fixed[${name}]`;
    const money = moneyIn(amount, field, pool);
    fixed.set(seatIn(name, table), money);
    const atLeast = `must be at least ${inWords(lowest)}, the guaranteed lowest prize`;
    if (money.compare(lowest) < 0) refuseBound("too_small", field, atLeast, amount, { least: lowest });
    const atMost = `must be at most ${inWords(highest)}, the cap by the first prize`;
    if (money.compare(highest) > 0) refuseBound("too_large", field, atMost, amount, { most: highest });
    if (money.money === null) leaveToServer();
  }
  if (fixed.size) checkFixed(fixed, table.stacks.length - fixed.size, share, lowest, highest);
  return fixed;
}

function checkFixed(fixed, others, share, lowest, highest) {
  const promised = sum([...fixed.values()]);
  const rest = share.minus(promised);
  const got = new Verbatim(inWords(promised));
  const [least, most] = [lowest, highest].map((bound) => bound.times(whole(others)));
  const each = lowest.isZero ? "something for the others" : `the guaranteed ${inWords(lowest)} for each of the others`;
  const [largest, smallest] = [share.minus(least), share.minus(most)];
  const atMost = `must sum to at most ${inWords(largest)}, to leave ${each}`;
  if (others && rest.compare(least) < 0) refuseBound("too_large", "fixed", atMost, got, { most: largest });
  if (!others && !rest.isZero)
    refuse("conflict", "fixed", `must sum to ${inWords(share)} if all shares are fixed`, got);
  const atLeast = `must sum to at least ${inWords(smallest)}: the others would get more than first prize`;
  if (others && rest.compare(most) > 0) refuseBound("too_small", "fixed", atLeast, got, { least: smallest });
}

function unitIn(request, given) {
  const unit = request.round === undefined ? CENT : moneyIn(request.round, "round");
  const smallest = given.filter((prize) => !prize.isZero).reduce(smaller);
  const rule = `must be above 0 and at most the lowest prize, ${inWords(smallest)}`;
  if (unit.isZero || unit.compare(smallest) > 0)
    refuseBound("unit_out_of_range", "round", rule, request.round, { most: smallest });
  return unit;
}
