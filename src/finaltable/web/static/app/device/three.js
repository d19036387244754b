// Showdowns of three hands: a table that is loaded when it is first needed. Packed by scripts/pack_three.py.
import { THREE } from "../constants.js";

/** Unpack. @param {BufferSource} packed @returns {Promise<Uint8Array>} */
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Give the table to the module: the orders of every three classes, one order left out, and how boards decide.
 * @param {import("./core.js").Core} core @param {BufferSource} packed
 */
export async function loadThree(core, packed) {
  const bytes = await unpacked(packed);
  const at = core.put(bytes);
  core.exports.nash_three(at, ...THREE.SCALES);
  core.exports.give_back(at);
}
