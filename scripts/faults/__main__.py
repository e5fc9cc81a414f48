#!/usr/bin/env python3
"""Seeded faults: realistic bugs in the Verilog, in the model, or the same in both (verif/faults/**/*.faults).

usage: faults FOLDER [NAME=VALUE ...]
                         writes copies of rtl/ and cmodel/src with all faults, each behind a selector, and
                         their list faults.inc; with chosen sizes only the faults that need these
       faults --list     a line for each: NAME BLOCK WHERE LANES TEST CHECKS SIZES; WHERE is rtl, model, both,
                         alike
       faults --litmus   a line for each that only litmus tests detect (verif/faults/litmus): NAME LANES FROM
                         N SEED

The name of a file is that of its block, or of a machine of wired parts. Edits of the model may be of the
wires between parts, too (ul1_wires.h). If several machines have the same wire, that of the machine counts
with which the fault's name begins.

    fault NAME
    what: the bug in a line
    lanes: N              the only lane count at which the fault shows (default 8)
    sizes: NAME           sizes with which it shows, verif/tests/configs/NAME.sizes; without: the default ones
    seen: TEST            a test of the whole machine that detects it, tried before all others
    checks: none          the test alone is to detect it: no contract is checked
    litmus: FROM N SEED   instead of that: generated litmus tests that detect it by axioms, when no other
                          test does
    rules: TAG-4 TIE-9    the rules that it breaks, by the numbers in docs/microarchitecture.md (see rules.py)
    rtl:                  an edit, see splice.py; several are separated by an empty line
        ...
    model:
        ...
    alike:                instead of both: an edit of the model, which runs alone, as if the Verilog had the
        ...               same fault
"""
import glob
import os
import sys
from dataclasses import dataclass, field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../gen"))
import c_wiring
import tables
from splice import SpliceError, Splicer, sources, with_gates, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LANGUAGES = {"rtl": ("sv", "rtl", (".sv",)), "model": ("c", "cmodel/src", (".c", ".h"))}
SECTIONS = ("rtl", "model", "alike")


class FaultError(Exception):
    pass


@dataclass
class Fault:
    name: str
    block: str
    where: str
    what: str = ""
    lanes: int = 8
    sizes: str = "-"
    seen: str = "-"
    checks: str = "full"
    litmus: tuple = ()                            # the first test's number, how many tests, and their seed
    rules: list = field(default_factory=list)
    edits: dict = field(default_factory=dict)     # section -> [edit]

    @property
    def side(self):
        return "both" if len(self.edits) == 2 else next(iter(self.edits), "")


def _read(path):
    block, faults, edits = os.path.basename(path)[:-len(".faults")], [], None
    with open(path) as f:
        rows = f.read().split("\n")
    for n, row in enumerate(rows, 1):
        where = f"{os.path.relpath(path, ROOT)}:{n}"
        if row.startswith("    ") and edits is not None:
            edits[-1] += row + "\n"
        elif not row.strip():
            if edits and edits[-1]:
                edits.append("")
        elif row.startswith("#"):
            continue
        elif row.startswith("fault "):
            faults.append(Fault(row.split()[1], block, where))
            edits = None
        elif not faults:
            raise FaultError(f"{where}: fault NAME expected")
        elif row.startswith("what: "):
            faults[-1].what = row[6:]
        elif row.startswith("lanes: ") and row[7:].isdigit():
            faults[-1].lanes = int(row[7:])
        elif row.startswith("sizes: ") and os.path.exists(f"{ROOT}/verif/tests/configs/{row[7:].strip()}.sizes"):
            faults[-1].sizes = row[7:].strip()
        elif row.startswith("seen: "):
            faults[-1].seen = row[6:].strip()
        elif row.strip() == "checks: none":
            faults[-1].checks = "none"
        elif (row.startswith("litmus: ") and len(row.split()) == 4
              and all(n.isdigit() for n in row.split()[1:])):
            faults[-1].litmus = tuple(row.split()[1:])
        elif row.startswith("rules: "):
            faults[-1].rules += row[7:].split()
        elif row.rstrip()[-1:] == ":" and row.rstrip()[:-1] in SECTIONS:
            edits = faults[-1].edits.setdefault(row.strip()[:-1], [""])
        else:
            raise FaultError(f"{where}: none of fault, what:, lanes:, sizes:, seen:, checks:, litmus:, rules:, rtl:, "
                             f"model:, alike:, or an edit")
    for fault in faults:
        fault.edits = {side: [e for e in edits if e] for side, edits in fault.edits.items()}
        if not fault.what or not fault.edits or not all(fault.edits.values()):
            raise FaultError(f"{fault.where}: fault {fault.name} lacks what it is, or an edit")
        if fault.litmus and fault.side != "alike":
            raise FaultError(f"{fault.where}: fault {fault.name} is for axioms to see, and an edit of one "
                             f"twin")
        if "alike" in fault.edits and len(fault.edits) > 1:
            raise FaultError(f"{fault.where}: fault {fault.name} is alike and has an edit of one twin")
    return faults


