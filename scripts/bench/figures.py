"""What a run takes: of the processor and by the clock on the wall, and what is made of it."""
import os
import resource
import statistics
import subprocess
import sys
import time

ONE_CORE = ["--jobs", "1"]
# How much contracts judge: make's CHECKS, or as where a block of one's own is compared.
CHECKS = ["--checks", os.environ.get("CHECKS") or "light"]
PROGRAMS = os.path.join(os.path.dirname(__file__), "../../verif/bench")

# Traffic by name: the program of it; None: the test `random`.
TRAFFIC = {"idle": "idle", "conflict-free loads": "conflict_free", "misses outstanding": "misses",
           "random": None}


def options(traffic, cycles):
    """Those of a cosim that choose checks and traffic, for about so many cycles."""
    program = TRAFFIC[traffic]
    if not program:
        return [*CHECKS, "--test", "random", "--cycles", str(cycles)]
    return [*CHECKS, "--program", f"{PROGRAMS}/{program}.l1", "--params", f"N={cycles}"]


def said(command):
    """What a command prints; it must succeed."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} failed:\n{run.stdout}")
    return run.stdout


def taken(command, run=said):
    """Seconds of the processor, and by the clock on the wall; and what `run` returns of it."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    returned = run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start,
            returned)


def spread(of, form):
    """Median, least and most."""
    return f"{format(statistics.median(of), form)} ({format(min(of), form)} to {format(max(of), form)})"
