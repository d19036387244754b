// A triangle of all stacks of three players, a cell for each state of the grid.
import { html, useMemo } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { distanceAt, nearestAt, statesOf } from "../solved_tournaments.js";

const [LEFT, WIDTH, BASE, HIGH] = [70, 500, 500, 433];
const MOST = 0.01; // distance with the full colour

/** The point of three shares, from the left corner to the right and the top. @param {number[]} shares */
const point = ([a, b, c]) => {
  const all = a + b + c;
  return [LEFT + (WIDTH * (b + c / 2)) / all, BASE - (HIGH * c) / all];
};

function cell(stacks, size) {
  const [x, y] = point(stacks);
  return Array.from({ length: 6 }, (_, k) => {
    const angle = Math.PI / 6 + (k * Math.PI) / 3;
    return `${(x + size * Math.cos(angle)).toFixed(1)},${(y + size * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** @param {{ pack: any, tournament: any, shown: string, names: string[], own: number[] | null }} props */
export function Triangle({ pack, tournament, shown, names, own }) {
  const cells = useMemo(() => {
    const size = (1.03 * WIDTH) / pack.units / Math.sqrt(3);
    return statesOf(pack).map((stacks) => {
      const model = shown === "nearest" ? nearestAt(pack, tournament, stacks) : shown;
      const off = shown === "nearest" ? 1 : Math.min(1, Math.sqrt(distanceAt(pack, tournament, model, stacks) / MOST));
      return { key: stacks.join(), points: cell(stacks, size), model, share: Math.round(96 * off) };
    });
  }, [pack, tournament, shown]);
  const [x, y] = own ? point(own) : [0, 0];
  const [mx, my] = point([1, 1, 1]);
  const corners = [
    [24, 526, "start"],
    [616, 526, "end"],
    [320, 52, "middle"],
  ];
  const edge = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((corner) => point(corner).join());
  return html`<svg class="tri" viewBox="20 32 600 524" width="100%" role="img" aria-label=${t("tournament.triangle")}>
    ${cells.map(
      ({ key, points, model, share }) => html`<polygon
        key=${key}
        points=${points}
        class=${"cell " + model}
        style=${{ "--q": `${share}%` }}
      />`,
    )}
    <path d=${`M${edge.join("L")}Z`} class="edge" />
    <path d=${`M${mx - 5} ${my}h10M${mx} ${my - 5}v10`} class="plus" />
    ${
      own &&
      html`<circle cx=${x} cy=${y} r="9" class="halo" /><circle cx=${x} cy=${y} r="9" class="here" />
      <text x=${x} y=${y + 30} text-anchor="middle" class="own">${t("tournament.here")}</text>`
    }
    ${names.map(
      (
        name,
        i,
      ) => html`<text key=${i} x=${corners[i][0]} y=${corners[i][1]} text-anchor=${corners[i][2]} class="corner">
        ${t("tournament.hasAll", { name: name.length > 14 ? `${name.slice(0, 13)}…` : name })}
      </text>`,
    )}
    <text x="320" y="548" text-anchor="middle">+ ${t("tournament.equal")}</text>
  </svg>`;
}
