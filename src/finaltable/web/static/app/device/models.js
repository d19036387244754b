// Equities, places, knockouts and bounties on this device: the core's answers with their errors, as models/ has them.
import { ASSUMPTION } from "../constants.js";
import { Fraction, wholeChips } from "./exact.js";
import { Costs, rounding } from "./plan.js";

const UNIT = 2 ** -53;
const GROWTH = 2.25; // of an uneven error of stacks, from one elimination to the next
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
   * Value a table. The tolerance is for DCM; the others are exact but for rounding.
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
    const [equities, flat, [error, finishError, work]] = this.core.run(
      "dcm_equities",
      [players, chipsOf(stacks), Float64Array.from(payouts), tolerance],
      [players, players * players, 3],
    );
    const near = finishError + rounding(players) <= tolerance && work > 0;
    // Money needs a shorter search than places: those are found when somebody asks for them.
    const places = () =>
      near
        ? { finish: rows(flat, players), error: finishError + rounding(players) }
        : this.dcmPlaces(stacks, tolerance);
    return { equities, error, guaranteed: true, method: "tree", tolerance: asked, work, places };
  }

  icmPlaces(stacks) {
    const live = liveIn(stacks);
    const [flat] = this.core.run("icm_subsets", [stacks.length, Float64Array.from(stacks)], [stacks.length ** 2]);
    return {
      finish: rows(flat, stacks.length),
      error: (live ** 2 + choose(live, live >> 1) + 8) * 2 ** -52,
      method: "subsets",
      work: live * 2 ** (live - 1),
    };
  }

  semPlaces(stacks) {
    const live = liveIn(stacks);
    const [flat] = this.core.run("sem_finish", [stacks.length, Float64Array.from(stacks)], [stacks.length ** 2]);
    return { finish: rows(flat, stacks.length), error: semRounding(live), method: "tree", work: semStates(live) };
  }

  dcmPlaces(stacks, asked) {
    const { flat, error, work } = this.search("dcm_finish", stacks, asked);
    return { finish: rows(flat, stacks.length), error, method: "tree", work };
  }

  /** Who busts whom; null under a model that does not say. */
  knockouts(model, stacks, asked) {
    const players = stacks.length;
    const live = liveIn(stacks);
    if (model === "icm") return null;
    if (model === "dcm") {
      const { flat, error } = this.search("dcm_knockouts", stacks, asked);
      return { knockouts: rows(flat, players), error };
    }
    const [flat] = this.core.run("sem_knockouts", [players, Float64Array.from(stacks)], [players * players]);
    const terms = 3 * factorial(Math.max(live - 3, 0));
    return { knockouts: rows(flat, players), error: GROWTH * semRounding(live) + (terms + 2 * live) * UNIT };
  }

  search(name, stacks, asked) {
    const players = stacks.length;
    const live = liveIn(stacks);
    const tolerance = this.costs.reachable(live, asked) - rounding(live);
    const inputs = [players, chipsOf(stacks), this.costs.threshold(live, tolerance), tolerance];
    const [flat, unresolved, [work]] = this.core.run(name, inputs, [players * players, players, 1]);
    return { flat, error: Math.max(...unresolved) + rounding(players), work };
  }

  /** What everybody wins in bounties. */
  income(model, stacks, { heads, share, own }, tolerance) {
    const live = liveIn(stacks);
    const all = total(heads.filter((_, i) => stacks[i] > 0));
    const given = [
      stacks.length,
      model === "dcm" ? chipsOf(stacks) : Float64Array.from(stacks),
      Float64Array.from(heads),
      share,
      Number(own),
    ];
    const answer = (bounty, error, method) => ({
      bounty,
      bounty_error: error,
      bounty_guaranteed: true,
      bounty_method: method,
      bounty_assumption: model === "icm" ? ASSUMPTION : "",
    });
    if (model === "dcm") {
      const [bounty, [error]] = this.core.run(
        "dcm_income",
        [...given, Math.max(tolerance, FINEST_HEADS), this.costs.leastThreshold(live)],
        [stacks.length, 2],
      );
      return answer(bounty, error, "tree");
    }
    const [bounty] = this.core.run(`${model}_income`, given, [stacks.length]);
    if (model === "sem") return answer(bounty, 2 * GROWTH * live * semRounding(live) * all, "tree");
    return answer(bounty, (2 * live ** 2 + 8 * live + 2 ** (live - 1) + 16) * 2 ** -52 * all, "subsets");
  }
}

/** Stacks as the tree takes them. */
const chipsOf = (stacks) => BigInt64Array.from(wholeChips(stacks.map(Fraction.written)));

/** Whether the tree can take the stacks: twice their total fits 64 bits, and SEM's powers fit a float. */
export function fits(stacks) {
  const live = stacks.filter((stack) => stack > 0);
  const sum = wholeChips(stacks.map(Fraction.written)).reduce((all, chip) => all + chip, 0n);
  return sum < 2n ** 62n && Math.max(...live) <= 1e80 * Math.min(...live);
}

const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
const choose = (n, k) => factorial(n) / (factorial(k) * factorial(n - k));

/** What rounding can have done to a probability under SEM: see models/sem/tree.py. */
function semRounding(live) {
  let [uneven, chances] = [2, 0];
  for (let left = live; left > 2; left -= 1) {
    chances += 3 * uneven + 66;
    uneven = GROWTH * uneven + 2 * (left + 16);
  }
  let states = 1;
  for (let left = 5; left <= (live >= 8 ? live - 2 : live); left += 1) states *= left;
  return (chances + states + live * live + 2 * live + 8) * UNIT * (1 + 2 ** -20);
}

function semStates(live) {
  let [states, orders] = [0, 1];
  for (let left = live; left > 2; left -= 1) {
    states += orders;
    orders *= left;
  }
  return states;
}
