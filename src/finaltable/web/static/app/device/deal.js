// The question "deal" on this device, exact to the cent. Follows deals/.
import { FINEST, PROPOSALS } from "../constants.js";
import { Fraction, larger, smaller, sum, ZERO } from "./exact.js";
import { leaveToServer, refuse, Verbatim } from "./refuse.js";
import { checkNumber, moneyIn, onlyWith, tableIn } from "./request.js";
import { largestFirst, levelShares, roundOut, shareOut } from "./rounding.js";
import { ON_DEVICE, resultOf } from "./values.js";

const TOLERANCE = 1e-9;

const whole = (count) => new Fraction(BigInt(count));
const words = (amount) => amount.money ?? amount.decimals(FINEST);

/** An amount for a message: 13,200. */
function text(amount) {
  const [units, decimals] = amount.nearest(new Fraction(1n, 10n ** BigInt(FINEST))).money.split(".");
  return units.replace(/\B(?=(\d{3})+$)/g, ",") + (decimals === "00" ? "" : `.${decimals}`);
}

/** The terms of a deal, validated. */
function termsOf(request, table) {
  checkTable(table);
  const payouts = table.given.map((payout) => Fraction.written(payout));
  if (
    payouts.some(
      (payout) =>
        !payout
          .times(whole(10 ** FINEST))
          .down(whole(1))
          .over(whole(10 ** FINEST))
          .minus(payout).isZero,
    )
  )
    leaveToServer();
  const given = table.stacks.map((_, place) => payouts[place] ?? ZERO);
  const pool = sum(given);
  if (pool.compare(whole(1)) < 0) leaveToServer();
  const cent = new Fraction(1n, 100n);
  const shared = sharedHeads(request, table);
  const withheld = moneyIn(request.withhold ?? 0, "withhold", pool, cent);
  if (withheld.compare(pool) >= 0)
    refuse("not_below_pool", "withhold", `must be less than the prizes, ${text(pool)}`, request.withhold, {
      facts: { most: pool.value },
    });
  const prizes = given.map((prize) => prize.times(pool.minus(withheld)).over(pool));
  const left = moneyIn(request.leave ?? 0, "leave", sum(prizes), cent);
  const now = prizes.map((prize, place) => (place ? prize : prize.minus(left)));
  const bounds = boundsOf(now, shared, withheld.isZero ? null : cent);
  const most = smaller(sum(prizes).minus(bounds.lowest.times(whole(given.length))), pool.minus(withheld));
  const kept = bounds.lowest.isZero ? "" : ` minus ${text(bounds.lowest)} guaranteed to each player`;
  if (left.compare(most) > 0)
    refuse("above_pool", "leave", `must be at most ${text(most)} in total, the pool${kept}`, new Verbatim(text(left)), {
      facts: { most: most.value },
    });
  const toShare = sum(now).plus(shared);
  if (toShare.isZero)
    refuse("not_below_pool", "leave", `must be less than the prizes, ${text(most)}`, new Verbatim(text(most)), {
      facts: { most: most.value },
    });
  const unit = request.round === undefined ? cent : moneyIn(request.round, "round");
  const smallest = given.filter((prize) => !prize.isZero).reduce(smaller);
  if (unit.isZero || unit.compare(smallest) > 0)
    refuse(
      "unit_out_of_range",
      "round",
      `must be above 0 and at most the lowest prize, ${text(smallest)}`,
      request.round,
      { facts: { most: smallest.value } },
    );
  return { payouts, pool, withheld, prizes, left, unit, heads: request.bounty_terms ?? "stay", toShare, ...bounds };
}

function checkTable({ stacks, given }) {
  stacks.forEach(
    (stack, i) =>
      stack > 0 ||
      refuse("too_small", `stacks[${i}]`, "must be above 0 in a deal", stack, {
        hint: "leave out busted players and their prizes",
      }),
  );
  given.forEach(
    (prize, i) =>
      i === 0 ||
      prize <= given[i - 1] ||
      refuse("not_descending", `payouts[${i}]`, `must be at most the prize of place ${i}`, prize, {
        hint: "list them from first place down",
        facts: { place: i },
      }),
  );
  if (!given.some((prize) => prize > 0)) refuse("too_few", "payouts", "must include a prize above 0", given);
}

/** The amount of bounties that is shared. */
function sharedHeads({ bounty_terms: heads = "stay" }, { bounties }) {
  if (heads === "stay") return ZERO;
  if (typeof heads !== "string") refuse("wrong_type", "bounty_terms", "must be a text", heads);
  if (heads !== "share")
    refuse("unknown_choice", "bounty_terms", "must be one of stay, share", heads, {
      facts: { choices: ["stay", "share"] },
    });
  if (!bounties) refuse("needs_other", "bounty_terms", "can be 'share' only with bounties", heads);
  if (!bounties.own)
    refuse(
      "last_head_unpaid",
      "bounty_terms",
      "must be 'stay' if the last bounty is not paid: the amount to share is unknown",
      heads,
    );
  return sum(bounties.heads.map((head) => Fraction.written(head)));
}

/** Each share is between the lowest and the first prize, rounded to amounts that can be paid. */
function boundsOf(now, shared, coin) {
  const lowest = larger(now.at(-1), ZERO);
  const highest = now.reduce(larger).plus(shared);
  if (!coin) return { lowest, highest };
  const below = highest.down(coin);
  return { lowest: lowest.down(coin), highest: below.compare(highest) < 0 ? below.plus(coin) : highest };
}

