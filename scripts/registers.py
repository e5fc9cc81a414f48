#!/usr/bin/env python3
"""Names of the registers in the Verilog. usage: registers.py [FILE.sv ...]

A register ends in `_q`, unless it has the prefix of a stage (`s1_`) or is an output, with the name of its
port. No other signal ends in `_q`. A signal that ends in `_d` stands beside a register of its name. Without a
file, all of rtl/ but the memory, which v_parse cannot read. The last line is `registers: N in M files, W
named wrongly`. Exit status 1 if any is.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutate"))
import v_parse

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
PORT = re.compile(r"\b(?:input|output)\b[^;]*?(\w+)\s*(?:,(?=\s*(?:\(\*|input|output))|\);)", re.S)


def words(target):
    """The signals that an assignment to this text changes."""
    return re.findall(r"\w+", re.sub(r"\[[^][]*(?:\[[^][]*\][^][]*)*\]", "", target))


def wrongs(path):
    """The registers of a file, and a line for each wrong name."""
    text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), open(path).read())
    if not re.search(r"^module\b", text, re.M):
        return set(), []
    registers = {w for step in v_parse.Reader(path, text).steps() if step.what == "ff"
                 for w in words(text[step.target.start:step.target.end])}
    ports = set(PORT.findall(text))
    found = [f"{path}: register {r} does not end in _q" for r in sorted(registers - ports)
             if not re.search(r"^s\d_|_q$", r)]
    found += [f"{path}: {w} ends in _q and is no register"
              for w in sorted(set(re.findall(r"\b\w+_q\b", text)) - registers)
              if not re.search(rf"\b{w}\s*(\[[^;]*)?<=", text)]   # code for simulation is not parsed
    found += [f"{path}: {d} ends in _d, and there is no register of that name"
              for d in sorted(set(re.findall(r"\b\w+_d\b", text)))
              if not {d[:-1] + "q", d[:-2]} & registers]
    return registers, found


def main():
    count, found = 0, []
    paths = sys.argv[1:] or [p for p in sorted(glob.glob("rtl/**/*.sv", recursive=True))
                             if not p.endswith("/ram.sv")]
    for path in paths:
        registers, wrong = wrongs(path)
        count += len(registers)
        found += wrong
    print(*found, f"registers: {count} in {len(paths)} files, {len(found)} named wrongly", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
