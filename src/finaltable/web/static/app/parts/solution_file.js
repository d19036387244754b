// A chart in a file: open one without solving, and save the one that is shown. Nothing leaves this device.
import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { Refusal } from "../engine.js";
import { usePage } from "../hooks.js";
import { keepChart } from "../kept.js";
import { t } from "../locale.js";
import { rangeText } from "../ranges.js";
import { nodeName } from "../tree.js";
import { download } from "./copy.js";
import { Icon } from "./icons.js";
import { writeLocks } from "./lock.js";

const DIGITS = 12; // of a checksum, as the name of a file in the address

/**
 * The table of an opened chart as the state of the page; the currency, and who "you" are, stay.
 * @param {import("../state.js").State} state @param {any} file the answer to the question "open"
 * @returns {import("../state.js").State}
 */
function stateOf(state, { answer, checksum, share, own, mystery }) {
  const { names, stacks, payouts, raise_to: raises, look_ahead: ahead } = answer;
  const bets = [...new Set((raises ?? []).filter(Boolean))];
  const locked = answer.nodes.filter((node) => node.locked).map((node) => [nodeName(node), rangeText(node.hands)]);
  const { me } = state.fields;
  const heads = mystery ? [] : (answer.bounties ?? []);
  const fields = {
    ...{ blinds: `${answer.small_blind}/${answer.big_blind}`, button: answer.button },
    solution: checksum.slice(0, DIGITS),
    ...(answer.ante && { ante: String(answer.ante) }),
    ...(answer.big_blind_ante && { big_blind_ante: String(answer.big_blind_ante) }),
    ...(mystery && { mystery: mystery.map(([count, amount]) => `${count}x${amount}`).join(", ") }),
    ...(heads.length && share !== "0.5" && { bounty_share: share }),
    ...(answer.bounties && !own && { no_own_bounty: "1" }),
    ...(me && names.includes(me) && { me }),
    ...(MODELS.includes(answer.model) && answer.model !== "icm" && { models: answer.model }),
    ...(bets.length === 1 && { raise_to: String(bets[0] / answer.big_blind) }),
    ...(ahead && ahead.by !== "hands" && { look_ahead: ahead.by }),
    ...(locked.length && locked.length < answer.nodes.length && { locked: writeLocks(Object.fromEntries(locked)) }),
  };
  return {
    players: names.map((name, i) => ({ name, chips: String(stacks[i]), bounty: String(heads[i] || ""), fixed: "" })),
    prizes: payouts.map(String),
    currency: state.currency,
    fields,
  };
}

/**
 * Open files that are dropped or chosen.
 * @param {(state: import("../state.js").State, model: string) => object} requestOf what the page asks for a table
 * @returns {{ open: (files: Iterable<File>) => void, problem: string }}
 */
export function useSolutionFile(requestOf) {
  const { store, engine, say } = usePage();
  const [problem, setProblem] = useState("");
  const open = async ([file]) => {
    if (!file) return;
    try {
      const found = await engine.ask("open", { file });
      const { answer } = found;
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = file.name.slice(0, 60);
      const state = stateOf(store.state, found);
      const request = requestOf(state, MODELS.includes(answer.model) ? answer.model : MODELS[0]);
      if (!request) throw new Refusal({ facts: { file: "room" } });
      await keepChart(request, { answer: { ...answer, opened: name }, bytes });
      setProblem("");
      const before = store.state;
      store.change(() => state);
      say(t("file.opened", { name }), () => store.change(() => before));
    } catch (error) {
      const why = error instanceof Refusal ? error.facts.file : null;
      setProblem(why ? t(`file.wrong.${why}`, { name: file.name.slice(0, 60) }) : t("file.failed"));
    }
  };
  return { open, problem };
}

/** A file that is dropped anywhere on the screen is opened. */
export const dropping = (open) => ({
  onDragOver: (event) => event.preventDefault(),
  onDrop: (event) => {
    event.preventDefault();
    open(event.dataTransfer.files);
  },
});

export function OpenSolution({ open, problem }) {
  return html`<label class="btn">
      <input type="file" class="unseen" accept=".solution" onChange=${(event) => {
        open([...event.target.files]);
        event.target.value = "";
      }} />
      <${Icon} name="file" /> ${t("file.open")}
    </label>
    ${problem && html`<p class="err" role="alert">${problem}</p>`}`;
}

/** Save the chart that is shown. */
export function SaveSolution({ request, answer, disabled }) {
  const { engine, say } = usePage();
  const [working, setWorking] = useState(false);
  const save = async () => {
    setWorking(true);
    try {
      const bytes = await engine.file(request, answer);
      const name = answer.opened ?? `${answer.names.length}-${answer.model}.solution`.replace(/[^\w.-]+/g, "-");
      download(new Blob([bytes], { type: "application/octet-stream" }), name);
    } catch {
      say(t("file.notSaved"));
    } finally {
      setWorking(false);
    }
  };
  return html`<button type="button" class="btn" disabled=${disabled || working} onClick=${save}>
    <${Icon} name="save" /> ${t("file.save")}
  </button>`;
}
