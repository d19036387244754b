// Fields for chips, money and words. An error stands beside its field, and only once the field has been left.
import { html, useState } from "../../vendor/preact.js";
import { readMoney, readNumber, t } from "../locale.js";

let count = 0;
/** An id of its own for every field. */
export const useId = () => useState(() => `field-${++count}`)[0];

/**
 * A field with its label. While it has the focus it holds what is typed; otherwise what `show` makes of the value.
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

/** A field of chips: reads 1.455m, 1455k, 1,455,000 and keeps the plain number. */
export function ChipField(props) {
  const fault = (text) =>
    text !== "" && readNumber(text) === null
      ? t("field.number")
      : props.required && text === ""
        ? t("field.missing")
        : "";
  return html`<${Field} inputmode="decimal" fault=${fault} ...${props} />`;
}

/** A field of money, with or without a currency. */
export function MoneyField(props) {
  const fault = (text) => (text !== "" && readMoney(text) === null ? t("field.money") : "");
  return html`<${Field} inputmode="decimal" fault=${fault} ...${props} />`;
}
