// Validate requests of the API by the rules of table/. Requests that this device cannot answer are left to the server.
import { LARGEST, MAX_NAME, MAX_TREE_PLAYERS, MODELS, SMALLEST, TURNS, UNSEEN } from "../constants.js";
import { Fraction } from "./exact.js";
import { fits } from "./models.js";
import { counted, leaveToServer, missing, refuse, Verbatim } from "./refuse.js";

const TABLE = ["stacks", "payouts", "names", "bounties", "bounty_share", "own_bounty", "extra_payouts"];
const TURNING = new RegExp(TURNS);
const DRAWS_NOTHING = new RegExp(`${UNSEEN}|\\p{Cf}`, "gu");

/** Leave requests with other fields to the server. */
export function onlyWith(request, names) {
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && value !== null && ![...TABLE, ...names].includes(name)) leaveToServer();
}

/** A number of at least zero; text is left to the server. @returns {number} */
export function checkNumber(value, field, rule = "must be a number") {
  if (typeof value === "string") leaveToServer();
  if (typeof value !== "number") refuse("not_a_number", field, rule, value);
  if (value < 0) refuse("negative", field, "must not be negative", value);
  if (value !== 0 && !(value >= SMALLEST && value <= LARGEST))
    refuse("out_of_range", field, "must be zero or between 1e-100 and 1e+100", value);
  return value;
}

/** @returns {number[]} */
function checkNumbers(list, field) {
  if (!Array.isArray(list)) refuse("wrong_type", field, "must be a list", list);
  return list.map((value, i) => checkNumber(value, `${field}[${i}]`));
}

/** As table/table.py. */
function checkStacks(given) {
  const stacks = checkNumbers(given, "stacks");
  if (!stacks.length) refuse("too_few", "stacks", "must name at least one player", stacks);
  if (!stacks.some((stack) => stack > 0))
    refuse("too_few", "stacks", "must hold chips for at least one player", stacks);
  return stacks;
}

/** As table/prizes.py. */
function checkPayouts(given, players, extra) {
  const prizes = checkNumbers(given, "payouts");
  if (!prizes.length) refuse("too_few", "payouts", "must name at least one prize", prizes);
  if (extra === "error" && prizes.slice(players).some((prize) => prize > 0)) {
    const places = prizes.length === players + 1 ? `place ${players + 1}` : `places ${players + 1} to ${prizes.length}`;
    const rule = `must not outnumber the players: ${places} cannot be paid`;
    const got = new Verbatim(`${counted(prizes.length, "payout")} for ${counted(players, "player")}`);
    refuse("too_many", "payouts", rule, got, { hint: "extra_payouts='drop' leaves them out" });
  }
  return prizes.slice(0, players);
}

/** The visible part of a name. */
const displayed = (name) => name.replace(DRAWS_NOTHING, "").normalize("NFKC").split(/\s+/).filter(Boolean).join(" ");

/** As table/names.py. */
function checkNames(names, players) {
  if (names === undefined || names === null) return Array.from({ length: players }, (_, i) => `Player ${i + 1}`);
  if (!Array.isArray(names)) refuse("wrong_type", "names", "must be a list", names);
  names.forEach((name, i) => typeof name === "string" || refuse("wrong_type", `names[${i}]`, "must be a text", name));
  if (names.length !== players)
    refuse("wrong_count", "names", `must be as many as the ${counted(players, "stack")}`, names.length);
  names.forEach((name, i) => checkName(name, `names[${i}]`));
  const seen = names.map(displayed);
  names.forEach((name, i) => {
    const other = seen.indexOf(seen[i]);
    if (other === i) return;
    if (names[other] === name) refuse("duplicate", `names[${i}]`, "must differ from the other names", name);
    refuse("duplicate", `names[${i}]`, "must not look like another name", name, {
      hint: "only spaces, invisible characters or their encoding differ",
    });
  });
  return names;
}

function checkName(name, field) {
  const { length } = [...name];
  if (length > MAX_NAME)
    refuse("too_long", field, `must be at most ${MAX_NAME} characters`, new Verbatim(length), {
      facts: { most: MAX_NAME },
    });
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) || TURNING.test(name))
    refuse("control_characters", field, "must not hold line breaks or control characters", name);
  if (!displayed(name)) refuse("wrong_format", field, "must be a name", name);
}

