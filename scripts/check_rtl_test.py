#!/usr/bin/env python3
"""Tests that check_rtl.py refuses invalid modules with the name of the port, and accepts valid ones.

Most cases are edits of a tiny machine of two blocks, below. The last few are edits of a copy of the real
Verilog.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RTL = os.path.join(os.path.dirname(HERE), "rtl")

# Two blocks: src, clocked, with a memory of each kind; dst, combinational, with an array in always_comb.
TINY = {
    "ports/tiny.sizes": """
fixed W 4 Bits of a word
fixed D 8 Words
size LOCKS 0 0..64 An option
""",
    "ports/tiny.machine": """
machine tiny Two blocks
block src
block dst
""",
    "ports/src.ports": """
block src clocked Source
group go Go
pin  go    1     1 - bin Go
group at Address
pin  at    3     1 - dec Address
group word Word
pin  word  W     1 - hex Word
group mask Mask
pin  mask  LANES 1 - bin Mask
in   back
group now Words
out  now   W     1 - hex now at Word read without a clock
group then Words
out  then  W     1 - hex state - Word read with a clock
group m Mask
out  m     LANES 1 - bin m mask,back Mask
group pair Pair
pout pair  2     1 - bin pair go,back Two signals
""",
    "ports/dst.ports": """
block dst comb Sink
group back Back
in   now
in   then
in   m
out  back  1     1 - bin back then Back
group used List
pout used  D     1 - bin list now Which of the list
group list List
pout list  W+1   D used hex list now List
group res Result
pout res   W     LANES - hex res m,now Result
group plus Optional
built LOCKS>0
pin  plus_in  1  1 - bin Whether there is more
pout plus  W     1 - hex plus now,plus_in More
""",
    "rtl/src.sv": """
module src #(parameter int LANES = 32) (
    input  wire logic clk, input wire logic rst, input wire logic go, input wire logic [2:0] at,
    input  wire logic [ul1_pkg::W-1:0] word, input wire logic [LANES-1:0] mask, input wire logic back,
    output logic [ul1_pkg::W-1:0] now, output logic [ul1_pkg::W-1:0] then,
    output logic [LANES-1:0] m, output logic [1:0] pair);
  logic [ul1_pkg::W-1:0] mem [0:ul1_pkg::D-1];
  logic on, unused;
  assign now = mem[at];
  always_ff @(posedge clk) if (go) mem[at] <= word;
  always_ff @(posedge clk) begin
    if (rst) then <= '0;
    else if (go) then <= mem[at];
  end
  typedef struct packed { logic a; logic b; } two_t;
  two_t two, inverse;                                 // side by side, but not one another's
  assign inverse = ~two;
  always_comb begin
    two.a = go;
    two.b = back;
    if (rst) unused = 1'b1; else unused = 1'b0;
  end
  always_ff @(posedge clk) on <= unused;
  assign pair = {two.a & on, two.b};
  assign m = inverse.b ? '0 : mask;
endmodule
""",
    "rtl/dst.sv": """
