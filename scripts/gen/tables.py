"""Reads the tables (cmodel/ports): the only list of the blocks' ports. machines.py reads the machines.

All derived files (C structs, wiring and order of evaluation, the binding to Verilator, Verilog of machines,
probes, comparison, traces, save files, reference) start from load(). It refuses an invalid table with file
and line.
"""
import glob
import itertools
import os
import re
import sys

import machines
import sizes as sizes_of
from design import HALF, SHOW, Block, Port, Tables
from sizes import LANE_COUNTS, ROOT, WIDE, Refused, TableError, evaluate, lines, need

PORTS = os.path.join(ROOT, "cmodel", "ports")
FIELDS = 4096               # fields of a port, at most
SIGNAL = re.compile(r"^[a-z][a-z0-9_]*$")


def _read_block(t, path):
    block = group = None
    conditions, always = [], []     # (where, condition, names, their group) and (where, names, their group)
    for where, line in lines(path):
        key, _, rest = line.partition(" ")
        rest = rest.strip()
        if key == "block":
            need(len(rest.split(None, 2)) == 3, where, "block NAME clocked|comb MEANING expected")
            name, kind, meaning = rest.split(None, 2)
            need(kind in ("clocked", "comb"), where, f"'{kind}' is neither clocked nor comb")
            need(name == os.path.basename(path)[:-6], where, f"block '{name}' in a file of another name")
            block = Block(name, kind == "clocked", meaning, where)
            continue
        need(block, where, "no block line before this")
        if key == "rests":
            need(not group and not block.rests and rest, where, "rests INPUT ... expected, once, before the groups")
            block.rests = tuple(rest.split())
            continue
        if key == "built":
            condition, _, names = rest.partition(" ")
            _check_condition(t, where, condition)
            conditions.append((where, condition, names.split(), group))
            continue
        if key == "always":
            always.append((where, rest.split(), group))
            continue
        if key == "group":
            need(len(rest.split(None, 1)) == 2, where, "group NAME MEANING expected")
            name, meaning = rest.split(None, 1)
            need(name not in [g[0] for g in block.groups], where, f"group '{name}' is there twice")
            group = (name, meaning, [])
            block.groups.append(group)
            continue
        need(group, where, "no group line before this")
        if key == "in":
            need(SIGNAL.match(rest), where, "in NAME expected")
            need(rest not in block.inputs, where, f"'{rest}' is listed twice")
            block.inputs.append(rest)
            group[2].append(rest)
            continue
        need(key in ("pin", "out", "pout"), where, f"'{key}' is none of block, rests, group, built, always, in, pin, out, pout")
        p = _read_port(t, where, key, rest, group[0], block)
        block.ports.append(p)
        group[2].append(p.name)
        if key == "pin":
            block.inputs.append(p.name)
    need(block, path, "no block line")
    for c in conditions:
        _apply_condition(t, block, *c)
    for where, names, group in always:
        need(group and names, where, "always PORT ... expected, in a group")
        for p in _among(block, where, names, group):
            p.built_if = ()
    for p in block.ports:
        need(p.name != HALF or p.kind == "pin" and p.width == p.count == "1" and block.clocked, p.where,
             f"'{HALF}' is the pin of one bit of a block with two clocks")
    for n in block.rests:
        need(n in block.inputs and block.clocked, block.where, f"rests: '{n}' is no input of a block with a clock")
    return block


def _check_condition(t, where, condition):
    """A condition must depend on sizes that can be chosen, and on nothing else. It is tried at the ends of
    their ranges, where it must hold with some and fail with others."""
    need(condition, where, "built CONDITION [PORT ...] expected")
    names = sorted(set(re.findall(r"[A-Z]\w*", condition)))
    for n in names:
        need(n in t.sizes.all and t.sizes.all[n].kind == "size", where,
             f"'{condition}' names '{n}', which is no size that can be chosen")
    tried = [dict(zip(names, values)) for values in itertools.product(
        *((t.sizes.all[n].low, t.sizes.all[n].low + 1, t.sizes.all[n].high) for n in names))]
    found = {evaluate(condition, values, where) != 0 for values in tried}
    need(len(found) == 2, where, f"'{condition}' holds with {'any' if True in found else 'no'} sizes")


def _among(block, where, names, group):
    """The ports of the group, or of the block, with these names; without names all."""
    ports = [p for p in block.ports if not group or p.group == group[0]]
    for n in names:
        need(n in [p.name for p in ports], where,
             f"'{n}' is no port that this {'group' if group else 'block'} defines")
    need(ports, where, "the group defines no port")
    return [p for p in ports if not names or p.name in names]


def _apply_condition(t, block, where, condition, names, group):
    """Without names the condition is that of all ports of the group. Before the first group it is that of the
    block."""
    for p in _among(block, where, names, group):
        p.built_if += (condition,)
    if not group and not names:
        block.built = block.built and t.value(condition, t.counts[0]) != 0


