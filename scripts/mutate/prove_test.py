#!/usr/bin/env python3
"""Tests the prover on mutants of a small block: it must report equality, or the place of the difference, in
simulation and in gates."""
import os
import subprocess
import sys

import verilog

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = [   # of fill: the change, and the expected result
    # the value is not valid then
    ("fill_prt = fill_valid ? number[PRT_W-1:0] : [-'0-]{+'1+};", "equal"),
    # nor is the kept value then
    ("if ([-reads-]{+1'b1+}) fill_data <= resp_data;", "equal"),
    ("assign fill_here = [-fill_valid | fill_walk != '0-]{+fill_valid & fill_walk != '0+};", "differs"),
    # only read if there is any
    ("[-resp_valid & reads-]{+reads+} & entry;", "differs: fill_here in cycle 2, in gates"),
]


def main():
    blocks, texts = verilog.read_all()
    names = [[m.name for f, m in blocks["fill"] if change in verilog.change_of(texts[f], m)]
             for change, _ in CASES]
    done = subprocess.run([sys.executable, os.path.join(HERE, "prove.py"), *sum(names, [])],
                          capture_output=True, text=True)
    said = dict(row.split(" ", 1) for row in done.stdout.splitlines())
    failed = 0
    for (change, wanted), found in zip(CASES, names):
        if len(found) != 1 or not said.get(found[0], "").startswith(wanted):
            failed += 1
            print(f"FAILED: {change}: {[said.get(n, done.stderr) for n in found]}, not {wanted}")
    if done.returncode != 1:
        failed += 1
        print(f"FAILED: exit status {done.returncode}")
    print(f"prove: {len(CASES) + 1 - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
