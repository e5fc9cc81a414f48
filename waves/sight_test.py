#!/usr/bin/env python3
"""Tests the initial view of a save file. Usage: sight_test.py COSIM FOLDER

For known events, the related interfaces must be open and others must not. Visible signals must change in the
visible cycles. For a failure, the differing signal must be visible. The last line counts.
"""
import os
import re
import shutil
import subprocess
import sys

from story_test import Waves, run

# (test, position of the marker, open interfaces, some closed ones)
OPEN = (
    ("stride_4", None, {"split.split", "axbar.bank"}, {"prt.prt", "tag.cmd", "wdb.wdb"}),
    ("docs/tour/merge.l1", "w1 miss", {"tag.look", "prt.prt", "prt.miss", "mmu.mem"},
     {"split.split", "tag.cmd", "tag.evict"}),
    ("docs/tour/evict.l1", "evicts", {"tag.evict", "wdb.wdb", "mmu.mem", "tag.look"},
     {"split.split", "tag.cmd"}),
    ("command_row", "all: taken", {"tag.cmd"}, {"split.split", "prt.prt"}),
)
MOST_IN_SIGHT = 75      # rows


class Sight:
    """Contents of a save file: signals outside closed groups, open interfaces, the first visible cycle, the
    marker."""

    def __init__(self, path):
        self.signals, self.open, closed, code = [], set(), 0, ""
        for line in open(path):
            line = line.rstrip("\n")
            if line.startswith("@"):
                code = line
            elif line.startswith("-"):
                closed += (code == "@c00200") - (code == "@1401200")
                if code == "@800200" and not closed:
                    self.open.add(line[1:])
            elif line.startswith("+") and not closed:
                self.signals.append(re.sub(r"^\+\{.*\} |\[[0-9:]*\]$", "", line))
            elif line.startswith("[timestart]"):
                self.first = int(line.split()[1]) // 1000
            elif line.startswith("*"):
                self.marker = int(line.split()[1]) // 1000


def judge(what, fine):
    if not fine:
        print(f"FAILED: {what}")
    return fine


def opens(cosim, folder):
    results = []
    for test, at, wanted, others in OPEN:
        fst = run(cosim, folder, test, 0, ["--waves-at", at] if at else [])
        s = Sight(fst.replace(".fst", ".gtkw"))
        results.append(judge(f"{test}: open are {', '.join(sorted(s.open))}", wanted <= s.open and not others
                             & s.open))
        results.append(judge(f"{test}: {len(s.signals)} rows in sight", len(s.signals) <= MOST_IN_SIGHT))
        names = {re.sub("^l1_view.|_expected$", "", n) for n in s.signals}
        w = Waves(fst, lambda name, names=names: name in names)
        still = [n for n in names - {"clk"} if len(set(w.of[n][s.first:s.first + 18])) < 2]
        results.append(judge(f"{test}: at rest in sight: {', '.join(sorted(still))}", not still))
    return results


def opens_exist(folder):
    """Each signal and each interface that tb/waves/open.h names."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tb", "waves", "open.h")) as f:
        named = re.findall(r'"([\w.]+)"', f.read())
    with open(os.path.join(folder, "stride_4-8.gtkw")) as f:
        text = f.read()
    lacking = [n for n in named if f"\n-{n}\n" not in text
               and not re.search(rf"\.{n}(_expected)?(\[[0-9:]*\])?\n", text)]
    return [judge(f"open.h names what is not there: {', '.join(lacking)}", named and not lacking)]


def failure(cosim, folder):
    """The Verilog against a recording of the model with one changed digit: that signal must be visible, with
    its difference."""
    folder = os.path.join(folder, "failure")
    record = os.path.join(folder, "record")
    os.makedirs(record, exist_ok=True)
    subprocess.run([cosim, "--test", "stride_4", "--record-folder", record, "--waves-folder", folder],
                   capture_output=True, check=True)
    path = os.path.join(record, "stride_4-8.out")
    lines = open(path).read().split("\n")
    names, cycle = lines[0].split(), 483
    digits = lines[cycle].split()
    column = names.index("split_mask") - len(names) + len(digits)
    digits[column] = f"{int(digits[column], 16) ^ 1:0{len(digits[column])}x}"
    lines[cycle] = " ".join(digits)
    with open(path, "w") as f:
        # nothing follows the failure, but it must be visible
        f.write("\n".join(lines[:cycle + 1] + [""]))
    said = subprocess.run([cosim, "--test", "stride_4", "--actual", f"rec:{record}", "--waves-folder",
                           folder], capture_output=True, text=True)
    s = Sight(os.path.join(folder, "stride_4-8.gtkw"))
    return [judge("a digit of a recording is found", said.returncode == 1
                  and "split.split_mask" in said.stdout),
            judge(f"of a failure these are open: {', '.join(sorted(s.open))}", "split.split" in s.open
                  and "axbar.bank" not in s.open),
            judge(f"the marker is at {s.marker}, in sight are 18 cycles from {s.first} on",
                  s.first <= s.marker < s.first + 18 and abs(s.marker - cycle) <= 1),
            judge("of a failure all three rows are in sight", sum("split.split_mask" in n for n in s.signals)
                  == 3)]


def main():
    if len(sys.argv) != 3:
        print("usage: sight_test.py COSIM FOLDER", file=sys.stderr)
        return 2
    results = failure(*sys.argv[1:]) + (opens(*sys.argv[1:]) + opens_exist(sys.argv[2])
                                        if shutil.which("fst2vcd") else [])
    print(f"sight: {sum(results)} passed, {len(results) - sum(results)} failed"
          + ("" if shutil.which("fst2vcd")
             else "; the rest skipped: fst2vcd is missing (Debian package gtkwave)"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
