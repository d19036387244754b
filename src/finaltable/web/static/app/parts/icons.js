// Icons: line drawings of 22 by 22.
import { html } from "../../vendor/preact.js";

const PATHS = {
  undo: "M8 5L4 9l4 4M4.5 9H13a5 5 0 010 10h-3",
  redo: "M14 5l4 4-4 4M17.500 9H9a5 5 0 000 10h3",
  save: "M6 3.500h10v15l-5-3.500-5 3.500z",
  share: "M11 14V3M7 6.500L11 3l4 3.500M5 11v7h12v-7",
  value: "M3 6h13M3 11h9M3 16h5",
  deal: "M4 8h14M4 14h14",
  decide: "M11 3v16M11 6l7 1.500M11 6L4 7.500M4 7.500l-2 5.500h4.200zM18 7.500l-2 5.500h4.200z",
  more: "M4 4h5v5H4zM13 4h5v5h-5zM4 13h5v5H4zM13 13h5v5h-5z",
  lock: "M6 10h10v8H6zM8 10V7a3 3 0 016 0v3",
  head: "M11 1.500v5M11 15.500v5M1.500 11h5M15.500 11h5",
  back: "M13 4l-7 7 7 7",
  next: "M9 4l7 7-7 7",
  play: "M7 4l10 7-10 7z",
  pause: "M7 4v14M15 4v14",
  erase: "M8 5h10v12H8l-5-6zM11 9l4 4M15 9l-4 4",
  file: "M6 2.500h7l4 4v13H6zM13 2.500v4h4",
  close: "M5 5l12 12M17 5L5 17",
};
const CIRCLES = {
  table: [[11, 11, 1.2]],
  value: [
    [18, 6, 1.8],
    [14, 11, 1.8],
  ],
  deal: [
    [8, 8, 2.4],
    [14, 14, 2.4],
  ],
  head: [[11, 11, 6]],
};

export function Icon({ name }) {
  return html`<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
    ${name === "table" && html`<ellipse cx="11" cy="11" rx="9" ry="6" />`}
    ${PATHS[name] && html`<path d=${PATHS[name]} />`}
    ${(CIRCLES[name] || []).map(([x, y, r]) => html`<circle cx=${x} cy=${y} r=${r} />`)}
  </svg>`;
}

/** A button with an icon and a label for screen readers. */
export function IconButton({ icon, label, extra = "", ...rest }) {
  return html`<button type="button" class=${"ibtn " + extra} aria-label=${label} title=${label} ...${rest}>
    <${Icon} name=${icon} />
  </button>`;
}

export const Logo = () =>
  html`<svg width="34" height="18" viewBox="0 0 34 18" aria-hidden="true">
    <path d="M9 9h17" class="logo-line" />
    <circle cx="8" cy="9" r="5.5" class="logo-ring" />
    <circle cx="26" cy="9" r="7" class="logo-disc" />
  </svg>`;
