#!/usr/bin/env python3
"""Measures how speed and memory scale. usage: scale.py BUILD LARGE_BUILD CYCLES [SVG]

The parameters are the length of the run, from 10^4 cycles to CYCLES; the lanes; the sizes (those of BUILD and
of LARGE_BUILD); the number of L1s on one memory; and the number of machines in one process
(cmodel/examples/many.c). Prints a table, and plots it to the file SVG."""
import re
import subprocess
import sys
import tempfile
import time

import figures

STEPS = 3   # the best of several runs, because other load only slows them down


def most_memory(child):
    """Memory in MB, sampled while the command runs. The system's final figure would include that of Python
    before the command started."""
    most = 0
    while child.poll() is None:
        try:
            with open(f"/proc/{child.pid}/status") as f:
                most = max(most, *(int(row.split()[1]) for row in f if row.startswith("VmHWM")), 0)
        except ProcessLookupError:
            pass
        time.sleep(0.002)
    return most / 1024


def watched(command):
    """Peak memory in MB and output of a command, which must succeed."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        memory = most_memory(child)
        out.seek(0)
        said = out.read()
    if child.returncode != 0:
        sys.exit(f"scale: {' '.join(command)} failed:\n{said}")
    return memory, said


def measured(command):
    """Seconds of processor time, peak memory in MB, and output."""
    rows = []
    while not rows or (len(rows) < STEPS and rows[-1][0] < 20):
        seconds, _, (memory, said) = figures.taken(command, watched)
        rows.append((seconds, memory, said))
    return min(rows)


def lockstep(program, cycles, test="random"):
    """Random traffic in lockstep on one core: kcycles/s, MB."""
    took, memory, said = measured([program, "--test", test, "--cycles", str(cycles), *figures.ONE_CORE])
    ran = int(re.search(r"(\d+) cycles, \d+ values compared", said).group(1))
    return ran / took / 1e3, memory


def many(program, machines, cycles):
    _, memory, said = measured([program, str(machines), str(cycles)])
    return float(re.search(r"([\d.]+) kcycles/s in sum", said).group(1)), memory


PANELS = {   # what is plotted: its unit
    "by length of the run, cycles": "lockstep, 32 lanes",
    "by lanes": "lockstep",
    "by sizes": "lockstep, 8 lanes",
    "by L1s on one memory": "lockstep, 32 lanes",
    "by machines in one process": "model alone, 32 lanes, cycles of all in sum",
}


def figures_of(build, large, cycles):
    """Rows of each panel: label, rate and MB."""
    found = {name: [] for name in PANELS}

    def row(panel, label, figure):
        found[list(PANELS)[panel]].append((label, *figure))
        print(f"  {list(PANELS)[panel]:30} {label:>10} {figure[0]:10.0f} kcycles/s {figure[1]:8.1f} MB",
              flush=True)

    length, usual = 10**4, min(cycles, 300000)
    while length <= cycles:
        row(0, f"10^{len(str(length)) - 1}", lockstep(f"{build}/32/cosim", length))
        length *= 10
    for lanes in ("8", "16", "32"):
        row(1, lanes, lockstep(f"{build}/{lanes}/cosim", usual))
    for name, folder in (("as built", build), ("large", large)):
        row(2, name, lockstep(f"{folder}/8/cosim", usual))
    for l1s, test in (("1", "random"), ("2", "random_two")):
        row(3, l1s, lockstep(f"{build}/32/cosim", usual, test))
    for machines in (1, 4, 16, 64, 256):
        row(4, str(machines), many(f"{build}/lib/examples/many", machines, 10 * usual))
    return found


# ---- the plot: for each panel the rate as a line with points, and the memory as grey bars, both from 0

WIDE, HIGH, LEFT, TOP, GAP = 250, 150, 60, 70, 60


def panel(x, name, rows):
    most_rate, most_mb = max(r for _, r, _ in rows), max(m for _, _, m in rows)
    step = WIDE / len(rows)
    at = [x + step * (i + 0.5) for i in range(len(rows))]
    rate_y = [TOP + HIGH * (1 - 0.9 * r / most_rate) for _, r, _ in rows]
    out = [f'<text x="{x}" y="{TOP - 34}" class="name">{name}</text>',
           f'<text x="{x}" y="{TOP - 16}" class="of">{PANELS[name]}</text>',
           f'<path d="M{x} {TOP + HIGH}h{WIDE}" class="axis"/>']
    for px, y, (label, rate, mb) in zip(at, rate_y, rows):
        bar = HIGH * 0.9 * mb / most_mb
        out += [f'<rect x="{px - step * 0.3:.1f}" y="{TOP + HIGH - bar:.1f}" width="{step * 0.6:.1f}" '
                f'height="{bar:.1f}" class="bar"/>',
                f'<circle cx="{px:.1f}" cy="{y:.1f}" r="3.5"/>',
                f'<text x="{px:.1f}" y="{y - 8:.1f}" class="rate">{rate:.0f}</text>',
                f'<text x="{px:.1f}" y="{TOP + HIGH - 5}" class="mb">{mb:.0f}</text>',
                f'<text x="{px:.1f}" y="{TOP + HIGH + 16}" class="label">{label}</text>']
    out.append('<polyline points="' + " ".join(f"{px:.1f},{y:.1f}" for px, y in zip(at, rate_y)) + '"/>')
    return out


def svg(found):
    wide = LEFT + len(found) * (WIDE + GAP)
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {TOP + HIGH + 60}" '
            f'font-family="sans-serif" font-size="12">',
            '<style>.name{font-weight:bold}.of,.key{fill:#555}.label,.rate,.mb{text-anchor:middle}.mb{fill:#777;font-size:10px}'
            '.bar{fill:#ddd}.axis{stroke:#333}circle{fill:#0b62a4}.rate{fill:#0b62a4}polyline{fill:none;stroke:#0b62a4;stroke-width:1.5}</style>',
            f'<rect width="{wide}" height="{TOP + HIGH + 60}" fill="white"/>']
    for i, (name, of) in enumerate(found.items()):
        rows += panel(LEFT / 2 + i * (WIDE + GAP), name, of)
    rows.append(f'<text x="{LEFT / 2}" y="{TOP + HIGH + 44}" class="key">Line: thousand cycles a second of '
                f'one core, random traffic, from 0. '
                f'Bars: most memory taken, MB, from 0. {time.strftime("%Y-%m-%d")}</text></svg>')
    return "\n".join(rows) + "\n"


def main():
    if len(sys.argv) not in (4, 5) or not sys.argv[3].isdigit() or int(sys.argv[3]) < 10**4:
        sys.exit("usage: scale.py BUILD LARGE_BUILD CYCLES [SVG]; at least 10000 cycles")
    found = figures_of(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    lengths = [rate for _, rate, _ in found[list(PANELS)[0]]]
    memory = [mb for _, _, mb in found[list(PANELS)[0]]]
    if len(sys.argv) == 5:
        with open(sys.argv[4], "w") as f:
            f.write(svg(found))
        print(f"  plotted in {sys.argv[4]}")
    print(f"bench-scale: from the shortest run to the longest {lengths[-1] / lengths[0]:.2f} times the rate, "
          f"{memory[-1] - memory[0]:+.1f} MB")


main()
