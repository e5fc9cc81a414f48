#!/usr/bin/env python3
"""Checks a user's own Verilog of a block before it is built.

usage: own.py --names BLOCK [FILE ...]
       own.py BLOCK FILE ... --lanes N --package FILE [--sizes NAME=VALUE ...] [--late]

--names        checks that the block, the files, and the block's module in one of them exist; prints a line
               with an error, or nothing
--lanes N      lane count
--package FILE the package of constants (make: build/gen/rtl/ul1_pkg.sv)
--sizes ...    sizes that are not the default
--late         outputs may come later than in the same cycle, and the block may have a clock for that

Prints Verilator's errors, each in a line. Without errors, it prints Verilator's style warnings, which are no
reason to refuse. Then check_rtl.py checks the ports, and the inputs that each output depends on in the same
cycle, against the table. A missing dependency is reported but not refused, because it is harmless. Exit
status: 0 fine, 1 refused, 2 bad use.
"""
import argparse
import glob
import os
import re
import subprocess
import tempfile

import check_rtl
import tables
from check_rtl import BadUse, shown

RTL = os.path.join(tables.ROOT, "rtl")
COMMON = [os.path.join(RTL, "common", "ul1_fn.sv")] + sorted(
    f for f in glob.glob(os.path.join(RTL, "common", "*.sv")) if not f.endswith("ul1_fn.sv"))
FEW = 8
TOLD = re.compile(r"%(Error|Warning)(?:-(\w+))?: (.*)")
PLACE = re.compile(r"(\S+?:\d+:(?:\d+:)?) (.*)")


def modules_of(path):
    with open(path, errors="replace") as f:
        text = re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", " ", f.read(), flags=re.S)
    return re.findall(r"^\s*(?:module|package)\s+(?:automatic\s+|static\s+)?(\w+)", text, re.M)


def check_names(blocks, block, files):
    if not block:
        raise BadUse(f"BLOCK=name is wanted with RTL={' '.join(files)}: which one it is of {' '.join(blocks)}")
    if block not in blocks:
        raise BadUse(f"no block '{block}'; there are {' '.join(blocks)}")
    if not files:
        raise BadUse(f"RTL=file is wanted, your Verilog of {block} (make skeleton BLOCK={block} writes one "
                     f"to begin with)")
    for f in files:
        if not os.path.isfile(f):
            raise BadUse(f"RTL: there is no file {f}")
    where = {}
    for f in files:
        for m in modules_of(f):
            if m in where:
                raise BadUse(f"module '{m}' is in {where[m]} and in {f}")
            where[m] = f
    if block not in where:
        raise BadUse(f"no module '{block}' in {' '.join(files)}" + (f"; there is {', '.join(where)}" if where
                                                                    else ""))
    for path in glob.glob(os.path.join(RTL, "**", "*.sv"), recursive=True):
        name = os.path.basename(path)[:-3]
        if name in where and name != block and os.path.basename(os.path.dirname(path)) != block:
            raise BadUse(f"module '{name}' in {where[name]} is one of ours, too ({shown(path)}): it wants "
                         f"another name")


