// Solutions in files, which open again without solving. As equilibrium/files.py and table/array_files.py.
import { CLASSES, LARGEST, LOOK_AHEAD, NASH, SOLUTION } from "../constants.js";
import { Refusal, Unreachable } from "../engine.js";
import { nameOf } from "../tree.js";
import { Fraction, unitOf } from "./exact.js";
import { lineUp, withHand } from "./nash.js";
import { refuse, Verbatim } from "./refuse.js";
import { checkNumber, tableIn } from "./request.js";
import { endsOf, rowsOf, triplesOf } from "./rows.js";
import { sha256 } from "./sha256.js";
import { postsIn } from "./spot.js";

const FRACTION = /^([0-9]+)(?:\/([0-9]+))?$/;
const isList = Array.isArray;
const isNumber = (value) => typeof value === "number";
const isText = (value) => typeof value === "string";
const isFlag = (value) => typeof value === "boolean";
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
const KINDS = {
  ...{ stacks: isList, payouts: isList, names: isList, bounties: isList },
  bounty_share: (value) => isNumber(value) || isText(value),
  own_bounty: isFlag,
  mystery: (value) => value === null || isList(value),
  button: Number.isInteger,
  ...{ posted: isList, folded: isList, elsewhere: isList, raises: isList, raise_only: isList, decisions: isList },
  model: isText,
  look_ahead: (value) => value === null || isObject(value),
  ...{ tolerance: isNumber, error: isNumber, pool: isNumber },
  ...{ locked: isList, exploitability: isNumber, gains: isList, reached: isFlag, interrupted: isFlag },
  ...{ sweeps: Number.isInteger, outcomes: Number.isInteger, sha256: isText },
};
const AHEAD = ["by", "hands", "solved", "step", "tolerance", "deviation", "reached", "by_model"];
const FLOATS = ["tolerance", "error", "pool", "exploitability", "gains"]; // never written as integers
const MOST_CHIPS = 2 ** 53; // in the unit of the core: their doubles are exact
const MOST_ENVELOPES = 1_000_000;

const sum = (list) => list.reduce((total, one) => total + one, 0);

class Damaged extends Error {}
const need = (holds) => {
  if (!holds) throw new Damaged();
};
const within = (least, most, numbers) => need(numbers.every((one) => isNumber(one) && one >= least && one <= most));
const whole = (least, most, numbers) =>
  need(numbers.every((one) => Number.isInteger(one) && one >= least && one <= most));

/**
 * Read a file, or refuse with the words of Python.
 * @param {import("./core.js").Core} core the module `nash.wasm`
 * @param {File} file
 */
export async function readSolution(core, file) {
  const wrong = (why, key) => {
    const got = new Verbatim(`'${[...file.name].slice(0, 60).join("")}': ${why}`);
    return refuse("wrong_format", "path", "must be a file of a solution", got, { facts: { file: key } });
  };
  const { magic, most_header: most } = SOLUTION;
  const start = new Uint8Array(await file.slice(0, magic.length + most + 1).arrayBuffer());
  if (new TextDecoder().decode(start.subarray(0, magic.length)) !== magic)
    wrong("it does not begin as a solution of this version does", "version");
  const end = start.indexOf(10, magic.length); // of the line
  let header;
  let asked;
  try {
    need(end > 0);
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(start.subarray(magic.length, end)));
    need(isObject(header) && Object.keys(header).length === Object.keys(KINDS).length);
    for (const [name, fits] of Object.entries(KINDS)) need(Object.hasOwn(header, name) && fits(header[name]));
    asked = handOf(header);
  } catch (problem) {
    if (problem instanceof Unreachable) throw tooMuch(file);
    wrong("its header is damaged", "header");
  }
  return withHand(core, async (id) => {
    let game;
    let sizes;
    try {
      game = gameOf(core, id, header, asked);
      sizes = sizesOf(game, header);
    } catch (problem) {
      if (problem instanceof Unreachable) throw tooMuch(file);
      wrong("its header is damaged", "header");
    }
    const data = await unpacked(file.slice(end + 1), sum(sizes.map(([count, bytes]) => count * bytes)));
    if (!data || sha256(data) !== header.sha256) wrong("its numbers are damaged or cut off", "cut");
    const found = arraysIn(data, sizes, header);
    if (!areSound(found, header.outcomes)) wrong("its numbers are not those of a solution", "numbers");
    return { game, found, header };
  });
}

