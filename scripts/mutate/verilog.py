#!/usr/bin/env python3
"""Mutants of the Verilog: small changes of the blocks (rtl/l1, rtl/cluster).

usage: verilog.py FOLDER COUNT [NAME=VALUE ...]
                                      writes COUNT per block that is built with these sizes into FOLDER/rtl,
                                      each behind the selector of seeded faults; with faults.inc, their list
                                      for that selector, and mutants.tsv for run.py
       verilog.py --one ID FILE       that one alone, in a copy of its source; prints the source's name
       verilog.py --count             prints the number for each block

The sample of a block is drawn by the mutants' names, which follow from the change and its line. So a change
elsewhere does not replace all of them.
"""
import fileinput
import glob
import hashlib
import os
import re
import sys
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts", "mutate"))
sys.path.insert(0, os.path.join(ROOT, "scripts", "faults"))
sys.path.insert(0, os.path.join(ROOT, "scripts", "gen"))
import run  # noqa: E402
import tables  # noqa: E402
import v_parse  # noqa: E402
import written  # noqa: E402
from splice import Piece, SpliceError, Splicer, sources, with_gates, write  # noqa: E402

FOLDERS = ("rtl/l1", "rtl/cluster")
UNBUILT = ("tag/tag_tree.sv", "tag/tag_random.sv")  # the default machine is without them
SWAPS = {"&": ["|"], "|": ["&"], "^": ["|"], "&&": ["||"], "||": ["&&"], "==": ["!="], "!=": ["=="],
         "<": [">=", "<="],
         "<=": [">", "<"], ">": ["<=", ">="], ">=": ["<", ">"], "+": ["-"], "-": ["+"], "<<": [">>"],
         ">>": ["<<"]}
DROPS = {"&": (0, 1), "|": (0, 1), "^": (0, 1), "&&": (0, 1), "||": (0, 1), "+": (0, 1), "-": (0,),
         "<<": (0,), ">>": (0,)}
NUMBER = re.compile(r"(\d+)'s?([bdh])([0-9a-fA-F_]+)$")
ZERO, ONES = re.compile(r"('0|\d+'[bdh]0+|\{[^{}]*\{1'b0\}\})$"), re.compile(r"('1|\d+'b1+)$")
BASES = {"b": (2, "b"), "d": (10, "d"), "h": (16, "x")}
WORTH = "ul1_fn::sim_gate"
BIT_NAMES = re.compile(r"\blogic\s+(\w+(?:\s*,\s*\w+)*)")              # as declared
ARRAY_NAMES = re.compile(r"\blogic\b[^;)]*?\]\s+(\w+\s*\[[^;]*);")


@dataclass
class Mutant:
    """Each of changes replaces text[start:end]. There are two if two places are exchanged, else one."""
    kind: str
    changes: list        # [(start, end, new)]
    statement: bool = False
    name: str = ""


def codes():
    """The next code of its enumeration, cyclically, for each code; and the codes equal to '0 and '1."""
    result, zeros, ones = {}, set(), set()
    tables = glob.glob(os.path.join(ROOT, "cmodel/ports/*/*.codes"))
    for words in (row.split() for row in fileinput.input(sorted(tables)) if row.startswith("enum ")):
        values = {f"ul1_pkg::{words[1]}_{w.split('=')[0]}".upper().replace("UL1_PKG", "ul1_pkg"):
                  int(w.split("=")[1]) for w in words[3:]}
        names = list(values)
        result.update({name: names[(i + 1) % len(names)] for i, name in enumerate(names)})
        zeros |= {name for name in names if values[name] == 0}
        ones |= {name for name in names if values[name] == 2**int(words[2]) - 1}
    return result, zeros, ones


