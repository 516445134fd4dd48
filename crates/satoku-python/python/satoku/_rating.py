"""How hard puzzles are for people, and how people solve them: ratings, steps, hints.

The scale is that of Sudoku Explainer 1.2.1 for plain 9×9, and one of its own, ``se-general``, for other
layouts and for puzzles with rules. :func:`score` is on that of HoDoKu.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._batch import Rows, _rows
from ._documents import Document, about, last_answer
from ._jobs import Answer
from ._native import Puzzle


class Rating(Answer):
    """ER, EP and ED of a puzzle. The status is ``rated``, or ``unfit`` where the rating is not one
    that was wanted, ``filled``, ``none`` or ``multiple`` where there is nothing to rate, ``unknown``
    where a limit came first."""

    @property
    def er(self) -> float | None:
        """The highest rating of a step; 20 where no technique of the scale solves the puzzle."""
        er: float | None = self.get("er")
        return er

    @property
    def ep(self) -> float | None:
        """The highest rating of a step up to the first that places a digit."""
        ep: float | None = self.get("ep")
        return ep

    @property
    def ed(self) -> float | None:
        """The rating of the first step."""
        ed: float | None = self.get("ed")
        return ed

    @property
    def techniques(self) -> dict[str, int]:
        """How many steps there are of each technique, from easy to hard."""
        return {it["technique"]: it["count"] for it in self.get("techniques", [])}


class Score(Answer):
    """Score and level of a puzzle on the scale of HoDoKu. The status is ``rated``, ``filled``,
    ``none`` or ``multiple`` where there is nothing to rate, ``unknown`` where a limit came first."""

    @property
    def score(self) -> int | None:
        """The sum of the scores of the steps."""
        score: int | None = self.get("score")
        return score

    @property
    def level(self) -> str | None:
        """``Easy``, ``Medium``, ``Hard``, ``Unfair`` or ``Extreme``."""
        level: str | None = self.get("level")
        return level

    @property
    def techniques(self) -> dict[str, int]:
        """How many steps there are of each technique, in the order in which they are tried."""
        return {it["technique"]: it["count"] for it in self.get("techniques", [])}

    @property
    def steps(self) -> list[Document]:
        """An object for each step, if they were asked for: ``technique``, ``score``, ``text``, …"""
        steps: list[Document] = self.get("steps", [])
        return steps


class Steps(Answer):
    """The steps that solve a puzzle; the status is ``solved`` (``rated`` on the scale of HoDoKu),
    ``told`` where they end earlier as was asked for, or ``stuck``."""

    @property
    def steps(self) -> list[Document]:
        """An object for each step: ``technique``, ``rating`` (or ``score``), ``text``,
        ``eliminations``, …"""
        steps: list[Document] = self.document["steps"]
        return steps


class Hint(Answer):
    """The next step, as much of it as was asked for: ``kind``, ``technique``, ``rating``,
    ``place``, ``cells``, ``text``, ``why``, …"""


@overload
def rate(
    puzzle: Puzzle,
    *,
    wanted: Document | None = None,
    scale: Literal["se121"] = "se121",
    time_limit: float | None = None,
) -> Rating: ...
@overload
def rate(
    puzzle: Puzzle,
    *,
    wanted: Document | None = None,
    scale: Literal["hodoku"],
    time_limit: float | None = None,
) -> Score: ...
def rate(
    puzzle: Puzzle,
    *,
    wanted: Document | None = None,
    scale: Literal["se121", "hodoku"] = "se121",
    time_limit: float | None = None,
) -> Rating | Score:
    """How hard a puzzle is. ``wanted`` says which ratings matter, such as ``{"min": 6.5, "uses":
    ["x-wing"]}``: then one that is known to be another is not rated to the end. With ``scale``
    ``hodoku`` as :func:`score`, and wanted are such as ``{"level": "hard", "max": 1400}``."""
    if scale == "hodoku":
        return Score(last_answer(about(puzzle, {"score": wanted or {}}, time_limit=time_limit)))
    _known(scale)
    return Rating(last_answer(about(puzzle, {"rate": wanted or {}}, time_limit=time_limit)))


def _known(scale: str) -> None:
    if scale not in ("se121", "hodoku"):
        raise ValueError(f"scale: {scale!r}: expected 'se121' or 'hodoku'")


def score(puzzle: Puzzle, *, steps: bool = False, time_limit: float | None = None) -> Score:
    """How hard a plain 9×9 is on the scale of HoDoKu; with ``steps``, also by which steps."""
    want = {"score": {"steps": steps}}
    return Score(last_answer(about(puzzle, want, time_limit=time_limit)))


def steps(
    puzzle: Puzzle,
    *,
    until: float | None = None,
    only: Sequence[str] = (),
    all: bool = False,
    scale: str = "se121",
    no_uniqueness: bool = False,
    notation: str = "hodoku",
    time_limit: float | None = None,
) -> Steps:
    """The steps that solve a puzzle: ``until`` the first that is rated so or higher, ``only`` those
    by some techniques (slugs such as ``x-wing``, or kinds such as ``chain``); with ``all``, what
    could be the next step, as ``satoku find`` tells it. ``scale`` is ``se121`` or ``hodoku``: whose
    techniques, in whose order; ``notation`` ``hodoku``, ``eureka`` or ``library``."""
    _known(scale)
    asked = {
        "until": until,
        "only": list(only),
        "all": all,
        "scale": scale,
        "no_uniqueness": no_uniqueness,
        "notation": notation,
    }
    return Steps(last_answer(about(puzzle, {"steps": asked}, time_limit=time_limit)))


def hint(
    puzzle: Puzzle,
    *,
    level: int = 5,
    givens: Puzzle | str | None = None,
    scale: str = "se121",
    no_uniqueness: bool = False,
    notation: str = "hodoku",
    time_limit: float | None = None,
) -> Hint:
    """The next step. ``level`` is how much is told: 1 the kind, 2 the technique, 3 where, 4 the
    pattern, 5 all. With ``givens``, the puzzle as it was given, wrong entries and candidates are
    named. ``scale`` is ``se121`` or ``hodoku``: the next step in its order."""
    _known(scale)
    text = givens.to_text("json") if isinstance(givens, Puzzle) else givens
    asked = {
        "level": level,
        "givens": text,
        "scale": scale,
        "no_uniqueness": no_uniqueness,
        "notation": notation,
    }
    return Hint(last_answer(about(puzzle, {"hint": asked}, time_limit=time_limit)))


@dataclass(frozen=True)
class Ratings:
    """The ratings of all rows, in their order; NaN where there is none."""

    #: A :class:`Status` a row: ``RATED``, ``FILLED``, ``NONE``, ``MULTIPLE``, ``UNKNOWN``, ``ERROR``.
    status: npt.NDArray[np.uint8]
    #: The highest rating of a step.
    er: npt.NDArray[np.float64]
    #: The highest rating up to the first digit that is placed.
    ep: npt.NDArray[np.float64]
    #: The rating of the first step.
    ed: npt.NDArray[np.float64]
    #: What is wrong with which rows.
    errors: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.status)


def rate_many(puzzles: Rows, *, jobs: int | None = None, time_limit: float | None = None) -> Ratings:
    """ER, EP and ED of each puzzle. Rows and threads are as in :func:`solve_many`; ``time_limit`` is
    that of the whole batch."""
    if jobs is not None and jobs < 1:
        raise ValueError("jobs: expected a number from 1 on")
    rows, is_text = _rows(puzzles)
    if isinstance(rows, list):
        status, ratings, errors = _native.rate_texts(rows, jobs=jobs, time_limit=time_limit)
    else:
        status, ratings, errors = _native.rate_rows(
            rows, text=is_text, jobs=jobs, time_limit=time_limit
        )
    er, ep, ed = (np.ascontiguousarray(ratings[:, column]) for column in range(3))
    return Ratings(status, er, ep, ed, errors)
