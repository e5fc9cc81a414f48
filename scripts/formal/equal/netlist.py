"""A Verilog module as gates of an and-inverter graph. Yosys elaborates it; its state becomes inputs and
outputs."""
import json
import os
import re
import subprocess


class NetlistError(Exception):
    pass


def has_lanes(top, files):
    """Whether the module has a parameter of that name."""
    for f in files:
        if os.path.basename(f) == f"{top}.sv":
            with open(f) as text:
                return re.search(r"parameter\s+int\s+LANES\b", text.read()) is not None
    raise NetlistError(f"there is no {top}.sv")


def elaborate(top, lanes, files, folder, with_memories=True):
    """Yosys' netlist of ands, inverters and flip-flops, as JSON. Memories (module ram) are omitted, and their
    read data are free."""
    of_lanes = f" -chparam LANES {lanes}" if has_lanes(top, files) else ""
    script = f"read_verilog -sv -defer -DSYNTHESIS {' '.join(files)}; hierarchy -check -top {top}{of_lanes}{'' if with_memories else '; blackbox *ram'}; proc"
    script += "; delete */t:$assert; flatten; opt -full; memory; opt -full; techmap; opt -full; dffunmap; techmap; opt_expr; aigmap; opt_clean"
    path = os.path.join(folder, f"{top}_{lanes}.json")
    run = subprocess.run(["yosys", "-q", "-p", f"{script}; rename -top {top}; write_json {path}"],
                         capture_output=True, text=True)
    if run.returncode:
        raise NetlistError(f"{top}: Yosys: {(run.stderr or run.stdout).strip().splitlines()[-1]}")
    with open(path) as f:
        return Netlist(top, json.load(f)["modules"][top])


class Netlist:
    def __init__(self, name, module):
        self.name = name
        self.inputs = {n: p["bits"] for n, p in module["ports"].items() if p["direction"] == "input"}
        self.outputs = {n: p["bits"] for n, p in module["ports"].items() if p["direction"] == "output"}
        self.nets = {n: p["bits"] for n, p in module["netnames"].items()}
        # an output's inputs; a register's next value; memories
        self.gates, self.registers, self.read = {}, {}, []
        for cell in module["cells"].values():
            kind, pin = cell["type"], {k: b[0] for k, b in cell["connections"].items()}
            if kind.split("\\")[-1] == "ram":
                self.read += cell["connections"]["rdata"]
            elif kind == "$_AND_":
                self.gates[pin["Y"]] = (pin["A"], pin["B"])
            elif kind == "$_NOT_":
                self.gates[pin["Y"]] = (pin["A"],)
            elif kind == "$_DFF_P_":
                self.registers[pin["Q"]] = pin["D"]
            else:
                raise NetlistError(f"{name}: a cell of a kind that is not known here: {kind}")

        self.names = {}                # net of a register: (its name, bit)
        for name, bits in sorted(self.nets.items(), key=lambda item: ("$" in item[0], "." in item[0],
                                                                      len(item[0])), reverse=True):
            self.names.update({net: (name, i) for i, net in enumerate(bits) if net in self.registers})

    def place(self, aig, given):
        """The literal of every net, given those of inputs and registers."""
        value = {"0": 0, "1": 1, "x": 0, **given}
        for start in list(self.gates):
            stack = [start]
            while stack:
                net = stack[-1]
                if net in value:
                    stack.pop()
                    continue
                todo = [a for a in self.gates.get(net, ()) if a not in value]
                if net not in self.gates:
                    raise NetlistError(f"{self.name}: net {net} is driven by nobody")
                if todo:
                    stack.extend(todo)
                    continue
                of = [value[a] for a in self.gates[net]]
                value[net] = of[0] ^ 1 if len(of) == 1 else aig.both(*of)
                stack.pop()
        return value
