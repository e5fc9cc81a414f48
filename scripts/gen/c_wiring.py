"""ul1_inputs.h: the inputs of each block as arguments of its functions. ul1_states.h: the state of every
machine. ul1_wiring.h: the order of evaluation of its blocks, and the wires between them. ul1_wires.h: the
wires between the parts of machines. ul1_sources.h: the sources of the blocks."""
import os

from design import SHOW
import layout
from sizes import LANE_COUNTS, ROOT
from text import HEAD, c_expr, c_value, ctype, flat, wire


def _inputs(t, m, b):
    o = [f"struct {b.name}_in {{"] + (["    uint8_t rst;"] if b.clocked else [])
    return o + [f"    {f'const {ctype(t, p)} *' if p.is_array else f'{ctype(t, p)} '}{p.name};"
                for p in layout.ins(t, m, b)] + ["};", ""]


def _state(m):
    if m.parts:
        return [f"struct {m.name}_state {{"] + [f"    struct {p.name}_state {n}{f'[{count}]' if count else ''};"
                                                for n, count, p in m.members() if p.clocked] + ["};", ""]
    return [f"struct {m.name}_state {{"] + [f"    struct {b.name}_state {b.name};" for b in m.blocks
                                            if b.clocked] + ["};", ""]


def _call(t, m, b, ev, names, rst=""):
    """A function of a block, with these of its inputs."""
    wired = [rst] * bool(rst) + [f".{p.name} = {wire(p) if p.built or p.is_array else '0'}"
                                 for p in layout.ins(t, m, b) if p.name in names]
    state = f"&s->{b.name}, " if b.clocked else ""
    given = f"&(struct {b.name}_in){{ {', '.join(wired)} }}" if wired else "NULL"
    return f"    {b.name}_{ev}({state}{given}, &out->{b.name});"


def _evals(t, m, late):
    return [_call(t, m, b, ev, [d for p in b.outs if p.eval == ev for d in p.deps])
            for b, ev in m.schedule if ev != SHOW and m.is_late(b, ev) == late]


def _functions(t, m):
    """State, inputs and outputs never overlap."""
    n = m.name
    state, ins, out = (f"struct {n}_state *restrict s", f"const struct ul1_{n}_in *restrict in",
                       f"struct ul1_{n}_out *restrict out")
    shows = [_call(t, m, b, ev, []) for b, ev in m.schedule if ev == SHOW]
    clocks = [_call(t, m, b, "clock", b.inputs, ".rst = in->rst") for b in m.built if b.clocked]
    o = [f"WIRING static void {n}_show(const {state}, {out})", "{"] + shows + ["    (void)s, (void)out;", "}",
        ""]
    o += [f"WIRING static void {n}_early({state}, {out})", "{"] + _evals(t, m, False) + ["}", ""]
    o += [f"WIRING static void {n}_late({state}, {ins}, {out})", "{"] + _evals(t, m,
        True) + ["    (void)s, (void)in, (void)out;", "}", ""]
    return o + [f"WIRING static void {n}_clock({state}, {ins}, const {out})", "{"] + clocks + ["}", ""]


def _wires(t, m, name, part):
    """The inputs of a part: what comes from outside, then the outputs of other parts."""
    to = f"out->wired.{name}"
    o = [f"static inline void wire_{m.name}_{flat(name)}(const struct ul1_{m.name}_in *in, "
         f"struct ul1_{m.name}_out *out)", "{", f"    {to} = in->{name};"]
    own = f" | in->{name}.rst" * (name in [r.part for r in m.resets])
    o += [f"    {to}.rst = in->rst{own};"] if part.clocked else []
    o += [f"    {to}.half = in->half;"] if m.halves and part.halves else []
    for src, dst in m.wires:
        if dst.path[0] == name and src.port.built and dst.port.built:
            a, b = (".".join(e.path + inner) for e, inner in ((src, src.leaf.inner(src.port)), (dst, ())))
            o += _wire(t, f"out->{a}.{src.port.name}", src, f"out->wired.{b}.{dst.port.name}", dst)
    for tie in m.ties:
        if tie.end.path[0] == name:
            o += _tie(tie)
    for r in m.resets:
        if r.end and r.end.path[0] == name:
            at = f"[{r.end.index}]" if r.end.port.is_array else ""
            o += [f"    out->wired.{'.'.join(r.end.path)}.{r.end.port.name}{at} = in->{r.part}.rst;"]
    return o + ["}", ""]


