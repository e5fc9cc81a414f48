#!/usr/bin/env python3
"""This program against that of another revision, in alternation: usage: against.py HERE THERE CYCLES: two programs `cosim`. Times of
the processor and by the clock on the wall, on random traffic: medians of five, and how often that of here is contained in the
other's (more than 1: it is faster)."""
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
    # An older program takes one core at all times, or has full checks alone.
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
