// Read pasted tables: cells, lines of a chat, a hand history, a list. The same reader as table/paste.py, rule by rule.
import { CURRENCIES, MAX_LINE } from "./constants.js";

/** @typedef {{ amount: string, currency: string }} Money */
/** @typedef {{ names: string[], stacks: string[], payouts: string[], bounties: string[], currency: string,
 *              unread: string[] }} Pasted */

const MAX_DIGITS = 18; // of an amount, before the decimals
const SIGN = `(?:R\\$|[${CURRENCIES}])`;
const THOUSANDS = ["['’]", "_", " "].map((mark) => `(?:${mark}[0-9]{3})+`).join("|");
const NUMBER =
  `(?:[0-9]{1,3}(?:(?:,[0-9]{3})+(?:\\.[0-9]+)?|(?:${THOUSANDS})(?:\\.[0-9]+|,[0-9]{1,2})?)|` +
  "[0-9]{1,3}(?:\\.[0-9]{3}){2,}(?:,[0-9]+)?|[0-9]{1,3}\\.[0-9]{3},[0-9]{1,2}|[0-9]+,[0-9]{1,2}|[0-9]*\\.?[0-9]+)";
const UNIT = "(?:k|m|bn?)";
const PLACE = "(?:place|platz|lugar|puesto|prize)";
const whole = (pattern) => new RegExp(`^(?:${pattern})$`, "i");
const AMOUNT = whole(`(${SIGN} ?)?(${NUMBER})( ?${UNIT})?( ?${SIGN})?`);
const IN_BLINDS = /^([0-9]{1,6})(?:[.,]([0-9]{1,6}))? ?bbs?$/i;
const PLAYER = whole(`(.*?)(?:^|[ :=(|/–-])((?:${SIGN} ?)?${NUMBER}(?: ?(?:${UNIT}|bbs?))?(?: ?${SIGN})?)`);
const CELL = whole(`(?:${SIGN} ?)?\\.?[0-9][0-9.,'’_ ]*(?:${UNIT}|bbs?)?(?: ?${SIGN})?`);
const UNCLEAR = /^[1-9][0-9]{0,2}\.[0-9]{3}$/; // 212.223: thousands to some readers, decimals to others
const PLACED = whole(`([0-9]{1,2})(?: ?(?:st|nd|rd|th|er|ère|e|º|ª|°)(?: ?${PLACE})?|\\. ?${PLACE})[ .:=)–-]+(.+)`);
const NUMBERED = /^(?:(?:#?([0-9]{1,2})[.)]|[-*•|]|and\b|&) +(.+))$/i;
const SEAT = /^(?:seat|sitz|platz|asiento|siège|place|lugar|assento) ?#?[0-9]{1,2} ?[:.)-]? +/i;
const PRIZES = /^(?:prizes?|payouts?|preise?|premios|prix|prêmios) ?[:=] *(.+)$/i;
const CHIPS = / ?\b(?:in )?chips\b/gi;
const SUMS = /^(?:total|totals|sum|together|average|avg)[ :]*$/i;
const NOT_A_NAME = /(?:^|[^a-z])(?:level|antes?|blinds?|pot|players|pool|prizepool|left|time)(?![a-z])/i;
const APART = "[;|]|,(?= )|,(?![0-9]{3}(?![0-9]))";
const HAND = /^(?:\*\*\*|[^:]*: posts )/i; // lines of a hand history, whose seats come first
const ZEROS = { k: 3, m: 6, b: 9 };
const COLUMNS = {
  name: ["name", "names", "player", "players"],
  stack: ["stack", "stacks", "chips"],
  payout: ["payout", "payouts", "prize", "prizes"],
  bounty: ["bounty", "bounties", "head", "heads"],
};
const LAST = 100; // the place of a prize without one

const isLong = (line) => [...line].length > MAX_LINE;
const trim = (text, marks = " \\t\u00a0\u2009\u202f\u3000") =>
  text.replace(new RegExp(`^[${marks}]+`), "").replace(new RegExp(`[${marks}]+$`), "");
const split = (text, pattern) => text.split(new RegExp(pattern)).filter((piece) => trim(piece, " "));

/**
 * Read players and prizes; amounts are decimals as text, a player without a name has an empty one.
 * @param {string} text @returns {Pasted}
 */
export function readPasted(text) {
  const lines = text
    .split(/[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) => trim(line))
    .filter(Boolean);
  const seats = seatsOfAHand(lines);
  return readColumns(lines) ?? readLines(seats.length ? seats : lines);
}

/** Lines below a header with a column of chips; null if there is no such header. @returns {Pasted | null} */
function readColumns(lines) {
  const mark = ["\t", ";", ","].find((one) => lines[0]?.includes(one)) ?? ",";
  const titles = lines.length ? cellsOf(lines[0], mark).map((cell) => cell.toLowerCase()) : [];
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, names]) => [column, titles.findIndex((title) => names.includes(title))]),
  );
  if (at.stack < 0) return null;
  const found = { names: [], stacks: [], heads: [], prizes: [], unread: [] };
  for (const line of lines.slice(1)) {
    const cells = isLong(line) ? [] : cellsOf(line, mark);
    const cell = (column) => cells[at[column]] ?? "";
    const [stack, payout, bounty] = ["stack", "payout", "bounty"].map((column) => readAmount(cell(column)));
    const wrong = (column, money) => cell(column) && !money;
    if (wrong("stack", stack) || wrong("payout", payout) || wrong("bounty", bounty) || !(stack || payout)) {
      found.unread.push(line);
      continue;
    }
    if (stack) {
      found.names.push(cell("name"));
      found.stacks.push(stack.amount);
      found.heads.push(bounty?.amount ?? "0");
    }
    if (payout) found.prizes.push(payout);
  }
  const { names, stacks, unread } = found;
  return { names, stacks, bounties: at.bounty < 0 ? [] : found.heads, unread, ...prizesOf(found.prizes) };
}

