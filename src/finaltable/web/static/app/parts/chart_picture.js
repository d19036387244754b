// The picture of a chart: 169 cells split by action, what it is, and how often each action is taken.
import { percent, t } from "../locale.js";
import { HANDS } from "./grid.js";
import { actWords } from "./hand_card.js";
import { paper, SHADES } from "./picture.js";

const [WIDTH, EDGE, CELL, GAP] = [1080, 46, 74, 2];

/** Draw a decision. @param {import("../tree.js").Decision} decision @param {string} name @param {string} about */
export function chartPicture(decision, name, about) {
  const top = 150;
  const { box, write, canvas } = paper(WIDTH, top + 13 * (CELL + GAP) + 120, 1);
  write(name, EDGE, 74, { size: 48, weight: 750 });
  write(about, EDGE, 118, { size: 26, fill: SHADES.soft });
  HANDS.forEach((hand, i) => {
    const [x, y] = [EDGE + (i % 13) * (CELL + GAP), top + Math.floor(i / 13) * (CELL + GAP)];
    let at = 0;
    box(x, y, CELL, CELL, SHADES.fold);
    for (const { kind, node } of decision.moves) {
      box(x + at * CELL, y, node.hands[hand] * CELL, CELL, kind === "raise" ? SHADES.raise : SHADES.in);
      at += node.hands[hand];
    }
    const first = decision.moves[0].kind === "raise" ? 0 : decision.moves[0].node.hands[hand];
    const fill = first > 0.5 ? SHADES.paper : SHADES.text;
    write(hand, x + CELL / 2, y + 46, { size: 25, weight: 600, fill, align: "center" });
  });
  const shares = decision.moves.map(({ kind, node }) => `${actWords(kind, null)} ${percent(node.frequency)}`);
  const foot = top + 13 * (CELL + GAP) + 60;
  write(shares.join(" · "), EDGE, foot, { size: 34, weight: 700, most: 700 });
  write(t("share.dealMade"), WIDTH - EDGE, foot, { size: 24, fill: SHADES.soft, align: "right", most: 320 });
  return canvas;
}
