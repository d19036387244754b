// Random numbers from a seed (SplitMix64), identical to `finaltable/training/draws.py`.

const BITS = (1n << 64n) - 1n;

/** Hash of a text (FNV-1a). */
function hashed(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & BITS;
  return value;
}

/** A stream of random numbers; the words after the seed select the stream. */
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

  /** An integer from 0 to `count` - 1. */
  below(count) {
    return Number((this.word() * BigInt(count)) >> 64n);
  }

  /** The integers below `count`, shuffled. */
  shuffled(count) {
    const order = Array.from({ length: count }, (_, i) => i);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
