"""A simulation: submit instructions, run cycles, collect completions."""

import ctypes
import errno
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import arrays
from .codes import Atom, Carveout, Hint, Level, Matrix, Memop, Op, Space, Width
from .errors import Wrong, error_of
from .library import LIB, MEMORY, WATCHER
from .records import (Completion, Counters, Event, Instr, Lost, Request, Seen, Setting, Settings, Status,
                      Taken, Texture, lanes_of, place_of, unsigned)

LIMIT = 1_000_000  # the default limit of cycles

MemoryFunction = Callable[[Request], Union[Taken, int]]
Watcher = Callable[[Seen, Dict[int, int]], None]


def chips() -> List[str]:
    """The chips in the library: the default machine, and those that it was made with."""
    names = []
    while (name := LIB.ul1_sim_chip_name(len(names))) is not None:
        names.append(name.decode())
    return names


class Config(Settings):
    """The configuration of a simulation: `Config(lanes=8, memory_latency=100)`. docs/library.md lists the
    members. Members that are not given have the defaults of the library, or of `chip`, one of `chips()`."""

    def __init__(self, *, chip: Optional[str] = None, **settings: Any) -> None:
        super().__init__()
        LIB.ul1_sim_defaults(self, ctypes.sizeof(self))
        why = ctypes.c_char_p()
        if chip is not None and LIB.ul1_sim_chip(self, chip.encode(), why):
            raise Wrong(f"chip='{chip}': {(why.value or b'').decode()}")
        for name, value in settings.items():
            setattr(self, name, value)


