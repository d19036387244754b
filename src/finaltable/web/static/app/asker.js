// Sends the latest request, one at a time: at once if answers are fast, after a pause (debounced) if not.
import { Refusal, STOP, Unreachable } from "./engine.js";

const AGAIN = 2000; // milliseconds between retries while offline
const LATE = 600; // milliseconds after which an outdated request is aborted

/**
 * State of a request: the last good answer stays until the next arrives.
 * @typedef {object} Held
 * @property {any} answer
 * @property {string} asked the request of the answer
 * @property {Refusal | null} refusal
 * @property {boolean} working
 * @property {number} progress from 0 to 1
 * @property {boolean} offline
 * @property {boolean} busy
 */

/** @type {Held} */
export const NOTHING = {
  answer: null,
  asked: "",
  refusal: null,
  working: false,
  progress: 0,
  offline: false,
  busy: false,
};

/** Requests of one component, which change with the input. */
export class Asker {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {(change: Partial<Held>) => void} tell
   * @param {{ pause: number, long: boolean }} how `pause`: milliseconds without a change before the
   *   request is sent; `long`: a long question, which is polled
   */
  constructor(engine, tell, { pause, long }) {
    this.engine = engine;
    this.tell = tell;
    this.pause = pause;
    this.long = long;
    this.wanted = null;
    this.control = null;
    this.since = 0;
    this.timer = 0;
    this.first = true;
  }

  /** Set the request; null stops the work. Fast ones are sent at once, or after the current answer. */
  want(question, body) {
    this.wanted = body === null ? null : { question, body };
    const slow = this.long || this.pause > 0;
    if (this.control && !slow && this.wanted && performance.now() - this.since < LATE) return;
    this.stop(this.wanted ? undefined : STOP);
    if (!this.wanted) return this.tell({ working: false });
    if (slow && !this.first) this.timer = setTimeout(() => this.ask(), this.pause);
    else this.ask();
    this.first = false;
  }

  /** Stop asking. Long work goes on for a while, and is found again if the same is asked. */
  stop(reason = undefined) {
    clearTimeout(this.timer);
    if (this.control) this.control.abort(reason);
    this.control = null;
  }

  async ask() {
    const { question, body } = this.wanted;
    const control = new AbortController();
    this.control = control;
    this.since = performance.now();
    this.tell({ working: true, progress: 0 });
    const progress = this.long
      ? (share) => !control.signal.aborted && this.tell({ progress: share, offline: false, busy: false })
      : undefined;
    try {
      const answer = await this.engine.ask(question, JSON.parse(body), { signal: control.signal, progress });
      if (!control.signal.aborted) this.end(body, { answer, asked: body, refusal: null, offline: false, busy: false });
    } catch (problem) {
      if (problem instanceof Refusal) await problem.inWords();
      if (control.signal.aborted) return;
      if (problem instanceof Refusal) this.end(body, { refusal: problem, offline: false, busy: false });
      else if (problem instanceof Unreachable) this.again(problem.busy);
      else throw problem;
    }
  }

  /** Report the answer, and send the next request. */
  end(body, change) {
    this.control = null;
    const more = this.wanted && this.wanted.body !== body;
    this.tell({ ...change, working: Boolean(more) });
    if (more) this.ask();
  }

  /** Retry later. */
  again(busy) {
    this.control = null;
    this.tell({ working: false, offline: !busy, busy });
    this.timer = setTimeout(() => this.wanted && this.ask(), AGAIN);
  }
}
