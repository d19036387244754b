// Select a push or fold decision: a seat, and one or two players all-in before it.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { namesOf } from "../state.js";
import { actingOrder, blindsOf } from "../table.js";
import { Icon } from "./icons.js";
import { Ring } from "./ring.js";

/** The name of a decision in the address and in the API: "SB", "BB v SB", "BB v CO, SB". */
export const nodeName = (node) => nameOf(node.seat, node.facing);
const nameOf = (seat, facing) => (facing.length ? `${seat} v ${facing.join(", ")}` : seat);
export const nodeTitle = (node) =>
  node.facing.length
    ? t("nash.calls", { seat: node.seat, names: node.facing.join(", ") })
    : t("nash.pushes", { seat: node.seat });

/**
 * The decision in the address, with players all-in in either order; by default the last single call.
 * @returns {{ node: any, first: string, second: string }} and the players all-in, in the chosen order
 */
export function chosenIn(nodes, written) {
  for (const node of nodes) {
    const [one = "", two = ""] = node.facing;
    if (nodeName(node) === written) return { node, first: one, second: two };
    if (two && nameOf(node.seat, [two, one]) === written) return { node, first: two, second: one };
  }
  const node = nodes.filter((one) => one.facing.length < 2).at(-1);
  return { node, first: node ? node.facing[0] || "" : "", second: "" };
}

/** Scroll the pressed button into view. */
function useInSight(pressed) {
  const row = useRef(null);
  useEffect(() => {
    const at = row.current?.querySelector("[aria-pressed=true]");
    if (at) row.current.scrollTo({ left: at.offsetLeft - (row.current.clientWidth - at.offsetWidth) / 2 });
  }, [pressed]);
  return row;
}

/** The seats in the order they act, with how often they play, or the progress of the solver. */
export function Seats({ nodes, chosen, working, progress }) {
  const { store } = usePage();
  const { state } = store;
  const names = namesOf(state);
  const { big } = blindsOf(state);
  const depth = (seat) =>
    t("nash.depth", { count: number((Number(state.players[names.indexOf(seat)]?.chips) || 0) / big, 0) });
  const known = [...new Set(nodes.map((node) => node.seat))].map((seat) => nodes.find((node) => node.seat === seat));
  const shown = known.length ? known : actingOrder(state).map((seat) => ({ seat: names[seat], facing: [] }));
  const row = useInSight(chosen?.seat);
  return html`<div class="row spots" ref=${row} role="group" aria-label=${t("nash.seats")}>
    ${shown.map(
      (node) => html`<button
        type="button"
        key=${node.seat}
        class="pill spot"
        disabled=${!known.length}
        aria-pressed=${String(Boolean(chosen) && node.seat === chosen.seat)}
        onClick=${() => store.set({ node: nodeName(node) })}
      >
        <span>${node.seat}<small>${depth(node.seat)}</small></span>
        <b>${working ? html`<${Ring} share=${progress} />` : percent(node.frequency, 0)}</b>
      </button>`,
    )}
  </div>`;
}

/** The player all-in before this seat, and a second one if possible. */
export function Situations({ nodes, chosen, locked }) {
  const { store } = usePage();
  const { node, first, second } = chosen;
  const own = nodes.filter((one) => one.seat === node.seat);
  const choose = (...facing) => store.set({ node: nameOf(node.seat, facing.filter(Boolean)) });
  const pill = (one, words, pressed, tap) =>
    html`<button type="button" key=${nodeName(one)} class="pill" aria-pressed=${String(pressed)} onClick=${tap}>
      ${words} ${percent(one.frequency, 0)}
      ${locked[nodeName(one)] && html` <${Icon} name="lock" />`}
    </button>`;
  const single = own.filter((one) => one.facing.length < 2);
  const more = own.filter((one) => first && one.facing.length === 2 && one.facing.includes(first));
  const alone = own.find((one) => one.facing.length === 1 && one.facing[0] === first);
  const other = (one) => one.facing.find((name) => name !== first);
  const row = useInSight(node.seat + first);
  return html`<div class="scroll fill" ref=${row} role="group" aria-label=${t("nash.situations")}>
    ${single.map((one) => pill(one, nodeTitle(one), (one.facing[0] || "") === first, () => choose(one.facing[0])))}
  </div>
  ${
    more.length > 0 &&
    html`<div class="scroll fill" role="group" aria-label=${t("nash.second")}>
      ${alone && pill(alone, t("nash.alone", { name: first }), second === "", () => choose(first))}
      ${more.map((one) =>
        pill(one, t("nash.also", { name: other(one) }), other(one) === second, () => choose(first, other(one))),
      )}
    </div>`
  }`;
}
