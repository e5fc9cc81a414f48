"""Reads the port tables (cmodel/ports): the one place where blocks' ports are listed.

Everything that is derived from the tables (C structs, wiring and order of evaluation, the binding to Verilator, probes,
comparison, traces, save files, reference) starts from load(). A table that makes no sense is refused here, with file and line.
"""
import os
import re
import sys
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PORTS = os.path.join(ROOT, "cmodel", "ports")
LANE_COUNTS = (8, 16, 32)


class TableError(Exception):
    pass


@dataclass
class Port:
    """A signal, as the block that owns it describes it."""
    name: str
    kind: str          # 'pin': from outside; 'out': to other blocks; 'pout': to outside too
    width: str         # expressions; see Machine.value
    count: str
    when: str          # qualifying signal, '' = always
    radix: str         # bin, hex, dec, enum:NAME
    eval: str          # C function that computes it (outputs)
    deps: tuple        # inputs it depends on in the same cycle (outputs)
    meaning: str
    group: str         # interface
    block: str

    @property
    def is_out(self):
        return self.kind in ("out", "pout")

    @property
    def is_array(self):
        """Several fields: one for each lane, entry, way ..."""
        return self.count != "1"

    @property
    def field(self):
        """What there is a field for, in messages and waves."""
        return {"1": "", "LANES": "lane", "WAYS": "way", "SETS": "set"}.get(self.count, "entry")

    def masks(self, port):
        """Whether its bits say, one by one, which fields of the port mean something."""
        return not self.is_array and port.is_array and self.width == port.count


@dataclass
class Block:
    name: str
    clocked: bool
    meaning: str
    ports: list = field(default_factory=list)    # Ports owned: pins and outputs, in the order of the table
    inputs: list = field(default_factory=list)   # names of all inputs, pins included, in the order of the table
    groups: list = field(default_factory=list)   # (name, meaning, [all port names])

    @property
    def outs(self):
        return [p for p in self.ports if p.is_out]

    @property
    def pins(self):
        return [p for p in self.ports if p.kind == "pin"]

    @property
    def evals(self):
        return list(dict.fromkeys(p.eval for p in self.outs))

    def reads_inputs(self, ev):
        return any(p.deps for p in self.outs if p.eval == ev)


@dataclass
class Machine:
    consts: dict
    const_meanings: dict
    enums: dict                                  # name -> (width, {key: code})
    blocks: list
    signals: dict                                # name -> Port
    schedule: list                               # [(Block, eval)] an order that computes every output after what it depends on

    def value(self, expr, lanes):
        """A width or count with this many lanes."""
        env = dict(self.consts, LANES=lanes, LG=lanes.bit_length() - 1)
        return eval(expr, {"__builtins__": {}}, env)

    def ins_of(self, block):
        return [self.signals[n] for n in block.inputs]

    @property
    def pins(self):
        return [p for b in self.blocks for p in b.pins]

    @property
    def outs(self):
        return [p for b in self.blocks for p in b.outs]

    def is_late_port(self, port, within="l1"):
        """Whether it depends, in the same cycle, on what comes from outside: of the whole machine, or of its block."""
        if within != "l1":
            return port.block == within and bool(port.deps)
        return port.kind == "pin" or any(self.is_late_port(self.signals[d]) for d in port.deps)

    def is_late(self, block, ev):
        return any(self.is_late_port(p) for p in block.outs if p.eval == ev)

    def block(self, name):
        return next(b for b in self.blocks if b.name == name)

    def qualifiers(self, port):
        """The chain of signals that must all be on for this one to mean something, outermost first."""
        chain = []
        while port.when:
            port = self.signals[port.when]
            chain.insert(0, port)
        return chain


EXPR = re.compile(r"^[A-Z0-9_+\-*]+$")
NAME = re.compile(r"^[a-z][a-z0-9_]*$")


def _lines(path):
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.split("#", 1)[0].rstrip()
            if line:
                yield f"{os.path.relpath(path, ROOT)}:{n}", line


def _need(ok, where, what):
    if not ok:
        raise TableError(f"{where}: {what}")


