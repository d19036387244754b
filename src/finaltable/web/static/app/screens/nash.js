// Push or fold: one decision at a time, reached along a ribbon of seats; what hands are worth, ranges to copy and lock.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { usePage, useWide } from "../hooks.js";
import { number, percent, t } from "../locale.js";
import { Chart, Difference } from "../parts/chart.js";
import { KeysDialog, useKeys } from "../parts/chart_keys.js";
import { nashRequest, Options, sizeOf } from "../parts/chart_options.js";
import { CopyRange, useCopy } from "../parts/copy_range.js";
import { ScreenLink } from "../parts/frame.js";
import { Amounts, HandCard, Parts } from "../parts/hand_card.js";
import { Icon, IconButton } from "../parts/icons.js";
import { LockDialog, lockedOf, writeLocks } from "../parts/lock.js";
import { Mark, title } from "../parts/models.js";
import { depthOf, Ribbon } from "../parts/ribbon.js";
import { dropping, OpenSolution, SaveSolution, useSolutionFile } from "../parts/solution_file.js";
import { Solved, useSolve } from "../parts/solved.js";
import { State } from "../parts/state.js";
import { trainThis } from "../parts/train_this.js";
import { rangeText } from "../ranges.js";
import { namesOf, SPOT, tableOf } from "../state.js";
import { actingOrder, blindsOf, meOf, moneyFor, usualBlinds } from "../table.js";
import { after, back, decisionAt, decisionsOf, didOf, goesOn, nameOf, stepsOf } from "../tree.js";

const DEEP = 15; // big blinds: from here on, first-in charts with a raise are no advice

export function NashScreen() {
  const { store } = usePage();
  const { state } = store;
  const file = useSolutionFile(nashRequest);
  const ready = tableOf(state) && blindsOf(state).big > 0;
  if (ready) return html`<${Charts} file=${file} />`;
  return html`<main id="screen" tabindex="-1" ...${dropping(file.open)}>
    <h1>${t("nash.title")}</h1>
    ${
      tableOf(state)
        ? html`<p class="note">${t("nash.needs")} <${ScreenLink} path="/table">${t("state.toTable")}<//></p>
            <div class="row w"><${UsualBlinds} stacks=${tableOf(state).stacks} /></div>`
        : html`<${State} ready=${false} example=${SPOT} />`
    }
    <div class="row w"><${OpenSolution} ...${file} /></div>
  </main>`;
}

/** Blinds for a table that has none. */
function UsualBlinds({ stacks }) {
  const { store } = usePage();
  const blinds = usualBlinds(stacks);
  const words = blinds.replace(/[0-9.]+/g, (chips) => number(Number(chips), 2, 0));
  return html`<button type="button" class="btn pri" onClick=${() => store.set({ blinds })}>
    ${t("nash.useBlinds", { blinds: words })}
  </button>`;
}

/** The models to show: one, or two whose difference is drawn. */
function shownModels(state) {
  const chosen = (state.fields.models || "").split(",").filter((model) => MODELS.includes(model));
  return chosen.length ? [...new Set(chosen)].slice(0, 2) : ["icm"];
}

function Charts({ file }) {
  const { store } = usePage();
  const { state } = store;
  const models = shownModels(state);
  const [also, setAlso] = useState([]); // further models that were asked for
  const solves = MODELS.map((model) =>
    useSolve(nashRequest(state, model), models.includes(model) || also.includes(model)),
  );
  const solveOf = (model) => solves[Math.max(0, MODELS.indexOf(model))]; // a file can have another model
  const table = tableOf(state);
  const [first, second] = models;
  const main = solveOf(first);
  // A chart of another table is never shown; one of this table stays while the next is solved.
  const answerOf = (model) => {
    const { answer } = solveOf(model);
    const same = answer && (answer.opened || answer.model === model);
    return same && answer.names.join("\n") === table.names.join("\n") ? answer : null;
  };
  const found = Object.fromEntries(MODELS.map((model) => [model, answerOf(model)]));
  const ready = models.every((model) => found[model] && (models.length === 1 || solveOf(model).current));
  const answer = found[first] || found[second];
  const props = { state, models, found, solveOf, main, answer, ready, setAlso, file };
  return html`<main id="screen" class="nash" tabindex="-1" ...${dropping(file.open)}>
    ${answer ? html`<${Decided} ...${props} />` : html`<${Waiting} ...${props} />`}
  </main>`;
}

