#!/usr/bin/env python3
"""Runs mutants one by one, and says which survive.

usage: run.py [--sample N [--seed N]] [--jobs N] [--again] [--equivalent FILE] [--open FILE] LIST STAGES [LIST STAGES ...]

LIST    a table of mutants, columns apart by tabs, the first row their names: id, block, file, function, line, column, kind, change.
        change is the code around it with what goes as [-this-] and what comes as {+this+}; of several with one text, with
        which of them it is behind it, as `(2nd of 3)` (put there in reading where the list has it not). A first row that begins
        with # says of what sources it was made.
STAGES  how a mutant is tried, stage by stage, until one kills it. A line is
            NAME SECONDS STATUSES COMMAND...     {id} and {block} stand for the mutant's; SECONDS is of processor time;
                                                 STATUSES are the exit statuses that kill, as 1,2
            uses: FILE...                        what COMMANDs run: while it is the same, so is what becomes of a survivor
        A command that is ended by its limit (`limit`) or by a signal (`crash`) has killed the mutant, too. First of all each stage
        is run with {id} as `none`, for each block: it must end with 0.
FILE    --equivalent: of those that nothing can kill, each with an argument. --open: of survivors that are known, each with what is
        believed of it; they count as survivors, but only others make it fail. See written.py.

What became of each is kept beside LIST, in results.tsv. A killed one stays killed while LIST is the same, a survivor is tried again
when what is used has changed; --again tries all. Exit status: 0 no other survives, 1 some do, 2 wrong use, 3 a stage fails without
any mutant, or in a way that it should not; 130 ^C (go on by the same command).
"""
import argparse
import concurrent.futures
import contextlib
import hashlib
import os
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import written  # noqa: E402

COLUMNS = ["id", "block", "file", "function", "line", "column", "kind", "change"]
MEMORY = 8 << 30      # bytes that a mutant may take
SLOWER = 20           # seconds by the clock for each of processor time, at most: others work here too


class WrongUse(Exception):
    pass


class Broken(Exception):
    """A stage does something else than to pass or to kill."""


@dataclass
class Stage:
    name: str
    seconds: int
    statuses: set
    command: list


@dataclass
class Mutants:
    """Those of one list, how they are tried, and what became of them."""
    path: str
    rows: list            # {column: text}
    stages: list
    digest: str           # of the list
    used: str             # of what the stages use
    kept: dict            # id -> (verdict, stage)

    @property
    def results(self):
        return os.path.join(os.path.dirname(self.path), "results.tsv")


def _read(path):
    try:
        with open(path, encoding="utf-8") as f:
            return f.read()
    except (OSError, UnicodeDecodeError) as e:
        raise WrongUse(f"cannot read {path}: {getattr(e, 'strerror', None) or e}")


