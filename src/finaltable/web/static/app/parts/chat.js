// A deal as a chat message: in English identical to the command line (deals/report.py), translated otherwise.
import { MOST_NAMED } from "../constants.js";
import { exactMoney, ordinal, t } from "../locale.js";
import { title } from "./models.js";

const MODELS = ["icm", "dcm"]; // models that the chosen rule is compared with

/** The chat message. */
export function chatText(answer, state) {
  const { money, whole, lines, notes, sum } = dealWords(answer, state);
  const head = t("chat.head", { count: answer.names.length, money: money(whole), rule: ruleWords(answer) });
  return [head, ...answer.names.map((name, i) => `${name} ${lines[i]}`), ...notes, t("chat.sum", { money: sum })].join(
    "\n",
  );
}

/**
 * The parts of a message: money format, a line for each player, other terms, and the sum.
 * @param {any} answer of the question "deal" @param {import("../state.js").State} state
 */
export function dealWords(answer, state) {
  const heads = headsOf(answer, state);
  const money = exactMoney(state.currency, decimalsOf(answer, heads));
  const cash = Object.fromEntries(answer.proposals.map((one) => [one.name, one.cash.map(money)]));
  const others = MODELS.filter((name) => name !== answer.choose && cash[name]);
  const beside = (i) => others.map((name) => `${title(name)} ${cash[name][i]}`).join(", ");
  const shares = cash[answer.choose];
  const shared = answer.heads === "share";
  return {
    money,
    shares,
    whole: Number(answer.pool) + (shared ? Number(heads.all) : 0),
    lines: shares.map((share, i) => share + (others.length ? ` (${beside(i)})` : "")),
    notes: [
      ...leftWords(answer, money),
      ...headWords(answer, heads, money),
      ...(Number(answer.withheld) ? [t("chat.withheld", { money: money(answer.withheld) })] : []),
    ],
    sum: money(answer.paid_now),
  };
}

/** The rule of a deal: "by ICM". */
export function ruleWords({ choose, between }) {
  if (choose === "chip_chop" || choose === "equal") return t(`chat.by.${choose}`);
  const rule = choose === "between" ? `ICM + ${Number(Number(between).toPrecision(6))} x (DCM - ICM)` : title(choose);
  return t("chat.by", { rule });
}

/** The bounties as decimals; null without bounties. The mean of envelopes is rounded to cents. */
function headsOf({ bounties, bounty_pool: all }, state) {
  if (!bounties?.length) return null;
  const write = (head) => (state.fields.mystery ? Number(head).toFixed(2) : head);
  return { each: bounties.map(write), all: write(all) };
}

/** Decimals needed for all payments; none if all are whole. */
function decimalsOf(answer, heads) {
  const shares = answer.proposals.flatMap((one) => one.cash);
  const chosen = answer.proposals.find((one) => one.name === answer.choose);
  const terms = [
    ...answer.payouts,
    answer.withheld,
    ...answer.leave,
    answer.lowest,
    answer.highest,
    ...(heads ? [...heads.each, heads.all] : []),
    answer.paid_now,
    chosen.odd,
  ];
  return Math.max(
    ...[shares, terms].map((amounts) =>
      amounts.every((one) => Number.isInteger(Number(one))) ? 0 : Math.max(...amounts.map(digitsOf)),
    ),
  );
}

/** Decimals of an amount of the API: 12.50 has two, 1.5E-7 has eight. */
function digitsOf(text) {
  const [digits, exponent = "0"] = text.split("E");
  return Math.max(0, (digits.split(".")[1] || "").length - Number(exponent));
}

const listed = (words) => (words.length > 1 ? words.slice(0, -1).join(", ") + t("chat.and") + words.at(-1) : words[0]);

function leftWords({ leave }, money) {
  const left = leave
    .map((amount, i) => [amount, i ? ordinal(i + 1) : t("chat.winner")])
    .filter(([amount]) => Number(amount));
  return left.length
    ? [t("chat.left", { list: listed(left.map(([amount, place]) => t("chat.for", { money: money(amount), place }))) })]
    : [];
}

function headWords(answer, heads, money) {
  if (!heads) return [];
  if (answer.heads === "share") return [t("chat.headsShared", { money: money(heads.all) })];
  const each = heads.each.map(money);
  const order = [...heads.each].sort((a, b) => a - b);
  const list =
    new Set(each).size === 1
      ? t("chat.each", { money: each[0] })
      : each.length > MOST_NAMED
        ? t("chat.headsFrom", { low: money(order[0]), high: money(order.at(-1)), count: each.length })
        : listed(answer.names.map((name, i) => `${name} ${each[i]}`));
  return [t("chat.heads", { list })];
}
