// The questions "compare" and "finish" on this device.
import { modelsIn, onlyWith, tableIn } from "./request.js";

const EQUITIES = 1e-9; // of the prize pool
const FIELD = 1e-12; // the same for ICM of large fields
const PLACES = 1e-6; // of finish probabilities
export const ON_DEVICE = { on_device: true };

/** A result in the format of the API. */
export function resultOf(model, table, found) {
  const { equities, error, guaranteed, method, tolerance, work } = found;
  const bounties = table.bounties && {
    bounties: table.bounties.heads,
    bounty_share: table.bounties.share,
    own_bounty: table.bounties.own,
    bounty: found.bounty,
    bounty_error: found.bounty_error,
    bounty_guaranteed: found.bounty_guaranteed,
    bounty_method: found.bounty_method,
    bounty_assumption: found.bounty_assumption,
    total: found.total,
  };
  return {
    model,
    method,
    names: table.names,
    stacks: table.stacks,
    payouts: table.given,
    equities,
    error,
    guaranteed,
    tolerance,
    work,
    ...bounties,
  };
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
  const {
    values: equities,
    error,
    work,
  } = core.solve(
    "icm_compressed",
    [stacks.length, Float64Array.from(stacks), given.length, Float64Array.from(given), tolerance],
    [stacks.length],
  );
  const found = { equities, error, guaranteed: false, method: "compressed", tolerance, work };
  return comparison(table, [resultOf("icm", table, found)]);
}

function comparison(table, results) {
  const worth = results.map((one) => one.total ?? one.equities);
  const differences = worth.map((values) => values.map((value, i) => value - worth[0][i]));
  const percentages = differences.map((values) =>
    values.map((value, i) => (worth[0][i] > 0 ? (100 * value) / worth[0][i] : null)),
  );
  return {
    models: results.map(({ model }) => model),
    names: table.names,
    stacks: table.stacks,
    payouts: table.given,
    results,
    differences,
    percentages,
    ...ON_DEVICE,
  };
}

/** @param {import("./models.js").Models} models */
export function finish(models, request) {
  onlyWith(request, ["models", "knockouts", "tolerance"]);
  const table = tableIn(request, { prizes: false });
  const names = modelsIn(request);
  const tolerance = Math.max(request.tolerance ?? PLACES, PLACES);
  const results = names.map((model) => {
    const found = models.places(model, table.stacks, tolerance);
    const busts = request.knockouts ? models.knockouts(model, table.stacks, tolerance) : null;
    return {
      model,
      method: found.method,
      finish: found.finish,
      finish_error: found.error,
      guaranteed: true,
      work: found.work,
      ...(busts && { knockouts: busts.knockouts, knockouts_error: busts.error }),
    };
  });
  return { models: names, names: table.names, stacks: table.stacks, results, ...ON_DEVICE };
}