def _read_port(t, where, key, rest, group, block):
    is_out = key != "pin"
    cols = rest.split(None, 7 if is_out else 5)
    need(len(cols) == (8 if is_out else 6), where, "columns missing")
    name, width, count, when, radix = cols[:5]
    ev, deps = (cols[5], cols[6]) if is_out else ("", "-")
    need(SIGNAL.match(name), where, f"'{name}' is not a signal name")
    need(name not in [p.name for p in block.ports], where, f"'{name}' is there twice")
    need(name == group or name.startswith(group + "_"), where,
         f"'{name}' does not bear the name of its interface, '{group}'")
    w, c = [[t.sizes.value(e, n, where) for n in t.counts] for e in (width, count)]
    need(min(w + c) >= 1, where, f"'{name}' has no bits")
    need(max(w) <= 64, where, f"'{name}' has fields of more than 64 bits")
    need(max(c) <= FIELDS, where, f"'{name}' has more than {FIELDS} fields")
    base, _, en = radix.partition(":")
    need(base in ("bin", "hex", "dec") or (base == "enum" and en in t.sizes.enums), where,
         f"no such radix '{radix}'")
    if en:
        need(t.sizes.enums[en][0] == w[0], where,
             f"enum {en} has {t.sizes.enums[en][0]} bits, '{name}' has {width}")
    return Port(name, key, width, count, "" if when == "-" else when, radix, ev, () if deps == "-"
                else tuple(deps.split(",")),
                cols[-1], group, block.name, where)


def _join(m):
    """All signals of the blocks of a machine. Each signal, and each interface, must have one driver."""
    for b in m.blocks:
        for p in b.ports:
            need(p.name not in m.signals, p.where,
                 f"'{p.name}' has another driver, {m.signals.get(p.name, p).block}")
            m.signals[p.name] = p
    drivers = {}
    for p in m.outs:
        who = drivers.setdefault(p.group, p.block)
        need(who == p.block, p.where, f"'{p.name}': the interface '{p.group}' is driven by {who}")


def _check_pairing(t, m, p, q):
    """Checks which port may qualify which. A single field is qualified by a single field that is nonzero. An
    array is qualified by a single bit, as a whole; by a mask with a bit for each field; by an array with as
    many fields, field by field, and byte by byte if its fields are byte enables; or by an array of fewer
    fields of a bit, each of which qualifies as many fields in sequence."""
    if not p.is_array:
        need(not q.is_array, p.where, f"'{q.name}' has {q.count} fields and cannot qualify a field alone")
        return
    if q.is_array:
        need(q.count == p.count or q.width == "1" and p.is_sliced(t, q), p.where,
             f"'{q.name}' has {q.count} fields, and cannot qualify {p.count} fields")
        enables = t.value(q.width, t.counts[-1])
        need(enables <= 8, p.where, f"'{q.name}' has fields of more than 8 bits, and cannot qualify fields")
        need(enables == 1 or t.value(p.width, t.counts[-1]) != 8 * enables or enables == 4, p.where,
             f"'{q.name}' are enables of {enables} bytes; only those of 4 are compared byte by byte")
    else:
        need(q.width == "1" or q.masks(p), p.where,
             f"'{q.name}' has {q.width} bits and cannot qualify {p.count} fields")
    need(not q.when or m.signals[q.when].width == "1", p.where,
         f"the qualifier '{q.when}' of its qualifier '{q.name}' is not a single bit")


def _check_port(t, m, b, p):
    for d in p.deps:
        need(d in b.inputs, p.where, f"'{p.name}' depends on '{d}', which is not an input")
    if not p.when:
        return
    need(p.when in b.inputs or p.when in [o.name for o in b.outs], p.where,
         f"qualifier '{p.when}' is not a port of this block")
    q = m.signals[p.when]
    need(not p.is_out or q.is_out and (q.block == b.name or not q.when), p.where,
         f"qualifier '{p.when}' of an output is neither an output of this block nor always valid")
    _check_pairing(t, m, p, q)
    seen, q = set(), p
    while q.when:
        need(q.name not in seen, p.where, "qualifiers go round in a circle")
        seen.add(q.name)
        q = m.signals[q.when]


def _check(t, m):
    for b in m.blocks:
        for n in b.inputs:
            need(n in m.signals, b.where, f"input '{n}' of {b.name} is driven by nobody")
            need(m.signals[n].block != b.name or m.signals[n].kind == "pin", b.where,
                 f"'{n}' is {b.name}'s own output")
        for p in b.ports:
            _check_port(t, m, b, p)
    inputs = {n for b in m.blocks for n in b.inputs}
    used = inputs | {p.when for p in m.signals.values()}
    for p in m.outs:
        need(p.eval != SHOW or not p.deps and p.name not in inputs, p.where,
             f"'{p.name}' is computed by {SHOW}, and depends on inputs or is one: {SHOW} is for what is only "
             f"watched")
        need(p.kind == "pout" or p.name in used, p.where,
             f"'{p.name}' is an output that nobody reads and that qualifies nothing")


