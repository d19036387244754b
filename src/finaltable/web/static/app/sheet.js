// The sheet to sign and the CSV of a deal: the template and, in English, the words of deals/sheet.py.
import { exactMoney, fullChips, language, ordinal, t, wordsIn } from "./locale.js";
import { decimalsIn, decimalsOf, eachHead, headsOf, listed, paidWords, potOf, ruleWords } from "./parts/chat.js";
import { title } from "./parts/models.js";
import { VERSION } from "./place.js";

const MANY = 13; // players and terms together that fit a page in large print
const LABELS = ["title", "player", "chips", "gets", "signature", "sum"];
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;", "{": "&#123;" };

/** Fill a template: {{name}} is a value, {{#names}}…{{/names}} is repeated for the items of a list. */
export function fill(template, view) {
  const repeated = (_, name, inner) =>
    view[name].map((item) => fill(inner, { ...view, ...(typeof item === "string" ? { it: item } : item) })).join("");
  return template
    .replace(/\{\{#(\w+)\}\}\n?(.*?)\{\{\/\1\}\}\n?/gs, repeated)
    .replace(/\{\{(\w+)\}\}/g, (_, name) => String(view[name]).replace(/[&<>"'{]/g, (mark) => ESCAPES[mark]));
}

/** The template and its style. @returns {Promise<string[]>} */
export const parts = () =>
  Promise.all(
    ["sheet.html", "sheet.css"].map(async (name) => (await fetch(new URL(`./${name}`, import.meta.url))).text()),
  );

/** The sheet as a page that needs no other file. @param {string[]} found the template and its style */
export const sheetPage = ([template, style], view) =>
  fill(template, view).replace("<style></style>", () => `<style>\n${style}</style>`);

/**
 * The values of the template.
 * @param {any} answer of the question "deal" @param {import("./state.js").State} state
 * @param {{ second?: string, code?: { box: string, path: string, link: string } | null }} [how] `second`: another
 *   language, for headings
 */
export async function sheetView(answer, state, { second = "", code = null } = {}) {
  const also = second && second !== language() ? await wordsIn(second) : () => "";
  const heads = headsOf(answer, state);
  const [cash, money] = decimalsOf(answer, heads).map((places) => exactMoney(state.currency, places));
  const event = state.fields.event || "";
  const terms = termLines(answer, heads, money, state);
  const chips = fullChips(answer.stacks.reduce((sum, stack) => sum + stack, 0));
  const left = answer.leave.reduce((sum, amount) => sum + Number(amount), 0);
  const sums = {
    prizes: money(answer.pool),
    paid: cash(answer.paid_now),
    ...(left && { left: money(left) }),
    players: String(answer.names.length),
    chips,
  };
  return {
    ...Object.fromEntries(
      LABELS.flatMap((name) => [
        [name, t(`sheet.label.${name}`)],
        [`${name}_2`, also(`sheet.label.${name}`)],
      ]),
    ),
    lang: language(),
    heading: t("sheet.label.title") + (event && `: ${event}`),
    size: answer.names.length + terms.length > MANY ? "many" : "",
    event,
    event_label: both("event", also),
    sums: Object.entries(sums).map(([name, value]) => ({
      label: t(`sheet.label.${name}`),
      second: also(`sheet.label.${name}`),
      value,
    })),
    players: answer.names.map((name, seat) => ({
      name,
      stack: fullChips(answer.stacks[seat]),
      cash: paidWords(chosenOf(answer).cash[seat], cash),
      aside: asideWords(answer, seat, heads, money).join(", "),
    })),
    all_chips: chips,
    paid_now: cash(answer.paid_now),
    prizes: prizesWords(answer, heads, money),
    method: `${t("sheet.by", { rule: ruleWords(answer) })} ${methodWords(answer)}`,
    terms,
    close: [],
    director: both("director", also),
    date: both("date", also),
    code: code ? [code] : [],
    version: VERSION,
  };
}

const both = (name, also) => [t(`sheet.label.${name}`), also(`sheet.label.${name}`)].filter(Boolean).join(" · ");
const chosenOf = (answer) => answer.proposals.find((one) => one.name === answer.choose);

function prizesWords(answer, heads, money) {
  const list = answer.payouts.map((payout, i) => `${ordinal(i + 1)} ${money(payout)}`).join(", ");
  const prizes = t("sheet.prizesList", { list });
  if (!heads) return prizes;
  return `${prizes} ${t("sheet.bountiesList", { list: eachHead(answer, heads, money), money: money(heads.all) })}`;
}

/** Sentences on the terms besides the rule for sharing. */
function termLines(answer, heads, money, state) {
  const { names } = answer;
  const unit = exactMoney(state.currency, decimalsIn([answer.unit]))(answer.unit);
  const chosen = chosenOf(answer);
  const fixed = answer.fixed.map(([seat, share]) => `${names[seat]} ${money(share)}`);
  const pays = names.map((name, i) => [name, chosen.cash[i]]).filter(([, cash]) => Number(cash) < 0);
  const paid = exactMoney(state.currency, decimalsOf(answer, heads)[0]);
  return [
    Number(answer.withheld) && t("sheet.withheld", { money: money(answer.withheld) }),
    ...answer.leave.map(
      (left, i) =>
        Number(left) && t(i ? "sheet.leftPlace" : "sheet.leftWinner", { place: ordinal(i + 1), money: money(left) }),
    ),
    trophyWords(answer, money),
    Number(answer.last_longer) && lastingWords(answer, money),
    fixed.length && t("sheet.fixed", { list: listed(fixed) }),
    heads && headLine(answer, heads, money),
    boundsWords(answer, money),
    t("sheet.rounded", { unit, sum: sumWords(answer, heads, money) }),
    Number(chosen.odd) && t("sheet.odd", { money: money(chosen.odd), name: names[chosen.odd_to] }),
    pays.length && t("sheet.paysIn", { list: listed(pays.map(([name, cash]) => `${name} ${paid(cash.slice(1))}`)) }),
    chosen.error > Number(answer.unit) && t("sheet.accurate", { money: state.currency + roundedUp(chosen.error) }),
  ].filter(Boolean);
}

/** One significant digit, rounded up: 0.04. */
function roundedUp(error) {
  const power = 10 ** Math.floor(Math.log10(error));
  return String(Number((Math.ceil(error / power) * power).toPrecision(1)));
}

function trophyWords({ names, trophy, trophy_to: taker }, money) {
  if (taker !== null) return t("sheet.trophyNow", { name: names[taker], money: money(trophy) });
  return Number(trophy) ? t("sheet.trophy", { money: money(trophy) }) : "";
}

function lastingWords(answer, money) {
  const who = answer.last_longer_players.map((seat) => answer.names[seat]);
  const players = who.length < answer.names.length || who.length < 4 ? listed(who) : t("sheet.all");
  return t("sheet.lastLonger", { players, money: money(answer.last_longer), pot: money(potOf(answer)) });
}

function headLine(answer, heads, money) {
  const all = money(heads.all);
  if (answer.heads === "share") return t("sheet.headsShared", { money: all });
  return t("sheet.headsStay", { list: eachHead(answer, heads, money), money: all });
}

function boundsWords(answer, money) {
  const parts = [
    answer.trophy_to !== null && t("sheet.theTrophy"),
    Number(answer.last_longer) && t("sheet.theStakes"),
  ].filter(Boolean);
  const including = parts.length ? t("sheet.including", { list: listed(parts) }) : "";
  const bounds = { low: money(answer.lowest), high: money(answer.highest), including };
  if (Number(answer.lowest)) return t("sheet.boundsBoth", bounds);
  return t("sheet.boundsMost", bounds);
}

/** The parts of the pool and their sum. */
function sumWords(answer, heads, money) {
  const left = answer.leave.reduce((sum, amount) => sum + Number(amount), 0);
  const parts = [
    t("sheet.part.paid", { money: money(answer.paid_now) }),
    left && t("sheet.part.left", { money: money(left) }),
    Number(answer.last_longer) && t("sheet.part.longer", { money: money(potOf(answer)) }),
    Number(answer.withheld) && t("sheet.part.withheld", { money: money(answer.withheld) }),
  ].filter(Boolean);
  const shared = answer.heads === "share";
  const whole = money(Number(answer.pool) + (shared ? Number(heads.all) : 0));
  const what = t(shared ? "sheet.allBoth" : "sheet.allPrizes");
  if (parts.length === 1) return t("sheet.sumIs", { money: whole, what });
  return t("sheet.sumOf", { parts: parts.join(" + "), money: whole, what });
}

/** How the shares are computed. */
function methodWords(answer) {
  if (answer.fixed.length === answer.names.length) return t("sheet.method.agreed");
  const models = answer.choose === "between" ? ["icm", "dcm"] : [answer.choose];
  const used = models.filter((model) => answer.playing_on[model]);
  const shared = answer.heads === "share" && used.length > 0;
  return [
    t(`sheet.method.${answer.choose}`, { between: Number(Number(answer.between).toPrecision(6)) }),
    answer.fixed.length && t("sheet.method.fixed"),
    shared && t("sheet.method.heads"),
    ...used
      .filter((model) => shared && answer.playing_on[model].bounty_assumption)
      .map((model) => t("sheet.method.assumed", { model: title(model) })),
    answer.leave.length && t("sheet.method.left"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The other parts of a player's share. */
function asideWords(answer, seat, heads, money) {
  const fixed = answer.fixed.find(([player]) => player === seat);
  const lasting = answer.last_longer_players;
  return [
    fixed && t("sheet.aside.fixed", { money: money(fixed[1]) }),
    seat === answer.trophy_to && t("sheet.aside.trophy", { money: money(answer.trophy) }),
    lasting.includes(seat) &&
      lasting.length < answer.names.length &&
      t("sheet.aside.longer", { money: money(answer.last_longer) }),
    heads && answer.heads !== "share" && t("sheet.aside.head", { money: money(heads.each[seat]) }),
  ].filter(Boolean);
}

/** A deal as CSV for a spreadsheet: a line for each player, as deals/report.py. */
export function dealCsv(answer, state) {
  const heads = headsOf(answer, state);
  const stays = (seat) => (answer.heads === "share" ? "0.00" : heads.each[seat]);
  const cell = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const columns = heads ? ["bounty", "bounty_stays"] : [];
  const rows = answer.names.map((name, seat) => [
    /^[=+\-@]/.test(name) ? `'${name}` : name, // else a spreadsheet would evaluate it
    String(answer.stacks[seat]),
    ...(heads ? [heads.each[seat], stays(seat)] : []),
    ...answer.proposals.map((one) => one.cash[seat]),
    chosenOf(answer).cash[seat],
  ]);
  const head = ["name", "stack", ...columns, ...answer.proposals.map((one) => one.name), "chosen"];
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}
