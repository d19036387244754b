// Decisions of a hand, in the order of a profile's rows. As equilibrium/tree.py and equilibrium/nodes.py.

/** @typedef {{ seat: number, facing: number[], raiser: number | null }} Row seats are numbers in the order of acting */

const KINDS = { push: 0, raise: 1, call: 2, rejam: 3, returns: 4 };

/**
 * All decisions; with raises, only those that come up.
 * @param {{ seats: number, lastOpens: boolean, able: number[], raised: number[], only: number[] }} hand
 *   `able`, `raised`: chips of an all-in and of a raise, in the order of acting; `only`: players who never push first
 * @returns {Row[]}
 */
export function rowsOf({ seats, lastOpens, able, raised, only }) {
  const raises = raised.some(Boolean);
  const found = [];
  const add = (kind, seat, facing, raiser = null) => {
    const by = kind === KINDS.rejam ? raiser : 0;
    found.push({ key: [seat, kind, facing.length, by, ...[...facing].reverse()], node: { seat, facing, raiser } });
  };
  const between = (first, end) => Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  for (const seat of between(0, seats)) {
    if (!raises || ((lastOpens || seat < seats - 1) && !only.includes(seat))) add(KINDS.push, seat, []);
    for (const one of between(0, seat).filter((first) => !only.includes(first))) {
      add(KINDS.call, seat, [one]);
      for (const two of between(one + 1, seat)) add(KINDS.call, seat, [one, two]);
    }
    for (const raiser of between(0, seat).filter((first) => raised[first])) {
      add(KINDS.rejam, seat, [], raiser);
      for (const one of between(raiser + 1, seat)) add(KINDS.rejam, seat, [one], raiser);
    }
    if (!raised[seat]) continue;
    add(KINDS.raise, seat, [], seat);
    const larger = (other) => able[other] > raised[seat];
    for (const one of between(seat + 1, seats)) {
      if (larger(one)) add(KINDS.returns, seat, [one], seat);
      for (const two of between(one + 1, seats))
        if (larger(one) || larger(two)) add(KINDS.returns, seat, [one, two], seat);
    }
  }
  return found.sort((a, b) => inOrder(a.key, b.key)).map(({ node }) => node);
}

const inOrder = (a, b) => a.map((one, i) => one - b[i]).find(Boolean) ?? 0;

/** Whether a player has raised before. @param {Row} row */
export const returns = ({ seat, facing, raiser }) => raiser === seat && facing.length > 0;

/** Sets of three players; the last changes slowest. */
export const triplesOf = (seats) =>
  Array.from({ length: seats }, (_, last) => last).flatMap((last) =>
    Array.from({ length: last }, (_, two) => two).flatMap((two) =>
      Array.from({ length: two }, (_, one) => [one, two, last]),
    ),
  );

/** The number of ends, with all orders of the hands; `orders`: their number after none, one, two and three pushes. */
export function endsOf(seats, orders, rows) {
  const sets = [1, seats, (seats * (seats - 1)) / 2, triplesOf(seats).length];
  const raised = rows.filter(returns).reduce((sum, { facing }) => sum + orders[facing.length], 0);
  return sets.reduce((sum, count, pushed) => sum + count * orders[pushed], raised);
}
