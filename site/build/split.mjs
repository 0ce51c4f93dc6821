// Splits a WebAssembly module in two: the functions that a first move calls, and the rest, which loads later.
//
// Both halves have all functions of the module under the same numbers, so no code is rewritten. A function that belongs to the other half is
// a stub there: it calls the body through a table that both halves share. Which functions a first move calls only decides what loads
// first: a stub of the first half asks for the rest if it isn't there.
//
// Binaryen has a tool for this, `wasm-split`, but its npm package leaves it out, and no other package that is kept has it.

/** IDs of sections. */
const CUSTOM = 0, TYPES = 1, IMPORTS = 2, FUNCTIONS = 3, TABLES = 4, MEMORIES = 5, GLOBALS = 6, EXPORTS = 7, START = 8, ELEMENTS = 9, CODE = 10, DATA = 11, COUNT = 12;
const FUNCREF = 0x70, CONST = 0x41, CALL_INDIRECT = 0x11, LOCAL_GET = 0x20, GLOBAL_GET = 0x23, GLOBAL_SET = 0x24, IS_ZERO = 0x45, IF = 0x04, END = 0x0b, NOTHING = 0x40, I32 = 0x7f;

/** Numbers as LEB128; those here are below 2^31. */
const number = (value) => {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
};
/** A constant is signed: its last byte needs a clear sign. */
const constant = (value) => {
  const bytes = number(value);
  return [CONST, ...(bytes.at(-1) > 63 ? [...bytes.slice(0, -1), bytes.at(-1) + 128, 0] : bytes)];
};
const name = (text) => [...number(text.length), ...Buffer.from(text)];
const list = (items) => Buffer.concat([Buffer.from(number(items.length)), ...items.map((item) => Buffer.from(item))]);
const section = (id, body) => Buffer.concat([Buffer.from([id, ...number(body.length)]), body]);

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }
  name() {
    return this.take(this.number()).toString();
  }
  /** The items of a list, with the bytes of each. */
  list(item) {
    return Array.from({ length: this.number() }, () => {
      const from = this.at;
      const value = item(this);
      return { value, bytes: this.bytes.subarray(from, this.at) };
    });
  }
  limits() {
    const flags = this.number();
    this.number();
    if (flags & 1) this.number();
  }
}

const READ = {
  [TYPES]: (from) => {
    if (from.byte() !== 0x60) throw new Error("a type that is no function");
    const parameters = from.take(from.number()).length;
    from.take(from.number());
    return { parameters };
  },
  [IMPORTS]: (from) => {
    from.name();
    from.name();
    if (from.byte() !== 0) throw new Error("an import that is no function");
    return from.number();
  },
  [FUNCTIONS]: (from) => from.number(),
  [TABLES]: (from) => {
    from.byte();
    from.limits();
  },
  [MEMORIES]: (from) => from.limits(),
  [GLOBALS]: (from) => {
    const type = [from.byte(), from.byte()];
    // the value: a constant of a number
    const kind = from.byte();
    if (kind !== CONST) throw new Error("a global that is no i32");
    from.number();
    if (from.byte() !== END) throw new Error("a global with a longer expression");
    return type;
  },
  [EXPORTS]: (from) => {
    from.name();
    from.byte();
    from.number();
  },
  [CODE]: (from) => from.take(from.number()),
};

/** The sections of a module: the bytes of each, and the lists of those that are needed. */
function read(bytes) {
  const from = new Reader(bytes, 8);
  const module = { head: bytes.subarray(0, 8), sections: new Map(), lists: {} };
  while (from.at < bytes.length) {
    const id = from.byte();
    const body = from.take(from.number());
    if (id === START) throw new Error("a module that starts by itself");
    if (id === CUSTOM) continue;
    module.sections.set(id, body);
    if (READ[id]) module.lists[id] = new Reader(body).list(READ[id]);
  }
  return module;
}

const ORDER = [TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, COUNT, CODE, DATA];

/** A module with other sections. `null` leaves one out. */
function written({ head, sections }, changes) {
  const body = (id) => (id in changes ? changes[id] : sections.get(id));
  return Buffer.concat([head, ...ORDER.filter((id) => body(id)).map((id) => section(id, body(id)))]);
}

const bytesOf = (items) => items.map(({ bytes }) => bytes);
const sized = (body) => Buffer.concat([Buffer.from(number(body.length)), Buffer.from(body)]);
const exported = (text, kind, index) => [...name(text), kind, ...number(index)];
const KIND = { function: 0, table: 1, memory: 2, global: 3 };

/** A list with more items at its end. */
function longer(body, items) {
  const from = new Reader(body);
  const before = from.number();
  return Buffer.concat([Buffer.from(number(before + items.length)), body.subarray(from.at), ...items.map((item) => Buffer.from(item))]);
}

