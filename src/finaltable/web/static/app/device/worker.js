// The device's engine in a worker thread, so that the page stays responsive.
import { Refusal, Unreachable } from "../engine.js";
import { Device } from "./device.js";

const stopped = new Set();

const device = new Device(async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Unreachable();
  return response.arrayBuffer();
});

/** Let messages arrive; a timer would wait for milliseconds. */
function breathe() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  }).then(() => port1.close());
}

const howTo = (id) => ({
  progress: (share) => postMessage({ id, progress: share }),
  pause: async () => {
    await breathe();
    if (stopped.delete(id)) throw new DOMException("", "AbortError");
  },
});

addEventListener("message", async ({ data: { id, question, request, stop } }) => {
  if (stop) {
    stopped.add(id);
    return;
  }
  try {
    postMessage({ id, answer: await device.ask(question, request, howTo(id)) });
  } catch (problem) {
    // A file that cannot be loaded means that there is no network.
    if (problem instanceof Refusal) postMessage({ id, refusal: { ...problem, message: problem.message } });
    else postMessage({ id, unreachable: true });
  }
});
