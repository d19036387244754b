// What is asked, checked: requests in the words of the API. Whatever this device does not do is left to the server.
import { Refusal, Unreachable } from "../engine.js";
import { Fraction } from "./exact.js";
import { MOST_PLAYERS, fits } from "./models.js";

export const MODELS = ["icm", "sem", "dcm"];
const TABLE = ["stacks", "payouts", "names", "bounties", "bounty_share", "own_bounty"];

/** Say what is wrong, as the server does. @returns {never} */
export function refuse(field, rule, value, hint = "") {
  throw new Refusal({ field, rule, value: String(value), hint, message: `${field} ${rule}${hint && ` (${hint})`}, got ${value}` });
}

/** Only the server knows that. @returns {never} */
export function leaveToServer() {
  throw new Unreachable();
}

/** Leave requests with other fields, or fields of another kind, to the server. */
export function onlyWith(request, names) {
  for (const [name, value] of Object.entries(request)) if (value !== undefined && value !== null && ![...TABLE, ...names].includes(name)) leaveToServer();
}

const areNumbers = (list) => Array.isArray(list) && list.every((value) => typeof value === "number" && Number.isFinite(value) && value >= 0);

/**
 * The table of a request.
 * @returns {import("./models.js").Table & { names: string[], given: number[] }} `given` are the payouts as they came
 */
export function tableIn(request, { prizes = true } = {}) {
  const { stacks, names, bounties, bounty_share: share = 0.5, own_bounty: own = true } = request;
  const given = prizes ? request.payouts : [1];
  if (!areNumbers(stacks) || !areNumbers(given) || stacks.length > MOST_PLAYERS || stacks.length < 2) leaveToServer();
  if (!given.length || given.length > stacks.length || !stacks.some((stack) => stack > 0) || !fits(stacks)) leaveToServer();
  const payouts = stacks.map((_, place) => given[place] ?? 0);
  const heads = bounties === undefined || bounties === null ? null : { heads: bounties, share: Number(share), own };
  if (heads && (!areNumbers(bounties) || bounties.length !== stacks.length || !(heads.share >= 0 && heads.share <= 1))) leaveToServer();
  return { stacks, payouts, given, bounties: heads, names: names ?? stacks.map((_, i) => `Player ${i + 1}`) };
}

/** Models that this device has. */
export function modelsIn(request) {
  const models = request.models ?? ["icm", "dcm"];
  if (!Array.isArray(models) || !models.length || !models.every((model) => MODELS.includes(model)) || new Set(models).size < models.length) leaveToServer();
  return models;
}

/** An amount of money, a number or a text; of `whole`, where it is a percentage, as far as `coin` can pay it. */
export function moneyIn(value, field, whole = null, coin = null) {
  if (typeof value === "number" && value >= 0) return Fraction.written(value);
  const found = /^([0-9]{1,30}(?:\.[0-9]{1,30})?)(%?)$/.exec(String(value).trim());
  if (!found) leaveToServer();
  const amount = Fraction.written(found[1]);
  if (!found[2]) return amount;
  if (whole === null || amount.compare(new Fraction(100n)) > 0) refuse(field, whole === null ? "must be an amount, not a percentage" : "must be at most 100 %", value);
  return amount.times(whole).over(new Fraction(100n)).down(coin);
}
