// Tournaments of three players, solved to the end: values of stacks in equilibrium, and those of the models.
import { MODELS } from "./constants.js";

const PACKS = ["50-30-20", "65-35"];
const SAME = 1e-3; // structures of prizes that are the same but for rounding

/** @typedef {{ payouts: number[], units: number, scale: number, stacks: number[][], models: Record<string, number[]>,
 *   tournaments: any[], places: Map<string, number> }} Pack */

/** @type {Promise<Pack[]> | null} */
let coming = null;

/** Load the tournaments that come with the page. @returns {Promise<Pack[]>} */
export function loadTournaments() {
  const load = async (name) => {
    const answer = await fetch(new URL(`../tournaments/${name}.json`, import.meta.url));
    if (!answer.ok) throw new Error(name);
    const pack = await answer.json();
    return { ...pack, places: new Map(pack.stacks.map((stacks, i) => [stacks.join(), i])) };
  };
  coming ??= Promise.all(PACKS.map(load)).catch((problem) => {
    coming = null; // retry later
    throw problem;
  });
  return coming;
}

/** What prizes are played for: only what exceeds the lowest one. @param {number[]} prizes */
const shape = ([first, second, third]) => (second - third) / (first + second - 2 * third);

/** The pack with the structure of these prizes, or null. @param {Pack[]} packs @param {number[]} payouts */
export function packFor(packs, payouts) {
  const prizes = [...payouts, 0, 0].slice(0, 3);
  if (payouts.length > 3 || !(prizes[0] + prizes[1] > 2 * prizes[2])) return null;
  return packs.find((pack) => Math.abs(shape([...pack.payouts, 0].slice(0, 3)) - shape(prizes)) < SAME) ?? null;
}

/** The values of stacks (in steps of the grid) from one list of the pack, in the order of the stacks. */
function valuesAt(pack, list, stacks) {
  const order = [0, 1, 2].sort((one, other) => stacks[one] - stacks[other]);
  const place = pack.places.get(order.map((i) => stacks[i]).join());
  if (place === undefined) return null;
  const found = [0, 0, 0];
  order.forEach((seat, rank) => {
    found[seat] = list[3 * place + rank] / pack.scale;
  });
  return found;
}

/** Root mean square distance of a model from the equilibrium at stacks on the grid, as a share of the prizes. */
export function distanceAt(pack, tournament, model, stacks) {
  const truth = valuesAt(pack, tournament.averaged, stacks);
  const own = valuesAt(pack, pack.models[model], stacks);
  return Math.sqrt(own.reduce((sum, value, i) => sum + (value - truth[i]) ** 2, 0) / 3);
}

/** All states of the grid. @param {Pack} pack */
export const statesOf = ({ units }) =>
  Array.from({ length: units - 2 }, (_, a) =>
    Array.from({ length: units - 2 - a }, (__, b) => [a + 1, b + 1, units - 2 - a - b]),
  ).flat();

/** The share of states in which one model is nearer than another. */
export function nearerShare(pack, tournament, model, other) {
  const states = statesOf(pack);
  const nearer = states.filter(
    (stacks) => distanceAt(pack, tournament, model, stacks) < distanceAt(pack, tournament, other, stacks),
  );
  return nearer.length / states.length;
}

/** The nearest model at stacks on the grid. */
export const nearestAt = (pack, tournament, stacks) =>
  MODELS.reduce((best, model) =>
    distanceAt(pack, tournament, model, stacks) < distanceAt(pack, tournament, best, stacks) ? model : best,
  );

/** Values between the points of the grid, as shares of the prizes; null if a stack is below one step. */
function between(pack, list, chips) {
  const total = chips.reduce((sum, one) => sum + one, 0);
  const [a, b] = chips.map((one) => (one / total) * pack.units);
  const [i, j] = [Math.floor(a), Math.floor(b)];
  const [u, v] = [a - i, b - j];
  const corner = (x, y) => valuesAt(pack, list, [x, y, pack.units - x - y]);
  const corners =
    u + v <= 1
      ? [
          [1 - u - v, i, j],
          [u, i + 1, j],
          [v, i, j + 1],
        ]
      : [
          [u + v - 1, i + 1, j + 1],
          [1 - v, i + 1, j],
          [1 - u, i, j + 1],
        ];
  const used = corners.filter(([weight]) => weight > 1e-12).map(([weight, x, y]) => ({ weight, values: corner(x, y) }));
  if (used.some(({ values }) => values === null)) return null;
  return [0, 1, 2].map((seat) => used.reduce((sum, { weight, values }) => sum + weight * values[seat], 0));
}

/**
 * What three stacks are worth in equilibrium and under each model, in money; null if a stack is too small.
 * @param {Pack} pack @param {any} tournament @param {number[]} chips @param {number[]} payouts
 */
export function worthOf(pack, tournament, chips, payouts) {
  const prizes = [...payouts, 0, 0].slice(0, 3);
  const own = [...pack.payouts, 0].slice(0, 3);
  const sum = (list) => list.reduce((all, one) => all + one, 0);
  const money = (shares) =>
    shares?.map((share) => {
      const net = (share * sum(own) - own[2]) / (sum(own) - 3 * own[2]);
      return prizes[2] + net * (sum(prizes) - 3 * prizes[2]);
    });
  const truth = money(between(pack, tournament.averaged, chips));
  if (!truth) return null;
  return {
    truth,
    models: Object.fromEntries(MODELS.map((model) => [model, money(between(pack, pack.models[model], chips))])),
  };
}
