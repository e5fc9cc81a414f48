"""Reads machines: the *.machine among the tables. A machine is made of blocks, or of parts.

    machine NAME MEANING
    block NAME               a block; outputs and inputs of one name are one wire, pins leave the machine

    part NAME KIND [CONFIG]  an instance of a machine, or of a block that is in no machine; with the sizes of
                             CONFIG.config
    part NAME[N] KIND        N instances, NAME[0] ...; N may name sizes
    when CONDITION LINE      a line that is there with sizes that fulfil the condition
    only CONDITION           with chosen sizes that break the condition the machine does not exist
    bench CONDITION          with chosen sizes that break the condition it exists in the C model alone, if
                             that is asked for (gen FOLDER model=NAME)
    wire FROM -> TO [fit]    joins all ports of two interfaces by the ends of their names, in both directions;
                             fit: their widths may differ, and the upper bits of the wider ones are zero
    tie PART.INTERFACE       inputs of the interface, and fields of these, that no wire drives are zero
    reset PART [-> TO]       the part has a reset of its own, too, which is a pin; TO, an input of one bit or
                             a field of it, shows this pin
    near PART                the clock of the part is clk_near
    pins PART [INTERFACE]    ports of the part, or of one interface, that no wire joins are the machine's

FROM and TO are PART.INTERFACE, through parts of parts as PART.PART.INTERFACE. An interface may end with *, at
both sides: `a.mem* -> b.req*` joins each interface of b whose name begins with `req` to that of a whose name
has the same end behind `mem`. A letter as an index, as in `l1[i].mem -> share.req[i]`, stands for each number
that the line's parts have. Elsewhere in the line an index may be an expression over letters and sizes, as in
`mc[i%MCS].req[i//MCS]`. An index of an interface selects a slice of each port that has a multiple of the
fields of the port at the other end. An interface without a `ready` takes whatever comes: the other end's
`ready` is one. Each field of an input has one driver. An input that no wire drives and no line names is
refused, and so is a loop of signals.

A machine with a line `near` has two clocks, and the input `half`. Parts with `half` get both; in a machine of
one clock it is theirs, and `half` is zero.
"""
import os
import re

from design import HALF, End, Joint, Machine, Reset, Tie
from sizes import KEYWORDS, LANE_COUNTS, ROOT, TableError, check_name, evaluate, lines, need

PART = re.compile(r"([a-z][a-z0-9_]*)(?:\[([^\]]+)\])?$")
STEP = re.compile(r"([a-z][a-z0-9_]*\*?)(?:\[([^\]]+)\])?$")   # the last one may be a family of interfaces


def _read(t, path):
    """The machine with the names of its parts' kinds, and its lines of wires and pins."""
    machine, joins = None, []
    check_name(path)
    for where, line in lines(path):
        key, _, rest = line.partition(" ")
        if key == "when":
            condition, _, line = rest.strip().partition(" ")
            need(line, where, "when CONDITION LINE expected")
            if not t.sizes.value(condition, t.counts[0], where):
                continue
            key, _, rest = line.strip().partition(" ")
        words = rest.split()
        if key == "machine":
            need(not machine and len(words) >= 2 and words[0] == os.path.basename(path)[:-8], where,
                 "machine NAME MEANING expected, once, NAME as the file's")
            machine = Machine(words[0], " ".join(words[1:]), where)
            continue
        need(machine, where, "no machine line before this")
        if key == "block":
            need(len(words) == 1, where, "block NAME expected")
            need(words[0] in t.blocks, where, f"block '{words[0]}' has no table")
            need(t.blocks[words[0]] not in machine.blocks, where, f"block '{words[0]}' is there twice")
            machine.blocks.append(t.blocks[words[0]])
        elif key in ("only", "bench"):
            need(len(words) == 1, where, f"{key} CONDITION expected")
            (machine.only if key == "only" else machine.bench).append((where, words[0]))
        elif key == "part":
            _read_part(t, machine, where, words)
        elif key in ("wire", "tie", "reset", "near", "pins"):
            joins.append((where, key, rest.strip()))
        else:
            need(False, where, f"'{key}' is none of machine, block, part, when, only, bench, wire, tie, reset, near, pins")
    need(machine, os.path.relpath(path, ROOT), "no machine line")
    need(bool(machine.blocks) != bool(machine.parts), machine.where,
         "a machine is made either of blocks or of parts")
    return machine, joins


