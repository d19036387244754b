// A progress ring with its percentage.
import { html } from "../../vendor/preact.js";
import { percent } from "../locale.js";

const ROUND = 2 * Math.PI * 8;

/** A ring and its percentage, without a label. */
export function Ring({ share }) {
  return html`<span class="ring nw" aria-hidden="true">
    <svg width="22" height="22" viewBox="0 0 22 22">
      <circle cx="11" cy="11" r="8" class="rest" />
      <circle cx="11" cy="11" r="8" stroke-dasharray=${`${share * ROUND} ${ROUND}`} transform="rotate(-90 11 11)" />
    </svg>
    ${percent(share, 0)}
  </span>`;
}
