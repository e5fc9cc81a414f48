#!/usr/bin/env python3
"""Proves that mutants of the Verilog are equivalent to the original, as far as the port tables make outputs
valid.

usage: prove.py [--seconds N] ID|FILE...   a line for each: `ID equal`, `ID differs: PORT in cycle N`,
                                           or `ID open`; exit status 0 if all are equal, else 1. From a
                                           FILE (written.py), the mutants with the argument `Proved.`

A bench contains a block twice, generated as for proofs (scripts/formal/miter.py), once with the mutant. Both
begin in the same arbitrary state, with a reset. The block's own assertions are assumed for the original.
prove.assume lists further assumptions of its contract. The proof is for 8 lanes and the sizes of the
configuration in prove.assume.

Registers of one name are merged where both copies get the same next value, which is part of the proof (by
ABC, an invariant). Other registers are separate, together with all that depends on them. All this is done
twice: as in simulation, and as in gates, where the simulation gate ul1_fn::sim_gate is always true. A mutant
that is equal belongs in scripts/mutate/equivalent_verilog.txt, with `Proved.` A mutant that `differs` may do
so only for inputs that no machine produces.
"""
import os
import re
import subprocess
import sys
import tempfile

import aiger
import verilog
import written
from splice import Piece, Splicer, sources, with_gates

for _folder in ("formal/equal", "formal", "gen"):
    sys.path.insert(0, os.path.join(verilog.ROOT, "scripts", _folder))
import aig  # noqa: E402
import engine  # noqa: E402
import miter  # noqa: E402
import sv_package  # noqa: E402
import tables  # noqa: E402

ASSUMED = os.path.join(verilog.ROOT, "scripts/mutate/prove.assume")
# kinds of mutants that need their own graph, because Yosys needs constants at their position
ALONE = ("loop", "index")
SECONDS = 20          # of the prover, for each try
SELECTOR = re.compile(r"int ul1_fault;\s*initial ul1_fault = [^;]*;")
READ = """read_verilog -sv -formal -defer {files}
hierarchy -check -top bench
proc -norom
flatten
chformal -assert -remove */t:$assert */n:*flatten?b.* %i
chformal -assert2assume */t:$assert */n:*flatten?a.* %i
opt_expr -keepdc
opt_clean
write_rtlil {work}/flat.il
select -write {work}/selectors w:*ul1_fault
"""


class NoGraph(Exception):
    pass


def assumed(block):
    """(sizes, expressions)"""
    sizes, expressions = {}, []
    with open(ASSUMED) as f:
        for row in f:
            key, _, value = (s.strip() for s in row.partition(":"))
            if key in ("config", f"config {block}"):
                sizes |= dict(s.split("=", 1) for s in value.split())
            elif key == block:
                expressions.append(value)
    return sizes, expressions


