// The evidence from real results, and the command that computes it.
import { html } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { Dialog } from "./dialog.js";

export function Evidence({ close }) {
  return html`<${Dialog} label=${t("evidence.title")} close=${close}>
    <p>${t("evidence.about")}</p>
    <p>${t("evidence.check")}</p>
    <pre class="code">finaltable evidence results.json</pre>
  <//>`;
}
