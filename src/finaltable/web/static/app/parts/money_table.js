// The money of each outcome of a training spot: a row per outcome, a column per model.
import { html } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { Key } from "./models.js";

/** ICM, SEM and DCM. */
export const inOrder = (views) =>
  ["icm", "sem", "dcm"].map((model) => views.find((view) => view.model === model)).filter(Boolean);

/** Rows of money and, below them, of differences: a name, its words, and the value of a view. */
export function MoneyTable({ spot, money, views, rows, gains }) {
  const digits = spot.table.pool >= 5000 ? 0 : 2;
  return html`<section class="card flat">
    <table>
      <caption class="unseen">${t("money.caption")}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t("money.outcome")}</span></th>
          ${views.map((view) => html`<th scope="col" key=${view.model}><${Key} model=${view.model} /></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, words, value]) => html`<tr key=${name}>
            <th scope="row">${words}</th>
            ${views.map((view) => html`<td key=${view.model}>${money.text(value(view), digits)}</td>`)}
          </tr>`,
        )}
        ${gains.map(
          ([name, words, value]) => html`<tr key=${name}>
            <th scope="row"><b>${words}</b></th>
            ${views.map(
              (view) => html`<td key=${view.model} class=${"b " + (value(view) < 0 ? "down" : "up")}>
                ${money.signed(value(view))}
              </td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
