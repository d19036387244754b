// The room of an answer that is awaited: what will be drawn, from figures that stand in for it, with nothing to read
// yet.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";

/** Draw the children, or, until they are `known`, their empty cards: when the answer comes, nothing moves. */
export const Ghost = ({ known, children }) =>
  known ? children : html`<div class="ghost col gb" inert aria-hidden="true">${children}</div>`;

/** Shares by chips: about as many digits as the real ones have. */
export function sharesByChips(table) {
  const chips = table.stacks.reduce((sum, stack) => sum + stack, 0);
  return table.stacks.map((stack) => (table.pool * stack) / chips);
}

/** What the API may answer to "compare". */
export function likelyValues(table, hasHeads) {
  const equities = sharesByChips(table);
  const heads = hasHeads ? { bounty: equities, total: equities } : {};
  return {
    names: table.names,
    results: MODELS.map((model) => ({ model, equities, ...heads, guaranteed: true, error: 0, method: "", work: 0 })),
  };
}

/** What the API may answer to "finish". */
export function likelyPlaces({ names }) {
  const row = names.map(() => 1 / names.length);
  return { names, results: MODELS.map((model) => ({ model, finish: names.map(() => row), knockouts: null })) };
}

/** What the API may answer to "deal". */
export function likelyDeal(table, unit) {
  const cash = sharesByChips(table).map((share) => (unit >= 1 ? Math.round(share) : share));
  const proposals = ["icm", "sem", "dcm", "chip_chop", "equal"].map((name) => ({ name, cash }));
  return { ...table, proposals, choose: "icm", unit, leave: [], withheld: 0, paid_now: table.pool };
}

/** What the API may answer to "decide": a quarter of the prizes is at stake. */
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
