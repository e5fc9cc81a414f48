"""Plans the runs: the programs, and the jobs of each, a test with a seed."""
import glob
import hashlib
import itertools
import os
import re
import subprocess
from dataclasses import dataclass

CONFIGS, CHIPS = "verif/tests/configs", "cmodel/chips"
USUAL = "usual"  # the configuration of the tables' defaults

# Machines of wired parts, MACHINE-CONFIG, at 8 lanes: how the L1s of their litmus tests lie (docs/litmus.md).
MACHINES = {"dcside-dctiny": (), "dcside-dcsmall": (), "dcside-dcodd": (), "dcside-dcstorm": (),
            "dcside-dcatoms": (), "dcl1-dcatoms": ("near", "apart"),
            "dcl1-dctiny": ("near", "apart"), "dcl1-dcsmall": ("near", "apart", "pairs"),
            "dcl1-dcodd": ("near",)}
GENERATED, AT_ONCE = 1431, 50  # litmus tests


class Wrong(Exception):
    """A request is invalid or cannot be met; the message is one line."""


@dataclass(frozen=True)
class Job:
    program: str        # its path
    checksum: str
    label: str          # lanes and configuration
    test: str
    options: tuple      # that choose the test
    seed: int
    cycles: int
    fault: str
    repeat: str         # a command that repeats it

    @property
    def key(self):
        return f"{self.label} {self.fault or '-'} {self.checksum} {self.test} {self.seed} {self.cycles}"

    def environment(self, folder):
        """A coverage program adds to the data in UL1_COVER, which all runs of its lane count and
        configuration share."""
        cover = os.path.join(folder, "cover", self.label)
        os.makedirs(cover, exist_ok=True)
        return {**os.environ, "UL1_COVER": cover}

    def command(self, folder):
        return [self.program, *self.options, "--seed", str(self.seed), "--cycles", str(self.cycles),
                "--jobs", "1", "--brief",
                "--waves-folder", os.path.join(folder, "waves")] + (["--fault", self.fault] if self.fault
                                                                    else [])


def number(name, text, least):
    if not text.isdecimal() or int(text) < least:
        raise Wrong(f"{name}={text} is impossible: a number from {least} on")
    return int(text)


def hours(text):
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", text):
        raise Wrong(f"HOURS={text} is impossible: a number, as 2 or 0.5")
    return float(text)


def seeds(text):
    """(first, last) of N, A..B or A.., where last is None."""
    m = re.fullmatch(r"(\d+)(\.\.(\d*))?", text)
    if not m or (m[3] and int(m[3]) < int(m[1])):
        raise Wrong(f"SEEDS={text} is impossible: a number, A..B, or, with HOURS, A..")
    return int(m[1]), int(m[1]) if m[2] is None else int(m[3]) if m[3] else None


def configs():
    """The names of all: of sizes, of chips but the textbook's, and of machines of wired parts."""
    names = [os.path.splitext(os.path.basename(f))[0] for f in glob.glob(f"{CONFIGS}/*.sizes")
             + glob.glob(f"{CHIPS}/*.chip")]
    return [USUAL] + sorted(set(names) - {"textbook"}) + list(MACHINES)


def config_choice(name):
    """What make wants for it."""
    if name in MACHINES:
        machine, sizes = name.split("-")
        return [f"MACHINE={machine}", f"SIZES={CONFIGS}/{sizes}.sizes"]
    path = name if "/" in name else f"{CONFIGS}/{name}.sizes"
    if name == USUAL:
        return []
    if os.path.exists(f"{CHIPS}/{name}.chip"):
        return [f"CHIP={name}"]
    if not os.path.exists(path):
        raise Wrong(f"CONFIGS={name}: there is no {path}; known are {','.join(configs())}, or a file of sizes")
    return [f"SIZES={path}"]


def litmus(places):
    """The options of litmus tests on a machine, by the name of a job: of generated ones, and of the programs
    with the first of them."""
    return {f"litmus_{n}@{place}": ("--litmus", str(AT_ONCE), "--litmus-from", str(n), "--place", place)
            for place in places for n in range(0, GENERATED, AT_ONCE)}


