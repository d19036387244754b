// Bounties won in a hand, and their effect on a decision. As spots/knockouts.py and decisions/bounty.py.
import { MOST_POTS } from "../constants.js";
import { Fraction, ZERO } from "./exact.js";

const ONE = new Fraction(1n);
const CENT = new Fraction(1n, 100n);
const count = (number) => new Fraction(BigInt(number));

/**
 * Bounties on all players after a hand, and the cash paid to each. Whole cents stay whole: odd cents are paid in cash,
 * to the first of several winners.
 * @param {{ heads: number[], share: number }} bounties @param {[number, number[]][]} taken who busts, and who takes it
 */
export function takeBounties({ heads, share }, taken) {
  const before = heads.map((head) => Fraction.written(head));
  const whole = before.every((head) => head.over(CENT).bottom === 1n && (head.isZero || head.compare(ONE) >= 0));
  const after = [...before];
  const cash = before.map(() => ZERO);
  for (const [busted, takers] of taken) {
    const part = ONE.minus(Fraction.written(share)).times(before[busted]).over(count(takers.length));
    const added = whole ? part.down(CENT) : part;
    const paid = before[busted].minus(added.times(count(takers.length)));
    after[busted] = ZERO;
    takers.forEach((taker, place) => {
      after[taker] = after[taker].plus(added);
      cash[taker] = cash[taker].plus(partOf(paid, takers.length, place, whole));
    });
  }
  return { heads: after.map((head) => head.value), cash: cash.map((money) => money.value) };
}

/** One of several equal parts; odd cents go to the first ones. */
function partOf(money, parts, place, whole) {
  const each = money.over(count(parts));
  if (!whole) return each;
  const down = each.down(CENT);
  const odd = money.minus(down.times(count(parts))).over(CENT).value;
  return place < odd ? down.plus(CENT) : down;
}

/**
 * The number of dead chips in the main pot that makes call minus fold equal to `wanted`; null if there is none.
 * @param {(extra: number) => number} differenceAt
 */
export function deadChips(differenceAt, wanted, error, total, mainPot) {
  const now = differenceAt(0);
  if (Math.abs(now - wanted) <= error) return 0;
  const sign = now < wanted ? 1 : -1;
  const most = sign > 0 ? MOST_POTS * total : mainPot;
  const passed = (chips) => sign * (differenceAt(sign * chips) - wanted) >= 0;
  let [low, high] = [0, 1];
  while (!passed(Math.min(high, most))) {
    if (high >= most) return null;
    [low, high] = [high, 2 * high];
  }
  high = Math.min(high, most);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    [low, high] = passed(middle) ? [low, middle] : [middle, high];
  }
  return sign * high;
}
