"""Tests the example that draws a picture of an access."""

import contextlib
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

import ul1
from common import BUILD, LANE_COUNTS, ROOT, example, stride_passes

access = example("access")
WIDTHS = ((ul1.Width.B8, 1, 1), (ul1.Width.B32, 4, 1), (ul1.Width.B64, 8, 2), (ul1.Width.B128, 16, 4))


def run(*arguments):
    """Status, output and error output of the example."""
    out, err = io.StringIO(), io.StringIO()
    was, sys.argv = sys.argv, ["access.py", *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = access.main()
        except SystemExit as end:
            status = end.code
        finally:
            sys.argv = was
    return status, out.getvalue(), err.getvalue()


class Access(unittest.TestCase):
    def test_at_random(self):
        """The passes match those of the transaction level. Each word of each active lane is in one pass, at
        its address. Within a pass, a bank serves one word."""
        draw = random.Random(1)
        for n in range(300):
            lanes, (width, size, count), op = draw.choice(LANE_COUNTS), draw.choice(WIDTHS), ul1.Op(n % 2)
            mask, addr = draw.getrandbits(lanes), [size * draw.randrange(64) for _ in range(lanes)]
            found = access.passes(lanes, op, width, mask, addr)
            with ul1.Simulation(lanes=lanes) as sim:
                sim.submit(ul1.Instr(op=op, width=width, mask=mask, addr=addr))
                self.assertEqual(len(found), sim.wait().passes)
            slots = [slot for turn in found for slot in turn]
            self.assertEqual(sorted((s.lane, s.ofs, s.word) for s in slots),
                             [(lane, ofs, addr[lane] // 4 + ofs) for lane in ul1.lanes_of(mask)
                              for ofs in range(count)])
            for turn in found:
                words = {slot.word for slot in turn}
                self.assertEqual(len({word % lanes for word in words}), len(words))

    def test_strides(self):
        for lanes in LANE_COUNTS:
            for stride in range(1, 34):
                status, out, _ = run(f"4*{stride}*lane", "--lanes", str(lanes))
                n = stride_passes(1, stride, lanes)
                self.assertEqual((status, out), (0, f"{n} pass{'es' if n > 1 else ''}\n"))

    def picture(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "a.svg")
            self.assertEqual(run(*arguments, "--svg", file)[0], 0)
            tree = ElementTree.parse(file).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        fills = {g.find(svg + "title").text: g.find(svg + "rect").get("fill") for g in tree.iter(svg + "g")}
        return fills, set(fills.values()) - {"#e8eef7", "#eee"}, [e.text for e in tree.iter(svg + "text")]

    def test_picture(self):
        fills, colours, texts = self.picture("8*lane", "--lanes", "8")
        self.assertEqual(len(colours), 2)
        self.assertIn("ld.shared.b32 [8*lane]: 2 passes", texts)
        self.assertEqual(fills["lane 4: word 8, pass 2"], fills["bank 0, word 8: lane 4"])
        fills, colours, texts = self.picture("4*(lane < 3)", "--lanes", "8", "--mask", "0x7f", "--store")
        self.assertEqual(len(colours), 1)
        self.assertIn("st.shared.b32 [4*(lane < 3)]: 1 pass", texts)
        self.assertEqual(fills["lane 7 is idle"], "#eee")
        self.assertIn("bank 1, word 1: lanes 0, 1, 2", fills)
        self.assertIn("0+2", texts)
        self.assertEqual(len(self.picture("4*32*lane")[1]), 32)

    def test_wrong_use(self):
        for text, *arguments in (("misaligned: lane 1, address 0x1", "lane"), ("range: lane 0", "1 << 20"),
                                 ("nonsense", "nonsense"), ("unsigned", "-4"), ("invalid syntax", "4*"),
                                 ("unsigned", "0", "--mask", "0x10000000000")):
            status, out, err = run(*arguments)
            self.assertEqual((status, out), (1, ""))
            self.assertRegex(err, f"^access: .*{re.escape(text)}")
        self.assertEqual(run("0", "--lanes", "9")[0], 2)

    def test_as_a_program(self):
        environment = {**os.environ, "PYTHONPATH": os.path.join(BUILD, "python")}
        file = os.path.join(ROOT, "cmodel", "python", "examples", "access.py")
        c = subprocess.run([sys.executable, file, "4*33*lane"], env=environment, capture_output=True,
                           text=True, check=True)
        self.assertEqual(c.stdout, "1 pass\n")
