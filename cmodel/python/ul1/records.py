"""The structs of ul1_sim.h, with members of the same names. A number that does not fit raises an
OverflowError."""

import ctypes
import operator
from enum import IntEnum, IntFlag
from typing import Annotated, Any, Dict, List, Sequence, get_type_hints

from . import sizes

LANES = 64  # lanes of the widest machine; others use the first of each array
CAUSES = 5  # causes of a deferral (Cause)
NEVER = 2**64 - 1  # "never", as a cycle number
NOBODY = 2**64 - 1  # Seen.tag: the event belongs to no instruction in flight
COMMAND = 0xFF  # Completion.op for a command

U8 = Annotated[int, ctypes.c_uint8]
U16 = Annotated[int, ctypes.c_uint16]
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
    """The status that a call of the library returns."""

    OK = 0
    FULL = 1
    EMPTY = 2
    LIMIT = 3
    WRONG = 4
    BUSY = 5
    FOREIGN = 6
    NO_MEMORY = 7


class Taken(IntEnum):
    """The return value of a memory function."""

    DONE = 0  # performed, the words of a read filled in; answered after the latency
    FAILED = 1  # cannot be performed; answered with an error after the latency
    LATER = 2  # taken; answered later by Simulation.answer
    NOT_NOW = 3  # not taken; offered again in the next cycle


class Event(IntEnum):
    """The kinds of events that a watcher receives."""

    TAKEN = 0  # the machine takes an instruction or a command
    PASS = 1  # a pass of a shared access is accepted
    LOOKUP = 2  # a cached access is looked up, or replayed after its line was filled
    WORDS = 3  # words of a load reach the register file
    READ = 4  # memory takes a request; walks have no event
    WRITE = 5
    EVICT = 6  # a dirty line is read out, to be written back
    RETIRED = 7  # the instruction retires, the command completes
    BEAT = 8  # a beat of store data is taken
    OPENED = 9  # a barrier opens
    FAULTY = 10  # an arrival at a barrier is faulty


class Outcome(IntEnum):
    """The outcome of a lookup. STORE, CMO: it neither opened a fetch nor was deferred."""

    HIT = 0
    MISS = 1
    MERGE = 2
    DEFER = 3
    REPLAY = 4
    STORE = 5
    CMO = 6


class Stored(IntFlag):
    """The effects of a cached store's access."""

    THROUGH = 1  # it is written through to memory
    DIRTIED = 2  # it makes sectors of a present line dirty
    ALLOCATED = 4  # it allocates a way without a fetch
    HELD = 8  # it is held in the store buffer for a line under fetch
    PURGED = 16  # it bypasses the cache, and the cached copy is dropped
    JOINED = 32  # it merges into an entry of the store buffer (WDB)


class Setting(IntEnum):
    """The settings that Simulation.set changes, there by names in lower case."""

    POLICY = 0
    HOME = 1
    AGAIN_AFTER = 2
    INTERVAL = 3
    FETCH = 4
    PAGE = 5
    ROOT = 6
    MEMORY_LATENCY = 7
    MEMORY_RATE = 8
    BANKWIDTH = 9


def unsigned(name: str, value: Any, bits: int = 64) -> int:
    """Returns the number; an OverflowError if it is negative or has more than `bits` bits."""
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
    if isinstance(value, Record):
        return value.as_dict()
    return [_plain(v) for v in value] if isinstance(value, ctypes.Array) else value


