"""Reads sizes and codes: the *.sizes and *.codes among the tables. Their first lines describe the format.

A configuration is a choice of sizes. load() takes the choice, computes derived sizes, and refuses
invalid ones, in a line.
"""
import ast
import functools
import os
import re
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LANE_COUNTS = (8, 16, 32)  # of model and Verilog, in lockstep
WIDE = 64                  # of the model alone


class Refused(Exception):
    """An argument of a script is wrong. The message is one line (main_guard of tables.py)."""


class TableError(Refused):
    """A table is invalid; or, without a position in the tables, a chosen size is."""


class Impossible(TableError):
    """The sizes are impossible together. `names` are all that the condition depends on."""

    def __init__(self, text, names):
        super().__init__(text)
        self.names = names


def need(ok, where, what):
    if not ok:
        raise TableError(f"port tables: {where}: {what}" if where else what)


def lines(path):
    """Each nonempty line with its position. A byte-order mark at the beginning is ignored."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape") as f:
        file = os.path.relpath(path, ROOT)
        for n, line in enumerate(f, 1):
            where = f"{file}:{n}"
            need(line.isascii() or not re.search("[\udc80-\udcff]", line), where, "this is not UTF-8")
            line = line.split("#", 1)[0].rstrip()
            if line:
                need(line[0] != " ", where, "a line begins with a word, not with a blank")
                yield where, line


def pow2(n):
    return n > 0 and n & (n - 1) == 0


def lg(n):
    if not pow2(n):
        raise ValueError(f"{n} is not a power of two")
    return n.bit_length() - 1


def grain(*numbers):
    every = 0
    for n in numbers:
        every |= n
    return every & -every


def cache_sets(rows):
    return min(256, 1 << max(rows // 4, 1).bit_length() - 1)


def cache_ways(rows):
    return min(8, rows // cache_sets(rows))


FUNCTIONS = {"bits": lambda n: max(1, (n - 1).bit_length()), "lg": lg, "pow2": pow2, "min": min, "max": max,
             "order8": lambda n: sorted(f"{n:08}") == list("01234567"), "pick": lambda c, a, b: a if c else b,
             "grain": grain, "cache_sets": cache_sets, "cache_ways": cache_ways}
NAME = re.compile(r"[A-Z][A-Z0-9_]*$")
KEYWORDS = set("""
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while always and assign begin bit buf byte class design edge end endmodule event final force function
    generate initial inout input instance integer interface join library local logic module nand negedge new
    nor not null or output package parameter posedge primitive priority program property pure rand real reg
    release repeat sequence strong super supply table task this time tri type use var virtual wait weak wire
    with wor xor wired rst clk in out gen rtl lib""".split())


def check_name(path):
    """The name of a machine or configuration is that of its file, and names modules, structs and folders."""
    name = os.path.basename(path).rpartition(".")[0]
    need(re.match("[a-z][a-z0-9_]*$", name) and name not in KEYWORDS, os.path.relpath(path, ROOT),
         f"'{name}' cannot be a name in C and Verilog")


def _check_powers(expr, names):
    """Refuses a power that would take long to compute. Inner ones come first."""
    value = lambda node: eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}}, names)
    for node in reversed(list(ast.walk(ast.parse(expr, mode="eval")))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Pow, ast.LShift)):
            if value(node.right) > 64 or abs(value(node.left)) > 2**64:
                raise ValueError("it is too large")


@functools.lru_cache(maxsize=None)
def _compiled(expr):
    """The tables' expressions are evaluated for each lane count of each configuration."""
    return compile(expr, "an expression", "eval")


def evaluate(expr, names, where):
    for word in re.findall(r"[A-Za-z_]\w*", expr):
        need(word in names or word in FUNCTIONS, where, f"'{expr}' names '{word}', which is not known here")
    try:
        if "**" in expr or "<<" in expr:
            _check_powers(expr, dict(names, **FUNCTIONS))
        value = eval(_compiled(expr), {"__builtins__": {}, **FUNCTIONS}, names)
        if value != int(value):
            raise ValueError("it is no whole number")
        return int(value)
    except Exception as e:
        raise TableError(f"port tables: {where}: '{expr}' has no value: {e}") from None


@dataclass
class Size:
    name: str
    kind: str           # 'size', 'fixed', 'let'
    expr: str           # default value of a size
    meaning: str
    low: int = 0        # range of a size
    high: int = 0
    by_lanes: bool = False  # depends on LANES


