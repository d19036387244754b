// The interface of what answers: the server, or the device (anywhere.js chooses).

/**
 * What the page needs of an engine. It answers in the words of the API, or throws `Refusal` or `Unreachable`.
 * `progress` says that the answer may take long: it is told, from 0 to 1, how far the work is. Who aborts and asks the
 * same again soon goes on where the work is by then.
 * @typedef {object} How
 * @property {AbortSignal} [signal]
 * @property {(share: number) => void} [progress]
 */
/**
 * @typedef {object} Engine
 * @property {(question: string, request: object, how?: How) => Promise<any>} ask
 * @property {(text: string) => Promise<string>} paste reads a list of players as people paste it: the query of an
 *   address
 */

/** A refusal of the engine: a code, the field, the rule, the value, a hint, facts. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.message || "");
    this.code = problem.code || "";
    this.field = problem.field || "";
    this.rule = problem.rule || "";
    this.value = problem.value || "";
    this.hint = problem.hint || "";
    this.facts = problem.facts || {};
    /** Whether the server gave up: the question was good, but too long for it. */
    this.tooLong = this.code === "too_slow";
    this.spell = null;
  }

  /** Say it in the reader's language; `beside` its field, whose name need not be repeated. */
  says(beside = false) {
    return this.spell ? this.spell(this, beside) : this.message;
  }

  /** Get ready to say it: few people need those words, and they come with the first refusal. */
  async inWords() {
    try {
      this.spell = (await import("./refusals.js")).spell;
    } catch {
      // Without a network it is said as the server said it.
    }
    return this;
  }
}

/** The engine cannot be reached, or has too much to do (`busy`); asking again later may help. */
export class Unreachable extends Error {
  constructor(busy = false) {
    super();
    this.busy = busy;
  }
}

const KEPT = 60; // answers
const SHORT = 20_000; // characters of a question whose answer is kept: files are not
const BUSY = 503;
const OUT_OF_TIME = 504;
const GOES_ON = 202;

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
   * Ask a question in the words of the API and return its answer.
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
   * Ask until there is an answer; the server keeps the work for a while when nobody asks.
   * @param {string} question @param {string} body @param {How} how
   */
  async follow(question, body, { signal, progress }) {
    for (;;) {
      const answer = await this.post(question, body, signal, { prefer: "respond-async, return=minimal" });
      if (!answer || typeof answer.progress !== "number") return answer;
      progress(answer.progress);
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

  async paste(text) {
    return (await this.fetch("/pasted?" + new URLSearchParams({ paste: text }))).query;
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
    const answer = await response.json().catch((problem) => {
      throw problem.name === "AbortError" ? problem : new Unreachable();
    });
    if (response.status === OUT_OF_TIME && answer.code !== "too_slow") throw new Unreachable(); // a proxy's answer
    if (!response.ok) throw new Refusal(answer);
    return response.status === GOES_ON ? { progress: answer.progress } : answer;
  }
}
