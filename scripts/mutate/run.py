#!/usr/bin/env python3
"""Runs mutants one by one, and reports the survivors.

usage: run.py [--only BLOCKS] [--sample N [--seed N]] [--jobs N] [--again] [--equivalent FILE] [--open FILE]
       (LIST STAGES)...

LIST    a table of mutants, columns separated by tabs. The first row has their names: id, block, file,
        function, line, column, kind, change. The change is the code around it with the old text as [-this-]
        and the new one as {+this+}. Equal texts in one function are numbered at their end, as `(2nd of 3)`;
        missing numbers are added when the list is read. A first row that begins with # identifies the
        sources.
STAGES  how a mutant is tried, stage by stage, until one kills it. A line is
            NAME SECONDS STATUSES COMMAND...  {id} and {block} are the mutant's; SECONDS is processor time;
                                              STATUSES are the exit statuses that kill, as 1,2
            uses: FILE...                     files of the COMMANDs; a survivor's result is valid while they
                                              are unchanged
        A command that ends by its limit (`limit`) or by a signal (`crash`) has killed the mutant, too. First,
        each stage runs with {id} as `none`, for each block: it must end with 0.
BLOCKS  of these blocks alone, their names separated by blanks
FILE    --equivalent: mutants that cannot be killed, each with an argument. --open: known survivors, each with
        a remark. They count as survivors, but only others cause a failure. See written.py.

Results are kept beside LIST, in results.tsv. A killed mutant stays killed while LIST is unchanged. A survivor
is tried again when the used files have changed; --again tries all. Exit status: 0 no other survives, 1 some
do, 2 wrong use, 3 a stage fails without any mutant, or in an unexpected way; 130 ^C (the same command
continues).
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
MEMORY = 8 << 30      # memory limit of a mutant in bytes
# wall-clock seconds per second of processor time, at most, because the machine may have other load
SLOWER = 20


class WrongUse(Exception):
    pass


class Broken(Exception):
    """A stage neither passes nor kills."""


@dataclass
class Stage:
    name: str
    seconds: int
    statuses: set
    command: list


@dataclass
class Mutants:
    """The mutants of one list, their stages, and their results."""
    path: str
    rows: list            # {column: text}
    stages: list
    digest: str           # of the list
    used: str             # of the files that the stages use
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
    """The kept results that are still valid; for each mutant the last one."""
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
    """Runs commands concurrently, each with a limit, and ends them on request."""

    def __init__(self):
        self.lock, self.children, self.ending = threading.Lock(), set(), False

    def _start(self, stage, words):
        limits = ["prlimit", f"--cpu={stage.seconds}:{stage.seconds + 1}", "--core=0", f"--as={MEMORY}"]
        with self.lock:
            if self.ending:
                raise KeyboardInterrupt
            # its own session: this program handles ^C, and ends the command
            child = subprocess.Popen([*limits, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT,
                                     start_new_session=True)
            self.children.add(child)
        return child

    def run(self, stage, mutant):
        """'' if the command passed, else how it ended, and its output."""
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
        """Runs workers. Their commands are ended on any error."""
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


def prove_sound(runner, tried, jobs):
    """Their stages must pass without a mutant; otherwise a kill would mean nothing."""
    seen = set()
    tries = []
    for mutants, row in tried:
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
    """(verdict, stage): killed, limit, crash, or survived, with an unexpected status of a stage."""
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
    """chosen: [(mutants, row)]. Tries those without a result, and keeps each result immediately."""
    todo = [(m, row) for m, row in chosen if row["id"] not in m.kept]
    prove_sound(runner, todo, jobs)
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
    """(counts, survivors with their remarks, errors in the lists)"""
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


def of_blocks(mutants, only):
    """For each list its rows of the blocks `only`, or all."""
    unknown = set(only) - {row["block"] for m in mutants for row in m.rows}
    if unknown:
        raise WrongUse(f"no mutant is of the block '{min(unknown)}'")
    return [[row for row in m.rows if not only or row["block"] in only] for m in mutants]


def sample(mutants, rows_of, count, seed):
    """A sample of rows of all lists, in their order, with a share for each list. It depends on the rows and
    the seed only."""
    total = sum(map(len, rows_of))
    chosen = []
    for m, rows in zip(mutants, rows_of):
        n = len(rows) if count is None else min(len(rows), max(1, round(count * len(rows) / total)))
        some = rows if n == len(rows) else random.Random(seed).sample(rows, n)
        chosen += [(m, row) for row in sorted(some, key=rows.index)]
    return chosen


def options(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0], add_help=False)
    parser.add_argument("--only", type=str.split, default=[])
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
        chosen = sample(whole, of_blocks(whole, o.only), o.sample, o.seed)
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
