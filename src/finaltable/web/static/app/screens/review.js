// The review: drop the files of a tournament, see the cost of decisions, the costliest first.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage } from "../hooks.js";
import { moneyOf, number, percent, t } from "../locale.js";
import { WorthCurve } from "../parts/curve.js";
import { Dialog } from "../parts/dialog.js";
import { Field } from "../parts/field.js";
import { FileDrop } from "../parts/files.js";
import { HandCards } from "../parts/grid.js";
import { Key } from "../parts/models.js";
import { NoServer, State } from "../parts/state.js";
import { EquityBar } from "../parts/verdict.js";
import { SERVED } from "../place.js";
import { addressOf } from "../spots.js";
import { trainOn } from "../training/progress.js";
import { mistakesIn } from "../training/spots.js";

const SHOWN = 10; // mistakes, and problems of files
const RANGES = ["10%", "15%", "20%", "30%", "40%", "60%"];
const REVIEW = { pause: 400, long: true };

// Files are held in memory only: not in the address, not in storage.
const kept = { files: [], payouts: "", push_range: "", call_range: "", elsewhere: "" };

export function ReviewScreen() {
  const [, draw] = useState(0);
  const set = (change) => {
    Object.assign(kept, change);
    draw((count) => count + 1);
  };
  const asked = useAnswer("review", reviewRequest(), REVIEW);
  if (!SERVED) return html`<${NoServer} title=${t("review.title")} />`;
  const { answer } = asked;
  const fits = answer && kept.files.length > 0;
  return html`<main id="screen" tabindex="-1" class="review">
    ${
      fits
        ? html`<${Head} answer=${answer} />`
        : html`<h1>${t("review.title")}</h1><p class="ink2">${t("review.about")}</p>`
    }
    <${State} ...${asked} ready=${true} />
    ${
      asked.working &&
      html`<div class="going">
        <div
          class="thin"
          role="progressbar"
          aria-label=${t("review.working")}
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow=${Math.round(100 * asked.progress)}
          style=${{ "--w": `${100 * asked.progress}%` }}
        ></div>
      </div>`
    }
    ${
      fits &&
      answer.tournaments.map(
        (one) => html`<${Tournament}
          key=${one.room + one.id}
          one=${one}
          answer=${answer}
        />`,
      )
    }
    <${Given} set=${set} />
    ${fits && html`<${NotRead} answer=${answer} />`}
  </main>`;
}

