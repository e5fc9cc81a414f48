#!/usr/bin/env python3
"""Reports coverage, as a page and a line. Usage: cover --page FILE [--lanes N] RUN ...

Adds the data of all folders RUN: bins*.txt (`cosim --bins`), lines/*.reached and toggles/*.reached (Verilog),
and lanes.gcda (model). The file `sizes` there has the sizes of the machine as NAME=VALUE; without it they are
the default ones. The folder above RUN has the descriptions of the code points (build/LANES/cover). A point
or bin is reached if one run reaches it. A point that no run builds does not count, nor does a bin that is
impossible in each run that has it.
scripts/cover/excluded lists excluded points with reasons, and
verif/environment/sm/machine.bins the impossible bins.
An entry that is wrong is an error. --bins FILE reports these bins only, in a line, without a page. The last
line is

    cover: bins X/Y, rtl line L% branch B% toggle T%, model line M% branch N%

Exit status: 0; 1 if a goal is missed (GOALS) or an entry is wrong; 2 bad use.
"""
import argparse
import collections
import gzip
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts/gen"))
import bins as declared  # noqa: E402
import tables            # noqa: E402
from sizes import evaluate  # noqa: E402

EXCLUDED = os.path.join(ROOT, "scripts/cover/excluded")
GOALS = {"rtl line": 100, "rtl branch": 100, "rtl toggle": 98, "model line": 100, "model branch": 98}
MOST_EXCLUDED = 2   # percent of all points, at most

Point = collections.namedtuple("Point", "kind file line what")   # kind is one of GOALS


def die(what):
    print(f"cover: {what}", file=sys.stderr)
    sys.exit(2)


# ---- bins

def read_bins(files, lanes, chosen=None):
    """Counts of all bins of a machine with these sizes, by name, and those that are declared impossible."""
    t = tables.load(chosen=chosen)
    crosses, nevers = declared.load(t)
    reached, unreachable, number = collections.Counter(), {}, {}
    for cross in crosses.values():
        for n, values in cross.bins():
            name = f"{cross.name} {' '.join(values)}"
            number[str(n)] = name
            reached[name] = 0
            for never in nevers:
                if (never.fits(cross, values)
                    and (not never.condition or evaluate(never.condition, t.sizes.values[lanes], ""))):
                    unreachable[name] = never
    for file in files:
        for line in open(file):
            part = line.rstrip("\n").split("\t")
            if (len(part) != 4 or part[1] not in ("event", "bin") or not part[3].isdigit()
                or (part[1] == "bin" and part[2] not in number)):
                die(f"{file}: not what cosim --bins writes: {line.strip()}")
            reached[number[part[2]] if part[1] == "bin" else f"{part[0]}: {part[2]}"] += int(part[3])
    return reached, unreachable


def judge_bins(machines):
    """From what read_bins returns for each machine: errors as lines; counts of all bins; those that are
    impossible in each machine that has them."""
    wrong = [f"reached, though it is said that it cannot be ({u.where}): {name}"
             for reached, unreachable in machines for name, u in unreachable.items() if reached[name]]
    total, never = collections.Counter(), {}
    for reached, unreachable in machines:
        total.update(reached)
        never.update(unreachable)
    never = {name: u for name, u in never.items()
             if all(name in unreachable for reached, unreachable in machines if name in reached)}
    missing = [f"not reached: {name}" for name, n in sorted(total.items()) if not n and name not in never]
    return wrong + missing, total, never


def count_bins(total, never):
    """The number of bins that are reached, and the number that can be."""
    possible = [n for name, n in total.items() if name not in never]
    return sum(n > 0 for n in possible), len(possible)


# ---- code

def read_sizes(run):
    """The sizes of a run's machine that are not the default ones."""
    file = pathlib.Path(run, "sizes")
    words = file.read_text().split() if file.exists() else []
    wrong = [w for w in words if not re.fullmatch(r"\w+=\d+", w)]
    if wrong:
        die(f"{file}: not NAME=VALUE: {wrong[0]}")
    return dict(w.split("=") for w in words)


def read_rtl(run):
    points = collections.Counter()
    for program in ("lines", "toggles"):
        for listed in sorted(pathlib.Path(run, "..", program).glob("V_*/points.txt")):
            module = listed.parent.name[2:]
            data = pathlib.Path(run, program, module + ".reached")
            seen = data.read_bytes() if data.exists() else b""
            for line in open(listed):
                n, kind, file, row, what = line.rstrip("\n").split("\t")
                n = int(n)
                points[Point("rtl " + kind, file, int(row), what)] += n < len(seen) and seen[n]
    return points


