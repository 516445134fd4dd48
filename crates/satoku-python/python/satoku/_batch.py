"""Many puzzles at once: arrays or columns of texts in, arrays out."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from . import _native

#: Puzzles by rows: an array of integers, N by cells or N by rows and columns, 0 for an empty cell;
#: an array of bytes or characters; or texts, of a list or a column of pandas, polars or pyarrow.
Rows = Any


class Status(enum.IntEnum):
    """What the answer to a row comes to."""

    NONE = 0
    #: Exactly one solution.
    UNIQUE = 1
    MULTIPLE = 2
    #: A limit came first.
    UNKNOWN = 3
    #: The row cannot be read: see :attr:`Batch.errors`.
    ERROR = 4
    #: A solution was found; whether there are more was not asked.
    SOLVED = 5
    #: There are solutions, and they were counted.
    COUNTED = 6
    #: How hard it is was found out.
    RATED = 7
    #: All cells are filled: there is nothing to rate.
    FILLED = 8


@dataclass(frozen=True)
class Batch:
    """The answers to all rows, in their order."""

    #: A :class:`Status` a row.
    status: npt.NDArray[np.uint8]
    #: A solution a row, numbers cell by cell; zeros where there is none to show.
    solutions: npt.NDArray[np.uint8] | None = None
    #: How many solutions were counted.
    counts: npt.NDArray[np.uint64] | None = None
    #: Whether these are all.
    complete: npt.NDArray[np.bool_] | None = None
    #: What is wrong with which rows.
    errors: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.status)

    def lines(self) -> list[str | None]:
        """The solutions as texts of a symbol a cell; None where there is none."""
        if self.solutions is None:
            raise ValueError("no solutions were kept")
        if self.solutions.size and int(self.solutions.max()) > 35:
            raise ValueError("no symbols for numbers above 35")
        symbols = np.frombuffer(b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", np.uint8)
        text = np.take(symbols, self.solutions).tobytes().decode("ascii")
        width = self.solutions.shape[1]
        shown = np.isin(self.status, (Status.SOLVED, Status.UNIQUE)).tolist()
        return [
            text[row * width : (row + 1) * width] if is_shown else None
            for row, is_shown in enumerate(shown)
        ]


def solve_many(
    puzzles: Rows,
    *,
    layout: str | None = None,
    jobs: int | None = None,
    out: npt.NDArray[np.uint8] | None = None,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
) -> Batch:
    """A solution of each puzzle, as :func:`solve` gives it.

    A row that cannot be read has the status ``ERROR`` and is told in ``errors``; an array of a
    wrong type or shape raises. ``jobs`` threads share the rows, by default as many as there are
    processors; the answers do not depend on their number. ``time_limit`` and ``memory_limit`` are those
    of the whole batch, ``effort`` that of a row: what they leave open is ``UNKNOWN``. With
    ``backend``, ``encoding`` or ``amo`` all rows are answered by SAT. Solutions go to ``out`` if it is given.
    """
    how: _How = {
        "engine": engine,
        "backend": backend,
        "encoding": encoding,
        "amo": amo,
        "seed": seed,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "effort": effort,
    }
    return _many("solve", puzzles, layout, None, True, jobs, out, how)


def unique_many(
    puzzles: Rows,
    *,
    solutions: bool = False,
    layout: str | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
) -> Batch:
    """Whether each puzzle has exactly one solution; with ``solutions``, also which.

    Rows, threads and limits are as in :func:`solve_many`.
    """
    how: _How = {
        "engine": engine,
        "backend": backend,
        "encoding": encoding,
        "amo": amo,
        "seed": seed,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "effort": effort,
    }
    return _many("unique", puzzles, layout, None, solutions, jobs, None, how)


def count_many(
    puzzles: Rows,
    limit: int | None = None,
    *,
    layout: str | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
) -> Batch:
    """How many solutions each puzzle has, at most ``limit`` if there is one.

    Rows, threads and limits are as in :func:`solve_many`.
    """
    how: _How = {
        "engine": engine,
        "backend": backend,
        "encoding": encoding,
        "amo": amo,
        "seed": seed,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "effort": effort,
    }
    return _many("count", puzzles, layout, limit, False, jobs, None, how)


class _How(TypedDict):
    """The options of searches."""

    engine: str | None
    backend: str | None
    encoding: str | None
    amo: str | None
    seed: int
    time_limit: float | None
    memory_limit: int | str | None
    effort: int | None


class _Parsed(NamedTuple):
    """Rows as they are handed on: see :func:`_rows`."""

    rows: npt.NDArray[np.uint8] | list[str | None]
    is_text: bool


def _many(
    want: str,
    puzzles: Rows,
    layout: str | None,
    limit: int | None,
    keep: bool,
    jobs: int | None,
    out: npt.NDArray[np.uint8] | None,
    how: _How,
) -> Batch:
    if jobs is not None and jobs < 1:
        raise ValueError("jobs: expected a number from 1 on")
    rows, is_text = puzzles if isinstance(puzzles, _Parsed) else _rows(puzzles)
    if isinstance(rows, list):
        if out is not None:
            raise TypeError("out: only for arrays")
        status, solutions, counts, errors = _native.solve_texts(
            rows,
            want,
            layout=layout,
            limit=limit,
            keep=keep,
            jobs=jobs,
            **how,
        )
    else:
        status, solutions, counts, errors = _native.solve_rows(
            rows,
            want,
            text=is_text,
            layout=layout,
            limit=limit,
            keep=keep,
            jobs=jobs,
            out=out,
            **how,
        )
    count, complete = counts if counts is not None else (None, None)
    return Batch(status, solutions if out is None else out, count, complete, errors)


def _rows(puzzles: Rows) -> tuple[npt.NDArray[np.uint8] | list[str | None], bool]:
    """Rows as bytes, and whether these are characters; or texts, where these differ in length."""
    if isinstance(puzzles, (str, bytes, _native.Puzzle)):
        raise TypeError("expected many puzzles, not one")
    if not isinstance(puzzles, np.ndarray):
        texts = _texts(puzzles)
        if texts is not None:
            return _characters(texts)
        puzzles = np.asarray(puzzles)
    kind = puzzles.dtype.kind
    if kind in "SUO" and puzzles.ndim == 1:
        if kind == "S":
            width = puzzles.dtype.itemsize
            if width and not (np.char.str_len(puzzles) < width).any():
                rows = np.ascontiguousarray(puzzles).view(np.uint8).reshape(len(puzzles), width)
                return rows, True
        return _characters(_decoded(puzzles.tolist()))
    if kind == "S" and puzzles.dtype.itemsize == 1:
        puzzles = np.ascontiguousarray(puzzles).view(np.uint8)
        return _flat(puzzles), True
    if kind not in "iu":
        raise TypeError(f"an array of {puzzles.dtype}: expected integers or texts")
    return _flat(_bytes(puzzles)), False


def _flat(numbers: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A row a puzzle."""
    if numbers.ndim == 3:
        numbers = numbers.reshape(len(numbers), numbers.shape[1] * numbers.shape[2])
    if numbers.ndim != 2:
        raise TypeError(f"an array of shape {numbers.shape}: expected N by cells, or N by rows and columns")
    return np.ascontiguousarray(numbers)


