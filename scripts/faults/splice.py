"""Inserts edits into copies of source files, each behind a selector. One build holds all edits, and one is
chosen at run time.

An edit is a piece of the code, in which the change is marked as in a word diff:

    for (int s = [-LANES-1-]{+LANES-2+}; s >= 0; s--) begin

The marked text is an expression, or whole statements (it ends in `;`, in Verilog also `end`, in C `}`).
Either side may be empty. For a port, the edit replaces its connection: [-.port-]{+.port(another)+}. A
declaration that is only added is always present. White space and comments are ignored in the search. There
must be exactly one match in all files. Of several, one counts that is in a function of C whose name begins as
asked for.
"""
import os
import re
from dataclasses import dataclass

TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[A-Za-z_$`][\w$]*|\d[\w']*|'[\w{]|[^\s\w]")
GAP = r"(?:\s|//[^\n]*(?=\n)|/\*.*?\*/)*"
MARK = re.compile(r"\[-(.*?)-\](?:\s*\{\+(.*?)\+\})?|\{\+(.*?)\+\}", re.S)
STATEMENT = {"c": re.compile(r"(;|\})\s*$"), "sv": re.compile(r"(;|\bend)\s*$")}
CONNECTION = re.compile(r"\s*\.(\w+)(?:\s*\((.*)\))?\s*$", re.S)
DECLARATION = re.compile(r"\s*(logic|wire|int|static|const|u?int\d+_t|unsigned|bool|struct|localparam)\b")
FUNCTION = re.compile(r"^static inline void (\w+)", re.M)
HEAD = re.compile(r"^\);", re.M)   # the end of a module's list of ports


class SpliceError(Exception):
    pass


@dataclass
class Piece:
    """Replaces text[start:end] of a file if its selector is on."""
    start: int
    end: int
    new: str
    number: int
    statements: bool


def sources(folder, ends):
    """The text of each file with this ending, by its path within the folder."""
    found = {}
    for where, _, files in os.walk(folder):
        for name in files:
            if name.endswith(ends):
                path = os.path.join(where, name)
                with open(path) as f:
                    found[os.path.relpath(path, folder)] = f.read()
    return found


def write(path, text):
    """Leaves an unchanged file alone, for make."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path).read() != text:
        with open(path, "w") as f:
            f.write(text)


def _pattern(text):
    return GAP.join(re.escape(t) for t in TOKEN.findall(text))


def _parse(edit):
    """The original code as a pattern with a group for each mark, and the new text of each mark."""
    parts, news, at = [], [], 0
    for m in MARK.finditer(edit):
        parts += [_pattern(edit[at:m.start()]), f"({_pattern(m[1] or '')})"]
        news.append((m[1] or "", m[2] or m[3] or ""))
        at = m.end()
    parts.append(_pattern(edit[at:]))
    if not news:
        raise SpliceError("nothing is marked")
    return GAP.join(p for p in parts if p), news


def edited(files, edit):
    """The files, name -> text, with the edit made, without a selector."""
    pattern, news = _parse(edit)
    found = [(name, m) for name, text in files.items() for m in re.finditer(pattern, text, re.S)]
    if len(found) != 1:
        raise SpliceError(f"{len(found)} places have this code:\n{edit.rstrip()}")
    name, m = found[0]
    text = files[name]
    for i, (_, new) in reversed(list(enumerate(news, 1))):
        text = text[:m.start(i)] + new.strip() + text[m.end(i):]
    return {**files, name: text}


def with_gates(files, chosen='($c32("ul1_gates") != 0)'):
    """The Verilog with ul1_fn::sim_gate, the simulation gate, forced to true where `chosen` is on."""
    name = next(n for n in files if os.path.basename(n) == "ul1_fn.sv")
    text = files[name].replace("sim_gate = x;", f"sim_gate = x | {chosen};")
    if text == files[name]:
        raise SpliceError("ul1_fn::sim_gate is not as it was")
    return {**files, name: text}


class Splicer:
    """language: 'c' or 'sv'. files: name -> text."""

    def __init__(self, language, files):
        self.language, self.files = language, files
        self.pieces = {name: [] for name in files}

    def add(self, edit, number, function=""):
        """Returns the name of the file. `function`: the beginning of the name of a function of C, which
        decides among several matches."""
        pattern, news = _parse(edit)
        found = [(name, m) for name, text in self.files.items() for m in re.finditer(pattern, text, re.S)]
        if len(found) > 1 and function:
            found = [(name, m) for name, m in found
                     if (FUNCTION.findall(self.files[name], 0, m.start()) or [""])[-1].startswith(function)]
        if len(found) != 1:
            raise SpliceError(f"{len(found)} places have this code")
        name, m = found[0]
        for i, (old, new) in enumerate(news, 1):
            statements = bool(STATEMENT[self.language].search(old or new))
            self.pieces[name].append(Piece(m.start(i), m.end(i), new.strip(), number, statements))
        return name

    def on(self, name, number):
        """The condition that this edit is chosen, as an expression in that file. A package cannot have a
        variable for it."""
        if self.language == "c":
            return f"UL1_FAULT({number})"
        return (f"(ul1_fault == {number})" if HEAD.search(self.files[name])
                else f'($c32("ul1_fault") == {number})')

    def _connect(self, name, old, each):
        """As _choose, for a port's connection; `old` is its match."""
        port, news = old[1], [(number, CONNECTION.match(new)) for number, new, _ in each]
        if any(not m or m[1] != port or not m[2] for _, m in news):
            raise SpliceError(f"{name}: for '.{port}' there may only be another connection of it")
        return f".{port}({self._choose(name, old[2] or port, [(number, m[2], False) for number, m in news])})"

    def _choose(self, name, old, each):
        """each: [(number, text, whether it is statements)], for one piece of code in that file."""
        connection = self.language == "sv" and CONNECTION.match(old)
        if connection:
            return self._connect(name, connection, each)
        if not each[0][2]:
            for number, new, _ in each:
                old = f"({self.on(name, number)} ? ({new}) : ({old}))"
            return old
        begin, end = ("{", "}") if self.language == "c" else ("begin", "end ")
        if not old.strip() and all(DECLARATION.match(new) for _, new, _ in each):
            return " ".join(new for _, new, _ in each)
        for number, new, _ in each:
            if new and old.strip():
                old = f"if ({self.on(name, number)}) {begin} {new} {end} else {begin} {old} {end}"
            elif new:
                old = f"if ({self.on(name, number)}) {begin} {new} {end}"
            else:
                # An `else` that follows belongs to another `if`.
                old = f"if (!{self.on(name, number)}) {begin} {old} {end} else {begin} {end}"
        return old

    def _spliced(self, name, start, end, pieces):
        """A part of a file with the pieces in it: sorted by start, the widest first. Pieces within another
        one apply to its unchanged side, because only one is chosen."""
        source, out, at = self.files[name], [], start
        while pieces:
            first = pieces[0]
            same = [p for p in pieces if (p.start, p.end) == (first.start, first.end)]
            inner = [p for p in pieces if p not in same and p.start < first.end]
            if any(p.end > first.end for p in inner):
                raise SpliceError(f"{name}: edits overlap in '{source[first.start:first.end]}'; mark the "
                                  f"same piece of code in them")
            old = self._spliced(name, first.start, first.end, inner)
            out += [source[at:first.start],
                    self._choose(name, old, [(p.number, p.new, p.statements) for p in same])]
            at, pieces = first.end, pieces[len(same) + len(inner):]
        return "".join(out) + source[at:end]

    def text(self, name):
        source = self.files[name]
        text = self._spliced(name, 0, len(source), sorted(self.pieces[name], key=lambda p: (p.start, -p.end)))
        if self.language == "sv" and self.pieces[name]:
            # the chosen number is set by the simulator's program before all else
            text = HEAD.sub(");\n  int ul1_fault;\n  initial ul1_fault = $c32(\"ul1_fault\");", text, count=1)
        return text
