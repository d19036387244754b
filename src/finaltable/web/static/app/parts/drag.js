// Dragging, at once or after a long press.

const LONG = 450; // milliseconds of a long press
const STILL = 8; // pixels that a finger may move during a long press

/** Drag an element until it is dropped. */
export function drag(chip, event, drop) {
  const follow = (moved) =>
    chip.style.setProperty("translate", `${moved.clientX - event.clientX}px ${moved.clientY - event.clientY}px`);
  const end = (ended) => {
    chip.classList.remove("lifted");
    chip.style.removeProperty("translate");
    chip.removeEventListener("pointermove", follow);
    for (const last of ["pointerup", "pointercancel"]) chip.removeEventListener(last, end);
    if (ended.type === "pointerup") drop(ended);
  };
  chip.setPointerCapture(event.pointerId);
  chip.classList.add("lifted");
  chip.addEventListener("pointermove", follow);
  for (const last of ["pointerup", "pointercancel"]) chip.addEventListener(last, end);
}

/** Call a function after a long press; moving or lifting the finger cancels it. */
export function afterLongPress(event, begin) {
  const chip = event.currentTarget;
  const end = () => {
    clearTimeout(timer);
    chip.removeEventListener("pointermove", slip);
    for (const last of ["pointerup", "pointercancel", "pointerleave"]) chip.removeEventListener(last, end);
  };
  const slip = (moved) => Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > STILL && end();
  const timer = setTimeout(() => {
    end();
    begin(chip);
  }, LONG);
  chip.addEventListener("pointermove", slip);
  for (const last of ["pointerup", "pointercancel", "pointerleave"]) chip.addEventListener(last, end);
}
