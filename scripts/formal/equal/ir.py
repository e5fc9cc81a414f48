"""Parses the LLVM text that clang generates from C (typed pointers, as in LLVM 14): types with their layout,
constants, functions."""
import re
from dataclasses import dataclass, field


class IrError(Exception):
    pass


@dataclass(frozen=True)
class Type:
    kind: str                          # int, ptr, array, struct, void, other
    size: int = 0                      # in bytes, in memory
    align: int = 1
    bits: int = 0                      # of an int
    of: tuple = ()                     # (element,) of an array or a pointer; members of a struct
    count: int = 0
    at: tuple = ()                     # offset of each member of a struct


TOKEN = re.compile(r'"(?:[^"\\]|\\[0-9A-Fa-f]{2})*"|c"[^"]*"|[%@!#][-\w.$]+|[%@]"[^"]*"|\.\.\.|[\w.]+|-\d+|[^\s]')
POINTER_ATTRIBUTES = {"noundef", "nonnull", "readonly", "readnone", "writeonly", "nocapture", "noalias",
                      "zeroext", "signext",
                      "returned", "immarg", "inreg", "nofree"}


@dataclass
class Op:
    name: str
    result: str = ""
    type: Type = None
    # operands: (Type, constant or register), or other data of the operation
    args: list = field(default_factory=list)
    extra: object = None


