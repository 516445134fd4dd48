#!/usr/bin/env python3
"""Formulas of certificates before an encoder of its own: `.ci/encoder.py SATOKU`.

Puzzles of every layout kind and rule kind are generated or taken from `puzzles/`, certificates
made, and each `formula.cnf` compared, clause by clause, with the formula that this program writes
from `puzzle.txt`. It is written from the descriptions in PROOFS.md and at the head of
`statement.rs`, `rules.rs` and `formula.rs` alone. Python's standard library is all it needs.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import combinations

LAYOUTS = """latin 2x2 2x3 3x2 3x3 2x5 3x4 4x4 2x2+diagonal 3x3+diagonal+antidiagonal 3x3+windoku
3x3+disjoint 2x3+diagonal 2x3+windoku 3x3+windoku+diagonal+disjoint
regions=AAAABBAABBBBCCCCDDCCDDDDEEEEFFEEFFFF""".split()

# Rows of cells, with holes.
FRAMES = {
    "digits=0-5+2x3": ["x" * 6] * 6,
    "grid=2x3+latin": ["xxx"] * 2,
    "cells=xxx/x.x/xxx": ["xxx", "x.x", "xxx"],
    "gattai=0,0;6,6": ["x" * 9 + "." * 6] * 6 + ["x" * 15] * 3 + ["." * 6 + "x" * 9] * 6,
}

FILES = """9x9/clash.txt 9x9/pencilmarks.txt 9x9/jigsaw.txt 16x16/minimal.txt 25x25/dense.txt
variants/antiknight.json variants/cage.json variants/sandwich.json variants/thermometer.json
variants/whispers.json variants/chaos.json variants/countdistinct.json variants/doublers.json
variants/schrodinger.json""".split()


class Formula:
    """Clauses over candidates, then states of automata and what is reached."""

    def __init__(self, text):
        self.puzzle = json.loads(text)
        rows = self.puzzle["puzzle"]
        frame = "digits" in self.puzzle
        places = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x is not False]
        self.index = {place: k for k, place in enumerate(places)}
        clues = [rows[r][c] for r, c in places]
        if frame:
            first, last = map(int, self.puzzle["digits"].split("-"))
            self.houses = [[cell - 1 for cell in house] for house in self.puzzle["houses"]]
        else:
            first, last = 1, len(rows)
            self.houses = houses(self.puzzle["layout"], len(rows))
        self.first, self.digits = first, last - first + 1
        self.cells = len(places)
        self.top = self.cells * self.digits
        self.clauses = []
        for cell, clue in enumerate(clues):
            if clue is None or clue == 0 and not frame:
                continue
            if isinstance(clue, list):
                allowed = {number - first for number in clue}
                self.clauses += [[-self.var(cell, d)] for d in self.all() if d not in allowed]
            else:
                self.clauses.append([self.var(cell, clue - first)])
        for cell in range(self.cells):
            self.one([self.var(cell, d) for d in self.all()], True)
        for house in self.houses:
            for d in self.all():
                self.one([self.var(cell, d) for cell in house], len(house) == self.digits)
        self.is_ordered = True
        for rule in self.puzzle.get("rules", []):
            self.rule(rule)

    def all(self):
        return range(self.digits)

    def var(self, cell, digit):
        return self.digits * cell + digit + 1

    def cell(self, name):
        row, column = name[1:].split("c")
        return self.index[int(row) - 1, int(column) - 1]

    def one(self, lits, needed):
        """No two of them; at least one, if needed."""
        if needed:
            self.clauses.append(lits)
        self.clauses += [[-a, -b] for a, b in combinations(lits, 2)]

    def rule(self, rule):
        if "clauses" in rule:
            for clause in rule["clauses"]:
                lit = lambda name, d: self.var(self.cell(name), abs(d) - 1) * (1 if d > 0 else -1)
                self.clauses.append([lit(name, d) for name, d in clause])
        elif "distinct" in rule:
            for d in self.all():
                self.one([self.var(self.cell(name), d) for name in rule["distinct"]], False)
        elif "pairs" in rule:
            for a, b in rule["pairs"]:
                a, b = self.cell(a), self.cell(b)
                for x in self.all():
                    for y in self.all():
                        if y + 1 not in rule["allowed"][x]:
                            self.clauses.append([-self.var(a, x), -self.var(b, y)])
        elif "sum" in rule:
            weights = rule["weights"]
            row = lambda k: weights[k] if len(weights) > 1 else weights[0]
            step = lambda k, s, d: s + row(k)[d]
            self.path(rule["sum"], 0, step, set(rule["targets"]))
        elif "any" in rule:
            selectors = [self.top + n for n in range(1, len(rule["any"]) + 1)]
            self.top += len(selectors)
            self.clauses.append(selectors)
            for selector, option in zip(selectors, rule["any"]):
                start = len(self.clauses)
                for form in option:
                    self.rule(form)
                for clause in self.clauses[start:]:
                    clause.append(-selector)
        elif "connected" in rule:
            self.connected(rule)
        elif "nvalue" in rule:
            self.nvalue(rule)
        elif "distinct pairs" in rule:
            for x in self.all():
                for y in self.all():
                    at = [(self.var(self.cell(a), x), self.var(self.cell(b), y))
                          for a, b in rule["distinct pairs"]]
                    for one, other in combinations(at, 2):
                        self.clauses.append([-var for var in dict.fromkeys(one + other)])
        else:
            step = lambda _, s, d: rule["next"][s - 1][d] or None
            self.path(rule["line"], rule["start"], step, set(rule["accepting"]))

    def connected(self, rule):
        """Members, which are reached from the first of them."""
        cells = [self.cell(name) for name in rule["connected"]]

        def fresh():
            self.top += len(cells)
            return list(range(self.top - len(cells) + 1, self.top + 1))

        member, seen, reached = fresh(), fresh(), fresh()
        near = {k: {k} for k in range(len(cells))}
        for a, b in rule["edges"]:
            near[a - 1].add(b - 1)
            near[b - 1].add(a - 1)
        for k, cell in enumerate(cells):
            digits = [self.var(cell, d - 1) for d in rule["digits"]]
            self.clauses += [[-x, member[k]] for x in digits] + [[-member[k]] + digits]
            before = [seen[k - 1]] if k else []
            self.clauses += [[-x, seen[k]] for x in [member[k]] + before]
            self.clauses.append([-seen[k], member[k]] + before)
            self.clauses += [[-reached[k], member[k]]] + [[-reached[k], -x] for x in before]
            self.clauses.append([-member[k], reached[k]] + before)
        for _ in range(rule["steps"]):
            there = fresh()
            for k in range(len(cells)):
                here = [reached[j] for j in near[k]]
                self.clauses += [[-there[k], member[k]], [-there[k]] + here]
                self.clauses += [[-x, -member[k], there[k]] for x in here]
            reached = there
        self.clauses += [[-m, r] for m, r in zip(member, reached)]
        self.is_ordered = False

    def nvalue(self, rule):
        """Which digits are there, and how many of the first so many."""
        cells, n = [self.cell(name) for name in rule["nvalue"]], self.digits
        there = [self.top + 1 + d for d in self.all()]
        self.top += n
        so_many = {}
        for d in range(n):
            for k in range(1, d + 2):
                self.top += 1
                so_many[d, k] = self.top
        for d in self.all():
            has = [self.var(cell, d) for cell in cells]
            self.clauses += [[-x, there[d]] for x in has] + [[-there[d]] + has]
        for (d, k), here in so_many.items():
            # Before the first digit there are none; none or more there are always.
            same = [so_many[d - 1, k]] if (d - 1, k) in so_many else []
            fewer = [so_many[d - 1, k - 1]] if k > 1 else []
            self.clauses += [[-x, here] for x in same]
            self.clauses.append([-x for x in fewer] + [-there[d], here])
            self.clauses.append([-here, there[d]] + same)
            self.clauses += [[-here, x] for x in fewer]
        for d, count in enumerate(rule["counts"]):
            tells = self.var(self.cell(rule["teller"]), d)
            if not 0 <= count <= n:
                self.clauses.append([-tells])
                continue
            if count > 0:
                self.clauses.append([-tells, so_many[n - 1, count]])
            if count < n:
                self.clauses.append([-tells, -so_many[n - 1, count + 1]])
        self.is_ordered = False

    def path(self, names, start, step, accepting):
        """An automaton that reads cells, its states in layers."""
        cells = [self.cell(name) for name in names]
        layers = [{start}]
        for k in range(len(cells)):
            after = {step(k, s, d) for s in layers[-1] for d in self.all()}
            layers.append(after - {None})
        layers[-1] &= accepting
        for k in reversed(range(len(cells))):
            leads = lambda s: any(step(k, s, d) in layers[k + 1] for d in self.all())
            if k > 0:
                layers[k] = {s for s in layers[k] if leads(s)}
        names = []
        for layer in layers:
            names.append({s: self.top + n for n, s in enumerate(sorted(layer), 1)})
            self.top += len(layer)
        self.is_ordered = False
        self.clauses.append([names[0][start]])
        for k, cell in enumerate(cells):
            here, there = names[k], names[k + 1]
            x = [self.var(cell, d) for d in self.all()]
            to = {(s, d): there.get(step(k, s, d)) for s in here for d in self.all()}
            for (s, d), t in to.items():
                self.clauses.append([-here[s], -x[d]] + ([t] if t else []))
            self.clauses += [[-a, -b] for a, b in combinations(sorted(there.values()), 2)]
            for t in there.values():
                for d in self.all():
                    self.clauses.append([-t, -x[d]] + [here[s] for s in here if to[s, d] == t])
            for s in here:
                ends = {to[s, d] for d in self.all()} - {None}
                self.clauses.append([-here[s]] + sorted(ends))
            for t in there.values():
                arrows = [(s, d) for s in here for d in self.all() if to[s, d] == t]
                self.clauses.append([-t] + sorted({here[s] for s, _ in arrows}))
                self.clauses.append([-t] + sorted({x[d] for _, d in arrows}))
            for d in self.all():
                self.clauses.append([-x[d]] + [here[s] for s in here if to[s, d]])

    def block(self, solution):
        """The clause that some cell has another digit."""
        digits = [number - self.first for number in solution]
        self.clauses.append([-self.var(cell, digit) for cell, digit in enumerate(digits)])


def houses(layout, side):
    """The houses of a square layout: rows, columns, then those of each term."""
    def grouped(key):
        groups = {}
        for cell in range(side * side):
            groups.setdefault(key(*divmod(cell, side)), []).append(cell)
        return [groups[k] for k in sorted(groups)]

    def window(line, length):
        """Windows of so many lines, one line before each; the lines left over come last."""
        number, place = divmod(line, length + 1)
        is_whole = number * (length + 1) + length < side
        return number if place > 0 and is_whole else side

    found = grouped(lambda r, c: r) + grouped(lambda r, c: c)
    high = wide = None
    for term in layout.split("+"):
        if term == "latin":
            pass
        elif term == "diagonal":
            found.append([k * side + k for k in range(side)])
        elif term == "antidiagonal":
            found.append([k * side + side - 1 - k for k in range(side)])
        elif term == "windoku":
            found += grouped(lambda r, c: (window(r, high), window(c, wide)))
        elif term == "disjoint":
            found += grouped(lambda r, c: (r % high, c % wide))
        elif term.startswith("regions="):
            symbols = term[len("regions="):]
            found += grouped(lambda r, c: symbols.index(symbols[r * side + c]))
        else:
            high, wide = map(int, term.split("x"))
            found += grouped(lambda r, c: (r // high, c // wide))
    return found


def check(folder):
    """Compares the formula of a certificate; returns its number of clauses, 0 if it has none."""
    file = folder / "formula.cnf"
    if not file.exists():
        return 0
    expected = Formula((folder / "puzzle.txt").read_text())
    if (folder / "solution.txt").exists():
        expected.block(list(map(int, (folder / "solution.txt").read_text().split())))
    lines = [line.split() for line in file.read_text().splitlines() if line[0] != "c"]
    header, clauses = lines[0], [list(map(int, line[:-1])) for line in lines[1:]]
    assert header == ["p", "cnf", str(expected.top), str(len(expected.clauses))], (folder, header)
    assert all(line[-1] == "0" for line in lines[1:]), folder
    if expected.is_ordered:
        assert clauses == expected.clauses, folder
    else:
        count = lambda clauses: Counter(tuple(sorted(clause)) for clause in clauses)
        assert count(clauses) == count(expected.clauses), folder
    return len(clauses)


def main(satoku):
    def run(*args, text=None):
        done = subprocess.run([satoku, *args], input=text, capture_output=True, text=True)
        assert done.returncode < 2, (args, done.stderr)
        return done.stdout

    with tempfile.TemporaryDirectory() as scratch:
        puzzles = [(layout, run("generate", "--seed", "1", "--layout", layout, "--size",
                    str(side(layout)), "--output", "json")) for layout in LAYOUTS]
        for layout, rows in FRAMES.items():
            empty = [[None if cell == "x" else False for cell in row] for row in rows]
            filled = run("solve", "--output", "json",
                         text=json.dumps({"layout": layout, "puzzle": empty}))
            puzzle = json.loads(filled)
            for k, row in enumerate(puzzle["puzzle"]):
                row[k % 3::5] = [cell if cell is False else None for cell in row[k % 3::5]]
            puzzles.append((layout, json.dumps(puzzle)))
        choice = "or (and (sandwich 10 r1) (cage 9 r1c1-2)) (or (sum 9 r2c1-2) (whispers r3c1-3))"
        counts = "or (countdistinct r1c1; r1c2-4 r2c2-4) (countdistinct r9c9; r8c1-9 r9c9)"
        for rule in [choice, counts]:
            for seed in "123":
                text = run("generate", "--seed", seed, "--output", "json")
                text = run("convert", "--output", "json", "--constraint", rule, text=text)
                puzzles.append((rule, text))
        files = [(name, pathlib.Path("puzzles", name).read_text()) for name in FILES]
        formulas = clauses = 0
        for k, (name, text) in enumerate(puzzles + files):
            folder = pathlib.Path(scratch, str(k))
            run("prove", "-o", str(folder), text=text)
            found = check(folder)
            formulas += found > 0
            clauses += found
            if found == 0:
                print(f"{name}: several solutions, so there is no formula")
    assert formulas > 25, formulas
    print(f"{formulas} formulas, {clauses} clauses: as the rules say")


def side(layout):
    term = layout.split("+")[0]
    if term.startswith("regions="):
        return 6
    high, wide = (2, 3) if term == "latin" else map(int, term.split("x"))
    return high * wide


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "target/release/satoku")
