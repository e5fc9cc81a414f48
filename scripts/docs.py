"""Checks the documents against the repository: each path, each link to a file, and each test behind TEST=
must exist.

A path is text in backticks that begins with a top-level folder in git. In it, BLOCK stands for the name of
any block, NAME and * for anything.

The tables of waits and of their bounds must have the rows and formulas of verif/environment/sm/wait_rows.h.
The
table of steps must have the names of verif/cosim/story/life.h."""

import glob
import os
import re
import subprocess
import sys


def tracked_tops():
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    return {f.split("/")[0] for f in files if "/" in f}


def there(path):
    if "BLOCK" in path:
        blocks = [os.path.splitext(os.path.basename(p))[0] for p in glob.glob("cmodel/ports/*/*.ports")]
        return all(glob.glob(path.replace("BLOCK", b)) for b in blocks if b != "l1")
    return bool(glob.glob(path.replace("NAME", "*")))


def is_test(name):
    """A program, or a test in one of the tables in C."""
    if glob.glob(f"verif/tests/programs/*/{name}.l1"):
        return True
    if name.startswith("alone_"):
        return f"ALONE({name[6:]})" in open("verif/tests/all.c").read()
    return any(f'"{name}"' in open(p).read() for p in glob.glob("verif/tests/*.c")
               + glob.glob("verif/tests/*/*.c"))


def plain(formula):
    return re.sub(r"[*\s]", "", formula)


def table_rows(text, heading):
    """First and last column of the first table behind the heading."""
    table = re.search(r"\n\|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", text[text.index(heading):])[1]
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in table.splitlines()]
    return [(c[0], plain(c[-1])) for c in cells]


def wrong_waits():
    """Differences between the tables of waits and the rows that the bench checks."""
    doc, rows = open("docs/microarchitecture.md").read(), open("verif/environment/sm/wait_rows.h").read()
    wrong = []
    tables = (("## Wait-for graph", r'^    ROW\(\w+, "([^"]+)", (.*)\)'),
              ("**For how long.**", r"^    Q\((\w+), (.*)\)"))
    for heading, pattern in tables:
        said, judged = table_rows(doc, heading), [(n, plain(f)) for n, f in re.findall(pattern, rows, re.M)]
        wrong += [f"docs/microarchitecture.md: '{n}', at most {f}, is not in wait_rows.h" for n, f in said
                  if (n, f) not in judged]
        wrong += [f"wait_rows.h: '{n}', at most {f}, is not in docs/microarchitecture.md" for n, f in judged
                  if (n, f) not in said]
        if not wrong and said != judged:
            wrong.append(f"docs/microarchitecture.md, {heading}: rows in another order than in wait_rows.h")
        names = {n for n, _ in said} if "Wait" in heading else names
    wrong += [f"verif/environment/sm/cover_points.h: 'waits: {n}' is no row of docs/microarchitecture.md"
              for n in re.findall(r'"waits: ([^"]+)"', open("verif/environment/sm/cover_points.h").read())
              if n not in names]
    steps = re.findall(r'^    STEP\(\w+, "([^"]+)"\)', open("verif/cosim/story/life.h").read(), re.M)
    if not steps or [n for n, _ in table_rows(doc, "**Steps.**")] != steps:
        wrong.append("docs/microarchitecture.md: its table of steps has other names, or in another order, "
                     "than verif/cosim/story/life.h")
    return wrong


def wrong_help():
    """Targets of scripts/help.list that no makefile has, and phony ones that the list lacks."""
    rules, phony = set(), set()
    for path in ["Makefile"] + glob.glob("scripts/*.mk"):
        text = open(path).read().replace("\\\n", " ")
        rules |= set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, re.M))
        for names in re.findall(r"^\.PHONY:(.*)", text, re.M):
            phony |= {n for n in names.split() if re.fullmatch(r"[a-z-]+", n)}
    listed = set(re.findall(r"^([a-z][a-z-]*) ", open("scripts/help.list").read(), re.M))
    inner = {"own", "help", "always", "cosim-program", "contract-test", "cover-run"}
    return ([f"scripts/help.list: there is no target {t}" for t in sorted(listed - rules)]
            + [f"scripts/help.list: the target {t} is not in it" for t in sorted((phony & rules) - listed - inner)])


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    waits = wrong_waits() + wrong_help()
    print("".join(w + "\n" for w in waits), end="")
    tops, wrong, seen = tracked_tops(), len(waits), 0
    for doc in sorted(glob.glob("*.md") + glob.glob("docs/*.md")):
        with open(doc) as f:
            for n, line in enumerate(f, 1):
                paths = [p for p in re.findall(r"`([A-Za-z0-9_./*-]+)`", line) if p.split("/")[0] in tops
                         and "/" in p]
                links = [os.path.normpath(os.path.join(os.path.dirname(doc), link))
                         for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", line)]
                for name in re.findall(r"TEST=([a-z]\w*)", line):
                    if name != "name" and not is_test(name):
                        wrong += 1
                        print(f"{doc}:{n}: there is no test {name}")
                for path in paths + links:
                    seen += 1
                    if not there(path):
                        wrong += 1
                        print(f"{doc}:{n}: there is no {path}")
    if not seen:
        print("docs: no path in any document")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
