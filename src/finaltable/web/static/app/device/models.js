// Equities, finish probabilities, knockouts and bounties on this device, with errors; follows models/.
import { ASSUMPTION } from "../constants.js";
import { Fraction, wholeChips } from "./exact.js";
import { Costs } from "./plan.js";

const FINEST_HEADS = 3e-11; // relative to all bounties

/**
 * @typedef {object} Table
 * @property {number[]} stacks
 * @property {number[]} payouts as many as stacks
 * @property {{ heads: number[], share: number, own: boolean } | null} [bounties]
 */

const liveIn = (stacks) => stacks.filter((stack) => stack > 0).length;
const total = (values) => values.reduce((sum, value) => sum + value, 0);
const rows = (flat, width) =>
  Array.from({ length: flat.length / width }, (_, i) => flat.slice(i * width, (i + 1) * width));
const paid = (finish, payouts) =>
  finish.map((row) => row.reduce((sum, chance, place) => sum + chance * payouts[place], 0));

/** All models over one core. */
export class Models {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.core = core;
    this.costs = new Costs(core);
  }

  /**
   * Value a table. The tolerance applies to DCM; the other models are exact except for rounding.
   * @param {"icm" | "sem" | "dcm"} model @param {Table} table @param {number} tolerance
   */
  equity(model, table, tolerance) {
    const found = this[model](table, tolerance);
    if (!table.bounties) return found;
    const bounty = this.income(model, table.stacks, table.bounties, tolerance);
    return { ...found, ...bounty, total: found.equities.map((value, i) => value + bounty.bounty[i]) };
  }

  icm({ stacks, payouts }) {
    const { finish, error, work } = this.icmPlaces(stacks);
    return {
      equities: paid(finish, payouts),
      error: error * total(payouts),
      guaranteed: true,
      method: "subsets",
      tolerance: 1e-12,
      work,
      places: () => ({ finish, error }),
    };
  }

  sem({ stacks, payouts }) {
    const { finish, error, work } = this.semPlaces(stacks);
    return {
      equities: paid(finish, payouts),
      error: (error + 2 ** -50) * total(payouts),
      guaranteed: true,
      method: "tree",
      tolerance: 0,
      work,
      places: () => ({ finish, error }),
    };
  }

  dcm({ stacks, payouts }, asked) {
    const players = stacks.length;
    const tolerance = this.costs.reachable(liveIn(stacks), asked);
    const {
      values: equities,
      finish,
      error,
      work,
      finishError,
    } = this.core.solve(
      "dcm_equities",
      [players, chipsOf(stacks), Float64Array.from(payouts), tolerance],
      [players, players * players],
    );
    const near = finishError <= tolerance && work > 0;
    // Equities need a shorter search than finish probabilities, which are computed on request.
    const places = () =>
      near ? { finish: rows(finish, players), error: finishError } : this.dcmPlaces(stacks, tolerance);
    return { equities, error, guaranteed: true, method: "tree", tolerance: asked, work, places };
  }

  icmPlaces(stacks) {
    const { values, error, work } = this.core.solve(
      "icm_subsets",
      [stacks.length, Float64Array.from(stacks)],
      [stacks.length ** 2],
    );
    return { finish: rows(values, stacks.length), error, method: "subsets", work };
  }

  semPlaces(stacks) {
    const { values, error, work } = this.core.solve(
      "sem_finish",
      [stacks.length, Float64Array.from(stacks)],
      [stacks.length ** 2],
    );
    return { finish: rows(values, stacks.length), error, method: "tree", work };
  }

  dcmPlaces(stacks, asked) {
    const { values, error, work } = this.search("dcm_finish", stacks, asked);
    return { finish: rows(values, stacks.length), error, method: "tree", work };
  }

  /** Knockout probabilities; null if the model does not have them. */
  knockouts(model, stacks, asked) {
    const players = stacks.length;
    if (model === "icm") return null;
    const sem = () => this.core.solve("sem_knockouts", [players, Float64Array.from(stacks)], [players * players]);
    const { values, error } = model === "dcm" ? this.search("dcm_knockouts", stacks, asked) : sem();
    return { knockouts: rows(values, players), error };
  }

  search(name, stacks, asked) {
    const players = stacks.length;
    const tolerance = this.costs.reachable(liveIn(stacks), asked);
    return this.core.solve(name, [players, chipsOf(stacks), tolerance], [players * players]);
  }

  /** Expected bounty income of each player. */
  income(model, stacks, { heads, share, own }, tolerance) {
    const given = [
      stacks.length,
      model === "dcm" ? chipsOf(stacks) : Float64Array.from(stacks),
      Float64Array.from(heads),
      share,
      Number(own),
    ];
    const limits =
      model === "dcm" ? [Math.max(tolerance, FINEST_HEADS), this.costs.leastThreshold(liveIn(stacks))] : [];
    const { values, error } = this.core.solve(`${model}_income`, [...given, ...limits], [stacks.length]);
    return {
      bounty: values,
      bounty_error: error,
      bounty_guaranteed: true,
      bounty_method: model === "icm" ? "subsets" : "tree",
      bounty_assumption: model === "icm" ? ASSUMPTION : "",
    };
  }
}

/** Stacks in the format of the tree. */
const chipsOf = (stacks) => BigInt64Array.from(wholeChips(stacks.map(Fraction.written)));

/** Whether the stacks fit the tree: twice their total in 64 bits, and SEM's powers in a float. */
export function fits(stacks) {
  const live = stacks.filter((stack) => stack > 0);
  const sum = wholeChips(stacks.map(Fraction.written)).reduce((all, chip) => all + chip, 0n);
  return sum < 2n ** 62n && Math.max(...live) <= 1e80 * Math.min(...live);
}
