"""ul1_names.h: sizes and codes by name, for code that gets the lane count at run time."""
from sizes import LANE_COUNTS
from text import HEAD, c_str


def emit(t):
    o = [HEAD.format("//"), "// Included by cmodel/tools/program/names.c only.", ""]
    o += ["// A size's value with " + ", ".join(str(n) for n in LANE_COUNTS) + " lanes."]
    o += [f"static const struct {{ const char *name; int64_t value[{len(LANE_COUNTS)}]; }} ul1_size_names[] "
          f"= {{"]
    for name in ["LANES"] + list(t.sizes.all):
        o += [f"    {{ {c_str(name)}, {{ " + ", ".join(str(t.sizes.values[n][name]) for n in LANE_COUNTS)
              + " } },"]
    o += ["};", "",
          f"static const unsigned ul1_lane_counts[] = {{ {', '.join(str(n) for n in LANE_COUNTS)} }};", "",
          "static const struct { const char *of, *key; unsigned code; } ul1_code_names[] = {"]
    for e in t.sizes.enums:  # an alias behind the key of its code, which is the one printed
        o += [f"    {{ {c_str(e)}, {c_str(k)}, {v} }}," for k, v in t.sizes.names(e).items()]
    return {"ul1_names.h": "\n".join(o + ["};", ""])}
