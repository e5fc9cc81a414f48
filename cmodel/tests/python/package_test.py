"""Tests the package with the standard library alone: its structs and numbers against the headers, and the
documented behaviour of its calls."""

import ctypes
import os
import re
import resource
import subprocess
import tempfile
import threading
import unittest

import ul1
from common import BUILD, FRONT, HLAT, LANE_COUNTS, ROOT, stride_passes, words
from ul1 import codes, library, records, sizes

INCLUDE = os.path.join(ROOT, "cmodel", "include")
ALL_LINES = 1 << 20  # bytes of the built-in memory, by default


class Headers(unittest.TestCase):
    """Structs, codes and functions are those of C."""

    STRUCTS = {"ul1_sim_config": ul1.Config, "ul1_sim_instr": ul1.Instr, "ul1_sim_done": ul1.Completion,
               "ul1_sim_request": ul1.Request, "ul1_sim_lost": ul1.Lost, "ul1_sim_seen": ul1.Seen,
               "ul1_sim_counters": ul1.Counters,
               "ul1_port": library.Port, "ul1_block": library.Block}
    PREFIXES = {records.Status: "UL1_SIM", records.Taken: "UL1_SIM", records.Setting: "UL1_SIM",
                records.Event: "UL1_SIM",
                records.Outcome: "UL1_SIM", records.Stored: "UL1_SIM"}

    def claims(self):
        for name, record in self.STRUCTS.items():
            yield f"sizeof(struct {name}) == {ctypes.sizeof(record)}"
            for member, kind in getattr(record, "_fields_", None) or records.Settings._fields_:
                at, field = getattr(record, member), member.lstrip("_")
                yield f"offsetof(struct {name}, {field}) == {at.offset}"
                yield f"sizeof(((struct {name} *)0)->{field}) == {ctypes.sizeof(kind)}"
        enums = {c: "UL1" + re.sub(r"([A-Z])", r"_\1", n).upper() for n, c in vars(codes).items()
                 if isinstance(c, type) and issubclass(c, codes.IntEnum) and c is not codes.IntEnum}
        for enum, prefix in {**enums, **self.PREFIXES}.items():
            yield from (f"{prefix}_{member.name} == {member.value}" for member in enum)
        yield from (f"UL1_{n} == {v}" for n, v in vars(sizes).items() if n.isupper())
        yield f"UL1_SIM_LANES == {records.LANES} && UL1_SIM_CAUSES == {records.CAUSES}"
        yield f"UL1_SIM_NOBODY == {ul1.NOBODY}u"
        yield f"UL1_SIM_NEVER == {ul1.NEVER}u && UL1_SIM_COMMAND == {ul1.COMMAND}"

    def test_numbers(self):
        claims = list(self.claims())
        self.assertGreater(len(claims), 250)
        text = "#include <stddef.h>\n#include <ul1_sim.h>\n" + "".join(f'_Static_assert({c}, "");\n'
            for c in claims)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "claims.c")
            with open(file, "w", encoding="utf-8") as f:
                f.write(text)
            c = subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-I" + INCLUDE,
                                "-I" + os.path.join(BUILD, "gen"), file],
                               capture_output=True, text=True, check=False)
        self.assertEqual(c.returncode, 0, c.stderr)

    def test_functions(self):
        with open(os.path.join(INCLUDE, "ul1_sim.h"), encoding="utf-8") as f:
            declared = set(re.findall(r"^UL1_API [^(]*[ *](ul1_\w+)\(", f.read(), re.M))
        elsewhere = {"ul1_sim_size", "ul1_sim_init"}  # a simulation in the caller's memory
        self.assertEqual(declared - elsewhere, declared & set(library._FUNCTIONS))

    def test_config_is_the_library_s(self):
        c = ul1.Config()
        self.assertEqual((c.lanes, c.memory_bytes, c.capacity, c._size), (32, 1 << 20, 256, ctypes.sizeof(c)))


