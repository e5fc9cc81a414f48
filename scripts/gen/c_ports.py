"""ul1_sizes.h: sizes that are the same at all lane counts, and enumerations. ul1_ports.h, for code compiled
with LANES: the other sizes, the machines, and the structs of the inputs and outputs of every block and
machine. ul1_ports_N.h: the same for N lanes under distinct names, so that one program can include all of
them. The structs are the same in all configurations."""
import re

import layout
from text import HEAD, ctype, room


def _member(t, p, lanes):
    return f"    {ctype(t, p)} {p.name}{f'[{room(t, p, lanes)}]' if p.is_array else ''};"


def _plain(t):
    return [f"#define UL1_{s.name} {t.sizes.values[t.counts[0]][s.name]} // {s.meaning}" for s in t.sizes.all.values()
            if not s.by_lanes] + [""]


def _sizes(t):
    o = []
    for i, n in enumerate(t.counts):
        o += [f"#{'el' if i else ''}if LANES == {n}"]
        o += [f"#define UL1_{s.name} {t.sizes.values[n][s.name]} // {s.meaning}" for s in t.sizes.all.values()
              if s.by_lanes]
    return o + ["#else", '#error "LANES has another value here"', "#endif", ""]


def _enums(t):
    return ["enum { " + ", ".join(f"UL1_{e.upper()}_{k.upper()} = {v}" for k, v in t.sizes.names(e).items()) + " };"
            for e in t.sizes.enums]


def _as_numbers(t):
    """The sizes as numbers of a configuration, for code that serves several. The struct is the same in all,
    though a configuration may derive sizes in another order."""
    rows = [f"    uint32_t {s.name.lower()}; // {s.meaning}"
            for s in sorted(t.sizes.all.values(), key=lambda s: s.name)]
    return ["", "struct ul1_sizes {", "    uint32_t lanes; // Lanes of a warp"] + rows + ["};"]


def _compiled(t):
    """The sizes that a file is compiled with, as numbers."""
    rows = ["    .lanes = LANES,"] + [f"    .{s.name.lower()} = UL1_{s.name}," for s in t.sizes.all.values()]
    width = max(len(r) for r in rows + ["#define UL1_SIZES {"])
    return [line.ljust(width) + " \\" for line in ["#define UL1_SIZES {"] + rows] + ["}", ""]


def _most(t):
    """The most that may be chosen for a size, for code that has room for every configuration."""
    return ["enum {"] + [f"    UL1_{s.name}_MOST = {s.high}," for s in t.sizes.choices] + ["};", ""]


def _block(t, m, b, lanes):
    o = ["", f"// {b.name}: {b.meaning}", f"struct ul1_{b.name}_in {{"]
    o += ["    uint8_t rst;"] if b.clocked else []
    o += [_member(t, p, lanes) for p in layout.ins(t, m, b)]
    return o + ["};", f"struct ul1_{b.name}_out {{"] + [_member(t, p, lanes) for p in layout.outs(t, m, b)] + ["};"]


def _machine(t, m, lanes):
    if m.parts:
        return _assembled(m)
    o = [line for b in m.blocks for line in _block(t, m, b, lanes)]
    o += ["", f"// {m.name}: {m.meaning} What comes from outside, and every output of every block.",
          f"struct ul1_{m.name}_in {{",
          "    uint8_t rst;"]
    o += [_member(t, p, lanes) for p in layout.pins(t, m)] + ["};", f"struct ul1_{m.name}_out {{"]
    return o + [f"    struct ul1_{b.name}_out {b.name};" for b in m.blocks] + ["};"]


def _assembled(m):
    """The structs of its parts, in sequence. If they are wired, `rst` resets all, and that of a part, if
    it has a reset of its own, this part alone; `wired` has the inputs as each part gets them: those from
    outside, and the outputs of other parts."""
    parts = {way: [f"    struct ul1_{p.name}_{way} {n}{f'[{count}]' if count else ''};"
                   for n, count, p in m.members()] for way in ("in", "out")}
    return (["", f"// {m.name}: {m.meaning}", f"struct ul1_{m.name}_in {{"]
            + ["    uint8_t rst;"] * bool(m.wires) + ["    uint8_t half;"] * m.halves + parts["in"] + ["};", f"struct ul1_{m.name}_out {{"]
            + parts["out"] + [f"    struct ul1_{m.name}_in wired;"] * bool(m.wires) + ["};"])


def _machines(t):
    """With chosen sizes a machine may not exist."""
    return [f"#define UL1_HAS_{m.name.upper()} 1" for m in t.machines.values()]


def _structs(t, lanes=None):
    blocks = [line for m in t.alone for line in _block(t, m, m.blocks[0], lanes)]
    return blocks + [line for m in t.machines.values() for line in _machine(t, m, lanes)]


def _named(t, n):
    """The structs with this number of lanes, and the sizes that depend on it, with this number at the end of
    their names."""
    o = [HEAD.format("//"), f"// The ports with {n} lanes.", f"#ifndef UL1_PORTS_{n}_H",
         f"#define UL1_PORTS_{n}_H", "",
         '#include <stdint.h>', '#include "ul1_sizes.h"', ""]
    o += [f"#define UL1_{s.name}_{n} {t.sizes.values[n][s.name]} // {s.meaning}" for s in t.sizes.all.values()
          if s.by_lanes]
    text = re.sub(r"\bstruct (ul1_\w+)", rf"struct \1_{n}", "\n".join(_structs(t, n)))
    return "\n".join(o) + text + "\n\n#endif\n"


def emit(t):
    sizes = [HEAD.format("//"), "#ifndef UL1_SIZES_H", "#define UL1_SIZES_H",
             "", "#include <stdint.h>", ""] + _plain(t) + _most(t) + _enums(t) + _as_numbers(t) + ["", "#endif", ""]
    o = [HEAD.format("//"), "#ifndef UL1_PORTS_H", "#define UL1_PORTS_H", "", "#include <stdint.h>",
         '#include "ul1_sizes.h"', ""]
    o += _sizes(t) + _machines(t) + _compiled(t) + _structs(t) + ["", "#endif", ""]
    return {"ul1_sizes.h": "\n".join(sizes), "ul1_ports.h": "\n".join(o),
            **({} if t.config else {f"ul1_ports_{n}.h": _named(t, n) for n in t.counts})}
