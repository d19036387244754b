// Fields of an address that the page cannot use: the page lists them.
import { LANGUAGES } from "./locale.js";
import { canonical } from "./state.js";
import { readsEnvelopes, seatOf } from "./table.js";

const MOST = 6; // fields that are listed
const LONGEST = 24; // characters of a value

const isNumber = (text) => canonical(text) !== null;
const isShare = (text) => /^[0-9]*\.?[0-9]+\s*%?$/.test(text.trim());
const isAmount = (text) => /^[^0-9]{0,3}[0-9][0-9.,]*[kmb]?\s*%?$/i.test(text.trim());
const anything = () => true; // validated by the engine or the screen
const isPlayer = (text, state) => seatOf(state, text) !== null;
const one =
  (...known) =>
  (text) =>
    known.includes(text);

/** @type {Record<string, (text: string, state: import("./state.js").State) => boolean>} */
const FIELDS = {
  lang: (text) => text.slice(0, 2) in LANGUAGES,
  blinds: (text) => text.split("/").length === 2 && text.split("/").every((part) => part === "" || isNumber(part)),
  ante: isNumber,
  big_blind_ante: isNumber,
  button: isPlayer,
  me: isPlayer,
  hero: isPlayer,
  all_in: (text, state) => text.split(",").every((name) => isPlayer(name.trim(), state)),
  hand: (text) => /^[2-9TJQKA]{2}[so]?$|^([2-9TJQKA][shdc]){2}$/.test(text),
  range: anything,
  equity: isShare,
  choose: one("icm", "sem", "dcm", "chip_chop", "equal", "between"),
  between: (text) => isNumber(text) && Number(text) <= 1,
  leave: (text) => text.split(" ").every(isAmount),
  unit: isAmount,
  withhold: isAmount,
  event: anything,
  last_longer: isAmount,
  last_longer_players: (text, state) => text.split(",").every((name) => isPlayer(name.trim(), state)),
  trophy: isAmount,
  trophy_to: isPlayer,
  deal_heads: one("share"),
  models: anything,
  node: anything,
  locked: anything,
  raise_to: isNumber,
  shows: one("icm", "sem", "dcm", "nearest"),
  look_ahead: one("tournament", "orbit", "seat"),
  solution: (text) => /^[0-9a-f]{12}$/.test(text),
  seed: isNumber,
  spot: isNumber,
  mode: one("range"),
  source: one("fresh", "given"),
  players: isNumber,
  position: anything,
  depth: anything,
  heads: one("yes", "no"),
  preset: anything,
  model: anything,
  with_bounties: anything,
  bounty_share: isShare,
  no_own_bounty: anything,
  mystery: readsEnvelopes,
  mystery_begins: isNumber,
};

/** @returns {[string, string][]} unusable fields and values of the address */
export function strangeIn(state) {
  const fields = Object.entries(state.fields).filter(
    ([name, value]) => !(Object.hasOwn(FIELDS, name) && FIELDS[name](value, state)),
  );
  const heads = state.players.map((player) => player.bounty).filter((head) => head && !isNumber(head));
  return [...fields, .../** @type {[string, string][]} */ (heads.map((head) => ["bounties", head]))];
}

/** Text of the unusable fields that are still in the address. */
export function strangeWords(state, strange) {
  const still = new Set(strangeIn(state).map(([name, value]) => `${name}=${value}`));
  const words = strange.map(([name, value]) => `${name}=${value}`).filter((text) => still.has(text));
  return words
    .slice(0, MOST)
    .map((text) => (text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text))
    .concat(words.length > MOST ? ["…"] : []);
}

/** The state without unusable fields. */
export function withoutStrange(state) {
  const gone = new Set(strangeIn(state).map(([name]) => name));
  const players = gone.has("bounties")
    ? state.players.map((player) => (isNumber(player.bounty) ? player : { ...player, bounty: "" }))
    : state.players;
  return {
    ...state,
    players,
    fields: Object.fromEntries(Object.entries(state.fields).filter(([name]) => !gone.has(name))),
  };
}
