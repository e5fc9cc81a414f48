"""Runs many jobs, tests x seeds x configurations x lane counts, on all cores or as a job array.
scripts/regress.mk documents the call.

Results are kept in the folder STATE (state.py) and are not run again, so an interrupted regression continues.
A run is identified by its program's checksum, so it is invalid when the sources change. The last line, and
the groups of failures above it, count all results for the programs as last used.
"""
import argparse
import fcntl
import os
import signal
import sys
import time

import local
import plan
import slurm
from plan import Wrong
from state import PASS, State

ENGINES = {"local": local, "slurm": slurm}
PASSED, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


class Interrupted(Exception):
    pass


def interrupt(*_):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one ^C may arrive several times
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Interrupted


def options():
    p = argparse.ArgumentParser(prog="regress", allow_abbrev=False)
    for name, default in (("state", "build/regress"), ("seeds", ""), ("hours", ""), ("test", ""),
                          ("lanes", "8,16,32"), ("configs", ""),
                          ("cycles", "100000"), ("jobs", ""), ("engine", "local"), ("fault", "")):
        p.add_argument("--" + name, default=default)
    o = p.parse_args()
    o.cycles = plan.number("CYCLES", o.cycles, 1)
    o.jobs = plan.number("JOBS", o.jobs, 1) if o.jobs else len(os.sched_getaffinity(0))
    o.hours = plan.hours(o.hours) if o.hours else None
    o.seeds = plan.seeds(o.seeds or ("1" if o.hours is None else "1.."))
    if o.hours is None and o.seeds[1] is None:
        raise Wrong(f"SEEDS={o.seeds[0]}.. has no end: HOURS=n is wanted, too")
    if o.engine not in ENGINES:
        raise Wrong(f"ENGINE={o.engine} is not known: {' or '.join(ENGINES)}")
    return o


class Progress:
    """Prints progress: on a terminal in one line that is overwritten, elsewhere a line a minute."""

    def __init__(self, state, work):
        self.state, self.work = state, work
        self.begun = self.told = 0.0    # since the first program is built
        self.runs = self.failed = self.cycles = 0
        self.terminal = sys.stderr.isatty()

    def take(self, found):
        self.runs += 1
        self.failed += found[0] != PASS
        self.cycles += int(found[1])

    def tell(self):
        now = time.monotonic()
        if not self.begun:
            self.begun = self.told = now
        if now - self.told < (1 if self.terminal else 60):
            return
        self.told = now
        spent = now - self.begun
        count, more = self.work.left()
        left = f"{count}{' and more' if more else ''}"
        if not more and self.runs:
            left += f", {count * spent / self.runs / 60:.0f} minutes if these are like the others"
        print(f"{chr(13) if self.terminal else ''}regress: {self.runs} runs, {self.failed} failed, "
              f"{self.cycles / 1e6:.1f} M cycles in "
              f"{spent / 60:.1f} minutes, {self.cycles / spent / 1e3:.0f} kcycles/s; left: {left}",
              end="   " if self.terminal else "\n", file=sys.stderr, flush=True)

    def end(self):
        if self.terminal:
            print(file=sys.stderr)


def run(o, state):
    """The remaining work in words."""
    deadline = None if o.hours is None else time.monotonic() + 3600 * o.hours
    work = plan.Plan(o, state)
    progress = Progress(state, work)
    results = ENGINES[o.engine].results(work.jobs(), o, lambda: deadline is not None
                                        and time.monotonic() > deadline)
    try:
        for job, status, text in results:
            if job:
                progress.take(state.add(job, status, text))
                work.ended(job)
            progress.tell()
    finally:
        results.close()
        progress.end()
    count, more = work.left()
    return "; time is over, the same command goes on" if count or more else ""


def main():
    o = options()
    os.makedirs(o.state, exist_ok=True)
    lock = open(os.path.join(o.state, "lock"), "w")
    if o.hours != 0:
        ENGINES[o.engine].check()
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Wrong(f"another one is at work in {o.state}: STATE=another folder, or HOURS=0 to see what "
                        f"there is")
    state = State(o.state)
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    interrupted, then = False, ""
    try:
        if o.hours != 0:
            then = run(o, state)
    except Interrupted:
        interrupted, then = True, "; interrupted, the same command goes on"
    groups = state.groups()
    for g in groups:
        print(f"{g.count:5} x {g.kind}\n        first with seed {g.seed}: {g.repeat}")
    print(f"regress: {state.last_line()}{then}", flush=True)
    return INTERRUPTED if interrupted else FAILED if groups else PASSED


try:
    if sys.argv[1:2] == ["--task"]:
        sys.exit(slurm.worker(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    sys.exit(main())
except Wrong as e:
    print(f"make regress: {e}", file=sys.stderr)
    sys.exit(WRONG)
