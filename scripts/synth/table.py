#!/usr/bin/env python3
"""What the machine costs as hardware: usage: table.py FOLDER LANES,LANES... BLOCK...

Reads FOLDER/LANES/BLOCK.json, as block.sh writes them, and prints for each lane count a table by block, the longest path that
ends in each block within the whole machine, and a last line. A path goes from register, memory or pin to register, memory or
pin; its depth is the number of two-input gates in it, inverters not counted. Of a block alone, its inputs are there at once.
"""
import os
import sys

import netlist

# The stage in which a path lies: that of the first interface that it crosses, by the words that names of ports begin with
STAGES = {
    "stage 0": "in cand room readout replay merged sel req split cfg regport intake pull remainder fence accept rst carveout",
    "stage 1": "pass look miss store place set tag evict gone sleep prt held map bank row forget purge",
    "stage 2": "cross read write array forward wdb serve",
    "stage 3": "load rf ret",
    "requests": "head leave mmu mem memdata walk asks pagefail",
    "responses": "resp fill done answer memfail heldfail",
    "commands": "cmd",
}
STAGE_OF = {word: stage for stage, words in STAGES.items() for word in words.split()}


def stage(path):
    for net in path.nets:
        found = STAGE_OF.get(net.split("_")[0])
        if found:
            return found
    return "within " + path.blocks[-1]


def route(path):
    """Ports crossed, and what takes it: a -> b -> c."""
    return " -> ".join(path.nets + [path.end])


def report(folder, lanes, blocks):
    parts = [netlist.read(os.path.join(folder, str(lanes), b + ".json"), b) for b in blocks]
    print(f"\n{lanes} lanes\n{'block':8} {'gates':>9} {'flip-flops':>10} {'memory bits':>11} {'depth alone':>11}")
    for p in parts:
        alone = max(netlist.Machine([p]).longest().values(), key=lambda x: x.depth)
        print(f"{p.name:8} {p.gates:9} {p.registers:10} {p.bits:11} {alone.depth:11}")
    whole = netlist.Machine(parts).longest()
    deepest = max(whole.values(), key=lambda x: x.depth)
    gates, registers, bits = (sum(getattr(p, what) for p in parts) for what in ("gates", "registers", "bits"))
    print(f"{'all':8} {gates:9} {registers:10} {bits:11} {deepest.depth:11}")
    print("\nin the whole machine, the longest path that ends in")
    for block in blocks:
        path = whole[block]
        print(f"  {block:6} {path.depth:4}  {stage(path):10}  {route(path)}")
    return f"synth: {lanes} lanes, {registers} flip-flops, {gates} gates, depth {deepest.depth} ({stage(deepest)})"


def main():
    counts = sys.argv[2].split(",") if len(sys.argv) > 3 else []
    if not counts or not all(n.isdigit() for n in counts):
        sys.exit("usage: table.py FOLDER LANES,LANES... BLOCK...")
    try:
        last = [report(sys.argv[1], int(n), sys.argv[3:]) for n in counts]
    except (netlist.NetlistError, OSError) as e:
        sys.exit(f"synth: {e}")
    print("", *last, sep="\n")


main()
