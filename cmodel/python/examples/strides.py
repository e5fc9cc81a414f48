#!/usr/bin/env python3
"""Passes and cycles of a shared load against its stride, for several widths: strides.py FILE.svg (or .png)

Lane n loads element n * stride; an element is as wide as the load. The script needs NumPy and matplotlib."""

import sys

import matplotlib
import numpy as np

import ul1

LANES, STRIDES = 32, np.arange(1, 33)
WIDTHS = {ul1.Width.B8: 1, ul1.Width.B32: 4, ul1.Width.B64: 8, ul1.Width.B128: 16}  # width: bytes


def measure(sim, width):
    """Completions of one load for each stride, each alone in the machine."""
    addr = WIDTHS[width] * STRIDES[:, None] * np.arange(LANES)
    loads = sim.instructions(len(STRIDES), op=ul1.Op.LOAD, width=width, addr=addr)
    return np.concatenate([sim.batch(loads[n : n + 1]) for n in range(len(STRIDES))])


def draw(results, file):
    matplotlib.use("svg" if file.endswith(".svg") else "agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "ul1", "font.size": 10,
                                "axes.spines.top": False, "axes.spines.right": False})
    from matplotlib import pyplot as plt  # imported after the backend is selected

    figure, panels = plt.subplots(2, 1, figsize=(9, 6.4), sharex=True, layout="constrained")
    for (width, done), marker in zip(results.items(), "os^D"):
        label = f"{8 * WIDTHS[width]} bits"
        panels[0].plot(STRIDES, done["passes"], marker=marker, markersize=4, linewidth=1, label=label)
        panels[1].plot(STRIDES, done["retired"] - done["taken"], marker=marker, markersize=4, linewidth=1,
                       label=label)
    for panel, what in zip(panels, ("passes", "cycles from taken to retired")):
        panel.set_ylabel(what)
        panel.set_ylim(bottom=0)
        panel.grid(color="#ddd", linewidth=0.6)
    panels[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncol=4, frameon=False)
    panels[1].set_xlabel("stride in elements")
    panels[1].set_xticks([1, *range(4, 33, 4)])
    figure.suptitle(f"A load of shared memory by {LANES} lanes, from {LANES} banks")
    figure.savefig(file, metadata={"Date": None} if file.endswith(".svg") else None, dpi=120)


def main():
    if len(sys.argv) != 2 or not sys.argv[1].endswith((".svg", ".png")):
        print("usage: strides.py FILE.svg | FILE.png", file=sys.stderr)
        return 2
    with ul1.Simulation(lanes=LANES) as sim:
        results = {width: measure(sim, width) for width in WIDTHS}
    for width, done in results.items():
        print(f"{width.name.lower():5}", "passes", *done["passes"])
    draw(results, sys.argv[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