/** The state of the answer; what only a server can solve has a way back. */
function Stand({ state, main }) {
  const { store } = usePage();
  const { raise_to: size, look_ahead: ahead } = /** @type {any} */ (nashRequest(state, MODELS[0]));
  if (!main.offline || !(size || ahead)) return html`<${State} ...${main} working=${false} ready=${true} />`;
  return html`<div role="status" class="note warn row sp w">
    <span>${t("nash.needsServer")}</span>
    <button type="button" class="btn" onClick=${() => store.set({ raise_to: "", look_ahead: "", node: "" })}>
      ${t("nash.withoutServer")}
    </button>
  </div>`;
}

/** Before the first answer: the seats without numbers. */
function Waiting({ state, models, main, file }) {
  const names = namesOf(state);
  const order = actingOrder(state).map((seat) => names[seat]);
  const steps = order.map((seat) => ({ seat, state: "later", did: "", decision: null }));
  return html`<${Head} heading=${t("nash.title")} models=${models}><${Solved} ...${main} /><//>
    <${Stand} state=${state} main=${main} />
    <${Ribbon} state=${state} steps=${steps} take=${() => {}} locked=${{}} posted=${[]} solved=${false} />
    <section class="gr"><div class="blank" aria-busy="true"></div><p class="sm mute">${t("nash.leave")}</p></section>
    <div class="row w"><${OpenSolution} ...${file} /></div>`;
}

/**
 * @param {{ heading: string, sub?: string, models: string[], other?: string, children?: any }} props
 *   `other`: the model of a file, if it is not one of the three
 */
function Head({ heading, sub = "", models, other = "", children }) {
  const { store } = usePage();
  const choose = (list) => store.set({ models: list.join(",") === "icm" ? "" : list.join(",") });
  const single = models.length === 1;
  const shown = other ? other.toUpperCase() : models.map(title).join("−");
  const part = (list, pressed, content) =>
    html`<button type="button" aria-pressed=${String(pressed)} onClick=${() => choose(list)}>${content}</button>`;
  const pair = models.length > 1 ? models : models[0] === "icm" ? ["icm", "sem"] : ["icm", models[0]];
  const next = MODELS[(MODELS.indexOf(models[0]) + 1) % MODELS.length];
  return html`<div class="head">
    <h1>${heading}</h1>
    <span class="sm mute desk">${other ? "" : sub}</span>
    <button
      type="button"
      class="pill phone"
      aria-label=${t("nash.nextModel", { model: models.map(title).join(", ") })}
      onClick=${() => choose([next])}
    >
      ${!other && models.map((model) => html`<${Mark} key=${model} model=${model} />`)} ${shown}
    </button>
    ${other && html`<b class="desk">${shown}</b>`}
    <div class="seg desk" role="group" aria-label=${t("nash.model")}>
      ${MODELS.map((model) =>
        part([model], single && !other && models[0] === model, html`<${Mark} model=${model} /> ${title(model)}`),
      )}
      ${part(pair, !single, t("nash.difference"))}
    </div>
    <div class="row sm solved">${children}</div>
  </div>`;
}

/** The heading of a decision: whose it is, and what it faces. */
function headingOf(state, { seat, facing, raiser }) {
  const me = meOf(state);
  const own = me !== null && namesOf(state)[me] === seat ? t("nash.mine", { seat }) : seat;
  if (raiser === seat) return t("nash.returns", { seat: own, names: facing.join(" + ") });
  if (raiser && facing.length) return t("nash.calls", { seat: own, names: [raiser, ...facing].join(" + ") });
  if (raiser) return t("nash.rejams", { seat: own, name: raiser });
  return facing.length ? t("nash.calls", { seat: own, names: facing.join(" + ") }) : t("nash.pushes", { seat: own });
}

