"""Exceptions for refused calls of the library. Errors that the machine finds in an instruction are not
exceptions: they are the `err` of the completion."""

from typing import Any, Dict, Type

from .records import Status


class Error(Exception):
    """A refused call. It has had no effect, unless its description says so. `done`: completions that the
    same call had collected, or None."""

    done: Any = None


class Full(Error):
    """No capacity for another instruction: collect completions first."""


class Empty(Error):
    """No completion can come: everything submitted has been collected."""


class Limit(Error):
    """The limit of cycles was reached before the awaited event."""


class Wrong(Error, ValueError):
    """An argument is wrong, or the simulation is closed."""


class Busy(Error):
    """Not now: the machine is not idle, or a store will change these words."""


class Foreign(Error, ValueError):
    """A snapshot of another machine or version, or a damaged one."""


class NoMemory(Error, MemoryError):
    """Not enough memory."""


_OF: Dict[int, Type[Error]] = {Status.FULL: Full, Status.EMPTY: Empty, Status.LIMIT: Limit,
                               Status.WRONG: Wrong, Status.BUSY: Busy, Status.FOREIGN: Foreign,
                               Status.NO_MEMORY: NoMemory}


def error_of(status: int, text: str) -> Error:
    return _OF.get(status, Error)(text)
