from collections.abc import Callable, Sequence
from typing import Any, Literal, final, overload

import numpy as np
import numpy.typing as npt

from ._rating import Hint, Rating, Score, Steps

__all__ = [
    "__version__",
    "Cnf",
    "Count",
    "Puzzle",
    "Solution",
    "Solutions",
    "Uniqueness",
    "combine",
    "count",
    "encode",
    "events",
    "format_of",
    "formats",
    "forms",
    "part",
    "puzzle_sha256",
    "rate_rows",
    "rate_texts",
    "solutions",
    "solve",
    "solve_rows",
    "solve_texts",
    "unique",
]

__version__: str

@final
class Puzzle:
    def __new__(
        cls,
        text: str | bytes,
        *,
        layout: str | None = None,
        rules: Sequence[str] = ...,
        ignore: Sequence[str] = ...,
    ) -> Puzzle: ...
    @staticmethod
    def from_array(clues: npt.ArrayLike, *, layout: str | None = None) -> Puzzle: ...
    @property
    def layout(self) -> str: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def digits(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def givens(self) -> int: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @overload
    def rate(self, *, scale: Literal["se121"] = "se121", **how: Any) -> Rating: ...
    @overload
    def rate(self, *, scale: Literal["hodoku"], **how: Any) -> Score: ...
    def score(self, **how: Any) -> Score: ...
    def hint(self, **how: Any) -> Hint: ...
    def steps(self, **how: Any) -> Steps: ...
    def to_array(self) -> npt.NDArray[np.uint16]: ...
    def to_candidates(self) -> npt.NDArray[np.bool_]: ...
    def to_text(self, form: str = "line") -> str: ...
    def to_svg(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

@final
class Solution:
    @property
    def layout(self) -> str: ...
    def to_array(self) -> npt.NDArray[np.uint16]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def to_text(self, form: str = "line") -> str: ...
    def to_svg(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...
    @staticmethod
    def _of(layout: str, rows: str) -> Solution: ...

@final
class Count:
    @property
    def status(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Uniqueness:
    @property
    def status(self) -> str: ...
    @property
    def solution(self) -> Solution | None: ...
    @property
    def solutions(self) -> list[Solution]: ...
    def __bool__(self) -> bool: ...

@final
class Solutions:
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Solution: ...
    def close(self) -> None: ...

@final
class Cnf:
    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]: ...
    def __len__(self) -> int: ...
    def literal(self, row: int, column: int, number: int) -> int | bool: ...
    def to_dimacs(self) -> str: ...
    def decode(self, model: Sequence[int]) -> Solution: ...

def solve(
    puzzle: Puzzle,
    *,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
    progress: Callable[[dict[str, int]], object] | None = None,
) -> Solution | None: ...
def count(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
    progress: Callable[[dict[str, int]], object] | None = None,
) -> Count: ...
def unique(
    puzzle: Puzzle,
    *,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
    progress: Callable[[dict[str, int]], object] | None = None,
) -> Uniqueness: ...
def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    effort: int | None = None,
) -> Solutions: ...
def encode(
    puzzle: Puzzle,
    *,
    encoding: str = "extended",
    amo: str = "pairwise",
    block: Solution | None = None,
) -> Cnf: ...
def formats() -> list[tuple[str, str]]: ...
def format_of(text: str) -> str: ...
def forms() -> list[tuple[str, str]]: ...
def events(
    question: str,
    puzzle: Puzzle | None = None,
    progress: Callable[[dict[str, int]], object] | None = None,
) -> list[tuple[str, bytes | None]]: ...
def part(puzzle: Puzzle, decisions: str) -> Puzzle: ...
def puzzle_sha256(puzzle: Puzzle) -> str: ...
def combine(puzzle: Puzzle, results: Sequence[str]) -> tuple[str, str | None]: ...

_Found = tuple[
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8] | None,
    tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]] | None,
    dict[int, str],
]

def solve_rows(
    rows: npt.NDArray[np.uint8],
    want: str,
    *,
    text: bool,
    layout: str | None,
    limit: int | None,
    keep: bool,
    jobs: int | None,
    out: npt.NDArray[np.uint8] | None,
    engine: str | None,
    backend: str | None,
    encoding: str | None,
    amo: str | None,
    seed: int,
    time_limit: float | None,
    memory_limit: int | str | None,
    effort: int | None,
) -> _Found: ...
def solve_texts(
    rows: Sequence[str | None],
    want: str,
    *,
    layout: str | None,
    limit: int | None,
    keep: bool,
    jobs: int | None,
    engine: str | None,
    backend: str | None,
    encoding: str | None,
    amo: str | None,
    seed: int,
    time_limit: float | None,
    memory_limit: int | str | None,
    effort: int | None,
) -> _Found: ...
def rate_rows(
    rows: npt.NDArray[np.uint8], *, text: bool, jobs: int | None, time_limit: float | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], dict[int, str]]: ...
def rate_texts(
    rows: Sequence[str | None], *, jobs: int | None, time_limit: float | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], dict[int, str]]: ...
