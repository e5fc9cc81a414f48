#!/usr/bin/env python3
"""Steers random traffic to rarely reached bins. usage: steer.py COSIM FILE [--phases N] [--tries N] [--cycles
N] [--seed N]

Writes verif/stimulus/traffic/steered.phases, the random constraints from which the test random_steered draws
its
parts. First the test `random` runs with eight seeds. The worth of a bin is 1/(1 + count), where count is how
often it was reached. Then phases are found one after the other. Each is the best of a number of tries. Every
other try is drawn anew; the rest change three words of the best so far. A try counts a bin as a tenth of its
worth for each time, up to ten. The bins that the best try reaches are worth less for the next phase. The same
seed gives the same result. A failed run is reported.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

ENOUGH = 10         # counts above this do not add to a bin's value
SEEDS = range(1, 9)  # seeds of `random`
MODEL = ["--expected", "model", "--actual", "none", "--jobs", "1", "--brief"]

# The words of a phase, and the values to try.
WORDS = {
    "away": (0, 1), "reserved": (0, 0, 10, 30, 60), "late": (0, 0, 20, 60), "gaps": (0, 0, 20),
    "interval": (0, 0, 1, 4),
    "layout": (0, 1, 2), "pages": (1, 2, 3, 4, 6, 12, 24), "lines": (3, 5, 8, 12, 20, 32, 64),
    "drift": (1, 5, 10, 30, 60),
    "hot": (0, 0, 20, 50), "bypass": (0, 5, 20), "narrow": (0, 10, 40, 80), "few_ways": (0, 1),
    "by_sector": (0, 1), "fails": (0, 1),
    "commands": (0, 1, 3, 8), "operations": (0x01, 0x0e, 0x0f, 0x10, 0x20, 0x1f, 0xdf),
    "cached": (40, 60, 80, 95),
    "stores": (10, 30, 60), "writes": (0, 20, 40, 60, 80), "whole": (0, 30, 70, 95), "back": (0, 20, 50, 90),
    "cmo": (0, 5, 15, 30),
    "fences": (0, 1, 5, 15), "again": (0, 0, 40), "latency": (1, 5, 10, 25, 60), "spread": (0, 5, 30),
    "pieces": (0, 30, 90),
    "stall": (0, 0, 40, 85), "batch": (0, 0, 0, 8),
}


def sensible(phase):
    """Adjusts dependent words: failing pages are separate pages, which no command changes."""
    if phase["fails"]:
        phase.update(layout=2, pages=max(3, phase["pages"]), operations=phase["operations"] & 0x0f)
    if not phase["operations"]:
        phase["commands"] = 0
    return phase


def drawn(rng):
    return sensible({word: rng.choice(values) for word, values in WORDS.items()})


def changed(phase, rng):
    return sensible(dict(phase, **{word: rng.choice(WORDS[word]) for word in rng.sample(sorted(WORDS), 3)}))


def text_of(phase):
    return '"often 1 ' + " ".join(f"{word} {n}" for word, n in phase.items() if n) + '",'


def reached(cosim, test, cycles, seed, folder, *more):
    """Counts of each bin and each cover point of the machine; None: the run failed."""
    file = os.path.join(folder, "bins.txt")
    run = subprocess.run([cosim, "--test", test, "--cycles", str(cycles), "--seed", str(seed), "--bins", file,
                          "--waves-folder", folder, *MODEL, *more], capture_output=True, text=True)
    if run.returncode:
        print(f"steer: {test} failed, seed {seed}: {' '.join(run.args)}\n{run.stdout}{run.stderr}",
              file=sys.stderr)
        return None
    rows = [line.rstrip("\n").split("\t") for line in open(file)]
    return Counter({(kind, name): int(n) for of, kind, name, n in rows if of == "machine"})


def gain(counts, total):
    return sum(min(n, ENOUGH) / ENOUGH / (1 + total[bin_]) for bin_, n in counts.items())


def try_phases(o, total, rng, folder):
    file, best, most, counts_of_best = os.path.join(folder, "steered.phases"), None, 0, None
    for n in range(o.tries):
        phase = changed(best, rng) if best and n % 2 else drawn(rng)
        with open(file, "w") as f:
            f.write(text_of(phase) + "\n")
        counts = reached(o.cosim, "random_steered", o.cycles, o.seed, folder, "--phases", file)
        if counts is None:
            sys.exit(f"steer: with this phase: {text_of(phase)}")
        if gain(counts, total) > most:
            best, most, counts_of_best = phase, gain(counts, total), counts
    return best, most, counts_of_best


def main():
    arguments = argparse.ArgumentParser(prog="steer")
    arguments.add_argument("cosim")
    arguments.add_argument("file")
    arguments.add_argument("--phases", type=int, default=10)
    arguments.add_argument("--tries", type=int, default=20)
    arguments.add_argument("--cycles", type=int, default=20000)
    arguments.add_argument("--seed", type=int, default=1)
    o = arguments.parse_args()
    rng, total = random.Random(o.seed), Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in SEEDS:
            total.update(reached(o.cosim, "random", 100000, seed, folder) or sys.exit(1))
        rows = []
        for n in range(o.phases):
            phase, most, counts = try_phases(o, total, rng, folder)
            print(f"steer: phase {n + 1} of {o.phases}: {most:.2f}: {text_of(phase)}", flush=True)
            rows += [f"// worth {most:.2f}", text_of(phase)]
            total.update(counts)
    with open(o.file, "w") as f:
        f.write("// The phases of random_steered (steered.h), a line each of words and numbers; what is not "
                "said is 0. Made by `make steer`\n"
                "// (scripts/cover/steer.py says how), at 8 lanes: what a phase is worth is what it reached "
                "beyond `random` and those above it.\n")
        f.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
