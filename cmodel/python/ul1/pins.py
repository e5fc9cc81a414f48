"""The level below: a block or a machine of blocks, driven by its pins.

    arb = Pins(32, "arb")
    arb.early()                     # outputs that depend on state alone
    arb["cand_new"] = 1             # inputs
    arb.late()                      # the other outputs
    print(arb["sel_new"])
    arb.clock()                     # the clock edge
"""

import ctypes
from typing import List, Sequence, Union

from .library import LIB, Port
from .records import unsigned


class Pins:
    """An instance of that block, after reset. `make docs` lists the ports; a port with a field for each lane, bank or entry
    is a list of them, any other a number."""

    def __init__(self, lanes: int, name: str) -> None:
        block = LIB.ul1_find(unsigned("lanes", lanes, 32), name.encode())
        if not block:
            raise KeyError(f"there is no block '{name}' with {lanes} lanes")
        self._block = block.contents
        self._state = ctypes.create_string_buffer(self._block.state_size)
        self._in = ctypes.create_string_buffer(self._block.in_size)
        self._out = ctypes.create_string_buffer(self._block.out_size)

    @property
    def ports(self) -> List[str]:
        """Names of all ports, those of a machine's parts as `part.port`."""
        ports = self._block.ports[: self._block.port_count]
        return [(p.part.decode() + "." if p.part else "") + p.name.decode() for p in ports]

    def _port(self, name: str) -> Port:
        port = LIB.ul1_port_find(self._block, name.encode())
        if not port:
            raise KeyError(f"there is no port '{name}'")
        found: Port = port.contents
        return found

    def __getitem__(self, name: str) -> Union[int, List[int]]:
        port = self._port(name)
        side = self._out if port.is_out else self._in
        values = [LIB.ul1_get(port, side, n) for n in range(port.count)]
        return values if port.field else values[0]

    def __setitem__(self, name: str, value: Union[int, Sequence[int]]) -> None:
        port = self._port(name)
        if port.is_out:
            raise KeyError(f"port '{name}' is an output")
        values = list(value) if port.field else [value]  # type: ignore[arg-type]
        if len(values) != port.count:
            raise ValueError(f"{name}: {len(values)} values for {port.count} fields")
        checked = [unsigned(name, v, port.width) for v in values]
        for n, v in enumerate(checked):
            LIB.ul1_set(port, self._in, n, v)

    def early(self) -> None:
        """Computes the outputs that depend on the state alone."""
        self._block.early(ctypes.addressof(self._state), ctypes.addressof(self._out))

    def late(self) -> None:
        """Computes the others; inputs may be changed, and this called again."""
        self._block.late(ctypes.addressof(self._state), ctypes.addressof(self._in), ctypes.addressof(self._out))

    def clock(self) -> None:
        """The clock edge, with inputs and outputs as they were last evaluated."""
        self._block.clock(ctypes.addressof(self._state), ctypes.addressof(self._in), ctypes.addressof(self._out))
