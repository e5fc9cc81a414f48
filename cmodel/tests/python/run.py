#!/usr/bin/env python3
"""Runs tests of the Python package: run.py BUILD FILE, with the package in BUILD/python. A test is skipped if
a package in its WANTS is not installed. Only `package_test` must run everywhere."""

import importlib
import importlib.util
import os
import sys
import unittest


def main():
    build, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    sys.path.insert(0, os.path.join(build, "python"))
    os.environ["UL1_BUILD"] = build
    tests = importlib.import_module(name)
    for module, package in getattr(tests, "WANTS", {}).items():
        if importlib.util.find_spec(module) is None:
            print(f"{name}: skipped: Python has no {module} here (Debian: {package})")
            return 0
    found = unittest.defaultTestLoader.loadTestsFromModule(tests)
    result = unittest.TextTestRunner(stream=sys.stdout).run(found)
    bad = len(result.failures) + len(result.errors)
    print(f"{name}: {result.testsRun - bad} passed, {bad} failed")
    return 1 if bad or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
