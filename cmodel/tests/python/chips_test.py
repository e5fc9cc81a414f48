"""Tests a package with several chips (make python CHIPS='v100 mi300x sm1x k80 a100')."""

import struct
import unittest

import ul1
from ul1 import Space


def cycles(sim, degree):
    """Cycles of a load of shared memory with conflicts of this degree, from its acceptance to retirement."""
    sim.load([4 * degree * lane for lane in range(sim.lanes)])
    done = sim.wait()
    return done.retired - done.taken


class Chips(unittest.TestCase):
    def test_names(self):
        self.assertEqual(ul1.chips(), ["textbook", "v100", "mi300x", "sm1x", "k80", "a100"])
        self.assertEqual((ul1.Config(chip="sm1x").lanes, ul1.Config(chip="sm1x", lanes=8).lanes), (16, 8))
        config = ul1.Config(chip="v100", fetch=ul1.Fetch.LINE)
        self.assertEqual((config.lanes, config.interval, config.fetch), (32, 2, ul1.Fetch.LINE))

    def test_unknown(self):
        for make in (ul1.Config, ul1.Simulation):
            with self.assertRaisesRegex(ul1.Wrong, "chip='v10': .*textbook, v100, mi300x, sm1x, k80, a100"):
                make(chip="v10")
        with self.assertRaisesRegex(ul1.Wrong, "member of the Config"):
            ul1.Simulation(ul1.Config(), chip="v100")

    def test_two(self):
        """Passes every 2 cycles, and words 24 cycles behind the last."""
        with ul1.Simulation() as book, ul1.Simulation(chip="v100") as v100, \
                ul1.Simulation(ul1.Config(chip="v100"), interval=1) as faster:
            for degree in (1, 4, 32):
                self.assertEqual(cycles(book, degree), 3 + degree - 1 + 4)
                self.assertEqual(cycles(v100, degree), 3 + 2 * (degree - 1) + 24)
                self.assertEqual(cycles(faster, degree), 3 + degree - 1 + 24)

    def test_wave(self):
        """A chip of 64 lanes: each half has the conflicts of its own. Other chips have no 64 lanes."""
        with ul1.Simulation(chip="mi300x") as sim:
            self.assertEqual(sim.lanes, 64)
            for degree in (1, 2, 32):
                self.assertEqual(cycles(sim, degree), 3 + 2 * degree - 1 + 4)
        with self.assertRaisesRegex(ul1.Wrong, "chip of 64 lanes"):
            ul1.Simulation(chip="v100", lanes=64)

    def test_interleave(self):
        """Words of all lanes lie side by side. The default machine has no such addresses."""
        own = [0x400] * 32
        with ul1.Simulation(chip="v100") as v100:
            v100.store(own, list(range(32)), space=Space.LOCAL, interleave=1)
            v100.load(own, space=Space.LOCAL, interleave=1)
            v100.flush(own, space=Space.LOCAL, interleave=1)
            v100.inval(own, space=Space.LOCAL, interleave=1)
            v100.run()
            done = v100.collect_all()
            self.assertEqual([d.passes for d in done], [1, 1, 1, 1])
            self.assertEqual(list(done[1].data[0]), list(range(32)))
            self.assertEqual(v100.read(0x400 * 32, 128), struct.pack("<32I", *range(32)))
        with ul1.Simulation() as book, self.assertRaisesRegex(ul1.Wrong, "LOCAL_INTERLEAVE"):
            book.load(own, space=Space.LOCAL, interleave=1)

    def test_locks(self):
        """The even lanes, the lower ones on each word, get the locks of K80."""
        pairs = [4 * (lane // 2) for lane in range(32)]
        with ul1.Simulation(chip="k80") as k80:
            k80.store([4 * lane for lane in range(32)], list(range(32)))
            k80.lock(pairs)
            k80.lock(pairs)
            k80.unlock(pairs, [100] * 32, conditional=True)
            k80.lock(pairs)
            k80.unlock(pairs, [200] * 32)
            k80.run()
            done = k80.collect_all()
            self.assertEqual([d.pred for d in done], [0, 0x55555555, 0, 0x55555555, 0x55555555, 0])
            self.assertEqual((done[1].data[0][5], done[4].data[0][5]), (2, 100))
        with ul1.Simulation() as book:
            book.lock(pairs)
            self.assertEqual(book.wait().err, ul1.Err.OP)

    def test_copies(self):
        """A copy of A100 has stored its words when the wait for its group completes."""
        words, shared = [0x1000 + 4 * lane for lane in range(32)], [4 * lane for lane in range(32)]
        with ul1.Simulation(chip="a100") as a100:
            a100.store(words, list(range(7, 39)), space=Space.GLOBAL)
            a100.run()
            a100.copy(shared, words, tag=1)
            a100.commit(tag=2)
            a100.wait_copies(tag=3)
            a100.run()
            self.assertEqual([d.tag for d in a100.collect_all()][1:], [2, 1, 3])
            a100.load(shared)
            self.assertEqual(list(a100.wait().data[0]), list(range(7, 39)))
        with ul1.Simulation() as book, self.assertRaisesRegex(ul1.Wrong, "no asynchronous copies"):
            book.copy(shared, words)

    def test_pins(self):
        """Rows have one bit more in the array of V100, which is twice as large."""
        rows = [ul1.Pins(32, "l1", config=c).port("look_row").width for c in ("", "v100")]
        self.assertEqual(rows[1], rows[0] + 1)