class Mutator:
    """The mutants of one file, in the order of their positions."""
    codes, zeros, ones = codes()

    def __init__(self, name, text, inputs):
        self.text, self.inputs, self.found = text, inputs, []
        self.bit_names = {n for names in BIT_NAMES.findall(text) for n in re.findall(r"\w+", names)}
        self.arrays = {n for names in ARRAY_NAMES.findall(text) for n in re.findall(r"(\w+)\s*\[", names)}
        steps = v_parse.Reader(name, text).steps()
        loops = [s for s in steps if s.what == "for"
                 and self.clears([t for t in steps if s.start < t.start < s.end])]
        for step in steps:
            if step.writes and not any(s.start <= step.start < s.end for s in loops):
                getattr(self, "_" + step.what)(step)
            elif step.writes and step.what == "comb":
                self.forced("forced", step.value)

    def clears(self, steps):
        """Whether a loop, in a process or a function, only assigns defaults. Without one of its iterations
        there would be a latch."""
        return all(t.what == "comb" and not set(t.inside) - {"for", "function"}
                   and (ZERO.match(self.source(t.value)) or ONES.match(
            self.source(t.value))) for t in steps)

    def source(self, node):
        return self.text[node.start:node.end]

    def add(self, kind, node, new, statement=False):
        self.found.append(Mutant(kind, [(node.start, node.end, new)], statement))

    # -- expressions -----------------------------------------------------------------------------------------

    def expression(self, e):
        getattr(self, "_on_" + e.what, lambda e: None)(e)
        for part in e.parts[:2] if e.what == "choice" and self.without_gates(e.parts[0]) else e.parts:
            self.expression(part)

    def is_sim_gate(self, e):
        """Code for simulation only, which has no gates"""
        return e.what == "call" and e.by == WORTH

    def without_gates(self, e):
        """And an *or* with that"""
        return self.is_sim_gate(e) or (e.what == "group" and e.by == "(" and self.without_gates(e.parts[0])) \
            or (e.what == "binary" and e.by in ("|", "||") and any(map(self.without_gates, e.parts)))

    def _on_binary(self, e):
        left, right = e.parts
        if e.by not in SWAPS:
            return
        tail = self.text[e.at + len(e.by):e.end]
        worth = [self.is_sim_gate(p) for p in e.parts]
        for by in SWAPS[e.by] if not any(worth) else []:
            self.add("operator", e, self.text[e.start:e.at] + by + tail)
        for keep in DROPS.get(e.by, ()):
            if (not self.without_gates(e.parts[1 - keep]) and not (e.by == "+" and right.what == "number"
                                                                   and keep)):
                self.add("operand", e, self.source(e.parts[keep]))

    def _on_unary(self, e):
        if e.by in ("~", "!", "-"):
            self.add("negation", e, self.source(e.parts[0]))

    def _on_choice(self, e):
        condition, yes, no = e.parts
        if not self.without_gates(condition):
            self.add("choice", e, self.source(yes))
        self.add("choice", e, self.source(no))
        self.negate(condition)

    def _on_number(self, e):
        sized = NUMBER.match(e.by)
        if e.by in ("'0", "'1"):
            self.add("constant", e, "'1" if e.by == "'0" else "'0")
        elif sized:
            bits, (base, form) = int(sized[1]), BASES[sized[2]]
            value, digits = int(sized[3].replace("_", ""), base), len(sized[3])
            for new in sorted({(value + 1) % 2**bits, (value - 1) % 2**bits}):
                self.add("constant", e, f"{sized[1]}'{sized[2]}{new:0{digits}{form}}")
        else:
            for new in (int(e.by) + 1, int(e.by) - 1):
                if new >= 0:
                    self.add("constant", e, str(new))

    def _on_word(self, e):
        if e.by in self.codes:
            self.add("constant", e, self.codes[e.by])

    def _on_select(self, e):
        self.indices(e)

    def indices(self, e):
        """An index becomes its neighbours; other indices would differ by one more bit"""
        self.add("index", e.parts[-1], f"{self.source(e.parts[-1])} + 1")
        self.add("bit", e.parts[-1], f"{self.source(e.parts[-1])} - 1")

    def _on_part(self, e):
        if e.by != ":":
            self.indices(e)

    def negate(self, e):
        """Not if another mutant has the same effect, or if its gates would be none"""
        if (not (e.what == "binary" and e.by in ("==", "!=", "<", ">", "<=", ">=")) and e.what != "unary"
            and not self.has_sim_gate(e)):
            self.add("negation", e, f"!({self.source(e)})")

    def has_sim_gate(self, e):
        return WORTH in self.source(e)

    # -- statements ------------------------------------------------------------------------------------------

    def _assign(self, step):
        if self.source(step.target) == "unused":   # it only satisfies the tools
            return
        self.target(step)
        self.forced("forced", step.value)
        self.bits(step.target, step.value)
        self.expression(step.value)

    def target(self, step):
        self.expression(step.target)

    def forced(self, kind, e):
        """The opposite of the present value"""
        for new, same, codes in (("'0", ZERO, self.zeros), ("'1", ONES, self.ones)):
            if not (same.match(self.source(e)) or self.source(e) in codes):
                self.add(kind, e, new)

    def bits(self, target, e):
        """Its lowest bit is inverted, or stuck (a single bit is forced already)"""
        name = re.match(r"\w*", self.source(target))[0]
        single = (name in self.bit_names if target.what == "word" else target.what == "select"
                  and name not in self.arrays)
        if not (e.what == "number" or self.source(e) in self.codes):
            for by, bit in (("^", "1'b1"),) if single else (("^", "1'b1"), ("|", "1'b1"), ("&", "~1'b1")):
                self.add("bit", e, f"({self.source(e)}) {by} {bit}")

    def _comb(self, step):
        """A first assignment in a process or a function is a default. Without it there would be a latch."""
        self.target(step)
        if set(step.inside) - {"for", "function"}:
            self.add("statement", step, "", True)
        self.value(step)

    def value(self, step):
        value = self.source(step.value)
        self.forced("reset" if "reset" in step.inside[-1:] else "forced", step.value)
        if not (ZERO.match(value) or ONES.match(value)):
            self.bits(step.target, step.value)
            self.expression(step.value)

    def _ff(self, step):
        self.target(step)
        self.add("statement", step, "", True)
        self.value(step)

    def _if(self, step):
        if not self.has_sim_gate(step.value):
            self.add("condition", step.value, "1'b1")
        self.add("condition", step.value, "1'b0")
        self.negate(step.value)
        self.expression(step.value)

    def _for(self, step):
        """One iteration fewer, at either end"""
        self.add("loop", step.target, f"{self.source(step.target)} + 1")
        if step.value.what == "binary" and step.value.by in ("<", "<="):
            self.add("loop", step.value.parts[1], f"{self.source(step.value.parts[1])} - 1")

    def _case(self, step):
        self.expression(step.value)
        for one, other in zip(step.labels, step.labels[1:]):   # exchanged
            if len(one) == len(other) == 1:
                one, other = one[0], other[0]
                self.found.append(Mutant("case", [(one.start, one.end, self.source(other)),
                                                  (other.start, other.end, self.source(one))]))

    def _port(self, step):
        if step.target.by in self.inputs and self.source(step.value) != "clk":   # it is no clock behind gates
            self._assign(step)


