"""Patterns of accesses that people know: what each costs on each chip."""

# Name, statements. LANES*LANES words fit the shared memory of each chip.
PATTERNS = (
    ("shared: a row", "w0: ld.shared.b32 r4, [4*lane]\n"),
    ("shared: one word for all lanes", "w0: ld.shared.b32 r4, [0]\n"),
    ("shared: every second word", "w0: ld.shared.b32 r4, [8*lane]\n"),
    ("shared: every fourth word", "w0: ld.shared.b32 r4, [16*lane]\n"),
    ("shared: a column of a tile", "w0: ld.shared.b32 r4, [4*LANES*lane]\n"),
    ("shared: the same, rows padded", "w0: ld.shared.b32 r4, [4*(LANES + 1)*lane]\n"),
    ("shared: the same, swizzled", "w0: ld.shared.b32 r4, [4*LANES*lane + 4*((lane ^ 5) % LANES)]\n"),
    ("shared: bytes of a row", "w0: ld.shared.u8 r4, [lane]\n"),
    ("shared: a row of 64 bits", "w0: ld.shared.b64 r4, [8*lane]\n"),
    ("shared: a row of 128 bits", "w0: ld.shared.b128 r4, [16*lane]\n"),
    ("shared: a column of 128 bits",
     "w0: ld.shared.b128 r4, [4*LANES*(lane % 8) + 16*(lane/8)]\n"),
    ("shared: words at random", "w0: ld.shared.b32 r4, [4*rand(LANES*LANES)]\n"),
    ("global: a row", "set page p2m\nw0: ld.global.b32 r4, [4*lane]\n"),
    ("global: rows of 12 bytes", "set page p2m\nw0: ld.global.b32 r4, [12*lane]\n"),
    ("global: a line for each lane", "set page p2m\nw0: ld.global.b32 r4, [LINE_BYTES*lane]\n"),
    ("global: a column, word by word", "set page p2m\nfor i in 0..LANES {\n"
     "    w0: ld.global.b32 any, [LINE_BYTES*lane + 4*i]\n}\n"),
    ("local: spills, word by word", "set page p2m\nfor i in 0..LANES {\n"
     "    w0: ld.local.b32 any, [LINE_BYTES*i + 4*lane]\n}\n"),
)


def of(machine):
    """[(name, counts)]. Memory answers in the next cycle. The cycles end when the words can be used; of a
    loop, all of it."""
    return [(name, machine.run_text(text) if "for" in text else machine.use(text)) for name, text in PATTERNS]


def table(chips, found):
    """Lines: the cycles of each pattern on each chip, and the patterns by their numbers."""
    wide = max(len(c) for c in chips)
    o = [f"{'cycles':<{wide}}" + "".join(f"{n:>6}" for n in range(1, len(PATTERNS) + 1))]
    o += [f"{chip:<{wide}}" + "".join(f"{counts['cycles']:>6}" for _, counts in f) for chip, f in zip(chips, found)]
    return o + [f"{n:>4} {name}" for n, (name, _) in enumerate(PATTERNS, 1)]


def rows(chips, found):
    """Rows of all counts, for a CSV."""
    yield ["chip", "pattern", "passes", "lookups", "hits", "reads", "cycles"]
    for chip, f in zip(chips, found):
        for name, counts in f:
            looked = counts["hits"] + counts["misses"] + counts["merges"]
            yield [chip, name, counts["passes"], looked, counts["hits"], counts["reads"], counts["cycles"]]
