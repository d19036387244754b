// Copy text with the browser's clipboard, which needs https; otherwise show the text, selected. Save and send files.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { t } from "../locale.js";
import { Dialog } from "./dialog.js";

/** Copy a text; return whether the browser allowed it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A text to copy by hand. */
export function CopyByHand({ text, close }) {
  const area = useRef(null);
  useEffect(() => {
    area.current.focus();
    area.current.select();
  }, []);
  return html`<${Dialog} label=${t("copy.title")} close=${close}>
    <p>${t("copy.byHand")}</p>
    <textarea
      class="in"
      ref=${area}
      rows=${Math.min(14, text.split("\n").length + 1)}
      readonly
      aria-label=${t("copy.text")}
      onFocus=${(event) => event.target.select()}
    >
      ${text}
    </textarea>
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

/** Send a file to another app, or download it where the browser cannot. */
export async function sendFile(blob, name, type) {
  const files = [new File([blob], name, { type })];
  if (!navigator.canShare?.({ files })) return download(blob, name);
  return navigator.share({ files }).catch(() => {});
}

/** Whether this browser can send pictures to other apps. */
export const sendsFiles = () =>
  Boolean(navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }));
