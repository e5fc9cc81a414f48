#!/usr/bin/env python3
"""Checks that each rule of the machine, numbered in docs/microarchitecture.md or docs/cluster.md, is held by
a test. Seeded faults break a rule in both twins, or in the model as if the Verilog had the same fault. A test
must fail then.

usage: rules.py --check            checks the numbers, and the rules of the faults; runs nothing
       rules.py --faults           the names of those faults
       rules.py RESULTS OUT        writes the table, as Markdown, to OUT; RESULTS are of scripts/faults.sh

A rule is held if a fault that breaks it was caught; otherwise it is open. verif/faults/rules/open.list lists
known open rules, a line each: NUMBER why. Beside it, retired.list has the numbers of deleted rules, one a
line; they are not reused."""
import collections
import importlib.util
import os
import re
import sys

import docs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEXTS = ("docs/microarchitecture.md", "docs/cluster.md")
TEXT = " or ".join(TEXTS)
OPEN = "verif/faults/rules/open.list"
RETIRED = "verif/faults/rules/retired.list"
NUMBER = re.compile(r"\[([A-Z][A-Z0-9]*)-(\d+)\] ")
SENTENCE = 100      # characters of a rule's text in the table


def faults():
    """All seeded faults, except those that only litmus tests detect (scripts/litmus_faults.sh): no test of a
    rule fails for these."""
    sys.path.insert(0, "scripts/faults")
    spec = importlib.util.spec_from_file_location("seeded", "scripts/faults/__main__.py")
    seeded = importlib.util.module_from_spec(spec)
    sys.modules["seeded"] = seeded
    spec.loader.exec_module(seeded)
    return [f for f in seeded.load() if not f.litmus]


def rules(text):
    """Number -> text behind it, up to the next number or the end of its paragraph or row."""
    found = collections.OrderedDict()
    for m in NUMBER.finditer(text):
        end = re.compile(r" *\n\n| *\n\||\[[A-Z][A-Z0-9]*-\d+\] |\n *[-*] |\n *\d+\. ").search(text, m.end())
        found.setdefault(f"{m[1]}-{m[2]}",
                         []).append(" ".join(text[m.end():end.start()].split()).rstrip("|( "))
    return found


def short(sentence):
    return sentence if len(sentence) <= SENTENCE else sentence[:SENTENCE].rsplit(" ", 1)[0] + " ..."


def known_open():
    """Number -> why no fault that breaks it is detected."""
    with open(OPEN) as f:
        return dict(line.strip().split(" ", 1) for line in f if line.strip() and not line.startswith("#"))


def retired():
    with open(RETIRED) as f:
        return {line.strip() for line in f if line.strip() and not line.startswith("#")}


def wrong(found, seeded):
    """Errors, a line each."""
    told, last, count = [], collections.Counter(), collections.Counter()
    for number, texts in found.items():
        block, n = number.rsplit("-", 1)
        if len(texts) > 1:
            told.append(f"{TEXT}: [{number}] stands there {len(texts)} times")
        last[block] = max(last[block], int(n))
        count[block] += 1
    gone = retired()
    told += [f"{RETIRED}: {TEXT} has the rule {r}" for r in gone if r in found]
    for number in gone - set(found):
        count[number.rsplit("-", 1)[0]] += 1
    told += [f"{TEXT}: of {b} there are {count[b]} numbers up to {n}" for b, n in last.items()
             if n != count[b]]
    broken = {r for f in seeded for r in f.rules}
    for f in seeded:
        told += [f"{f.where}: fault {f.name}: {TEXT} has no rule {r}" for r in f.rules if r not in found]
        if f.rules and f.side not in ("both", "alike"):
            told.append(f"{f.where}: fault {f.name} is in one twin alone, which the other tells from it: it "
                        f"holds no rule")
        if f.side in ("both", "alike") and not f.rules:
            told.append(f"{f.where}: fault {f.name} is in both twins and says of no rule that it breaks it")
        if f.rules and not (f.seen == "-" or docs.is_test(f.seen)):
            told.append(f"{f.where}: fault {f.name}: there is no test {f.seen}")
        if f.rules and f.seen == "-":
            told.append(f"{f.where}: fault {f.name} breaks a rule and names no test that sees it")
    left = known_open()
    told += [f"{OPEN}: {TEXT} has no rule {r}" for r in left if r not in found]
    told += [f"{OPEN}: {r} is broken by a fault: it is not open" for r in left if r in broken]
    return told + [f"{TEXT}: [{r}] is broken by no fault, and not in {OPEN}" for r in found if r not in broken
                   and r not in left]


def table(found, seeded, results):
    """A row for each rule, and the number of held rules."""
    rows, held, why = [], 0, known_open()
    for number, texts in found.items():
        breaks = [f for f in seeded if number in f.rules]
        tests = {f.name: results[f.name] for f in breaks if f.name in results}
        held += bool(tests)
        by = "; ".join(f"{name}: `{test}`, {verdict}" for name,
                       (verdict, test) in tests.items()) or f"open: {why.get(number, 'not seen')}"
        rows.append(f"| {number} | {short(texts[0]).replace('|', ', ')} | {by} |")
    return rows, held


def read(path):
    with open(path) as f:
        cells = [line.rstrip("\n").split("\t") for line in f]
    return {c[0]: (c[1], c[2]) for c in cells}


def main():
    os.chdir(ROOT)
    found = rules("".join(open(text).read() + "\n\n" for text in TEXTS))
    seeded = faults()
    if sys.argv[1:] == ["--faults"]:
        print(" ".join(f.name for f in seeded if f.rules))
        return 0
    if sys.argv[1:] == ["--check"]:
        told = wrong(found, seeded)
        print("".join(t + "\n" for t in told) + f"rules: {len(found)} numbered, {len(told)} not in order")
        return 1 if told or not found else 0
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    rows, held = table(found, seeded, read(sys.argv[1]))
    with open(sys.argv[2], "w") as f:
        f.write("# What holds each rule\n\n| rule | | fault: test that sees it, how |\n|---|---|---|\n"
                + "".join(r + "\n" for r in rows))
    print("".join(r + "\n" for r in rows)
          + f"rules: {len(found)} rules, {held} held, {len(found) - held} open")
    return 0 if held + len(known_open()) == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