def read_model(run):
    """Points of gcov. A run's counts are in its folder UL1_COVER, as lanes.gcda. The bench never asks whether
    a block rests; cmodel/tests/lazy_test.c does."""
    counts = next(iter(pathlib.Path(run).glob("**/lanes.gcda")), None)
    if not counts:
        return collections.Counter()
    with tempfile.TemporaryDirectory() as tmp:
        for file in (counts, pathlib.Path(run, "../lanes.gcno")):
            os.symlink(file.resolve(), os.path.join(tmp, file.name))
        said = subprocess.run(["gcov", "-b", "-j", "lanes.gcda"], cwd=tmp, capture_output=True, text=True)
        made = os.path.join(tmp, "lanes.gcov.json.gz")
        if said.returncode or not os.path.exists(made):
            die(f"gcov makes nothing of {counts}: {said.stderr.strip()}")
        return points_of(json.load(gzip.open(made)))


def points_of(told):
    """The points in what gcov says. The compiler drops the branches of a condition that the sizes decide. So
    the branches of a line are those of another machine only if there are as many."""
    points = collections.Counter()
    for file in told["files"]:
        if not file["file"].startswith("cmodel/src/"):
            continue
        for line in file["lines"]:
            if line.get("function_name", "").endswith("_rests"):
                continue
            row, branches = line["line_number"], line["branches"]
            points[Point("model line", file["file"], row, "")] += line["count"]
            for i, branch in enumerate(branches):
                points[Point("model branch", file["file"], row,
                             f"branch {i} of {len(branches)} of {line.get('function_name', '')}")] += \
                    branch["count"]
    return points


def read_excluded(path=EXCLUDED):
    """Lines KIND FILE WHAT: REASON. WHAT is a pattern that matches the description of a point, or its line's
    text."""
    rules = []
    for n, line in enumerate(open(path), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        m = re.fullmatch(r"(rtl|model) (line|branch|toggle) (\S+) (.+?) : (.+)", line)
        if not m:
            die(f"{os.path.relpath(path, ROOT)}:{n}: KIND FILE WHAT : REASON expected")
        rules.append((f"{os.path.relpath(path, ROOT)}:{n}", f"{m[1]} {m[2]}", m[3], m[4], m[5]))
    return rules


def text_of(point, cache={}):
    if point.file not in cache:
        path = os.path.join(ROOT, point.file)
        cache[point.file] = open(path).read().split("\n") if os.path.exists(path) else []
    rows = cache[point.file]
    return rows[point.line - 1].strip() if point.line <= len(rows) else ""


def fits(rule, point):
    _, kind, file, what, _ = rule
    if (kind, file) != (point.kind, point.file):
        return False
    return re.fullmatch(what, point.what) if kind == "rtl toggle" else what in text_of(point)


def exclude(points, rules):
    """Removes the points that match the rules. Returns errors of the rules as lines, and the number of
    removed points by rule."""
    wrong, gone = [], collections.Counter()
    for rule in rules:
        hits = [p for p in points if fits(rule, p)]
        unreached = [p for p in hits if not points[p]]
        if not unreached:
            wrong.append(f"{rule[0]}: stale: " + ("covered after all" if hits
                                                  else "there is nothing like that"))
        for p in unreached:
            del points[p]
        gone[rule] += len(unreached)
    return wrong, gone


def share(points, kind):
    of = [n for p, n in points.items() if p.kind == kind]
    return len([n for n in of if n]), len(of)


def percent(part, whole):
    """Rounded down, so that only complete coverage is 100."""
    return f"{part * 1000 // whole / 10:g}" if whole else "0"


# ---- the page

def page(title, line, bins, unreachable, points, gone, wrong):
    out = [open(os.path.join(HERE, "page.html")).read().replace("@TITLE@",
                                                                html.escape(title)).replace("@LINE@",
                                                                    html.escape(line))]
    if wrong:
        out += ["<section><h2>What is missing or wrong</h2><ul>"] + [f"<li>{html.escape(w)}</li>"
                                                                     for w in wrong] + ["</ul></section>"]
    files = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0, []]))
    for p, n in points.items():
        cell = files[p.file][p.kind]
        cell[0] += n > 0
        cell[1] += 1
        if not n:
            cell[2].append(p)
    out += ["<section><h2>Files</h2><table><tr><th>file" + "".join(f"<th>{k}" for k in GOALS)]
    for file in sorted(files):
        cells = [files[file][k] for k in GOALS]
        out.append(f"<tr><td>{html.escape(file)}" + "".join(
            f'<td class="{"all" if c[0] == c[1] else "some"}">{c[0]}/{c[1]}' if c[1] else "<td>"
            for c in cells))
    out.append("</table></section><section><h2>Not reached, by file</h2>")
    for file in sorted(files):
        rows = collections.defaultdict(list)
        for cell in files[file].values():
            for p in cell[2]:
                rows[(p.line, p.kind)].append(p.what)
        if rows:
            out.append(f"<details><summary>{html.escape(file)}: {len(rows)} lines</summary><pre>")
            out += [html.escape(f"{row:5} {kind}: {text_of(Point(kind, file, row, ''))}   "
                                f"{' '.join(sorted(set(what)))[:200]}")
                    for (row, kind), what in sorted(rows.items())]
            out.append("</pre></details>")
    out.append("</section><section><h2>Left out of account</h2><table><tr><th>what<th>points<th>why")
    out += [f"<tr><td>{html.escape(f'{r[1]} {r[2]} {r[3]}')}<td>{n}<td>{html.escape(r[4])}"
            for r, n in gone.items()]
    out.append("</table></section><section><h2>Bins</h2>")
    groups = collections.defaultdict(list)
    for name, n in bins.items():
        groups[re.split("[: ]", name)[0]].append((name, n))
    for group, members in groups.items():
        hit = sum(n > 0 for _, n in members)
        never = sum(name in unreachable for name, _ in members)
        out.append(f"<details><summary>{html.escape(group)}: {hit} of {len(members)} reached, {never} cannot "
                   f"be</summary><pre>")
        out += [html.escape(f"{n:12} {name}" + (f"   cannot be: {unreachable[name].reason}"
                                                if name in unreachable else ""))
                for name, n in members]
        out.append("</pre></details>")
    return "\n".join(out + ["</section></main></body></html>", ""])


