"""The study of DC-L1 at the paper's sizes (docs/dcl1.md). usage: dcl1 FOLDER MAKE SEED ORGANISATIONS STREAMS

Builds the program of each organisation in FOLDER, runs each on each stream, and prints a table for each
stream, beside what the paper or arithmetic says. FOLDER/dcl1.csv has all figures, FOLDER/dcl1.svg and .png a
plot. Empty lists are all. Exit status: 2 wrong use, 1 a run failed, or is not what arithmetic says.
"""
import concurrent.futures
import csv
import os
import shlex
import shutil
import subprocess
import sys

import expected
import organisations
import plot
from figures import change, figures, parse
from organisations import Refused, need

STREAMS = ("mandel", "tile", "broadcast", "halo", "gather", "private", "camp")
# Points by which misses may be off what arithmetic says. Reads under way at the same time move them a little.
NEAR = 2.0


def program_of(folder, o):
    return f"{folder}/{o.program or o.name}/dcl1"


def build(folder, make, chosen):
    for n, o in enumerate(chosen, 1):
        print(f"dcl1: building {o.name} ({n} of {len(chosen)})", flush=True)
        targets = program_of(folder, o)
        if subprocess.run(shlex.split(make) + ["-s", "--no-print-directory", f"-j{os.cpu_count()}", targets]).returncode:
            raise Refused(f"{o.name} could not be built")


def run_one(folder, o, stream, seed):
    said = subprocess.run([program_of(folder, o), "--stream", stream, "--seed", seed, "--boost", str(int(o.boost))], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    need(said.returncode == 0, "", f"{o.name} on {stream}: {said.stderr.strip() or f'status {said.returncode}'}")
    return parse(said.stdout)


def progress(n, of):
    """On a terminal in one line, otherwise every tenth run."""
    if sys.stderr.isatty():
        print(f"\rdcl1: {n} of {of} runs ", end="\n" if n == of else "", file=sys.stderr, flush=True)
    elif n % 10 == 0 or n == of:
        print(f"dcl1: {n} of {of} runs", flush=True)


def run(folder, chosen, streams, seed):
    """{(stream, organisation): figures}, and what the programs told."""
    found, raw, jobs = {}, {}, [(s, o) for s in streams for o in chosen]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(run_one, folder, o, s, seed): (s, o.name) for s, o in jobs}
        for n, done in enumerate(concurrent.futures.as_completed(runs), 1):
            raw[runs[done]] = done.result()
            progress(n, len(jobs))
    for s, o in jobs:
        found[s, o] = figures(raw[s, o.name])
    return found, raw


def beside(stream, o, f, base):
    """What the paper, or arithmetic, says of the misses; and by how many points they are off."""
    if stream != "mandel":
        want = 100 * expected.MISSES[stream](o)
        return f"{want:6.1f}%", abs(100 * f["misses"] - want)
    of = change(f, base)
    if o.misses is None or of is None:
        return "", None
    return f"{o.misses:+6.0f}%", abs(of - o.misses)


def table(stream, rows):
    base = next((f for o, f in rows if o.name == "base"), None)
    told = "paper" if stream == "mandel" else "formula"
    print(f"\n{stream}\n  {'':9} misses   change  {told:>7}  no hit  replic.  copies     lines/  flits/read    "
          f"port        link       L2    DRAM\n  {'':9} /read   to base                   /misses  mean most  cycle   "
          f"near  far   mean most   mean most   hits  /read")
    worst = 0.0
    for o, f in rows:
        of, (says, off) = change(f, base), beside(stream, o, f, base)
        worst = max(worst, off or 0.0)
        by = f"{of:+6.1f}%" if of is not None and o.name != "base" else ""
        print(f"  {o.name:9} {100 * f['misses']:5.1f}%  {by:>7}  {says:>7}  {100 * f['without_hit']:5.1f}%  "
              f"{100 * f['replicated']:5.1f}%  {f['copies']:5.2f} {f['copies_most']:3.0f}  {f['lines_per_cycle']:6.2f}   "
              f"{f['near_flits']:4.2f} {f['far_flits']:5.2f}   {f['port']:.2f} {f['port_most']:.2f}   "
              f"{f['link']:.2f} {f['link_most']:.2f}  {100 * f['l2_hits']:4.0f}%  {f['dram']:5.2f}")
    return worst


