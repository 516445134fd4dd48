"""Puzzles on all machines of a Ray cluster: ``pip install 'satoku[ray]'``.

**Ray without a token is open to whoever reaches its ports, who then runs any program on your machines; and
it listens on all network interfaces, even where it is told an address.** Use it behind a firewall or in a
network of its own, and with a token: in version 2.60, a cluster that `ray.init` begins on one machine
has one by itself, one of `ray start` only if you make it (`ray get-auth-token --generate`,
`RAY_AUTH_MODE=token`).

:func:`solve_array` and :func:`solve_dataset` are for many puzzles, :func:`conquer` is for a hard one.
Work is given out as tasks that depend on nothing but what they are asked: Ray repeats those whose
worker died, and an answer that comes twice counts once. ``python -m satoku.ray demo`` shows both on
this machine. What is not connected to a cluster yet begins one on this machine (``ray.init``).
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _batch, _conquest, _native
from ._batch import Batch, Rows, Status
from ._conquest import Conquered, Conquest, Journal
from ._documents import Document
from ._errors import InputError, SatokuError, UnsupportedError
from ._native import Puzzle

__all__ = ["Conquered", "conquer", "solve_array", "solve_dataset"]

#: Tasks on their way for each processor: one that is worked on, one that waits.
AHEAD = 2

#: Seconds between looks at how many processors there are.
LOOKS = 1.0


def _ray() -> Any:
    """Ray, connected."""
    try:
        import ray
    except ImportError as error:
        message = f"ray: {error}; pip install 'satoku[ray]'"
        raise UnsupportedError(message, "unsupported") from None
    if not ray.is_initialized():
        ray.init(include_dashboard=False)
    return ray


def _deal(
    function: Callable[..., Any],
    next_task: Callable[[], tuple[Any, tuple[Any, ...]] | None],
    take: Callable[[Any, Any], bool],
    tick: Callable[[], object],
    memory: int | None,
) -> None:
    """Has tasks done, a few more than there are processors at a time; `take` says whether to go on.
    Whatever ends this, no task is left behind."""
    ray = _ray()
    remote = _task(function, memory)
    flying: dict[Any, Any] = {}
    looked, room = 0.0, 0
    try:
        while True:
            # Machines may come and go; asking costs as much as a task.
            if time.monotonic() >= looked + LOOKS:
                looked, room = time.monotonic(), AHEAD * _cores()
            while len(flying) < room and (task := next_task()) is not None:
                key, arguments = task
                flying[remote.remote(*arguments)] = key
            if not flying:
                return
            ready, _ = ray.wait(list(flying), num_returns=1, timeout=0.5)
            for done in ready:
                found = ray.get(done)
                if not take(flying.pop(done), found):
                    return
            tick()
    finally:
        _end(list(flying))


def _end(tasks: list[Any]) -> None:
    """Ends tasks. Work heeds the interrupt; one that comes while a task begins may be lost, so it is
    sent until the task has ended, for ten seconds at most."""
    ray = _ray()
    for _ in range(20):
        _, tasks = ray.wait(tasks, num_returns=len(tasks), timeout=0) if tasks else ([], [])
        if not tasks:
            return
        for task in tasks:
            # By force, Ray 2.60 may fail a check of its own and abort.
            ray.cancel(task, force=False)
        ray.wait(tasks, num_returns=len(tasks), timeout=0.5)


#: Functions as tasks, and the memory that each needs.
_TASKS: dict[tuple[Callable[..., Any], int | None], Any] = {}


def _task(function: Callable[..., Any], memory: int | None) -> Any:
    """A function as a task. It depends on nothing but what it is asked, so it may be done again."""
    task = _TASKS.get((function, memory))
    if task is None:
        needs = {"num_cpus": 1, **({} if memory is None else {"memory": memory})}
        remote = _ray().remote(max_retries=-1, **needs)
        task = _TASKS[function, memory] = remote(_interruptible(function))
    return task


def _interruptible(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that heeds interrupts. Workers of a cluster that a script started in the background (`command &`
    without job control) ignore them, and with them what Ray ends tasks by."""

    @functools.wraps(function)
    def task(*arguments: Any) -> Any:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if not ignored or threading.current_thread() is not threading.main_thread():
            return function(*arguments)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return function(*arguments)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    return task


