"""ul1_inputs.h: the inputs of each block as arguments of its functions. ul1_states.h: the state of every
machine. ul1_wiring.h: the order of evaluation of its blocks, and the wires between them."""
from tables import SHOW
import layout
from text import HEAD, ctype, member, wire


def _inputs(t, m, b):
    o = [f"struct {b.name}_in {{"] + (["    uint8_t rst;"] if b.clocked else [])
    return o + [f"    {f'const {ctype(t, p)} *' if p.is_array else f'{ctype(t, p)} '}{p.name};"
                for p in layout.ins(t, m, b)] + ["};", ""]


def _state(m):
    if m.parts:
        return [f"struct {m.name}_state {{"] + [f"    struct {p.name}_state {n};"
                                                for n, p in m.parts] + ["};", ""]
    return [f"struct {m.name}_state {{"] + [f"    struct {b.name}_state {b.name};" for b in m.blocks
                                            if b.clocked] + ["};", ""]


def _call(t, m, b, ev, names, rst=""):
    """A function of a block, with these of its inputs."""
    wired = [rst] * bool(rst) + [f".{p.name} = {wire(p)}" for p in layout.ins(t, m, b) if p.name in names]
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
    clocks = [_call(t, m, b, "clock", b.inputs, ".rst = in->rst") for b in m.blocks if b.clocked]
    o = [f"WIRING static void {n}_show(const {state}, {out})", "{"] + shows + ["    (void)s, (void)out;", "}",
        ""]
    o += [f"WIRING static void {n}_early({state}, {out})", "{"] + _evals(t, m, False) + ["}", ""]
    o += [f"WIRING static void {n}_late({state}, {ins}, {out})", "{"] + _evals(t, m,
        True) + ["    (void)s, (void)in, (void)out;", "}", ""]
    return o + [f"WIRING static void {n}_clock({state}, {ins}, const {out})", "{"] + clocks + ["}", ""]


def _assembled(m):
    o = []
    for ev, kind in (("show", ""), ("early", ""), ("late", ""), ("clock", "const ")):
        ins = "" if ev in ("show", "early") else f"const struct ul1_{m.name}_in *in, "
        state = "const struct" if ev == "show" else "struct"
        o += [f"static void {m.name}_{ev}({state} {m.name}_state *restrict s, {ins}{kind}struct "
              f"ul1_{m.name}_out *restrict out)", "{"]
        o += [f"    {p.name}_{ev}(&s->{member(n, ())}, {f'&in->{n}, ' if ins else ''}&out->{n});"
              for n, p in m.parts] + ["}", ""]
    return o


def emit(t):
    inputs = [HEAD.format("//"),
              "// The inputs of each block as its functions get them: numbers as they are, arrays where they "
              "stand.",
              "#ifndef UL1_INPUTS_H", "#define UL1_INPUTS_H", "", '#include "ul1_ports.h"', ""]
    inputs += [line for m in t.composed for b in m.blocks for line in _inputs(t, m, b)]
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
    for m in t.machines.values():
        states += _state(m)
        o += _assembled(m) if m.parts else _functions(t, m)
    return {"ul1_inputs.h": "\n".join(inputs + ["#endif", ""]),
            "ul1_states.h": "\n".join(states + ["#endif", ""]), "ul1_wiring.h": "\n".join(o)}
