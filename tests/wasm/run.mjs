// Asks the module each question of the table: node run.mjs MODULE TABLE
//
// A line of the table is {"question": …, "answer": …}; an answer must have what is stated of it.
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

const [modulePath, tablePath] = process.argv.slice(2);
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
const { memory, room, ask, answer } = (await WebAssembly.instantiate(module, imports)).exports;

function answerTo(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = ask();
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
  return JSON.parse(text);
}

let failures = 0;
const lines = (await readFile(tablePath, "utf8")).trim().split("\n");
for (const [k, line] of lines.entries()) {
  const { question, answer: expected } = JSON.parse(line);
  let found;
  try {
    found = answerTo(question);
  } catch (trap) {
    console.error(`line ${k + 1}: ${trap}`);
    process.exit(1);
  }
  const wrong = Object.keys(expected).filter((key) => !isDeepStrictEqual(found[key], expected[key]));
  if (wrong.length > 0) {
    failures += 1;
    console.error(`line ${k + 1}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }
}
console.log(`${lines.length - failures} of ${lines.length} questions answered as expected`);
process.exit(failures > 0 ? 1 : 0);
