"""Questions about one puzzle."""

import itertools

import numpy as np
import pytest
import satoku
from conftest import FIRST, NONE, SOLVED, TWO

EMPTY4 = "................"


def test_solve_count_unique():
    puzzle = satoku.Puzzle(FIRST)
    assert str(satoku.solve(puzzle)) == SOLVED
    assert satoku.solve(satoku.Puzzle(NONE)) is None
    assert int(satoku.count(puzzle)) == 1
    two = satoku.count(satoku.Puzzle(TWO))
    assert (two.count, two.complete, two.status, str(two)) == (2, True, "counted", "2")
    limited = satoku.count(satoku.Puzzle(TWO), 1)
    assert (limited.count, limited.complete, str(limited)) == (1, False, "1+")
    assert str(satoku.count(satoku.Puzzle(TWO), 2)) == "2"
    with pytest.raises(satoku.LimitError):
        int(limited)
    found = satoku.unique(puzzle)
    assert found and found.status == "unique" and str(found.solution) == SOLVED
    found = satoku.unique(satoku.Puzzle(TWO))
    assert not found and found.status == "multiple" and len(set(found.solutions)) == 2
    assert satoku.unique(satoku.Puzzle(NONE)).status == "none"


@pytest.mark.parametrize("engine", ["auto", "lanes", "native", "sat"])
def test_engines_agree(engine):
    for text in (FIRST, TWO, NONE):
        puzzle = satoku.Puzzle(text)
        assert satoku.count(puzzle, engine=engine) == satoku.count(puzzle)


def test_options_are_looked_at():
    puzzle = satoku.Puzzle(FIRST)
    for wrong in ({"engine": "warp"}, {"backend": "cmd:true"}):
        with pytest.raises(satoku.UnsupportedError):
            satoku.solve(puzzle, **wrong)
    with pytest.raises(satoku.InputError):
        satoku.solve(puzzle, time_limit=-1.0)
    with pytest.raises(satoku.LimitError) as caught:
        satoku.solve(satoku.Puzzle("." * 81, layout="3x3+diagonals"), time_limit=0.0)
    assert isinstance(caught.value, TimeoutError)
    assert satoku.count(satoku.Puzzle("." * 81), time_limit=0.05).status == "unknown"


def test_solutions_come_while_they_are_used():
    four = satoku.Puzzle(EMPTY4)
    assert len(set(satoku.solutions(four))) == 288
    assert len(list(satoku.solutions(four, 5))) == 5
    assert list(satoku.solutions(four, 0)) == []
    # There are 6.7e21 of these.
    endless = satoku.solutions(satoku.Puzzle("." * 81))
    assert len(set(itertools.islice(endless, 100))) == 100
    endless.close()
    assert list(endless) == []
    with pytest.raises(satoku.LimitError):
        list(satoku.solutions(satoku.Puzzle("." * 81), time_limit=0.05))


def test_progress_is_told():
    said = []
    satoku.count(satoku.Puzzle("." * 81), time_limit=0.3, progress=said.append)
    assert said and set(said[-1]) >= {"nodes", "conflicts", "steps"}


def test_an_error_of_the_callback_goes_on():
    def refuse(_):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        satoku.count(satoku.Puzzle("." * 81), progress=refuse)


def test_check():
    assert satoku.check(satoku.Puzzle(SOLVED))
    wrong = satoku.check(satoku.Puzzle("11" + SOLVED[2:]))
    assert not wrong and "row 1 has 1 twice" in wrong.reason
    assert satoku.check(satoku.Puzzle(FIRST)).status == "incomplete"


def test_explain():
    clash = satoku.explain(satoku.Puzzle(NONE))
    assert clash.status == "none" and clash.complete
    assert [clue["cell"] for clue in clash["clash"]["clues"]] == ["r1c1", "r1c2"]
    assert satoku.explain(satoku.Puzzle(TWO)).status == "multiple"
    assert satoku.explain(satoku.Puzzle(FIRST)).status == "unique"


def test_true_candidates():
    found = satoku.true_candidates(satoku.Puzzle("12343412214343.."))
    assert found.complete and found.backbone[(4, 4)] == 1
    array = found.to_array()
    assert array.shape == (4, 4, 4) and array.sum() == 16
    open_ = satoku.true_candidates(satoku.Puzzle(EMPTY4)).to_array()
    assert open_.shape == (4, 4, 4) and open_.all()
    assert satoku.true_candidates(satoku.Puzzle(NONE)).status == "none"
    assert satoku.true_candidates(satoku.Puzzle(FIRST), marks="plain").status == "marked"


def test_estimate_minimize_transform_canonical():
    estimate = satoku.estimate(satoku.Puzzle(EMPTY4), 200)
    assert estimate.status == "estimated" and abs(10**estimate.log10 - 288) < 30
    low, high = estimate.interval
    assert low <= estimate.log10 <= high
    minimal = satoku.minimize(satoku.Puzzle(SOLVED), seed=3)
    assert minimal.complete and minimal.puzzle.givens < 30
    assert str(satoku.solve(minimal.puzzle)) == SOLVED
    turned = satoku.transform(satoku.Puzzle(FIRST), "rot90").puzzle
    assert (turned.to_array() == np.rot90(satoku.Puzzle(FIRST).to_array(), -1)).all()
    assert satoku.canonical(turned).puzzle == satoku.canonical(satoku.Puzzle(FIRST)).puzzle


