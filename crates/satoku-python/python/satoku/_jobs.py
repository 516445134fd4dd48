"""What is asked of one puzzle beside its solutions; answers are documents with a type each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._documents import Document, Progress, about, failure, last_answer, raise_failure
from ._errors import LimitError, SatokuError
from ._native import Count, Puzzle, Solution, Uniqueness


@dataclass(frozen=True)
class Answer:
    """An answer as a document, the object that ``satoku … --json`` prints."""

    #: The document.
    document: Document

    @property
    def status(self) -> str:
        """What it comes to, in one word."""
        return str(self.document["status"])

    def __getitem__(self, field: str) -> Any:
        return self.document[field]

    def get(self, field: str, default: Any = None) -> Any:
        """A field, or something else where there is none."""
        return self.document.get(field, default)


class Check(Answer):
    """Whether a filled grid is a solution. True only if so."""

    @property
    def reason(self) -> str | None:
        """The rule that is broken, or the first empty cell."""
        reason: str | None = self.get("reason")
        return reason

    def __bool__(self) -> bool:
        return self.status == "valid"


class Explanation(Answer):
    """Why a puzzle has no solution (``clash``), several (``solutions``, ``difference``, ``pattern``,
    ``added``), or one (``solution``, ``redundant``, ``needed``)."""

    @property
    def complete(self) -> bool:
        """Whether no limit came first."""
        return bool(self.document["complete"])


class Estimate(Answer):
    """About how many solutions a puzzle has."""

    @property
    def log10(self) -> float | None:
        """The decimal logarithm of the number; None for 0."""
        log10: float | None = self.document["log10"]
        return log10

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The ends of the interval of confidence, as decimal logarithms."""
        return self.document["log10_low"], self.document["log10_high"]

    def __str__(self) -> str:
        return str(self.document["estimate"])


class Minimized(Answer):
    """A puzzle without its redundant clues, where it has one solution."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle with the clues that are left."""
        return _puzzle(self.document)

    @property
    def complete(self) -> bool:
        """Whether every clue left is needed."""
        return bool(self.get("complete", False))


class Image(Answer):
    """An image of a puzzle under its symmetries."""

    @property
    def puzzle(self) -> Puzzle:
        """The image."""
        return Puzzle(self.document["puzzle"], layout=self.document["layout"])

    @property
    def transformation(self) -> str:
        """The operations that make it of the puzzle."""
        return str(self.document["transformation"])


class Made(Answer):
    """A puzzle, or a complete grid, that was made."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; the closest one where the status is ``short``."""
        return _puzzle(self.document)

    @property
    def solution(self) -> Puzzle | None:
        """Its solution, or the complete grid, as a filled puzzle."""
        text = self.get("solution")
        return None if text is None else Puzzle(text, layout=self.document["layout"])


def _puzzle(document: Document) -> Puzzle | None:
    text = document.get("puzzle")
    return None if text is None else Puzzle(text, layout=document.get("layout"))


class TrueCandidates(Answer):
    """The candidates of each cell."""

    @property
    def complete(self) -> bool:
        """Whether all are decided."""
        return bool(self.document["complete"])

    @property
    def backbone(self) -> dict[tuple[int, int], int]:
        """The cells that have the same number in all solutions, by row and column from 1."""
        return dict(map(_clue, self.document["backbone"]))

    def to_array(self) -> npt.NDArray[np.bool_]:
        """What each cell may be, by rows, columns and digits."""
        rows = self.document["candidates"]
        numbers = [number for row in rows for cell in row for number in cell or ()]
        first = min(numbers, default=1)
        return _marks(rows, 0 if first == 0 else 1)


def _marks(rows: Sequence[Sequence[Sequence[int] | None]], first: int) -> npt.NDArray[np.bool_]:
    most = max((number for row in rows for cell in row for number in cell or ()), default=0)
    digits = max(most - first + 1, max(len(rows), max(map(len, rows), default=0)))
    marks = np.zeros((len(rows), max(map(len, rows), default=0), digits), np.bool_)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            for number in cell or ():
                marks[r, c, number - first] = True
    return marks


