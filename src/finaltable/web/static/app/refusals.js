// Translated messages of refusals, by code. Without a translation, the server's message is shown.
import { number, t } from "./locale.js";

/**
 * For each code: the message key without `refusal.`, and the facts for {a} and {b}.
 * @type {Record<string, string[]>}
 */
export const WORDS = {
  ambiguous: ["oneWay", "one", "other"],
  not_a_number: ["number"],
  not_an_amount: ["amount"],
  negative: ["negative"],
  above_pool: ["leaves", "most"],
  above_100_percent: ["percent"],
  unit_out_of_range: ["unit", "most"],
  not_below_pool: ["withhold", "most"],
  not_descending: ["order", "place"],
  last_head_unpaid: ["heads"],
  too_few_envelopes: ["envelopes", "least"],
  phase_not_begun: ["waits", "begins", "left"],
  not_whole: ["whole", "least", "most"],
  not_hands: ["hands"],
  not_two_cards: ["cards"],
  suited_pair: ["pair"],
  percentage_out_of_range: ["best"],
  weight_out_of_range: ["weight"],
  no_hands: ["someHand"],
  unrelated_hands: ["joined"],
  blocked_hands: ["blocked"],
  above_big_blind: ["smallBlind", "most"],
  no_chips_left: ["heroOut"],
  nothing_to_call: ["nothing"],
  posted_all_in: ["posted", "player"],
  no_decision: ["noDecision"],
  too_large: ["atMost", "most"],
  too_small: ["atLeast", "least"],
  out_of_range: ["size"],
  control_characters: ["letters"],
};
/** Labels of fields on the page; other messages name their subject themselves. */
const LABELS = {
  leave: "terms.leave",
  round: "terms.unit",
  withhold: "terms.withhold",
  fixed: "terms.fixed",
  last_longer: "terms.longer",
  trophy: "terms.trophy",
  hand: "range.yourHand",
  mystery: "bounty.envelopes",
  mystery_begins: "bounty.begins",
  payouts: "prizes",
  stacks: "chips",
  names: "name",
};

/**
 * Return a refusal as a sentence; with `beside`, it is shown next to its field and does not repeat the label.
 * @param {import("./engine.js").Refusal} refusal
 */
export function spell(refusal, beside = false) {
  const [key, ...named] = WORDS[refusal.code] || [];
  const facts = named.map((name) => refusal.facts[name]);
  if (!key || facts.includes(undefined)) return refusal.message;
  const [a, b] = facts.map((fact) => (typeof fact === "number" ? number(fact, 2, 0) : fact));
  const sentence = t(`refusal.${key}`, { a, b, value: refusal.value.replace(/^'(.*)'$/s, "$1") });
  return beside ? sentence : labelled(refusal.field, sentence);
}

function labelled(field, sentence) {
  const whose = /^(?:ranges|lock)\[(.*)\]/s.exec(field);
  const [name] = field.split(/[[,]/);
  const label = whose ? whose[1] : name in LABELS && t(LABELS[name]);
  return label ? `${label}: ${sentence}` : sentence;
}
