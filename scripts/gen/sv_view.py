"""NAME_viewLANES.sv of every machine of blocks: what a wave file shows of the twins (tb/waves).

The view computes nothing. It is how signals get into a wave file with names, scopes and enumerations by whatever writes the
files for Verilator, beside the Verilog's own: a module whose inputs are rows of words, and whose insides are wires that cut
the signals out of those rows. A scope for each block; in it, for each of its signals

  NAME            the value of a pin
  NAME_expected   the value of each twin, of an output (of an input, where a block is run on its own: then they are the same)
  NAME_actual
  NAME_diff       the bits in which they differ, where they mean something

and where a signal has a field for each lane (entry, way), NAME is a scope with lane00, lane00_expected, ... (entry00, way00), and
NAME_diff the fields that differ.

The layout of a row: all signals as in the table of the whole machine (pins, then outputs), each field in as many words of 32
bits as it needs, the low word first.
"""
from sizes import LANE_COUNTS
from text import HEAD


def packages(t):
    """Each enumeration in a package of its own, so that two may have a name in common; in capitals, as none is a keyword then.
    Two bits at least: viewers draw a single bit as a line, without its name."""
    o = []
    for e, (bits, keys) in t.sizes.enums.items():
        codes = ", ".join(f"{k.upper()} = {v}" for k, v in keys.items())
        o += [f"package view_{e};", f"    typedef enum logic {vector(max(bits, 2))}{{ {codes} }} code;", "endpackage"]
    return o


def vector(bits):
    return f"[{bits - 1}:0] " if bits > 1 else ""


def wire(p, bits, name, row, at):
    """A wire with one field, from word number `at` of a row."""
    base, _, enum = p.radix.partition(":")
    value = f"{row}[{at}][{bits - 1}:0]" if bits <= 32 else f"{{{row}[{at + 1}][{bits - 33}:0], {row}[{at}]}}"
    if base == "enum" and row != "differs":
        value = value if bits > 1 else f"{{1'b0, {value}}}"
        return f"wire view_{enum}::code {name} = view_{enum}::code'({value});"
    return f"wire {vector(bits)}{name} = {value};"


def signal(t, p, lanes, at):
    """The wires of one signal, and how many words of a row it takes."""
    bits = t.value(p.width, lanes)
    words = (bits + 31) // 32

    def field(stem, at):
        if not p.is_out:
            return [wire(p, bits, stem, "expected", at)]
        return [wire(p, bits, stem + "_expected", "expected", at), wire(p, bits, stem + "_actual", "actual", at),
                wire(p, bits, stem + "_diff", "differs", at)]

    if not p.is_array:
        return field(p.name, at), words
    count = t.value(p.count, lanes)
    o = [f"if (1) begin : {p.name}"]
    for i in range(count):
        o += ["    " + line for line in field(f"{p.field}{i:02}", at + i * words)]
    o += ["end"]
    if p.is_out:
        each = [" | ".join(f"|differs[{at + i * words + k}]" for k in range(words)) for i in reversed(range(count))]
        o += [f"wire [{count - 1}:0] {p.name}_diff = {{{', '.join(each)}}};"]
    return o, count * words


def view(t, m, lanes):
    body = {b.name: [] for b in m.blocks}
    at = 0
    for p in m.pins + m.outs:
        lines, words = signal(t, p, lanes, at)
        body[p.block] += lines
        at += words
    o = [HEAD.format("//")] + packages(t) + [
        "", f"module {m.name}_view ( // {lanes} lanes",
        "    // verilator tracing_off",
        "    input wire logic        clk_in, rst_in,",
        "    input wire logic [31:0] cycle_in,",
        f"    input wire logic [31:0] expected[{at}], actual[{at}], differs[{at}]",
        "    // verilator tracing_on", ");",
        "    wire clk = clk_in;", "    wire rst = rst_in;", "    wire [31:0] cycle = cycle_in;"]
    for b in m.blocks:
        o += [f"    if (1) begin : {b.name}"] + ["        " + line for line in body[b.name]] + ["    end"]
    return "\n".join(o + ["endmodule", ""])


def emit(t):
    views = {f"{m.name}_view{lanes}.sv": view(t, m, lanes) for m in t.composed for lanes in LANE_COUNTS}
    return views | {"views.inc": HEAD.format("//") + "".join(f"X({m.name})\n" for m in t.composed)}
