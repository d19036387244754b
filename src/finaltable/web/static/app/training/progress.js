// Training progress, stored only on this device; mistakes are repeated by the Leitner system.
import { INTERVALS } from "../constants.js";
import { depthOf, recipeOf } from "./spots.js";

const KEPT = "finaltable.training";
const SPOTS = "finaltable.training.spots";
const MOST_ANSWERS = 20000;
const MOST_CARDS = 5000;
const BLOCK = 10; // answers per point of the curve
const LONGEST = 20_000_000; // characters of a file

const EMPTY = { finaltable: "training", version: 1, answers: [], cards: [] };

/** @returns {{ answers: any[], cards: any[] }} */
export function loadProgress() {
  try {
    return readProgress(localStorage.getItem(KEPT) || "") || EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Store the progress; return whether that succeeded. */
export function keepProgress(progress) {
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify({
        ...EMPTY,
        answers: progress.answers.slice(-MOST_ANSWERS),
        cards: progress.cards.slice(-MOST_CARDS),
      }),
    );
    return true;
  } catch {
    return false;
  }
}

/** Listen to progress in other windows; return a function that stops listening. */
export function watchProgress(tell) {
  const changed = (event) => event.key === KEPT && tell(loadProgress());
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

/** The stored progress with new answers added. */
export function joinProgress(before, since) {
  const again = new Set(since.cards.map((card) => card.key));
  return {
    answers: [...before.answers, ...since.answers],
    cards: [...before.cards.filter((card) => !again.has(card.key)), ...since.cards],
  };
}

/** Delete the progress. */
export function forgetProgress() {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: nothing to delete.
  }
}

/** Parse exported progress, also that of the command line; null if it is invalid. */
export function readProgress(text) {
  if (!text || text.length > LONGEST) return null;
  try {
    const given = JSON.parse(text);
    if (given.finaltable !== "training" || given.version !== 1) return null;
    const answers = given.answers.filter(
      (one) => typeof one.lost === "number" && one.lost >= 0 && typeof one.seat === "string",
    );
    const cards = given.cards.filter(
      (one) => one.box >= 0 && one.box < INTERVALS.length && typeof one.due === "string" && one.spot,
    );
    return { answers, cards };
  } catch {
    return null;
  }
}

/** A date as stored: 2026-03-01, in local time. */
export function dayOf(date, later = 0) {
  const day = new Date(date.getFullYear(), date.getMonth(), date.getDate() + later, 12);
  const written = (part) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${written(day.getMonth() + 1)}-${written(day.getDate())}`;
}

/** The progress after an answer with a cost. */
export function record(progress, spot, lost, mode = "hand", today = new Date()) {
  const share = Number((lost / spot.table.pool).toFixed(8));
  const entry = { key: spot.key, day: dayOf(today), seat: spot.chart.seat, depth: depthOf(spot), lost: share, mode };
  return {
    answers: [...progress.answers, entry],
    cards: mode === "hand" ? boxed(progress.cards, spot, lost === 0, today) : progress.cards,
  };
}

/** A mistake goes into the first box; a right answer when due moves it on; after the last box it is learned. */
function boxed(cards, spot, right, today) {
  const card = cards.find((one) => one.key === spot.key);
  if (card && right && card.due > dayOf(today)) return cards;
  const others = cards.filter((one) => one.key !== spot.key);
  const box = !right ? 0 : card && card.box + 1 < INTERVALS.length ? card.box + 1 : null;
  return box === null
    ? others
    : [...others, { key: spot.key, box, due: dayOf(today, INTERVALS[box]), spot: recipeOf(spot) }];
}

/** The mistakes due today, the oldest first. */
export const dueOf = (progress, today = new Date()) =>
  progress.cards.filter((card) => card.due <= dayOf(today)).sort((a, b) => (a.due < b.due ? -1 : 1));

/** Days until a spot is repeated; null if it is not. */
export function daysUntil(progress, key) {
  const card = progress.cards.find((one) => one.key === key);
  return card ? INTERVALS[card.box] : null;
}

const hands = (progress) => progress.answers.filter((one) => one.mode !== "range");

/** Totals of answers by "seat" or "depth". */
export function groups(progress, field) {
  const names = [...new Set(hands(progress).map((one) => one[field]))];
  return names.map((name) => ({ name, ...totals(hands(progress).filter((one) => one[field] === name)) }));
}

/** Totals of all answers. */
export const total = (progress) => totals(hands(progress));

function totals(answers) {
  const lost = answers.reduce((sum, one) => sum + one.lost, 0);
  return {
    count: answers.length,
    right: answers.filter((one) => one.lost === 0).length,
    lost: answers.length ? lost / answers.length : 0,
  };
}

/** Average cost of each ten answers, as a share of the pool. */
export function curve(progress) {
  const all = hands(progress);
  return Array.from(
    { length: Math.ceil(all.length / BLOCK) },
    (_, i) => totals(all.slice(i * BLOCK, (i + 1) * BLOCK)).lost,
  );
}

/** Store spots to train on, such as the mistakes of a review. */
export function trainOn(recipes) {
  try {
    sessionStorage.setItem(SPOTS, JSON.stringify(recipes));
  } catch {
    // Storage is blocked: they last as long as this page.
  }
}

/** The stored spots. */
export function givenSpots() {
  try {
    return JSON.parse(sessionStorage.getItem(SPOTS) || "null");
  } catch {
    return null;
  }
}
