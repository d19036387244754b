// The deal: a slider from ICM to DCM, a row per player, exact sums, terms, the proposal to sign.

import { html, useState } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { useAnswer, usePage, useWide } from "../hooks.js";
import { percent, shortChips, t } from "../locale.js";
import { chatText } from "../parts/chat.js";
import { CopyByHand, copyText, download } from "../parts/copy.js";
import { Ghost, likelyDeal } from "../parts/ghost.js";
import { AxisLabels, Track, useAxis, ValueBar } from "../parts/lists.js";
import { Key, title } from "../parts/models.js";
import { State } from "../parts/state.js";
import { Terms, termsOf } from "../parts/terms.js";
import { canonical, tableOf } from "../state.js";
import { meOf, moneyFor, request } from "../table.js";

export function DealScreen() {
  const { store, answers } = usePage();
  const { state } = store;
  const table = tableOf(state);
  const asked = useAnswer("deal", dealRequest(state));
  const head = html`<h1>${t("deal.title")}</h1>`;
  const known = table !== null && asked.answer !== null && asked.answer.names.length === table.names.length;
  answers.current = known ? asked.answer : null;
  if (!table) return html`<main id="screen" tabindex="-1">${head}<${State} ...${asked} ready=${false} /></main>`;
  const drawn = known || !asked.refusal;
  const deal = viewOf(known ? asked.answer : likelyDeal(table, canonical(state.fields.unit || "") ?? 0.01), state);
  return html`<main id="screen" class="split" tabindex="-1">
    <section class="col gb">
      <div class="row sp w base">
        ${head}
        <span class=${"sm mute" + (known ? "" : " unsaid")}>${paidWords(deal)}</span>
      </div>
      <${State} ...${asked} ready=${true} room=${true} />
      ${drawn && html`<${Ghost} known=${known}><${Slider} deal=${deal} /><${Shares} deal=${deal} /><//>`}
    </section>
    <section class="col gb">
      ${drawn && html`<${Ghost} known=${known}><${YourView} deal=${deal} /><//>`}
      <${Terms} refusal=${asked.refusal} />
      ${drawn && html`<${Ghost} known=${known}><${Papers} deal=${deal} /><//>`}
    </section>
    ${known && html`<div class="stay phone"><${StayBar} deal=${deal} /></div>`}
  </main>`;
}

/** The request; the proposal to sign depends on the slider. */
function dealRequest(state) {
  const between = canonical(state.fields.between || "") || 0;
  const chosen = state.fields.choose || "icm";
  const mixed = chosen === "between" && between > 0;
  return request(state, {
    ...termsOf(state),
    close_stacks: false,
    choose: mixed ? "between" : chosen === "between" ? "icm" : chosen,
    ...(mixed && { between }),
  });
}

/** The answer in the format of the rows below. */
function viewOf(answer, state) {
  const cash = (name) => {
    const found = answer.proposals.find((one) => one.name === name);
    return found?.cash.map(Number);
  };
  const signed = cash(answer.choose);
  const proposals = ["icm", "sem", "dcm", "chip_chop", "equal"]
    .map((name) => [name, cash(name)])
    .filter(([, values]) => values);
  const me = meOf(state) ?? 0;
  const named = meOf(state) !== null; // whether "you" is set
  const digits = Number(answer.unit) >= 1 ? 0 : 2;
  return {
    answer,
    signed,
    proposals,
    me,
    named,
    digits,
    money: moneyFor(state),
    icm: cash("icm"),
    of: Object.fromEntries(proposals),
    at: state.fields.choose === "dcm" ? 1 : answer.choose === "between" ? answer.between : 0,
  };
}

function paidWords({ answer, money }) {
  const left = answer.leave.reduce((sum, amount) => sum + Number(amount), 0);
  const paid = money.round(Number(answer.paid_now));
  return left ? t("deal.paidLeft", { paid, left: money.round(left) }) : t("deal.paid", { paid });
}

function Slider({ deal }) {
  const { store } = usePage();
  const move = (text) => {
    const share = Number(text) / 100;
    store.set(
      {
        choose: share === 0 ? "" : share === 1 ? "dcm" : "between",
        between: share > 0 && share < 1 ? String(share) : "",
      },
      "slider",
    );
  };
  const own = ["icm", "dcm", "between"].includes(deal.answer.choose);
  const where = !own
    ? t(`proposal.${deal.answer.choose}`)
    : deal.at === 0
      ? "ICM"
      : deal.at === 1
        ? "DCM"
        : t("deal.ofTheWay", { share: percent(deal.at, 0) });
  return html`<section class="card slider" aria-label=${t("deal.slider")}>
    <div class="row sp">
      <${Key} model="icm" />
      <b aria-live="polite">${own && (deal.at === 0 || deal.at === 1) ? "" : where}</b>
      <${Key} model="dcm" />
    </div>
    <input
      type="range"
      min="0"
      max="100"
      step="1"
      value=${Math.round(100 * deal.at)}
      aria-label=${t("deal.slider")}
      aria-valuetext=${where}
      onInput=${(event) => move(event.target.value)}
    />
    <div class="row sp sm">
      <span class="mute">
        ${
          deal.at === 0 && own
            ? t("deal.signedIcm")
            : deal.at === 1 || !own
              ? t("deal.chosen", { name: where })
              : t("deal.point")
        }
      </span>
      ${
        (deal.at > 0 || !own) &&
        html`<button type="button" class="btn quiet" onClick=${() => move("0")}>
          ${t("deal.back")}
        </button>`
      }
    </div>
  </section>`;
}

function Shares({ deal }) {
  const { store } = usePage();
  const { answer, signed, money, me, digits } = deal;
  const axis = useAxis([...MODELS.map((model) => deal.of[model]).filter(Boolean), signed]);
  const total = money.text(Number(answer.paid_now), digits);
  const line = (name, i) => {
    const from = signed[i] - deal.icm[i];
    return html`<button
      type="button"
      key=${name}
      class="vr dr"
      aria-pressed=${String(i === me)}
      onClick=${() => store.set({ me: name })}
    >
      <span class="nm"><b class="clip">${name}</b> <span class="mute sm">${shortChips(answer.stacks[i])}</span></span>
      <${Track}
        axis=${axis.of(i)}
        money=${money}
        values=${Object.fromEntries(
          ["icm", "dcm"].filter((model) => deal.of[model]).map((model) => [model, deal.of[model][i]]),
        )}
        pin=${signed[i]}
      />
      <span class="num c"><b class="sh">${money.text(signed[i], digits)}</b></span>
      <span class=${"num sm df " + (Math.abs(from) < 0.005 ? "mute" : from < 0 ? "down" : "up")}>
        ${Math.abs(from) < 0.005 ? "±0" : money.signed(from, digits)}
      </span>
    </button>`;
  };
  return html`<div class="card flat list" style=${{ "--n": total.length }}>
    <div class="vr dr vh mute">
      <span class="nm sm">${t("player")}</span>
      <${AxisLabels} axis=${axis} money=${money} />
      <span class="num sm c">${t("deal.share")}</span>
      <span class="num sm df">${t("deal.fromIcm")}</span>
    </div>
    ${answer.names.map(line)}
    <div class="vr dr"><span class="nm mute">${t("total")}</span><b class="num c sh">${total}</b></div>
  </div>`;
}

function YourView({ deal }) {
  const { answer, signed, money, me, named, proposals, digits } = deal;
  const whose = t(named ? "deal.view" : "deal.viewOf", { name: answer.names[me] });
  const brief = moneyFor(usePage().store.state, !useWide(700));
  const share = money.text(signed[me], digits);
  const from = signed[me] - deal.icm[me];
  const most = Math.max(...proposals.map(([, values]) => values[me]));
  const prizes = netPrizes(answer);
  return html`<section class="card col" aria-label=${whose}>
    <div class="row sp">
      <h2 class="clip">${whose}</h2>
      <span class="sm mute nw">${t("chips.count", { chips: shortChips(answer.stacks[me]) })}</span>
    </div>
    <div>
      <div class=${share.length > 11 ? "big" : "huge"}>${share}</div>
      ${
        Math.abs(from) >= 0.005 &&
        html`<div class=${"sm b " + (from < 0 ? "down" : "up")}>
          ${t("deal.againstIcm", { money: money.signed(from, digits) })}
        </div>`
      }
    </div>
    <ul>
      ${proposals.map(
        ([name, values]) => html`<${ValueBar}
          key=${name}
          model=${MODELS.includes(name) ? name : ""}
          label=${MODELS.includes(name) ? title(name) : t(`proposal.${name}`)}
          share=${values[me] / most}
          text=${brief.text(values[me])}
        />`,
      )}
    </ul>
    <p class="sm mute">
      ${t("deal.playingOn", { low: money.text(Math.min(...prizes)), high: money.text(Math.max(...prizes)) })}
    </p>
  </section>`;
}

/** The prizes of playing on, one for each player, minus the withheld money. */
function netPrizes({ names, payouts, pool, withheld }) {
  const kept = 1 - Number(withheld) / Number(pool);
  return names.map((_, place) => kept * Number(payouts[place] ?? 0));
}

/** What the table keeps of a deal: the sheet, a message, a file. */
function Papers({ deal }) {
  const { store, say, open } = usePage();
  const [byHand, setByHand] = useState("");
  const copy = async () => {
    const text = chatText(deal.answer, store.state);
    if (await copyText(text)) say(t("share.copied"));
    else setByHand(text);
  };
  const csv = async () => {
    const { dealCsv } = await import("../sheet.js");
    download(new Blob([dealCsv(deal.answer, store.state)], { type: "text/csv" }), "deal.csv");
  };
  const shown = byHand && html`<${CopyByHand} text=${byHand} close=${() => setByHand("")} />`;
  return html`<button type="button" class="btn pri wide desk" onClick=${() => open("share", { tab: "sheet" })}>
    ${t("deal.sheet")}
  </button>
  <div class="two">
    <button type="button" class="btn" onClick=${copy}>${t("deal.copy")}</button>
    <button type="button" class="btn" onClick=${csv}>${t("deal.csv")}</button>
  </div>
  ${shown}`;
}

function StayBar({ deal }) {
  const { open } = usePage();
  const { answer, signed, money, me, named, digits } = deal;
  const from = signed[me] - deal.icm[me];
  const share = money.text(signed[me], digits);
  return html`<div class="lead">
    <span class="sm mute">${t(named ? "you.bar" : "deal.viewOf", { name: answer.names[me] })}</span>
    <br />
    <b class=${share.length > 11 ? "sh" : "larger"}>
      ${share}
    </b> ${
      Math.abs(from) >= 0.005 &&
      html`<span class=${"sm b " + (from < 0 ? "down" : "up")}>
        ${money.signed(from)}
      </span>`
    }
  </div>
  <button type="button" class="btn pri" onClick=${() => open("share", { tab: "sheet" })}>${t("deal.sheet")}</button>`;
}
