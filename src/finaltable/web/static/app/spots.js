// Convert the command line of a decision into the address of the same spot on this page.

import { MOST_PLAYERS } from "./state.js";

const FLAGS = {
  "--blinds": "blinds",
  "--ante": "ante",
  "--big-blind-ante": "big_blind_ante",
  "--button": "button",
  "--hero": "hero",
  "--all-in": "all_in",
  "--hand": "hand",
  "--range": "range",
  "--bounties": "bounties",
  "--bounty-share": "bounty_share",
};
// Ignored: the page shows all models, and derives folded players from the button.
const IMPLIED = ["--models", "--folded", "--tolerance"];

/**
 * Return the query of a spot; null if the page cannot show it (other bets, other tables, a push).
 * @param {string} command
 * @param {string} currency
 */
export function addressOf(command, currency) {
  const words = wordsOf(command);
  if (words[0] !== "finaltable" || words[1] !== "decide") return null;
  const query = new URLSearchParams();
  for (let i = 2; i < words.length; i++) {
    const word = words[i];
    if (!word.startsWith("-")) {
      const at = word.lastIndexOf("=");
      query.append("name", word.slice(0, at));
      query.append("stack", word.slice(at + 1));
      continue;
    }
    i += 1;
    if (word === "-p" || word === "--payouts")
      query.append(
        "payouts",
        words[i]
          .split(",")
          .map((prize) => currency + prize)
          .join(" "),
      );
    else if (word in FLAGS) query.append(FLAGS[word], words[i]);
    else if (!IMPLIED.includes(word)) return null;
  }
  if (query.getAll("name").length > MOST_PLAYERS) return null;
  query.append("me", query.get("hero") || "");
  return query.toString();
}

/** Split a command line into words, respecting quotation marks. */
function wordsOf(command) {
  return (command.slice(0, 4000).match(/(?:'[^']*'|[^\s'])+/g) || []).map((word) => word.replace(/'/g, ""));
}