def _tie(tie):
    end, port = tie.end, tie.end.port
    at = f"out->wired.{'.'.join(end.path)}.{port.name}"
    if not port.is_array:
        return [f"    {at} = {tie.value};"]
    few = c_value(end.leaf.tables, tie.count or port.count)
    return [f"    memset(&{at}[{tie.index} * ({few})], 0, ({few}) * sizeof {at}[0]);"]


def _wire(t, a, src, b, dst):
    bits = [[e.leaf.tables.value(e.port.width, n) for n in LANE_COUNTS] for e in (src, dst)]
    fits = all(x <= y for x, y in zip(*bits))
    low = "" if fits else f" & ((UINT64_C(1) << {c_value(dst.leaf.tables, dst.port.width)}) - 1)"
    if not src.port.is_array and dst.index is None:
        return [f"    {b} = {a}{low};"]
    if not src.port.is_array:
        return [f"    {b}[{dst.index}] = {a}{low};"]
    if not dst.port.is_array:
        return [f"    {b} = {a}[{src.index}]{low};"]
    end = src if dst.index is not None else dst
    few = (c_expr if end.leaf.tables is t else lambda x: c_value(end.leaf.tables, x))(end.port.count)
    a, b = (f"{x}[{e.index} * ({few})" if e.index is not None else f"{x}[0" for x, e in ((a, src), (b, dst)))
    if fits and ctype(t, src.port) == ctype(t, dst.port):
        return [f"    memcpy(&{b}], &{a}], ({few}) * sizeof {b}]);"]
    return [f"    for (unsigned i = 0; i < {few}; i++)", f"        {b} + i] = {a} + i]{low};"]


def _source(b):
    """The C file of a block: in the folder of its table's name, or in a folder of its own there."""
    folder = os.path.basename(os.path.dirname(b.where.partition(":")[0]))
    found = [f for f in (f"{folder}/{b.name}.c", f"{folder}/{b.name}/{b.name}.c")
             if os.path.exists(os.path.join(ROOT, "cmodel", "src", f))]
    return [f'#include "{f}"' for f in found]


def emit(t):
    inputs = [HEAD.format("//"),
              "// The inputs of each block as its functions get them: numbers as they are, arrays where they "
              "stand.",
              "#ifndef UL1_INPUTS_H", "#define UL1_INPUTS_H", "", '#include "ul1_ports.h"', ""]
    inputs += [line for m in t.homes for b in m.blocks for line in _inputs(t, m, b)]
    states = [HEAD.format("//"), "// For whoever has included the states of all blocks.",
              "#ifndef UL1_STATES_H", "#define UL1_STATES_H", ""]
    o = [HEAD.format("//"),
         "// Included by lanes.c only. Each output is computed once in a cycle, after all it depends on: in",
         "// NAME_show what is only for whoever watches, in NAME_early what else depends on state alone, in "
         "NAME_late what depends",
         "// on inputs of the machine in the same cycle.",
         '#include "ul1_states.h"', "",
         "// All functions of blocks are made part of these, so that what they are given is read where it "
         "stands.",
         "#ifdef __GNUC__", "#define WIRING __attribute__((flatten))", "#else", "#define WIRING", "#endif",
         ""]
    for m in t.plain:
        states += _state(m)
        o += [] if m.parts else _functions(t, m)
    wires = [HEAD.format("//"),
             "// The inputs of each part of a machine whose parts are wired: `wired` of its outputs.",
             "#ifndef UL1_WIRES_H", "#define UL1_WIRES_H", "", "#include <string.h>", "",
             '#include "ul1_ports.h"', ""]
    for m in t.assembled:
        for name, part in m.parts if m.wires else []:
            wires += _wires(t, m, name, part)
    sources = [HEAD.format("//"), "// Included by lanes.c only."] + [line for b in t.blocks.values() for line in _source(b)]
    return {"ul1_sources.h": "\n".join(sources + [""]), "ul1_wires.h": "\n".join(wires + ["#endif", ""]),
            "ul1_inputs.h": "\n".join(inputs + ["#endif", ""]),
            "ul1_states.h": "\n".join(states + ["#endif", ""]), "ul1_wiring.h": "\n".join(o)}
