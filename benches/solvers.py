#!/usr/bin/env python3
"""SAT solvers × encodings × at-most-one schemes, on whole puzzles, as Markdown tables:

    benches/solvers.py [--rounds N] [--limit SECONDS] [--cpu N] [--backend B]… [--encoding E]…
                       [--amo A]… [--generate OPTIONS]… [--empty SIDE]… PROGRAM FILE…

PROGRAM is `satoku`; it is asked whether the puzzle of each FILE is unique (`unique --engine sat`),
and that of each `--generate="--size 25 --seed 1"`, with the options of `satoku generate`. Without
`--backend` every one that PROGRAM has is asked, and cadical, kissat and minisat if they are on the
PATH; without `--encoding` and `--amo` all there are. Figures are processor seconds of PROGRAM and
of the solvers that it starts, reading and encoding included: the median of the rounds. In a round
every combination is asked once, one after the other, so that whatever else the machine does falls
on all of them. The limit is of elapsed time; one that has reached it (`–`) is not asked again. All
must agree.
"""

import argparse
import collections
import itertools
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

OUTSIDE = {
    "cadical": "cmd:cadical -q",
    "kissat": "cmd:kissat -q",
    "minisat": "cmd:minisat {in} {out}",
}


def values(program, option):
    """The values that `unique` knows for an option, by its help."""
    text = subprocess.run([program, "unique", "--help"], capture_output=True, text=True).stdout
    block = re.search(rf"^\s+--{option} <.*?(?=^\s+--|\Z)", text, re.M | re.S).group()
    found = re.findall(r"^\s+- ([a-z]+):", block, re.M)
    return [name for name in found if name != "auto"]


def embedded(program):
    """The backends of the build."""
    said = subprocess.run([program, "backends"], capture_output=True, text=True).stdout
    return re.findall(r"^([a-z]+): embedded", said, re.M)


def run(command, cpu):
    """Output and processor seconds of a command and of all that it has waited for."""
    pinned = (lambda: os.sched_setaffinity(0, {cpu})) if cpu is not None else None
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(
            command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=pinned)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read().strip(), used.ru_utime + used.ru_stime


def puzzles(args, folder):
    for path in args.files:
        yield "/".join(pathlib.Path(path).with_suffix("").parts[-2:]), path
    for number, options in enumerate(args.generate):
        path = os.path.join(folder, f"{number}.txt")
        command = [args.program, "generate", *options.split(), "--output", "grid"]
        pathlib.Path(path).write_text(
            subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        yield f"generate {options}", path
    for side in args.empty:
        path = os.path.join(folder, f"empty_{side}.txt")
        pathlib.Path(path).write_text((" ".join("0" * side) + "\n") * side)
        yield f"empty {side}×{side}", path


def measure(args, path, ways):
    """For each way the median seconds; of those at the limit the seconds until then; the answer."""
    times, late, answers = collections.defaultdict(list), {}, set()
    for _ in range(args.rounds):
        for way in ways:
            if way in late:
                continue
            backend, encoding, amo = way
            code, out, seconds = run(
                [args.program, "unique", "--quiet", "--jobs", "1", "--engine", "sat",
                 "--backend", backend, "--encoding", encoding, "--amo", amo,
                 "--time-limit", str(args.limit), path], args.cpu)
            if code == 3:
                late[way] = seconds
            elif words := re.findall(r"^(unique|multiple|none)\b", out, re.M):
                times[way].append(seconds)
                answers.add(tuple(words))
            else:
                sys.exit(f"{path}: {way}: status {code}: {out!r}")
    if len(answers) > 1:
        sys.exit(f"{path}: the answers differ: {answers}")
    answer = ", ".join(
        name if count == 1 else f"{count} {name}"
        for name, count in collections.Counter(answers.pop() if answers else ["unknown"]).items())
    if late:
        answer += f" (–: none in {min(late.values()):.1f} processor seconds or more)"
    known = {way: statistics.median(times[way]) for way in ways if way not in late}
    return known, late, answer


def table(head, rows):
    print(f"| {' | '.join(head)} |")
    print(f"| --- | --- |{' --: |' * (len(head) - 2)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--cpu", type=int, help="pin everything to this core")
    parser.add_argument("--backend", action="append", default=[])
    parser.add_argument("--encoding", action="append", default=[])
    parser.add_argument("--amo", action="append", default=[])
    parser.add_argument("--generate", action="append", default=[], metavar="OPTIONS")
    parser.add_argument("--empty", action="append", default=[], type=int, metavar="SIDE")
    parser.add_argument("program")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()

    outside = [spec for name, spec in OUTSIDE.items() if shutil.which(name)]
    backends = args.backend or embedded(args.program) + outside
    forms = list(itertools.product(
        args.encoding or values(args.program, "encoding"), args.amo or values(args.program, "amo")))
    ways = [(backend, *form) for form in forms for backend in backends]
    names = [re.sub(r"^cmd:(\S+).*", r"\1", backend) for backend in backends]
    if not forms or not backends:
        sys.exit("no encoding, scheme or backend: does the help of PROGRAM list them?")

    medians = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path in puzzles(args, folder):
            median, late, answer = measure(args, path, ways)
            medians.append((median, late))
            print(f"{name}: {answer}\n")
            seconds = lambda way: f"{median[way]:.2g}" if way in median else "–"
            table(["encoding", "at-most-one", *names],
                  [[*form, *(seconds((backend, *form)) for backend in backends)]
                   for form in forms])

    def ratio(backend, form):
        """The geometric mean of the times over the backend's best of each puzzle; at the limit, the
        time until then, so that the mean is a lower bound."""
        way, factors, cut = (backend, *form), [], 0
        for median, late in medians:
            best = min((median[backend, *other] for other in forms if (backend, *other) in median),
                       default=None)
            if best is not None:
                cut += way in late
                factors.append((median[way] if way in median else late[way]) / best)
        mean = math.exp(statistics.mean(map(math.log, factors))) if factors else math.nan
        return f"≥ {mean:.1f} ({cut})" if cut else f"{mean:.1f}"

    print("Geometric means of the times over the backend's own best, all puzzles that it decides; in "
          "parentheses how often the limit was reached:\n")
    table(["encoding", "at-most-one", *names],
          [[*form, *(ratio(backend, form) for backend in backends)] for form in forms])


main()