/** The value of playing on under a model, and the shares now. */
function valuation(models, model, table, terms) {
  const played = {
    ...table,
    payouts: terms.prizes.map((prize) => prize.value),
    given: terms.prizes.map((prize) => prize.value),
  };
  const found = models.equity(model, played, TOLERANCE);
  const shares = terms.heads === "share";
  const { finish, error: finishError } = terms.left.isZero
    ? { finish: table.stacks.map(() => [0]), error: 0 }
    : found.places();
  const left = finish.map((row) => row[0] * terms.left.value);
  const worth = (shares ? found.total : found.equities).map((value, i) => value - left[i]);
  const error = found.error + (shares ? found.bounty_error : 0) + finishError * terms.left.value;
  const still = left.map((value, i) => value + (shares || !found.bounty ? 0 : found.bounty[i]));
  const total = found.total ?? found.equities;
  return {
    error,
    total,
    still,
    result: resultOf(model, played, found),
    shares: levelShares(worth, table.stacks, shares ? table.bounties.heads : undefined),
  };
}

/** The shares by one rule, and their error. */
function sharesBy(name, table, terms, values, weight) {
  if (values[name]) return values[name];
  if (name === "between") {
    const { icm, dcm } = values;
    return {
      shares: icm.shares.map((share, i) => share.plus(weight.times(dcm.shares[i].minus(share)))),
      error: (1 - weight.value) * icm.error + weight.value * dcm.error,
    };
  }
  const players = whole(table.stacks.length);
  if (name === "equal") return { shares: table.stacks.map(() => terms.toShare.over(players)), error: 0 };
  const lowest = terms.prizes.at(-1);
  const chips = table.stacks.map((stack) => Fraction.written(stack));
  const rest = terms.toShare.minus(lowest.times(players)).over(sum(chips));
  return { shares: chips.map((stack) => lowest.plus(rest.times(stack))), error: 0 };
}

function proposalOf(name, table, terms, values, weight) {
  const { shares, error } = sharesBy(name, table, terms, values, weight);
  const { lowest, highest, toShare } = terms;
  const exact = shareOut(shares, toShare, lowest, highest);
  const rounded = roundOut(exact, terms.unit, lowest, highest, largestFirst(table.stacks));
  const cash = rounded.shares.map((share, i) => (i === rounded.oddTo ? share.plus(rounded.odd) : share));
  const against = Object.fromEntries(
    Object.entries(values).map(([model, { still, total }]) => [
      model,
      cash.map((money, i) => money.value + still[i] - total[i]),
    ]),
  );
  return {
    name,
    cash: cash.map((money) => money.money),
    exact: exact.map((share) => share.value),
    odd: rounded.odd.money,
    odd_to: rounded.oddTo,
    error: error * errorScale(shares, toShare, lowest),
    against_playing_on: against,
  };
}

/** The factor by which an error grows when shares are scaled to the total. */
function errorScale(wanted, total, lowest) {
  const above = sum(wanted.map((share) => larger(share.minus(lowest), ZERO)));
  const scale = above.isZero ? 1 : total.minus(lowest.times(whole(wanted.length))).over(above).value;
  return Math.abs(scale - 1) < 1e-6 ? 1 : 2 * Math.max(1, scale);
}

/** The bounty terms in the format of the API; empty without bounties. */
function headsWritten(table, { heads }) {
  const { bounties } = table;
  if (!bounties) return {};
  const amounts = bounties.heads.map((head) => Fraction.written(head));
  const written = (amount) => words(amount.nearest(new Fraction(1n, 10n ** BigInt(FINEST))));
  return {
    bounties: amounts.map(written),
    bounty_share: bounties.share,
    own_bounty: bounties.own,
    heads,
    bounty_pool: written(sum(amounts)),
  };
}

/** @param {import("./models.js").Models} models */
export function deal(models, request) {
  // Only the server finds close stacks.
  onlyWith(request, ["choose", "between", "leave", "round", "withhold", "bounty_terms", "close_stacks"]);
  const table = tableIn(request);
  const choose = request.choose ?? "icm";
  const weight = Fraction.written(checkNumber(request.between ?? 0.5, "between"));
  if (!PROPOSALS.includes(choose)) leaveToServer();
  if (weight.compare(whole(1)) > 0)
    refuse("above_100_percent", "between", "must lie between 0 (ICM) and 1 (DCM)", request.between);
  const terms = termsOf(request, table);
  const names = PROPOSALS.filter((name) => name !== "between" || choose === "between" || request.between !== undefined);
  const values = Object.fromEntries(
    ["icm", "sem", "dcm"].map((model) => [model, valuation(models, model, table, terms)]),
  );
  const proposals = names.map((name) => proposalOf(name, table, terms, values, weight));
  const chosen = proposals.find((one) => one.name === choose);
  return {
    names: table.names,
    stacks: table.stacks,
    payouts: terms.payouts.map(words),
    pool: words(terms.pool),
    unit: words(terms.unit),
    withheld: words(terms.withheld),
    leave: terms.left.isZero ? [] : [words(terms.left)],
    lowest: words(terms.lowest),
    highest: words(terms.highest),
    ...headsWritten(table, terms),
    between: weight.value,
    choose,
    paid_now: words(sum(chosen.cash.map((money) => Fraction.written(money)))),
    proposals,
    playing_on: Object.fromEntries(Object.entries(values).map(([model, one]) => [model, one.result])),
    sensitivity: null,
    ...ON_DEVICE,
  };
}
