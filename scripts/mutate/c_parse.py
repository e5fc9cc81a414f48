"""Parses functions of the C model into statements and expressions with positions.

It supports the C of the model, and refuses all else. Constant expressions (case labels, sizes of arrays,
sizeof) are skipped.
"""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/|^\#(?:[^\n]|\\\n)*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_]\w*)"""
                   r"""|(?P<number>\d\w*)|(?P<op><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])""",
                   re.S | re.X | re.M)
FUNCTION = re.compile(r"^(?P<head>(?:static |inline )*(?P<result>[a-z]\w*(?: \w+)*?[ "
                      r"*]+)(?P<name>\w+)\((?P<args>[^;{}]*?)\))\n\{(?P<body>.*?)^\}",
                      re.S | re.M)
TYPE = re.compile(r"const|unsigned|int|char|void|bool|size_t|struct|enum|u?int\d+_t|array_addr|array_row|line_number|lsu_high|lane_set|bank_set|texture_quads")
LEVEL = {op: n for n, ops in enumerate(["||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -",
                                        "* / %"]) for op in ops.split()}
ASSIGN = "= += -= *= /= %= &= |= ^= <<= >>=".split()


class ParseError(Exception):
    pass


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass
class Node:
    """kind: for expressions binary, unary, post, choice, assign, call, index, field, number, name, cast,
    group, list, text; for statements block, if, for, while, switch, return, jump, expression, declaration,
    empty. op is the operator's token, or another detail."""
    kind: str
    start: int
    end: int
    op: Token = None
    children: list = field(default_factory=list)


@dataclass
class Function:
    head: str
    name: str
    result: str
    arguments: list       # names
    start: int            # of its head, in the file's text
    body: int             # where its body begins, behind the brace
    end: int              # before the closing brace
    tree: Node


def tokens(text, start, end):
    found, at = [], start
    while at < end:
        m = TOKEN.match(text, at, end)
        if not m:
            raise ParseError(f"{line_of(text, at)}: '{text[at]}' is not known here")
        if m.lastgroup != "gap":
            found.append(Token(m.lastgroup, m[0], m.start(), m.end()))
        at = m.end()
    return found


def line_of(text, at):
    return text.count("\n", 0, at) + 1


