// The questions "compare" and "finish" on this device.
import { modelsIn, onlyWith, tableIn } from "./request.js";

const EQUITIES = 1e-9; // of the prize pool
const FIELD = 1e-12; // the same for ICM of large fields
const PLACES = 1e-6; // of finish probabilities
export const ON_DEVICE = { on_device: true };

/** Bounties and their rules in the format of the API; empty without bounties. */
export const rulesOf = ({ bounties }) =>
  bounties && { bounties: bounties.heads, bounty_share: bounties.share, own_bounty: bounties.own };

/** A result in the format of the API. @param {string} model @param {any} table @param {any} found */
export function resultOf(model, table, { places, ...found }) {
  const { names, stacks, given: payouts } = table;
  return { model, names, stacks, payouts, ...found, ...rulesOf(table) };
}

/** @param {import("./models.js").Models} models */
export function compare(models, request) {
  onlyWith(request, ["models", "tolerance"]);
  const table = tableIn(request);
  const tolerance = request.tolerance ?? EQUITIES;
  const results = modelsIn(request).map((model) => resultOf(model, table, models.equity(model, table, tolerance)));
  return comparison(table, results);
}

/**
 * ICM of a large field.
 * @param {import("./core.js").Core} core the module `field.wasm`
 */
export function compareField(core, request) {
  onlyWith(request, ["models", "tolerance"]);
  const table = tableIn(request, { field: true });
  const { stacks, given } = table;
  const tolerance = request.tolerance ?? FIELD;
  const inputs = [stacks.length, Float64Array.from(stacks), given.length, Float64Array.from(given), tolerance];
  const { values: equities, error, work } = core.solve("icm_compressed", inputs, [stacks.length]);
  const found = { equities, error, guaranteed: false, method: "compressed", tolerance, work };
  return comparison(table, [resultOf("icm", table, found)]);
}

function comparison(table, results) {
  const worth = results.map((one) => one.total ?? one.equities);
  const differences = worth.map((values) => values.map((value, i) => value - worth[0][i]));
  const percentages = differences.map((values) =>
    values.map((value, i) => (worth[0][i] > 0 ? (100 * value) / worth[0][i] : null)),
  );
  const { names, stacks, given: payouts } = table;
  const models = results.map(({ model }) => model);
  return { models, names, stacks, payouts, results, differences, percentages, ...ON_DEVICE };
}

/** @param {import("./models.js").Models} models */
export function finish(models, request) {
  onlyWith(request, ["models", "knockouts", "tolerance"]);
  const table = tableIn(request, { prizes: false });
  const names = modelsIn(request);
  const tolerance = Math.max(request.tolerance ?? PLACES, PLACES);
  const results = names.map((model) => {
    const { error: finish_error, ...found } = models.places(model, table.stacks, tolerance);
    const busts = request.knockouts ? models.knockouts(model, table.stacks, tolerance) : null;
    const knocked = busts && { knockouts: busts.knockouts, knockouts_error: busts.error };
    return { model, ...found, finish_error, guaranteed: true, ...knocked };
  });
  return { models: names, names: table.names, stacks: table.stacks, results, ...ON_DEVICE };
}
