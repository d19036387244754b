// Answers questions with no server: the compiled core, and what is built on it here.
import { Core } from "./core.js";
import { deal } from "./deal.js";
import { decide, range } from "./decide.js";
import { Preflop } from "./hands.js";
import { Models } from "./models.js";
import { leaveToServer } from "./refuse.js";
import { compare, finish } from "./values.js";

/** Questions that may be asked here; some of their requests are left to the server all the same. */
export const QUESTIONS = ["compare", "finish", "deal", "decide", "range"];

export class Device {
  /** @param {(name: string) => Promise<ArrayBuffer>} read a file beside this one */
  constructor(read) {
    this.read = read;
    this.kept = {};
  }

  /** Read and make something once. */
  async once(name, make) {
    this.kept[name] ??= this.read(name).then(make);
    try {
      return await this.kept[name];
    } catch (problem) {
      delete this.kept[name]; // the network may come back
      throw problem;
    }
  }

  models() {
    return this.once("core.wasm", async (bytes) => new Models(await Core.load(bytes)));
  }

  preflop() {
    return this.once("preflop.bin", (bytes) => new Preflop(bytes));
  }

  /**
   * Answer in the words of the API, or throw `Refusal` or, where only the server can, `Unreachable`.
   * @param {string} question @param {any} request
   */
  async ask(question, request) {
    if (question === "compare") return compare(await this.models(), request);
    if (question === "finish") return finish(await this.models(), request);
    if (question === "deal") return deal(await this.models(), request);
    if (question === "decide") return decide(await this.models(), request, request.hand ? await this.preflop() : null);
    if (question === "range") return range(request, await this.preflop());
    return leaveToServer();
  }
}
