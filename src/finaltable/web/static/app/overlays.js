// Dialogs and the browser's Back button: each open dialog is an entry of the history, so that Back closes it.

/** @type {(() => void)[]} functions that close the open dialogs */
const open = [];
/** @type {(() => void)[] | null} what waits while the entry of a closed dialog is left */
let waiting = null;
const depth = () => history.state?.over ?? 0;

if (depth()) history.replaceState(null, ""); // reloaded with an open dialog

addEventListener("popstate", (event) => {
  const left = waiting;
  if (!left && open.length <= depth()) return;
  event.stopImmediatePropagation(); // the screen and its table stay
  waiting = null;
  if (!left) open.at(-1)();
  dispatchEvent(new Event("overlayclosed"));
  for (const act of left || []) act();
});

/** Note an open dialog; returns a function to call when it is gone. @param {() => void} close */
export function overlay(close) {
  open.push(close);
  later(() => {
    // A dialog that replaces another takes its entry.
    if (depth() >= open.length) history.replaceState({ over: open.length }, "");
    else history.pushState({ over: open.length }, "");
  });
  return () => {
    open.splice(open.indexOf(close), 1);
    // Not at once, because another dialog or screen may take the entry.
    setTimeout(() => {
      if (waiting || depth() <= open.length) return;
      waiting = [];
      history.back();
    });
  };
}

const later = (act) => (waiting ? waiting.push(act) : act());

/** Write an address: of another screen, or (`same`) of a changed table. @param {string} address */
export function writeHistory(address, same = false) {
  later(() => {
    if (same) history.replaceState(history.state, "", address);
    else if (depth()) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  });
}
