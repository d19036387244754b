// Functions of the table shared by several screens: seats, blinds, requests to the API.
import { STRUCTURES } from "./constants.js";
import { moneyOf } from "./locale.js";
import { canonical, namesOf, tableOf } from "./state.js";

/** Return the seat of a name, or of a number from 1; else null. */
export function seatOf(state, name) {
  const seat = namesOf(state).indexOf(name);
  const numbered = /^[0-9]{1,2}$/.test(name) && Number(name) >= 1 && Number(name) <= state.players.length;
  return seat >= 0 ? seat : numbered ? Number(name) - 1 : null;
}

/** The seat of "you"; null if it is not set. */
export const meOf = (state) => seatOf(state, state.fields.me || "");

/** Small blind, big blind and antes as numbers; 0 if missing. */
export function blindsOf(state) {
  const [small, big] = (state.fields.blinds || "").split("/");
  const value = (text) => canonical(text || "") || 0;
  return {
    small: value(small),
    big: value(big),
    ante: value(state.fields.ante),
    table: value(state.fields.big_blind_ante),
  };
}

const USUAL_DEPTH = 15; // big blinds, on average

/** Blinds that give an average stack about 15 big blinds: "500/1000". */
export function usualBlinds(stacks) {
  const wanted = stacks.reduce((sum, stack) => sum + stack, 0) / stacks.length / USUAL_DEPTH;
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 4, 6, 10].reduce((near, one) =>
    Math.abs(Math.log(one * unit) - Math.log(wanted)) < Math.abs(Math.log(near * unit) - Math.log(wanted)) ? one : near,
  );
  const big = Number((step * unit).toPrecision(1));
  return `${Number((big / 2).toPrecision(2))}/${big}`;
}

/** The fields that all requests need; null while the table is incomplete. */
export function request(state, more = {}) {
  const table = tableOf(state);
  if (!table) return null;
  return { stacks: table.stacks, payouts: table.payouts, names: table.names, ...headsOf(state), ...more };
}

/** The bounty fields of a request; empty without bounties. */
export function headsOf(state) {
  const { mystery, mystery_begins: begins, bounty_share: share, no_own_bounty: none } = state.fields;
  const own = none ? { own_bounty: false } : {};
  if (mystery !== undefined)
    return readsEnvelopes(mystery)
      ? { mystery, ...own, ...(Number.isInteger(canonical(begins || "")) && { mystery_begins: Number(begins) }) }
      : {};
  const heads = state.players.map((player) => canonical(player.bounty || "0"));
  if (heads.includes(null) || !heads.some((head) => head > 0)) return {};
  return { bounties: heads, ...own, ...(share && { bounty_share: share }) };
}

/** Whether the envelopes of a mystery bounty can be parsed: 1x10000, 5x1000. */
export function readsEnvelopes(text) {
  const pieces = text
    .slice(0, 400)
    .replace(/\s*[x×*]\s*/gi, "x")
    .replace(/,(?=\s|[0-9]+x)/g, " ")
    .split(/[\s;]+/)
    .filter(Boolean);
  return (
    pieces.length > 0 &&
    pieces.every((piece) => /^[0-9]{1,9}x[^0-9.,]{0,3}[0-9][0-9.,]*[kmb]?[^0-9.,]{0,3}$/i.test(piece))
  );
}

/** The same request without bounties, which close stacks do not depend on. */
export function withoutHeads(state) {
  const { mystery: _, ...fields } = state.fields;
  return { ...state, fields, players: state.players.map((player) => ({ ...player, bounty: "" })) };
}

/** The money format of this table; `brief` for phones. */
export function moneyFor(state, brief = false) {
  const table = tableOf(state);
  return moneyOf(state.currency, table ? table.pool : 0, brief);
}

/** Blinds and antes in the format of the API. */
export function posted(state) {
  const { small, big, ante, table } = blindsOf(state);
  const given = { small_blind: small, big_blind: big, ante, big_blind_ante: table };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value > 0));
}

/** The seat of the button; by default the last player. */
export const buttonOf = (state) => seatOf(state, state.fields.button || "") ?? state.players.length - 1;

/**
 * The order in which seats act before the flop, from the player after the big blind; heads-up the button acts first.
 */
export function actingOrder(state) {
  const count = state.players.length;
  const button = buttonOf(state);
  const first = count === 2 ? button : (button + 3) % count;
  return Array.from({ length: count }, (_, i) => (first + i) % count);
}

const EARLY = ["UTG", "UTG+1", "UTG+2", "UTG+3"];
const LATE = ["CO", "HJ", "LJ"]; // before the button

/** The name of each seat's position, which players of all languages use: UTG, HJ, CO, BTN, SB, BB. */
export function positionsOf(state) {
  const count = state.players.length;
  const order = actingOrder(state);
  const named = count === 2 ? ["SB", "BB"] : [...Array(count - 3).fill(""), "BTN", "SB", "BB"];
  LATE.slice(0, Math.max(0, count - 3)).forEach((name, i) => {
    named[count - 4 - i] = name;
  });
  const free = named.filter((name) => !name).length;
  EARLY.slice(0, free).forEach((name, i) => {
    named[i] = name;
  });
  const found = Array(count).fill("");
  order.forEach((seat, turn) => {
    found[seat] = named[turn];
  });
  return found;
}

/** Return a preset's prizes for so many players and such a pool, rounded, that add up. */
export function presetPrizes(name, players, pool) {
  const lists = STRUCTURES[name];
  const places = name === "usual" && players > 6 ? Math.min(players, 9) : Math.min(players, lists.length);
  const shares = lists[Math.min(places, lists.length) - 1];
  const unit = pool >= 1000 ? 10 ** (Math.floor(Math.log10(pool)) - 2) : 0.01; // three digits of a large pool
  const prizes = shares.map((share) => Math.floor((pool * share) / unit) * unit);
  prizes[0] += pool - prizes.reduce((sum, prize) => sum + prize, 0);
  return prizes.map((prize) => String(Number(prize.toFixed(2))));
}

/** Return the prizes of a satellite: half of the players win the same amount. */
export function satellitePrizes(players, pool) {
  const seats = Math.max(1, Math.floor(players / 2));
  return Array.from({ length: seats }, () => String(Number((pool / seats).toFixed(2))));
}
