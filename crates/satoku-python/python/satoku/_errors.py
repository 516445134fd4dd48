"""Errors of the library as exceptions."""

from __future__ import annotations


class SatokuError(Exception):
    """Something could not be read or answered.

    ``kind`` is the word that answers as documents have for it; ``line`` and ``column`` count from 1
    and tell where in a text, if it is about a text.
    """

    kind: str
    line: int | None
    column: int | None

    def __init__(
        self,
        message: str,
        kind: str = "input",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, kind, line, column)
        self.kind = kind
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(SatokuError, ValueError):
    """A puzzle, a layout or an option that is not what it should be."""


class LimitError(SatokuError, TimeoutError):
    """A limit came before there was any answer."""


class UnsupportedError(SatokuError):
    """This build or this combination of options cannot do what was asked."""


class BackendError(SatokuError):
    """A SAT backend failed."""


class TooLargeError(SatokuError):
    """A formula would be larger than what can be numbered or is allowed."""


class DisagreementError(SatokuError):
    """Two engines disagree, or an answer failed its check: a defect."""


class ProofError(SatokuError):
    """A certificate does not hold."""


_KINDS: dict[str, type[SatokuError]] = {
    "input": InputError,
    "layout": InputError,
    "limit": LimitError,
    "unsupported": UnsupportedError,
    "backend": BackendError,
    "too_large": TooLargeError,
    "disagreement": DisagreementError,
    "proof": ProofError,
}


def of_kind(kind: str, message: str, line: int | None, column: int | None) -> SatokuError:
    """The exception for a kind of error."""
    return _KINDS.get(kind, SatokuError)(message, kind, line, column)
