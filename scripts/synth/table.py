#!/usr/bin/env python3
"""Prints the hardware cost of the machine. usage: table.py FOLDER LANES,LANES... MACHINE BLOCK...

Reads FOLDER/LANES/BLOCK.json of block.sh, and FOLDER/LANES/MACHINE.json of whole.sh. Prints for each lane
count a table by block, the longest path of the whole machine that ends in each block, and a last line. A path
begins and ends at a register, memory or pin. Its depth is the number of two-input gates in it, without
inverters. The depth of a block alone assumes that all its inputs arrive at the beginning of the cycle.
"""
import os
import re
import sys

import netlist
import stages


def report(folder, lanes, machine, blocks):
    print(f"\n{lanes} lanes\n{'block':8} {'gates':>9} {'flip-flops':>10} {'memory bits':>11} "
          f"{'depth alone':>11}")
    # by the name of a port: the block that has it as output, and all its blocks
    owner, interface = {}, set()
    for name in blocks:
        n = netlist.read(os.path.join(folder, str(lanes), name + ".json"), name)
        print(f"{name:8} {n.gates:9} {n.registers:10} {n.bits:11} {n.longest()[''].depth:11}")
        owner.update((port, name) for port, (out, _) in n.ports.items() if out)
        interface.update(n.ports)

    def block_of(end):
        """The block of a name of the whole machine: that of its instance, or the driver of a wire between
        blocks."""
        inside = re.match(r"(?:\$flatten\\)?u_(\w+)\.", end)
        return inside.group(1) if inside else owner.get(end, machine)

    n = netlist.read(os.path.join(folder, str(lanes), machine + ".json"), machine)
    whole = n.longest(block_of)
    print(f"{'whole':8} {n.gates:9} {n.registers:10} {n.bits:11} {max(p.depth for p in whole.values()):11}")
    print("\nin the whole machine, the longest path that ends in")
    told = {}
    for block, path in sorted(whole.items(), key=lambda w: -w[1].depth):
        crossed = [net for net in path.nets if net in interface and net != path.end]
        told[block] = (path.depth, stages.stage(crossed, block))
        print(f"  {block:6} {path.depth:4}  {told[block][1]:10}  {' -> '.join(crossed + [path.end])}")
    deepest, where = max(told.values())
    return f"synth: {lanes} lanes, {n.registers} flip-flops, {n.gates} gates, depth {deepest} ({where})"


def main():
    counts = sys.argv[2].split(",") if len(sys.argv) > 4 else []
    if not counts or not all(n.isdigit() for n in counts):
        sys.exit("usage: table.py FOLDER LANES,LANES... MACHINE BLOCK...")
    try:
        last = [report(sys.argv[1], int(n), sys.argv[3], sys.argv[4:]) for n in counts]
    except (netlist.NetlistError, OSError) as e:
        sys.exit(f"synth: {e}")
    print("", *last, sep="\n")


main()
