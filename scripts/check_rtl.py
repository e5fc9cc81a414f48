#!/usr/bin/env python3
"""Compares the Verilog with the port tables. A module that differs is refused with the name of the port.

usage: check_rtl.py [--rtl DIR] [--file FILE] [BLOCK ...] [--lanes N ...]

Without BLOCK: every block. (Machines and constants are generated from the tables.)
--rtl DIR    folder of the Verilog (rtl)
--file FILE  a file for the one named BLOCK, instead of the one in DIR
--lanes N    lane counts to elaborate (8; the tables' dependencies are the same for all)
--ports DIR  folder of the tables (cmodel/ports)
--sizes NAME=VALUE ...   sizes instead of the default ones
--each       only what is built, with each size alone that the tables name for it

Checks for each block: the ports, their directions and widths; for every output, the inputs that reach it in
the same cycle (with the default sizes, or with everything built); that there are no latches; and what is
built. An output that is not built is always zero, and one that is built under a condition is not. No pin is
read that is not built.

The evaluation order of the C blocks follows from the tables' column of inputs. So this column must match the
Verilog exactly, as synthesis sees it. Yosys elaborates; the checks walk its netlist. Exit status: 0 all
match, 1 something differs, 2 bad use.
"""
import argparse
import concurrent.futures
import functools
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
import sv_package
import tables

# Sizes with which each path of a table exists; the default machine omits what it does not have.
FULL = ["ATOMICS=1 LOCKS=64 GLOBAL_ATOMICS=2 MATRIX=2 CONSTANTS=32 COPIES=4 TEXTURE=32 BARRIERS=16 STREAMING=1 "
        "LANE_PAIRS=1 LOCAL_INTERLEAVE=1 READ_SOURCES=1 CACHES_BEHIND=1 INVS=2", "BANK_WORDS=2"]

DEFINED = re.compile(r"^\s*(?:module|package)\s+(\w+)", re.M)
DIRECTION = {True: "output", False: "input"}


class BadUse(tables.Refused):
    pass


class Refused(Exception):
    """Yosys refuses the Verilog."""


def shown(path):
    """A path relative to the project, if it is inside."""
    rel = os.path.relpath(path, tables.ROOT)
    return path if rel.startswith("..") else rel


# Synthesis attribute for writes to a part of a vector. It does not change dependencies, and costs Yosys most
# of its time.
HINT = re.compile(r"\(\* nowrshmsk \*\)")