def _cores() -> int:
    """The processors of the cluster."""
    return max(1, int(_ray().cluster_resources().get("CPU", 1)))


def conquer(
    puzzle: Puzzle,
    *,
    want: str = "unique",
    cubes: int = 256,
    split_after: float | None = 60.0,
    split_effort: int | None = None,
    seeds: int | Iterable[int] | None = None,
    journal: str | Path | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_progress: Callable[[Document], object] | None = None,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
) -> Conquered:
    """One hard puzzle, by cubes on all processors of the cluster.

    ``want`` is ``unique`` (or how many: ``count``; or any solution: ``solve``). The puzzle is split
    into ``cubes``; one that is not answered after ``split_after`` seconds, or ``split_effort`` of
    search, is split in 8, which take its place. It ends as soon as the answer is known. The answer
    is put together by :func:`satoku.combine`, which checks the solutions and that the cubes leave
    nothing out, and can do so again elsewhere: ``.leaves`` has what was answered of each cube.

    With a ``journal``, a file, a run that was ended goes on where it was: at most a second of
    answers is lost where the machine dies, and nothing where the program does. ``time_limit``
    seconds end it with the status ``unknown``. ``memory_limit``, in bytes, is what Ray sets aside
    for a task. ``on_progress`` is called with the numbers of cubes that are ``answered``,
    ``waiting`` and ``split``.

    For ``solve``, ``seeds`` (how many, or which) has the whole puzzle tried with so many random
    seeds in place of cubes: the first solution ends it. That is for large puzzles with many
    solutions.
    """
    if want not in ("unique", "count", "solve"):
        raise InputError(f"want: no `{want}`: expected unique, count or solve")
    if seeds is not None and want != "solve":
        raise InputError("seeds: they are for want=\"solve\"")
    ray = _ray()
    whole = ray.put(puzzle)
    options: Document = {"engine": engine, "backend": backend, "seed": seed}
    options |= {"encoding": encoding, "amo": amo}
    end = None if time_limit is None else time.monotonic() + time_limit
    tell = on_progress or (lambda _: None)
    if seeds is not None:
        tried = range(seeds) if isinstance(seeds, int) else seeds
        return _try_seeds(puzzle, whole, list(tried), options, journal, end, memory_limit, tell)
    conquest = Conquest(puzzle, want, cubes, journal, {**options, "split_effort": split_effort})

    def late() -> bool:
        return end is not None and time.monotonic() >= end

    def next_task() -> tuple[Document, tuple[Any, ...]] | None:
        asked = None if late() else conquest.next()
        if asked is None:
            return None
        part, may_give_up = asked
        limits: Document = {"effort": split_effort} if may_give_up else {}
        rest = [] if end is None else [max(end - time.monotonic(), 0.001)]
        times = rest + ([split_after] if may_give_up and split_after is not None else [])
        limits["time_limit"] = min(times, default=None)
        return part, (whole, part, want, {**options, **limits})

    def take(part: Document, answer: Document) -> bool:
        if answer["status"] == "unknown" and late():
            return False
        conquest.take(part, answer)
        known = {"answered": len(conquest.answers), "split": conquest.split}
        tell({**known, "waiting": conquest.waiting})
        return not (conquest.over or late())

    def tick() -> None:
        conquest.tick()
        if late():
            raise _Late

    try:
        if not conquest.over:
            _deal(_answer_cube, next_task, take, tick, memory_limit)
    except _Late:
        pass
    finally:
        conquest.close()
    return conquest.answer()


class _Late(Exception):
    """The time is over."""


def _answer_cube(puzzle: Puzzle, part: Document, want: str, options: Document) -> Document:
    return _conquest.answered(_conquest.part_of(puzzle, part), want, options)


