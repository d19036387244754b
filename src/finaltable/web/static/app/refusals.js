// Refusals in the reader's language: the rule is known by its English words, which are data of the API. What is not
// known here stays as the server wrote it.
import { number, t } from "./locale.js";

/**
 * Keys, and the rules they stand for; what is in brackets, in the rule or else in the hint, fills {a} and {b}.
 * @type {[string, RegExp, RegExp?][]}
 */
const RULES = [
  ["oneWay", /^must be a number that can be read in one way only$/, /^write (.+) or (.+)$/],
  ["number", /^must be a number\b/],
  ["amount", /^must be an amount, not a percentage$/],
  ["negative", /^must not be negative$/],
  ["leaves", /^must be at most ([\d.,]+) in total, the pool/],
  ["percent", /^must be at most 100 %$|^must lie between 0 and 1$/],
  ["unit", /^must be above 0 and at most the lowest prize, ([\d.,]+)$/],
  ["withhold", /^must be less than the prizes, ([\d.,]+)$/],
  ["order", /^must not be more than place (\d+) (?:pays|keeps)/],
  ["heads", /^must stay where nobody is paid for the last head/],
  ["envelopes", /^must hold an envelope for each player .* here (\d+)$/],
  ["waits", /^must wait: its phase begins with (\d+) players, and (\d+) are left$/],
  ["whole", /^must be a whole number from (\d+) to (\d+)$/],
  ["hands", /^must be hands like /],
  ["cards", /^must be two (?:different cards|cards like )/],
  ["pair", /^must be a pair without s or o$/],
  ["best", /^must be a percentage above 0 and up to 100$/],
  ["weight", /^must have a weight from 0 to 1 /],
  ["someHand", /^must (?:name|leave) at least one hand/],
  ["joined", /^must join two pairs, /],
  ["blocked", /^must leave every player a hand that shares no card /],
  ["smallBlind", /^must be at most the big blind of ([\d.,]+)$/],
  ["heroOut", /^must have chips left after blinds and antes$/],
  ["nothing", /^must leave hero something to call$/],
  ["posted", /^must include (.+), whose whole stack is in the pot$/],
  ["noDecision", /^must leave somebody a decision/],
  ["size", /^must be zero or between 1e-100 and 1e\+100$/],
  ["letters", /^must not hold line breaks or control characters$/],
  ["list", /^must end in a number of chips/],
  ["longList", /^must hold at most ([\d.,]+) players on this server$/],
];
/** What the page calls fields; other sentences say themselves what they are about. */
const LABELS = {
  leave: "terms.leave",
  unit: "terms.unit",
  withhold: "terms.withhold",
  hand: "range.yourHand",
  mystery: "bounty.envelopes",
  mystery_begins: "bounty.begins",
  payouts: "prizes",
  stacks: "chips",
  names: "name",
};

/**
 * What was refused, as a sentence; `beside`: it stands beside its field, whose name it need not repeat.
 * @param {import("./engine.js").Refusal} refusal
 */
export function spell(refusal, beside = false) {
  const [key, rule, hint] =
    RULES.find(([, one, other]) => one.test(refusal.rule) && (!other || other.test(refusal.hint))) || [];
  if (!key) return refusal.message;
  const [a, b] = (hint ? hint.exec(refusal.hint) : rule.exec(refusal.rule)).slice(1).map(inWords);
  const sentence = t(`refusal.${key}`, { a, b, value: refusal.value.replace(/^'(.*)'$/s, "$1") });
  return beside ? sentence : labelled(refusal.field, sentence);
}

/** A number as the locale writes it; a name as it is. */
const inWords = (text) => (/^[\d,]+(\.\d+)?$/.test(text ?? "") ? number(Number(text.replaceAll(",", "")), 2, 0) : text);

function labelled(field, sentence) {
  const whose = /^(?:ranges|locked)\[(.*)\]/s.exec(field);
  const [name] = field.split(/[[,]/);
  const label = whose ? whose[1] : name in LABELS && t(LABELS[name]);
  return label ? `${label}: ${sentence}` : sentence;
}
