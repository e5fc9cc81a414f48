"""Parses the portable subset of SystemVerilog in rtl/, as far as mutation needs it: processes, functions,
continuous assignments and connections of instances, down to the operands, with positions.

Three kinds of code are parsed but not reported: constants (sizes, parameters, generate loops, the widths of
selections and casts), code for simulation only (assertions, `ifndef SYNTHESIS`), and the arguments of the
simulation gate ul1_fn::sim_gate, which has no effect.
"""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\(\*\s[^)]*?\*\)|`ifndef\ SYNTHESIS.*?`endif|`[^\n]*)
  |(?P<word>[A-Za-z_$][\w$]*(?:::[A-Za-z_]\w*)?)|(?P<number>\d*'s?[bdho][0-9a-fA-F_]+|'[01]|\d+)
  |(?P<sign><<|\*\*|>>|<=|>=|==|!=|&&|\|\||\+:|-:|\+\+|::|[-+*/%&|^~!<>=?:;,.(){}\[\]#@'])""", re.X | re.S)
BINARY = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"],
          ["*", "/", "%"], ["**"]]
TYPES = ("logic", "int", "wire", "localparam", "genvar", "parameter", "typedef", "import")


class ReadError(Exception):
    pass


@dataclass
class Node:
    """An expression: `what` is number, word, call, unary, binary, choice, select, part or group; `by` its
    operator or name."""
    what: str
    start: int
    end: int
    by: str = ""
    parts: list = field(default_factory=list)   # its operands that may be mutated
    at: int = 0                                 # position of the operator


@dataclass
class Step:
    """A statement: `what` is assign (continuous), comb, ff, if, for, case, arm or port; inside lists the
    enclosing ones."""
    what: str
    start: int
    end: int
    target: Node = None
    value: Node = None
    inside: tuple = ()
    labels: list = field(default_factory=list)   # of a case: the labels of each arm
    writes: bool = True                          # it contains an assignment


class Reader:
    """steps(): every Step of a file's modules, outer ones before inner ones."""

    def __init__(self, name, text):
        self.name, self.text, self.tokens, at = name, text, [], 0
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise ReadError(f"{self._where(at)}: no token begins with '{text[at:at + 10]}'")
            if m.lastgroup != "space":
                self.tokens.append((m[0], m.start(), m.end(), m.lastgroup))
            at = m.end()
        self.at, self.found, self.around = 0, [], ()

    def _where(self, at):
        return f"{self.name}:{self.text.count(chr(10), 0, at) + 1}"

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def start(self):
        return self.tokens[self.at][1]

    def end(self):
        return self.tokens[self.at - 1][2]

    def take(self, *wanted):
        token = self.peek()
        if not token:
            raise ReadError(f"{self.name}: it ends too soon")
        if wanted and token not in wanted:
            raise ReadError(f"{self._where(self.start())}: '{wanted[0]}' expected, not '{token}'")
        self.at += 1
        return token

    def took(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def skip_to(self, *ends):
        """The position behind the first of these tokens outside all brackets."""
        depth = 0
        while depth or self.peek() not in ends:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(self.take(), 0)
        return self.take()

    # -- expressions -----------------------------------------------------------------------------------------

    def expression(self):
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        at = self.start()
        self.take("?")
        then = self.expression()
        self.take(":")
        other = self.expression()
        return Node("choice", condition.start, other.end, "?", [condition, then, other], at)

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            at, by = self.start(), self.take()
            right = self.binary(level + 1)
            left = Node("binary", left.start, right.end, by, [left, right], at)
        return left

    def unary(self):
        if self.peek() not in ("~", "!", "-", "&", "|", "^"):
            return self.primary()
        at, by = self.start(), self.take()
        inner = self.unary()
        return Node("unary", at, inner.end, by, [inner], at)

    def primary(self):
        at, kind = self.start(), self.tokens[self.at][3]
        if self.took("("):
            inner = self.expression()
            self.take(")")
            node = Node("group", at, self.end(), "(", [inner])
        elif self.peek() == "{":
            node = Node("group", at, 0, "{", self.concatenation())
        elif kind in ("number", "word"):
            node = Node(kind, at, 0, self.take())
            if self.peek() == "(":
                node = Node("call", at, 0, node.by, self.arguments(node.by))
        else:
            raise ReadError(f"{self._where(at)}: an operand expected, not '{self.peek()}'")
        node.end = self.end()
        if self.peek() == "'":   # the type of a cast is a constant
            self.take("'")
            self.take("(")
            inner = self.expression()
            self.take(")")
            node = Node("group", at, self.end(), "'", [inner])
        while self.peek() in ("[", "."):
            node = self.selection(node)
        return node

    def concatenation(self):
        self.take("{")
        parts = [self.expression()]
        if self.peek() == "{":   # a repetition
            parts = self.concatenation()
        while self.took(","):
            parts.append(self.expression())
        self.take("}")
        return parts

    def arguments(self, name):
        self.take("(")
        parts = [self.expression()]
        while self.took(","):
            parts.append(self.expression())
        self.take(")")
        return [] if name == "ul1_fn::sim_gate" or name.startswith("$") else parts

    def selection(self, node):
        at = self.start()
        if self.took("."):
            self.take()
            return Node("word", node.start, self.end())
        self.take("[")
        index = self.expression()
        if self.peek() in ("+:", "-:", ":"):
            by = self.take()
            self.expression()
            self.take("]")
            return Node("part", node.start, self.end(), by, node.parts + ([] if by == ":" else [index]), at)
        self.take("]")
        return Node("select", node.start, self.end(), "[", node.parts + [index], at)

    # -- statements ------------------------------------------------------------------------------------------

    def within(self, what, read):
        around, self.around = self.around, self.around + (what,)
        writes = read()
        self.around = around
        return writes

    def step(self, what, start, **more):
        step = Step(what, start, 0, inside=self.around, **more)
        self.found.append(step)
        return step

    def statement(self):
        """Whether anything is assigned in it."""
        word = self.peek()
        if word == "begin":
            return self.block()
        if word == "assert" or word in TYPES:
            self.skip_to(";")
            return False
        if word in ("if", "for", "case"):
            return getattr(self, word + "_")()
        if self.took(";"):
            return False
        start = self.start()
        target = self.primary()
        how = self.take("=", "<=")
        step = self.step("comb" if how == "=" else "ff", start, target=target)
        step.value = self.expression()
        self.take(";")
        step.end = self.end()
        return True

    def block(self):
        self.take("begin")
        if self.took(":"):
            self.take()
        writes = False
        while not self.took("end"):
            writes |= self.statement()
        return writes

    def if_(self):
        start = self.start()
        self.take("if")
        self.take("(")
        step = self.step("if", start, value=self.expression())
        self.take(")")
        reset = "reset" if re.search(r"\brst\b|\bclear\b",
                                     self.text[step.value.start:step.value.end]) else "if"
        step.writes = self.within(reset, self.statement)
        if self.took("else"):
            step.writes |= self.within("else", self.statement)
        step.end = self.end()
        return step.writes

    def for_(self):
        start = self.start()
        self.take("for")
        self.take("(")
        self.take("int")
        self.take()
        self.take("=")
        first = self.expression()
        self.take(";")
        step = self.step("for", start, target=first, value=self.expression())
        self.take(";")
        self.skip_to(")")
        before = len(self.found)
        step.writes = self.within("for", self.statement)
        step.end = self.end()
        # Verilator needs loops that assign to a memory to be unrolled.
        step.writes &= all(s.what != "ff" for s in self.found[before:])
        return any(s.what in ("comb", "ff") for s in self.found[before:])

    def case_(self):
        start, writes = self.start(), False
        self.take("case")
        self.take("(")
        step = self.step("case", start, value=self.expression())
        self.take(")")
        while not self.took("endcase"):
            if self.took("default"):
                self.took(":")
            else:
                labels = [self.expression()]
                while self.took(","):
                    labels.append(self.expression())
                self.take(":")
                step.labels.append(labels)
            writes |= self.within("arm", self.statement)
        step.end, step.writes = self.end(), writes
        return writes

    # -- modules ---------------------------------------------------------------------------------------------

    def item(self):
        word, start = self.peek(), self.start()
        if word in ("always", "always_ff", "always_comb"):
            self.take()
            if self.took("@") and not self.took("*"):
                self.take("(")
                self.skip_to(")")
            self.statement()
        elif self.took("assign"):
            step = self.step("assign", start, target=self.primary())
            self.take("=")
            step.value = self.expression()
            self.take(";")
            step.end = self.end()
        elif self.took("function"):
            self.function()
        elif word in ("for", "if"):   # a generate loop
            self.take()
            self.take("(")
            self.skip_to(")")
        elif word == "begin":
            self.take()
            if self.took(":"):
                self.take()
        elif word in ("end", "else", "generate", "endgenerate"):
            self.take()
        elif word in TYPES:
            self.skip_to(";")
        else:
            self.instance()

    def function(self):
        """An expression of a constant must not be mutated."""
        while self.peek(1) != "(" and self.peek() != ";":
            self.take()
        name, before = self.peek(), len(self.found)
        self.skip_to(";")
        while not self.took("endfunction"):
            self.within("function", self.statement)
        if re.search(rf"\blocalparam\b[^;]*\b{name}\(", self.text):
            del self.found[before:]

    def instance(self):
        module = self.take()
        if self.took("#"):
            self.take("(")
            self.skip_to(")")
        self.take()
        self.take("(")
        while not self.took(")"):
            start = self.start()
            self.take(".")
            port = self.take()
            if self.took("("):
                if self.peek() != ")":
                    step = self.step("port", start, target=Node("word", start, start, f"{module}.{port}"),
                                     value=self.expression())
                    step.end = step.value.end
                self.take(")")
            self.took(",")
        self.take(";")

    def steps(self):
        while self.peek():
            self.skip_to("module")
            self.skip_to(";")
            while not self.took("endmodule"):
                self.item()
        return self.found
