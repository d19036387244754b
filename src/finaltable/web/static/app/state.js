// The state of the page. All of it is in the address, so that it can be shared, saved and undone.
import { UNITS } from "./constants.js";
import { readNumber } from "./locale.js";
import { writeHistory } from "./overlays.js";
import { unpackTable } from "./packed.js";

/** @typedef {{ name: string, chips: string, bounty: string, fixed: string }} Player `fixed`: an agreed share */
/**
 * @typedef {object} State
 * @property {Player[]} players
 * @property {string[]} prizes from first place down; numbers are canonical, other text is as typed
 * @property {string} currency
 * @property {Record<string, string>} fields all other fields, by the name in the API
 * @property {number} [dropped] number of players in the address without a seat
 */

export const MOST_PLAYERS = 10;
export const MOST_PRIZES = 20;
const MOST_STEPS = 200;
const LONGEST = 60;
const LONG = { locked: 6000, range: 3000 }; // longest fields, in characters; others have 500

/** The table of the home screen: nine players, nine prizes. */
export const EXAMPLE =
  "name=Ana&stack=4125000&name=Bo&stack=3380000&name=Cy&stack=2910000&name=Di&stack=2400000&name=Eve&stack=1985000" +
  "&name=Fil&stack=1470000&name=Gus&stack=1455000&name=Hana&stack=910000&name=Ivo&stack=615000" +
  "&payouts=€152000 €101400 €72500 €54000 €40600 €30300 €22800 €17200 €13200" +
  "&blinds=60000/120000&big_blind_ante=120000&button=Cy&me=Gus";
/** The spot of the paper's section 6. */
export const SPOT =
  "name=CO&stack=2000&name=BTN&stack=3000&name=SB&stack=1000&name=BB&stack=1000&payouts=€50 €30 €20" +
  "&blinds=100/200&button=BTN&me=BB&hero=BB&all_in=SB&hand=T8s&range=40%";

/**
 * Parse the query of an address.
 * @returns {State}
 */
export function readAddress(query) {
  const given = new URLSearchParams(query);
  const names = given.getAll("name");
  const short = unpackTable(given.get("t") || "");
  if (short) given.delete("t");
  const stacks = short ? short.stacks : given.getAll("stack");
  const bounties = headsIn(given);
  const fixed = listIn(given.get("fixed") || "");
  const asked = Math.max(names.length, stacks.length);
  const count = Math.min(MOST_PLAYERS, asked);
  const players = Array.from({ length: count }, (_, i) => ({
    name: (names[i] || "").slice(0, LONGEST),
    chips: inBlinds(stacks[i] || "", given.get("blinds") || "") ?? plainNumber(stacks[i] || ""),
    bounty: (bounties[i] || "").slice(0, LONGEST),
    fixed: fixed[i] && fixed[i] !== "0" ? fixed[i].slice(0, LONGEST) : "",
  })).filter((player) => player.name || player.chips);
  const written = (
    short ? short.payouts.map((prize) => short.currency + prize) : listIn(given.get("payouts") || "")
  ).slice(0, MOST_PRIZES);
  const read = ofPool(written.map(plainMoney), given);
  const currency = (read.find((one) => one?.currency) || { currency: "" }).currency;
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of given) {
    if (!["name", "stack", "bounty", "bounties", "payouts", "fixed"].includes(name) && value)
      fields[name] = plainField(name, value.slice(0, LONG[name] ?? 500));
  }
  return {
    players,
    prizes: written.map((text, i) => (read[i] ? String(read[i].amount) : text)),
    currency: currency === "%" ? "" : currency,
    fields,
    dropped: asked - count,
  };
}

const listIn = (text) =>
  text
    .trim()
    .split(/[\s;]+/)
    .filter(Boolean);

/** Convert prizes in % of a pool to amounts. */
function ofPool(prizes, given) {
  const pool = plainMoney(given.get("pool") || "");
  if (!pool || !prizes.length || !prizes.every((prize) => prize && prize.currency === "%")) return prizes;
  given.delete("pool");
  return prizes.map(({ amount }) => ({
    amount: Number(((pool.amount * amount) / 100).toFixed(2)),
    currency: pool.currency,
  }));
}

/** A field of the address; chips are made canonical. */
function plainField(name, value) {
  if (name === "blinds") return value.split("/").map(plainNumber).join("/");
  return name === "ante" || name === "big_blind_ante" ? plainNumber(value) : value;
}

/** The bounty on each player: "120 80 40", "50" for all, or a field for each. */
function headsIn(given) {
  const written = (given.get("bounties") || "")
    .trim()
    .split(/[\s;,]+/)
    .filter(Boolean);
  const heads = (written.length ? written : given.getAll("bounty")).map((text) =>
    String(plainMoney(text)?.amount ?? text),
  );
  const each = written.length === 1 ? Array(MOST_PLAYERS).fill(heads[0]) : heads;
  return each.map((head) => (head === "0" ? "" : head));
}

