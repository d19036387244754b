// Preflop hands and ranges by 169 classes, and their showdowns; follows cards/. Classes are numbered 13 high + low if
// suited, 13 low + high if not, 14 rank for a pair.
import { BOARDS, CLASSES, COMBOS, EVERYTHING, MAX_RANGE, RANKS } from "../constants.js";
import { leaveToServer, refuse } from "./refuse.js";

const TOKEN = /^([2-9TJQKA])([2-9TJQKA])([SO]?)(\+?)$/i;
const ANY_KICKER = /^([2-9TJQKA])X([SO]?)\+?$/i;
const WEIGHT = /^(?:[0-9]|[0-9]?\.[0-9]{1,20})(?:e-[0-9]{1,3})?$/i;
const BRACKET = /^\[(\/?)([0-9.]+)\]$/;
const CARDS = /^([2-9TJQKA][cdhs]){2}$/i;
const WEIGHT_RULE = "must have a weight from 0 to 1 after the colon";
const PERCENT_RULE = "must have a weight from 0 to 100 after @ or in brackets";
const SUITS = "cdhs";
const DECK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
/** All combos in the order of 1,326 weights. */
export const COMBO_ORDER = DECK.flatMap((high, i) => DECK.slice(0, i).map((low) => high + low));

export const className = (number) => {
  const [first, second] = [Math.floor(number / 13), number % 13];
  return first === second
    ? RANKS[first] + RANKS[first]
    : first > second
      ? `${RANKS[first]}${RANKS[second]}s`
      : `${RANKS[second]}${RANKS[first]}o`;
};

/** Number of combos of a class: six for a pair, four suited, twelve offsuit. */
export const sizeOf = (number) => (number % 14 === 0 ? 6 : Math.floor(number / 13) > number % 13 ? 4 : 12);

/** The combos of a class, as pairs of cards from 0 to 51. */
export function combosOf(number) {
  const [first, second] = [Math.floor(number / 13), number % 13];
  const [high, low] = [Math.max(first, second), Math.min(first, second)];
  const suits = [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => [a, b]));
  const fitting = suits.filter(([a, b]) => (high === low ? a < b : (a === b) === first > second));
  return fitting.map(([a, b]) => [4 * high + a, 4 * low + b]);
}

/** Wins and ties of every class against every class, over all pairs of hands that share no card and all boards. */
export class Preflop {
  /** @param {ArrayBuffer} bytes wins and ties of each class against those with a higher or the same number */
  constructor(bytes) {
    const numbers = new Uint32Array(bytes);
    const combos = Array.from({ length: CLASSES }, (_, number) => combosOf(number));
    this.wins = new Float64Array(CLASSES * CLASSES);
    this.ties = new Float64Array(CLASSES * CLASSES);
    let at = 0;
    for (let i = 0; i < CLASSES; i += 1) {
      for (let j = i; j < CLASSES; j += 1, at += 2) {
        const pairs = combos[i].reduce(
          (sum, one) => sum + combos[j].filter((other) => !one.some((card) => other.includes(card))).length,
          0,
        );
        const [wins, ties] = [numbers[at], numbers[at + 1]];
        this.wins[CLASSES * i + j] = wins;
        this.wins[CLASSES * j + i] = pairs * BOARDS - wins - ties;
        this.ties[CLASSES * i + j] = this.ties[CLASSES * j + i] = ties;
      }
    }
    this.ranking = this.bestFirst();
  }

  /** The classes from best to worst, by equity against a random hand. */
  bestFirst() {
    const equity = (i) => {
      let [won, all] = [0, 0];
      for (let j = 0; j < CLASSES; j += 1) {
        const [wins, ties] = [this.wins[CLASSES * i + j], this.ties[CLASSES * i + j]];
        won += wins + ties / 2;
        all += wins + ties + this.wins[CLASSES * j + i];
      }
      return won / all;
    };
    const equities = Array.from({ length: CLASSES }, (_, i) => equity(i));
    return equities.map((_, i) => i).sort((a, b) => equities[b] - equities[a] || a - b);
  }

