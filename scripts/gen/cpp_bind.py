"""bind.h: copies a verilated module's ports to and from the structs. verilated.inc: the list of verilated
modules."""
from sizes import LANE_COUNTS
from text import HEAD, c_value, flat


def _drive(t, name, ins, clocked, whole):
    """Also copies values that are not valid. Only arrays of a whole machine are left out, as these cost the
    most; those of a block alone are random."""
    o = [f"template <class V> inline void drive_{name}(V *v, const struct ul1_{name}_in *in)", "{"]
    o += ["    v->rst = in->rst;"] if clocked else []
    on = lambda p: f"if (in->{p.when}) " if whole and p.is_array and p.when else ""
    o += ["    " + on(p) + _drive_port(t, p, p.name, p.name).strip() for p in ins if p.built] + ["}"]
    return o + _tie(name, [p.name for p in ins if not p.built])


def _tie(name, ports):
    """Sets the pins that are not built, once and for all."""
    return [f"template <class V> inline void tie_{name}(V *v)", "{", "    (void)v;"] + [
        f"    tie(v->{p});" for p in ports] + ["}"]


def _late(name, any_late):
    """Whether an output depends on a pin in the same cycle."""
    return [f"inline constexpr bool late_{name} = {str(any_late).lower()};"]


def _is_table(t, p):
    """Whether it has entries, which seldom change, and costs much to unpack."""
    bits = t.value(p.count, LANE_COUNTS[-1]) * t.value(p.width, LANE_COUNTS[-1])
    return p.is_array and p.field not in ("lane", "bank") and bits >= 64


def _kept(t, name, outs, at):
    """The tables as they were when they were last unpacked."""
    return [f"template <class V> struct kept_{name} {{"] + [
        f"    std::decay_t<decltype(std::declval<V>().{at(p)})> {p.name} = {{}};"
        for p in outs if p.built and _is_table(t, p)] + ["};"]


def _sample(t, m, x, part, outs, all_outs, where, at):
    name = x.name
    o = [f"template <class V>",
         f"inline void sample_{part}_{name}(const V *v, struct ul1_{name}_out *out, kept_{name}<V> *kept)", "{",
         "    (void)v, (void)out, (void)kept;"]
    for p in outs:
        if p.built:
            o += _sample_port(m, p, at, where(p), all_outs, _is_table(t, p))
    return o + ["}"]


def _bind_assembled(t, m):
    """The binding of a machine of wired parts, which is verilated as a whole without levels: a signal of a
    part is named by the modules on the path to it."""
    o = _late(m.name, True)
    o += [f"template <class V> inline void drive_{m.name}(V *v, const struct ul1_{m.name}_in *in)", "{",
          "    v->rst = in->rst;"] + ["    v->half = in->half;"] * m.halves
    o += [f"    v->{flat('.'.join(path))}_rst = in->{'.'.join(path)}.rst;" for path in m.all_resets()]
    pins = [(e, f"{flat('.'.join(e.path))}_{e.port.name}") for e in m.exposed if not e.port.is_out]
    for e, name in pins:
        if e.port.built:
            o += [_drive_port(e.leaf.tables, e.port, name, f"{'.'.join(e.path)}.{e.port.name}")]
    o += ["}"] + _tie(m.name, [name for e, name in pins if not e.port.built])
    o += _kept(t, m.name, [], None)
    for part in ("early", "late", "outside"):
        o += [f"template <class V>",
              f"inline void sample_{part}_{m.name}(const V *v, struct ul1_{m.name}_out *out, kept_{m.name}<V> *)",
              "{", "    (void)v, (void)out;"]
        for path, leaf in m.leaves():
            scope = "__DOT__".join([m.name] + ["u_" + flat(n) for n in path]) + "__DOT__"
            for p in leaf.outs:
                if p.built and (leaf.is_late_port(p) == (part == "late") if part != "outside" else p.kind == "pout"):
                    o += _sample_port(leaf, p, lambda q, scope=scope: scope + q.name,
                                      ".".join(path + leaf.inner(p) + (p.name,)), leaf.outs)
        o += ["}"]
    o += [f"inline void wire(const struct ul1_{m.name}_in *in, struct ul1_{m.name}_out *out)", "{"]
    return o + _wire(m, "in", "out") + ["}", ""]


def _wire(m, given, out):
    """The inputs of its parts, and of their parts."""
    o = []
    for name, part in m.parts if m.wires else []:
        o += [f"    wire_{m.name}_{flat(name)}({given}, {out});"]
        o += _wire(part, f"&({out})->wired.{name}", f"&({out})->{name}")
    return o


def _drive_port(t, p, name, member):
    return (f"    pack<{c_value(t, p.width)}, {c_value(t, p.count)}>(v->{name}, in->{member});" if p.is_array
            else f"    v->{name} = in->{member};")


def _sample_port(m, p, at, member, all_outs, kept=False):
    """`at` is the name of a port among the signals of a verilated module."""
    if not p.is_array:
        return [f"    out->{member} = v->{at(p)};"]
    # an array that is not valid in this cycle is not copied, to save time
    q = m.signals[p.when] if p.when else None
    on = [f"some(v->{at(q)})"] if q and q in all_outs else []
    on += [f"changes(kept->{p.name}, v->{at(p)})"] if kept else []
    on = f"if ({' && '.join(on)}) " if on else ""
    return [f"    {on}unpack<{c_value(m.tables, p.width)}, {c_value(m.tables, p.count)}>(out->{member}, v->{at(p)});"]


def _bind(t, m, x, ins, outs, where):
    """The binding of a block x of machine m, or of m itself. Outputs that leave the machine can be sampled
    alone."""
    late = [p for p in outs if x.is_late_port(p)]
    early = [p for p in outs if p not in late]

    def at(p):   # signals inside a machine are read in place (see sv_probe.py)
        return f"{m.name}__DOT__{p.name}" if x is m and p.kind == "out" else p.name

    o = _late(x.name, bool(late)) + _drive(t, x.name, ins, x.clocked, x is m)
    o += _kept(t, x.name, outs, at)
    o += _sample(t, m, x, "early", early, outs, where, at) + _sample(t, m, x, "late", late, outs, where, at)
    return o + _sample(t, m, x, "outside", [p for p in early if p.kind == "pout"], outs, where, at) + [""]


def emit(t):
    o = [HEAD.format("//"),
         "// V is what a verilated module has its signals in; ports have their names there.", "#pragma once",
         '#include <cstring>', "#include <type_traits>", "#include <utility>", "", '#include "lanes_pack.h"', '#include "ul1_wires.h"', "",
         "template <class Port> inline void tie(Port &port) { memset(&port, 0, sizeof port); }", "",
         "// The inputs of each part of a machine whose parts are wired; others have nothing to wire.",
         "inline void wire(const void *, const void *) {}", ""]
    for m in t.homes:
        for b in m.blocks:
            o += _bind(t, m, b, m.ins_of(b), b.outs, lambda p: p.name)
    for m in t.composed:
        o += _bind(t, m, m, m.pins, m.outs, lambda p: f"{p.block}.{p.name}")
    o += [line for m in t.wired for line in _bind_assembled(t, m)]
    names = list(t.blocks) + [m.name for m in t.composed + t.wired]
    return {"bind.h": "\n".join(o), "verilated.inc": HEAD.format("//") + "".join(f"X({n})\n" for n in names)}
