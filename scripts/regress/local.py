"""Runs jobs on the cores of this machine."""
import subprocess
import threading
from concurrent import futures


def check():
    pass


def limit(job):
    """Seconds after which a run counts as a hang: approximately ten times its duration on a slow machine
    under load."""
    return 900 + job.cycles / 100


class Runner:
    def __init__(self, folder):
        self.folder = folder
        self.running = set()
        self.over = False
        self.lock = threading.Lock()

    def run(self, job):
        """(status, output); None: ended from outside."""
        with self.lock:
            if self.over:
                return None
            # Its own session: a ^C on the terminal ends this program alone, which then ends its runs.
            process = subprocess.Popen(job.command(self.folder), stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                       start_new_session=True, env=job.environment(self.folder))
            self.running.add(process)
        try:
            out = process.communicate(timeout=limit(job))[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.kill()
            out = (process.communicate()[0].decode(errors="replace")
                   + f"\nno end after {limit(job):.0f} seconds\n")
        with self.lock:
            self.running.discard(process)
            return None if self.over else (process.returncode, out)

    def stop(self):
        with self.lock:
            self.over = True
            for process in self.running:
                process.kill()


def results(jobs, o, late):
    """(job, status, text) of each as it ends. `late` tells when no further one may begin."""
    runner, waiting = Runner(o.state), {}
    with futures.ThreadPoolExecutor(o.jobs) as pool:
        try:
            more = True
            while more or waiting:
                while more and len(waiting) < o.jobs:
                    job = None if late() else next(jobs, None)
                    more = job is not None
                    if more:
                        waiting[pool.submit(runner.run, job)] = job
                done, _ = futures.wait(waiting, timeout=1, return_when=futures.FIRST_COMPLETED)
                for f in done:
                    yield waiting.pop(f), *f.result()
                if not done:
                    yield None, 0, ""
        finally:
            runner.stop()