@dataclass
class Sizes:
    all: dict = field(default_factory=dict)      # name -> Size, in the order of the tables
    enums: dict = field(default_factory=dict)    # name -> (bits, {key: code})
    aliases: dict = field(default_factory=dict)  # name of an enumeration -> {further key: code}
    values: dict = field(default_factory=dict)   # lane count -> {name: value}
    chosen: dict = field(default_factory=dict)   # chosen values that are not the default
    evaluated: dict = field(default_factory=dict)  # (expression, lane count) -> its value
    counts: tuple = LANE_COUNTS                  # the lane counts

    def value(self, expr, lanes, where=""):
        """The value of an expression. Emitters ask for the same ones a hundred thousand times."""
        key = expr, lanes
        if key not in self.evaluated:
            self.evaluated[key] = evaluate(expr, self.values[lanes], where)
        return self.evaluated[key]

    def names(self, enum):
        """{key: code} of an enumeration, with its aliases behind."""
        return {**self.enums[enum][1], **self.aliases.get(enum, {})}

    @property
    def choices(self):
        return [s for s in self.all.values() if s.kind == "size"]


EACH = re.compile(r"\{(\d+)\.\.(\d+)\}")                                     # C{3..9}_ROWS
LIST = re.compile(r"\b([A-Z][A-Z0-9_]*?)(\d+)(_\w+)\.\.\1(\d+)\3\b")          # C3_ROWS..C9_ROWS


def _each(path):
    """The lines, those of families once for each number."""
    for where, line in lines(path):
        line = LIST.sub(lambda m: ",".join(f"{m[1]}{n}{m[3]}" for n in range(int(m[2]), int(m[4]) + 1)), line)
        family = EACH.search("".join(line.split(None, 2)[1:2]))
        if not family:
            yield where, line
            continue
        need(int(family[1]) <= int(family[2]), where, f"{family[0]} has no number")
        for n in range(int(family[1]), int(family[2]) + 1):
            yield where, line.replace(family[0], str(n)).replace("{}", str(n))


def _read_sizes(path, sizes, needs):
    for where, line in _each(path):
        key, *rest = line.split()
        need(key in ("size", "fixed", "let", "need"), where, f"'{key}' is none of size, fixed, let, need")
        if key == "need":
            need(len(rest) >= 2, where, "need CONDITION REASON expected")
            needs.append((where, rest[0], " ".join(rest[1:])))
            continue
        form = "size NAME DEFAULT MIN..MAX MEANING" if key == "size" else f"{key} NAME VALUE MEANING"
        need(len(rest) >= (4 if key == "size" else 3) and NAME.match(rest[0]), where, f"{form} expected")
        need(rest[0] not in sizes.all, where, f"{rest[0]} is there twice")
        s = Size(rest[0], key, rest[1], " ".join(rest[3 if key == "size" else 2:]))
        if key == "size":
            m = re.match(r"(\d+)\.\.(\d+)$", rest[2])
            need(m, where, f"'{rest[2]}' is not a range MIN..MAX")
            s.low, s.high = int(m[1]), int(m[2])
        sizes.all[s.name] = s
        s.where = where


def _read_alias(where, rest, sizes):
    name = rest[0] if rest else ""
    need(name in sizes.enums and len(rest) > 1, where, "alias NAME key=other ... of an enumeration above expected")
    _, keys = sizes.enums[name]
    further = sizes.aliases.setdefault(name, {})
    for item in rest[1:]:
        k, _, other = item.partition("=")
        need(k and other in keys, where, f"'{item}' is not key=other, with another key of {name}")
        need(k not in keys and k not in further, where, f"the key of '{item}' is there twice")
        further[k] = keys[other]


def _read_codes(path, sizes):
    for where, line in lines(path):
        key, *rest = line.split()
        if key == "alias":
            _read_alias(where, rest, sizes)
            continue
        need(key == "enum" and len(rest) >= 3 and rest[1].isdigit(), where,
             "enum NAME BITS key=code ... or alias NAME key=other ... expected")
        name, bits = rest[0], int(rest[1])
        need(name not in sizes.enums, where, f"enum {name} is there twice")
        keys = {}
        for item in rest[2:]:
            k, _, v = item.partition("=")
            need(v.isdigit() and int(v) < 1 << bits, where, f"'{item}' is not key=code of {bits} bits")
            need(k not in keys and int(v) not in keys.values(), where,
                 f"the key or the code of '{item}' is there twice")
            keys[k] = int(v)
        sizes.enums[name] = (bits, keys)
        width = Size(name.upper() + "_W", "fixed", str(bits), f"Bits of a code of {name}")
        need(width.name not in sizes.all, where, f"{width.name} is there twice")
        width.where = where
        sizes.all[width.name] = width


