// Values: a row per player with the three models on one axis; finish probabilities; explanation.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage, useWide } from "../hooks.js";
import { fullChips, listed, number, percent, shortChips, t } from "../locale.js";
import { Ghost, likelyPlaces, likelyValues } from "../parts/ghost.js";
import { AxisLabels, HeatMap, roundedTogether, Track, useAxis } from "../parts/lists.js";
import { Key, Mark, ModelSwitch, title } from "../parts/models.js";
import { Proof, State } from "../parts/state.js";
import { tableOf } from "../state.js";
import { blindsOf, headsOf, meOf, moneyFor, request, withoutHeads } from "../table.js";

const COLUMNS = { icm: "icm", sem: "desk", dcm: "c" };
const LARGE = 1e7; // larger pools are abbreviated, to leave room for the axis
const SELDOM = 700; // milliseconds of pause, because finding close stacks is slow

export function ValueScreen() {
  const { store, answers } = usePage();
  const { state } = store;
  const table = tableOf(state);
  const asked = useAnswer("compare", request(state, { models: MODELS, tolerance: 1e-9 }));
  answers.current = asked.answer;
  const known = table !== null && asked.answer !== null && asked.answer.names.length === table.names.length;
  if (!table || (!known && asked.refusal))
    return html`<main id="screen" tabindex="-1">
      <h1>${t("value.title")}</h1>
      <${State} ...${asked} ready=${table !== null} />
    </main>`;
  const answer = known ? asked.answer : likelyValues(table, Object.keys(headsOf(state)).length > 0);
  return html`<main id="screen" class="split x" tabindex="-1">
    <section class="col gb">
      <h1>${t("value.title")}</h1>
      <div class="row sp w">
        <div class="row w keys">
          ${answer.results.map(({ model }) => html`<${Key} key=${model} model=${model} word=${true} />`)}
        </div>
        <span class="sm mute desk">${summary(state, table)}</span>
      </div>
      <${State} ...${asked} ready=${true} room=${true} />
      <${Ghost} known=${known}><${Values} answer=${answer} table=${table} /><${Bounties} answer=${answer} /><//>
      <${CloseStacks} />
    </section>
    <section class="col gb">
      <${Places} />
      <section class="card col"><h2>${t("value.why")}</h2><p class="sm ink2">${t("value.whyText")}</p></section>
    </section>
    ${known && html`<${YourBar} answer=${answer} />`}
  </main>`;
}

