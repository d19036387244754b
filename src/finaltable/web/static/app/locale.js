// Languages: words, and formatting and parsing of numbers by locale.

import { UNITS } from "./constants.js";
/** The languages that have a file in words/; all of them have the same keys. */
export const LANGUAGES = { en: "English", es: "Español", de: "Deutsch", fr: "Français", pt: "Português" };
const KEPT = "finaltable.language";
const LONGEST = 60; // characters of a number
const MINUS = "\u2212";
const NARROW = "\u00a0";
/** Symbols that the page knows, and their codes. */
export const CURRENCIES = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₩": "KRW",
  "₹": "INR",
  R$: "BRL",
  "₫": "VND",
  "₽": "RUB",
  "₺": "TRY",
};

let words = {};
let locale = "en";
let tag = "en";
let separators = { group: ",", decimal: "." };

/** The language in use: "de". */
export const language = () => locale;

/** Load the words of the stored language, or of the browser's preferred one. */
export async function loadLanguage(chosen) {
  const asked = [chosen, kept(), ...(navigator.languages || [navigator.language])].filter(Boolean);
  tag = asked.find((one) => one.slice(0, 2).toLowerCase() in LANGUAGES) || "en";
  locale = tag.slice(0, 2).toLowerCase();
  const coming = fetch(new URL(`./words/${locale}.json`, import.meta.url));
  made.clear();
  await nextTask(); // formatting the first number is slow: do it in a separate task
  separators = findSeparators();
  words = await (await coming).json();
  document.documentElement.lang = locale;
}

/** The words of another language, without values: `also("sheet.label.sum")`. */
export async function wordsIn(code) {
  const found = await (await fetch(new URL(`./words/${code}.json`, import.meta.url))).json();
  return (key) => found[key] ?? "";
}

/** Yield to the browser for drawing and input. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Store a language on this device and reload the page. */
export async function chooseLanguage(code) {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // Storage may be blocked: the language then lasts as long as the page.
  }
  await loadLanguage(code);
}

/** @type {Map<string, any>} cache of Intl formatters, which are slow to create */
const made = new Map();

/** Return a cached Intl formatter for this locale. */
function intl(kind, options = {}) {
  const key = kind + JSON.stringify(options);
  if (!made.has(key)) made.set(key, new Intl[kind](tag, options));
  return made.get(key);
}

function findSeparators() {
  const parts = intl("NumberFormat", { useGrouping: "always" }).formatToParts(1234567.8);
  const of = (type) => (parts.find((part) => part.type === type) || { value: "" }).value;
  return { group: of("group"), decimal: of("decimal") };
}

/**
 * Return the words for a key, with {name} replaced by `given.name`. A key with plural forms needs `count`.
 * @param {string} key
 * @param {Record<string, any>} [given]
 */
