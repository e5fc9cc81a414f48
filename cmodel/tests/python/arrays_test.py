"""Tests batches and words as NumPy arrays."""

import ctypes
import unittest

import ul1
from common import LANE_COUNTS, stride_passes, words

WANTS = {"numpy": "python3-numpy"}
try:
    import numpy as np
except ImportError:  # skipped then
    np = None

MEMBERS = [name for name, _ in ul1.Completion._fields_]


def mixed(sim, count, seed=1):
    """Loads and stores of all spaces by eight warps."""
    draw = np.random.default_rng(seed)
    addr = 4 * draw.integers(0, 512, (count, sim.lanes))
    return sim.instructions(count, op=draw.integers(0, 2, count), space=draw.integers(0, 2, count),
                            width=ul1.Width.B32,
                            addr=addr, warp=np.arange(count) % 8,
                            data=draw.integers(0, 2**32, (count, sim.lanes)))


class Batches(unittest.TestCase):
    def test_layout(self):
        for record in (ul1.Instr, ul1.Completion):
            dtype = np.dtype(record)
            self.assertEqual(dtype.itemsize, ctypes.sizeof(record))
            for name, _ in record._fields_:
                self.assertEqual(dtype.fields[name][1], getattr(record, name).offset)

    def test_strides(self):
        for lanes in LANE_COUNTS:
            with ul1.Simulation(lanes=lanes) as sim:
                strides = np.arange(1, 65)
                addr = 4 * strides[:, None] * np.arange(lanes)
                loads = sim.instructions(64, op=ul1.Op.LOAD, width=ul1.Width.B32, addr=addr)
                done = sim.batch(loads)
                self.assertEqual(done["passes"].tolist(), [stride_passes(1, int(s), lanes) for s in strides])
                self.assertEqual(done["tag"].tolist(), list(range(64)))
                self.assertEqual(done["passes"].sum(), sim.counters().shared_passes)

    def test_like_single_ones(self):
        """A batch, and the same accesses one by one, give equal completions and cycles, apart from the times
        of submission."""
        with ul1.Simulation(lanes=8, memory_latency=9) as one, ul1.Simulation(lanes=8,
            memory_latency=9) as two:
            batch, sent, came = mixed(one, 200), 0, []
            while len(came) < 200:
                if sent < 200:
                    sent += two.submit_many(batch[sent:])
                two.step()
                came += two.collect_all()
            done = one.batch(batch)
            for name in set(done.dtype.names) - {"submitted"}:
                self.assertEqual(done[name].tolist(), [np.asarray(getattr(d, name)).tolist() for d in came],
                                 name)

    def test_values(self):
        for lanes in LANE_COUNTS:
            with ul1.Simulation(lanes=lanes) as sim:
                addr = 16 * np.arange(lanes)
                data = np.array([words(1000 * r, lanes) for r in range(4)], np.uint32)
                store = sim.instructions(1, op=ul1.Op.STORE, width=ul1.Width.B128, addr=addr, data=data[None])
                widths = [ul1.Width.B128, ul1.Width.B32]
                load = sim.instructions(2, op=ul1.Op.LOAD, width=widths, addr=addr, mask=[0xFF, 0x0F])
                done = sim.batch(np.concatenate([store, load]))
                self.assertEqual(done["data"][1][:, :8].tolist(), data[:, :8].tolist())
                self.assertEqual(done["data"][2][0, :8].tolist(), data[0, :4].tolist() + [0] * 4)
                self.assertFalse(done["data"][2][1:].any())

    def test_data_of_one_register(self):
        with ul1.Simulation(lanes=8) as sim:
            data = np.arange(16).reshape(2, 8)
            store = sim.instructions(2, op=ul1.Op.STORE, width=ul1.Width.B32, data=data)
            self.assertEqual(store["data"][:, 0, :8].tolist(), data.tolist())
            self.assertFalse(store["data"][:, 1:].any() or store["data"][:, :, 8:].any())
            wide = sim.instructions(2, data=np.ones((2, 2, 8), np.uint32))
            self.assertEqual(wide["data"].sum(axis=2).tolist(), [[8, 8, 0, 0]] * 2)

    def test_limit(self):
        with ul1.Simulation(lanes=8, memory_latency=100) as sim:
            batch = sim.instructions(4, op=ul1.Op.LOAD, width=ul1.Width.B32, space=[0, 0, 1, 1],
                                     addr=4 * np.arange(8),
                                     warp=np.arange(4))
            with self.assertRaises(ul1.Limit) as caught:
                sim.batch(batch, limit=50)
            self.assertEqual(caught.exception.done["tag"].tolist(), [0, 1])
            self.assertEqual(sim.cycle, 50)
            sim.run()
            self.assertEqual(sim.collect_many()["tag"].tolist(), [2, 3])

    def test_many(self):
        with ul1.Simulation(lanes=8, capacity=10) as sim:
            batch = sim.instructions(16, op=ul1.Op.LOAD, width=ul1.Width.B32)
            self.assertEqual(sim.submit_many(batch), 10)
            self.assertEqual(len(sim.collect_many()), 0)
            sim.run()
            self.assertEqual(len(sim.collect_many()), 10)
            batch["warp"][3] = 200
            with self.assertRaises(ul1.Wrong) as caught:
                sim.submit_many(batch)
            self.assertEqual((caught.exception.done, sim.room), (3, 7))
            self.assertEqual(len(sim.batch(batch[:3])), 6, "those submitted before come along")

    def test_order_in_memory_does_not_matter(self):
        with ul1.Simulation(lanes=8) as sim:
            batch = sim.instructions(6, op=ul1.Op.LOAD, width=ul1.Width.B32)
            self.assertEqual(sim.batch(batch[::-2])["tag"].tolist(), [5, 3, 1])
            self.assertEqual(sim.batch(batch[2])["tag"].tolist(), [2])


