#!/usr/bin/env python3
"""Compares chips on the C model with published figures. Usage: silicon OUT NAME=UNISON ...

NAME is a chip, UNISON the program `unison` that was built for it. Writes into the folder OUT: silicon.csv,
and as SVG and PNG the curves and the patterns. Fails if a count of conflicts is not the hardware's."""
import csv
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen"))

import chips
import patterns
import plot
import tables
from chips import DEGREES
from measure import Machine
from sizes import need

# Conflicts of Accel-Sim's benchmark: 8,192 warps read a column of a tile of 32 words. The hardware counted
# some more.
TILES, TILE_CONFLICTS, TILE_COUNTED = 8192, 253952, 260593
TILE = """for i in 0..{loops} {{
    w0..31: ld.shared.b32 any, [4*(32 + {pad})*lane + 4*warp]
}}
"""


def error(model, published):
    return 100 * (model - published) / published


def fitted(chip, degree):
    """The first figure of a curve gives LAT, and the last SET_INTERVAL. All others are predicted."""
    return degree == 1 or degree == DEGREES[len(chip.measured["shared"][0]) - 1]


def curve(machine, out):
    """The rows of a chip with figures, and its largest error."""
    chip, worst, rows = machine.chip, 0.0, []
    for what, (published, _) in chip.measured.items():
        if what == "locks":
            continue
        for degree, figure in zip(DEGREES, published):
            model = machine.shared(degree) if what == "shared" else machine.hit()
            fit = what == "hit" or fitted(chip, degree)
            off = error(model, figure)
            worst = max(worst, abs(off))
            rows.append((what, degree if what == "shared" else "", figure, model, off, fit))
            out.writerow([chip.name, what, degree if what == "shared" else "", figure, model, f"{off:.2f}",
                          "fitted" if fit else "predicted"])
    return rows, worst


def say_curve(chip, rows):
    line = "  ".join(f"{d or w}: {p:g}/{m:g}{'*' if fit else ''} {off:+.1f}%" for w, d, p, m, off, fit in rows)
    print(f"{chip.name:<10} {line}")
    for name, reason in chip.assumed.items():
        print(f"{'':<10} assumed: {name} {chip.sizes.get(name, '(default)')}: {reason}")


def say_locks(machine, out):
    """The loop of locks, by the lanes on one word. Other instructions of the loop are not in the model. So
    the cycles around the loop, and those of a turn, are fitted to the first two figures."""
    published, _ = machine.chip.measured["locks"]
    alone, two = machine.locks(1, 0), machine.locks(2, 0)
    turn = round(published[1] - published[0] - (two - alone))
    need(turn >= 0, "", f"{machine.chip.name}: a turn of the loop is {two - alone} cycles in the model, and "
         f"{published[1] - published[0]:g} were measured")
    around, said = published[0] - alone, []
    for contenders, figure in zip(DEGREES, published):
        model = machine.locks(contenders, turn) + around
        off, fit = error(model, figure), contenders < 4
        said.append(f"{contenders}: {figure:g}/{model:g}{'*' if fit else ''} {off:+.1f}%")
        out.writerow([machine.chip.name, "locks", contenders, figure, model, f"{off:.2f}",
                      "fitted" if fit else "predicted"])
    print(f"{machine.chip.name:<10} locks, by lanes on one word: " + "  ".join(said))
    print(f"{'':<10} a turn is {two - alone} cycles in the model, and {turn} for other instructions (fitted)")


def say_conflicts(machine, out):
    """Whether the chip's own counts of conflicts are met."""
    wrong = 0
    for bits, (counted, _) in machine.chip.conflicts.items():
        found = machine.conflicts(bits, len(counted))
        wrong += sum(a != b for a, b in zip(found, counted))
        print(f"{machine.chip.name:<10} conflicts counted at {bits} bits, by stride: "
              + "  ".join(f"{c:g}/{f}" for c, f in zip(counted, found)))
        for k, (c, f) in enumerate(zip(counted, found)):
            out.writerow([machine.chip.name, f"conflicts.b{bits}", bits // 8 << k, f"{c:g}", f, "", "predicted"])
    return wrong


def say_tile(machine, out):
    found = []
    for pad in (0, 1):
        counts = machine.run_text(TILE.format(loops=TILES // 32, pad=pad))
        found.append(counts["passes"] - counts["instructions"])
    print(f"transpose  columns of tiles, {TILES} warps, on {machine.chip.name}: {found[0]} conflicts, "
          f"{found[1]} with padded rows; hardware counted {TILE_COUNTED}")
    out.writerow([machine.chip.name, "transpose", "", TILE_COUNTED, found[0],
                  f"{error(found[0], TILE_COUNTED):.2f}", "predicted"])
    return found != [TILE_CONFLICTS, 0]


def picture(folder, name, text):
    path = os.path.join(folder, name)
    with open(path + ".svg", "w") as f:
        f.write(text)
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", "-o", path + ".png", path + ".svg"], check=True)
        print(f"silicon: {path}.svg and .png")
    else:
        print(f"silicon: {path}.svg; .png is skipped: rsvg-convert is missing (package librsvg2-bin)")


def compare(machines, out):
    """Prints all figures. Returns the largest error of the curves, and whether counts differ."""
    worst, drawn, differs = 0.0, [], 0
    print("published/model, * fitted, others predicted; the error of the model")
    for m in machines:
        if m.chip.measured:
            rows, off = curve(m, out)
            worst = max(worst, off)
            say_curve(m.chip, rows)
            shared = [r for r in rows if r[0] == "shared"]
            if len(shared) == len(DEGREES):
                drawn.append((m.chip.name, [r[2] for r in shared], [r[3] for r in shared]))
        if "locks" in m.chip.measured:
            say_locks(m, out)
        differs += say_conflicts(m, out)
    return worst, drawn, differs


def main():
    need(len(sys.argv) > 2 and all("=" in a for a in sys.argv[2:]), "", "usage: silicon OUT NAME=UNISON ...")
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    machines = []
    for a in sys.argv[2:]:
        name, _, unison = a.partition("=")
        machines.append(Machine(chips.read(chips.path_of(name)), unison))
    with open(os.path.join(folder, "silicon.csv"), "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["chip", "what", "degree or stride", "published", "model", "error %", "fitted or predicted"])
        worst, drawn, differs = compare(machines, out)
        of32 = [m for m in machines if m.chip.lanes == 32]
        if of32:
            differs += say_tile(of32[-1], out)
    found = [patterns.of(m) for m in machines]
    names = [m.chip.name for m in machines]
    print(*patterns.table(names, found), sep="\n")
    with open(os.path.join(folder, "patterns.csv"), "w", newline="") as f:
        csv.writer(f).writerows(patterns.rows(names, found))
    if drawn:
        picture(folder, "curves", plot.curves(drawn))
    picture(folder, "patterns", plot.heat(names,
            [(name, [f[i][1]["cycles"] for f in found]) for i, (name, _) in enumerate(patterns.PATTERNS)]))
    if differs:
        print(f"silicon: {differs} counts differ from the hardware's")
    print(f"silicon: {sum(bool(m.chip.measured) for m in machines)} chips, worst error {worst:.1f}%")
    return 1 if differs else 0


if __name__ == "__main__":
    tables.main_guard(main)
