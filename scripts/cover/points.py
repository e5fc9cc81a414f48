"""Extracts the coverage points from Verilator's output for a module. usage: points.py FOLDER

Verilator's own method is a call per point with its whole description, and compiling these calls takes longer
than all else. So the descriptions go to FOLDER/points.txt. A line has number, kind, file, line and
description, separated by tabs. The generated code sets a flag for a reached point, without a count.
"""
import pathlib
import re
import sys

POINT = re.compile(r'__vlCoverInsert\(&\(vlSymsp->__Vcoverage\[(\d+)\]\), *\w+, *"([^"]*)", *(\d+), *(\d+), '
                   r'*"[^"]*", *"v_(\w+)/[^"]*", *'
                   r'"([^"]*)", *"[^"]*"\);')
CALL = '__vlCoverInsert(&'
COUNTER = re.compile(r'(__Vcoverage\[\d+\])\.fetch_add\(1, '
                     r'std::memory_order_relaxed\)|\+\+\((vlSymsp->__Vcoverage\[\d+\])\)')


def main(folder):
    points = []
    for path in sorted(folder.glob('*.cpp')):
        text = path.read_text()
        kept = []
        for line in text.splitlines(keepends=True):
            if CALL not in line:
                kept.append(line)
                continue
            found = POINT.search(line)
            if not found:
                sys.exit(f'points: {path}: a point of another form than expected: {line.strip()}')
            points.append(found.groups())
        after = COUNTER.sub(lambda m: (m[1] or m[2]) + ' = 1', ''.join(kept))
        if after != text:
            path.write_text(after)
    if not points:
        sys.exit(f'points: {folder}: no coverage in what Verilator made')
    syms, = folder.glob('*__Syms.h')
    syms.write_text(syms.read_text().replace('std::atomic<uint32_t> __Vcoverage[', 'uint32_t __Vcoverage['))
    with open(folder / 'points.txt', 'w') as out:
        for number, file, line, column, kind, what in points:
            print(number, kind, file, line, f'{what} {column}' if kind != 'toggle' else what, sep='\t',
                  file=out)


main(pathlib.Path(sys.argv[1]))
