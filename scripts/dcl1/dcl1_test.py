#!/usr/bin/env python3
"""Tests of `make dcl1` on small machines: counts by formula; the evaluation that leaves out parts beside that
of all parts; refusals. usage: dcl1_test.py PROGRAM ... | --tour. The last line counts the checks. The first
program has both evaluations."""
import subprocess
import sys

import expected
import organisations
from figures import parse

passed = failed = 0


def check(ok, what):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print(f"FAILED: {what}")


def run(program, *args):
    return subprocess.run([program, *map(str, args)], text=True, capture_output=True)


def counts(program, *args):
    said = run(program, *args)
    if said.returncode:
        sys.exit(f"FAILED: {program} {args}: {said.stderr}\ndcl1: {passed} passed, {failed + 1} failed")
    return parse(said.stdout)


def tile(program, lines, rounds):
    """All SMs read so many lines, in so many rounds, and all fit: a cluster asks for each line once."""
    r = counts(program, "--stream", "tile", "--lines", lines, "--reads", lines * rounds, "--warm", 0)
    once, reads = r["clusters"] * lines, r["sms"] * lines * rounds
    for name, want in {"reads": reads, "misses": once, "asked": once, "hits": reads - once - r["merges"], "passes": 0,
                       "near_requests": reads, "near_replies": 4 * reads, "far_requests": once,
                       "far_replies": 4 * once, "l2_misses": lines, "dram_reads": 4 * lines,
                       "copies_mean": r["clusters"], "copies_most": r["clusters"]}.items():
        check(r[name] == want, f"{program}, {lines} lines, {rounds} rounds: {name} is {r[name]}, and not {want}")


def streams(program):
    """Lines of one SM have no second copy, and only the first round of them misses."""
    r = counts(program, "--stream", "camp", "--reads", 64, "--warm", 0)
    check(r["replicated"] == 0 and r["copies_most"] == 1, f"{program}: camp has copies")
    for name in ("mandel", "broadcast", "halo", "gather", "private"):
        r = counts(program, "--stream", name, "--reads", 200, "--warm", 50, "--think", 3)
        check(r["reads"] == 150 * r["sms"] == r["hits"] + r["merges"] + r["misses"], f"{program}: look-ups of {name}")


def both(program):
    """All counts are alike with all parts evaluated in all cycles, with few pauses and with long ones."""
    for think in (0, 900):
        args = "--stream", "mandel", "--reads", 60, "--warm", 20, "--warps", 5, "--think", think
        one, other = counts(program, *args), counts(program, *args, "--full", 1)
        one["seconds"] = other["seconds"] = 0
        check(one == other, f"--full 1, --think {think}: {one} and {other}")


def boost(program):
    """A node gives a line in two cycles, and not in four. What is read and asked stays the same."""
    args = "--stream", "tile", "--lines", 16, "--reads", 1600, "--warm", 64, "--think", 0
    one, two = counts(program, *args), counts(program, *args, "--boost", 1)
    check(1.9 < one["cycles"] / two["cycles"] < 2.1, f"{one['cycles']} cycles, and {two['cycles']} with --boost 1")
    check(two["port_mean"] > 0.9 and one["near_replies"] == two["near_replies"], f"flits with --boost 1: {two}")
    full = counts(program, *args, "--boost", 1, "--full", 1)
    check({**full, "seconds": 0} == {**two, "seconds": 0}, f"--full 1 --boost 1: {two} and {full}")


def refusals(program):
    for args, text in ((["--stream", "nonsense"], "no such stream: nonsense"), (["--reads"], "--reads wants a value"),
                       (["--warps", "65"], "--warps wants another number"), (["--nonsense", "1"], "unknown option"),
                       (["--seed", "-1"], "--seed wants another number"),
                       (["--reads", "5", "--warm", "5"], "--warm is to be less than --reads")):
        said = run(program, *args)
        check(said.returncode == 3 and text in said.stderr and said.stderr.count("\n") == 1 and not said.stdout,
              f"{args}: {said.returncode} {said.stderr}")
    for orgs, names, text in (("Pr41", "", "no organisation is"),
                              ("", "mandal", "no stream is called 'mandal'")):
        said = run(sys.executable, "scripts/dcl1", "build/dcl1", "false", "1", orgs, names)
        check(said.returncode == 2 and text in said.stderr and said.stderr.count("\n") == 1, f"{orgs} {names}: {said.stderr}")


def figures_of_the_paper():
    for o in organisations.ALL:
        check(o.area is None or abs(o.fitted_area - o.area) < 0.011, f"area of {o.name}: {o.fitted_area}")
        check(o.clusters * o.nodes * o.sets * organisations.L1_WAYS == 128 * 80, f"lines of {o.name}")
    of = {o.name: o for o in organisations.ALL}
    check(expected.MISSES["tile"](of["base"]) == 1 and expected.MISSES["tile"](of["Pr40"]) == 0, "tile by formula")
    check(expected.MISSES["halo"](of["base"]) == 0.5 and expected.MISSES["camp"](of["Sh40"]) == 1, "halo, camp")


def tour():
    """Its pictures show what was counted, and a count that is none of the formula's is told."""
    said = run(sys.executable, "scripts/dcl1/tour.py", "build/dcl1", "make")
    drawn = open("build/dcl1/tour.svg").read()
    check(said.returncode == 0 and said.stdout.endswith("dcl1-tour: 4 organisations, build/dcl1/tour.svg\n"), said.stdout)
    check(drawn.count('class="has"') == 15 and "2 copies, 2 reads of L2" in drawn, "what the tour shows")


def main():
    if sys.argv[1:] == ["--tour"]:
        tour()
        print(f"dcl1 tour: {passed} passed, {failed} failed")
        return failed != 0
    for program in sys.argv[1:]:
        tile(program, 16, 2)
        tile(program, 24, 5)
        streams(program)
    both(sys.argv[1])
    boost(sys.argv[1])
    refusals(sys.argv[1])
    figures_of_the_paper()
    print(f"dcl1: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
