"""What the library refuses, as exceptions. What the machine finds wrong with an instruction is none of them: it is the `err`
of the completion."""

from typing import Any, Dict, Type

from .records import Status


class Error(Exception):
    """Nothing has happened, unless it says otherwise. `done`: completions that the same call had collected, or None."""

    done: Any = None


class Full(Error):
    """There is no place for a further instruction: collect completions first."""


class Empty(Error):
    """There is no completion to wait for: all that was submitted has been collected."""


class Limit(Error):
    """So many cycles were run, and what was waited for has not happened."""


class Wrong(Error, ValueError):
    """An argument is wrong, or the simulation is closed."""


class Busy(Error):
    """Not now: the machine is not idle, or what is meant is about to change."""


class Foreign(Error, ValueError):
    """A snapshot of another machine or version, or a damaged one."""


class NoMemory(Error, MemoryError):
    """There is not so much memory."""


_OF: Dict[int, Type[Error]] = {Status.FULL: Full, Status.EMPTY: Empty, Status.LIMIT: Limit, Status.WRONG: Wrong,
                               Status.BUSY: Busy, Status.FOREIGN: Foreign, Status.NO_MEMORY: NoMemory}


def error_of(status: int, text: str) -> Error:
    return _OF.get(status, Error)(text)
