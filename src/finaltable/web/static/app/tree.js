// The tree of a chart: decisions made of the API's nodes, and how actions lead from one to the next.

/** @typedef {{ kind: string, node: any }} Move an action besides folding: push, raise, call, rejam, call_rejam */
/**
 * @typedef {object} Decision
 * @property {string} seat
 * @property {string[]} facing players all-in, in the order of acting
 * @property {string | null} raiser who raised and is not all-in; the seat itself after a re-jam
 * @property {Move[]} moves the boldest first
 * @property {number} reach
 */

/** The name of a decision in the address and in the API: "SB", "BB v SB raise, CO", "BTN raise v SB". */
export function nameOf({ seat, facing, raiser = null }) {
  const own = seat + (raiser === seat ? " raise" : "");
  const against = [...(raiser && raiser !== seat ? [`${raiser} raise`] : []), ...facing];
  return against.length ? `${own} v ${against.join(", ")}` : own;
}

/** The name of a node: a decision to raise has a node of its own, "SB raise". */
export const nodeName = (node) => nameOf({ seat: node.seat, facing: node.facing, raiser: node.raised_by });

/**
 * The decisions of an answer by name; a raise and an all-in of the same player are one decision.
 * @returns {Map<string, Decision>}
 */
export function decisionsOf(nodes) {
  const found = new Map();
  for (const node of nodes) {
    const raises = node.action === "raise";
    const key = { seat: node.seat, facing: node.facing, raiser: raises ? null : (node.raised_by ?? null) };
    const name = nameOf(key);
    const before = found.get(name);
    const move = { kind: node.action, node };
    if (!before) found.set(name, { ...key, moves: [move], reach: node.reach });
    else before.moves = raises ? [...before.moves, move] : [move, ...before.moves];
  }
  return found;
}

/** How often a seat goes on with a hand, all actions together; without a hand, with all hands. */
export const goesOn = ({ moves }, hand = null) =>
  Math.min(
    1,
    moves.reduce((sum, { node }) => sum + (hand === null ? node.frequency : node.hands[hand]), 0),
  );

/** Players of a written decision in either order: "BB v CO, SB" for "BB v SB, CO". */
function sameName(decision, written) {
  const { seat, facing, raiser } = decision;
  return facing.length === 2 && nameOf({ seat, facing: [facing[1], facing[0]], raiser }) === written;
}

/**
 * The decision that the address names; else mine, after folds in front of me (or after a raise, if there are any);
 * else the first.
 * @param {Map<string, Decision>} decisions @param {string | undefined} written @param {string | null} me
 */
export function decisionAt(decisions, written, me) {
  const all = [...decisions.values()];
  if (written && decisions.has(written)) return decisions.get(written);
  const other = written && all.find((one) => sameName(one, written));
  if (other) return other;
  const mine = all.filter((one) => one.seat === me);
  return (
    // A chart against a raise is sound; one of opening raises flatters them.
    mine.filter((one) => one.raiser && one.raiser !== me && !one.facing.length).at(-1) ||
    mine.find((one) => !one.facing.length && !one.raiser) ||
    mine.filter((one) => one.facing.length === 1).at(-1) || // the big blind: the last in front, all others folded
    all[0]
  );
}

/** @typedef {{ seat: string, state: "past" | "now" | "later", did: string, decision: Decision | null }} Step */

/**
 * The ribbon of a decision: each seat in the order of acting, what it did, and its decision there. A player who raised
 * comes again after a re-jam.
 * @param {string[]} order @param {Map<string, Decision>} decisions @param {Decision} now
 * @returns {Step[]}
 */
export function stepsOf(order, decisions, now) {
  const { facing, raiser } = now;
  const returns = raiser === now.seat;
  const at = returns ? order.length : order.indexOf(now.seat);
  const before = (turn) => ({
    facing: facing.filter((name) => order.indexOf(name) < turn),
    raiser: raiser && order.indexOf(raiser) < turn ? raiser : null,
  });
  /** @type {Step[]} */
  const steps = order.map((seat, turn) => {
    const decision = decisions.get(nameOf({ seat, ...before(turn) })) ?? null;
    const did = turn >= at ? "" : facing.includes(seat) ? "in" : raiser === seat ? "raise" : "fold";
    return { seat, state: turn < at ? "past" : turn === at ? "now" : "later", did, decision };
  });
  const again = raiser && facing.length ? decisions.get(nameOf({ seat: raiser, facing, raiser })) : null;
  if (again) steps.push({ seat: raiser, state: returns ? "now" : "later", did: "", decision: again });
  return steps;
}

/**
 * The decision after an action of a seat; seats between fold, and what came after it is forgotten. Null if the hand
 * ends.
 * @param {string[]} order @param {Map<string, Decision>} decisions @param {Decision} from
 * @param {string} did fold, in or raise
 */
export function after(order, decisions, from, did) {
  const returns = from.raiser === from.seat;
  if (returns) return null;
  const facing = did === "in" ? [...from.facing, from.seat] : from.facing;
  const raiser = did === "raise" ? from.seat : from.raiser;
  for (const seat of order.slice(order.indexOf(from.seat) + 1)) {
    const next = decisions.get(nameOf({ seat, facing, raiser }));
    if (next) return next;
  }
  return (raiser && facing.length && decisions.get(nameOf({ seat: raiser, facing, raiser }))) || null;
}

/** The decision before this one: of the last seat that did something, else of the seat in front. */
export function back(order, decisions, now) {
  const steps = stepsOf(order, decisions, now);
  return steps.filter((step) => step.state === "past" && step.decision).at(-1)?.decision ?? null;
}

/** What a move does in the tree: "raise" or "in". */
export const didOf = (kind) => (kind === "raise" ? "raise" : "in");
