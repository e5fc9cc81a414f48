"""NAME.sv of every machine: its blocks, or its parts, wired together."""
import textwrap

from design import HALF
from sizes import LANE_COUNTS
from text import HEAD, flat, lanes_names, sv_expr, sv_range


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
        names = b.clocks + b.inputs + [p.name for p in b.outs]
        width = max(len(n) for n in names)
        o += ["", f"  {b.name} #(.LANES(LANES)) u_{b.name} ("]
        o += [",\n".join(f"      .{n:<{width}} ({n})" for n in names), "  );"]
    return o


def _of_blocks(t, m):
    text = "The blocks wired together: nothing but wires is here, and every wire has the name of the ports that it joins."
    ports = [p for p, _ in outside(m)] + [p for p in m.outs if p.kind == "out"]
    o = header(m.name, _comment(m, text), lanes_names(t, ports), CLOCK + port_rows(t, m))
    return o + _nets(t, m) + _instances(m) + ["", "endmodule", "", "`default_nettype wire", ""]


def _of_parts(t, m):
    """A module of parts. A port, or a wire, of a part bears the names of the part and of its port."""
    comment = ("Its parts, wired. A signal of a part has the part's name before its own." if m.wires
               else "Its parts, each with a reset and pins of its own.")
    own = [e.port for e in m.exposed if e.leaf.tables is t]
    o = header(m.name, _comment(m, comment), lanes_names(t, own), _part_rows(t, m))
    names = {e.key: _signal(e.path, e.port.name) for e in m.exposed}
    nets, wires = _part_nets(t, m, names)
    o += nets + _watched_nets(m)
    for name, part in m.parts:
        ends = [(e, (name,) + e.path) for e in part.edge()]
        joins = _clocks(m, name, part)
        joins += [(n, _reset_of(m, name, n)) for n in _resets(part)]
        joins += [(n, f"{flat(name)}_{n}") for n in _own_resets(part)]
        joins += [(_signal(e.path, e.port.name), names.get((path, e.port.name))
                   or wires.get((path, e.port.name), ""))
                  for e, path in ends if not (m.halves and e.port.name == HALF)]
        joins += [(p.name, _signal((name,), p.name)) for p in _watched(part)]
        width = max(len(n) for n, _ in joins)
        o += ["", f"  {part.name if part.tables is t else part.of} #(.LANES(LANES)) u_{flat(name)} (",
              ",\n".join(f"      .{n:<{width}} ({to})" for n, to in joins), "  );"]
    return o + ["", "endmodule", "", "`default_nettype wire", ""]


def _clocks(m, name, part):
    """The clocks of a part, and what is at them. In a machine of one clock it is both."""
    near = "clk_near" if m.halves else "clk"
    joins = [("clk", near if name in m.near else "clk")] if part.clocked else []
    joins += [("clk_near", near)] if part.halves else []
    return joins + ([(HALF, HALF)] if part.halves and m.halves else [])


def _signal(path, name):
    return "_".join([flat(n) for n in path] + [name])


def _resets(m):
    """The names of the resets of all that it is made of: one, or if its parts are not wired one for each."""
    if not m.parts or m.wires:
        return ["rst"] * m.clocked
    return [f"{flat(n)}_{r}" for n, part in m.parts for r in _resets(part)]


def _own_resets(m):
    """The names of the resets of single parts, beside these."""
    return [_signal(path, "rst") for path in m.all_resets()]


def _reset_of(m, name, reset):
    """What is at a reset of a part."""
    if not m.wires:
        return f"{flat(name)}_{reset}"
    return f"rst | {flat(name)}_rst" if name in [r.part for r in m.resets] else "rst"


def _part_rows(t, m):
    rows, last = [(INPUT, "", "clk", "")], None
    rows += [(INPUT, "", "clk_near", "Rises with clk, and between its edges: `half` is set before those"),
             (INPUT, "", HALF, None)] if m.halves else []
    if m.wires:
        rows += [(INPUT, "", r, None) for r in _resets(m)]
        rows += [(INPUT, "", r, "" if i else "Resets of single parts, beside that of all")
                 for i, r in enumerate(_own_resets(m))]
    for e in m.exposed:
        heading = f"{'.'.join(e.path)}: {e.leaf.meaning}" if e.path != last else None
        if heading and not m.wires:
            rows.append((INPUT, "", _signal(e.path, "rst"), heading))
            heading = None
        rows.append((OUTPUT if e.port.is_out else INPUT, sv_range(e.leaf.tables, e.port, e.leaf.tables is t),
                     _signal(e.path, e.port.name),
                     heading))
        last = e.path
    return rows


