// A spot: bets and blinds when hero decides against one player all-in. As spots/spot.py.
import { Fraction, larger, smaller, sum, ZERO } from "./exact.js";
import { leaveToServer, refuse, Verbatim } from "./refuse.js";
import { checkNumber } from "./request.js";

const two = new Fraction(2n);
const one = new Fraction(1n);

/** Players with chips, starting left of a seat. */
const clockwise = (chips, seat) =>
  chips.map((_, k) => (seat + 1 + k) % chips.length).filter((other) => !chips[other].isZero);

/** The seats of the small and the big blind; heads-up the button is the small blind. */
function blindSeats(chips, button) {
  const left = clockwise(chips, button);
  return left.length === 2 && !chips[button].isZero ? [left[1], left[0]] : [left[0], left[1]];
}

/** The default seat of the button: players are listed from the small blind on. */
function usualButton(chips) {
  const seats = chips.map((_, seat) => seat).filter((seat) => !chips[seat].isZero);
  return seats.length === 2 ? seats[0] : seats.at(-1);
}

/** The posts of each player, the big blind ante, and who pays it. */
function post(chips, button, request) {
  const [small, big, ante, forAll] = ["small_blind", "big_blind", "ante", "big_blind_ante"].map((name) =>
    Fraction.written(checkNumber(request[name] ?? 0, name)),
  );
  if (small.compare(big) > 0)
    refuse(
      "above_big_blind",
      "small_blind",
      `must be at most the big blind of ${request.big_blind ?? 0}`,
      request.small_blind,
      { facts: { most: request.big_blind ?? 0 } },
    );
  const posted = chips.map((stack) => smaller(stack, ante));
  const first = big.plus(ante);
  if (big.isZero && forAll.isZero) return { posted, dead: ZERO, deadFrom: null, blind: first };
  const seats = blindSeats(chips, button);
  [small, big].forEach((blind, i) => {
    posted[seats[i]] = posted[seats[i]].plus(smaller(chips[seats[i]].minus(posted[seats[i]]), blind));
  });
  const dead = smaller(chips[seats[1]].minus(posted[seats[1]]), forAll);
  return { posted, dead, deadFrom: dead.isZero ? null : seats[1], blind: first };
}

/** The seats of hero and of the player all-in. */
function rolesIn(request, names, stacks) {
  const seat = (player, field) => {
    const found = names.indexOf(player);
    if (found < 0)
      refuse("unknown_choice", field, `must be one of ${names.join(", ")}`, player, { facts: { choices: names } });
    return found;
  };
  const hero = seat(request.hero, "hero");
  if (!Array.isArray(request.all_in) || request.all_in.length !== 1) leaveToServer();
  const villain = seat(request.all_in[0], "all_in[0]");
  const folded = (request.folded ?? []).map((player, i) => seat(player, `folded[${i}]`));
  if (hero === villain || folded.includes(hero) || folded.includes(villain) || !stacks[hero] || !stacks[villain])
    leaveToServer();
  return {
    hero,
    villain,
    folded,
    button: request.button === undefined || request.button === null ? null : seat(request.button, "button"),
  };
}

/** Validate a spot and count its chips. */
export function spotIn(request, { names, stacks }) {
  const { hero, villain, folded, button: given } = rolesIn(request, names, stacks);
  const chips = stacks.map((stack) => Fraction.written(stack));
  const blinds = ["big_blind", "big_blind_ante"].some(
    (name) => !Fraction.written(checkNumber(request[name] ?? 0, name)).isZero,
  );
  const button = given ?? (blinds ? usualButton(chips) : null);
  const { posted: forced, dead, deadFrom } = post(chips, button, request);
  const posted = [...forced];
  const able = chips.map((chip, seat) => (seat === deadFrom ? chip.minus(dead) : chip));
  posted[villain] = able[villain];
  const most = posted[villain];
  checkOthers({ names, hero, villain, folded, chips, posted, able, most });
  const called = smaller(able[hero], most);
  const toAct = behind(chips, button, { hero, villain, folded, posted, forced });
  return {
    hero,
    villain,
    button,
    names,
    chips,
    posted,
    dead,
    deadFrom,
    called,
    toCall: called.minus(posted[hero]),
    pot: sum(posted.map((put) => smaller(put, called))).plus(dead),
    toAct,
  };
}

function checkOthers({ names, hero, villain, folded, chips, posted, able, most }) {
  posted.forEach((put, seat) => {
    if (seat === hero || seat === villain || chips[seat].isZero) return;
    if (put.compare(able[seat]) >= 0)
      refuse(
        "posted_all_in",
        "all_in",
        `must include ${names[seat]}, whose whole stack is in the pot`,
        [names[villain]],
        { facts: { player: names[seat] } },
      );
    if (put.compare(most) > 0 || (put.compare(most) === 0 && !folded.includes(seat))) leaveToServer();
  });
  if (able[hero].compare(posted[hero]) <= 0)
    refuse("no_chips_left", "hero", "must have chips left after blinds and antes", names[hero]);
  if (most.compare(posted[hero]) <= 0)
    refuse(
      "nothing_to_call",
      "all_in",
      "must leave hero something to call",
      new Verbatim(`${most.value}, which hero has put in already`),
    );
}

/** Players to act after hero if only the player all-in has bet; null if that depends on an unknown button. */
function behind(chips, button, { hero, villain, folded, posted, forced }) {
  const others = clockwise(chips, hero).filter((seat) => seat !== hero);
  if (button === null)
    return others.slice(0, others.indexOf(villain)).every((seat) => folded.includes(seat)) ? [] : null;
  const first = clockwise(chips, blindSeats(chips, button)[1])[0];
  const turn = others.includes(first) ? others.indexOf(first) : others.length;
  const bet = (seat) => posted[seat].compare(forced[seat]) > 0;
  if (others.slice(0, turn).some(bet)) return []; // hero must have acted already
  return others.slice(0, turn).filter((seat) => seat !== villain && !folded.includes(seat));
}

/** Stacks after the hand, if hero or the player all-in wins the main pot; with null, if hero folds. */
export function stacksAfter(spot, result) {
  const { hero, villain, chips, posted, called, dead, deadFrom } = spot;
  const putIn = posted.map((put, seat) => (seat === hero && result ? called : put));
  const after = chips.map((stack, seat) => stack.minus(putIn[seat]).minus(seat === deadFrom ? dead : ZERO));
  const give = (seat, amount) => {
    after[seat] = after[seat].plus(amount);
  };
  if (!result) {
    give(villain, sum(putIn).plus(dead));
    return after;
  }
  const level = smaller(putIn[hero], putIn[villain]);
  const main = sum(putIn.map((put) => smaller(put, level))).plus(dead);
  give(
    putIn[hero].compare(putIn[villain]) > 0 ? hero : villain,
    sum(putIn.map((put) => larger(put.minus(level), ZERO))),
  );
  if (result !== "tie") give(result === "win" ? hero : villain, main);
  else splitBetween(spot, main, give);
  return after;
}

/** Divide a pot; an odd chip goes to the first one left of the button. */
function splitBetween({ hero, villain, button, chips }, pot, give) {
  const first = button === null ? 0 : button + 1;
  const turn = (seat) => (seat - first + chips.length) % chips.length;
  const order = [hero, villain].sort((a, b) => turn(a) - turn(b));
  const half = pot.bottom === 1n ? pot.over(two).down(one) : pot.over(two);
  give(order[0], pot.minus(half));
  give(order[1], half);
}
