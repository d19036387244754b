// The menu of a phone: screens without a tab, a new table, saved tables, the language.
import { html } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { placeOf } from "../place.js";
import { Dialog } from "./dialog.js";
import { Language, SCREENS, ScreenLink } from "./frame.js";

export function More({ close }) {
  const { store, load, go, open, say } = usePage();
  const begin = () => {
    load("");
    close();
    go("/table");
    say(t("more.begun"), () => store.undo());
  };
  const others = [{ path: "/", key: "more.home" }, ...SCREENS.filter((one) => !one.icon)];
  return html`<${Dialog} label=${t("screen.more")} close=${close}>
    <nav class="list card flat more" aria-label=${t("frame.screens")}>
      ${others.map((one) => html`<${ScreenLink} key=${one.path} path=${one.path} then=${close}>${t(one.key)}<//>`)}
      <a href=${placeOf("/docs")}>${t("tile.docs")}</a>
    </nav>
    <div class="two">
      <button type="button" class="btn" onClick=${begin}>${t("more.new")}</button>
      <button type="button" class="btn" onClick=${() => open("saved")}>${t("saved.title")}</button>
    </div>
    <div class="sm mute"><${Language} /></div>
  <//>`;
}
