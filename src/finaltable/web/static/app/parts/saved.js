// Tables kept on this device by name, and sharing: the address, a QR code, a picture.
import { html, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { SERVED } from "../place.js";
import { writeAddress } from "../state.js";
import { Dialog } from "./dialog.js";
import { Field } from "./field.js";
import { tablePicture } from "./picture.js";

const KEPT = "finaltable.tables";
const MOST = 100;
const LONGEST_CODE = 2000; // characters that a QR code holds legibly

function load() {
  try {
    const tables = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(tables) ? tables.filter((one) => one && typeof one.name === "string" && typeof one.query === "string") : [];
  } catch {
    return [];
  }
}

function keep(tables) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tables.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Save this table by name, open one, delete one. */
export function Saved({ close }) {
  const { store, say, load: open } = usePage();
  const [tables, setTables] = useState(load);
  const [name, setName] = useState("");
  const change = (next, words) => {
    if (!keep(next)) return say(t("saved.refused"));
    setTables(next);
    return words && say(words);
  };
  const save = () => {
    const called = name.trim() || t("saved.unnamed", { count: store.state.players.length });
    change([{ name: called, query: writeAddress(store.state), at: Date.now() }, ...tables.filter((one) => one.name !== called)], t("saved.done", { name: called }));
  };
  return html`<${Dialog} label=${t("saved.title")} close=${close}>
    <p class="sm mute">${t("saved.about")}</p>
    <form class="row end" onSubmit=${(event) => { event.preventDefault(); save(); }}><${Field} className="fill" label=${t("saved.name")} value=${name} change=${setName} maxlength="60" /><button class="btn pri">${t("saved.save")}</button></form>
    <ul class="list card flat">${tables.map((one) => html`<li key=${one.name}><button type="button" class="plain fill" onClick=${() => { open(one.query); close(); }}><b>${one.name}</b></button><button type="button" class="btn quiet" aria-label=${t("saved.delete", { name: one.name })} onClick=${() => change(tables.filter((other) => other !== one))}>${t("delete")}</button></li>`)}</ul>
    ${!tables.length && html`<p class="mute">${t("saved.none")}</p>`}
  <//>`;
}

/** The address to copy, its QR code, a picture of the table. */
export function Share({ close }) {
  const { store, path, say, answers } = usePage();
  const address = location.origin + path + "?" + writeAddress(store.state);
  const code = SERVED && address.length <= LONGEST_CODE ? "/qr.svg?" + new URLSearchParams({ to: address }) : null;
  const copy = async () => say((await copyText(address)) ? t("share.copied") : t("share.refused"));
  const send = () => navigator.share({ title: "finaltable", url: address }).catch(() => {});
  const draw = async () => download(await tablePicture(store.state, answers.current), "finaltable.png");
  return html`<${Dialog} label=${t("share.title")} close=${close}>
    <p class="sm mute">${t("share.about")}</p>
    <textarea class="in" rows="3" readonly aria-label=${t("share.address")} onFocus=${(event) => event.target.select()}>${address}</textarea>
    <div class="row w"><button type="button" class="btn pri fill" onClick=${copy}>${t("share.copy")}</button>${navigator.share && html`<button type="button" class="btn fill" onClick=${send}>${t("share.send")}</button>`}<button type="button" class="btn fill" onClick=${draw}>${t("share.picture")}</button></div>
    ${code && html`<img class="qr" src=${code} alt=${t("share.qr")} width="220" height="220" />`}
  <//>`;
}

/** Copy a text; tell whether the browser allowed it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hand a file to the person. */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
