// Asks the server if there is one, else this device. Answers of the device have `on_device`.
import { Refusal, Unreachable } from "./engine.js";

const HERE = ["compare", "finish", "deal", "decide", "range"]; // questions that the device can answer
const ONLY_HERE = ["chances"]; // that the server does not have
const SLOW = 3000; // milliseconds before falling back to the device
const AGAIN = 5000; // milliseconds before asking an unreachable server again

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").How} How */

/** This device, through a worker that starts on first use. */
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

  /** The worker could not be loaded: retry with the next question. */
  giveUp() {
    this.worker = null;
    for (const id of [...this.waiting.keys()]) this.settle(id, ({ reject }) => reject(new Unreachable()));
  }
}

/**
 * The server or this device, whichever can answer.
 * @implements {Engine}
 */
export class AnywhereEngine {
  /** @param {Engine | null} server null on a static site @param {DeviceEngine} device */
  constructor(server, device) {
    this.server = server;
    this.device = device;
    this.goneUntil = 0;
  }

  /** @param {string} question @param {object} request @param {How} [how] */
  async ask(question, request, how = {}) {
    if (ONLY_HERE.includes(question)) return this.device.ask(question, request, how);
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

  /** Ask the device first, then the server. */
  async askHere(question, request, how) {
    try {
      return await this.device.ask(question, request, how);
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      return this.askServer(question, request, how);
    }
  }

  async askServer(question, request, how) {
    if (!this.server) throw new Unreachable();
    return this.server.ask(question, request, how);
  }
}

/** Reject if an answer takes too long. */
function within(milliseconds, answer) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(true)), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
