// The device's engine in a worker thread, so that the page stays responsive.
import { Refusal, Unreachable } from "../engine.js";
import { Device } from "./device.js";

const device = new Device(async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Unreachable();
  return response.arrayBuffer();
});

addEventListener("message", async ({ data: { id, question, request } }) => {
  try {
    postMessage({ id, answer: await device.ask(question, request) });
  } catch (problem) {
    // A file that cannot be loaded means that there is no network.
    if (problem instanceof Refusal)
      postMessage({
        id,
        refusal: {
          code: problem.code,
          facts: problem.facts,
          field: problem.field,
          rule: problem.rule,
          value: problem.value,
          hint: problem.hint,
          message: problem.message,
        },
      });
    else postMessage({ id, unreachable: true });
  }
});
