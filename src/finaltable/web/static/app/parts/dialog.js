// Dialogs that trap the focus, and toasts.
import { html, useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";
import { overlay } from "../overlays.js";
import { IconButton } from "./icons.js";

/**
 * A dialog; Escape, Back, a tap outside and the cross close it and restore the focus.
 * @param {{ label: string, close: () => void, children?: any, kind?: string, back?: (() => void) | null }} props
 *   `kind`: "full" for the whole screen of a phone, "menu"; `back`: a step back within the dialog
 */
export function Dialog({ label, close, children, kind = "", back = null }) {
  const root = useRef(null);
  const leave = useRef(close);
  leave.current = close;
  const { toast, clearToast } = usePage();
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const dialog = root.current;
    const gone = overlay(() => leave.current());
    dialog.showModal();
    return () => {
      gone();
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const outside = (event) => event.target === root.current && close();
  const cancel = (event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog ref=${root} class=${kind} aria-label=${label} onClick=${outside} onCancel=${cancel}>
    <div class="col gb in-dialog">
      <div class="row sp">
        ${back && html`<${IconButton} icon="back" label=${t("start.back")} onClick=${back} />`}
        <h2>${label}</h2>
        <${IconButton} icon="close" label=${t("close")} onClick=${close} />
      </div>
      ${children}
    </div>
    <${Toast} toast=${toast} clear=${clearToast} />
  </dialog>`; // elements outside an open dialog cannot be tapped
}

const SHOWN = 6000; // milliseconds

/** A toast: one sentence, and a button to undo. */
export function Toast({ toast, clear }) {
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(clear, SHOWN);
    return () => clearTimeout(timer);
  }, [toast]);
  return html`<div class="toasts" role="status">
    ${
      toast &&
      html`<div class="toast row sp">
        <span>${toast.text}</span>
        ${
          toast.undo &&
          html`<button type="button" class="btn quiet" onClick=${() => {
            toast.undo();
            clear();
          }}>${t("frame.undo")}</button>`
        }
      </div>`
    }
  </div>`;
}
