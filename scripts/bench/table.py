#!/usr/bin/env python3
"""Prints a table of speed. usage: table.py BUILD LANES,LANES... CYCLES

Medians and spread by lanes and traffic, as measured by `cosim --bench`. The last line is random traffic with
the most lanes."""
import re
import sys

import figures

COLUMNS = ["lockstep, kcycles/s", "bare, kcycles/s", "ratio", "two cores, ratio", "model, kaccesses/s"]


def main():
    if len(sys.argv) != 4 or not re.fullmatch(r"\d+(,\d+)*", sys.argv[2]):
        sys.exit("usage: table.py BUILD LANES,LANES... CYCLES")
    build, counts, cycles = sys.argv[1], sys.argv[2].split(","), sys.argv[3]
    print(f"{'lanes':5}  {'traffic':20}" + "".join(f"  {c:>24}" for c in COLUMNS), flush=True)
    for lanes in counts:
        for name in figures.TRAFFIC:
            out = figures.said([f"{build}/{lanes}/cosim", "--bench", *figures.options(name, cycles)])
            found = dict(re.findall(r"^(\w.*?)  +([\d.]+  \(.*\))$", out, re.M))
            print(f"{lanes:>5}  {name:20}" + "".join(f"  {found[c]:>24}" for c in COLUMNS), flush=True)
            last = out.strip().splitlines()[-1]
    print(last)


main()