class Watching(unittest.TestCase):
    """A watcher is called for each event in its cycle."""

    def test_conflict(self):
        events = []
        with ul1.Simulation(lanes=8) as sim:
            sim.poke(0, range(100, 116))
            sim.watch(lambda seen,
                      brought: events.append((seen.event, seen.cycle, seen.tag, seen.slots, brought)))
            sim.submit(ul1.Instr(tag=7, op=ul1.Op.LOAD, width=ul1.Width.B32, mask=0xff,
                                 addr=[8 * n for n in range(8)]))
            done = sim.wait()
            told = len(events)
            sim.watch(None)
            sim.load([0] * 8)
            sim.wait()
        self.assertEqual(len(events), told)
        self.assertEqual({tag for _, _, tag, _, _ in events}, {7})
        passes = [(cycle, slots) for event, cycle, _, slots, _ in events if event == ul1.Event.PASS]
        self.assertEqual(passes, [(done.first_pass, 0x0f), (done.first_pass + 1, 0xf0)])
        brought = {}
        for event, _, _, slots, words_of in events:
            self.assertEqual(set(words_of), set(ul1.lanes_of(slots)) if event == ul1.Event.WORDS else set())
            brought.update(words_of)
        self.assertEqual(brought, {n: 100 + 2 * n for n in range(8)})
        self.assertEqual((events[0][:2], events[-1][:2]),
                         ((ul1.Event.TAKEN, done.taken), (ul1.Event.RETIRED, done.retired)))

    def test_refusals(self):
        with ul1.Simulation(lanes=8) as sim:
            sim.watch(lambda *_: sim.cycle)
            sim.load([0] * 8)
            with self.assertRaises(ul1.Wrong):
                sim.wait()
            sim.watch(None)
            sim.load([4] * 8)
            self.assertEqual(sim.wait().passes, 1)


