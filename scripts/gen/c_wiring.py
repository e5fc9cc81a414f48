"""ul1_states.h: the state of every machine. ul1_wiring.h: the order of evaluation of its blocks, and the wires between them."""
from tables import SHOW
import layout
from text import HEAD, copies, member


def _state(m):
    if m.parts:
        return [f"struct {m.name}_state {{"] + [f"    struct {p.name}_state {n};" for n, p in m.parts] + ["};", ""]
    o = [f"struct {m.name}_state {{"] + [f"    struct {b.name}_state {b.name};" for b in m.blocks if b.clocked]
    o += ["    struct { // the inputs of every block as wired in this cycle"]
    return o + [f"        struct ul1_{b.name}_in {b.name};" for b in m.blocks] + ["    } in;", "};", ""]


class _Wires:
    """Copies each input of each block once, when it is first needed."""

    def __init__(self, t, m):
        self.t, self.m, self.copied = t, m, set()

    def copy(self, b, names, settled=False):
        new = [n for n in dict.fromkeys(names) if (b.name, n) not in self.copied]
        self.copied.update((b.name, n) for n in new)
        return list(copies(self.m, layout.runs(self.t, self.m, b, new), f"s->in.{b.name}.", settled))

    def calls(self, late):
        o = []
        for b, ev in self.m.schedule:
            if ev == SHOW or self.m.is_late(b, ev) != late:
                continue
            o += self.copy(b, [d for p in b.outs if p.eval == ev for d in p.deps]) + [self.call(b, ev)]
        return o

    def shows(self):
        return [self.call(b, ev) for b, ev in self.m.schedule if ev == SHOW]

    @staticmethod
    def call(b, ev):
        state = f"&s->{b.name}, " if b.clocked else ""
        return f"    {b.name}_{ev}({state}&s->in.{b.name}, &out->{b.name});"

    def clocks(self):
        o = []
        for b in (b for b in self.m.blocks if b.clocked):
            o += [f"    s->in.{b.name}.rst = in->rst;"] + self.copy(b, b.inputs, True)
        return o + [f"    {b.name}_clock(&s->{b.name}, &s->in.{b.name}, &out->{b.name});" for b in self.m.blocks if b.clocked]


def _functions(t, m):
    w, n = _Wires(t, m), m.name
    o = [f"static void {n}_show(const struct {n}_state *s, struct ul1_{n}_out *out)", "{"] + w.shows() + ["    (void)s, (void)out;", "}", ""]
    o += [f"static void {n}_early(struct {n}_state *s, struct ul1_{n}_out *out)", "{"] + w.calls(False) + ["}", ""]
    o += [f"static void {n}_late(struct {n}_state *s, const struct ul1_{n}_in *in, struct ul1_{n}_out *out)", "{"]
    o += w.calls(True) + ["    (void)s, (void)in, (void)out;", "}", ""]
    o += [f"static void {n}_clock(struct {n}_state *s, const struct ul1_{n}_in *in, const struct ul1_{n}_out *out)", "{"]
    return o + w.clocks() + ["}", ""]


def _assembled(m):
    o = []
    for ev, kind in (("show", ""), ("early", ""), ("late", ""), ("clock", "const ")):
        ins = "" if ev in ("show", "early") else f"const struct ul1_{m.name}_in *in, "
        state = "const struct" if ev == "show" else "struct"
        o += [f"static void {m.name}_{ev}({state} {m.name}_state *s, {ins}{kind}struct ul1_{m.name}_out *out)", "{"]
        o += [f"    {p.name}_{ev}(&s->{member(n, ())}, {f'&in->{n}, ' if ins else ''}&out->{n});" for n, p in m.parts] + ["}", ""]
    return o


def emit(t):
    states = [HEAD.format("//"), "// For whoever has included the states of all blocks.", "#ifndef UL1_STATES_H", "#define UL1_STATES_H", ""]
    o = [HEAD.format("//"), "// Included by lanes.c only. Each output is computed once in a cycle, after all it depends on: in",
         "// NAME_show what is only for whoever watches, in NAME_early what else depends on state alone, in NAME_late what depends",
         "// on inputs of the machine in the same cycle.",
         '#include "ul1_states.h"', ""]
    for m in t.machines.values():
        states += _state(m)
        o += _assembled(m) if m.parts else _functions(t, m)
    return {"ul1_states.h": "\n".join(states + ["#endif", ""]), "ul1_wiring.h": "\n".join(o)}
