#!/usr/bin/env python3
"""Tests of chips: their files, what is refused, the fit, and the measurements on the textbook's machine.

usage: silicon_test.py UNISON
"""
import contextlib
import dataclasses
import io
import os
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen"))

import chips
import fit
import plot
import tables
from chips import DEGREES
from measure import Machine
from sizes import Refused

passed = failed = 0


def check(what, fine):
    global passed, failed
    passed += bool(fine)
    failed += not fine
    if not fine:
        print(f"FAILED: {what}")


def refuses(what, words, call, *args):
    try:
        call(*args)
        check(f"{what}: not refused", False)
    except Refused as e:
        check(f"{what}: {e}", all(w in str(e) for w in words) and "\n" not in str(e))


# A file with these lines behind its first, and words of the message
WRONG = (
    ("LAT 99", (":2:", "LAT 99 is impossible: 3 to 50")),
    ("NONSENSE 3", (":2:", "'NONSENSE' is none of")),
    ("LAT four", (":2:", "LAT NUMBER expected")),
    ("LAT 5\nLAT 6", (":3:", "LAT is there twice")),
    ("LAT ²", (":2:", "LAT NUMBER expected")),
    ("lanes 8\nmeasured shared 1 2 4 8 16 32 : here", (":3:", "1 to 4 figures above 0")),
    ("measured hit 0 : here", (":2:", "1 to 1 figures above 0")),
    ("measured hit 3 : here\nmeasured hit 4 : here", (":3:", "measured hit is there twice")),
    ("measured hit " + 40 * "1" + "x : here", (":2:", "N ... : SOURCE expected")),
    ("lanes 12", (":2:", "lanes 8, 16, 32 or 64 expected")),
    ("LAT 9\nHLAT 9\nPRT 8", (":3:", "HLAT is greater than LAT")),
    ("PRT 8\nC3_ROWS 32\nWDB 8", (":3:", "C3_ROWS is of a carveout that CARVEOUTS counts")),
    ("PRT 8\nARRAY_ROWS 512\nS16_SETS 256\nLAT 4", (":4:", "the cache with carveout s16 has no more lines")),
    ("ARRAY_ROWS 130\nPRT 8", (":2:", "ARRAY_ROWS is a multiple of 32")),
    ("PRT 8\nSET_LANES_LD128 11234567", (":3:", "each digit from 0 to 7 once")),
    ("measured shared : somewhere", (":2:", "N ... : SOURCE expected")),
    ("measured locks 93 214 : somewhere", (":2:", "3 figures at least")),
    ("measured warps 3 : somewhere", (":2:", "measured shared, hit or locks expected")),
    ("conflicts 32 3 : somewhere", (":2:", "'lanes 64' expected before")),
    ("conflicts 48 3 : somewhere", (":2:", "conflicts 32, 64 or 128 expected")),
    ("assumed LAT", (":2:", "assumed SIZE ... : REASON expected")),
    ("assumed SPEED : why", (":2:", "'SPEED' is no size")),
    ("chip other text", (":2:", "chip NAME TEXT expected")),
)

WRONG_DATA = (
    ("", "no line shared,1,CYCLES"),
    ("shared,2,30", "no line shared,1,CYCLES"),
    ("shared,1,30\nshared,4,40", "no line for degree [2], and one for 4"),
    ("shared,1,inf", ":1: 'inf' is no number of cycles"),
    ("shared,1,30\nshared,1,31", ":2: degree 1 is there twice"),
    ("shared,3,30", ":1: degree '3' is none of"),
    ("shared,1,fast", ":1: 'fast' is no number of cycles"),
    ("shared,1,-3", ":1: '-3' is no number of cycles"),
    ("speed,1,3", ":1: shared,DEGREE,CYCLES or hit,,CYCLES expected"),
    ("shared,1,30\nhit,,40\nhit,,41", ":3: one hit expected"),
)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    return path


