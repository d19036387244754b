// A QR code (ISO/IEC 18004, error correction level L): the address as bytes, then digits and capitals at 5.5 bits each.

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
// By version from 1: codewords of error correction in each block, and the number of blocks.
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const LARGE = 10; // from this version on, counts have more bits

const sizeOf = (version) => 17 + 4 * version;

/** Positions of the alignment patterns. */
function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((sizeOf(version) - 13) / (2 * count - 2)) * 2;
  const found = [6];
  for (let i = count - 2; i >= 0; i--) found.push(sizeOf(version) - 7 - i * step);
  return found;
}

/** Modules for data: all except finders, timing, alignment, format and version. */
function capacity(version) {
  const count = alignment(version).length;
  const patterns = version > 1 ? 25 * count * count - 10 * count - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)) / 8);
}

/** @param {number} value @param {number} length @returns {number[]} */
const bits = (value, length) => Array.from({ length }, (_, i) => (value >> (length - 1 - i)) & 1);

/** The bits of a text: bytes, then the longest end that has only digits, capitals and a few marks. */
function dataOf(text, version) {
  const end = /[0-9A-Z $%*+\-./:]*$/.exec(text)[0];
  const start = [...new TextEncoder().encode(text.slice(0, text.length - end.length))];
  const wide = version >= LARGE;
  const pairs = end.match(/..?/g) || [];
  const pair = (two) =>
    two.length === 2 ? bits(45 * LETTERS.indexOf(two[0]) + LETTERS.indexOf(two[1]), 11) : bits(LETTERS.indexOf(two), 6);
  return [
    ...(start.length
      ? [...bits(4, 4), ...bits(start.length, wide ? 16 : 8), ...start.flatMap((byte) => bits(byte, 8))]
      : []),
    ...(end ? [...bits(2, 4), ...bits(end.length, wide ? 11 : 9), ...pairs.flatMap(pair)] : []),
  ];
}

const times = (a, b) => {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
};

/** The Reed-Solomon codewords of a block. */
function correctionOf(block, count) {
  let divisor = [...Array(count - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < count; i++) {
    divisor = divisor.map((one, k) => times(one, root) ^ (divisor[k + 1] ?? 0));
    root = times(root, 2);
  }
  return block.reduce((rest, byte) => {
    const factor = byte ^ rest[0];
    return [...rest.slice(1), 0].map((one, k) => one ^ times(divisor[k], factor));
  }, Array(count).fill(0));
}

/** Data and correction in blocks, interleaved. */
function codewords(data, version) {
  const blocks = BLOCKS[version - 1];
  const correction = CORRECTION[version - 1];
  const all = capacity(version);
  const short = blocks - (all % blocks); // blocks with one byte less
  const length = Math.floor(all / blocks) - correction;
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const block = data.slice(at, at + length + (i < short ? 0 : 1));
    at += block.length;
    return block;
  });
  const checks = parts.map((block) => correctionOf(block, correction));
  const woven = (lists, most) =>
    Array.from({ length: most }, (_, k) => lists.map((list) => list[k]))
      .flat()
      .filter((byte) => byte !== undefined);
  return [...woven(parts, length + 1), ...woven(checks, correction)];
}

/** The bytes of a text, padded; null if it does not fit the version. */
function padded(text, version) {
  const room = 8 * (capacity(version) - CORRECTION[version - 1] * BLOCKS[version - 1]);
  const found = dataOf(text, version);
  if (found.length > room) return null;
  found.push(...Array(Math.min(4, room - found.length)).fill(0));
  found.push(...Array((8 - (found.length % 8)) % 8).fill(0));
  const bytes = Array.from({ length: found.length / 8 }, (_, i) =>
    found.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );
  for (let pad = 0xec; bytes.length < room / 8; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** The remainder of a checked number: format (15 bits) and version (18 bits). */
function checked(value, length, polynomial) {
  let rest = value;
  const degree = polynomial.toString(2).length - 1;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return bits((value << degree) | rest, length);
}

/** Finders, timing, alignment and version; cells for data are null. @returns {(number | null)[][]} */
function frame(version) {
  const size = sizeOf(version);
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (x, y, dark) => {
    if (grid[y]?.[x] !== undefined) grid[y][x] = dark ? 1 : 0;
  };
  const square = (x, y, radius, light) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        put(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  const places = alignment(version);
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, k) => (i === 0 && (k === 0 || k === last)) || (k === 0 && i === last) || square(x, y, 2, [1])),
  );
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, [2, 4]);
  if (version >= 7)
    checked(version, 18, 0x1f25)
      .reverse()
      .forEach((bit, i) => {
        put(size - 11 + (i % 3), Math.floor(i / 3), bit);
        put(Math.floor(i / 3), size - 11 + (i % 3), bit);
      });
  format(grid, 0);
  return grid;
}

/** Write level L and the mask beside the finders. */
function format(grid, mask) {
  const size = grid.length;
  const written = checked(8 + mask, 15, 0x537)
    .map((bit, i) => bit ^ bits(0x5412, 15)[i])
    .reverse();
  written.forEach((bit, i) => {
    const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
    grid[y][x] = bit;
    if (i < 8) grid[8][size - 1 - i] = bit;
    else grid[size - 15 + i][8] = bit;
  });
  grid[size - 8][8] = 1;
}

const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The grid with data under a mask: two columns at a time, up and down from the right. */
function filled(empty, data, mask) {
  const size = empty.length;
  const grid = empty.map((row) => [...row]);
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < 2 * size; step++) {
      const x = right - (step % 2);
      const y = up ? size - 1 - Math.floor(step / 2) : Math.floor(step / 2);
      if (empty[y][x] !== null) continue;
      const bit = (data[at >> 3] >> (7 - (at & 7))) & 1;
      grid[y][x] = bit ^ (MASKS[mask](x, y) === 0 ? 1 : 0);
      at += 1;
    }
  }
  format(grid, mask);
  return grid;
}

/** How hard a grid is to read: long runs, squares, patterns like a finder, an uneven number of dark modules. */
function penalty(grid) {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))].map((line) => line.join(""));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) || []).reduce((sum, run) => sum + run.length - 2, 0);
  const like = (line) => [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  let squares = 0;
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      squares += Number(grid[y][x] + grid[y - 1][x] + grid[y][x - 1] + grid[y - 1][x - 1]) % 4 === 0 ? 3 : 0;
  const dark = grid.flat().reduce((sum, bit) => sum + bit, 0);
  const uneven = Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
  return runs + squares + 40 * lines.reduce((sum, line) => sum + like(line), 0) + 10 * uneven;
}

/**
 * The smallest code of a text: rows of modules, 1 is dark; null if the text is too long to be scanned.
 * @param {string} text @returns {number[][] | null}
 */
export function codeOf(text) {
  for (let version = 1; version <= BLOCKS.length; version++) {
    const bytes = padded(text, version);
    if (!bytes) continue;
    const data = codewords(bytes, version);
    const grids = MASKS.map((_, mask) => filled(frame(version), data, mask));
    const penalties = grids.map(penalty);
    return grids[penalties.indexOf(Math.min(...penalties))];
  }
  return null;
}

/** The dark modules as the path of a drawing whose unit is a module. @param {number[][]} code */
export const pathOf = (code) =>
  code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