def networks(chosen, found):
    """Area and bandwidth. A line takes four flits of a node's port; an L1 in an SM gives one a cycle."""
    print(f"\nnetworks\n  {'':9} crosspoints  ports   area  paper   peak, lines/cycle: by ports  on private   below 80   paper")
    for o in chosen:
        crosspoints, ports = o.crosspoints, o.ports
        most, seen = o.clusters * o.nodes * (1 + o.boost) / 4, found.get(("private", o))
        area = "" if o.name == "base" else f"{o.fitted_area:.2f}"
        below = f"{organisations.SMS / seen['lines_per_cycle']:.1f} times" if seen else ""   # a line an L1 and cycle
        paper = f"{o.peak} times" if o.peak else ""
        rate = f"{seen['lines_per_cycle']:.1f}" if seen else ""
        print(f"  {o.name:9} {crosspoints:11}  {ports:5}  {area:>5}  {f'{o.area:.2f}' if o.area else '':>5}  {most:27.1f}  {rate:>10}  {below:>9}  {paper:>6}")


def write(folder, chosen, streams, found, raw):
    with open(f"{folder}/dcl1.csv", "w", newline="") as file:
        out = csv.writer(file)
        names = list(next(iter(found.values()))) + [n for n in next(iter(raw.values())) if n != "stream"]
        out.writerow(["stream", "organisation"] + names + ["change_percent", "paper_percent", "formula", "area", "paper_area"])
        for (s, o), f in found.items():
            base = next((g for (t, p), g in found.items() if t == s and p.name == "base"), None)
            values = {**raw[s, o.name], **f}
            of = change(f, base)
            out.writerow([s, o.name] + [values[n] for n in names] + [
                "" if of is None else f"{of:.2f}", o.misses if s == "mandel" and o.misses is not None else "",
                f"{expected.MISSES[s](o):.4f}" if s in expected.MISSES else "", f"{o.fitted_area:.3f}", o.area or ""])
    with open(f"{folder}/dcl1.svg", "w") as file:
        file.write(plot.svg(streams, found))
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", "-o", f"{folder}/dcl1.png", f"{folder}/dcl1.svg"], check=True)
        print(f"\n{folder}/dcl1.csv, .svg and .png")
    else:
        print(f"\n{folder}/dcl1.csv and .svg; .png is skipped: rsvg-convert is missing (package librsvg2-bin)")


CLAIMS = """
fitted      three numbers of mandel (the flat head of half an L1, the power 1.6, 2% of private lines), on the
            paper's seven changes; two of the area (0.80 for crosspoints, 0.17 for ports), on its seven areas
predicted   what so few numbers leave open of the seven; the other streams, copies, flits, bandwidth
not claimed IPC, power, and averages over the paper's programs
told        Pr20 and Sh40+C20 (Pr10 and Sh40+C10) have equal groups and lines, so their misses are equal here; the
            paper has -49 and -41% (-74 and -61%)"""


def choose(names, all_names, what):
    found = names.split() or list(all_names)
    for n in found:
        need(n in all_names, "", f"no {what} is called '{n}': there are {', '.join(all_names)}")
    return list(dict.fromkeys(found))


def main():
    folder, make, seed, orgs, streams = sys.argv[1:]
    need(seed.isdigit(), "", f"SEED={seed}: not a number")
    chosen = [organisations.find(n) for n in choose(orgs, [o.name for o in organisations.ALL], "organisation")]
    streams = choose(streams, STREAMS, "stream")
    build(folder, make, chosen)
    found, raw = run(folder, chosen, streams, seed)
    off = {s: table(s, [(o, f) for (t, o), f in found.items() if t == s]) for s in streams}
    networks(chosen, found)
    write(folder, chosen, streams, found, raw)
    print(CLAIMS)
    wrong = [f"{s} by {e:.1f} points" for s, e in off.items() if s != "mandel" and e > NEAR]
    ran, took = (sum(r[n] for r in raw.values()) for n in ("all_cycles", "seconds"))
    print(f"speed       {ran * organisations.SMS / took / 1e6:.1f} million SM-cycles a second on one core")
    print("formulas    " + (f"misses are off on {', '.join(wrong)}" if wrong else f"met within {NEAR:.0f} points"))
    within = f"within {off['mandel']:.0f} points of" if off.get("mandel") else "not compared with"
    print(f"dcl1: {len(chosen)} organisations, miss rates {within} the paper's averages on stream mandel")
    return len(wrong) > 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as e:
        print(f"dcl1: {e}", file=sys.stderr)
        sys.exit(2)
