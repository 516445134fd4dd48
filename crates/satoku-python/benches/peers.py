"""Plain 9×9 puzzles by satoku and by other Python packages, in one run on one processor:

    taskset -c 1 python benches/peers.py FILE…

Each takes a text and gives a text, which is checked; processor time a puzzle, the best of three rounds.
Who is slow gets the first puzzles of a list only, as many as it answers in the time allowed. What is
not installed is left out (py-sudoku, python-sat, ortools, pencilmark).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import satoku

#: Seconds that a solver has for a list.
ALLOWED = 8.0
ROUNDS = 3

Solver = Callable[[str], "str | None"]


def by_satoku() -> Solver:
    return lambda text: str(satoku.solve(satoku.Puzzle(text)))


def by_satoku_unique() -> Solver:
    def solve(text: str) -> str | None:
        found = satoku.unique(satoku.Puzzle(text))
        return str(found.solution) if found else None

    return solve


def by_pencilmark() -> Solver:
    import pencilmark

    return lambda text: "".join(map(str, pencilmark.solve(text)))


def by_py_sudoku() -> Solver:
    from sudoku import Sudoku

    def solve(text: str) -> str | None:
        cells = [int(symbol) if symbol != "." else 0 for symbol in text]
        board = [cells[row : row + 9] for row in range(0, 81, 9)]
        solved = Sudoku(3, 3, board=board).solve()
        return "".join(str(number) for row in solved.board for number in row)

    return solve


def clauses() -> list[list[int]]:
    """The textbook's formula of the empty grid, `extended` by pairs."""
    return satoku.encode(satoku.Puzzle("." * 81)).clauses


def grid(model: Iterable[int]) -> str:
    return "".join(str((lit - 1) % 9 + 1) for lit in model if 0 < lit <= 729)


def givens(text: str) -> list[int]:
    return [9 * cell + int(symbol) for cell, symbol in enumerate(text) if symbol != "."]


def by_pysat(name: str) -> Callable[[], Solver]:
    def make() -> Solver:
        from pysat.solvers import Solver as Sat

        base = clauses()

        def solve(text: str) -> str | None:
            with Sat(name=name, bootstrap_with=base) as solver:
                for literal in givens(text):
                    solver.add_clause([literal])
                return grid(solver.get_model()) if solver.solve() else None

        return solve

    return make


def by_pysat_kept(name: str) -> Callable[[], Solver]:
    def make() -> Solver:
        from pysat.solvers import Solver as Sat

        solver = Sat(name=name, bootstrap_with=clauses())

        def solve(text: str) -> str | None:
            return grid(solver.get_model()) if solver.solve(assumptions=givens(text)) else None

        return solve

    return make


def by_ortools() -> Solver:
    from ortools.sat.python import cp_model

    def solve(text: str) -> str | None:
        model = cp_model.CpModel()
        cells = [
            model.new_int_var(1, 9, "") if symbol == "." else model.new_constant(int(symbol))
            for symbol in text
        ]
        for k in range(9):
            row, column = 9 * k, 27 * (k // 3) + 3 * (k % 3)
            model.add_all_different(cells[row : row + 9])
            model.add_all_different(cells[k::9])
            model.add_all_different([cells[column + 9 * r + c] for r in range(3) for c in range(3)])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


SOLVERS: list[tuple[str, Callable[[], Solver]]] = [
    ("satoku.solve", by_satoku),
    ("satoku.unique", by_satoku_unique),
    ("pencilmark.solve (unique)", by_pencilmark),
    ("PySAT, CaDiCaL, a solver a puzzle", by_pysat("cadical153")),
    ("PySAT, Glucose, a solver a puzzle", by_pysat("glucose4")),
    ("PySAT, Glucose, one solver kept", by_pysat_kept("glucose4")),
    ("OR-tools, CP-SAT, one worker", by_ortools),
    ("py-sudoku", by_py_sudoku),
]


def is_right(text: str, solution: str | None) -> bool:
    if solution is None or any(a not in (".", b) for a, b in zip(text, solution)):
        return False
    return bool(satoku.check(satoku.Puzzle(solution)))


def one_by_one(solve: Solver, puzzles: list[str]) -> tuple[float, int]:
    """Microseconds a puzzle, and of how many."""
    start = time.process_time()
    solve(puzzles[0])
    # The clock is looked at every hundredth of a second.
    step = max(1, int(0.01 / max(time.process_time() - start, 1e-6)))
    best, many = float("inf"), len(puzzles)
    for _ in range(ROUNDS):
        found: list[str | None] = []
        start = time.process_time()
        for at in range(0, many, step):
            found += map(solve, puzzles[at : min(at + step, many)])
            if time.process_time() - start > ALLOWED / ROUNDS:
                break
        took = time.process_time() - start
        many = len(found)
        best = min(best, took / many)
    for text, solution in zip(puzzles, found):
        assert is_right(text, solution), (text, solution)
    return best * 1e6, many


def batch(puzzles: list[str]) -> float:
    rows = np.frombuffer("".join(puzzles).encode(), np.uint8).reshape(-1, 81)
    rows = np.where(rows == ord("."), 0, rows - ord("0")).astype(np.uint8)
    rows = np.tile(rows, (max(1, 200_000 // len(rows)), 1))
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        found = satoku.solve_many(rows, jobs=1)
        best = min(best, time.process_time() - start)
        assert (found.status == satoku.Status.SOLVED).all()
    return best / len(rows) * 1e6


def main() -> None:
    lists = []
    for path in map(Path, sys.argv[1:]):
        lines = (line.split(",")[0].strip().replace("0", ".") for line in path.open())
        puzzles = [line for line in lines if len(line) == 81 and set(line) <= set(".123456789")]
        lists.append((path.stem, puzzles[:2000]))
    names = [f"{name} ({len(puzzles)})" for name, puzzles in lists]
    print("| µs a puzzle | " + " | ".join(names) + " |")
    print("| --- |" + " --: |" * len(names))
    base = [batch(puzzles) for _, puzzles in lists]
    print("| satoku.solve_many, one thread | " + " | ".join(f"{time:.2f}" for time in base) + " |")
    single = None
    for name, make in SOLVERS:
        try:
            solve = make()
        except ImportError as error:
            print(f"{name}: left out: {error}", file=sys.stderr)
            continue
        times = []
        for _, puzzles in lists:
            solve(puzzles[0])
            took, many = one_by_one(solve, puzzles)
            times.append((took, many, len(puzzles)))
        single = single or [took for took, _, _ in times]
        cells = []
        for (took, many, all_), fast in zip(times, single):
            part = f", first {many}" if many < all_ else ""
            cells.append(f"{took:,.1f} (×{took / fast:,.1f}{part})")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