/** A table that Python has room for, but not this page. */
const tooMuch = (file) =>
  new Refusal({
    ...{ code: "too_many", field: "path", rule: "must be a table that this page has room for", value: file.name },
    message: "path must be a table that this page has room for: up to ten players, with numbers of up to 15 digits",
    facts: { file: "room" },
  });

/** A number, perhaps written as a fraction. */
function exact(value) {
  const found = isText(value) && value.length < 100 && FRACTION.exec(value);
  if (found) return new Fraction(BigInt(found[1]), BigInt(found[2] ?? 1));
  need(isNumber(value));
  return Fraction.written(checkNumber(value, "number"));
}

/** The hand of a header, with chips in the unit of the core. */
function handOf(header) {
  const numbers = (list) => list.map((one) => exact(one));
  const [stacks, payouts, posts] = [header.stacks, header.payouts, header.posted].map(numbers);
  const floats = (list) => list.map((one) => checkNumber(one.value, "number"));
  const given = { stacks: floats(stacks), payouts: floats(payouts), names: header.names };
  const bounties = header.bounties.length
    ? { bounties: floats(numbers(header.bounties)), bounty_share: exact(header.bounty_share).value }
    : {};
  need(posts.length === 4 && (header.mystery === null || checkMystery(header)));
  const table = tableIn({ ...given, ...bounties, ...(header.bounties.length && { own_bounty: header.own_bounty }) });
  const { names } = table;
  const [folded, elsewhere] = ["folded", "elsewhere"].map((name) => {
    whole(0, names.length - 1, header[name]);
    return [...new Set(header[name])];
  });
  const players = names.length - elsewhere.length;
  need(players >= 2 && players <= NASH.MOST_PLAYERS && stacks.every((stack) => !stack.isZero));
  const largest = stacks.reduce((most, stack) => (stack.compare(most) > 0 ? stack : most));
  const [small, big, ante, bigBlindAnte] = floats(posts);
  need(big > 0 && posts[1].compare(largest) <= 0);
  postsIn({ small_blind: small, big_blind: big, ante, big_blind_ante: bigBlindAnte });
  whole(0, names.length - 1, [header.button]);
  need(!elsewhere.includes(header.button) && header.raises.length === names.length);
  const raises = header.raises.map((bet) => (bet === null ? null : exact(bet)));
  const unit = unitOf([...stacks, ...posts, ...raises.filter(Boolean)], players);
  const chips = (amount) => unit.times(amount.compare(largest) > 0 ? largest : amount).top;
  if (unit.times(stacks.reduce((total, stack) => total.plus(stack))).value > MOST_CHIPS) throw new Unreachable();
  return {
    ...{ table, folded, elsewhere, raises, unit, button: header.button, posts: floats(posts) },
    ...{ model: header.model, tolerance: header.tolerance },
    chips: BigInt64Array.from(stacks, chips),
    forced: BigInt64Array.from(posts, chips),
    bets: BigInt64Array.from(raises, (bet) => (bet ? chips(bet.plus(posts[2])) : 0n)),
  };
}

function checkMystery({ mystery, bounties }) {
  need(mystery.length && mystery.every((pair) => isList(pair) && pair.length === 2) && bounties.length);
  whole(1, MOST_ENVELOPES, mystery.map(([count]) => count)); // biome-ignore format: one line
  for (const [, amount] of mystery) exact(amount);
  return sum(mystery.map(([count]) => count)) <= MOST_ENVELOPES;
}

