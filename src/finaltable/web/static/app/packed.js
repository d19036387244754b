// A table in few characters, for links and their codes: 3:4125.3380*2:1520.1014EUR. Digits, capitals and . : * - only.
import { CURRENCIES } from "./locale.js";

const LONGEST = 400;
const MOST_DIGITS = 15;

/** Decimals as whole numbers of 10 to some power: 3:4125.3380 for 4125000 and 3380000. @param {string[]} amounts */
function packed(amounts) {
  const places = Math.max(...amounts.map((amount) => (amount.split(".")[1] || "").length));
  const whole = amounts.map((amount) => {
    const [units, decimals = ""] = amount.split(".");
    return (units + decimals.padEnd(places, "0")).replace(/^0+(?=.)/, "");
  });
  const zeros = Math.min(...whole.filter((one) => one !== "0").map((one) => /0*$/.exec(one)[0].length), 12);
  return `${zeros - places}:${whole.map((one) => (one === "0" ? one : one.slice(0, one.length - zeros))).join(".")}`;
}

/** @param {string} power @param {string} list @returns {string[]} */
function unpacked(power, list) {
  const shift = Number(power);
  return list.split(".").map((digits) => {
    if (shift >= 0) return digits === "0" ? digits : digits + "0".repeat(shift);
    const filled = digits.padStart(1 - shift, "0");
    return `${filled.slice(0, shift)}.${filled.slice(shift)}`.replace(/\.?0+$/, "");
  });
}

/** Stacks, prizes and currency; null if they cannot be written so. @param {import("./state.js").State} state */
export function packTable({ players, prizes, currency }) {
  const stacks = players.map((player) => player.chips);
  const code = currency ? CURRENCIES[currency] : "";
  const plain = [...stacks, ...prizes].every((amount) => /^[0-9]{1,15}(\.[0-9]{1,8})?$/.test(amount));
  const some = (list) => list.some((amount) => Number(amount) > 0);
  if (!plain || code === undefined || !some(stacks) || !some(prizes)) return null;
  return `${packed(stacks)}*${packed(prizes)}${code}`;
}

/** @param {string} text @returns {{ stacks: string[], payouts: string[], currency: string } | null} */
export function unpackTable(text) {
  const found = /^(-?[0-9]{1,2}):([0-9]+(?:\.[0-9]+)*)\*(-?[0-9]{1,2}):([0-9]+(?:\.[0-9]+)*)([A-Z]{3})?$/i.exec(
    text.slice(0, LONGEST),
  );
  const code = (found?.[5] || "").toUpperCase();
  const currency = code ? Object.keys(CURRENCIES).find((sign) => CURRENCIES[sign] === code) : "";
  if (!found || currency === undefined) return null;
  const [stacks, payouts] = [unpacked(found[1], found[2]), unpacked(found[3], found[4])];
  return [...stacks, ...payouts].some((one) => one.length > MOST_DIGITS) ? null : { stacks, payouts, currency };
}
