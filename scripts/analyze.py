#!/usr/bin/env python3
"""Analyses all C by gcc -fanalyzer, and all C and C++ by clang-tidy with the checks of .clang-tidy.

usage: analyze.py BUILD [FILE...]

A header is analysed as part of the files that include it. Findings are cached in BUILD/analyze, by a digest
of the preprocessed text, so only changed files are analysed again. Last line `analyze: N files, F findings`.
"""
import concurrent.futures
import glob
import hashlib
import os
import re
import subprocess
import sys

INCLUDE = ["cmodel/include", "cmodel/src", "cmodel/tools", "verif", "verif/checkers/memcheck",
           "cmodel/tools/kit", "tb", "tb/verilator"]
# Files that are compiled for each block or machine are analysed for one of them. Files that Verilator
# generates must exist.
OF_ONE = {"tb/verilator/twin_rtl.cpp": ["-DBLOCK=l1", "-isystem{build}/8/V_l1"],
          "tb/waves/machine_view.cpp": ["-DMACHINE=l1", "-isystem{build}/8/V_l1_view"],
          "tb/formal/equal/dxbar_contract.c": ["-includeblocks/dxbar/contract.h"]}
FINDING = re.compile(r"^([^\s:]+:\d+:\d+: (?:warning|error): .*)", re.M)


def sources():
    files = subprocess.run(["git", "ls-files", "cmodel/*.c", "verif/*.c", "tb/*.c", "tb/*.cpp"],
                           capture_output=True, text=True, check=True)
    # Files that need SystemC, or DPI's header, are analysed if these are installed.
    return [f for f in files.stdout.split() if not re.match(r"tb/systemc/|tb/dpi/|verif/tests/plugged", f)]


def flags(build, path):
    folders = INCLUDE + [f"{build}/gen", f"{build}/programs"]
    # the others do not depend on the lane count
    counted = not re.match("cmodel/(examples|tests|tools/run|tools/explain|tools/unison)/|verif/stimulus/fuzz/", path)
    library = "-D_GNU_SOURCE" if path.startswith("verif/stimulus/fuzz/") else "-D_POSIX_C_SOURCE=200809L"
    common = ["-DLANES=8"] * counted + ['-DUL1_VERSION="1"', library] + [f"-I{f}" for f in folders]
    common += [f.format(build=build) for f in OF_ONE.get(path, [])]
    if path.endswith(".c"):
        return ["-std=c11"] + common
    root = subprocess.run(["verilator", "--getenv", "VERILATOR_ROOT"], capture_output=True,
                          text=True).stdout.strip()
    return ["-std=c++17"] + common + ["-isystem", f"{root}/include", "-isystem", f"{root}/include/vltstd"]


def tools(build, path):
    how = flags(build, path)
    yield "clang-tidy", ["clang-tidy", "--quiet", path, "--"] + how
    # The model is analysed block by block, because gcc takes gigabytes for the whole. gcc 12 reports a false
    # leak if a function returns a struct by its first member, so the address sanitizer checks leaks. It also
    # reports array elements that a loop or call has written as uninitialized, so clang-tidy checks these.
    if path.endswith(".c") and path not in ("cmodel/src/lanes.c", "cmodel/src/sim/machine.c"):
        yield "gcc", ["gcc", "-fanalyzer", "-Wno-analyzer-malloc-leak",
                      "-Wno-analyzer-use-of-uninitialized-value", "-O0", "-fkeep-static-functions",
                      "-Wno-unused-function", "-Wno-psabi", "-Wall", "-Wextra", "-S", "-o", "/dev/null",
                      path] + how


def look(build, path, name, command):
    """The tool's findings, cached by the text."""
    how = flags(build, path)
    text = subprocess.run(["gcc" if path.endswith(".c") else "g++", "-E"] + how + [path], capture_output=True)
    if text.returncode:
        return [f"{path}:1:1: error: cannot be read: {text.stderr.decode().splitlines()[0]}"]
    checks = b""
    if name == "clang-tidy":
        with open(".clang-tidy", "rb") as f:
            checks = f.read()
        with open(path, "rb") as f:
            # The preprocessor drops comments.
            checks += b"".join(re.findall(rb".*NOLINT.*", f.read()))
    digest = hashlib.sha256(text.stdout + checks + " ".join(command).encode()).hexdigest()[:24]
    kept = f"{build}/analyze/{path.replace('/', '-')}.{name}.{digest}"
    if not os.path.exists(kept):
        said = subprocess.run(command, capture_output=True, text=True)
        found = FINDING.findall(said.stdout + said.stderr)
        if said.returncode and not found:  # an error of the tool, not of the file, is not cached
            return [f"{path}:1:1: error: {name} ends with {said.returncode}: "
                    f"{(said.stdout + said.stderr)[:200]}"]
        for old in glob.glob(f"{build}/analyze/{path.replace('/', '-')}.{name}.*"):
            os.remove(old)
        with open(kept + ".part", "w") as f:
            f.write("".join(line + "\n" for line in found))
        os.rename(kept + ".part", kept)
    with open(kept) as f:
        return f.read().splitlines()


def main():
    build, files = sys.argv[1], sys.argv[2:] or sources()
    os.makedirs(f"{build}/analyze", exist_ok=True)
    jobs = [(build, path, name, command) for path in files for name, command in tools(build, path)]
    found = set()
    pool = concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count())))
    try:
        for done, said in enumerate(pool.map(lambda job: look(*job), jobs), 1):
            for line in sorted(set(said) - found):
                print(line, flush=True)
            found |= set(said)
            if sys.stderr.isatty() or done % 50 == 0:
                print(f"  analyze: {done} of {len(jobs)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        print("analyze: interrupted; what was looked at is kept")
        return 130
    print(f"analyze: {len(files)} files, {len(found)} findings")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
