"""Converts a proof to a problem for the prover, and solves it. Yosys reads the module and its bench, and
writes them as gates with bad states and constraints (AIGER). ABC searches for a path to a bad state, or for
an invariant that excludes one."""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
from dataclasses import asdict, dataclass

import miter
import sv_package
import tables
from splice import edited

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCHES = os.path.join(ROOT, "tb", "formal")
TOOLS = ("yosys", "yosys-abc")
LANES = 8
LIMIT = 600      # seconds for the prover

# Registers without an initial value stay so (anyinit) until simplification is done, because Yosys may merge
# two of them.
SCRIPT = """
read_verilog -sv -formal -defer {files}
read_verilog -sv -formal {bench}
hierarchy -check -top {top}
proc -norom
{own}
flatten
opt_expr -keepdc
opt_clean
memory -nomap
memory_map
opt_expr -keepdc
opt_clean
setundef -undriven -anyseq
setundef -anyseq
async2sync
dffunmap
formalff -clk2ff -ff2anyinit
opt -full -nodffe -nosdff
techmap
opt -fast -nodffe -nosdff
abc -g AND -fast
formalff -anyinit2ff -fine
opt_clean
write_aiger -I -B -zinit -no-startoffset -symbols -map {work}/problem.aim {work}/problem.aig
"""
OWN = {"prove": "", "assume": "chformal -assert2assume */t:$assert {top}/t:$assert %d",
       "leave": "chformal -assert -remove */t:$assert {top}/t:$assert %d"}
HINT = re.compile(r"\(\* nowrshmsk \*\)")   # only for synthesis, and slow in Yosys


class NoTool(Exception):
    pass


@dataclass
class Result:
    ok: bool
    refuted: bool      # a bad state is reachable; otherwise the prover has given up, or Yosys refuses
    says: str


def need_tools():
    for tool in TOOLS:
        if not shutil.which(tool):
            raise NoTool(f"{tool} is not installed (make setup)")


def _sources(proof, slip):
    """[(name, text)] of the Verilog, packages first."""
    t = tables.load_blocks(chosen=proof.sizes)
    files = {}
    for path in [os.path.join(BENCHES, "in_order.sv")] + glob.glob(os.path.join(ROOT, "rtl", "*", "*.sv")) + \
            glob.glob(os.path.join(ROOT, "rtl", "*", "*", "*.sv")):
        with open(path) as f:
            files[os.path.basename(path)] = f.read()
    for edit in proof.slips if slip else []:
        files = edited(files, edit)
    first = [("ul1_pkg.sv", next(iter(sv_package.emit(t).values()))), ("ul1_fn.sv", files.pop("ul1_fn.sv"))]
    if proof.bench == "reset":
        top, bench = f"reset_{proof.of}", miter.bench(t, t.blocks[proof.of], LANES, proof.assumes,
                                                      proof.within, _holds(proof))
    else:
        top = proof.bench[:-len(".sv")]
        with open(os.path.join(BENCHES, proof.bench)) as f:
            bench = f.read()
    return top, first + sorted(_needed(proof.of, files | {top + '.sv': bench}, top).items()), bench


def _holds(proof):
    if not proof.holds:
        return ""
    with open(os.path.join(BENCHES, proof.holds)) as f:
        return f.read()


def _needed(module, files, top):
    """The files of a module, of its parts, and of other modules in its bench."""
    found, todo = {}, [module] + re.findall(r"^  (\w+) (?:#\(|dut)", files.pop(top + ".sv"), re.M)
    while todo:
        name = f"{todo.pop()}.sv"
        if name in files and name not in found:
            found[name] = HINT.sub("", files[name])
            todo += re.findall(r"^\s*(\w+) (?:#\(|u_\w+)", files[name], re.M)
    return found


def _write(path, text):
    with open(path, "w") as f:
        f.write(text)


def _run(args, work, log, limit=None):
    with open(os.path.join(work, log), "w") as out:
        try:
            return subprocess.run(args, stdout=out, stderr=subprocess.STDOUT, timeout=limit).returncode
        except subprocess.TimeoutExpired:
            return -1


def _text(work, log):
    with open(os.path.join(work, log), errors="replace") as f:
        return f.read()


