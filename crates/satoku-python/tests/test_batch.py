"""Batches: every row is answered as it is alone, whatever the array looks like."""

import random

import numpy as np
import pytest
import satoku
from conftest import FIRST, NONE, SOLVED, TWO
from hypothesis import given, settings
from hypothesis import strategies as st
from satoku import Status

DTYPES = ["u1", "i1", "<u2", ">u2", "i4", "u4", "i8", "u8", ">i8"]


def numbers(text: str) -> list[int]:
    return [int(symbol) if symbol.isdigit() else 0 for symbol in text]


def alone(row: list[int]) -> tuple[int, list[int]]:
    """The status and the solution of a row of a 4×4 or a 9×9."""
    try:
        puzzle = satoku.Puzzle.from_array(np.array(row))
    except satoku.InputError:
        return Status.ERROR, [0] * len(row)
    solution = satoku.solve(puzzle)
    if solution is None:
        return Status.NONE, [0] * len(row)
    return Status.SOLVED, solution.to_array().ravel().tolist()


@st.composite
def rows(draw):
    """Rows of one side: solutions with holes, clashes, and numbers out of range."""
    full = numbers(draw(st.sampled_from([SOLVED, "1234341221434321"])))
    found = []
    for seed in draw(st.lists(st.integers(0, 2**32), max_size=12)):
        chance = random.Random(seed)
        row = [number if chance.random() < 0.6 else 0 for number in full]
        kind = chance.random()
        if kind < 0.1:
            row[0] = row[1] = 1
        elif kind < 0.2:
            row[chance.randrange(len(row))] = chance.choice([10, 100, 127])
        found.append(row)
    return len(full), found


@settings(max_examples=150, deadline=None)
@given(rows(), st.sampled_from(DTYPES), st.integers(0, 5), st.integers(1, 4))
def test_a_batch_is_its_rows(given_rows, dtype, shape, jobs):
    cells, some = given_rows
    side = int(cells**0.5)
    array = np.array(some, dtype=dtype).reshape(len(some), cells)
    if shape == 1:
        array = array.reshape(len(some), side, side)
    elif shape == 2:
        array = np.asfortranarray(array)
    elif shape == 3:
        wide = np.zeros((2 * len(some), 3 * cells), dtype)
        wide[::2, ::3] = array
        array = wide[::2, ::3]
    elif shape == 4:
        array = np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]
    elif shape == 5:
        array = np.ascontiguousarray(array.reshape(len(some), side, side).transpose(2, 1, 0))
        array = array.transpose(2, 1, 0)
    before = array.copy()
    found = satoku.solve_many(array, jobs=jobs)
    expected = [alone(row) for row in some]
    assert found.status.tolist() == [status for status, _ in expected]
    assert found.solutions.shape == (len(some), cells)
    assert found.solutions.tolist() == [solution for _, solution in expected]
    assert sorted(found.errors) == [k for k, (status, _) in enumerate(expected) if status == 4]
    assert (array == before).all()
    counted = satoku.count_many(array, 3, jobs=jobs)
    unique = satoku.unique_many(array, jobs=jobs, solutions=True)
    for k, row in enumerate(some):
        if expected[k][0] == Status.ERROR:
            assert counted.status[k] == unique.status[k] == Status.ERROR
            continue
        puzzle = satoku.Puzzle.from_array(np.array(row))
        single = satoku.count(puzzle, 3)
        assert (counted.counts[k], counted.complete[k]) == (single.count, single.complete)
        verdict = satoku.unique(puzzle)
        assert Status(unique.status[k]).name.lower() == verdict.status
        shown = verdict.solution.to_array().ravel() if verdict else np.zeros(cells)
        assert (unique.solutions[k] == shown).all()


def test_contiguous_bytes_are_not_copied():
    array = np.array([numbers(FIRST)] * 10, np.uint8)
    from satoku import _batch

    rows, is_text = _batch._rows(array)
    assert np.shares_memory(rows, array) and not is_text
    rows, is_text = _batch._rows(array.reshape(10, 9, 9))
    assert np.shares_memory(rows, array)
    texts = np.array([FIRST.encode()] * 3, "S81")
    rows, is_text = _batch._rows(texts)
    assert np.shares_memory(rows, texts) and is_text


def test_out_is_filled():
    array = np.array([numbers(FIRST), numbers(NONE)], np.uint8)
    out = np.full((2, 81), 77, np.uint8)
    found = satoku.solve_many(array, out=out)
    assert found.solutions is out
    assert out[0].tolist() == numbers(SOLVED) and not out[1].any()
    for wrong in (np.zeros((2, 80), np.uint8), np.zeros((81, 2), np.uint8).T):
        with pytest.raises(TypeError):
            satoku.solve_many(array, out=wrong)