class Parser:
    """Tokens of one line, or of several joined lines."""
    def __init__(self, module, text):
        self.module, self.tokens, self.i, self.text = module, TOKEN.findall(text), 0, text

    def peek(self, k=0):
        return self.tokens[self.i + k] if self.i + k < len(self.tokens) else ""

    def next(self):
        self.i += 1
        return self.tokens[self.i - 1] if self.i <= len(self.tokens) else ""

    def take(self, *words):
        if self.peek() in words:
            return self.next()
        return ""

    def expect(self, word):
        if self.next() != word:
            raise IrError(f"{word} expected: {self.text.strip()[:200]}")

    def type(self):
        t = self._base()
        while True:
            if self.take("*"):
                t = Type("ptr", 8, 8, of=(t,))
            elif self.peek() == "(":                # a function type
                depth = 0
                while True:
                    depth += {"(": 1, ")": -1}.get(self.next(), 0)
                    if not depth:
                        break
                t = Type("other")
            else:
                return t

    def _base(self):
        word = self.next()
        if re.fullmatch(r"i\d+", word):
            bits = int(word[1:])
            size = 1 << max(0, (bits + 7) // 8 - 1).bit_length()
            return Type("int", size, min(size, 16), bits=bits)
        if word == "[":
            n = int(self.next())
            self.expect("x")
            t = self.type()
            self.expect("]")
            return Type("array", n * t.size, t.align, of=(t,), count=n)
        if word == "{" or word == "<" and self.peek() == "{":
            packed = word == "<" and bool(self.next())
            members = []
            while not self.take("}"):
                members.append(self.type())
                self.take(",")
            if packed:
                self.expect(">")
            return struct(members, packed)
        if word[0] == "%":
            return self.module.type(word)
        if word == "void":
            return Type("void")
        if word in ("metadata", "label", "opaque", "double", "float"):
            return Type("other")
        raise IrError(f"no type that is known: {word} in {self.text.strip()[:200]}")

    def attributes(self):
        while True:
            if self.peek() in POINTER_ATTRIBUTES:
                self.next()
            elif self.peek() in ("align", "dereferenceable", "dereferenceable_or_null", "sret", "byval"):
                if self.next() == "align" and self.peek() != "(":
                    self.next()
                elif self.take("("):
                    while self.next() != ")":
                        pass
            else:
                return

    def operand(self, t=None):
        t = t or self.type()
        self.attributes()
        return t, self.value(t)

    def value(self, t):
        word = self.next()
        if word[0] == "%":
            return word
        if word[0] == "@":
            return ("global", word)
        if re.fullmatch(r"-?\d+", word):
            return int(word)
        if word in ("true", "false"):
            return int(word == "true")
        if word in ("null", "zeroinitializer", "undef", "poison"):
            return (word,)
        if word in ("getelementptr", "bitcast", "ptrtoint", "inttoptr"):
            return self.constant(word)
        if word == "c" or word.startswith('c"'):
            return ("bytes", word[2:-1] if word != "c" else self.next()[1:-1])
        if word in ("[", "{", "<"):
            close = {"[": "]", "{": "}", "<": ">"}[word]
            if word == "<":
                self.expect("{")
                close = "}"
            parts = []
            while not self.take(close):
                parts.append(self.operand())
                self.take(",")
            if word == "<":
                self.expect(">")
            return ("parts", parts)
        raise IrError(f"no operand that is known: {word} in {self.text.strip()[:200]}")

    def constant(self, word):
        self.take("inbounds")
        self.expect("(")
        if word == "getelementptr":
            base = self.type()
            self.expect(",")
            args = [self.operand()]
            while self.take(","):
                self.take("inrange")
                args.append(self.operand())
            self.expect(")")
            return ("getelementptr", base, args)
        arg = self.operand()
        self.expect("to")
        self.type()
        self.expect(")")
        return ("cast", arg)


def struct(members, packed=False):
    at, size, align = [], 0, 1
    for m in members:
        if not packed:
            size = -(-size // m.align) * m.align
            align = max(align, m.align)
        at.append(size)
        size += m.size
    return Type("struct", -(-size // align) * align, align, of=tuple(members), at=tuple(at))


WRAPS = {"nuw", "nsw", "exact", "inbounds", "fast", "tail", "musttail", "notail", "volatile", "fastcc"}
BINARY = {"add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "and", "or", "xor", "shl", "lshr", "ashr"}
CASTS = {"zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr", "freeze"}


class Function:
    """Parsed on demand."""
    def __init__(self, module, head, body):
        self.module, self.head, self.body = module, head, body
        p = Parser(module, head[head.index("(", head.index("@")) + 1:])
        self.name = re.search(r"@([-\w.$]+|\"[^\"]*\")\(", head).group(1)
        self.params = []
        while p.peek() != ")":
            t = p.type()
            p.attributes()
            self.params.append((t, p.next()))
            p.take(",")
        self._blocks = None

    @property
    def blocks(self):
        if self._blocks is None:
            self._blocks, label = {}, "%" + str(len(self.params))
            for line in joined(self.body):
                m = re.match(r'^([-\w.$]+|"[^"]*"):', line)
                if m:
                    label = "%" + m.group(1)
                elif line.strip():
                    self._blocks.setdefault(label, []).append(read_op(self.module, line))
        return self._blocks


def joined(lines):
    """Joins the lines of a switch."""
    held = ""
    for line in lines:
        line = re.sub(r"\s*;.*$", "", line)
        held += line
        if held.lstrip().startswith("switch") and not held.rstrip().endswith("]"):
            continue
        yield held
        held = ""


def read_op(module, line):
    p = Parser(module, re.sub(r", !\w+(\.\w+)* ![\w]+|, !\w+(\.\w+)*$", "", line))
    op = Op("")
    if p.peek()[0] == "%" and p.peek(1) == "=":
        op.result = p.next()
        p.next()
    while p.peek() in WRAPS:
        p.next()
    op.name = p.next()
    while p.peek() in WRAPS:
        p.next()
    read = READERS.get(op.name)
    if not read:
        raise IrError(f"no operation that is known: {line.strip()[:200]}")
    read(p, op)
    return op


def _binary(p, op):
    op.type, a = p.operand()
    p.expect(",")
    op.args = [(op.type, a), p.operand(op.type)]


def _compare(p, op):
    op.extra = p.next()
    _binary(p, op)


def _cast(p, op):
    op.args = [p.operand()]
    op.type = op.args[0][0]
    if p.take("to"):
        op.type = p.type()


def _select(p, op):
    op.args = [p.operand()]
    for _ in range(2):
        p.expect(",")
        op.args.append(p.operand())
    op.type = op.args[1][0]


def _phi(p, op):
    op.type = p.type()
    op.extra = {}
    while p.take("["):
        value = p.value(op.type)
        p.expect(",")
        op.extra[p.next()] = (op.type, value)
        p.expect("]")
        p.take(",")


def _branch(p, op):
    if p.take("label"):
        op.extra = [p.next()]
        return
    op.args = [p.operand()]
    op.extra = []
    while p.take(","):
        p.expect("label")
        op.extra.append(p.next())


def _switch(p, op):
    op.args = [p.operand()]
    p.expect(",")
    p.expect("label")
    op.extra = [p.next()]
    p.expect("[")
    while not p.take("]"):
        _, value = p.operand()
        p.expect(",")
        p.expect("label")
        op.args.append((op.args[0][0], value))
        op.extra.append(p.next())


def _load(p, op):
    op.type = p.type()
    p.expect(",")
    op.args = [p.operand()]


def _store(p, op):
    op.args = [p.operand()]
    p.expect(",")
    op.args.append(p.operand())


def _element(p, op):
    op.type = p.type()
    while p.take(","):
        op.args.append(p.operand())


def _alloca(p, op):
    op.type = p.type()


def _call(p, op):
    p.attributes()
    op.type = p.type()
    op.extra = p.next()[1:]
    p.expect("(")
    while not p.take(")"):
        if p.peek() == "metadata":
            while p.peek() not in (")", ","):
                p.next()
        else:
            op.args.append(p.operand())
        p.take(",")


def _return(p, op):
    if p.peek() != "void":
        op.args = [p.operand()]


READERS = {**dict.fromkeys(BINARY, _binary), **dict.fromkeys(CASTS, _cast), "icmp": _compare,
           "select": _select, "phi": _phi,
           "br": _branch, "switch": _switch, "load": _load, "store": _store, "getelementptr": _element,
           "alloca": _alloca,
           "call": _call, "ret": _return, "unreachable": lambda p, op: None}


class Module:
    def __init__(self, text):
        self.type_texts, self.types, self.functions, self.global_texts = {}, {}, {}, {}
        lines, i = text.split("\n"), 0
        while i < len(lines):
            line = lines[i]
            if line.startswith("define "):
                end = lines.index("}", i)
                f = Function(self, line, lines[i + 1:end])
                self.functions[f.name] = f
                i = end
            elif m := re.match(r"(%[-\w.]+) = type (.*)", line):
                self.type_texts[m.group(1)] = m.group(2)
            elif m := re.match(r"(@[-\w.]+) = .*?\b(?:global|constant) (.*)", line):
                self.global_texts[m.group(1)] = m.group(2)
            i += 1

    def type(self, name):
        if name not in self.types:
            self.types[name] = Parser(self, self.type_texts[name]).type()
        return self.types[name]

    def initial(self, name):
        """A global's type and contents."""
        if name not in self.global_texts:
            raise IrError(f"{name} is not there")
        return Parser(self, self.global_texts[name]).operand()
