#!/usr/bin/env python3
"""Tests the coverage checks with wrong data: an unreached bin, a reached bin that is declared impossible,
stale exclusions, invalid declarations, points and bins of several machines. usage: cover_test.py"""
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


def read(lines, chosen=None):
    return with_file("".join(lines), lambda f: cover.read_bins([f], 8, chosen))


def judged(*machines):
    """Errors, and the numbers of bins that are reached, and that can be."""
    wrong, total, never = cover.judge_bins(machines)
    return wrong, *cover.count_bins(total, never)


ALL = everything_reached()
wrong, hit, of = judged(read(ALL))
expect("all that can be is reached", not wrong and hit == of == len(ALL))
wrong, hit, of = judged(read(ALL[1:]))
expect("one is not", len(wrong) == 1 and wrong[0].startswith("not reached: passes load 1") and hit == of - 1)
wrong, _, _ = judged(read(ALL + ["arb\tevent\tnever so\t0\n"]))
expect("an event that never happened", wrong == ["not reached: arb: never so"])
never = next(n for n, values in CROSSES["passes"].bins() if values[1] == "17-32")
wrong, _, _ = judged(read(ALL + [f"machine\tbin\t{never}\t3\n"]))
expect("one that cannot be", len(wrong) == 1
       and wrong[0].startswith("reached, though it is said that it cannot be"))

wrong, hit, of = judged(read(ALL[1:]), read(ALL[:1]))
expect("each of two machines reaches what the other does not", not wrong and hit == of == len(ALL))
wrong, hit, of = judged(read(ALL[1:]), read(ALL[1:]))
expect("neither of two machines reaches it", len(wrong) == 1 and hit == of - 1)
through = next(n for n, values in CROSSES["beside"].bins() if values == ("through", "evicts"))
REDUCES = {"GLOBAL_ATOMICS": "1"}
wrong, hit, of = judged(read(ALL), read([f"machine\tbin\t{through}\t3\n"], REDUCES))
expect("one that only the second machine can reach", not wrong and hit == of == len(ALL) + 1)
wrong, hit, of = judged(read(ALL), read([], REDUCES))
expect("it does not", wrong == ["not reached: beside through evicts"] and hit == of - 1)
wrong, _, _ = judged(read(ALL + [f"machine\tbin\t{through}\t3\n"]), read([], REDUCES))
expect("the machine reaches it that cannot", len(wrong) == 1 and "it cannot be" in wrong[0])
wrong, hit, of = judged(read(ALL), read(["lock\tevent\ta lock is taken\t0\n"], REDUCES))
expect("an event of the second machine alone", "not reached: lock: a lock is taken" in wrong)

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



def told(*lines, file="cmodel/src/l1/bar.c"):
    """What gcov says of lines: number, count, counts of branches."""
    return {"files": [{"file": file, "lines": [
        {"line_number": n, "count": count, "function_name": "f", "branches": [{"count": c} for c in branches]}
        for n, count, branches in lines]}]}


def shares(*machines):
    points = collections.Counter()
    for t in machines:
        points.update(cover.points_of(t))
    return [cover.share(points, kind) for kind in ("model line", "model branch")]


expect("a line that the second machine reaches, and one that it alone has",
       shares(told((1, 0, [])), told((1, 4, []), (2, 0, []))) == [(1, 2), (0, 0)])
expect("each machine takes a branch", shares(told((1, 1, [1, 0])), told((1, 1, [0, 1]))) == [(1, 1), (2, 2)])
expect("both take the same", shares(told((1, 1, [1, 0])), told((1, 1, [1, 0]))) == [(1, 1), (1, 2)])
expect("branches of another condition", shares(told((1, 1, [1, 1])), told((1, 1, [0, 0, 1, 1]))) == [(1, 1),
    (4, 6)])
expect("files outside the model", shares(told((1, 0, []), file="verif/a.c")) == [(0, 0), (0, 0)])

with tempfile.TemporaryDirectory() as build:
    def run_of(name, listed, reached, sizes):
        """A folder build/NAME/run with a module of Verilog: its points, flags of those reached, its sizes."""
        run = os.path.join(build, name, "run")
        os.makedirs(os.path.join(run, "lines"))
        os.makedirs(os.path.join(build, name, "lines", "V_bar"))
        for file, text in ((os.path.join(build, name, "lines/V_bar/points.txt"), listed),
                           (os.path.join(run, "lines/bar.reached"), reached), (os.path.join(run, "sizes"), sizes)):
            with open(file, "w") as f:
                f.write(text)
        return run

    listed = "".join(f"{n}\tline\trtl/l1/bar.sv\t{row}\tblock\n" for n, row in enumerate((5, 7, 9)))
    one, two = run_of("a", listed, "\1\0\0", ""), run_of("b", listed, "\0\1", "BARRIERS=16 BARRIERS=5\n")
    points = cover.read_rtl(one)
    expect("points of the Verilog", cover.share(points, "rtl line") == (1, 3))
    points.update(cover.read_rtl(two))
    expect("of two machines", cover.share(points, "rtl line") == (2, 3))
    expect("sizes of a run", cover.read_sizes(one) == {} and cover.read_sizes(two) == {"BARRIERS": "5"}
           and cover.read_sizes(build) == {})
    try:
        cover.read_sizes(run_of("c", "", "", "BARRIERS"))
        expect("refused: a size without a value", False)
    except SystemExit as e:
        expect("a size without a value", e.code == 2)

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
