"""Decides whether an output of an and-inverter graph can be on: first by random values, then by a proof of
abc, which comes with Yosys."""
import os
import random
import subprocess
import tempfile

CASES = 1024                           # random cases at a time


class ProverError(Exception):
    pass


def at_random(aig, outputs, tries, seed=1):
    """Inputs, {node: 0 or 1}, for which one of the outputs is on; or nothing."""
    draw, mask = random.Random(seed), (1 << CASES) - 1
    ins = [n for n in aig.cone(outputs) if n and aig.gates[n] is None]
    for _ in range(tries):
        # also bits that are mostly off, or mostly on
        given = {n: draw.choice((lambda a, b: a, lambda a, b: a & b, lambda a,
                                 b: a | b))(draw.getrandbits(CASES), draw.getrandbits(CASES)) for n in ins}
        for value in aig.values(outputs, given, mask):
            if value:
                case = (value & -value).bit_length() - 1
                return {n: v >> case & 1 for n, v in given.items()}
    return None


class Cases:
    """Random values of a growing graph. A literal that is on in one of them is possible."""
    def __init__(self, aig, seed=1):
        self.aig, self.values, self.draw = aig, [0], random.Random(seed)

    def on(self, lit):
        mask = (1 << CASES) - 1
        for gate in self.aig.gates[len(self.values):]:
            if gate is None:
                # mostly on, so that sets are full
                self.values.append(self.draw.getrandbits(CASES) | self.draw.getrandbits(CASES))
            else:
                a, b = (self.values[g >> 1] ^ (mask if g & 1 else 0) for g in gate)
                self.values.append(a & b)
        return (self.values[lit >> 1] ^ (mask if lit & 1 else 0)) != 0


# Commands of abc and their time limits. Most questions are proved in seconds; others may be after reduction.
SCRIPTS = (("iprove", 0.1), ("dc2; dc2; fraig; iprove", 1))


def solve(aig, output, seconds):
    """Inputs for which the output is on; or None if it is proved that there are none."""
    if output < 2:
        return {} if output else None
    for script, part in SCRIPTS:
        try:
            return _solved(aig, output, seconds * part, script)
        except subprocess.TimeoutExpired:
            pass
    raise ProverError(f"no answer in {seconds} s")


def _solved(aig, output, seconds, script):
    data, ins = aig.aiger([output])
    with tempfile.TemporaryDirectory(prefix="equal.") as tmp:
        path, found = os.path.join(tmp, "miter.aig"), os.path.join(tmp, "found")
        with open(path, "wb") as f:
            f.write(data)
        run = subprocess.run(["yosys-abc", "-c",
                              f"read_aiger {path}; {script}; print_status; write_cex {found}"], cwd=tmp,
                             capture_output=True, text=True, timeout=seconds)
        if "Status = 1" in run.stdout:
            return None
        if "Status = 0" not in run.stdout or not os.path.exists(found):
            raise ProverError(f"abc says neither yes nor no: {run.stdout.strip()[-200:]}")
        with open(found) as f:
            bits = f.read().split("#")[0].strip()
    case = {n: int(b) for n, b in zip(ins, bits)}
    if len(bits) != len(ins) or aig.values([output], case, 1) != [1]:
        raise ProverError("what abc has found is none")
    return case
