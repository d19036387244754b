// Numbers drawn from a seed, the same as in Python: SplitMix64. `finaltable/training/draws.py` is its twin.

const BITS = (1n << 64n) - 1n;

/** A text as a number, by FNV-1a. */
function hashed(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & BITS;
  return value;
}

/** A stream of numbers; the words behind the seed name what they are for. */
export class Draws {
  /** @param {number} seed @param {...(string | number)} words */
  constructor(seed, ...words) {
    this.state = (BigInt(seed) ^ hashed(words.join("/"))) & BITS;
  }

  word() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & BITS;
    let mixed = this.state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & BITS;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & BITS;
    return mixed ^ (mixed >> 31n);
  }

  /** A whole number from 0 on, below `count`. */
  below(count) {
    return Number((this.word() * BigInt(count)) >> 64n);
  }

  /** The numbers below `count` in a drawn order. */
  shuffled(count) {
    const order = Array.from({ length: count }, (_, i) => i);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
