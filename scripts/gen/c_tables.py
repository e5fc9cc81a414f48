"""ul1_tables.h: the tables as data, with name, width, qualifier and offset of every port; and the three
functions that drive each block and machine as a twin. ul1_mixed.h: the same of machines with parts of several
configurations, and the evaluation that leaves out parts that rest (c_lazy)."""
import c_lazy
import layout
from text import HEAD, c_expr, c_str, c_value, ctype, flat, member, room

COUNT = "#define COUNT(a) (sizeof(a) / sizeof *(a))"
RADIX = {"bin": "UL1_BIN", "hex": "UL1_HEX", "dec": "UL1_DEC"}


class _Rows:
    """The ports of one table: inputs first, then outputs."""

    def __init__(self, t, name):
        self.t, self.name, self.rows, self.names = t, name, [], []

    def add(self, m, p, path, is_out, leaves=True):
        """A port of a machine of blocks (or of a block in it), at this path in the struct. `leaves`: an
        output leaves the machine."""
        t = self.t
        base, _, en = p.radix.partition(":")
        number = c_expr if m.tables is t else lambda x: c_value(m.tables, x)
        step = [(b.name, e) for b, e in m.schedule].index((p.block, p.eval)) if p.is_out else 0
        fields = [c_str(p.name), c_str(".".join(path[0])) if path[0] else "NULL", c_str(p.block),
                  c_str(p.group), c_str(p.meaning),
                  number(p.width), number(p.count), room(t, p) if p.is_array else "1",
                  c_str(p.field) if p.field else "NULL",
                  f"sizeof({ctype(t, p)})",
                  str(int(is_out)), str(int(p.kind == "pout" and leaves)), str(int(p.built)), str(step),
                  f"offsetof(struct ul1_{self.name}_{'out' if is_out else 'in'}, "
                  f"{member(p.name, path[0] + path[1])})"]
        tail = [RADIX.get(base, "UL1_ENUM"), f"enum_{en}, sizeof enum_{en} / sizeof *enum_{en}" if en
                else "NULL, 0"]
        self.names.append((path[0], p.name))
        self.rows.append((path[0], p.when, fields, tail))

    def text(self):
        at = {n: i for i, n in enumerate(self.names)}
        return [f"static const struct ul1_port ports_{self.name}[] = {{"] + [
            "    { " + ", ".join(fields + [str(at.get((path, when), -1))] + tail) + " }," for path, when,
            fields, tail in self.rows
        ] + ["};", ""]


def _ports(t):
    o = []
    for m in t.homes:
        for b in m.blocks:
            rows = _Rows(t, b.name)
            for p in m.ins_of(b):
                rows.add(m, p, ((), ()), False)
            for p in b.outs:
                rows.add(m, p, ((), ()), True)
            o += rows.text()
    return o + _machine_ports(t, t.plain)


def _machine_ports(t, machines):
    o = []
    for m in machines:
        rows = _Rows(t, m.name)
        exposed = {e.key for e in m.edge()}
        for path, leaf in m.leaves():
            for p in leaf.pins:
                if (path, p.name) in exposed:
                    rows.add(leaf, p, (path, ()), False)
        for path, leaf in m.leaves():
            for p in leaf.outs:
                rows.add(leaf, p, (path, leaf.inner(p)), True, (path, p.name) in exposed)
        o += rows.text()
    return o


def _block_functions(t, b):
    n = b.name
    names = ["rst"] * b.clocked + [p.name for p in layout.ins(t, t.machine_of(b), b)]
    o = [f"static struct {n}_in inputs_{n}(const struct ul1_{n}_in *in)", "{"]
    o += [f"    return (struct {n}_in){{ {', '.join(f'.{p} = in->{p}' for p in names)} }};", "}"]
    o += [f"static void block_{n}_early(void *state, void *out)", "{", "    (void)state, (void)out;"]
    first = f"(const struct {n}_state *)state, " if b.clocked else ""
    # the evals of a block may run in any order: each is a function of state and inputs
    early = [e for e in b.evals if not b.reads_inputs(e)]
    o += [f"    {n}_{e}({first}NULL, out);" for e in early] + ["}"]
    o += [f"static void block_{n}_late(void *state, const void *in, void *out)", "{",
          "    (void)state, (void)in, (void)out;"]
    late = [f"    {n}_{e}({first}&i, out);" for e in b.evals if e not in early]
    o += [f"    const struct {n}_in i = inputs_{n}(in);"] * bool(late) + late + ["}"]
    o += [f"static void block_{n}_clock(void *state, const void *in, const void *out)", "{",
          "    (void)state, (void)in, (void)out;"]
    o += ([f"    const struct {n}_in i = inputs_{n}(in);", f"    {n}_clock(state, &i, out);"]
          if b.clocked else []) + ["}"]
    return o + ([f"static int block_{n}_rests(const void *state)", "{", f"    return {n}_rests(state) != 0;", "}"]
                if b.rests else [])


