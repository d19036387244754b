// Train a decision of a chart: its closest hands that have a best action, in random order.
import { MIXED } from "../constants.js";
import { trainOn } from "../training/progress.js";
import { goesOn } from "../tree.js";
import { gainOf } from "./chart.js";
import { HANDS } from "./grid.js";

const CLOSEST = 30; // hands

/**
 * @param {any} store @param {any} answer @param {import("../tree.js").Decision} decision
 * @param {(path: string) => void} go
 */
export function trainThis(store, answer, decision, go) {
  const { names, stacks, payouts, small_blind, big_blind, ante, big_blind_ante, button, bounties, model } = answer;
  const spot = { names, stacks, payouts, small_blind, big_blind, ante, big_blind_ante, button, model };
  const { margin } = decision.moves[0].node;
  const isClear = (hand) => {
    const often = goesOn(decision, hand);
    return (often <= MIXED[0] || often >= MIXED[1]) && Math.abs(gainOf(decision, hand) ?? 0) > margin;
  };
  const near = HANDS.filter(isClear)
    .sort((one, other) => Math.abs(gainOf(decision, one)) - Math.abs(gainOf(decision, other)))
    .slice(0, CLOSEST)
    .map((hand) => ({ hand, place: Math.random() }))
    .sort((one, other) => one.place - other.place);
  const { seat, facing } = decision;
  trainOn(near.map(({ hand }) => ({ ...spot, ...(bounties && { bounties }), seat, facing, hand })));
  store.set({ source: "given", spot: "" });
  go("/train");
}