def inputs_of(texts):
    """'module.port' of every input"""
    result = set()
    for text in texts.values():
        for module in re.finditer(r"^module\s+(\w+)(.*?)^\);", text, re.M | re.S):
            result |= {f"{module[1]}.{m[1]}" for m in re.finditer(r"\binput\s[^,\n]*?(\w+)\s*(?:,|//|\n|$)",
                                                                  module[2])}
    return result


def applied(text, changes):
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def place_of(text, at):
    """Its position: the module, and the function in it, if any."""
    heads = re.findall(r"^\s*(module|function|endfunction)\b(?:[^;(#]*?(\w+)\s*[;(#])?", text[:at], re.M)
    modules = [name for what, name in heads if what == "module"]
    function = heads[-1][1] if heads[-1][0] == "function" else ""
    return (modules[-1] if modules else "") + (f".{function}" if function else "")


def change_of(text, m):
    """The lines of the change, with old and new text"""
    start, end = m.changes[0][0], m.changes[-1][1]
    left, right = text.rfind("\n", 0, start) + 1, (text + "\n").find("\n", end)
    marks = [(s, e, f"[-{text[s:e]}-]" + (f"{{+{new}+}}" if new else "")) for s, e, new in m.changes]
    return squeezed(applied(text[left:right], [(s - left, e - left, mark) for s, e, mark in marks]))


def changes_of(blocks, texts):
    """Whether each mutant is taken, by its name, so that numbers among equal texts do not depend on the
    choice."""
    found = [(name, m) for block in blocks.values() for name, m in block]
    likes = [(name, place_of(texts[name], m.changes[0][0]), change_of(texts[name], m)) for name, m in found]
    return dict(zip((m.name for _, m in found), written.told_apart(likes)))


def squeezed(text):
    return " ".join(re.sub(r"//[^\n]*", "", text).split())


def mutants_of(name, text, inputs):
    """The mutants of a file, without duplicates and without effect-free ones, each with a distinct name."""
    found, seen = [], {re.sub(r"[\s()]", "", text)}
    for m in sorted(Mutator(name, text, inputs).found, key=lambda m: (m.changes[0][0], -m.changes[0][1])):
        key = re.sub(r"[\s()]", "", applied(text, m.changes))
        if key not in seen and not any("//" in new for _, _, new in m.changes):
            seen.add(key)
            found.append(m)
    times, names = {}, set()
    for m in found:
        what = (name, place_of(text, m.changes[0][0]), m.kind, change_of(text, m))
        times[what] = times.get(what, 0) + 1
        digest = hashlib.sha256(repr((*what, times[what])).encode()).hexdigest()
        start = os.path.splitext(os.path.basename(name))[0]
        # six may be taken
        m.name = next(n for n in (f"{start}-{digest[:length]}" for length in range(6, len(digest)))
                      if n not in names)
        names.add(m.name)
    return found


