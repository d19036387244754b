// The wide card of a deal, for links and posts: 1200 by 630.
import { shortChips, t } from "../locale.js";
import { dealWords, ruleWords } from "./chat.js";
import { INK, paper } from "./picture.js";

const [WIDTH, HEIGHT, EDGE, MIDDLE] = [1200, 630, 56, 512];
const CODE = 154; // pixels of a code
const FEW = 6; // players; with more there is no room for bars

/**
 * Draw a deal on a wide card: what each gets on the right, rule and code on the left.
 * @param {import("../state.js").State} state @param {any} answer
 * @param {{ names?: boolean, code?: { code: number[][] } | null }} [how] without `names`: seats
 */
export function dealCard(state, answer, { names = true, code = null } = {}) {
  const { box, write, dot, canvas } = paper(WIDTH, HEIGHT, 1);
  const { shares, notes, sum } = dealWords(answer, state);
  const cash = answer.proposals.find((one) => one.name === answer.choose).cash.map(Number);
  const wide = MIDDLE - 2 * EDGE;
  box(EDGE + 12, 60, 26, 5, INK.text);
  dot(EDGE + 12, 63, 8, "#ffffff");
  dot(EDGE + 12, 63, 8, INK.icm, 6);
  dot(EDGE + 40, 63, 11, INK.disc);
  write("finaltable", EDGE + 66, 75, { size: 34, weight: 700 });
  write(state.fields.event || t("deal.title"), EDGE, 172, { size: 60, weight: 800, most: wide });
  write(t("home.left", { count: answer.names.length }), EDGE, 232, { size: 28, fill: INK.soft, most: wide });
  write(`${sum}, ${ruleWords(answer)}`, EDGE, 272, { size: 28, fill: INK.soft, most: wide });
  notes.slice(0, 3).forEach((note, i) => write(note, EDGE, 312 + 34 * i, { size: 24, fill: INK.soft, most: wide }));
  code?.code.forEach((line, y) =>
    line.forEach((dark, x) => {
      const size = Math.floor(CODE / line.length); // whole pixels
      if (dark) box(EDGE + 8 + x * size, HEIGHT - 48 - size * (line.length - y), size, size, INK.text);
    }),
  );
  const [top, right, few] = [56, WIDTH - EDGE, answer.names.length <= FEW];
  const row = (HEIGHT - 2 * top) / answer.names.length;
  answer.names.forEach((name, i) => {
    const y = top + row * i;
    if (i) box(MIDDLE, y, right - MIDDLE, 2, INK.line);
    const line = y + (few ? 0.42 : 0.66) * row;
    const size = few ? Math.min(40, 0.38 * row) : Math.min(34, 0.6 * row);
    write(names ? name : t("start.seat", { seat: i + 1 }), MIDDLE, line, { size, weight: 650, most: 270 });
    write(shortChips(answer.stacks[i]), few ? MIDDLE : MIDDLE + 380, few ? y + 0.76 * row : line, {
      size: 0.62 * size,
      fill: INK.faint,
      align: few ? "left" : "right",
    });
    write(shares[i], right, line, { size, weight: 800, align: "right", most: 240 });
    if (!few) return;
    const long = (300 * cash[i]) / Math.max(...cash, 1e-9);
    box(right - 300, y + 0.68 * row, 300, 8, INK.track);
    box(right - long, y + 0.68 * row, long, 8, INK.bar);
  });
  return canvas;
}
