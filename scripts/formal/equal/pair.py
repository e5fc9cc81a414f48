"""Compares a C function with a Verilog module in one and-inverter graph, for all inputs of the module and all
register values. tb/formal/equal/NAME.c calls the function with values of the module, and compares the
results."""
from aig import FALSE, TRUE
from run import Machine, Path
from words import Words, known

LARGE = 30000                          # gates; larger questions take abc long


class Pair:
    """The question: `asked`, [(name, literal that is on where they differ)], where all of `given` is on."""
    def __init__(self, aig, module, netlist, possible):
        self.aig, self.netlist, self.same = aig, netlist, []
        self.machine = Machine(aig, possible)
        nets = {n: aig.input((name, None, b)) for name, bits in netlist.inputs.items()
                for b, n in enumerate(bits)}
        nets.update({n: FALSE for n in netlist.inputs.get("clk", ())})
        held = {q: aig.input((netlist.names[q][0], "register", netlist.names[q][1]))
                for q in netlist.registers}
        held.update({q: aig.input(("memory", i, 0)) for i, q in enumerate(netlist.read)})
        self.value = netlist.place(aig, {**nets, **held})
        words = Words(aig, self.machine, netlist, self.value, self._differ)
        self.machine.outside = {**words.outside(), "any": self._any, "some": self._some,
                                "becomes": lambda path, args: words.compare(path, args, self._after)}
        self.machine.call(module, "compare", [], Path(TRUE, {}, {}))
        self.given = [lit ^ 1 for _, lit in words.nevers]
        self.asked = self._by_name(words.differs + [(f"C: {what} goes out of bounds", lit)
                                                    for what, lit in self.machine.faults])

    def _by_name(self, asked):
        """Joins small questions: all of an array, and all accesses of a function, because there would be
        many. Elements of a large array stay separate."""
        named = {}
        for name, lit in asked:
            named.setdefault(name if name.startswith("C: ") else name.split()[0], []).append(lit)
        one = {name: [self.aig.any(lits)] for name, lits in named.items()}
        return [(name, lit) for name, lits in named.items()
                for lit in (lits if len(self.aig.cone(one[name])) > LARGE and not name.startswith("C: ")
                            else one[name])]

    def _differ(self, counts, c, verilog):
        return self.aig.any(self.aig.both(on, self.aig.differ(x, y)) for on, x, y in zip(counts, c, verilog))

    def _after(self, nets):
        """The register values behind the clock edge. A bit that Yosys found to be constant stays."""
        return [self.value[n if n in ("0", "1") else self.netlist.registers[n]]
                for n in nets] + [FALSE] * (64 - len(nets))

    def _any(self, path, args):
        n = known(args[0])
        return self.machine.any_bits(n) + [FALSE] * (64 - n)

    def _some(self, path, args):
        return self.machine.pointer(self.machine.object(path.memory, "some", known(args[0])))
