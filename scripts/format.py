#!/usr/bin/env python3
"""Layout of all text files against .editorconfig and .clang-format: usage: format.py [--fix]

Checks columns, blanks at the end of a line, tabs and the last newline, as .editorconfig gives them.
Strings of Python and code in documents may be longer than a line. C and C++ go through clang-format VERSION
alone, as others decide otherwise. --fix lets clang-format rewrite the files. The last line is
`format: N files, M wrong`, or begins with `skipped` without clang-format. Exit status 1 if any is wrong.
"""
import ast
import fnmatch
import io
import re
import shutil
import subprocess
import sys
import tokenize

VERSION = "14"


def rules():
    """(patterns, settings) of each section of .editorconfig; later ones add to earlier ones."""
    found = []
    for row in open(".editorconfig"):
        row = row.strip()
        if row.startswith("["):
            inner = row[1:-1]
            braces = re.fullmatch(r"(.*)\{(.*)\}(.*)", inner)
            names = [braces[1] + n + braces[3] for n in braces[2].split(",")] if braces else [inner]
            found.append((names, {}))
        elif "=" in row and found:
            key, value = (s.strip() for s in row.split("=", 1))
            found[-1][1][key] = value
    return found


def settings(path, found):
    name, result = path.rsplit("/", 1)[-1], {}
    for names, values in found:
        if any(fnmatch.fnmatchcase(name, n) for n in names):
            result.update(values)
    return result


def in_strings(text):
    """Rows of Python -> columns of strings that are no docstrings."""
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {n.body[0].lineno for n in ast.walk(ast.parse(text))
            if isinstance(n, bodies) and ast.get_docstring(n)}
    found = {}
    for t in tokenize.generate_tokens(io.StringIO(text).readline):
        if t.type == tokenize.STRING and t.start[0] not in docs:
            rows = text.split("\n")
            for row in range(t.start[0], t.end[0] + 1):
                begin = t.start[1] if row == t.start[0] else 0
                end = t.end[1] if row == t.end[0] else len(rows[row - 1])
                found[row] = found.get(row, 0) + end - begin
    return found


def wrongs(path, text, given):
    if given.get("insert_final_newline") == "true" and text and not text.endswith("\n"):
        yield text.count("\n") + 1, "no newline at the end"
    most = int(given.get("max_line_length", 0))
    spared = in_strings(text) if path.endswith(".py") else {}
    for number, row in enumerate(text.split("\n"), 1):
        if given.get("trim_trailing_whitespace") == "true" and row != row.rstrip():
            yield number, "blanks at the end"
        if given.get("indent_style") == "space" and row[:len(row) - len(row.lstrip())].count("\t"):
            yield number, "a tab"
        if most and len(row) - spared.get(number, 0) > most and len(max(row.split(), key=len)) < most // 2 \
                and not row.startswith(("|", "![", "    ") if path.endswith(".md") else "|"):
            yield number, f"{len(row)} columns, more than {most}"


def clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return name
    return None


def main():
    fix = sys.argv[1:] == ["--fix"]
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True,
                            check=True).stdout.split("\n")
    paths = [p for p in listed if p and "/corpus/" not in p and not p.endswith((".png", ".svg"))]
    found, wrong = rules(), 0
    tool = clang_format()
    sources = [p for p in paths if p.endswith((".c", ".h", ".cpp")) and "/plugged/" not in p]
    if tool:
        how = ["-i"] if fix else ["--dry-run", "-Werror"]
        said = subprocess.run([tool, *how, *sources], capture_output=True, text=True).stderr
        for row in sorted(set(re.findall(r"^(\S+:\d+):\d+: error: .*clang-format", said, re.M))):
            print(f"{row}: not as clang-format {VERSION} lays it out (scripts/format.py --fix)")
            wrong += 1
    for path in paths:
        try:
            with open(path) as f:
                text = f.read()
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for number, what in wrongs(path, text, settings(path, found)):
            print(f"{path}:{number}: {what}")
            wrong += 1
    print(f"format: {len(paths)} files, {wrong} wrong")
    if not tool:
        print(f"skipped: clang-format {VERSION} is not installed (Debian package clang-format)")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