class Simulation:
    """One L1 with shared memory.

        with Simulation(lanes=32) as sim:
            sim.load([8 * lane for lane in range(32)])
            done = sim.wait()
            print(done.passes, "passes,", done.retired - done.taken, "cycles")

    The constructor takes a Config, settings by name, or both. `chip` is the name of a chip (`chips()`), with
    its lanes and settings where none are given. `memory` is a function of your own in place of
    the built-in memory. It is called with each Request, and returns a Taken. If it raises, this request and
    all later ones fail, and the call that ran the cycles raises the same exception at its end.

    A simulation is used by one thread at a time. A refused call raises an Error of this package and has no
    effect. A number that does not fit raises an OverflowError."""

    def __init__(self, config: Optional[Config] = None, *, chip: Optional[str] = None,
                 memory: Optional[MemoryFunction] = None, **settings: Any) -> None:
        self._handle: Optional[int] = None
        self._busy = self._within = False
        self._failure: Optional[BaseException] = None
        if config is not None and chip is not None:
            raise Wrong("chip is a member of the Config, if there is one")
        self._config = Config(chip=chip) if config is None else Config.from_buffer_copy(config)
        for name, value in settings.items():
            setattr(self._config, name, value)
        if memory is not None:
            self._function = MEMORY(lambda _, request: self._offer(memory, request))
            self._config._memory, self._config.memory_bytes = ctypes.cast(self._function, ctypes.c_void_p), 0
        why = ctypes.c_char_p()
        self._handle = LIB.ul1_sim_new(self._config, why)
        if self._handle is None:
            status = Status.NO_MEMORY if ctypes.get_errno() == errno.ENOMEM else Status.WRONG
            raise error_of(status, (why.value or b"").decode())

    # ---- calls

    def _offer(self, memory: MemoryFunction, offered: Any) -> int:
        """Passes a copy of a request to the memory function, which may keep it."""
        if self._failure is not None:
            return Taken.FAILED
        request = Request.from_buffer_copy(offered.contents)
        self._within = True
        try:
            taken = Taken(memory(request))
        except BaseException as failure:  # pylint: disable=broad-except
            self._failure, taken = failure, Taken.FAILED
        finally:
            self._within = False
        if taken == Taken.DONE and request.op == Memop.READ:
            offered.contents.word = request.word
        return taken

    def _run(self, function: Any, *arguments: Any, answer: bool = False) -> int:
        """Calls the function and returns its result. From within the memory function only an answer is
        allowed."""
        if self._handle is None:
            raise Wrong("the simulation is closed")
        if self._busy and not (answer and self._within):
            raise Wrong("the simulation is in use: by its memory function, or by another thread")
        was, self._busy = self._busy, True
        try:
            result: int = function(self._handle, *arguments)
            return result
        finally:
            self._busy = was

    def _settle(self, status: int, done: Any = None) -> None:
        """Raises the exception of the memory function or the watcher, or that of the status."""
        failure, self._failure = self._failure, None
        if failure is None and status:
            failure = error_of(status, LIB.ul1_sim_error(self._handle).decode())
        if failure is not None:
            if done is not None:
                failure.done = done  # type: ignore[attr-defined]
            raise failure

    def _do(self, function: Any, *arguments: Any) -> None:
        self._settle(self._run(function, *arguments))

    def close(self) -> None:
        """Frees the simulation. It cannot be used any more."""
        if self._handle is not None:
            self._run(LIB.ul1_sim_free)
            self._handle = None

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    # ---- instructions

    @property
    def lanes(self) -> int:
        """Lanes of the machine."""
        return self._config.lanes

    @property
    def all_lanes(self) -> int:
        """The mask with all lanes active."""
        return (1 << self.lanes) - 1

    def submit(self, instr: Instr) -> None:
        """Queues an instruction. Instructions of one warp enter the machine in the order of submission."""
        self._do(LIB.ul1_sim_submit, instr)

    def _access(self, op: int, addr: Sequence[int], mask: Optional[int], **members: Any) -> None:
        if len(addr) != self.lanes:
            raise ValueError(f"addr: {len(addr)} addresses for {self.lanes} lanes")
        self.submit(Instr(op=op, addr=addr, mask=self.all_lanes if mask is None else mask, **members))

    def load(self, addr: Sequence[int], *, space: int = Space.SHARED, width: int = Width.B32,
             mask: Optional[int] = None, warp: int = 0, reg: int = 0, hint: int = Hint.CA, sign: int = 0,
             tag: int = 0, interleave: int = 0, matrix: int = Matrix.NONE) -> None:
        """Submits a load, with the byte address of each lane. `interleave`: of its own local memory.
        `matrix`: of 128 bits, a Matrix; each address is that of a row, and all lanes get words."""
        self._access(Op.LOAD, addr, mask, space=space, width=width, warp=warp, reg=reg, hint=hint, sign=sign,
                     tag=tag, interleave=interleave, matrix=matrix)

    def store(self, addr: Sequence[int], data: Sequence[Any], *, space: int = Space.SHARED,
              width: int = Width.B32, mask: Optional[int] = None, warp: int = 0, hint: int = Hint.CA,
              tag: int = 0, interleave: int = 0, matrix: int = Matrix.NONE) -> None:
        """Submits a store. `data` is a word for each lane; for 64 and 128 bits a list of such, one for
        each register. `matrix`: as for a load."""
        rows = data if width > Width.B32 else [data]
        self._access(Op.STORE, addr, mask, data=rows, space=space, width=width, warp=warp, hint=hint, tag=tag,
                     interleave=interleave, matrix=matrix)

    def atomic(self, atom: int, addr: Sequence[int], data: Sequence[Any], *, width: int = Width.B32,
               mask: Optional[int] = None, warp: int = 0, reg: int = 0, sign: int = 0, tag: int = 0,
               space: int = Space.SHARED) -> None:
        """Submits an atomic (Atom) on shared memory or, on chips with GLOBAL_ATOMICS 2, on global memory.
        `data` is as for a store; for Atom.CAS it is a list of such, first those to compare, then those to
        store. The completion has the old words."""
        rows = data if width > Width.B32 or atom == Atom.CAS else [data]
        self._access(Op.STORE, addr, mask, data=rows, atom=atom, width=width, warp=warp, reg=reg, sign=sign,
                     tag=tag, space=space, returns=int(space == Space.GLOBAL))

    def lock(self, addr: Sequence[int], *, mask: Optional[int] = None, warp: int = 0, reg: int = 0,
             tag: int = 0) -> None:
        """Submits a load-and-lock of words of shared memory, on chips with LOCKS. In the completion, `pred`
        has the lanes that got their lock."""
        self._access(Op.LOAD, addr, mask, atom=Atom.LOCK, width=Width.B32, warp=warp, reg=reg, tag=tag)

    def unlock(self, addr: Sequence[int], data: Sequence[int], *, conditional: bool = False,
               mask: Optional[int] = None, warp: int = 0, tag: int = 0) -> None:
        """Submits a store-and-unlock. A conditional one stores only in lanes that find their lock taken, the
        lowest of each; `pred` of its completion has these."""
        self._access(Op.STORE, addr, mask, data=[data], atom=Atom.CUNLOCK if conditional else Atom.UNLOCK,
                     width=Width.B32, warp=warp, tag=tag)

    def reduction(self, atom: int, addr: Sequence[int], data: Sequence[Any], *, width: int = Width.B32,
                  mask: Optional[int] = None, warp: int = 0, sign: int = 0, tag: int = 0) -> None:
        """Submits a reduction on global memory (Atom), which memory performs. `data` is as for a store. It
        returns nothing."""
        rows = data if width > Width.B32 else [data]
        self._access(Op.STORE, addr, mask, data=rows, atom=atom, space=Space.GLOBAL, width=width, warp=warp,
                     sign=sign, tag=tag)

    def copy(self, dest: Sequence[int], addr: Sequence[int], *, width: int = Width.B32, hint: int = Hint.CA,
             space: int = Space.GLOBAL, mask: Optional[int] = None, warp: int = 0, tag: int = 0) -> None:
        """Submits an asynchronous copy to the shared address `dest` of each lane, on chips with COPIES. Its
        completion comes with the store."""
        self._access(Op.LOAD, addr, mask, data=[dest], width=width, hint=hint, space=space, warp=warp,
                     tag=tag, copy=1)

    def sample(self, texture: Texture, places: Sequence[Tuple[float, float]], *, mask: Optional[int] = None,
               warp: int = 0, reg: int = 0, tag: int = 0) -> None:
        """Submits a texture instruction, on chips with TEXTURE. `places` has the column and the row of each
        lane's sample, in texels."""
        self._access(Op.TEX, [place_of(*place) for place in places], mask, texture=texture, warp=warp,
                     reg=reg, tag=tag)

    def commit(self, *, warp: int = 0, tag: int = 0) -> None:
        """Makes the copies of the warp since its last commit a group."""
        self.submit(Instr(op=Op.FENCE, group=1, warp=warp, tag=tag))

    def wait_copies(self, leaves: int = 0, *, warp: int = 0, tag: int = 0) -> None:
        """Waits until at most `leaves` groups of the warp are under way, and completes then."""
        self.submit(Instr(op=Op.FENCE, group=2, leaves=leaves, warp=warp, tag=tag))

    def fence(self, level: int = Level.GPU, *, warp: int = 0, tag: int = 0) -> None:
        """Submits a fence."""
        self.submit(Instr(op=Op.FENCE, level=level, warp=warp, tag=tag))

    def inval(self, addr: Sequence[int], *, space: int = Space.GLOBAL, mask: Optional[int] = None,
              warp: int = 0, tag: int = 0, interleave: int = 0) -> None:
        """Submits an inval, which drops clean sectors of the line of each lane's address."""
        self._access(Op.INVAL, addr, mask, space=space, warp=warp, tag=tag, interleave=interleave)

    def flush(self, addr: Sequence[int], *, space: int = Space.GLOBAL, mask: Optional[int] = None,
              warp: int = 0, tag: int = 0, interleave: int = 0) -> None:
        """Submits a flush, which writes back dirty sectors of the line of each lane's address."""
        self._access(Op.FLUSH, addr, mask, space=space, warp=warp, tag=tag, interleave=interleave)

    def command(self, command: int, *, addr: int = 0, carveout: int = Carveout.S48, tag: int = 0,
                beside: bool = False) -> None:
        """Queues a command on the cache (Cmd) behind everything submitted before. With `beside` it goes
        into a separate queue, behind earlier such commands only. It completes like an instruction."""
        self._do(LIB.ul1_sim_command_beside if beside else LIB.ul1_sim_command, unsigned("tag", tag),
                 unsigned("command", command, 32), unsigned("addr", addr), unsigned("carveout", carveout, 32))

    def collect(self) -> Optional[Completion]:
        """The next completion, in order of retirement; None if there is none."""
        done = Completion()
        status = self._run(LIB.ul1_sim_collect, done)
        if status == Status.EMPTY:
            return None
        self._settle(status)
        return done

    def collect_all(self) -> List[Completion]:
        """All completions that can be collected now."""
        return list(self._completions())

    def _completions(self) -> Iterator[Completion]:
        done = self.collect()
        while done is not None:
            yield done
            done = self.collect()

    # ---- time

    def step(self, cycles: int = 1) -> None:
        """Runs `cycles` cycles."""
        self._do(LIB.ul1_sim_step, unsigned("cycles", cycles))

    def run(self, limit: int = LIMIT) -> None:
        """Runs until the simulation is idle; Limit after `limit` cycles."""
        self._do(LIB.ul1_sim_run, unsigned("limit", limit))

    def wait(self, limit: int = LIMIT) -> Completion:
        """Runs until there is a completion; Limit after `limit` cycles. Empty, without a cycle, if none
        can come."""
        done = Completion()
        status = self._run(LIB.ul1_sim_wait, done, unsigned("limit", limit))
        self._settle(status, done if status == Status.OK else None)
        return done

    @property
    def cycle(self) -> int:
        """The number of cycles run, which is the number of the next cycle."""
        return self._run(LIB.ul1_sim_cycle)

    @property
    def idle(self) -> bool:
        """True if nothing is queued, in flight or waiting to be written."""
        return bool(self._run(LIB.ul1_sim_idle))

    def takes(self, instr: Instr) -> bool:
        """True if the machine would take this instruction in the next cycle, were it the first of the
        queue."""
        return bool(self._run(LIB.ul1_sim_takes, instr))

    @property
    def room(self) -> int:
        """Instructions that can be submitted now."""
        return self._run(LIB.ul1_sim_room)

    @property
    def waiting(self) -> int:
        """Completions that can be collected."""
        return self._run(LIB.ul1_sim_waiting)

    def reset(self) -> None:
        """Runs one cycle of reset. Everything queued, in flight or requested from memory is lost; the
        cache is empty; the carveout is s48."""
        self._do(LIB.ul1_sim_reset)

    def set(self, **settings: int) -> None:
        """Changes settings while idle, by the names of Setting in lower case:
        `sim.set(policy=Policy.KEPLER)`."""
        for name, value in settings.items():
            if name.upper() not in Setting.__members__:
                raise AttributeError(f"there is no setting '{name}'")
            self._do(LIB.ul1_sim_set, Setting[name.upper()], unsigned(name, value))

    # ---- batches: NumPy's structured arrays of Instr and of Completion

    def instructions(self, count: int, **members: Any) -> Any:
        """An array of `count` instructions with all lanes active and tags 0, 1, 2 ... Members given by
        name are broadcast: `sim.instructions(100, op=Op.LOAD, warp=numpy.arange(100) % 8, addr=...)`.
        `addr` has a row for each instruction and a column for each lane."""
        batch = arrays.records(Instr, count)
        for name, value in {"mask": self.all_lanes, "tag": arrays.needed().arange(count), **members}.items():
            arrays.set_field(batch, name, value)
        return batch

    def batch(self, instructions: Any, limit: int = LIMIT) -> Any:
        """Submits all instructions, each when the queue has room for it, runs, and returns all completions
        in order of retirement. A Limit has the completions so far in `done`; the rest was not submitted or
        is in flight."""
        batch = arrays.batch_of(instructions)
        done = arrays.records(Completion, len(batch) + self._config.capacity - self.room)
        came = ctypes.c_size_t()
        status = self._run(LIB.ul1_sim_batch, batch.ctypes.data, len(batch), done.ctypes.data, len(done),
                           came, unsigned("limit", limit))
        self._settle(status, done[:came.value])
        return done[:came.value]

    def submit_many(self, instructions: Any) -> int:
        """Submits instructions until the capacity is used, and returns their number. An Error if one is
        wrong; those before it (`done`: their number) are submitted then."""
        batch, taken = arrays.batch_of(instructions), ctypes.c_size_t()
        status = self._run(LIB.ul1_sim_submit_many, batch.ctypes.data, len(batch), taken)
        self._settle(Status.OK if status == Status.FULL else status, taken.value)
        return taken.value

    def collect_many(self) -> Any:
        """All completions that can be collected now, as an array."""
        done = arrays.records(Completion, self.waiting)
        came = self._run(LIB.ul1_sim_collect_many, done.ctypes.data, len(done))
        return done[:came]

    # ---- watching

    def watch(self, watcher: Optional[Watcher]) -> None:
        """From now on calls `watcher` with each event (Seen) in its cycle, and with its words by their
        slots. The watcher must not call the simulation. If it raises, it is not called again, and the call
        that ran the cycles raises the same exception at its end. None ends watching."""

        def tell(_: Any, seen: Any) -> None:
            if watcher is None or self._failure is not None:
                return
            copy = Seen.from_buffer_copy(seen.contents)
            brought = {}
            if copy.event == Event.WORDS:
                data = ctypes.cast(copy._data, ctypes.POINTER(ctypes.c_uint32))
                brought = {slot: data[slot] for slot in lanes_of(copy.slots)}
            copy._data = None  # the memory behind it is not kept
            try:
                watcher(copy, brought)
            except BaseException as failure:  # pylint: disable=broad-except
                self._failure = failure

        function = WATCHER() if watcher is None else WATCHER(tell)
        self._do(LIB.ul1_sim_watch, function, None)
        self._watcher = function  # kept as long as the library may call it

    # ---- memory

    @staticmethod
    def apply(request: Request, words: Sequence[int]) -> List[int]:
        """The words of a line after a write, which may be a reduction, for a memory function."""
        kept = arrays.words_of(words)
        LIB.ul1_sim_apply(request, arrays.address_of(kept))
        return [int(word) for word in kept]

    def answer(self, request_id: int, words: Optional[Sequence[int]] = None, *, failed: bool = False) -> None:
        """Answers a request that the memory function took for later, for a read with the words of its
        line. It is the only call that the memory function may make."""
        if words is not None and len(words) != self.lanes:
            raise ValueError(f"words: {len(words)}, where a line has {self.lanes}")
        kept = None if words is None else arrays.words_of(words)
        status = self._run(LIB.ul1_sim_answer, unsigned("request_id", request_id),
                           None if kept is None else arrays.address_of(kept), int(failed), answer=True)
        if status:
            raise error_of(status, LIB.ul1_sim_error(self._handle).decode())

    def read(self, addr: int, count: int) -> bytes:
        """Reads bytes of the built-in memory, without cycles. Dirty data in the cache are not seen."""
        buffer = ctypes.create_string_buffer(unsigned("count", count))
        self._do(LIB.ul1_sim_read, unsigned("addr", addr), buffer, count)
        return buffer.raw

    def write(self, addr: int, data: Any) -> None:
        """Writes bytes (or an array's) to the built-in memory, without cycles. Copies in the cache do not
        change."""
        raw = memoryview(data).tobytes()
        self._do(LIB.ul1_sim_write, unsigned("addr", addr), raw, len(raw))

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory under the present carveout."""
        return self._run(LIB.ul1_sim_shared_bytes)

    def peek(self, addr: int, count: int) -> Any:
        """Reads `count` words of shared memory, without cycles: the data of every store that has retired.
        The result is a NumPy array, or an `array.array` without NumPy."""
        words = arrays.empty_words(unsigned("count", count))
        self._do(LIB.ul1_sim_peek, unsigned("addr", addr, 32), arrays.address_of(words), count)
        return words

    def poke(self, addr: int, words: Sequence[int]) -> None:
        """Writes words of shared memory, without cycles, that every load taken from now on sees. Busy if a
        store in flight will write one of them."""
        kept = arrays.words_of(words)
        self._do(LIB.ul1_sim_poke, unsigned("addr", addr, 32), arrays.address_of(kept), len(kept))

    def next_lost(self) -> Optional[Lost]:
        """The next report of a store that was lost after it had retired; None if there is none."""
        lost = Lost()
        status = self._run(LIB.ul1_sim_next_lost, lost)
        if status == Status.EMPTY:
            return None
        self._settle(status)
        return lost

    def counters(self) -> Counters:
        """The library's counters, since the simulation was made."""
        counters = Counters()
        self._do(LIB.ul1_sim_counters, counters)
        return counters

    def perf(self, counter: int) -> int:
        """One of the machine's own performance counters, since they were cleared or the machine was reset."""
        value = ctypes.c_uint32()
        self._do(LIB.ul1_sim_perf, unsigned("counter", counter, 32), value)
        return value.value

    def perf_clear(self) -> None:
        """Clears the machine's own performance counters."""
        self._do(LIB.ul1_sim_perf_clear)

    # ---- snapshots

    def snapshot(self) -> bytes:
        """A snapshot of everything except the memory function."""
        buffer = ctypes.create_string_buffer(self._run(LIB.ul1_sim_snapshot_size))
        self._do(LIB.ul1_sim_snapshot, buffer, len(buffer))
        return buffer.raw

    def restore(self, snapshot: bytes) -> None:
        """Continues from a snapshot of any simulation whose configuration agrees in all but the memory
        function."""
        raw = bytes(snapshot)
        self._do(LIB.ul1_sim_restore, raw, len(raw))
