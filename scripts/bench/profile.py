#!/usr/bin/env python3
"""Where the instructions go: usage: profile.py BUILD LANES CYCLES. By part of the lockstep, and of the Verilog by block, for each kind of
traffic: instructions of the processor in a cycle, as valgrind counts them; what a run takes whatever its length is left out."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

import figures

# By the folder of the source, the first that fits. The Verilog is what Verilator made of it.
PARTS = [("Verilog", r"V_l1"), ("model", r"cmodel/|ul1_wiring"), ("samples", r"bind\.h|lanes_pack|tb/verilator|bmi2"),
         ("contracts", r"blocks/|views|contracts\.inc"), ("comparison", r"compare|lane_diff|scoreboard"), ("witness", r"verif/witness"),
         ("surroundings", r"verif/(surround|memory|shape)"), ("traffic", r"verif/(traffic|program|tests)"), ("other", "")]
ROW = re.compile(r"\s*([\d,]+) \([ \d.]+%\)\s+(\S.*)$")


def instructions(program, options):
    """By function: `file:name` -> instructions of a run."""
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "out")
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, "--jobs", "1", *options],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            sys.exit(f"profile: {program} {' '.join(options)} failed:\n{run.stdout}")
        cycles = int(re.search(r"(\d+) cycles, \d+ values compared", run.stdout).group(1))
        text = figures.said(["callgrind_annotate", "--auto=no", "--threshold=100", "--show=Ir", out])
    found = collections.Counter()
    for line in text.splitlines():
        m = ROW.match(line)
        if m and "PROGRAM TOTALS" not in line:
            found[m.group(2)] += int(m.group(1).replace(",", ""))
    return found, cycles


def part_of(function):
    return next(name for name, pattern in PARTS if re.search(pattern, function))


def a_cycle(program, options):
    """By part: instructions a cycle, of what two runs of different lengths differ by."""
    (short, few), (long, many) = (instructions(program, o) for o in options)
    sums = collections.Counter()
    for function, n in long.items():
        sums[part_of(function)] += n
    for function, n in short.items():
        sums[part_of(function)] -= n
    return {part: n / (many - few) for part, n in sums.items()}


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: profile.py BUILD LANES CYCLES")
    build, lanes, cycles = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if not shutil.which("valgrind"):
        print("profile: skipped: valgrind is not installed")
        return
    program = f"{build}/{lanes}/cosim"
    rows = {}
    for name in figures.TRAFFIC:
        rows[name] = a_cycle(program, [figures.options(name, n) for n in (cycles // 4, cycles)])
        print(f"  {name}", file=sys.stderr, flush=True)
    print(f"{lanes} lanes: instructions a cycle\n{'':14}" + "".join(f"{name:>22}" for name in rows))
    for part, _ in PARTS:
        print(f"{part:14}" + "".join(f"{row.get(part, 0):22.0f}" for row in rows.values()))
    sums = {name: sum(row.values()) for name, row in rows.items()}
    print(f"{'all':14}" + "".join(f"{n:22.0f}" for n in sums.values()))
    print(f"profile: {lanes} lanes, {sums['random']:.0f} instructions a cycle of random traffic, {rows['random']['Verilog']:.0f} of them Verilog's")


main()