def _function(n, kind, body):
    args = {"early": "void *state, void *out", "late": "void *state, const void *in, void *out",
            "clock": "void *state, const void *in, const void *out"}[kind]
    return [f"static void block_{n}_{kind}({args})", "{"] + body + ["}"]


def _machine_functions(m):
    n = m.name
    return (_function(n, "early", [f"    {n}_early(state, out);", f"    {n}_show(state, out);"])
            + _function(n, "late", [f"    {n}_late(state, in, out);"])
            + _function(n, "clock", [f"    {n}_clock(state, in, out);"]))


def _assembled_functions(m):
    """Each part is evaluated with its own inputs; if they are wired, in the order of m.steps."""
    n, kinds = m.name, dict(m.parts)
    if m.mixed:
        place = {name: i for i, name in enumerate(kinds)}
        state = {name: f"state_of(pieces_{n}, {place[name]}, state)" for name in kinds}
        call = lambda name, kind: f"pieces_{n}[{place[name]}]->{kind}"
        takes = []
    else:
        state = {name: f"&s->{name}" if part.clocked else "NULL" for name, part in m.parts}
        call = lambda name, kind: f"block_{kinds[name].name}_{kind}"
        takes = [f"    struct {n}_state *s = state;"]
    ins = [f"    const struct ul1_{n}_in *i = in;"]
    outs = [f"    struct ul1_{n}_out *o = out;"]
    wire = {name: [f"    wire_{n}_{flat(name)}(i, o);"] * bool(m.wires) for name in kinds}
    given = "&o->wired." if m.wires else "&i->"
    late = [line for name in m.steps for line in wire[name] + [
        f"    {call(name, 'late')}({state[name]}, {given}{name}, &o->{name});"]]
    last = [line for name in kinds for line in wire[name]]
    return (_function(n, "early", takes + outs + [f"    {call(name, 'early')}({state[name]}, &o->{name});"
                                                  for name in kinds])
            + _function(n, "late", takes + ins + outs + late + last)
            + _function(n, "clock", takes + (["    (void)in;"] if m.wires and not m.halves else ins)
                        + [f"    const struct ul1_{n}_out *o = out;"]
                        + [f"    {'' if m.ticks(name) or not m.halves else 'if (!i->half) '}"
                           f"{call(name, 'clock')}({state[name]}, {given}{name}, &o->{name});"
                           for name in kinds]))


def _place(m):
    """Where a machine is in the table of its configuration, or in that of machines of several, as C."""
    if m.mixed:
        return f"&UL1_TABLE(mixed_)[{m.tables.mixed.index(m)}]"
    names = [x.name for x in _all(m.tables)]
    return f"&UL1_TABLE({m.tables.config and m.tables.config + '_'})[{names.index(m.name)}]"


def _parts(machines):
    """The machines of blocks, and the blocks, that each machine is made of in the end: where each is in the
    table of its configuration, and the offsets of its structs."""
    o = []
    for m in machines:
        o += [f"static const struct ul1_part parts_{m.name}[] = {{"]
        for path, leaf in m.leaves():
            wired = [i for i in range(len(path)) if _at(m, path[:i]).wires]
            inputs = ".".join(path[:wired[-1]] + ("wired",) + path[wired[-1]:] if wired else path)
            o += [f"    {{ {c_str('.'.join(path))}, {_place(leaf)}, "
                  f"offsetof(struct ul1_{m.name}_in, {'.'.join(path)}), "
                  f"offsetof(struct ul1_{m.name}_out, {'.'.join(path)}), {int(bool(wired))}, "
                  f"offsetof(struct ul1_{m.name}_{'out' if wired else 'in'}, {inputs}), "
                  f"{int(_resets_alone(m, path))}, {int(m.halves and _at(m, path[:-1]).ticks(path[-1]))} }},"]
        o += ["};", ""] + _wires(m)
    return o


def _wires(m):
    """The wires between them, by interfaces."""
    place = {path: i for i, (path, _) in enumerate(m.leaves())}
    slice_of = lambda index: -1 if index is None else index
    rows = [f"    {{ {place[j.path]}, {place[j.to_path]}, {c_str(j.group)}, {c_str(j.to_group)}, {slice_of(j.index)}, "
            f"{slice_of(j.to_index)} }}," for j in m.all_joints()]
    return [f"static const struct ul1_wire wires_{m.name}[] = {{"] + rows + ["};", ""] if rows else []


def _resets_alone(m, path):
    """Whether a part has a reset of its own in the inputs of the machine."""
    while path and not m.wires:
        m, path = dict(m.parts)[path[0]], path[1:]
    return not path or path in m.all_resets()


