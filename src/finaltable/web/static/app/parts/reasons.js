// The cost of an answer, and the reasons: verdict, chance to win, money under three models.
import { html } from "../../vendor/preact.js";
import { fullChips, number, ordinal, percent, t } from "../locale.js";
import { daysUntil } from "../training/progress.js";
import { HANDS, HandCards, HandGrid } from "./grid.js";
import { title } from "./models.js";
import { inOrder, MoneyTable } from "./money_table.js";
import { WhyOpen } from "./open.js";
import { SpotTable, useKeys } from "./spot.js";
import { EquityBar } from "./verdict.js";

/** The reasons after a hand. */
export function WhyHand({ spot, money, head, result, progress, next }) {
  useKeys({ " ": next, enter: next });
  if (spot.raises)
    return html`<${WhyOpen} spot=${spot} money=${money} head=${head} result=${result}>
      <${Next} spot=${spot} progress=${progress} next=${next} />
    <//>`;
  const views = inOrder(spot.views).map((view) => ({ ...view, break_even: view.needed }));
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <${Verdict} spot=${spot} money=${money} result=${result} />
      <${Whole} spot=${spot} money=${money} />
    </section>
    <section class="col gb">
      <${EquityBar} equity=${spot.equity} verdicts=${views} beside=${true} />
      ${
        spot.folds !== null &&
        html`<p class="sm mute">
          ${t("train.folds", { share: percent(spot.folds, 0), name: spot.opponent, range: percent(spot.range, 0) })}
        </p>`
      }
      <${Money} spot=${spot} money=${money} />
      <${Reasons} spot=${spot} money=${money} />
      <${Next} spot=${spot} progress=${progress} next=${next} />
    </section>
  </main>`;
}

function Verdict({ spot, money, result }) {
  const { action } = spot.chart;
  const own = spot.views[0];
  const word = result.best === "either" ? "either" : result.best === "in" ? action : "fold";
  const worth = t("train.worth", {
    money: money.signed(own.difference),
    model: title(own.model),
    action: t(`action.${action}`),
  });
  const cost = result.lost
    ? t(result.choice === "fold" ? "train.costFold" : "train.costIn", { money: money.text(result.lost) })
    : result.best === "either"
      ? t("train.either")
      : t("train.saved");
  return html`<section class=${"verdict " + (result.best === "in" ? "go" : "")} aria-live="polite">
    <div class="row sp">
      <span class=${"b " + (result.lost ? "missed" : "")}>${t(result.lost ? "train.wrong" : "train.right")}</span>
      <${HandCards} hand=${spot.hand} />
    </div>
    <div class="word">${t(`verdict.${word}`)}</div>
    <p class="larger">${worth} ${cost}</p>
  </section>`;
}

/** The whole chart of the spot, with the hand that was played. */
function Whole({ spot, money }) {
  const { chart } = spot;
  const cell = (hand) => {
    const place = HANDS.indexOf(hand);
    const share = chart.hands[place];
    return {
      className: share > 99 ? "go full" : share >= 1 ? "go part" : "",
      style: { "--i": share, "--r": 0 },
      over: share >= 1 && share <= 99,
      label: t("nash.cell", { hand, share: percent(share / 100, 0), money: money.signed(chart.ev[place]) }),
    };
  };
  return html`<section class="card col ga">
    <h2>${t("train.hereIn", { action: t(`train.${chart.action}`), share: percent(chart.frequency) })}</h2>
    <${HandGrid} className="mg wholly" label=${t("range.grid")} cell=${cell} chosen=${spot.hand} />
  </section>`;
}

function Money({ spot, money }) {
  const { action } = spot.chart;
  const views = inOrder(spot.views);
  const rows = [
    ["fold", t("money.fold"), (view) => view.fold],
    ...(spot.folds === null ? [] : [["steal", t("train.allFold"), (view) => view.steal]]),
    ["win", t(`train.${action}.win`), (view) => view.win],
    ["lose", t(`train.${action}.lose`), (view) => view.lose],
  ];
  const gains = [["minus", t(`train.${action}.minus`), (view) => view.difference]];
  return html`<${MoneyTable} spot=${spot} money=${money} views=${views} rows=${rows} gains=${gains} />`;
}

function Reasons({ spot, money }) {
  const lines = [
    covers(spot, money),
    place(spot, money),
    ...(spot.bounty ? [heads(spot, money)] : []),
    parts(spot, money),
  ];
  return html`<section class="card col ga">
    <h2>${t("why")}</h2>
    <ul class="col ga sm ink2">
      ${lines.map(([first, rest], i) => html`<li key=${i}><b class="ink">${first}</b> ${rest}</li>`)}
    </ul>
  </section>`;
}

/** Whether hero covers the opponent. */
function covers(spot, money) {
  const given = { name: spot.opponent, chips: fullChips(spot.left), money: money.text(spot.views[0].lose) };
  const which = spot.covers ? "cover" : spot.busts ? "level" : "covered";
  return [t(`train.${which}.first`, given), t(spot.covers ? "train.stillHave" : "train.out", given)];
}

/** The value of the next place, and the bubble factor. */
function place(spot, money) {
  const players = spot.table.names.length;
  const factor = spot.views[0].bubble_factor;
  const given = {
    money: money.text(spot.place),
    name: spot.opponent,
    place: ordinal(players),
    next: ordinal(players - 1),
    factor: factor === null ? "" : number(factor, 2),
  };
  const first = t(spot.place ? "train.place.first" : "train.place.none", given);
  const busts = spot.busts && players > 2 ? t("train.place.busts", given) + " " : "";
  return [first, busts + (factor === null ? "" : t("train.place.factor", given))];
}

/** The effect of bounties. */
function heads(spot, money) {
  const { head, needed } = spot.bounty;
  return [
    head ? t("train.head.first", { name: spot.opponent, money: money.text(head) }) : t("train.head.none"),
    needed === null ? t("train.head.never") : t("train.head.needed", { share: percent(needed) }),
  ];
}

/** Whether the models disagree. */
function parts(spot, money) {
  const [own, ...others] = spot.views;
  const apart = others.filter(
    (view) => view.difference * own.difference < 0 && Math.abs(view.difference) > spot.chart.margin,
  );
  if (!apart.length) return [t("train.agree.first"), t("train.agree.text")];
  const names = apart.map((view) => title(view.model)).join(", ");
  const [one] = apart;
  return [
    t("train.part.first", { models: names, action: t(`action.${one.difference > 0 ? spot.chart.action : "fold"}`) }),
    t("train.part.text", {
      other: title(one.model),
      theirs: money.text(one.fold),
      own: title(own.model),
      ours: money.text(own.fold),
    }),
  ];
}

/** The date of repetition, and a button for the next spot. */
function Next({ spot, progress, next }) {
  const days = daysUntil(progress, spot.key);
  return html`<div class="stay">
    <span class="sm mute">${days === null ? "" : t("train.comesAgain", { count: days })}</span>
    <button type="button" class="btn pri" onClick=${next}>${t("train.next")}</button>
  </div>`;
}

/** The reasons after a painted range. */
export function WhyRange({ spot, money, head, result, progress, next }) {
  useKeys({ " ": next, enter: next });
  const action = spot.chart.raises ? "play" : spot.chart.action;
  const wordOf = (best) => (best === "in" && !spot.chart.raises ? action : best);
  const cell = (hand) => {
    const one = result.hands.find((other) => other.hand === hand);
    const plays = !["fold", "either"].includes(one.best) || (one.best === "either" && one.share > 0);
    return {
      className: (plays ? "y" : "") + (one.cost > 0 ? " missed" : ""),
      label: t("nash.cell", { hand, share: percent(one.share, 0), money: money.signed(-one.cost) }),
    };
  };
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      ${head}
      <section class="verdict" aria-live="polite">
        <div class="row sp"><span class="b">${t("train.rangeRight", { share: percent(result.right, 0) })}</span></div>
        <div class="word small">${t("train.rangeLost", { money: money.signed(-result.lost, 2) })}</div>
        <p>${t("train.rangePlays", { share: percent(spot.chart.frequency, 0), action: t(`action.${action}`) })}</p>
      </section>
      <${HandGrid} label=${t("range.grid")} cell=${cell} />
    </section>
    <section class="col gb">
      ${
        result.worst.length > 0 &&
        html`<section class="card flat">
          <table>
            <caption class="left">${t("train.worst")}</caption>
            <tbody>
              ${result.worst.map(
                (one) => html`<tr key=${one.hand}>
                  <th scope="row"><b>${one.hand}</b> ${t(`action.${wordOf(one.best)}`)}</th>
                  <td class="down b">${money.signed(-one.cost, 2)}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </section>`
      }
      <div class="desk"><${SpotTable} spot=${spot} money=${money} /></div>
      <${Next} spot=${spot} progress=${progress} next=${next} />
    </section>
  </main>`;
}
