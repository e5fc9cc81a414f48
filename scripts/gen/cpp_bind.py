"""bind.h: copies a verilated module's ports to and from the structs. verilated.inc: the list of verilated
modules."""
from text import HEAD, c_expr


def _drive(name, ins, clocked):
    """Also copies values that are not valid."""
    o = [f"template <class V> inline void drive_{name}(V *v, const struct ul1_{name}_in *in)", "{"]
    o += ["    v->rst = in->rst;"] if clocked else []
    for p in ins:
        o += [f"    pack<{c_expr(p.width)}>(v->{p.name}, in->{p.name});" if p.is_array
              else f"    v->{p.name} = in->{p.name};"]
    return o + ["}"]


def _sample(t, m, x, part, outs, all_outs, where):
    name = x.name

    def at(p):   # signals inside a machine are read in place (see sv_probe.py)
        return f"{m.name}__DOT__{p.name}" if x is m and p.kind == "out" else p.name

    o = [f"template <class V> inline void sample_{part}_{name}(const V *v, struct ul1_{name}_out *out)", "{",
         "    (void)v, (void)out;"]
    for p in outs:
        if not p.is_array:
            o += [f"    out->{where(p)} = v->{at(p)};"]
            continue
        # an array that is not valid in this cycle is not copied, to save time
        q = m.signals[p.when] if p.when else None
        on = f"if (some(v->{at(q)})) " if q and q in all_outs else ""
        o += [f"    {on}unpack<{c_expr(p.width)}>(out->{where(p)}, v->{at(p)});"]
    return o + ["}"]


def _bind(t, m, x, ins, outs, where):
    """The binding of a block x of machine m, or of m itself. Outputs that leave the machine can be sampled
    alone."""
    late = [p for p in outs if x.is_late_port(p)]
    early = [p for p in outs if p not in late]
    o = _drive(x.name, ins, x.clocked)
    o += _sample(t, m, x, "early", early, outs, where) + _sample(t, m, x, "late", late, outs, where)
    return o + _sample(t, m, x, "outside", [p for p in early if p.kind == "pout"], outs, where) + [""]


def emit(t):
    o = [HEAD.format("//"),
         "// V is what a verilated module has its signals in; ports have their names there.", "#pragma once",
         '#include "lanes_pack.h"', ""]
    for m in t.composed:
        for b in m.blocks:
            o += _bind(t, m, b, m.ins_of(b), b.outs, lambda p: p.name)
        o += _bind(t, m, m, m.pins, m.outs, lambda p: f"{p.block}.{p.name}")
    names = [b.name for m in t.composed for b in m.blocks] + [m.name for m in t.composed]
    return {"bind.h": "\n".join(o), "verilated.inc": HEAD.format("//") + "".join(f"X({n})\n" for n in names)}
