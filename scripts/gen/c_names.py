"""ul1_names.h: sizes and codes by name, for code that gets the lane count at run time."""
from text import HEAD, c_str


def emit(t):
    each = {n: x.sizes.values[n] for x in (t, t.wide) for n in x.counts}
    o = [HEAD.format("//"), "// Included by cmodel/tools/program/names.c only.", ""]
    o += ["// A size's value with " + ", ".join(map(str, each)) + " lanes."]
    o += [f"static const struct {{ const char *name; int64_t value[{len(each)}]; }} ul1_size_names[] "
          f"= {{"]
    for name in ["LANES"] + list(t.sizes.all):
        o += [f"    {{ {c_str(name)}, {{ " + ", ".join(str(values[name]) for values in each.values())
              + " } },"]
    o += ["};", "",
          f"static const unsigned ul1_lane_counts[] = {{ {', '.join(map(str, each))} }};", "",
          "static const struct { const char *of, *key; unsigned code; } ul1_code_names[] = {"]
    for e in t.sizes.enums:  # an alias behind the key of its code, which is the one printed
        o += [f"    {{ {c_str(e)}, {c_str(k)}, {v} }}," for k, v in t.sizes.names(e).items()]
    return {"ul1_names.h": "\n".join(o + ["};", ""])}
