// Dialogs that trap the focus, and toasts.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { t } from "../locale.js";

/** A dialog; Escape, a tap outside and Done close it and restore the focus. */
export function Dialog({ label, close, children, full = false }) {
  const root = useRef(null);
  const { toast, clearToast } = usePage();
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const dialog = root.current;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const outside = (event) => event.target === root.current && close();
  const cancel = (event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog ref=${root} class=${full ? "full" : ""} aria-label=${label} onClick=${outside} onCancel=${cancel}>
    <div class="col gb in-dialog">
      <div class="row sp">
        <h2>${label}</h2>
        <button type="button" class="btn quiet" onClick=${close}>${t("done")}</button>
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