def _answer_seed(puzzle: Puzzle, options: Document) -> Document:
    return _conquest.answered(puzzle, "solve", options)


def _try_seeds(
    puzzle: Puzzle,
    whole: Any,
    seeds: list[int],
    options: Document,
    journal: str | Path | None,
    end: float | None,
    memory: int | None,
    tell: Callable[[Document], object],
) -> Conquered:
    """The whole puzzle with one seed after the other, until one finds a solution or that there is
    none."""
    about = {"satoku": _native.__version__, "puzzle_sha256": _native.puzzle_sha256(puzzle)}
    log = Journal(journal, {**about, "want": "solve", "seeds": seeds, "options": options})
    found: dict[int, Document] = {entry["seed"]: entry["answer"] for entry in log.entries}

    def known() -> Document | None:
        return next((it for it in found.values() if it["status"] in ("solved", "none")), None)

    left = iter([seed for seed in seeds if seed not in found])

    def late() -> bool:
        return end is not None and time.monotonic() >= end

    def next_task() -> tuple[int, tuple[Any, ...]] | None:
        seed = None if late() or known() is not None else next(left, None)
        if seed is None:
            return None
        rest = None if end is None else max(end - time.monotonic(), 0.001)
        return seed, (whole, {**options, "seed": seed, "time_limit": rest})

    def take(seed: int, answer: Document) -> bool:
        if answer["status"] == "unknown" and late():
            return False
        log.write({"seed": seed, "answer": answer})
        found[seed] = answer
        tell({"answered": len(found), "split": 0, "waiting": len(seeds) - len(found)})
        return known() is None

    def tick() -> None:
        log.sync()
        # What waited for a processor began with more time than is left.
        if late():
            raise _Late

    try:
        if known() is None:
            _deal(_answer_seed, next_task, take, tick, memory)
    except _Late:
        pass
    finally:
        log.close()
    answer = known() or {"status": "unknown", "count": 0, "complete": False}
    answer = {name: value for name, value in answer.items() if name != "seconds"}
    return Conquered(answer, [{"seed": seed, **it} for seed, it in sorted(found.items())])


