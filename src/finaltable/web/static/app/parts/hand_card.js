// Beside a chart: the hand that is read in money, how often each action is taken, ranges to copy, locks and options.
import { html } from "../../vendor/preact.js";
import { COMBOS } from "../constants.js";
import { number, percent, t } from "../locale.js";
import { goesOn } from "../tree.js";
import { gainOf, pointsOf } from "./chart.js";
import { combinations, HANDS } from "./grid.js";
import { Key, title } from "./models.js";
import { ACTS } from "./ribbon.js";

/** The word of an action, with its size if it is a raise. */
export const actWords = (kind, size) =>
  kind === "raise" && size ? t("act.raiseTo", { size: number(size, 2, 0) }) : t(ACTS[kind][1]);

const sharesOf = ({ moves }, hand) => {
  const shares = moves.map(({ kind, node }) => [kind, node.hands[hand]]);
  return [...shares, ["fold", Math.max(0, 1 - shares.reduce((sum, [, share]) => sum + share, 0))]];
};

/**
 * A hand: how often it takes each action, and what each is worth under the models that are solved.
 * @param {{ hand: string, decision: import("../tree.js").Decision, models: string[],
 *   found: Record<string, any>, size: number | null,
 *   solve: (model: string) => void, working: (model: string) => boolean, money: any, calls: number | null }} props
 */
export function HandCard({ hand, decision, models, found, size, solve, working, money, calls }) {
  const shares = sharesOf(decision, hand);
  const said = shares.filter(([, share]) => share >= 0.005);
  const words = said.map(([kind, share]) => `${actWords(kind, null)} ${percent(share, 0)}`).join(" · ");
  const several = decision.moves.length > 1;
  return html`<section class="card ro" aria-live="polite">
    <div class="row sp">
      <span class="big">${hand}</span>
      <span class="num sm">
        ${words}<br /><span class="mute">${t("range.combos", { count: combinations(hand) })}</span>
      </span>
    </div>
    <div class="mix" role="img" aria-label=${words}>
      ${said.map(([kind, share]) => html`<i key=${kind} class=${ACTS[kind][0]} style=${{ "--f": 100 * share }}></i>`)}
    </div>
    <table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">${several ? t("nash.often") : actWords(decision.moves[0].kind, null)}</th>
          <th scope="col">${t("nash.worth")}</th>
        </tr>
      </thead>
      <tbody>
        ${
          several
            ? [
                ...decision.moves.map(({ kind, node }) => [kind, node.hands[hand], node.ev[hand]]),
                [...shares.at(-1), 0],
              ].map(
                ([kind, share, gain]) => html`<${Worth} key=${kind} ...${{ share, gain, money }}>
                  <span class="row"><i class=${"sw " + ACTS[kind][0]}></i>${actWords(kind, size)}</span>
                <//>`,
              )
            : models.map((model) =>
                found[model]
                  ? html`<${Worth}
                      key=${model}
                      share=${goesOn(found[model], hand)}
                      gain=${gainOf(found[model], hand)}
                      money=${money}
                    ><${Key} model=${model} /><//>`
                  : html`<tr key=${model}>
                      <th scope="row"><${Key} model=${model} /></th>
                      <td colspan="2">
                        <button
                          type="button"
                          class="btn quiet low"
                          disabled=${working(model)}
                          onClick=${() => solve(model)}
                        >
                          ${working(model) ? `${t("nash.solving")} …` : t("nash.solve")}
                        </button>
                      </td>
                    </tr>`,
              )
        }
      </tbody>
    </table>
    <p class="sm mute">
      ${calls !== null && `${t("nash.called", { share: percent(calls, 0) })} `}
      ${t("nash.margin", { money: money.text(decision.moves[0].node.margin) })}
    </p>
  </section>`;
}

const Worth = ({ share, gain, money, children }) =>
  html`<tr>
    <th scope="row">${children}</th>
    <td>${percent(share, 0)}</td>
    <td class=${"b " + (gain > 0 ? "up" : gain < 0 ? "down" : "")}>${gain === null ? "–" : money.signed(gain)}</td>
  </tr>`;

/** How often each action is taken: share of all hands and combinations. */
export function Amounts({ decision, size }) {
  const all = decision.moves.map(({ kind, node }) => [kind, node.frequency]);
  const rest = Math.max(0, 1 - all.reduce((sum, [, share]) => sum + share, 0));
  return html`<section class="card col ga">
    ${[...all, ["fold", rest]].map(
      ([kind, share]) => html`<span key=${kind} class="row sm">
        <i class=${"sw " + ACTS[kind][0]}></i><b>${actWords(kind, size)}</b>
        <span class="num last">
          ${percent(share)} · ${t("nash.of", { count: number(share * COMBOS, 0), all: number(COMBOS) })}
        </span>
      </span>`,
    )}
  </section>`;
}

/** Where two models part: which goes in more, and by how much. */
export function Parts({ pair, models }) {
  const most = [1, -1].map((sign) => Math.max(0, ...HANDS.map((hand) => sign * pointsOf(pair, hand))));
  return html`<section class="card col ga">
    <div class="row sp w">
      <h2>${t("nash.versus", { one: title(models[0]), other: title(models[1]) })}</h2>
      <span class="sm mute num">${pair.map((one) => percent(goesOn(one))).join(" / ")}</span>
    </div>
    ${models.map(
      (model, k) => html`<span key=${model} class="row sm">
        <i class=${`sw model ${model}`}></i>
        <span>${t(most[k] >= 3 ? "nash.goesMore" : "nash.nowhere", { model: title(model), count: most[k] })}</span>
      </span>`,
    )}
    <div class="row sm">
      <i class="sw a1"></i><span>${t("nash.bothIn")}</span><i class="sw a0"></i><span>${t("nash.bothFold")}</span>
    </div>
  </section>`;
}
