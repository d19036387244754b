// A deal in words: a chat message, in English identical to the command line (deals/report.py), translated otherwise.
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
  const money = exactMoney(state.currency, Math.max(...decimalsOf(answer, heads)));
  const proposed = Object.fromEntries(answer.proposals.map((one) => [one.name, one.cash]));
  const others = MODELS.filter((name) => name !== answer.choose && proposed[name]);
  const beside = (i) => others.map((name) => `${title(name)} ${money(proposed[name][i])}`).join(", ");
  const shares = proposed[answer.choose].map((cash) => paidWords(cash, money));
  const shared = answer.heads === "share";
  return {
    money,
    shares,
    whole: Number(answer.pool) + (shared ? Number(heads.all) : 0),
    lines: shares.map((share, i) => share + (others.length ? ` (${beside(i)})` : "")),
    notes: [
      ...leftWords(answer, money),
      ...otherWords(answer, money),
      ...headWords(answer, heads, money),
      ...(Number(answer.withheld) ? [t("chat.withheld", { money: money(answer.withheld) })] : []),
    ],
    sum: money(answer.paid_now),
  };
}

/** A payment to a player, or from a player who pays in. */
export const paidWords = (cash, money) =>
  Number(cash) < 0 ? t("sheet.pays", { money: money(cash.slice(1)) }) : money(cash);

/** The rule of a deal: "by ICM". */
export function ruleWords({ choose, between }) {
  if (choose === "chip_chop" || choose === "equal") return t(`chat.by.${choose}`);
  const rule = choose === "between" ? `ICM + ${Number(Number(between).toPrecision(6))} x (DCM - ICM)` : title(choose);
  return t("chat.by", { rule });
}

/** The bounties as decimals; null without bounties. The mean of envelopes is rounded to cents. */
export function headsOf({ bounties, bounty_pool: all }, state) {
  if (!bounties?.length) return null;
  const write = (head) => (state.fields.mystery ? Number(head).toFixed(2) : head);
  return { each: bounties.map(write), all: write(all) };
}

/** Decimals that payments and terms need; none if all are whole. */
export function decimalsOf(answer, heads) {
  const shares = answer.proposals.flatMap((one) => one.cash);
  const chosen = answer.proposals.find((one) => one.name === answer.choose);
  const terms = [
    ...answer.payouts,
    answer.withheld,
    ...answer.leave,
    ...answer.fixed.map(([, amount]) => amount),
    answer.trophy,
    answer.last_longer,
    answer.lowest,
    answer.highest,
    ...(heads ? [...heads.each, heads.all] : []),
    answer.paid_now,
    chosen.odd,
  ];
  return [shares, terms].map(decimalsIn);
}

/** Decimals of amounts of the API; 12.50 has two, 1.5E-7 has eight, whole amounts none. */
export function decimalsIn(amounts) {
  if (amounts.every((one) => Number.isInteger(Number(one)))) return 0;
  return Math.max(
    ...amounts.map((text) => {
      const [digits, exponent = "0"] = text.split("E");
      return Math.max(0, (digits.split(".")[1] || "").length - Number(exponent));
    }),
  );
}

/** Join words: Ana, Bo and Cy. */
export const listed = (words) =>
  words.length > 1 ? words.slice(0, -1).join(", ") + t("chat.and") + words.at(-1) : words[0];

function leftWords({ leave }, money) {
  const left = leave
    .map((amount, i) => [amount, i ? ordinal(i + 1) : t("chat.winner")])
    .filter(([amount]) => Number(amount));
  return left.length
    ? [t("chat.left", { list: listed(left.map(([amount, place]) => t("chat.for", { money: money(amount), place }))) })]
    : [];
}

/** The stakes of a last longer bet, together. */
export const potOf = ({ last_longer: stake, last_longer_players: seats }) => Number(stake) * seats.length;

function otherWords(answer, money) {
  const { trophy_to: taker, trophy, names } = answer;
  return [
    ...(taker === null ? [] : [t("chat.trophy", { name: names[taker], money: money(trophy) })]),
    ...(Number(answer.last_longer) ? [t("chat.lastLonger", { money: money(potOf(answer)) })] : []),
  ];
}

function headWords(answer, heads, money) {
  if (!heads) return [];
  if (answer.heads === "share") return [t("chat.headsShared", { money: money(heads.all) })];
  return [t("chat.heads", { list: eachHead(answer, heads, money) })];
}

/** The bounties in words: by player, or once if they are equal. */
export function eachHead(answer, heads, money) {
  const each = heads.each.map(money);
  const order = [...heads.each].sort((a, b) => a - b);
  if (new Set(each).size === 1) return t("chat.each", { money: each[0] });
  return each.length > MOST_NAMED
    ? t("chat.headsFrom", { low: money(order[0]), high: money(order.at(-1)), count: each.length })
    : listed(answer.names.map((name, i) => `${name} ${each[i]}`));
}
