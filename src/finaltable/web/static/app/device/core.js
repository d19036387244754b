// The core as WebAssembly (core/wasm); its input must be valid.

/** The compiled core; created by `load`. */
export class Core {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = /** @type {any} */ (exports);
    this.exports._initialize();
  }

  /**
   * Compile and start the module.
   * @param {BufferSource} bytes
   */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Core(instance.exports);
  }

  /**
   * Call a function of the C interface. Input lists are copied into the module's memory; output lists of the given
   * sizes are passed as pointers after all other arguments, and returned.
   * @param {string} name
   * @param {(number | Float64Array | BigInt64Array)[]} inputs
   * @param {number[]} sizes
   * @returns {number[][]}
   */
  run(name, inputs, sizes) {
    const lists = inputs.filter((one) => typeof one !== "number");
    const cells = lists.reduce((sum, list) => sum + list.length, 0) + sizes.reduce((sum, size) => sum + size, 0);
    const room = this.exports.take(8 * Math.max(1, cells));
    let next = room;
    const reserve = (length) => {
      next += 8 * length;
      return next - 8 * length;
    };
    const given = inputs.map((one) => (typeof one === "number" ? one : this.copy(one, reserve(one.length))));
    const outputs = sizes.map(reserve);
    this.exports[name](...given, ...outputs);
    const found = outputs.map((at, i) => [...new Float64Array(this.exports.memory.buffer, at, sizes[i])]);
    this.exports.give_back(room);
    return found;
  }

  /**
   * Call a kernel; return its values, finish probabilities if it has them, and its report.
   * @param {string} name
   * @param {(number | Float64Array | BigInt64Array)[]} inputs
   * @param {number[]} sizes
   */
  solve(name, inputs, sizes) {
    const found = this.run(name, inputs, [...sizes, 3]);
    const [error, work, finishError] = found.pop();
    const [values, finish] = found;
    return { values, finish, error, work, finishError };
  }

  /** Copy bytes into new memory of the module; `give_back` frees it. @param {Uint8Array} bytes */
  put(bytes) {
    const at = this.exports.take(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  copy(list, at) {
    // Growing the memory replaces its buffer.
    const Kind = list instanceof BigInt64Array ? BigInt64Array : Float64Array;
    new Kind(this.exports.memory.buffer, at, list.length).set(list);
    return at;
  }
}
