#!/usr/bin/env python3
"""Prints the longest paths of OpenSTA's report. usage: report.py FOLDER NETLIST.il LANES

Reads FOLDER/sta.log, paths.rpt and area.txt (time.sh, map.sh), and from NETLIST.il the names of the wires
between the blocks. Prints the longest path that ends in each block, the longest path of each stage, the area,
and a last line. A path ends in the block of its last flip-flop or memory, or at a pin. Its stage is that of
the first interface that it crosses, as in `make synth`.
"""
import os
import re
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../synth"))
import stages


class ReportError(Exception):
    pass


@dataclass
class Path:
    ps: float
    start: str
    end: str
    cells: int          # number of cells between flip-flops, memories and pins
    nets: list          # named nets of the path, in order


def paths(lines):
    """The paths of a report with the field `net`."""
    start = end = None
    for line in lines:
        words = line.split()
        if line.startswith("Startpoint: "):
            start, end, cells, nets = words[1] + " (pin)" * ("(input" in words), None, 0, []
        elif line.startswith("Endpoint: "):
            end, pin = words[1], "(output" in words
        elif words[-1:] == ["(net)"]:
            if not re.fullmatch(r"_\d+_", words[-2]):
                nets.append(words[-2])
        elif len(words) == 5 and words[2] in "v^" and "/" in words[3]:
            cells += words[3].rpartition("/")[0] not in (start, end)
        elif words[1:2] == ["slack"]:
            yield Path(-1000 * float(words[0]), start, f"{end} (pin)" if pin else end, cells, nets)


def wires(lines):
    """The wires between the blocks, and the pins: nets with a name of one part in the netlist."""
    found = set()
    for line in lines:
        if line.startswith("  cell "):
            return found
        name = re.match(r"  wire .*\\([\w\[\]]+)$", line)
        if name:
            found.add(name[1])
    return found


def block_of(end):
    inside = re.match(r"u_(\w+)\.", end)
    return "pins" if end.endswith("(pin)") else inside[1] if inside else "top"


def stage_of(path, route):
    """The stage. If the crossings of a path have lost their names: its start and end."""
    start, block = block_of(path.start), block_of(path.end)
    stage = stages.stage(route, block)
    return f"{start} to {block}" if stage.startswith("within") and start != block else stage


def crossed(path, interface):
    """The distinct interfaces on a path. A wire of an interface has its own name or that of the block's
    port."""
    found = []
    for net in path.nets:
        name = re.sub(r"^u_\w+\.|(\[\d+\])+$", "", net)
        if name in interface and name not in found:
            found.append(name)
    return found


def longest(all_paths, interface):
    """By block and by stage: the longest path, its block, its stage and the interfaces that it crosses."""
    by_block, by_stage = {}, {}
    for path in all_paths:
        block, route = block_of(path.end), crossed(path, interface)
        stage = stage_of(path, route)
        entry = path, block, stage, route
        for table, key in (by_block, block), (by_stage, stage):
            if key not in table or path.ps > table[key][0].ps:
                table[key] = entry
    return by_block, by_stage


def area(text):
    """Area of all cells, of flip-flops and of buffers, and their number. Inverters that drive a high fan-out
    are not distinguished."""
    found = re.search(r"Chip area for .*: ([\d.]+)", text)
    if not found:
        raise ReportError("no area in what yosys said")
    counts = {name: int(n) for name, n in re.findall(r"^ +([A-Z]\w+) +(\d+)$", text, re.M)}
    return float(found[1]), counts


def table(title, found, fo4):
    print(f"\n{title:13} {'ps':>7} {'FO4':>6} {'cells':>5}  {'stage':12} from -> crosses -> to")
    for key, (path, block, stage, route) in sorted(found.items(), key=lambda f: -f[1][0].ps):
        print(f"{key:13} {path.ps:7.0f} {path.ps / fo4:6.1f} {path.cells:5}  {stage:12} "
              f"{' -> '.join([path.start, *route, path.end])}")


def report(folder, netlist, lanes):
    with open(os.path.join(folder, "sta.log")) as f:
        fo4 = re.search(r"^fo4 ([\d.]+)$", f.read(), re.M)
    if not fo4:
        raise ReportError(f"no FO4 in {folder}/sta.log")
    fo4 = float(fo4[1])
    with open(netlist) as f:
        interface = wires(f)
    with open(os.path.join(folder, "paths.rpt")) as f:
        by_block, by_stage = longest(paths(f), interface)
    if not by_block:
        raise ReportError(f"no path in {folder}/paths.rpt")
    with open(os.path.join(folder, "area.txt")) as f:
        square_um, counts = area(f.read())
    print(f"{lanes} lanes, FO4 = {fo4:.1f} ps")
    table("ends in", by_block, fo4)
    table("stage", by_stage, fo4)
    flops = sum(n for name, n in counts.items() if name.startswith("DFF"))
    buffers = sum(n for name, n in counts.items() if name.startswith("BUF"))
    print(f"\n{sum(counts.values())} cells, {flops} of them flip-flops, {buffers} buffers; memories are not "
          f"counted")
    path, _, stage, _ = max(by_block.values(), key=lambda f: f[0].ps)
    return f"timing: {lanes} lanes, worst path {path.ps:.0f} ps = {path.ps / fo4:.1f} FO4 (stage {stages.short(stage)}), area {square_um:.0f}"


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: report.py FOLDER NETLIST.il LANES")
    try:
        print("", report(*sys.argv[1:]), sep="\n")
    except (ReportError, OSError) as e:
        sys.exit(f"timing: {e}")
