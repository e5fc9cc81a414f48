#!/usr/bin/env python3
"""Tests of block.sh, whole.sh and netlist.py with small blocks of known cost. Also checks that the memories
of rtl/ become macros with one read port, one write port, and an enable for each part of a word. Last line:
synth: N passed, N failed."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import netlist

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = """
module first #(parameter int LANES = 8) (input wire clk, input wire [7:0] a, input wire back, output wire all);
  logic [7:0] r;
  always_ff @(posedge clk) r <= a ^ {8{back}};
  assign all = ^r;                        // eight bits by XOR: three gates
endmodule
"""
SECOND = """
module second #(parameter int LANES = 8) (input wire clk, input wire all, input wire [3:0] b, output wire back);
  logic [3:0] s;
  logic take;
  assign take = (&s) | all;
  assign back = take;
  always_ff @(posedge clk) s <= {s[2:0], take} | b;
endmodule
"""
BOTH = """
module both #(parameter int LANES = 32) (input wire clk, input wire [LANES-1:0] a, input wire [3:0] b, output wire all);
  wire back;
  first #(.LANES(LANES)) u_first (.clk, .a, .back, .all);
  second #(.LANES(LANES)) u_second (.clk, .all, .b, .back);
endmodule
"""
MEMORY = """
module memory #(parameter int LANES = 8) (input wire clk, input wire we, input wire [4:0] w, r, q, input wire [7:0] d,
                                          output logic [7:0] one, output wire [7:0] other);
  logic [7:0] macro [0:31];
  logic [7:0] spread [0:31];
  assign other = spread[q];               // not clocked, so no macro: registers
  always_ff @(posedge clk) begin
    one <= macro[r];
    if (we) begin macro[w] <= d; spread[w] <= d; end
  end
endmodule
"""
RAM = """
module bank #(parameter int LANES = 8) (input wire clk, re, input wire [8:0] raddr, waddr, output wire [31:0] rdata,
                                        input wire [3:0] we, input wire [31:0] wdata);
  ram #(.ROWS(512), .ROW_W(9), .PARTS(4), .PART_W(8)) u_ram (.clk, .re, .raddr, .rdata, .we, .waddr, .wdata);
endmodule
"""
INVERTER = """
module inverter #(parameter int LANES = 8) (input wire clk, input wire d, output logic q);
  always_ff @(posedge clk) q <= ~d;
endmodule
"""
LATCH = """
module latch #(parameter int LANES = 8) (input wire on, d, output logic q);
  always @* if (on) q = d;
endmodule
"""
LOOP = """
module loop #(parameter int LANES = 8) (input wire a, output wire q);
  wire x, y;
  assign x = ~(a & y);
  assign y = ~(a & x);
  assign q = y;
endmodule
"""
AHEAD = """
module ahead #(parameter int LANES = 8) (input wire x, p, output wire y);
  assign y = x & p;
endmodule
"""
BEHIND = """
module behind #(parameter int LANES = 8) (input wire y, q, output wire x);
  assign x = y ^ q;
endmodule
"""
KNOT = """
module knot #(parameter int LANES = 32) (input wire p, q, output wire x);
  wire y;
  ahead #(.LANES(LANES)) u_ahead (.x, .p, .y);
  behind #(.LANES(LANES)) u_behind (.y, .q, .x);
endmodule
"""
WORDS = """
module words #(parameter int LANES = 8) (input wire [3:0] n, input wire [16*25-1:0] all, output wire [24:0] one);
  assign one = all[n*25 +: 25];
endmodule
"""
passed = failed = 0


def check(what, want, seen):
    global passed, failed
    if want == seen:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}: expected {want}, seen {seen}")


def made(folder, name, text, script="block.sh", parts=()):
    """The netlist of the module, or None and the message."""
    source, out = os.path.join(folder, name + ".sv"), os.path.join(folder, name + ".json")
    with open(source, "w") as f:
        f.write(text)
    run = subprocess.run([os.path.join(HERE, script), name, "8", out, source,
                          *(os.path.join(folder, p + ".il") for p in parts)],
                         stdout=subprocess.PIPE, text=True)
    return (netlist.read(out, name), run.stdout) if run.returncode == 0 else (None, run.stdout)


def depth(n):
    return n.longest()[""].depth


with tempfile.TemporaryDirectory() as tmp:
    first, second = made(tmp, "first", FIRST)[0], made(tmp, "second", SECOND)[0]
    check("registers of the first", 8, first.registers)
    check("depth of the first alone", 3, depth(first))
    check("depth of the second alone", 3, depth(second))
    both = made(tmp, "both", BOTH, "whole.sh", ["first", "second"])[0]
    check("registers of both", 8 + 4, both.registers)
    ends = both.longest(lambda end: end.split(".")[0])
    check("depth of both, what is late taken last", 3 + 1 + 1, ends["u_first"].depth)
    check("what is crossed", ["all", "back"], [net for net in ends["u_first"].nets if "." not in net])
    check("depth of the second among both", 3 + 1 + 1, ends["u_second"].depth)
    memory = made(tmp, "memory", MEMORY)[0]
    check("bits of a macro", 256, memory.bits)
    check("registers of what is none", 256, memory.registers)
    common = ""
    for name in ("ul1_fn", "ram"):
        with open(os.path.join(HERE, f"../../rtl/common/{name}.sv")) as f:
            common += f.read()
    bank = made(tmp, "bank", common + RAM)[0]
    check("bits of a bank", 512 * 32, bank.bits)
    check("registers of a bank", 0, bank.registers)
    with open(os.path.join(tmp, "bank.json")) as f:
        macros = [c for m in json.load(f)["modules"].values() for c in m["cells"].values() if c["type"]
                  == "$mem_v2"]
    check("write enables of a bank", [4], [len(set(c["connections"]["WR_EN"])) for c in macros])
    check("depth of an inverter", 0, depth(made(tmp, "inverter", INVERTER)[0]))
    check("a word is looked up without a product", True, depth(made(tmp, "words", WORDS)[0]) <= 2 + 1 + 4)
    for name, text in ("latch", LATCH), ("loop", LOOP):
        refused, said = made(tmp, name, text)
        check(f"a {name} is refused", None, refused)
        check(f"a {name} is told", True, "ERROR" in said)
    ahead, behind = made(tmp, "ahead", AHEAD)[0], made(tmp, "behind", BEHIND)[0]
    check("neither half of a loop is one", (1, 1), (depth(ahead), depth(behind)))
    refused, said = made(tmp, "knot", KNOT, "whole.sh", ["ahead", "behind"])
    check("a loop through blocks is refused", None, refused)
    check("a loop through blocks is told", True, "ERROR" in said)
    knot = netlist.Netlist("knot", ports={"q": (True, [2])}, driver={2: (1, [3]), 3: (1, [2])})
    try:
        check("a loop of gates", "refused", depth(knot))
    except netlist.NetlistError as e:
        check("a loop of gates", "knot: a loop of gates", str(e))
print(f"synth: {passed} passed, {failed} failed")
sys.exit(failed != 0)
