#!/usr/bin/env python3
"""A first solution, and whether it is the only one, by OR-tools CP-SAT with one worker:

    python3 -m venv venv && venv/bin/pip install ortools
    venv/bin/python benches/cpsat.py [--time SECONDS] FILE...

FILE holds one square grid with square boxes: rows of numbers with 0 or . for an empty cell, or rows
of symbols. Prints the table of `cargo bench --bench large`; seconds of the solver alone.
"""

import argparse
import math
import pathlib

from ortools.sat.python import cp_model


def read(path):
    rows = [line.split() for line in pathlib.Path(path).read_text().splitlines() if line.strip()]
    if len(rows) == 1 and len(rows[0]) == 1:
        side = math.isqrt(len(rows[0][0]))
        rows = [list(rows[0][0][k * side:(k + 1) * side]) for k in range(side)]
    elif all(len(row) == 1 for row in rows):
        rows = [list(row[0]) for row in rows]
    number = lambda text: 0 if text in "._" else int(text, 36 if len(text) == 1 else 10)
    return [[number(text) for text in row] for row in rows]


def ask(grid, excluded, seconds):
    side = len(grid)
    order = math.isqrt(side)
    model = cp_model.CpModel()
    cells = [[model.new_int_var(1, side, "") for _ in range(side)] for _ in range(side)]
    houses = [[(r, c) for c in range(side)] for r in range(side)]
    houses += [[(r, c) for r in range(side)] for c in range(side)]
    houses += [
        [(r + k // order, c + k % order) for k in range(side)]
        for r in range(0, side, order)
        for c in range(0, side, order)
    ]
    for house in houses:
        model.add_all_different([cells[r][c] for r, c in house])
    for r, row in enumerate(grid):
        for c, clue in enumerate(row):
            if clue:
                model.add(cells[r][c] == clue)
    if excluded:
        others = []
        for r, row in enumerate(grid):
            for c, clue in enumerate(row):
                if not clue:
                    other = model.new_bool_var("")
                    model.add(cells[r][c] != excluded[r][c]).only_enforce_if(other)
                    others.append(other)
        model.add_bool_or(others)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    found = None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = [[solver.value(cell) for cell in row] for row in cells]
    return status, found, solver.wall_time


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--time", type=float, default=20)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    print("| file | by | solution | s | unique | s |\n| --- | --- | --- | --: | --- | --: |")
    for path in args.files:
        grid = read(path)
        status, found, first = ask(grid, None, args.time)
        solved = "yes" if found else "none" if status == cp_model.INFEASIBLE else "-"
        unique, second = solved if solved != "yes" else "-", 0.0
        if found:
            status, other, second = ask(grid, found, args.time)
            unique = "multiple" if other else "unique" if status == cp_model.INFEASIBLE else "-"
        name = pathlib.Path(path).stem
        print(f"| {name} | OR-tools | {solved} | {first:.2f} | {unique} | {second:.2f} |", flush=True)


main()
