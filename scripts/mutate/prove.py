#!/usr/bin/env python3
"""Whether mutants of the Verilog are the same as the original: proved by Yosys at 8 lanes, of the module that each is in, from any state
by induction over matching registers.

usage: prove.py BUILD ID...      a line for each, `ID equal` or `ID open`; exit status 0 if all are equal, else 1

What is equal belongs in scripts/mutate/equivalent.txt, with the argument `Proved: ID`. (What is `open` need not differ: it may be that no
machine comes to the state in which it would.)
"""
import os
import subprocess
import sys
import tempfile

import verilog

SECONDS = 120
SCRIPT = """read_verilog -sv -defer {files}
hierarchy -check -top {top} {lanes}
proc; delete */t:$assert */t:$check; flatten; opt -full; memory -nordff; opt
rename -top {name}; write_rtlil {folder}/{name}.il
design -reset
"""
COMPARE = """read_rtlil {folder}/gold.il
read_rtlil {folder}/gate.il
equiv_make gold gate equiv
hierarchy -top equiv
opt -full; equiv_struct; equiv_simple -undef -short; equiv_simple -seq 2; equiv_induct -seq 3; equiv_status -assert
"""


def proved(build, name, m, text, others):
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.splitext(os.path.basename(name))[0]
        script = ""
        for which, shown in (("gold", text), ("gate", verilog.applied(text, m.changes))):
            path = os.path.join(folder, f"{which}.sv")
            verilog.write(path, shown)
            lanes = "-chparam LANES 8" if "parameter" in text and "LANES" in text else ""
            script += SCRIPT.format(files=" ".join([*others, path]), top=top, lanes=lanes, name=which, folder=folder)
        script += COMPARE.format(folder=folder)
        with open(os.path.join(folder, "script.ys"), "w") as f:
            f.write(script)
        try:
            done = subprocess.run(["yosys", "-q", os.path.join(folder, "script.ys")], capture_output=True, timeout=SECONDS, text=True)
        except subprocess.TimeoutExpired:
            return False, "timeout"
        return done.returncode == 0, (done.stdout + done.stderr).strip().splitlines()[-1:]


def main(arguments):
    if len(arguments) < 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    build, wanted = arguments[0], arguments[1:]
    blocks, texts = verilog.read_all()
    known = {m.name: (name, m) for found in blocks.values() for name, m in found}
    status = 0
    for one in wanted:
        if one not in known:
            print(f"prove: no mutant is called '{one}'", file=sys.stderr)
            return 2
        name, m = known[one]
        folder = os.path.join(verilog.ROOT, verilog.BLOCKS)
        others = [f"{build}/gen/rtl/ul1_pkg.sv"] + [os.path.join(verilog.ROOT, "rtl/common", f"{n}.sv") for n in ("ul1_fn", "pick", "spread", "ram")]
        others += [os.path.join(folder, n) for n in sorted(texts) if n != name and verilog.block_of(n) == verilog.block_of(name)]
        equal, said = proved(build, name, m, texts[name], others)
        print(one, "equal" if equal else "open", *([] if equal else said), flush=True)
        status |= not equal
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except verilog.v_parse.ReadError as e:
        print(f"prove: {e}", file=sys.stderr)
        sys.exit(1)
