// Answers questions without a server, with the compiled core.
import { Core } from "./core.js";
import { deal } from "./deal.js";
import { chances, decide, range } from "./decide.js";
import { Preflop } from "./hands.js";
import { Models } from "./models.js";
import { nash } from "./nash.js";
import { leaveToServer } from "./refuse.js";
import { isField } from "./request.js";
import { loadThree } from "./three.js";
import { compare, compareField, finish } from "./values.js";

/** Questions that the device answers; it leaves some requests to the server. */
export const QUESTIONS = ["compare", "finish", "deal", "decide", "nash", "range", "chances"];

/**
 * How a long question is followed; `pause` lets others work, and rejects to stop.
 * @typedef {{ progress: (share: number) => void, pause: () => Promise<void> }} How
 */

/** @type {How} */
const HASTY = { progress: () => {}, pause: async () => {} };

export class Device {
  /** @param {(name: string) => Promise<ArrayBuffer>} read reads a file of this folder */
  constructor(read) {
    this.read = read;
    this.kept = {};
  }

  /** Load something once. */
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

  field() {
    return this.once("field.wasm", (bytes) => Core.load(bytes));
  }

  preflop() {
    return this.once("preflop.bin", (bytes) => new Preflop(bytes));
  }

  hands() {
    return this.once("nash.wasm", (bytes) => Core.load(bytes));
  }

  /** Solve push or fold. */
  async nash(request, how) {
    const preflop = await this.preflop();
    const core = await this.hands();
    core.run("nash_cards", [preflop.wins.length, preflop.wins, preflop.ties], []);
    const three = () => this.once("three-1.packed", (bytes) => loadThree(core, bytes));
    const models = request.bounties == null ? null : await this.models();
    return nash(core, { preflop, models, three }, request, how);
  }

  /**
   * Answer in the format of the API, or throw `Refusal`, or `Unreachable` if only the server can answer.
   * @param {string} question @param {any} request @param {How} [how]
   */
  async ask(question, request, how = HASTY) {
    if (question === "nash") return this.nash(request, how);
    if (question === "compare" && isField(request)) return compareField(await this.field(), request);
    if (question === "compare") return compare(await this.models(), request);
    if (question === "finish") return finish(await this.models(), request);
    if (question === "deal") return deal(await this.models(), request);
    if (question === "decide")
      return decide((await this.models()).core, request, request.hand ? await this.preflop() : null);
    if (question === "range") return range(request, await this.preflop());
    if (question === "chances") return chances(request, await this.preflop());
    return leaveToServer();
  }
}
