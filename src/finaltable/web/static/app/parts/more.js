// The menu of a phone: screens without a tab, a new table, saved tables, the language.
import { html } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { placeOf } from "../place.js";
import { Dialog } from "./dialog.js";
import { Language, SCREENS, ScreenLink } from "./frame.js";
import { load } from "./saved.js";

export function More({ close }) {
  const { open } = usePage();
  const others = SCREENS.filter((one) => !one.icon);
  return html`<${Dialog} label=${t("screen.more")} close=${close} kind="menu">
    <nav class="list more" aria-label=${t("frame.screens")}>
      ${others.map(
        (one) => html`<${ScreenLink} key=${one.path} path=${one.path} then=${close}>
          <span><b>${t(one.key)}</b><br /><span class="sm mute">${t(`tile.${one.path.slice(1)}.about`)}</span></span>
        <//>`,
      )}
      <${ScreenLink} path="/" then=${close}>${t("more.home")}<//>
      <a href=${placeOf("/docs")}>${t("tile.docs")}</a>
    </nav>
    <div class="two">
      <button type="button" class="btn" onClick=${() => open("start")}>${t("more.new")}</button>
      <button type="button" class="btn" onClick=${() => open("saved")}>
        ${t("more.saved", { count: load().length })}
      </button>
    </div>
    <div class="sm mute"><${Language} /></div>
  <//>`;
}
