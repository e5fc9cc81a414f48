"""ul1_bins.h: a number for each bin of functional coverage (verif/environment/sm/machine.bins), by the values
on
its axes."""
import bins
from text import HEAD


def _enum(axis, values):
    def name(v):
        return f"BIN_{axis}_{v}".upper().replace("-", "_")
    if all(v.isdigit() for v in values):
        return []
    return [f"enum {{ {', '.join(name(v) for v in values)} }};"]


def emit(t):
    crosses, _ = bins.load(t)
    o = [HEAD.format("//"), "// Each cross as a function of the places on its axes.", ""]
    axes = {}
    for c in crosses.values():
        axes.update(zip(c.names, c.axes))
    for axis, values in axes.items():
        o += _enum(axis, values)
    for c in crosses.values():
        args = [f"unsigned {chr(ord('a') + i)}" for i in range(len(c.axes))]
        at = "a"
        for i, axis in enumerate(c.axes[1:], 1):
            at = f"({at}) * {len(axis)}u + {chr(ord('a') + i)}"
        o += ["", f"static inline unsigned bin_{c.name}({', '.join(args)})", "{",
              f"    return {c.first}u + {at};", "}"]
    return {"ul1_bins.h": "\n".join(o
                                    + ["", f"enum {{ BIN_COUNT = {sum(c.size for c in crosses.values())} }};",
                                       ""])}