def _clue(text: str) -> tuple[tuple[int, int], int]:
    """`r1c2=3`."""
    place, number = text.split("=")
    row, column = place[1:].split("c")
    return (int(row), int(column)), int(number)


def check(puzzle: Puzzle) -> Check:
    """Whether the filled grid is a solution."""
    return Check(last_answer(about(puzzle, "check")))


def explain(
    puzzle: Puzzle,
    *,
    backend: str | None = None,
    time_limit: float | None = None,
    effort: int | None = None,
    progress: Progress | None = None,
) -> Explanation:
    """Why a puzzle has no solution, several, or one."""
    told = about(
        puzzle, "explain", backend=backend, time_limit=time_limit, effort=effort, progress=progress
    )
    return Explanation(last_answer(told))


def true_candidates(
    puzzle: Puzzle,
    *,
    marks: str = "true",
    backend: str | None = None,
    time_limit: float | None = None,
    effort: int | None = None,
    progress: Progress | None = None,
) -> TrueCandidates:
    """The candidates that some solution has; with ``marks`` ``basic`` those that propagation
    leaves, with ``plain`` those that no given excludes."""
    want = {"candidates": {"marks": marks}}
    told = about(
        puzzle, want, backend=backend, time_limit=time_limit, effort=effort, progress=progress
    )
    return TrueCandidates(last_answer(told))


def estimate(
    puzzle: Puzzle, samples: int = 10_000, *, seed: int = 0, time_limit: float | None = None
) -> Estimate:
    """About how many solutions a puzzle has."""
    want = {"estimate": {"samples": samples}}
    return Estimate(last_answer(about(puzzle, want, seed=seed, time_limit=time_limit)))


