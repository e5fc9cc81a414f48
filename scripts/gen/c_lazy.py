"""A second evaluation of machines whose parts are blocks alone, some of which rest at times (the line `rests`
of their tables). It leaves out parts that rest and are offered nothing. Parts of one array share loops."""
from sizes import LANE_COUNTS
from text import HEAD, c_value, ctype


def is_lazy(m):
    """Whether the machine has this evaluation."""
    return m.mixed and not m.resets and all(part.alone for _, part in m.parts) and any(
        part.blocks[0].rests for _, part in m.parts)


def _base(name):
    return name.partition("[")[0]


def _index(name):
    return int(name.partition("[")[2][:-1] or 0)


class _Kind:
    """The parts of one array, or a part that is none."""

    def __init__(self, m, base, count, part, first):
        self.m, self.base, self.count, self.block, self.first = m, base, count or 1, part.blocks[0], first
        self.leaf = part
        self.leaf_name = next(n for n, _ in m.parts if _base(n) == base)
        self.is_array = count is not None
        self.is_late = part.has_late()
        self.needs = {d for p in self.block.outs for d in p.deps}

    def of(self, struct, index="n"):
        """A part of the array in a struct of the machine."""
        return f"{struct}{'.' if '->' in struct else '->'}{self.base}" + f"[{index}]" * self.is_array


class _Copy:
    """A port of one array of parts that drives a port of another, or of several parts of it, all alike."""

    def __init__(self, t, src, dst):
        self.src, self.dst = src.port, dst.port
        bits = [[e.leaf.tables.value(e.port.width, n) for n in LANE_COUNTS] for e in (src, dst)]
        fits = all(x <= y for x, y in zip(*bits))
        self.low = "" if fits else f" & ((UINT64_C(1) << {c_value(dst.leaf.tables, dst.port.width)}) - 1)"
        self.whole = fits and ctype(t, src.port) == ctype(t, dst.port)
        end = src if dst.index is not None else dst
        self.few = c_value(end.leaf.tables, end.port.count)
        self.ends = src.index is not None, dst.index is not None

    def at_src(self, index="r->at_src"):
        return f"[{index}]" if self.src.is_array else ""

    def line(self):
        a, b = f"from->{self.src.name}", f"to->{self.dst.name}"
        if not self.src.is_array or not self.dst.is_array:
            at = f"[{'r->at_dst' if self.ends[1] else '0'}]" if self.dst.is_array else ""
            return f"{b}{at} = {a}{self.at_src()}{self.low};"
        a, b = (f"{x}[{f'r->{y} * ({self.few})' if on else '0'}" for x, y, on in (
            (a, "at_src", self.ends[0]), (b, "at_dst", self.ends[1])))
        if self.whole:
            return f"memcpy(&{b}], &{a}], ({self.few}) * sizeof {b}]);"
        return f"for (unsigned i = 0; i < {self.few}; i++) {b} + i] = {a} + i]{self.low};"


