"""Reads chips: cmodel/chips/NAME.chip, or a file of the user's. A chip is a choice of sizes, with the figures
that were published of it.

    chip NAME TEXT                    NAME as the file's
    lanes N                           lanes without LANES= on make's command line, if not 32
    SIZE VALUE                        a size instead of the default: what is built. SET_...: settings of
                                      programs that name none themselves
    measured WHAT N ... : SOURCE      published cycles. WHAT: `shared` (a shared load, conflicts of degree 1,
                                      2, 4, ...), `hit` (a load that hits) or `locks` (an atomic that is a
                                      loop of locks, with 1, 2, 4, ... lanes on one word)
    conflicts WIDTH N ... : SOURCE    the chip's own counter of conflicts, for loads of WIDTH bits by 64 lanes
                                      at strides of 1, 2, 4, ... accesses
    assumed SIZE ... : REASON         values without a published figure
"""
import os
import re
from dataclasses import dataclass, field

import tables
import sizes
from sizes import LANE_COUNTS, ROOT, WIDE, check_name, lines

FOLDER = os.path.join(ROOT, "cmodel/chips")
NUMBER = r"[0-9]{1,7}(\.[0-9]{1,7})?"
DEFAULT = "textbook"            # the chip with the default sizes
DEGREES = (1, 2, 4, 8, 16, 32)  # degrees of conflict that measurements have


def need(ok, where, what):
    sizes.need(ok, "", f"{where}: {what}" if where else what)


@dataclass
class Chip:
    name: str
    meaning: str
    path: str
    lanes: int = 32
    sizes: dict = field(default_factory=dict)       # name -> text
    measured: dict = field(default_factory=dict)    # what -> ([numbers], source)
    conflicts: dict = field(default_factory=dict)   # width -> ([numbers], source)
    assumed: dict = field(default_factory=dict)     # size -> reason
    places: dict = field(default_factory=dict)      # size -> file and line


def path_of(name):
    path = name if "/" in name or name.endswith(".chip") else os.path.join(FOLDER, name + ".chip")
    need(os.path.isfile(path), "", f"CHIP={name}: there is no such chip (a file of yours is ./NAME.chip); these "
         f"are there: {', '.join(known())}")
    return os.path.abspath(path)


def known():
    return sorted(f[:-5] for f in os.listdir(FOLDER) if f.endswith(".chip"))


def several(names):
    """The chips with these names besides the default one; `all` has each that is known. Each name is of one
    chip, and no configuration has it."""
    found = [read(path_of(n)) for n in (known() if names == ["all"] else names)]
    if not found:
        return []   # without the tables, which take a second to read
    taken = {c.config for c in tables.load().configs} | {"mixed"}
    for n, c in enumerate(found):
        need(c.name not in taken, c.path, f"'{c.name}' is the name of a configuration; a chip in a library needs "
             "another")
        need(c.name not in [x.name for x in found[:n]], c.path, f"a chip '{c.name}' is there twice")
    return [c for c in found if c.name != DEFAULT]


def _figures(where, kind, rest):
    """`N ... : SOURCE`, as ([numbers], source)."""
    numbers, _, source = " ".join(rest).partition(" : ")
    need(source and re.fullmatch(f"{NUMBER}( {NUMBER})*", numbers), where, f"{kind} WHAT N ... : SOURCE expected")
    return [float(n) for n in numbers.split()], source


def _measured(chip, where, rest):
    what = rest[0] if rest else ""
    need(what in ("shared", "hit", "locks"), where, "measured shared, hit or locks expected")
    need(what not in chip.measured, where, f"measured {what} is there twice")
    numbers, source = _figures(where, "measured", rest[1:])
    most = 1 if what == "hit" else len([d for d in DEGREES if d <= chip.lanes])
    need(len(numbers) <= most and min(numbers) > 0, where, f"measured {what} has 1 to {most} figures above 0")
    need(what != "locks" or len(numbers) > 2, where, "measured locks has 3 figures at least: two are fitted")
    chip.measured[what] = numbers, source


def _size(chip, choices, where, key, rest):
    need(key in choices, where, f"'{key}' is none of lanes, measured, conflicts, assumed, and no size")
    need(len(rest) == 1 and re.fullmatch("[0-9]{1,9}", rest[0]), where, f"{key} NUMBER expected")
    need(key not in chip.sizes, where, f"{key} is there twice")
    low, high = choices[key].low, choices[key].high
    need(low <= int(rest[0]) <= high, where, f"{key} {rest[0]} is impossible: {low} to {high}")
    chip.sizes[key], chip.places[key] = str(int(rest[0])), where


def read(path):
    choices = {s.name: s for s in tables.load_blocks().sizes.choices}
    chip = None
    check_name(path)
    for place, line in lines(path):
        where = f"{path}:{place.rpartition(':')[2]}"
        key, *rest = line.split()
        if key == "chip":
            need(not chip and len(rest) >= 2 and rest[0] == os.path.basename(path)[:-5], where,
                 "chip NAME TEXT expected, once, NAME as the file's")
            chip = Chip(rest[0], " ".join(rest[1:]), path)
            continue
        need(chip, where, "no chip line before this")
        if key == "lanes":
            need(rest in [[str(n)] for n in (*LANE_COUNTS, WIDE)] and not chip.measured, where,
                 "lanes 8, 16, 32 or 64 expected, before what was measured")
            chip.lanes = int(rest[0])
        elif key == "measured":
            _measured(chip, where, rest)
        elif key == "conflicts":
            need(rest and rest[0] in ("32", "64", "128"), where, "conflicts 32, 64 or 128 expected")
            need(chip.lanes == WIDE, where, "conflicts are counted for waves of 64 lanes: 'lanes 64' expected before")
            numbers, source = _figures(where, key, rest[1:])
            need(int(rest[0]) not in chip.conflicts and len(numbers) <= 8, where,
                 f"conflicts {rest[0]} is there once, with at most 8 figures")
            chip.conflicts[int(rest[0])] = numbers, source
        elif key == "assumed":
            names, _, reason = " ".join(rest).partition(" : ")
            for name in names.split():
                need(name in choices, where, f"'{name}' is no size")
                chip.assumed[name] = reason
            need(names and reason, where, "assumed SIZE ... : REASON expected")
        else:
            _size(chip, choices, where, key, rest)
    need(chip, path, "no chip line")
    _fits(chip, path)
    return chip


def _fits(chip, path):
    """The sizes are possible together. Else the last line that the condition depends on is named."""
    try:
        tables.load_blocks(chosen=chip.sizes)
    except tables.TableError as e:
        where = [place for name, place in chip.places.items() if name in getattr(e, "names", ())]
        need(False, where[-1] if where else path,
             str(e).replace("impossible together: ", "impossible together; it is needed that "))