function reviewRequest() {
  if (!kept.files.length) return null;
  const files = kept.files.map(({ name, text, base64 }) => (text === undefined ? { name, base64 } : { name, text }));
  const { payouts, push_range, call_range, elsewhere } = kept;
  const given = { payouts: payouts.trim(), push_range, call_range, elsewhere };
  return { files, models: MODELS, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
}

/** The summary: hands, mistakes, luck. */
function Head({ answer }) {
  const { store, go } = usePage();
  const spots = mistakesIn(answer);
  const train = () => {
    trainOn(spots);
    store.set({ source: "given", spot: "" });
    go("/train");
  };
  const hands = answer.tournaments.reduce((sum, one) => sum + one.hands, 0);
  const [first] = answer.costs;
  const money = moneyFor(answer.tournaments);
  const all = answer.tournaments.flatMap((one) => one.decisions);
  const allIns = answer.tournaments.reduce((sum, one) => sum + one.all_ins.length, 0);
  const card = (title, value, tone, about) =>
    html`<div class="card">
      <h2 class="sm">${title}</h2>
      <div class=${"big " + tone}>${value}</div>
      <p class="xs mute">${about}</p>
    </div>`;
  return html`<div>
    <h1>${t("review.hands", { count: hands, name: answer.hero })}</h1>
    <p class="mute sm">${t("files.kept")}</p>
  </div>
  <section class="three numbers">
    ${card(
      t("review.mistakes"),
      money.signed(-first.money),
      first.money > 0 ? "down" : "",
      t("review.decisions", { count: first.mistakes }),
    )}
    ${card(
      t("review.luck"),
      money.signed(first.luck),
      first.luck < 0 ? "down" : "up",
      t("review.allIns", { count: allIns }),
    )}
    ${card(
      t("review.part"),
      t("review.of", { count: all.filter((one) => one.disputed).length, all: all.length }),
      "",
      t("review.partAbout"),
    )}
  </section>
  ${spots && html`<p><button type="button" class="btn pri" onClick=${train}>${t("review.train")}</button></p>`}`;
}

const moneyFor = (tournaments) =>
  moneyOf(
    tournaments[0] ? tournaments[0].currency : "",
    tournaments.reduce((sum, one) => sum + one.pool, 0),
  );

function Tournament({ one, answer }) {
  const money = moneyFor([one]);
  const ranked = answer.mistakes.filter((mistake) => mistake.tournament === one.id).slice(0, SHOWN);
  const found = ranked
    .map((mistake) =>
      one.decisions.find((decision) => decision.number === mistake.number && decision.verdicts[0].cost > 0),
    )
    .filter(Boolean);
  return html`${one.warnings.map((words) => html`<p class="note warn" key=${words}>${words}</p>`)}
  <${WorthCurve}
    points=${one.curve}
    models=${answer.models}
    marks=${found.map((decision, i) => ({ number: decision.number, rank: i + 1 }))}
    money=${money}
  />
  <section class="col">
    <div class="row sp">
      <h2>${t(found.length ? "review.costliest" : "review.none")}</h2>
      ${
        found.length > 0 &&
        html`<span class="sm mute">
          <${Key} model=${answer.models[0]} prefix=${t("verdict.by") + " "} />
        </span>`
      }
    </div>
    <ol class="card flat list">
      ${found.map(
        (decision, i) => html`<${Mistake}
          key=${decision.number}
          decision=${decision}
          rank=${i + 1}
          one=${one}
          money=${money}
          most=${found[0].verdicts[0].cost}
        />`,
      )}
    </ol>
  </section>
  ${
    one.skipped.length > 0 &&
    html`<details class="card">
      <summary>${t("review.skipped", { count: one.skipped.reduce((sum, group) => sum + group.count, 0) })}</summary>
      <ul class="col ga sm">
        ${one.skipped.map((group) => html`<li key=${group.reason}>${number(group.count)} × ${group.reason}</li>`)}
      </ul>
    </details>`
  }`;
}

/** One mistake: the better action, its cost, and the other models. */
function Mistake({ decision, rank, one, money, most }) {
  const [open, setOpen] = useState(false);
  const [first, ...others] = decision.verdicts;
  return html`<li class="mr">
    <span class="no">${rank}</span>
    <${HandCards} hand=${decision.cards} />
    <span class="tx">
      <button type="button" class="plain" onClick=${() => setOpen(true)}>
        <b>${t("review.instead", { better: t(`action.${first.better}`), done: t(`action.${decision.done}`) })}</b>
      </button>
      <br />
      <span class="sm mute">${t("review.where", { count: decision.number, position: decision.position })}</span>
    </span>
    <span class="de sm mute">${whyOf(decision)}</span>
    <span class="num co">
      <b class="down">${money.signed(-first.cost)}</b>
      <i class="mb" style=${{ width: `${(100 * first.cost) / most}%` }}></i>
    </span>
    <span class="vs">
      ${others.map(
        (other) => html`<span class=${"key " + other.model} key=${other.model}>
          <${Key} model=${other.model} /> <span class=${other.gain < 0 ? "down" : "up"}>
            ${money.signed(other.gain)}
          </span>
        </span>`,
      )}
    </span>
    ${open && html`<${OneDecision} decision=${decision} one=${one} money=${money} close=${() => setOpen(false)} />`}
  </li>`;
}

function whyOf({ equity, verdicts, opponents, reason }) {
  const need = verdicts[0].break_even;
  if (equity === null || need === null || opponents.length !== 1) return reason;
  return t("review.had", { have: percent(equity), need: percent(need), share: percent(opponents[0].share, 0) });
}

/** A decision in detail: chance to win and break-even, all outcomes in money, and the command that repeats it. */
function OneDecision({ decision, one, money, close }) {
  const { load, go } = usePage();
  const rows = ["fold", "steal", "win", "tie", "lose", "go_in"].filter((name) =>
    decision.verdicts.some((verdict) => typeof verdict[name] === "number"),
  );
  const address = addressOf(decision.commands[0] || "", one.currency);
  return html`<${Dialog}
    label=${t("review.where", { count: decision.number, position: decision.position })}
    close=${close}
  >
    <div class="row"><${HandCards} hand=${decision.cards} large=${true} /><p>${whyOf(decision)}</p></div>
    <p class="sm">
      ${decision.opponents.map((other) => t("review.holds", { name: other.name, range: other.range || "–" })).join(" ")}
    </p>
    ${decision.equity !== null && html`<${EquityBar} equity=${decision.equity} verdicts=${decision.verdicts} />`}
    <table>
      <caption class="unseen">${t("money.caption")}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t("money.outcome")}</span></th>
          ${decision.verdicts.map(
            (verdict) => html`<th scope="col" key=${verdict.model}>
              <${Key} model=${verdict.model} />
            </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (name) => html`<tr key=${name}>
            <th scope="row">${name === "fold" ? t("money.fold") : t(`review.${name}`)}</th>
            ${decision.verdicts.map(
              (verdict) => html`<td key=${verdict.model}>
                ${typeof verdict[name] === "number" ? money.text(verdict[name]) : "–"}
              </td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      address &&
      html`<p>
        <button type="button" class="btn pri" onClick=${() => {
          close();
          load(address);
          go("/decide");
        }}>${t("review.open")}</button>
      </p>`
    }
    <details>
      <summary class="sm">${t("review.again")}</summary>
      <pre class="sm scroll" tabindex="0">${decision.commands.join("\n")}</pre>
    </details>
  <//>`;
}

