// Links to a table that other people open: they never contain who "me" is.
import { packTable } from "./packed.js";
import { placeOf } from "./place.js";
import { ROLES } from "./seating.js";
import { namesOf, writeAddress } from "./state.js";

const DEAL = ["choose", "between", "leave", "unit", "withhold", "event", "deal_heads", "last_longer", "trophy"];
const HEADS = ["bounty_share", "no_own_bounty", "mystery", "mystery_begins"];
const NEEDS = {
  "/deal": [...DEAL, "last_longer_players", "trophy_to", ...HEADS],
  "/value": HEADS,
}; // screens that use few fields

/**
 * The address of a screen with this table: short, if the table can be written so.
 * @param {import("./state.js").State} state @param {string} path @param {{ names: boolean }} how
 */
export function linkTo(state, path, { names }) {
  const shown = names ? state : unnamed(state);
  const { me: _, lang: __, ...fields } = shown.fields;
  const needed = NEEDS[path];
  const kept = needed ? Object.fromEntries(Object.entries(fields).filter(([name]) => needed.includes(name))) : fields;
  const rest = { ...shown, fields: kept };
  const table = packTable(rest);
  const query = new URLSearchParams(writeAddress(rest));
  if (!table) return location.origin + placeOf(path) + "?" + writeAddress(rest);
  for (const name of ["stack", "payouts", ...(names ? [] : ["name"])]) query.delete(name);
  // The table comes last: in a code, digits and capitals at the end take less room.
  const before = query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/");
  return `${location.origin}${placeOf(path)}?${before && `${before}&`}t=${table}`;
}

/** The table without names; roles name seats. */
function unnamed(state) {
  const names = namesOf(state);
  const seat = (name) => (names.includes(name) ? String(names.indexOf(name) + 1) : name);
  const roles = ROLES.filter((role) => state.fields[role]).map((role) => [
    role,
    state.fields[role].split(",").map(seat).join(","),
  ]);
  const { event: _, ...fields } = state.fields;
  return {
    ...state,
    players: state.players.map((player) => ({ ...player, name: "" })),
    fields: { ...fields, ...Object.fromEntries(roles) },
  };
}
