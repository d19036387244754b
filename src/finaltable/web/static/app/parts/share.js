// Share: the picture of a deal, its text, the sheet to sign, and a link with its code. All are made on this device.
import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { usePage, useWide } from "../hooks.js";
import { linkTo } from "../links.js";
import { LANGUAGES, language, t } from "../locale.js";
import { codeOf, pathOf } from "../qr.js";
import { dealCsv, fill, parts, sheetPage, sheetView } from "../sheet.js";
import { chatText } from "./chat.js";
import { copyText, download, sendFile, sendsFiles } from "./copy.js";
import { dealCard } from "./deal_card.js";
import { Dialog } from "./dialog.js";
import { dealPicture, tablePicture } from "./picture.js";

const QUIET = 4; // light modules around a code
const TABS = ["picture", "text", "sheet", "link"];

export function Share({ close, tab: first = "picture" }) {
  const { answers } = usePage();
  const deal = answers.current?.proposals ? answers.current : null;
  const board = useWide(1300) && deal;
  const tabs = deal ? TABS : ["picture", "link"];
  const [tab, setTab] = useState(tabs.includes(first) ? first : tabs[0]);
  if (board) return html`<${Board} deal=${deal} close=${close} />`;
  const Shown = { picture: Picture, text: Text, sheet: Sheet, link: Link }[tab];
  return html`<${Dialog} label=${t(deal ? "share.dealTitle" : "share.title")} close=${close} kind="full share">
    <div class="seg" role="group" aria-label=${t("share.what")}>
      ${tabs.map(
        (
          name,
        ) => html`<button type="button" key=${name} aria-pressed=${String(name === tab)} onClick=${() => setTab(name)}>
          ${t(`share.tab.${name}`)}
        </button>`,
      )}
    </div>
    <${Shown} deal=${deal} />
  <//>`;
}

/** On a desk, everything at once: the picture, the card and the text, the sheet and the link. */
function Board({ deal, close }) {
  const part = (name, content) => html`<section class="col ga"><h3>${t(name)}</h3>${content}</section>`;
  return html`<${Dialog} label=${t("share.dealTitle")} close=${close} kind="board share">
    <div class="boards">
      ${part("share.tall", html`<${Picture} deal=${deal} wide=${false} />`)}
      <div class="col gb">
        ${part("share.wide", html`<${Picture} deal=${deal} wide=${true} />`)}
        ${part("share.tab.text", html`<${Text} deal=${deal} />`)}
      </div>
      <div class="col gb">
        ${part("share.tab.sheet", html`<${Sheet} deal=${deal} />`)} ${part("share.tab.link", html`<${Link} />`)}
      </div>
    </div>
  <//>`;
}

/** A code as a drawing: {code, box, path, link}; null if the link is too long. */
function drawn(link) {
  const code = codeOf(link);
  if (!code) return null;
  const size = code.length + 2 * QUIET;
  return { code, box: `${-QUIET} ${-QUIET} ${size} ${size}`, path: pathOf(code), link };
}

const Tick = ({ label, on, change }) =>
  html`<label class="row sm tick">
    <input type="checkbox" checked=${on} onChange=${(event) => change(event.target.checked)} /> ${label}
  </label>`;

function Picture({ deal, wide = null }) {
  const { store, path, answers } = usePage();
  const [names, setNames] = useState(true);
  const [withCode, setWithCode] = useState(true);
  const [chosen, setChosen] = useState(false);
  const isWide = wide ?? chosen;
  const frame = useRef(null);
  useEffect(() => {
    const { state } = store;
    const code = withCode ? drawn(linkTo(state, path, { names: false })) : null;
    const draw = isWide ? dealCard : dealPicture;
    const canvas = deal ? draw(state, deal, { names, code }) : tablePicture(state, answers.current);
    frame.current.replaceChildren(canvas);
  }, [names, withCode, deal, isWide]);
  const send = () =>
    frame.current.firstChild.toBlob((blob) => sendFile(blob, "finaltable.png", "image/png"), "image/png");
  return html`<div class="preview" ref=${frame} role="img" aria-label=${t("share.preview")}></div>
    ${
      deal &&
      html`<div class="row">
        <${Tick} label=${t("share.names")} on=${names} change=${setNames} />
        <${Tick} label=${t("share.code")} on=${withCode} change=${setWithCode} />
        ${wide === null && html`<${Tick} label=${t("share.asCard")} on=${chosen} change=${setChosen} />`}
      </div>`
    }
    <button type="button" class="btn pri wide" onClick=${send}>
      ${t(sendsFiles() ? "share.sendPicture" : "share.savePicture")}
    </button>
    <p class="sm mute middle">${t("share.here")}</p>`;
}