def minimize(
    puzzle: Puzzle,
    *,
    tries: int = 0,
    effort: int | None = None,
    rules: bool = False,
    seed: int = 0,
    backend: str | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Minimized:
    """The puzzle without its redundant clues, and with ``rules`` without redundant rules; ``tries``
    says how often to look for fewer clues, ``effort`` after how many conflicts a clue stays
    undecided."""
    want: Document = {"minimize": {"tries": tries, "effort": effort, "rules": rules}}
    told = about(
        puzzle, want, seed=seed, backend=backend, time_limit=time_limit, progress=progress
    )
    return Minimized(last_answer(told))


def transform(puzzle: Puzzle, operations: str) -> Image:
    """The image under operations joined by commas, such as ``rot90,relabel=213456789``."""
    return Image(last_answer(about(puzzle, {"transform": {"operations": operations}})))


def canonical(puzzle: Puzzle) -> Image:
    """The canonical form, which isomorphic puzzles share."""
    return Image(last_answer(about(puzzle, "canonical")))


def generate(
    layout: str = "3x3",
    count: int = 1,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    symmetry: str | None = None,
    tries: int | None = None,
    full: bool = False,
    rating: Document | None = None,
    score: Document | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> list[Made]:
    """Puzzles with one solution; with ``full``, complete grids. ``clues`` is how many each has, or
    the least and the most. ``rating`` says how hard they are for people, such as ``{"min": 6.5,
    "max": 7.4, "uses": ["x-wing"]}``: the first that fit of those that are drawn; ``score`` so on the
    scale of HoDoKu, such as ``{"level": "hard"}``. The same seed gives the same puzzles."""
    both = (clues, clues) if isinstance(clues, int) else clues
    want = {
        "generate": {
            "count": count,
            "clues": both,
            "minimal": minimal,
            "symmetry": symmetry,
            "tries": tries,
            "full": full,
            "rating": rating,
            "score": score,
        }
    }
    told = about(None, want, layout=layout, seed=seed, time_limit=time_limit, progress=progress)
    return [Made(event["answer"]) for event in told if "answer" in event]


@dataclass(frozen=True)
class Certificate(Answer):
    """A verdict and what shows it: files that others can check without a solver."""

    #: The texts of its files, by name.
    files: dict[str, str]

    def verify(self) -> Answer:
        """Checks it again; :class:`ProofError` if it does not hold."""
        return verify(self.files)

    def save(self, folder: str | Path) -> None:
        """Writes its files into a new folder."""
        path = Path(folder)
        path.mkdir(parents=True)
        for name, text in self.files.items():
            (path / name).write_text(text, encoding="ascii", newline="")


def prove(
    puzzle: Puzzle,
    *,
    drat: bool = False,
    engine: str | None = None,
    backend: str | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """A certificate that a puzzle has one solution, none, or several; with ``drat``, the proof in
    that form as well. ``backend`` is the solver that finds the proof, one that writes proofs."""
    want = {"prove": {"drat": drat}}
    told = about(
        puzzle, want, engine=engine, backend=backend, time_limit=time_limit, progress=progress
    )
    files = {event["file"]["name"]: event["file"]["text"] for event in told if "file" in event}
    return Certificate(last_answer(told), files)


def verify(certificate: str | Path | Mapping[str, str]) -> Answer:
    """Checks a certificate: a folder, or its files by name. :class:`ProofError` if it does not
    hold."""
    if isinstance(certificate, (str, Path)):
        folder = Path(certificate)
        files = {path.name: path.read_text("ascii") for path in sorted(folder.iterdir())}
    else:
        files = dict(certificate)
    return Answer(last_answer(about(None, {"verify": {"files": files}})))


@dataclass(frozen=True)
class Cube:
    """A part of a puzzle."""

    #: Which part of which puzzle, as a document.
    document: Document
    #: The puzzle in which what was decided holds.
    puzzle: Puzzle

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided, such as ``r1c2=3`` or ``r1c2!=3``."""
        return tuple(self.document["decisions"])

    @property
    def freedom(self) -> int:
        """How much is open in it: the candidates that propagation leaves beyond one a cell."""
        return int(self.document["freedom"])


def cubes(
    puzzle: Puzzle, count: int = 16, *, of: Cube | None = None, hardest_first: bool = False
) -> list[Cube]:
    """The puzzle split into parts that can be solved apart; no solution is in two of them, and
    together they have all. With ``of``, that cube of it: its cubes take its place. With
    ``hardest_first`` those come first in which most is open."""
    want: Document = {"count": count, "hardest_first": hardest_first}
    if of is not None:
        want["of"] = " ".join(of.decisions)
    told = about(puzzle, {"cubes": want})
    parts: list[Document] = [event["part"] for event in told if "part" in event]
    return [Cube(part, _native.part(puzzle, " ".join(part["decisions"]))) for part in parts]


#: The answer to a part.
Result = tuple[Cube, "Count | Uniqueness | Document"]


def combine(puzzle: Puzzle, results: Iterable[Result | Document]) -> Answer:
    """The answer to a puzzle from those to its cubes: pairs of a cube and what :func:`count` or
    :func:`unique` said of its puzzle, or objects of ``satoku unique --cube I/N --json``.

    Solutions are checked, and so is that the cubes leave nothing out; what is missing is told in
    the field ``missing``.
    """
    lines = [json.dumps(_result(result)) for result in results]
    text, missing = _native.combine(puzzle, lines)
    document: Document = json.loads(text)
    if missing is not None:
        document["missing"] = missing
    return Answer(document)


def _result(result: Result | Document) -> Document:
    if isinstance(result, dict):
        return result
    cube, answer = result
    if isinstance(answer, Count):
        said: Document = {
            "status": answer.status,
            "count": answer.count,
            "complete": answer.complete,
        }
    elif isinstance(answer, Uniqueness):
        found = answer.solutions
        said = {
            "status": answer.status,
            "count": len(found),
            "complete": answer.status in ("unique", "none"),
            "solutions": [str(solution) for solution in found],
        }
    else:
        said = dict(answer)
    return {**said, "cube": cube.document}


def decode(cnf: _native.Cnf, model: Iterable[int]) -> Solution:
    """The solution that a solver's model is, checked: ``cnf.decode(model)``."""
    return cnf.decode(list(model))
