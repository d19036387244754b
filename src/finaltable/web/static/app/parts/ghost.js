// Placeholders that reserve the space of an answer until it arrives.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";

/** Draw the children, hidden until they are `known`, so that nothing moves when the answer arrives. */
export const Ghost = ({ known, children }) =>
  known ? children : html`<div class="ghost col gb" inert aria-hidden="true">${children}</div>`;

/** Shares by chips, with about as many digits as the real ones. */
export function sharesByChips(table) {
  const chips = table.stacks.reduce((sum, stack) => sum + stack, 0);
  return table.stacks.map((stack) => (table.pool * stack) / chips);
}

/** A placeholder for the answer to "compare". */
export function likelyValues(table, hasHeads) {
  const equities = sharesByChips(table);
  const heads = hasHeads ? { bounty: equities, total: equities } : {};
  return {
    names: table.names,
    results: MODELS.map((model) => ({ model, equities, ...heads, guaranteed: true, error: 0, method: "", work: 0 })),
  };
}

/** A placeholder for the answer to "finish". */
export function likelyPlaces({ names }) {
  const row = names.map(() => 1 / names.length);
  return { names, results: MODELS.map((model) => ({ model, finish: names.map(() => row), knockouts: null })) };
}

/** A placeholder for the answer to "deal". */
export function likelyDeal(table, unit) {
  const cash = sharesByChips(table).map((share) => (unit >= 1 ? Math.round(share) : share));
  const proposals = ["icm", "sem", "dcm", "chip_chop", "equal"].map((name) => ({ name, cash }));
  return { ...table, proposals, choose: "icm", unit, leave: [], withheld: 0, paid_now: table.pool };
}

/** A placeholder for the answer to "decide", with a quarter of the prizes at stake. */
export function likelyDecision(table, { hero, allIn }) {
  const money = table.pool / 4;
  const verdict = { difference: -money, error: 0, win: 2 * money, tie: money, lose: 0, call: money, fold: money };
  const verdicts = MODELS.map((model, i) => ({ ...verdict, model, break_even: 0.44 + 0.03 * i }));
  return {
    names: table.names,
    hero,
    all_in: allIn,
    to_act: [],
    outcomes: { fold: table.stacks },
    equity: 0.4,
    verdicts,
  };
}
