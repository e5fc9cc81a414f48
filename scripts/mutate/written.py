"""Mutants of which something is known, as a written list: that nothing can kill them, or that nothing has killed them yet. An entry is

    cmodel/src/l1/tag/ways.h: tag_victim
        if (tag_age(t, w) [->-]{+>=+} tag_age(t, oldest))
        No two ways of a set have the same age.

the file and function, the change as a list of mutants has it, and, in the rows that follow it, why that is so. A change that is
there several times in a function is meant each time. Several changes with one argument stand below one another. Rows that
begin with # are comments; an empty row ends an entry.
"""
from dataclasses import dataclass


class Wrong(Exception):
    pass


@dataclass
class Entry:
    where: str
    file: str
    function: str
    change: str
    why: list        # the rows of its argument


class Known:
    def __init__(self, entries):
        self.entries = {}
        for e in entries:
            key = (e.file, e.function, squeezed(e.change))
            if key in self.entries:
                raise Wrong(f"{e.where}: it is there already, at {self.entries[key].where}")
            self.entries[key] = e

    def find(self, row):
        return self.entries.get((row["file"], row["function"], squeezed(row["change"])))

    def unmatched(self, rows):
        matched = {id(self.find(row)) for row in rows}
        return [f"{e.where}: no mutant is like that" for e in self.entries.values() if id(e) not in matched]


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
