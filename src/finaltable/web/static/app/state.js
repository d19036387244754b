// What the page knows: the whole of it is in the address, so that it can be shared, kept and undone.
import { readMoney, readNumber } from "./locale.js";

/** @typedef {{ name: string, chips: string, bounty: string }} Player */
/**
 * @typedef {object} State
 * @property {Player[]} players
 * @property {string[]} prizes from first place down, as typed but canonical where they are numbers
 * @property {string} currency
 * @property {Record<string, string>} fields everything else, by the name of the question's field
 */

export const MOST_PLAYERS = 10;
export const MOST_PRIZES = 20;
const MOST_STEPS = 200;
const LONGEST = 60;

/** The table of the first page: nine players, nine prizes. */
export const EXAMPLE = "name=Ana&stack=4125000&name=Bo&stack=3380000&name=Cy&stack=2910000&name=Di&stack=2400000&name=Eve&stack=1985000&name=Fil&stack=1470000&name=Gus&stack=1455000&name=Hana&stack=910000&name=Ivo&stack=615000&payouts=€152000 €101400 €72500 €54000 €40600 €30300 €22800 €17200 €13200&blinds=60000/120000&big_blind_ante=120000&button=Cy&me=Gus";
/** The spot of the paper's section 6. */
export const SPOT = "name=CO&stack=2000&name=BTN&stack=3000&name=SB&stack=1000&name=BB&stack=1000&payouts=€50 €30 €20&blinds=100/200&button=BTN&me=BB&hero=BB&all_in=SB&hand=T8s&range=40%";

/** Read an address's query. */
export function readAddress(query) {
  const given = new URLSearchParams(query);
  const names = given.getAll("name");
  const stacks = given.getAll("stack");
  const bounties = given.getAll("bounty");
  const count = Math.min(MOST_PLAYERS, Math.max(names.length, stacks.length));
  const players = Array.from({ length: count }, (_, i) => ({
    name: (names[i] || "").slice(0, LONGEST),
    chips: (stacks[i] || "").slice(0, LONGEST),
    bounty: (bounties[i] || "").slice(0, LONGEST),
  })).filter((player) => player.name || player.chips);
  const written = (given.get("payouts") || "").trim().split(/[\s;]+/).filter(Boolean).slice(0, MOST_PRIZES);
  const read = written.map((text) => readMoney(plainText(text)));
  const currency = (read.find((one) => one && one.currency) || { currency: "" }).currency;
  const fields = {};
  for (const [name, value] of given) {
    if (!["name", "stack", "bounty", "payouts"].includes(name) && value) fields[name] = value.slice(0, 500);
  }
  return { players, prizes: written.map((text, i) => (read[i] ? String(read[i].amount) : text)), currency: currency === "%" ? "" : currency, fields };
}

// The address is the same in every language: its numbers have no separators but a decimal point.
const plainText = (text) => text.replace(/,(?=[0-9]{3}(\D|$))/g, "");

/** Write the state as a query. */
export function writeAddress(state) {
  const query = new URLSearchParams();
  const heads = state.players.some((player) => player.bounty);
  for (const player of state.players) {
    query.append("name", player.name);
    query.append("stack", player.chips);
    if (heads) query.append("bounty", player.bounty);
  }
  if (state.prizes.length) query.append("payouts", state.prizes.map((prize) => state.currency + prize).join(" "));
  for (const [name, value] of Object.entries(state.fields)) if (value !== "") query.append(name, value);
  return query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%25/g, "%25");
}

/** Numbers of the state; null where something is missing or no number. */
export function tableOf(state) {
  if (state.players.length < 2 || !state.prizes.length) return null;
  const stacks = state.players.map((player) => canonical(player.chips));
  const payouts = state.prizes.map(canonical);
  if (stacks.some((stack) => stack === null || stack <= 0) || payouts.includes(null)) return null;
  if (payouts.length > stacks.length || !payouts.some((prize) => prize > 0)) return null;
  return { stacks, payouts, names: namesOf(state), pool: payouts.reduce((sum, prize) => sum + prize, 0) };
}

/** A number in the state, which is written without separators. */
export function canonical(text) {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text)) return null;
  return Number(text);
}

/** The players' names; those without one are numbered, as everywhere. */
export const namesOf = (state) => state.players.map((player, i) => player.name.trim() || `Player ${i + 1}`);

/** What is typed into a field of numbers, as the state keeps it: canonical if it can be read, else as it is. */
export function keep(text) {
  const value = readNumber(text);
  return value === null ? text.slice(0, LONGEST) : String(value);
}

/** The state of the page and its history; listeners are called after every change. */
export class Store {
  constructor() {
    this.state = readAddress(location.search);
    this.past = [];
    this.future = [];
    this.listeners = new Set();
    this.stroke = null;
    addEventListener("popstate", () => this.replace(readAddress(location.search), false));
  }

  /**
   * Change the state. Changes with the same `stroke` (the typing in one field, one sweep of a finger) are undone together.
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
    if (write) history.replaceState(null, "", location.pathname + "?" + writeAddress(state));
    for (const listener of this.listeners) listener();
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