def _read_machine(path):
    m = Machine({}, {}, {}, [], {}, [])
    names = []
    for where, line in _lines(path):
        key, *rest = line.split()
        if key == "const":
            _need(len(rest) >= 3 and rest[1].isdigit(), where, "const NAME NUMBER MEANING expected")
            _need(rest[0] not in m.consts, where, f"const {rest[0]} is there twice")
            m.consts[rest[0]] = int(rest[1])
            m.const_meanings[rest[0]] = " ".join(rest[2:])
        elif key == "enum":
            _need(len(rest) >= 3 and rest[1].isdigit(), where, "enum NAME BITS key=code ... expected")
            keys = {}
            for item in rest[2:]:
                k, _, v = item.partition("=")
                _need(v.isdigit() and int(v) < 1 << int(rest[1]), where, f"'{item}' is not key=code of {rest[1]} bits")
                _need(k not in keys and int(v) not in keys.values(), where, f"the key or the code of '{item}' is there twice")
                keys[k] = int(v)
            _need(rest[0] not in m.enums, where, f"enum {rest[0]} is there twice")
            m.enums[rest[0]] = (int(rest[1]), keys)
        elif key == "blocks":
            names = rest
            _need(len(set(names)) == len(names), where, "a block is there twice")
        else:
            _need(False, where, f"'{key}' is none of const, enum, blocks")
    _need(names, path, "no blocks listed")
    return m, names


def _read_block(m, path):
    block = None
    group = None
    for where, line in _lines(path):
        key, _, rest = line.partition(" ")
        rest = rest.strip()
        if key == "block":
            name, kind, meaning = rest.split(None, 2)
            _need(kind in ("clocked", "comb"), where, f"'{kind}' is neither clocked nor comb")
            _need(name == os.path.basename(path)[:-6], where, f"block '{name}' in a file of another name")
            block = Block(name, kind == "clocked", meaning)
            continue
        _need(block, where, "no block line before this")
        if key == "group":
            name, meaning = rest.split(None, 1)
            group = (name, meaning, [])
            block.groups.append(group)
            continue
        _need(group, where, "no group line before this")
        if key == "in":
            _need(NAME.match(rest), where, "in NAME expected")
            _need(rest not in block.inputs, where, f"'{rest}' is listed twice")
            block.inputs.append(rest)
            group[2].append(rest)
            continue
        _need(key in ("pin", "out", "pout"), where, f"'{key}' is none of block, group, in, pin, out, pout")
        is_out = key != "pin"
        cols = rest.split(None, 7 if is_out else 5)
        _need(len(cols) == (8 if is_out else 6), where, "columns missing")
        name, width, count, when, radix = cols[:5]
        ev, deps = (cols[5], cols[6]) if is_out else ("", "-")
        _need(NAME.match(name), where, f"'{name}' is not a signal name")
        _need(name not in m.signals, where, f"'{name}' has another driver")
        for e in (width, count):
            _need(EXPR.match(e), where, f"'{e}' is not a width or count")
            try:
                m.value(e, 32)
            except Exception:
                _need(False, where, f"'{e}' names no constant")
        _need(min(m.value(e, n) for e in (width, count) for n in LANE_COUNTS) >= 1, where, f"'{name}' has no bits")
        _need(max(m.value(width, n) for n in LANE_COUNTS) <= 64, where, f"'{name}' has fields of more than 64 bits")
        _need(max(m.value(count, n) for n in LANE_COUNTS) <= 64, where, f"'{name}' has more than 64 fields")
        base, _, en = radix.partition(":")
        _need(base in ("bin", "hex", "dec") or (base == "enum" and en in m.enums), where, f"no such radix '{radix}'")
        if en:
            _need(str(m.enums[en][0]) == width, where, f"enum {en} has {m.enums[en][0]} bits, '{name}' has {width}")
        p = Port(name, key, width, count, "" if when == "-" else when, radix, ev,
                 () if deps == "-" else tuple(deps.split(",")), cols[-1], group[0], block.name)
        m.signals[name] = p
        block.ports.append(p)
        group[2].append(name)
        if key == "pin":
            block.inputs.append(name)
    _need(block, path, "no block line")
    return block


def _check_pairing(m, p, q):
    """What may qualify what. To a field alone: a field alone, by being non-zero. To an array: a single bit, all of it; a mask
    with a bit for each field; an array with as many fields, field by field, and byte by byte if its fields are byte enables."""
    where = f"{p.block}.{p.name}"
    if not p.is_array:
        _need(not q.is_array, where, f"'{q.name}' has {q.count} fields and cannot qualify a field alone")
        return
    if q.is_array:
        _need(q.count == p.count, where, f"'{q.name}' has {q.count} fields, and cannot qualify {p.count} fields")
        enables = m.value(q.width, 32)
        _need(enables <= 8, where, f"'{q.name}' has fields of more than 8 bits, and cannot qualify fields")
        _need(enables == 1 or m.value(p.width, 32) != 8 * enables or enables == 4, where,
              f"'{q.name}' are enables of {enables} bytes; only those of 4 are compared byte by byte")
    else:
        _need(q.width == "1" or q.masks(p), where, f"'{q.name}' has {q.width} bits and cannot qualify {p.count} fields")
    _need(not q.when or m.signals[q.when].width == "1", where,
          f"the qualifier '{q.when}' of its qualifier '{q.name}' is not a single bit")


