#!/usr/bin/env python3
"""Writes a module with the ports of a block as a starting point. It compiles and connects, and does nothing.

usage: skeleton.py BLOCK FILE
"""
import sys
import textwrap

from check_rtl import BadUse
import tables
from sv_machine import INPUT
from text import lanes_names, sv_range

WIDTH = 118


def comment(indent, text):
    return textwrap.wrap(text, WIDTH - len(indent), initial_indent=indent + "// ", subsequent_indent=indent
                         + "//   ")


def same_cycle(p):
    return f"in the same cycle from {', '.join(p.deps)}" if p.deps else "from registers alone"


def port_lines(t, b, p, width, last):
    """The comment of a port (meaning, width, owner, when it is valid), and the port."""
    direction = INPUT if p.name in b.inputs else "output logic     "
    whose = (same_cycle(p) if p.name not in b.inputs else "from outside" if p.kind == "pin"
             else f"from {p.block}")
    size = ("1 bit" if p.width == "1" else f"{p.width} bits") + (f" for each {p.field}" if p.is_array else "")
    when = f", while {p.when} is on" if p.when else ""
    return comment("    ", f"{p.meaning} [{size}, {whose}{when}]") + [
        f"    {direction} {sv_range(t, p, True):<{width}} {p.name}{'' if last else ','}"]


def header(t, b, ports):
    params = ["    parameter  int LANES = 32"] + [f"    localparam int {n} = ul1_pkg::{n.lower()}(LANES)"
                                                  for n in lanes_names(t, ports)]
    o = comment("", f"{b.name}: {b.meaning}")
    o += ["//", f"// A skeleton with the ports of {b.where.rpartition(':')[0]}, to be filled from the "
                f"section {b.name} of",
          f"// docs/microarchitecture.md. Try it: make cosim BLOCK={b.name} RTL=this_file", "",
          "`default_nettype none", "", f"module {b.name} #("]
    if not any("LANES" in line for p in ports for line in (p.width, p.count)) and len(params) == 1:
        params = ["    // verilator lint_off UNUSEDPARAM", *params, "    // verilator lint_on UNUSEDPARAM"]
        return o + params + [") ("]
    return o + [",\n".join(params), ") ("]


def module(t, b):
    m = t.machine_of(b)
    ports = [m.signals[n] for _, _, names in b.groups for n in names]
    width = max(len(sv_range(t, p, True)) for p in ports)
    o = header(t, b, ports)
    o += [f"    {INPUT} {'':<{width}} {n}," for n in b.clocks]
    for _, meaning, names in b.groups:
        o += ["", f"    // ---- {meaning}"]
        for n in names:
            o += port_lines(t, b, m.signals[n], width, m.signals[n] is ports[-1])
    o += [");", "", "  // To be written: all outputs are 0."]
    o += [f"  assign {p.name} = '0;" for p in b.outs]
    inputs = textwrap.wrap(", ".join(b.clocks + b.inputs), WIDTH - 8)
    o += ["", "  // Until they are used: no warning that they are not",
          "  // verilator lint_off UNUSEDSIGNAL", "  logic unused;",
          "  // verilator lint_on UNUSEDSIGNAL", "  assign unused = &{1'b0,",
          *(f"      {line}" for line in inputs), "  };", "", "endmodule", "",
          "`default_nettype wire", ""]
    return "\n".join(o)


def main():
    block, path = sys.argv[1:]
    t = tables.load_blocks()
    if block not in t.blocks:
        raise BadUse(f"skeleton: no block '{block}'; there are {' '.join(t.blocks)} (BLOCK=name)")
    try:
        with open(path, "x") as f:
            f.write(module(t, t.blocks[block]))
    except FileExistsError:
        raise BadUse(f"skeleton: {path} is there already, and is left as it is (OUT=file names another)") from None
    except OSError as e:
        raise BadUse(f"skeleton: cannot write {path}: {e.strerror}") from None
    print(f"{path}: the ports of {block}; make cosim BLOCK={block} RTL={path}")
    return 0


if __name__ == "__main__":
    tables.main_guard(main)
