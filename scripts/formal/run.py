#!/usr/bin/env python3
"""Runs proofs on the Verilog, with Yosys and the prover ABC that comes with it. usage: run.py [--build DIR]
[--only NAME,...] [--test]

The properties are in tb/formal/*.proofs; scripts/formal/proofs.py describes their format. Each proof is tried
with the Verilog as it is and, as a vacuity check, with its *slip*, an edit of the Verilog with which it must
fail. Results are cached in DIR/formal by the contents of all inputs, so a second run is fast, and an
interrupted one continues. A proof that fails leaves waves, and names the failing assertion and its cycle.
Exit status: 0 all proved, 1 not, 2 bad use.

--build DIR   work folder (build)
--only NAMES  these proofs alone, or a pattern such as reset_*
--sample      the few that are marked as a sample, which take seconds
--fresh       ignore cached results
--jobs N      number of concurrent proofs (default: the number of cores)
"""
import argparse
import concurrent.futures
import fnmatch
import os
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "scripts", "gen"), os.path.join(ROOT, "scripts", "faults")]
import engine  # noqa: E402
import proofs  # noqa: E402

SAYS = threading.Lock()


def say(text):
    with SAYS:
        print(text, flush=True)


def prove(proof, folder, fresh):
    """(proved, failed) of a proof and its slip."""
    work = os.path.join(folder, proof.name)
    holds = engine.check(proof, work, False, fresh)
    if not holds.ok:
        say(f"formal: {proof.where}: {proof.name}: {holds.says}")
        return 0, 1
    slip = engine.check(proof, work + ".slip", True, fresh)
    if slip.ok or not slip.refuted:
        said = "holds with its slip, too: it says nothing" if slip.ok else f"with its slip: {slip.says}"
        say(f"formal: {proof.where}: {proof.name}: {said}")
        return 0, 1
    say(f"formal: {proof.name}: {proof.what} ({holds.says}; slip: {slip.says})")
    return 1, 0


def command(proof, folder, fresh):
    """(proved, failed) of a proof by its own command, from its last line."""
    run = subprocess.run(proof.run, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True)
    last = (run.stdout.strip().splitlines() or [""])[-1]
    counts = proofs.LAST_LINE.search(last)
    if run.returncode == 0 and "skipped:" in last:
        say(f"formal: {last}")
        return 0, 0
    if not counts or (run.returncode == 0) != (counts[2] == "0"):
        say(f"formal: {proof.where}: {proof.name}: status {run.returncode}, and its last line is '{last}'")
        return 0, 1
    say(f"formal: {proof.name}: {last}")
    if counts[2] != "0":
        say(run.stdout)
    return int(counts[1]), int(counts[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--only")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    try:
        engine.need_tools()
        every = proofs.load()
        proofs.check_document()
        wanted = args.only.split(",") if args.only else ["*"]
        for w in wanted:
            if not any(fnmatch.fnmatch(p.name, w) for p in every):
                raise proofs.ProofError(f"there is no proof '{w}'")
        chosen = [p for p in every if any(fnmatch.fnmatch(p.name, w) for w in wanted)
                  and (p.sample or not args.sample)]
    except (proofs.ProofError, engine.NoTool) as e:
        print(f"formal: {e}", file=sys.stderr)
        return 2
    chosen.sort(key=lambda p: -p.seconds)   # the longest first
    folder = os.path.join(args.build, "formal")
    proved = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        jobs = [pool.submit(command if p.run else prove, p, folder, args.fresh) for p in chosen]
        try:
            for job in concurrent.futures.as_completed(jobs):
                p, f = job.result()
                proved, failed = proved + p, failed + f
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print(f"formal: interrupted; {proved} proved so far are kept")
            return 1
    print(f"formal: {proved} proved, {failed} failed")
    return 1 if failed or not proved else 0


if __name__ == "__main__":
    sys.exit(main())
