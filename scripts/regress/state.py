"""The results of runs, in a folder: `runs` has a line each, and `logs` the output of the first failure of
each kind.

    LABEL FAULT CHECKSUM TEST SEED CYCLES <tab> STATUS <tab> cycles <tab> values <tab> KIND <tab> COMMAND

A line is written at the end of its run, in a single write. An incomplete line (after a crash of the machine)
is ignored.
"""
import os
import re
from dataclasses import dataclass

END = re.compile(r"^\S+: \d+ passed, \d+ failed; (\d+) cycles, (\d+) values compared$", re.M)
PASS = "0"


@dataclass
class Group:
    kind: str
    count: int
    seed: int
    repeat: str


def result(status, text):
    """(status, cycles, values, kind) of a run with that exit status and output. The kind is the kind of
    failure, with the block and output, or the rule, that failed first."""
    end = END.search(text)
    cycles, values = end.groups() if end else ("0", "0")
    if status == 0 and end:
        return PASS, cycles, values, ""
    verdict = re.search(r"^FAILED .*\n  (.*)$", text, re.M)
    first = re.search(r"^kinds of failure:\n +\d+ x (.*)$", text, re.M)
    if verdict:
        kind = verdict[1] + (f": {first[1]}" if first else "")
    else:
        kind = f"the program ended with status {status}: " + (text.strip().splitlines()
                                                              or ["it printed nothing"])[-1]
    return str(status or 1), cycles, values, kind.replace("\t", " ")


class State:
    def __init__(self, folder):
        self.folder = folder
        self.path = os.path.join(folder, "runs")
        os.makedirs(os.path.join(folder, "logs"), exist_ok=True)
        self.done = {}      # key -> the rest of the line
        self.checksums = {} # (label, fault) -> checksum of the program as last used
        text = open(self.path, errors="replace").read() if os.path.exists(self.path) else ""
        for line in text.splitlines(keepends=True):
            fields = line.split("\t")
            if line.endswith("\n") and len(fields) == 6:
                self._take(fields)
        self.cut = bool(text) and not text.endswith("\n")

    def _take(self, fields):
        key, *rest = fields
        label, fault, checksum = key.split(" ")[:3]
        self.done[key] = rest
        self.checksums[label, fault] = checksum

    def add(self, job, status, text):
        """Records the result of a job. Returns whether it failed in a new way."""
        found = result(status, text)
        line = "\t".join((job.key, *found, job.repeat)) + "\n"
        with open(self.path, "ab", buffering=0) as f:
            f.write(("\n" * self.cut + line).encode())
        self.cut = False
        new = found[3] and all(found[3] != rest[3] for rest in self.done.values())
        self._take(line.split("\t"))
        if new:
            name = re.sub(r"\W+", "_", found[3])[:100]
            with open(os.path.join(self.folder, "logs", name), "w") as f:
                f.write(text)
        return found

    def current(self):
        """[(key's fields, rest)] for the programs as last used."""
        split = ((key.split(" "), rest) for key, rest in self.done.items())
        return [(k, rest) for k, rest in split if self.checksums[k[0], k[1]] == k[2]]

    def groups(self):
        """The failures by kind, the most frequent first."""
        found = {}
        for (_, _, _, _, seed, _), (_, _, _, kind, repeat) in self.current():
            if kind:
                g = found.setdefault(kind, Group(kind, 0, int(seed), repeat.strip()))
                g.count += 1
                if int(seed) < g.seed:
                    g.seed, g.repeat = int(seed), repeat.strip()
        return sorted(found.values(), key=lambda g: -g.count)

    def last_line(self):
        runs = self.current()
        failed = sum(rest[0] != PASS for _, rest in runs)
        return (f"{len(runs)} runs, {failed} failed in {len(self.groups())} groups, "
                f"{sum(int(r[1]) for _, r in runs)} cycles, "
                f"{sum(int(r[2]) for _, r in runs)} values compared")
