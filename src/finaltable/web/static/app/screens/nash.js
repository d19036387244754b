// Push or fold: charts for every seat, two models side by side, the value of a hand, locked ranges.

import { html, useState } from "../../vendor/preact.js";
import { MIXED, MODELS } from "../constants.js";
import { useAnswer, usePage } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { HandGrid } from "../parts/grid.js";
import { Icon } from "../parts/icons.js";
import { Key, ModelSwitch, title } from "../parts/models.js";
import { RangePicker } from "../parts/range.js";
import { Ring } from "../parts/ring.js";
import { chosenIn, nodeName, nodeTitle, Seats, Situations } from "../parts/situations.js";
import { NoServer, State } from "../parts/state.js";
import { SERVED } from "../place.js";
import { namesOf, SPOT, tableOf } from "../state.js";
import { blindsOf, buttonOf, moneyFor, posted, request } from "../table.js";

const NEAR = 1e-4; // exploitability, as a share of the pool
const SOLVE = { pause: 300, long: true }; // debounced, because solving is slow

export function NashScreen() {
  const { store, load } = usePage();
  const { state } = store;
  const table = tableOf(state);
  const pair = pairOf(state);
  const first = useAnswer("nash", nashRequest(state, pair[0]), SOLVE);
  const second = useAnswer("nash", pair.length > 1 ? nashRequest(state, pair[1]) : null, SOLVE);
  const head = html`<h1>${t("nash.title")}</h1>`;
  if (!SERVED) return html`<${NoServer} title=${t("nash.title")} />`;
  if (!table)
    return html`<main id="screen" tabindex="-1">
      ${head}
      <${State} ...${first} ready=${false} />
      <p><button type="button" class="btn" onClick=${() => load(SPOT)}>${t("decide.example")}</button></p>
    </main>`;
  if (!nashRequest(state, pair[0]))
    return html`<main id="screen" tabindex="-1">${head}<p class="note">${t("nash.needs")}</p></main>`;
  const asked = [first, second].slice(0, pair.length);
  const fits = ({ answer }, k) => answer && answer.model === pair[k] && answer.names.length === table.names.length;
  // Never show the answer of another model.
  const answers = asked.map((one, k) => (fits(one, k) ? one.answer : null));
  return html`<${Charts} asked=${asked} answers=${answers} pair=${pair} />`;
}

/** ICM, and the model to compare with, if any; each is solved separately. */
const pairOf = (state) => {
  const chosen = (state.fields.models || "").split(",").filter((model) => MODELS.includes(model));
  return chosen.length === 2 ? chosen : ["icm"];
};

function nashRequest(state, model) {
  const { big } = blindsOf(state);
  const locked = lockedOf(state);
  const asked = { button: namesOf(state)[buttonOf(state)], ...posted(state), model, tolerance: NEAR };
  return big > 0 ? request(state, { ...asked, ...(Object.keys(locked).length > 0 && { lock: locked }) }) : null;
}

/** Locked ranges by node: "BB v SB" -> "20%". */
function lockedOf(state) {
  const pairs = (state.fields.locked || "")
    .split(";")
    .map((part) => part.split("="))
    .filter(([name, range]) => name && range);
  return Object.fromEntries(pairs);
}

