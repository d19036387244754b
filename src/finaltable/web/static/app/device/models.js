// Equities, finish probabilities, knockouts and bounties on this device, with errors; follows models/.
import { ASSUMPTION } from "../constants.js";
import { Fraction, wholeChips } from "./exact.js";

/**
 * @typedef {object} Table
 * @property {number[]} stacks
 * @property {number[]} payouts as many as stacks
 * @property {{ heads: number[], share: number, own: boolean } | null} bounties
 */

/** The method of each model, and its usual tolerance. */
const BY = {
  icm: { method: "subsets", tolerance: 1e-12 },
  sem: { method: "tree", tolerance: 0 },
  dcm: { method: "tree" },
};

const rows = (flat, width) =>
  Array.from({ length: flat.length / width }, (_, i) => flat.slice(i * width, (i + 1) * width));

/** All models over one core, which plans searches within the budget of a device. */
export class Models {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.core = core;
  }

  /**
   * Value a table. The tolerance applies to DCM; the other models are exact except for rounding.
   * @param {string} model @param {Table} table @param {number} asked
   */
  equity(model, { stacks, payouts, bounties }, asked) {
    const players = stacks.length;
    const inputs = [players, chipsOf(stacks), Float64Array.from(payouts), asked];
    const found = this.core.solve(`${model}_equities`, inputs, [players, players * players]);
    const { values: equities, error, work, finishError } = found;
    // DCM's equities need a shorter search than finish probabilities, which are computed on request.
    const places = () =>
      finishError < 0 ? this.places(model, stacks, asked) : { finish: rows(found.finish, players), error: finishError };
    const valued = { equities, error, guaranteed: true, tolerance: asked, ...BY[model], work, places };
    if (!bounties) return valued;
    const income = this.income(model, stacks, bounties, asked);
    return { ...valued, ...income, total: equities.map((value, i) => value + income.bounty[i]) };
  }

  /** Finish probabilities. */
  places(model, stacks, asked) {
    const { values, error, work } = this.matrix(`${model}_finish`, stacks, asked);
    return { finish: rows(values, stacks.length), error, method: BY[model].method, work };
  }

  /** Knockout probabilities; null if the model does not have them. */
  knockouts(model, stacks, asked) {
    if (model === "icm") return null;
    const { values, error } = this.matrix(`${model}_knockouts`, stacks, asked);
    return { knockouts: rows(values, stacks.length), error };
  }

  matrix(name, stacks, asked) {
    return this.core.solve(name, [stacks.length, chipsOf(stacks), asked], [stacks.length ** 2]);
  }

  /** Expected bounty income of each player. */
  income(model, stacks, { heads, share, own }, asked) {
    const rules = [Float64Array.from(heads), share, Number(own), asked];
    const inputs = [stacks.length, chipsOf(stacks), ...rules];
    const { values, error } = this.core.solve(`${model}_income`, inputs, [stacks.length]);
    return {
      bounty: values,
      bounty_error: error,
      bounty_guaranteed: true,
      bounty_method: BY[model].method,
      bounty_assumption: model === "icm" ? ASSUMPTION : "",
    };
  }
}

/** Stacks as the core takes them. */
const chipsOf = (stacks) => BigInt64Array.from(wholeChips(stacks.map(Fraction.written)));

/** Whether the stacks fit the tree: twice their total in 64 bits, and SEM's powers in a float. */
export function fits(stacks) {
  const live = stacks.filter((stack) => stack > 0);
  const sum = wholeChips(stacks.map(Fraction.written)).reduce((all, chip) => all + chip, 0n);
  return sum < 2n ** 62n && Math.max(...live) <= 1e80 * Math.min(...live);
}
