#!/usr/bin/env python3
"""Compares the Verilog with the port tables; a module that differs is refused with the name of the port.

usage: check_rtl.py [--rtl DIR] [--file FILE] [BLOCK ...] [--lanes N ...]

Without BLOCK: every block, the top l1 and the constants in ul1_pkg.sv. BLOCK is a block, l1 or ul1_pkg.
--rtl DIR    where the Verilog lies (rtl)
--file FILE  a file to take for the one BLOCK named, in place of DIR/BLOCK.sv
--lanes N    lane counts to elaborate with (8; the tables' dependencies are the same for all)
--ports DIR  where the tables lie (cmodel/ports)

Of each block: the ports, their directions and widths; and for every output, which inputs reach it within the same
cycle. The order in which the C blocks are evaluated follows from that column of the tables, so it must be exactly what the
Verilog does. Of l1: its ports, that each block's ports are joined to the wires of their names, and their widths.
Yosys elaborates, everything else is a walk over its netlist. Exit status: 0 all match, 1 something differs, 2 bad use.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import ports

DIRECTION = {True: "output", False: "input"}


class BadUse(Exception):
    pass


class Refused(Exception):
    """Yosys itself refuses the Verilog."""


def shown(path):
    """A path as the user would type it, if it lies in the project."""
    rel = os.path.relpath(path, ports.ROOT)
    return path if rel.startswith("..") else rel


def yosys(files, script):
    """The netlist (Yosys' JSON) after the script."""
    with tempfile.TemporaryDirectory(prefix="check_rtl.") as tmp:
        netlist = os.path.join(tmp, "netlist.json")
        read = "".join(f'read_verilog -sv -defer "{f}"; ' for f in files)
        run = subprocess.run(["yosys", "-q", "-p", f"{read}{script}; write_json {netlist}"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode or not os.path.exists(netlist):
            said = [s for s in run.stdout.splitlines() if "ERROR" in s] or run.stdout.splitlines()[-3:] or ["(nothing)"]
            raise Refused("Yosys says: " + " ".join(s.strip() for s in said))
        with open(netlist) as f:
            return json.load(f)


def module_name(name, module):
    """The name in the source: with parameters, Yosys calls a module $paramod..."""
    plain = module.get("attributes", {}).get("hdlname") or re.sub(r"^\$paramod(\$[0-9a-f]+)?(\\[^\\]+).*", r"\2", name)
    return plain.lstrip("\\")


def top_of(netlist):
    return next(m for m in netlist["modules"].values() if int(m["attributes"].get("top", "0"), 2))


# ---- combinational dependencies ------------------------------------------------------------------------------------------

# A flip-flop's output depends on none of its inputs in the same cycle, but for an asynchronous set, reset or load.
FLIPFLOP = re.compile(r"^\$(ff|dffe?|sdffc?e?|adffe?|aldffe?|dffsre?)$")
ASYNCHRONOUS = {"ARST", "SET", "CLR", "ALOAD", "AD"}
BITWISE = {"$not", "$pos", "$and", "$or", "$xor", "$xnor", "$mux", "$pmux", "$bwmux"}


class Walk:
    """The netlist of one flat module, from a bit back to what it depends on in the same cycle.

    A node is a bit (an int), ('cell', name) or ('memory', name): the two stand for 'all inputs of' and save edges.
    """

    def __init__(self, module, outputs_need=None):
        self.module = module
        self.outputs_need = outputs_need or {}   # of black boxes: module name -> {output: [inputs]}
        self.drivers = {}                        # bit -> [(cell's name, port, index)], one unless something is wrong
        self.live_writes = {}                    # memory -> cells that write it without a clock
        for name, cell in module["cells"].items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "output":
                    for i, b in enumerate(bits):
                        self.drivers.setdefault(b, []).append((name, port, i))
            if cell["type"].startswith("$memwr") and not self.param(cell, "CLK_ENABLE"):
                self.live_writes.setdefault(cell["parameters"]["MEMID"], []).append(name)

    @staticmethod
    def param(cell, name):
        value = cell["parameters"].get(name, 0)
        return int(value, 2) if isinstance(value, str) else value

    def before(self, node):
        """The nodes that this one depends on directly, in the same cycle."""
        if isinstance(node, int):
            return [b for name, port, i in self.drivers.get(node, ())
                    for b in self.before_output(("cell", name), self.module["cells"][name], port, i)]
        kind, name = node
        names = [name] if kind == "cell" else self.live_writes.get(name, [])
        return [b for n in names for b in self.inputs(self.module["cells"][n])]

    @staticmethod
    def inputs(cell, only=None):
        return [b for p, bits in cell["connections"].items()
                if cell["port_directions"].get(p) != "output" and (only is None or p in only) for b in bits]

    def before_output(self, node, cell, port, i):
        kind = cell["type"]
        if kind in self.outputs_need:
            return self.inputs(cell, self.outputs_need[kind].get(port, ()))
        if FLIPFLOP.match(kind):
            return self.inputs(cell, ASYNCHRONOUS)
        if kind.startswith("$memrd"):
            # With a clock it is a register. Without, the word depends on the address, and on the data only where
            # the memory is written without a clock too (what Yosys makes of some arrays in always_comb).
            if self.param(cell, "CLK_ENABLE"):
                return self.inputs(cell, ASYNCHRONOUS)
            return self.inputs(cell, {"ADDR", "EN"}) + [("memory", cell["parameters"]["MEMID"])]
        if kind in BITWISE:
            return self.bitwise(cell, i)
        return [node]   # all of the cell's inputs: right for a reduction, never too little for the rest

    def bitwise(self, cell, i):
        """Bit by bit, so that two signals side by side in one vector are not taken for one another."""
        conn, result = cell["connections"], []
        for p in ("A", "B"):
            bits = conn.get(p, [])
            if cell["type"] == "$pmux" and p == "B":
                result += bits[i::len(conn["Y"])]
            elif i < len(bits):
                result.append(bits[i])
            elif bits and self.param(cell, p + "_SIGNED"):
                result.append(bits[-1])
        select = conn.get("S", [])
        return result + ([select[i]] if cell["type"] == "$bwmux" else select)

    def reached(self, bits, inputs):
        """Of the inputs (bit -> port), those that reach the bits: port -> the nodes on a shortest way, from the input on."""
        came_from = dict.fromkeys(b for b in bits if isinstance(b, int))
        found, queue = {}, list(came_from)
        for node in queue:   # grows while we go: breadth first
            port = inputs.get(node)
            if port and port not in found:
                found[port] = way = []
                step = node
                while step is not None:
                    way.append(step)
                    step = came_from[step]
            for b in self.before(node):
                if not isinstance(b, str) and b not in came_from:
                    came_from[b] = node
                    queue.append(b)
        return found


def dependencies(module, outputs_need=None):
    """Output port -> {input port: the signals on the way}"""
    walk = Walk(module, outputs_need)
    inputs = {b: n for n, p in module["ports"].items() if p["direction"] == "input" for b in p["bits"]}
    names = {}
    for n, net in module["netnames"].items():
        if not net["hide_name"]:
            for b in net["bits"]:
                if b not in names or len(n) < len(names[b]):
                    names[b] = n
    result = {}
    for n, p in module["ports"].items():
        if p["direction"] == "output":
            result[n] = {i: list(dict.fromkeys([i] + [names[s] for s in way if s in names] + [n]))
                         for i, way in walk.reached(p["bits"], inputs).items()}
    return result


# ---- a module against its table ------------------------------------------------------------------------------------------

class Checker:
    def __init__(self, args):
        self.args = args
        self.machine = ports.load(args.ports)
        self.own = {b.name for b in self.machine.blocks} | {"l1"}

    def table(self, block):
        return shown(os.path.join(self.args.ports, block + ".ports"))

    def source(self, name):
        return self.args.file or os.path.join(self.args.rtl, name + ".sv")

    def common(self):
        """Files that are neither a block's nor l1's: the package, which must come first, and modules used by several."""
        found = [f for f in sorted(glob.glob(os.path.join(self.args.rtl, "*.sv")))
                 if os.path.basename(f)[:-3] not in self.own]
        return sorted(found, key=lambda f: os.path.basename(f) != "ul1_pkg.sv")

    def width(self, port, lanes):
        return self.machine.value(port.width, lanes) * self.machine.value(port.count, lanes)

    def pins_reaching(self, name):
        """Pins that a signal depends on in the same cycle, by the tables alone."""
        port = self.machine.signals[name]
        return {name} if port.kind == "pin" else {i for d in port.deps for i in self.pins_reaching(d)}

    def check_ports(self, module, want, clocked, table):
        """want: name -> (is an output, width)"""
        have = {n: (p["direction"], len(p["bits"])) for n, p in module["ports"].items()}
        want = {n: (DIRECTION[is_out], width) for n, (is_out, width) in want.items()}
        if clocked:
            want.update(clk=("input", 1), rst=("input", 1))
        for n, (direction, width) in want.items():
            if n not in have:
                yield f"{direction} '{n}' is missing ({table} has it, {width} bit{'s' * (width > 1)})"
            elif have[n][0] != direction:
                yield f"'{n}' is an {have[n][0]}, {table} says {direction}"
            elif have[n][1] != width:
                yield f"{direction} '{n}' has {have[n][1]} bits, {table} says {width} with {self.lanes} lanes"
        for n in have.keys() - want.keys():
            yield f"{have[n][0]} '{n}' is not in {table}" + (
                ", and the block is not clocked" if n in ("clk", "rst") else "")

    @staticmethod
    def check_deps(found, inputs, want, table_of):
        """found: output -> {input: way}; want: output -> inputs. Only of inputs and outputs that are where they belong."""
        for n, deps in want.items():
            if n not in found:
                continue
            for i in sorted(found[n].keys() - deps):
                if i in inputs:
                    yield (f"output '{n}' depends on '{i}' in the same cycle, {table_of(n)} does not list it "
                           f"(the way: {' > '.join(found[n][i])})")
            for i in sorted(deps - found[n].keys()):
                if i in inputs:
                    yield f"output '{n}' does not depend on '{i}' in the same cycle, {table_of(n)} says that it does"

    def check_block(self, name):
        block = self.machine.block(name)
        files = [*self.common(), self.source(name)]
        # opt_expr: what a constant makes unreachable (a parameter's doing) is no path. No memory passes: they turn an
        # asynchronous read port into one cell with the write ports.
        netlist = yosys(files, f"hierarchy -check -top {name} -chparam LANES {self.lanes}; proc; flatten; opt_expr; opt_clean")
        module = top_of(netlist)
        want = {p.name: (False, self.width(p, self.lanes)) for p in self.machine.ins_of(block)}
        want.update({p.name: (True, self.width(p, self.lanes)) for p in block.outs})
        yield from self.check_ports(module, want, block.clocked, self.table(name))
        inputs = {n for n, p in module["ports"].items() if p["direction"] == "input"} & {*block.inputs, "clk", "rst"}
        yield from self.check_deps(dependencies(module), inputs, {p.name: set(p.deps) for p in block.outs},
                                   lambda n: self.table(name))

    def stub(self, block):
        """The block as a black box with its table's ports. So l1 is judged apart from what is within the blocks."""
        rows = [f"input [{self.width(p, self.lanes) - 1}:0] {p.name}" for p in self.machine.ins_of(block)]
        rows += [f"output [{self.width(p, self.lanes) - 1}:0] {p.name}" for p in block.outs]
        rows += ["input clk", "input rst"] * block.clocked
        return f"(* blackbox *) module {block.name} #(parameter LANES = {self.lanes}) ({', '.join(rows)}); endmodule\n"

    def check_l1(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sv", prefix="check_rtl.") as stubs:
            stubs.writelines(self.stub(b) for b in self.machine.blocks)
            stubs.flush()
            netlist = yosys([*self.common(), stubs.name, self.source("l1")],
                            f"hierarchy -check -top l1 -chparam LANES {self.lanes}; proc")
        module = top_of(netlist)
        signals = self.machine.signals.values()
        yield from self.check_ports(module, {p.name: (p.is_out, self.width(p, self.lanes)) for p in signals if p.kind != "out"},
                                    True, "the tables")
        nets = module["netnames"]
        for p in signals:
            if p.name not in nets:
                yield f"no wire has the name of {p.block}'s '{p.name}'"
            elif len(nets[p.name]["bits"]) != self.width(p, self.lanes) and p.name not in module["ports"]:
                yield (f"wire '{p.name}' has {len(nets[p.name]['bits'])} bits, {self.table(p.block)} says "
                       f"{self.width(p, self.lanes)} with {self.lanes} lanes")
        outputs_need = {}
        for b in self.machine.blocks:
            cells = [c for c in module["cells"].values()
                     if module_name(c["type"], netlist["modules"].get(c["type"], {})) == b.name]
            if len(cells) != 1:
                yield f"{len(cells)} instances of {b.name}, one expected"
                continue
            outputs_need[cells[0]["type"]] = {p.name: p.deps for p in b.outs}
            for p in [*b.inputs, *(p.name for p in b.outs), *["clk", "rst"] * b.clocked]:
                if p in nets and cells[0]["connections"].get(p) != nets[p]["bits"]:
                    yield f"{b.name}'s port '{p}' is not joined to the wire '{p}'"
        if not all(c["type"] in outputs_need or c["type"].startswith("$") for c in module["cells"].values()):
            return   # further modules in between: the blocks' wiring has been checked, dependencies follow from it
        pouts = {p.name: self.pins_reaching(p.name) for p in signals if p.kind == "pout"}
        inputs = {n for n, p in module["ports"].items() if p["direction"] == "input"} & (
            {p.name for p in self.machine.pins} | {"clk", "rst"})
        yield from self.check_deps(dependencies(module, outputs_need), inputs, pouts, lambda n: "the tables taken together")

    def check_ul1_pkg(self):
        want = {n: (v, "machine.ports") for n, v in self.machine.consts.items()}
        for enum, (_, keys) in self.machine.enums.items():
            want.update({f"{enum}_{k}".upper(): (v, f"enum {enum} in machine.ports") for k, v in keys.items()})
        table = os.path.dirname(self.table("machine"))
        with tempfile.NamedTemporaryFile("w", suffix=".sv", prefix="check_rtl.") as probe:
            wires = "".join(f"wire signed [63:0] {n} = ul1_pkg::{n};\n" for n in want)
            probe.write(f"module check_rtl_constants;\n{wires}endmodule\n")
            probe.flush()
            netlist = yosys([self.source("ul1_pkg"), probe.name], "hierarchy -check -top check_rtl_constants; proc")
        nets = top_of(netlist)["netnames"]
        for n, (value, where) in want.items():
            bits = nets[n]["bits"]
            if any(b not in ("0", "1") for b in bits):   # Yosys takes a name that the package lacks for a new wire
                yield f"'{n}' is missing ({table}/{where} says {value})"
                continue
            found = int("".join(reversed(bits)), 2)
            if found != value:
                yield f"'{n}' is {found - (found >> 63 << 64)}, {table}/{where} says {value}"

    def check(self, name):
        """All differences of one module, a line each."""
        lines = []
        for self.lanes in self.args.lanes if name != "ul1_pkg" else self.args.lanes[:1]:
            try:
                lines += {"l1": self.check_l1, "ul1_pkg": self.check_ul1_pkg}.get(name, lambda: self.check_block(name))()
            except Refused as e:
                lines.append(str(e))
        kind = "package" if name == "ul1_pkg" else "module"
        return [f"{shown(self.source(name))}: {kind} {name}: {s}" for s in dict.fromkeys(lines)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("blocks", nargs="*")
    parser.add_argument("--rtl", default=os.path.join(ports.ROOT, "rtl"))
    parser.add_argument("--ports", default=ports.PORTS)
    parser.add_argument("--file")
    parser.add_argument("--lanes", nargs="+", type=int, choices=ports.LANE_COUNTS, default=[8])
    parser.add_argument("-h", "--help", action="help")
    args = parser.parse_intermixed_args()
    if not os.path.exists(os.path.join(args.ports, "machine.ports")):
        raise BadUse(f"no tables in {args.ports}")
    checker = Checker(args)
    names = args.blocks or [b.name for b in checker.machine.blocks] + ["l1", "ul1_pkg"]
    for n in names:
        if n not in checker.own | {"ul1_pkg"}:
            raise BadUse(f"no block '{n}'; there are {' '.join(b.name for b in checker.machine.blocks)} and l1, ul1_pkg")
    if args.file and len(args.blocks) != 1:
        raise BadUse("--file needs the one BLOCK that the file is taken for")
    for n in names:
        if not os.path.isfile(checker.source(n)):
            raise BadUse(f"no file {shown(checker.source(n))}")
    if not shutil.which("yosys"):
        raise BadUse("yosys is not installed (make setup)")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda n: Checker(args).check(n), names))
    for line in (s for lines in results for s in lines):
        print(line)
    wrong = [n for n, lines in zip(names, results) if lines]
    if wrong:
        total = sum(map(len, results))
        print(f"check_rtl: {total} difference{'s' * (total > 1)} in {', '.join(wrong)}")
        return 1
    count = len([n for n in names if n != "ul1_pkg"])
    print("check_rtl: " + {0: "the constants match their table", 1: "1 module matches its table"}.get(
        count, f"{count} modules match their tables"))
    return 0


def guarded():
    try:
        return main()
    except BadUse as e:
        print(f"check_rtl: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    ports.main_guard(guarded)
