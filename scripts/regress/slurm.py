"""Runs jobs as job arrays of Slurm. The nodes need this folder under the same path. Every task takes each
OF-th job of the list, and writes each result to its own file, which this program reads."""
import itertools
import json
import os
import shutil
import subprocess
import sys
import time

import local
from plan import Job, Wrong

BATCH = 2000        # jobs of an array
TASKS = 4           # tasks of an array, for each that may run concurrently


def check():
    for tool in ("sbatch", "squeue", "scancel"):
        if not shutil.which(tool):
            raise Wrong(f"ENGINE=slurm: there is no {tool} (Debian package slurm-client, or slurm-wlm for a "
                        f"cluster of one node)")
    up = subprocess.run(["squeue", "-h"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if up.returncode:
        raise Wrong(f"ENGINE=slurm: {(up.stderr.strip().splitlines() or ['squeue fails'])[0]} "
                    f"(scripts/regress/one_node.sh starts a controller and a node)")


def worker(folder, number, of):
    """A task: writes each of its jobs to a file, {number of the job}.json, which is complete when it has that
    name."""
    runner = local.Runner(folder)
    for i, fields in enumerate(json.load(open(os.path.join(folder, "jobs.json")))):
        if i % of == number:
            path = os.path.join(folder, f"{i}.json")
            with open(path + ".part", "w") as f:
                json.dump(runner.run(Job(*fields)), f)
            os.rename(path + ".part", path)


class Array:
    def __init__(self, jobs, o):
        self.jobs = dict(enumerate(jobs))
        self.folder = os.path.abspath(os.path.join(o.state, "array"))
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        with open(os.path.join(self.folder, "jobs.json"), "w") as f:
            json.dump([[getattr(j, n) for n in Job.__dataclass_fields__] for j in jobs], f)
        tasks = min(len(jobs), TASKS * o.jobs)
        task = f"exec {sys.executable} {os.path.dirname(os.path.abspath(__file__))} --task {self.folder} $SLURM_ARRAY_TASK_ID {tasks}"
        sent = subprocess.run(["sbatch", "--parsable", "--job-name=regress",
                               f"--array=0-{tasks - 1}%{o.jobs}", "--ntasks=1", "--cpus-per-task=1",
                               f"--output={self.folder}/%a.out", f"--chdir={os.getcwd()}", f"--wrap={task}"],
                              stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if sent.returncode:
            raise Wrong(f"ENGINE=slurm: sbatch: {(sent.stderr.strip().splitlines() or ['it fails'])[0]}")
        self.id = sent.stdout.strip().split(";")[0]

    def alive(self):
        """Whether tasks are still waiting or running. If the controller does not answer, the request is
        repeated."""
        told = subprocess.run(["squeue", "-h", "-j", self.id], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        return told.stdout.strip() != "" or (told.returncode != 0 and "Invalid job id" not in told.stderr)

    def ended(self):
        for i in list(self.jobs):
            path = os.path.join(self.folder, f"{i}.json")
            if os.path.exists(path):
                yield self.jobs.pop(i), *json.load(open(path))

    def cancel(self):
        subprocess.run(["scancel", self.id], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def results(jobs, o, late):
    """As local.results. After the time limit no further array begins, and the running one is cancelled."""
    while not late():
        batch = list(itertools.islice(jobs, BATCH))
        if not batch:
            return
        array = Array(batch, o)
        try:
            while array.jobs and not late():
                alive = array.alive()   # before the files are read, so that none of an ended task is missed
                yield from array.ended()
                if not alive and array.jobs:
                    raise Wrong(f"ENGINE=slurm: job array {array.id} ended without {len(array.jobs)} of its "
                                f"runs: see {array.folder}/*.out")
                yield None, 0, ""
                time.sleep(1)
        finally:
            array.cancel()
