#!/usr/bin/env python3
"""Layout of all text files against .editorconfig and .clang-format: usage: format.py [--fix]

Columns, blanks at the end of a line, tabs and the last newline are checked for each file that .editorconfig gives
them for. C and C++ go through clang-format, whose version decides: another than VERSION is not asked. --fix lets
clang-format rewrite the files. Last line `format: N files, M wrong`; exit status 0, 1, or 77 if clang-format is not
there and nothing else is wrong.
"""
import fnmatch
import re
import shutil
import subprocess
import sys

VERSION = "14"
SKIPPED = 77


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


def wrongs(path, text, given):
    if given.get("insert_final_newline") == "true" and text and not text.endswith("\n"):
        yield text.count("\n") + 1, "no newline at the end"
    most = int(given.get("max_line_length", 0))
    for number, row in enumerate(text.split("\n"), 1):
        if given.get("trim_trailing_whitespace") == "true" and row != row.rstrip():
            yield number, "blanks at the end"
        if given.get("indent_style") == "space" and row[:len(row) - len(row.lstrip())].count("\t"):
            yield number, "a tab"
        if most and len(row) > most and not row.lstrip().startswith(("|", "![", "[", "http")):
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
    if not tool:
        print(f"skipped: clang-format {VERSION} is not installed (Debian package clang-format)")
    print(f"format: {len(paths)} files, {wrong} wrong")
    return 1 if wrong else 0 if tool else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
