"""One puzzle by its cubes: what is asked next, what was answered, and a journal of that.

Who answers is not known here: answers may come in any order, late, or twice. An answer counts once,
by the text of its cube.
"""

from __future__ import annotations

import heapq
import json
import os
import time
from pathlib import Path
from typing import Any, BinaryIO

from . import _native
from ._documents import Document, about
from ._errors import InputError
from ._jobs import Answer, combine
from ._native import Puzzle

#: What a cube that takes long is split into.
AGAIN = 8


class Journal:
    """Lines of JSON that are appended to a file and are on disk a second later. The first line
    says what they are about; the others are read back when a run goes on."""

    def __init__(self, path: str | Path | None, about_what: Document) -> None:
        self.entries: list[Document] = []
        self._file: BinaryIO | None = None
        self._synced, self._dirty = time.monotonic(), False
        if path is None:
            return
        file = open(path, "a+b")  # noqa: SIM115 - closed by close
        try:
            _lock(file, path)
            whole = self._read(file, path, json.loads(json.dumps(about_what)))
        except BaseException:
            file.close()
            raise
        # A line that was cut short when the run was ended is not there.
        file.truncate(whole)
        self._file = file
        if whole == 0:
            self.write(about_what)

    def _read(self, file: BinaryIO, path: str | Path, about_what: Document) -> int:
        file.seek(0)
        whole = 0
        for number, line in enumerate(file, 1):
            try:
                entry = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                entry = None
            if not isinstance(entry, dict):
                if line.endswith(b"\n") and file.read(1):
                    raise InputError(f"{path}: no JSON object", "input", number)
                break
            if number == 1 and entry != about_what:
                raise InputError(f"{path}: the journal of another run: {entry}", "input", 1)
            if number > 1:
                self.entries.append(entry)
            whole += len(line)
        return whole

    def write(self, entry: Document) -> None:
        """Appends a line."""
        if self._file is not None:
            self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            self._dirty = True
            self.sync()

    def sync(self, *, now: bool = False) -> None:
        """Sees to it that what was written a second ago is on disk, or all of it now."""
        if self._file is not None and self._dirty and (now or time.monotonic() - self._synced >= 1):
            os.fsync(self._file.fileno())
            self._synced, self._dirty = time.monotonic(), False

    def close(self) -> None:
        """Ends it; all is on disk."""
        if self._file is not None:
            self.sync(now=True)
            self._file.close()
            self._file = None


