// The ribbon of a chart: seats in the order of acting, what each does how often, and the way walked through the tree.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { number, percent, t } from "../locale.js";
import { canonical, namesOf } from "../state.js";
import { blindsOf, meOf, positionsOf } from "../table.js";
import { didOf, nodeName } from "../tree.js";
import { Icon } from "./icons.js";

/** The CSS class and the word of an action: the more chips, the deeper. */
export const ACTS = {
  fold: ["a0", "act.fold"],
  raise: ["a2", "act.raise"],
  push: ["a3", "act.in"],
  rejam: ["a3", "act.in"],
  call: ["a3", "act.call"],
  overcall: ["a3", "act.call"],
  call_rejam: ["a3", "act.call"],
  check: ["a0", "act.check"],
  bet: ["a2", "act.bet"],
};

/** A stack in big blinds: "12.1 bb". */
export function depthOf(state, seat) {
  const chips = canonical(state.players[namesOf(state).indexOf(seat)]?.chips || "") || 0;
  return t("nash.depth", { count: number(chips / blindsOf(state).big, 1) });
}

/**
 * @param {{ state: import("../state.js").State, steps: import("../tree.js").Step[],
 *   take: (decision: import("../tree.js").Decision, did: string) => void, locked: Record<string, string>,
 *   posted: string[], solved: boolean }} props
 */
export function Ribbon({ state, steps, take, locked, posted, solved }) {
  const row = useRef(null);
  const now = steps.find((step) => step.state === "now");
  useEffect(() => {
    const at = row.current?.querySelector(".now");
    if (at) row.current.scrollTo({ left: at.offsetLeft - (row.current.clientWidth - at.offsetWidth) / 2 });
  }, [now?.seat, steps.length]);
  const rows = Math.max(2, ...steps.map(({ decision }) => 1 + (decision?.moves.length ?? 0)));
  return html`<div class="rib" ref=${row} role="group" aria-label=${t("nash.order")} style=${{ "--rows": rows }}>
    ${steps.map((step, i) => html`<${Seat} key=${i} ...${{ state, step, take, locked, posted, solved }} />`)}
  </div>`;
}

function Seat({ state, step, take, locked, posted, solved }) {
  const { seat, decision } = step;
  const names = namesOf(state);
  const place = names.indexOf(seat);
  const head = html`<span class="rn"><b>${seat}</b><span>${positionsOf(state)[place]}</span></span>
    <span class="rn">
      <span>${depthOf(state, seat)}</span><span>${meOf(state) === place ? t("nash.you") : ""}</span>
    </span>`;
  if (!decision && solved)
    return html`<div class="rs none">
      ${head}
      <span class="rn">
        ${t(posted.includes(seat) ? "nash.posted" : step.did ? "nash.foldsOnly" : "nash.wins")}
      </span>
    </div>`;
  const moves = decision?.moves ?? [{ kind: "push", node: null }];
  const rest = 1 - moves.reduce((sum, { node }) => sum + (node?.frequency ?? 0), 0);
  const button = (kind, did, share) => {
    const [deep, word] = ACTS[kind];
    return html`<button
      type="button"
      key=${kind}
      class=${"rb " + deep}
      style=${{ "--f": solved ? 100 * share : 0 }}
      disabled=${!solved}
      aria-pressed=${String(step.did === did)}
      aria-label=${t("nash.acts", { seat, act: t(word), share: solved ? percent(share, 0) : "–" })}
      onClick=${() => take(decision, did)}
    >
      <span>${t(word)}</span><b>${solved ? short(share) : "–"}</b>
    </button>`;
  };
  const held = decision && moves.some(({ node }) => locked[nodeName(node)]);
  return html`<div class=${"rs " + step.state} aria-current=${step.state === "now" ? "step" : undefined}>
    ${head} ${held && html`<span class="held" title=${t("nash.locked")}><${Icon} name="lock" /></span>`}
    ${button("fold", "fold", Math.max(0, rest))}
    ${[...moves].reverse().map(({ kind, node }) => button(kind, didOf(kind), node?.frequency ?? 0))}
  </div>`;
}

/** A share in few characters: 10, 0.2. */
const short = (share) => (share >= 0.0005 && share < 0.01 ? number(100 * share, 1) : number(100 * share, 0));
