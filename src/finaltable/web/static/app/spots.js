// Command lines of a review's decisions: the spot they describe, and its address on other screens.

import { MOST_PLAYERS } from "./state.js";
import { nameOf } from "./tree.js";

const FLAGS = {
  "--blinds": "blinds",
  "--ante": "ante",
  "--big-blind-ante": "big_blind_ante",
  "--button": "button",
  "--hero": "hero",
  "--hand": "hand",
  "--range": "range",
  "--bounties": "bounties",
  "--bounty-share": "bounty_share",
};
// Ignored: the page shows all models, and derives folded players from the button.
const IMPLIED = ["--models", "--folded", "--tolerance"];

/**
 * @typedef {object} CommandSpot
 * @property {string} command decide, push or nash
 * @property {{ name: string, stack: string }[]} players in the order of seats
 * @property {string[]} payouts
 * @property {Record<string, string>} fields as in the address of a decision
 * @property {string[]} allIn @property {Record<string, number>} bets chips of players who raised or limped
 * @property {string[]} other options that are not read
 */

/**
 * Parse the command line of a decision; null if it is none.
 * @param {string} command @param {string} [hero] the player who decides, if the command does not name one
 * @returns {CommandSpot | null}
 */
export function spotOf(command, hero = "") {
  const words = wordsOf(command);
  if (words[0] !== "finaltable" || !["decide", "push", "nash"].includes(words[1])) return null;
  /** @type {CommandSpot} */
  const spot = { command: words[1], players: [], payouts: [], fields: {}, allIn: [], bets: {}, other: [] };
  for (let i = 2; i < words.length; i++) {
    const word = words[i];
    if (!word.startsWith("-")) {
      const at = word.lastIndexOf("=");
      spot.players.push({ name: word.slice(0, at), stack: word.slice(at + 1) });
      continue;
    }
    i += 1;
    const value = words[i] ?? "";
    if (word === "-p" || word === "--payouts") spot.payouts = value.split(",");
    else if (word === "--all-in") spot.allIn = value.split(",");
    else if (word === "--bets" || word === "--raise-to") Object.assign(spot.bets, betsIn(value));
    else if (word in FLAGS) spot.fields[FLAGS[word]] ??= value;
    else if (!IMPLIED.includes(word)) spot.other.push(word);
  }
  spot.fields.hero ??= hero;
  return spot.players.length && spot.players.length <= MOST_PLAYERS ? spot : null;
}

const betsIn = (text) =>
  Object.fromEntries(
    text
      .split(",")
      .map((part) => part.split("="))
      .filter(([name, chips]) => name && Number(chips) > 0)
      .map(([name, chips]) => [name, Number(chips)]),
  );

/** The query of a spot's table. */
function tableQuery(spot, currency, fields) {
  const query = new URLSearchParams();
  for (const { name, stack } of spot.players) {
    query.append("name", name);
    query.append("stack", stack);
  }
  query.append("payouts", spot.payouts.map((prize) => currency + prize).join(" "));
  for (const [name, value] of Object.entries(fields)) query.append(name, value);
  query.append("me", spot.fields.hero || "");
  return query.toString();
}

/**
 * The query of a decision; null if the page cannot show it (other bets, other tables, a push).
 * @param {string} command @param {string} currency
 */
export function addressOf(command, currency) {
  const spot = spotOf(command);
  if (spot?.command !== "decide" || spot.other.length || Object.keys(spot.bets).length) return null;
  return tableQuery(spot, currency, { ...spot.fields, all_in: spot.allIn.join(",") });
}

/**
 * The query of the chart with hero's decision; null if players are at other tables or several have bet.
 * @param {CommandSpot} spot @param {string} currency
 */
export function chartOf(spot, currency) {
  const { hero, hand: _, range: __, ...fields } = spot.fields;
  const [raiser, ...more] = Object.keys(spot.bets).filter((name) => !spot.allIn.includes(name));
  if (more.length || spot.other.includes("--elsewhere") || !hero) return null;
  const big = Number((fields.blinds || "").split("/")[1]);
  const size = raiser && big ? spot.bets[raiser] / big : 0;
  if (raiser && size < 2) return null; // a limp
  const opens = raiser === hero && !spot.allIn.length; // the decision to raise is that to push
  const node = nameOf({ seat: hero, facing: spot.allIn, raiser: opens ? null : (raiser ?? null) });
  return tableQuery(spot, currency, { ...fields, node, ...(raiser && { raise_to: String(Number(size.toFixed(2))) }) });
}

/** Split a command line into words, respecting quotation marks. */
function wordsOf(command) {
  return (command.slice(0, 4000).match(/(?:'[^']*'|[^\s'])+/g) || []).map((word) => word.replace(/'/g, ""));
}
