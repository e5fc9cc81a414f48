#!/usr/bin/env python3
"""Compares the speed of this program with that of another revision. usage: against.py HERE THERE CYCLES

HERE and THERE are programs `cosim`. They run random traffic alternately. Prints medians of five of processor
time and wall-clock time, and the ratio of the other's time to this one's (more than 1: this one is
faster)."""
import statistics
import subprocess
import sys

import figures

ROUNDS = 5
WAYS = {
    "lockstep": figures.ONE_CORE,
    "lockstep, as many cores as there are": [],
    "Verilog alone": ["--bare", "--expected", "none"],
    "model alone": ["--bare", "--actual", "none"],
}


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: against.py HERE THERE CYCLES")
    here, there, cycles = sys.argv[1:]
    print(f"{'random, ' + cycles + ' cycles':38}  {'here, s':>22}  {'there, s':>22}  {'faster by':>9}")
    last = []
    def knows(program, options):
        return not subprocess.run([program, *options, "--list"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode
    # An older program may lack the option for one core, or that for the checks.
    known = {p: [o for o in (figures.ONE_CORE, figures.CHECKS) if knows(p, o)] for p in (here, there)}
    for name, options in WAYS.items():
        by = name.startswith("lockstep, as")
        times = {here: [], there: []}
        for seed in range(1, ROUNDS + 1):
            for program in times:
                command = [program, "--test", "random", "--cycles", cycles, "--seed", str(seed)]
                command += [] if options == figures.ONE_CORE and options not in known[program] else options
                command += figures.CHECKS if name.startswith("lockstep") and figures.CHECKS in known[program] else []
                times[program].append(figures.taken(command)[by])
        ratio = statistics.median(times[there]) / statistics.median(times[here])
        print(f"{name + (', wall' if by else ''):38}  " + "  ".join(f"{figures.spread(t, '.2f'):>22}"
                                                                    for t in times.values()) +
              f"  {ratio:9.2f}", flush=True)
        last.append(f"{name.split(',')[0] + (' on all cores' if by else '')} {ratio:.2f}")
    print("bench-against: times as fast: " + ", ".join(last))


main()
