// Answers questions without a server, with the compiled core.
import { answerOf } from "./chart.js";
import { Core } from "./core.js";
import { deal } from "./deal.js";
import { chances, decide, range } from "./decide.js";
import { Preflop } from "./hands.js";
import { Models } from "./models.js";
import { solve } from "./nash.js";
import { leaveToServer } from "./refuse.js";
import { isField } from "./request.js";
import { readSolution, writeSolution } from "./solution.js";
import { loadThree } from "./three.js";
import { compare, compareField, finish, ON_DEVICE } from "./values.js";

/** Questions that the device answers; it leaves some requests to the server. */
export const QUESTIONS = ["compare", "finish", "deal", "decide", "nash", "save", "open", "range", "chances"];

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

  /** The solver, which knows the cards of two hands. */
  async hands() {
    const { wins, ties } = await this.preflop();
    return this.once("nash.wasm", async (bytes) => {
      const core = await Core.load(bytes);
      core.run("nash_cards", [wins.length, wins, ties], []);
      return core;
    });
  }

  /** Solve push or fold. */
  async solve(request, how) {
    const preflop = await this.preflop();
    const core = await this.hands();
    const three = () => this.once("three-1.packed", (bytes) => loadThree(core, bytes));
    const models = request.bounties == null ? null : await this.models();
    return solve(core, { preflop, models, three }, request, how);
  }

  async nash(request, how) {
    const { game, found } = await this.solve(request, how);
    return { ...answerOf(game, found), ...ON_DEVICE };
  }

  /** The content of a file with the solution. */
  async save(request, how) {
    const { game, found } = await this.solve(request, how);
    return writeSolution(game, found);
  }

  /** The solution in a file, its checksum, and the rules of bounties. */
  async open({ file }) {
    const { game, found, header } = await readSolution(await this.hands(), file);
    const { sha256: checksum, bounty_share: share, own_bounty: own, mystery } = header;
    return { answer: answerOf(game, found), checksum, share: String(share), own, mystery };
  }

  /**
   * Answer in the format of the API, or throw `Refusal`, or `Unreachable` if only the server can answer.
   * @param {string} question @param {any} request @param {How} [how]
   */
  async ask(question, request, how = HASTY) {
    if (question === "nash") return this.nash(request, how);
    if (question === "save") return this.save(request, how);
    if (question === "open") return this.open(request);
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
