#!/usr/bin/env python3
"""Builds a block for cocotb in a folder of DIR, runs benches on it, and checks the results.

usage: run.py --sim verilator|icarus --block B --lanes N --build DIR --python DIR [--recording BASE]
              --bench FILE.py ... --files FILE.sv ...

Run it with the Python that has cocotb. The package ul1 is in --python. Exit status: 0 all passed, 1 not all,
2 not possible. cocotb passes a run with a failed Verilog assertion if the simulator continues, as Icarus
does. This script fails such a run, and any run with $error or $fatal."""

import argparse
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

NOT_COMPILED = 3  # exit status of the simulation
HERE = os.path.dirname(os.path.abspath(__file__))
# Messages of failed assertions and of $fatal: Icarus "ERROR: FILE:LINE: ...", Verilator "[TIME] %Error:
# FILE:LINE: ..."
OBJECTION = re.compile(r"^(\[\d+\] )?(ERROR|FATAL|%Error|%Fatal): [^:]+:\d+:", re.M)

# The message of ul1_reference, with its differences on lines of their own
DIFFERENCE = re.compile(r"Differs: (.*(?:\n\s+(?:\S+.*: expected|the input) .*)*)")


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sim", required=True, choices=("verilator", "icarus"))
    parser.add_argument("--block", required=True)
    parser.add_argument("--lanes", type=int, required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--recording", default="")
    # the simulation itself; the outer process reads its output
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--python", required=True)
    parser.add_argument("--bench", nargs="+", required=True)
    parser.add_argument("--files", nargs="+", required=True)
    return parser.parse_args()


def simulate(o):
    """Calls cocotb's runner. Its module and its argument names differ between versions."""
    try:
        from cocotb_tools.runner import get_runner
        files_are = "sources"
    except ImportError:
        from cocotb.runner import get_runner
        files_are = "verilog_sources"
    folder = os.path.join(o.build, f"{o.block}-{o.lanes}-{o.sim}")
    files = [os.path.abspath(f) for f in [os.path.join(HERE, "timescale.sv"), *o.files]]
    # as everywhere in the project (scripts/verilog.mk)
    flags = ["--assert", "-fno-dfg", "--no-timing", "-Wno-fatal",
             "-Wno-TIMESCALEMOD"] if o.sim == "verilator" else ["-g2012"]
    # it runs only for seconds
    os.environ["MAKEFLAGS"] = f"-j{os.cpu_count()} OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
    runner = get_runner(o.sim)
    try:
        runner.build(**{files_are: files}, hdl_toplevel=o.block, parameters={"LANES": o.lanes},
                     build_args=flags, build_dir=folder, always=True)
    except (RuntimeError, SystemExit):  # one for each version of cocotb
        return NOT_COMPILED
    runner.test(test_module=[os.path.splitext(os.path.basename(b))[0] for b in o.bench], hdl_toplevel=o.block,
                build_dir=folder, test_dir=folder)
    return 0


def judge(said, status, results):
    """The errors of a finished run."""
    if status == NOT_COMPILED:
        yield "the Verilog is not compiled, as is told above"
        return
    for line in said.splitlines():
        if OBJECTION.match(line):
            yield f"the Verilog objects: {line}"
            break
    if not os.path.exists(results):
        yield "the simulation ended before its tests did"
        return
    cases = list(ElementTree.parse(results).iter("testcase"))
    bad = [c.get("name") for c in cases if c.find("failure") is not None or c.find("error") is not None]
    if bad or not cases:
        yield "failed: " + ", ".join(bad) if bad else "no test was run"
    first = DIFFERENCE.search(said)
    if first:
        yield "the first: " + re.sub(r"\s*\n\s*", "; ", first[1])


def main():
    o = options()
    if o.inside:
        return simulate(o)
    folders = [HERE, *(os.path.dirname(b) for b in o.bench), o.python]
    python = os.pathsep.join([*map(os.path.abspath, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": python, "UL1_BLOCK": o.block, "UL1_LANES": str(o.lanes),
                   "UL1_RECORDING": os.path.abspath(o.recording)}
    folder = os.path.join(o.build, f"{o.block}-{o.lanes}-{o.sim}")
    results = os.path.join(folder, "results.xml")
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(results):
        os.remove(results)
    ran = subprocess.run([sys.executable, __file__, "--inside", *sys.argv[1:]], env=environment,
                         stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    wrong = list(judge(ran.stdout, ran.returncode, results))
    print(ran.stdout if wrong
          else "\n".join(re.findall(r"\w+: \d+ cycles, \d+ values compared.*", ran.stdout)), end="\n" if wrong
          or "values compared" in ran.stdout else "")
    for line in wrong:
        print(f"cocotb: {o.block}, {o.sim}: {line}")
    if not wrong:
        print(f"cocotb: {o.block}, {o.sim}: {len(list(ElementTree.parse(results).iter('testcase')))} passed, "
              f"0 failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
