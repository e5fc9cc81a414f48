"""Reads chips: cmodel/chips/NAME.chip, or a file of the user's. A chip is a choice of sizes, with the figures
that were published of it.

    chip NAME MEANING            NAME as the file's
    lanes N                           lanes without LANES= on make's command line, if not 32
    SIZE VALUE                        a size instead of the default: what is built. SET_...: settings of
                                      programs that name none themselves
    measured WHAT N ... : SOURCE      published cycles. WHAT: `shared` (a shared load, conflicts of degree 1,
                                      2, 4, ...) or `hit` (a load that hits)
    conflicts WIDTH N ... : SOURCE    the chip's own counter of conflicts, for loads of WIDTH bits at strides
                                      of 1, 2, 4, ... accesses
    assumed SIZE ... : REASON         values without a published figure
"""
import os
import re
from dataclasses import dataclass, field

import tables
from sizes import LANE_COUNTS, ROOT, check_name, lines, need

FOLDER = os.path.join(ROOT, "cmodel/chips")


@dataclass
class Chip:
    name: str
    meaning: str
    lanes: int = 32
    sizes: dict = field(default_factory=dict)       # name -> text
    measured: dict = field(default_factory=dict)    # what -> ([numbers], source)
    conflicts: dict = field(default_factory=dict)   # width -> ([numbers], source)
    assumed: dict = field(default_factory=dict)     # size -> reason


def path_of(name):
    path = name if "/" in name or name.endswith(".chip") else os.path.join(FOLDER, name + ".chip")
    need(os.path.exists(path), "", f"CHIP={name}: there is no such chip; these are there: {', '.join(known())}")
    return os.path.abspath(path)


def known():
    return sorted(f[:-5] for f in os.listdir(FOLDER) if f.endswith(".chip"))


def _figures(where, kind, rest):
    """`N ... : SOURCE`, as ([numbers], source)."""
    numbers, _, source = " ".join(rest).partition(" : ")
    need(source and re.fullmatch(r"(\d+(\.\d+)? ?)+", numbers), where, f"{kind} WHAT N ... : SOURCE expected")
    return [float(n) for n in numbers.split()], source


def _size(chip, choices, where, key, rest):
    need(key in choices, where, f"'{key}' is none of lanes, measured, conflicts, assumed, and no size")
    need(len(rest) == 1 and rest[0].isdigit(), where, f"{key} NUMBER expected")
    need(key not in chip.sizes, where, f"{key} is there twice")
    low, high = choices[key].low, choices[key].high
    need(low <= int(rest[0]) <= high, where, f"{key} {rest[0]} is impossible: {low} to {high}")
    chip.sizes[key] = str(int(rest[0]))


def read(path):
    choices = {s.name: s for s in tables.load().sizes.choices}
    chip = None
    check_name(path)
    for where, line in lines(path):
        key, *rest = line.split()
        if key == "chip":
            need(not chip and len(rest) >= 2 and rest[0] == os.path.basename(path)[:-5], where,
                 "chip NAME MEANING expected, once, NAME as the file's")
            chip = Chip(rest[0], " ".join(rest[1:]))
            continue
        need(chip, where, "no chip line before this")
        if key == "lanes":
            need(rest in [[str(n)] for n in LANE_COUNTS], where, "lanes 8, 16 or 32 expected")
            chip.lanes = int(rest[0])
        elif key == "measured":
            need(rest and rest[0] in ("shared", "hit"), where, "measured shared or measured hit expected")
            chip.measured[rest[0]] = _figures(where, key, rest[1:])
        elif key == "conflicts":
            need(rest and rest[0] in ("32", "64", "128"), where, "conflicts 32, 64 or 128 expected")
            chip.conflicts[int(rest[0])] = _figures(where, key, rest[1:])
        elif key == "assumed":
            names, _, reason = " ".join(rest).partition(" : ")
            for name in names.split():
                need(name in choices, where, f"'{name}' is no size")
                chip.assumed[name] = reason
            need(names and reason, where, "assumed SIZE ... : REASON expected")
        else:
            _size(chip, choices, where, key, rest)
    need(chip, os.path.relpath(path, ROOT), "no chip line")
    _fits(chip, path)
    return chip


def _fits(chip, path):
    """The sizes are possible together."""
    try:
        tables.load(chosen=chip.sizes)
    except tables.TableError as e:
        need(False, os.path.relpath(path, ROOT), str(e))
