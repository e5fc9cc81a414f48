"""compare.h: the comparison of two samples of a block or machine, port by port under its qualifier.

Straight-line code: a difference is only accumulated here, and found by walking the tables when there is one.
"""
import layout
from text import HEAD, c_expr, ctype


def _lines(t, m, b, foreign):
    """The comparison of each output of a block; qualifiers that other blocks drive are parameters."""
    def at(q):
        return q.name if q.name in foreign else f"a->{q.name}"

    together = {}   # scalars by what qualifies them: when that is off, as mostly, they are passed over at once
    number = {p.name: i for i, p in enumerate(b.outs)}
    for q in dict.fromkeys(p.when for p in b.outs if p.is_array and p.when and m.signals[p.when].is_array):
        yield f"    const uint64_t on_{q} = lanes_on({at(m.signals[q])}, {c_expr(m.signals[q].count)});"
    for p in layout.outs(t, m, b):
        i = number[p.name]
        q = m.signals[p.when] if p.when else None
        conds = [at(c) for c in m.qualifiers(p)[:-1]]   # the qualifier's own qualifiers: scalars only, outermost first
        if p.is_array:
            yield from _array(t, p, i, q, at(q) if q else None, conds)
        else:
            together.setdefault(tuple(conds + [at(q)] if q else ()), []).append((i, p))
    for conds, ports in together.items():
        differ = [f"d |= (uint64_t)a->{p.name} ^ b->{p.name};" for _, p in ports]
        if not conds:
            first, last = (f"struct ul1_{b.name}_out, {p.name}" for p in (ports[0][1], ports[-1][1]))
            yield f"    d |= differ_run(&a->{ports[0][1].name}, &b->{ports[0][1].name}, offsetof({last}) + sizeof a->{ports[-1][1].name} - offsetof({first}));"
            continue
        yield f"    if ({' && '.join(f'{x} != 0' for x in conds)}) {{"
        yield from (f"        {line}" for line in differ)
        yield from (f"        checks[{i}]++;" for i, _ in ports)
        yield "    }"


def _array(t, p, i, q, on, conds):
    bits, n = ctype(t, p)[4:-2], c_expr(p.count)
    if q is None:
        yield f"    d |= differ_run(a->{p.name}, b->{p.name}, sizeof a->{p.name});"
        return
    if q.is_array:
        mask = f"on_{q.name}"
        by_byte = (p.width, q.width) == ("WORD_W", "WORD_BYTES")
        call = f"diff32_bytes(a->{p.name}, b->{p.name}, {n}, {on})" if by_byte else f"diff{bits}(a->{p.name}, b->{p.name}, {n}, {mask})"
        cond = mask
    else:
        mask = on if q.masks(p) else f"all_of({n})"
        call = f"diff{bits}(a->{p.name}, b->{p.name}, {n}, {mask})"
        cond = f"{on} != 0"
    yield f"    if ({' && '.join([cond] + [f'{x} != 0' for x in conds])}) {{"
    yield f"        d |= {call};"
    yield f"        checks[{i}] += count_of({mask});"
    yield "    }"


def _foreign(m, b):
    return list(dict.fromkeys(p.when for p in b.outs if p.when and m.signals[p.when].block != b.name))


def _machine(m):
    o = [f"static uint32_t compare_{m.name}(const struct ul1_{m.name}_out *a, const struct ul1_{m.name}_out *b, uint64_t *checks)",
         "{", "    uint32_t d = 0;"]
    base = 0
    if m.parts:
        for n, part in m.parts:
            o += [f"    d |= compare_{part.name}(&a->{n}, &b->{n}, checks + {base});"]
            base += sum(len(leaf.outs) for _, leaf in part.leaves())
        return o + ["    return d;", "}", ""]
    for b in m.blocks:
        args = "".join(f", a->{m.signals[n].block}.{n}" for n in _foreign(m, b))
        o += [f"    d |= compare_{b.name}(&a->{b.name}, &b->{b.name}, checks + {base}{args});"]
        base += len(b.outs)
    return o + ["    return d;", "}", ""]


def emit(t):
    o = [HEAD.format("//"), "// Included by scoreboard.c only. a and b are samples of one block in one cycle. Returns whether any",
         "// qualified value differs, and adds to checks[] how many values of each qualified port were compared.",
         "// What qualifies is taken from a; where b qualifies otherwise, the qualifier itself differs and is seen.", ""]
    for m in t.composed:
        for b in m.blocks:
            params = "".join(f", {ctype(t, m.signals[n])} {n}" for n in _foreign(m, b))
            o += [f"static uint32_t compare_{b.name}(const struct ul1_{b.name}_out *a, const struct ul1_{b.name}_out *b, "
                  f"uint64_t *checks{params})", "{", "    uint64_t d = 0;"]
            o += list(_lines(t, m, b, _foreign(m, b))) + ["    (void)checks;", "    return d != 0;", "}", ""]
    for m in t.machines.values():
        o += _machine(m)
    o += ["typedef uint32_t compare_fn(const void *in, const void *a, const void *b, uint64_t *checks);", ""]
    foreign = {b.name: _foreign(m, b) for m in t.composed for b in m.blocks} | {n: [] for n in t.machines}
    for n, names in foreign.items():
        args = "".join(f", ((const struct ul1_{n}_in *)in)->{q}" for q in names)
        o += [f"static uint32_t any_{n}(const void *in, const void *a, const void *b, uint64_t *checks)",
              "{", "    (void)in;", f"    return compare_{n}(a, b, checks{args});", "}"]
    o += ["", "static const struct { const char *block; compare_fn *fn; } compares[] = {"]
    return {"compare.h": "\n".join(o + [f"    {{ \"{n}\", any_{n} }}," for n in foreign] + ["};", ""])}