/** Numbers in ascending order, as ranges of neighbours. */
function ranges(numbers) {
  const found = [];
  for (const one of numbers) {
    if (found.at(-1)?.at(-1) === one - 1) found.at(-1).push(one);
    else found.push([one]);
  }
  return found;
}

/** A module that notes which functions were called: the global `called:N` is 1 if the function N was. */
export function noting(bytes) {
  const module = read(bytes);
  const { [GLOBALS]: globals, [EXPORTS]: exports, [CODE]: bodies } = module.lists;
  const noted = ({ value }, index) => {
    const from = new Reader(value);
    from.list((locals) => [locals.number(), locals.byte()]);
    const note = Buffer.from([...constant(1), GLOBAL_SET, ...number(globals.length + index)]);
    return sized(Buffer.concat([value.subarray(0, from.at), note, value.subarray(from.at)]));
  };
  return written(module, {
    [GLOBALS]: list([...bytesOf(globals), ...bodies.map(() => [I32, 1, ...constant(0), END])]),
    [EXPORTS]: list([...bytesOf(exports), ...bodies.map((_, index) => exported(`called:${index}`, KIND.global, globals.length + index))]),
    [CODE]: list(bodies.map(noted)),
  });
}

/** The functions that a noting module has called. */
export const called = (exports) => new Set(Object.entries(exports).filter(([key, global]) => key.startsWith("called:") && global.value).map(([key]) => Number(key.slice("called:".length))));

/**
 * Returns both halves; `isFirst(N)` tells where function N goes.
 *
 * The first half exports what the rest imports from the module `first`, and the global `whole`, which becomes 1 when the rest is there. While it is 0, a stub calls the last
 * function of the table `bodies`.
 */
export function split(bytes, isFirst) {
  const module = read(bytes);
  const { [TYPES]: types, [IMPORTS]: imports, [FUNCTIONS]: functions, [TABLES]: tables, [MEMORIES]: memories, [GLOBALS]: globals, [EXPORTS]: exports, [CODE]: bodies } = module.lists;
  // what is added has the numbers after the last ones
  const [plain, table, whole, ask] = [types, tables, globals, bodies].map(({ length }) => length);
  const allTypes = list([...bytesOf(types), [0x60, 0, 0]]);
  const bodiesTable = [FUNCREF, 0, ...number(ask + 1)];
  const call = (type) => [CALL_INDIRECT, ...number(type), ...number(table)];
  const ensure = [GLOBAL_GET, ...number(whole), IS_ZERO, IF, NOTHING, ...constant(ask), ...call(plain), END];
  const stub = (index, before) => {
    const type = functions[index].value;
    const given = Array.from({ length: types[type].value.parameters }, (_, local) => [LOCAL_GET, ...number(local)]);
    return sized([0, ...before, ...given.flat(), ...constant(index), ...call(type), END]);
  };
  const placed = (belongs) => ranges(bodies.map((_, index) => index).filter(belongs)).map((range) => {
    const numbers = range.map((index) => number(imports.length + index));
    return [2, ...number(table), ...constant(range[0]), END, 0, ...list(numbers)];
  });
  const shared = [
    ...imports.map(({ value }, index) => ["function", index, number(value)]),
    ...[...bytesOf(tables), bodiesTable].map((bytes, index) => ["table", index, bytes]),
    ...bytesOf(memories).map((bytes, index) => ["memory", index, bytes]),
    ...globals.map(({ value }, index) => ["global", index, value]),
  ].map(([kind, index, type]) => ({ key: `${kind}:${index}`, kind: KIND[kind], index, type }));
  const first = written(module, {
    [TYPES]: allTypes,
    [TABLES]: list([...bytesOf(tables), bodiesTable]),
    [GLOBALS]: list([...bytesOf(globals), [I32, 1, ...constant(0), END]]),
    [EXPORTS]: list([
      ...bytesOf(exports),
      ...shared.map(({ key, kind, index }) => exported(key, kind, index)),
      exported("bodies", KIND.table, table),
      exported("whole", KIND.global, whole),
    ]),
    [ELEMENTS]: longer(module.sections.get(ELEMENTS), placed(isFirst)),
    [CODE]: list(bodies.map(({ bytes }, index) => (isFirst(index) ? bytes : stub(index, ensure)))),
  });
  const rest = written(module, {
    [TYPES]: allTypes,
    [IMPORTS]: list(shared.map(({ key, kind, type }) => [...name("first"), ...name(key), kind, ...type])),
    [TABLES]: null,
    [MEMORIES]: null,
    [GLOBALS]: null,
    [EXPORTS]: null,
    [ELEMENTS]: list(placed((index) => !isFirst(index))),
    [COUNT]: null,
    [CODE]: list(bodies.map(({ bytes }, index) => (isFirst(index) ? stub(index, []) : bytes))),
    [DATA]: null,
  });
  return { first, rest };
}