def _read_part(t, machine, where, words):
    m = PART.match(words[0]) if len(words) in (2, 3) else None
    need(m, where, "part NAME KIND [CONFIG] or part NAME[N] KIND [CONFIG] expected")
    need(m[1] not in KEYWORDS, where, f"'{m[1]}' is a word of C or Verilog")
    need(m[1] not in [n.partition("[")[0] for n, _ in machine.parts], where, f"part '{m[1]}' is there twice")
    counts = {t.sizes.value(m[2], n, where) for n in t.counts} if m[2] else {1}
    need(len(counts) == 1 and 1 <= min(counts) <= 128, where, f"'{m[2]}' is not a number of parts, 1 to 128")
    for i in range(counts.pop()):
        machine.parts.append((f"{m[1]}[{i}]" if m[2] else m[1], tuple(words[1:])))
        machine.part_at[machine.parts[-1][0]] = where


# ---- ends of wires

def _split(text, where):
    """[(name, index or '')] of PART.PART.INTERFACE."""
    steps = [STEP.match(s) for s in text.split(".")]
    need(all(steps) and not any("*" in s[1] for s in steps[:-1]), where, f"'{text}' is not PART.INTERFACE")
    return [(s[1], s[2] or "") for s in steps]


def _numbers(machine, ends, where):
    """The numbers that each letter stands for: those of the parts that it indexes."""
    found = {}
    for steps in ends:
        at = machine
        for name, index in steps:
            names = [n for n, _ in at.parts]
            count = sum(n.startswith(name + "[") for n in names)
            if re.fullmatch("[a-z]", index) and count:
                need(found.setdefault(index, count) == count, where,
                     f"'{index}' stands for {found[index]} numbers, and there are {count} {name}")
            at = next((m for n, m in at.parts if n.partition("[")[0] == name), None)
            if at is None:
                break
    return found


def _each(found):
    """Each choice of a number for each letter."""
    choices = [{}]
    for letter, count in found.items():
        choices = [dict(c, **{letter: i}) for c in choices for i in range(count)]
    return choices


def _walk(machine, steps, letters, where):
    """The parts on the way, the machine at the end, and what of the steps is left."""
    path, at, left = [], machine, list(steps)
    while left and at.parts:
        name, index = left[0]
        if index:
            name += f"[{_number(machine, index, letters, where)}]"
        found = next((m for n, m in at.parts if n == name), None)
        need(found, where, f"{at.name} has no part '{name}': it has {', '.join(n for n, _ in at.parts)}")
        path.append(name)
        at = found
        left.pop(0)
    return tuple(path), at, left


def _number(machine, text, letters, where):
    """The value of an index, an expression over letters and the sizes of the machine."""
    sizes = machine.tables.sizes.values
    for w in re.findall(r"[A-Za-z_]\w*", text):
        need(w in letters or w in sizes[LANE_COUNTS[0]], where,
             f"'{text}' is neither a number nor an index of a part here")
    found = {evaluate(text, {**sizes[n], **letters}, where) for n in LANE_COUNTS}
    need(len(found) == 1, where, f"'{text}' depends on the number of lanes")
    return found.pop()


def _interface(machine, steps, letters, where):
    """(path, leaf, {end of the name: port}, index or None, text) of one side of a wire."""
    path, leaf, left = _walk(machine, steps, letters, where)
    text = ".".join(n + (f"[{i}]" if i else "") for n, i in steps)
    need(len(left) == 1 and path, where, f"'{text}' is not PART.INTERFACE")
    name, index = left[0]
    ports = {p.name[len(name):]: p for b in leaf.blocks for p in b.ports
             if p.group == name and p.kind != "out"}
    need(ports, where, f"'{text}': {leaf.name} has no interface '{name}' that leaves it: it has "
         + ", ".join(_interfaces(leaf)))
    return path, leaf, ports, _number(machine, index, letters, where) if index else None, text


