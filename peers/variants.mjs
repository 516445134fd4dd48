// satoku beside the Interactive Sudoku Solver (MIT) on puzzles with rules, one thread each, in turns.
//
//     node peers/variants.mjs --iss CHECKOUT --satoku PROGRAM [--rounds N] FILE...
//
// CHECKOUT is a folder of that program's repository, of which nothing is here; PROGRAM a release build
// of satoku. A FILE is anything that satoku reads: JSON lines with constraint strings under `input` go to
// both as they stand; of other files, rules of the kinds in STRINGS are rewritten for the peer.
//
// Both find out how many solutions a puzzle has, at most two, and both are measured in processor time: the
// peer from the text to the answer, after a round that is not counted; satoku as a process (by `bash`),
// its start and the reading of the file included. What counts are the best rounds. Pin the whole to a core
// (`taskset -c 0`).

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const options = { rounds: '3' };
const files = [];
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (arg.startsWith('--')) options[arg.slice(2)] = args.shift();
  else files.push(arg);
}
if (!options.iss || !options.satoku || files.length === 0) {
  console.error('node peers/variants.mjs --iss CHECKOUT --satoku PROGRAM [--rounds N] FILE...');
  process.exit(2);
}

Object.assign(globalThis, { self: globalThis, VERSION_PARAM: '' });
const module = resolve(options.iss, 'js/sandbox/simple_solver.js');
const { SimpleSolver } = await import(pathToFileURL(module).href);
const solver = new SimpleSolver();

/// Rules of satoku's, kind by kind, as constraint strings.
const STRINGS = {
  cage: (numbers, cells) => `.Cage~${numbers[0] ?? 0}~${cells}`,
  greater: (_, cells) => `.GreaterThan~${cells}`,
  thermometer: (_, cells) => `.Thermo~${cells}`,
  renban: (_, cells) => `.Renban~${cells}`,
  whispers: (numbers, cells) => `.Whisper~${numbers[0]}~${cells}`,
  distinct: (_, cells) => `.AllDifferent~${cells}`,
  antiknight: () => '.AntiKnight',
  antiking: () => '.AntiKing',
};

/// The cells of `r1c2`, of a row `r3` or of a column `c4`.
const cellsOf = (word) => {
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  if (/^r\d$/.test(word)) return nine.map((column) => `R${word[1]}C${column}`);
  if (/^c\d$/.test(word)) return nine.map((row) => `R${row}C${word[1]}`);
  return [word.toUpperCase()];
};

const name = (cell) => `R${Math.floor(cell / 9) + 1}C${(cell % 9) + 1}`;

/// The text of a puzzle for the peer, from a line that satoku wrote; null where it has another grid or a
/// rule that is not rewritten.
const rewritten = (line) => {
  const { puzzle, rules = [], layout = '3x3' } = JSON.parse(line);
  const [, map] = /^3x3(?:\+regions=(\w{81}))?$/.exec(layout) ?? [null, null];
  if (map === null) return null;
  const clues = puzzle.flat().map((clue, cell) => (clue === 0 ? '' : `~${name(cell)}_${clue}`));
  const region = (letter) => [...map].map((it, cell) => (it === letter ? `~${name(cell)}` : '')).join('');
  const regions = [...new Set(map ?? '')].map((letter) => `.AllDifferent${region(letter)}`);
  const texts = rules.map((rule) => {
    const [kind, ...words] = typeof rule === 'string' ? rule.split(' ') : [''];
    const numbers = words.filter((word) => /^-?\d+$/.test(word));
    const cells = words.filter((word) => /^[rc]/.test(word)).flatMap(cellsOf);
    return STRINGS[kind]?.(numbers, cells.join('~'));
  });
  return texts.includes(undefined) ? null : `.${clues.join('')}${regions.join('')}${texts.join('')}`;
};

/// The texts of a file for the peer.
const texts = (file) => {
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('{'));
  const inputs = lines.map((line) => JSON.parse(line).input);
  if (lines.length > 0 && inputs.every((input) => input !== undefined)) return inputs;
  const run = spawnSync(options.satoku, ['convert', '--output', 'json', file], { maxBuffer: 1 << 28 });
  return run.stdout.toString().trim().split('\n').map(rewritten);
};

const milliseconds = (start) => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

console.log('file | puzzles | peer, median ms | peer, total ms | satoku, total ms | ratio | answers that differ');
for (const file of files) {
  const inputs = texts(file);
  if (inputs.includes(null)) {
    console.log(`${basename(file)} | has a rule that is not rewritten`);
    continue;
  }
  const best = inputs.map(() => Infinity);
  const counts = [];
  let [ours, answers] = [Infinity, []];
  for (let round = 0; round <= Number(options.rounds); round++) {
    inputs.forEach((input, k) => {
      const start = process.cpuUsage();
      counts[k] = solver.countSolutions(input, 2);
      if (round > 0) best[k] = Math.min(best[k], milliseconds(start));
    });
    const timed = 'TIMEFORMAT="%U %S"; time "$0" count --limit 2 --jobs 1 "$1"';
    const run = spawnSync('bash', ['-c', timed, options.satoku, file]);
    const [user, system] = run.stderr.toString().trim().split('\n').at(-1).split(' ').map(Number);
    if (round > 0) ours = Math.min(ours, 1000 * (user + system));
    answers = run.stdout.toString().trim().split('\n').map((line) => parseInt(line, 10));
  }
  const differ = counts.filter((count, k) => Math.min(count, 2) !== answers[k]).length;
  const total = best.reduce((sum, time) => sum + time, 0);
  const median = [...best].sort((a, b) => a - b)[Math.floor(best.length / 2)];
  const figures = [inputs.length, median.toFixed(2), total.toFixed(0), ours.toFixed(1), (total / ours).toFixed(1)];
  console.log(`${basename(file)} | ${figures.join(' | ')} | ${differ}`);
}
