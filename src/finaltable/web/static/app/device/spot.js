// A spot: blinds and bets when hero decides against players all-in. As spots/; the core counts the chips.
import { Fraction, sum, unitOf } from "./exact.js";
import { leaveToServer, refuse, Verbatim } from "./refuse.js";
import { checkNumber, seatIn } from "./request.js";

export const POSTED = ["small_blind", "big_blind", "ante", "big_blind_ante"];
const MOST = 2 ** 53 / 64; // units that a spot can have: 64 times as many are counted exactly
const SPLITS = 5; // pots are divided by up to six: the least common multiple is the same

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

/** Bounties as the core takes them, the share as a fraction; cents must be exact. */
export function headsOf({ heads, share }) {
  const { top, bottom } = Fraction.written(share);
  if (100 * Math.max(...heads) * Number(bottom) > 2 ** 61) leaveToServer();
  return [Float64Array.from(heads), Number(top), Number(bottom)];
}

/**
 * Validate a spot and give it to the core, with chips in units that divide every pot.
 * @param {import("./core.js").Core} core
 */
export function spotIn(core, request, { names, stacks }) {
  const { hero, allIn, folded, button: given } = rolesIn(request, names, stacks);
  const posts = postsIn(request);
  const button = given ?? (posts[1] || posts[3] ? usualButton(stacks) : null);
  const scale = unitOf([...stacks, ...posts], SPLITS);
  const unit = scale.value;
  if (scale.times(sum(stacks.map(Fraction.written))).value > MOST) leaveToServer();
  const units = (amounts) => Float64Array.from(amounts, (one) => Number(scale.times(Fraction.written(one)).top));
  const marks = (seats) => Float64Array.from(names, (_, seat) => Number(seats.includes(seat)));
  const players = names.length;
  const first = button === null ? 0 : (button + 1) % players;
  const forced = units(posts.map((post) => Math.min(post, Math.max(...stacks))));
  const roles = [marks(allIn), marks(folded), Float64Array.of(hero, button ?? 0, first), Number(button !== null)];
  const inputs = [players, units(stacks), forced, ...roles, unit];
  const [posted, able, acting, facts] = core.run("spot_begin", inputs, [players, players, players, 4]);
  const [most, called, pot, known] = facts;
  checkOthers({ names, stacks, hero, allIn, folded, posted, able, most, unit });
  return {
    ...{ names, hero, allIn, button, unit, bigBlind: posts[1] },
    toCall: (called - posted[hero]) / unit,
    pot: pot / unit,
    toAct: known ? acting.filter((seat) => seat >= 0) : null,
  };
}

function checkOthers({ names, stacks, hero, allIn, folded, posted, able, most, unit }) {
  posted.forEach((put, seat) => {
    if (seat === hero || allIn.includes(seat) || stacks[seat] === 0) return;
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
