// Training spots: from the pack, or solved by an engine; the cost of answers and ranges.
import { COMBOS, DEPTHS } from "../constants.js";
import { combinations, HANDS } from "../parts/grid.js";
import { idle } from "../screens.js";
import { Draws } from "./draws.js";

const MOST = 500; // spots of a file
const FOLDER = new URL("../../training/", import.meta.url);

/** A spot with its decision and its table, which `finaltable train --json` has in three lists. */
/** @typedef {Record<string, any> & { chart: Record<string, any>, table: Record<string, any> }} Spot */

/** @returns {Spot[]} */
export function joined(data) {
  return data.spots.map((spot) => {
    const chart = data.decisions[spot.decision];
    return { ...spot, chart, table: data.tables[chart.table] };
  });
}

const files = new Map();

/** A file of the pack, loaded once. */
function load(name) {
  const answer =
    files.get(name) ?? fetch(new URL(name, FOLDER)).then((one) => (one.ok ? one.json() : Promise.reject()));
  files.set(name, answer);
  answer.catch(() => files.delete(name)); // retry later
  return answer;
}

/** The spots of the page's pack; the numbers of their charts are loaded when the browser is idle. */
export async function loadPack() {
  const spots = joined(await load("pack.json"));
  idle().then(() => load("charts.json").catch(() => {}));
  return spots;
}

/** A spot with the numbers of its chart, which its answer needs. @param {Spot} spot @returns {Promise<Spot>} */
export async function withChart(spot) {
  if (spot.chart.hands) return spot;
  const charts = await load("charts.json");
  return { ...spot, chart: { ...spot.chart, ...charts[spot.decision] } };
}

/** The matching spots of a pack, shuffled by a seed; without a filter in the same order as on the command line. */
export function ordered(spots, seed, wanted = {}) {
  const fits = (spot) =>
    (!wanted.players || spot.table.names.length === Number(wanted.players)) &&
    (!wanted.position || spot.chart.seat === wanted.position) &&
    (!wanted.depth || depthOf(spot) === wanted.depth) &&
    (!wanted.heads || (wanted.heads === "yes") === Boolean(spot.table.bounties));
  return new Draws(seed, "pack")
    .shuffled(spots.length)
    .map((i) => spots[i])
    .filter(fits);
}

/** The stack group of a spot: "6-10". */
export function depthOf(spot) {
  const place = DEPTHS.filter((edge) => spot.depth >= edge).length;
  return place < DEPTHS.length ? `${[0, ...DEPTHS][place]}-${DEPTHS[place]}` : `${DEPTHS.at(-1)}+`;
}
export const DEPTH_GROUPS = ["0-6", "6-10", "10-15", "15+"];

/** The value of each action minus that of folding. @returns {Record<string, number>} */
const worthOf = (chart, place) => ({
  fold: 0,
  in: chart.ev[place],
  ...(chart.raises && { raise: chart.raise_ev[place] }),
});

/** The actions that lose nothing: the best, those within the error, and mixed ones. */
export function rightOf(chart, place) {
  const worth = worthOf(chart, place);
  const best = Math.max(...Object.values(worth));
  const [pushed, raised] = [chart.hands[place], chart.raises ? chart.raises[place] : 0];
  const shares = { fold: 100 - pushed - raised, in: pushed, raise: raised };
  return Object.keys(worth).filter(
    (answer) => best - worth[answer] <= chart.margin || (shares[answer] >= 1 && shares[answer] <= 99),
  );
}

/** The best action; "either": a fold is as good as going in; "play": all-in and a raise are both right. */
function bestOf(chart, place) {
  const right = rightOf(chart, place);
  return right.length === 1 ? right[0] : right.includes("fold") ? "either" : "play";
}

/** The cost of an answer. */
export function score(spot, answer) {
  const place = HANDS.indexOf(spot.hand);
  const worth = worthOf(spot.chart, place);
  const right = rightOf(spot.chart, place).includes(answer);
  return { best: bestOf(spot.chart, place), lost: right ? 0 : Math.max(...Object.values(worth)) - worth[answer] };
}

/** The cost of a range against the best range, per hand dealt, weighted by combinations. */
export function paint(spot, weights) {
  const hands = HANDS.map((hand, place) => {
    const best = bestOf(spot.chart, place);
    const share = weights[hand] || 0;
    const wrongly = best === "either" ? 0 : best === "fold" ? share : 1 - share;
    const { fold, ...goes } = worthOf(spot.chart, place);
    const worth = Math.max(...Object.values(goes)) - fold;
    return { hand, best, share, cost: (wrongly * Math.abs(worth) * combinations(hand)) / COMBOS };
  });
  const lost = hands.reduce((sum, one) => sum + one.cost, 0);
  const right = hands.filter((one) => one.cost === 0).reduce((sum, one) => sum + combinations(one.hand), 0) / COMBOS;
  return {
    lost,
    right,
    hands,
    worst: hands
      .filter((one) => one.cost > 0)
      .sort((a, b) => b.cost - a.cost)
      .slice(0, 6),
  };
}

/** Parse weights of hands from the picker: "AA, QJs:0.5"; null if only an engine can parse them. */
export function plainWeights(text) {
  const weights = {};
  for (const piece of text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const found = /^([2-9TJQKA]{2}[so]?)(?::(0?\.\d+|1))?$/.exec(piece);
    if (!found || !HANDS.includes(found[1])) return null;
    weights[found[1]] = found[2] ? Number(found[2]) : 1;
  }
  return weights;
}

/** The request that solves a spot again, in the format of the API and of files. */
export function recipeOf({ table, chart, hand }) {
  const {
    names,
    stacks,
    payouts,
    button,
    small_blind,
    big_blind,
    ante,
    big_blind_ante,
    bounties,
    bounty_share,
    raise_to,
    model,
  } = table;
  const heads = bounties ? { bounties, bounty_share } : {};
  const raised = raise_to ? { raise_to, raised_by: chart.raised_by } : {};
  return {
    names,
    stacks,
    payouts,
    button,
    small_blind,
    big_blind,
    ante,
    big_blind_ante,
    ...heads,
    ...raised,
    model,
    seat: chart.seat,
    facing: chart.facing,
    hand,
  };
}

/** The spots of a file: a list, a training, or the mistakes of a review; null if there are none. */
export function recipesIn(data) {
  if (data && Array.isArray(data.tournaments)) return mistakesIn(data);
  const items = Array.isArray(data) ? data : data?.spots || [];
  const found = items.map((item) => (item && data.decisions && "decision" in item ? whole(item, data) : item));
  return found.length && found.every((one) => one && Array.isArray(one.stacks)) ? found.slice(0, MOST) : null;
}

/** The mistakes of a review, the costliest first; the engine parses the command line of each. */
export function mistakesIn(review) {
  const cost = (one) => one.verdicts[0].cost;
  const found = review.tournaments
    .flatMap((one) => one.decisions || [])
    .filter((one) => one.verdicts && cost(one) > 0 && one.commands);
  const spots = found.sort((a, b) => cost(b) - cost(a)).map((one) => ({ command: one.commands[0], hand: one.cards }));
  return spots.length ? spots.slice(0, MOST) : null;
}

function whole(item, data) {
  const chart = data.decisions[item.decision];
  const table = chart && data.tables?.[chart.table];
  return table ? recipeOf({ table, chart, hand: item.hand }) : null;
}
