"""ul1_pkg.sv: the sizes and codes for the Verilog. LANES is a parameter of every module, so sizes that depend
on it are functions."""
import re

from text import HEAD


def _size(t, s):
    return f"  localparam int {s.name:<12} = {str(t.sizes.values[8][s.name]) + ';':<5} // {s.meaning}"


def _of_lanes(t, s):
    """The expression of the table with Verilog's functions."""
    expr = re.sub(r"\blg\(", "$clog2(", s.expr.replace("//", "/"))
    names = {x.name: x for x in t.sizes.all.values()}
    expr = re.sub(r"\b[A-Z][A-Z0-9_]*\b",
                  lambda m: "lanes" if m[0] == "LANES" else m[0].lower() + "(lanes)" if names[m[0]].by_lanes
                  else m[0], expr)
    name = s.name.lower()
    return [f"  // {s.meaning}", f"  function automatic int {name}(input int lanes);",
            f"    {name} = {expr};", "  endfunction", ""]


def _enum(t, name, bits, keys):
    kind = "logic" if bits == 1 else f"logic [{bits - 1}:0]"
    wide = max(len(k) for k in keys)
    return [f"  localparam {kind} {name.upper()}_{k.upper():<{wide}} = {bits}'d{v};"
            for k, v in keys.items()] + [""]


def _of_codes(t):
    """The sizes of all carveouts as vectors, the first code lowest."""
    if "carveout" not in t.sizes.enums:
        return []
    o = []
    for of in ("ROWS", "SETS", "WAYS"):
        each = [t.sizes.values[8][f"{key.upper()}_{of}"] for key in t.sizes.enums["carveout"][1]]
        o += [f"  localparam logic [{32*len(each) - 1}:0] CARVEOUT_{of} = "
              "{ " + ", ".join(f"32'd{n}" for n in reversed(each)) + " };"]
    return o + [""]


def emit(t):
    sizes = t.sizes.all.values()
    o = [HEAD.format("//"), "`default_nettype none", "", "package ul1_pkg;", "",
         "  // No single module uses all of these.",
         "  // verilator lint_off UNUSEDPARAM", ""]
    o += [_size(t, s) for s in sizes if not s.by_lanes] + [""]
    for name, (bits, keys) in t.sizes.enums.items():
        o += _enum(t, name, bits, keys)
    o += _of_codes(t) + ["  // verilator lint_on UNUSEDPARAM", ""]
    o += [line for s in sizes if s.by_lanes for line in _of_lanes(t, s)]
    return {"rtl/ul1_pkg.sv": "\n".join(o + ["endpackage", "", "`default_nettype wire", ""])}
