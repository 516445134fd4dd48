"""Questions and answers as documents: what ``satoku … --json`` reads and writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _native
from ._errors import SatokuError, UnsupportedError, of_kind

#: A JSON object.
Document = dict[str, Any]
#: Called with the progress, an object with ``nodes``, ``conflicts`` and ``steps``.
Progress = Callable[[dict[str, int]], object]


def events(question: Mapping[str, Any], *, progress: Progress | None = None) -> list[Document]:
    """All events that answer a question, in order, each an object with one key: ``solution``,
    ``part``, ``backend``, ``file`` (with its ``name`` and ``text``) or ``answer``.

    What cannot be answered is an answer too, with the status ``error``; a question that is none
    raises :class:`InputError`.
    """
    return _told(_native.events(json.dumps(question), None, progress))


def ask(question: Mapping[str, Any], *, progress: Progress | None = None) -> Document:
    """The answer to a question: of several, as puzzles are generated, the last.

    Raises :class:`UnsupportedError` where a question is answered by events alone, as
    ``cubes`` is: see :func:`events`.
    """
    for event in reversed(events(question, progress=progress)):
        if "answer" in event:
            answer: Document = event["answer"]
            return answer
    raise UnsupportedError("a question without a single answer: ask for its events", "unsupported")


def _told(native: Iterable[tuple[str, bytes | None]]) -> list[Document]:
    told: list[Document] = []
    for text, content in native:
        event: Document = json.loads(text)
        if content is not None:
            event["file"]["text"] = content.decode("ascii")
        told.append(event)
    return told


def about(
    puzzle: _native.Puzzle | None,
    want: str | Document,
    *,
    layout: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> list[Document]:
    """The events that answer what is wanted of a puzzle; an error is raised."""
    options = {name: value for name, value in options.items() if value is not None}
    question: Document = {"want": want, "options": options}
    if layout is not None:
        question["layout"] = layout
    told = _told(_native.events(json.dumps(question), puzzle, progress))
    for event in told:
        raise_failure(event.get("answer"))
    return told


def raise_failure(answer: Document | None) -> None:
    """Raises what an answer with the status ``error`` or ``refused`` says."""
    if answer is not None and "error" in answer:
        raise failure(answer)


def failure(answer: Document) -> SatokuError:
    """The exception that an answer without success stands for."""
    return of_kind(
        answer.get("kind", "input"), answer["error"], answer.get("line"), answer.get("column")
    )


def last_answer(told: list[Document]) -> Document:
    """The last answer among events."""
    answers: list[Document] = [event["answer"] for event in told if "answer" in event]
    return answers[-1]