def _families(machine, ends, letters, where):
    """The two ends of a wire, or of each wire of a family of interfaces."""
    stems = [e[-1][0] for e in ends]
    if not any("*" in s for s in stems):
        return [ends]
    need(all("*" in s for s in stems), where, f"'{stems[0]}' and '{stems[1]}': both end with *, or neither")
    _, leaf, left = _walk(machine, ends[1], letters, where)
    stems = [s[:-1] for s in stems]
    rests = [g[len(stems[1]):] for g in _interfaces(leaf) if g.startswith(stems[1])] if len(left) == 1 else []
    need(rests, where, f"{leaf.name} has no interface that begins with '{stems[1]}' and leaves it")
    return [[e[:-1] + [(stem + rest, e[-1][1])] for e, stem in zip(ends, stems)] for rest in rests]


def _interfaces(leaf):
    return list(dict.fromkeys(p.group for b in leaf.blocks for p in b.ports if p.kind != "out"))


def _slice(a, p, b, q, index, where):
    """Which of the slices of port p of machine a the whole of port q of machine b is joined to: None if they
    have as many fields."""
    times = {a.tables.value(p.count, n) / b.tables.value(q.count, n) for n in LANE_COUNTS}
    if times == {1.0} or max(times) < 1:
        return 0 if p.is_array and not q.is_array else None   # an array that has one field with these sizes
    need(len(times) == 1 and max(times) == int(max(times)), where,
         f"'{p.name}' has {p.count} fields, which is no multiple of those of '{q.name}', {q.count}")
    need(index is not None, where, f"'{p.name}' has more fields than '{q.name}': which of them?")
    need(0 <= index < max(times), where, f"'{p.name}' has {int(max(times))} slices, and number {index} is wanted")
    return index


def _bits(machine, p, other):
    """The width of a port in a message: with its configuration, if that of the other end is another."""
    alike = machine.tables is other.tables
    return p.width if alike else f"{p.width} = {machine.tables.value(p.width, LANE_COUNTS[0])}"


def _wire(machine, a, b, fit, where):
    """The wires between two interfaces."""
    (at, at_index), (bt, bt_index) = ((x[1], x[3]) for x in (a, b))
    for x, y in ((a, b), (b, a)):
        for end, p in x[2].items():
            if end == "_ready" and not p.is_out and end not in y[2] and x[3] is None:
                machine.ties.append(Tie(End(x[0], x[1], p, None), 0, None, 1))
                continue
            need(end in y[2], where, f"'{x[4]}' has '{p.name}', and '{y[4]}' has nothing like it")
    machine.joints.append(Joint(*(x for path, _, ports, index, _ in (a, b)
                                  for x in (path, next(iter(ports.values())).group, index))))
    for end, p in a[2].items():
        q = b[2].get(end)
        if not q:
            continue
        need(p.is_out != q.is_out, where, f"'{p.name}' and '{q.name}' are both "
             + ("outputs" if p.is_out else "inputs"))
        alike = all(at.tables.value(p.width, n) == bt.tables.value(q.width, n) for n in LANE_COUNTS)
        need(fit or alike, where, f"'{p.name}' has {_bits(at, p, bt)} bits, '{q.name}' has {_bits(bt, q, at)}")
        ends = [End(a[0], at, p, _slice(at, p, bt, q, at_index, where)),
                End(b[0], bt, q, _slice(bt, q, at, p, bt_index, where))]
        machine.wires.append(tuple(ends if p.is_out else reversed(ends)))
        machine.wire_at.append(where)


def _reset(machine, ends, letters, where):
    """A part's own reset, and the field of an input that shows it."""
    path, at, left = _walk(machine, ends[0], letters, where)
    need(len(path) == 1 and not left and at.clocked, where, "a part with a clock expected, of this machine itself")
    need(path[0] not in [r.part for r in machine.resets], where,
         f"'{path[0]}' has two resets of its own")
    end = None
    if len(ends) > 1:
        to, leaf, ports, index, text = _interface(machine, ends[1], letters, where)
        p = next(iter(ports.values()))
        need(len(ports) == 1 and not p.is_out and p.width == "1", where, f"'{text}' is not one input of one bit")
        need(0 <= (index or 0) < leaf.tables.value(p.count, LANE_COUNTS[0]), where,
             f"'{p.name}' has {p.count} fields: which of them?")
        need(index is not None or not p.is_array, where, f"'{p.name}' has {p.count} fields: which of them?")
        end = End(to, leaf, p, index)
    machine.resets.append(Reset(path[0], end))


