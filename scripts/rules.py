#!/usr/bin/env python3
"""The rules of the machine, which have numbers in docs/microarchitecture.md, and what holds each of them: seeded faults that
break it in both twins, or in the model as if the Verilog were like it, and the tests that fail then.

usage: rules.py --check            the numbers, and what the faults say of them; nothing runs
       rules.py --faults           the names of those faults
       rules.py RESULTS OUT        the table, as Markdown to OUT, from what became of the faults (scripts/faults.sh)

A rule is held if a fault that breaks it was caught; else it is open. Those that are known to be so stand in
verif/faults/rules/open.list, a line each: NUMBER why. Numbers that no rule has any more stand in retired.list beside it, one a
line: they are not given out again."""
import collections
import importlib.util
import os
import re
import sys

import docs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEXT = "docs/microarchitecture.md"
OPEN = "verif/faults/rules/open.list"
RETIRED = "verif/faults/rules/retired.list"
NUMBER = re.compile(r"\[([A-Z]+)-(\d+)\] ")
SENTENCE = 100      # as much of a rule's text as the table has


def faults():
    """All seeded faults but those that only litmus tests see (scripts/litmus_faults.sh): these fail no test that holds a rule."""
    sys.path.insert(0, "scripts/faults")
    spec = importlib.util.spec_from_file_location("seeded", "scripts/faults/__main__.py")
    seeded = importlib.util.module_from_spec(spec)
    sys.modules["seeded"] = seeded
    spec.loader.exec_module(seeded)
    return [f for f in seeded.load() if not f.litmus]


def rules(text):
    """Number -> what stands behind it, up to the next number or the end of its paragraph or row."""
    found = collections.OrderedDict()
    for m in NUMBER.finditer(text):
        end = re.compile(r" *\n\n| *\n\||\[[A-Z]+-\d+\] |\n *[-*] |\n *\d+\. ").search(text, m.end())
        found.setdefault(f"{m[1]}-{m[2]}",
                         []).append(" ".join(text[m.end():end.start()].split()).rstrip("|( "))
    return found


def short(sentence):
    return sentence if len(sentence) <= SENTENCE else sentence[:SENTENCE].rsplit(" ", 1)[0] + " ..."


def known_open():
    """Number -> why no fault that breaks it is seen."""
    with open(OPEN) as f:
        return dict(line.strip().split(" ", 1) for line in f if line.strip() and not line.startswith("#"))


def retired():
    with open(RETIRED) as f:
        return {line.strip() for line in f if line.strip() and not line.startswith("#")}


def wrong(found, seeded):
    """What is not in order, a line each."""
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
            told.append(f"{f.where}: fault {f.name} is in one twin alone, which the other tells from it: it holds no rule")
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
    """A row for each rule, and how many are held."""
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
    with open(TEXT) as f:
        found = rules(f.read())
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
