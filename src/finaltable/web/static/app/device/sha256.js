// SHA-256. The browser's own is missing on pages without https.

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, i) => i).some((i) => i > 1 && i * i <= n && n % i === 0),
);
const bits = (value) => Math.floor((value % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.slice(0, 64).map((prime) => bits(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The checksum of bytes, in hexadecimal digits. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15], words[i - 2]];
      const one = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const two = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16] + one + words[i - 7] + two;
    }
    mix(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}
