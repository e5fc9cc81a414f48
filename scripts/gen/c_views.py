"""ul1_views.h: extracts the inputs of a block from a sample of its machine, but only those that its contract
names in its source. A name that a macro composes would be missed. `make test` runs machines in which
unextracted inputs are invalid numbers: see in_shape in scripts/test.sh."""
import os
import re

import layout
from text import HEAD, copies

VERIF = os.path.join(os.path.dirname(__file__), "../../verif")
TOOLS = os.path.join(os.path.dirname(__file__), "../../cmodel/tools")


def _words(name, seen):
    """All words in a file of verif/, in the files that it includes, and in the .c files of these headers."""
    path = next((p for p in (os.path.join(d, name) for d in (VERIF, TOOLS)) if os.path.exists(p)), None)
    if name in seen or not path:
        return set()
    seen.add(name)
    text = open(path).read()
    found = set(re.findall(r"\w+", text))
    for other in re.findall(r'#include "([\w/.]+)"', text):
        found |= _words(other, seen) | _words(re.sub(r"\.h$", ".c", other), seen)
    return found


def _looked_at(t, m, b, words):
    """The inputs of a block to copy, in the runs of layout.runs: from the first to the last used input of
    each run."""
    for ports, size in layout.runs(t, m, b, [n for n in b.inputs if m.signals[n].built]):
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
         "#include <string.h>",
         '#include "ul1_ports.h"', ""]
    for m in t.composed:
        for b in m.built:
            o += [f"static inline void view_{b.name}(const struct ul1_{m.name}_in *in, const struct "
                  f"ul1_{m.name}_out *out, "
                  f"struct ul1_{b.name}_in *v)", "{"]
            o += ["    v->rst = in->rst;"] if b.clocked else []
            words = _words(f"blocks/{b.name}/contract.c", set())
            o += copies(m, list(_looked_at(t, m, b, words)), "v->")
            o += _zeros(m, [p for p in m.ins_of(b) if not p.built and p.name in words])
            o += ["    (void)in, (void)out, (void)v;", "}"]
    return {"ul1_views.h": "\n".join(o + ["", "#endif", ""])}