  /** Probabilities of one range against another: {win, tie, lose}. */
  headsUp(hero, villain) {
    const counted = { win: 0, tie: 0, lose: 0 };
    for (const [i, one] of hero) {
      for (const [j, other] of villain) {
        counted.win += one * other * this.wins[CLASSES * i + j];
        counted.tie += one * other * this.ties[CLASSES * i + j];
        counted.lose += one * other * this.wins[CLASSES * j + i];
      }
    }
    const total = counted.win + counted.tie + counted.lose;
    return { win: counted.win / total, tie: counted.tie / total, lose: counted.lose / total };
  }

  /** The best classes that come closest to a share of all combos. */
  best(percent, token, field) {
    if (!(percent > 0 && percent <= 100))
      refuse("percentage_out_of_range", field, "must be a percentage above 0 and up to 100", token);
    const chosen = [];
    let held = 0;
    for (const number of this.ranking) {
      if (held + sizeOf(number) / 2 > (1326 * percent) / 100 && chosen.length) break;
      chosen.push(number);
      held += sizeOf(number);
    }
    return chosen;
  }

  /**
   * Parse a range of classes. Single combos are read if all of a class have the same weight, else left to the server.
   * @returns {Map<number, number>} weights by class
   */
  read(text, field) {
    if (typeof text !== "string" || text.length > MAX_RANGE) leaveToServer();
    const tokens = tidy(text).split(/[,; ]/).filter(Boolean);
    if (!tokens.length) refuse("no_hands", field, "must name at least one hand, like 22+, AJs+, KQo", text);
    const weights = new Map();
    const singles = new Map();
    if (tokens.length === COMBOS && tokens.every((token) => WEIGHT.test(token))) {
      tokens.forEach((token, place) => {
        singles.set(COMBO_ORDER[place], Number(token));
      });
      tokens.length = 0;
    }
    let bracket = "";
    tokens.forEach((token, place) => {
      const where = `${field}, token ${place + 1}`;
      const mark = BRACKET.exec(token);
      if (mark) {
        if (Boolean(mark[1]) !== Boolean(bracket) || (mark[1] && mark[2] !== bracket)) leaveToServer();
        bracket = mark[1] ? "" : mark[2];
        return;
      }
      const [name, given] = token.replace("@", ":@").split(":");
      if (given !== undefined && bracket) leaveToServer();
      const percent = given?.startsWith("@") ? given.slice(1) : bracket;
      const weight = percent ? `${percent}%` : (given ?? "1");
      const share = weight.endsWith("%") ? Number(weight.slice(0, -1)) / 100 : Number(weight);
      if (!(share >= 0 && share <= 1) || weight === "")
        refuse("weight_out_of_range", where, percent ? PERCENT_RULE : WEIGHT_RULE, token);
      if (CARDS.test(name)) {
        singles.set(comboOf(name), share);
        return;
      }
      for (const number of this.classesOf(name, token, where)) weights.set(number, share);
    });
    if (bracket) leaveToServer();
    joinClasses(weights, singles);
    const kept = [...weights].filter(([, share]) => share > 0).sort(([a], [b]) => a - b);
    if (!kept.length) refuse("no_hands", field, "must leave at least one hand with a weight above 0", text);
    return new Map(kept);
  }

  /** The classes of a token. */
  classesOf(name, token, field) {
    if (EVERYTHING.includes(name.toUpperCase())) return Array.from({ length: CLASSES }, (_, number) => number);
    const percent = /^([0-9]+(?:\.[0-9]+)?)%$/.exec(name);
    if (percent) return this.best(Number(percent[1]), token, field);
    const plus = name.replace(ANY_KICKER, (_, rank, kind) => `${rank}2${kind}+`);
    const ends = plus.split("-").map((end) => TOKEN.exec(end));
    if (ends.length > 2 || ends.includes(null) || (ends.length === 2 && ends.some((end) => end[4])))
      refuse("not_hands", field, "must be hands like TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20% or random", token);
    const hands = ends.map(handOf);
    if (hands.some((hand) => hand.high === hand.low && hand.kind))
      refuse("suited_pair", field, "must be a pair without s or o", token);
    return hands.length === 2
      ? between(hands[0], hands[1], token, field)
      : upFrom(hands[0], Boolean(ends[0][4])).flatMap(numbersOf);
  }
}

