// Who answers: one small interface. Today the server; another engine that needs none can take its place.

/** What the engine says when something that was asked cannot be: the field, the rule, the value. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.message || "");
    this.field = problem.field || "";
  }
}

/** The engine cannot be reached, or has too much to do; asking again later may help. */
export class Unreachable extends Error {}

const KEPT = 60; // answers

/** Asks the server's HTTP API. */
export class ServerEngine {
  constructor(base = "/api/v1/") {
    this.base = base;
    this.answers = new Map();
  }

  /**
   * Ask a question in the words of the API and return its answer.
   * @param {string} question its name
   * @param {object} request its fields
   * @param {AbortSignal} [signal]
   */
  async ask(question, request, signal) {
    const body = JSON.stringify(request);
    const key = question + body;
    const known = this.answers.get(key);
    if (known) return known;
    const answer = await this.post(question, body, signal);
    this.answers.set(key, answer);
    if (this.answers.size > KEPT) this.answers.delete(this.answers.keys().next().value);
    return answer;
  }

  async post(question, body, signal) {
    let response;
    try {
      response = await fetch(this.base + question, { method: "POST", headers: { "content-type": "application/json" }, body, signal });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      throw new Unreachable();
    }
    if (response.status >= 500) throw new Unreachable();
    const answer = await response.json().catch(() => {
      throw new Unreachable();
    });
    if (!response.ok) throw new Refusal(answer);
    return answer;
  }
}
