// How far DCM's tree is searched for a tolerance, decided before the search. As models/dcm/tree.py.

const MOST_NODES = 5e6; // some 50 ms: nobody waits longer for an answer while typing
const COARSER = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/** What turning whole units into floats, and summing a row of them, can add to an error. */
export const rounding = (players) => (players + 8) * 2 ** -53;

/** What a search of the tree costs, by threshold, for numbers of players. */
export class Costs {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.core = core;
    this.known = new Map();
    this.entries = core.exports.dcm_cost_entries();
    this.step = core.exports.dcm_cost_step();
  }

  of(live) {
    if (!this.known.has(live)) this.known.set(live, this.count(live));
    return this.known.get(live);
  }

  count(live) {
    const [nodes, left] = this.core.run("dcm_cost", [live], [this.entries, this.entries]);
    const unresolved = left.map((share, i) => 1.02 * share + 2 * 2 ** -63 * nodes[i]);
    return { nodes, unresolved, finest: 4 * (Math.min(...unresolved) + rounding(live)) };
  }

  /** The largest threshold that leaves at most a tolerance unresolved. */
  threshold(live, tolerance) {
    return Math.exp(-this.step * this.of(live).unresolved.findIndex((share) => share <= tolerance));
  }

  /** The smallest threshold that expands at most so many nodes, or about as few. */
  leastThreshold(live) {
    const { nodes } = this.of(live);
    return Math.exp(-this.step * nodes.findLastIndex((count) => count <= Math.max(MOST_NODES, nodes[0])));
  }

  /** The finest tolerance, no finer than asked, that a device reaches while one types. */
  reachable(live, asked) {
    const { nodes, unresolved, finest } = this.of(live);
    const cost = (tolerance) => nodes[unresolved.findIndex((share) => share <= tolerance)];
    const fine = [asked, ...COARSER.filter((tolerance) => tolerance > asked)].map((tolerance) =>
      Math.max(tolerance, finest),
    );
    return fine.find((tolerance) => cost(tolerance - rounding(live)) <= MOST_NODES) ?? fine.at(-1);
  }
}
