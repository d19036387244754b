// Refusals with the codes and messages of errors.py; values are formatted as in Python.
import { Refusal, Unreachable } from "../engine.js";

const LIMIT = 60; // characters of a value
const FLOAT = 1e-4; // Python writes smaller numbers with an exponent

/** A value that is shown without quotation marks. */
export class Verbatim {
  /** @param {string | number} words */
  constructor(words) {
    this.words = String(words);
  }
}

/** Throw a refusal. @returns {never} */
export function refuse(code, field, rule, value, { hint = "", facts = {} } = {}) {
  const got = shorten(value);
  throw new Refusal({
    code,
    facts,
    field,
    rule,
    value: got,
    hint,
    message: `${field} ${rule}${hint && ` (${hint})`}, got ${got}`,
  });
}

/** Throw a refusal with the bound that the value breaks. @returns {never} */
export function refuseBound(code, field, rule, value, facts) {
  const bounds = Object.entries(facts).map(([name, bound]) => [name, bound.value]);
  return refuse(code, field, rule, value, { facts: Object.fromEntries(bounds) });
}

/** Throw a refusal for a missing field. @returns {never} */
export function missing(field, rule, code = "missing") {
  throw new Refusal({ code, field, rule, message: `${field} ${rule}` });
}

/** A count with its noun. */
export function counted(number, what, several = `${what}s`) {
  return `${number === 0 ? "no" : number.toLocaleString("en")} ${number === 1 ? what : several}`;
}

/** Leave the request to the server. @returns {never} */
export function leaveToServer() {
  throw new Unreachable();
}

/** Format a value as in Python, truncated. */
function shorten(value) {
  const letters = [...written(value)];
  return letters.length <= LIMIT ? letters.join("") : letters.slice(0, LIMIT - 1).join("") + "…";
}

/** @returns {string} */
function written(value) {
  if (value instanceof Verbatim) return value.words;
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return plain(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value && typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, one]) => `${quoted(name)}: ${written(one)}`)
      .join(", ")}}`;
  return value === true ? "True" : value === false ? "False" : "None";
}

function plain(value) {
  const small = value !== 0 && Math.abs(value) < FLOAT;
  return (small ? value.toExponential() : String(value)).replace(/e([+-])(\d)$/, "e$10$2");
}

const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** A text in quotation marks, with unprintable characters escaped. */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const letter = (one) =>
    ESCAPES[one] ??
    (one === mark ? "\\" + one : one !== " " && /[\p{C}\p{Z}]/u.test(one) ? code(one.codePointAt(0)) : one);
  return mark + [...text].map(letter).join("") + mark;
}

function code(point) {
  const digits = point.toString(16);
  return point < 0x100
    ? "\\x" + digits.padStart(2, "0")
    : point < 0x10000
      ? "\\u" + digits.padStart(4, "0")
      : "\\U" + digits.padStart(8, "0");
}
