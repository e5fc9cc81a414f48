"""A simulation: instructions in, cycles, completions out."""

import ctypes
import errno
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Union

from . import arrays
from .codes import Carveout, Hint, Level, Memop, Op, Space, Width
from .errors import Wrong, error_of
from .library import LIB, MEMORY, WATCHER
from .records import (Completion, Counters, Event, Instr, Lost, Request, Seen, Setting, Settings, Status, Taken, lanes_of,
                      unsigned)

LIMIT = 1_000_000  # cycles that are run at most where nothing else is said

MemoryFunction = Callable[[Request], Union[Taken, int]]
Watcher = Callable[[Seen, Dict[int, int]], None]


class Config(Settings):
    """What a simulation is made with: `Config(lanes=8, memory_latency=100)`. docs/library.md says what may be changed; what
    is not given has the library's default."""

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        LIB.ul1_sim_defaults(self, ctypes.sizeof(self))
        for name, value in settings.items():
            setattr(self, name, value)


class Simulation:
    """One L1 with shared memory.

        with Simulation(lanes=32) as sim:
            sim.load([8 * lane for lane in range(32)])
            done = sim.wait()
            print(done.passes, "passes,", done.retired - done.taken, "cycles")

    It is made with a Config, or with settings by name, or both. `memory` is a function of your own in place of the memory
    that is built in; it is called with each Request and answers with what it has done (Taken). If it raises, the request
    fails, as do those after it, and the call that ran the cycles raises the same when it ends.

    A simulation is used by one thread at a time. Calls refuse with an Error of this package, and have done nothing then;
    numbers that do not fit are an OverflowError."""

    def __init__(self, config: Optional[Config] = None, *, memory: Optional[MemoryFunction] = None, **settings: Any) -> None:
        self._handle: Optional[int] = None
        self._busy = self._within = False
        self._failure: Optional[BaseException] = None
        self._config = Config() if config is None else Config.from_buffer_copy(config)
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
        """A request for the memory function, which is given a copy: it may keep it."""
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
        """What the function returns. From within the memory function only an answer is allowed."""
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
        """Raises what the memory function has raised, or what the status says."""
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
        """Gives its memory back. It cannot be used any more."""
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
        """The mask of all of them."""
        return (1 << self.lanes) - 1

    def submit(self, instr: Instr) -> None:
        """Queues it. In each warp instructions are performed in the order in which they are submitted."""
        self._do(LIB.ul1_sim_submit, instr)

    def _access(self, op: int, addr: Sequence[int], mask: Optional[int], **members: Any) -> None:
        if len(addr) != self.lanes:
            raise ValueError(f"addr: {len(addr)} addresses for {self.lanes} lanes")
        self.submit(Instr(op=op, addr=addr, mask=self.all_lanes if mask is None else mask, **members))

    def load(self, addr: Sequence[int], *, space: int = Space.SHARED, width: int = Width.B32, mask: Optional[int] = None,
             warp: int = 0, reg: int = 0, hint: int = Hint.CA, sign: int = 0, tag: int = 0) -> None:
        """Submits a load, with the byte address of each lane."""
        self._access(Op.LOAD, addr, mask, space=space, width=width, warp=warp, reg=reg, hint=hint, sign=sign, tag=tag)

    def store(self, addr: Sequence[int], data: Sequence[Any], *, space: int = Space.SHARED, width: int = Width.B32,
              mask: Optional[int] = None, warp: int = 0, hint: int = Hint.CA, tag: int = 0) -> None:
        """Submits a store: `data` is a word for each lane; of 64 and 128 bits a list of such, one for each register."""
        rows = data if width > Width.B32 else [data]
        self._access(Op.STORE, addr, mask, data=rows, space=space, width=width, warp=warp, hint=hint, tag=tag)

    def fence(self, level: int = Level.GPU, *, warp: int = 0, tag: int = 0) -> None:
        """Submits a fence."""
        self.submit(Instr(op=Op.FENCE, level=level, warp=warp, tag=tag))

    def inval(self, addr: Sequence[int], *, space: int = Space.GLOBAL, mask: Optional[int] = None, warp: int = 0,
              tag: int = 0) -> None:
        """Submits an inval: of the line of each lane's address it drops what is not dirty."""
        self._access(Op.INVAL, addr, mask, space=space, warp=warp, tag=tag)

    def flush(self, addr: Sequence[int], *, space: int = Space.GLOBAL, mask: Optional[int] = None, warp: int = 0,
              tag: int = 0) -> None:
        """Submits a flush: of the line of each lane's address it has what is dirty written back."""
        self._access(Op.FLUSH, addr, mask, space=space, warp=warp, tag=tag)

    def command(self, command: int, *, addr: int = 0, carveout: int = Carveout.S48, tag: int = 0,
                beside: bool = False) -> None:
        """Queues a command on the cache (Cmd) behind what was submitted before, or, beside, behind such commands only; it is
        completed like an instruction."""
        self._do(LIB.ul1_sim_command_beside if beside else LIB.ul1_sim_command, unsigned("tag", tag), unsigned("command", command, 32), unsigned("addr", addr),
                 unsigned("carveout", carveout, 32))

    def collect(self) -> Optional[Completion]:
        """The next completion, in order of retirement; None if there is none."""
        done = Completion()
        status = self._run(LIB.ul1_sim_collect, done)
        if status == Status.EMPTY:
            return None
        self._settle(status)
        return done

    def collect_all(self) -> List[Completion]:
        """All completions that there are."""
        return list(self._completions())

    def _completions(self) -> Iterator[Completion]:
        done = self.collect()
        while done is not None:
            yield done
            done = self.collect()

    # ---- time

    def step(self, cycles: int = 1) -> None:
        """Runs so many cycles."""
        self._do(LIB.ul1_sim_step, unsigned("cycles", cycles))

    def run(self, limit: int = LIMIT) -> None:
        """Runs until nothing is to be done any more; a Limit after so many cycles."""
        self._do(LIB.ul1_sim_run, unsigned("limit", limit))

    def wait(self, limit: int = LIMIT) -> Completion:
        """Runs until there is a completion; a Limit after so many cycles, Empty at once if there is none to come."""
        done = Completion()
        status = self._run(LIB.ul1_sim_wait, done, unsigned("limit", limit))
        self._settle(status, done if status == Status.OK else None)
        return done

    @property
    def cycle(self) -> int:
        """The number of cycles run, and of the next to be."""
        return self._run(LIB.ul1_sim_cycle)

    @property
    def idle(self) -> bool:
        """Nothing is queued, in flight or still to be written."""
        return bool(self._run(LIB.ul1_sim_idle))

    def takes(self, instr: Instr) -> bool:
        """The machine would take it in the next cycle, if it were the first of the queue."""
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
        """A cycle of reset: what is queued, in flight or asked of memory is lost, the cache is empty,
        the carveout is s48."""
        self._do(LIB.ul1_sim_reset)

    def set(self, **settings: int) -> None:
        """Changes settings while idle, by the names of Setting in lower case: `sim.set(policy=Policy.KEPLER)`."""
        for name, value in settings.items():
            if name.upper() not in Setting.__members__:
                raise AttributeError(f"there is no setting '{name}'")
            self._do(LIB.ul1_sim_set, Setting[name.upper()], unsigned(name, value))

    # ---- batches: NumPy's structured arrays of Instr and of Completion

    def instructions(self, count: int, **members: Any) -> Any:
        """An array of so many instructions with all lanes active and tags 0, 1, 2 ...; what is given by name is broadcast:
        `sim.instructions(100, op=Op.LOAD, warp=numpy.arange(100) % 8, addr=...)`, `addr` with a row for each instruction and
        a column for each lane."""
        batch = arrays.records(Instr, count)
        for name, value in {"mask": self.all_lanes, "tag": arrays.needed().arange(count), **members}.items():
            arrays.set_field(batch, name, value)
        return batch

    def batch(self, instructions: Any, limit: int = LIMIT) -> Any:
        """Submits all of them, each when the machine comes to it, runs, and gives all completions, in order of retirement. A
        Limit has those that came in `done`; the rest was not submitted or is under way."""
        batch = arrays.batch_of(instructions)
        done = arrays.records(Completion, len(batch) + self._config.capacity - self.room)
        came = ctypes.c_size_t()
        status = self._run(LIB.ul1_sim_batch, batch.ctypes.data, len(batch), done.ctypes.data, len(done), came,
                           unsigned("limit", limit))
        self._settle(status, done[:came.value])
        return done[:came.value]

    def submit_many(self, instructions: Any) -> int:
        """Submits as many as there is place for, and says how many. An Error if one is wrong; those before it (`done`: how
        many) are submitted then."""
        batch, taken = arrays.batch_of(instructions), ctypes.c_size_t()
        status = self._run(LIB.ul1_sim_submit_many, batch.ctypes.data, len(batch), taken)
        self._settle(Status.OK if status == Status.FULL else status, taken.value)
        return taken.value

    def collect_many(self) -> Any:
        """All completions that there are, as an array."""
        done = arrays.records(Completion, self.waiting)
        came = self._run(LIB.ul1_sim_collect_many, done.ctypes.data, len(done))
        return done[:came]

    # ---- watching

    def watch(self, watcher: Optional[Watcher]) -> None:
        """From now on `watcher` is called with each event (Seen), in the cycle of it, and with the words that it brings, by
        their slots. It may call nothing of the simulation. If it raises, it is not called again, and the call that ran the
        cycles raises the same when it ends. None: nobody watches."""

        def tell(_: Any, seen: Any) -> None:
            if watcher is None or self._failure is not None:
                return
            copy = Seen.from_buffer_copy(seen.contents)
            brought = {}
            if copy.event == Event.WORDS:
                data = ctypes.cast(copy._data, ctypes.POINTER(ctypes.c_uint32))
                brought = {slot: data[slot] for slot in lanes_of(copy.slots)}
            copy._data = None  # what it points to does not stay
            try:
                watcher(copy, brought)
            except BaseException as failure:  # pylint: disable=broad-except
                self._failure = failure

        function = WATCHER() if watcher is None else WATCHER(tell)
        self._do(LIB.ul1_sim_watch, function, None)
        self._watcher = function  # kept as long as the library may call it

    # ---- memory

    def answer(self, request_id: int, words: Optional[Sequence[int]] = None, *, failed: bool = False) -> None:
        """The answer to a request that the memory function took for later: of a read the words of its line. It is the one
        call that the memory function may make, too."""
        if words is not None and len(words) != self.lanes:
            raise ValueError(f"words: {len(words)}, where a line has {self.lanes}")
        kept = None if words is None else arrays.words_of(words)
        status = self._run(LIB.ul1_sim_answer, unsigned("request_id", request_id),
                           None if kept is None else arrays.address_of(kept), int(failed), answer=True)
        if status:
            raise error_of(status, LIB.ul1_sim_error(self._handle).decode())

    def read(self, addr: int, count: int) -> bytes:
        """Bytes of the memory that is built in, without cycles. What is dirty in the cache is not there yet."""
        buffer = ctypes.create_string_buffer(unsigned("count", count))
        self._do(LIB.ul1_sim_read, unsigned("addr", addr), buffer, count)
        return buffer.raw

    def write(self, addr: int, data: Any) -> None:
        """Writes bytes (or an array's) there, without cycles. What the cache has of them stays as it is."""
        raw = memoryview(data).tobytes()
        self._do(LIB.ul1_sim_write, unsigned("addr", addr), raw, len(raw))

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory under the present carveout."""
        return self._run(LIB.ul1_sim_shared_bytes)

    def peek(self, addr: int, count: int) -> Any:
        """So many words of shared memory, without cycles: what every store that has retired left there. They are a NumPy
        array; where there is no NumPy an `array.array`."""
        words = arrays.empty_words(unsigned("count", count))
        self._do(LIB.ul1_sim_peek, unsigned("addr", addr, 32), arrays.address_of(words), count)
        return words

    def poke(self, addr: int, words: Sequence[int]) -> None:
        """Writes words of shared memory, without cycles: every load that is taken from now on sees them. Busy if a store in
        flight is about to write one of them."""
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
        """Counts since it was made."""
        counters = Counters()
        self._do(LIB.ul1_sim_counters, counters)
        return counters

    def meter(self, counter: int) -> int:
        """What the machine's own counter has come to since all were cleared, or it was reset."""
        value = ctypes.c_uint32()
        self._do(LIB.ul1_sim_meter, unsigned("counter", counter, 32), value)
        return value.value

    def meter_clear(self) -> None:
        """Clears all of the machine's own counters."""
        self._do(LIB.ul1_sim_meter_clear)

    # ---- snapshots

    def snapshot(self) -> bytes:
        """All of it but its memory function."""
        buffer = ctypes.create_string_buffer(self._run(LIB.ul1_sim_snapshot_size))
        self._do(LIB.ul1_sim_snapshot, buffer, len(buffer))
        return buffer.raw

    def restore(self, snapshot: bytes) -> None:
        """Continues from there, whichever simulation it was taken of, if their configurations agree in all but the memory
        function."""
        raw = bytes(snapshot)
        self._do(LIB.ul1_sim_restore, raw, len(raw))