def _digest(path):
    try:
        with open(path, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()
    except OSError as e:
        raise WrongUse(f"cannot read {path}: {e.strerror}")


def read_list(path):
    lines = [(n, row) for n, row in enumerate(_read(path).splitlines(), 1) if not row.startswith("#")]
    if not lines or lines[0][1].split("\t") != COLUMNS:
        raise WrongUse(f"{path}: its first row is not {' '.join(COLUMNS)}, with tabs")
    rows, ids = [], set()
    for n, row in lines[1:]:
        fields = row.split("\t")
        if len(fields) != len(COLUMNS):
            raise WrongUse(f"{path}:{n}: {len(fields)} columns, not {len(COLUMNS)}")
        if fields[0] in ids or fields[0] == "none":
            raise WrongUse(f"{path}:{n}: a second mutant '{fields[0]}'")
        ids.add(fields[0])
        rows.append(dict(zip(COLUMNS, fields)))
    if not rows:
        raise WrongUse(f"{path}: no mutant")
    for row, change in zip(rows, written.told_apart([(r["file"], r["function"], r["change"]) for r in rows])):
        row["change"] = change
    return rows


def read_stages(path):
    """The stages, and the files that they use."""
    stages, uses = [], []
    for n, row in enumerate(_read(path).splitlines(), 1):
        words = row.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "uses:":
            uses += words[1:]
            continue
        try:
            name, seconds, statuses, command = row.split(None, 3)
            stages.append(Stage(name, int(seconds), {int(s) for s in statuses.split(",")},
                                shlex.split(command)))
        except ValueError:
            raise WrongUse(f"{path}:{n}: not NAME SECONDS STATUSES COMMAND")
    if not stages or not uses:
        raise WrongUse(f"{path}: no {'stage' if not stages else 'line uses:'}")
    return stages, uses


def read_kept(mutants):
    """What is kept and still holds: of each mutant the last."""
    try:
        with open(mutants.results, encoding="utf-8") as f:
            rows = [row.rstrip("\n").split("\t") for row in f if row.endswith("\n")]
    except FileNotFoundError:
        return
    for row in rows:
        if len(row) == 5 and row[0] == mutants.digest and (row[3] != "survived" or row[1] == mutants.used):
            mutants.kept[row[2]] = (row[3], row[4])


def load(path, stages_path, again):
    stages, uses = read_stages(stages_path)
    used = hashlib.sha256(("".join(map(_digest, uses)) + _read(stages_path)).encode()).hexdigest()
    mutants = Mutants(path, read_list(path), stages, _digest(path), used, {})
    if not again:
        read_kept(mutants)
    return mutants


class Runner:
    """Runs commands, each with a limit, several at a time, and ends them when asked to."""

    def __init__(self):
        self.lock, self.children, self.ending = threading.Lock(), set(), False

    def _start(self, stage, words):
        limits = ["prlimit", f"--cpu={stage.seconds}:{stage.seconds + 1}", "--core=0", f"--as={MEMORY}"]
        with self.lock:
            if self.ending:
                raise KeyboardInterrupt
            # (In a session of its own: ^C is for us, who then end it.)
            child = subprocess.Popen([*limits, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT,
                                     start_new_session=True)
            self.children.add(child)
        return child

    def run(self, stage, mutant):
        """'' if the command passed, else what ended it, and what it said."""
        words = [w.replace("{id}", mutant["id"]).replace("{block}", mutant["block"]) for w in stage.command]
        child = self._start(stage, words)
        try:
            said = child.communicate(timeout=SLOWER * stage.seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return "limit", ""
        finally:
            with self.lock:
                self.children.discard(child)
        status = child.returncode
        if self.ending:
            raise KeyboardInterrupt
        if status == 0:
            return "", said
        if status in (-signal.SIGXCPU, -signal.SIGKILL):
            return "limit", said
        if status < 0 or 128 < status < 160:
            return "crash", said
        return ("killed" if status in stage.statuses else f"status {status}"), said

    @contextlib.contextmanager
    def pool(self, jobs):
        """Workers; what they run is ended if anything goes wrong."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as workers:
            try:
                yield workers
            except BaseException:
                self._end()
                workers.shutdown(wait=False, cancel_futures=True)
                raise

    def _end(self):
        with self.lock:
            self.ending = True
            for child in self.children:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass


def prove_sound(runner, mutants, jobs):
    """Without a mutant everything passes, or what kills one would say nothing."""
    seen = set()
    tries = []
    for row in mutants.rows:
        for stage in mutants.stages:
            words = " ".join(stage.command).replace("{block}", row["block"])
            if words not in seen:
                seen.add(words)
                tries.append((stage, {"id": "none", "block": row["block"]}))
    with runner.pool(jobs) as pool:
        for (stage, row), (what, said) in zip(tries, pool.map(lambda t: runner.run(*t), tries)):
            if what:
                last = said.strip().splitlines()[-1:] or [""]
                raise Broken(f"stage {stage.name} of block {row['block']} does not pass without a mutant "
                             f"({what}): {last[0]}")


def try_one(runner, mutants, row):
    """(verdict, stage): killed, limit, crash, or survived, then with what a stage ended with that should not."""
    odd = "-"
    for stage in mutants.stages:
        what, _ = runner.run(stage, row)
        if what in ("killed", "limit", "crash"):
            return what, stage.name
        if what and odd == "-":
            odd = f"{what} in {stage.name}"
    return "survived", odd


class Progress:
    def __init__(self, count):
        self.count, self.done, self.survivors, self.last = count, 0, 0, time.monotonic()

    def step(self, survived):
        self.done += 1
        self.survivors += survived
        tty = sys.stderr.isatty()
        if time.monotonic() - self.last >= (0.2 if tty else 30) or (tty and self.done == self.count):
            self.last = time.monotonic()
            print(f"{self.done} of {self.count} mutants tried, {self.survivors} alive", end="\r" if tty
                  else "\n", file=sys.stderr, flush=True)

    def close(self):
        if sys.stderr.isatty() and self.count:
            print("\x1b[K", end="", file=sys.stderr)


def try_all(runner, chosen, jobs):
    """chosen: [(mutants, row)]; those without a result are tried, and each result is kept as soon as it is there."""
    todo = [(m, row) for m, row in chosen if row["id"] not in m.kept]
    for mutants in {id(m): m for m, _ in todo}.values():
        prove_sound(runner, mutants, jobs)
    progress = Progress(len(todo))
    with runner.pool(jobs) as pool:
        waiting = {pool.submit(try_one, runner, m, row): (m, row) for m, row in todo}
        for future in concurrent.futures.as_completed(waiting):
            mutants, row = waiting[future]
            verdict, stage = mutants.kept[row["id"]] = future.result()
            with open(mutants.results, "a", encoding="utf-8") as f:
                f.write("\t".join((mutants.digest, mutants.used, row["id"], verdict, stage)) + "\n")
            progress.step(verdict == "survived")
    progress.close()


def judge(chosen, equivalent, known):
    """(counts, survivors with what is said of them, what is wrong with the lists)"""
    counts, survivors, wrong = {"killed": 0, "equivalent": 0, "survived": 0}, [], []
    for mutants, row in chosen:
        verdict, stage = mutants.kept[row["id"]]
        entries = [e for e in (equivalent.find(row), known.find(row)) if e]
        if verdict != "survived":
            counts["killed"] += 1
            several = ("; it says of several mutants, so which of them is meant?"
                       if written.WHICH.search(row["change"]) else "")
            wrong += [f"{e.where}: it is killed, by {stage}: "
                      f"{row['id']}{'' if written.WHICH.search(e.change) else several}" for e in entries]
        elif equivalent.find(row):
            counts["equivalent"] += 1
        else:
            counts["survived"] += 1
            note = ("" if stage == "-" else f"   ({stage})") + (f"   (known: {entries[0].where})" if entries
                                                                else "")
            survivors.append((bool(entries),
                              f"{row['file']}:{row['line']}: {row['function']}: {row['change']}   "
                              f"{row['id']}{note}"))
    return counts, survivors, wrong


def report(chosen, whole, equivalent, known):
    """Prints survivors and the last line; the exit status."""
    counts, survivors, wrong = judge(chosen, equivalent, known)
    rows = [row for m in whole for row in m.rows]
    wrong += equivalent.unmatched(rows) + known.unmatched(rows)
    for text in [text for _, text in survivors] + wrong:
        print(text)
    ends = {what: sum(m.kept[row["id"]][0] == what for m, row in chosen) for what in ("limit", "crash")}
    print(f"of the killed {ends['limit']} ran into their limit and {ends['crash']} crashed; of the survivors "
          f"{sum(is_known for is_known, _ in survivors)} are known")
    print(f"mutate: {len(chosen)} mutants, {counts['killed']} killed, {counts['equivalent']} equivalent, "
          f"{counts['survived']} survived")
    return 0 if all(is_known for is_known, _ in survivors) and not wrong else 1


def sample(mutants, count, seed):
    """So many of all lists, in the lists' order; each list has its share. The same for the same lists and seed."""
    total = sum(len(m.rows) for m in mutants)
    chosen = []
    for m in mutants:
        n = len(m.rows) if count is None else min(len(m.rows), max(1, round(count * len(m.rows) / total)))
        rows = m.rows if n == len(m.rows) else random.Random(seed).sample(m.rows, n)
        chosen += [(m, row) for row in sorted(rows, key=m.rows.index)]
    return chosen


def options(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0], add_help=False)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--equivalent", action="append", default=[])
    parser.add_argument("--open", action="append", default=[])
    parser.add_argument("lists", nargs="*")
    parser.error = lambda text: (_ for _ in ()).throw(WrongUse(text))
    o = parser.parse_args(arguments)
    if not o.lists or len(o.lists) % 2:
        raise WrongUse("LIST STAGES expected, in pairs")
    if o.jobs < 1 or (o.sample is not None and o.sample < 1):
        raise WrongUse("--jobs and --sample want at least 1")
    return o


def main(arguments):
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    runner = Runner()
    try:
        o = options(arguments)
        equivalent, known = written.read(o.equivalent, _read), written.read(o.open, _read)
        whole = [load(path, stages, o.again) for path, stages in zip(o.lists[::2], o.lists[1::2])]
        chosen = sample(whole, o.sample, o.seed)
        try_all(runner, chosen, o.jobs)
        return report(chosen, whole, equivalent, known)
    except (WrongUse, written.Wrong) as e:
        print(f"mutate: {e}", file=sys.stderr)
        return 2
    except (Broken, OSError) as e:
        print(f"mutate: {e}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("mutate: interrupted; what is done is kept, the same command goes on", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