def _bytes(numbers: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Numbers as bytes; what is none of 0 to 254 as 255, which is out of range."""
    if numbers.dtype == np.uint8:
        return numbers
    rows = numbers.astype(np.uint8)
    if numbers.dtype.kind == "i":
        rows[numbers < 0] = 255
    if numbers.dtype.itemsize > 1:
        rows[numbers > 254] = 255
    return rows


def _texts(column: Iterable[Any]) -> list[str | None] | None:
    """The texts of a column, if it holds texts."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            column = getattr(column, name)()
            break
    values = list(column)
    first = next((value for value in values if value is not None), None)
    if values and not isinstance(first, (str, bytes, float, type(None), _native.Puzzle)):
        return None
    return _decoded(values)


def _decoded(values: list[Any]) -> list[str | None]:
    """Values as texts; what is missing as None."""
    if set(map(type, values)) <= {str}:
        return values
    decoded: list[str | None] = []
    for value in values:
        if isinstance(value, bytes):
            decoded.append(value.decode("utf-8", "replace"))
        elif isinstance(value, (str, _native.Puzzle)):
            decoded.append(str(value))
        elif value is None or type(value).__name__ == "NAType" or value != value:
            decoded.append(None)
        else:
            raise TypeError(f"a column with {type(value).__name__}: expected texts")
    return decoded


def _characters(texts: list[str | None]) -> tuple[npt.NDArray[np.uint8] | list[str | None], bool]:
    """Texts of 81 characters as an array; others as they are."""
    if texts and None not in texts and set(map(len, texts)) == {81}:  # type: ignore[arg-type]
        joined = "".join(texts)  # type: ignore[arg-type]
        if joined.isascii():
            return np.frombuffer(joined.encode("ascii"), np.uint8).reshape(len(texts), 81), True
    return texts, False
