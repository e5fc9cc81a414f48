"""Reads what passed behind the L1s in a run, written by `cosim --traffic FILE` (verif/cosim/story/traffic.c;
docs/report.md)."""

import re

import recording
from recording import Wrong

# The interfaces of each block that bring something into it, and those by which something leaves it.
INTERFACES = {"sni": (("mem", "rp"), ("rq", "resp")), "xbar": (("i",), ("o",)),
              "node": (("q1", "q4"), ("q2", "q3")), "lni": (("rq", "resp"), ("mem", "rp")),
              "l2": (("req", "resp"), ("answer", "mem")), "mc": (("req",), ("answer",))}


class Part:
    def __init__(self, number, fields):
        self.number, self.block = number, fields["block"]
        self.name = re.sub(r"^side\.", "", fields["name"])
        self.sizes = fields


class Link:
    """What one part gives another, or a pin: a flit, a request or a response in each cycle in which it
    passes. A missing end is outside of the machine."""

    def __init__(self, traffic, ends, valid, ready, source):
        self.source, self.source_group, self.source_index = ends[:3]
        self.target, self.target_group, self.target_index = ends[3:]
        self.traffic, self.valid, self.ready = traffic, valid, ready
        self.owner, self.group, self.index = source  # the part with the signals of this link
        self.offered = None  # since when the present one has been on offer
        self.flit = self.signal("head") is not None
        self.passed = []     # cycles
        self.found = {}

    def signal(self, name):
        return self.traffic.signal(self.owner, f"{self.group}_{name}", self.index)

    def value(self, name):
        """A field of what is on offer; 0 if the interface has no such field."""
        if name not in self.found:
            at = self.traffic.signal(self.owner, name, self.index) if name == "from_input" else self.signal(name)
            if at is None:
                at = self.traffic.signal(self.owner, self.group + name, self.index)
            self.found[name] = at
        at = self.found[name]
        return 0 if at is None else self.traffic.now[at]

    def coded(self, name):
        """The same as the name of a code."""
        words, code = self.traffic.codes[f"{self.owner.block}.{self.group}_{name}"], self.value(name)
        if code >= len(words):
            raise Wrong(f"{self.owner.name}: no {self.group}_{name} has the code {code}")
        return words[code]

    @property
    def name(self):
        def end(part, group, index):
            return f"{part.name}.{group}" + (f"[{index}]" if index >= 0 else "")
        if not self.source or not self.target:
            return end(self.owner, self.group, self.index)
        return f"{end(self.source, self.source_group, self.source_index)} → " \
               f"{end(self.target, self.target_group, self.target_index)}"


class Traffic:
    def __init__(self, head):
        self.machine, self.codes = head["machine"], head["codes"]
        self.parts = [Part(n, p) for n, p in enumerate(head["parts"])]
        self.index = {(part, name, field): n for n, (part, name, field, _) in enumerate(head["signals"])}
        self.widths = {(part, name): width for part, name, _, width in head["signals"]}
        self.now = [0] * len(head["signals"])
        self.lines = []  # (cycle, None for a reset or [signal, value, ...])
        self.links = self.wired(head["wires"]) + self.pins(head["wires"])

    def add(self, line):
        """A line has its cycle, and [signal, value, ...], or tells of a reset."""
        at, change = line["at"], [] if line.get("reset") else line["set"]
        signals, values = change[::2], change[1::2]
        if not all(isinstance(n, int) and n >= 0 for n in (at, *change)) or len(signals) > len(values) or \
                any(signal >= len(self.now) for signal in signals):
            raise ValueError
        self.lines.append((at, None if line.get("reset") else change))

    def signal(self, part, name, index=0):
        return self.index.get((part.number, name, max(index, 0)), self.index.get((part.number, name, 0)))

    def fields(self, part, name):
        return [n for (number, port, _), n in self.index.items() if (number, port) == (part.number, name)]

    def width(self, part, name):
        return self.widths[part.number, name]

    def wired(self, wires):
        links = []
        for a, group, at, b, to, place in wires:
            source, target = self.parts[a], self.parts[b]
            valid = self.signal(source, group + "_valid", at)
            if valid is not None and group != "memold":
                links.append(Link(self, (source, group, at, target, to, place), valid,
                                  self.signal(target, to + "_ready", place), (source, group, at)))
        return links

    def pins(self, wires):
        ends = {(a, group) for a, group, *_ in wires} | {(b, to) for *_, b, to, _ in wires}
        links = []
        for part in self.parts:
            for leaves, groups in enumerate(INTERFACES.get(part.block, ())):
                for group in groups:
                    valid = self.signal(part, group + "_valid")
                    if valid is not None and (part.number, group) not in ends:
                        end, none = (part, group, -1), (None, "", -1)
                        links.append(Link(self, end + none if leaves else none + end, valid,
                                          self.signal(part, group + "_ready"), end))
        return links

    def cycles(self):
        """Goes through all cycles in which something may pass: (cycle, whether a signal has changed, whether
        it is a reset). `now` has the values of the signals."""
        for n, (cycle, change) in enumerate(self.lines):
            if change is None:
                yield cycle, False, True
                continue
            for k in range(0, len(change), 2):
                self.now[change[k]] = change[k + 1]
            until = self.lines[n + 1][0] if n + 1 < len(self.lines) else cycle + 1
            for at in range(cycle, until):
                yield at, at == cycle, False


def read(path):
    return recording.read(path, "traffic", Traffic)
