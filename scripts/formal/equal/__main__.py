#!/usr/bin/env python3
"""Proves that the C and the Verilog of blocks are equal for all inputs. usage: equal [--lanes N] [--gen DIR]
[--rtl DIR] [--source DIR] [--kept DIR] [BLOCK ...]

--gen DIR     files generated from the tables (build/gen)  --rtl DIR   Verilog with files.f (build/rtl)
--source DIR  sources to use instead of cmodel/src         --kept DIR  cache of proofs, by their inputs

For a block with state: one step from any two corresponding states (tb/formal/equal/BLOCK.c) leads to two
corresponding states, with equal outputs, and so does a reset. Exit status: 0 all proved, or skipped because a
tool is missing; 1 not all; 2 bad use.
"""
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [HERE, os.path.join(ROOT, "scripts", "gen")]
import aig as graphs
import ir
import netlist
import pair
import prove
import step
import tables
import words

# A whole block; or a C function and a Verilog module, by the name of their file in tb/formal/equal
HEARTS = {"split": None, "axbar": None, "arb": None, "dxbar": None, "victim": "tag_ages",
          "coalescer": "lsu_coalescer", "choice": "lsu_coalescer", "sure": "lsu_warps",
          "next": "lsu_next", "take": "lsu_take", "judge": "prt_judge", "alloc": "wdb_alloc",
          "pool": "lsu_pool", "front": "lsu_front", "left": "lsu_left", "feed": "lsu_newq",
          "pull": "lsu_pull",
          "lines": "lsu_lines", "rotate": "rotate", "deferral": "lsu_deferral", "fences": "lsu_fences",
          "forward": "wdb_words"}
# Proofs that use a machine with other sizes, because the cost of an age order grows fast with its entries
CONFIGS = {"choice": ["INSTRS=18", "WARPS=8"], "alloc": ["WDB=6"], "forward": ["WDB=6"],
          **{name: ["INSTRS=18", "WARPS=8"] for name in ("sure", "pool", "front", "left", "feed", "pull")}}
SECONDS = 500


class Failed(Exception):
    pass


def possible_of(aig):
    """Whether a loop has another iteration for some input."""
    cases = prove.Cases(aig)
    return lambda on: cases.on(on) or prove.solve(aig, on, SECONDS) is not None


def told(aig, case):
    """The nonzero inputs, by name."""
    values = {}
    for node, value in case.items():
        name = aig.inputs[node]
        if isinstance(name, tuple) and value:
            what, index, bit = name
            shown = what if index in (None, "register") else f"{what}[{index}]"
            values[shown] = values.get(shown, 0) | 1 << bit
    return ", ".join(f"{n}={v:#x}" for n, v in values.items() if n != "out") or "all zero"


def prove_equal(aig, one, what):
    """Inputs' bits. Refuses differences, and an assumption that no input satisfies."""
    aig, lits = aig.substitute(one.same, [aig.all(one.given)] + [lit for _, lit in one.asked])
    if prove.solve(aig, lits[0], SECONDS) is None:
        raise Failed("no state and no inputs fulfil what is assumed")
    differ = [(name, aig.both(lits[0], lit)) for (name, _), lit in zip(one.asked, lits[1:])]
    everything = list(dict.fromkeys(lit for _, lit in differ))
    case = prove.at_random(aig, everything, 2)
    for lit in everything:             # one by one is faster than all together
        if case is None:
            case = prove.solve(aig, lit, SECONDS)
    if case is not None:
        names = dict.fromkeys(n for (n, _), v in zip(differ, aig.values([lit for _, lit in differ], case, 1))
                              if v)
        raise Failed(f"{', '.join(names)} differ{what} with {told(aig, case)}")
    return sum(1 for n in aig.cone(lits) if n and aig.gates[n] is None)


class Block:
    """A block of the table."""
    def __init__(self, t, name, args):
        self.t, self.lanes, self.block, self.top = t, args.lanes, t.blocks[name], name
        related = os.path.exists(os.path.join(ROOT, "tb", "formal", "equal", f"{name}.c"))
        self.texts = compiled(step.model_text(self.block, related),
                              args), compiled(step.contract_text(self.block, ROOT), args)
        self.what = " and state" if self.block.clocked else ""

    def prove(self, gates):
        found = []
        for reset in (False, True) if self.block.clocked else (False,):
            aig = graphs.Aig()
            one = step.Step(aig, self.t, self.block, self.lanes, *map(ir.Module, self.texts), gates,
                            possible_of(aig), reset)
            found.append(prove_equal(aig, one, " after a reset" if reset else ""))
        return found[0]


