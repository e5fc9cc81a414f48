#!/usr/bin/env python3
"""Tests of `make timing`: the table of delays covers the memories of the Verilog, the report is read in
OpenSTA's format, and a small machine is mapped and timed if the tools are installed. Last line: timing: N
passed, N failed."""
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import memories
import report

LIBRARY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
BLOCK = """
module small #(parameter int LANES = 8) (input wire clk, re, we, input wire [3:0] a, input wire [7:0] d, output logic [7:0] pass_q);
  logic [7:0] mem [0:15];
  logic [7:0] read, many;
  logic       fan;
  always_ff @(posedge clk) begin
    if (re) read <= mem[a];
    if (we) mem[a] <= d;
    fan <= ^read;
    many <= many + {8{fan}};
    pass_q <= many ^ read;
  end
endmodule
"""
REPORT = """Startpoint: u_tag.set[0]$_DFF_P_
            (rising edge-triggered flip-flop clocked by clk)
Endpoint: u_prt.u_words.mem
          (rising edge-triggered flip-flop clocked by clk)
Path Group: clk
Path Type: max

Fanout     Delay      Time   Description
------------------------------------------------------------------
         0.0000    0.0000   clock clk (rise edge)
         0.0000    0.0000   clock network delay (ideal)
         0.0000    0.0000 ^ u_tag.set[0]$_DFF_P_/CLK (DFFPOSX1)
         0.2725    0.2725 v u_tag.set[0]$_DFF_P_/Q (DFFPOSX1)
   12                       u_tag.look_set[0] (net)
         0.2231    0.4956 v _514608_/Y (BUFX4)
   16                       _065930_ (net)
         0.0000    0.4956 v u_prt.u_words.mem/RD_ADDR[1] (ram_16x8)
                   0.4956   data arrival time

         0.0000    0.0000   clock clk (rise edge)
        -0.2000   -0.2000   library setup time
                  -0.2000   data required time
------------------------------------------------------------------
                  -0.2000   data required time
                  -0.4956   data arrival time
------------------------------------------------------------------
                  -0.6956   slack (VIOLATED)


"""
passed = failed = 0


def check(what, want, seen):
    global passed, failed
    if want == seen:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}: expected {want}, seen {seen}")


def run(script, *arguments):
    done = subprocess.run([os.path.join(HERE, script), *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


# Reading
path, = report.paths(io.StringIO(REPORT))
check("length in ps", 695.6, round(path.ps, 1))
check("its ends", ("u_tag.set[0]$_DFF_P_", "u_prt.u_words.mem"), (path.start, path.end))
check("cells behind the flip-flop", 1, path.cells)
interface = report.wires(io.StringIO("module \\l1\n  wire width 6 \\look_set\n  wire width 6 \\u_tag.set\n  "
                                     "cell $_NOT_ \\x\n  wire \\late\n"))
check("wires between blocks", {"look_set"}, interface)
by_block, by_stage = report.longest([path], interface)
check("its block and stage", (["prt"], ["stage 1"]), (list(by_block), list(by_stage)))
try:
    report.area("nothing")
    check("no area", "refused", "taken")
except report.ReportError as e:
    check("no area", "no area in what yosys said", str(e))

# Delays
rows = sorted(memories.DELAYS)
check("more rows take longer", True, all(memories.DELAYS[a] <= memories.DELAYS[b]
                                         for a, b in zip(rows, rows[1:])))
with open(os.path.join(HERE, "../../cmodel/ports/l1/l1.sizes")) as f:
    most = [int(m) for m in re.findall(r"^size +(?:ARRAY_ROWS|INSTRS|S\d+_SETS) .*\.\.(\d+)", f.read(), re.M)]
check("the table covers every size that the machine may have", True, len(most) == 5
      and max(most) <= max(rows))
check("a wide word that forwards", memories.DELAYS[64].clock_to_out + 3,
      memories.delay(memories.Shape(48, 320, 6, True))[1])
try:
    memories.delay(memories.Shape(max(rows) + 1, 8, 11, False))
    check("a memory that the table does not have", "refused", "taken")
except ValueError as e:
    check("a memory that the table does not have", True, str(e).startswith("the table of delays ends at"))

with tempfile.TemporaryDirectory() as tmp:
    source, netlist = os.path.join(tmp, "small.sv"), os.path.join(tmp, "small.il")
    with open(source, "w") as f:
        f.write(BLOCK)
    check("the netlist", (0, ""), run("../synth/block.sh", "small", "8", netlist, source))
    with open(netlist) as f:
        found = memories.shapes(f)
    check("its memory", ["ram_16x8"], [memories.name(s) for s in found])
    if os.path.exists(LIBRARY) and shutil.which("sta"):
        check("mapping", (0, ""), run("map.sh", netlist, tmp, LIBRARY))
        status, said = run("time.sh", tmp, netlist, "small", "8", LIBRARY)
        last = re.fullmatch(r"timing: 8 lanes, worst path (\d+) ps = ([\d.]+) FO4 \(stage [\w ]+\), area "
                            r"(\d+)", said.rstrip("\n").split("\n")[-1])
        check("last line", (0, True), (status, bool(last)))
        if last:
            fo4 = float(last[1]) / float(last[2])
            check("FO4 of 180 nm", True, 60 < fo4 < 150)
            # from the memory: seven FO4 and its load, eight bits by XOR
            check("memory and XOR", True, 7 * fo4 + 300 < float(last[1]) < 7 * fo4 + 1500)
        os.remove(os.path.join(tmp, "mapped.v"))
        status, said = run("time.sh", tmp, netlist, "small", "8", LIBRARY)
        check("no netlist", (1, True), (status, "OpenSTA failed" in said))
    else:
        print("not mapped: opensta or qflow-tech-osu018 is not installed")
print(f"timing: {passed} passed, {failed} failed")
sys.exit(failed != 0)
