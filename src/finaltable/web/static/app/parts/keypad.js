// Numbers by keypad: rows with a field each, a keypad that stays, and Next to the following field.
import { html } from "../../vendor/preact.js";
import { decimalMark, fullChips, readNumber, t } from "../locale.js";
import { Icon } from "./icons.js";

export const BIG_BLIND = 100; // chips, where stacks are counted in big blinds
const UNITS = { k: 1e3, m: 1e6, bb: BIG_BLIND };
const BLINDS = /\s*bb$/i;
const WHOLE = 10_000; // from here on, a number without a suffix is not in thousands or millions

/** The suffix of a typed number: "k", "m", "bb" or "". */
export const unitIn = (text) => /(?:[km]|bb)$/i.exec(text.trim())?.[0].toLowerCase() ?? "";

/** A typed number; without a suffix, in the unit of the first one. Null if there is none. */
export function typedNumber(text, unit) {
  const value = text.trim() ? readNumber(text.trim().replace(BLINDS, "")) : null;
  if (value === null || value <= 0) return null;
  if (BLINDS.test(text.trim())) return value * BIG_BLIND;
  return unitIn(text) || !unit || value >= WHOLE ? value : value * UNITS[unit];
}

/** The keys; `press` gets a character, "⌫" or "next". */
export function Keypad({ press, last }) {
  const key = (name, kind = "", words = name) =>
    html`<button
      type="button"
      key=${name}
      class=${kind}
      aria-label=${name === "⌫" ? t("start.erase") : undefined}
      onPointerDown=${(event) => event.preventDefault()}
      onClick=${() => press(name)}
    >
      ${words}
    </button>`;
  return html`<div class="keypad" role="group" aria-label=${t("start.keys")}>
    ${["1", "2", "3"].map((one) => key(one))}${key("k", "f")} ${["4", "5", "6"].map((one) => key(one))}${key("m", "f")}
    ${["7", "8", "9"].map((one) => key(one))}${key("⌫", "f", html`<${Icon} name="erase" />`)}
    ${key(decimalMark())}${key("0")}${key("000")}${key("next", "pri", t(last ? "done" : "start.next"))}
  </div>`;
}

/** The text of a field after a key. */
export const pressed = (text, name) => (name === "⌫" ? text.slice(0, -1) : (text + name).slice(0, 20));

/**
 * A field of a row: it shows the number in full, and what is typed while it has the focus. The browser's keyboard stays
 * away from a touch screen, which has the keypad.
 */
export function NumberField({
  label,
  text,
  value,
  on,
  focus,
  change,
  next,
  wrong = false,
  write = fullChips,
  placeholder = "",
}) {
  return html`<input
    class=${"in r" + (on ? " on" : "")}
    aria-label=${label}
    aria-invalid=${wrong ? "true" : undefined}
    autocomplete="off"
    inputmode="none"
    placeholder=${placeholder}
    autofocus=${on}
    value=${on ? text : value === null ? text : write(value)}
    ref=${(input) => on && input && document.activeElement !== input && input.focus()}
    onFocus=${focus}
    onInput=${(event) => change(event.target.value)}
    onKeyDown=${(event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      next();
    }}
  />`;
}