def texts_of_blocks():
    """The files of the blocks, by their names in a folder of FOLDERS; no two blocks have one name."""
    return {name: text for folder in FOLDERS
            for name, text in sources(os.path.join(ROOT, folder), (".sv",)).items()}


def path_of(name):
    return next(f"{folder}/{name}" for folder in FOLDERS if os.path.exists(os.path.join(ROOT, folder, name)))


def block_of(name):
    """The module that a file belongs to"""
    return os.path.splitext(name.split("/")[0])[0]


def read_all():
    """The mutants of each block with their file, and the texts of the files."""
    texts = texts_of_blocks()
    common = sources(os.path.join(ROOT, "rtl/common"), (".sv",))
    inputs, blocks = inputs_of({**common, **texts}), {}
    for name in sorted(set(texts) - set(UNBUILT)):
        found = mutants_of(name, texts[name], inputs)
        blocks.setdefault(block_of(name), []).extend((name, m) for m in found)
    return blocks, texts


def taken(blocks, count):
    """A number of mutants per block, in the order of the files; bits of words if there are not enough
    others"""
    result = []
    for block, found in sorted(blocks.items()):
        names = sorted((m.kind == "bit", hashlib.sha256(m.name.encode()).digest(), m.name) for _, m in found)
        names = {name for _, _, name in names[:count]}
        result += [(block, name, m) for name, m in found if m.name in names]
    return result


def lay(folder, count, sizes):
    blocks, texts = read_all()
    built = tables.load_blocks(chosen=sizes).blocks
    blocks = {name: found for name, found in blocks.items() if built[name].built}
    splicer, rows, digest = Splicer("sv", texts), [], hashlib.sha256()
    changes = changes_of(blocks, texts)
    for n, (block, name, m) in enumerate(taken(blocks, count), 1):
        text, at = texts[name], m.changes[0][0]
        splicer.pieces[name] += [Piece(s, e, new, n, m.statement) for s, e, new in m.changes]
        rows.append((m.name, block, path_of(name), place_of(text, at), text.count("\n", 0, at) + 1,
                     at - text.rfind("\n", 0, at), m.kind, changes[m.name]))
    if len({r[0] for r in rows}) != len(rows):
        raise v_parse.ReadError("two mutants have one name")
    for name, text in sorted(texts.items()):
        digest.update(text.encode())
        write(os.path.join(folder, path_of(name)), splicer.text(name))
    for name, text in with_gates(sources(os.path.join(ROOT, "rtl/common"), (".sv",))).items():
        write(os.path.join(folder, "rtl/common", name), text)
    names = [f'{{ "{r[0]}", "{r[1]}", "rtl" }},\n' for r in rows] + ['{ "none", "*", "rtl" },\n']
    write(os.path.join(folder, "faults.inc"), "".join(names))
    write(os.path.join(folder, "mutants.tsv"), f"# {digest.hexdigest()}\n" + "\t".join(run.COLUMNS) + "\n"
          + "".join("\t".join(map(str, r)) + "\n" for r in rows))
    print(f"verilog: {len(rows)} mutants; " + ", ".join(f"{b} {sum(r[1] == b for r in rows)}"
                                                        for b in sorted(blocks)))


def one(wanted, path):
    blocks, texts = read_all()
    for found in blocks.values():
        for name, m in found:
            if m.name == wanted:
                write(path, applied(texts[name], m.changes))
                print(path_of(name))
                return
    raise v_parse.ReadError(f"no mutant is called '{wanted}'")


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "--one":
        one(*arguments[1:])
    elif arguments == ["--count"]:
        for block, found in sorted(read_all()[0].items()):
            print(block, len(found))
    elif len(arguments) > 1 and arguments[1].isdigit() and all("=" in a for a in arguments[2:]):
        lay(arguments[0], int(arguments[1]), dict(a.split("=", 1) for a in arguments[2:]))
    else:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (v_parse.ReadError, SpliceError) as e:
        print(f"verilog: {e}", file=sys.stderr)
        sys.exit(1)
