// Asks the module each question of the tables: node run.mjs MODULE TABLE…
//
// A line of a table is {"question": …, "answer": …, "events": …}: an answer must have the fields that
// are stated of it, and there must be as many events of each kind.
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

const [modulePath, ...tables] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(modulePath));

// The only imports are those of `web-time`: `performance.now()`, by the glue that wasm-bindgen would
// write. Values of JavaScript are known to the module by number.
const values = [undefined];
const glue = {
  static_accessor: () => values.push(globalThis) - 1,
  performance: () => values.push(performance) - 1,
  now: () => performance.now(),
  is_undefined: (value) => values[value] === undefined,
  object_clone_ref: (value) => value,
};
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  const known = Object.keys(glue).find((word) => name.includes(word));
  imports[from] ??= {};
  imports[from][name] = glue[known] ?? (() => 0);
}
const { memory, room, ask, events } = (await WebAssembly.instantiate(module, imports)).exports;

function eventsOf(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = ask();
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, events(), length));
  return JSON.parse(text);
}

let asked = 0;
let failures = 0;
for (const table of tables) {
  const lines = (await readFile(table, "utf8")).trim().split("\n");
  for (const [k, line] of lines.entries()) {
    const { question, answer, events: counts } = JSON.parse(line);
    const place = `${table}:${k + 1}`;
    let found;
    try {
      found = eventsOf(question);
    } catch (trap) {
      console.error(`${place}: ${trap}`);
      process.exit(1);
    }
    asked += 1;
    const [first] = found.filter((event) => event.answer).map((event) => event.answer);
    const differs = (key) => !isDeepStrictEqual(first?.[key] ?? null, answer[key]);
    const wrong = Object.keys(answer ?? {}).some(differs);
    const number = (kind) => found.filter((event) => kind in event).length;
    const missing = Object.keys(counts ?? {}).some((kind) => number(kind) !== counts[kind]);
    if (wrong || missing) {
      failures += 1;
      console.error(`${place}: found ${JSON.stringify(found)}, expected ${line}`);
    }
  }
}
console.log(`${asked - failures} of ${asked} questions answered as expected`);
process.exit(failures > 0 ? 1 : 0);