/** The cells of a line; a cell may be in quotation marks. */
function cellsOf(line, mark) {
  const found = line.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${mark}]*)(?:${mark}|$)`, "g"));
  return [...found].map(([, cell]) => trim(trim(cell).replace(/^"/, "").replace(/"$/, "")));
}

/** The lines with the seats of a hand history; none if it is not one. */
function seatsOfAHand(lines) {
  const begins = Math.max(
    0,
    lines.findIndex((line) => HAND.test(line)),
  );
  return lines.slice(0, begins).filter((line) => SEAT.test(line));
}

/** Lines without a header: players, prizes, or lists of them. @param {string[]} lines @returns {Pasted} */
function readLines(lines) {
  const players = [];
  const prizes = [];
  /** @type {[string, Money[]][]} lines with amounts only: chips or prizes */
  const bare = [];
  const unread = [];
  const alone = lines.length === 1;
  for (const line of lines) {
    const written = isLong(line) ? "" : plain(line);
    const placed = readPlaced(written);
    const listed = readList(written, alone);
    const named = readPlayers(written, alone);
    if (placed.length) prizes.push(...placed);
    else if (listed.length) bare.push([line, listed]);
    else if (named) players.push(...named);
    else unread.push(line);
  }
  for (const [line, listed] of bare) {
    const later = listed.map((money) => [LAST, money]);
    if (isPrizes(line, listed)) prizes.push(...later);
    else if (players.every(([name]) => !name)) players.push(...listed.map(({ amount }) => ["", amount]));
    else if (listed.length > 1) prizes.push(...later);
    else unread.push(line);
  }
  const money = prizes.sort((a, b) => a[0] - b[0]).map(([, one]) => one);
  const [names, stacks] = [0, 1].map((part) => players.map((player) => String(player[part])));
  return { names, stacks, bounties: [], unread, ...prizesOf(money) };
}

const prizesOf = (listed) => ({
  payouts: listed.map(({ amount }) => amount),
  currency: listed.find(({ currency }) => currency)?.currency ?? "",
});

/** A line with ordinary spaces, without narrow ones inside numbers. */
function plain(line) {
  return line
    .replace(/([0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))/g, "$1")
    .replace(/[\u00a0\u2009\u202f\u3000 ]+/g, " ");
}

/** An amount as decimals, or null. @param {string} text @returns {Money | null} */
function readAmount(text) {
  const blinds = IN_BLINDS.exec(trim(text));
  if (blinds) return { amount: `${blinds[1]}${blinds[2] ? "." + blinds[2] : ""}bb`, currency: "" };
  const found = AMOUNT.exec(trim(text));
  if (!found || (UNCLEAR.test(found[2]) && !found[3])) return null;
  const [, before = "", digits, unit, behind = ""] = found;
  const comma = /,[0-9]{1,2}$/.test(digits) || /\..*,/.test(digits) || /^[0-9]{1,3}(?:\.[0-9]{3}){2,}$/.test(digits);
  const [units, decimals = ""] = digits.replace(comma ? /[^0-9,]/g : /[^0-9.]/g, "").split(comma ? "," : ".");
  const shift = unit ? ZEROS[trim(unit, " ").toLowerCase()[0]] : 0;
  const amount = (units + decimals.slice(0, shift).padEnd(shift, "0")).replace(/^0+/, "") || "0";
  const part = decimals.slice(shift).replace(/0+$/, "");
  if (amount.length > MAX_DIGITS || part.length > MAX_DIGITS) return null;
  return { amount: part ? `${amount}.${part}` : amount, currency: trim(before || behind, " ") };
}

/** Prizes with their places: one of a line like "1st: 20 000 €", or all of "Prizes: 50, 30". @returns {any[]} */
function readPlaced(line) {
  const listed = PRIZES.exec(line);
  if (listed) return readList(listed[1], true).map((money) => [LAST, money]);
  const placed = PLACED.exec(line.replaceAll("\t", " "));
  if (placed) {
    const money = readAmount(placed[2]);
    return money ? [[Number(placed[1]), money]] : [];
  }
  const numbered = NUMBERED.exec(line);
  const money = numbered?.[1] ? readAmount(numbered[2]) : null;
  return money?.currency ? [[Number(numbered[1]), money]] : [];
}

/** The amounts of a line that has nothing else; on a single line, spaces separate them. @returns {Money[]} */
function readList(line, alone) {
  let pieces = split(trim(line, " ,;/"), `/|${APART}`);
  if (pieces.length === 1) {
    const signs = (line.match(new RegExp(SIGN, "g")) || []).length;
    const between = new RegExp(`^${SIGN}`).test(line) ? ` +(?=${SIGN})` : `(?<=[${CURRENCIES}]) +`;
    if (signs > 1) pieces = line.split(new RegExp(between));
    else if (alone && !signs) pieces = line.split(" ");
  }
  const found = pieces.map(readAmount);
  return found.every(Boolean) ? found : [];
}

/** Whether amounts without names are prizes: they have a currency, or fall from place to place by slashes. */
function isPrizes(line, listed) {
  if (listed.some(({ amount }) => amount.endsWith("bb"))) return false;
  const values = listed.map(({ amount }) => Number(amount));
  const falling = values.every((value, i) => i === 0 || value <= values[i - 1]);
  return listed.some(({ currency }) => currency) || (line.includes("/") && values.length > 1 && falling);
}

/** The players of a line, none for a sum; null if it cannot be read. */
function readPlayers(line, alone) {
  if (line.includes("\t")) return readCells(line);
  for (const pattern of [APART, "/", ...(alone ? ["(?<=[0-9kmbKMB]) +(?=[^0-9 ])(?!bbs?(?![a-z]))"] : [])]) {
    const found = split(trim(line, " ,;"), pattern).map((piece) => readPlayer(trim(piece, " ")));
    if (found.length > 1 && found.every((one) => one?.[0])) return found.filter(([name]) => !SUMS.test(name));
  }
  const player = readPlayer(line);
  return player && (SUMS.test(player[0]) ? [] : [player]);
}

/** Name and stack of a player, or null. */
function readPlayer(piece) {
  let written = piece.replace(CHIPS, "").replace(/[ ;|.,]+$/, "");
  written = (NUMBERED.exec(written)?.[2] ?? written).replace(SEAT, "");
  let found = PLAYER.exec(written.replace(/[ )]+$/, ""));
  let money = found && readAmount(found[2]);
  if (money?.amount.endsWith("bb")) {
    // Ana 1.2m (24bb) has chips, Player 1 (24bb) has not.
    const chips = PLAYER.exec(found[1].replace(/[ (]+$/, ""));
    const known = chips && readAmount(chips[2]);
    if (known && !known.amount.endsWith("bb") && Number(known.amount) > Number(money.amount.slice(0, -2)))
      [found, money] = [chips, known];
  }
  if (!money) return null;
  const name = trim(found[1], " :=|–,/(\\-");
  return NOT_A_NAME.test(name) ? null : [name, money.amount];
}

/** Name and stack of a player from spreadsheet cells: the first text and the last number. */
function readCells(line) {
  const cells = line
    .split("\t")
    .map((cell) => trim(cell, " "))
    .filter(Boolean);
  const numbers = cells.filter((cell) => CELL.test(cell));
  const money = numbers.length ? readAmount(numbers.at(-1)) : null;
  const name = cells.find((cell) => !numbers.includes(cell)) ?? "";
  if (!money || NOT_A_NAME.test(name)) return null;
  return SUMS.test(name) ? [] : [[name, money.amount]];
}