function Charts({ asked, answers, pair }) {
  const { store } = usePage();
  const { state } = store;
  const [wanted, setShows] = useState("both");
  const [hand, setHand] = useState("K9s");
  const [locking, setLocking] = useState(false);
  const money = moneyFor(state);
  const known = answers.find(Boolean);
  const nodes = known ? known.nodes : [];
  const chosen = chosenIn(nodes, state.fields.node);
  const { node } = chosen;
  const both = answers.map((answer) => answer && node && answer.nodes.find((one) => nodeName(one) === nodeName(node)));
  const locked = lockedOf(state);
  const lock = (range) => {
    const next = { ...locked, [nodeName(node)]: range };
    if (!range) delete next[nodeName(node)];
    store.set(
      {
        locked: Object.entries(next)
          .map(([name, text]) => `${name}=${text}`)
          .join(";"),
      },
      "lock",
    );
  };
  const first = asked[answers[0] || !known ? 0 : 1];
  const ready = both.length > 1 && both.every(Boolean);
  // Compare only when both are solved.
  const shows = pair.includes(wanted) || (wanted === "both" && ready) ? wanted : pair[0];
  return html`<main id="screen" class="nash" tabindex="-1">
    <div class="row sp w"><h1>${node ? nodeTitle(node) : t("nash.title")}</h1><${ModelPair} pair=${pair} /></div>
    <${State}
      ...${asked.find((one) => one.refusal || one.offline || one.busy) || { ...asked[0], working: false }}
      ready=${true}
    />
    <${Working} asked=${asked} />
    <p class="sm ink2">${t("nash.about")}</p>
    <${Seats} nodes=${nodes} chosen=${node} working=${first.working || !known} progress=${first.progress} />
    ${!node && html`<section class="card busy" aria-busy="true"><p class="sm mute">${t("nash.leave")}</p></section>`}
    ${
      node &&
      html`<${Situations} nodes=${nodes} chosen=${chosen} locked=${locked} />
      <div class="row sp">
        <span class="sm mute">${t("nash.reach", { share: percent(node.reach, node.reach < 0.1 ? 2 : 0) })}</span>
        <button type="button" class="btn" onClick=${() => setLocking(true)}>
          <${Icon} name="lock" /> ${locked[nodeName(node)] ? t("nash.locked") : t("nash.lock")}
        </button>
      </div>
      <${HandLine} hand=${hand} both=${both} pair=${pair} money=${money} />
      ${
        both.length > 1 &&
        html`<div class="seg phone" role="group" aria-label=${t("nash.shows")}>
          ${["both", ...pair].map(
            (name) => html`<button
              type="button"
              key=${name}
              aria-pressed=${String(shows === name)}
              disabled=${name === "both" && !ready}
              onClick=${() => setShows(name)}
            >
              ${name === "both" ? t("nash.compare") : title(name)}
              ${
                name !== "both" &&
                (both[pair.indexOf(name)]
                  ? ` ${percent(both[pair.indexOf(name)].frequency, 0)}`
                  : html`<${Ring}
                    share=${asked[pair.indexOf(name)].progress}
                  />`)
              }
            </button>`,
          )}
        </div>`
      }
      ${both.length > 1 && !ready && html`<p class="sm mute" role="status">${t("nash.secondLater")}</p>`}
      <section class=${"split h charts" + (both.length > 1 ? "" : " alone")} data-v=${shows}>
        ${both.map(
          (one, k) => html`<${Chart}
            key=${pair[k]}
            node=${one}
            model=${pair[k]}
            answer=${answers[k]}
            asked=${asked[k]}
            hand=${hand}
            setHand=${setHand}
            money=${money}
          />`,
        )}
        ${
          ready &&
          html`<div class="bo">
            <${Compare} both=${both} pair=${pair} hand=${hand} setHand=${setHand} asked=${asked} />
          </div>`
        }
      </section>
      <${Legend} node=${node} />
      ${ready && html`<${CompareLegend} pair=${pair} />`}`
    }
    ${answers.map(
      (answer, k) =>
        answer &&
        html`<${Honesty}
          key=${pair[k]}
          answer=${answer}
          model=${pair[k]}
          money=${money}
        />`,
    )}
    ${
      locking &&
      html`<${RangePicker}
        single=${false}
        text=${locked[nodeName(node)] || ""}
        label=${t("nash.lockLabel", { node: nodeName(node) })}
        close=${() => setLocking(false)}
        change=${lock}
      />`
    }
  </main>`;
}

/** The progress of both solves, for screen readers. */
function Working({ asked }) {
  const working = asked.filter((one) => one.working);
  const share = working.reduce((sum, one) => sum + one.progress, asked.length - working.length) / asked.length;
  if (!working.length) return null;
  return html`<div class="going">
    <div
      class="thin"
      role="progressbar"
      aria-label=${t("nash.solving")}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(100 * share)}
      style=${{ "--w": `${100 * share}%` }}
    ></div>
  </div>`;
}

/** Choose what to solve: ICM alone, or another model too. */
function ModelPair({ pair }) {
  const { store } = usePage();
  const words = { sem: "+ SEM", dcm: "+ DCM" };
  return html`<${ModelSwitch}
    words=${words}
    chosen=${pair[1] ?? pair[0]}
    choose=${(model) => store.set({ models: model === "icm" ? "" : `icm,${model}` })}
    label=${t("nash.against")}
  />`;
}

/** The CSS class of a cell by the gain of the action, as a share of the pool. */
function shade(gain, error) {
  if (Math.abs(gain) <= error) return "g1 mx";
  if (gain > 0) return gain > 0.012 ? "g4" : gain > 0.004 ? "g3" : gain > 0.001 ? "g2" : "g1";
  return gain > -0.004 ? "" : gain > -0.012 ? "f2" : gain > -0.03 ? "f3" : "f4";
}

const isMixed = (frequency) => frequency > MIXED[0] && frequency < MIXED[1];

