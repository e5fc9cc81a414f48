#!/usr/bin/env python3
"""Mutants of the C model: its blocks (cmodel/src/l1) and their common code (cmodel/src/common).

usage: model.py FOLDER [NAME=VALUE ...]
                           writes all of the blocks that are built with these sizes into FOLDER/cmodel/src,
                           each behind the selector of seeded faults; with faults.inc, their list for that
                           selector, and mutants.tsv for run.py

Only functions are mutated. Macros, constants and tables are unchanged, and the number of their lines is
printed. A function with mutants exists twice: the original, and one with all its mutants. The original calls
the latter if one of them is chosen.
"""
import hashlib
import os
import re
import sys
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts", "mutate"))
sys.path.insert(0, os.path.join(ROOT, "scripts", "faults"))
sys.path.insert(0, os.path.join(ROOT, "scripts", "gen"))
import c_parse  # noqa: E402
import run  # noqa: E402
import tables  # noqa: E402
from splice import Piece, Splicer, sources, write  # noqa: E402

SOURCES = "cmodel/src"
# Dropping one side of `and` or `or` is harder to detect than exchanging the operators, so only the former is
# tried.
SWAPS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "<": "<=", "<=": "<",
         ">": ">=", ">=": ">",
         "==": "!=", "!=": "=="}
DROPS = ("&&", "||", "&", "|", "^", "+", "-")
# Further operators for a comparison with a constant: the other off-by-one error results from mutating the
# operator.
OFF_BY = {"<": -1, "<=": 1, ">": 1, ">=": -1}
ASSIGNMENTS = {"|=": "=", "&=": "=", "^=": "=", "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<="}
CALLS = {"lowest": "highest", "highest": "lowest", "ages_oldest": "ages_youngest",
         "ages_youngest": "ages_oldest"}
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]+")


@dataclass
class Mutant:
    kind: str
    start: int           # of the replaced expression or statement, in the file's text
    end: int
    new: str
    statement: bool = False