/** Normalize dashes, brackets and spaces: "20 %", "TT +", "Ah Kh". */
function tidy(text) {
  const plain = text.replace(/[{}]/g, " ").trim().replace(/\s+/g, " ").replace(/[–—−]/g, "-");
  const apart = plain.replace(/\[ ?(\/?) ?([0-9.]{1,20}) ?%? ?\]/g, " [$1$2] ");
  const joined = apart.replace(/ ?([-:@]) ?| ([+%])/g, (_, joint, sign) => joint || sign);
  return joined.replace(/\b([2-9TJQKA][cdhs]) ([2-9TJQKA][cdhs])\b/gi, "$1$2");
}

/** A combo with the higher card first: "KhAh" is "AhKh". */
function comboOf(name) {
  const cards = [name.slice(0, 2), name.slice(2)].map((card) => card[0].toUpperCase() + card[1].toLowerCase());
  const [one, other] = cards.sort((a, b) => DECK.indexOf(b) - DECK.indexOf(a));
  if (one === other) leaveToServer();
  return one + other;
}

/** Add single combos to the classes; left to the server if the combos of a class differ. */
function joinClasses(weights, singles) {
  const found = new Map();
  for (const [combo, share] of singles) {
    const kind = combo[0] === combo[2] ? "" : combo[1] === combo[3] ? "S" : "O";
    const [number] = numbersOf(handOf(["", combo[0], combo[2], kind]));
    if (weights.has(number)) leaveToServer();
    found.set(number, [...(found.get(number) ?? []), share]);
  }
  for (const [number, shares] of found) {
    const same = shares.every((share) => share === shares[0]);
    if (!same || (shares[0] > 0 && shares.length < sizeOf(number))) leaveToServer();
    weights.set(number, shares[0]);
  }
}

function handOf(match) {
  const [low, high] = [match[1], match[2]].map((rank) => RANKS.indexOf(rank.toUpperCase())).sort((a, b) => a - b);
  return { high, low, kind: match[3].toUpperCase() };
}

function numbersOf({ high, low, kind }) {
  if (high === low) return [14 * high];
  const both = [13 * high + low, 13 * low + high];
  return kind === "S" ? [both[0]] : kind === "O" ? [both[1]] : both;
}

/** The hand; with a plus also the better ones: higher pairs, or kickers up to the high card. */
function upFrom(hand, plus) {
  if (!plus) return [hand];
  const { high, low, kind } = hand;
  if (high === low) return ranks(high, 12).map((rank) => ({ high: rank, low: rank, kind: "" }));
  return ranks(low, high - 1).map((rank) => ({ high, low: rank, kind }));
}

const ranks = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The classes from one hand to another, in either order. */
function between(one, other, token, field) {
  const pairs = [one, other].filter((hand) => hand.high === hand.low).length;
  const [low, high] = [one, other].map((hand) => hand.high).sort((a, b) => a - b);
  if (pairs === 2) return ranks(low, high).map((rank) => 14 * rank);
  const gap = one.high - one.low;
  if (!pairs && one.kind === other.kind) {
    const kickers = [one.low, other.low].sort((a, b) => a - b);
    if (low === high)
      return ranks(kickers[0], kickers[1]).flatMap((rank) => numbersOf({ high, low: rank, kind: one.kind }));
    if (gap === other.high - other.low)
      return ranks(low, high).flatMap((rank) => numbersOf({ high: rank, low: rank - gap, kind: one.kind }));
  }
  const rule = "must join two pairs, two kickers of one card, or two hands with the same gap, of the same kind";
  return refuse("unrelated_hands", field, rule, token);
}
