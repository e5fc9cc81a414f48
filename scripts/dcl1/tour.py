#!/usr/bin/env python3
"""The tour of decoupled L1s: one line that eight SMs read, in four organisations. usage: tour.py FOLDER MAKE

Builds and runs each organisation in FOLDER, checks what it counted against the formulas of docs/cluster.md,
and draws FOLDER/tour.svg. A count that differs is told, and then the exit status is 1.
"""
import os
import subprocess
import sys

from figures import parse
from organisations import Refused, TOUR, need

SECTORS = 4
TITLES = {"base8": ("base", "a private cache at each SM"), "Pr4": ("Pr4", "two SMs share a private node"),
          "Sh4": ("Sh4", "all SMs share four nodes"), "Sh4+C2": ("Sh4+C2", "two clusters of two nodes")}
SM, GAP, HIGH, LEFT, WIDE = 44, 10, 218, 20, 470
STYLE = ("text{font:12px sans-serif;fill:#222}.small{font-size:10px;fill:#555}.name{font-weight:bold}"
         ".sm{fill:#fff;stroke:#555}.node{fill:#eee;stroke:#999}.has{fill:#f3c26b;stroke:#a06a00}"
         ".slice{fill:#fff;stroke:#999}.home{fill:#c9dff2;stroke:#3c6e9f}.way{stroke:#a06a00;fill:none}"
         ".far{stroke:#3c6e9f;fill:none}")


def counted(folder, o):
    said = subprocess.run([f"{folder}/{o.name}/dcl1", "--stream", "tile", "--lines", "1", "--reads", "1", "--warm", "0"],
                          text=True, capture_output=True)
    need(said.returncode == 0, "", f"{o.name}: {said.stderr.strip()}")
    return parse(said.stdout)


def formulas(o):
    """Eight SMs read one line at a time when no node has it: each cluster asks for it once."""
    return {"reads": o.all_sms, "asked": o.clusters, "copies_most": o.clusters, "near_requests": o.all_sms,
            "near_replies": SECTORS * o.all_sms, "far_requests": o.clusters, "far_replies": SECTORS * o.clusters,
            "l2_misses": 1, "dram_reads": SECTORS}


def box(x, y, wide, kind, text):
    return (f'<rect x="{x:.0f}" y="{y}" width="{wide:.0f}" height="24" rx="3" class="{kind}"/>'
            f'<text x="{x + wide / 2:.0f}" y="{y + 16}" text-anchor="middle" class="small">{text}</text>')


def panel(o, r, x, y):
    """SMs above, nodes of each cluster below them, slices at the bottom. Line 0 has node 0 of each cluster as
    its home, and slice 0."""
    step, nodes = SM + GAP, o.clusters * o.nodes
    name, what = TITLES[o.name]
    out = [f'<text x="{x}" y="{y + 14}" class="name">{name}</text>',
           f'<text x="{x + 70}" y="{y + 14}" class="small">{what}</text>']
    wide, of_sm, place = o.all_sms * step - GAP, [], []
    for n in range(nodes):
        each = (wide - (nodes - 1) * GAP) / nodes
        place.append((x + n * (each + GAP), each))
    slices = [(x + k * (wide / 4 + 2), wide / 4 - 6) for k in range(o.slices)]
    for i in range(o.all_sms):
        of_sm.append(x + i * step)
        at, each = place[i // o.sms * o.nodes]
        out.append(f'<path class="way" d="M{of_sm[i] + SM / 2:.0f} {y + 50}L{at + each / 2:.0f} {y + 86}"/>')
    for c in range(o.clusters):
        at, each = place[c * o.nodes]
        out.append(f'<path class="far" d="M{at + each / 2:.0f} {y + 110}L{slices[0][0] + slices[0][1] / 2:.0f} {y + 146}"/>')
    out += [box(at, y + 26, SM, "sm", f"SM {i}") for i, at in enumerate(of_sm)]
    out += [box(at, y + 86, each, "node" if n % o.nodes else "has", f"node {n}" if each > 40 else n)
            for n, (at, each) in enumerate(place)]
    out += [box(at, y + 146, each, "slice" if k else "home", f"slice {k}") for k, (at, each) in enumerate(slices)]
    copies, flits = r["copies_most"], r["far_requests"] + r["far_replies"]
    out.append(f'<text x="{x}" y="{y + 188}" class="small">{copies} cop{"y" if copies == 1 else "ies"}, {r["asked"]} '
               f'read{"s" * (r["asked"] != 1)} of L2, {r["dram_reads"]} sectors of DRAM; '
               f'{r["near_requests"] + r["near_replies"]} flits before nodes, {flits} behind; {r["all_cycles"]} cycles</text>')
    return out


def main():
    folder, make = sys.argv[1:]
    wrong, found = [], []
    for o in TOUR:
        print(f"dcl1-tour: building {o.name}", flush=True)
        if subprocess.run([*make.split(), "-s", "--no-print-directory", f"-j{os.cpu_count()}", f"{folder}/{o.name}/dcl1"]).returncode:
            raise Refused(f"{o.name} could not be built")
        r = counted(folder, o)
        found.append((o, r))
        wrong += [f"{o.name}: {n} is {r[n]}, and not {want}" for n, want in formulas(o).items() if r[n] != want]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDE + LEFT}" height="{2 * HIGH + 10}">',
           f"<style>{STYLE}</style>", f'<rect width="{2 * WIDE + LEFT}" height="{2 * HIGH + 10}" fill="#fff"/>']
    for i, (o, r) in enumerate(found):
        out += panel(o, r, LEFT + i % 2 * WIDE, 10 + i // 2 * HIGH)
    with open(f"{folder}/tour.svg", "w") as file:
        file.write("\n".join(out + ["</svg>", ""]))
    print("".join(f"dcl1-tour: {w}\n" for w in wrong) + f"dcl1-tour: {len(found)} organisations, {folder}/tour.svg")
    return len(wrong) > 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as e:
        print(f"dcl1-tour: {e}", file=sys.stderr)
        sys.exit(2)
