"""Common functions of the package's tests."""

import importlib.util
import os
from math import gcd

import ul1

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3)
BUILD = os.environ["UL1_BUILD"]
LANE_COUNTS = (8, 16, 32)
HLAT = ul1.sizes.HLAT
FRONT = ul1.sizes.FRONT


def example(name):
    """An example as a module."""
    path = os.path.join(ROOT, "cmodel", "python", "examples", name + ".py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def words(value, lanes):
    """A different word for each lane."""
    return [(value + 0x01010101 * lane) & 0xFFFFFFFF for lane in range(lanes)]


def stride_passes(words_of_lane, stride, lanes):
    """Passes of a load with lanes at this distance in elements. In each sub-warp, lanes whose distance is a
    multiple of the banks conflict."""
    return words_of_lane * min(lanes // words_of_lane, gcd(stride * words_of_lane, lanes) // words_of_lane)