function Chart({ node, model, answer, asked, hand, setHand, money }) {
  if (!node)
    return html`<div class=${"card col cc busy " + model} aria-busy="true">
      <div class="row sp"><${Key} model=${model} /><${Ring} share=${asked.progress} /></div>
    </div>`;
  const { pool } = answer;
  const scale = pool >= 1e5 ? 1e3 : 1;
  const cell = (one) => {
    const gain = node.ev[one];
    const frequency = node.hands[one];
    return {
      className: (gain === null ? "" : shade(gain / pool, node.margin / pool)) + (isMixed(frequency) ? " mx" : ""),
      text: isMixed(frequency)
        ? percent(frequency, 0)
        : gain === null
          ? ""
          : signed(gain / scale, pool / scale >= 1000 ? 0 : 1),
      label: t("nash.cell", {
        hand: one,
        share: percent(frequency, 0),
        money: gain === null ? "–" : money.signed(gain),
      }),
    };
  };
  return html`<div class=${"card col cc " + model}>
    <div class="row sp base">
      <${Key} model=${model} />
      ${asked.working && html`<${Ring} share=${asked.progress} />`}
      <span class="num">
        <b class="larger">${percent(node.frequency)}</b> <span class="mute sm">${t(`action.${node.action}`)}</span>
      </span>
    </div>
    <${HandGrid}
      label=${t("nash.grid", { model: title(model), share: percent(node.frequency) })}
      className=${"d" + (asked.working ? " stale" : "")}
      cell=${cell}
      chosen=${hand}
      choose=${setHand}
    />
  </div>`;
}

const signed = (value, digits) =>
  Math.abs(value) < 10 ** -digits / 2 ? "0" : (value > 0 ? "+" : "") + number(value, digits);

/** On a phone: the hands that each model plays, once both are solved. */
function Compare({ both, pair, hand, setHand, asked }) {
  const plays = (one) => both.map((node) => node.hands[one] >= 0.5);
  const stale = asked.some((one) => one.working);
  const cell = (one) => {
    const [first, second] = plays(one);
    return {
      className: first && second ? "g4" : first ? "oi" : second ? `od ${pair[1]}` : "",
      label: `${one}: ${
        pair
          .filter((_, k) => plays(one)[k])
          .map(title)
          .join(", ") || t("verdict.fold")
      }`,
    };
  };
  return html`<${HandGrid}
    label=${t("nash.compareGrid")}
    className=${stale ? "stale" : ""}
    cell=${cell}
    chosen=${hand}
    choose=${setHand}
  />`;
}

/** The value of the chosen hand under each model. */
function HandLine({ hand, both, pair, money }) {
  const line = (node, k) => {
    if (!node || node.ev[hand] === null) return null;
    const gain = node.ev[hand];
    return html`<span class=${"key " + pair[k]} key=${pair[k]}>
      <${Key} model=${pair[k]} /> ${
        gain >= 0
          ? t("nash.plays", { action: t(`action.${node.action}`), money: money.signed(gain) })
          : t("nash.folds", { action: t(`action.${node.action}`), money: money.signed(gain) })
      }
    </span>`;
  };
  return html`<div class="handline row" aria-live="polite">
    <b class="huge">${hand}</b>
    <div class="col ga sm">${both.map(line)}</div>
  </div>`;
}

function Legend({ node }) {
  const parts = [
    ["g4", "nash.large"],
    ["g3", "nash.clear"],
    ["g2", "nash.small"],
    ["g1", "nash.tiny"],
    ["", "nash.closeFold"],
    ["f4", "nash.clearFold"],
    ["g1 mx", "nash.mixed"],
  ];
  return html`<div class="row w sm legend lg">
    <b>${t("nash.gains", { action: t(`action.${node.action}`) })}</b>
    ${parts.map(([kind, key]) => html`<span class="row" key=${key}><i class=${"sw " + kind}></i>${t(key)}</span>`)}
  </div>`;
}

function CompareLegend({ pair }) {
  const parts = [
    ["g4", t("nash.bothIn")],
    ["oi", t("nash.onlyIn", { model: title(pair[0]) })],
    [`od ${pair[1]}`, t("nash.onlyIn", { model: title(pair[1]) })],
    ["", t("nash.bothFold")],
  ];
  return html`<div class="row w sm legend lc">
    ${parts.map(([kind, words]) => html`<span class="row" key=${words}><i class=${"sw " + kind}></i>${words}</span>`)}
  </div>`;
}

/** The exploitability, and caveats. */
function Honesty({ answer, model, money }) {
  const crowd = answer.cap_decides;
  return html`<p class=${"sm " + (crowd || !answer.reached ? "note warn" : "mute")}>
    <${Key} model=${model} /> ${t(answer.reached ? "nash.solved" : "nash.near", {
      money: money.text(answer.exploitability.total * answer.pool, 2),
    })} ${crowd ? t("nash.crowd", { share: percent(answer.three_way, 0) }) : ""}
  </p>`;
}