def test_files(folder):
    for name in chips.known():
        chip = chips.read(chips.path_of(name))
        check(f"the name of {name}", chip.name == name and chip.meaning)
    check("the textbook is the default", not chips.read(chips.path_of("textbook")).sizes)
    for n, (lines, words) in enumerate(WRONG):
        path = write(folder, f"wrong{n}.chip", f"chip wrong{n} a chip\n{lines}\n")
        refuses(lines, words, chips.read, path)
    refuses("no such chip", ("CHIP=riva128: there is no such chip", "v100"), chips.path_of, "riva128")
    marked = write(folder, "marked.chip", "\ufeffchip marked a byte-order mark\nLAT 4\n")
    check("a byte-order mark", chips.read(marked).sizes == {"LAT": "4"})
    refuses("no chip line", (":1:", "no chip line before this"), chips.read, write(folder, "bare.chip", "LAT 4\n"))


def test_fit(folder):
    sizes = tables.load_blocks().sizes
    for lat, interval, hlat in ((3, 1, 4), (15, 2, 24), (46, 37, 92)):
        shared = {d: str(lat + 4 + interval * (d - 1)) for d in DEGREES}
        check(f"LAT {lat}", fit.fit(shared, str(hlat + 4), sizes)[:3] == (lat, interval, hlat))
    for shared, hit, words in (({1: "500"}, None, "degree 1 wants LAT 496; 3 to 50"),
                               ({1: "40"}, "20", "must be later"), ({1: "20"}, "2000", "the hit wants HLAT"),
                               ({1: "40", 2: "20"}, None, "degree 2 wants SET_INTERVAL -20")):
        refuses(words, (words,), fit.fit, shared, hit, sizes)
    for text, words in WRONG_DATA:
        refuses(text, (words,), fit.read, write(folder, "data.csv", text + "\n"))
    refuses("no data", ("there is no such file",), fit.read, os.path.join(folder, "none.csv"))
    write(folder, "mine.csv", "what,degree,cycles\n# comment\nshared,1,22\nshared,2,24.1\nhit,,33\n")
    sys.argv = ["fit", "mine", os.path.join(folder, "mine.csv"), os.path.join(folder, "mine.chip")]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        fit.main()
    chip = chips.read(sys.argv[3])
    check("the fitted file", (chip.sizes["LAT"], chip.sizes["SET_INTERVAL"], chip.sizes["HLAT"]) == ("18", "2", "29"))
    check("the error of the fit", "worst error 0.4%" in said.getvalue())
    refuses("a file that is there", ("is there already",), fit.main)


def test_measured(unison):
    """On the default machine LAT is 3, HLAT 4 and the interval 1."""
    machine = Machine(chips.read(chips.path_of("textbook")), unison)
    for degree in DEGREES:
        check(f"degree {degree}", machine.shared(degree) == 7 + degree - 1)
    check("a hit", machine.hit() == 8)
    # waves of 64 lanes in phases of neighbours, of which each counts its passes beyond the first
    wide = Machine(dataclasses.replace(machine.chip, lanes=64), unison)
    for bits in (32, 64, 128):
        degrees = [min(1 << k, 1024 // bits) for k in range(8)]
        check(f"conflicts of {bits} bits", wide.conflicts(bits, 8) == [64 * 2 * bits // 32 * (d - 1) for d in degrees])
    used = machine.use("w0: ld.shared.b32 r4, [8*lane]\n")
    check("until the words can be used", (used["passes"], used["cycles"]) == (2, 8))


def test_pictures():
    for svg in (plot.curves([("a<b", [20, 30, 40], [21, 30, 41])]), plot.heat(["a", "b"], [("x", [1, 4000])])):
        check("a picture", ElementTree.fromstring(svg).tag.endswith("svg"))


def main():
    unison = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        test_files(folder)
        test_fit(folder)
    test_pictures()
    test_measured(unison)
    print(f"silicon: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