class Mutator:
    """The mutants of one function."""

    def __init__(self, text, function):
        self.text, self.function, self.found = text, function, []
        self.statement(function.tree, True)

    def source(self, node):
        return self.text[node.start:node.end]

    def add(self, kind, node, new, statement=False):
        self.found.append(Mutant(kind, node.start, node.end, new, statement))

    # ---- expressions

    def expression(self, e, parent=None):
        visit = getattr(self, "_" + e.kind, None)
        if visit:
            visit(e, parent)
        else:
            for child in e.children:
                self.expression(child, e)

    def _binary(self, e, parent):
        left, right = e.children
        op = e.op.text
        between = self.text[left.end:e.op.start], self.text[e.op.end:right.start]
        if op in SWAPS:
            self.add("operator", e, self.source(left) + between[0] + SWAPS[op] + between[1]
                     + self.source(right))
        if op in DROPS:
            if right.kind != "number":
                self.add("dropped", e, self.source(left))
            if op not in "+-" and not self.is_constant(right):
                self.add("dropped", e, self.source(right))
        self.expression(left, e)
        self.expression(right, e)

    def is_constant(self, e):
        return e.kind == "number" or (e.kind == "name" and CONSTANT.fullmatch(e.op.text)) or (
            e.kind in ("group", "binary") and all(self.is_constant(c) for c in e.children))

    def _choice(self, e, parent):
        condition, yes, no = e.children
        self.add("forced", e, self.source(yes))
        self.add("forced", e, self.source(no))
        self.condition(condition)
        self.expression(yes, e)
        self.expression(no, e)

    def _unary(self, e, parent):
        if e.op.text in "!~-":
            self.add("operator", e, self.source(e.children[0]))
        if e.op.text not in ("++", "--"):
            self.expression(e.children[0], e)

    def _number(self, e, parent):
        n = int(re.sub(r"UINT(32|64)_C\(|[uUlL]*\)?$", "", self.source(e)), 0)
        off = self.off(e, parent) or (-1 if n else 1)
        if n + off >= 0:
            self.add("constant", e, str(n + off))

    def _name(self, e, parent):
        if CONSTANT.fullmatch(e.op.text):
            self.add("constant", e, f"({e.op.text} {'-' if self.off(e, parent) == -1 else '+'} 1)")

    def off(self, e, parent):
        """The change of a constant, chosen so that it does not repeat another mutant; or None."""
        if parent is not None and parent.kind == "binary" and e is parent.children[1]:
            return OFF_BY.get(parent.op.text)
        return None

    def _call(self, e, parent):
        callee = e.children[0]
        if callee.kind == "name" and callee.op.text in CALLS:
            self.add("called", e, CALLS[callee.op.text] + self.text[callee.end:e.end])
        for child in e.children[1:]:
            if not (callee.kind == "name" and callee.op.text.startswith("mem")):
                self.expression(child, e)

    def _init(self, e, parent):
        value = e.children[0]
        if (e.op is not None and value.kind in ("binary", "unary", "cast", "field", "index", "choice")
            and value.op.text != "&"):
            self.add("dropped", e, "0")
        self.expression(value, e)

    def _assign(self, e, parent):
        left, right = e.children
        if e.op.text in ASSIGNMENTS:
            self.add("operator", e, self.text[left.start:e.op.start] + ASSIGNMENTS[e.op.text]
                     + self.text[e.op.end:right.end])
        self.expression(left, e)
        self.expression(right, e)

    def condition(self, e):
        """An expression without an operator to invert is negated."""
        if e.kind not in ("binary", "unary", "assign", "group"):
            self.add("negated", e, f"!{self.source(e)}")
        self.expression(e)

    # ---- statements

    def statement(self, s, last=False):
        getattr(self, "_" + s.kind + "_")(s, last)

    def _block_(self, s, last):
        for child in s.children:
            self.statement(child, last and child is s.children[-1])

    def _if_(self, s, last):
        condition, *branches = s.children
        self.add("forced", condition, "1")
        if len(branches) == 2 or (branches[0].kind == "return" and not last and branches[0].children):
            self.add("forced", condition, "0")
        self.condition(condition)
        for b in branches:
            self.statement(b, last)

    def _for_(self, s, last):
        first, condition, _, body = s.children
        walk = condition.kind in ("name", "binary") and condition.kind == "name"
        if first is not None:
            self.statement(first)
        if not walk:
            self.expression(condition)
        self.statement(body)

    def _while_(self, s, last):
        for child in s.children[:1]:
            self.expression(child)
        self.statement(s.children[1])

    def _switch_(self, s, last):
        self.statement(s.children[1])

    def _return_(self, s, last):
        if not s.children and not last:
            self.add("statement", s, "", True)
        for e in s.children:
            self.condition(e) if e.kind in ("call", "field",
                                            "index") and self.is_truth(e) else self.expression(e)

    def is_truth(self, e):
        return e.kind == "call" and e.op.text in ("bit", "is_in")

    def _jump_(self, s, last):
        self.add("statement", s, "", True)

    def _expression_(self, s, last):
        e = s.children[0]
        if e.kind == "cast" or (e.kind == "comma" and e.children[0].kind == "cast"):
            return                              # (void)unused
        self.add("statement", s, "", True)
        self.expression(e)

    def _declaration_(self, s, last):
        for e in s.children:
            self.expression(e)

    def _empty_(self, s, last):
        pass


def mutants_of(text, function):
    """The mutants of a function without duplicates, the widest first."""
    seen, result = set(), []
    for m in sorted(Mutator(text, function).found, key=lambda m: (m.start, -m.end)):
        key = re.sub(r"\s+", " ", text[function.body:m.start] + m.new + text[m.end:function.end])
        if key not in seen and re.sub(r"\s+", "", m.new) != re.sub(r"\s+", "", text[m.start:m.end]):
            seen.add(key)
            result.append(m)
    return result


