// Runs the page's own engine in Node: a list of jobs on standard input, a list of answers on standard output.
import { readFileSync } from "node:fs";
import { argv, stdin, stdout } from "node:process";
import { pathToFileURL } from "node:url";

const device = argv[2];
const load = (name) => import(pathToFileURL(`${device}/${name}`).href);
const { Core } = await load("core.js");
const core = await Core.load(readFileSync(`${device}/core.wasm`));
const { readPasted } = await load("../paste.js");
const { codeOf } = await load("../qr.js");
const { Device } = await load("device.js");
const here = new Device(async (name) => new Uint8Array(readFileSync(`${device}/${name}`)).buffer);
const list = (value) =>
  typeof value === "number"
    ? value
    : typeof value[0] === "string"
      ? BigInt64Array.from(value, BigInt)
      : Float64Array.from(value);
const kinds = {
  core: ({ name, inputs, sizes }) => core.run(name, inputs.map(list), sizes),
  code: ({ text }) => codeOf(text),
  paste: ({ text }) => readPasted(text),
  ask: ({ question, request }) => here.ask(question, request),
  open: async ({ name, base64 }) =>
    (await here.ask("open", { file: new File([Buffer.from(base64, "base64")], name) })).answer,
  save: async ({ request }) => Buffer.from(await here.ask("save", request)).toString("base64"),
};
let text = "";
for await (const piece of stdin) text += piece;
const answers = [];
for (const job of JSON.parse(text)) {
  const began = performance.now();
  try {
    answers.push({ answer: await kinds[job.kind](job), milliseconds: performance.now() - began });
  } catch (problem) {
    const { name, message, code, facts, field, rule, value, hint } = problem;
    answers.push({
      problem: `${name}: ${message}`,
      field,
      refusal: { code, facts, field, rule, value, hint, message },
    });
  }
}
stdout.write(JSON.stringify(answers));
