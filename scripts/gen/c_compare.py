"""compare.h: the comparison of two samples of a block or machine, port by port under its qualifier.

The code is straight-line: it only accumulates a difference. If there is one, the caller finds it by a search
of the tables.
"""
import layout
from sizes import LANE_COUNTS
from text import HEAD, c_value, ctype


def _lines(t, m, b, foreign):
    """The comparison of each output of a block. Qualifiers that other blocks drive are parameters. If outputs
    are compared together, only the first is counted (_alike)."""
    def at(q):
        return q.name if q.name in foreign else f"a->{q.name}"

    number = {p.name: i for i, p in enumerate(b.outs)}
    c_expr = lambda text: c_value(t, text)
    arrays = [p.when for p in _compared(b) if p.is_array and p.when]
    for q in dict.fromkeys(n for n in arrays if m.signals[n].is_array):
        name = "fields_on" if _is_long(t, m.signals[q]) else "lanes_on"
        yield f"    const uint64_t on_{q} = {name}({at(m.signals[q])}, {c_expr(m.signals[q].count)});"
    for run in _always(t, m, b):
        first, last = (f"struct ul1_{b.name}_out, {p.name}" for p in (run[0], run[-1]))
        size = (f"sizeof a->{run[0].name}" if len(run) == 1 else
                f"offsetof({last}) + sizeof a->{run[-1].name} - offsetof({first})")
        yield f"    d |= differ_run(&a->{run[0].name}, &b->{run[0].name}, {size});"
    for conds, ports in _together(t, m, b, at).items():
        yield f"    if ({' && '.join(f'{x} != 0' for x in conds[:-1])}) {{"
        yield from (f"        d |= {_differs(t, m, p, at)};" for p in ports)
        yield f"        checks[{number[ports[0].name]}] += {conds[-1]};"
        yield "    }"


def _compared(b):
    return [p for p in b.outs if p.built]


def _is_long(t, p):
    """Whether it has more fields than a mask of 64 bits."""
    return max(t.value(p.count, n) for n in LANE_COUNTS) > 64


def _always(t, m, b):
    """The outputs that are compared in every cycle, in contiguous runs."""
    found = []
    for p in layout.outs(t, m, b):
        if p.when or not p.built:
            found.append(None)
        elif (found and found[-1] and p.is_array == found[-1][0].is_array
              and (not p.is_array or ctype(t, p) == ctype(t, found[-1][0]))):
            found[-1].append(p)
        else:
            found.append([p])
    return [run for run in found if run]


def _together(t, m, b, at):
    """Outputs grouped by qualifier and number of compared values. A group is skipped when its qualifier is
    off, which is the usual case."""
    found = {}
    for p in _compared(b):
        if not p.when:
            continue
        q = m.signals[p.when]
        # the qualifier's own qualifiers: scalars only, outermost first
        conds = [at(c) for c in m.qualifiers(p)[:-1]]
        on = f"on_{q.name}" if q.is_array else at(q)
        count = ("1" if not p.is_array else f"{_count_on(t, q, on)} * {_times(t, p, q)}" if _times(t, p, q)
                 else on if q.is_array and _is_long(t, q)
                 else c_value(t, p.count) if _is_long(t, p)
                 else f"count_of({on if q.is_array or q.masks(p) else f'all_of({c_value(t, p.count)})'})")
        found.setdefault((*([on] + conds if p.is_array else conds + [on]), count), []).append(p)
    return found


def _times(t, p, q):
    """How many fields each field of the qualifier stands for; empty if for one, or if it is no array."""
    sliced = q.is_array and p.is_sliced(t, q)
    return f"(({c_value(t, p.count)}) / ({c_value(t, q.count)}))" if sliced else ""


def _count_on(t, q, on):
    return on if _is_long(t, q) else f"count_of({on})"


def _differs(t, m, p, at):
    if not p.is_array:
        return f"(uint64_t)a->{p.name} ^ b->{p.name}"
    bits, n, q = ctype(t, p)[4:-2], c_value(t, p.count), m.signals[p.when]
    if _times(t, p, q):
        return (f"diff_slices(a->{p.name}, b->{p.name}, {c_value(t, q.count)}, "
                f"{_times(t, p, q)} * sizeof *a->{p.name}, {at(q)})")
    if q.is_array and (p.width, q.width) == ("WORD_W", "WORD_BYTES"):
        return f"diff32_bytes(a->{p.name}, b->{p.name}, {n}, {at(q)})"
    if _is_long(t, p):
        return (f"diff_fields(a->{p.name}, b->{p.name}, {n}, sizeof *a->{p.name}, {at(q)})" if q.is_array
                else f"differ_run(a->{p.name}, b->{p.name}, sizeof a->{p.name})")
    mask = f"on_{q.name}" if q.is_array else at(q) if q.masks(p) else f"all_of({n})"
    return f"diff{bits}(a->{p.name}, b->{p.name}, {n}, {mask})"