def _lock(file: BinaryIO, path: str | Path) -> None:
    """Keeps others from writing to a file while it is open, where the system can do that."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"{path}: another run writes to it") from None


class Conquered(Answer):
    """The answer to a puzzle from those to its cubes, with the answers that it was made of."""

    def __init__(self, document: Document, leaves: list[Document]) -> None:
        super().__init__(document)
        object.__setattr__(self, "leaves", leaves)

    #: What was answered of each cube, each an object of ``satoku unique --cube I/N --json``:
    #: ``combine(puzzle, leaves)`` checks the answer again, on any machine.
    leaves: list[Document]

    def save(self, path: str | Path) -> None:
        """Writes the answers of the cubes as JSON lines: ``satoku cubes --combine PUZZLE PATH``
        checks the answer again."""
        lines = "".join(json.dumps(leaf) + "\n" for leaf in self.leaves)
        Path(path).write_text(lines, encoding="utf-8")


def key_of(part: Document) -> str:
    """The text of a cube."""
    return " ".join(part["decisions"])


def part_of(puzzle: Puzzle, part: Document) -> Puzzle:
    """The puzzle in which what was decided holds."""
    return _native.part(puzzle, key_of(part))


def answered(puzzle: Puzzle, want: str, options: Document) -> Document:
    """What is found of the puzzle of a cube: a pure function, which may be called again anywhere.
    With the status ``unknown`` a limit came first."""
    started = time.monotonic()
    found = _last(puzzle, "unique" if want == "count" else want, options)
    if want == "count" and found["status"] == "multiple":
        # The only solution of a cube is shown, of several the number.
        found = _last(puzzle, {"count": {}}, options)
    return {**found, "seconds": round(time.monotonic() - started, 6)}


def _last(puzzle: Puzzle, want: str | Document, options: Document) -> Document:
    answer: Document = about(puzzle, want, **options)[-1]["answer"]
    return answer


class Conquest:
    """The cubes of a puzzle: the hardest are handed out first, and what comes back open is split."""

    def __init__(
        self,
        puzzle: Puzzle,
        want: str,
        cubes: int,
        journal: str | Path | None,
        options: Document,
    ) -> None:
        self.puzzle, self.want = puzzle, want
        #: Answers by the text of their cube; those of cubes that were split are not among them.
        self.answers: dict[str, Document] = {}
        #: How many cubes were split.
        self.split = 0
        #: How many answers came a second time.
        self.repeated = 0
        self._shown: list[Document] = []
        self._asked: dict[str, Document] = {}
        self._whole: set[str] = set()
        self._done: set[str] = set()
        self._waiting: list[tuple[int, int, str]] = []
        self._solutions: set[str] = set()
        whole = _native.puzzle_sha256(puzzle)
        kept = {name: value for name, value in options.items() if value is not None}
        head: Document = {"satoku": _native.__version__, "puzzle_sha256": whole, "want": want}
        head |= {"cubes": cubes, "options": kept}
        self._journal = Journal(journal, head)
        try:
            self._ask(self._cubes(cubes, None))
            for entry in self._journal.entries:
                self._resume(entry)
        except BaseException:
            self._journal.close()
            raise

    def _resume(self, entry: Document) -> None:
        part = entry.get("cube")
        if not isinstance(part, dict) or key_of(part) not in self._asked:
            raise InputError(f"the journal answers a cube that was not asked: {entry}")
        self.take(part, entry, resumed=True)

    def _cubes(self, count: int, of: Document | None) -> list[Document]:
        want: dict[str, Any] = {"count": count}
        if of is not None:
            want["of"] = key_of(of)
        return [event["part"] for event in about(self.puzzle, {"cubes": want}) if "part" in event]

    def _ask(self, parts: list[Document]) -> None:
        for part in parts:
            self._asked[key_of(part)] = part
            heapq.heappush(self._waiting, (-part["freedom"], len(self._asked), key_of(part)))

    def next(self) -> tuple[Document, bool] | None:
        """The cube to be answered next, and whether that may be given up; None if all are on
        their way."""
        while self._waiting:
            key = heapq.heappop(self._waiting)[2]
            if key not in self._done:
                return self._asked[key], key not in self._whole
        return None

    @property
    def waiting(self) -> int:
        """How many cubes are not on their way yet."""
        return sum(key not in self._done for _, _, key in self._waiting)

    def take(self, part: Document, answer: Document, *, resumed: bool = False) -> None:
        """Takes an answer. One that is there already, as a worker was slow and another was asked,
        is the same and counts once."""
        key = key_of(part)
        if key in self._done or key not in self._asked:
            self.repeated += 1
            return
        gave_up = answer["status"] == "unknown"
        if gave_up and key in self._whole:
            self.repeated += 1
            return
        entry = {**answer, "cube": self._asked[key]}
        if not resumed:
            self._journal.write(entry)
        shown = [answer["solution"]] if "solution" in answer else answer.get("solutions") or []
        self._solutions.update(shown)
        if not gave_up:
            self._done.add(key)
            self.answers[key] = entry
            return
        parts = self._cubes(AGAIN, part)
        if [key_of(part) for part in parts] == [key]:
            # There is nothing to split: it is answered in as long as it takes.
            self._whole.add(key)
            self._ask(parts)
            return
        self._done.add(key)
        self.split += 1
        if shown:
            self._shown.append(entry)
        self._ask(parts)

    @property
    def over(self) -> bool:
        """Whether what is wanted is known, whatever the other cubes say."""
        if self.want == "solve":
            return bool(self._solutions)
        return self.want == "unique" and len(self._solutions) > 1

    def tick(self) -> None:
        """To be called now and then."""
        self._journal.sync()

    def answer(self) -> Conquered:
        """The answer to the puzzle, as far as it is known: cover and solutions are checked."""
        leaves = [*self.answers.values(), *self._shown]
        leaves.sort(key=lambda leaf: list(leaf["cube"]["decisions"]))
        return Conquered(combine(self.puzzle, leaves).document, leaves)

    def close(self) -> None:
        """Ends the journal."""
        self._journal.close()
