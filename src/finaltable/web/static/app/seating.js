// Seats: rename, move or remove a player. Roles (hero, all-in) are stored by name and follow.
import { namesOf } from "./state.js";

/** Fields that name players. */
export const ROLES = ["me", "button", "hero", "all_in", "trophy_to", "last_longer_players"];

/** Return the fields with players renamed; null for a removed player. */
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

/** Return the state with these players; `from` maps old seats to new ones, null if removed. */
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

/** Move a player to another seat; the players between move up. */
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

/** Remove a player and the lowest prize. Returns whether a prize was removed. */
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
