// Asks the server where there is one, and this device where there is not. An answer of the device says so: `on_device`.
import { Refusal, Unreachable } from "./engine.js";

const HERE = ["compare", "finish", "deal", "decide", "range"]; // questions that the device may answer
const SLOW = 3000; // milliseconds after which the device answers what it can
const AGAIN = 5000; // milliseconds before a server that was gone is asked again for that

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").How} How */

/** This device, by a worker that starts when it is first asked. */
export class DeviceEngine {
  constructor() {
    this.waiting = new Map();
    this.asked = 0;
    this.worker = null;
  }

  /** @param {string} question @param {object} request @param {How} [how] */
  ask(question, request, { signal } = {}) {
    this.worker ??= this.start();
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () =>
        this.settle(id, ({ reject: refuse }) => refuse(new DOMException("", "AbortError"))),
      );
      this.worker.postMessage({ id, question, request });
    });
  }

  start() {
    const worker = new Worker(new URL("./device/worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) =>
      this.settle(data.id, ({ resolve, reject }) => {
        if (data.answer) resolve(data.answer);
        else reject(data.refusal ? new Refusal(data.refusal) : new Unreachable());
      }),
    );
    worker.addEventListener("error", () => this.giveUp());
    return worker;
  }

  settle(id, say) {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    if (asker) say(asker);
  }

  /** The worker could not be loaded: the next question tries again. */
  giveUp() {
    this.worker = null;
    for (const id of [...this.waiting.keys()]) this.settle(id, ({ reject }) => reject(new Unreachable()));
  }
}

/**
 * The server or this device, whoever can answer.
 * @implements {Engine}
 */
export class AnywhereEngine {
  /** @param {Engine | null} server null: there is none, as on a static site @param {DeviceEngine} device */
  constructor(server, device) {
    this.server = server;
    this.device = device;
    this.goneUntil = 0;
  }

  /** @param {string} question @param {object} request @param {How} [how] */
  async ask(question, request, how = {}) {
    if (!HERE.includes(question)) return this.askServer(question, request, how);
    if (!this.server || navigator.onLine === false || performance.now() < this.goneUntil)
      return this.askHere(question, request, how);
    try {
      return await within(SLOW, this.server.ask(question, request, how));
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      if (!problem.busy) this.goneUntil = performance.now() + AGAIN;
      return this.device.ask(question, request, how);
    }
  }

  /** Ask the device first; what it does not know, the server may. */
  async askHere(question, request, how) {
    try {
      return await this.device.ask(question, request, how);
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      return this.askServer(question, request, how);
    }
  }

  /** A pasted list is read by the server alone. @param {string} text */
  async paste(text) {
    if (!this.server) throw new Unreachable();
    return this.server.paste(text);
  }

  async askServer(question, request, how) {
    if (!this.server) throw new Unreachable();
    return this.server.ask(question, request, how);
  }
}

/** Give up on an answer that takes too long. */
function within(milliseconds, answer) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(true)), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