/** The game of a header: who decides, and its rows. */
function gameOf(core, id, header, asked) {
  const { table, raises, unit, posts } = asked;
  const { names, payouts, bounties } = table;
  const { raisedBySeat, bigBlind, orders, order, outcomes, ...hand } = lineUp(core, id, asked);
  need(outcomes && !asked.folded.includes(bigBlind));
  whole(0, names.length - 1, header.raise_only);
  need(header.raise_only.every((seat) => raisedBySeat[seat] > 0));
  const rows = rowsOf({ ...hand, only: header.raise_only.map((seat) => order.indexOf(seat)) });
  const pool = sum(payouts) + sum(bounties?.heads ?? []);
  const named = (turn) => (turn === null ? null : names[order[turn]]);
  const written = rows.map(({ seat, facing, raiser }) =>
    nameOf({ seat: named(seat), facing: facing.map(named), raiser: named(raiser) }),
  );
  need(JSON.stringify(written) === JSON.stringify(header.decisions));
  checkNumbers(header, pool, names.length, rows.length);
  const behind = (turn) => Math.max(...hand.able.slice(turn + 1));
  const depths = hand.able.map((able, turn) => (hand.raised[turn] ? Math.min(able, behind(turn)) : 0));
  return {
    ...{ table, posts, pool, order, orders, rows, ...hand, button: asked.button },
    ...{ model: header.model, tolerance: header.tolerance, lookAhead: header.look_ahead },
    locked: new Set(header.locked),
    raises: raisedBySeat.some(Boolean) ? raises.map((bet, seat) => (raisedBySeat[seat] ? bet.value : null)) : null,
    depth: Math.max(0, ...depths) / unit.value / posts[1],
  };
}

/** Numbers of the header that no solution has are damage. */
function checkNumbers(header, pool, players, rows) {
  const { gains, look_ahead: ahead } = header;
  need(Math.abs(header.pool - pool) <= 1e-9 * Math.max(Math.abs(header.pool), Math.abs(pool)));
  need(gains.length === players);
  within(0, SOLUTION.most_share, [header.tolerance, header.error / pool]);
  within(-SOLUTION.most_share, SOLUTION.most_share, [header.exploitability, ...gains]);
  need([...header.model].length <= SOLUTION.longest_model && !/[\p{C}\p{Zl}\p{Zp}]|[^\S ]/u.test(header.model));
  whole(0, rows - 1, header.locked);
  if (ahead === null) return;
  need(Object.keys(ahead).length === AHEAD.length && AHEAD.every((name) => Object.hasOwn(ahead, name)));
  need([...LOOK_AHEAD, "hands"].includes(ahead.by) && isFlag(ahead.reached));
  need((ahead.hands === null || Number.isInteger(ahead.hands)) && Number.isInteger(ahead.solved));
  within(0, LARGEST, [ahead.hands ?? 0, ahead.solved, ahead.step ?? 0]);
  within(0, SOLUTION.most_share, [ahead.tolerance, ahead.deviation, ahead.by_model]);
}

/** The number of items of each array, and their bytes. @returns {[number, number][]} */
function sizesOf({ rows, table, seats, orders, order }, { outcomes, sweeps }) {
  const ends = endsOf(seats, orders, rows);
  whole(1, ends, [outcomes]);
  whole(0, SOLUTION.most_sweeps, [sweeps]);
  const cells = rows.length * CLASSES;
  const floats = [cells, cells, cells, table.names.length, triplesOf(seats).length, sweeps];
  return [
    ...floats.map((count) => /** @type {[number, number]} */ ([count, 8])),
    [ends, 4],
    [outcomes * order.length, 8],
  ];
}

