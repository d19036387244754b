// Dropped or chosen files: limited in size, held in memory, sent to the engine with the question, never stored.
import { html, useState } from "../../vendor/preact.js";
import { number, t } from "../locale.js";
import { Icon } from "./icons.js";

export const MOST_BYTES = 1_000_000; // total, as sent: just below the server's limit
export const MOST_FILES = 100;

/** @typedef {{ name: string, text?: string, base64?: string, bytes: number }} Given */

/**
 * Read files for the API: text if it is UTF-8, else base64 (UTF-16, archives).
 * @param {Iterable<File>} files
 * @returns {Promise<Given[]>}
 */
export async function readFiles(files) {
  return Promise.all(
    [...files].map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return { name: file.name, text, bytes: bytes.length + JSON.stringify(text).length - text.length };
      } catch {
        const base64 = packed(bytes);
        return { name: file.name, base64, bytes: base64.length };
      }
    }),
  );
}

function packed(bytes) {
  const pieces = [];
  for (let i = 0; i < bytes.length; i += 8192) pieces.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return btoa(pieces.join(""));
}

/** The error for files that exceed the limits; "" if there is none. */
export function tooMuch(files) {
  const bytes = files.reduce((sum, file) => sum + (file.size ?? file.bytes), 0);
  if (files.length > MOST_FILES) return t("files.tooMany", { count: files.length, most: MOST_FILES });
  return bytes > MOST_BYTES
    ? t("files.tooLarge", { size: number(bytes / 1e6, 1), most: number(MOST_BYTES / 1e6, 1) })
    : "";
}

/**
 * A drop zone, which is also a button to choose files.
 * @param {{ take: (files: Given[]) => void, held: Given[], label: string }} props
 */
export function FileDrop({ take, held, label }) {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState("");
  const choose = async (list) => {
    const files = [...list];
    const large = tooMuch([...held, ...files]);
    const read = large ? [] : await readFiles(files);
    const wrong = large || tooMuch([...held, ...read]);
    setProblem(wrong);
    if (!wrong && read.length) take(read);
  };
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  };
  return html`<div class="col ga">
    <label class=${"drop" + (over ? " over" : "")} onDragOver=${(event) => {
      event.preventDefault();
      setOver(true);
    }} onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <input type="file" class="unseen" multiple onChange=${(event) => {
        choose(event.target.files);
        event.target.value = "";
      }} />
      <${Icon} name="file" />
      <b>${label}</b>
      <span class="sm mute">${t("files.kept")}</span>
    </label>
    ${problem && html`<p class="err" role="alert">${problem}</p>`}
  </div>`;
}
