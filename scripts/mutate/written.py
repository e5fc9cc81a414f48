"""Reads the hand-written lists of mutants that cannot be killed, or that have not been killed yet. An entry
is

    cmodel/src/l1/tag/replace.h: tag_victim
        if (tag_age(t, w) [->-]{+>=+} tag_age(t, oldest))
        No two ways of a set have the same age.

It has the file and function, the change as in a list of mutants, and the reason in the rows that follow. A
change that occurs several times in a function applies to all; with `(2nd of 3)` behind it, to that one alone.
Several changes with one argument follow one another. Rows that begin with # are comments; an empty row ends
an entry.
"""
import re
from collections import Counter
from dataclasses import dataclass

WHICH = re.compile(r" \(\d+(?:st|nd|rd|th) of \d+\)$")


class Wrong(Exception):
    pass


@dataclass
class Entry:
    where: str
    file: str
    function: str
    change: str
    why: list        # rows of its argument


class Known:
    def __init__(self, entries):
        self.entries = {}
        for e in entries:
            key = (e.file, e.function, squeezed(e.change))
            if key in self.entries:
                raise Wrong(f"{e.where}: it is there already, at {self.entries[key].where}")
            self.entries[key] = e
        for (file, function, change), e in self.entries.items():
            each = self.entries.get((file, function, WHICH.sub("", change)), e)
            if each is not e:
                raise Wrong(f"{e.where}: each of its likes is meant already, at {each.where}")

    def find(self, row):
        """`change` includes the number among equal texts, if there are several (see told_apart)."""
        change = squeezed(row["change"])
        changes = (change, WHICH.sub("", change))
        return next((self.entries[row["file"], row["function"], c] for c in changes
                     if (row["file"], row["function"], c) in self.entries), None)

    def unmatched(self, rows):
        matched = {id(self.find(row)) for row in rows}
        return [f"{e.where}: no mutant is like that" for e in self.entries.values() if id(e) not in matched]


def told_apart(likes):
    """The changes of all mutants, from [(file, function, change)]. Equal texts get numbers."""
    likes = [(file, function, squeezed(change)) for file, function, change in likes]
    count, seen, changes = Counter(likes), Counter(), []
    for like in likes:
        seen[like] += 1
        changes.append(f"{like[2]} ({ordinal(seen[like])} of {count[like]})" if count[like] > 1 else like[2])
    return changes


def ordinal(n):
    return f"{n}" + ("th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th"))


def squeezed(text):
    return " ".join(text.split())


def _marked(text):
    return ("[-" in text and "-]" in text) or ("{+" in text and "+}" in text)


def _entries(path, text):
    head, changes, why = None, [], []
    for n, row in enumerate(text.splitlines() + [""], 1):
        where = f"{path}:{n}"
        if row.startswith("#"):
            continue
        if not row.strip():
            if head and not (changes and why):
                raise Wrong(f"{where}: the entry before lacks {'its argument' if changes else 'a change'}")
            head, changes, why = None, [], []
        elif not row.startswith(" "):
            file, colon, function = row.partition(": ")
            if head or not colon:
                raise Wrong(f"{where}: FILE: FUNCTION expected, after an empty row")
            head = (file, function.strip())
        elif not head:
            raise Wrong(f"{where}: FILE: FUNCTION expected")
        elif _marked(row) and not why:
            changes.append(row)
            yield Entry(where, *head, row.strip(), why)
        elif not changes:
            raise Wrong(f"{where}: a change, with [-what goes-]{{+what comes+}}, expected")
        else:
            why.append(row.strip())


def read(paths, text_of):
    return Known([e for path in paths for e in _entries(path, text_of(path))])
