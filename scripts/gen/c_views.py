"""ul1_views.h: the inputs of a block out of a sample of its machine."""
import layout
from text import HEAD, copies


def emit(t):
    o = [HEAD.format("//"), "// The inputs of a block as they stand in a sample of its machine.",
         "#ifndef UL1_VIEWS_H", "#define UL1_VIEWS_H", "", "#include <string.h>", '#include "ul1_ports.h"', ""]
    for m in t.composed:
        for b in m.blocks:
            o += [f"static inline void view_{b.name}(const struct ul1_{m.name}_in *in, const struct ul1_{m.name}_out *out, "
                  f"struct ul1_{b.name}_in *v)", "{"]
            o += ["    v->rst = in->rst;"] if b.clocked else []
            o += copies(m, layout.runs(t, m, b, b.inputs), "v->")
            o += ["    (void)in, (void)out;", "}"]
    return {"ul1_views.h": "\n".join(o + ["", "#endif", ""])}
