"""Reads the lists of proofs, tb/formal/*.proofs:

    config NAME SIZE=n ...     sizes of the machine, for proofs that name this configuration
    proof NAME
    what: the property, in a line
    of: MODULE                of the Verilog; the module and its parts are read unchanged
    bench: FILE.sv            beside the list: module of that name with assumptions and assertions
    bench: reset              or: generated from the port table (miter.py)
    config: NAME
    own: prove                the module's own assertions are proved, too; `assume`: assumed; `leave`: ignored
    by: invariant             for any number of cycles, by an invariant that the prover finds
    by: bound N: WHY          for N cycles from a reset, or from any allowed state; and why these suffice
    assume: EXPRESSION        for a generated bench: an assumption on inputs in each cycle, in Verilog
    within: NAME WIDTH [N]    for a generated bench: an inner signal of the block, u_PART.NAME, or N words
                              of a memory; `holds` names it PART_NAME_a and _b
    holds: FILE.svh           beside the list: a vector `holds`, an invariant if all bits are 1. A step is
                              proved: a reset, or two states with the invariant, lead to two states with it
                              and equal outputs (by: `bound 3: ...`, because assumptions and assertions are
                              evaluated a cycle later)
    sweep                     for a bound with much data: unroll all cycles, and merge equal nodes first
    words                     the bench names words of a memory of the module, as dut.NAME[i]
    sample                    takes a second or two, and is part of `make test`
    seconds: N                its duration, to start the longest first
    slip:                     an edit of the Verilog (scripts/faults/splice.py) with which the proof must
        ...                   fail: a mutation of the property, as a vacuity check
    slip: FAULT               or a seeded fault by name

    proof NAME                a proof by its own command
    what: ...
    run: COMMAND              its last line ends in `N proved, M failed`, its status is 0 if M is; or the
                              line is `...skipped: WHY`
"""
import glob
import importlib.util
import os
import re
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "tb", "formal")
LAST_LINE = re.compile(r"(\d+) proved, (\d+) failed$")
BY = re.compile(r"invariant$|bound (\d+): \S")
ONCE = ("what", "of", "bench", "config", "own", "by", "seconds", "run", "holds")


class ProofError(Exception):
    pass


@dataclass
class Proof:
    name: str
    where: str
    what: str = ""
    of: str = ""
    bench: str = ""
    config: str = ""
    own: str = "leave"
    by: str = ""
    run: str = ""
    seconds: int = 1
    sample: bool = False
    sweep: bool = False
    words: bool = False
    sizes: dict = field(default_factory=dict)
    assumes: list = field(default_factory=list)
    holds: str = ""
    within: list = field(default_factory=list)     # (name, width, number of words of a memory, or 0)
    slips: list = field(default_factory=list)      # edits

    @property
    def bound(self):
        return int(BY.match(self.by)[1] or 0)      # 0: none

    @property
    def frames(self):
        """Yosys keeps the condition of an assertion in a register, so it is visible in the next cycle."""
        return self.bound + 1


def need(ok, where, what):
    if not ok:
        raise ProofError(f"{where}: {what}")


def _faults():
    spec = importlib.util.spec_from_file_location("faults",
                                                  os.path.join(ROOT, "scripts", "faults", "__main__.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {f.name: f for f in module.load()}


def _fault(name, faults, where):
    if not faults:
        faults.update(_faults())
    need(name in faults and faults[name].edits.get("rtl"), where,
         f"there is no fault '{name}' in the Verilog")
    return list(faults[name].edits["rtl"])

def _row(p, row, where, configs, faults):
    key, _, value = (s.strip() for s in row.partition(":"))
    if key in ("sample", "sweep", "words") and not value:
        setattr(p, key, True)
    elif key == "assume":
        p.assumes.append(value)
    elif key == "within":
        words = value.split() + ["0"]
        need(len(words) in (3, 4) and words[2].isdigit(), where, "within: is NAME WIDTH [N]")
        p.within.append((words[0], words[1], int(words[2])))
    elif key == "slip":
        p.slips = _fault(value, faults, where) if value else [""]
    else:
        need(key in ONCE and value, where,
             f"'{row}' is none of {', '.join(ONCE)}, assume, within, words, sample, sweep, slip")
        need(key != "config" or value in configs, where, f"there is no config '{value}'")
        need(key != "own" or value in ("prove", "assume", "leave"), where, "own: is prove, assume or leave")
        need(key != "by" or BY.match(value), where, "by: is `invariant`, or `bound N: WHY`")
        need(key != "seconds" or value.isdigit(), where, "seconds: is a number")
        setattr(p, key, int(value) if key == "seconds" else value)
        if key == "config":
            p.sizes = configs[value]

def _read(path, configs, faults):
    found = []
    with open(path) as f:
        rows = f.read().split("\n")
    for n, row in enumerate(rows, 1):
        where = f"{os.path.relpath(path, ROOT)}:{n}"
        if row.startswith("    ") and found and found[-1].slips:
            found[-1].slips[-1] += row + "\n"
        elif not row.strip():
            if found and found[-1].slips and found[-1].slips[-1]:
                found[-1].slips.append("")
        elif row.startswith("#"):
            continue
        elif row.startswith("config "):
            name, *sizes = row.split()[1:]
            configs[name] = dict(s.split("=", 1) for s in sizes)
        elif row.startswith("proof "):
            found.append(Proof(row.split()[1], where))
        else:
            need(found, where, "proof NAME expected")
            _row(found[-1], row, where, configs, faults)
    return found

def load():
    found, configs, faults = [], {}, {}
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.proofs"))):
        found += _read(path, configs, faults)
    for p in found:
        p.slips = [e for e in p.slips if e]
        need(p.what, p.where, f"proof {p.name} lacks `what:`")
        need(sum(q.name == p.name for q in found) == 1, p.where, f"there are two proofs '{p.name}'")
        if not p.run:
            need(p.of and p.bench and p.by and p.slips, p.where,
                 f"proof {p.name} lacks one of of:, bench:, by:, slip:")
            need(p.bench == "reset" or os.path.exists(os.path.join(FOLDER, p.bench)), p.where,
                 f"there is no tb/formal/{p.bench}")
            need(not p.holds or os.path.exists(os.path.join(FOLDER, p.holds)), p.where,
                 f"there is no tb/formal/{p.holds}")
            need(p.bench == "reset" or not (p.holds or p.within), p.where,
                 "holds: and within: are for made benches")
    return found

def check_document():
    """Checks that the table in docs/verification.md lists these proofs."""
    with open(os.path.join(ROOT, "docs", "verification.md")) as f:
        text = f.read()
    shown = set(re.findall(r"^\| `(\w+)` \| `(\w+)` \| (invariant|bound \d+) \|$", text, re.M))
    proofs = {(p.name, p.of, f"bound {p.bound}" if p.bound else "invariant") for p in load() if not p.run}
    for name, of, by in sorted(shown ^ proofs):
        need(False, "docs/verification.md",
             f"the table of proofs {'has' if (name, of, by) in shown else 'lacks'} `{name}`, {of}, {by}")
