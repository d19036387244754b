// The home screen: a live table, why the models differ, links to all screens.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, useLater, usePage, useWide } from "../hooks.js";
import { number, shortChips, t } from "../locale.js";
import { Language, ScreenLink } from "../parts/frame.js";
import { Mark, ModelSwitch, title } from "../parts/models.js";
import { Oval } from "../parts/oval.js";
import { placeOf } from "../place.js";
import { EXAMPLE, readAddress, tableOf } from "../state.js";
import { meOf, moneyFor, request, seatOf } from "../table.js";

const BOTH = "both"; // DCM, the subject of the paper, and ICM
const SHORT = 6; // letters of a name that leave room for chips
const TILES = [
  ["value", "/value"],
  ["deal", "/deal"],
  ["decide", "/decide"],
  ["nash", "/nash"],
  ["review", "/review"],
  ["train", "/train"],
  ["how", "/how"],
  ["docs", "/docs"],
];

export function Home() {
  const { store, load, go, open } = usePage();
  const own = tableOf(store.state) !== null;
  const state = own ? store.state : readAddress(EXAMPLE);
  const [model, setModel] = useState(BOTH);
  const wide = useWide(700);
  const later = useLater();
  const table = tableOf(state);
  const money = moneyFor(state, !wide || table.names.length > 8);
  const asked = useAnswer("compare", request(state, { models: MODELS }));
  const answer = asked.answer && asked.answer.names.length === table.names.length ? asked.answer : null;
  const value = (which, i) => answer?.results.find((one) => one.model === which).equities[i];
  const hero = meOf(state) ?? (answer ? farthest(answer) : 0);
  const holds = t("home.holds", { name: table.names[hero], chips: shortChips(table.stacks[hero]) });
  // Invisible until it is known, so that nothing moves.
  const shown = (which) => (answer ? value(which, hero) : table.pool / table.names.length);
  const says = (which) => t("home.says", { money: money.text(shown(which)) });
  const amount = (which, i) =>
    answer ? money.fit(value(which, i)) : html`<span class="unsaid">${money.fit(Math.round(shown(which)))}</span>`;
  const seats = table.names.map((name, i) => ({
    key: name,
    name: html`<span class="clip">
      ${name}
    </span> ${name.length <= SHORT && html`<span class="roomy">${shortChips(table.stacks[i], wide ? 3 : 2)}</span>`}`,
    text:
      model === BOTH
        ? html`<span class="beside">
          ${["dcm", "icm"].map(
            (one) => html`<span key=${one} class=${"tm " + one}>
              <${Mark} model=${one} />
              ${amount(one, i)}
            </span>`,
          )}
        </span>`
        : html`<span class=${"tm " + model}>${amount(model, i)}</span>`,
    className: i === hero ? "me" : "",
    label: answer
      ? t("seat.worth", {
          name,
          chips: shortChips(table.stacks[i]),
          worth: (model === BOTH ? ["dcm", "icm"] : [model])
            .map((one) => `${title(one)} ${money.text(value(one, i))}`)
            .join(", "),
        })
      : name,
  }));
  const toTable = () => {
    if (!own) load(EXAMPLE);
    go("/table");
  };
  return html`<main id="screen" tabindex="-1">
    <section class="hero">
      <h1>${t("home.title")}</h1>
      <div class="col gb">
        <${ModelSwitch}
          models=${[BOTH, ...MODELS]}
          words=${{ [BOTH]: t("home.both") }}
          chosen=${model}
          choose=${setModel}
          label=${t("home.switch")}
        />
        <p aria-live="polite">
          <b class=${answer ? "" : "unsaid"}>
            ${holds} <${Named} model="icm" /> ${says("icm")}, <${Named} model="dcm" /> ${says("dcm")}.
          </b> ${t("home.why")}
        </p>
      </div>
      <${Oval}
        seats=${seats}
        bottom=${hero}
        button=${seatOf(state, state.fields.button || "")}
        tap=${toTable}
        short=${true}
        middle=${html`<span class="sm">${t("prizes")}</span>
        <span class="big">${money.fit(table.pool)}</span>
        <span class="sm">${t("home.left", { count: table.names.length })}</span>`}
      />
      <div class="col gb">
        <div class="two">
          <button type="button" class="btn pri" onClick=${() => open("start")}>${t("home.setUp")}</button>
          <button type="button" class="btn" onClick=${() => open("paste")}>${t("home.paste")}</button>
        </div>
        <p class="sm mute">
          ${t("home.rule")} <button type="button" class="plain link" onClick=${() => open("evidence")}>
            ${t("home.see")}
          </button>
        </p>
        <p class="sm mute">${t("home.free")}</p>
      </div>
    </section>
    ${
      later &&
      html`<nav class="three tiles" aria-label=${t("home.tiles")}>${TILES.map(([name, path]) => tile(name, path))}</nav>
      <footer class="row w sp sm mute"><span>${t("home.paper")}</span><${Language} /></footer>`
    }
  </main>`;
}