def _at(m, path):
    for name in path:
        m = dict(m.parts)[name]
    return m


def _all(t):
    return list(t.blocks.values()) + t.plain


def _enums(t):
    return [f"static const char *const enum_{e}[] = {{ " + ", ".join(f"[{v}] = {c_str(k)}" for k, v in keys.items())
            + " };" for e, (_, keys) in t.sizes.enums.items()]


def _sizes(t):
    return ["", "static const struct ul1_sizes sizes = UL1_SIZES;", ""]


def _rows(t, all_of):
    rows = []
    for x in all_of:
        n, is_block = x.name, x.name in t.blocks
        parts = f"parts_{n}, COUNT(parts_{n})" if not is_block and x.parts else "NULL, 0"
        parts += f", wires_{n}, COUNT(wires_{n})" if not is_block and x.all_joints() else ", NULL, 0"
        of = c_str(t.machine_of(x).name if is_block else n) if is_block or x.blocks else "NULL"
        nin = len(x.inputs) if is_block else sum(not e.port.is_out for e in x.edge())
        mixed = not is_block and x.mixed
        pieces = f"pieces_{n}, COUNT(pieces_{n})" if mixed else "NULL, 0"
        size = f"sizeof(struct {n}_state)" if x.clocked and not mixed else "0"
        rests = f"block_{n}_rests" if is_block and x.rests else "NULL"
        halves = x.near if is_block else x.halves
        half = f"offsetof(struct ul1_{n}_in, half)" if halves else "0"
        lazy = f"&lazy_{n}" if not is_block and c_lazy.is_lazy(x) else "NULL"
        rows += [f"    {{ {c_str(n)}, {c_str(x.meaning)}, LANES, {c_str(t.config)}, &sizes, {int(x.clocked)}, {int(not is_block)}, {int(not is_block and bool(x.wires))}, {of}, {parts}, {pieces}, ports_{n}, {nin}, "
                 f"COUNT(ports_{n}), {size}, sizeof(struct ul1_{n}_in), sizeof(struct ul1_{n}_out), {half}, "
                 f"block_{n}_early, block_{n}_late, block_{n}_clock, {rests}, {lazy} }}"]
    return [COUNT, "#define BLOCKS \\", ", \\\n".join(rows), ""]


def _as_lazy(m, row):
    """The row of a machine with the functions that leave out parts that rest, and their state."""
    n = m.name
    for f in ("early", "late", "clock"):
        row = row.replace(f"block_{n}_{f}", f"lazy_{n}_{f}")
    return row.replace(f", 0, sizeof(struct ul1_{n}_in)", f", sizeof(struct {n}_lazy), sizeof(struct ul1_{n}_in)")


def _lazy(t, m):
    row = _as_lazy(m, _rows(t, [m])[2]).replace(f"&lazy_{m.name} }}", "NULL }")
    return [f"static const struct ul1_block lazy_{m.name} =", row + ";", ""]


def _pieces(m):
    return [f"static const struct ul1_block *const pieces_{m.name}[] = {{ "
            + ", ".join(_place(part) for _, part in m.parts) + " };"]


def _mixed(t):
    o = [HEAD.format("//"), "// Included by mixed.c only.", ""]
    o += [f"extern const struct ul1_block UL1_TABLE({c.config}_)[];" for c in t.configs]
    o += ["extern const struct ul1_block UL1_TABLE()[];", "extern const struct ul1_block UL1_TABLE(mixed_)[];", ""]
    o += _enums(t) + _sizes(t) + _machine_ports(t, t.mixed)
    o += c_lazy.rows() if any(map(c_lazy.is_lazy, t.mixed)) else []
    for m in t.mixed:
        o += _pieces(m) + ([] if t.model else _assembled_functions(m))
        o += c_lazy.text(t, m) if c_lazy.is_lazy(m) else []
    o += [""] + _parts(t.mixed) + [COUNT]
    rows = _rows(t, t.mixed)
    for m in filter(c_lazy.is_lazy, t.mixed):
        o += _lazy(t, m)
        rows = [_as_lazy(m, r) for r in rows] if t.model else rows   # the only evaluation
    return "\n".join(o + rows)


def emit(t):
    o = [HEAD.format("//"), "// Included by lanes.c only.", ""] + _enums(t) + _sizes(t) + _ports(t)
    for b in t.blocks.values():
        o += _block_functions(t, b)
    for m in t.plain:
        o += _assembled_functions(m) if m.parts else _machine_functions(m)
    plain = [m for m in t.plain if m.parts]
    return {"ul1_tables.h": "\n".join(o + [""] + _parts(plain) + _rows(t, _all(t))),
            **({"ul1_mixed.h": _mixed(t)} if t.mixed else {})}