def _check(m):
    for b in m.blocks:
        own = set(b.inputs) | {p.name for p in b.outs}
        for n in b.inputs:
            _need(n in m.signals, b.name, f"input '{n}' is driven by nobody")
            _need(m.signals[n].block != b.name or m.signals[n].kind == "pin", b.name, f"'{n}' is its own output")
        for p in b.outs:
            for d in p.deps:
                _need(d in b.inputs, f"{b.name}.{p.name}", f"depends on '{d}', which is not an input")
        for p in b.ports:
            if p.when:
                _need(p.when in own, f"{b.name}.{p.name}", f"qualifier '{p.when}' is not a port of this block")
                q = m.signals[p.when]
                _need(not p.is_out or q.is_out and (q.block == b.name or not q.when), f"{b.name}.{p.name}",
                      f"qualifier '{p.when}' of an output is neither an output of this block nor always valid")
                _check_pairing(m, p, q)
            seen, q = set(), p
            while q.when:
                _need(q.name not in seen, f"{b.name}.{p.name}", "qualifiers go round in a circle")
                seen.add(q.name)
                q = m.signals[q.when]
    used = {n for b in m.blocks for n in b.inputs} | {p.when for p in m.signals.values()}
    for p in m.outs:
        _need(p.kind == "pout" or p.name in used, f"{p.block}.{p.name}", "an output that nobody reads and that qualifies nothing")


def _schedule(m):
    """An order of (block, eval) so that each output is computed after all it depends on; a loop of signals is an error."""
    level = {}

    def visit(name, trail):
        p = m.signals[name]
        if p.kind == "pin":
            return 0
        if name in trail:
            loop = trail[trail.index(name):] + [name]
            raise TableError("loop between blocks: " + " -> ".join(f"{m.signals[n].block}.{n}" for n in loop))
        if name not in level:
            level[name] = 1 + max((visit(d, trail + [name]) for d in p.deps), default=0)
        return level[name]

    for p in m.outs:
        visit(p.name, [])
    steps = {}
    for b in m.blocks:
        for e in b.evals:
            outs = [p for p in b.outs if p.eval == e]
            steps[(b.name, e)] = max(level[p.name] for p in outs)
    order = sorted(steps, key=lambda s: steps[s])
    # functions, not signals, are what is called: make sure that no function reads what a later one computes
    done = set()
    pending = list(order)
    result = []
    while pending:
        for s in pending:
            b = m.block(s[0])
            outs = [p for p in b.outs if p.eval == s[1]]
            deps = {d for p in outs for d in p.deps if m.signals[d].kind != "pin"}
            if deps <= done:
                break
        else:
            raise TableError("loop between evals: " + ", ".join(f"{a}.{e}" for a, e in pending))
        pending.remove(s)
        done |= {p.name for p in outs}
        result.append((b, s[1]))
    return result


def load(folder=PORTS):
    m, names = _read_machine(os.path.join(folder, "machine.ports"))
    for n in names:
        path = os.path.join(folder, n + ".ports")
        _need(os.path.exists(path), path, "a block is listed, but has no table")
        m.blocks.append(_read_block(m, path))
    _check(m)
    m.schedule = _schedule(m)
    return m


def write_derived(texts, folder=os.path.join(ROOT, "build", "gen")):
    """Writes {file name: text}. A file whose text is the same is left alone, so that nothing is rebuilt without need."""
    os.makedirs(folder, exist_ok=True)
    for name, text in texts.items():
        file = os.path.join(folder, name)
        if not os.path.exists(file) or open(file).read() != text:
            with open(file, "w") as f:
                f.write(text)


def main_guard(fn):
    """Run a script's main; a bad table is one line and exit status 2."""
    try:
        sys.exit(fn())
    except TableError as e:
        print(f"port tables: {e}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main_guard(lambda: print(*(f"{b.name}.{e}" for b, e in load().schedule), sep="\n"))