class Refusals(unittest.TestCase):
    def test_numbers_are_not_cut(self):
        with ul1.Simulation(lanes=8) as sim:
            for members in ({"warp": 256}, {"warp": -1}, {"addr": -1}, {"addr": np.full((2, 8), -4)},
                            {"mask": 2**32},
                            {"data": np.full((2, 8), 2**32)}):
                with self.assertRaises(OverflowError, msg=str(members)):
                    sim.instructions(2, **members)
            self.assertRaises(TypeError, sim.instructions, 2, addr=1.5)
            self.assertRaises(AttributeError, sim.instructions, 2, adr=1)
            self.assertRaises(ValueError, sim.instructions, 2, addr=np.zeros((3, 8), int))
            self.assertRaises(ValueError, sim.instructions, 2, addr=np.zeros((2, 33), int))

    def test_other_arrays(self):
        with ul1.Simulation(lanes=8) as sim:
            for batch in (np.zeros(3), [1], np.zeros(2, np.dtype(ul1.Completion))):
                self.assertRaises(TypeError, sim.batch, batch)


class Words(unittest.TestCase):
    def test_peek_and_poke(self):
        with ul1.Simulation(lanes=8) as sim:
            sim.poke(64, np.arange(100, dtype=np.int64))
            seen = sim.peek(64, 4)
            self.assertIsInstance(seen, np.ndarray)
            self.assertEqual((seen.dtype, seen.tolist()), (np.uint32, [0, 1, 2, 3]))
            self.assertEqual(len(sim.peek(0, 0)), 0)
            self.assertRaises(OverflowError, sim.poke, 0, np.array([-1]))

    def test_memory(self):
        with ul1.Simulation(lanes=8) as sim:
            table = np.arange(50, dtype=np.uint32).reshape(5, 10)
            sim.write(128, table.T)
            self.assertEqual(np.frombuffer(sim.read(128, 200), np.uint32).tolist(), table.T.ravel().tolist())

    def test_views(self):
        instr = ul1.Instr()
        np.asarray(instr.addr)[:] = 4 * np.arange(32)
        self.assertEqual(instr.addr[31], 124)

    def test_memory_function(self):
        line = np.arange(8) + 5

        def memory(request):
            request.word = line
            return ul1.Taken.DONE

        with ul1.Simulation(lanes=8, memory=memory) as sim:
            sim.load(4 * np.arange(8), space=ul1.Space.GLOBAL)
            self.assertEqual(sim.wait().data[0][:8], line.tolist())
