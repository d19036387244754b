// The frame of every screen: logo and navigation on top, five tabs at the bottom on a phone.
import { html } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { chooseLanguage, LANGUAGES, language, t } from "../locale.js";
import { Icon, IconButton, Logo } from "./icons.js";

/** The screens by path; those with an icon are tabs on a phone. */
export const SCREENS = [
  { path: "/table", key: "screen.table", icon: "table" },
  { path: "/value", key: "screen.value", icon: "value" },
  { path: "/deal", key: "screen.deal", icon: "deal" },
  { path: "/decide", key: "screen.decide", icon: "decide" },
  { path: "/nash", key: "screen.nash" },
  { path: "/review", key: "screen.review" },
  { path: "/train", key: "screen.train" },
  { path: "/tournament", key: "screen.tournament" },
  { path: "/how", key: "screen.how" },
];

/** A link to another screen with the same table; `then` is called on a click. */
export function ScreenLink({ path, children, then = () => {}, ...rest }) {
  const { go, address, path: here } = usePage();
  const click = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    then();
    go(path);
  };
  const current = here === path ? "page" : undefined;
  return html`<a href=${address(path)} aria-current=${current} onClick=${click} ...${rest}>${children}</a>`;
}

export function Top() {
  const { store, open } = usePage();
  return html`<header class="top">
    <${ScreenLink} path="/" class="logo"><${Logo} />finaltable<//>
    <nav class="nav" aria-label=${t("frame.screens")}>
      ${SCREENS.map((one) => html`<${ScreenLink} key=${one.path} path=${one.path}>${t(one.key)}<//>`)}
    </nav>
    <${IconButton} icon="undo" label=${t("frame.undo")} disabled=${!store.past.length} onClick=${() => store.undo()} />
    <${IconButton}
      icon="redo"
      label=${t("frame.redo")}
      disabled=${!store.future.length}
      onClick=${() => store.redo()}
      extra="wide-only"
    />
    <${IconButton} icon="save" label=${t("frame.save")} onClick=${() => open("saved")} />
    <${IconButton} icon="share" label=${t("frame.share")} onClick=${() => open("share")} />
  </header>`;
}

/** The language menu. */
export function Language() {
  const { redraw } = usePage();
  const choose = async (event) => {
    await chooseLanguage(event.target.value);
    redraw();
  };
  return html`<label class="row">
    ${t("home.language")} <select class="in" onChange=${choose}>
      ${Object.entries(LANGUAGES).map(
        ([code, name]) => html`<option value=${code} selected=${code === language()}>
          ${name}
        </option>`,
      )}
    </select>
  </label>`;
}

export function Tabs() {
  const { path, open } = usePage();
  const more = !SCREENS.some((one) => one.icon && one.path === path);
  return html`<nav class="tabs" aria-label=${t("frame.screens")}>
    ${SCREENS.filter((one) => one.icon).map(
      (one) => html`<${ScreenLink} key=${one.path} path=${one.path}>
        <${Icon} name=${one.icon} />
        ${t(one.key + ".tab")}
      <//>`,
    )}
    <button
      type="button"
      aria-haspopup="dialog"
      aria-current=${more ? "page" : undefined}
      onClick=${() => open("more")}
    >
      <${Icon} name="more" />
      ${t("screen.more")}
    </button>
  </nav>`;
}
