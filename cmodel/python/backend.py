"""The build backend that pip calls to install the package (PEP 517).

It builds the package with `make python` and packs it. It works in a checkout only, as the library is built
from the sources around it."""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
# Extras: NumPy for batches, matplotlib for the plots of the examples
METADATA = """Metadata-Version: 2.1
Name: ul1
Version: {version}
Summary: A bit- and cycle-accurate model of a GPU's unified L1 data cache and shared memory
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: arrays
Provides-Extra: plots
Requires-Dist: numpy ; extra == 'arrays'
Requires-Dist: numpy ; extra == 'plots'
Requires-Dist: matplotlib ; extra == 'plots'
"""


class UnsupportedOperation(Exception):
    """Raised if the distribution cannot be built here (PEP 517)."""


def _make():
    """Builds the package; returns its folder and its version."""
    rules = os.path.join(ROOT, "scripts", "model.mk")
    if not os.path.exists(rules):
        raise UnsupportedOperation("ul1 is installed from a checkout of Unison, by pip 21.3 or later: "
                                   "no Makefile is here")
    subprocess.run(["make", "-s", f"-j{os.cpu_count() or 1}", "python"], cwd=ROOT, check=True)
    where = subprocess.run(["make", "-s", "python-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    with open(rules, encoding="utf-8") as f:
        version = re.search(r"^LIB_VERSION := (\S+)", f.read(), re.M)[1]
    return os.path.join(ROOT, where.stdout.strip()), version


def _hash(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _contents(package, version, tag):
    """Yields the name and the bytes of each file of the wheel."""
    for name in sorted(os.listdir(package)):
        if name.endswith((".py", ".so", ".typed")):
            with open(os.path.join(package, name), "rb") as f:
                yield f"ul1/{name}", f.read()
    info = f"ul1-{version}.dist-info"
    yield f"{info}/METADATA", METADATA.format(version=version).encode()
    yield f"{info}/WHEEL", ("Wheel-Version: 1.0\nGenerator: unison\nRoot-Is-Purelib: false\n"
                            f"Tag: {tag}\n").encode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel for any Python 3 on this platform: the only compiled code is the library."""
    package, version = _make()
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    wheel = f"ul1-{version}-{tag}.whl"
    record = f"ul1-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in _contents(package, version, tag):
            z.writestr(name, data)
            lines.append(f"{name},{_hash(data)},{len(data)}\n")
        z.writestr(record, "".join(lines) + f"{record},,\n")
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("there is no source package: ul1 is built of the checkout around it")
