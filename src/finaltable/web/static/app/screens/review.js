// The review: files first, then what decisions cost, the clear mistakes on top, and the hand that is chosen.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage } from "../hooks.js";
import { moneyOf, number, percent, t } from "../locale.js";
import { useKeys } from "../parts/chart_keys.js";
import { WorthCurve } from "../parts/curve.js";
import { Dialog } from "../parts/dialog.js";
import { FileDrop, readFiles } from "../parts/files.js";
import { HandCards } from "../parts/grid.js";
import { Replay } from "../parts/replay.js";
import { listed, ReportDialog } from "../parts/report.js";
import { Settings } from "../parts/review_settings.js";
import { NoServer, State } from "../parts/state.js";
import { SERVED } from "../place.js";
import { trainOn } from "../training/progress.js";
import { mistakesIn } from "../training/spots.js";

const REVIEW = { pause: 400, long: true };
const SHOWN = 50; // problems of files
const SAMPLE = new URL("../../samples/tournament.txt", import.meta.url);
const ROOMS = "PokerStars, GGPoker, 888poker, PartyPoker, Winamax, iPoker, WPN, Bovada, Open Hand History, PHH";

// Files are held in memory only: not in the address, not in storage.
const kept = { files: [], payouts: "", push_range: "", call_range: "", elsewhere: "", models: ["icm"] };

