"""How puzzles are answered: backends, encodings, schemes, bounds on memory."""

import numpy as np
import pytest
import satoku
from conftest import FIRST, NONE, SOLVED, TWO

#: Of a search.
SEARCHES = [
    satoku.solve,
    satoku.count,
    satoku.unique,
    lambda puzzle, **how: list(satoku.solutions(puzzle, **how)),
    lambda puzzle, **how: satoku.solve_many([str(puzzle)], **how).lines(),
    lambda puzzle, **how: satoku.unique_many([str(puzzle)], **how).status.tolist(),
    lambda puzzle, **how: satoku.count_many([str(puzzle)], **how).counts.tolist(),
]


def same(answer):
    """An answer as it can be compared."""
    return (answer.status, answer.solution) if isinstance(answer, satoku.Uniqueness) else answer


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    "how",
    [
        {"backend": "batsat"},
        {"backend": "varisat", "encoding": "minimal"},
        {"encoding": "extended", "amo": "sequential"},
        {"encoding": "auto", "amo": "auto"},
        {"amo": "product", "memory_limit": "64G"},
        {"memory_limit": 1 << 36},
    ],
)
def test_searches_by_formulas_agree(search, how):
    for text in (FIRST, NONE):
        puzzle = satoku.Puzzle(text)
        assert same(search(puzzle, **how)) == same(search(puzzle))
    assert satoku.count(satoku.Puzzle(TWO), **how).count == 2


def test_a_formula_is_asked_for():
    """A backend, an encoding or a scheme is not passed over."""
    question = {"puzzle": FIRST, "want": "solve"}
    for options in ({"backend": "batsat"}, {"encoding": "minimal"}, {"amo": "product"}):
        assert satoku.ask({**question, "options": options})["engine"] == "sat"
    assert satoku.ask(question)["engine"] == "lanes"


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    "how, error",
    [
        ({"encoding": "morse"}, satoku.UnsupportedError),
        ({"amo": "all"}, satoku.UnsupportedError),
        ({"backend": "cmd:true"}, satoku.UnsupportedError),
        ({"engine": "native", "encoding": "minimal"}, satoku.InputError),
        ({"engine": "lanes", "amo": "product"}, satoku.InputError),
        ({"engine": "local", "backend": "batsat"}, satoku.InputError),
        ({"memory_limit": "much"}, satoku.InputError),
        ({"memory_limit": 0}, satoku.InputError),
        ({"memory_limit": 1.5}, TypeError),
        ({"colour": 1}, TypeError),
    ],
)
def test_what_does_not_apply_is_an_error(search, how, error):
    with pytest.raises(error):
        search(satoku.Puzzle(FIRST), **how)


def test_other_questions_have_no_formulas():
    for want in ("explain", {"minimize": {}}, {"prove": {}}, "check", {"rate": {}}):
        answer = satoku.ask({"puzzle": FIRST, "want": want, "options": {"encoding": "minimal"}})
        assert answer["status"] == "error" and "does not apply to" in answer["error"]
    with pytest.raises(TypeError):
        satoku.prove(satoku.Puzzle(FIRST), amo="product")
    with pytest.raises(satoku.InputError, match="`backend` does not apply to `candidates`"):
        satoku.true_candidates(satoku.Puzzle(FIRST), marks="basic", backend="batsat")


def test_backends_of_other_questions():
    puzzle = satoku.Puzzle(FIRST)
    for backend in ("varisat", "batsat"):
        assert satoku.explain(puzzle, backend=backend).status == "unique"
        assert satoku.true_candidates(puzzle, backend=backend).complete
        assert satoku.minimize(puzzle, backend=backend).complete
    certificate = satoku.prove(puzzle, backend="varisat")
    assert certificate.status == "unique" and certificate.verify()["holds"]
    assert set(certificate.files) == set(satoku.prove(puzzle).files)
    with pytest.raises(satoku.SatokuError):
        satoku.prove(satoku.Puzzle("." * 81), backend="none")


#: A search without end.
ENDLESS = "." * 81


def test_memory_is_a_limit():
    """The process has more than a megabyte to begin with."""
    endless = satoku.Puzzle(ENDLESS)
    for engine in ("auto", "native", "sat"):
        assert satoku.count(endless, engine=engine, memory_limit="1M").status == "unknown"
    with pytest.raises(satoku.LimitError):
        large = satoku.Puzzle.from_array(np.zeros((49, 49), int))
        satoku.solve(large, engine="sat", memory_limit=1 << 20)
    with pytest.raises(satoku.LimitError):
        for _ in satoku.solutions(endless, memory_limit="1M"):
            pass
    found = satoku.count_many([ENDLESS, ENDLESS], memory_limit="1M")
    assert [satoku.Status(status).name for status in found.status] == ["UNKNOWN"] * 2
    # Enough of it changes nothing.
    assert str(satoku.solve(satoku.Puzzle(FIRST), memory_limit="1T")) == SOLVED