def verilator(top, files, *options):
    """Verilator's messages: (whether it is an error, its name if it has one, its position, its text)"""
    folders = sorted({os.path.dirname(f) or "." for f in files})
    run = subprocess.run(["verilator", "--lint-only", "-Wall", "-Wno-fatal", "-Wno-DECLFILENAME",
                          "--no-timing", *options, "--top-module", top,
                          *(f"-I{d}" for d in folders), *files], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    said = []
    for line in run.stdout.splitlines():
        found = TOLD.match(line)
        if not found or found[3].startswith(("Exiting due to", "Command Failed")):
            continue
        place = PLACE.match(found[3])
        said.append((found[1] == "Error", found[2] or "", place[1] + " " if place else "", place[2] if place
                     else found[3]))
    if run.returncode and not any(is_error for is_error, *_ in said):
        said.append((True, "", "", "Verilator says: " + (run.stdout.strip().splitlines() or ["nothing"])[-1]))
    return list(dict.fromkeys(said))


class Own(check_rtl.Checker):
    """Checks a module in a user's own files, together with the project's common files."""

    def __init__(self, args):
        super().__init__(args)
        self.less, self.latches, self.unread, self.live = {}, [], None, []

    def source(self, name):
        return next(f for f in self.args.files if name in modules_of(f))

    def needed(self, source):
        return COMMON + self.args.files if source in self.args.files else super().needed(source)

    def late_clock(self, name):
        return self.args.late and name in ("clk", "rst")

    def check_ports(self, module, want, clocked, table):
        extra = [n for n in ("clk", "rst") if self.late_clock(n) and n in module["ports"] and not clocked]
        yield from super().check_ports(module, {**want, **{n: (False, 1) for n in extra}}, clocked, table)

    def check_deps(self, found, inputs, want, table):
        less = {n: [i for i in sorted(deps) if n in found and i in inputs and i not in found[n]]
                for n, deps in want.items()}
        if not self.args.late:
            self.less = {n: missing for n, missing in less.items() if missing}
        yield from super().check_deps(found, inputs, {n: deps - set(less[n]) for n, deps in want.items()},
                                      table)

    def check_built(self, module, t, name):
        """A block of a user may have what is not built; but nothing may depend on it."""
        if t is self.tables:
            self.live += [line for line in super().check_built(module, t, name) if line.endswith("not built")]
        return ()

    def remarks(self):
        yield from dict.fromkeys(self.latches + self.live)
        for n in list(self.less)[:FEW]:
            yield f"output '{n}' does not depend on {', '.join(self.less[n])} in the same cycle; it may"
        if len(self.less) > FEW:
            yield f"so it is with {len(self.less) - FEW} more outputs"

    def check_block(self, name):
        try:
            for line in super().check_block(name):
                if line.endswith("is a latch"):
                    self.latches.append(line)
                else:
                    yield line
        # Verilator accepts it, so it is SystemVerilog that Yosys does not support
        except check_rtl.Refused as e:
            self.unread = str(e)
            yield from self.check_wired(name)

    def check_wired(self, name):
        """Checks the ports by an instance with the table's ports. Widths are checked once no port is
        missing."""
        block, table = self.tables.blocks[name], self.table(name)
        want = {p.name: self.width(p, self.lanes) for p in self.tables.machine_of(block).ins_of(block)
                + block.outs}
        want.update(dict.fromkeys(("clk", "rst"), 1) if block.clocked else {})
        missing = []
        for text in self.wired(name, want):
            if m := re.search(r"Pin not found: '(\w+)'", text):
                missing.append(m[1])
                yield f"'{m[1]}' is missing ({table} has it, {want[m[1]]} bit{'s' * (want[m[1]] > 1)})"
        for text in self.wired(name, {n: bits for n, bits in want.items() if n not in missing}):
            if (m := re.search(r"missing pin: '(\w+)'",
                               text)) and m[1] not in missing and not self.late_clock(m[1]):
                yield f"'{m[1]}' is not in {table}"
            elif m := re.search(r"(Input|Output) port connection '(\w+)' expects (\d+) bit", text):
                yield f"{m[1].lower()} '{m[2]}' has {m[3]} bits, {table} says {want[m[2]]} with {self.lanes} lanes"

    def wired(self, name, ports):
        """Verilator's messages about the module with these connections: name -> bits."""
        with tempfile.NamedTemporaryFile("w", suffix=".sv", prefix="own.") as f:
            f.write("module own_wired;\n" + "".join(f"  logic [{bits - 1}:0] {n};\n"
                                                    for n, bits in ports.items()) +
                    f"  {name} #(.LANES({self.lanes})) u (" + ", ".join(f".{n}({n})" for n in ports)
                    + ");\nendmodule\n")
            f.flush()
            return [text for *_, text in verilator("own_wired", [self.args.package, *COMMON, *self.args.files,
                                                                 f.name])]


def look(args):
    said = verilator(args.block, [args.package, *COMMON, *args.files], f"-GLANES={args.lanes[0]}")
    errors = [s for s in said if s[0]]
    errors = [s for s in errors if s[2]] or errors      # errors without a position follow from those with one
    for _, _, place, text in errors:
        if "Parameters from the command line were not found" in text:
            place, text = (args.files[0] + ": ",
                           f"module {args.block} has no parameter LANES (`parameter int LANES = 32`)")
        print(f"{place}{text}")
    if errors:
        print(f"{args.block}: {len(errors)} error{'s' * (len(errors) > 1)}, says Verilator")
        return 1
    for _, kind, place, text in said:
        print(f"{place}style, {kind}: {text}")
    own = Own(args)
    wrong = own.check(args.block)
    table = own.table(args.block)
    for line in wrong:
        print(line)
    if wrong:
        print(f"{args.block}: {len(wrong)} difference{'s' * (len(wrong) > 1)} from {table}" +
              ("" if args.late
               else "; a block that answers later, but right, wants TOLERANT=cycles" * any("clk" in s
                   for s in wrong)))
        return 1
    for line in own.remarks():
        print(f"{shown(own.source(args.block))}: to be known: {line}")
    print(f"{args.block}: the ports are those of {table}" +
          (f"; what depends on what in the same cycle was not looked at: {own.unread}" if own.unread else ""))
    return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1], add_help=False)
    parser.add_argument("block")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--late", action="store_true")
    parser.add_argument("--package")
    parser.add_argument("--sizes", nargs="*", default=[])
    parser.add_argument("--lanes", nargs=1, type=int, choices=tables.LANE_COUNTS, default=[8])
    parser.add_argument("-h", "--help", action="help")
    args = parser.parse_intermixed_args()
    args.rtl, args.ports, args.file, args.each = RTL, tables.PORTS, None, False
    check_names(list(tables.load_blocks().blocks), args.block, args.files)
    return 0 if args.names else look(args)


if __name__ == "__main__":
    tables.main_guard(main)
