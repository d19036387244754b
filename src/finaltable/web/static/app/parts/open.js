// The answer to a spot first in with a raise: three values under three models, the chart, what the game leaves out.
import { html } from "../../vendor/preact.js";
import { percent, t } from "../locale.js";
import { rightOf } from "../training/spots.js";
import { HANDS, HandCards, HandGrid } from "./grid.js";
import { title } from "./models.js";
import { inOrder, MoneyTable } from "./money_table.js";

/** The reasons after a hand with three actions; the button for the next spot is within. */
export function WhyOpen({ spot, money, head, result, children }) {
  const { folds, equity, range, opponent } = spot;
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <${Verdict} spot=${spot} money=${money} result=${result} />
      <${Opens} chart=${spot.chart} />
    </section>
    <section class="col gb">
      <${Money} spot=${spot} money=${money} />
      <section class="card col ga">
        <h2>${t("why")}</h2>
        <ul class="col ga sm ink2">
          <li><b class="ink">${t("nash.flats")}</b></li>
          <li>
            ${t("train.openFolds", {
              share: percent(folds, 0),
              equity: percent(equity, 0),
              name: opponent,
              range: percent(range, 0),
            })}
          </li>
          <li>${modelsOf(spot)}</li>
        </ul>
      </section>
      ${children}
    </section>
  </main>`;
}

function Verdict({ spot, money, result }) {
  const own = spot.views[0];
  const given = { raise: money.signed(spot.raises[0]), push: money.signed(own.difference), model: title(own.model) };
  const cost = { fold: "train.costFold", raise: "train.costRaise", in: "train.costIn" }[result.choice];
  const goes = !["fold", "either"].includes(result.best);
  return html`<section class=${"verdict " + (goes ? "go" : "")} aria-live="polite">
    <div class="row sp">
      <span class=${"b " + (result.lost ? "missed" : "")}>${t(result.lost ? "train.wrong" : "train.right")}</span>
      <${HandCards} hand=${spot.hand} />
    </div>
    <div class=${"word" + (result.best === "play" ? " small" : "")}>${t(`verdict.${result.best}`)}</div>
    <p class="larger">
      ${t("train.worthOpen", given)} ${result.lost ? t(cost, { money: money.text(result.lost) }) : t("train.saved")}
    </p>
  </section>`;
}

/** The chart: the action that each hand takes most often. */
function Opens({ chart }) {
  const cell = (hand) => {
    const place = HANDS.indexOf(hand);
    const [push, raise] = [chart.hands[place], chart.raises[place]];
    const most = Math.max(push, raise, 100 - push - raise);
    return {
      className: most === push ? "a3" : most === raise ? "a2" : "a0",
      label: t("train.openCell", { hand, raise: percent(raise / 100, 0), push: percent(push / 100, 0) }),
    };
  };
  return html`<section class="col ga">
    <${HandGrid} className="shades" label=${t("train.chart")} cell=${cell} />
    <p class="row w sm mute calls">
      <span><i class="sw a2"></i> ${t("act.raise")}</span>
      <span><i class="sw a3"></i> ${t("act.in")}</span>
      <span><i class="sw a0"></i> ${t("act.fold")}</span>
    </p>
  </section>`;
}

function Money({ spot, money }) {
  const views = inOrder(spot.views.map((view, i) => ({ ...view, raise: spot.raises[i] })));
  const rows = [
    ["fold", t("money.fold"), (view) => view.fold],
    ["raise", t("act.raise"), (view) => view.fold + view.raise],
    ["in", t("act.in"), (view) => view.fold + view.difference],
  ];
  const gains = [
    ["raise-", t("train.raise.minus"), (view) => view.raise],
    ["in-", t("train.in.minus"), (view) => view.difference],
  ];
  return html`<${MoneyTable} spot=${spot} money=${money} views=${views} rows=${rows} gains=${gains} />`;
}

/** Which models have another best action, by more than the margin. */
function modelsOf(spot) {
  const right = rightOf(spot.chart, HANDS.indexOf(spot.hand));
  const apart = spot.views.slice(1).flatMap((view, i) => {
    const worth = { fold: 0, in: view.difference, raise: spot.raises[i + 1] };
    const best = Object.keys(worth).reduce((one, other) => (worth[other] > worth[one] ? other : one));
    const lost = worth[best] - Math.max(...right.map((answer) => worth[answer]));
    return lost > spot.chart.margin ? [[view.model, best]] : [];
  });
  if (!apart.length) return `${t("train.agree.first")} ${t("train.agree.text")}`;
  return apart
    .map(([model, best]) => t("train.part.first", { models: title(model), action: t(`action.${best}`) }))
    .join(" ");
}