/** As table/prizes.py; null without bounties. */
function checkBounties({ bounties, bounty_share: share, own_bounty: own = true }, stacks) {
  const paid = typeof share === "string" ? shareIn(share) : share;
  if (bounties === undefined || bounties === null) {
    if (paid !== undefined && paid !== null)
      refuse("needs_other", "bounty_share", "must be given together with bounties or mystery", paid);
    if (own === false) refuse("needs_other", "own_bounty", "must be given together with bounties or mystery", own);
    return null;
  }
  const heads = checkHeads(bounties, stacks);
  const part = checkNumber(paid ?? 0.5, "bounty_share");
  if (part > 1) refuse("above_100_percent", "bounty_share", "must lie between 0 and 1", part);
  return { heads, share: part, own };
}

function checkHeads(bounties, stacks) {
  if (typeof bounties === "object" && !Array.isArray(bounties)) leaveToServer();
  if (!Array.isArray(bounties)) {
    const each = checkNumber(bounties, "bounties", "must be a number or a list or an object");
    return stacks.map((stack) => (stack > 0 ? each : 0));
  }
  const heads = checkNumbers(bounties, "bounties");
  const got = new Verbatim(counted(heads.length, "bounty", "bounties"));
  if (heads.length !== stacks.length)
    refuse("wrong_count", "bounties", `must be as many as the ${counted(stacks.length, "stack")}`, got);
  const won = "must be 0 for a player without chips, whose bounty has been won";
  heads.forEach((head, i) => head > 0 && stacks[i] === 0 && refuse("conflict", `bounties[${i}]`, won, head));
  return heads;
}

/** Parse a share: 0.4 or 40 %. */
function shareIn(text) {
  const found = /^([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*(%?)$/.exec(text.trim());
  if (!found) leaveToServer();
  return Number(found[1]) / (found[2] ? 100 : 1);
}

/**
 * The table of a request.
 * @returns {import("./models.js").Table & { names: string[], given: number[] }} `given` are the original payouts
 */
export function tableIn(request, { prizes = true, field = false } = {}) {
  if (request.own_bounty !== undefined && request.own_bounty !== null && typeof request.own_bounty !== "boolean")
    refuse("wrong_type", "own_bounty", "must be true or false", request.own_bounty);
  for (const name of prizes ? ["stacks", "payouts"] : ["stacks"])
    if (request[name] === undefined || request[name] === null) missing(name, "must be given");
  const extra = request.extra_payouts ?? "error";
  if (extra !== "error" && extra !== "drop") leaveToServer();
  const stacks = checkStacks(request.stacks);
  const given = prizes ? checkPayouts(request.payouts, stacks.length, extra) : [1];
  const names = checkNames(request.names, stacks.length);
  const bounties = checkBounties(request, stacks);
  if (field ? bounties : stacks.length > MAX_TREE_PLAYERS || stacks.length < 2 || !fits(stacks)) leaveToServer();
  return { stacks, payouts: stacks.map((_, place) => given[place] ?? 0), given, bounties, names };
}

/** Whether only ICM is asked for, of more players than the other models take. */
export const isField = ({ stacks, models }) =>
  Array.isArray(stacks) && stacks.length > MAX_TREE_PLAYERS && models?.length === 1 && models[0] === "icm";

/** The seat of a player, given by name. */
export function seatIn(names, player, field) {
  const found = names.indexOf(player);
  if (found < 0)
    refuse("unknown_choice", field, `must be one of ${names.join(", ")}`, player, { facts: { choices: names } });
  return found;
}

/** Models that this device has. */
export function modelsIn(request) {
  const models = request.models ?? ["icm", "dcm"];
  if (!Array.isArray(models) || !models.length || new Set(models).size < models.length) leaveToServer();
  if (!models.every((model) => MODELS.includes(model))) leaveToServer();
  return models;
}

/** Parse money: a number or text; a percentage is of `whole`, rounded down to multiples of `coin`, if there is one. */
export function moneyIn(value, field, whole = null, coin = null) {
  if (typeof value !== "string")
    return Fraction.written(checkNumber(value, field, field === "leave" ? "must be a number or a list" : undefined));
  const found = /^([0-9]{1,30}(?:\.[0-9]{1,30})?)(%?)$/.exec(value.trim());
  if (!found) leaveToServer();
  const amount = Fraction.written(found[1]);
  if (!found[2]) return amount;
  if (whole === null) refuse("not_an_amount", field, "must be an amount, not a percentage", value);
  if (amount.compare(new Fraction(100n)) > 0) refuse("above_100_percent", field, "must be at most 100 %", value);
  const part = amount.times(whole).over(new Fraction(100n));
  return coin ? part.down(coin) : part;
}