def _where(work, output):
    """The assertion behind the bad state of that number. Yosys numbers them in the order of its list."""
    places = re.findall(r'src "([^"]*?):[^:"]*?(\d+)\.\d+"\n  cell \$assert ', _text(work, "problem.il"))
    return ":".join(places[int(output)]) if int(output) < len(places) else f"assertion {output}"


def _refuted(work, text, slip):
    """Reports where and when a bad state is reached, with waves unless the property was mutated (slip)."""
    output, frame = re.search(r"Output (\d+) of miter .* was asserted in frame (\d+)", text).groups()
    says = f"{_where(work, output)} fails in cycle {frame}"
    if slip:
        return Result(False, True, says)
    _run(["yosys-abc", "-c",
          f"read_aiger {work}/problem.aig; fold; bmc3 -F {int(frame) + 1}; write_cex -a {work}/problem.aiw"],
         work, "cex.log")
    _run(["yosys", "-q", "-p",
          f"read_rtlil {work}/problem.il; sim -clock clk -r {work}/problem.aiw -map {work}/problem.aim -vcd "
          f"{work}/problem.vcd"], work, "vcd.log")
    waves = f"{work}/problem.vcd"
    shown = os.path.exists(waves) and os.path.getsize(waves)
    return Result(False, True, f"{says}; {waves if shown else f'no waves, see {work}/vcd.log'}")


def _solve(proof, work, slip):
    # this finds little in a step from any two states, and takes long
    equal = "" if proof.holds else "scorr; "
    simplify = f"read_aiger {work}/problem.aig; fold; strash; {equal}"
    # a mutation, and a proof that this does not solve, need a search for a path
    if proof.sweep and not slip:
        swept = f"frames -i -F {proof.frames}; orpos; strash; fraig; iprove; print_status"
        _run(["yosys-abc", "-c", simplify + swept], work, "sweep.log", LIMIT)
        if "Status = 1" in _text(work, "sweep.log"):
            return Result(True, False, f"bound {proof.bound}")
    goal = f"bmc3 -F {proof.frames} -T {LIMIT}" if proof.bound else f"pdr -T {LIMIT}"
    _run(["yosys-abc", "-c", simplify + goal], work, "prover.log", 2 * LIMIT)
    text = _text(work, "prover.log")
    if "was asserted in frame" in text:
        return _refuted(work, text, slip)
    if "Property proved" in text:
        return Result(True, False, "invariant")
    done = re.search(r"No output (?:failed|asserted) in (\d+) frames", text)
    if done and int(done[1]) >= proof.frames > 1:
        return Result(True, False, f"bound {proof.bound}")
    return Result(False, False, f"the prover gives up, see {work}/prover.log")


def check(proof, work, slip, fresh):
    """Whether the proof holds, of the Verilog as it is or with the mutation (slip). Earlier results for the
    same input are reused."""
    try:
        top, files, bench = _sources(proof, slip)
    except Exception as e:   # of tables, of an edit
        return Result(False, False, str(e).strip())
    script = SCRIPT.format(files=" ".join(f"{work}/{n}" for n, _ in files), bench=f"{work}/bench.sv", top=top,
                           work=work,
                           own=OWN[proof.own].format(top=top))
    if proof.within or proof.words:     # memories are registers while the parts still have their names
        script = script.replace("proc -norom\n",
                                "proc -norom\nopt_expr -keepdc\nopt_clean\nmemory -nomap\nmemory_map\n")
    script = script.replace("write_aiger", f"write_rtlil {work}/problem.il\nwrite_aiger")
    key = hashlib.sha256(json.dumps([files, bench, script, proof.frames, LIMIT]).encode()).hexdigest()
    kept = os.path.join(work, "result.json")
    if not fresh and os.path.exists(kept):
        with open(kept) as f:
            was = json.load(f)
        if was["key"] == key:
            return Result(**was["result"])
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    for name, text in files + [("bench.sv", bench), ("script.ys", script)]:
        _write(os.path.join(work, name), text)
    if _run(["yosys", "-q", "-s", f"{work}/script.ys"], work, "yosys.log", 2 * LIMIT):
        said = [s for s in _text(work, "yosys.log").splitlines() if "ERROR" in s] or [f"see {work}/yosys.log"]
        return Result(False, False, f"Yosys says: {said[0]}")
    result = _solve(proof, work, slip)
    if result.ok or result.refuted:
        _write(kept + ".new", json.dumps({"key": key, "result": asdict(result)}))
        os.replace(kept + ".new", kept)
    return result