// The address is the same in all languages: its numbers have only a decimal point.
/** A number of the address in canonical form: 1455000 for 1,455,000 or 1.455m; other text is unchanged. */
function plainNumber(text) {
  const found = /^([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\.[0-9]+)?([kmb]?)$/i.exec(text.trim().slice(0, LONGEST));
  if (!found) return text.slice(0, LONGEST);
  const value = Number(found[1].replace(/,/g, "") + (found[2] || "")) * (UNITS[found[3].toLowerCase()] || 1);
  return value < 1e15 ? String(Number(value.toPrecision(15))) : text.slice(0, LONGEST);
}

/** An amount of the address with or without a currency, or null. */
function plainMoney(text) {
  const found = /^(R\$|[^\d.,\s-]{0,3})(.*\d[kmb]?)([^\d.,\s]{0,3})$/i.exec(text.slice(0, LONGEST));
  const amount = found ? canonical(plainNumber(found[2])) : null;
  return amount === null ? null : { amount, currency: found[1] || found[3] || "" };
}

/** Serialize the state as a query. */
export function writeAddress(state) {
  const query = new URLSearchParams();
  const each = (name, of) =>
    state.players.some(of) &&
    query.append(name, state.players.map((one) => of(one).replace(/\s/g, "") || "0").join(" "));
  for (const player of state.players) {
    query.append("name", player.name);
    query.append("stack", player.chips);
  }
  if (state.prizes.length) query.append("payouts", state.prizes.map((prize) => state.currency + prize).join(" "));
  each("bounties", (player) => player.bounty);
  each("fixed", (player) => player.fixed);
  for (const [name, value] of Object.entries(state.fields)) if (value !== "") query.append(name, value);
  return query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/");
}

/** The table as numbers; null if something is missing or not a number. */
export function tableOf(state) {
  if (state.players.length < 2 || !state.prizes.length) return null;
  const stacks = state.players.map((player) => canonical(player.chips));
  const payouts = state.prizes.map(canonical);
  if (stacks.some((stack) => stack === null || stack <= 0) || payouts.includes(null)) return null;
  if (payouts.length > stacks.length || !payouts.some((prize) => prize > 0)) return null;
  const names = namesOf(state);
  if (new Set(names).size !== names.length) return null;
  return { stacks, payouts, names, pool: payouts.reduce((sum, prize) => sum + prize, 0) };
}

/**
 * The reason why a table is incomplete: the key of a message and its values.
 * @returns {[string, Record<string, any>]}
 */
export function missingIn(state) {
  const names = namesOf(state);
  const seat = state.players.findIndex((player) => !(canonical(player.chips) > 0));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  const prizes = state.prizes.map(canonical);
  if (names.length < 2) return ["state.empty", {}];
  if (seat >= 0) return ["state.chips", { name: names[seat] }];
  if (twice !== undefined) return ["state.twice", { name: twice }];
  if (prizes.includes(null) || !prizes.some((prize) => prize > 0)) return ["state.prizes", {}];
  return ["prize.tooMany", { prizes: prizes.length, players: names.length }];
}

/** Parse a canonical number of the state. */
export function canonical(text) {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text)) return null;
  return Number(text);
}

/** The players' names; unnamed players are numbered. */
export const namesOf = (state) => state.players.map((player, i) => player.name.trim() || `Player ${i + 1}`);

const IN_BLINDS = /^\s*([0-9.,]+)\s*bbs?\s*$/i;

/** Big blinds as chips: 2500 for "12.5bb" with a big blind of 200; null for other text, or without blinds. */
export function inBlinds(text, blinds = "") {
  const found = IN_BLINDS.exec(text.slice(0, LONGEST));
  const count = found && Number(found[1].replace(",", "."));
  const big = canonical(plainNumber(blinds.split("/")[1] || ""));
  return count > 0 && big ? String(Number((count * big).toPrecision(15))) : null;
}

/** Text typed into a number field: canonical if it can be parsed, else unchanged. */
export function keep(text) {
  const value = readNumber(text);
  return value === null ? text.slice(0, LONGEST) : String(value);
}

/** The state of the page and its history; listeners are called after every change. */
export class Store {
  constructor() {
    this.state = readAddress(location.search);
    this.opened = this.state; // from the address, before any change
    this.past = [];
    this.future = [];
    this.listeners = new Set();
    this.stroke = null;
    addEventListener("popstate", () => this.open(readAddress(location.search), false));
    addEventListener("overlayclosed", () => this.write());
  }

  /**
   * Change the state. Changes with the same `stroke` (typing in one field, one drag) are undone together.
   * @param {(state: State) => State} change
   */
  change(change, stroke = null) {
    const next = change(this.state);
    if (next === this.state || writeAddress(next) === writeAddress(this.state)) return;
    if (stroke === null || stroke !== this.stroke) this.past = [...this.past.slice(-MOST_STEPS), this.state];
    this.stroke = stroke;
    this.future = [];
    this.replace(next, true);
  }

  /** Load the table of another address; this can be undone. */
  load(query) {
    this.opened = readAddress(query);
    this.change(() => this.opened);
  }

  set(fields, stroke = null) {
    this.change((state) => ({ ...state, fields: { ...state.fields, ...fields } }), stroke);
  }

  undo() {
    if (!this.past.length) return;
    this.future = [this.state, ...this.future];
    this.stroke = null;
    this.replace(this.past.pop(), true);
  }

  redo() {
    if (!this.future.length) return;
    const [next, ...rest] = this.future;
    this.past = [...this.past, this.state];
    this.future = rest;
    this.stroke = null;
    this.replace(next, true);
  }

  replace(state, write) {
    this.state = state;
    if (write) this.write();
    for (const listener of this.listeners) listener();
  }

  write() {
    writeHistory(location.pathname + "?" + writeAddress(this.state), true);
  }

  /** Load the state of another address. */
  open(state, write) {
    this.opened = state;
    this.replace(state, write);
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
