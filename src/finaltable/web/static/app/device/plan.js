// Search budget for DCM while the user types. The core estimates the cost of a search (core/dcm/budget.hpp).

const MOST_NODES = 5e6; // about 50 ms, fast enough while typing
const COARSER = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/** Plans searches within the budget of a device. */
export class Costs {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.exports = core.exports;
  }

  /** The probability threshold of a search within the budget. */
  leastThreshold(live) {
    return this.exports.dcm_threshold(live, MOST_NODES);
  }

  /** The smallest tolerance that the budget allows, at least the requested one. */
  reachable(live, asked) {
    const finest = this.exports.dcm_finest(live);
    const fine = [asked, ...COARSER.filter((tolerance) => tolerance > asked)].map((tolerance) =>
      Math.max(tolerance, finest),
    );
    return fine.find((tolerance) => this.exports.dcm_nodes(live, tolerance) <= MOST_NODES) ?? fine.at(-1);
  }
}
