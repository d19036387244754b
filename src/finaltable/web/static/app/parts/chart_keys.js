// Keys of the chart, and the dialog that lists them.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { Dialog } from "./dialog.js";

const LIST = ["arrows", "f", "r", "a", "back", "home", "models", "d", "c", "l", "help"];
const SHOWN = { arrows: "← ↑ → ↓", back: "⌫", home: "Home", models: "1 2 3", help: "?" };

/** Call `act[name]` for a key, except in a field or a dialog, or with Ctrl. @param {Record<string, () => void>} act */
export function useKeys(act) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const found = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!found) return;
      event.preventDefault();
      found();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

export function KeysDialog({ close }) {
  return html`<${Dialog} label=${t("keys.title")} close=${close}>
    <dl class="keylist">
      ${LIST.map(
        (name) => html`<div class="row" key=${name}>
          <dt><i class="kbd">${SHOWN[name] ?? name.toUpperCase()}</i></dt>
          <dd>${t(`keys.${name}`)}</dd>
        </div>`,
      )}
    </dl>
  <//>`;
}