def _find_built(t, m, p):
    """A port whose qualifier is not built is never valid, and so not built."""
    p.built_if = tuple(dict.fromkeys(c for q in [*m.qualifiers(p), p] for c in q.built_if))
    p.built = all(t.value(c, t.counts[0]) for c in p.built_if)


def _levels(m):
    """The length of the longest chain of outputs before each output. A loop of signals is an error."""
    level = {}

    def visit(name, trail):
        p = m.signals[name]
        if p.kind == "pin":
            return 0
        if name in trail:
            loop = trail[trail.index(name):] + [name]
            raise TableError("port tables: loop between blocks: " + " -> ".join(f"{m.signals[n].block}.{n}"
                for n in loop))
        if name not in level:
            level[name] = 1 + max((visit(d, trail + [name]) for d in p.deps), default=0)
        return level[name]

    for p in m.outs:
        visit(p.name, [])
    return level


def _schedule(m):
    """An order of (block, eval) in which each output is computed after all its dependencies."""
    level = _levels(m)
    steps = {(b.name, e): max(level[p.name] for p in b.outs if p.eval == e) for b in m.blocks
             for e in b.evals}
    # functions, not signals, are called: no function may read a result of a later one
    done, pending, result = set(), sorted(steps, key=lambda s: steps[s]), []
    while pending:
        for s in pending:
            b = m.block(s[0])
            outs = [p for p in b.outs if p.eval == s[1]]
            if {d for p in outs for d in p.deps if m.signals[d].kind != "pin"} <= done:
                break
        else:
            raise TableError("port tables: loop between evals: " + ", ".join(f"{a}.{e}" for a, e in pending))
        pending.remove(s)
        done |= {p.name for p in outs}
        result.append((b, s[1]))
    return result


def load(folder=PORTS, chosen=None, chips=(), model=""):
    """All tables in the folder and its subfolders, with these sizes ({name: text}) instead of their
    defaults; with the other configurations, the machines of several, and these chips (chips.Chip). A chosen
    size is also that of a configuration that does not name it. A configuration that is then impossible does
    not exist, and no machine with it. With `model`, this machine and its configurations alone."""
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.*"), recursive=True))
    configs = []
    for p in (p for p in paths if p.endswith(".config")):
        try:
            configs.append(_load(folder, paths, chosen, p, model=model))
        except sizes_of.Impossible:
            if not chosen:
                raise
    t = _load(folder, paths, chosen=chosen, configs=configs, model=model)
    if model:
        need(model in t.machines and t.machines[model].mixed, "", f"model={model}: no machine of several configurations has this name")
        t.configs = [c for c in configs if c.config in t.machines[model].configs]
        t.blocks = {n: b for n, b in t.blocks.items() if any(b in m.blocks for m in t.alone)}
    t.chips = [_load(folder, paths, chosen=c.sizes, chip=c) for c in chips]
    t.family = [t] + t.configs + t.chips
    for c in t.configs + t.chips:
        machines.prune(c, t)
        c.family = t.family
    return t


def load_blocks(folder=PORTS, chosen=None):
    """The same of the blocks, and of the machines of blocks, without configurations: a tenth of the work."""
    return _load(folder, sorted(glob.glob(os.path.join(folder, "**", "*.*"), recursive=True)), chosen, single=True)


def load_wide(t, chosen):
    """Loads the same of 64 lanes, for the model alone: of the default configuration, with these sizes, and of
    chips that have them."""
    paths = sorted(glob.glob(os.path.join(PORTS, "**", "*.*"), recursive=True))
    those = [t] + [c for c in t.chips if c.chip.lanes == WIDE]
    for c in those:
        c.wide = _load(PORTS, paths, chosen=c.chip.sizes if c.chip else chosen, chip=c.chip, counts=(WIDE,))
        machines.prune(c.wide, c.wide)
    for c in those:
        c.wide.family = [x.wide for x in those]


def _load(folder, paths, chosen=None, config=None, configs=(), chip=None, model="", counts=LANE_COUNTS,
          single=False):
    t = Tables(sizes_of.load(paths, chosen, config, counts), {}, {}, configs=list(configs), chip=chip,
               model=model, single=single or chip is not None or counts != LANE_COUNTS)
    t.config = chip.name if chip else os.path.basename(config)[:-7] if config else ""
    t.family = [t]
    for p in (p for p in paths if p.endswith(".ports")):
        b = _read_block(t, p)
        need(b.name not in t.blocks, p, f"there is another block '{b.name}'")
        t.blocks[b.name] = b
    machines.load(t, folder, [p for p in paths if p.endswith(".machine")], chosen, _settle)
    return t


def _settle(t, m):
    """Joins and checks the blocks of a machine."""
    m.tables = t
    _join(m)
    _check(t, m)
    for p in m.signals.values():
        _find_built(t, m, p)
    m.schedule = _schedule(m)


def main_guard(fn):
    """Runs a script's main. A refusal, for example of a table, is one line and exit status 2."""
    try:
        sys.exit(fn())
    except Refused as e:
        print(e, file=sys.stderr)
        sys.exit(2)
