"""Puzzles and solutions as Python objects."""

import pickle
from xml.etree import ElementTree

import numpy as np
import pytest
import satoku
from conftest import FIRST, SOLVED


def test_text_array_and_text_again():
    puzzle = satoku.Puzzle(FIRST)
    assert str(puzzle) == FIRST
    assert eval(repr(puzzle), {"Puzzle": satoku.Puzzle}) == puzzle
    assert (puzzle.rows, puzzle.columns, puzzle.digits, puzzle.cells) == (9, 9, 9, 81)
    assert (puzzle.layout, puzzle.givens, puzzle.rules) == ("3x3", 30, ())
    array = puzzle.to_array()
    assert array.shape == (9, 9) and array.dtype == np.uint16
    for form in (array, array.ravel(), array.astype(np.int64), array.tolist(), array[::1, ::1]):
        assert satoku.Puzzle.from_array(form) == puzzle
    assert satoku.Puzzle.from_array(puzzle.to_candidates()) == puzzle
    assert satoku.Puzzle(FIRST.encode()) == puzzle
    assert satoku.Puzzle(puzzle.to_text("grid")) == puzzle
    assert puzzle.to_text("pretty").startswith("┌")


def test_equal_puzzles_have_equal_hashes():
    puzzle = satoku.Puzzle(FIRST)
    same = satoku.Puzzle(FIRST.replace(".", "0"))
    assert puzzle == same and hash(puzzle) == hash(same)
    assert puzzle != satoku.Puzzle(FIRST, layout="3x3+diagonals")
    assert puzzle != FIRST
    assert len({puzzle, same}) == 1


@pytest.mark.parametrize(
    "text, how",
    [
        (FIRST, {}),
        ("." * 16, {"layout": "2x2+diagonals"}),
        ("." * 16, {"layout": "2x2", "rules": ["cage 3 r1c1 r1c2"]}),
        ("." * 256, {}),
        ("/".join(["." * 9] * 6), {"layout": "grid=6x9"}),
    ],
)
def test_pickles_come_back(text, how):
    puzzle = satoku.Puzzle(text, **how)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    solution = satoku.solve(puzzle)
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution.to_array().shape == (puzzle.rows, puzzle.columns)


def test_a_grid_with_holes_has_zeros_there():
    puzzle = satoku.Puzzle.from_array(np.zeros((21, 21), int), layout="samurai")
    array = satoku.solve(puzzle).to_array()
    assert array.shape == (21, 21)
    assert (array == 0).sum() == 21 * 21 - puzzle.cells
    assert satoku.Puzzle.from_array(array, layout="samurai").givens == puzzle.cells


def test_solutions_are_arrays_too():
    solution = satoku.solve(satoku.Puzzle(FIRST))
    assert str(solution) == SOLVED
    assert np.asarray(solution).sum() == 405
    assert np.asarray(solution, dtype=np.uint8).dtype == np.uint8
    assert solution == satoku.solve(satoku.Puzzle(FIRST)) and solution != SOLVED
    assert hash(solution) == hash(satoku.solve(satoku.Puzzle(FIRST)))


def test_notebooks_get_an_image():
    puzzle = satoku.Puzzle(FIRST)
    for image in (puzzle._repr_html_(), satoku.solve(puzzle)._repr_html_()):
        assert ElementTree.fromstring(image).tag.endswith("svg")


def test_errors_tell_kind_and_place():
    with pytest.raises(satoku.InputError) as caught:
        satoku.Puzzle("1.x\n")
    assert isinstance(caught.value, ValueError)
    assert (caught.value.kind, caught.value.line) == ("input", 1)
    with pytest.raises(satoku.InputError):
        satoku.Puzzle(FIRST, layout="5x5+nothing")
    with pytest.raises(TypeError):
        satoku.Puzzle(5)
    with pytest.raises(TypeError):
        satoku.Puzzle.from_array(np.zeros((9, 9)))
    for wrong in (np.full((9, 9), 10), np.full((9, 9), -1), np.zeros((3, 27), int)):
        with pytest.raises(satoku.InputError):
            satoku.Puzzle.from_array(wrong)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.kind, error.line) == (str(caught.value), "input", 1)