class Parser:
    def __init__(self, text, start, end):
        self.text, self.tokens, self.at = text, tokens(text, start, end), 0
        self.tokens.append(Token("end", "", end, end))

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def sees(self, text):
        return self.peek().text == text

    def take(self, text=None):
        t = self.peek()
        if text is not None and t.text != text:
            raise ParseError(f"{line_of(self.text, t.start)}: '{text}' expected, found '{t.text}'")
        self.at += 1
        return t

    def last(self):
        return self.tokens[self.at - 1].end

    def skip(self, opens, closes):
        """Skips to the closing token."""
        self.take(opens)
        depth = 1
        while depth:
            t = self.take()
            if t.kind == "end":
                raise ParseError(f"{line_of(self.text, t.start)}: '{closes}' expected")
            depth += (t.text == opens) - (t.text == closes)

    # ---- expressions

    def comma(self):
        e = self.expression()
        while self.sees(","):
            op = self.take()
            e = Node("comma", e.start, 0, op, [e, self.expression()])
            e.end = e.children[1].end
        return e

    def expression(self):
        left = self.choice()
        if self.peek().text in ASSIGN:
            op = self.take()
            right = self.expression()
            return Node("assign", left.start, right.end, op, [left, right])
        return left

    def choice(self):
        condition = self.binary(0)
        if not self.sees("?"):
            return condition
        op = self.take()
        yes = self.expression()
        self.take(":")
        no = self.choice()
        return Node("choice", condition.start, no.end, op, [condition, yes, no])

    def binary(self, level):
        left = self.unary()
        while LEVEL.get(self.peek().text, -1) >= level:
            op = self.take()
            right = self.binary(LEVEL[op.text] + 1)
            left = Node("binary", left.start, right.end, op, [left, right])
        return left

    def is_type(self, ahead):
        t = self.peek(ahead)
        return t.kind == "name" and TYPE.fullmatch(t.text)

    def unary(self):
        t = self.peek()
        if t.text in ("!", "~", "-", "+", "&", "*", "++", "--"):
            self.take()
            inner = self.unary()
            return Node("unary", t.start, inner.end, t, [inner])
        if t.text == "sizeof":
            self.take()
            if self.sees("("):
                self.skip("(", ")")
            else:
                self.unary()
            return Node("constant", t.start, self.last(), t)
        if t.text == "(" and self.is_type(1):
            self.skip("(", ")")
            if self.sees("{"):
                inner = self.braces()
                return self.postfix(Node("literal", t.start, inner.end, t, [inner]))
            inner = self.unary()
            return Node("cast", t.start, inner.end, t, [inner])
        return self.postfix(self.primary())

    def primary(self):
        t = self.take()
        if t.text == "(":
            inner = self.comma()
            self.take(")")
            return Node("group", t.start, self.last(), t, [inner])
        if t.kind not in ("name", "number", "text"):
            raise ParseError(f"{line_of(self.text, t.start)}: an expression expected, found '{t.text}'")
        if t.text in ("UINT32_C", "UINT64_C"):
            self.skip("(", ")")
            return Node("number", t.start, self.last(), t)
        return Node(t.kind, t.start, t.end, t)

    def postfix(self, e):
        while True:
            t = self.peek()
            if t.text == "(":
                self.take()
                children = [e]
                while not self.sees(")"):
                    children.append(self.expression())
                    if not self.sees(")"):
                        self.take(",")
                self.take(")")
                e = Node("call", e.start, self.last(), e.op, children)
            elif t.text == "[":
                self.take()
                inner = self.comma()
                self.take("]")
                e = Node("index", e.start, self.last(), t, [e, inner])
            elif t.text in (".", "->"):
                self.take()
                e = Node("field", e.start, self.take().end, t, [e])
            elif t.text in ("++", "--"):
                self.take()
                e = Node("post", e.start, t.end, t, [e])
            else:
                return e

    def braces(self):
        """A list of initializers. Those of a field are an `init` with its name as the operator."""
        first, children = self.take("{"), []
        while not self.sees("}"):
            name = None
            if self.sees("."):
                self.take()
                name = self.take()
                self.take("=")
            elif self.sees("["):
                self.skip("[", "]")
                self.take("=")
            e = self.braces() if self.sees("{") else self.expression()
            children.append(Node("init", e.start, e.end, name, [e]))
            if not self.sees("}"):
                self.take(",")
        self.take("}")
        return Node("list", first.start, self.last(), first, children)

    # ---- statements

    def block(self, closes):
        start, children = self.peek().start, []
        while not self.sees(closes):
            children.append(self.statement())
        return Node("block", start, self.last() if children else start, None, children)

    def statement(self):
        t = self.peek()
        known = {"{": self._braced, "if": self._if, "for": self._for, "while": self._while,
                 "switch": self._switch, "case": self._label,
                 "default": self._label, "return": self._return, "break": self._jump, "continue": self._jump}
        if t.text in known:
            return known[t.text]()
        if t.text == "EACH_BY_ITSELF":
            self.take()
            return self.statement()
        if t.text == "static" or self.is_type(0):
            return self.declaration()
        e = self.comma()
        self.take(";")
        return Node("expression", t.start, self.last(), None, [e])

    def _braced(self):
        self.take("{")
        b = self.block("}")
        self.take("}")
        return b

    def _if(self):
        t = self.take()
        self.take("(")
        condition = self.comma()
        self.take(")")
        children = [condition, self.statement()]
        if self.sees("else"):
            self.take()
            children.append(self.statement())
        return Node("if", t.start, self.last(), t, children)

    def _for(self):
        t = self.take()
        self.take("(")
        if self.sees(";"):
            self.take()
            first = None
        else:
            first = self.statement()
        condition = self.comma()
        self.take(";")
        step = None if self.sees(")") else self.comma()
        self.take(")")
        return Node("for", t.start, 0, t, [first, condition, step, self.statement()])

    def _while(self):
        t = self.take()
        self.take("(")
        condition = self.comma()
        self.take(")")
        return Node("while", t.start, 0, t, [condition, self.statement()])

    def _switch(self):
        t = self.take()
        self.take("(")
        value = self.comma()
        self.take(")")
        return Node("switch", t.start, 0, t, [value, self._braced()])

    def _label(self):
        t = self.take()
        while not self.sees(":"):
            self.take()
        self.take(":")
        return Node("empty", t.start, self.last(), t)

    def _return(self):
        t = self.take()
        children = [] if self.sees(";") else [self.comma()]
        self.take(";")
        return Node("return", t.start, self.last(), t, children)

    def _jump(self):
        t = self.take()
        self.take(";")
        return Node("jump", t.start, self.last(), t)

    def declaration(self):
        t, children = self.peek(), []
        constant = t.text == "static"
        while self.is_type(0) or self.sees("static"):
            if self.take().text in ("struct", "enum"):
                self.take()
        while True:
            while self.sees("*") or self.sees("restrict"):
                self.take()
            self.take()
            while self.sees("["):
                self.skip("[", "]")
            if self.sees("="):
                self.take()
                e = self.braces() if self.sees("{") else self.expression()
                children += [] if constant else [e]
            if not self.sees(","):
                break
            self.take()
        self.take(";")
        return Node("declaration", t.start, self.last(), t, children)


def functions(text):
    """The functions that a file defines."""
    found = []
    for m in FUNCTION.finditer(text):
        body, end = m.start("body"), m.end("body")
        args = m["args"].strip()
        names = [] if args == "void" else [re.search(r"(\w+)\s*(?:\[[^]]*\])?\s*$", a)[1]
                                           for a in args.split(",")]
        found.append(Function(m["head"], m["name"], m["result"].strip(), names, m.start(), body, end,
                              Parser(text, body, end).block("")))
    return found
