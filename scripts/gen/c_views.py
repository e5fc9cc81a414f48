"""ul1_views.h: extracts the inputs of a block from a sample of its machine, but only those that its contract
names in its source; for light checks without those that its reference predictor alone names. A name that a
macro composes would be missed. `make test` runs machines in which unextracted inputs are invalid numbers: see
in_config in scripts/test.sh."""
import os
import re

import layout
from text import HEAD, copies

VERIF = os.path.join(os.path.dirname(__file__), "../../verif")
TOOLS = os.path.join(os.path.dirname(__file__), "../../cmodel/tools")


PREDICTOR = re.compile(r"/(predictor|front|front_advance|ends|track|who)\.[ch]$")


def _words(name, seen, light):
    """All words in a file of verif/, in the files that it includes, and in the .c files of these headers. For
    light checks, those of a reference predictor are left out."""
    if light and PREDICTOR.search(name):
        return set()
    path = next((p for p in (os.path.join(d, name) for d in (VERIF, TOOLS)) if os.path.exists(p)), None)
    if name in seen or not path:
        return set()
    seen.add(name)
    text = open(path).read()
    found = set(re.findall(r"\w+", text))
    for other in re.findall(r'#include "([\w/.]+)"', text):
        found |= _words(other, seen, light) | _words(re.sub(r"\.h$", ".c", other), seen, light)
    return found


def _looked_at(t, m, b, words, done=()):
    """The inputs of a block to copy, in the runs of layout.runs: from the first to the last used input of
    each run. `done`: those that were copied before."""
    for ports, size in layout.runs(t, m, b, [n for n in b.inputs if m.signals[n].built and n not in done]):
        on = [i for i, p in enumerate(ports) if p.name in words]
        if on:
            ports = ports[on[0]:on[-1] + 1]
            yield ports, sum(layout.size(t, p) for p in ports) if size else 0


def _zeros(m, ports):
    """Sets those that are not built."""
    o = [f"    {''.join(f'v->{p.name} = ' for p in ports if not p.is_array)}0;"]
    o = o if any(not p.is_array for p in ports) else []
    return o + [f"    memset(v->{p.name}, 0, sizeof v->{p.name});" for p in ports if p.is_array
                and not (p.when and not m.signals[p.when].is_array)]


def emit(t):
    o = [HEAD.format("//"),
         "// The inputs of a block as they stand in a sample of its machine: those that its contract names, "
         "or what it includes.",
         "// What else there is stays as it is.", "#ifndef UL1_VIEWS_H", "#define UL1_VIEWS_H", "",
         "#include <stdbool.h>", "#include <string.h>", "",
         '#include "ul1_ports.h"', ""]
    for m in t.composed:
        for b in m.built:
            o += [f"static inline void view_{b.name}(const struct ul1_{m.name}_in *in, const struct "
                  f"ul1_{m.name}_out *out, "
                  f"struct ul1_{b.name}_in *v, bool light)", "{"]
            o += ["    v->rst = in->rst;"] if b.clocked else []
            words, fewer = (_words(f"blocks/{b.name}/contract.c", set(), light) for light in (False, True))
            few = list(_looked_at(t, m, b, fewer))
            more = list(_looked_at(t, m, b, words, [p.name for ports, _ in few for p in ports]))
            o += copies(m, few, "v->")
            o += _zeros(m, [p for p in m.ins_of(b) if not p.built and p.name in words])
            o += ["    if (light)", "        return;"] * bool(more) + list(copies(m, more, "v->"))
            o += ["    (void)in, (void)out, (void)v, (void)light;", "}"]
    return {"ul1_views.h": "\n".join(o + ["", "#endif", ""])}
