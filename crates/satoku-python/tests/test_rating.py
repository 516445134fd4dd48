"""Ratings, steps and hints."""

import numpy as np
import pytest
import satoku
from conftest import FIRST, NONE, ROOT, SOLVED, TWO

#: ER, EP and ED as published.
KNOWN = {
    FIRST: (1.2, 1.2, 1.2),
    "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.": (9.0, 9.0, 2.6),
}


def test_ratings():
    for text, (er, ep, ed) in KNOWN.items():
        puzzle = satoku.Puzzle(text)
        rating = satoku.rate(puzzle)
        assert (rating.status, rating.er, rating.ep, rating.ed) == ("rated", er, ep, ed)
        assert puzzle.rate().document == rating.document
        assert sum(rating.techniques.values()) == len(puzzle.steps().steps)
    assert satoku.rate(satoku.Puzzle(FIRST), wanted={"min": 5.0}).status == "unfit"
    assert satoku.rate(satoku.Puzzle(TWO)).status == "multiple"
    assert satoku.rate(satoku.Puzzle(TWO)).er is None
    with pytest.raises(satoku.InputError):
        satoku.rate(satoku.Puzzle(FIRST), wanted={"uses": ["nothing"]})
    assert satoku.Puzzle("." * 16).rate().status == "multiple"
    small = satoku.Puzzle("1.....3..4.....2").rate()
    assert (small.status, small["scale"]) == ("rated", "se-general")


def test_steps_and_hints():
    hard = satoku.Puzzle(list(KNOWN)[1])
    steps = hard.steps()
    assert steps.status == "solved"
    assert max(step["rating"] for step in steps.steps) == steps["er"] == 9.0
    until = hard.steps(until=4.0)
    assert until.status == "told" and len(until.steps) < len(steps.steps)
    chains = satoku.steps(hard, only=["chain"])
    assert 0 < len(chains.steps) < len(steps.steps)
    told = [satoku.hint(hard, level=level) for level in range(1, 6)]
    assert [hint["level"] for hint in told] == [1, 2, 3, 4, 5]
    assert "technique" not in told[0].document
    assert told[4]["text"] == steps.steps[0]["text"]
    wrong = satoku.Puzzle("9" + FIRST[1:])
    assert satoku.hint(wrong, givens=satoku.Puzzle("." + FIRST[1:])).status in ("wrong", "multiple")
    with pytest.raises(satoku.SatokuError):
        satoku.hint(hard, level=9)


def test_batches_are_as_one_by_one(lists):
    made = [str(it.puzzle) for it in satoku.generate(count=30, seed=3)]
    texts = [*made, *KNOWN, TWO, NONE, SOLVED]
    truth = [satoku.rate(satoku.Puzzle(text)) for text in texts]
    rows = np.array([list(text.replace(".", "0").encode()) for text in texts], np.uint8) - 48
    for puzzles in (texts, np.array(texts, "S81"), rows, rows.astype(int), [*texts, "nonsense", None]):
        for jobs in (1, 2, None):
            found = satoku.rate_many(puzzles, jobs=jobs)
            for row, rating in enumerate(truth):
                assert satoku.Status(found.status[row]).name.lower() == rating.status
                for ours, theirs in ((found.er, rating.er), (found.ep, rating.ep), (found.ed, rating.ed)):
                    assert ours[row] == theirs or (theirs is None and np.isnan(ours[row]))
            assert set(found.errors) == set(range(len(texts), len(puzzles)))
            assert (found.status[len(texts) :] == satoku.Status.ERROR).all()
    assert len(satoku.rate_many(rows[:0])) == 0
    late = satoku.rate_many(rows, time_limit=0)
    assert (late.status[:30] == satoku.Status.UNKNOWN).all() and np.isnan(late.er[:30]).all()
    with pytest.raises(ValueError, match="jobs"):
        satoku.rate_many(rows, jobs=0)


