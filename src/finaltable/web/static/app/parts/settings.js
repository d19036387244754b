// Settings of the training: hands or ranges, source of spots, filters, seed, file.

import { html } from "../../vendor/preact.js";
import { MODELS } from "../constants.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { trainOn } from "../training/progress.js";
import { DEPTH_GROUPS, recipesIn } from "../training/spots.js";
import { Dialog } from "./dialog.js";
import { Field } from "./field.js";
import { title } from "./models.js";

const PRESETS = ["usual", "top_heavy", "flat", "satellite", "bubble"];

export function SettingsDialog({ close, change }) {
  const { store, say } = usePage();
  const { fields } = store.state;
  const fresh = fields.source === "fresh";
  const open = async (event) => {
    const file = event.target.files[0];
    const recipes =
      file &&
      recipesIn(
        await file
          .text()
          .then(JSON.parse)
          .catch(() => null),
      );
    if (!recipes) return say(t("train.noSpots"));
    trainOn(recipes);
    change({ source: "given" });
    return close();
  };
  const choice = (name, choices, words = (one) => one) =>
    html`<label class="field">
      <span>${t(`train.set.${name}`)}</span>
      <select class="in" onChange=${(event) => change({ [name]: event.target.value })}>
        <option value="" selected=${!fields[name]}>${t("train.any")}</option>
        ${choices.map(
          (one) => html`<option key=${one} value=${one} selected=${fields[name] === one}>
            ${words(one)}
          </option>`,
        )}
      </select>
    </label>`;
  const parts = (name, choices, shown) =>
    html`<div class="seg" role="group" aria-label=${t(`train.set.${name}`)}>
      ${choices.map(
        (one) => html`<button
          type="button"
          key=${one}
          aria-pressed=${String((fields[name] || "") === one)}
          onClick=${() => change({ [name]: one })}
        >
          ${shown(one)}
        </button>`,
      )}
    </div>`;
  return html`<${Dialog} label=${t("train.settings")} close=${close}>
    ${parts("mode", ["", "range"], (one) => t(`train.mode.${one || "hand"}`))}
    ${parts("source", ["", "fresh"], (one) => t(`train.from.${one || "pack"}`))}
    <p class="sm mute">${t(fresh ? "train.freshAbout" : "train.packAbout")}</p>
    <div class="two">
      ${choice("players", ["2", "3", "4", "5", "6"])}
      ${choice("position", ["SB", "BB", "BTN", "CO", "HJ"])}
      ${choice("depth", DEPTH_GROUPS, (one) => `${one} bb`)}
      ${choice("heads", ["no", "yes"], (one) => t(`train.heads.${one}`))}
      ${fresh && choice("preset", PRESETS, (one) => t(`train.preset.${one}`))}
      ${fresh && choice("model", MODELS, title)}
    </div>
    <${Field}
      label=${t("train.seed")}
      value=${fields.seed || ""}
      inputmode="numeric"
      change=${(text) => /^\d{1,15}$/.test(text) && change({ seed: text })}
    />
    <p class="sm mute">${t("train.seedAbout")}</p>
    <label class="btn wide">
      ${t("train.file")}
      <input type="file" accept="application/json,.json" class="unseen" onChange=${open} />
    </label>
  <//>`;
}
