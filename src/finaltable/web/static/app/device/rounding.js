// Payments of a deal: within bounds, rounded so that they add up. As table/money.py, values/payable.py.
import { Fraction, larger, smaller, sum, ZERO } from "./exact.js";

/** Divide `total` in proportion to `wanted`, each share between `lowest` and `highest`. */
export function shareOut(wanted, total, lowest, highest) {
  const above = wanted.map((share) => larger(share.minus(lowest), ZERO));
  let free = wanted.map((_, i) => i);
  const shares = wanted.map(() => lowest);
  let rest = total.minus(lowest.times(whole(wanted.length)));
  while (free.length) {
    const weight = sum(free.map((i) => above[i]));
    for (const i of free)
      shares[i] = lowest.plus(weight.isZero ? rest.over(whole(free.length)) : rest.times(above[i]).over(weight));
    const full = free.filter((i) => shares[i].compare(highest) > 0);
    if (!full.length) break;
    for (const i of full) shares[i] = highest;
    rest = rest.minus(highest.minus(lowest).times(whole(full.length)));
    free = free.filter((i) => !full.includes(i));
  }
  return shares;
}

const whole = (count) => new Fraction(BigInt(count));

/** Round shares to multiples of `unit`, within bounds, by largest remainder; with the rest (`odd`) the sum stays. */
export function roundOut(exact, unit, lowest, highest, first) {
  const down = exact.map((share, i) => larger(share.down(unit), lowest[i]));
  const up = exact.map((share, i) => smaller(share.down(unit).plus(unit), highest[i]));
  const shares = [...down];
  let odd = sum(exact).minus(sum(down));
  const turn = (i) => first.indexOf(i);
  const loses = exact.map((share, i) => down[i].minus(share));
  let oddTo = null;
  for (const i of exact.map((_, at) => at).sort((a, b) => loses[a].compare(loses[b]) || turn(a) - turn(b))) {
    const step = up[i].minus(down[i]);
    if (step.compare(odd) <= 0) {
      shares[i] = up[i];
      odd = odd.minus(step);
    } else oddTo ??= i;
  }
  return { shares, odd, oddTo: odd.isZero ? null : oddTo };
}

/** Shares, equal for players with equal chips and bounties. */
export function levelShares(values, stacks, heads = stacks.map(() => 0)) {
  const alike = stacks.map((stack, i) => `${stack} ${heads[i]}`);
  const unit = noiseOf(values);
  const worths = values.map((worth) => Fraction.binary(worth).nearest(unit));
  return alike.map((player) => {
    const level = worths.filter((_, i) => alike[i] === player);
    return sum(level).over(whole(level.length));
  });
}

/** Tolerance for equal remainders: at most 1e-11 of the total. */
function noiseOf(values) {
  const all = values.reduce((sum, value) => sum + value, 0) * (1 + 1e-9);
  // The total is zero if all money is left to play for.
  const decimals = all > 0 ? 11 - Math.floor(Math.log10(all)) : 11;
  return decimals < 0 ? new Fraction(10n ** BigInt(-decimals)) : new Fraction(1n, 10n ** BigInt(decimals));
}

/** Players by stack, then by seat: the order of rounding up equal remainders. */
export const largestFirst = (stacks) => stacks.map((_, i) => i).sort((a, b) => stacks[b] - stacks[a] || a - b);
