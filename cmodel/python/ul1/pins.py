"""The level of pins: a block or a machine of blocks, with one input or output for each port.

    arb = Pins(32, "arb")
    arb["rst"] = 0                  # blocks with state only; initially 0, and the state is the reset state
    arb.early()                     # outputs that depend on state alone
    arb["cand_valid"] = 1           # inputs
    arb.late()                      # the other outputs
    print(arb["sel_valid"])
    arb.clock()                     # the clock edge
"""

import ctypes
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Union

from .library import LIB, Block, Port
from .records import unsigned


class Pin(NamedTuple):
    """A port's row of the port table."""

    name: str
    block: str  # the block that drives it, or owns the pin
    group: str  # the interface of the port
    meaning: str
    width: int  # bits of a field
    count: int  # fields
    field: str  # "lane", "bank", "entry", "way" or "set"; "" for a single field
    is_out: bool  # True for an output, False for an input
    outside: bool  # an output that leaves the machine
    built: bool  # False with sizes that lack the port's operation: it is zero
    when: Optional[str]  # the port that qualifies this one; None: always valid
    codes: List[str]  # names of an enumeration by code; "" for a code without a name


class Pins:
    """An instance of a block, after reset. `make docs` lists the ports. The value of a port with a field
    for each lane, bank or entry is a list; that of any other port is a number. A machine with two clocks
    has the input `half`, which is no port."""

    def __init__(self, lanes: int, name: str, config: str = "") -> None:
        self._block = self._find(unsigned("lanes", lanes, 32), name, config)
        self._state = ctypes.create_string_buffer(LIB.ul1_state_size(self._block))
        self._in = ctypes.create_string_buffer(self._block.in_size)
        self._out = ctypes.create_string_buffer(self._block.out_size)
        self._ports = {self._path(p): p for p in self._block.ports[: self._block.port_count]}
        self._resets: Dict[str, int] = {}  # name: offset in the struct of inputs
        parts = self._block.parts[: self._block.part_count]
        if self._block.clocked:
            whole = {} if parts and not self._block.wired else {"rst": 0}
            self._resets = {**whole, **{part.name.decode() + ".rst": part.in_offset for part in parts
                                        if part.resets}}
        two_clocks = {"half": self._block.half} if parts and self._block.half else {}
        self._bits = {**self._resets, **two_clocks}  # inputs that are no ports: name, and offset likewise

    @staticmethod
    def _find(lanes: int, name: str, config: str) -> Block:
        """A block of a configuration, or a machine of several."""
        count = ctypes.c_size_t()
        blocks = LIB.ul1_config(config.encode(), lanes, ctypes.byref(count))
        of_config = [b for b in blocks[: count.value] if b.name.decode() == name] if blocks else []
        block = None if config else LIB.ul1_find(lanes, name.encode())
        if not block and not of_config:
            of = f" of configuration '{config}'" if config else ""
            raise KeyError(f"there is no block '{name}'{of} with {lanes} lanes")
        return block.contents if block else of_config[0]

    @staticmethod
    def _path(port: Port) -> str:
        return (port.part.decode() + "." if port.part else "") + str(port.name.decode())

    @property
    def ports(self) -> List[str]:
        """Names of all ports, inputs first, without resets. A port of a machine's part is `part.port`."""
        return list(self._ports)

    @property
    def machine(self) -> bool:
        """True for a machine. Its outputs are all outputs of its blocks; those marked `outside` leave it."""
        return bool(self._block.machine)

    @property
    def resets(self) -> List[str]:
        """Names of the resets: none; `rst`, and those of single parts; or one for each part."""
        return list(self._resets)

    def port(self, name: str) -> Pin:
        """The port's row of the port table."""
        p = self._port(name)
        when = self._path(self._block.ports[p.when]) if p.when >= 0 else None
        codes = [code.decode() if code else "" for code in p.names[: p.name_count]]
        return Pin(name, p.block.decode(), p.group.decode(), p.meaning.decode(), p.width, p.count,
                   p.field.decode() if p.field else "", bool(p.is_out), bool(p.outside), bool(p.built), when,
                   codes)

    def _port(self, name: str) -> Port:
        port = self._ports.get(name)
        if not port:
            raise KeyError(f"there is no port '{name}'")
        return port

    def _side(self, port: Port) -> Any:
        return self._out if port.is_out else self._in

    def __getitem__(self, name: str) -> Union[int, List[int]]:
        if name in self._bits:
            return self._in.raw[self._bits[name]]
        port = self._port(name)
        values = [LIB.ul1_get(port, self._side(port), n) for n in range(port.count)]
        return values if port.field else values[0]

    def __setitem__(self, name: str, value: Union[int, Sequence[int]]) -> None:
        if name in self._bits:
            self._in[self._bits[name]] = unsigned(name, value, 1)
            return
        port = self._port(name)
        if port.is_out:
            raise KeyError(f"port '{name}' is an output")
        values = list(value) if port.field else [value]  # type: ignore[arg-type]
        if len(values) != port.count:
            raise ValueError(f"{name}: {len(values)} values for {port.count} fields")
        checked = [unsigned(name, v, port.width) for v in values]
        for n, v in enumerate(checked):
            LIB.ul1_set(port, self._in, n, v)

    def qualified(self, name: str) -> Union[int, List[int]]:
        """The bits of each field of a port that are valid now, by the ports that qualify it."""
        port = self._port(name)
        masks = [LIB.ul1_qualified(self._block, port, self._in, self._out, n) for n in range(port.count)]
        return masks if port.field else masks[0]

    def early(self) -> None:
        """Computes the outputs that depend on the state alone."""
        self._block.early(ctypes.addressof(self._state), ctypes.addressof(self._out))

    def late(self) -> None:
        """Computes the other outputs. Inputs may be changed and `late` called again in the same cycle."""
        self._block.late(ctypes.addressof(self._state), ctypes.addressof(self._in),
                         ctypes.addressof(self._out))

    def clock(self) -> None:
        """The clock edge, with inputs and outputs as they were last evaluated."""
        self._block.clock(ctypes.addressof(self._state), ctypes.addressof(self._in),
                          ctypes.addressof(self._out))
