// Tables kept on this device by name.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { writeAddress } from "../state.js";
import { Dialog } from "./dialog.js";
import { Field } from "./field.js";

const KEPT = "finaltable.tables";

/** The saved tables, the newest first: {name, query, at}. */
export function load() {
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
