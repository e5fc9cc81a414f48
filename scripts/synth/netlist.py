"""Reads the netlists of block.sh and whole.sh from Yosys' JSON: numbers of cells, and the longest paths
between registers."""
import json
from dataclasses import dataclass, field

GATES = {"$_AND_", "$_OR_", "$_XOR_", "$_NAND_", "$_NOR_"}
# inverters are not counted, because they merge with a neighbouring gate
FREE = {"$_NOT_", "$_BUF_"}


class NetlistError(Exception):
    pass


@dataclass
class Path:
    depth: int
    nets: list          # named nets of the path, in order
    end: str            # the register, memory or output at its end


@dataclass
class Netlist:
    name: str
    gates: int = 0
    registers: int = 0
    bits: int = 0                              # in memories
    ports: dict = field(default_factory=dict)  # name: (is an output, nets)
    names: dict = field(default_factory=dict)  # net: its name in the source
    driver: dict = field(default_factory=dict) # net: (weight, nets that its gate reads)
    # input net of a register or memory: name of the register or memory
    end: dict = field(default_factory=dict)
    depth: dict = field(default_factory=dict)  # net: gates before it, where computed

    def measure(self, net):
        stack, depth, open_nets = [net], self.depth, set()
        while stack:
            at = stack[-1]
            if at in depth:
                stack.pop()
                continue
            weight, drivers = self.driver.get(at, (0, []))
            todo = [d for d in drivers if d not in depth]
            if not todo:
                depth[at] = weight + max((depth[d] for d in drivers), default=0)
                open_nets.discard(at)
                stack.pop()
            elif at in open_nets:
                raise NetlistError(f"{self.name}: a loop of gates")
            else:
                open_nets.add(at)
                stack.extend(todo)
        return depth[net]

    def ends(self):
        """The ends of paths: inputs of registers and memories, and outputs."""
        yield from self.end.items()
        for port, (out, bits) in self.ports.items():
            if out:
                yield from ((net, port) for net in bits)

    def longest(self, group=lambda end: ""):
        """The longest path that ends in each group of ends. The name of a path's end determines its group."""
        found = {}
        for net, what in self.ends():
            depth, where = self.measure(net), group(what)
            if where not in found or depth > found[where][0]:
                found[where] = (depth, net, what)
        return {where: self.path(*at) for where, at in found.items()}

    def path(self, depth, net, what):
        nets = []
        while True:
            name = self.names.get(net)
            if name and name not in nets:
                nets.append(name)
            drivers = self.driver.get(net, (0, []))[1]
            if not drivers:
                return Path(depth, nets[::-1], what)
            net = max(drivers, key=lambda d: self.depth[d])


def memory_bits(cell):
    return int(cell["parameters"]["SIZE"], 2) * int(cell["parameters"]["WIDTH"], 2)


def named(cell_name, cell, nets):
    """The name of a register in the source: that of the net that it drives, if it has one."""
    for pin in ("Q", "RD_DATA"):
        for bit in cell["connections"].get(pin, []):
            if bit in nets:
                return nets[bit]
    return cell_name


def net_names(module):
    """The shortest name in the source for each net."""
    names = {}
    for name, net in module["netnames"].items():
        if net["hide_name"]:
            continue
        for bit in net["bits"]:
            if bit not in names or len(name) < len(names[bit]):
                names[bit] = name
    return names


def read(path, name):
    with open(path) as f:
        modules = json.load(f)["modules"]
    top = next((m for m in modules.values() if m["attributes"].get("top")), None)
    if top is None:
        raise NetlistError(f"{path}: no module is the top")
    n = Netlist(name, names=net_names(top))
    for port, p in top["ports"].items():
        n.ports[port] = (p["direction"] == "output", p["bits"])
    for cell_name, cell in top["cells"].items():
        add(n, cell_name, cell)
    return n


def add(n, cell_name, cell):
    kind, pins = cell["type"], cell["connections"]
    if kind in GATES or kind in FREE:
        n.gates += kind in GATES
        n.driver[pins["Y"][0]] = (kind in GATES, [pins[p][0] for p in "AB" if p in pins])
        return
    if kind.startswith("$_") and "DFF" in kind:
        n.registers += 1
    elif kind == "$mem_v2":
        n.bits += memory_bits(cell)
    else:
        raise NetlistError(f"{n.name}: a cell of kind {kind} is neither gate, register nor memory")
    what = named(cell_name, cell, n.names)
    for pin, bits in pins.items():
        if cell["port_directions"][pin] == "input":
            for bit in bits:
                n.end[bit] = what
