// "What do you hold?": a grid to tap, coloured by which models call.

import { html } from "../../vendor/preact.js";
import { COMBOS } from "../constants.js";
import { useAnswer, usePage } from "../hooks.js";
import { percent, shortChips, t } from "../locale.js";
import { Field } from "./field.js";
import { combinations, HANDS, HandGrid } from "./grid.js";

const SHADES = ["icm", "dcm"];

/** The value of calling with these chances, minus folding. */
function gain({ win, tie, lose, fold }, chances) {
  const split = typeof tie === "number" ? tie : (win + lose) / 2;
  return chances.win * win + chances.tie * split + chances.lose * lose - fold;
}

/** @param {{ answer: any, spot: { allIn: number[] } }} props */
export function AskHand({ answer, spot }) {
  const { store } = usePage();
  const { range = "30%" } = store.state.fields;
  const asked = useAnswer("chances", spot.allIn.length === 1 ? { range } : null);
  const classes = asked.answer?.classes;
  const verdicts = SHADES.map((model) => answer.verdicts.find((one) => one.model === model)).filter(Boolean);
  const calls = (hand) => verdicts.filter((one) => classes && gain(one, classes[hand]) > 0).map((one) => one.model);
  const by = Object.fromEntries(HANDS.map((hand) => [hand, calls(hand)]));
  const shade = (hand) => (by[hand].includes("icm") ? "a3" : by[hand].length ? "a1" : "a0");
  const share = HANDS.filter((hand) => by[hand].includes("icm")).reduce((sum, hand) => sum + combinations(hand), 0);
  const names = spot.allIn.map((seat) => answer.names[seat]).join(", ");
  const choose = (hand) => store.set({ hand: hand.trim().slice(0, 10) });
  return html`<section class="verdict ask">
    <div class="row sp w">
      <p class="word small">${t("decide.ask")}</p>
      <span class="row w">
        <span class="sm mute">${t("decide.askAbout", { names, chips: shortChips(answer.to_call ?? 0) })}</span>
        <${Field}
          label=${t("range.cards")}
          hidden=${true}
          value=""
          className="brief"
          placeholder="A9s"
          change=${(text) => /^[2-9TJQKA]{2}[so]?$|^([2-9TJQKA][shdc]){2}$/.test(text.trim()) && choose(text)}
        />
      </span>
    </div>
    <${HandGrid}
      label=${t("range.yourHand")}
      className="shades"
      cell=${(hand) => ({ className: classes ? shade(hand) : "a0" })}
      tap=${choose}
    />
    ${
      classes &&
      html`<p class="row w sm calls">
        <b>${t("decide.calls")}</b>
        <span><i class="sw a3"></i> ${t("decide.callsBy", { model: "ICM", share: percent(share / COMBOS) })}</span>
        <span><i class="sw a1"></i> ${t("decide.callsOnly", { model: "DCM" })}</span>
        <span><i class="sw a0"></i> ${t("decide.callsNone")}</span>
      </p>`
    }
  </section>`;
}
