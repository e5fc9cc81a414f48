"""Reads a recording of a run: a line of JSON with its kind and version, then a line for each item."""

import json


class Wrong(Exception):
    """A recording is invalid; the message is one line."""


def read(path, kind, make):
    """What `make` builds from the first line, with each further line added to it by `add`."""
    made, number = None, 0
    try:
        with open(path) as file:
            for number, line in enumerate(file, 1):
                thing = json.loads(line)
                if made:
                    made.add(thing)
                elif thing.get(kind) != 1:
                    raise Wrong(f"{path}: no {kind} of version 1")
                else:
                    made = make(thing)
    except OSError as e:
        raise Wrong(f"cannot read {path}: {e.strerror}") from None
    except (ValueError, AttributeError, KeyError, TypeError, IndexError):
        raise Wrong(f"{path}:{number}: no line of the {kind}") from None
    if not made:
        raise Wrong(f"{path}: it is empty")
    return made