class Program:
    """The program of a lane count and a configuration, built when its first job is due."""

    def __init__(self, o, lanes, config):
        self.o, self.lanes = o, lanes
        self.config, self.choice = config, config_choice(config)
        self.label = f"{lanes}-{config}"
        self.path = None

    def ready(self, state):
        if self.path:
            return
        quiet = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
        goal = [f"build/faults/{self.lanes}/cosim"] if self.o.fault else ["cosim-program",
            f"LANES={self.lanes}"]
        goal += self.choice
        made = subprocess.run(["make", "-s", "--no-print-directory", f"-j{self.o.jobs}"] + goal,
                              stdout=subprocess.PIPE, text=True, env=quiet)
        if made.returncode:
            raise Wrong(f"'make {' '.join(goal)}' has failed, see above")
        machine = f"_{self.config.split('-')[0]}" if self.config in MACHINES else ""
        self.path = goal[0] if self.o.fault else f"{made.stdout.split()[-1]}/{self.lanes}/cosim{machine}"
        self.checksum = hashlib.sha256(open(self.path, "rb").read()).hexdigest()[:12]
        state.checksums[self.label, self.o.fault or "-"] = self.checksum
        listed = subprocess.run([self.path, "--list"] + (["--test", self.o.test] if self.o.test else []),
                                stdout=subprocess.PIPE, text=True)
        names = [line.split()[0] for line in listed.stdout.splitlines()]
        if not names:
            raise Wrong(f"no test is named '{self.o.test}' at {self.label} (make list shows all)")
        self.tests = {name: ("--test", name) for name in names}
        if not self.o.test:
            self.tests.update(litmus(MACHINES.get(self.config, ())))

    def job(self, test, seed):
        o = self.o
        if o.fault:
            repeat = f"{self.path} --fault {o.fault} --test {test} --seed {seed} --cycles {o.cycles}"
        elif "@" in test:
            repeat = f"{self.path} {' '.join(self.tests[test])} --seed {seed}"
        else:
            repeat = (f"make cosim TEST={test} SEED={seed} LANES={self.lanes} CYCLES={o.cycles}"
                      + "".join(f" {c}" for c in self.choice))
        return Job(self.path, self.checksum, self.label, test, self.tests[test], seed, o.cycles, o.fault,
                   repeat)


class Plan:
    def __init__(self, o, state):
        if o.fault and o.configs not in ("", USUAL):
            raise Wrong("a FAULT is in programs of the usual config alone")
        every = [USUAL] if o.fault else configs()
        lanes = [number("LANES", n, 1) for n in o.lanes.split(",")]
        for n in lanes:
            if n not in (8, 16, 32):
                raise Wrong(f"LANES={n} is impossible: 8, 16 or 32, or several of them, as 8,16")
        self.first, self.last = o.seeds
        self.state = state
        self.counted, self.count = set(), 0
        chosen = o.configs.split(",") if o.configs else every
        self.programs = [Program(o, n, s) for s in chosen for n in lanes if n == 8 or s not in MACHINES]
        if not self.programs:
            raise Wrong(f"CONFIGS={o.configs}: machines of wired parts run at 8 lanes")

    def jobs(self):
        """The jobs without a result, ordered by seed, so that each program finds its frequent failures
        early."""
        for seed in itertools.count(self.first):
            if self.last is not None and seed > self.last:
                return
            for program in self.programs:
                program.ready(self.state)
                for test in program.tests:
                    job = program.job(test, seed)
                    if job.key not in self.state.done:
                        yield job

    def left(self):
        """(number of remaining jobs of the programs that are built, whether there are more)."""
        if self.last is None:
            return 0, True
        for p in self.programs:
            if p.path and p not in self.counted:
                self.counted.add(p)
                self.count += sum(p.job(t, seed).key not in self.state.done for t in p.tests
                                  for seed in range(self.first, self.last + 1))
        return self.count, len(self.counted) < len(self.programs)

    def ended(self, job):
        """The run of a job, which `left` may not have counted yet."""
        self.count -= any(p.label == job.label for p in self.counted)