def change_of(text, m):
    """The position of the change, and the code around it, with old and new text."""
    old, new = [t.text for t in c_parse.tokens(text, m.start, m.end)], [t.text
        for t in c_parse.tokens(m.new, 0, len(m.new))]
    places = c_parse.tokens(text, m.start, m.end)
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = places[same].start if same < len(places) else m.end
    end = max(start, places[len(old) - 1 - tail].end) if len(old) > tail else start
    before, behind = text[text.rfind("\n", 0, start) + 1:start], text[end:(text + "\n").find("\n", end)]
    come = m.new[len(m.new) - len(m.new.lstrip()):]
    parts = c_parse.tokens(come, 0, len(come))
    come = come[parts[same].start:parts[len(new) - 1 - tail].end] if len(new) > same + tail else ""
    come = f"{{+{come}+}}" if come else ""
    goes = f"[-{text[start:end]}-]" if end > start else ""
    return start, re.sub(r"\s+", " ", f"{before}{goes}{come}{re.sub(r'//.*', '', behind)}").strip()


def laid(function, text, mutants, first):
    """The function twice."""
    splicer = Splicer("c", {function.name: text[function.body:function.end]})
    splicer.pieces[function.name] = [Piece(m.start - function.body, m.end - function.body, m.new, first + n,
                                           m.statement)
                                     for n, m in enumerate(mutants)]
    head = re.sub(rf"\b{function.name}\(", f"{function.name}_mutants(", function.head,
                  count=1).replace("inline ", "")
    call = f"{function.name}_mutants({', '.join(function.arguments)})"
    call = f"{{ {call}; return; }}" if function.result == "void" else f"return {call};"
    return (f"{function.head};\n\n"      # it may call itself
            f"__attribute__((noinline, cold)) {head}\n{{{splicer.text(function.name)}}}\n\n{function.head}\n{{\n"
            f"    if (UL1_FAULT_WITHIN({first}, {first + len(mutants) - 1}))\n        "
            f"{call}{text[function.body:function.end]}}}")


def block_of(path):
    """The block of a source; `*`, for any block, if several share it."""
    parts = path.split("/")
    return "*" if parts[0] == "common" else parts[1].split(".")[0]


def main():
    if len(sys.argv) < 2 or not all("=" in a for a in sys.argv[2:]):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    folder = sys.argv[1]
    built = tables.load_blocks(chosen=dict(a.split("=", 1) for a in sys.argv[2:])).blocks
    rows, digest, code, within = [], hashlib.sha256(), 0, 0
    for path, text in sorted(sources(os.path.join(ROOT, SOURCES), (".c", ".h")).items()):
        digest.update(text.encode())
        out, at = [], 0
        if path.split("/")[0] == "common" or (path.split("/")[0] == "l1" and built[block_of(path)].built):
            code += sum(bool(line.strip()) and not line.lstrip().startswith("//")
                        for line in text.split("\n"))
            for f in c_parse.functions(text):
                within += text.count("\n", f.start, f.end) + 1
                found = mutants_of(text, f)
                if found:
                    out += [text[at:f.start], laid(f, text, found, len(rows) + 1)]
                    at = f.end + 1
                for m in found:
                    start, change = change_of(text, m)
                    rows.append((f"m{len(rows) + 1:04}", block_of(path), f"{SOURCES}/{path}", f.name,
                                 c_parse.line_of(text, start),
                                 start - text.rfind("\n", 0, start), m.kind, change))
        write(os.path.join(folder, SOURCES, path), "".join(out) + text[at:])
    names = [f'{{ "{r[0]}", "{r[1]}", "model" }},\n' for r in rows] + ['{ "none", "*", "model" },\n']
    write(os.path.join(folder, "faults.inc"), "".join(names))
    write(os.path.join(folder, "mutants.tsv"), f"# {digest.hexdigest()}\n" + "\t".join(run.COLUMNS) + "\n"
              + "".join("\t".join(map(str, r)) + "\n" for r in rows))
    print(f"model: {len(rows)} mutants in functions, {within} of {code} lines of code; declarations and "
          f"macros have none")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except c_parse.ParseError as e:
        print(f"model: {e}", file=sys.stderr)
        sys.exit(1)
