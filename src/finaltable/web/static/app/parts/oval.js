// The table: an oval, 2 to 10 seats along its edge, the button.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { afterLongPress, drag } from "./drag.js";
import { Icon } from "./icons.js";

// Left half of the path of seats, from bottom to top, in % of the oval; and the size of the oval.
const PHONE = {
  size: [358, 436],
  path: [
    [50, 94],
    [15.5, 83.5],
    [13, 47],
    [16, 19],
    [50, 6],
  ],
};
const DESK = {
  size: [760, 470],
  path: [
    [50, 89.5],
    [25.5, 87.6],
    [9.3, 60],
    [13, 27],
    [36, 10.5],
    [50, 9],
  ],
};
const CROWD = 6; // more seats than this do not fit a low oval
const LOW = {
  size: [358, 250],
  path: [
    [50, 88],
    [14, 78],
    [12, 46],
    [20, 14],
    [50, 11],
  ],
};
const INWARDS = 0.6; // position of the button and of bets, from the middle (0) to the seat (1)

/** Return the positions of `count` seats, the first at the bottom, then clockwise: [x, y] in %. */
export function seatPlaces(count, shape) {
  const along = walker(shape);
  return Array.from({ length: count }, (_, i) => {
    const left = i <= count / 2;
    const [x, y] = along((left ? i : count - i) / (count / 2));
    return [left ? x : 100 - x, y];
  });
}

function walker({ size, path }) {
  const lengths = path
    .slice(1)
    .map(([x, y], i) => Math.hypot(((x - path[i][0]) * size[0]) / 100, ((y - path[i][1]) * size[1]) / 100));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return (share) => {
    let rest = share * total;
    let leg = 0;
    while (leg < lengths.length - 1 && rest > lengths[leg]) rest -= lengths[leg++];
    const part = Math.min(1, rest / lengths[leg]);
    return [0, 1].map((axis) => path[leg][axis] + part * (path[leg + 1][axis] - path[leg][axis]));
  };
}

/** @param {number[]} phone @param {number[]} desk */
const at = (phone, desk) => ({ "--px": phone[0], "--py": phone[1], "--x": desk[0], "--y": desk[1] });
/** @param {number[]} place */
const inwards = (place, by = INWARDS) => place.map((share) => 50 + (share - 50) * by);

/** Position of a bet: towards the middle; on a low oval, bets at the sides are above the pot, or above the cards. */
function betAt(place, by, flat, tall = false) {
  const [x, y] = inwards(place, by);
  if (tall) return Math.abs(place[0] - 50) > 25 && Math.abs(y - 50) < 10 ? [x, y - 14] : [x, y];
  return flat && Math.abs(place[0] - 50) > 25 ? [x, Math.min(y, 50) - 9] : [x, y];
}

/** Position of the button: towards the middle; on a phone, next to seats at the sides, so as not to cover text. */
function buttonAt(place, by, crowd) {
  const [x, y] = inwards(place, by);
  return crowd && Math.abs(place[0] - 50) > 25 ? [x, y + (place[1] < 50 ? -9 : 9)] : [x, y];
}

/** Position of the button if a bet or cards are towards the middle: beside the seat. */
function buttonBeside(place, aside) {
  const [x, y] = place;
  if (Math.abs(x - 50) <= 25) return [x - aside, inwards([x, y], 0.8)[1]];
  return [inwards([x, y], 0.9)[0], y + (y < 60 ? 15 : -16)];
}

/**
 * @typedef {{ key: string, name: string, text: any, className?: string, label: string,
 *             bet?: string, head?: string }} Seat
 * @param {{ seats: Seat[], bottom: number, button: number | null,
 *           middle: any, low?: boolean, tall?: boolean, short?: boolean,
 *           tap?: (seat: number) => void, drop?: (seat: number) => void,
 *           move?: (from: number, to: number) => void, add?: () => void,
 *           addLabel?: string, buttonLabel?: string }} props
 */
