// Fields for chips, money and text. An error appears next to its field, once the field loses focus.
import { html, useState } from "../../vendor/preact.js";
import { readMoney, readNumber, t } from "../locale.js";

let count = 0;
/** A unique id for each field. */
export const useId = () => useState(() => `field-${++count}`)[0];

/**
 * A field with a label. With focus it shows the typed text, otherwise the value formatted by `show`.
 * @param {{ label: string, value: string, change: (text: string) => void, show?: (value: string) => string,
 *           fault?: (text: string) => string, problem?: string, hidden?: boolean, className?: string }} props
 */
export function Field({
  label,
  value,
  change,
  show = (text) => text,
  fault = () => "",
  problem = "",
  hidden = false,
  className = "",
  ...rest
}) {
  const id = useId();
  const [typed, setTyped] = useState(null);
  const [left, setLeft] = useState(value !== "");
  const editing = typed !== null;
  const wrong = !editing && left ? fault(value) || problem : "";
  return html`<div class=${"field " + className}>
    <label for=${id} class=${hidden ? "unseen" : ""}>${label}</label>
    <input
      id=${id}
      class="in"
      autocomplete="off"
      value=${editing ? typed : show(value)}
      aria-invalid=${wrong ? "true" : undefined}
      aria-describedby=${wrong ? id + "-fault" : undefined}
      onFocus=${() => setTyped(show(value))}
      onInput=${(event) => {
        setTyped(event.target.value);
        change(event.target.value);
      }}
      onBlur=${() => {
        setTyped(null);
        setLeft(true);
      }}
      onKeyDown=${(event) => event.key === "Enter" && event.target.blur()}
      ...${rest}
    />
    ${wrong && html`<span class="err" id=${id + "-fault"}>${wrong}</span>`}
  </div>`;
}

/** A field for chips: parses 1.455m, 1455k, 1,455,000 and stores the canonical number. */
export function ChipField(props) {
  const fault = (text) =>
    text !== "" && readNumber(text) === null
      ? t(/\dbb$/i.test(text.replace(/\s/g, "")) ? "field.blinds" : "field.number")
      : props.required && text === ""
        ? t("field.missing")
        : "";
  return html`<${Field} inputmode="decimal" fault=${fault} ...${props} />`;
}

/** A field for money, with or without a currency. */
export function MoneyField(props) {
  const fault = (text) => (text !== "" && readMoney(text) === null ? t("field.money") : "");
  return html`<${Field} inputmode="decimal" fault=${fault} ...${props} />`;
}