/** Unpack exactly so many bytes; null if there are more or fewer, or if they are damaged. */
async function unpacked(packed, size) {
  if (packed.size > SOLUTION.most_bytes || size > SOLUTION.most_bytes) return null;
  const data = new Uint8Array(size);
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return filled === size ? data : null;
      if (filled + value.length > size) {
        await reader.cancel();
        return null;
      }
      data.set(value, filled);
      filled += value.length;
    }
  } catch {
    return null;
  }
}

/** The arrays of a solution, in the order of the file. Numbers are little-endian. */
function arraysIn(data, sizes, header) {
  const view = new DataView(data.buffer);
  let place = 0;
  const [profile, gains, reach, equities, triples, history, ending, outcome] = sizes.map(([count, bytes]) => {
    const list = Array.from({ length: count }, (_, i) =>
      bytes === 4 ? view.getInt32(place + 4 * i, true) : view.getFloat64(place + 8 * i, true),
    );
    place += count * bytes;
    return list;
  });
  return {
    ...{ profile, gains, reach, equities, triples, history, ending, outcome, error: header.error },
    ...{ reached: header.reached, sweeps: header.sweeps },
    exploitability: { total: header.exploitability, seats: header.gains },
  };
}

function areSound({ profile, gains, reach, equities, triples, history, ending, outcome }, outcomes) {
  const finite = [gains, reach, triples, history, outcome].every((list) => list.every(Number.isFinite));
  const shares = profile.every((one) => one >= 0 && one <= 1) && reach.every((one) => one >= 0);
  const valued = equities.every((one) => Number.isNaN(one) || Number.isFinite(one));
  return finite && shares && valued && ending.every((row) => row >= 0 && row < outcomes);
}

/** A solution as the content of a file. @returns {Promise<Uint8Array>} */
export async function writeSolution({ table, ...game }, found) {
  const { names, bounties } = table;
  const arrays = [found.profile, found.gains, found.reach, found.equities, found.triples, found.history];
  const floats = [...arrays, found.outcome].map((list) => Float64Array.from(list));
  const numbers = [...floats.slice(0, -1), Int32Array.from(found.ending), floats.at(-1)];
  const data = new Uint8Array(await new Blob(numbers.map(littleEndian)).arrayBuffer());
  const named = (turn) => names[game.order[turn]];
  const header = {
    ...{ stacks: table.stacks, payouts: table.given, names, bounties: bounties?.heads ?? [] },
    ...{ bounty_share: bounties?.share ?? 0.5, own_bounty: bounties?.own ?? true, mystery: null },
    ...{ button: game.button, posted: game.posts, folded: game.folded, elsewhere: game.elsewhere },
    ...{ raises: names.map(() => null), raise_only: [] },
    decisions: game.rows.map(({ seat, facing }) => nameOf({ seat: named(seat), facing: facing.map(named) })),
    ...{ model: game.model, look_ahead: null, tolerance: game.tolerance, error: found.error, pool: game.pool },
    ...{ locked: [...game.locked].sort((a, b) => a - b), exploitability: found.exploitability.total },
    ...{ gains: found.exploitability.seats, reached: found.reached, interrupted: false },
    ...{ sweeps: found.sweeps, outcomes: found.outcome.length / game.order.length, sha256: sha256(data) },
  };
  const line = Object.entries(header).map(([name, value]) => `"${name}": ${inJson(name, value)}`);
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate"));
  const rest = await new Response(packed).arrayBuffer();
  return new Uint8Array(await new Blob([`${SOLUTION.magic}{${line.join(", ")}}\n`, rest]).arrayBuffer());
}

/** In Python, 1 is no float. */
function inJson(name, value) {
  if (!FLOATS.includes(name)) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((one) => inJson(name, one)).join(", ")}]`;
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function littleEndian(list) {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1) return list;
  const view = new DataView(new ArrayBuffer(list.byteLength));
  const size = list.BYTES_PER_ELEMENT;
  list.forEach((one, i) => (size === 4 ? view.setInt32(4 * i, one, true) : view.setFloat64(8 * i, one, true)));
  return view;
}
