// Asks for what is wanted now, one thing at a time: at once where answers are quick, after a pause where they are not.
import { Refusal, Unreachable } from "./engine.js";

const AGAIN = 2000; // milliseconds between two tries without a connection
const LATE = 600; // milliseconds after which an answer to an older question is not worth waiting for

/**
 * What is known of an answer: the last good one stays while the next is awaited.
 * @typedef {object} Held
 * @property {any} answer
 * @property {string} asked what the answer is an answer to
 * @property {Refusal | null} refusal
 * @property {boolean} working
 * @property {number} progress of the work, from 0 to 1
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

/** One place on a screen that follows what is typed. */
export class Asker {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {(change: Partial<Held>) => void} tell
   * @param {{ pause: number, long: boolean }} how `pause`: milliseconds without a change before it is asked; `long`:
   *   the answer takes its time
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

  /** Say what is wanted; null: nothing. Quick questions are asked at once, or as soon as the last one is answered. */
  want(question, body) {
    this.wanted = body === null ? null : { question, body };
    const slow = this.long || this.pause > 0;
    if (this.control && !slow && this.wanted && performance.now() - this.since < LATE) return;
    this.stop();
    if (!this.wanted) return this.tell({ working: false });
    if (slow && !this.first) this.timer = setTimeout(() => this.ask(), this.pause);
    else this.ask();
    this.first = false;
  }

  /** Ask for nothing any more. */
  stop() {
    clearTimeout(this.timer);
    if (this.control) this.control.abort();
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

  /** Tell what came, and go on with what was wanted meanwhile. */
  end(body, change) {
    this.control = null;
    const more = this.wanted && this.wanted.body !== body;
    this.tell({ ...change, working: Boolean(more) });
    if (more) this.ask();
  }

  /** Try again in a while. */
  again(busy) {
    this.control = null;
    this.tell({ working: false, offline: !busy, busy });
    this.timer = setTimeout(() => this.wanted && this.ask(), AGAIN);
  }
}