class Block:
    """Both copies as a graph. A selector, an input, chooses the mutant in the second copy. A mutant of a
    loop's bounds, or of an index, has its own graph."""

    def __init__(self, name, mutants, texts, work, gates):
        self.name, self.work, self.gates = name, work, gates
        self.numbers = {m.name: n for n, (_, m) in enumerate(mutants, 1)}
        own = {f: text for f, text in texts.items() if verilog.block_of(f) == name}
        if mutants[0][1].kind in ALONE:
            file, m = mutants[0]
            own |= {f"b_{f}": text
                    for f, text in self._renamed(own | {file: verilog.applied(own[file], m.changes)}).items()}
        else:
            splicer = Splicer("sv", own)
            for file, m in mutants:
                splicer.pieces[file] += [Piece(s, e, new, self.numbers[m.name], m.statement) for s,
                                         e, new in m.changes]
            own = {f: splicer.text(f) for f in own}
        self._gates({f.replace("/", "_"): text for f, text in own.items()}, mutants[0][1].kind in ALONE)

    @staticmethod
    def _renamed(files):
        """The same modules under other names"""
        modules = "|".join(os.path.splitext(os.path.basename(f))[0] for f in files)
        return {f: re.sub(rf"^(\s*(?:module )?)({modules})(?= (?:#\(|\(|u_))", r"\1\2_b", text, flags=re.M)
                for f, text in files.items()}

    def _files(self, own, renamed):
        sizes, assumes = assumed(self.name)
        self.tables = tables.load_blocks(chosen=sizes)
        common = with_gates(sources(os.path.join(verilog.ROOT, "rtl/common"), (".sv",)), f"1'b{self.gates}")
        own = {n: SELECTOR.sub("(* keep *) wire [11:0] ul1_fault;", text)
               for n, text in {**own, **common}.items()}
        files = {"ul1_pkg.sv": next(iter(sv_package.emit(self.tables).values())),
                 "ul1_fn.sv": own.pop("ul1_fn.sv"), **own}
        bench = miter.bench(self.tables, self.tables.blocks[self.name], engine.LANES, assumes)
        bench = bench.replace(f"module reset_{self.name} (", "module bench (input wire [11:0] fault,")
        self.ports = re.findall(r"assert .*// (\w+)", bench)
        if renamed:
            bench = re.sub(rf"({self.name})(?= #\S+ b \()", r"\1_b", bench)
        files["bench.sv"] = bench.replace("always @(posedge clk) if", "always @* if")
        return {n: engine.HINT.sub("", text) for n, text in files.items()}

    def _yosys(self, name, script):
        path = os.path.join(self.work, name)
        verilog.write(path, script)
        done = subprocess.run(["yosys", "-q", "-s", path], capture_output=True, text=True)
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines() or [f"it ends with {done.returncode}"]
            raise NoGraph(f"Yosys: {said[-1]}")

    def _gates(self, own, renamed):
        files = self._files(own, renamed)
        for name, text in files.items():
            verilog.write(os.path.join(self.work, name), text)
        self._yosys("read.ys", READ.format(files=" ".join(os.path.join(self.work, n) for n in files),
                                           work=self.work))
        with open(os.path.join(self.work, "selectors")) as f:
            selectors = [row.strip().split("/", 1)[1] for row in f if row.strip()]
        gates = engine.SCRIPT[engine.SCRIPT.index("memory -nomap"):].replace("write_aiger ",
            "write_aiger -ascii ").replace(".aig", ".aag")
        ties = [f"connect -set {s} " + ("fault" if s.startswith("b.") else "12'd0") for s in selectors]
        self._yosys("gates.ys",
                    "\n".join([f"read_rtlil {self.work}/flat.il", "cd bench", *ties, "cd ..",
                               gates.format(work=self.work)]))
        self.problem = aiger.read(os.path.join(self.work, "problem.aag"))

    # -- the graph with one mutant chosen
    # ---------------------------------------------------------------------------------------

    def _own(self, literal, copy):
        """The name without the prefix of that copy; None if it is not in it."""
        names = [n.removeprefix("init:") for n in self.problem.names.get(literal, ())]
        return next((n[2:] for n in names if n.startswith(copy + ".")), None)

    def _leaves(self, number, apart):
        """(graph, kind of each leaf); latches of names in `apart` are two."""
        graph, value, first = aig.Aig(), {0: 0}, {}
        for literal in self.problem.inputs:
            a, b = self._own(literal, "a"), self._own(literal, "b")
            chosen = re.match(r"fault\[(\d+)\]$", self.problem.names.get(literal, [""])[0])
            if chosen:
                value[literal] = number >> int(chosen[1]) & 1
            elif b is not None:
                value[literal] = first.setdefault(b, None) or graph.input(literal)
                first[b] = value[literal]
            else:
                value[literal] = (first.get(a) if a is not None else None) or graph.input(literal)
                if a is not None:
                    first[a] = value[literal]
        held = {}
        for literal, _ in self.problem.latches:
            a, b = self._own(literal, "a"), self._own(literal, "b")
            name = a if a is not None else b
            if name is None or name in apart or name not in held:
                value[literal] = graph.input(literal)
                if name is not None and name not in apart:
                    held[name] = value[literal]
            else:
                value[literal] = held[name]
        return graph, value

    def chosen(self, number, apart):
        """(graph, {latch: next}, [(port, bad)], constraints, {name: differs} of merged registers)"""
        graph, value = self._leaves(number, apart)
        of = lambda x: value[x & ~1] ^ x & 1  # noqa: E731
        for literal, left, right in self.problem.ands:
            value[literal] = graph.both(of(left), of(right))
        latches, differ = {}, {}
        for literal, then in self.problem.latches:
            q = value[literal]
            if q not in latches:
                latches[q] = of(then)
            elif latches[q] != of(then):
                name = self._own(literal, "a") or self._own(literal, "b")
                differ[name] = graph.differ(latches[q], of(then))
        bad = [(port, of(x)) for port, x in zip(self.ports, self.problem.bad)]
        return graph, latches, bad, [of(x) for x in self.problem.constraints], differ

    def verdict(self, name, seconds):
        apart = set()
        while True:
            graph, latches, bad, constraints, differ = self.chosen(self.numbers[name], apart)
            shows = [(what, x) for what, x in bad + list(differ.items()) if x != aig.FALSE]
            if not shows:
                return "equal"
            path = os.path.join(self.work, "one.aig")
            aiger.write(path, graph, latches, [x for _, x in shows], constraints)
            said = subprocess.run(["yosys-abc", "-c",
                                   f"read_aiger {path}; fold; strash; scorr; pdr -T {seconds}"],
                                  capture_output=True,
                                  text=True).stdout
            if "Property proved" in said:
                return "equal"
            if not differ:
                where = re.search(r"Output (\d+) of miter .* asserted in frame (\d+)", said)
                return f"differs: {shows[int(where[1])][0]} in cycle {where[2]}" if where else "open"
            apart |= set(differ)


