// A 13 by 13 grid of hands: suited above the diagonal, offsuit below; one focus target with arrow keys and a readout.
import { html, useRef, useState } from "../../vendor/preact.js";
import { RANKS } from "../constants.js";
import { t } from "../locale.js";

const DOWN = [...RANKS].reverse();
/** The 169 hands, row by row. */
export const HANDS = DOWN.flatMap((_, row) => DOWN.map((__, column) => handAt(row, column)));

function handAt(row, column) {
  if (row === column) return DOWN[row] + DOWN[row];
  return row < column ? DOWN[row] + DOWN[column] + "s" : DOWN[column] + DOWN[row] + "o";
}

/** Number of combinations of a hand, of 1,326. */
export const combinations = (hand) => (hand.length === 2 ? 6 : hand[2] === "s" ? 4 : 12);

/**
 * @typedef {{ className?: string, text?: any, label?: string, style?: object, over?: boolean }} Cell `over`: the
 *   cell is split, and its text has two tones
 * `choose` follows the arrow keys, `tap` does not; `read` follows a pointer above the grid, or a thumb that drags.
 * @param {{ label: string, cell: (hand: string) => Cell, chosen?: string, choose?: (hand: string) => void,
 *           tap?: (hand: string) => void, paint?: (hand: string) => void, read?: (hand: string) => void,
 *           tall?: boolean, className?: string }} props
 */
export function HandGrid({ label, cell, chosen = null, choose, tap, paint, read, tall = false, className = "" }) {
  const root = useRef(null);
  const [at, setAt] = useState(0);
  const painting = useRef(null);
  const handOf = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const square = /** @type {HTMLElement | null} */ (found?.closest("[data-hand]"));
    return square && root.current.contains(square) ? square.dataset.hand : null;
  };
  const press = (event) => {
    const hand = handOf(event);
    if (hand === null) return;
    setAt(HANDS.indexOf(hand));
    if (paint) {
      event.preventDefault();
      root.current.setPointerCapture(event.pointerId);
      painting.current = hand;
      paint(hand);
    }
  };
  const move = (event) => {
    if (read) {
      const over = handOf(event);
      if (over !== null && over !== chosen) read(over);
    }
    const hand = painting.current === null ? null : handOf(event);
    if (hand === null || hand === painting.current) return;
    painting.current = hand;
    paint(hand);
  };
  const release = (event) => {
    const hand = handOf(event);
    painting.current = null;
    if (!paint && hand !== null) (choose ?? tap)?.(hand);
  };
  const key = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    if (step !== undefined && HANDS[at + step] !== undefined) {
      event.preventDefault();
      setAt(at + step);
      root.current.children[at + step].focus();
      if (choose && !paint) choose(HANDS[at + step]);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (paint) paint(HANDS[at]);
      else (choose ?? tap)?.(HANDS[at]);
    }
  };
  return html`<div
    ref=${root}
    class=${"grid " + (tall ? "tall " : "") + className}
    role="group"
    aria-label=${label}
    onPointerDown=${press}
    onPointerMove=${move}
    onPointerUp=${release}
    onPointerCancel=${() => {
      painting.current = null;
    }}
    onKeyDown=${key}
  >
    ${HANDS.map((hand, i) => {
      const { className: own = "", text = null, label: words = hand, style, over } = cell(hand);
      return html`<button
        type="button"
        key=${hand}
        data-hand=${hand}
        tabindex=${i === at ? 0 : -1}
        class=${own + (hand === chosen ? " cur" : "")}
        style=${style}
        aria-label=${words}
        aria-pressed=${paint ? String(/\b(y|half)\b/.test(own)) : undefined}
      >
        ${over && html`<i class="w" aria-hidden="true">${hand}<small>${text}</small></i>`}
        ${hand}
        ${text !== null && html`<small>${text}</small>`}
      </button>`;
    })}
  </div>`;
}

/** A card with its suit symbol. */
export function Card({ rank, suit, large = false }) {
  const sign = { s: "♠", h: "♥", d: "♦", c: "♣" }[suit];
  return html`<span class=${`cd ${suit}${large ? " l" : ""}`}>${rank}<i>${sign}\uFE0E</i></span>`;
}

/** The two cards of a hand such as T8s, AhKd, 77. */
export function HandCards({ hand, large }) {
  const exact = /^([2-9TJQKA])([shdc])([2-9TJQKA])([shdc])$/.exec(hand);
  const [first, second] = exact
    ? [
        [exact[1], exact[2]],
        [exact[3], exact[4]],
      ]
    : [
        [hand[0], "s"],
        [hand[1], hand[2] === "s" ? "s" : "h"],
      ];
  return html`<span class="nw" role="img" aria-label=${t("hand.is", { hand })}>
    <${Card} rank=${first[0]} suit=${first[1]} large=${large} />
    <${Card} rank=${second[0]} suit=${second[1]} large=${large} />
  </span>`;
}
