// Exact fractions of integers of any size, parsed from decimals and formatted as decimals.

const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};

/** A fraction in lowest terms; immutable. */
export class Fraction {
  /** @param {bigint} top @param {bigint} [bottom] */
  constructor(top, bottom = 1n) {
    const common = (gcd(top, bottom) || 1n) * (bottom < 0n ? -1n : 1n);
    this.top = top / common;
    this.bottom = bottom / common;
  }

  /** Parse a decimal: 12.3 is 123/10. @param {number | string} number */
  static written(number) {
    const [digits, exponent = "0"] = String(number).toLowerCase().split("e");
    const [whole, decimals = ""] = digits.split(".");
    const shift = Number(exponent) - decimals.length;
    const value = BigInt(whole + decimals);
    return shift < 0 ? new Fraction(value, 10n ** BigInt(-shift)) : new Fraction(value * 10n ** BigInt(shift));
  }

  /** The exact value of a float. @param {number} value */
  static binary(value) {
    let bottom = 1n;
    while (!Number.isInteger(value)) {
      value *= 2;
      bottom *= 2n;
    }
    return new Fraction(BigInt(value), bottom);
  }

  plus(other) {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other) {
    return new Fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }

  times(other) {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other) {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  /** Compare: the sign of this minus the other. */
  compare(other) {
    const left = this.top * other.bottom;
    const right = other.top * this.bottom;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Round down to a multiple of a unit. */
  down(unit) {
    const { top, bottom } = this.over(unit);
    const steps = top / bottom - (top < 0n && top % bottom !== 0n ? 1n : 0n);
    return unit.times(new Fraction(steps));
  }

  /** Round to the nearest multiple of a unit; half to even. */
  nearest(unit) {
    const below = this.down(unit);
    const half = this.minus(below).over(unit).compare(new Fraction(1n, 2n));
    const odd = below.over(unit).top % 2n !== 0n;
    return half > 0 || (half === 0 && odd) ? below.plus(unit) : below;
  }

  get isZero() {
    return this.top === 0n;
  }

  /** The nearest float. */
  get value() {
    const direct = Number(this.top) / Number(this.bottom);
    if (this.top < 2n ** 53n && this.bottom < 2n ** 53n && this.top > -(2n ** 53n)) return direct;
    return this.top === 0n ? 0 : Number(this.decimals(17 + String(this.bottom).length));
  }

  /** Format with a number of decimals, truncated. */
  decimals(count) {
    const scaled = (this.top * 10n ** BigInt(count)) / this.bottom;
    const digits = String(scaled < 0n ? -scaled : scaled).padStart(count + 1, "0");
    return (
      (scaled < 0n ? "-" : "") + digits.slice(0, digits.length - count) + (count ? "." + digits.slice(-count) : "")
    );
  }

  /** Format as money: all decimals, at least two; null if there is no finite decimal. */
  get money() {
    let rest = this.bottom;
    let [twos, fives] = [0, 0];
    for (; rest % 2n === 0n; rest /= 2n) twos += 1;
    for (; rest % 5n === 0n; rest /= 5n) fives += 1;
    return rest === 1n ? this.decimals(Math.max(2, twos, fives)) : null;
  }
}

export const ZERO = new Fraction(0n);
export const sum = (fractions) => fractions.reduce((total, one) => total.plus(one), ZERO);
export const larger = (a, b) => (a.compare(b) >= 0 ? a : b);
export const smaller = (a, b) => (a.compare(b) <= 0 ? a : b);

/** @param {bigint} a @param {bigint} b */
const lcm = (a, b) => (a / gcd(a, b)) * b;

/**
 * The factor that makes chips, and all shares of a pot, integers.
 * @param {(number | Fraction)[]} amounts @param {number} players
 */
export function unitOf(amounts, players) {
  const parts = Array.from({ length: Math.max(5, players) }, (_, i) => BigInt(i + 1));
  const bottoms = amounts.map((amount) => (amount instanceof Fraction ? amount : Fraction.written(amount)).bottom);
  return new Fraction(bottoms.reduce(lcm, 1n) * parts.reduce(lcm, 1n));
}

/** Scale stacks to integers, so that ties are exact. @param {Fraction[]} stacks */
export function wholeChips(stacks) {
  const unit = stacks.reduce((common, { bottom }) => lcm(common, bottom), 1n);
  const chips = stacks.map(({ top, bottom }) => top * (unit / bottom));
  const common = chips.reduce(gcd, 0n) || 1n;
  return chips.map((chip) => chip / common);
}
