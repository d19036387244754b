// Pictures for a chat: the table with the value of each stack, and a deal with each player's share.
import { MODELS } from "../constants.js";
import { dateWords, moneyOf, shortChips, t } from "../locale.js";
import { canonical, namesOf, tableOf } from "../state.js";
import { dealWords, ruleWords } from "./chat.js";
import { title } from "./models.js";

const EDGE = 40;
const PAPER = "#ffffff";
export const INK = {
  text: "#10201a",
  soft: "#43514a",
  faint: "#5f6c65",
  line: "#dde3df",
  bar: "#1f644e",
  track: "#e9edea",
  icm: "#1a5fc4",
  sem: "#9c348b",
  dcm: "#a15600",
  disc: "#cb6d00",
};

/** Colours of actions on paper. */
export const SHADES = {
  paper: PAPER,
  text: INK.text,
  soft: INK.soft,
  fold: "#e7ebe8",
  raise: "#86cfa9",
  in: "#0a6b42",
};

/**
 * A canvas and functions that draw on it.
 * @param {number} width @param {number} height @param {number} scale pixels per unit
 */
export function paper(width, height, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = scale * width;
  canvas.height = scale * height;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const box = (x, y, wide, high, fill) => {
    pen.fillStyle = fill;
    pen.fillRect(x, y, wide, high);
  };
  /**
   * @param {string} text @param {number} x @param {number} y
   * @param {{ size: number, fill?: string, align?: string, weight?: number, most?: number }} how `most`: the
   *   maximum width
   */
  const write = (text, x, y, how) => {
    const { size, fill = INK.text, align = "left", weight = 400, most = width - 2 * EDGE } = how;
    pen.font = `${weight} ${size}px system-ui, sans-serif`;
    pen.fillStyle = fill;
    pen.textAlign = /** @type {CanvasTextAlign} */ (align);
    pen.fillText(text, x, y, most);
  };
  const dot = (x, y, radius, fill, line = 0) => {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    if (line) {
      pen.strokeStyle = fill;
      pen.lineWidth = line;
      pen.stroke();
    } else {
      pen.fillStyle = fill;
      pen.fill();
    }
  };
  box(0, 0, width, height, PAPER);
  return { box, write, dot, canvas };
}

const WIDTH = 800;
const ROW = 52;
const TOP = 120;

/** Draw a table; `comparison` has the answers of the models, if known. */
export function tablePicture(state, comparison) {
  const names = namesOf(state);
  const { write, canvas } = paper(WIDTH, TOP + ROW * names.length + 70, 2);
  write("finaltable", EDGE, 52, { size: 26, weight: 700 });
  const table = tableOf(state);
  const money = moneyOf(state.currency, table ? table.pool : 0);
  if (table) write(money.text(table.pool), WIDTH - EDGE, 52, { size: 22, fill: INK.soft, align: "right", weight: 600 });
  const results = comparison?.results || [];
  const columns = MODELS.filter((model) => results.some((one) => one.model === model));
  const at = (k) => WIDTH - EDGE - 130 * (columns.length - 1 - k);
  columns.forEach((model, k) =>
    write(title(model), at(k), 96, { size: 16, fill: INK[model], align: "right", weight: 700 }),
  );
  names.forEach((name, i) => {
    const y = TOP + ROW * i + 24;
    write(name.slice(0, 18), EDGE, y, { size: 19, weight: 650 });
    write(shortChips(canonical(state.players[i].chips) || 0), EDGE + 250, y, {
      size: 17,
      fill: INK.faint,
      align: "right",
    });
    columns.forEach((model, k) => {
      const value = results.find((one) => one.model === model).equities[i];
      write(money.text(value), at(k), y, { size: 18, fill: INK[model], align: "right", weight: 600 });
    });
  });
  write(t("share.made"), EDGE, TOP + ROW * names.length + 36, { size: 15, fill: INK.faint });
  return canvas;
}

const TALL = { width: 1080, height: 1350, edge: 72 };
const CODE = 210; // pixels of a code
const FEW = 6; // players; with more there is no room for bars

/**
 * Draw a deal: names, chips, shares, rule, sum and other terms, and the code of a link.
 * @param {import("../state.js").State} state @param {any} answer
 * @param {{ names?: boolean, code?: { code: number[][] } | null }} [how] without `names`: seats
 */
export function dealPicture(state, answer, { names = true, code = null } = {}) {
  const { width, height, edge } = TALL;
  const { box, write, dot, canvas } = paper(width, height, 1);
  const { shares, notes, sum } = dealWords(answer, state);
  const cash = answer.proposals.find((one) => one.name === answer.choose).cash.map(Number);
  const right = width - edge;
  box(edge + 16, 85, 36, 6, INK.text);
  dot(edge + 16, 88, 11, PAPER);
  dot(edge + 16, 88, 11, INK.icm, 7);
  dot(edge + 54, 88, 14, INK.disc);
  write("finaltable", edge + 84, 102, { size: 42, weight: 700 });
  write(dateWords(new Date()), right, 102, { size: 32, fill: INK.faint, align: "right" });
  write(state.fields.event || t("deal.title"), edge, 226, { size: 84, weight: 800, most: width - 2 * edge });
  write(`${t("home.left", { count: answer.names.length })}, ${ruleWords(answer)}`, edge, 288, {
    size: 38,
    fill: INK.soft,
  });
  const foot = height - (code ? 290 : 110 + 44 * notes.length); // lowest position of the sum
  const row = Math.min(152, (foot - 66 - 318) / answer.names.length);
  const few = answer.names.length <= FEW;
  answer.names.forEach((name, i) => {
    const y = 318 + row * i;
    box(edge, y, width - 2 * edge, 2, INK.line);
    const line = y + (few ? 0.46 * row : 0.66 * row);
    write(names ? name : t("start.seat", { seat: i + 1 }), edge, line, {
      size: few ? 50 : 40,
      weight: 650,
      most: few ? 520 : 400,
    });
    write(shortChips(answer.stacks[i]), few ? edge : edge + 560, few ? y + 0.8 * row : line, {
      size: 30,
      fill: INK.faint,
      align: few ? "left" : "right",
    });
    write(shares[i], right, line, { size: few ? 54 : 42, weight: 800, align: "right", most: 400 });
    if (few) {
      box(right - 400, y + 0.8 * row - 18, 400, 10, INK.track);
      const long = (400 * cash[i]) / Math.max(...cash, 1e-9);
      box(right - long, y + 0.8 * row - 18, long, 10, INK.bar);
    }
  });
  const end = 318 + row * answer.names.length;
  box(edge, end, width - 2 * edge, 3, INK.text);
  write(t("total"), edge, end + 66, { size: 46, weight: 700 });
  write(sum, right, end + 66, { size: 54, weight: 800, align: "right", most: 560 });
  const most = width - 2 * edge - (code ? CODE + 40 : 0);
  notes.forEach((note, i) => write(note, edge, end + 80 + 44 * (i + 1), { size: 30, fill: INK.soft, most }));
  write(t(code ? "share.scan" : "share.dealMade"), edge, height - 44, { size: 26, fill: INK.faint, most });
  code?.code.forEach((line, y) =>
    line.forEach((dark, x) => {
      const size = Math.floor(CODE / line.length); // whole pixels
      const left = right - size * line.length;
      if (dark) box(left + x * size, height - 40 - size * (line.length - y), size, size, INK.text);
    }),
  );
  return canvas;
}