def test_generate():
    made = satoku.generate(count=3, clues=(24, 30), symmetry="rot180", seed=5)
    assert len({one.puzzle for one in made}) == 3
    for one in made:
        assert satoku.unique(one.puzzle) and 24 <= one.puzzle.givens <= 30
        assert str(satoku.solve(one.puzzle)) == str(one.solution)
        kept = one.puzzle.to_array() > 0
        assert (kept == np.rot90(kept, 2)).all()
    assert satoku.generate(count=3, clues=(24, 30), symmetry="rot180", seed=5) == made
    assert satoku.generate("2x2", full=True)[0].solution.givens == 16
    assert satoku.generate(clues=16)[0].status == "impossible"
    rated = satoku.generate(count=2, rating={"min": 2.6, "max": 7.0}, seed=1)
    assert [2.6 <= made["er"] <= 7.0 for made in rated] == [True, True]


@pytest.mark.parametrize("text, verdict", [(FIRST, "unique"), (TWO, "multiple"), (NONE, "none")])
def test_certificates(text, verdict, tmp_path):
    made = satoku.prove(satoku.Puzzle(text))
    assert made.status == verdict and made.verify()["holds"]
    made.save(tmp_path / "certificate")
    assert satoku.verify(tmp_path / "certificate").status == verdict
    broken = dict(made.files)
    name = "proof.lrat" if "proof.lrat" in broken else "solution-1.txt"
    broken.pop(name, None) or broken.pop(sorted(broken)[-1])
    with pytest.raises(satoku.SatokuError):
        satoku.verify(broken)
    with pytest.raises(FileExistsError):
        made.save(tmp_path / "certificate")


@pytest.mark.parametrize("encoding", ["minimal", "extended", "reduced"])
@pytest.mark.parametrize("amo", ["pairwise", "sequential"])
def test_formulas(encoding, amo):
    puzzle = satoku.Puzzle("1.........4.....")
    cnf = satoku.encode(puzzle, encoding=encoding, amo=amo)
    clauses = cnf.clauses
    assert len(clauses) == len(cnf)
    assert max(abs(lit) for clause in clauses for lit in clause) <= cnf.variables
    dimacs = cnf.to_dimacs().splitlines()
    assert dimacs[0] == f"p cnf {cnf.variables} {len(cnf)}"
    assert [[int(word) for word in line.split()[:-1]] for line in dimacs[1:]] == clauses
    solution = satoku.solve(puzzle)
    true = set()
    for (row, column), number in np.ndenumerate(solution.to_array()):
        literal = cnf.literal(row + 1, column + 1, int(number))
        assert literal is not False
        if literal is not True:
            true.add(literal)
    if amo == "pairwise":
        model = [var if var in true else -var for var in range(1, cnf.variables + 1)]
        assert all(any(lit in model for lit in clause) for clause in clauses)
        assert cnf.decode(model) == satoku.decode(cnf, model) == solution
        blocked = satoku.encode(puzzle, encoding=encoding, block=solution)
        assert not all(any(lit in model for lit in clause) for clause in blocked.clauses)
    with pytest.raises(satoku.InputError):
        cnf.decode([-var for var in range(1, cnf.variables + 1)])
    with pytest.raises(satoku.InputError):
        satoku.encode(puzzle, encoding="smoke")


def test_pysat_takes_the_clauses():
    solvers = pytest.importorskip("pysat.solvers")
    for text, verdict in ((FIRST, True), (NONE, False)):
        cnf = satoku.encode(satoku.Puzzle(text))
        with solvers.Solver(bootstrap_with=cnf.clauses) as solver:
            assert solver.solve() is verdict
            if verdict:
                assert str(cnf.decode(solver.get_model())) == SOLVED


def test_parts_add_up():
    puzzle = satoku.Puzzle(".......8...6..95......1.4....4.......5..2..7..3....2....5.8......1..7...9......1.")
    whole = satoku.count(puzzle)
    parts = satoku.cubes(puzzle, 8)
    assert len(parts) == 8 and all(part.decisions for part in parts)
    counts = [(part, satoku.count(part.puzzle)) for part in parts]
    combined = satoku.combine(puzzle, counts)
    assert (combined["count"], combined["complete"]) == (whole.count, True)
    fewer = satoku.combine(puzzle, counts[1:])
    assert not fewer["complete"]
    with pytest.raises(satoku.InputError, match="a second time"):
        satoku.combine(puzzle, counts + counts[:1])
    unique = satoku.Puzzle(FIRST)
    parts = satoku.cubes(unique, 4)
    both = [(part, satoku.unique(part.puzzle)) for part in parts]
    assert satoku.combine(unique, both).status == "unique"


def test_cubes_of_a_cube_take_its_place():
    hard = satoku.Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......")
    parts = satoku.cubes(hard, 6)
    freedom = [part.freedom for part in satoku.cubes(hard, 6, hardest_first=True)]
    assert freedom == sorted((part.freedom for part in parts), reverse=True)
    whole = parts.pop(4)
    again = satoku.cubes(hard, 3, of=whole)
    assert all(part.decisions[: len(whole.decisions)] == whole.decisions for part in again)
    assert [part.document["within"] for part in again] == [list(whole.decisions)] * len(again)
    results = [(part, satoku.count(part.puzzle)) for part in parts + again]
    assert satoku.combine(hard, results)["count"] == int(satoku.count(hard))
    assert not satoku.combine(hard, results[:-1])["complete"]