def _near(machine, steps, letters, where):
    """A part whose clock is clk_near."""
    path, at, left = _walk(machine, steps, letters, where)
    need(len(path) == 1 and not left and at.alone and at.clocked and not at.halves, where,
         "a block with one clock expected, of this machine itself")
    need(path[0] not in machine.near, where, f"'{path[0]}' has a line of near before")
    machine.near.append(path[0])


def _join(t, machine, joins):
    """The wires and the ports of a machine of parts."""
    named, tied, edges = set(), set(), _edges(machine)
    for where, key, rest in joins:
        fit = key == "wire" and rest.endswith(" fit")
        rest = rest[:-4] if fit else rest
        sides = (rest.split("->") if key in ("wire", "reset")
                 else [rest.replace(" ", ".") if key == "pins" else rest])
        need(key != "wire" or len(sides) == 2, where, "wire FROM -> TO expected")
        need(len(sides) <= 2, where, "reset PART [-> TO] expected")
        ends = [_split(s.strip(), where) for s in sides]
        for letters in _each(_numbers(machine, ends, where)):
            if key == "wire":
                for pair in _families(machine, ends, letters, where):
                    _wire(machine, *(_interface(machine, e, letters, where) for e in pair), fit, where)
                continue
            if key == "reset":
                _reset(machine, ends, letters, where)
                continue
            if key == "near":
                _near(machine, ends[0], letters, where)
                continue
            if key == "tie":
                path, leaf, ports, index, text = _interface(machine, ends[0], letters, where)
                need(index is None, where, f"'{text}': an interface as a whole is tied")
                tied |= {(path, p.name) for p in ports.values() if not p.is_out}
                need(tied, where, f"'{text}' has no inputs")
                continue
            path, at, left = _walk(machine, ends[0], letters, where)
            found = {e.key for e in edges if e.path[:len(path)] == path
                     and (not left or e.port.group == left[0][0])}
            need(path and found and len(left) < 2, where, f"'{rest}' has no pins")
            named |= found
    halves = [e for e in edges if e.port.name == HALF]
    machine.ties += [] if machine.halves else [Tie(e, 0, None, 0) for e in halves]
    edges = [e for e in edges if not machine.halves or e not in halves]
    _check_drivers(machine, named, tied, edges)
    need(machine.wires or not machine.resets, machine.where,
         "no wires join its parts, so each has a reset of its own")
    joined = {e.key for w in machine.wires for e in w} | {tie.end.key for tie in machine.ties} | {
        r.end.key for r in machine.resets if r.end}
    machine.exposed = [e for e in edges if e.key in named and e.key not in joined]


def _edges(machine):
    """The ends of all ports of the parts that leave these."""
    return [End((n,) + e.path, e.leaf, e.port, None) for n, part in machine.parts for e in part.edge()]


def _check_drivers(machine, named, tied, edges):
    """Each field of an input has one driver. Fields without a wire in a line of ties become ties."""
    known, driven = {e.key for e in edges}, {}
    count_of = lambda e: e.leaf.tables.value(e.port.count, 8)
    for (src, dst), where in zip(machine.wires, machine.wire_at):
        for e in (src, dst):
            need(e.key in known, where, f"'{e}' is wired within its part")
        fields = count_of(dst if dst.index is None else src)
        for i in range(fields):
            at = (dst.key, (dst.index or 0) * fields + i)
            need(at not in driven, where, f"'{dst}' has two drivers, {driven.get(at)} and {src}")
            driven[at] = src
    for r in machine.resets:
        at = r.end and (r.end.key, r.end.index or 0)
        need(at is None or at not in driven, machine.where,
             f"'{r.end}' has two drivers, {driven.get(at)} and the reset of {r.part}")
        driven |= {at: f"the reset of {r.part}"} if at else {}
    for tie in machine.ties:
        need((tie.end.key, 0) not in driven, machine.where, f"'{tie.end}' has two drivers")
        driven[tie.end.key, 0] = "1"
    for e in edges:
        if e.port.is_out:
            continue
        left = [i for i in range(count_of(e)) if (e.key, i) not in driven]
        whole = len(left) == count_of(e)
        if left and e.key in tied:
            machine.ties += _zeros(machine, e, left)
            continue
        need(not left or whole, machine.where, f"field {left[:1]} of '{e}' is driven by no wire")
        need(not left or e.key in named, machine.where,
             f"'{e}' is driven by no wire, and no line of pins names it")


