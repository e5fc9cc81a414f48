"""Measures the time of a run, by processor and by wall clock, and derives figures."""
import os
import resource
import statistics
import subprocess
import sys
import time

ONE_CORE = ["--jobs", "1"]
# Amount of contract checks: make's CHECKS, or the amount for a comparison with a user's own block.
CHECKS = ["--checks", os.environ.get("CHECKS") or "light"]
PROGRAMS = os.path.join(os.path.dirname(__file__), "../../verif/stimulus/bench")

# Kinds of traffic: name and program; None: the test `random`.
TRAFFIC = {"idle": "idle", "conflict-free loads": "conflict_free", "misses outstanding": "misses",
           "random": None}


def options(traffic, cycles):
    """Options of cosim for checks and traffic, for approximately this number of cycles."""
    program = TRAFFIC[traffic]
    if not program:
        return [*CHECKS, "--test", "random", "--cycles", str(cycles)]
    return [*CHECKS, "--program", f"{PROGRAMS}/{program}.l1", "--params", f"N={cycles}"]


def said(command):
    """The output of a command, which must succeed."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{run.stdout}")
    return run.stdout


def taken(command, run=said):
    """Seconds of processor time and of wall-clock time, and the result of `run`."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    returned = run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start,
            returned)


def spread(of, form):
    """Median, minimum and maximum."""
    return f"{format(statistics.median(of), form)} ({format(min(of), form)} to {format(max(of), form)})"
