// Tables kept on this device by name, and sharing: the address, a QR code, a picture.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { LONGEST_CODE } from "../constants.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { placeOf, SERVED } from "../place.js";
import { writeAddress } from "../state.js";
import { copyText } from "./copy.js";
import { Dialog } from "./dialog.js";
import { Field } from "./field.js";
import { dealPicture, tablePicture } from "./picture.js";

const KEPT = "finaltable.tables";

function load() {
  try {
    const tables = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(tables)
      ? tables.filter((one) => one && typeof one.name === "string" && typeof one.query === "string")
      : [];
  } catch {
    return [];
  }
}

/**
 * Change the saved tables, which another window may have changed.
 * @param {(tables: any[]) => any[]} change
 * @returns {any[] | null} the saved tables; null if the browser could not save, and nothing changed
 */
function changeKept(change) {
  const next = change(load());
  try {
    localStorage.setItem(KEPT, JSON.stringify(next));
    return next;
  } catch {
    return null;
  }
}

/** An unused name: Table of 9, Table of 9 (2). */
function freeName(name, tables) {
  const taken = new Set(tables.map((one) => one.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} (${i})`;
  return free;
}

/** Save this table by name, open one, delete one. Overwriting and deleting show a message with undo. */
export function Saved({ close }) {
  const { store, say, load: open } = usePage();
  const [tables, setTables] = useState(load);
  const [name, setName] = useState("");
  useEffect(() => {
    const changed = (event) => event.key === KEPT && setTables(load());
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
  }, []);
  const change = (alter, words = "", undo = null) => {
    const next = changeKept(alter);
    if (!next) return say(t(load().length ? "saved.full" : "saved.refused"));
    setTables(next);
    return words && say(words, undo && (() => change(undo)));
  };
  const without = (called) => (now) => now.filter((one) => one.name !== called);
  const save = () => {
    const called = name.trim() || freeName(t("saved.unnamed", { count: store.state.players.length }), load());
    const before = load().find((one) => one.name === called);
    const saved = { name: called, query: writeAddress(store.state), at: Date.now() };
    change(
      (now) => [saved, ...without(called)(now)],
      t(before ? "saved.replaced" : "saved.done", { name: called }),
      before && ((now) => [before, ...without(called)(now)]),
    );
  };
  const remove = (one) =>
    change(without(one.name), t("saved.deleted", { name: one.name }), (now) => [one, ...without(one.name)(now)]);
  return html`<${Dialog} label=${t("saved.title")} close=${close}>
    <p class="sm mute">${t("saved.about")}</p>
    <form class="row end" onSubmit=${(event) => {
      event.preventDefault();
      save();
    }}>
      <${Field} className="fill" label=${t("saved.name")} value=${name} change=${setName} maxlength="60" />
      <button class="btn pri">${t("saved.save")}</button>
    </form>
    <ul class="list card flat">
      ${tables.map(
        (one) =>
          html`<li key=${one.name}>
            <button type="button" class="plain fill" onClick=${() => {
              open(one.query);
              close();
            }}><b>${one.name}</b></button>
            <button
              type="button"
              class="btn quiet"
              aria-label=${t("saved.delete", { name: one.name })}
              onClick=${() => remove(one)}
            >
              ${t("delete")}
            </button>
          </li>`,
      )}
    </ul>
    ${!tables.length && html`<p class="mute">${t("saved.none")}</p>`}
  <//>`;
}

/** The address to copy, its QR code, a picture of the table. */
export function Share({ close }) {
  const { store, path, say, answers } = usePage();
  // Another person opens it: leave out who "me" is.
  const { me: _, ...fields } = store.state.fields;
  const address = location.origin + placeOf(path) + "?" + writeAddress({ ...store.state, fields });
  const code = SERVED && address.length <= LONGEST_CODE ? "/qr.svg?" + new URLSearchParams({ to: address }) : null;
  const area = useRef(null);
  const copy = async () => {
    if (await copyText(address)) return say(t("share.copied"));
    area.current.focus(); // selects the text
    return say(t("copy.byHand"));
  };
  const send = () => navigator.share({ title: "finaltable", url: address }).catch(() => {});
  const picture = () =>
    answers.current?.proposals ? dealPicture(store.state, answers.current) : tablePicture(store.state, answers.current);
  const draw = async () => download(await picture(), "finaltable.png");
  return html`<${Dialog} label=${t("share.title")} close=${close}>
    <p class="sm mute">${t("share.about")}</p>
    <textarea
      class="in"
      ref=${area}
      rows="3"
      readonly
      aria-label=${t("share.address")}
      onFocus=${(event) => event.target.select()}
    >
      ${address}
    </textarea>
    <div class="row w">
      <button type="button" class="btn pri fill" onClick=${copy}>${t("share.copy")}</button>
      ${navigator.share && html`<button type="button" class="btn fill" onClick=${send}>${t("share.send")}</button>`}
      <button type="button" class="btn fill" onClick=${draw}>${t("share.picture")}</button>
    </div>
    ${code && html`<img class="qr" src=${code} alt=${t("share.qr")} width="220" height="220" />`}
  <//>`;
}

/** Download a file. */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