def _read_config(path, sizes):
    """A configuration: its name, and sizes instead of those of the tables. What follows from others may be
    replaced if the sizes beside the file define it."""
    name, given = None, {}
    check_name(path)
    for where, line in lines(path):
        key, *rest = line.split()
        if key == "config":
            need(name is None and len(rest) >= 2 and rest[0] == os.path.basename(path)[:-7], where,
                 "config NAME MEANING expected, once, NAME as the file's")
            name = rest[0]
            continue
        need(name, where, "no config line before this")
        s = sizes.all.get(key)
        near = s and os.path.dirname(s.where) == os.path.dirname(where)
        need(s and (s.kind == "size" or s.kind == "let" and near), where,
             f"'{key}' is no size that a configuration may choose")
        need(len(rest) == 1, where, "NAME VALUE expected")
        need(key not in given, where, f"{key} is there twice")
        need(key not in _names(rest[0]), where, f"{key} names itself")
        given[key] = where
        s.expr, s.where = rest[0], where
    need(name, os.path.relpath(path, ROOT), "no config line")
    return given


def _choose(sizes, chosen):
    for name, text in chosen.items():
        s = sizes.all.get(name)
        need(s and s.kind == "size", "", f"{name}={text}: {name} is no size that can be chosen; these can: "
             + ", ".join(x.name for x in sizes.choices))
        need(text.isdigit(), "", f"{name}={text}: not a number")
        need(s.low <= int(text) <= s.high, "", f"{name}={text} is impossible: {s.low} to {s.high}")
        s.expr = text


def _compute(sizes, needs, given={}):
    for lanes in sizes.counts:
        known = sizes.values[lanes] = {"LANES": lanes}
        for s in sizes.all.values():
            known[s.name] = evaluate(s.expr, known, s.where)
            if s.kind == "size" and not s.low <= known[s.name] <= s.high:
                where = f"port tables: {given[s.name]}: " if s.name in given else ""
                raise Impossible(f"{where}{s.name} would be {known[s.name]}, and is to be {s.low} to {s.high}",
                                 _behind(sizes, s.name))
        for where, condition, reason in needs:
            if not evaluate(condition, known, where):
                raise Impossible(f"these sizes are impossible together: {reason}", _behind(sizes, condition))
    for s in sizes.all.values():
        s.by_lanes = any("LANES" in _names(sizes.all[n].expr) for n in _behind(sizes, s.name))


def _behind(sizes, expr):
    """All sizes that the value of an expression depends on."""
    found, left = set(), _names(expr)
    while left:
        name = left.pop()
        if name in sizes.all and name not in found:
            found.add(name)
            left |= _names(sizes.all[name].expr)
    return found


def _sorted(sizes):
    """The sizes in an order in which each comes after those that it names, whichever file has them."""
    waits = {s.name: _names(s.expr) & sizes.all.keys() for s in sizes.all.values()}
    left, done = list(sizes.all.values()), {}
    while left:
        s = next((s for s in left if waits[s.name] <= done.keys()), left[0])
        left.remove(s)
        done[s.name] = s
    return done


def _names(expr):
    return set(re.findall(r"[A-Za-z_]\w*", expr))


def load(paths, chosen=None, config=None, counts=LANE_COUNTS):
    """Loads all *.sizes and *.codes, with these sizes ({name: text}) instead of their defaults, and those of
    a *.config before them, for these lane counts."""
    sizes, needs = Sizes(counts=counts), []
    for p in (p for p in paths if p.endswith(".codes")):
        _read_codes(p, sizes)
    for p in (p for p in paths if p.endswith(".sizes")):
        _read_sizes(p, sizes, needs)
    given = _read_config(config, sizes) if config else {}
    sizes.all = _sorted(sizes)
    defaults = {s.name: s.expr for s in sizes.choices}
    try:
        _compute(sizes, needs, given)
    except TableError as e:
        wants = config and not str(e).startswith("port tables: ")
        raise TableError(f"port tables: {os.path.relpath(config, ROOT)}: {e}" if wants else str(e)) from None
    plain = {s.name: sizes.values[counts[0]][s.name] for s in sizes.choices}
    if chosen:
        _choose(sizes, {n: text for n, text in chosen.items() if n not in given})
        _compute(sizes, needs, given)
    now = sizes.values[counts[0]]
    sizes.chosen = {n: now[n] for n in chosen or {} if now[n] != plain[n]}
    for s in sizes.choices:
        s.default = defaults[s.name]
    return sizes