def yosys(package, files, *scripts):
    """The netlist (Yosys' JSON) of the package's text and the files after each of the scripts."""
    with tempfile.TemporaryDirectory(prefix="check_rtl.") as tmp:
        netlists = [os.path.join(tmp, f"{i}.json") for i in range(len(scripts))]
        source = os.path.join(tmp, "source.sv")
        with open(source, "w") as out:
            out.write(package)
            for name in files:
                with open(name) as f:
                    out.write(f'`line 1 "{shown(name)}" 0\n{HINT.sub("", f.read())}\n')
        steps = [f"{script}; write_json {netlist}" for script, netlist in zip(scripts, netlists)]
        run = subprocess.run(["yosys", "-q", "-p", "; ".join([f"read_verilog -sv -defer {source}", *steps])],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode or not os.path.exists(netlists[-1]):
            said = [s for s in run.stdout.splitlines()
                    if "ERROR" in s] or run.stdout.splitlines()[-3:] or ["(nothing)"]
            raise Refused("Yosys says: " + " ".join(s.strip() for s in said))
        return [json.loads(pathlib.Path(netlist).read_text()) for netlist in netlists]


def top_of(netlist):
    return next(m for m in netlist["modules"].values() if int(m["attributes"].get("top", "0"), 2))


# ---- combinational dependencies
# ------------------------------------------------------------------------------------------

# A flip-flop's output depends on none of its inputs in the same cycle, except an asynchronous set, reset or
# load.
FLIPFLOP = re.compile(r"^\$(ff|dffe?|sdffc?e?|adffe?|aldffe?|dffsre?)$")
ASYNCHRONOUS = {"ARST", "SET", "CLR", "ALOAD", "AD"}
BITWISE = {"$not", "$pos", "$and", "$or", "$xor", "$xnor", "$mux", "$pmux", "$bwmux"}


class Walk:
    """The netlist of one flat module, searched from a bit back to the bits that it depends on in the same
    cycle.

    A node is a bit (an int), ('cell', name) or ('memory', name). The latter two stand for 'all inputs of',
    and save edges.
    """

    def __init__(self, module):
        self.module = module
        # bit -> [(cell's name, index)], one element in a valid netlist
        self.drivers = {}
        self.live_writes = {}                    # memory -> cells that write it without a clock
        # node -> nodes before it, cached because the outputs share most of their cones
        self.known = {}
        for name, cell in module["cells"].items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "output":
                    for i, b in enumerate(bits):
                        self.drivers.setdefault(b, []).append((name, i))
            if cell["type"].startswith("$memwr") and not self.param(cell, "CLK_ENABLE"):
                self.live_writes.setdefault(cell["parameters"]["MEMID"], []).append(name)

    @staticmethod
    def param(cell, name):
        value = cell["parameters"].get(name, 0)
        return int(value, 2) if isinstance(value, str) else value

    def before(self, node):
        """The nodes that this one depends on directly, in the same cycle."""
        if isinstance(node, int):
            return [b for name, i in self.drivers.get(node, ())
                    for b in self.before_output(("cell", name), self.module["cells"][name], i)]
        kind, name = node
        names = [name] if kind == "cell" else self.live_writes.get(name, [])
        return [b for n in names for b in self.inputs(self.module["cells"][n])]

    @staticmethod
    def inputs(cell, only=None):
        return [b for p, bits in cell["connections"].items()
                if cell["port_directions"].get(p) != "output" and (only is None or p in only) for b in bits]

    def before_output(self, node, cell, i):
        kind = cell["type"]
        if FLIPFLOP.match(kind):
            return self.inputs(cell, ASYNCHRONOUS)
        if kind.startswith("$memrd"):
            # A clocked read is a register. An unclocked one depends on the address, and on the data only if
            # the memory is also written without a clock (Yosys does so for some arrays in always_comb).
            if self.param(cell, "CLK_ENABLE"):
                return self.inputs(cell, ASYNCHRONOUS)
            return self.inputs(cell, {"ADDR", "EN"}) + [("memory", cell["parameters"]["MEMID"])]
        if kind in BITWISE:
            return self.bitwise(cell, i)
        return [node]   # all of the cell's inputs: exact for a reduction, a superset for other cells

    def bitwise(self, cell, i):
        """Bit by bit, so that signals within one vector are kept apart."""
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
        """The inputs (bit -> port) that reach the bits: port -> the nodes on a shortest path, from the input
        on."""
        came_from = dict.fromkeys(b for b in bits if isinstance(b, int))
        found, queue = {}, list(came_from)
        for node in queue:   # grows in the loop: breadth first
            port = inputs.get(node)
            if port and port not in found:
                found[port] = way = []
                step = node
                while step is not None:
                    way.append(step)
                    step = came_from[step]
            before = self.known.get(node)
            if before is None:
                before = self.known[node] = [b for b in self.before(node) if not isinstance(b, str)]
            for b in before:
                if b not in came_from:
                    came_from[b] = node
                    queue.append(b)
        return found


def dependencies(module):
    """Output port -> {input port: the signals on the path}"""
    walk = Walk(module)
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


def read_bits(module):
    """The bits that a cell or an output of the module has as an input."""
    cells = {b for c in module["cells"].values() for p, bits in c["connections"].items()
             if c["port_directions"].get(p) != "output" for b in bits}
    return cells | {b for p in module["ports"].values() if p["direction"] == "output" for b in p["bits"]}


def latches(module):
    """The signals that are latches. Yosys accepts an incomplete `always @*` without a message."""
    held = {b for c in module["cells"].values() if re.fullmatch(r"\$a?d?latch(sr)?", c["type"])
            for b in c["connections"]["Q"]}
    return sorted(n for n, net in module["netnames"].items() if not net["hide_name"]
                  and held.intersection(net["bits"]))


@functools.lru_cache(None)
def loaded(folder, *sizes):
    """The tables with these sizes, NAME=VALUE, loaded once."""
    return tables.load_blocks(folder, dict(s.split("=", 1) for s in sizes))


# ---- a module against its table ----------------------------------------------------------------------------

class Checker:
    def __init__(self, args):
        self.args, self.tables = args, loaded(args.ports, *args.sizes)

    def full(self):
        """Tables with the sizes of FULL that are known in this folder."""
        return [loaded(self.args.ports, *(s for s in sizes.split() if s.split("=")[0] in self.tables.sizes.all))
                for sizes in FULL]

    def table(self, block):
        return shown(self.tables.blocks[block].where.rsplit(":", 1)[0])

    def files(self):
        return sorted(glob.glob(os.path.join(self.args.rtl, "**", "*.sv"), recursive=True))

    def own(self, name):
        found = [f for f in self.files() if os.path.basename(f) == name + ".sv"]
        return (found or [os.path.join(self.args.rtl, name + ".sv")])[0]

    def source(self, name):
        return self.args.file or self.own(name)

    def needed(self, source):
        """This file behind those that it needs, directly or indirectly. Packages come first."""
        text = functools.lru_cache(None)(lambda f: pathlib.Path(f).read_text(errors="replace"))
        of = {n: f for f in [*self.files(), source] for n in DEFINED.findall(text(f))}
        found = [source]
        for f in found:   # grows in the loop
            words = set(re.findall(r"\w+", text(f)))
            found += sorted({of[w] for w in words & of.keys()} - set(found))
        return sorted(found, key=lambda f: not f.endswith("_fn.sv"))

    def width(self, port, lanes):
        return self.tables.value(port.width, lanes) * self.tables.value(port.count, lanes)

    def check_ports(self, module, want, clocks, table):
        """want: name -> (is an output, width)"""
        have = {n: (p["direction"], len(p["bits"])) for n, p in module["ports"].items()}
        want = {n: (DIRECTION[is_out], width) for n, (is_out, width) in want.items()}
        want.update({n: ("input", 1) for n in clocks})
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
    def check_deps(found, inputs, want, table):
        """found: output -> {input: path}; want: output -> inputs. Only for inputs and outputs that are
        valid."""
        for n, deps in want.items():
            if n not in found:
                continue
            for i in sorted(found[n].keys() - deps):
                if i in inputs:
                    yield (f"output '{n}' depends on '{i}' in the same cycle, {table} does not list it "
                           f"(the way: {' > '.join(found[n][i])})")
            for i in sorted(deps - found[n].keys()):
                if i in inputs:
                    yield f"output '{n}' does not depend on '{i}' in the same cycle, {table} says that it does"

    def check_built(self, module, t, name):
        """What is built with these tables, in a module of elaborate_tied."""
        if not module:
            return
        block, read, table = t.blocks[name], read_bits(module), self.table(name)
        bits = {n: p["bits"] for n, p in module["ports"].items()}
        for p in (p for p in block.outs if p.built_if and p.name in bits):
            tied = set(bits[p.name]) <= {"0", "x"}
            if tied and p.built:
                yield f"output '{p.name}' is always zero, {table} says that it is built"
            elif not tied and not p.built:
                yield f"output '{p.name}' is not always zero, {table} says that it is not built"
        for p in t.machine_of(block).ins_of(block):
            if p.kind == "pin" and not p.built and not read.isdisjoint(bits.get(p.name, ())):
                yield f"input '{p.name}' is read, {table} says that it is not built"

    def check_block(self, name):
        block = self.tables.blocks[name]
        module, tied = self.elaborate_tied(name, self.tables)
        want = {p.name: (False, self.width(p, self.lanes))
                for p in self.tables.machine_of(block).ins_of(block)}
        want.update({p.name: (True, self.width(p, self.lanes)) for p in block.outs})
        yield from self.check_ports(module, want, block.clocks, self.table(name))
        yield from (f"'{n}' is a latch" for n in latches(module))
        inputs = {n for n, p in module["ports"].items() if p["direction"] == "input"} & {*block.inputs,
            *block.clocks}
        yield from self.check_built(tied, self.tables, name)
        found, want = dependencies(module), {p.name: set(p.deps) for p in block.outs}
        lacks = lambda: any(deps & inputs - found.get(n, deps).keys() for n, deps in want.items()
                            if n in found)
        for t in self.full() if lacks() or not all(p.built for p in block.outs) else ():
            if lacks() or any(p.built and not block.port(p.name).built for p in t.blocks[name].outs):
                module, tied = self.elaborate_tied(name, t)
                yield from self.check_built(tied, t, name)
                for n, ways in dependencies(module).items():
                    found[n] = {**ways, **found.get(n, {})}
        if self.args.file and lacks():  # it need not have what the default sizes do not build
            ours = dependencies(self.elaborate(name, self.tables, self.own(name)))
            want = {n: deps & (ours.get(n, {}).keys() | found.get(n, {}).keys()) for n, deps in want.items()}
        yield from self.check_deps(found, inputs, want, self.table(name))

    def elaborate(self, name, t, source=None):
        """The module with the sizes of these tables, of this file if one is given. proc folds constants, so
        a path that a parameter makes unreachable is no path. Memory passes are omitted, because they merge
        an asynchronous read port and the write ports into one cell."""
        return top_of(self.netlists(name, t, source)[0])

    def netlists(self, name, t, source, *more):
        return yosys("".join(sv_package.emit(t).values()), self.needed(source or self.source(name)),
                     f"hierarchy -check -top {name} -chparam LANES {self.lanes}; proc; opt_clean; flatten", *more)

    def elaborate_tied(self, name, t):
        """The module, and the module in which what is always zero is the constant 0."""
        if not any(p.built_if for p in t.blocks[name].ports):
            return self.elaborate(name, t), None
        return [top_of(n) for n in self.netlists(name, t, None, "opt_expr; opt_dff; opt_clean")]

    def tables_each(self, name):
        """Tables with each size alone that decides on ports of the block, for its lowest values that build
        something."""
        for s in sorted({s for p in self.tables.blocks[name].ports for c in p.built_if
                         for s in re.findall(r"[A-Z]\w*", c)}):
            size, left = self.tables.sizes.all[s], 2
            for value in dict.fromkeys(min(v, size.high) for v in (size.low + 1, size.low + 2, size.high)):
                try:
                    if left:
                        yield f"{s}={value}", loaded(self.args.ports, f"{s}={value}")
                        left -= 1
                except tables.TableError:
                    pass

    def check_each(self, name):
        for chosen, t in self.tables_each(name):
            for line in self.check_built(self.elaborate_tied(name, t)[1], t, name):
                yield f"{chosen}: {line}"

    def check(self, name):
        """All differences of one module, a line each."""
        lines = []
        for self.lanes in self.args.lanes:
            try:
                lines += self.check_each(name) if self.args.each else self.check_block(name)
            except Refused as e:
                lines.append(str(e))
        return [f"{shown(self.source(name))}: module {name}: {s}" for s in dict.fromkeys(lines)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("blocks", nargs="*")
    parser.add_argument("--rtl", default=os.path.join(tables.ROOT, "rtl"))
    parser.add_argument("--ports", default=tables.PORTS)
    parser.add_argument("--file")
    parser.add_argument("--sizes", nargs="+", default=[])
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--lanes", nargs="+", type=int, choices=tables.LANE_COUNTS, default=[8])
    parser.add_argument("-h", "--help", action="help")
    args = parser.parse_intermixed_args()
    checker = Checker(args)
    names = args.blocks or list(checker.tables.blocks)
    for n in names:
        if n not in checker.tables.blocks:
            raise BadUse(f"no block '{n}'; there are {' '.join(checker.tables.blocks)}")
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
    print("check_rtl: " + ("1 module matches its table" if len(names) == 1
                           else f"{len(names)} modules match their tables"))
    return 0


def guarded():
    try:
        return main()
    except BadUse as e:
        print(f"check_rtl: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    tables.main_guard(guarded)