export function t(key, given = {}) {
  let text = words[key] ?? key;
  if (typeof text === "object") {
    const form = intl("PluralRules").select(Number(given.count));
    text = text[form] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
}

/** Format a number for the locale, with a typographic minus sign. */
export function number(value, digits = 0, least = digits) {
  const text = intl("NumberFormat", { maximumFractionDigits: digits, minimumFractionDigits: least }).format(
    Math.abs(value) < 10 ** -digits / 2 ? 0 : value,
  );
  return text.replace("-", MINUS);
}

/** Return a share of one as "39.9 %". */
export function percent(share, digits = 1) {
  return number(100 * share, digits) + NARROW + "%";
}

/** Return chips in full: 1,455,000. */
export const fullChips = (chips) => number(chips, Number.isInteger(chips) ? 0 : 2, 0);

/** @type {[string, number][]} suffixes and the smallest numbers that have them */
const STEPS = [
  ["t", 1e12],
  ["b", 1e9],
  ["m", 1e6],
  ["k", 1e4],
];

/** Return chips for a seat: 1.455m, 910k, 800; with fewer decimals in little space. */
export function shortChips(chips, decimals = 3) {
  for (const [suffix, unit] of STEPS) {
    if (Math.abs(chips) < unit) continue;
    const size = suffix === "k" ? 1e3 : unit;
    return number(chips / size, size === 1e3 ? Math.min(1, decimals) : decimals, 0) + suffix;
  }
  return number(chips, Number.isInteger(chips) ? 0 : 2, 0);
}

/**
 * Format money of a table: large pools in whole units, small ones in cents.
 * @param {string} currency a symbol, or ""
 * @param {number} pool
 * @param {boolean} [brief] for phones: write millions as 12.28m
 */
export function moneyOf(currency, pool, brief = false) {
  const coarse = pool >= 5000 ? 0 : 2;
  const digits = (amount) => (coarse === 0 && amount !== 0 && Math.abs(amount) < 10 ? 2 : coarse);
  const isLong = (amount) => brief && Math.abs(amount) >= 1e6;
  const write = (amount, places) =>
    isLong(amount)
      ? withSymbol(shortChips(Math.abs(amount), 2), currency)
      : withCurrency(Math.abs(amount), currency, places);
  return {
    currency,
    digits: coarse,
    /** An amount. */
    text: (amount, places = digits(amount)) => (isNegative(amount, places) ? MINUS : "") + write(amount, places),
    /** A difference, always with a sign. */
    signed: (amount, places = digits(amount)) => sign(amount, places) + write(amount, places),
    /** An amount without trailing decimals. */
    round: (amount) => write(amount, Number.isInteger(amount) ? 0 : 2),
    /** For a seat: in full if it fits. */
    fit: (amount) =>
      Math.abs(amount) < 1e7 ? write(amount, digits(amount)) : withSymbol(shortChips(amount, 2), currency),
    /** For an axis: €20k. */
    short: (amount) => withSymbol(shortChips(amount, 2), currency),
    /** A difference in six characters: −€369k. */
    tight: (amount) =>
      Math.abs(amount) < 1e5
        ? sign(amount, digits(amount)) + write(amount, digits(amount))
        : sign(amount, 0) + withSymbol(shortChips(Math.abs(amount), amount < 1e6 ? 0 : 2), currency),
  };
}

/**
 * Format an amount of the API with a number of decimals; in English as on the command line.
 * @param {string} currency @param {number} places
 * @returns {(amount: string | number) => string}
 */
export function exactMoney(currency, places) {
  return (amount) => {
    if (locale !== "en") return withCurrency(Number(amount), currency, places);
    const [units, decimals] = Math.abs(Number(amount)).toFixed(places).split(".");
    return (
      (Number(amount) < 0 ? "-" : "") +
      currency +
      units.replace(/\B(?=(\d{3})+$)/g, ",") +
      (decimals ? `.${decimals}` : "")
    );
  };
}

const isNegative = (amount, places) => amount <= -(10 ** -places) / 2;
const sign = (amount, places) => (Math.abs(amount) < 10 ** -places / 2 ? "" : amount < 0 ? MINUS : "+");

function withCurrency(amount, currency, places) {
  const code = CURRENCIES[currency];
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  if (!code) return withSymbol(number(amount, places), currency);
  return intl("NumberFormat", { style: "currency", currency: code, currencyDisplay: "narrowSymbol", ...digits }).format(
    amount,
  );
}

function withSymbol(text, currency) {
  if (!currency) return text;
  const after = CURRENCIES[currency] && /\d\D*\p{Sc}/u.test(withCurrency(1, currency, 0));
  return after ? text + NARROW + currency : currency + text;
}

/**
 * Parse a number in the format of the locale: 1.455m, 1455k, 1,455,000; null if it is not a number. With a suffix, a
 * single separator is a decimal point.
 * @param {string} text
 * @returns {number | null}
 */
export function readNumber(text) {
  if (text.length > LONGEST) return null;
  const plain = text.replace(/[\s\u00a0\u202f'’_]/g, "").toLowerCase();
  const found = /^([0-9.,]*[0-9])([kmb]?)$/.exec(plain);
  if (!found) return null;
  const digits = readDigits(found[1], found[2] !== "");
  const value = digits * (UNITS[found[2]] || 1);
  return Number.isFinite(value) ? withoutNoise(value) : null;
}

const withoutNoise = (value) => Number(value.toPrecision(15));

function readDigits(text, hasSuffix) {
  const commas = text.split(",").length - 1;
  const dots = text.split(".").length - 1;
  let decimal = "";
  if (commas && dots) {
    decimal = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
    if (text.split(decimal).length > 2) return NaN;
  } else if (commas + dots === 1) {
    const mark = commas ? "," : ".";
    const three = /[.,][0-9]{3}$/.test(text);
    decimal = hasSuffix || !three || mark === separators.decimal ? mark : "";
  }
  const whole = decimal ? text.slice(0, text.lastIndexOf(decimal)) : text;
  if (!/^[0-9]{1,3}([.,][0-9]{3})+$/.test(whole) && /[.,]/.test(whole)) return NaN;
  const rest = decimal ? text.slice(text.lastIndexOf(decimal) + 1) : "";
  return Number(whole.replace(/[.,]/g, "") + (rest ? "." + rest : ""));
}

/** Parse an amount with or without a currency: {amount, currency}, or null. */
export function readMoney(text) {
  const found = /^\s*(R\$|[^\d.,\s]{0,3})\s*([\d.,\s\u00a0\u202f'’]*\d\s*[kmb]?)\s*([^\d.,\s]{0,3})\s*$/i.exec(
    text.slice(0, LONGEST),
  );
  if (!found) return null;
  const amount = readNumber(found[2]);
  return amount === null ? null : { amount, currency: found[1] || found[3] || "" };
}

/** The decimal mark of the locale. */
export const decimalMark = () => separators.decimal;

/** Return a day: 17 November 2026. */
export const dateWords = (date) => intl("DateTimeFormat", { dateStyle: "long" }).format(date);

/** Join names for a sentence. */
export const listed = (names) => intl("ListFormat", { type: "conjunction" }).format(names);

/** Return the ordinal of a place: 1st, 2nd, 3rd. */
export function ordinal(place) {
  const form = intl("PluralRules", { type: "ordinal" }).select(place);
  return t(`ordinal.${form}`, { place });
}