def _zeros(machine, e, left):
    """The ties of an input: of all of it, or of the slices that no wire drives. A reset drives a field."""
    if any(r.end and r.end.key == e.key for r in machine.resets):
        return [Tie(e, i, "1", 0) for i in left]
    wires = [(src, dst) for src, dst in machine.wires if dst.key == e.key]
    if not wires:
        return [Tie(e, 0, None, 0)]
    few = wires[0][0].leaf.tables.value(wires[0][0].port.count, 8)
    slices = e.leaf.tables.value(e.port.count, 8) // few
    return [Tie(e, i, wires[0][0].port.count, 0)
            for i in range(slices) if i not in {dst.index for _, dst in wires}]


# ---- order of evaluation

INSIDE = ((), "")


def reach(machine):
    """For each output that leaves it, the keys of the pins of the machine that it depends on in the same
    cycle; with the key INSIDE those that any output depends on, inside too. A loop of signals through parts
    is an error."""
    if machine.blocks:
        each = {p: {((), d) for d in _pins_of(machine, p)} for p in machine.outs}
        return {((), p.name): pins for p, pins in each.items() if p.kind == "pout"} | {
            INSIDE: set().union(*each.values())}
    inside = {n: reach(part) for n, part in machine.parts}
    sources = _sources(machine)
    known = {}

    def visit(key, trail):
        name, rest = key[0][0], (key[0][1:], key[1])
        if key in trail:
            loop = trail[trail.index(key):] + [key]
            raise TableError(f"port tables: {machine.where}: loop between parts: "
                             + " -> ".join(".".join(path + (port,)) for path, port in loop))
        if key not in known:
            found = set()
            for path, port in inside[name][rest]:
                pin = ((name,) + path, port)
                for source in sources.get(pin, []):
                    found |= visit(source, trail + [key])
                found |= set() if pin in sources else {pin}
            known[key] = found
        return known[key]

    for n, outs in inside.items():
        for path, port in outs:
            visit(((n,) + path, port), [])
    exposed = {e.key for e in machine.exposed}
    return {k: v for k, v in known.items() if k in exposed} | {
        INSIDE: set().union(*(known[(n,), ""] for n in inside))}


def _pins_of(machine, port):
    found = set()
    for d in port.deps:
        p = machine.signals[d]
        found |= {d} if p.kind == "pin" else _pins_of(machine, p)
    return found


def _sources(machine):
    """The outputs that drive each pin of the parts; none of one that is tied, or shows a reset."""
    shown = [r.end for r in machine.resets if r.end]
    found = {end.key: [] for end in [tie.end for tie in machine.ties] + shown}
    for src, dst in machine.wires:
        found.setdefault(dst.key, []).append(src.key)
    return found


def _order(machine):
    """Names of parts: after these late evaluations in this order, every output of every part is final. A part
    may be there several times, if it is on a way from a part back to that part."""
    inside = {n: reach(part) for n, part in machine.parts}
    sources, final, steps = _sources(machine), set(), []
    for n, outs in inside.items():
        final |= {((n,) + path, port) for (path, port), pins in outs.items() if not pins}
    left = {n: {((n,) + path, port) for path, port in outs} - final for n, outs in inside.items()}

    def is_settled(name, key):
        """Whether an evaluation of the part now would make its output final."""
        pins = inside[name][key[0][1:], key[1]]
        return all(s in final for path, port in pins for s in sources.get(((name,) + path, port), []))

    waiting = [n for n, _ in machine.parts]
    while waiting:
        ready = {n: {k for k in left[n] if is_settled(n, k)} for n in waiting}
        name = next((n for n in waiting if ready[n] == left[n]), None) or max(waiting,
            key=lambda n: len(ready[n]))
        final |= ready[name]
        left[name] -= ready[name]
        steps.append(name)
        if not left[name]:
            waiting.remove(name)
    return steps


# ---- all machines

