// Lock what a seat does at a decision: a range that is painted, or how often, with the hands that are worth most there.
import { html, useState } from "../../vendor/preact.js";
import { percent, t } from "../locale.js";
import { bestHere, rangeText } from "../ranges.js";
import { nodeName } from "../tree.js";
import { Dialog } from "./dialog.js";
import { actWords } from "./hand_card.js";
import { RangePicker } from "./range.js";

/** Locked ranges by node: "BB v SB" -> "20%". */
export function lockedOf(state) {
  const pairs = (state.fields.locked || "")
    .split(";")
    .map((part) => part.split("="))
    .filter(([name, range]) => name && range);
  return Object.fromEntries(pairs);
}

/** Locks as a field of the address. */
export const writeLocks = (locked) =>
  Object.entries(locked)
    .filter(([, range]) => range)
    .map(([name, range]) => `${name}=${range}`)
    .join(";");

/**
 * @param {{ decision: import("../tree.js").Decision, locked: Record<string, string>, size: number | null,
 *   lock: (name: string, range: string) => void, close: () => void }} props
 */
export function LockDialog({ decision, locked, size, lock, close }) {
  const [at, setAt] = useState(decision.moves.length > 1 ? null : 0);
  const [often, setOften] = useState(null);
  const [painting, setPainting] = useState(false);
  const move = at === null ? null : decision.moves[at];
  const name = move && nodeName(move.node);
  const now = move && (locked[name] || "");
  if (painting)
    return html`<${RangePicker}
      single=${false}
      text=${now || rangeText(move.node.hands)}
      label=${t("nash.lockLabel", { node: name })}
      close=${close}
      change=${(range) => lock(name, range)}
    />`;
  const share = often ?? Math.round(100 * (move?.node.frequency ?? 0));
  return html`<${Dialog} label=${t("nash.lockTitle", { seat: decision.seat })} close=${close}>
    ${
      decision.moves.length > 1 &&
      html`<div class="seg" role="group" aria-label=${t("nash.whichAction")}>
        ${decision.moves.map(
          ({ kind }, k) =>
            html`<button type="button" key=${kind} aria-pressed=${String(k === at)} onClick=${() => {
              setAt(k);
              setOften(null);
            }}>${actWords(kind, size)}</button>`,
        )}
      </div>`
    }
    ${
      move &&
      html`<p class="sm ink2">${t("nash.lockAbout")}</p>
      <label class="field">
        <span>${t("nash.lockOften", { share: percent(share / 100, 0) })}</span>
        <input
          type="range"
          min="0"
          max="100"
          value=${share}
          onInput=${(event) => setOften(Number(event.target.value))}
        />
      </label>
      <div class="row w">
        <button type="button" class="btn pri" disabled=${share === 0} onClick=${() => {
          lock(name, rangeText(bestHere(move.node, share / 100)));
          close();
        }}>${t("nash.lockShare")}</button>
        <button type="button" class="btn" onClick=${() => setPainting(true)}>${t("nash.lockPaint")}</button>
        ${
          now &&
          html`<button type="button" class="btn" onClick=${() => {
            lock(name, "");
            close();
          }}>${t("nash.unlock")}</button>`
        }
      </div>`
    }
  <//>`;
}
