// The table as a picture, to send to a chat: names, chips, and what each is worth.
import { moneyOf, shortChips, t } from "../locale.js";
import { canonical, namesOf, tableOf } from "../state.js";
import { MODELS, title } from "./models.js";

const WIDTH = 800;
const ROW = 52;
const TOP = 120;
const EDGE = 40;

/** Draw it; `comparison` has the answers of the models where they are known. */
export async function tablePicture(state, comparison) {
  const names = namesOf(state);
  const canvas = document.createElement("canvas");
  canvas.width = 2 * WIDTH;
  canvas.height = 2 * (TOP + ROW * names.length + 70);
  const pen = canvas.getContext("2d");
  pen.scale(2, 2);
  /** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill @param {CanvasTextAlign} align */
  const write = (text, x, y, size, fill, align = "left", weight = 400) => {
    pen.font = `${weight} ${size}px system-ui, sans-serif`;
    pen.fillStyle = fill;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write("finaltable", EDGE, 52, 26, "#10201a", "left", 700);
  const table = tableOf(state);
  const money = moneyOf(state.currency, table ? table.pool : 0);
  if (table) write(money.text(table.pool), WIDTH - EDGE, 52, 22, "#43514a", "right", 600);
  const results = (comparison && comparison.results) || [];
  const columns = MODELS.filter((model) => results.some((one) => one.model === model));
  columns.forEach((model, k) => write(title(model), WIDTH - EDGE - 130 * (columns.length - 1 - k), 96, 16, INK[model], "right", 700));
  names.forEach((name, i) => {
    const y = TOP + ROW * i + 24;
    write(name.slice(0, 18), EDGE, y, 19, "#10201a", "left", 650);
    write(shortChips(canonical(state.players[i].chips) || 0), EDGE + 250, y, 17, "#5f6c65", "right");
    columns.forEach((model, k) => {
      const value = results.find((one) => one.model === model).equities[i];
      write(money.text(value), WIDTH - EDGE - 130 * (columns.length - 1 - k), y, 18, INK[model], "right", 600);
    });
  });
  write(t("share.made"), EDGE, TOP + ROW * names.length + 36, 15, "#5f6c65");
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

const INK = { icm: "#1a5fc4", sem: "#9c348b", dcm: "#a15600" };