/** A text to copy or send; where the browser refuses to copy, it stands selected. */
function ToCopy({ text, label, rows, button }) {
  const { say } = usePage();
  const area = useRef(null);
  const copy = async () => {
    if (await copyText(text)) return say(t("share.copied"));
    area.current.focus(); // selects the text
    return say(t("copy.byHand"));
  };
  const send = () => navigator.share(/^https?:/.test(text) ? { url: text } : { text }).catch(() => {});
  return html`<textarea
      class="in"
      ref=${area}
      rows=${rows}
      readonly
      aria-label=${label}
      value=${text}
      onFocus=${(event) => event.target.select()}
    ></textarea>
    <div class="row w">
      <button type="button" class="btn pri fill" onClick=${copy}>${button}</button>
      ${navigator.share && html`<button type="button" class="btn fill" onClick=${send}>${t("share.send")}</button>`}
    </div>`;
}

function Text({ deal }) {
  const { store, path } = usePage();
  const text = `${chatText(deal, store.state)}\n${linkTo(store.state, path, { names: false })}`;
  const csv = () => download(new Blob([dealCsv(deal, store.state)], { type: "text/csv" }), "deal.csv");
  const rows = Math.min(16, text.split("\n").length + 2);
  return html`<${ToCopy} text=${text} label=${t("copy.text")} rows=${rows} button=${t("deal.copy")} />
    <button type="button" class="btn" onClick=${csv}>${t("deal.csv")}</button>`;
}

function Sheet({ deal }) {
  const { store, path } = usePage();
  const [second, setSecond] = useState("");
  const [made, setMade] = useState(null);
  useEffect(() => {
    let current = true;
    const make = async () => {
      const code = drawn(linkTo(store.state, path, { names: false }));
      const [view, found] = await Promise.all([sheetView(deal, store.state, { second, code }), parts()]);
      if (current) setMade({ page: sheetPage(found, view), paper: paperIn(found[0], view) });
    };
    make();
    return () => {
      current = false;
    };
  }, [second, deal]);
  const save = () => download(new Blob([made.page], { type: "text/html" }), "deal.html");
  return html`<link rel="stylesheet" href=${new URL("../sheet.css", import.meta.url).href} />
    <div class="preview" tabindex="0" role="region" aria-label=${t("share.tab.sheet")}>
      ${made && html`<div dangerouslySetInnerHTML=${{ __html: made.paper }}></div>`}
    </div>
    <label class="field">
      <span>${t("share.second")}</span>
      <select class="in" onChange=${(event) => setSecond(event.target.value)}>
        <option value="">${t("share.noSecond")}</option>
        ${Object.entries(LANGUAGES)
          .filter(([code]) => code !== language())
          .map(([code, name]) => html`<option key=${code} value=${code}>${name}</option>`)}
      </select>
    </label>
    <div class="two">
      <button type="button" class="btn pri" disabled=${!made} onClick=${() => print(made.paper)}>
        ${t("share.print")}
      </button>
      <button type="button" class="btn" disabled=${!made} onClick=${save}>${t("share.file")}</button>
    </div>`;
}

/** The paper of the sheet without its document; values are escaped. */
const paperIn = (template, view) => /<body>(.*)<\/body>/s.exec(fill(template, view))[1];

/** Print a paper alone: everything else of the page is hidden while it prints. */
function print(paper) {
  document.querySelector(".to-print")?.remove(); // not every browser says when it has printed
  const root = document.createElement("div");
  root.className = "to-print";
  root.innerHTML = paper;
  document.body.append(root);
  addEventListener("afterprint", () => root.remove(), { once: true });
  globalThis.print();
}

function Link() {
  const { store, path } = usePage();
  const [names, setNames] = useState(false);
  const link = linkTo(store.state, path, { names });
  const code = useMemo(() => drawn(link), [link]);
  return html`<p class="sm mute">${t("share.linkAbout")}</p>
    <div class="row"><${Tick} label=${t("share.withNames")} on=${names} change=${setNames} /></div>
    <${ToCopy} text=${link} label=${t("share.address")} rows="3" button=${t("share.copy")} />
    ${
      code
        ? html`<svg class="qr" viewBox=${code.box} role="img" aria-label=${t("share.qr")}><path d=${code.path} /></svg>`
        : html`<p class="note">${t("share.noCode")}</p>`
    }`;
}
