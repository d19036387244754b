// Beside a training spot: the answers of this round, and what the answers on this device add up to.
import { html } from "../../vendor/preact.js";
import { percent, t } from "../locale.js";
import { dueOf, groups, total } from "../training/progress.js";

/** The answers of this round: hand, action, and what it cost. */
export function ThisRound({ round, money }) {
  if (!round.length) return null;
  return html`<div class="desk"><section class="card col ga">
    <h2>${t("train.round")}</h2>
    <ol class="rounds">
      ${round.map(
        ({ hand, choice, lost }, i) => html`<li key=${i}>
          <b>${hand}</b>
          <span class=${lost ? "down" : "mute"}>${choice}${lost > 0 && html` ${money.signed(-lost)}`}</span>
        </li>`,
      )}
    </ol>
  </section></div>`;
}

/** Answers by position: how many, how many right, and what they lost; progress and settings. */
export function YourTraining({ progress, tools }) {
  const all = total(progress);
  const due = dueOf(progress).length;
  return html`<section class="card col ga yours">
    <div class="row sp w"><h2 class="desk">${t("train.yours")}</h2>${tools}</div>
    ${
      all.count === 0
        ? html`<p class="sm mute desk">${t("train.nothing")}</p>`
        : html`<table class="desk">
          <caption class="unseen">${t("train.yours")}</caption>
          <thead>
            <tr>
              <th scope="col">${t("train.by.seat")}</th>
              <th scope="col">${t("train.spots")}</th>
              <th scope="col">${t("train.right")}</th>
              <th scope="col">${t("train.perSpot")}</th>
            </tr>
          </thead>
          <tbody>
            ${[...groups(progress, "seat").sort((a, b) => b.count - a.count), { name: t("train.all"), ...all }].map(
              ({ name, count, right, lost }) => html`<tr key=${name}>
                <th scope="row">${name}</th>
                <td>${count}</td>
                <td>${percent(right / count, 0)}</td>
                <td>${percent(lost, 2)}</td>
              </tr>`,
            )}
          </tbody>
        </table>`
    }
    ${due > 0 && html`<p class="sm desk">${t("train.due", { count: due })}</p>`}
  </section>`;
}
