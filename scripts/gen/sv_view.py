"""NAME_viewLANES.sv of every machine of blocks: the signals of the twins for wave files (tb/waves).
story_rows.inc: its rows of text; story_parts.inc: those of blocks that are parts themselves. view_bits.inc:
ports that are wider in another configuration.

A view computes nothing. It is a module that writes signals into a wave file with names, scopes and
enumerations, by Verilator's own writer, beside the Verilog's signals. Its inputs are rows of words, and its
inner wires extract the signals from these rows. There is a scope for each block. In it, each signal has

  NAME            the value of a pin
  NAME_expected   the value of each twin, for an output (equal for an input, if a block runs alone)
  NAME_actual
  NAME_diff       the bits in which they differ, where they are valid

If a signal has a field for each lane (entry, way), NAME is a scope with lane00, lane00_expected, ...
(entry00, way00), and NAME_diff shows the fields that differ.

The scope `story` has the rows of text (verif/cosim/story/story.rows), as vectors of characters. In the view
of a block it has a row for each interface that offers something, and for what the block shows of itself.

The layout of a row: all signals that are built, as in the table of the whole machine (pins, then outputs),
each field in as many words of 32 bits as it needs, the low word first.
"""
import os
import re

from sizes import LANE_COUNTS, ROOT, lines, need
from text import HEAD, c_str, room

STORY = os.path.join("verif", "cosim", "story", "story.rows")
STORY_TEXT = 48     # bytes of a row with its terminator (verif/cosim/story/rows.h)


def packages(t):
    """Each enumeration in its own package, so that two may share a name, and in capitals, so that no name is
    a keyword. Codes have at least two bits, because viewers draw a single bit as a line without its name."""
    o = []
    for e, (bits, keys) in t.sizes.enums.items():
        codes = ", ".join(f"{k.upper()} = {v}" for k, v in keys.items())
        o += [f"package view_{e};", f"    typedef enum logic {vector(max(bits, 2))}{{ {codes} }} code;",
              "endpackage"]
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


def widest(t, p, lanes):
    """Bits of a field, as many as the configuration with the most has."""
    return max(c.value(p.width, lanes) for c in t.family)


def wider(t, lanes):
    """Ports that are wider in another configuration, as BITS(block, port, bits)."""
    return [f"BITS({c_str(m.name)}, {c_str(p.name)}, {widest(t, p, lanes)})" for m in t.homes
            for p in m.pins + m.outs if widest(t, p, lanes) > t.value(p.width, lanes)]


def signal(t, p, lanes, at):
    """The wires of one signal, and the number of its words in a row."""
    bits = widest(t, p, lanes)
    words = (bits + 31) // 32

    def field(stem, at):
        if not p.is_out:
            return [wire(p, bits, stem, "expected", at)]
        return [wire(p, bits, stem + "_expected", "expected", at), wire(p, bits, stem + "_actual", "actual",
            at),
                wire(p, bits, stem + "_diff", "differs", at)]

    count = int(room(t, p, lanes))
    if count == 1:
        return field(p.name, at), words
    o = [f"if (1) begin : {p.name}"]
    for i in range(count):
        o += ["    " + line for line in field(f"{p.field}{i:02}", at + i * words)]
    o += ["end"]
    if p.is_out:
        each = [" | ".join(f"|differs[{at + i * words + k}]" for k in range(words))
                for i in reversed(range(count))]
        o += [f"wire [{count - 1}:0] {p.name}_diff = {{{', '.join(each)}}};"]
    return o, count * words


def story_rows():
    """(NAME, COUNT, title) of each kind. Empty for the library alone, which has no views."""
    rows, path = [], os.path.join(ROOT, STORY)
    for where, line in lines(path) if os.path.exists(path) else []:
        word = line.split(maxsplit=3)
        need(len(word) == 4 and word[0] == "row", where, "`row NAME COUNT TITLE` is wanted")
        rows.append(word[1:])
    return rows


def leads(m):
    """The ports of a block that lead its rows of text: that which says that an interface offers something, or
    else the first of those that it shows."""
    found = []
    for group in dict.fromkeys(p.group for p in m.pins + m.outs):
        ports = [p for p in m.pins + m.outs if p.group == group and p.built]
        valid = [p for p in ports if p.name == f"{group}_valid"]
        shown = [p for p in ports[:1] if p.is_out and not p.when and not p.name.endswith(("_be", "_carries"))]
        found += valid or shown
    return found


def story(t, m, lanes):
    """The wires of the rows of text, and their number."""
    o, at = [], 0
    rows = [(name, t.value(count, lanes)) for name, count, _ in story_rows()] if len(m.blocks) > 1 else \
        [(f"row_{p.group}", int(room(t, p, lanes))) for p in leads(m)]
    for name, n in rows:
        for i in range(n):
            o += [f"wire [{8 * STORY_TEXT - 9}:0] {name.lower()}{f'{i:02}' if n > 1 else ''} = "
                  f"story_in[{at + i}];"]
        at += n
    return o, at


def story_inc(t):
    """The same for C, as ROW(NAME, COUNT, "title")."""
    def c(expr):
        return re.sub(r"\b(?!LANES\b)([A-Z]\w*)", r"UL1_\1", expr)
    return HEAD.format("//") + "".join(f"ROW({n}, {c(count)}, {c_str(title)})\n" for n,
                                       count, title in story_rows())


def view(t, m, lanes):
    body = {b.name: [] for b in m.blocks}
    at = 0
    for p in (p for p in m.pins + m.outs if p.built):
        lines, words = signal(t, p, lanes, at)
        body[p.block] += lines
        at += words
    texts, count = story(t, m, lanes)
    o = [HEAD.format("//")] + packages(t) + [
        "", f"module {m.name}_view ( // {lanes} lanes",
        "    // verilator tracing_off",
        "    input wire logic        clk_in, rst_in,",
        "    input wire logic [31:0] cycle_in,",
        f"    input wire logic [31:0] expected[{at}], actual[{at}], differs[{at}],",
        f"    input wire logic [{8 * STORY_TEXT - 9}:0] story_in[{count}]",
        "    // verilator tracing_on", ");",
        "    wire clk = clk_in;", "    wire rst = rst_in;", "    wire [31:0] cycle = cycle_in;"]
    o += ["    if (1) begin : story"] + ["        " + line for line in texts] + ["    end"]
    for b in m.blocks:
        o += [f"    if (1) begin : {b.name}"] + ["        " + line for line in body[b.name]] + ["    end"]
    return "\n".join(o + ["endmodule", ""])


def emit(t):
    views = {f"{m.name}_view{lanes}.sv": view(t, m, lanes) for m in t.homes for lanes in LANE_COUNTS}
    parts = "".join(f"PART({c_str(m.name)}, {c_str(p.group)}, {c_str(p.name)})\n"
                    for m in t.homes if len(m.blocks) == 1 for p in leads(m))
    bits = [line for n in LANE_COUNTS for line in [f"#if LANES == {n}", *wider(t, n), "#endif"]]
    return views | {"view_bits.inc": "\n".join([HEAD.format("//"), *bits, ""]), "story_rows.inc": story_inc(t), "story_parts.inc": HEAD.format("//") + parts,
                    "views.inc": HEAD.format("//") + "".join(f"X({m.name})\n" for m in t.homes)}
