// A reviewed hand as it was played: its actions in order, and the table after some of them.
import { actingOrder, blindsOf } from "./table.js";

/**
 * @typedef {{ seat: string, act: string, street: string, chips?: number, hero?: boolean }} PlayedAct `chips` are those
 *   that the action added, for actions after hero's decision
 */

const DONE = { fold: "fold", call: "call", push: "push", raise: "raise", limp: "call", check: "call" };
const BOARD = { preflop: 0, flop: 6, turn: 8, river: 10 }; // characters of the board on each street

/** The table of a command as the state of a page. */
export function stateOf(spot) {
  const players = spot.players.map(({ name, stack }) => ({ name, chips: stack, bounty: "", fixed: "" }));
  return { players, prizes: spot.payouts, currency: "", fields: spot.fields };
}

/**
 * All actions: those before hero's decision follow from the spot, the others are in the file.
 * @returns {PlayedAct[]}
 */
export function actsOf(spot, decision) {
  const state = stateOf(spot);
  const names = spot.players.map(({ name }) => name);
  const { hero } = spot.fields;
  const before = (seat, act) => ({ seat, act, street: "preflop" });
  const acts = [];
  for (const seat of actingOrder(state)) {
    const name = names[seat];
    if (name === hero) break;
    const raised = (spot.bets[name] ?? 0) > blindsOf(state).big;
    acts.push(before(name, spot.allIn.includes(name) ? "push" : raised ? "raise" : spot.bets[name] ? "call" : "fold"));
  }
  // Players who act after hero and are all-in came after hero's first action.
  for (const name of spot.allIn) if (!acts.some(({ seat }) => seat === name)) acts.push(before(name, "push"));
  const later = decision.end.actions.map(({ position, act, chips, street, all_in }) => ({
    seat: position,
    act: all_in && act !== "call" ? "push" : act,
    street,
    chips,
  }));
  return [...acts, { ...before(hero, DONE[decision.done] ?? "push"), hero: true }, ...later];
}

/**
 * The table after some actions: what each player last did and has put in, the pot, and the cards on the board.
 * @param {PlayedAct[]} acts
 */
export function tableAfter(spot, acts) {
  const state = stateOf(spot);
  const { small, big, ante, table } = blindsOf(state);
  const order = actingOrder(state);
  const count = spot.players.length;
  const [smallSeat, bigSeat] = count === 2 ? order : [order[count - 2], order[count - 1]];
  const chips = spot.players.map(({ stack }) => Number(stack));
  const put = chips.map((_, seat) => (seat === smallSeat ? small : seat === bigSeat ? big : 0));
  const did = new Map();
  for (const { seat: name, act, chips: added } of acts) {
    const seat = spot.players.findIndex((player) => player.name === name);
    did.set(name, act);
    if (added !== undefined) put[seat] = Math.min(chips[seat] - ante, put[seat] + added);
    else if (act === "push") put[seat] = chips[seat] - ante;
    else if (act === "raise" || act === "call")
      put[seat] = spot.bets[name] ?? Math.min(chips[seat] - ante, Math.max(...put));
  }
  const pot = put.reduce((sum, one) => sum + one, ante * count + table);
  return { state, chips, put, did, pot };
}

/** The cards on the board after some actions; all of them at the end. */
export const boardAfter = (decision, acts, ended) =>
  (decision.end.board ?? "").slice(0, ended ? undefined : (BOARD[acts.at(-1)?.street] ?? 0));
