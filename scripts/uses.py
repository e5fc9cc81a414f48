#!/usr/bin/env python3
"""Checks the dependencies among the C and C++ files. usage: uses.py [--show FILE]

A file uses another if it includes it, or names a function that the other defines and does not keep private. A
source and its header count as one file. Errors are: cycles of files and of folders, chains of folders longer
than FOLDER_CHAIN and of files longer than CHAIN, files of more than LINES lines, and functions of more than
BODY without rows of tables. Lines of tests are not limited, because they are tables. --show lists the files
that one file uses, and the files that use it.
"""
import os
import re
import sys
from collections import defaultdict

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("cmodel", "verif", "tb")
INCLUDE = ("cmodel/include", "cmodel/src", "cmodel/tools", "verif", "verif/checkers/memcheck",
           "cmodel/tools/kit", "tb", "tb/verilator")
FOLDER_CHAIN, CHAIN, LINES, BODY = 9, 17, 500, 60
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'", re.S)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)[ \t]*")
ROW = re.compile(r"^\s*(?:\{ .*\},?|\.[\w.]+ = .*,)$", re.M)  # of a table
FUNCTION = re.compile(r"^(?!typedef|struct \w+ \{|enum|#|return|else|case)([A-Za-z_][\w \t*:<>,&]*?[ "
                      r"\t*&])(\w+)\(([^;{}]*?)\)\s*(?:const\s*)?\{", re.M)


def unit(path):
    return re.sub(r"\.(c|h|cpp)$", "", path.replace("cmodel/include/", "cmodel/src/"))


def is_test(path):
    return path.startswith("verif/tests/") or re.search(r"(^|/|_)test\.(c|h|cpp)$", path)


class File:
    def __init__(self, path):
        self.path, self.text = path, open(os.path.join(ROOT, path)).read()
        self.code = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), self.text)
        # library declarations are no use: the functions are where they are defined
        self.code = re.sub(r"^UL1_API [^;{]*;", lambda m: re.sub(r"[^\n]", " ", m[0]), self.code, flags=re.M)
        # an attribute before a function is no part of its head
        self.code = ATTRIBUTE.sub(lambda m: "\n" * m[0].count("\n"), self.code)
        self.includes = re.findall(r'^#include "([^"]+)"', self.text, re.M)
        self.bodies = []          # (name, line, lines)
        self.defines = set()      # functions that others may name
        for m in FUNCTION.finditer(self.code):
            private = re.search(r"\bstatic\b",
                                m[1]) and not path.startswith("cmodel/src/") and not path.endswith(".h")
            end = self.code.find("\n}", m.end())
            end = end if end >= 0 else len(self.code)
            line = self.code.count("\n", 0, m.start()) + 1
            rows = len(ROW.findall(self.text, m.start(), end))
            self.bodies.append((m[2], line, self.code.count("\n", m.start(), end) + 2 - rows))
            if not private and m[2] != "main":
                self.defines.add(m[2])
        self.words = set(re.findall(r"[A-Za-z_]\w*", self.code))


def resolve(file, name, paths):
    for folder in (os.path.dirname(file.path),) + INCLUDE:
        path = os.path.normpath(os.path.join(folder, name))
        if path in paths:
            return path
    return None


def graph(files):
    """unit -> {unit it uses: why}"""
    paths = {f.path for f in files}
    where = defaultdict(set)
    for f in files:
        for name in f.defines:
            where[name].add(unit(f.path))
    uses = {unit(f.path): {} for f in files}
    for f in files:
        me = unit(f.path)
        for name in f.includes:
            path = resolve(f, name, paths)
            # the model's single translation unit includes the sources of all blocks: that is no use of names
            if path and unit(path) != me and not path.endswith(".c"):
                uses[me].setdefault(unit(path), f'includes "{name}"')
        for name in f.words & where.keys():
            if len(where[name]) == 1 and me not in where[name] and name not in f.defines:
                # a local of the same name is no use: a function is called, or passed by a file that sees it
                if (re.search(rf"(?<![\w.>:]){name}\s*\(", f.code)
                    and not re.search(rf"\bstatic\b[^;{{}}]*\b{name}\s*\(", f.code)):
                    uses[me].setdefault(next(iter(where[name])), f"calls {name}")
    return uses


def circles(uses):
    """Groups of units that use one another (Tarjan)."""
    index, low, stack, found, number = {}, {}, [], [], [0]

    def visit(u):
        index[u] = low[u] = number[0]
        number[0] += 1
        stack.append(u)
        for v in uses[u]:
            if v not in index:
                visit(v)
                low[u] = min(low[u], low[v])
            elif v in stack:
                low[u] = min(low[u], index[v])
        if low[u] == index[u]:
            group = []
            while not group or group[-1] != u:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for u in uses:
        if u not in index:
            visit(u)
    return found


def longest(uses):
    best = {}

    def visit(u):
        if u not in best:
            best[u] = max((visit(v) for v in uses[u]), key=len, default=[])
            best[u] = [u] + best[u]
        return best[u]

    return max((visit(u) for u in uses), key=len, default=[])


def sources():
    for folder in FOLDERS:
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".cpp")):
                    yield os.path.relpath(os.path.join(where, name), ROOT)


def folders(uses):
    """The same for folders. Folders of parts of one block count as one, and so do those of all blocks'
    benches."""
    def folder(u):
        return (os.path.dirname(u) if u.startswith("verif/tests/")
                else "/".join(os.path.dirname(u).split("/")[:2 if u.startswith(("verif/blocks", "tb"))
                    else 3]))
    result = {folder(u): {} for u in uses}
    for u in uses:
        for v in uses[u]:
            if folder(u) != folder(v):
                result[folder(u)].setdefault(folder(v), f"{u} {uses[u][v]}")
    return result


def order(uses, most):
    found = circles(uses)
    for group in found:
        yield "circle: " + ", ".join(group)
        for u in group:
            for v in group:
                if v in uses[u]:
                    yield f"    {u} -> {v}: {uses[u][v]}"
    if not found:
        chain = longest(uses)
        if len(chain) > most:
            yield f"a chain of {len(chain)} uses, more than {most}: " + " > ".join(chain)


def complaints(files, uses):
    yield from order(uses, CHAIN)
    yield from order(folders(uses), FOLDER_CHAIN)
    for f in files:
        lines = f.text.count("\n")
        if lines > LINES and not is_test(f.path):
            yield f"{f.path} has {lines} lines, more than {LINES}"
        for name, line, count in f.bodies:
            if count > BODY and not is_test(f.path):
                yield f"{f.path}:{line}: {name} has {count} lines, more than {BODY}"


def main():
    files = [File(p) for p in sources()]
    uses = graph(files)
    if len(sys.argv) == 3 and sys.argv[1] == "--show":
        u = unit(sys.argv[2])
        if u not in uses:
            print(f"uses: no file {sys.argv[2]}", file=sys.stderr)
            return 2
        for v, why in sorted(uses[u].items()):
            print(f"uses {v}: {why}")
        for v in sorted(v for v in uses if u in uses[v]):
            print(f"used by {v}: {uses[v][u]}")
        return 0
    if len(sys.argv) > 1:
        print("usage: uses.py [--show FILE]", file=sys.stderr)
        return 2
    wrong = list(complaints(files, uses))
    for line in wrong:
        print(line)
    if not wrong:
        rooms = folders(uses)
        print(f"uses: {len(uses)} files in {len(rooms)} folders, {sum(map(len, uses.values()))} uses, no "
              f"circle; the longest chain is "
              f"of {len(longest(rooms))} folders, of {len(longest(uses))} files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