class Function:
    """A function and a module."""
    def __init__(self, t, name, args):
        self.block, self.top = None, HEARTS[name]
        self.texts = compiled(f'#include "equal/{name}.c"\n', args),
        self.what = f" of {self.top}"

    def prove(self, gates):
        aig = graphs.Aig()
        return prove_equal(aig, pair.Pair(aig, ir.Module(self.texts[0]), gates, possible_of(aig)), "")


def compiled(text, args):
    source = os.path.abspath(args.source) if args.source else None
    return step.compiled(text, ROOT, os.path.abspath(args.gen), args.lanes, source)


def shaped(sizes, args, files, folder):
    """Tables, output folder and Verilog for these sizes."""
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "gen"), folder, *sizes], check=True)
    chosen = argparse.Namespace(**{**vars(args), "gen": folder})
    package = os.path.join(folder, "rtl", "ul1_pkg.sv")
    return tables.load(chosen=dict(s.split("=") for s in sizes)), chosen, \
        [package if os.path.basename(f) == "ul1_pkg.sv" else f for f in files]


def heart(t, name, args, files):
    """A line on the proof of a part with its own sizes."""
    if name not in CONFIGS:
        return proved_line(t, args, files, name)
    with tempfile.TemporaryDirectory(prefix="equal.") as folder:
        return f"{proved_line(*shaped(CONFIGS[name], args, files, folder), name)}, {' '.join(CONFIGS[name])}"


def proved_line(t, args, files, name):
    one = (Function if HEARTS[name] else Block)(t, name, args)
    key = hashlib.sha256("\0".join(map(str, (args.lanes, one.block, *one.texts))).encode())
    for f in files + sorted(os.path.join(HERE, f) for f in os.listdir(HERE) if f.endswith(".py")):
        with open(f, "rb") as text:
            key.update(text.read())
    kept = os.path.join(args.kept, f"{name}-{key.hexdigest()[:32]}")
    if os.path.exists(kept):
        with open(kept) as f:
            return f.read() + " (kept)"
    began = sum(os.times()[:4])
    with tempfile.TemporaryDirectory(prefix="equal.") as folder:
        gates = netlist.elaborate(one.top, args.lanes, files, folder, one.block is not None)
    bits = one.prove(gates)
    line = f"{name:8} {args.lanes} lanes, {bits} bits of inputs{one.what}, {sum(os.times()[:4]) - began:.0f} s of a core, abc"
    os.makedirs(args.kept, exist_ok=True)
    with open(kept + ".part", "w") as f:
        f.write(line)
    os.replace(kept + ".part", kept)
    return line


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    for name, default in (("--gen", "build/gen"), ("--rtl", "build/rtl"), ("--source", None),
                          ("--kept", "build/equal")):
        p.add_argument(name, default=default)
    p.add_argument("--lanes", type=int, default=8, choices=(8, 16, 32))
    p.add_argument("blocks", nargs="*")
    args = p.parse_args()
    t = tables.load()
    for name in args.blocks:
        if name not in HEARTS:
            print(f"equal: '{name}' is none of {', '.join(HEARTS)}", file=sys.stderr)
            return 2
    for tool in (f"clang {step.VERSION}", "yosys", "yosys-abc"):
        if not (shutil.which(tool) or (tool.startswith("clang") and step.clang(ROOT))):
            print(f"equal: skipped: {tool} is not here")
            return 0
    with open(os.path.join(args.rtl, "files.f")) as f:
        files = [os.path.abspath(os.path.join(args.rtl, line.strip())) for line in f]
    proved = failed = 0
    for name in args.blocks or HEARTS:
        try:
            print(heart(t, name, args, files), flush=True)
            proved += 1
        except (Failed, step.StepError, ir.IrError, netlist.NetlistError, prove.ProverError,
                words.WordsError) as e:
            print(f"{name:8} FAILED: {e}", flush=True)
            failed += 1
    print(f"equal: {proved} proved, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        tables.main_guard(main)
    except KeyboardInterrupt:
        print("equal: interrupted; what is proved is kept", file=sys.stderr)
        sys.exit(3)
