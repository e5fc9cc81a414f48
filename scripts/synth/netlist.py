"""What block.sh has made of blocks, read from Yosys' JSON: cells counted, and the longest paths between registers.

A node of a netlist is a block and the number of a net in it. Ports are joined by their names, as blocks are wired (the machine
has nothing but wires): what one block's output drives is the input of that name of the others.
"""
import json
from dataclasses import dataclass, field

GATES = {"$_AND_", "$_OR_", "$_XOR_", "$_NAND_", "$_NOR_"}
FREE = {"$_NOT_", "$_BUF_"}                    # an inverter is not counted: the gate before or behind it takes it in


class NetlistError(Exception):
    pass


@dataclass
class Block:
    name: str
    gates: int = 0
    registers: int = 0
    bits: int = 0                              # in memories
    ports: dict = field(default_factory=dict)  # name: (is an output, nets)
    driver: dict = field(default_factory=dict) # net: (weight, nets that its gate reads)
    end: dict = field(default_factory=dict)    # net that a register or memory takes: the name of what takes it


def memory_bits(cell):
    return int(cell["parameters"]["SIZE"], 2) * int(cell["parameters"]["WIDTH"], 2)


def named(cell_name, cell, nets):
    """What a register is called in the source: the net that it drives, if that has a name."""
    for pin in ("Q", "RD_DATA"):
        for bit in cell["connections"].get(pin, []):
            if bit in nets:
                return nets[bit]
    return cell_name


def net_names(module):
    """Of each net the shortest name that a person gave it."""
    names = {}
    for name, net in module["netnames"].items():
        if net["hide_name"]:
            continue
        for i, bit in enumerate(net["bits"]):
            if bit not in names or len(name) < len(names[bit].split("[")[0]):
                names[bit] = name
    return names


def read(path, name):
    with open(path) as f:
        modules = json.load(f)["modules"]
    top = next((m for m in modules.values() if m["attributes"].get("top")), None)
    if top is None:
        raise NetlistError(f"{path}: no module is the top")
    names, b = net_names(top), Block(name)
    for port, p in top["ports"].items():
        b.ports[port] = (p["direction"] == "output", p["bits"])
    for cell_name, cell in top["cells"].items():
        add(b, cell_name, cell, names)
    return b


def add(b, cell_name, cell, names):
    kind, pins = cell["type"], cell["connections"]
    if kind in GATES or kind in FREE:
        b.gates += kind in GATES
        b.driver[pins["Y"][0]] = (kind in GATES, [pins[p][0] for p in "AB" if p in pins])
        return
    if kind.startswith("$_") and "DFF" in kind:
        b.registers += 1
    elif kind == "$mem_v2":
        b.bits += memory_bits(cell)
    else:
        raise NetlistError(f"{b.name}: a cell of kind {kind} is neither gate, register nor memory")
    what = named(cell_name, cell, names)
    for pin, bits in pins.items():
        if cell["port_directions"][pin] == "input":
            for bit in bits:
                b.end[bit] = what


@dataclass
class Path:
    depth: int
    blocks: list        # through which it goes
    nets: list          # ports that it crosses, in order
    end: str            # what takes it


class Machine:
    """Blocks together. One block alone is a machine as well: its inputs are then where paths begin."""

    def __init__(self, blocks):
        self.blocks = {b.name: b for b in blocks}
        self.source = {}        # (port name, bit): (block, net) that drives it
        for b in blocks:
            for port, (out, bits) in b.ports.items():
                if out:
                    for i, bit in enumerate(bits):
                        self.source[port, i] = (b.name, bit)
        self.inputs = {b.name: {} for b in blocks}
        for b in blocks:
            for port, (out, bits) in b.ports.items():
                if not out:
                    for i, bit in enumerate(bits):
                        self.inputs[b.name][bit] = (port, i)
        self.depth = {}

    def before(self, node):
        """The nodes that drive this one, and what it adds to the depth."""
        block, net = node
        gate = self.blocks[block].driver.get(net)
        if gate:
            return [(block, n) for n in gate[1]], gate[0]
        port = self.inputs[block].get(net)
        driven = port and self.source.get(port)
        return ([driven], 0) if driven and driven != node else ([], 0)

    def measure(self, node):
        stack, depth, open_nodes = [node], self.depth, set()
        while stack:
            at = stack[-1]
            if at in depth:
                stack.pop()
                continue
            drivers, weight = self.before(at)
            todo = [d for d in drivers if d not in depth]
            if not todo:
                depth[at] = weight + max((depth[d] for d in drivers), default=0)
                open_nodes.discard(at)
                stack.pop()
            elif at in open_nodes:
                raise NetlistError(f"{at[0]}: a loop of gates")
            else:
                open_nodes.add(at)
                stack.extend(todo)
        return depth[node]

    def ends(self):
        """Where paths end: what registers and memories take, and the outputs of the machine or block that nobody in it takes."""
        for b in self.blocks.values():
            for net, what in b.end.items():
                yield (b.name, net), what
            for port, (out, bits) in b.ports.items():
                if out:
                    for net in bits:
                        yield (b.name, net), port

    def longest(self):
        """The longest path that ends in each block."""
        found = {}
        for node, what in self.ends():
            depth = self.measure(node)
            if node[0] not in found or depth > found[node[0]][0]:
                found[node[0]] = (depth, node, what)
        return {block: self.path(*at) for block, at in found.items()}

    def path(self, depth, node, what):
        blocks, nets = [node[0]], []
        while True:
            drivers, _ = self.before(node)
            if not drivers:
                port = self.inputs[node[0]].get(node[1])
                if port:
                    nets.append(port[0])
                break
            ahead = max(drivers, key=lambda d: self.depth[d])
            if ahead[0] != node[0]:
                nets.append(self.inputs[node[0]][node[1]][0])
                blocks.append(ahead[0])
            node = ahead
        return Path(depth, blocks[::-1], nets[::-1], what)
