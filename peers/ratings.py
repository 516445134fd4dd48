"""Ratings and times of satoku beside Sudoku Explainer 1.2.1, skfr and HoDoKu, puzzle by puzzle in turns.

    taskset -c 0 python3 peers/ratings.py --satoku PROGRAM [--se JAR] [--skfr PROGRAM] [--hodoku JAR] FILE...

A FILE has a puzzle a line, 81 characters, and whatever else behind it; a rating `ER/EP/ED` there is
compared with as `listed`. Programs that are not given are left out; nothing of them is here, and how
they are built is told by themselves.

    --se JAR        with the class diuf.sudoku.test.serate; one process rates all, so that its code is
                    compiled while it runs
    --modes 5,0,2   of the virtual machine's -XX:hashCode: Sudoku Explainer once for each, the first
                    being compared with (its ratings from 9.0 on depend on what objects hash to)
    --skfr PROGRAM  version 2, which reads and writes files in the folder where it runs
    --hodoku JAR    score and level, compared with `satoku rate --scale hodoku`
    --levels N      in place of all else: scores and levels of N puzzles of each level alone, as satoku
                    has them, drawn with a fixed seed from all that are given, HoDoKu in one run
    --java PROGRAM  the virtual machine (java)
    --seconds N     for a puzzle; who needs longer has no rating of it (3600)
    --quiet         tables only, no line for each puzzle

Times are processor times of the children, start-up left out for Sudoku Explainer and HoDoKu, which
stay, and counted for the others. Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import select
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

#: Where the bands begin that the tables have.
BANDS = [1.0, 2.6, 4.5, 6.5, 7.5, 8.5, 9.0, 9.5, 10.5]
#: Of HoDoKu, from easy to hard.
LEVELS = ["Easy", "Medium", "Hard", "Unfair", "Extreme"]
#: Rated before the clock starts, by what stays.
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

Rating = tuple[float, float, float]
Answer = tuple["Rating | str | None", float]


def read_rating(text: str) -> Rating | None:
    found = re.search(r"(\d+\.\d)/(\d+\.\d)/(\d+\.\d)", text)
    return tuple(map(float, found.groups())) if found else None  # type: ignore[return-value]


def show(rating: Rating | str | None) -> str:
    if isinstance(rating, tuple):
        return "/".join(f"{part:.1f}" for part in rating)
    return rating or "-"


class Once:
    """A program that is started for each puzzle."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def run(self, command: list[str], text: str = "", folder: str | None = None) -> tuple[str, float]:
        """What it writes, and its processor time."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made:
            given.write(text.encode())
            given.seek(0)
            child = subprocess.Popen(command, stdin=given, stdout=made, cwd=folder, stderr=subprocess.DEVNULL)
            signal.signal(signal.SIGALRM, lambda *_: child.kill())
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            _, status, usage = os.wait4(child.pid, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            made.seek(0)
            return made.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime


class Satoku(Once):
    def __init__(self, program: str, seconds: float, scale: str = "se121") -> None:
        super().__init__(seconds)
        self.command = [program, "rate", "--scale", scale]
        self.scale = scale

    def rate(self, puzzle: str) -> Answer:
        text, time = self.run(self.command, puzzle + "\n")
        return (read_rating(text) if self.scale == "se121" else text.strip() or None), time

    def rate_all(self, puzzles: list[str]) -> tuple[dict[str, str], float]:
        """The lines of all puzzles, and the time they take."""
        text, time = self.run([*self.command, "--jobs", "1"], "".join(puzzle + "\n" for puzzle in puzzles))
        return dict(zip(puzzles, text.splitlines(), strict=False)), time


class Skfr(Once):
    def __init__(self, program: str, seconds: float) -> None:
        super().__init__(seconds)
        self.program = os.path.abspath(program)

    def rate(self, puzzle: str) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "in.txt").write_text(puzzle + "\n")
            _, time = self.run([self.program, "-iin"], folder=folder)
            made = Path(folder, "in_rat.txt")
            return read_rating(made.read_text() if made.exists() else ""), time


class Staying:
    """A program that answers line by line."""

    def __init__(self, command: list[str], seconds: float) -> None:
        self.command, self.seconds, self.child = command, seconds, None

    def ask(self, line: str) -> str:
        raise NotImplementedError

    def clock(self) -> float:
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def until(self, end: re.Pattern[bytes]) -> str:
        """What it writes up to the end that is looked for."""
        text, out = b"", self.child.stdout
        while not end.search(text):
            ready, _, _ = select.select([out], [], [], self.seconds)
            more = os.read(out.fileno(), 4096) if ready else b""
            if not more:
                self.child.kill()
                self.child.wait()
                self.child = None
                return ""
            text += more
        return text.decode(errors="replace")

    def rate(self, puzzle: str) -> Answer:
        if self.child is None:
            pipe = subprocess.PIPE
            self.child = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            self.ask(EASY)
        begun = self.clock()
        text = self.ask(puzzle)
        return self.read(text), self.clock() - begun if self.child else self.seconds

    def read(self, text: str) -> Rating | str | None:
        return read_rating(text)


class Explainer(Staying):
    def __init__(self, java: str, jar: str, mode: str, seconds: float) -> None:
        options = ["-XX:+UnlockExperimentalVMOptions", f"-XX:hashCode={mode}", "-XX:+UseSerialGC", "-Xrs"]
        super().__init__([java, *options, "-cp", jar, "diuf.sudoku.test.serate", "--input=-"], seconds)

    def ask(self, line: str) -> str:
        self.child.stdin.write(line.encode() + b"\n")
        self.child.stdin.flush()
        return self.until(re.compile(rb"\n"))


class Hodoku(Once):
    """Started for each puzzle, since it does not answer line by line; the time of an easy one is start-up.
    Or once for all."""

    def __init__(self, java: str, jar: str, seconds: float) -> None:
        super().__init__(seconds)
        sort = "-Djava.util.Arrays.useLegacyMergeSort=true"
        self.command = [java, sort, "-jar", os.path.abspath(jar), "/bs", "in.txt", "/o", "stdout"]
        self.start = min(self.once(EASY)[1] for _ in range(3))

    def rate_all(self, puzzles: list[str]) -> tuple[dict[str, str], float]:
        """Score and level of each puzzle, and the time all take; fewer where the time was over."""
        text, time = self.once("\n".join(puzzles))
        found = re.findall(r"^([0-9.]{81}) #\d+ (\w+) \((\d+)\)", text, re.MULTILINE)
        return {puzzle: f"{score} {level}" for puzzle, level, score in found}, time - self.start

    def once(self, puzzle: str) -> tuple[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "in.txt").write_text(puzzle + "\n")
            return self.run(self.command, folder=folder)

    def rate(self, puzzle: str) -> Answer:
        text, time = self.once(puzzle)
        found = re.search(r"#\d+ (\w+) \((\d+)\)", text)
        return f"{found[2]} {found[1]}" if found else None, max(time - self.start, 0.0)


def band(rating: Rating | str | None) -> float:
    er = rating[0] if isinstance(rating, tuple) else 0.0
    return max((begin for begin in BANDS if begin <= er), default=0.0)


def title(begin: float) -> str:
    after = [other for other in BANDS if other > begin]
    return f"{begin:.1f}–{after[0] - 0.1:.1f}" if after else f"{begin:.1f}–"


def table(rows: list[dict[str, Answer]], one: str, other: str) -> None:
    """How often two agree, and how their times compare, by bands of the ER of the second, or
    of satoku."""
    both = [row for row in rows if row[one][0] and row[other][0]]
    if not both:
        return
    print(f"\n{one} and {other}, of {len(both)} puzzles that both rated:\n")
    print("| band | puzzles | ER/EP/ED equal | ER equal | EP | ED | ER within 0.1 | 0.2 | times, total | median |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    bands = defaultdict(list)
    for row in both:
        known = row[other][0] if isinstance(row[other][0], tuple) else row["satoku"][0]
        bands[band(known)].append(row)
    for begin, of_band in sorted(bands.items()):
        pairs = [(row[one][0], row[other][0]) for row in of_band]
        cells = [str(sum(a == b for a, b in pairs))]
        if all(isinstance(rating, tuple) for pair in pairs for rating in pair):
            cells += [str(sum(a[part] == b[part] for a, b in pairs)) for part in range(3)]
            cells += [str(sum(abs(a[0] - b[0]) < most + 0.05 for a, b in pairs)) for most in (0.1, 0.2)]
        else:
            cells += ["-"] * 5
        times = [[row[name][1] for row in of_band] for name in (one, other)]
        for of in (sum, statistics.median):
            mine, theirs = map(of, times)
            cells.append(f"{mine:.3f} s, {theirs:.3f} s: {theirs / mine:.1f}" if mine and theirs else "-")
        print(f"| {title(begin)} | {len(of_band)} | {' | '.join(cells)} |")


def levels(satoku: Satoku, hodoku: Hodoku, puzzles: list[str], most: int) -> None:
    """How often score and level are those of HoDoKu, level by level; and where they are not."""
    known, _ = satoku.rate_all(puzzles)
    by_level = defaultdict(list)
    for puzzle, told in known.items():
        by_level[told.split()[-1]].append(puzzle)
    draw = random.Random(0)
    sample = []
    for level in LEVELS:
        of_level = by_level[level]
        sample += draw.sample(of_level, min(most, len(of_level)))
    ours, our_time = satoku.rate_all(sample)
    theirs, their_time = hodoku.rate_all(sample)
    print("| level | puzzles | score equal | level equal |\n|---|--:|--:|--:|")
    for level in LEVELS:
        of_level = [puzzle for puzzle, told in theirs.items() if told.endswith(level)]
        score = sum(ours[puzzle] == theirs[puzzle] for puzzle in of_level)
        same = sum(ours[puzzle].split()[-1] == level for puzzle in of_level)
        print(f"| {level} | {len(of_level)} | {score} | {same} |")
    print(f"\nsatoku {our_time:.1f} s, HoDoKu {their_time:.1f} s; {len(sample) - len(theirs)} not rated by it")
    for puzzle, told in theirs.items():
        if told != ours[puzzle]:
            print(f"{puzzle}; satoku {ours[puzzle]}; hodoku {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("satoku", "se", "skfr", "hodoku"):
        parser.add_argument(f"--{name}", required=name == "satoku")
    parser.add_argument("--modes", default="")
    parser.add_argument("--levels", type=int, default=0, metavar="N")
    parser.add_argument("--java", default="java")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()

    who: dict[str, Satoku | Skfr | Explainer | Hodoku] = {"satoku": Satoku(args.satoku, args.seconds)}
    pairs: list[tuple[str, str]] = []
    if args.se:
        first, *more = args.modes.split(",") if args.modes else ["5"]
        who["se"] = Explainer(args.java, args.se, first, args.seconds)
        pairs.append(("satoku", "se"))
        for mode in more:
            who[f"se hashCode={mode}"] = Explainer(args.java, args.se, mode, args.seconds)
            pairs.append((f"se hashCode={mode}", "se"))
    if args.skfr:
        who["skfr"] = Skfr(args.skfr, args.seconds)
        pairs.append(("satoku", "skfr"))
        if args.se:
            pairs.append(("skfr", "se"))
    if args.hodoku:
        who["satoku, hodoku"] = Satoku(args.satoku, args.seconds, "hodoku")
        who["hodoku"] = Hodoku(args.java, args.hodoku, args.seconds)
        pairs.append(("satoku, hodoku", "hodoku"))

    rows: list[dict[str, Answer]] = []
    lines = [line for file in args.files for line in Path(file).read_text().splitlines()]
    if args.levels:
        if not args.hodoku:
            parser.error("--levels: needs --hodoku")
        found = [re.match(r"[0-9.]{81}", line) for line in lines]
        puzzles = dict.fromkeys(it[0].replace("0", ".") for it in found if it)
        hodoku = Hodoku(args.java, args.hodoku, args.seconds)
        levels(Satoku(args.satoku, args.seconds, "hodoku"), hodoku, list(puzzles), args.levels)
        return
    for line in lines:
        found = re.match(r"[0-9.]{81}", line)
        if not found:
            continue
        row = {}
        # Each begins in turn.
        names = list(who)
        turn = len(rows) % len(names)
        for name in names[turn:] + names[:turn]:
            row[name] = who[name].rate(found[0])
        row["listed"] = (read_rating(line[81:]), 0.0)
        rows.append(row)
        if not args.quiet:
            told = [f"{name} {show(row[name][0])} {row[name][1]:.3f} s" for name in names]
            print(found[0], *told, sep="; ", flush=True)
    for one, other in [*pairs, ("satoku", "listed")]:
        table(rows, one, other)


if __name__ == "__main__":
    sys.exit(main())