module dst #(parameter int LANES = 32) (
    input wire logic [ul1_pkg::W-1:0] now, input wire logic [ul1_pkg::W-1:0] then, input wire logic [LANES-1:0] m,
    output logic back, output logic [ul1_pkg::D-1:0] used, output logic [ul1_pkg::D*(ul1_pkg::W+1)-1:0] list,
    input wire logic plus_in, output logic [ul1_pkg::W-1:0] plus, output logic [LANES*ul1_pkg::W-1:0] res);
  assign plus = ul1_pkg::LOCKS > 0 ? now & {ul1_pkg::W{plus_in}} : '0;
  assign used = {ul1_pkg::D{now[0]}};
  assign list = {ul1_pkg::D{now, now[1]}};
  logic [ul1_pkg::W-1:0] arr [0:2*LANES-1];
  always_comb begin
    for (int i = 0; i < 2*LANES; i++) arr[i] = '0;
    for (int i = 0; i < LANES; i++) arr[{~m[i], 3'(i)}] = now;
    for (int i = 0; i < LANES; i++) res[i*ul1_pkg::W +: ul1_pkg::W] = arr[i];
  end
  assign back = then[0];
endmodule
""",
}

OK = "match"
# Cases: (name, file to edit, pattern, replacement, module to check, text that the answer must contain)
CASES = [
    ("as it is",                    None, "", "", "", "check_rtl: 2 modules match their tables"),
    # ports
    ("renamed input",               "src.sv", r"\bmask\b", "musk", "src", "input 'mask' is missing"),
    ("renamed: the new name too",   "src.sv", r"\bmask\b", "musk", "src", "input 'musk' is not in"),
    ("renamed output",              "dst.sv", r"\bres\b", "result", "dst", "output 'res' is missing"),
    ("narrow output",               "dst.sv", r"\[LANES\*ul1_pkg::W-1:0\] res", "[LANES*ul1_pkg::W-2:0] res",
     "dst",
     "output 'res' has 31 bits"),
    ("array, an entry short",       "dst.sv", r"ul1_pkg::D\*\(ul1_pkg::W\+1\)-1",
     "(ul1_pkg::D-1)*(ul1_pkg::W+1)-1", "dst",
     "output 'list' has 35 bits"),
    ("mask, an entry short",        "dst.sv", r"ul1_pkg::D-1:0\] used", "ul1_pkg::D-2:0] used", "dst",
     "output 'used' has 7 bits"),
    ("wide input",                  "src.sv", r"\[2:0\] at", "[3:0] at", "src", "input 'at' has 4 bits"),
    ("flipped direction",           "src.sv", r"input wire logic back", "output logic back", "src",
     "'back' is an output"),
    ("extra port",                  "dst.sv", "output logic back", "input wire logic more, output logic back",
     "dst",
     "input 'more' is not in"),
    ("a clock where none belongs",  "dst.sv", "output logic back", "input wire logic clk, output logic back",
     "dst",
     "'clk' is not in"),
    ("no reset",                    "src.sv", "input wire logic rst,", "", "src", "input 'rst' is missing"),
    ("another module's name",       "dst.sv", "module dst", "module dust", "dst", "`dst' not found"),
    ("not Verilog",                 "dst.sv", "endmodule", "", "dst", "syntax error"),
    ("count in the table",          "dst.ports", "D used hex", "2*D - hex", "dst",
     "output 'list' has 40 bits"),
    ("width in the table",          "src.ports", "word  W ", "word  5 ", "src", "input 'word' has 4 bits"),
    ("latch",                       "dst.sv", r"assign back = then\[0\];",
     "always @* if (then[1]) back = then[0];", "dst",
     "'back' is a latch"),
    # added paths
    ("path, plain",                 "dst.sv", r"then\[0\]", "then[0] & m[1]", "dst",
     "output 'back' depends on 'm'"),
    ("path, with its way",          "dst.sv", "assign back = ",
     "logic via; assign via = ~m[1]; assign back = via ^ ", "dst",
     "m > via > back"),
    ("path through the reset",      "src.sv", r"assign m = inverse.b", "assign m = inverse.b & !rst", "src",
     "output 'm' depends on 'rst'"),
    ("path, asynchronous reset",    "src.sv", r"posedge clk\) begin", "posedge clk or posedge rst) begin",
     "src",
     "output 'then' depends on 'rst'"),
    ("path, one bit of two",        "src.sv", r"two\.b = back", "two.b = back ^ at[0]", "src",
     "output 'pair' depends on 'at'"),
    ("path, memory's address",      "src.sv", r"now = mem\[at\]", "now = mem[at ^ {2'b0, go}]", "src",
     "output 'now' depends on 'go'"),
    ("path, register left out",     "src.sv", r"then <= mem\[at\];\n  end", "; end assign then = mem[at];",
     "src",
     "output 'then' depends on 'at'"),
    ("path, array's index",         "dst.sv", r"3'\(i\)", "3'(i) ^ then[2:0]", "dst",
     "output 'res' depends on 'then'"),
    ("path, array's content",       "dst.sv", r"= now;", "= now ^ then;", "dst",
     "output 'res' depends on 'then'"),
    ("path, array read by index",   "dst.sv", r"= arr\[i\]", "= arr[then[2:0] ^ 3'(i)]", "dst",
     "output 'res' depends on 'then'"),
    ("path, a latch",               "dst.sv", r"assign back = then\[0\];",
     "always @* if (m[0]) back = then[0];", "dst",
     "output 'back' depends on 'm'"),
    ("path, within a function",     "dst.sv", r"assign back = then\[0\];",
     "function automatic logic f(input logic a); f = a & m[0]; endfunction assign back = f(then[0]);", "dst",
     "output 'back' depends on 'm'"),
    ("dependency not in the table", "dst.ports", r"res m,now", "res m", "dst",
     "output 'res' depends on 'now'"),
    # removed paths
    ("dependency removed",          "src.sv", r"m = inverse.b \? '0 : mask", "m = mask", "src",
     "output 'm' does not depend on 'back'"),
    ("dependency on a constant",    "src.sv", r"m = inverse.b \?", "m = 1'b0 & inverse.b ?", "src",
     "output 'm' does not depend on 'back'"),
    ("dependency registered",       "dst.sv", r"= now;", "= '1;", "dst",
     "output 'res' does not depend on 'now'"),
    # what is built
    ("built without its size",      "dst.sv", "ul1_pkg::LOCKS > 0", "1'b1", "dst",
     "output 'plus' is not always zero, "),
    ("built: its pin is read",      "dst.sv", "ul1_pkg::LOCKS > 0", "1'b1", "dst",
     "input 'plus_in' is read, "),
    ("not built with its size",     "dst.sv", "ul1_pkg::LOCKS > 0", "1'b0", "dst",
     "output 'plus' is always zero, "),
    ("another size in the table",   "dst.ports", "built LOCKS>0", "built LOCKS>1", "dst",
     "LOCKS=1: output 'plus' is not always zero, "),
    # valid edits
    ("register file instead",       "src.sv", r"else if \(go\) then <= mem\[at\]", "else then <= mem[at]",
     "src", OK),
    ("array of arrays",             "dst.sv", r"arr\[i\];", "arr[i] ^ arr[i+LANES];", "dst", OK),
    ("memory read two bits apart",  "src.sv", r"now = mem\[at\]", "now = {mem[at][3:2], mem[~at][1:0]}",
     "src", OK),
]
REAL = [
    ("real: renamed port",          "tag.sv", r"\bmap_row\b", "map_rows", "tag",
     "output 'map_row' is missing"),
    ("real: narrowed port",         "data.sv", r"\[ul1_pkg::SECTORS-1:0\](\s+)fill_sect", r"[2:0]\1fill_sect",
     "data",
     "input 'fill_sect' has 3 bits"),
    ("real: added path",            "data.sv", r"assign array_ready\s*=",
     "assign array_ready = write_valid &", "data",
     "output 'array_ready' depends on 'write_valid'"),
    ("real: an entry short",        "prt.sv", r"ul1_pkg::PRT\*ul1_pkg::MERGE_W-1:0\]",
     "(ul1_pkg::PRT-1)*ul1_pkg::MERGE_W-1:0]", "prt",
     "output 'prt_merges' has 124 bits"),
]
# bad use: arguments, expected message
USES = [
    (["nonsense"], "no block 'nonsense'"),
    (["--rtl", "/nowhere", "tag"], "no file /nowhere/tag.sv"),
    (["--file", "/nowhere/x.sv", "tag"], "no file /nowhere/x.sv"),
    (["--file", "/nowhere/x.sv"], "--file needs the one BLOCK"),
    (["--lanes", "7", "--", "tag"], "invalid choice"),
]


def check_rtl(*args, **env):
    run = subprocess.run([sys.executable, os.path.join(HERE, "check_rtl.py"), *args], text=True,
                         env={**os.environ, **env},
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return run.returncode, run.stdout


def verdict(name, answer, status, wanted):
    """An empty text if the answer is as expected, else the difference."""
    code, said = answer
    problem = (f"exit status {code}, {status} expected" if code != status else f"no word of: {wanted}"
               if wanted not in said else "")
    return problem and f"FAILED {name}: {problem}\n" + "".join(f"    {s}\n" for s in said.splitlines())


def find(folder, file):
    return next(os.path.join(where, file) for where, _, files in os.walk(folder) if file in files)


def try_edit(case, real=False):
    name, file, pattern, replacement, module, wanted = case
    with tempfile.TemporaryDirectory() as tmp:
        if real:
            shutil.copytree(RTL, f"{tmp}/rtl")
        else:
            for path, text in TINY.items():
                os.makedirs(os.path.dirname(f"{tmp}/{path}"), exist_ok=True)
                with open(f"{tmp}/{path}", "w") as f:
                    f.write(text)
        if file:
            path = find(f"{tmp}/{'ports' if file.endswith('.ports') else 'rtl'}", file)
            with open(path) as f:
                text = f.read()
            edited = re.sub(pattern, replacement, text)
            if edited == text:
                return f"FAILED {name}: the edit does not apply to {file}\n"
            with open(path, "w") as f:
                f.write(edited)
        tables = [] if real else ["--ports", f"{tmp}/ports"]
        each = ["--each"] if wanted.startswith("LOCKS=") else []
        answer = check_rtl("--rtl", f"{tmp}/rtl", *tables, *each, *[module] * bool(module))
        return verdict(name, answer, 0 if OK in wanted else 1, wanted)


def try_file():
    """A user's own file for a block, first a valid one, then one with an additional path."""
    with tempfile.TemporaryDirectory() as tmp:
        mine = f"{tmp}/mine.v"
        for body, status, wanted in (("assign array_ready = !fill_valid;", 0, "1 module matches"),
                                     ("assign array_ready = !fill_valid & !rst;", 1,
                                      "output 'array_ready' depends on 'rst'")):
            with open(find(RTL, "data.sv")) as f:
                text = re.sub(r"assign array_ready\s*=.*;", body, f.read())
            with open(mine, "w") as f:
                f.write(text)
            bad = verdict("a user's own file", check_rtl("--file", mine, "data"), status, wanted)
            if bad:
                return bad
    return ""


def main():
    jobs = [lambda c=c: try_edit(c) for c in CASES] + [lambda c=c: try_edit(c, True)
                                                       for c in REAL] + [try_file]
    jobs += [lambda u=u: verdict(" ".join(u[0]), check_rtl(*u[0]), 2, u[1]) for u in USES]
    jobs.append(lambda: verdict("without yosys", check_rtl("tag", PATH="/nowhere"), 2,
                                "yosys is not installed"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: job(), jobs))
    failed = [r for r in results if r]
    print(*failed, sep="", end="")
    print(f"check_rtl_test: {len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