def load(t, folder, paths, chosen, settle):
    """Adds the machines in these files to the tables. `settle` joins the blocks of one."""
    read = {}
    for p in paths:
        m, joins = _read(t, p)
        need(m.name not in read and m.name not in t.blocks, p, f"there is another '{m.name}'")
        read[m.name] = (m, joins)
    need(read, folder, "no machine")
    of = {}
    for m, _ in read.values():
        for b in m.blocks:
            need(b.name not in of, m.where, f"block '{b.name}' is in '{of.get(b.name)}', too")
            need(not b.near, m.where, f"block '{b.name}' has two clocks, and can only be a part")
            of[b.name] = m.name
    used = {kind for m, _ in read.values() for _, (kind, *_) in m.parts}
    for b in t.blocks.values():
        need(b.name in of or b.name in used, b.where, f"block '{b.name}' is in no machine")
        need(b.name not in of or b.name not in used, b.where,
             f"block '{b.name}' is in '{of.get(b.name)}', and cannot be a part, too")
        if b.name in used:
            t.alone.append(Machine(b.name, b.meaning, b.where, [b], clocked=b.clocked, alone=True))
            settle(t, t.alone[-1])
    parts = [kind for m, _ in read.values() for _, kind in m.parts]
    for m, _ in read.values():
        m.configs = _configs(m, read)
        for name, (kind, *config) in m.parts:
            need(not config or kind not in read or not _configs(read[kind][0], read), m.part_at[name],
                 f"part '{name}': parts of '{kind}' have configurations of their own")
    for m, _ in read.values():
        if _is_wanted(t, m, parts, chosen):
            _place(t, m, read, (), settle)


def _is_wanted(t, m, parts, chosen):
    """Tables of one machine, as those of a chip, have the machines of blocks; a configuration has those that
    are parts with it. With chosen sizes some configurations may not exist."""
    if t.single:
        return bool(m.blocks)
    if t.model and not t.config and m.name != t.model:
        return False
    for where, condition in m.only + ([] if t.model else m.bench):
        holds = all(t.sizes.value(condition, n, where) for n in t.counts)
        need(not t.model or t.config or holds, where, f"{m.name} does not exist with these sizes")
        need(holds or chosen or t.config, where, f"{m.name} does not exist with the default sizes")
        if not holds:
            return False
    if t.config:
        return (m.name, t.config) in parts
    return not chosen or m.configs <= {c.config for c in t.configs}


def _configs(m, read, trail=()):
    """The configurations that it names, or that parts of it name."""
    if m.name in trail:
        return set()
    return {c for _, kind in m.parts for c in kind[1:]}.union(*(
        _configs(read[kind[0]][0], read, trail + (m.name,)) for _, kind in m.parts if kind[0] in read))


def prune(t, whole):
    """Leaves of the blocks of a configuration those in machines of several configurations, and of those of a
    chip, or of 64 lanes, the ones in its own machines."""
    keep = list(t.machines.values()) if t.single else []

    def visit(m):
        if m.tables is t and m not in keep:
            keep.append(m)
        for _, part in m.parts:
            visit(part)

    for m in whole.mixed:
        visit(m)
    t.alone = [m for m in t.alone if m in keep]
    t.blocks = {n: b for n, b in t.blocks.items() if any(b in m.blocks for m in keep)}


def _place(t, m, read, trail, settle):
    """Adds a machine behind its parts."""
    need(m.name not in trail, m.where, "a machine is a part of itself: " + " -> ".join(trail + (m.name,)))
    if m.name in t.machines:
        return
    m.tables = t
    kinds = {(x.name,): x for x in t.alone}
    kinds |= {(x.name, c.config): x for c in t.configs for x in c.alone + list(c.machines.values())}
    for name, kind in m.parts:
        at = m.part_at[name]
        need(kind[0] in read or kind[:1] in ((x.name,) for x in t.alone), at,
             f"part '{name}': there is no machine '{kind[0]}'")
        if kind[0] in read and not kind[1:]:
            _place(t, read[kind[0]][0], read, trail + (m.name,), settle)
            kinds[kind[0],] = t.machines[kind[0]]
        need(kind in kinds, at, f"part '{name}': there is no configuration '{kind[-1]}'")
    m.parts = [(name, kinds[kind]) for name, kind in m.parts]
    if m.blocks:
        settle(t, m)
    else:
        _join(t, m, read[m.name][1])
        reach(m)
        m.steps = _order(m)
    t.machines[m.name] = m