def verdicts(block, group, texts, seconds):
    """For each mutant, in simulation and in gates: the first result that is not `equal`"""
    found = {m.name: "equal" for _, m in group}
    for gates in (0, 1):
        with tempfile.TemporaryDirectory() as work:
            try:
                both = Block(block, [(f, m) for f, m in group if found[m.name] == "equal"], texts, work,
                             gates)
                for name in both.numbers:
                    found[name] = both.verdict(name, seconds) + (", in gates" if gates else "")
                    found[name] = found[name].replace("equal, in gates", "equal")
                    if gates or found[name] != "equal":
                        yield name, found[name]
            except NoGraph as e:
                yield from ((name, f"open ({e})") for name, verdict in found.items() if verdict == "equal")
                return
        if "equal" not in found.values():
            return


def listed(path, blocks, texts):
    """The mutants that a list declares proved"""
    with open(path) as f:
        known, found, changes = written.read([path], lambda _: f.read()), [], verilog.changes_of(blocks,
            texts)
    for of_block in blocks.values():
        for name, m in of_block:
            place = verilog.place_of(texts[name], m.changes[0][0])
            entry = known.find({"file": verilog.path_of(name), "function": place,
                                "change": changes[m.name]})
            found += [m.name] if entry and entry.why[0] == "Proved." else []
    return found


def main(arguments):
    seconds = int(arguments[1]) if arguments[:1] == ["--seconds"] else SECONDS
    wanted = arguments[2:] if arguments[:1] == ["--seconds"] else arguments
    if not wanted:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    engine.need_tools()
    blocks, texts = verilog.read_all()
    of = {m.name: block for block, found in blocks.items() for _, m in found}
    wanted = [name for w in wanted for name in (listed(w, blocks, texts) if w.endswith(".txt") else [w])]
    for name in wanted:
        if name not in of:
            raise verilog.v_parse.ReadError(f"no mutant is called '{name}'")
    status = 0
    for block in sorted({of[name] for name in wanted}):
        chosen = [(f, m) for f, m in blocks[block] if m.name in wanted]
        groups = [[(f, m) for f, m in chosen if m.kind not in ALONE]] + [[(f, m)] for f, m in chosen
            if m.kind in ALONE]
        for group in filter(None, groups):
            for name, verdict in verdicts(block, group, texts, seconds):
                print(name, verdict, flush=True)
                status |= verdict != "equal"
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (verilog.v_parse.ReadError, engine.NoTool, written.Wrong, OSError) as e:
        print(f"prove: {e}", file=sys.stderr)
        sys.exit(1)