def _alike(t, m, b):
    """For each output, the number of the output that is counted for it."""
    number = {p.name: i for i, p in enumerate(b.outs)}
    alike = list(range(len(b.outs)))
    for ports in _together(t, m, b, lambda q: q.name).values():
        for p in ports:
            alike[number[p.name]] = number[ports[0].name]
    return alike


def _foreign(m, b):
    return list(dict.fromkeys(p.when for p in _compared(b) if p.when and m.signals[p.when].block != b.name))


def _machine(m):
    o = [f"static uint32_t compare_{m.of}(const struct ul1_{m.name}_out *a, const struct ul1_{m.name}_out "
         f"*b, uint64_t *checks)",
         "{", "    uint32_t d = 0;"]
    base = 0
    if m.parts:
        for n, part in m.parts:
            args = "".join(f", a->wired.{n}.{q}" for q in _foreign(part,
                part.blocks[0])) if part.alone else ""
            o += [f"    d |= compare_{part.of}(&a->{n}, &b->{n}, checks + {base}{args});"]
            base += sum(len(leaf.outs) for _, leaf in part.leaves())
        return o + ["    return d;", "}", ""]
    for b in m.blocks:
        args = "".join(f", a->{m.signals[n].block}.{n}" for n in _foreign(m, b))
        o += [f"    d |= compare_{_of(m, b)}(&a->{b.name}, &b->{b.name}, checks + {base}{args});"]
        base += len(b.outs)
    return o + ["    return d;", "}", ""]


def _of(m, b):
    """The name of a block with that of its configuration."""
    return f"{m.tables.config}_{b.name}" if m.tables.config else b.name


def _alike_of(m):
    """The comparison of all outputs of a machine."""
    found = []
    for x in [part for _, part in m.parts] or m.blocks:
        first = len(found)
        found += [first + i for i in (_alike_of(x) if m.parts else _alike(m.tables, m, x))]
    return found


def emit(t):
    o = [HEAD.format("//"),
         "// Included by scoreboard.c only. a and b are samples of one block in one cycle. Returns whether "
         "any",
         "// qualified value differs, and adds to checks[] how many values of each qualified port were "
         "compared; of ports that are",
         "// always compared together to that of one of them alone, which alike[] of the others names.",
         "// What qualifies is taken from a; where b qualifies otherwise, the qualifier itself differs and "
         "is seen.", ""]
    homes = [m for c in reversed(t.family) for m in c.homes]
    machines = [m for c in reversed(t.family) for m in c.machines.values()]
    for m in homes:
        for b in m.blocks:
            params = "".join(f", {ctype(t, m.signals[n])} {n}" for n in _foreign(m, b))
            o += [f"static uint32_t compare_{_of(m, b)}(const struct ul1_{b.name}_out *a, const struct "
                  f"ul1_{b.name}_out *b, "
                  f"uint64_t *checks{params})", "{", "    uint64_t d = 0;"]
            o += list(_lines(m.tables, m, b, _foreign(m, b))) + ["    (void)a, (void)b, (void)checks;", "    return d != 0;", "}", ""]
    for m in machines:
        o += _machine(m)
    o += ["typedef uint32_t compare_fn(const void *in, const void *a, const void *b, uint64_t *checks);", ""]
    foreign = {(b.name, m.tables.config, _of(m, b)): _foreign(m, b) for m in homes for b in m.blocks} | {
        (m.name, m.tables.config, m.of): [] for m in machines}
    for (block, _, n), names in foreign.items():
        args = "".join(f", ((const struct ul1_{block}_in *)in)->{q}" for q in names)
        o += [f"static uint32_t any_{n}(const void *in, const void *a, const void *b, uint64_t *checks)",
              "{", "    (void)in;", f"    return compare_{n}(a, b, checks{args});", "}"]
    alike = {_of(m, b): _alike(m.tables, m, b) for m in homes for b in m.blocks} | {m.of: _alike_of(m)
        for m in machines}
    o += [""] + [f"static const uint16_t alike_{n}[] = {{ {', '.join(map(str, alike[n]))} }};"
                 for _, _, n in foreign]
    o += ["", "static const struct { const char *block, *config; compare_fn *fn; const uint16_t *alike; } compares[] "
              "= {"]
    return {"compare.h": "\n".join(o + [f"    {{ \"{block}\", \"{config}\", any_{n}, alike_{n} }}," for block, config, n in foreign]
                                   + ["};", ""])}
