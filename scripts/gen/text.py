"""Helpers of the emitters: how names, numbers and types are written in C and in Verilog."""
import re

HEAD = "{0} Derived from the tables in cmodel/ports: do not edit.\n"


def ctype(t, p):
    """The member type. It holds the width at every lane count and in every configuration, so that a port has
    one type."""
    if p.width not in t.types:
        bits = max(c.value(p.width, n) for c in t.family for n in t.counts)
        t.types[p.width] = next(f"uint{n}_t" for n in (8, 16, 32, 64) if bits <= n)
    return t.types[p.width]


def c_expr(text):
    """A width or count in C; names of sizes get their prefix."""
    return re.sub(r"\b([A-Z][A-Z0-9_]*)\b", lambda m: m[1] if m[1] == "LANES" else "UL1_" + m[1], text)


def c_value(tables, text):
    """A width or count in C where the sizes are those of the default configuration."""
    each = [tables.value(text, n) for n in tables.counts]
    if each == [tables.family[0].value(text, n) for n in tables.counts]:
        return c_expr(text)
    return str(each[0]) if len(set(each)) == 1 else _by_lanes(each)


def _by_lanes(each):
    return f"(LANES == 8 ? {each[0]} : LANES == 16 ? {each[1]} : {each[2]})"


def room(t, p, lanes=None):
    """The length of an array: as many fields as the largest configuration has."""
    most = [max(c.value(p.count, n) for c in t.family) for n in t.counts]
    if lanes:
        return str(most[t.counts.index(lanes)])
    if all(t.value(p.count, n) == x for n, x in zip(t.counts, most)):
        return c_expr(p.count)
    return str(most[0]) if len(set(most)) == 1 else _by_lanes(most)


def c_str(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'


def sv_expr(t, text, head=False):
    """A width or count in Verilog. A size that depends on the lanes is a function of them; in a module's own
    header it is the parameter of that name."""
    package = f"ul1_{t.config}_pkg" if t.config else "ul1_pkg"

    def name(m):
        s = t.sizes.all.get(m[1])
        if m[1] == "LANES" or s is None:
            return m[1]
        if not s.by_lanes:
            return f"{package}::{m[1]}"
        return m[1] if head else f"{package}::{m[1].lower()}(LANES)"
    return re.sub(r"\b([A-Z][A-Z0-9_]*)\b", name, text)


def sv_range(t, p, head=False):
    """[...:0] of a port, or an empty text for a single bit."""
    if (p.width, p.count) == ("1", "1"):
        return ""
    if p.count == "1":
        bits = sv_expr(t, p.width, head)
    elif p.width == "1":
        bits = sv_expr(t, p.count, head)
    else:
        bits = f"{sv_expr(t, p.count, head)}*{sv_expr(t, p.width, head)}"
    return f"[{bits}-1:0]"


def lanes_names(t, ports):
    """The sizes that depend on the lanes and occur in the widths of these ports, in the order of the
    tables."""
    words = {w for p in ports for w in re.findall(r"[A-Z][A-Z0-9_]*", p.width + " " + p.count)}
    return [s.name for s in t.sizes.all.values() if s.by_lanes and s.name in words]


def flat(path):
    """The name of a part as a name of C and Verilog: l1_0 for l1[0]."""
    return path.replace("[", "_").replace("]", "").replace(".", "_")


def member(name, path):
    """A member of a struct, by the parts on the path to it."""
    return ".".join(path + (name,))


def wire(p):
    """A signal in a sample of its machine: `in` has the pins, `out` the blocks' outputs."""
    return f"in->{p.name}" if p.kind == "pin" else f"out->{p.block}.{p.name}"


def copies(m, runs, to):
    """Copies wires to members of `to`, run by run (layout.runs), after all of them have settled."""
    for ports, size in runs:
        p = ports[0]
        if p.is_array:
            yield f"    {array_on(m, p)}memcpy({to}{p.name}, {wire(p)}, sizeof {to}{p.name});"
        elif len(ports) == 1:
            yield f"    {to}{p.name} = {wire(p)};"
        else:
            yield f"    memcpy(&{to}{p.name}, &{wire(p)}, {size}); // {' '.join(q.name for q in ports[1:])}"


def array_on(m, p):
    """`if (...)` before the use of an array that is valid only then."""
    q = m.signals[p.when] if p.when else None
    return f"if ({wire(q)}) " if q and not q.is_array else ""
