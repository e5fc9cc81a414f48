"""Measures a chip on the C model: runs programs with the program `unison` that was built for the chip."""
import os
import re
import subprocess
import tempfile

from chips import DEGREES
from sizes import ROOT, need

LOADS = 8  # dependent loads between the two runs of a chain
CHAINS = os.path.join(ROOT, "verif/tests/programs/chips")
COUNTS = re.compile(r"(\w+) (\d+)")


class Machine:
    def __init__(self, chip, unison):
        self.chip, self.unison = chip, unison

    def run(self, path, params=""):
        """The counts that unison prints below the program's row."""
        command = [self.unison, "run", path, "--lanes", str(self.chip.lanes)]
        r = subprocess.run(command + (["--params", params] if params else []), capture_output=True, text=True)
        need(r.returncode == 0, "", f"{self.chip.name}: {' '.join(command)}: "
             f"{(r.stderr.strip() or r.stdout.strip()).splitlines()[-1]}")
        return {name: int(n) for name, n in COUNTS.findall(r.stdout.splitlines()[1])}

    def run_text(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "measured.l1")  # random numbers depend on the name
            with open(path, "w") as f:
                f.write('program 1\nshows "a measurement"\n' + text)
            return self.run(path)

    def use(self, text):
        """The counts of a load by warp 0 to r4. Its cycles end when an instruction can use its words."""
        after = "w0: ld.shared.b32 any, [0*r4]\n"
        counts = self.run_text(text + after)
        counts["cycles"] -= self.run_text(after)["cycles"]
        counts["passes"] -= 1
        return counts

    def _chain(self, name, more=""):
        path = os.path.join(CHAINS, name + ".l1")
        few, many = (self.run(path, f"COUNT={n}{more}")["cycles"] for n in (1, 1 + LOADS))
        return (many - few) / LOADS

    def shared(self, degree):
        """Cycles from a load to the next, which needs its word for its address. Each has that many passes."""
        return self._chain("chain_shared", f" DEGREE={degree}")

    def hit(self):
        return self._chain("chain_hit")

    def locks(self, contenders, turn):
        """Cycles of a loop of locks on one word, with so many for other instructions in a turn."""
        path = os.path.join(CHAINS, "lock_turns.l1")
        return self.run(path, f"N={contenders} TURN={turn}")["cycles"]

    def conflicts(self, bits, count):
        """Conflicts of 64 loads of 64 lanes, at strides of 1, 2, 4 ... accesses: passes beyond the fewest,
        which serve 32 words each."""
        fewest = 2 * bits // 32
        loads = (f"w0: ld.shared.b{bits} any, [{bits // 8 << k}*lane % 32768]\n" for k in range(count))
        return [64 * (self.run_text(load)["passes"] - fewest) for load in loads]