function Decided({ state, models, found, solveOf, main, answer, ready, setAlso, file }) {
  const { store, go } = usePage();
  const [hand, setHand] = useState("A9s");
  const [hovered, setHovered] = useState(null);
  const [dialog, open] = useState(null);
  const [copy, byHand] = useCopy();
  const wide = useWide(900);
  const money = moneyFor(state);
  const names = namesOf(state);
  const order = actingOrder(state)
    .map((seat) => names[seat])
    .filter((name) => !answer.all_in.includes(name));
  const me = meOf(state) === null ? null : names[meOf(state)];
  const trees = Object.fromEntries(MODELS.map((model) => [model, found[model] && decisionsOf(found[model].nodes)]));
  const decisions = decisionsOf(answer.nodes);
  const decision = decisionAt(decisions, state.fields.node, me);
  const name = nameOf(decision);
  const other = MODELS.includes(answer.model) ? "" : answer.model;
  const rows = other ? [other] : MODELS;
  const own = Object.fromEntries(rows.map((model) => [model, trees[other ? models[0] : model]?.get(name) ?? null]));
  const locked = lockedOf(state);
  const size = sizeOf(state);
  const walk = (to) => to && store.set({ node: nameOf(to) }, "walk");
  const take = (from, did) => walk(after(order, decisions, from, did));
  const shown = hovered ?? hand;
  const choose = (list) => store.set({ models: list });
  const jam = decision.moves.some(({ kind }) => didOf(kind) === "in");
  useKeys({
    f: () => take(decision, "fold"),
    a: () => jam && take(decision, "in"),
    r: () => decision.moves.some(({ kind }) => kind === "raise") && take(decision, "raise"),
    Backspace: () => walk(back(order, decisions, decision)),
    Home: () => store.set({ node: "" }, "walk"),
    1: () => choose(""),
    2: () => choose("sem"),
    3: () => choose("dcm"),
    d: () => choose(models.length > 1 ? "" : models[0] === "icm" ? "icm,sem" : `icm,${models[0]}`),
    c: () => copy(rangeText(decision.moves[0].node.hands)),
    l: () => open("lock"),
    "?": () => open("keys"),
  });
  const lock = (node, range) => store.set({ locked: writeLocks({ ...locked, [node]: range }) }, "lock");
  const pair = models.map((model) => own[model]);
  const differs = models.length > 1 && ready && pair.every(Boolean);
  const heading = headingOf(state, decision);
  const often = t("nash.reach", { share: percent(decision.reach, decision.reach < 0.1 ? 1 : 0) });
  const about = `${depthOf(state, decision.seat)} · ${often}`;
  const grid = { hand: shown, read: wide ? setHovered : setHand, keep: setHand };
  const working = (model) => solveOf(model).working;
  return html`<${Head} heading=${heading} sub=${about} models=${models} other=${other}>
      <${Solved} ...${worst(models, solveOf)} money=${money} />
      ${answer.look_ahead && html`<span class="tag">${looksWords(answer.look_ahead)}</span>`}
      ${answer.opened && html`<span class="tag">${answer.opened}</span>`}
    <//>
    ${state.fields.solution && !answer.opened && html`<p class="note sm">${t("file.gone")}</p>`}
    <${Stand} state=${state} main=${main} />
    <${Warnings} answer=${answer} decision=${decision} />
    <${Ribbon}
      state=${state}
      steps=${stepsOf(order, decisions, decision)}
      take=${take}
      locked=${locked}
      posted=${answer.all_in}
      solved=${true}
    />
    <section class="gr">
      <div onPointerLeave=${() => setHovered(null)}>
        ${
          differs
            ? html`<${Difference} ...${grid} pair=${pair} models=${models} stale=${models.some(working)} />`
            : html`<${Chart}
              ...${grid}
              decision=${decision}
              model=${answer.model}
              money=${money}
              stale=${!solveOf(answer.model).current}
            />`
        }
      </div>
      <aside class="col">
        <${HandCard}
          hand=${shown}
          decision=${decision}
          models=${rows}
          found=${own}
          size=${size}
          solve=${(model) => setAlso((before) => [...before, model])}
          working=${working}
          money=${money}
          calls=${callsOf(order, decisions, decision)}
        />
        ${
          differs
            ? html`<${Parts} pair=${pair} models=${models} />`
            : html`<${Amounts} decision=${decision} size=${size} />`
        }
        <${CopyRange} decision=${decision} name=${heading} about=${`${title(answer.model)} · ${about}`}>
          <button type="button" class="btn" onClick=${() => open("lock")}>
            <${Icon} name="lock" /> ${t(locked[name] ? "nash.locked" : "nash.lock")}
          </button>
          <button type="button" class="btn" onClick=${() => trainThis(store, answer, decision, go)}>
            ${t("nash.train")}
          </button>
        <//>
        <${LeftOut} answer=${answer} decision=${decision} />
        <${Options} state=${state} open=${open} />
        <div class="row w">
          <${OpenSolution} ...${file} />
          <${SaveSolution} request=${main.request} answer=${answer} disabled=${!main.current} />
        </div>
      </aside>
    </section>
    <${Bar}
      hand=${shown}
      own=${own}
      money=${money}
      lock=${() => open("lock")}
      copy=${() => copy(rangeText(decision.moves[0].node.hands))}
    />
    ${byHand}
    ${dialog === "keys" && html`<${KeysDialog} close=${() => open(null)} />`}
    ${
      dialog === "lock" &&
      html`<${LockDialog} decision=${decision} locked=${locked} size=${size} lock=${lock} close=${() => open(null)} />`
    }`;
}

