"""Every form of text that the library reads."""

import json

import pytest
import satoku
from conftest import FIRST, ROOT

GRID = "\n".join(FIRST[k : k + 9] for k in range(0, 81, 9))
NUMBERS = "\n".join(" ".join(row.replace(".", "0")) for row in GRID.splitlines())
EMPTY = "\n".join(["." * 9] * 9)
CUBE = "".join(
    "".join(digit if cell in (".", digit) else "." for digit in "123456789") for cell in FIRST
)
SQUARES = "AABBAABBCCDDCCDD"
ARROWS = "R<<<M<<<U^M<<<^J>^R<<^S<^R^^O>>^>^^^^^<R6^>^MP^>^V<<^^^^^>^L>>^^<^K>^<<R^>>^<>>>^"
FRAME = {"layout": "grid=6x9"}
#: As f-puzzles packs it.
PACKED = (
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZY8qhAGZ6jFu04wewKVJClK1AOwimr"
    "eB268ZWrQF1khOf2oA2FWPUTt03kYUIAjObUbJt+QKTPxmvvdrelr7WXPqEsh7UKOiiLlbuxggAHIGuITo2fp5mMao"
    "+btJhWdQpuRZpGdZ22anxmVWRQrXcRdXUACzNBQ2J8KUMeUHdCf7CZXHBGW2OXaEGxQjK4/npmdPwAEyzlVON8DkD5"
    "VZFEb0HsSs79SOeW8tDp/79Fw9686vrnfcVC/BO33V1tFDhNhms9nQAS13ldHp5noMfj1/EsQZdfsCXmldLouEA==="
)
PAD = {
    "id": "x",
    "cellSize": 50,
    "cells": [[{"value": cell} if cell != "." else {} for cell in row] for row in GRID.splitlines()],
    "regions": [
        [[3 * (box // 3) + k // 3, 3 * (box % 3) + k % 3] for k in range(9)] for box in range(9)
    ],
}

#: A text of each form, how it is read, and how many givens and rules it has.
TEXTS = {
    "json": (json.dumps([int(cell) for cell in FIRST.replace(".", "0")]), {}, 30, 0),
    "fpuzzles": (PACKED, {}, 30, 0),
    "sudokupad": ("scl" + json.dumps(PAD), {}, 30, 0),
    "iss": (".Thermo~R1C1~R1C2~R1C3.~R9C9_5", {}, 1, 1),
    "killer": (ARROWS, {}, 0, 17),
    "solo": (satoku.Puzzle(FIRST).to_text("solo"), {}, 30, 0),
    "coded": (f"1{EMPTY[1:]}\n1112T\n212223K10\n", {}, 1, 2),
    "library": ((ROOT / "tests/paste/hodoku-lib.txt").read_text(), {}, 30, 0),
    "frame": ("\n".join(["." * 9] * 5 + ["1" + "." * 8]), FRAME, 1, 0),
    "csv": (f"id,puzzle\n1,{FIRST}\n", {}, 30, 0),
    "sdk": (f"#Anobody\n[Puzzle]\n{GRID}\n[State]\n{GRID}\n", {}, 30, 0),
    "candidates": (CUBE, {}, 30, 0),
    "jigsaw": (f"1.....3..4.....2 {SQUARES}", {}, 4, 0),
    "jigsaw-grid": ("1...\n..3.\n.4..\n...2\n\nAABB\nAABB\nCCDD\nCCDD\n", {}, 4, 0),
    "line": (FIRST, {}, 30, 0),
    "numbers": (" ".join(FIRST.replace(".", "0")), {}, 30, 0),
    "pencilmarks": ((ROOT / "puzzles/9x9/pencilmarks.txt").read_text(), {}, None, 0),
    "grid": (NUMBERS, {}, 30, 0),
    "rows": (GRID, {}, 30, 0),
    "spaces": (GRID.replace(".", " "), {}, 30, 0),
}


def test_every_form_has_a_text():
    assert list(TEXTS) == [name for name, _ in satoku.formats()]
    assert all(about for _, about in satoku.formats())


@pytest.mark.parametrize("form", TEXTS)
def test_every_form_is_read(form):
    text, how, givens, rules = TEXTS[form]
    puzzle = satoku.Puzzle(text, **how)
    if not how:
        assert satoku.format_of(text) == form
    assert (puzzle.givens if givens is not None else None) == givens
    assert len(puzzle.rules) == rules
    assert satoku.Puzzle(text.encode(), **how) == puzzle
    if givens == 30 and not rules:
        assert puzzle == satoku.Puzzle(FIRST)


PASTED = sorted((ROOT / "tests/paste").iterdir())


@pytest.mark.parametrize("path", PASTED, ids=lambda path: path.name)
def test_pasted_texts_are_read(path):
    puzzle = satoku.Puzzle(path.read_text(encoding="utf-8"))
    if path.name.startswith("wordoku"):
        # Letters in place of digits: another puzzle, with the same solution up to names.
        assert puzzle.givens == 30 and satoku.unique(puzzle)
    else:
        assert puzzle == satoku.Puzzle(FIRST)


def test_there_are_pasted_texts():
    assert len(PASTED) > 20


@pytest.mark.parametrize("form", [name for name, _ in satoku.forms()])
@pytest.mark.parametrize(
    "text, layout, rules",
    [
        (FIRST, None, ()),
        ("." * 16, "2x2+diagonals", ("cage 3 r1c1 r1c2",)),
        ("1" + "." * 255, None, ()),
    ],
)
def test_what_is_written_is_read(form, text, layout, rules):
    puzzle = satoku.Puzzle(text, layout=layout, rules=rules)
    assert satoku.Puzzle(puzzle.to_text(form)) == puzzle
