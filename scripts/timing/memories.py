#!/usr/bin/env python3
"""Treats memories as black boxes. usage: memories.py shapes NETLIST.il
                                       memories.py yosys|liberty SHAPES [FO4]

`shapes` prints the shapes of a netlist's memories; block.sh and whole.sh write such a netlist. `yosys` prints
commands that turn each memory into a cell ram_ROWSxWIDTH, or ram_ROWSxWIDTH_fwd if a read returns data
written in the same cycle. `liberty` prints the delays of these cells for OpenSTA; FO4 is in ps.
"""
import re
import sys
from collections import namedtuple

# Assumed delays of a memory with one read port and one write port, by the largest number of rows, in FO4.
# They are estimates for compiled SRAM in 180 nm, not data of a product. Setup holds for all inputs.
# Clock-to-out covers decoder, word line, bit line and sense amplifier. Slope is the delay per load, that of
# the library's BUFX4.
Delay = namedtuple("Delay", "setup clock_to_out")
DELAYS = {16: Delay(2, 7), 64: Delay(2, 9), 256: Delay(3, 12), 1024: Delay(3, 15), 2048: Delay(4, 17)}
WIDE, WIDE_ADDS = 128, 1           # a word with more bits has a longer word line
# a multiplexer behind the memory forwards data written in the same cycle
FORWARD_ADDS = 2
PIN_PF, ENABLE_PF = 0.010, 0.002   # an enable is for a byte or more, but its pin is stated for each bit
SLOPE_NS_PER_PF = 0.45
OUT_TRANSITION_NS = 0.1

Shape = namedtuple("Shape", "rows width address forward")


def shapes(lines):
    """The distinct shapes of the memories of a netlist."""
    found, parameters = set(), None
    for line in lines:
        if line.startswith("  cell $mem_v2 "):
            parameters = {}
        elif (parameters is not None
              and (m := re.match(r"    parameter(?: signed)? \\(SIZE|WIDTH|ABITS|RD_TRANSPARENCY_MASK) "
                                 r"(?:1')?(\d+)$", line))):
            parameters[m[1]] = int(m[2])
        elif parameters is not None and line == "  end\n":
            found.add(Shape(parameters["SIZE"], parameters["WIDTH"], parameters["ABITS"],
                            bool(parameters["RD_TRANSPARENCY_MASK"])))
            parameters = None
    return sorted(found)


def name(s):
    return f"ram_{s.rows}x{s.width}" + "_fwd" * s.forward


def delay(s):
    """Setup and clock-to-out in FO4."""
    rows = min((r for r in DELAYS if r >= s.rows), default=None)
    if rows is None:
        raise ValueError(f"the table of delays ends at {max(DELAYS)} rows, and a memory has {s.rows}")
    setup, clock_to_out = DELAYS[rows]
    return setup, clock_to_out + WIDE_ADDS * (s.width > WIDE) + FORWARD_ADDS * s.forward


def yosys(found):
    """Commands that assign each memory its cell."""
    for s in found:
        yield f"chtype -set {name(s)} t:$mem_v2 r:SIZE={s.rows} %i r:WIDTH={s.width} %i r:RD_TRANSPARENCY_MASK=1'{int(s.forward)} %i"
    for p in ("ABITS INIT MEMID OFFSET RD_ARST_VALUE RD_CE_OVER_SRST RD_CLK_ENABLE RD_CLK_POLARITY "
              "RD_COLLISION_X_MASK RD_INIT_VALUE "
              "RD_PORTS RD_SRST_VALUE RD_TRANSPARENCY_MASK RD_WIDE_CONTINUATION SIZE WIDTH WR_CLK_ENABLE "
              "WR_CLK_POLARITY WR_PORTS "
              "WR_PRIORITY_MASK WR_WIDE_CONTINUATION").split():
        yield f"setparam -unset {p} t:ram_*"


def liberty(found, fo4):
    """The cells as a library; fo4 in ps."""
    widths = sorted({w for s in found for w in (s.width, s.address)})
    yield """library (memories) {
  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit (1, pf); voltage_unit : "1V"; current_unit : "1uA";
  slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80; input_threshold_pct_rise : 50; output_threshold_pct_rise : 50;
  slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80; input_threshold_pct_fall : 50; output_threshold_pct_fall : 50;
  nom_process : 1; nom_voltage : 1.8; nom_temperature : 25;
  lu_table_template (load) { variable_1 : total_output_net_capacitance; index_1 ("0, 1"); }"""
    for w in widths:
        yield f"  type (bus{w}) {{ base_type : array; data_type : bit; bit_width : {w}; bit_from : {w - 1}; bit_to : 0; }}"
    for s in found:
        setup, clock_to_out = (x * fo4 / 1000 for x in delay(s))
        late = f'"{clock_to_out:.4f}, {clock_to_out + SLOPE_NS_PER_PF:.4f}"'
        slew = f'"{OUT_TRANSITION_NS}, {OUT_TRANSITION_NS + SLOPE_NS_PER_PF:.4f}"'
        arc = " ".join(f'{k} (load) {{ index_1 ("0, 1"); values ({v}); }}' for k, v in
                       (("cell_rise", late), ("cell_fall", late), ("rise_transition", slew),
                        ("fall_transition", slew)))
        yield f"  cell ({name(s)}) {{"
        for clock in "RD_CLK", "WR_CLK":
            yield f"    pin ({clock}) {{ direction : input; clock : true; capacitance : 0.05; }}"
        for side, pins in ("RD", (("EN", 1), ("ARST", 1), ("SRST", 1), ("ADDR", s.address))), \
                          ("WR", (("EN", s.width), ("ADDR", s.address), ("DATA", s.width))):
            for pin, width in pins:
                kind = (f"pin ({side}_{pin}) {{" if width == 1 and pin != "DATA"
                        else f"bus ({side}_{pin}) {{ bus_type : bus{width};")
                yield (f"    {kind} direction : input; capacitance : "
                       f"{ENABLE_PF if (side, pin) == ('WR', 'EN') else PIN_PF}; timing () {{ "
                       f'related_pin : "{side}_CLK"; timing_type : setup_rising; rise_constraint (scalar) '
                       f'{{ values ("{setup:.4f}"); }} '
                       f'fall_constraint (scalar) {{ values ("{setup:.4f}"); }} }} }}')
        yield (f"    bus (RD_DATA) {{ bus_type : bus{s.width}; direction : output; timing () {{ related_pin : \"RD_CLK\"; "
               f"timing_type : rising_edge; {arc} }} }}\n  }}")
    yield "}"


def read_shapes(path):
    with open(path) as f:
        return [Shape(*map(int, line.split())) for line in f]


def main():
    what, arguments = sys.argv[1:2], sys.argv[2:]
    if (what, len(arguments)) == (["shapes"], 1):
        with open(arguments[0]) as f:
            lines = (" ".join(str(int(x)) for x in s) for s in shapes(f))
    elif (what, len(arguments)) == (["yosys"], 1):
        lines = yosys(read_shapes(arguments[0]))
    elif (what, len(arguments)) == (["liberty"], 2):
        lines = liberty(read_shapes(arguments[0]), float(arguments[1]))
    else:
        sys.exit("usage: memories.py shapes NETLIST.il | yosys SHAPES | liberty SHAPES FO4")
    print(*lines, sep="\n")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as e:
        sys.exit(f"timing: {e}")
