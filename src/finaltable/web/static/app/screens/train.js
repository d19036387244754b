// Training: a spot and a hand to play; then the cost of the answer, and the reasons.
import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { useAnswer, usePage } from "../hooks.js";
import { moneyOf, percent, t } from "../locale.js";
import { ProgressDialog } from "../parts/progress.js";
import { WhyHand, WhyRange } from "../parts/reasons.js";
import { SettingsDialog } from "../parts/settings.js";
import { AskHand, AskRange } from "../parts/spot.js";
import { State } from "../parts/state.js";
import { ThisRound, YourTraining } from "../parts/training.js";
import { dueOf, givenSpots, keepProgress, loadProgress, record, watchProgress } from "../training/progress.js";
import { joined, loadPack, ordered, paint, score, withChart } from "../training/spots.js";

const ROUND = 10; // spots
const SEEDS = 1e6; // random seeds are short enough to share
const AGAIN = 5; // maximum number of mistakes repeated at the start of a round

export function TrainScreen() {
  const { store } = usePage();
  const { fields } = store.state;
  const random = useMemo(() => Math.floor(Math.random() * SEEDS), []);
  const seed = seedOf(fields) ?? random;
  useEffect(() => {
    if (fields.seed !== String(seed)) turn(store, { seed: String(seed) });
  }, []);
  return html`<${Training} key=${`${seed} ${fields.source || ""}`} seed=${seed} />`;
}

/** The seed of the address; null if it has none that can be used. */
function seedOf({ seed }) {
  return seed && /^\d{1,15}$/.test(seed) ? Number(seed) : null;
}

/** Write the position of the training into the address, without an undo step. */
function turn(store, fields) {
  store.replace({ ...store.state, fields: { ...store.state.fields, ...fields } }, true);
}

function Training({ seed }) {
  const { store, say } = usePage();
  const { fields } = store.state;
  const [progress, setProgress] = useState(loadProgress);
  const [answered, setAnswered] = useState(null);
  const [round, setRound] = useState([]);
  const [dialog, open] = useState(null);
  const refused = useRef(false);
  const judging = useRef(false);
  useEffect(() => watchProgress(setProgress), []);
  const { spot, again, next, asked, total } = useSpots(seed, progress);
  const painting = fields.mode === "range";
  const money = moneyOf(store.state.currency || "€", spot ? spot.table.pool : 0);
  const settle = (lost, result, choice) => {
    const before = refused.current ? progress : loadProgress(); // another window may have added to it
    const after = record(before, spot, lost, painting ? "range" : "hand");
    setProgress(after);
    const last = { hand: painting ? t("train.mode.range") : spot.hand, choice, lost };
    setRound([...round.slice(round.length >= ROUND ? ROUND : 0), last]);
    setAnswered(result);
    if (!keepProgress(after) && !refused.current) {
      refused.current = true;
      say(t("train.notKept"));
    }
    scrollTo(0, 0);
  };
  /** Judge an answer, once the numbers of the chart are here. */
  const judge = async (judged) => {
    if (judging.current) return;
    judging.current = true;
    const whole = await withChart(spot).catch(() => null);
    judging.current = false;
    if (!whole) return say(t("state.offline"));
    const [result, choice] = judged(whole);
    settle(result.lost, { ...result, spot: whole }, choice);
  };
  const go = () => {
    setAnswered(null);
    next();
    scrollTo(0, 0);
  };
  const ended = !spot && !asked.working && !asked.offline && !asked.refusal && (total === 0 || asked.answer);
  const head = html`<${Round} round=${round} money=${money} again=${again} answered=${Boolean(answered)} />`;
  const tools = html`<span class="row">
    <button type="button" class="btn quiet" onClick=${() => open("progress")}>${t("train.progress")}</button>
    <button type="button" class="btn quiet" onClick=${() => open("settings")}>${t("train.settings")}</button>
  </span>`;
  const beside = html`<${YourTraining} progress=${progress} tools=${tools} />`;
  const before = html`<${ThisRound} round=${round} money=${money} />`;
  const shown = { spot, money, progress, beside, before };
  const body = !spot
    ? html`<main id="screen" tabindex="-1">
      ${head}
      <${State} ...${asked} ready=${true} />
      ${ended && html`<p class="note">${t("train.none")}</p>`}
      ${beside}
    </main>`
    : answered
      ? painting
        ? html`<${WhyRange} ...${shown} spot=${answered.spot} head=${head} result=${answered} next=${go} />`
        : html`<${WhyHand} ...${shown} spot=${answered.spot} head=${head} result=${answered} next=${go} />`
      : painting
        ? html`<${AskRange} key=${spot.key} ...${shown} head=${head} answer=${(weights) =>
            judge((whole) => {
              const result = paint(whole, weights);
              return [result, t("train.rangeRight", { share: percent(result.right, 0) })];
            })} />`
        : html`<${AskHand} ...${shown} head=${head} answer=${(choice) =>
            judge((whole) => {
              const word = choice === "in" && !spot.chart.raises ? spot.chart.action : choice;
              return [{ ...score(whole, choice), choice }, t(`action.${word}`)];
            })} />`;
  return html`${body}
  ${
    dialog === "progress" &&
    html`<${ProgressDialog}
      progress=${progress}
      change=${setProgress}
      close=${() => open(null)}
    />`
  }
  ${
    dialog === "settings" &&
    html`<${SettingsDialog} close=${() => open(null)} change=${(wanted) => {
      setAnswered(null);
      turn(store, { spot: "", ...wanted });
    }} />`
  }`;
}