def load():
    paths = sorted(glob.glob(os.path.join(ROOT, "verif", "faults", "**", "*.faults"), recursive=True))
    # Faults of the model only come last, because they need no new compilation of the Verilog.
    faults = sorted((f for path in paths for f in _read(path)), key=lambda f: f.side == "alike")
    names = [f.name for f in faults]
    for f in faults:
        if names.count(f.name) > 1:
            raise FaultError(f"{f.where}: there are two faults '{f.name}'")
    return faults


def sizes_of(name):
    """Those of verif/tests/configs/NAME.sizes; none for '-'."""
    if name == "-":
        return {}
    with open(f"{ROOT}/verif/tests/configs/{name}.sizes") as f:
        return dict(word.split("=", 1) for row in f for word in row.partition("#")[0].split())


def wires(chosen):
    """The wires between the parts of machines. Those of ports that are not built pass zeros."""
    t = tables.load(chosen=chosen)
    for port in (p for block in t.blocks.values() for p in block.ports):
        port.built = True
    return c_wiring.emit(t)["ul1_wires.h"]


def lay(folder, faults, chosen):
    wrong = []   # all of them, because a change of a block may break several
    for side, (language, where, ends) in LANGUAGES.items():
        files = sources(os.path.join(ROOT, where), ends)
        if side == "model":
            files["ul1_wires.h"] = wires(chosen)
        splicer = Splicer(language, with_gates(files) if side == "rtl" else files)
        for number, fault in enumerate(faults, 1):
            for edit in fault.edits.get(side, []) + (fault.edits.get("alike", []) if side == "model" else []):
                try:
                    splicer.add(edit, number, f"wire_{fault.name.partition('_')[0]}_")
                except SpliceError as e:
                    wrong.append(f"{fault.where}: fault {fault.name}: {e}:\n{edit.rstrip()}")
        if wrong:
            raise FaultError("\n".join(wrong))
        for name in splicer.files:
            write(os.path.join(folder, where, name), splicer.text(name))
    rows = [f'{{ "{f.name}", "{f.block}", "{f.side}" }},\n' for f in faults] + ['{ "none", "*", "rtl" },\n']
    write(os.path.join(folder, "faults.inc"), "// Derived from verif/faults: do not edit.\n" + "".join(rows))


def main():
    args = sys.argv[1:]
    chosen = dict(a.split("=", 1) for a in args[1:] if "=" in a)
    if not args or len(chosen) != len(args) - 1 or args[0][0] == "-" and args not in (["--list"], ["--litmus"]):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        faults = load()
        if sys.argv[1] == "--list":
            for f in faults:
                if not f.litmus:
                    print(f.name, f.block, f.side, f.lanes, f.seen, f.checks, f.sizes)
        elif sys.argv[1] == "--litmus":
            for f in faults:
                if f.litmus:
                    print(f.name, f.lanes, *f.litmus)
        else:
            lay(args[0], [f for f in faults if sizes_of(f.sizes) == chosen], chosen)
    except (FaultError, SpliceError) as e:
        print(f"faults: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
