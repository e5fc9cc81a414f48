"""The structs of ul1_sim.h, with members of the same names. Numbers that do not fit are refused, not cut."""

import ctypes
import operator
from enum import IntEnum, IntFlag
from typing import Annotated, Any, Dict, List, Sequence, get_type_hints

from . import sizes

LANES = 32  # of the widest machine: a narrower one uses the first of each array
CAUSES = 5  # of a deferral: Cause
NEVER = 2**64 - 1  # a cycle that has not been
NOBODY = 2**64 - 1  # Seen.tag: no instruction's
COMMAND = 0xFF  # Completion.op of a command

U8 = Annotated[int, ctypes.c_uint8]
U32 = Annotated[int, ctypes.c_uint32]
U64 = Annotated[int, ctypes.c_uint64]
Unsigned = Annotated[int, ctypes.c_uint]
Size = Annotated[int, ctypes.c_size_t]
Pointer = Annotated[Any, ctypes.c_void_p]
LaneBytes = Annotated[Sequence[int], ctypes.c_uint8 * LANES]
LaneWords = Annotated[Sequence[int], ctypes.c_uint32 * LANES]
LaneAddresses = Annotated[Sequence[int], ctypes.c_uint64 * LANES]
Registers = Annotated[Sequence[Sequence[int]], ctypes.c_uint32 * LANES * sizes.WORDS]
CauseCounts = Annotated[Sequence[int], ctypes.c_uint32 * CAUSES]
CauseTotals = Annotated[Sequence[int], ctypes.c_uint64 * CAUSES]


class Status(IntEnum):
    """What a call of the library answers."""

    OK = 0
    FULL = 1
    EMPTY = 2
    LIMIT = 3
    WRONG = 4
    BUSY = 5
    FOREIGN = 6
    NO_MEMORY = 7


class Taken(IntEnum):
    """What a memory function has done with a request."""

    DONE = 0  # performed; a read's words are there. It is answered after the latency
    FAILED = 1  # cannot be performed: the same with an error
    LATER = 2  # taken: Simulation.answer will be called
    NOT_NOW = 3  # not taken: the same is offered again in the next cycle


class Event(IntEnum):
    """What a watcher is told of."""

    TAKEN = 0  # the machine has taken an instruction or a command
    PASS = 1  # a pass of a shared access was accepted
    LOOKUP = 2  # an access of a cached one to a line was looked up, or replayed when its line had come
    WORDS = 3  # words of a load stand at the register file
    READ = 4  # memory has taken a request; walks are not told
    WRITE = 5
    EVICT = 6  # a dirty line is read out, to be written back
    RETIRED = 7  # the instruction has retired, the command is complete
    BEAT = 8  # a beat of a store's words was taken


class Outcome(IntEnum):
    """What became of a lookup. STORE, UPKEEP: one that neither opened an entry nor was deferred."""

    HIT = 0
    MISS = 1
    MERGE = 2
    DEFER = 3
    REPLAY = 4
    STORE = 5
    UPKEEP = 6


class Stored(IntFlag):
    """What becomes of an access of a cached store."""

    THROUGH = 1  # it is written to memory at once
    DIRTIED = 2  # it makes sectors dirty of a line that is there
    ALLOCATED = 4  # it gets a way without a fetch
    HELD = 8  # it is held for a line under fetch
    PURGED = 16  # it bypasses the cache, whose copy of the line is dropped
    JOINED = 32  # it joins another in the write data buffer


class Setting(IntEnum):
    """What Simulation.set changes, by names in lower case."""

    POLICY = 0
    HOME = 1
    AGAIN_AFTER = 2
    INTERVAL = 3
    FETCH = 4
    PAGE = 5
    ROOT = 6
    MEMORY_LATENCY = 7
    MEMORY_RATE = 8


def unsigned(name: str, value: Any, bits: int = 64) -> int:
    """The number, if it has no sign and so many bits."""
    number = operator.index(value)
    if number < 0 or number >> bits:
        raise OverflowError(f"{name}: {number} is no unsigned number of {bits} bits")
    return number


def _fill(name: str, array: Any, values: Sequence[Any]) -> None:
    if len(values) > len(array):
        raise ValueError(f"{name}: {len(values)} values, where there are {len(array)} places")
    for n, value in enumerate(values):
        if isinstance(array[n], ctypes.Array):
            _fill(f"{name}[{n}]", array[n], value)
        else:
            array[n] = unsigned(f"{name}[{n}]", value, 8 * ctypes.sizeof(array._type_))


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, ctypes.Array) else value


