// The question "deal" on this device, exact to the cent. Follows deals/.
import { FINEST, PROPOSALS } from "../constants.js";
import { Fraction, larger, sum, ZERO } from "./exact.js";
import { leaveToServer, refuse } from "./refuse.js";
import { checkNumber, onlyWith, tableIn } from "./request.js";
import { largestFirst, levelShares, roundOut, shareOut } from "./rounding.js";
import { inWords, termsOf } from "./terms.js";
import { ON_DEVICE, resultOf, rulesOf } from "./values.js";

const TOLERANCE = 1e-9;
const TERMS = [
  ...["leave", "round", "withhold", "fixed", "bounty_terms", "close_stacks"],
  ...["trophy", "trophy_to", "last_longer", "last_longer_players"],
];

const whole = (count) => new Fraction(BigInt(count));
const words = (amount) => amount.money ?? amount.decimals(FINEST);

/** The value of playing on under a model, and the shares now. */
function valuation(models, model, table, terms) {
  const payouts = terms.prizes.map((prize) => prize.value);
  const played = { ...table, payouts, given: payouts };
  const found = models.equity(model, played, TOLERANCE);
  const shares = terms.heads === "share";
  const kept = terms.leave.map((amount) => amount.value);
  const { finish, error: finishError } = kept.some((amount) => amount > 0)
    ? found.places()
    : { finish: table.stacks.map(() => []), error: 0 };
  const left = finish.map((row) => row.reduce((total, share, place) => total + share * kept[place], 0));
  const worth = (shares ? found.total : found.equities).map((value, i) => value - left[i]);
  const error = found.error + (shares ? found.bounty_error : 0) + finishError * sum(terms.leave).value;
  const lasting = lastingWorth(terms.lasting, table.stacks);
  const still = left.map((value, i) => value + lasting[i] + (shares || !found.bounty ? 0 : found.bounty[i]));
  const level = levelShares(worth, table.stacks, shares ? table.bounties.heads : undefined);
  const result = resultOf(model, played, found);
  return { error, total: found.total ?? found.equities, still, result, shares: level };
}

/** The value of the last longer pot to each player: in proportion to chips. */
function lastingWorth({ stake, seats }, stacks) {
  const chips = seats.reduce((total, seat) => total + stacks[seat], 0);
  const pot = stake.value * seats.length;
  return stacks.map((stack, i) => (seats.includes(i) ? (pot * stack) / chips : 0));
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
  const lowest = terms.prizes.at(-1).minus(terms.leave.at(-1));
  const chips = table.stacks.map((stack) => Fraction.written(stack));
  const rest = terms.toShare.minus(lowest.times(players)).over(sum(chips));
  return { shares: chips.map((stack) => lowest.plus(rest.times(stack))), error: 0 };
}

/** The part of a player's share that is not paid in cash: their trophy, their last longer stake. */
function inKind({ trophy, lasting }, seat) {
  const taken = seat === trophy.to ? trophy.worth : ZERO;
  return lasting.seats.includes(seat) ? taken.plus(lasting.stake) : taken;
}

function proposalOf(name, table, terms, values, weight) {
  const { shares, error } = sharesBy(name, table, terms, values, weight);
  const { lowest, highest, fixed } = terms;
  const kinds = table.stacks.map((_, seat) => inKind(terms, seat));
  const others = table.stacks.map((_, seat) => seat).filter((seat) => !fixed.has(seat));
  const at = (list) => others.map((seat) => list[seat]);
  const rest = terms.toShare.minus(sum([...fixed.values()]));
  const shared = shareOut(at(shares), rest, lowest, highest).map((share, i) => share.minus(kinds[others[i]]));
  const [low, high] = [lowest, highest].map((bound) => at(kinds).map((kind) => bound.minus(kind)));
  const rounded = roundOut(shared, terms.unit, low, high, largestFirst(at(table.stacks)));
  const exact = table.stacks.map((_, seat) => fixed.get(seat)?.minus(kinds[seat]) ?? shared[others.indexOf(seat)]);
  const oddTo = rounded.oddTo === null ? null : others[rounded.oddTo];
  const cash = exact.map((share, seat) => {
    const paid = fixed.has(seat) ? share : rounded.shares[others.indexOf(seat)];
    return seat === oddTo ? paid.plus(rounded.odd) : paid;
  });
  const taken = terms.trophy.to;
  const against = Object.fromEntries(
    Object.entries(values).map(([model, { still, total }]) => [
      model,
      cash.map((money, i) => money.value + (i === taken ? terms.trophy.worth.value : 0) + still[i] - total[i]),
    ]),
  );
  return {
    name,
    cash: cash.map((money) => money.money),
    exact: exact.map((share) => share.value),
    odd: rounded.odd.money,
    odd_to: oddTo,
    error: error * errorScale(at(shares), rest, lowest),
    against_playing_on: against,
  };
}

/** Refuse a last longer stake above a player's share by the chosen rule. */
function checkStakes({ trophy, lasting }, { name, cash }, table) {
  for (const seat of lasting.seats) {
    if (seat === trophy.to || !cash[seat].startsWith("-")) continue;
    const most = Fraction.written(cash[seat]).plus(lasting.stake);
    const rule = `must be at most ${inWords(most)}, the share of ${table.names[seat]} by ${name}`;
    refuse("too_large", "last_longer", rule, lasting.stake.money, { facts: { most: most.value } });
  }
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
  return { ...rulesOf(table), bounties: amounts.map(written), heads, bounty_pool: written(sum(amounts)) };
}

/** @param {import("./models.js").Models} models */
export function deal(models, request) {
  // Only the server finds close stacks.
  onlyWith(request, ["choose", "between", ...TERMS]);
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
  checkStakes(terms, chosen, table);
  return {
    names: table.names,
    stacks: table.stacks,
    payouts: terms.payouts.map(words),
    pool: words(terms.pool),
    unit: words(terms.unit),
    withheld: words(terms.withheld),
    leave: terms.leave.slice(0, 1 + terms.leave.findLastIndex((amount) => !amount.isZero)).map(words),
    fixed: [...terms.fixed].map(([seat, money]) => [seat, words(money)]),
    trophy: words(terms.trophy.worth),
    trophy_to: terms.trophy.to,
    last_longer: words(terms.lasting.stake),
    last_longer_players: terms.lasting.seats,
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