function summary(state, table) {
  const { small, big } = blindsOf(state);
  const parts = [
    t("value.players", { count: table.names.length }),
    moneyFor(state).round(table.pool),
    big > 0 && `${shortChips(small)}/${shortChips(big)}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function Values({ answer, table }) {
  const { store } = usePage();
  const { state } = store;
  const money = moneyFor(state, !useWide(1100) || table.pool >= LARGE);
  const me = meOf(state);
  const models = answer.results.map((one) => one.model);
  const shown = Object.fromEntries(
    answer.results.map((one) => [one.model, roundedTogether(one.equities, 10 ** -money.digits)]),
  );
  const [icm, dcm] = ["icm", "dcm"].map((model) => answer.results[models.indexOf(model)].equities);
  const axis = useAxis(answer.results.map((one) => one.equities));
  const difference = (i) => dcm[i] - icm[i];
  const part = (i) => (icm[i] > 0 ? difference(i) / icm[i] : 0);
  const sum = roundedTogether([icm.reduce((total, value) => total + value, 0)], 10 ** -money.digits)[0];
  const exact = answer.results.every((one) => one.guaranteed && one.error < 0.005);
  const row = (name, i) => html`<li class="vr" key=${i}>
    <div class="nm">
      <b class="clip">${name}</b> ${i === me && html`<span class="tag">${t("you")}</span> `}
      <span class="mute sm">${shortChips(table.stacks[i])}</span>
    </div>
    <${Track}
      axis=${axis.of(i)}
      money=${money}
      colour=${difference(i) < 0 ? "down" : "up"}
      values=${Object.fromEntries(answer.results.map((one) => [one.model, one.equities[i]]))}
    />
    <div class="v num icm tm"><span class="unseen">ICM </span>${money.text(shown.icm[i], money.digits)}</div>
    <div class="v num sem tm desk">
      ${shown.sem && html`<span class="unseen">SEM </span>${money.text(shown.sem[i], money.digits)}`}
    </div>
    <div class="v c num dcm tm"><span class="unseen">DCM </span>${money.text(shown.dcm[i], money.digits)}</div>
    <div class=${"df num " + (difference(i) < 0 ? "down" : "up")}>${signedPercent(part(i))}</div>
  </li>`;
  const longest = Math.max(
    ...Object.values(shown)
      .flat()
      .map((value) => money.text(value, money.digits).length),
  );
  return html`<ol class="card flat list" style=${{ "--n": longest }}>
    <li class="vr vh">
      <div class="nm sm mute">${t("player")}</div>
      <${AxisLabels} axis=${axis} money=${money} />
      ${MODELS.map(
        (model) => html`<div key=${model} class=${"v num " + COLUMNS[model]}>
          ${models.includes(model) && html`<${Key} model=${model} />`}
        </div>`,
      )}
      <div class="df num sm mute light">${t("difference")}</div>
    </li>
    ${table.names.map(row)}
  </ol>
  <div class="row sp w">
    <${Proof} results=${answer.results} exact=${exact} />
    <span class="sm mute">${t("value.sum", { money: money.round(sum) })}</span>
  </div>`;
}

const signedPercent = (share) => (Math.abs(share) < 0.0005 ? "" : share > 0 ? "+" : "") + percent(share);

/** Expected bounty income, if there are bounties. */
function Bounties({ answer }) {
  const { store } = usePage();
  const money = moneyFor(store.state, !useWide(1100));
  if (!answer.results.every((one) => one.bounty)) return null;
  return html`<section class="card flat">
    <div class="wide" tabindex="0" role="region" aria-label=${t("bounty.expected")}>
      <table>
        <caption class="left"><h2>${t("bounty.expected")}</h2></caption>
        <thead>
          <tr>
            <th scope="col">${t("player")}</th>
            ${answer.results.map((one) => html`<th scope="col" key=${one.model}><${Key} model=${one.model} /></th>`)}
          </tr>
        </thead>
        <tbody>
          ${answer.names.map(
            (name, i) => html`<tr key=${name}>
              <th scope="row">${name}</th>
              ${answer.results.map(
                (one) => html`<td key=${one.model}>
                  ${money.text(one.bounty[i])}
                  <br />
                  <span class="sm mute">${money.text(one.total[i])}</span>
                </td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="sm mute foot">${t("bounty.total")}</p>
  </section>`;
}

function CloseStacks() {
  const { store } = usePage();
  const { state } = store;
  const money = moneyFor(state);
  const { answer } = useAnswer("sensitivity", state.players.length <= 9 ? request(withoutHeads(state)) : null, {
    pause: SELDOM,
  });
  const close = answer ? answer.close.filter((one) => one.cause !== "pot").slice(0, 2) : [];
  return close.map(
    (one) =>
      html`<p class="note warn" key=${one.pair.join("-")}>
        <b>
          ${t("close.count", { names: listed(one.pair.map((seat) => answer.names[seat])) })}
        </b> ${t("close.apart", {
          chips: fullChips(Math.abs(answer.stacks[one.pair[0]] - answer.stacks[one.pair[1]])),
          money: money.text(one.money),
        })}
      </p>`,
  );
}

function Places() {
  const { store } = usePage();
  const [model, setModel] = useState("dcm");
  const [shows, setShows] = useState("places");
  const { state } = store;
  const table = tableOf(state);
  const asked = request(state);
  const held = useAnswer(
    "finish",
    asked && { stacks: asked.stacks, names: asked.names, models: MODELS, knockouts: true },
  );
  const known = held.answer !== null && held.answer.names.length === table.names.length;
  const answer = known ? held.answer : likelyPlaces(table);
  const result = answer.results.find((one) => one.model === model) || answer.results[0];
  const shortest = table.stacks.indexOf(Math.min(...table.stacks));
  const outFirst = (which) => number(100 * answer.results.find((one) => one.model === which).finish[shortest].at(-1));
  const knockouts = shows === "knockouts" && result.knockouts;
  return html`<${Ghost} known=${known}>
    <section class="card col">
      <div class="row sp w">
        <h2>${knockouts ? t("knockouts.title") : t("places.title")}</h2>
        <div class="seg">
          <button type="button" aria-pressed=${String(shows === "places")} onClick=${() => setShows("places")}>
            ${t("places.tab")}
          </button>
          <button type="button" aria-pressed=${String(shows === "knockouts")} onClick=${() => setShows("knockouts")}>
            ${t("knockouts.tab")}
          </button>
        </div>
      </div>
      <${ModelSwitch} chosen=${model} choose=${setModel} label=${t("places.switch")} />
      ${
        shows === "knockouts" && !result.knockouts
          ? html`<p class="sm mute">${t("knockouts.none", { model: title(model) })}</p>`
          : html`<${HeatMap}
            names=${table.names}
            finish=${knockouts || result.finish}
            model=${model}
            caption=${knockouts ? t("knockouts.caption") : t("places.caption", { model: title(model) })}
          />`
      }
      <p class="sm mute">
        ${
          knockouts
            ? t("knockouts.about")
            : t("places.out", { name: table.names[shortest], dcm: outFirst("dcm"), icm: outFirst("icm") })
        }
      </p>
    </section>
  <//>`;
}

/** On a phone, your row stays visible. */
function YourBar({ answer }) {
  const { store } = usePage();
  const me = meOf(store.state);
  const money = moneyFor(store.state, true);
  if (me === null) return null;
  return html`<div class="stay phone">
    <div class="lead">
      <span class="sm mute">${t("you.bar", { name: answer.names[me] })}</span>
      <span class="row w keys">
        ${answer.results.map(
          (one) => html`<b key=${one.model} class=${"nw tm " + one.model}>
            <${Mark} model=${one.model} /> <span class="unseen">${title(one.model)} </span>
            ${money.text(one.equities[me])}
          </b>`,
        )}
      </span>
    </div>
  </div>`;
}