#: A puzzle in forms that programs exchange: all are read.
FORMS = {
    "line": FIRST,
    "bytes": FIRST.encode(),
    "grid": "\n".join(FIRST[k : k + 9] for k in range(0, 81, 9)),
    "rules in comments": "# layout=3x3+diagonals\n" + "." * 81,
    "JSON": '{"layout":"2x2","puzzle":"1.....3..4.....2"}',
}


@pytest.mark.parametrize("form", FORMS)
def test_what_the_program_reads_puzzles_do(form):
    puzzle = satoku.Puzzle(FORMS[form])
    assert puzzle.cells in (16, 81)
    for written in ("line", "json", "csv"):
        assert puzzle.to_text(written)


@pytest.mark.parametrize("form", ["line", "grid", "pretty", "json", "csv", "solo"])
def test_what_is_written_is_read(form):
    for text, how in ((FIRST, {}), (FIRST, {"rules": ["cage 8 r1c1 r1c2"]}), (TWO, {"layout": "diagonals"})):
        puzzle = satoku.Puzzle(text, **how)
        if form in ("line", "grid", "pretty", "csv", "solo") and how:
            continue  # what cannot hold rules or houses
        assert satoku.Puzzle(puzzle.to_text(form)) == puzzle


def test_scores_of_hodoku():
    puzzle = satoku.Puzzle(FIRST)
    score = satoku.score(puzzle)
    assert (score.status, score["scale"], score.level) == ("rated", "hodoku", "Easy")
    assert score.steps == [] and puzzle.score().document == score.document
    told = satoku.score(puzzle, steps=True)
    assert sum(step["score"] for step in told.steps) == told.score == score.score
    assert sum(score.techniques.values()) == len(told.steps)
    assert satoku.score(satoku.Puzzle(TWO)).status == "multiple"
    assert satoku.score(satoku.Puzzle(TWO)).score is None
    assert satoku.score(satoku.Puzzle(NONE)).status == "none"
    assert satoku.score(satoku.Puzzle(SOLVED)).status == "filled"
    with pytest.raises(satoku.UnsupportedError):
        satoku.score(satoku.Puzzle("1.....3..4.....2"))


def test_scales_are_named():
    puzzle = satoku.Puzzle(FIRST)
    assert satoku.rate(puzzle, scale="hodoku").document == satoku.score(puzzle).document
    assert satoku.rate(puzzle, scale="hodoku", wanted={"level": "extreme"}).status == "unfit"
    assert satoku.rate(puzzle, scale="se121").document == satoku.rate(puzzle).document
    told = puzzle.steps(scale="hodoku")
    assert (told.status, told["scale"]) == ("rated", "hodoku")
    assert told.steps == satoku.score(puzzle, steps=True).steps
    assert puzzle.hint(scale="hodoku")["text"] == told.steps[0]["text"]
    assert puzzle.steps(scale="hodoku", no_uniqueness=True)["scale"] == "hodoku-nu"
    every = puzzle.steps(scale="hodoku", all=True, only=["full-house", "naked-single"])
    assert every.status == "told" and len(every.steps) > 1
    assert {step["technique"] for step in every.steps} <= {"full-house", "naked-single"}
    line = puzzle.steps(scale="hodoku", notation="library").steps[-1]["text"]
    assert line.startswith(":") and "+" in line
    for ask in (satoku.rate, satoku.steps, satoku.hint):
        with pytest.raises(ValueError, match="scale"):
            ask(puzzle, scale="hodoko")


def test_scores_are_those_that_are_known():
    lines = (ROOT / "tests/hodoku/scores.csv").read_text().splitlines()
    assert lines[0] == "puzzle,score,level" and len(lines) > 20
    for text, known, level in (line.split(",") for line in lines[1:40]):
        score = satoku.score(satoku.Puzzle(text))
        assert (str(score.score), score.level) == (known, level)
