"""Tests the example that plots strides."""

import os
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

from common import BUILD, ROOT, stride_passes

WANTS = {"numpy": "python3-numpy", "matplotlib": "python3-matplotlib"}
EXAMPLE = os.path.join(ROOT, "cmodel", "python", "examples", "strides.py")


def run(file):
    environment = {**os.environ, "PYTHONPATH": os.path.join(BUILD, "python")}
    return subprocess.run([sys.executable, EXAMPLE, file], env=environment, capture_output=True, text=True,
                          check=False)


class Plot(unittest.TestCase):
    def test_numbers_and_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            svg, png = (os.path.join(folder, "strides." + kind) for kind in ("svg", "png"))
            done = run(svg)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = {line.split()[0]: [int(n) for n in line.split()[2:]] for line in done.stdout.splitlines()}
            for width, words in (("b32", 1), ("b64", 2), ("b128", 4)):
                self.assertEqual(rows[width], [stride_passes(words, stride, 32) for stride in range(1, 33)])
            texts = "".join(ElementTree.parse(svg).getroot().itertext())
            self.assertIn("stride in elements", texts)
            self.assertIn("128 bits", texts)
            self.assertEqual(run(png).returncode, 0)
            with open(png, "rb") as f:
                self.assertEqual(f.read(8), b"\x89PNG\r\n\x1a\n")

    def test_wrong_use(self):
        self.assertEqual(run("nonsense").returncode, 2)