const looksWords = ({ by, hands }) => t(`nash.looks.${by}`, { count: hands });

/** The model that is solved least: its state stands in the head. */
const worst = (models, solveOf) => {
  const all = models.map(solveOf);
  return all.find((one) => one.working || one.stopped) || all[0];
};

/** How often a player behind calls an all-in of this seat; null if it is no first all-in. */
function callsOf(order, decisions, { seat, facing, raiser }) {
  if (facing.length || raiser === seat) return null;
  const behind = [...order.slice(order.indexOf(seat) + 1), ...(raiser ? [raiser] : [])];
  const later = behind.map((name) => decisions.get(nameOf({ seat: name, facing: [seat], raiser })));
  const called = later.filter(Boolean);
  if (!called.length) return null;
  return 1 - called.reduce((rest, one) => rest * (1 - goesOn(one)), 1);
}

const opens = (decision) => decision.moves.some(({ kind }) => kind === "raise");
const isDeep = (answer, decision) => Boolean(answer.raise_to) && answer.depth > DEEP && opens(decision);

/** What the answer leaves out, above the chart where it matters most. */
function Warnings({ answer, decision }) {
  if (isDeep(answer, decision))
    return html`<p class="note warn sm">
      <b>${t("nash.deep", { depth: number(answer.depth, 0) })}</b> ${t("nash.flats")}
    </p>`;
  return answer.cap_decides
    ? html`<p class="note warn sm">${t("nash.crowd", { share: percent(answer.three_way, 0) })}</p>`
    : null;
}

/** What a game with a raise leaves out, beside the chart. */
const LeftOut = ({ answer, decision }) =>
  answer.raise_to && !isDeep(answer, decision)
    ? html`<p class="sm mute">${t(opens(decision) ? "nash.flats" : "nash.sound")}</p>`
    : null;

/** On a phone, above the tabs: the hand in money, lock and copy. */
function Bar({ hand, own, money, lock, copy }) {
  const line = (model) =>
    own[model] &&
    html`<span class=${"key " + model} key=${model}>
      <${Mark} model=${model} /> ${percent(goesOn(own[model], hand), 0)}, ${gainWords(own[model], hand, money)}
    </span>`;
  return html`<div class="stay phone">
    <div class="row">
      <b class="larger">${hand}</b>
      <div class="col sm">${Object.keys(own).map(line)}</div>
    </div>
    <div class="row">
      <${IconButton} icon="lock" label=${t("nash.lock")} onClick=${lock} />
      <button type="button" class="btn" onClick=${copy}>${t("nash.copy")}</button>
    </div>
  </div>`;
}

const gainWords = (decision, hand, money) => {
  const gains = decision.moves.map(({ node }) => node.ev[hand]).filter((gain) => gain !== null);
  return gains.length ? money.signed(Math.max(...gains)) : "–";
};
