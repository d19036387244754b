// A spot: bets and blinds when hero decides against players all-in. As spots/; the core posts blinds and settles pots.
import { Fraction, sum as sumOf, unitOf } from "./exact.js";
import { leaveToServer, refuse, Verbatim } from "./refuse.js";
import { checkNumber, seatIn } from "./request.js";

export const POSTED = ["small_blind", "big_blind", "ante", "big_blind_ante"];
const MOST = 2 ** 53 / 64; // units that a spot can have: 64 times as many are counted exactly
const SPLITS = 5; // pots are divided by up to six: the least common multiple is the same

const sum = (list) => list.reduce((total, one) => total + one, 0);

/** The default seat of the button: players are listed from the small blind on. */
export function usualButton(stacks) {
  const seats = stacks.map((_, seat) => seat).filter((seat) => stacks[seat] > 0);
  return seats.length === 2 ? seats[0] : seats.at(-1);
}

/** Blinds and antes. */
export function postsIn(request) {
  const posts = POSTED.map((name) => checkNumber(request[name] ?? 0, name));
  const [small, big] = posts;
  if (small > big)
    refuse("above_big_blind", "small_blind", `must be at most the big blind of ${big}`, small, {
      facts: { most: big },
    });
  return posts;
}

/** The seats of hero and of the players all-in. */
function rolesIn(request, names, stacks) {
  const seats = (field) => request[field].map((player, i) => seatIn(names, player, `${field}[${i}]`));
  const hero = seatIn(names, request.hero, "hero");
  if (!Array.isArray(request.all_in) || !request.all_in.length) leaveToServer();
  const allIn = seats("all_in").sort((a, b) => a - b);
  const folded = request.folded ? seats("folded") : [];
  const once = new Set([hero, ...allIn, ...folded]).size === 1 + allIn.length + folded.length;
  if (!once || [hero, ...allIn].some((seat) => !stacks[seat])) leaveToServer();
  return {
    hero,
    allIn,
    folded,
    button: request.button === undefined || request.button === null ? null : seatIn(names, request.button, "button"),
  };
}

/**
 * Validate a spot and count its chips, in units that divide every pot.
 * @param {import("./core.js").Core} core the module `nash.wasm`
 */
export function spotIn(core, request, { names, stacks }) {
  const { hero, allIn, folded, button: given } = rolesIn(request, names, stacks);
  const posts = postsIn(request);
  const button = given ?? (posts[1] || posts[3] ? usualButton(stacks) : null);
  const unit = unitOf([...stacks, ...posts], SPLITS);
  const total = unit.times(sumOf(stacks.map(Fraction.written)));
  if (total.value > MOST) leaveToServer();
  const units = (amounts) => amounts.map((one) => Number(unit.times(Fraction.written(one)).top));
  const chips = units(stacks);
  const forced = units(posts.map((post) => Math.min(post, Math.max(...stacks))));
  const [forcedIn, acting, [dead, deadFrom]] = core.run(
    "spot_post",
    [chips.length, Float64Array.from(chips), button ?? 0, Float64Array.from(forced)],
    [chips.length, chips.length, 2],
  );
  const able = chips.map((chip, seat) => chip - (seat === deadFrom ? dead : 0));
  const posted = forcedIn.map((put, seat) => (allIn.includes(seat) ? able[seat] : put));
  const most = Math.max(...allIn.map((seat) => posted[seat]));
  const spot = { names, hero, allIn, folded, button, chips, forced: forcedIn, posted, able, dead, deadFrom };
  checkOthers(spot, most, unit.value);
  const called = Math.min(able[hero], most);
  return {
    ...spot,
    core,
    unit: unit.value,
    putIn: posted.map((put, seat) => (seat === hero ? called : put)),
    toCall: (called - posted[hero]) / unit.value,
    pot: (sum(posted.map((put) => Math.min(put, called))) + dead) / unit.value,
    bigBlind: posts[1],
    toAct: behind(spot, acting.slice(0, chips.filter(Boolean).length)),
  };
}

function checkOthers({ names, hero, allIn, folded, chips, posted, able }, most, unit) {
  posted.forEach((put, seat) => {
    if (seat === hero || allIn.includes(seat) || chips[seat] === 0) return;
    const rule = `must include ${names[seat]}, whose whole stack is in the pot`;
    const given = allIn.map((one) => names[one]);
    if (put >= able[seat]) refuse("posted_all_in", "all_in", rule, given, { facts: { player: names[seat] } });
    if (put > most || (put === most && !folded.includes(seat))) leaveToServer();
  });
  if (able[hero] <= posted[hero])
    refuse("no_chips_left", "hero", "must have chips left after blinds and antes", names[hero]);
  const already = new Verbatim(`${most / unit}, which hero has put in already`);
  if (most <= posted[hero]) refuse("nothing_to_call", "all_in", "must leave hero something to call", already);
}

/** Players to act after hero if only players all-in have bet; null if that depends on an unknown button. */
function behind({ hero, allIn, folded, button, posted, forced }, acting) {
  const turn = acting.indexOf(hero);
  const others = [...acting.slice(turn + 1), ...acting.slice(0, turn)];
  const bet = (seat) => posted[seat] > forced[seat];
  const waiting = (seats) => seats.filter((seat) => !allIn.includes(seat) && !folded.includes(seat));
  if (button === null) return waiting(others.slice(0, others.findIndex(bet))).length ? null : [];
  const later = acting.slice(turn + 1);
  return later.some(bet) ? [] : waiting(later); // hero must have acted already
}

/**
 * The end of the hand: stacks in chips, and who takes the bounties of players who bust, as pairs.
 * @param {number[]} ranks of hero, if they call, and of the players all-in; 0 is the best
 */
export function settled(spot, ranks, { calls, extra = 0 }) {
  const { core, chips, allIn, hero, unit, button } = spot;
  const players = chips.length;
  const shown = calls ? [hero, ...allIn] : allIn;
  const first = button === null ? 0 : (button + 1) % players;
  const [stacks, takers] = core.run(
    "spot_settle",
    [
      ...[players, Float64Array.from(chips), Float64Array.from(calls ? spot.putIn : spot.posted)],
      ...[Float64Array.of(spot.dead, extra * unit, unit), Float64Array.of(spot.deadFrom, first)],
      ...[shown.length, Float64Array.from(shown), Float64Array.from(ranks)],
    ],
    [players, shown.length * players],
  );
  const around = (seat) => (seat - first + players) % players;
  const winners = (i) => chips.map((_, seat) => seat).filter((seat) => takers[i * players + seat]);
  const taken = shown.map((seat, i) => [seat, winners(i).sort((a, b) => around(a) - around(b))]);
  return { stacks: stacks.map((stack) => stack / unit), taken: taken.filter(([, seats]) => seats.length) };
}

/** Chips in the main pot whether hero folds or calls. */
export function mainPot({ allIn, hero, posted, putIn, dead, unit }) {
  const pot = (put, players) => {
    const level = Math.min(...players.map((seat) => put[seat]));
    return sum(put.map((one) => Math.min(one, level))) + dead;
  };
  return Math.min(pot(posted, allIn), pot(putIn, [hero, ...allIn])) / unit;
}