/** Files, prizes and the assumed ranges of opponents. */
function Given({ set }) {
  const choices = [
    ["", t("review.equilibrium")],
    ...RANGES.map((range) => [range, t("range.best", { share: range.replace("%", "\u00a0%") })]),
  ];
  const tables = [
    ["", t("review.unknown")],
    ["average", t("review.average")],
    ["none", t("review.allHere")],
  ];
  const select = (label, name, options) =>
    html`<label class="field">
      <span>${label}</span>
      <select class="in" value=${kept[name]} onChange=${(event) => set({ [name]: event.target.value })}>
        ${options.map(
          ([value, words]) => html`<option key=${value} value=${value} selected=${kept[name] === value}>
            ${words}
          </option>`,
        )}
      </select>
    </label>`;
  return html`<section class="card col">
    <${FileDrop}
      held=${kept.files}
      label=${t(kept.files.length ? "files.add" : "files.drop")}
      take=${(files) => set({ files: [...kept.files, ...files] })}
    />
    ${
      kept.files.length > 0 &&
      html`<div class="row sp w">
        <span class="sm">${t("files.here", { count: kept.files.length })}</span>
        <button type="button" class="btn quiet" onClick=${() => set({ files: [] })}>${t("files.forget")}</button>
      </div>`
    }
    <${Field}
      label=${t("review.prizes")}
      value=${kept.payouts}
      change=${(text) => set({ payouts: text.slice(0, 500) })}
      placeholder="45, 27, 18"
    />
    <p class="xs mute">${t("review.prizesAbout")}</p>
    <div class="two">
      ${select(t("review.pushWith"), "push_range", choices)}
      ${select(t("review.callWith"), "call_range", choices)}
    </div>
    ${select(t("review.elsewhere"), "elsewhere", tables)}
  </section>`;
}

/** Unreadable parts of files, with line and reason. */
function NotRead({ answer }) {
  const { problems, not_reviewed: left } = answer;
  if (!problems.length && !left.length) return null;
  return html`<details class="card">
    <summary>${t("review.problems", { count: problems.length + left.length })}</summary>
    <ul class="col ga sm">
      ${left.map((words) => html`<li key=${words}>${words}</li>`)}
      ${problems.slice(0, 5 * SHOWN).map(
        (problem, i) => html`<li key=${i}>
          ${t("review.line", { file: problem.file, line: problem.line })} ${problem.reason}
        </li>`,
      )}
    </ul>
  </details>`;
}