export function Oval({
  seats,
  bottom = 0,
  button = null,
  middle,
  low = false,
  tall = false,
  short = false,
  tap,
  drop,
  move,
  add,
  addLabel,
  buttonLabel,
}) {
  const root = useRef(null);
  useEffect(() => {
    // Do not scroll the page while dragging.
    const stay = (event) => event.target.closest(".lifted") && event.preventDefault();
    root.current.addEventListener("touchmove", stay, { passive: false });
  }, []);
  const bets = low && seats.length <= CROWD && !tall ? 0.45 : INWARDS;
  const count = seats.length + (add ? 1 : 0);
  const flat = low && count <= CROWD;
  const phone = seatPlaces(Math.max(2, count), flat ? LOW : PHONE);
  const desk = low ? phone : seatPlaces(Math.max(2, count), DESK);
  const place = (i) => (i - bottom + count) % count;
  const spot = (i) => at(phone[place(i)], desk[place(i)]);
  const nearest = (event) => {
    const box = root.current.getBoundingClientRect();
    const wide = !low && matchMedia("(min-width: 700px)").matches ? desk : phone;
    const point = [(100 * (event.clientX - box.left)) / box.width, (100 * (event.clientY - box.top)) / box.height];
    const far = (i) =>
      Math.hypot((point[0] - wide[place(i)][0]) * box.width, (point[1] - wide[place(i)][1]) * box.height);
    return seats.map((_, i) => i).reduce((best, i) => (far(i) < far(best) ? i : best), 0);
  };
  const held = useRef(false); // a seat was moved: ignore the next click
  const press = (event, seat) => {
    held.current = false;
    afterLongPress(event, (chip) => {
      held.current = true;
      drag(chip, event, (ended) => nearest(ended) !== seat && move(seat, nearest(ended)));
    });
  };
  const click = (seat) => {
    if (!held.current && tap) tap(seat);
    held.current = false;
  };
  const shape = [low && "low", low && !flat && "crowd", low && tall && "tall", short && "short"].filter(Boolean);
  return html`<div class=${["oval", ...shape].join(" ")} ref=${root}>
    ${seats.map(
      (seat, i) => html`<button
        type="button"
        key=${seat.key}
        class=${"seat " + (seat.className || "")}
        style=${spot(i)}
        aria-label=${seat.label}
        onClick=${() => click(i)}
        onPointerDown=${move ? (event) => press(event, i) : undefined}
        onContextMenu=${move ? (event) => held.current && event.preventDefault() : undefined}
      >
        <small>${seat.name}</small>
        <b>${seat.text}</b>
        ${seat.head && html`<span class="head"><${Icon} name="head" />${seat.head}</span>`}
      </button>`,
    )}
    ${seats.map(
      (seat, i) =>
        seat.bet &&
        html`<span
          key=${"bet" + seat.key}
          class="chip"
          style=${at(betAt(phone[place(i)], bets, flat, tall), betAt(desk[place(i)], bets, flat))}
        >
          ${seat.bet}
        </span>`,
    )}
    ${
      add &&
      html`<button type="button" class="seat out" style=${spot(seats.length)} onClick=${add}>
        <small>${addLabel}</small>
      </button>`
    }
    ${
      button !== null &&
      seats[button] &&
      html`<span
        class=${"dbtn" + (drop ? " drag" : "")}
        title=${buttonLabel}
        style=${at(
          tall ? buttonBeside(phone[place(button)], 18) : buttonAt(phone[place(button)], low ? 0.52 : 0.64, count > 3),
          seats[button].bet && !low
            ? buttonBeside(desk[place(button)], 12)
            : inwards(desk[place(button)], low ? 0.52 : 0.68),
        )}
        onPointerDown=${drop ? (event) => drag(event.currentTarget, event, (ended) => drop(nearest(ended))) : undefined}
      >
        D
      </span>`
    }
    <div class="mid">${middle}</div>
  </div>`;
}
