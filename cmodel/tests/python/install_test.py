"""Tests installation of the package: as a wheel, and by pip without a network."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import ul1
from common import BUILD, ROOT

SOURCE = os.path.join(ROOT, "cmodel", "python")
FIRST = ("import ul1\nwith ul1.Simulation() as sim:\n    sim.load([8 * lane for lane in range(32)])\n    "
         "done = sim.wait()\n"
         "    print(done.passes, 'passes,', done.retired - done.taken, 'cycles,', ul1.__version__)\n")
SAYS = f"2 passes, 8 cycles, {ul1.__version__}\n"
PIP = subprocess.run([sys.executable, "-c", "import pip, ensurepip, venv"], capture_output=True,
                     check=False).returncode == 0


def python(program, folder, code=FIRST, **environment):
    """The output of the program there, with no other path to the package."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([program, "-c", code], cwd=folder, env={**plain, **environment},
                          capture_output=True, text=True,
                          check=False)


class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def build(self, source):
        return python(sys.executable, source, f"import backend; print(backend.build_wheel({self.folder!r}))")

    def test_contents(self):
        built = self.build(SOURCE)
        self.assertEqual(built.returncode, 0, built.stderr)
        with zipfile.ZipFile(os.path.join(self.folder, built.stdout.split()[-1])) as wheel:
            names = wheel.namelist()
            record = next(n for n in names if n.endswith("/RECORD"))
            lines = [line.split(",") for line in wheel.read(record).decode().splitlines()]
            for name, digest, size in lines:
                if name != record:
                    data = wheel.read(name)
                    want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), ("sha256=" + want, len(data)))
            wheel.extractall(os.path.join(self.folder, "site"))
        self.assertEqual(sorted(line[0] for line in lines), sorted(names))
        package = {n[len("ul1/"):] for n in names if n.startswith("ul1/")}
        laid = os.listdir(os.path.join(BUILD, "python", "ul1"))
        self.assertEqual(package, {n for n in laid if n.endswith((".py", ".so", ".typed"))})
        self.assertEqual(python(sys.executable, self.folder, PYTHONPATH="site").stdout, SAYS)

    def test_elsewhere(self):
        shutil.copy(os.path.join(SOURCE, "backend.py"), self.folder)
        built = self.build(self.folder)
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("from a checkout of Unison", built.stderr)

    @unittest.skipUnless(PIP, "no pip, or no venv (Debian: python3-venv)")
    def test_pip(self):
        venv, program = os.path.join(self.folder, "venv"), os.path.join(self.folder, "venv", "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        wheel = os.path.join(self.folder, self.build(SOURCE).stdout.split()[-1])
        for what in ([SOURCE], ["--no-build-isolation", SOURCE], [wheel]):
            install = subprocess.run([program, "-m", "pip", "install", "--no-index", "--force-reinstall",
                                      *what],
                                     capture_output=True, text=True, check=False)
            self.assertEqual(install.returncode, 0, install.stdout + install.stderr)
            self.assertEqual(python(program, self.folder).stdout, SAYS)
        subprocess.run([program, "-m", "pip", "uninstall", "-y", "-q", "ul1"], check=True)
        self.assertIn("No module named 'ul1'", python(program, self.folder).stderr)
