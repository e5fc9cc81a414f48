#!/usr/bin/env python3
"""Tests the coverage checks with wrong data: an unreached bin, a reached bin that is declared impossible,
stale exclusions, invalid declarations. usage: cover_test.py"""
import collections
import importlib.util
import os
import sys
import tempfile

spec = importlib.util.spec_from_file_location("cover",
                                              os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                                           "__main__.py"))
cover = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cover)
import bins as declared  # noqa: E402
import tables            # noqa: E402
from sizes import TableError  # noqa: E402

good, bad = 0, 0


def expect(what, holds):
    global good, bad
    good += bool(holds)
    bad += not holds
    if not holds:
        print("FAILED:", what)


def with_file(text, do):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write(text)
        f.flush()
        return do(f.name)


TABLES = tables.load()
CROSSES, NEVERS = declared.load(TABLES)


def everything_reached():
    lines = []
    for cross in CROSSES.values():
        for n, values in cross.bins():
            if not any(v.fits(cross, values)
                       and (not v.condition or cover.evaluate(v.condition, TABLES.sizes.values[8], ""))
                       for v in NEVERS):
                lines.append(f"machine\tbin\t{n}\t1\n")
    return lines


def judged(lines):
    return with_file("".join(lines), lambda f: cover.judge_bins(*cover.read_bins([f], 8)))


ALL = everything_reached()
wrong, hit, of = judged(ALL)
expect("all that can be is reached", not wrong and hit == of == len(ALL))
wrong, hit, of = judged(ALL[1:])
expect("one is not", len(wrong) == 1 and wrong[0].startswith("not reached: passes load 1") and hit == of - 1)
wrong, _, _ = judged(ALL + ["arb\tevent\tnever so\t0\n"])
expect("an event that never happened", wrong == ["not reached: arb: never so"])
never = next(n for n, values in CROSSES["passes"].bins() if values[1] == "17-32")
wrong, _, _ = judged(ALL + [f"machine\tbin\t{never}\t3\n"])
expect("one that cannot be", len(wrong) == 1
       and wrong[0].startswith("reached, though it is said that it cannot be"))

for text, says in (("axis a 1 1\n", "twice"), ("cross x a: text\n", "of axes above"),
                   ("axis a 1\ncross x a\n", "TEXT expected"),
                   ("axis a 1\ncross x a: t\nnever x 2: why\n", "not on that axis"),
                   ("axis a 1\ncross x a: t\nnever x 1:\n", "REASON"),
                   ("axis a 1 2\naxis b 1\npairs x a b: t\n", "one axis"), ("what\n", "none of"),
                   ("axis a 0..NOTHING\n", "NOTHING")):
    try:
        with_file(text, lambda f: declared.load(TABLES, f))
        expect(f"refused: {text!r}", False)
    except TableError as e:
        expect(f"{text!r}: {e}", says in str(e))

POINTS = {cover.Point("rtl toggle", "rtl/l1/arb.sv", 1, "a[3]"): 0, cover.Point("rtl toggle", "rtl/l1/arb.sv",
    1, "a[4]"): 1}


def excluded(text):
    points = collections.Counter(POINTS)
    return cover.exclude(points, with_file(text, cover.read_excluded)), points


(wrong, gone), points = excluded(r"rtl toggle rtl/l1/arb.sv a\[3\] : why" + "\n")
expect("one is left out", not wrong and sum(gone.values()) == 1 and len(points) == 1)
(wrong, _), _ = excluded(r"rtl toggle rtl/l1/arb.sv a\[4\] : why" + "\n")
expect("covered after all", len(wrong) == 1 and "covered after all" in wrong[0])
(wrong, _), _ = excluded("rtl toggle rtl/l1/arb.sv b : why\n")
expect("nothing like that", len(wrong) == 1 and "nothing like that" in wrong[0])
try:
    excluded("rtl toggle rtl/l1/arb.sv b\n")
    expect("an exclusion without a reason", False)
except SystemExit as e:
    expect("an exclusion without a reason", e.code == 2)
expect("not all is not called all", cover.percent(9999, 10000) == "99.9" and cover.percent(10, 10) == "100")

print(f"cover: {good} passed, {bad} failed")
sys.exit(bad > 0)