/** A model in a sentence; no line break after its mark. */
const Named = ({ model }) => html`<span class=${"nw tm " + model}><${Mark} model=${model} /> ${title(model)}</span>`;

/** The player for whom ICM and DCM differ the most. */
function farthest(answer) {
  const [icm, dcm] = ["icm", "dcm"].map((model) => answer.results.find((one) => one.model === model).equities);
  const share = icm.map((value, i) => Math.abs(dcm[i] - value) / value);
  return share.indexOf(Math.max(...share));
}

function tile(name, path) {
  const inside = html`<div class="drawn" aria-hidden="true"><${Sketch} name=${name} /></div>
  <div><h2>${t(`tile.${name}`)}</h2><p class="sm mute">${t(`tile.${name}.about`)}</p></div>`;
  return path === "/docs"
    ? html`<a class="card tile" href=${placeOf(path)}>${inside}</a>`
    : html`<${ScreenLink} class="card tile" path=${path}>${inside}<//>`;
}

/** A small drawing of what a screen shows. */
function Sketch({ name }) {
  if (name === "value")
    return html`<svg viewBox="0 0 140 64">
      ${[
        [88, 124, 7],
        [66, 76, 24],
        [44, 34, 41],
        [36, 14, 57],
      ].map(
        ([icm, dcm, y]) =>
          html`<line x1=${icm} x2=${dcm} y1=${y} y2=${y} class=${dcm > icm ? "sk-up" : "sk-down"} />
          <circle cx=${dcm} cy=${y} r="5" class="sk-dcm" />
          <circle cx=${icm} cy=${y} r="4" class="sk-icm" />`,
      )}
    </svg>`;
  if (name === "deal")
    return html`<svg viewBox="0 0 140 64">
      ${[118, 104, 92].map(
        (width, i) => html`<rect
          x="0"
          y=${i * 13}
          width=${width}
          height="7"
          rx="3"
          class="sk-bar"
        />`,
      )}
      <line x1="3" x2="35" y1="54" y2="54" class="sk-rail left" />
      <line x1="35" x2="137" y1="54" y2="54" class="sk-rail right" />
      <circle cx="35" cy="54" r="8" class="sk-thumb" />
    </svg>`;
  if (name === "decide")
    return html`<svg viewBox="0 0 140 64">
      <text x="0" y="38" class="sk-word">${t("verdict.fold")}</text>
      <rect x="0" y="50" width="140" height="8" rx="4" class="sk-bar" />
      <rect x="0" y="50" width="56" height="8" rx="4" class="sk-ink" />
      <line x1="44" x2="44" y1="46" y2="62" class="sk-tick dcm" />
      <line x1="68" x2="68" y1="46" y2="62" class="sk-tick icm" />
    </svg>`;
  if (name === "nash")
    return html`<svg viewBox="0 0 140 64">
      ${[0, 1].map((half) =>
        [...Array(64)].map(
          (_, k) => html`<rect
            x=${half * 74 + (k % 8) * 8}
            y=${Math.floor(k / 8) * 8}
            width="7"
            height="7"
            class=${(k % 8) + Math.floor(k / 8) < (half ? 3 : 6) || k % 9 === 0 ? "sk-go" : "sk-bar"}
          />`,
        ),
      )}
    </svg>`;
  if (name === "train")
    return html`<svg viewBox="0 0 140 64">
      ${[1, 1, 0, 1, 1, 1].map(
        (right, i) => html`<rect
          x=${i * 23.5}
          y="4"
          width="19"
          height="7"
          rx="3"
          class=${right ? "sk-go" : "sk-miss"}
        />`,
      )}
      <rect x="1.5" y="25.500" width="61" height="34" rx="9" class="sk-thumb" />
      <rect x="76" y="24" width="64" height="37" rx="10" class="sk-go" />
    </svg>`;
  if (name === "review")
    return html`<svg viewBox="0 0 140 64">
      <path d="M2 46l16-6 14 4 16-18 14 10 16-20 14 6 16-12 14 28 16 6" class="sk-line" />
      <circle cx="122" cy="38" r="5" class="sk-dcm" />
    </svg>`;
  if (name === "how")
    return html`<svg viewBox="0 0 140 64">
      <path d="M10 32h30M40 32l30-20M40 32l30 20M70 12h50M70 52h50" class="sk-line" />
      ${[
        [10, 32],
        [40, 32],
        [70, 12],
        [70, 52],
        [120, 12],
        [120, 52],
      ].map(([x, y]) => html`<circle cx=${x} cy=${y} r="6" class="sk-dcm" />`)}
    </svg>`;
  return html`<svg viewBox="0 0 140 64">
    <text x="0" y="26" class="sk-code">ft.dcm(</text>
    <text x="12" y="46" class="sk-code">[${number(1000).replace(/\D/g, "")}, 500])</text>
  </svg>`;
}