def solve_array(
    puzzles: Rows,
    *,
    want: str = "solve",
    limit: int | None = None,
    solutions: bool = True,
    block: int = 262_144,
    layout: str | None = None,
    journal: str | Path | None = None,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    effort: int | None = None,
) -> Batch:
    """What :func:`satoku.solve_many`, ``unique_many`` or ``count_many`` (``want``) give, by all
    processors of the cluster.

    The rows go into Ray's memory block by block, each of at most ``block`` rows: so many that a
    task takes longer than giving it out, a few milliseconds. ``journal`` is a folder: the
    answers of blocks are kept there, and a run that was ended asks for the others alone, on
    however many processors. Of texts the first that can be read tells the size of all, as in
    ``solve_many``.
    """
    rows, is_text = _batch._rows(puzzles)
    number = len(rows)
    keep = want == "solve" or want == "unique" and solutions
    how: Document = {"layout": layout, "engine": engine, "backend": backend, "seed": seed}
    how |= {"encoding": encoding, "amo": amo, "effort": effort}
    how |= {"limit": limit, "want": want, "keep": keep}
    ray = _ray()
    cores = _cores()
    # Blocks of the same size, as many for each processor.
    blocks = max(1, -(-number // max(1, block)))
    blocks = min(max(number, 1), -(-blocks // cores) * cores)
    size = max(1, -(-number // blocks))
    if journal is not None:
        size = _Blocks.size(Path(journal)) or size
    kept = None if journal is None else _Blocks(Path(journal), rows, is_text, {**how, "size": size})
    whole = _Whole(number, _cells_of(rows) if isinstance(rows, list) else None)
    starts = range(0, number, size)
    left = []
    for start in starts:
        batch = None if kept is None else kept.read(start)
        if batch is None:
            left.append(start)
        else:
            whole.put(start, batch)
    waiting = iter(left)

    def next_task() -> tuple[int, tuple[Any, ...]] | None:
        start = next(waiting, None)
        if start is None:
            return None
        # A block at a time: the first is answered while the others are put.
        return start, (ray.put(rows[start : start + size]), is_text, how)

    def take(start: int, batch: Batch) -> bool:
        if kept is not None:
            kept.write(start, batch)
        whole.put(start, batch)
        return True

    _deal(_answer_block, next_task, take, lambda: None, None)
    return whole.batch() if number else _many(rows, is_text, how)


def _cells_of(rows: list[str | None]) -> int | None:
    """How many cells the first text has that can be read."""
    for row in rows:
        try:
            return Puzzle(row or "").cells
        except SatokuError:
            continue
    return None


def _answer_block(rows: Any, is_text: bool, how: Document) -> Batch:
    return _many(rows, is_text, how)


def _many(rows: Any, is_text: bool, how: Document) -> Batch:
    options: _batch._How = {
        "engine": how["engine"],
        "backend": how["backend"],
        "encoding": how["encoding"],
        "amo": how["amo"],
        "seed": how["seed"],
        "time_limit": None,
        "memory_limit": None,
        "effort": how["effort"],
    }
    parsed = _batch._Parsed(rows, is_text)
    layout, limit, keep = how["layout"], how["limit"], how["keep"]
    return _batch._many(how["want"], parsed, layout, limit, keep, 1, None, options)


class _Whole:
    """Blocks as one batch: each is put in its place as it comes, while others are answered."""

    def __init__(self, number: int, cells: int | None) -> None:
        self._number = number
        self._cells = cells
        self._columns: dict[str, npt.NDArray[Any]] = {}
        self._errors: dict[int, str] = {}
        self._unread: npt.NDArray[Any] | None = None

    def put(self, start: int, batch: Batch) -> None:
        # Where no row can be read, nothing tells how many cells a solution has.
        is_unread = batch.solutions is not None and bool((batch.status == Status.ERROR).all())
        if is_unread:
            self._unread = batch.solutions
        elif batch.solutions is not None and self._cells not in (None, batch.solutions.shape[1]):
            # All texts are of one size: that of the first.
            message = f"{batch.solutions.shape[1]} cells in a batch of {self._cells}"
            read = np.flatnonzero(batch.status != Status.ERROR).tolist()
            errors = {**batch.errors, **dict.fromkeys(read, message)}
            status = np.full_like(batch.status, Status.ERROR)
            return self.put(start, replace(batch, status=status, errors=errors))
        for name in ("status", "solutions", "counts", "complete"):
            part = getattr(batch, name)
            if part is None or is_unread and name == "solutions":
                continue
            if name not in self._columns:
                self._columns[name] = np.zeros((self._number, *part.shape[1:]), part.dtype)
            self._columns[name][start : start + len(part)] = part
        self._errors |= {start + row: error for row, error in batch.errors.items()}

    def batch(self) -> Batch:
        columns = self._columns
        errors = dict(sorted(self._errors.items()))
        names = ("status", "solutions", "counts", "complete")
        status, solutions, counts, complete = (columns.get(name) for name in names)
        assert status is not None
        if solutions is None and self._unread is not None:
            solutions = np.zeros((self._number, *self._unread.shape[1:]), self._unread.dtype)
        return Batch(status, solutions, counts, complete, errors)


class _Blocks:
    """Answers of blocks as files of a folder, each whole or not there."""

    def __init__(self, folder: Path, rows: Any, is_text: bool, how: Document) -> None:
        import hashlib

        data = rows.tobytes() if isinstance(rows, np.ndarray) else json.dumps(rows).encode()
        about = {"satoku": _native.__version__, "rows": len(rows), "text": is_text, **how}
        about["sha256"] = hashlib.sha256(data).hexdigest()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        head = folder / "run.json"
        if head.exists():
            if json.loads(head.read_text()) != about:
                raise InputError(f"{folder}: the journal of another run")
        else:
            self._place(head, json.dumps(about).encode())

    @staticmethod
    def size(folder: Path) -> int | None:
        """The size of the blocks of a folder where there are answers already."""
        head = folder / "run.json"
        size = json.loads(head.read_text()).get("size") if head.exists() else None
        return size if isinstance(size, int) and size > 0 else None

    def _place(self, path: Path, content: bytes) -> None:
        partial = path.with_name(f"{path.name}.{os.getpid()}.part")
        with open(partial, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)

    def read(self, start: int) -> Batch | None:
        path = self._folder / f"{start}.npz"
        if not path.exists():
            return None
        with np.load(path, allow_pickle=False) as kept:
            errors = {int(row): text for row, text in json.loads(str(kept["errors"])).items()}
            arrays = {name: kept[name] for name in kept.files if name != "errors"}
        return replace(Batch(arrays.pop("status")), **arrays, errors=errors)

    def write(self, start: int, batch: Batch) -> None:
        import io

        columns = {name: getattr(batch, name) for name in ("solutions", "counts", "complete")}
        columns = {name: column for name, column in columns.items() if column is not None}
        content = io.BytesIO()
        np.savez(content, status=batch.status, errors=json.dumps(batch.errors), **columns)
        self._place(self._folder / f"{start}.npz", content.getvalue())


def solve_dataset(
    dataset: Any,
    *,
    column: str = "puzzle",
    want: str = "solve",
    limit: int | None = None,
    layout: str | None = None,
    batch_size: int = 65_536,
    engine: str | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    seed: int = 0,
    effort: int | None = None,
) -> Any:
    """A ``ray.data.Dataset`` with answers beside its rows: ``status`` (a :class:`satoku.Status`),
    ``error``, and ``solution`` or ``count``.

    The column holds texts, whose solutions are texts too, or arrays of numbers. Like all of Ray's
    operations on datasets it is done when the rows are used.
    """
    how: Document = {"layout": layout, "engine": engine, "backend": backend, "seed": seed}
    how |= {"encoding": encoding, "amo": amo, "effort": effort}
    how |= {"limit": limit, "want": want, "keep": want != "count"}

    def answer(batch: dict[str, npt.NDArray[Any]]) -> dict[str, Any]:
        rows, is_text = _batch._rows(batch[column])
        found = _many(rows, is_text, how)
        told: dict[str, Any] = {**batch, "status": found.status}
        errors = [found.errors.get(row, "") for row in range(len(found))]
        told["error"] = np.array(errors, dtype=object)
        if found.counts is not None:
            told |= {"count": found.counts, "complete": found.complete}
        elif isinstance(rows, list) or is_text:
            lines = [line or "" for line in found.lines()]
            told["solution"] = np.array(lines, dtype=object)
        else:
            told["solution"] = found.solutions
        return told

    answer = _interruptible(answer)
    return dataset.map_batches(answer, batch_format="numpy", batch_size=batch_size)


def demo() -> None:
    """Puzzles by the hundred thousand, and a hard one by cubes, on this machine."""
    from ._jobs import generate

    ray = _ray()
    print(f"Ray {ray.__version__}, {int(ray.cluster_resources()['CPU'])} processors.")
    print("It listens on all network interfaces while this runs.")
    made = [str(it.puzzle) for it in generate(count=100, seed=1)]
    rows = np.frombuffer("".join(made).encode(), np.uint8).reshape(len(made), 81)
    rows = np.tile(rows, (2000, 1))
    started = time.monotonic()
    found = solve_array(rows.view("S81").reshape(-1), want="unique", solutions=False, block=50_000)
    unique = int((found.status == Status.UNIQUE).sum())
    print(f"{unique} of {len(found)} unique, {time.monotonic() - started:.2f} s")
    hard = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    answer = conquer(hard, cubes=32)
    print(f"{hard}: {answer.status}, by {len(answer.leaves)} cubes: {answer['solution']}")


if __name__ == "__main__":
    if sys.argv[1:] != ["demo"]:
        sys.exit("usage: python -m satoku.ray demo")
    # Workers find what they run by the name of its module, and this one is `__main__`.
    importlib.import_module("satoku.ray").demo()