class _Machine:
    def __init__(self, t, m):
        self.t, self.m, self.tables = t, m, {}
        self.kinds, first = {}, 0
        for base, count, part in m.members():
            self.kinds[base] = _Kind(m, base, count, part, first)
            first += self.kinds[base].count
        self.count = first
        self.copies = self._copies()

    def _copies(self):
        """{(array that is driven, array that drives, rows): [_Copy]}"""
        rows, copies = {}, {}
        for src, dst in self.m.wires:
            if not (src.port.built and dst.port.built):
                continue
            a, b = _base(src.path[0]), _base(dst.path[0])
            copy = _Copy(self.t, src, dst)
            key = b, a, src.port.name, dst.port.name, copy.few, copy.ends
            copies.setdefault(key, copy)
            rows.setdefault(key, []).append(
                (_index(dst.path[0]), _index(src.path[0]), src.index or 0, dst.index or 0))
        found = {}
        for key, copy in copies.items():
            found.setdefault(key[:2] + (tuple(sorted(rows[key])),), []).append(copy)
        return found

    def table(self, count, rows, what):
        """The name of a table of rows, by the part that they are of."""
        key = count, tuple(rows), what
        if key not in self.tables:
            self.tables[key] = f"rows_{self.m.name}_{len(self.tables)}"
        return self.tables[key]

    def tables_text(self):
        o = []
        for (count, rows, what), name in self.tables.items():
            begin = [sum(r[0] < i for r in rows) for i in range(count + 1)]
            o += [f"static const uint16_t {name}_begin[] = {{ {', '.join(map(str, begin))} }};",
                  f"static const struct lazy_{what} {name}[] = {{"]
            o += ["    { " + ", ".join(map(str, r[1:])) + " }," for r in rows] + ["};"]
        return o

    # ---- the inputs of a part

    def _pins(self, kind, only):
        """Inputs from outside."""
        exposed = {e.port.name: e.port for e in self.m.exposed
                   if _base(e.path[0]) == kind.base and not e.port.is_out}
        lines = {}
        for p in exposed.values():
            if not p.built or only is not None and p.name not in only:
                continue
            q = p.when if p.when in exposed and not exposed[p.when].is_array else ""
            text = (f"memcpy(to->{p.name}, outer->{p.name}, sizeof to->{p.name});" if p.is_array
                    else f"to->{p.name} = outer->{p.name};")
            lines.setdefault(q, []).append(text)
        if not lines:
            return []
        o = [f"    const struct ul1_{kind.block.name}_in *outer = &{kind.of('in')};"]
        o += [f"    {x}" for x in lines.pop("", [])]
        for q, texts in lines.items():
            o += [f"    if (outer->{q}) {{"] + [f"        {x}" for x in texts] + ["    }"]
        return o

    def _joined(self, kind, only):
        """Inputs from other parts. What is not valid is not copied."""
        o = []
        for (b, a, rows), copies in self.copies.items():
            copies = [c for c in copies if only is None or c.dst.name in only]
            if b != kind.base or not copies:
                continue
            name, driven = self.table(kind.count, rows, "row"), {c.dst.name: c for c in copies}
            lines = {}
            for c in copies:
                q = driven.get(c.dst.when)
                ok = q and q.src.count == q.dst.count == "1" or q and q.dst.width == "1" and (
                    not q.src.is_array or q.few == "1")
                lines.setdefault(c.dst.when if ok else "", []).append(c.line())
            o += [f"    for (unsigned k = {name}_begin[n]; k < {name}_begin[n + 1]; k++) {{",
                  f"        const struct lazy_row *r = &{name}[k];",
                  f"        const struct ul1_{self.kinds[a].block.name}_out *from = &{self.kinds[a].of('out', 'r->src')};"]
            o += [f"        {x}" for x in lines.pop("", [])]
            for q, texts in lines.items():
                o += [f"        if (from->{driven[q].src.name}{driven[q].at_src()}) {{"]
                o += [f"            {x}" for x in texts] + ["        }"]
            o += ["    }"]
        return o

    def wires(self, kind, name, only):
        head = ["", f"static inline void {name}_{self.m.name}_{kind.base}(const struct ul1_{self.m.name}_in *in, "
                    f"struct ul1_{self.m.name}_out *out, unsigned n)", "{",
                f"    struct ul1_{kind.block.name}_in *to = &{kind.of('out->wired')};",
                "    (void)in, (void)to, (void)n;"]
        half = ["    to->half = in->half;"] * (kind.block.near and self.m.halves)
        return head + (["    to->rst = in->rst;"] if kind.block.clocked else []) + half + self._pins(kind, only) + self._joined(
            kind, only) + ["}"]

    # ---- offers: what wakes a part that rests

    def offers(self, kind, late):
        """Calls the parts that an array offers something."""
        o = []
        for (b, a, rows), copies in self.copies.items():
            woken = self.kinds[b]
            for c in copies if a == kind.base else []:
                if c.dst.name not in woken.block.rests or bool(c.src.deps) != late:
                    continue
                calls = sorted((r[1], woken.first + r[0], r[2]) for r in rows)
                name = self.table(kind.count, calls, "call")
                o += [f"    for (unsigned k = {name}_begin[n]; k < {name}_begin[n + 1]; k++)",
                      f"        lazy->called[{name}[k].part] |= {kind.of('out')}.{c.src.name}{c.at_src(f'{name}[k].at_src')};"]
        name = "offers_late" if late else "offers"
        return ["", f"static inline void {name}_{self.m.name}_{kind.base}(struct {self.m.name}_lazy *lazy, "
                    f"const struct ul1_{self.m.name}_out *out, unsigned n)", "{",
                "    (void)lazy, (void)out, (void)n;"] + o + ["}"]

    def outer_offers(self):
        """The same from outside."""
        o = []
        exposed = {(_base(e.path[0]), e.port.name): e.port for e in self.m.exposed}
        for kind in self.kinds.values():
            for name in kind.block.rests:
                p = exposed.get((kind.base, name))
                if not p:
                    continue
                at = f"{kind.of('in')}.{name}"
                o += [f"    for (unsigned n = 0; n < {kind.count}; n++)"]
                few = c_value(kind.leaf.tables, p.count)
                o += ([f"        for (unsigned k = 0; k < {few}; k++)",
                       f"            lazy->called[{kind.first} + n] |= {at}[k] != 0;"] if p.is_array else
                      [f"        lazy->called[{kind.first} + n] |= {at} != 0;"])
        return o

    def ties(self):
        """Inputs with a constant value, set once."""
        o = []
        for tie in self.m.ties:
            end, port = tie.end, tie.end.port
            at = f"out->wired.{'.'.join(end.path)}.{port.name}"
            if not port.is_array:
                o += [f"    {at} = {tie.value};"]
                continue
            few = c_value(end.leaf.tables, tie.count or port.count)
            o += [f"    memset(&{at}[{tie.index} * ({few})], 0, ({few}) * sizeof {at}[0]);"]
        return o

    # ---- the three functions

    def _each(self, kind, body, guard):
        o = [f"    for (unsigned n = 0; n < {kind.count}; n++) {{"]
        return o + [f"        if ({guard.format(p=f'{kind.first} + n')})", "            continue;"] + [
            f"        {x}" for x in body] + ["    }"]

    def _state(self, kind):
        return f"state_at + lazy_at.start[{list(self.kinds).index(kind.base)}] + n * lazy_at.size[{list(self.kinds).index(kind.base)}]"

    def _place(self, kind):
        names = [n for n, _ in self.m.parts]
        return f"pieces_{self.m.name}[{names.index(next(n for n in names if _base(n) == kind.base))}]"

    def _head(self, kind):
        n = self.m.name
        args = {"early": "void *state, void *out_", "late": "void *state, const void *in_, void *out_",
                "clock": "void *state, const void *in_, const void *out_"}[kind]
        const = "const " if kind == "clock" else ""
        o = ["", f"static void lazy_{n}_{kind}({args})", "{", "    unsigned char *state_at = state;",
             f"    {const}struct ul1_{n}_out *out = out_;"]
        o += [f"    const struct ul1_{n}_in *in = in_;"] if kind != "early" else []
        return o + [f"    const struct {n}_lazy_at lazy_at = {n}_lazy_at();",
                    f"    struct {n}_lazy *lazy = (void *)(state_at + lazy_at.end);"]

    def functions(self):
        n, kinds = self.m.name, list(self.kinds.values())
        o = self._head("early")
        for k in kinds:
            o += self._each(k, [f"{self._place(k)}->early({self._state(k)}, &{k.of('out')});"], "lazy->asleep[{p}]")
        o += ["}"] + self._head("late")
        o += ["    memset(lazy->called, in->rst, sizeof lazy->called);", "    if (!lazy->begun) {"]
        o += ["    " + x for x in self.ties()] + ["        lazy->begun = 1;", "    }"]
        o += self.outer_offers()
        for k in kinds:
            o += self._each(k, [f"offers_{n}_{k.base}(lazy, out, n);"], "lazy->asleep[{p}]")
        o += [f"    for (unsigned i = 0; i < sizeof steps_{n} / sizeof *steps_{n}; i++) {{",
              f"        const unsigned p = steps_{n}[i];",
              "        if (lazy->asleep[p] && !lazy->called[p])", "            continue;"]
        for k in (k for k in kinds if k.is_late):
            o += [f"        if ({f'p >= {k.first} && ' if k.first else ''}p < {k.first + k.count}) {{",
                  f"            const unsigned n = p - {k.first};", f"            needs_{n}_{k.base}(in, out, n);",
                  f"            {self._place(k)}->late({self._state(k)}, &{k.of('out->wired')}, &{k.of('out')});",
                  f"            offers_late_{n}_{k.base}(lazy, out, n);", "        }"]
        o += ["    }"]
        idle = "lazy->asleep[{p}] && !lazy->called[{p}]"
        for k in kinds:
            o += self._each(k, [f"inputs_{n}_{k.base}(in, out, n);"], idle)
        o += ["}"] + self._head("clock")
        for k in (k for k in kinds if k.block.clocked):
            body = [f"void *part = {self._state(k)};"]
            rests = f"!lazy->called[{k.first} + n] && {self._place(k)}->rests(part)"
            body += [f"lazy->asleep[{k.first} + n] = {rests};", f"if (!lazy->asleep[{k.first} + n])"] if k.block.rests else []
            body += [f"{'    ' * bool(k.block.rests)}{self._place(k)}->clock(part, &{k.of('out->wired')}, &{k.of('out')});"]
            o += ["    if (!in->half)"] if self.m.halves and not self.m.ticks(k.leaf_name) else []
            o += self._each(k, body, idle)
        return o + ["    (void)in;", "}"]

    def head(self):
        n, kinds = self.m.name, list(self.kinds.values())
        o = ["", f"// {n}: which parts rest, and which are offered something in this cycle",
             f"struct {n}_lazy {{", f"    uint8_t begun, asleep[{self.count}], called[{self.count}];", "};",
             f"struct {n}_lazy_at {{", f"    size_t start[{len(kinds)}], size[{len(kinds)}], end;", "};", "",
             f"static inline struct {n}_lazy_at {n}_lazy_at(void)", "{",
             f"    static const uint16_t count[] = {{ {', '.join(str(k.count) for k in kinds)} }};",
             f"    const struct ul1_block *const kind[] = {{ {', '.join(self._place(k) for k in kinds)} }};",
             f"    struct {n}_lazy_at at = {{ .end = 0 }};", f"    for (unsigned i = 0; i < {len(kinds)}; i++) {{",
             "        at.size[i] = ul1_state_size(kind[i]);", "        at.start[i] = at.end;",
             "        at.end += at.size[i] * count[i];", "    }", "    return at;", "}"]
        numbers = {name: i for i, (name, _) in enumerate(self.m.parts)}
        late = [numbers[s] for s in self.m.steps if self.kinds[_base(s)].is_late]
        return o + [f"static const uint16_t steps_{n}[] = {{ {', '.join(map(str, late))} }};"]

    def text(self):
        body = []
        for k in self.kinds.values():
            if k.is_late:
                body += self.wires(k, "needs", k.needs)
            body += self.wires(k, "inputs", None) + self.offers(k, False)
            body += self.offers(k, True) if k.is_late else []
        body += self.functions()
        return self.head() + self.tables_text() + body


def text(t, m):
    return _Machine(t, m).text()


def rows():
    return ["", "// The part that drives, and the fields at both ends", "struct lazy_row {",
            "    uint16_t src, at_src, at_dst;", "};", "// The part that is called, and the field that calls it",
            "struct lazy_call {", "    uint16_t part, at_src;", "};"]