def _more(src, dst):
    """How many bits the pin has more than the net, for each lane count."""
    return [dst.leaf.tables.value(dst.port.width, n) - src.leaf.tables.value(src.port.width, n)
            for n in LANE_COUNTS]


def _fitted(net, src, dst):
    """The net, or its slice, as wide as the fields of the pin that it drives. Only single fields differ."""
    given, wanted = (sv_expr(e.leaf.tables, e.port.width) for e in (src, dst))
    more = _more(src, dst)
    count = sv_expr(dst.leaf.tables, dst.port.count)
    bits = f"({count})*({given if max(more) >= 0 else wanted})"
    if src.index is not None and bits == "(1)*(1)":
        net += f"[{src.index}]"
    elif src.index is not None:
        net += f"[{src.index}*({count})*({given}) +: {bits}]"
    elif max(more) < 0:
        net += f"[{wanted}-1:0]"
    return net if max(more) <= 0 else f"{{{{({wanted})-({given}){{1'b0}}}}, {net}}}"


def _watched(part):
    """Outputs of a block that is a part itself which do not leave it: they qualify others."""
    return [p for p in part.outs if p.kind == "out"] if part.alone else []


def _watched_nets(m):
    found = [(sv_range(part.tables, p), _signal((name,), p.name)) for name, part in m.parts
             for p in _watched(part)]
    width = max((len(r) for r, _ in found), default=0)
    o = [f"  logic {r:<{width}} {n};" for r, n in found]
    return ["", "  // For whoever watches: these qualify others, and no part reads them",
            "  // verilator lint_off UNUSEDSIGNAL"] + o + ["  // verilator lint_on UNUSEDSIGNAL"] if o else []


def _is_unread(m, src):
    """Whether a slice of an output has no wire, beside others that have."""
    if src.index is None or src.key in {e.key for e in m.exposed}:
        return False
    slices = {s.index for s, _ in m.wires if s.key == src.key}
    count = lambda e: e.leaf.tables.value(e.port.count, LANE_COUNTS[0])
    few = count(next(d for s, d in m.wires if s.key == src.key))
    return len(slices) * few < count(src)


def _tied(tie):
    port, tables = tie.end.port, tie.end.leaf.tables
    width, count = sv_expr(tables, port.width), sv_expr(tables, tie.count or port.count)
    return f"{{(({count})*({width})){{1'b{tie.value}}}}}"


def _part_nets(t, m, names):
    """A net for each output that is wired, and what stands at each wired pin: a net, a part of one, or
    several side by side."""
    nets, wires = [], {}
    for src in dict.fromkeys(src.key for src, _ in m.wires):
        end = next(s for s, _ in m.wires if s.key == src)
        names.setdefault(src, _signal(*src))
        if names[src] not in [n for n, _ in nets]:
            nets.append((names[src], sv_range(end.leaf.tables, end.port)))
    # side by side, the highest slice first
    found = [(dst, dst.index or 0, _fitted(names[src.key], src, dst)) for src, dst in m.wires]
    found += [(tie.end, tie.index, _tied(tie)) for tie in m.ties]
    found += [(r.end, r.end.index or 0, f"{flat(r.part)}_rst") for r in m.resets if r.end]
    for dst, _, text in sorted(found, key=lambda x: -x[1]):
        wires.setdefault(dst.key, []).append(text)
    width = max((len(r) for _, r in nets), default=0)
    rows = [(n, f"  logic {r:<{width}} {n};") for n, r in nets]
    unread = {names[src.key] for src, dst in m.wires if _is_unread(m, src) or min(_more(src, dst)) < 0}
    o = [""] + [row for n, row in rows if n not in unread] if nets else []
    if unread:
        o += ["", "  // Slices or bits of these have no wire", "  // verilator lint_off UNUSEDSIGNAL"]
        o += [row for n, row in rows if n in unread] + ["  // verilator lint_on UNUSEDSIGNAL"]
    return o, {k: x[0] if len(x) == 1 else "{" + ", ".join(x) + "}" for k, x in wires.items()}


def emit(t):
    return {f"rtl/{m.name}.sv": "\n".join(_of_parts(t, m) if m.parts else _of_blocks(t, m))
            for m in t.machines.values()}
