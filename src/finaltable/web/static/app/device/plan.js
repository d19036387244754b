// How far DCM's tree is searched while a player types. The core counts what a search costs (core/dcm/budget.hpp).

const MOST_NODES = 5e6; // some 50 ms: nobody waits longer for an answer while typing
const COARSER = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/** Searches that a device has time for. */
export class Costs {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.exports = core.exports;
  }

  /** The probability threshold for a search that a device has time for. */
  leastThreshold(live) {
    return this.exports.dcm_threshold(live, MOST_NODES);
  }

  /** The finest tolerance, no finer than asked, that a device reaches while one types. */
  reachable(live, asked) {
    const finest = this.exports.dcm_finest(live);
    const fine = [asked, ...COARSER.filter((tolerance) => tolerance > asked)].map((tolerance) =>
      Math.max(tolerance, finest),
    );
    return fine.find((tolerance) => this.exports.dcm_nodes(live, tolerance) <= MOST_NODES) ?? fine.at(-1);
  }
}
