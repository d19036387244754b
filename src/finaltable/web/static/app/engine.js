// The interface of engines, and the engine that asks the server.

/**
 * An engine answers in the format of the API, or throws `Refusal` or `Unreachable`. `progress` marks a long question
 * and is called with the fraction done. After an abort, asking the same again soon resumes the work.
 * @typedef {object} How
 * @property {AbortSignal} [signal]
 * @property {(share: number) => void} [progress]
 */
/**
 * @typedef {object} Engine
 * @property {(question: string, request: object, how?: How) => Promise<any>} ask
 * @property {(question: string, request: object, how?: How) => Promise<Uint8Array>} [file] the answer as a file
 *   of an address
 */

/** The reason of an abort that stops the work; after others, it goes on for a while. */
export const STOP = new DOMException("stop", "AbortError");

/** An error of the engine: code, field, rule, value, hint, facts. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.message || "");
    this.code = problem.code || "";
    this.field = problem.field || "";
    this.rule = problem.rule || "";
    this.value = problem.value || "";
    this.hint = problem.hint || "";
    this.facts = problem.facts || {};
    /** Whether the server's time limit was exceeded. */
    this.tooLong = this.code === "too_slow";
    this.spell = null;
  }

  /** Return the message in the reader's language; without the name of the field if it is shown `beside` it. */
  says(beside = false) {
    return this.spell ? this.spell(this, beside) : this.message;
  }

  /** Load the messages, which few readers need. */
  async inWords() {
    try {
      this.spell = (await import("./refusals.js")).spell;
    } catch {
      // Offline: show the server's message.
    }
    return this;
  }
}

/** The engine cannot be reached, or is `busy`; a retry may help. */
export class Unreachable extends Error {
  constructor(busy = false) {
    super();
    this.busy = busy;
  }
}

const KEPT = 60; // cached answers
const SHORT = 20_000; // characters; answers to longer requests (with files) are not cached
const BUSY = 503;
const OUT_OF_TIME = 504;
const GOES_ON = 202;
const FILE = "application/vnd.finaltable.solution";

/**
 * Asks the server's HTTP API.
 * @implements {Engine}
 */
export class ServerEngine {
  constructor(base = "/api/v1/") {
    this.base = base;
    this.answers = new Map();
  }

  /**
   * Send a request to the API and return its answer.
   * @param {string} question its name
   * @param {object} request its fields
   * @param {How} [how]
   */
  async ask(question, request, how = {}) {
    const body = JSON.stringify(request);
    const key = question + body;
    const known = this.answers.get(key);
    if (known) return known;
    const answer = await (how.progress ? this.follow(question, body, how) : this.post(question, body, how.signal));
    if (key.length <= SHORT) this.answers.set(key, answer);
    if (this.answers.size > KEPT) this.answers.delete(this.answers.keys().next().value);
    return answer;
  }

  /**
   * Poll until there is an answer; the server continues the work for a while between polls.
   * @param {string} question @param {string} body @param {How} how
   */
  async follow(question, body, { signal, progress }) {
    for (;;) {
      const answer = await this.post(question, body, signal, { prefer: "respond-async, return=minimal" });
      if (!answer || typeof answer.progress !== "number") return answer;
      progress(answer.progress);
    }
  }

  /**
   * The answer as a file.
   * @param {string} question @param {object} request @param {How} [how] @returns {Promise<Uint8Array>}
   */
  async file(question, request, { signal } = {}) {
    const body = JSON.stringify(request);
    for (;;) {
      const answer = await this.post(question, body, signal, { prefer: "respond-async", accept: FILE });
      if (answer instanceof Uint8Array) return answer;
    }
  }

  post(question, body, signal, headers = {}) {
    return this.fetch(this.base + question, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal,
    });
  }

  /** @param {string} address @param {RequestInit} [how] */
  async fetch(address, how) {
    let response;
    try {
      response = await fetch(address, how);
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Unreachable();
    }
    if (response.status >= 500 && response.status !== OUT_OF_TIME) throw new Unreachable(response.status === BUSY);
    const isFile = response.ok && response.headers.get("content-type") === FILE;
    const read = isFile ? response.arrayBuffer().then((bytes) => new Uint8Array(bytes)) : response.json();
    const answer = await read.catch((problem) => {
      throw problem.name === "AbortError" ? problem : new Unreachable();
    });
    if (response.status === OUT_OF_TIME && answer.code !== "too_slow") throw new Unreachable(); // a proxy's answer
    if (!response.ok) throw new Refusal(answer);
    return response.status === GOES_ON ? { progress: answer.progress } : answer;
  }
}
