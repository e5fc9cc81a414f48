"""Reads the bins of functional coverage from their file. Its first lines describe the format."""
import itertools
import os
import re
from dataclasses import dataclass

from sizes import LANE_COUNTS, ROOT, evaluate, lines, need

FILE = os.path.join(ROOT, "verif/environment/sm/machine.bins")


@dataclass
class Cross:
    name: str
    axes: list          # values of each axis
    names: list         # name of each axis
    text: str
    pairs: bool
    first: int          # number of its first bin

    @property
    def size(self):
        size = 1
        for a in self.axes:
            size *= len(a)
        return size

    def bins(self):
        """Each bin with its number. A pair of values has two numbers, one of which is unused."""
        for n, places in enumerate(itertools.product(*(range(len(a)) for a in self.axes))):
            if not self.pairs or places[0] < places[1]:
                yield self.first + n, tuple(a[p] for a, p in zip(self.axes, places))


@dataclass
class Never:
    where: str
    cross: Cross
    values: list        # a set of values for each axis
    condition: str      # empty: always
    reason: str

    def fits(self, cross, values):
        return cross is self.cross and all(v in s for v, s in zip(values, self.values))


def _values(words, t, where):
    for w in words:
        m = re.fullmatch(r"(\w+)\.\.([\w-]+)", w)
        if not m:
            yield w
            continue
        ends = [{t.sizes.value(end, n, where) for n in LANE_COUNTS} for end in m.groups()]
        need(all(len(e) == 1 for e in ends), where, f"'{w}' depends on the lanes")
        yield from (str(n) for n in range(ends[0].pop(), ends[1].pop() + 1))


def _never(t, crosses, rest, where):
    m = re.fullmatch(r"(\S+)((?: +[^:\s]+)+?)(?: +if +([^:]+))?: +(.+)", rest)
    need(m and m[1] in crosses, where,
         "never CROSS VALUE ... [if CONDITION]: REASON expected, of a cross above")
    cross, values = crosses[m[1]], m[2].split()
    need(len(values) == len(cross.axes), where, f"{cross.name} has {len(cross.axes)} axes")
    sets = []
    for text, axis in zip(values, cross.axes):
        sets.append(set(axis) if text == "*" else set(text.split("|")))
        need(sets[-1] <= set(axis), where, f"'{text}' is not on that axis: {' '.join(axis)}")
    if m[3]:
        for n in LANE_COUNTS:
            evaluate(m[3], t.sizes.values[n], where)
    return Never(where, cross, sets, m[3], m[4])


def load(t, path=FILE):
    """All crosses, by name, and all impossible bins. The library alone, without a bench, has none."""
    axes, crosses, nevers, first = {}, {}, [], 0
    for where, line in lines(path) if os.path.exists(path) else []:
        key, _, rest = line.partition(" ")
        rest = rest.strip()
        need(key in ("axis", "cross", "pairs", "never"), where,
             f"'{key}' is none of axis, cross, pairs, never")
        if key == "never":
            nevers.append(_never(t, crosses, rest, where))
            continue
        if key == "axis":
            name, *words = rest.split()
            need(words and name not in axes, where, "axis NAME VALUE ... expected, each once")
            axes[name] = list(_values(words, t, where))
            need(len(set(axes[name])) == len(axes[name]), where, "a value is there twice")
            continue
        head, colon, text = rest.partition(":")
        name, *of = head.split()
        need(colon and text.strip() and of and all(a in axes for a in of), where,
             f"{key} NAME AXIS ...: TEXT expected, of axes above")
        need(name not in crosses, where, f"{name} is there twice")
        need(key == "cross" or len(of) == 1, where, "pairs are of one axis")
        of = of * 2 if key == "pairs" else of
        crosses[name] = Cross(name, [axes[a] for a in of], of, text.strip(), key == "pairs", first)
        first += crosses[name].size
    return crosses, nevers