def main():
    arguments = argparse.ArgumentParser(prog="cover")
    arguments.add_argument("--bins")
    arguments.add_argument("--page")
    arguments.add_argument("--lanes", type=int, default=8)
    arguments.add_argument("runs", nargs="*")
    o = arguments.parse_args()
    missing = [f for f in [o.bins, *o.runs] if f and not os.path.exists(f)]
    if missing:
        die(f"there is no {missing[0]}")
    if o.bins:
        return bins_alone(o)
    if not (o.page and o.runs):
        die("--page and a folder of a run are wanted (or --bins FILE)")
    return everything(o)


def bins_alone(o):
    wrong, total, never = judge_bins([read_bins([o.bins], o.lanes)])
    for w in wrong:
        print(w)
    print(f"bins: {count_bins(total, never)[0]} passed, {len(wrong)} failed")
    return bool(wrong)


def everything(o):
    bins = [(sorted(map(str, pathlib.Path(run).glob("**/bins*.txt"))), read_sizes(run)) for run in o.runs]
    wrong, reached, unreachable = judge_bins([read_bins(files, o.lanes, chosen) for files, chosen in bins
                                              if files])
    hit, all_of = count_bins(reached, unreachable)
    points = collections.Counter()
    for run in o.runs:
        points.update(read_rtl(run))
        points.update(read_model(run))
    before = len(points)
    stale, gone = exclude(points, read_excluded())
    wrong += stale
    out = sum(gone.values())
    if out * 100 > before * MOST_EXCLUDED:
        wrong.append(f"{out} of {before} points are left out of account, more than {MOST_EXCLUDED}%")
    told = {}
    for kind, goal in GOALS.items():
        part, whole = share(points, kind)
        told[kind] = percent(part, whole)
        if not whole or part * 100 < goal * whole:
            wrong.append(f"{kind}: {part} of {whole}, less than {goal}%")
    line = (f"cover: bins {hit}/{all_of}, rtl line {told['rtl line']}% branch {told['rtl branch']}% toggle "
            f"{told['rtl toggle']}%, "
            f"model line {told['model line']}% branch {told['model branch']}%")
    with open(o.page, "w") as f:
        f.write(page(f"Coverage at {o.lanes} lanes", line, reached, unreachable, points, gone, wrong))
    for w in wrong:
        print(w)
    print(f"the page: {o.page}; {out} of {before} points are left out of account")
    print(line)
    return bool(wrong)


if __name__ == "__main__":
    tables.main_guard(main)