/** The score of the round: a bar for each spot, and the money lost. */
function Round({ round, money, again, answered }) {
  const lost = round.reduce((sum, one) => sum + one.lost, 0);
  const marks = Array.from({ length: ROUND }, (_, i) =>
    i < round.length ? (round[i].lost === 0 ? "up" : "down") : i === round.length && !answered ? "now" : "",
  );
  const label = t("train.label", { count: round.length, right: round.filter((one) => one.lost === 0).length });
  return html`<div class="col ga">
    <div class="row sp w">
      <h1 class="h2">
        ${
          again
            ? t("train.again")
            : t("train.spot", { number: Math.min(ROUND, round.length + (answered ? 0 : 1)), all: ROUND })
        }
      </h1>
      <span class=${"sm " + (lost ? "down" : "mute")}>${t("train.lost", { money: money.signed(-lost) })}</span>
    </div>
    <div class="steps" role="img" aria-label=${label}>
      ${marks.map((mark, i) => html`<i key=${i} class=${mark}></i>`)}
    </div>
  </div>`;
}

/** The spot to answer: a mistake that is due, or the next of the pack, of the engine, or of a file. */
function useSpots(seed, progress) {
  const { store } = usePage();
  const { fields } = store.state;
  const at = Number(fields.spot) || 0;
  const [pack, setPack] = useState(null);
  const [failed, setFailed] = useState(false);
  const solved = fields.source === "fresh" || fields.source === "given";
  useEffect(() => {
    let here = true;
    loadPack()
      .then((spots) => here && setPack(spots))
      .catch(() => here && setFailed(true));
    return () => {
      here = false;
    };
  }, []);
  const waiting = useRef(null);
  if (pack && waiting.current === null) {
    const known = new Map(pack.map((spot) => [spot.key, spot]));
    waiting.current =
      solved || fields.mode === "range"
        ? []
        : dueOf(progress)
            .map((card) => known.get(card.key))
            .filter(Boolean)
            .slice(0, AGAIN);
  }
  const again = waiting.current?.length ? waiting.current[0] : null;
  const row = useMemo(
    () => (pack && !solved ? ordered(pack, seed, fields) : []),
    [pack, seed, solved, fields.players, fields.position, fields.depth, fields.heads],
  );
  const given = useMemo(() => (fields.source === "given" ? givenSpots() || [] : []), [fields.source]);
  const requests = (number) =>
    !solved
      ? null
      : fields.source === "given"
        ? given.length
          ? { seed, spots: 1, source: [given[number % given.length]] }
          : null
        : freshRequest(fields, seed, number);
  const asked = useAnswer("train", requests(at), { long: true });
  usePrefetch(solved && asked.answer ? requests(at + 1) : null);
  const [, draw] = useState(0);
  const next = () => {
    if (again) {
      waiting.current = waiting.current.slice(1);
      draw((count) => count + 1);
    } else turn(store, { spot: String(at + 1) });
  };
  const fits = asked.answer && asked.asked === JSON.stringify(requests(at));
  const spot =
    again || (solved ? (fits ? joined(asked.answer)[0] || null : null) : row.length ? row[at % row.length] : null);
  const state = solved ? asked : { ...asked, working: !pack && !failed, offline: failed };
  const total = solved ? (fields.source === "given" ? given.length : null) : pack ? row.length : null;
  return { spot, again: Boolean(again), next, asked: state, total };
}

/** The request for a new spot. */
function freshRequest(fields, seed, number) {
  const players = Number(fields.players) || 0;
  const stacks = { "0-6": [3, 6], "6-10": [6, 10], "10-15": [10, 15], "15+": [15, 25] }[fields.depth];
  return {
    seed,
    spots: 1,
    first: number,
    players: players ? [players, players] : [2, 4],
    ...(stacks && { stacks }),
    ...(fields.position && { position: fields.position }),
    ...(fields.preset && { payouts: fields.preset }),
    ...(fields.heads && { bounties: fields.heads === "yes" ? "progressive" : "none" }),
    ...(fields.model && { model: fields.model }),
  };
}

/** Prefetch the next spot; the engine caches the answer. */
function usePrefetch(request) {
  const { engine } = usePage();
  const body = request && JSON.stringify(request);
  useEffect(() => {
    if (body) engine.ask("train", JSON.parse(body), { progress: () => {} }).catch(() => {});
  }, [body]);
}
