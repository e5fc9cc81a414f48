"""The functions of tb/formal/equal/relate.h, by which C relates the twins, as executed."""
from aig import FALSE
from ir import IrError


class WordsError(Exception):
    pass


class Words:
    """Relations of a module with these values, {net: literal}. `differ(counts, c, verilog)` compares the bits
    that count."""
    def __init__(self, aig, machine, netlist, value, differ):
        self.aig, self.machine, self.netlist, self.value, self.differ = aig, machine, netlist, value, differ
        self.differs = []              # (message, the literal that is on where the relation is violated)
        self.nevers = []               # the same for conditions that never hold

    def outside(self):
        return {"same": self.same, "held": self.held, "never": self.never}

    def text(self, pointer):
        (_, key, offset, _), = pointer.ways
        data = self.machine.constants[key]
        word = bytes(sum(b << i for i, b in enumerate(byte)) for byte in data[offset:])
        return word.split(b"\0")[0].decode()

    def named(self, pointer, i, bits):
        """A register's name, the index within it, its nets."""
        name, i, bits = self.text(pointer), known(i), known(bits)
        nets = self.netlist.nets.get(name)
        if nets is None:
            nets = [n for one in self.array(name) for n in one]
        return name, i, nets[i * bits:(i + 1) * bits] if bits else nets

    def array(self, name):
        """The registers of an array, in order."""
        found, i = [], 0
        while f"{name}[{i}]" in self.netlist.nets:
            found.append(self.netlist.nets[f"{name}[{i}]"])
            i += 1
        if not found:
            raise WordsError(f"{self.netlist.name}: nothing in the Verilog is called {name}")
        return found

    def bits(self, nets):
        return [self.value[n] for n in nets] + [FALSE] * (64 - len(nets))

    # ---- the functions

    def same(self, path, args):
        self.compare(path, args, self.bits)

    def compare(self, path, args, bits_of):
        name, i, nets = self.named(*args[:3])
        on = self.aig.both(path.on, self.aig.any(args[4]))
        self.differs.append((f"{name} {i}", self.differ([on] * 64, args[3], bits_of(nets))))

    def held(self, path, args):
        return self.bits(self.named(*args)[2])

    def never(self, path, args):
        self.nevers.append(("what never is so", self.aig.both(path.on, self.aig.any(args[0]))))


def known(bits):
    if any(b > 1 for b in bits):
        raise IrError("relate: a number of a register that depends on inputs")
    return sum(b << i for i, b in enumerate(bits))