class Record(ctypes.Structure):
    """A struct whose members are given by name, and checked when they are set as a whole. NumPy sees its arrays as they are:
    `numpy.asarray(record.member)` is a view."""

    _kinds: Dict[str, Any] = {}

    def __init__(self, **values: Any) -> None:
        super().__init__()
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            raise AttributeError(f"{type(self).__name__} has no member '{name}'")
        if issubclass(kind, ctypes.Array):
            _fill(name, getattr(self, name), value)
        elif kind is ctypes.c_void_p:
            super().__setattr__(name, value)
        else:
            super().__setattr__(name, unsigned(name, value, 8 * ctypes.sizeof(kind)))

    def as_dict(self) -> Dict[str, Any]:
        """Its members as plain numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self._kinds if not name.startswith("_")}

    def __repr__(self) -> str:
        members = ", ".join(f"{n}={v}" for n, v in self.as_dict().items() if not isinstance(v, list))
        return f"{type(self).__name__}({members})"


def _members(record: Any) -> Any:
    """Gives the struct the members that the class declares, in their order."""
    hints = get_type_hints(record, include_extras=True)
    record._kinds = {name: hint.__metadata__[0] for name, hint in hints.items() if name != "_kinds"}
    record._fields_ = list(record._kinds.items())
    return record


@_members
class Settings(Record):
    """struct ul1_sim_config, of which Config is the one with defaults."""

    _size: Size
    lanes: Unsigned
    carveout: Unsigned
    policy: Unsigned
    home: Unsigned
    again_after: Unsigned
    interval: Unsigned
    fetch: Unsigned
    capacity: Unsigned
    translate: Unsigned
    page: Unsigned
    root: U64
    memory_bytes: U64
    memory_latency: Unsigned
    memory_rate: Unsigned
    memory_queue: Unsigned
    _memory: Pointer
    _user: Pointer


@_members
class Instr(Record):
    """A load, store, fence, inval or flush of a warp: `Instr(op=Op.LOAD, width=Width.B32, mask=0xff, addr=[...])`, 0 what is not given."""

    tag: U64  # yours: comes back with the completion
    op: U8  # Op
    space: U8  # Space
    width: U8  # Width
    hint: U8  # Hint
    level: U8  # Level, of a fence
    sign: U8  # loads of 8 and 16 bits extend it
    warp: U8
    reg: U8
    mask: U32  # active lanes
    addr: LaneAddresses  # byte address of each lane
    data: Registers  # of a store: data[r][lane], as many r as the width has words


@_members
class Completion(Record):
    """What came of an instruction or command. Cycles are NEVER for what did not happen."""

    tag: U64
    op: U8  # as submitted; COMMAND of a command
    warp: U8
    reg: U8
    err: U8  # Err
    err_lane: U8  # the lowest lane that failed
    err_mask: U32  # all that did
    err_addr: U64  # the address of the lowest
    mask: U32
    submitted: U64  # the first cycle in which it could have been taken
    taken: U64
    first_pass: U64
    first_data: U64
    retired: U64
    passes: U32
    replays: U32
    hits: U32
    misses: U32
    merges: U32
    deferrals: CauseCounts  # by Cause
    asleep: U32
    reads: U32
    writes: U32
    data: Registers  # of a load: data[r][lane] is register reg + r


@_members
class Request(Record):
    """What the machine asks of memory, given to a memory function. Of a read that is answered at once it sets `word`."""

    id: U64  # for Simulation.answer
    addr: U64  # physical address of the line; of a fence 0
    op: U8  # Memop
    level: U8  # of a fence: Level
    sectors: U8  # of a read: bit q: the q-th quarter of the line is wanted
    walk: U8  # it is the page walker's
    lanes: Unsigned  # words of a line
    enable: LaneBytes  # of a write: bit b of enable[i]: byte b of word i is written
    word: LaneWords


@_members
class Lost(Record):
    """A store that was lost after it had retired."""

    cycle: U64
    addr: U64  # virtual address of its line
    err: U8  # Err


@_members
class Seen(Record):
    """An event, as a watcher is told of it."""

    cycle: U64
    tag: U64  # the instruction, from TAKEN to RETIRED; NOBODY for work of a command, of a retired one, of held stores
    event: U8  # Event
    command: U8  # TAKEN, RETIRED: it is a command's
    sub: U8  # PASS, LOOKUP, WORDS, BEAT: the sub-warp
    again: U8  # PASS: the sub-warp had a pass before
    outcome: U8  # LOOKUP: Outcome
    sectors: U8  # READ: those that are wanted
    err: U8  # RETIRED: Err
    err_lane: U8
    slots: U32  # PASS, LOOKUP, WORDS: those served. Slot s of sub-warp k is word k * lanes + s of the instruction
    cause: U8  # LOOKUP that was deferred: Cause
    stored: U8  # LOOKUP of a store: Stored
    addr: U64  # LOOKUP: virtual address of the line; READ, WRITE: the physical one
    _data: Pointer
    err_mask: U32  # RETIRED: the lanes that failed
    origin: U64  # READ, WRITE, EVICT: the tag of the instruction that made it necessary, be it collected; else as tag


@_members
class Counters(Record):
    """Counts since the simulation was made."""

    cycles: U64
    loads: U64
    stores: U64
    fences: U64
    commands: U64
    retired: U64
    failed: U64
    refused: U64
    shared_passes: U64
    conflicts: U64
    cached_passes: U64
    replays: U64
    hits: U64
    misses: U64
    merges: U64
    store_fetches: U64
    deferrals: CauseTotals  # by Cause
    reads: U64
    walk_reads: U64
    writes: U64
    memory_fences: U64
    read_bytes: U64
    write_bytes: U64
    lost: U64
    lost_untold: U64


def lanes_of(mask: int) -> List[int]:
    """The lanes whose bits are set."""
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]