class Record(ctypes.Structure):
    """A struct. The constructor takes members by name, and each assignment to a member is checked.
    `numpy.asarray(record.member)` is a view of an array member."""

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
        elif kind is ctypes.c_void_p or isinstance(value, Record):
            super().__setattr__(name, value)
        else:
            super().__setattr__(name, unsigned(name, value, 8 * ctypes.sizeof(kind)))

    def as_dict(self) -> Dict[str, Any]:
        """All members, as plain numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self._kinds if not name.startswith("_")}

    def __repr__(self) -> str:
        members = ", ".join(f"{n}={v}" for n, v in self.as_dict().items() if not isinstance(v, list))
        return f"{type(self).__name__}({members})"


def _members(record: Any) -> Any:
    """Makes the declared members of the class the members of the struct, in their order."""
    hints = get_type_hints(record, include_extras=True)
    record._kinds = {name: hint.__metadata__[0] for name, hint in hints.items() if name != "_kinds"}
    record._fields_ = list(record._kinds.items())
    return record


@_members
class Settings(Record):
    """struct ul1_sim_config. Its subclass Config fills in the defaults."""

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
    bankwidth: Unsigned
    _chip: Pointer


@_members
class Texture(Record):
    """What a texture instruction samples: `Texture(base=0x1000, pitch=256, columns=64, rows=64,
    format=Texfmt.RGBA8, layout=Layout.BLOCKED)`."""

    base: U64  # its address, a multiple of 512
    pitch: U32  # bytes of a row: a multiple of 32 if linear, of 64 if blocked
    columns: U16
    rows: U16
    format: U8  # Texfmt
    layout: U8  # Layout
    border: U8  # Border
    filter: U8  # Filter


Described = Annotated[Texture, Texture]


@_members
class Instr(Record):
    """A load, store, fence, inval or flush of a warp: `Instr(op=Op.LOAD, width=Width.B32, mask=0xff,
    addr=[...])`. Members that are not given are 0."""

    tag: U64  # the caller's; returned with the completion
    op: U8  # Op
    space: U8  # Space
    width: U8  # Width
    hint: U8  # Hint
    level: U8  # fence: Level
    sign: U8  # 1: loads of 8 and 16 bits are sign-extended
    warp: U8
    reg: U8
    mask: U64  # active lanes
    # an Atom makes a store an atomic or unlock of shared memory, or a reduction on global memory, and
    # Atom.LOCK a load a load-and-lock
    atom: U8
    returns: U8  # 1: the operation on global memory is an atomic, which returns the old words
    matrix: U8  # load or store of 128 bits: a Matrix makes it a matrix access
    interleave: U8  # 1: word n of lane l of local memory lies at word n * lanes + l
    pred: U64  # bar: predicate of each lane
    bar: U8  # fence: 1 if it arrives at a barrier when it retires
    barrier: U8  # bar: number of the barrier
    expects: U8  # bar: arrivals with which the barrier opens
    waits: U8  # bar: 1 if the warp waits
    # load of global or local memory: 1 if it starts an asynchronous copy to shared memory; data[0][lane] is
    # the shared address of the lane
    copy: U8
    # no instruction, with op Op.FENCE. 1: the warp closes a group of its copies. 2: it waits until at most
    # `leaves` of its groups are under way. 3: both
    group: U8
    leaves: U8
    texture: Described  # Op.TEX: what it samples
    addr: LaneAddresses  # byte address of each lane; Op.TEX: place_of its sample
    data: Registers  # store: data[r][lane] is the word of register reg + r


@_members
class Completion(Record):
    """The completion of an instruction or command. The cycle of a step that did not happen is NEVER."""

    tag: U64
    op: U8  # as submitted; COMMAND for a command
    warp: U8
    reg: U8
    err: U8  # Err
    err_lane: U8  # the lowest failing lane
    err_mask: U64  # all failing lanes
    err_addr: U64  # the address of the lowest failing lane
    mask: U64
    submitted: U64  # the first cycle in which the machine could have taken it
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
    deferred_cycles: U32
    reads: U32
    writes: U32
    pred: U64  # Atom.LOCK: lanes that got their lock flag; Atom.CUNLOCK: those that gave it back, and stored
    data: Registers  # load: data[r][lane] is register reg + r


@_members
class Request(Record):
    """A request of the machine to a memory function. For a read, a function that returns DONE sets `word`."""

    id: U64  # for Simulation.answer
    addr: U64  # physical address of the line; 0 for a fence
    op: U8  # Memop
    level: U8  # fence: Level
    sectors: U8  # read: bit q is set if the q-th quarter of the line is needed
    walk: U8  # 1 for a read of a page walker
    lanes: Unsigned  # words of a line
    enable: LaneBytes  # write: bit b of enable[i] is set if byte b of word i is written
    word: LaneWords
    atom: U8  # write: an Atom makes it a reduction or an atomic; see Simulation.apply
    wide: U8  # it is on pairs of words, as numbers of 64 bits
    sign: U8  # it is on signed numbers
    returns: U8  # write: it is an atomic, answered like a read with the words of the line before it


@_members
class Lost(Record):
    """A store that was lost after it had retired."""

    cycle: U64
    addr: U64  # virtual address of its line
    err: U8  # Err


@_members
class Seen(Record):
    """An event, as passed to a watcher."""

    cycle: U64
    # The instruction, from TAKEN to RETIRED. NOBODY for work of a command or of a retired instruction, and a
    # replay for held stores
    tag: U64
    event: U8  # Event
    command: U8  # TAKEN, RETIRED: 1 for a command
    sub: U8  # PASS, LOOKUP, WORDS, BEAT: the sub-warp
    again: U8  # PASS: 1 if the sub-warp had a pass before
    outcome: U8  # LOOKUP: Outcome
    sectors: U8  # READ: the sectors that are requested
    err: U8  # RETIRED: Err
    err_lane: U8
    # PASS, LOOKUP, WORDS: the slots of this event. Slot s of sub-warp k is word k * lanes + s of the
    # instruction
    slots: U64
    pred: U64  # WORDS: the slots among these that got their lock flag, or gave it back
    cause: U8  # LOOKUP with outcome DEFER: Cause
    stored: U8  # LOOKUP of a store: Stored
    addr: U64  # address of the line; LOOKUP: virtual; READ, WRITE: physical
    _data: Pointer
    err_mask: U64  # RETIRED: the failing lanes
    # READ, WRITE, EVICT: the tag of the instruction that made the request necessary, collected or not;
    # others: as tag
    origin: U64
    warps: U64  # OPENED: the warps that waited, a bit for each
    count: U32  # OPENED: the true predicates in all arrivals
    all: U8  # OPENED: 1 if all of them are true
    any: U8  # OPENED: 1 if any is true
    barrier: U8  # OPENED: its number
    warp: U8  # FAULTY: the warp; cause has the reason


@_members
class Counters(Record):
    """The library's counters, since the simulation was made."""

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


def place_of(column: float, row: float) -> int:
    """Instr.addr of a lane that samples there, in texels; they are kept to 1/256."""
    units = [round(256 * x) for x in (column, row)]
    if any(not -(2**23) <= x < 2**23 for x in units):
        raise OverflowError(f"({column}, {row}): a place is -32768 to 32767 texels")
    return (units[1] & 0xFFFFFFFF) << 32 | units[0] & 0xFFFFFFFF


def lanes_of(mask: int) -> List[int]:
    """The lanes whose bits are set."""
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]
