#!/usr/bin/env python3
"""Tests of block.sh and netlist.py: small blocks of which everything is known; and that the memories of rtl/ are macros with one
port to read, one to write, and an enable for each part of a word. Last line: synth: N passed, N failed."""
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
passed = failed = 0


def check(what, want, seen):
    global passed, failed
    if want == seen:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}: expected {want}, seen {seen}")


def gates(folder, name, text):
    """The netlist of the module, or None and what was said."""
    source, out = os.path.join(folder, name + ".sv"), os.path.join(folder, name + ".json")
    with open(source, "w") as f:
        f.write(text)
    run = subprocess.run([os.path.join(HERE, "block.sh"), name, "8", out, source], stdout=subprocess.PIPE, text=True)
    return (netlist.read(out, name), run.stdout) if run.returncode == 0 else (None, run.stdout)


def deepest(machine):
    return max(machine.longest().values(), key=lambda p: p.depth)


with tempfile.TemporaryDirectory() as tmp:
    first, second = gates(tmp, "first", FIRST)[0], gates(tmp, "second", SECOND)[0]
    check("registers of the first", 8, first.registers)
    check("depth of the first alone", 3, deepest(netlist.Machine([first])).depth)
    check("depth of the second alone", 3, deepest(netlist.Machine([second])).depth)
    both = deepest(netlist.Machine([first, second]))
    check("depth of both", 3 + 1 + 1, both.depth)
    check("what is crossed", ["all"], both.nets[:1])
    memory = gates(tmp, "memory", MEMORY)[0]
    check("bits of a macro", 256, memory.bits)
    check("registers of what is none", 256, memory.registers)
    with open(os.path.join(HERE, "../../rtl/common/ram.sv")) as f:
        bank = gates(tmp, "bank", RAM + f.read())[0]
    check("bits of a bank", 512 * 32, bank.bits)
    check("registers of a bank", 0, bank.registers)
    with open(os.path.join(tmp, "bank.json")) as f:
        macros = [c for m in json.load(f)["modules"].values() for c in m["cells"].values() if c["type"] == "$mem_v2"]
    check("write enables of a bank", [4], [len(set(c["connections"]["WR_EN"])) for c in macros])
    check("depth of an inverter", 0, deepest(netlist.Machine([gates(tmp, "inverter", INVERTER)[0]])).depth)
    for name, text in ("latch", LATCH), ("loop", LOOP):
        made, said = gates(tmp, name, text)
        check(f"a {name} is refused", None, made)
        check(f"a {name} is told", True, "ERROR" in said)
    knot = netlist.Block("knot", ports={"q": (True, [2])}, driver={2: (1, [3]), 3: (1, [2])})
    try:
        check("a loop through ports", "refused", netlist.Machine([knot]).longest())
    except netlist.NetlistError as e:
        check("a loop through ports", "knot: a loop of gates", str(e))
print(f"synth: {passed} passed, {failed} failed")
sys.exit(failed != 0)
