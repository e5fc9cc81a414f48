"""ul1_ports.h: sizes, enumerations, and the structs of the inputs and outputs of every block and machine."""
from sizes import LANE_COUNTS
from text import HEAD, c_expr, ctype


def _member(t, p):
    return f"    {ctype(t, p)} {p.name}{'[' + c_expr(p.count) + ']' if p.is_array else ''};"


def _sizes(t):
    plain = [s for s in t.sizes.all.values() if not s.by_lanes]
    o = [f"#define UL1_{s.name} {t.sizes.values[8][s.name]} // {s.meaning}" for s in plain] + [""]
    for i, n in enumerate(LANE_COUNTS):
        o += [f"#{'el' if i else ''}if LANES == {n}"]
        o += [f"#define UL1_{s.name} {t.sizes.values[n][s.name]} // {s.meaning}" for s in t.sizes.all.values() if s.by_lanes]
    return o + ["#else", '#error "LANES is to be 8, 16 or 32"', "#endif", ""]


def _enums(t):
    return ["enum { " + ", ".join(f"UL1_{e.upper()}_{k.upper()} = {v}" for k, v in keys.items()) + " };"
            for e, (_, keys) in t.sizes.enums.items()]


def _block(t, b, ins):
    o = ["", f"// {b.name}: {b.meaning}", f"struct ul1_{b.name}_in {{"]
    o += ["    uint8_t rst;"] if b.clocked else []
    return o + [_member(t, p) for p in ins] + ["};", f"struct ul1_{b.name}_out {{"] + [_member(t, p) for p in b.outs] + ["};"]


def _machine(t, m):
    if m.parts:
        return ["", f"// {m.name}: {m.meaning}"] + [
            line for way in ("in", "out")
            for line in [f"struct ul1_{m.name}_{way} {{"] + [f"    struct ul1_{p.name}_{way} {n};" for n, p in m.parts] + ["};"]]
    o = [line for b in m.blocks for line in _block(t, b, m.ins_of(b))]
    o += ["", f"// {m.name}: {m.meaning} What comes from outside, and every output of every block.", f"struct ul1_{m.name}_in {{",
          "    uint8_t rst;"]
    o += [_member(t, p) for p in m.pins] + ["};", f"struct ul1_{m.name}_out {{"]
    return o + [f"    struct ul1_{b.name}_out {b.name};" for b in m.blocks] + ["};"]


def emit(t):
    o = [HEAD.format("//"), "#ifndef UL1_PORTS_H", "#define UL1_PORTS_H", "", "#include <stdint.h>", ""]
    o += _sizes(t) + _enums(t)
    o += [line for m in t.machines.values() for line in _machine(t, m)]
    return {"ul1_ports.h": "\n".join(o + ["", "#endif", ""])}
