// Asks the server if there is one, else this device. Answers of the device have `on_device`.
import { Refusal, STOP, Unreachable } from "./engine.js";
import { findChart, keepChart } from "./kept.js";

const HERE = ["compare", "finish", "deal", "decide", "nash", "range"]; // questions that the device can answer
const ONLY_HERE = ["chances", "open"]; // that the server does not have
const LONG = ["nash", "save"]; // that take seconds: with progress, and found again after an abort
const KEPT = 20; // answers to long questions
const SLOW = 3000; // milliseconds before falling back to the device
const AGAIN = 5000; // milliseconds before asking an unreachable server again

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").How} How */

/**
 * A question that the worker answers.
 * @typedef {{ id: number, answer: Promise<any>, listeners: Set<How>, done: boolean }} Job
 */

/** This device, through a worker that starts on first use. */
export class DeviceEngine {
  constructor() {
    this.waiting = new Map();
    /** Long questions, by what is asked. @type {Map<string, Job>} */
    this.jobs = new Map();
    this.asked = 0;
    this.worker = null;
  }

  /** @param {string} question @param {object} request @param {How} [how] */
  ask(question, request, how = {}) {
    const job = LONG.includes(question) ? this.find(question, request) : this.send(question, request);
    return new Promise((resolve, reject) => {
      job.listeners.add(how);
      how.signal?.addEventListener("abort", () => {
        job.listeners.delete(how);
        if (how.signal.reason === STOP) this.dropUnheard();
        reject(new DOMException("", "AbortError"));
      });
      job.answer.then(resolve, reject).finally(() => job.listeners.delete(how));
    });
  }

  /** Solve a chart, or find it again after a reload. */
  async chart(request, how) {
    const kept = await findChart(request);
    if (kept) return kept.answer;
    const answer = await this.ask("nash", request, how);
    if (answer.reached) keepChart(request, { answer });
    return answer;
  }

  /** A long question that is known, or a new one: work goes on after an abort, until another one is asked. */
  find(question, request) {
    const key = question + JSON.stringify(request);
    const known = this.jobs.get(key);
    if (known) return known;
    this.dropUnheard();
    const job = this.send(question, request);
    this.jobs.set(key, job);
    job.answer.then(
      () => {
        job.done = true;
        if (this.jobs.size > KEPT) this.jobs.delete(this.jobs.keys().next().value);
      },
      () => this.jobs.delete(key),
    );
    return job;
  }

  /** Stop the work that nothing waits for. */
  dropUnheard() {
    for (const [key, { id, done, listeners }] of this.jobs) {
      if (done || listeners.size) continue;
      this.worker?.postMessage({ id, stop: true });
      this.jobs.delete(key);
    }
  }

  /** @returns {Job} */
  send(question, request) {
    this.worker ??= this.start();
    this.asked += 1;
    const id = this.asked;
    const job = { id, listeners: new Set(), done: false, answer: null };
    job.answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, job }));
    this.worker.postMessage({ id, question, request });
    return job;
  }

  start() {
    const worker = new Worker(new URL("./device/worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.progress !== undefined)
        for (const how of this.waiting.get(data.id)?.job.listeners ?? []) how.progress?.(data.progress);
      else
        this.settle(data.id, ({ resolve, reject }) => {
          if (data.answer) resolve(data.answer);
          else reject(data.refusal ? new Refusal(data.refusal) : new Unreachable());
        });
    });
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
    this.tableKept = false;
  }

  /** @param {string} question @param {any} request @param {How} [how] */
  async ask(question, request, how = {}) {
    if (question === "nash" && request.solution) return this.askOpened(request, how);
    if (ONLY_HERE.includes(question)) return this.device.ask(question, request, how);
    if (!HERE.includes(question)) return this.askServer(question, request, how);
    if (!this.server || navigator.onLine === false || performance.now() < this.goneUntil)
      return this.askHere(question, request, how);
    try {
      const asked = this.server.ask(question, request, how);
      const answer = await (how.progress ? asked : within(SLOW, asked));
      if (question === "nash") this.keepTable();
      return answer;
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      if (!problem.busy) this.goneUntil = performance.now() + AGAIN;
      return this.onDevice(question, request, how);
    }
  }

  onDevice(question, request, how) {
    return question === "nash" ? this.device.chart(request, how) : this.device.ask(question, request, how);
  }

  /** The chart of a file that was opened; solve if this browser does not have it, or if the table has changed. */
  async askOpened(request, how) {
    const { solution: _, ...table } = request;
    return (await findChart(request))?.answer ?? this.ask("nash", table, how);
  }

  /**
   * The content of a file with the solution that an answer shows.
   * @param {any} request @param {any} answer @param {How} [how] @returns {Promise<Uint8Array>}
   */
  async file(request, answer, how = {}) {
    const { solution: _, ...table } = request;
    if (answer.opened) return (await findChart(request)).bytes;
    if (answer.on_device) return this.device.ask("save", table, how);
    if (!this.server) throw new Unreachable();
    return this.server.file("nash", table, how);
  }

  /** Let the service worker cache the table of three hands, once: charts then work in flight mode, too. */
  keepTable() {
    if (this.tableKept || !navigator.serviceWorker?.controller || navigator["connection"]?.saveData) return;
    this.tableKept = true;
    fetch(new URL("./device/three-1.packed", import.meta.url)).catch(() => {
      this.tableKept = false;
    });
  }

  /** Ask the device first, then the server. */
  async askHere(question, request, how) {
    try {
      return await this.onDevice(question, request, how);
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