function reviewRequest() {
  if (!kept.files.length) return null;
  const files = kept.files.map(({ name, text, base64 }) => (text === undefined ? { name, base64 } : { name, text }));
  const { payouts, push_range, call_range, elsewhere, models } = kept;
  const given = { payouts: payouts.trim(), push_range, call_range, elsewhere };
  return { files, models, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
}

export function ReviewScreen() {
  const [, draw] = useState(0);
  const set = (change) => {
    Object.assign(kept, change);
    draw((count) => count + 1);
  };
  const asked = useAnswer("review", reviewRequest(), REVIEW);
  if (!SERVED) return html`<${NoServer} title=${t("review.title")} />`;
  const fits = asked.answer && kept.files.length > 0;
  return html`<main id="screen" tabindex="-1" class="review">
    ${!kept.files.length && html`<${Empty} set=${set} />`}
    ${kept.files.length > 0 && html`<${FileBar} set=${set} asked=${asked} />`}
    <${State} ...${asked} ready=${true} />
    ${asked.working && html`<${Working} progress=${asked.progress} />`}
    ${fits && html`<${Found} answer=${asked.answer} set=${set} />`}
  </main>`;
}

const Working = ({ progress }) =>
  html`<div
    class="thin"
    role="progressbar"
    aria-label=${t("review.working")}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(100 * progress)}
    style=${{ "--w": `${100 * progress}%` }}
  ></div>`;

/** Nothing yet: files, or a tournament to try. */
function Empty({ set }) {
  const { say } = usePage();
  const [pasting, setPasting] = useState(false);
  const sample = async () => {
    try {
      const text = await (await fetch(SAMPLE)).text();
      set({ files: await readFiles([new File([text], "sample.txt")]), payouts: "72, 36, 12" });
    } catch {
      say(t("state.offline"));
    }
  };
  return html`<div><h1>${t("review.title")}</h1><p class="ink2">${t("review.about")}</p></div>
    <section class="split h empty">
      <div class="card col">
        <${FileDrop} held=${kept.files} label=${t("files.drop")} take=${(files) => set({ files })} />
        <button type="button" class="btn" onClick=${() => setPasting(true)}>${t("review.paste")}</button>
      </div>
      <div class="card col">
        <h2>${t("review.noFiles")}</h2>
        <p class="sm ink2">${t("review.sampleAbout")}</p>
        <p><button type="button" class="btn pri" onClick=${sample}>${t("review.sample")}</button></p>
        <h3>${t("review.rooms")}</h3>
        <p class="sm mute">${ROOMS}</p>
        <h3>${t("review.prizes")}</h3>
        <p class="sm mute">${t("review.prizesAbout")}</p>
      </div>
    </section>
    ${pasting && html`<${PasteHands} close=${() => setPasting(false)} set=${set} />`}`;
}

/** Hands as text, for those who have them on the clipboard. */
function PasteHands({ close, set }) {
  const [text, setText] = useState("");
  const take = async () => {
    set({ files: await readFiles([new File([text], "hands.txt")]) });
    close();
  };
  return html`<${Dialog} label=${t("review.paste")} close=${close} kind="full">
    <textarea
      class="in"
      rows="12"
      aria-label=${t("review.paste")}
      onInput=${(event) => setText(event.target.value)}
    ></textarea>
    <button type="button" class="btn pri wide" disabled=${!text.trim()} onClick=${take}>${t("paste.take")}</button>
  <//>`;
}

/** The files and what was assumed, in one bar; the settings open below it. */
function FileBar({ set, asked }) {
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const { answer } = asked;
  const needed = open || Boolean(asked.refusal) || (answer && !answer.tournaments.length);
  const hands = answer ? answer.tournaments.reduce((sum, one) => sum + one.hands, 0) : 0;
  const tags = [
    kept.payouts ? t("review.tag.prizes", { prizes: kept.payouts.slice(0, 40) }) : t("review.tag.fromFiles"),
    kept.push_range || kept.call_range ? t("review.tag.ranges") : t("review.tag.equilibrium"),
    t(`review.tag.tables.${kept.elsewhere || "unknown"}`),
  ];
  return html`<section class="card fb">
    <div class="row w">
      <b class="sm clip">
        ${kept.files.length === 1 ? kept.files[0].name : t("files.here", { count: kept.files.length })}
      </b>
      ${answer && html`<span class="sm mute">${t("review.hands", { count: hands, name: answer.hero })}</span>`}
      <span class="row w fill">${tags.map((words) => html`<span class="tag" key=${words}>${words}</span>`)}</span>
      <button type="button" class="btn quiet" aria-expanded=${String(needed)} onClick=${() => setOpen(!open)}>
        ${t("review.change")}
      </button>
      ${
        answer?.tournaments.length > 0 &&
        html`<button type="button" class="btn pri" onClick=${() => setSaving(true)}>${t("review.save")}</button>`
      }
    </div>
    ${needed && html`<${Settings} kept=${kept} set=${set} />`}
    ${saving && html`<${ReportDialog} answer=${answer} assumed=${tags} close=${() => setSaving(false)} />`}
  </section>`;
}

const moneyFor = (tournaments) =>
  moneyOf(
    tournaments[0] ? tournaments[0].currency : "",
    tournaments.reduce((sum, one) => sum + one.pool, 0),
  );

/** The summary in a sentence, and one tournament. */
function Found({ answer, set }) {
  const [shown, setShown] = useState(0);
  const [dialog, open] = useState(null);
  const [first] = answer.costs;
  const money = moneyFor(answer.tournaments);
  const one = answer.tournaments[Math.min(shown, answer.tournaments.length - 1)];
  const all = answer.tournaments.flatMap((each) => each.decisions);
  const skipped = answer.tournaments.flatMap((each) => each.skipped);
  const without = skipped.reduce((sum, group) => sum + (group.count ?? 1), 0);
  const notes =
    answer.tournaments.flatMap((each) => each.warnings).length + answer.problems.length + answer.not_reviewed.length;
  const maybe = all
    .filter((each) => !(each.verdicts[0].cost > 0))
    .filter((each) => listed([each], one?.pool ?? 0).length).length;
  return html`<div>
      <h1 class="one">
        ${t("review.cost", { count: first.mistakes, money: money.text(first.money) })}
        ${" "}${t(first.luck < 0 ? "review.luckCost" : "review.luckWon", { money: money.text(Math.abs(first.luck)) })}
      </h1>
      <p class="sm mute">
        ${t("review.judged", { count: all.length })} ${maybe > 0 && t("review.maybe", { count: maybe })}${" "}
        ${
          without > 0 &&
          html`<button type="button" class="link" onClick=${() => open("skipped")}>
            ${t("review.skipped", { count: without })}
          </button>`
        }
        ${
          notes > 0 &&
          html` <button type="button" class="link" onClick=${() => open("notes")}>
            ${t("review.notes", { count: notes })}
          </button>`
        }
      </p>
    </div>
    ${
      answer.tournaments.length > 1 &&
      html`<label class="field">
        <span>${t("review.which")}</span>
        <select class="in" onChange=${(event) => setShown(Number(event.target.value))}>
          ${answer.tournaments.map(
            (each, i) => html`<option key=${each.room + each.id} value=${i} selected=${each === one}>
              ${each.name || each.id}, ${t("review.handsOnly", { count: each.hands })}
            </option>`,
          )}
        </select>
      </label>`
    }
    ${one && html`<${Tournament} key=${one.room + one.id} one=${one} answer=${answer} set=${set} />`}
    ${dialog && html`<${Lines} answer=${answer} which=${dialog} close=${() => open(null)} />`}`;
}

function Tournament({ one, answer, set }) {
  const { store, go } = usePage();
  const money = moneyFor([one]);
  const found = listed(one.decisions, one.pool);
  const [at, setAt] = useState(0);
  const chosen = found[Math.min(at, found.length - 1)];
  useKeys({
    ArrowDown: () => setAt(Math.min(found.length - 1, at + 1)),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
  });
  const choose = (i) => {
    setAt(i);
    if (matchMedia("(max-width: 899px)").matches)
      requestAnimationFrame(() => document.getElementById("replay")?.scrollIntoView({ block: "start" }));
  };
  const most = Math.max(...found.map((each) => Math.abs(each.verdicts[0].gain) + spreadOf(each)), 1e-9);
  const train = () => {
    trainOn(mistakesIn(answer));
    store.set({ source: "given", spot: "" });
    go("/train");
  };
  const clear = found.filter((each) => each.verdicts[0].cost > 0);
  return html`<section class="rg">
    <div class="col gb">
      <${WorthCurve}
        points=${one.curve}
        models=${answer.models}
        marks=${found.map((each, i) => ({ number: each.number, rank: i + 1, clear: clear.includes(each) }))}
        money=${money}
        more=${
          answer.models.length < MODELS.length
            ? html`<button type="button" class="btn quiet low" onClick=${() => set({ models: MODELS })}>
              ${t("review.addModels")}
            </button>`
            : null
        }
      />
      <section class="card flat list">
        <div class="lh row sp">
          <h2>${t(found.length ? "review.clearFirst" : "review.none")}</h2>
          ${found.length > 0 && html`<span class="xs mute num desk">${t("review.whisker")}</span>`}
        </div>
        ${found.map(
          (each, i) => html`<${Mistake}
            key=${`${each.number} ${each.kind}`}
            decision=${each}
            rank=${i + 1}
            pressed=${each === chosen}
            tap=${() => choose(i)}
            money=${money}
            most=${most}
            clear=${clear.includes(each)}
          />`,
        )}
      </section>
      ${
        clear.length > 0 &&
        html`<p><button type="button" class="btn" onClick=${train}>${t("review.train")}</button></p>`
      }
    </div>
    ${chosen && html`<${Replay} key=${chosen.number} decision=${chosen} one=${one} money=${money} />`}
  </section>`;
}

/** How far a cost may be off. */
const spreadOf = (decision) => decision.uncertainty ?? decision.verdicts[0].error;

/** One mistake: the better action, its cost, and what it may be. */
function Mistake({ decision, rank, pressed, tap, money, most, clear }) {
  const [first] = decision.verdicts;
  const spread = spreadOf(decision);
  const depth = t("nash.depth", { count: number(decision.effective ?? decision.stack, 0) });
  const where = t("review.where", { count: decision.number, position: decision.position });
  const may = { low: money.signed(first.gain - spread), high: money.signed(first.gain + spread) };
  const side = (value) => 100 * Math.min(1, Math.max(0, 0.6 + (0.4 * value) / most));
  const style = {
    "--a": side(first.gain - spread),
    "--b": side(first.gain + spread),
    "--v": side(first.gain),
    "--z": 60,
  };
  const better = first.better === "too close" ? (decision.done === "fold" ? "go_in" : "fold") : first.better;
  return html`<button type="button" class="ml" aria-pressed=${String(pressed)} onClick=${tap}>
    <span class=${"no" + (clear ? "" : " o")}>${rank}</span>
    <${HandCards} hand=${decision.cards} />
    <span class="tx">
      <b>${t("review.instead", { better: t(`review.act.${better}`), done: t(`review.did.${decision.done}`) })}</b>
      <br />
      <span class="sm mute">${`${where} · ${depth}`}</span>
    </span>
    <span class="de sm mute desk">${whyOf(decision)}</span>
    <span class=${"wh" + (clear ? "" : " o")} style=${style} aria-hidden="true"><i></i><b></b></span>
    <span class="num co">
      <b class=${clear ? "down sh" : "mute sh"}>${money.signed(first.gain)}</b><br />
      ${may.low !== may.high && html`<span class="xs mute">${t("review.range", may)}</span>`}
    </span>
  </button>`;
}

export function whyOf({ equity, called, verdicts, opponents, reason }) {
  const need = verdicts[0].break_even;
  if (called !== null && called !== undefined) return t("nash.called", { share: percent(called, 0) });
  if (equity === null || need === null || opponents.length !== 1) return reason;
  return t("review.had", { have: percent(equity), need: percent(need), share: percent(opponents[0].share, 0) });
}

/** Decisions without a verdict, or notes and unreadable parts of files. */
function Lines({ answer, which, close }) {
  const lines =
    which === "skipped"
      ? answer.tournaments.flatMap((one) =>
          one.skipped.map((group) => (group.count ? `${number(group.count)} × ${group.reason}` : group.reason)),
        )
      : [
          ...new Set(answer.tournaments.flatMap((one) => one.warnings)),
          ...answer.not_reviewed,
          ...answer.problems
            .slice(0, SHOWN)
            .map((problem) => `${t("review.line", { file: problem.file, line: problem.line })} ${problem.reason}`),
        ];
  return html`<${Dialog} label=${t(which === "skipped" ? "review.withoutVerdict" : "review.notesTitle")} close=${close}>
    <ul class="col ga sm">${lines.map((words, i) => html`<li key=${i}>${words}</li>`)}</ul>
  <//>`;
}
