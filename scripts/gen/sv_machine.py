"""NAME.sv of every machine: its blocks wired together, or its parts side by side."""
import textwrap

from text import HEAD, lanes_names, sv_range


def header(name, comment, names, rows):
    """A module of LANES lanes; rows are its ports as (direction, range, name, heading or None)."""
    params = ["    parameter  int LANES = 32"] + [f"    localparam int {n} = ul1_pkg::{n.lower()}(LANES)"
                                                  for n in names]
    o = comment + ["", "`default_nettype none", "", f"module {name} #(", ",\n".join(params), ") ("]
    width = max(len(r[1]) for r in rows)
    for i, (direction, bits, port, heading) in enumerate(rows):
        if heading is not None:
            o += ["", f"    // {heading}"] if heading else []
        o += [f"    {direction} {bits:<{width}} {port}{',' if i + 1 < len(rows) else ''}"]
    return o + [");"]


INPUT, OUTPUT = "input  wire logic", "output wire logic"
CLOCK = [(INPUT, "", "clk", ""), (INPUT, "", "rst", "")]


def outside(m):
    """The pins of a machine of blocks, in the order of the tables, with the heading of each interface."""
    for b in m.blocks:
        for g, meaning, names in b.groups:
            first = True
            for p in (m.signals[n] for n in names):
                if p.block != b.name or p.kind == "out":
                    continue
                yield p, f"{b.name}, {g}: {meaning}" if first else None
                first = False


def port_rows(t, m, prefix=""):
    return [(OUTPUT if p.is_out else INPUT, sv_range(t, p, True), prefix + p.name, heading)
            for p, heading in outside(m)]


def _comment(m, text):
    return [HEAD.format("//").rstrip()] + ["// " + line for line in textwrap.wrap(f"{m.meaning} {text}", 120)]


def _nets(t, m):
    """A wire for each output that stays inside."""
    read = {n for b in m.blocks for n in b.inputs}
    inner = [p for p in m.outs if p.kind == "out"]
    width = max(len(sv_range(t, p, True)) for p in inner)
    rows = {}
    for b in m.blocks:
        for g, meaning, names in b.groups:
            for p in (m.signals[n] for n in names):
                if p.block == b.name and p.kind == "out":
                    heading = (f"{b.name}, {g}: {meaning}" if p.name in read
                               else "For whoever watches: these qualify others, and no block reads them")
                    rows.setdefault(heading, []).append(f"  logic {sv_range(t, p, True):<{width}} {p.name};")
    o = []
    for heading, nets in sorted(rows.items(), key=lambda x: x[0].startswith("For whoever")):
        watched = heading.startswith("For whoever")
        o += ["", f"  // {heading}"] + (["  // verilator lint_off UNUSEDSIGNAL"] if watched else []) + nets
        o += ["  // verilator lint_on UNUSEDSIGNAL"] if watched else []
    return o


def _instances(m):
    o = []
    for b in m.blocks:
        names = (["clk", "rst"] if b.clocked else []) + b.inputs + [p.name for p in b.outs]
        width = max(len(n) for n in names)
        o += ["", f"  {b.name} #(.LANES(LANES)) u_{b.name} ("]
        o += [",\n".join(f"      .{n:<{width}} ({n})" for n in names), "  );"]
    return o


def _of_blocks(t, m):
    text = "The blocks wired together: nothing but wires is here, and every wire has the name of the ports that it joins."
    ports = [p for p, _ in outside(m)] + [p for p in m.outs if p.kind == "out"]
    o = header(m.name, _comment(m, text), lanes_names(t, ports), CLOCK + port_rows(t, m))
    return o + _nets(t, m) + _instances(m) + ["", "endmodule", "", "`default_nettype wire", ""]


def _of_machines(t, m):
    leaves = m.leaves()
    rows = [(INPUT, "", "clk", "")]
    for path, leaf in leaves:
        prefix = "_".join(path) + "_"
        own = port_rows(t, leaf, prefix)
        rows += [(INPUT, "", prefix + "rst", f"{'.'.join(path)}: {leaf.meaning}")] + [(d, r, n, None) for d,
            r, n, _ in own]
    ports = [p for _, leaf in leaves for p, _ in outside(leaf)]
    o = header(m.name, _comment(m, "Its parts, each with a reset and pins of its own."),
               lanes_names(t, ports), rows)
    for path, leaf in leaves:
        prefix = "_".join(path) + "_"
        names = ["rst"] + [p.name for p, _ in outside(leaf)]
        width = max(len(n) for n in names)
        o += ["", f"  {leaf.name} #(.LANES(LANES)) u_{'_'.join(path)} (", ",\n".join(
            [f"      .{'clk':<{width}} (clk)"] + [f"      .{n:<{width}} ({prefix + n})" for n in names]),
              "  );"]
    return o + ["", "endmodule", "", "`default_nettype wire", ""]


def emit(t):
    return {f"rtl/{m.name}.sv": "\n".join(_of_machines(t, m) if m.parts else _of_blocks(t, m))
            for m in t.machines.values()}
