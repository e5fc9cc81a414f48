"""Uses the model of a block as the reference of a cocotb bench, by the block's port table.

    from ul1_reference import Reference

    @cocotb.test()
    async def mine(dut):
        ref = Reference(dut, "prt", lanes=8)  # refused if a port is missing or has another width
        cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
        cocotb.start_soon(ref.follow())       # compares every output in every cycle
        await ref.reset()
        ref.drive(fill_valid=1, fill_prt=3)   # after the rising edge; a list if the table has several fields
        await ref.cycle()

A block without a clock is compared on request: `ref.drive(...)`, then `await ref.look()`.

Inputs and outputs are sampled on the falling edge. Drive inputs behind the rising edge, and keep them stable
from the falling edge on. The comparison begins behind the first cycle with reset. An output that is not
valid, by its qualifiers in the table, may have any value. An undefined bit of a valid output is a difference.
The first cycle with a difference ends the test, with cycle, port, lane, and both values."""

from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, Timer

import ul1

SHOWN = 8  # differences of a cycle that are printed


class Differs(AssertionError):
    """The block differs from the model."""


def text_of(handle):
    """The bits of a handle, highest first, as 0, 1 and others."""
    return str(handle.value).lower()


def fields_of(text, width):
    """The bits of each field of a port. Field 0 is in the lowest bits."""
    return [text[len(text) - at - width : len(text) - at] for at in range(0, len(text), width)]


def number_of(text):
    """The value, with 0 for undefined bits, and a mask of these."""
    undefined = "".join("0" if c in "01" else "1" for c in text)
    return int(text.translate(str.maketrans("xzuw-", "00000")), 2), int(undefined, 2)


class Reference:
    """The model of that block beside `dut`, which has the block's ports. For a machine, internal signals are
    compared also, if dut has signals of their names."""

    def __init__(self, dut, block, lanes):
        self.dut, self.name, self.model = dut, block, ul1.Pins(lanes, block)
        self.cycles = 0  # compared cycles
        self.compared = 0  # compared valid values
        ports = {name: self.model.port(name) for name in self.model.ports}
        self._ports = {name: port for name, port in ports.items() if self._must_be(port)
                       or hasattr(dut, name)}
        self._seen = set()  # outputs that were valid at least once
        self._begun = not self.model.resets  # cycles before a reset are not compared
        if wrong := list(self._wrong_ports()):
            raise Differs(f"{dut._name} is no {block} of {lanes} lanes: " + "; ".join(wrong))

    def _must_be(self, port):
        return not self.model.machine or not port.is_out or port.outside

    def _wrong_ports(self):
        for name, bits in [*[(n, p.width * p.count) for n, p in self._ports.items()],
                           *[(r, 1) for r in self.model.resets]]:
            if not hasattr(self.dut, name):
                yield f"it has no port '{name}'"
            elif len(getattr(self.dut, name)) != bits:
                yield f"'{name}' has {len(getattr(self.dut, name))} bits, not {bits}"

    @property
    def unseen(self):
        """The outputs that have not been valid so far, and hence were not compared."""
        return [name for name, port in self._ports.items() if port.is_out and name not in self._seen]

    def drive(self, **inputs):
        """Sets inputs of the block, each to a number, or to the numbers of its fields."""
        for name, value in inputs.items():
            if name in self.model.resets:
                getattr(self.dut, name).value = value
                continue
            port = self._ports.get(name)
            if not port:
                raise ValueError(f"{self.name} has no port '{name}'")
            fields = list(value) if port.field else [value]
            if port.is_out or len(fields) != port.count or any(v < 0 or v >> port.width for v in fields):
                raise ValueError(f"{name}: an input of {port.count} fields of {port.width} bits is wanted, "
                                 f"not {value}")
            getattr(self.dut, name).value = sum(v << n * port.width for n, v in enumerate(fields))

    async def reset(self, cycles=2):
        """All inputs 0, with reset for so many cycles. The next one begins without."""
        self.drive(**{name: [0] * p.count if p.field else 0 for name, p in self._ports.items()
                      if not p.is_out})
        self.drive(**{name: 1 for name in self.model.resets})
        for _ in range(cycles):
            await self.cycle()
        self.drive(**{name: 0 for name in self.model.resets})

    async def cycle(self):
        """The rest of this cycle: its end is a rising edge, behind which inputs may be driven."""
        await RisingEdge(self.dut.clk)

    async def follow(self):
        """Compares in every cycle of dut.clk, for ever."""
        while True:
            await FallingEdge(self.dut.clk)
            await ReadOnly()
            self._compare()
            await RisingEdge(self.dut.clk)
            self.model.clock()

    async def look(self):
        """Compares now, of a block without a clock: lets it settle first."""
        await Timer(1, "step")
        self._compare()

    def _read_inputs(self):
        """Passes the block's inputs to the model. Undefined bits matter if the input is valid."""
        undefined = {}
        for reset in self.model.resets:
            self.model[reset] = number_of(text_of(getattr(self.dut, reset)))[0]
        for name, port in self._ports.items():
            if port.is_out:
                continue
            pairs = [number_of(t) for t in fields_of(text_of(getattr(self.dut, name)), port.width)]
            self.model[name] = [v for v, _ in pairs] if port.field else pairs[0][0]
            undefined[name] = [u for _, u in pairs]
        return undefined

    def _masks(self, name):
        masks = self.model.qualified(name)
        return masks if isinstance(masks, list) else [masks]

    def _compare(self):
        undefined = self._read_inputs()
        self.model.early()
        self.model.late()
        if self._begun:
            found = [*self._undriven(undefined), *self._differences()]
            if found:
                more = f"\n... and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
                raise Differs(f"cycle {self.cycles}: {self.name} differs from the model\n"
                              + "\n".join(found[:SHOWN]) + more)
        self._begun = self._begun or self._in_reset()
        self.cycles += 1

    def _in_reset(self):
        return bool(self.model.resets) and all(self.model[reset] for reset in self.model.resets)

    def _undriven(self, undefined):
        for name, bits in undefined.items():
            if any(bits) and not self._in_reset() and any(u & m for u, m in zip(bits, self._masks(name))):
                yield f"the input {self.name}.{name} means something and is undefined"

    def _differences(self):
        for name, port in ((n, p) for n, p in self._ports.items() if p.is_out):
            expected, masks = self.model[name], self._masks(name)
            for n, text in enumerate(fields_of(text_of(getattr(self.dut, name)), port.width)):
                if not masks[n]:
                    continue
                self.compared += 1
                self._seen.add(name)
                want = expected[n] if port.field else expected
                value, undefined = number_of(text)
                if ((want ^ value) | undefined) & masks[n]:
                    where = f" ({port.field} {n})" if port.field else ""
                    yield f"{self.name}.{name}{where}: expected {want:#x}, actual {'0b' + text if undefined else hex(value)}"
