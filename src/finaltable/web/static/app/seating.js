// Who sits where: what changes when a player is renamed, moves, or is out. Roles go by name, and follow.
import { namesOf } from "./state.js";

const ROLES = ["me", "button", "hero", "all_in"];

/** Return the fields with players called by their new names; null: a player is gone. */
function renamed(fields, before, after) {
  const now = new Map(before.map((name, i) => [name, after[i]]));
  const called = (text) =>
    text
      .split(",")
      .map((name) => (now.has(name) ? now.get(name) : name))
      .filter((name) => name !== null)
      .join(",");
  return {
    ...fields,
    ...Object.fromEntries(ROLES.filter((role) => fields[role]).map((role) => [role, called(fields[role])])),
  };
}

/** Return the state with these players; `from` tells where each of those before is now, null if gone. */
function seated(state, players, from) {
  const names = namesOf({ ...state, players });
  const after = state.players.map((_, i) => (from(i) === null ? null : names[from(i)]));
  return { ...state, players, fields: renamed(state.fields, namesOf(state), after) };
}

/** Change one player. */
export function setPlayer(store, seat, change, stroke) {
  store.change(
    (now) =>
      seated(
        now,
        now.players.map((player, i) => (i === seat ? { ...player, ...change } : player)),
        (i) => i,
      ),
    stroke,
  );
}

/** Seat a player elsewhere; those between move up. */
export function movePlayer(store, from, to) {
  store.change((now) => {
    const order = now.players.map((_, i) => i).filter((i) => i !== from);
    order.splice(to, 0, from);
    return seated(
      now,
      order.map((i) => now.players[i]),
      (i) => order.indexOf(i),
    );
  });
}

/** Take a player out: the lowest prize leaves with them. Returns whether one did. */
export function bustPlayer(store, seat) {
  const paid = store.state.prizes.length >= store.state.players.length;
  store.change((now) => ({
    ...seated(
      now,
      now.players.filter((_, i) => i !== seat),
      (i) => (i === seat ? null : i - (i > seat ? 1 : 0)),
    ),
    prizes: paid ? now.prizes.slice(0, now.players.length - 1) : now.prizes,
  }));
  return paid;
}
