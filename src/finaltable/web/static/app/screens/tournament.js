// The tournament: how far each model is from what push or fold, played to the end, makes of three stacks.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { usePage } from "../hooks.js";
import { fullChips, moneyOf, number, percent, t } from "../locale.js";
import { ScreenLink } from "../parts/frame.js";
import { Key, ModelSwitch, title } from "../parts/models.js";
import { Triangle } from "../parts/triangle.js";
import { loadTournaments, nearerShare, packFor, worthOf } from "../solved_tournaments.js";
import { readAddress, tableOf } from "../state.js";
import { blindsOf } from "../table.js";

const EXAMPLE = "name=Ana&stack=6900&name=Bo&stack=3900&name=Cy&stack=2700&payouts=€50 €30 €20&blinds=300/600";

export function TournamentScreen() {
  const { store } = usePage();
  const [packs, setPacks] = useState(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    loadTournaments().then(
      (found) => here && setPacks(found),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, []);
  const mine = store.state.players.length === 3 && tableOf(store.state);
  const state = mine ? store.state : readAddress(EXAMPLE);
  return html`<main id="screen" class="tournament" tabindex="-1">
    ${
      packs
        ? html`<${Solved} packs=${packs} state=${state} mine=${Boolean(mine)} />`
        : html`<h1>${t("title./tournament")}</h1>
          ${failed && html`<p class="note warn">${t("state.offline")}</p>`}
          <section class="tg"><div class="card blank" aria-busy=${String(!failed)}></div></section>`
    }
  </main>`;
}

/** The depth nearest to a table, by ratio. */
function nearestDepth(pack, state) {
  const { big } = blindsOf(state);
  const chips = tableOf(state).stacks.reduce((sum, one) => sum + one, 0);
  if (!big) return 1;
  const far = pack.tournaments.map((one) => Math.abs(Math.log(one.big_blinds / (chips / big))));
  return far.indexOf(Math.min(...far));
}

function Solved({ packs, state, mine }) {
  const { store } = usePage();
  const table = tableOf(state);
  const fitting = packFor(packs, table.payouts);
  const pack = fitting ?? packs[0];
  const [at, setAt] = useState(() => nearestDepth(pack, state));
  const shown = [...MODELS, "nearest"].includes(store.state.fields.shows) ? store.state.fields.shows : "icm";
  const tournament = pack.tournaments[at];
  const off = (model) => percent(tournament.distances[model].rms, 2);
  const total = table.stacks.reduce((sum, one) => sum + one, 0);
  const verdict =
    shown === "nearest"
      ? t("tournament.nearest", Object.fromEntries(MODELS.map((m) => [m, percent(tournament.distances[m].nearest, 0)])))
      : t(shown === "dcm" ? "tournament.withinDcm" : "tournament.within", {
          model: title(shown),
          share: off(shown),
          tables: percent(nearerShare(pack, tournament, shown, shown === "dcm" ? "icm" : "dcm"), 0),
        });
  return html`<div class="head">
      <h1>${t("title./tournament")}</h1>
      <${ModelSwitch}
        models=${[...MODELS, "nearest"]}
        words=${{ nearest: t("tournament.nearestWord") }}
        chosen=${shown}
        choose=${(model) => store.set({ shows: model === "icm" ? "" : model })}
        label=${t("nash.model")}
      />
    </div>
    <section class="tg">
      <div class="card col">
        <p><b>${verdict}</b><br /><span class="sm mute">${t("tournament.about")}</span></p>
        <${Triangle}
          pack=${pack}
          tournament=${tournament}
          shown=${shown}
          names=${table.names}
          own=${table.stacks.map((stack) => stack / total)}
        />
        ${
          shown === "nearest"
            ? html`<div class="row sp sm w">
              ${MODELS.map((model) => html`<${Key} key=${model} model=${model} />`)}
            </div>`
            : html`<div class=${`row sm scale ${shown}`}>
              <span>0</span><i></i><span>${t("tournament.orMore", { share: percent(0.01, 0) })}</span>
            </div>`
        }
      </div>
      <section class="col gb">
        <div class="card col">
          <div class="row sp base">
            <h2>${t("tournament.blinds")}</h2><b class="sh">${number(tournament.big_blinds, 2, 0)}</b>
          </div>
          <input
            type="range"
            min="0"
            max=${pack.tournaments.length - 1}
            step="1"
            value=${at}
            aria-label=${t("tournament.blinds")}
            aria-valuetext=${number(tournament.big_blinds, 2, 0)}
            onInput=${(event) => setAt(Number(event.target.value))}
          />
          <${Distances} pack=${pack} at=${at} />
        </div>
        <${Own} ...${{ state, table, tournament, mine }} pack=${fitting} />
        <p class="sm mute">
          ${t("tournament.solved", { share: percent(tournament.deviation, 3) })}${" "}
          ${t("tournament.grid", { count: number(((pack.units - 1) * (pack.units - 2)) / 2) })}
        </p>
      </section>
    </section>`;
}

/** The distance of each model by depth; the nearest in bold. */
function Distances({ pack, at }) {
  return html`<table class="rm">
      <thead>
        <tr>
          <th scope="col">${t("tournament.bb")}</th>
          ${MODELS.map((model) => html`<th scope="col" key=${model}><${Key} model=${model} /></th>`)}
        </tr>
      </thead>
      <tbody>
        ${pack.tournaments.map((one, i) => {
          const least = Math.min(...MODELS.map((model) => one.distances[model].rms));
          return html`<tr key=${i} class=${i === at ? "sel" : ""} aria-current=${i === at ? "true" : undefined}>
            <th scope="row">${number(one.big_blinds, 2, 0)}</th>
            ${MODELS.map(
              (model) => html`<td key=${model} class=${one.distances[model].rms === least ? "b" : ""}>
                ${percent(one.distances[model].rms, 2)}
              </td>`,
            )}
          </tr>`;
        })}
      </tbody>
    </table>
    <p class="xs mute">${t("tournament.distance", { prizes: pack.payouts.join(", ") })}</p>`;
}

/** Three stacks in money: in equilibrium, and how far each model is off. */
function Own({ pack, state, table, tournament, mine }) {
  const money = moneyOf(state.currency, table.pool);
  const worth = pack && worthOf(pack, tournament, table.stacks, table.payouts);
  return html`<div class="card col ga">
    <div class="row sp">
      <h2>${t(mine ? "tournament.yours" : "tournament.example")}</h2>
      <${ScreenLink} class="btn quiet low" path="/table">${t("tournament.edit")}<//>
    </div>
    ${
      worth
        ? html`<table class="rm own">
          <thead>
            <tr>
              <td></td>
              <th scope="col" class="chips">${t("tournament.chips")}</th>
              <th scope="col">${t("tournament.equilibrium")}</th>
              ${MODELS.map((model) => html`<th scope="col" key=${model}><${Key} model=${model} /></th>`)}
            </tr>
          </thead>
          <tbody>
            ${table.names.map(
              (name, i) => html`<tr key=${name}>
                <th scope="row" class="clip">${name}</th>
                <td class="chips">${fullChips(table.stacks[i])}</td>
                <td class="b">${money.text(worth.truth[i])}</td>
                ${MODELS.map((model) => {
                  const off = worth.models[model][i] - worth.truth[i];
                  return html`<td key=${model} class=${off < 0 ? "down" : "up"}>${money.signed(off)}</td>`;
                })}
              </tr>`,
            )}
          </tbody>
        </table>`
        : html`<p class="note sm">${t(pack ? "tournament.tooShort" : "tournament.otherPrizes")}</p>`
    }
    ${!mine && html`<p class="sm mute">${t("tournament.threeOnly")}</p>`}
    <p class="sm ink2">
      ${t("tournament.seats", {
        count: number(tournament.big_blinds, 2, 0),
        share: percent(tournament.seats, 2),
      })}
    </p>
  </div>`;
}