class Accesses(unittest.TestCase):
    def test_strides(self):
        for lanes in LANE_COUNTS:
            with ul1.Simulation(lanes=lanes) as sim:
                for width, n in ((ul1.Width.B32, 1), (ul1.Width.B64, 2), (ul1.Width.B128, 4)):
                    for stride in range(1, 9):
                        sim.load([4 * n * stride * lane for lane in range(lanes)], width=width)
                        done = sim.wait()
                        self.assertEqual(done.passes, stride_passes(n, stride, lanes), (lanes, width, stride))
                        self.assertEqual(done.retired - done.taken, done.passes + FRONT + HLAT)
                        sim.run()

    def test_values(self):
        for lanes in LANE_COUNTS:
            with ul1.Simulation(lanes=lanes) as sim:
                for width, n in ((ul1.Width.B32, 1), (ul1.Width.B64, 2), (ul1.Width.B128, 4)):
                    addr = [4 * n * lane for lane in range(lanes)]
                    data = [words(1000 * r + n, lanes) for r in range(n)]
                    sim.store(addr, data if n > 1 else data[0], width=width, tag=1)
                    sim.load(addr, width=width, tag=2, reg=8)
                    self.assertEqual(sim.wait().tag, 1)
                    done = sim.wait()
                    self.assertEqual((done.tag, done.op, done.reg, done.err),
                                     (2, ul1.Op.LOAD, 8, ul1.Err.NONE))
                    self.assertEqual([list(row[:lanes]) for row in done.data][:n], data)
                    sim.run()
                    self.assertEqual(sim.peek(0, n * lanes).tolist(),
                                     [data[k % n][k // n] for k in range(n * lanes)])

    def test_mask_and_sign(self):
        with ul1.Simulation(lanes=8) as sim:
            sim.poke(0, [0x80])
            sim.load([0] * 8, width=ul1.Width.B8, sign=1, mask=0b101)
            self.assertEqual(sim.wait().data[0][:8], [0xFFFFFF80, 0, 0xFFFFFF80, 0, 0, 0, 0, 0])
            self.assertEqual(ul1.lanes_of(0b101), [0, 2])

    def test_errors_of_the_machine(self):
        with ul1.Simulation(lanes=8) as sim:
            sim.load([4 * lane + (lane == 3) for lane in range(8)])
            done = sim.wait()
            self.assertEqual((done.err, done.err_lane, done.err_mask, done.err_addr),
                             (ul1.Err.MISALIGNED, 3, 8, 13))
            self.assertEqual(done.first_data, ul1.NEVER)

    def test_wave(self):
        """Waves of 64 lanes over 32 banks: words and masks of the upper half."""
        with ul1.Simulation(lanes=64) as sim:
            sim.store([8 * lane for lane in range(64)], list(range(64)))
            stored = sim.wait()
            sim.load([8 * lane for lane in range(64)])
            loaded = sim.wait()
            sim.load([4 * lane + (lane > 60) for lane in range(64)], mask=sim.all_lanes - 1)
            failed = sim.wait()
            self.assertEqual((stored.passes, loaded.passes, loaded.mask), (4, 4, 2**64 - 1))
            self.assertEqual(list(loaded.data[0]), list(range(64)))
            self.assertEqual((failed.err_lane, failed.err_mask, failed.mask), (61, 7 << 61, 2**64 - 2))
            self.assertEqual(ul1.lanes_of(failed.err_mask), [61, 62, 63])
        self.assertEqual(len(ul1.Pins(64, "l1")["in_addr"]), 64)

    def test_matrix_of_no_machine(self):
        """The default machine has no matrix accesses: all lanes fail."""
        with ul1.Simulation() as sim:
            rows = [16 * lane for lane in range(sim.lanes)]
            sim.load(rows, width=ul1.Width.B128, matrix=ul1.Matrix.TRANS)
            sim.store(rows, [[0] * sim.lanes] * 4, width=ul1.Width.B128, matrix=ul1.Matrix.PLAIN)
            sim.run()
            for done in sim.collect_all():
                self.assertEqual((done.err, done.err_mask, done.passes), (ul1.Err.OP, sim.all_lanes, 0))

    def test_fence_and_command(self):
        with ul1.Simulation(lanes=8, policy=ul1.Policy.KEPLER) as sim:
            sim.store(range(64, 96, 4), words(5, 8), space=ul1.Space.LOCAL)
            sim.fence(ul1.Level.GPU, tag=3)
            sim.run()
            self.assertEqual([d.op for d in sim.collect_all()], [ul1.Op.STORE, ul1.Op.FENCE])
            self.assertEqual(sim.read(64, 32), bytes(32), "dirty in the cache")
            sim.command(ul1.Cmd.FLUSH, tag=4)
            done = sim.wait()
            self.assertEqual((done.op, done.tag), (ul1.COMMAND, 4))
            self.assertEqual(sim.read(64, 32), b"".join(w.to_bytes(4, "little") for w in words(5, 8)))
            before = sim.shared_bytes
            sim.command(ul1.Cmd.CARVEOUT, carveout=ul1.Carveout.S16)
            sim.run()
            self.assertEqual(sim.shared_bytes * 3, before)

    def test_cmo(self):
        with ul1.Simulation(lanes=8) as sim:
            at = range(64, 96, 4)
            sim.store(at, words(5, 8), space=ul1.Space.LOCAL)
            sim.flush(at, space=ul1.Space.LOCAL)
            sim.fence(ul1.Level.GPU)
            sim.inval(at, space=ul1.Space.LOCAL)
            sim.run()
            self.assertEqual([(d.op, d.passes, d.writes) for d in sim.collect_all()],
                             [(ul1.Op.STORE, 1, 0), (ul1.Op.FLUSH, 1, 1), (ul1.Op.FENCE, 0, 0),
                              (ul1.Op.INVAL, 1, 0)])
            self.assertEqual(sim.read(64, 32), b"".join(w.to_bytes(4, "little") for w in words(5, 8)))
            sim.load(at, space=ul1.Space.LOCAL)
            self.assertEqual((done := sim.wait()).misses, 1)
            self.assertEqual(list(done.data[0])[:8], words(5, 8))
            sim.inval(at, space=ul1.Space.SHARED)
            self.assertEqual(sim.wait().err, ul1.Err.SPACE)

    def test_command_beside(self):
        with ul1.Simulation(lanes=8, memory_latency=500) as sim:
            for n in range(49):  # more than the instruction table holds: the last is refused
                sim.load(range(32 * (n % 2), 32 * (n % 2) + 32, 4), space=ul1.Space.GLOBAL, warp=n % 8)
            sim.step(200)
            sim.command(ul1.Cmd.LINE, tag=1)
            sim.command(ul1.Cmd.LINE, tag=2, beside=True)
            sim.run()
            among, beside = sorted((d for d in sim.collect_all() if d.op == ul1.COMMAND), key=lambda d: d.tag)
            self.assertEqual(beside.taken, 200)
            self.assertGreater(among.taken, 500)

    def test_hits_and_misses(self):
        with ul1.Simulation(lanes=8, memory_latency=50) as sim:
            sim.write(256, bytes(range(32)))
            for _ in range(2):
                sim.load(range(256, 288, 4), space=ul1.Space.GLOBAL)
                sim.run()
            first, second = sim.collect_all()
            self.assertEqual((first.misses, first.reads, second.hits, second.reads), (1, 1, 1, 0))
            self.assertGreaterEqual(first.retired - first.taken, 50)
            self.assertLess(second.retired - second.taken, 50)
            self.assertEqual(bytes(second.data)[:32], bytes(range(32)))
            c = sim.counters()
            self.assertEqual((c.loads, c.hits, c.misses, c.reads, c.read_bytes, c.cycles),
                             (2, 1, 1, 1, 32, sim.cycle))
            counts = [ul1.Counter.RETIRED, ul1.Counter.HITS, ul1.Counter.MISSES, ul1.Counter.READS,
                      ul1.Counter.REPLAYS]
            self.assertEqual([sim.perf(n) for n in counts], [2, 1, 1, 1, 1])
            sim.perf_clear()
            self.assertEqual([sim.perf(n) for n in counts], [0, 0, 0, 0, 0])
            self.assertRaises(ul1.Wrong, sim.perf, len(ul1.Counter))

    def test_reset(self):
        with ul1.Simulation(lanes=8, memory_latency=50) as sim:
            sim.load([0] * 8, space=ul1.Space.GLOBAL)
            sim.step(10)
            self.assertFalse(sim.idle)
            sim.reset()
            sim.run()
            self.assertEqual((sim.idle, sim.waiting, sim.room), (True, 0, 256))


class Memory(unittest.TestCase):
    """Memory functions."""

    def load(self, sim, addr=0):
        sim.load([addr + 4 * lane for lane in range(sim.lanes)], space=ul1.Space.GLOBAL)
        return sim.wait()

    def test_done(self):
        asked = []

        def memory(request):
            asked.append(request)
            if request.op == ul1.Memop.READ:
                request.word = [request.addr + lane for lane in range(request.lanes)]
            return ul1.Taken.DONE

        with ul1.Simulation(lanes=8, memory=memory, memory_latency=7) as sim:
            self.assertEqual(self.load(sim, 4096).data[0][:8], list(range(4096, 4104)))
            self.load(sim, 8192)
            self.assertEqual([(r.addr, r.op, r.lanes, r.sectors) for r in asked],
                             [(4096, ul1.Memop.READ, 8, 15), (8192, ul1.Memop.READ, 8, 15)])
            sim.store(range(4096, 4128, 4), words(9, 8), space=ul1.Space.GLOBAL, mask=0b1010)
            sim.run()
        write = asked[-1]
        self.assertEqual((write.op, list(write.enable[:8])), (ul1.Memop.WRITE, [0, 15] * 2 + [0] * 4))
        self.assertEqual((write.word[1], write.word[3]), (words(9, 8)[1], words(9, 8)[3]))

    def test_failed(self):
        with ul1.Simulation(lanes=8, memory=lambda _: ul1.Taken.FAILED) as sim:
            self.assertEqual(self.load(sim).err, ul1.Err.BUS)
            sim.store([0] * 8, [0] * 8, space=ul1.Space.GLOBAL)
            sim.run()
            lost = sim.next_lost()
            self.assertEqual((lost.addr, lost.err), (0, ul1.Err.BUS))
            self.assertIsNone(sim.next_lost())

    def test_later(self):
        taken = []

        def memory(request):
            taken.append(request)
            return ul1.Taken.LATER if len(taken) > 2 else ul1.Taken.NOT_NOW

        with ul1.Simulation(lanes=8, memory=memory) as sim:
            with self.assertRaises(ul1.Limit):
                sim.load([0] * 8, space=ul1.Space.GLOBAL)
                sim.run(100)
            self.assertEqual([r.id for r in taken[1:]], [taken[0].id] * 2)
            with self.assertRaises(ValueError):
                sim.answer(taken[2].id, [1])
            with self.assertRaises(ul1.Wrong):
                sim.answer(taken[2].id + 1, [1] * 8)
            sim.answer(taken[2].id, [11] * 8)
            self.assertEqual(sim.wait().data[0][:8], [11] * 8)

    def test_answer_from_within(self):
        held = []

        def memory(request):
            held.append(request.id)
            if len(held) == 2:
                for n in held:
                    sim.answer(n, [n] * 8)
            return ul1.Taken.LATER

        def two(sim):
            for n in range(2):
                sim.load([64 * n] * 8, space=ul1.Space.GLOBAL, warp=n)
            sim.run()
            return [done.data[0][0] for done in sim.collect_all()]

        with ul1.Simulation(lanes=8, memory=memory) as sim:
            with self.assertRaises(ul1.Wrong, msg="the second is not taken yet when it is answered"):
                two(sim)
        held.clear()

        def earlier(request):
            if held:
                sim.answer(held.pop(), [7] * 8)
                return ul1.Taken.FAILED
            held.append(request.id)
            return ul1.Taken.LATER

        with ul1.Simulation(lanes=8, memory=earlier) as sim:
            self.assertEqual(two(sim)[0], 7)

    def test_raises(self):
        def memory(_):
            raise KeyError("mine")

        with ul1.Simulation(lanes=8, memory=memory) as sim:
            with self.assertRaises(KeyError) as caught:
                self.load(sim)
            self.assertEqual(caught.exception.done.err, ul1.Err.BUS)
            self.assertIsNone(sim.collect())
            for n in range(2):
                sim.load([64 * n] * 8, space=ul1.Space.GLOBAL, warp=n)
            with self.assertRaises(KeyError):
                sim.run()
            self.assertEqual([done.err for done in sim.collect_all()], [ul1.Err.BUS] * 2)

    def test_wrong_answers_and_wrong_use(self):
        with ul1.Simulation(lanes=8, memory=lambda _: None) as sim:
            with self.assertRaises(ValueError):
                self.load(sim)
        for use in (lambda: sim.step(), lambda: sim.close(), lambda: sim.cycle):
            with ul1.Simulation(lanes=8, memory=lambda _, use=use: use()) as sim:
                with self.assertRaisesRegex(ul1.Wrong, "in use"):
                    self.load(sim)

    def test_another_thread(self):
        seen = []

        def elsewhere():
            try:
                sim.step()
            except ul1.Wrong as wrong:
                seen.append(str(wrong))

        def memory(_):
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
            return ul1.Taken.FAILED

        with ul1.Simulation(lanes=8, memory=memory) as sim:
            self.load(sim)
        self.assertIn("another thread", seen[0])


class Refusals(unittest.TestCase):
    """A refused call changes nothing, and raises an exception with type and message."""

    def test_types(self):
        with ul1.Simulation(lanes=8) as sim:
            with self.assertRaises(ul1.Empty):
                sim.wait(2**64 - 1)
            self.assertEqual(sim.cycle, 0)
        with ul1.Simulation(lanes=8, capacity=2, memory_latency=100) as sim:
            sim.load([0] * 8, space=ul1.Space.GLOBAL)
            sim.store([0] * 8, [1] * 8)
            with self.assertRaisesRegex(ul1.Full, "collected"):
                sim.load([0] * 8)
            sim.step(2)
            with self.assertRaises(ul1.Busy):
                sim.poke(0, [1])
            with self.assertRaises(ul1.Busy):
                sim.set(interval=2)
            with self.assertRaises(ul1.Limit):
                sim.run(3)
            with self.assertRaises(ul1.Wrong):
                sim.peek(1, 1)
            with self.assertRaises(ul1.Foreign):
                sim.restore(b"nonsense")
            with self.assertRaises(ul1.Wrong):
                sim.read(ALL_LINES, 1)
        with self.assertRaisesRegex(ul1.Wrong, "closed"):
            sim.step()
        with self.assertRaisesRegex(ul1.Wrong, "8, 16 or 32; or 64"):
            ul1.Simulation(lanes=9)
        with self.assertRaises(ul1.Wrong):
            ul1.Simulation(memory_bytes=1)
        before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, before[1]))
        with self.assertRaises(ul1.NoMemory):
            ul1.Simulation(memory_bytes=4 << 30)
        resource.setrlimit(resource.RLIMIT_AS, before)
        self.assertTrue(issubclass(ul1.Wrong, ValueError) and issubclass(ul1.Wrong, ul1.Error))

    def test_settings(self):
        with ul1.Simulation(lanes=8) as sim:
            sim.set(interval=5, memory_latency=40)
            sim.load([32 * lane for lane in range(8)])
            done = sim.wait()
            self.assertEqual(done.retired - done.taken, 1 + FRONT + 7 * 5 + HLAT)
            with self.assertRaises(ul1.Wrong):
                sim.set(root=4096)
            with self.assertRaises(AttributeError):
                sim.set(nonsense=1)

    def test_numbers_are_not_cut(self):
        with ul1.Simulation(lanes=8) as sim:
            for call in (lambda: sim.step(-1), lambda: sim.run(2**64), lambda: sim.peek(2**32, 1),
                         lambda: sim.poke(0, [2**32]), lambda: sim.load([-1] * 8),
                         lambda: sim.load([0] * 8, warp=256),
                         lambda: sim.command(2**32),
                         lambda: sim.store([0] * 8, [2**32] * 8), lambda: sim.read(0, -1),
                         lambda: ul1.Config(lanes=2**32 + 8)):
                self.assertRaises(OverflowError, call)
            self.assertEqual((sim.cycle, sim.room), (0, 256))
            self.assertRaises(ValueError, sim.load, [0] * 7)
            self.assertRaises(ValueError, lambda: ul1.Instr(addr=[0] * 65))
            self.assertRaises(AttributeError, lambda: ul1.Instr(adr=[0]))
            self.assertRaises(AttributeError, lambda: ul1.Config(nonsense=0))
            self.assertRaises(TypeError, sim.step, "1")

    def test_a_simulation_that_is_not_closed(self):
        sim = ul1.Simulation(lanes=8)
        sim.step()
        sim.close()
        sim.close()
        del sim


class Snapshots(unittest.TestCase):
    def test_continues(self):
        with ul1.Simulation(lanes=8, memory_latency=30) as one, ul1.Simulation(lanes=8,
            memory_latency=30) as two:
            for n in range(6):
                one.load([256 * n + 4 * lane * (n + 1) for lane in range(8)], space=ul1.Space(n % 2), warp=n,
                         tag=n)
            one.step(17)
            kept = one.snapshot()
            one.run()
            two.restore(kept)
            self.assertEqual(two.cycle, 17)
            two.run()
            ends = [[bytes(d) for d in sim.collect_all()] for sim in (one, two)]
            self.assertEqual(len(ends[0]), 6)
            self.assertEqual(ends[0], ends[1])
            self.assertEqual(one.snapshot(), two.snapshot())
        with ul1.Simulation(lanes=16) as other, self.assertRaises(ul1.Foreign):
            other.restore(kept)


class Blocks(unittest.TestCase):
    """The pins."""

    def test_a_block(self):
        split, arb = ul1.Pins(8, "split"), ul1.Pins(8, "arb")
        split.early()
        split["req_mask"], split["req_addr"] = 0xFF, [32 * lane for lane in range(8)]
        split.late()
        self.assertEqual((split["split_mask"], split["split_more"], split["req_addr"][7]), (1, 1, 224))
        arb.early()
        arb["cand_valid"] = 1
        arb.late()
        self.assertEqual(arb["sel_valid"], 1)
        arb["req_valid"], arb["req_width"], arb["req_mask"] = 1, ul1.Width.B32, 0xFF
        arb["split_mask"], arb["split_more"] = split["split_mask"], split["split_more"]
        arb.clock()
        arb.early()
        self.assertEqual(arb["pass_mask"], 1)
        self.assertIn("pass_mask", arb.ports)

    def test_what_the_table_says(self):
        """Ports as in the table, and their qualifiers: a bit for a whole port, a mask for fields, enables for
        bytes."""
        arb = ul1.Pins(8, "arb")
        addr = arb.port("pass_addr")
        self.assertEqual((addr.count, addr.field, addr.is_out, addr.outside, addr.when),
                         (8, "lane", True, False, "pass_mask"))
        self.assertEqual(arb.port("pass_width").codes, ["b8", "b16", "b32", "b64", "b128"])
        arb.early()
        self.assertEqual((arb.qualified("pass_valid"), arb.qualified("pass_store"),
                          arb.qualified("pass_addr")), (1, 0, [0] * 8))
        arb["cand_valid"], arb["req_valid"], arb["req_width"], arb["req_mask"] = 1, 1, ul1.Width.B32, 0xFF
        arb["split_mask"] = 0b1010
        arb.late()
        arb.clock()
        arb.early()
        whole = (1 << addr.width) - 1
        self.assertEqual((arb.qualified("pass_store"), arb.qualified("pass_addr")),
                         (1, [0, whole] * 2 + [0] * 4))
        wdb = ul1.Pins(8, "wdb")  # byte enables
        self.assertEqual((wdb.port("memdata_word").when, wdb.port("memdata_be").width), ("memdata_be", 4))

    def test_resets(self):
        """A reset undoes the effect of a cycle, for the block and for each part."""
        self.assertEqual((ul1.Pins(8, "split").resets, ul1.Pins(8, "split").machine), ([], False))
        pair, taken = ul1.Pins(8, "pair"), []
        self.assertEqual((len(pair.resets), pair.machine), (2, True))
        for n in range(3):
            for reset in pair.resets:
                part = reset.split(".")[0]
                pair[reset] = int(n == 0 or n == 2 and reset == pair.resets[0])
                pair[f"{part}.in_valid"], pair[f"{part}.in_mask"], pair[f"{part}.cfg_page"] = int(n
                    == 1), 1, ul1.Page.P2M
            pair.early()
            pair.late()
            pair.clock()
            pair.early()
            taken.append([pair[reset.split(".")[0] + ".lsu_idle"] for reset in pair.resets])
        self.assertEqual(taken, [[1, 1], [0, 0], [1, 0]])
        duo = ul1.Pins(8, "duo")
        self.assertEqual((duo.resets, "l1[1].in_valid" in duo.ports), (
            ["rst", "l1[0].rst", "l1[1].rst"], True))

    def test_halves(self):
        """In the first half of a cycle flits go on from an SM to a node, and nothing else happens."""
        side = ul1.Pins(8, "dcside")
        self.assertEqual((side.resets, "half" in side.ports), (["rst"], False))

        def tick(**inputs):
            for name, value in inputs.items():
                side[name if name in ("rst", "half") else f"sni[0].{name}"] = value
            side.early()
            side.late()
            side.clock()
            side.early()

        tick(rst=1)
        tick(rst=0, half=1, mem_valid=1, mem_op=ul1.Memop.READ, mem_line=5, mem_sect=1)
        self.assertEqual((side["half"], side["sni[0].rq_valid"]), (1, 0))
        tick(half=0)
        self.assertEqual(side["sni[0].rq_valid"], 1)
        tick(half=1, mem_valid=0)
        self.assertEqual((side["sni[0].rq_valid"], side["near[0].fifo_used"]), (0, [1, 0]))

    def test_refusals(self):
        arb = ul1.Pins(8, "arb")
        self.assertRaises(KeyError, ul1.Pins, 9, "arb")
        self.assertRaises(KeyError, arb.__getitem__, "nonsense")
        self.assertRaises(KeyError, arb.__setitem__, "sel_valid", 1)
        self.assertRaises(OverflowError, arb.__setitem__, "req_mask", 256)
        self.assertRaises(ValueError, arb.__setitem__, "req_addr", [0] * 7)
