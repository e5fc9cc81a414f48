#!/usr/bin/env python3
"""Profiles the lockstep. usage: profile.py BUILD LANES CYCLES [BLOCKS]

Prints the processor's instructions per cycle, counted by valgrind, for each kind of traffic: by part of the
lockstep, and by block of the Verilog. Costs that do not depend on a run's length are excluded.

The figures by block come from the program BLOCKS, if it is given, in which each process of the Verilog is a
function. Its total overhead is subtracted equally from all functions. So a block of many small processes may
appear slightly cheaper than it is."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

import figures

# By the file of the source alone, as a function of the bench may have a verilated module's type in its name.
# The first match applies. The Verilog is Verilator's output and its run time; only these have no file of a
# source.
PARTS = [("Verilog", r"^\?\?\?$|/V_l1/|share/verilator"), ("model", r"cmodel/src/|ul1_wiring\.h$"),
         ("drive, sample", r"bind\.h$|lanes_pack\.h$|tb/verilator/|bmi2intrin|ul1_wires\.h$|include/c\+\+/"),
         ("contracts", r"verif/blocks/|ul1_views\.h$|contracts\.inc$"),
         ("comparison", r"compare\.h$|lane_diff|scoreboard"),
         ("memory checker", r"verif/checkers/memcheck/"),
         ("loop", r"verif/checkers/lockstep/"),
         ("environment", r"verif/(environment|common)/"),
         ("traffic", r"verif/(stimulus|tests)/|tools/program/"),
         ("other", "")]
PROCESS = re.compile(r"__PROF__(\w+?)__l\d+")

# The block of each module, by its path: rtl/l1/BLOCK.sv or a part in rtl/l1/BLOCK/
RTL = os.path.join(os.path.dirname(__file__), "../../rtl/l1")
BLOCK_OF = {os.path.splitext(name)[0]: os.path.relpath(where, RTL) if where != RTL
            else os.path.splitext(name)[0]
            for where, _, names in os.walk(RTL) for name in names if name.endswith(".sv")}
ROW = re.compile(r"\s*([\d,]+) \([ \d.]+%\)\s+(\S.*)$")


def instructions(program, options):
    """Instructions of a run by function: `file:name` -> number."""
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "out")
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program,
                              *figures.ONE_CORE, *options],
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
    return next(name for name, pattern in PARTS if re.search(pattern, function.partition(":")[0]))


def a_cycle(program, options):
    """Instructions per cycle by function, from the difference of two runs of different lengths."""
    (short, few), (long, many) = (instructions(program, o) for o in options)
    return {function: (n - short[function]) / (many - few) for function, n in long.items()}


def by_part(functions):
    sums = collections.Counter()
    for function, n in functions.items():
        sums[part_of(function)] += n
    return sums


def by_block(functions, verilog):
    """The share of each block, from the program `blocks`, scaled to the `verilog` instructions of the usual
    program."""
    sums, calls = collections.Counter(), collections.Counter()
    all_of_it = sum(n for function, n in functions.items() if part_of(function) == "Verilog")
    for function, n in functions.items():
        m = PROCESS.search(function)
        if m and n:
            block = BLOCK_OF.get(m.group(1), "memories, wires")
            sums[block] += n
            calls[block] += 1
    if not sums:
        sys.exit("profile: BLOCKS is not built with --prof-cfuncs")
    beside = all_of_it - sum(sums.values())   # callers of the functions, attributed equally
    more = (all_of_it - beside - verilog) / sum(calls.values())
    return {block: n - more * calls[block] for block, n in sums.items()}


def table(title, rows, names):
    print(f"{title}\n{'':16}" + "".join(f"{name:>22}" for name in rows))
    for name in names:
        print(f"{name:16}" + "".join(f"{row.get(name, 0):22.0f}" for row in rows.values()))
    print(f"{'all':16}" + "".join(f"{sum(row.values()):22.0f}" for row in rows.values()) + "\n")


def main():
    if len(sys.argv) not in (4, 5) or not sys.argv[3].isdigit():
        sys.exit("usage: profile.py BUILD LANES CYCLES [BLOCKS]")
    build, lanes, cycles = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if not shutil.which("valgrind"):
        print("profile: skipped: valgrind is not installed")
        return
    parts, blocks = {}, {}
    for name in figures.TRAFFIC:
        lengths = [figures.options(name, n) for n in (cycles // 4, cycles)]
        parts[name] = by_part(a_cycle(f"{build}/{lanes}/cosim", lengths))
        if len(sys.argv) == 5:
            alone = [o + ["--expected", "none", "--actual", "rtl"] for o in lengths]
            blocks[name] = by_block(a_cycle(sys.argv[4], alone), parts[name]["Verilog"])
        print(f"  {name}", file=sys.stderr, flush=True)
    table(f"{lanes} lanes: instructions a cycle", parts, [part for part, _ in PARTS])
    if blocks:
        table("of the Verilog, by block", blocks, sorted(blocks["random"], key=blocks["random"].get,
                                                         reverse=True))
    print(f"profile: {lanes} lanes, {sum(parts['random'].values()):.0f} instructions a cycle of random "
          f"traffic, "
          f"{parts['random']['Verilog']:.0f} of them Verilog's")


main()