def test_larger_and_other_layouts():
    sixteen = np.zeros((3, 16, 16), np.uint8)
    sixteen[1, 0, :2] = 5
    found = satoku.solve_many(sixteen)
    assert found.status.tolist() == [Status.SOLVED, Status.NONE, Status.SOLVED]
    assert (np.sort(found.solutions[0].reshape(16, 16)) == np.arange(1, 17)).all()
    assert satoku.solve_many(np.zeros((2, 25, 25), np.uint8)).status.tolist() == [5, 5]
    diagonals = satoku.solve_many(np.zeros((1, 81), np.uint8), layout="3x3+diagonals").solutions
    assert len(set(np.diag(diagonals.reshape(9, 9)))) == 9
    assert satoku.count_many(np.zeros((1, 16), np.uint8), layout="latin").counts[0] == 576


def test_engines_and_limits():
    array = np.array([numbers(FIRST), numbers(TWO)], np.uint8)
    for engine in ("auto", "lanes", "native", "sat"):
        found = satoku.count_many(array, engine=engine)
        assert found.counts.tolist() == [1, 2]
        assert found.status.tolist() == [Status.COUNTED] * 2
    late = satoku.count_many(np.zeros((5000, 81), np.uint8), time_limit=0.05)
    assert (late.status == Status.UNKNOWN).all() and not late.complete.any()
    out = np.full((5000, 81), 9, np.uint8)
    late = satoku.solve_many(np.tile(array, (2500, 1)), time_limit=0.0, out=out)
    assert (late.status == Status.UNKNOWN).all() and not out.any()
    with pytest.raises(satoku.UnsupportedError):
        satoku.solve_many(array, engine="warp")
    with pytest.raises(ValueError):
        satoku.solve_many(array, jobs=0)


def test_what_is_no_array_of_puzzles_raises():
    for wrong in (np.zeros((2, 81)), np.zeros(81, int), np.zeros((2, 3, 9, 9), int), FIRST):
        with pytest.raises(TypeError):
            satoku.solve_many(wrong)
    with pytest.raises(satoku.InputError):
        satoku.solve_many(np.zeros((2, 80), np.uint8))
    with pytest.raises(satoku.UnsupportedError):
        satoku.solve_many(np.zeros((1, 81), np.uint8), layout="digits=0-8")


TEXTS = [FIRST, TWO, NONE, "nonsense", None, FIRST.replace(".", "0"), FIRST.replace(".", "*"), ""]


def expect_texts(found):
    assert found.status.tolist() == [5, 5, 0, 4, 4, 5, 5, 4]
    lines = found.lines()
    assert lines[0] == lines[5] == lines[6] == SOLVED and lines[2] is None and lines[3] is None
    assert sorted(found.errors) == [3, 4, 7]


def test_columns_of_texts():
    expect_texts(satoku.solve_many(TEXTS))
    expect_texts(satoku.solve_many(tuple(TEXTS)))
    expect_texts(satoku.solve_many(iter(TEXTS)))
    expect_texts(satoku.solve_many(np.array(TEXTS, object)))
    assert satoku.solve_many([FIRST] * 3).lines() == [SOLVED] * 3
    assert satoku.solve_many(np.array([FIRST] * 3)).lines() == [SOLVED] * 3
    assert satoku.solve_many(np.array([FIRST.encode(), b"x"])).status.tolist() == [5, 4]
    assert satoku.solve_many([satoku.Puzzle(FIRST)]).lines() == [SOLVED]
    assert satoku.solve_many([FIRST, "." * 16]).status.tolist() == [5, 4]
    assert satoku.solve_many(["." * 16] * 2).lines()[0] is not None
    assert satoku.solve_many([[0] * 16]).status.tolist() == [5]
    assert len(satoku.solve_many([])) == 0
    assert len(satoku.solve_many(np.zeros((0, 81), np.uint8))) == 0
    with pytest.raises(TypeError):
        satoku.solve_many([FIRST, 5])


def test_columns_of_pandas():
    pandas = pytest.importorskip("pandas")
    expect_texts(satoku.solve_many(pandas.Series(TEXTS)))
    expect_texts(satoku.solve_many(pandas.Series(TEXTS, dtype="string")))


def test_columns_of_polars():
    polars = pytest.importorskip("polars")
    expect_texts(satoku.solve_many(polars.Series(TEXTS)))


def test_columns_of_pyarrow():
    pyarrow = pytest.importorskip("pyarrow")
    expect_texts(satoku.solve_many(pyarrow.array(TEXTS)))
    expect_texts(satoku.solve_many(pyarrow.chunked_array([TEXTS[:3], TEXTS[3:]])))


def test_threads_do_not_change_answers(lists):
    some = (lists * (6000 // len(lists) + 1))[:6000]
    one = satoku.count_many(some, 20, jobs=1)
    for jobs in (2, 3, 8):
        more = satoku.count_many(some, 20, jobs=jobs)
        assert (more.counts == one.counts).all() and (more.complete == one.complete).all()
