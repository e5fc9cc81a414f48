"""ports.md: the reference of all sizes, codes, ports and signals."""


def _sizes(t):
    o = ["| size | value | range | meaning |", "|---|---|---|---|"]
    for s in t.sizes.all.values():
        each = [t.sizes.values[n][s.name] for n in (8, 16, 32)]
        value = " / ".join(map(str, each)) if s.by_lanes else str(each[0])
        o += [f"| {s.name} | {value} | {f'{s.low} to {s.high}' if s.kind == 'size' else ''} | {s.meaning} |"]
    return o + ["", "| enumeration | codes |", "|---|---|"] + [
        f"| {e} | {', '.join(f'{v} = {k}' for k, v in t.sizes.names(e).items())} |" for e in t.sizes.enums]


def _block(m, b, readers):
    o = ["", f"### {b.name}", "", b.meaning]
    for g, meaning, names in b.groups:
        o += ["", f"**{g}** — {meaning}", "", "| signal | direction | bits | when | same cycle | meaning |",
              "|---|---|---|---|---|---|"]
        for n in names:
            p = m.signals[n]
            size = p.width + (" × " + p.count if p.is_array else "")
            if n in b.inputs:
                way, deps = "from outside" if p.kind == "pin" else f"from {p.block}", ""
            else:
                to = readers.get(n, []) + (["outside"] if p.kind == "pout" else [])
                way, deps = "to " + ", ".join(to) if to else "(qualifier)", ", ".join(p.deps) or "-"
            o += [f"| {n} | {way} | {size} | {p.when or 'always'} | {deps} | {p.meaning}{_built(p)} |"]
    return o


def _built(p):
    if not p.built_if:
        return ""
    here = "" if p.built else ", and not with these sizes"
    return f" (built with {' and '.join(f'`{c}`' for c in p.built_if)}{here})"


def _machine(m):
    o = ["", f"## {m.name}", "", m.meaning]
    if m.parts:
        o += ["", "| part | is |", "|---|---|"] + [f"| {n} | {p.name} |" for n, p in m.parts]
        wires = [f"| {a} | {b}{'' if b.index is None else f', slice {b.index}'} |" for a, b in m.wires]
        return o + (["", "| from | to |", "|---|---|"] + wires if wires else [])
    readers = {}
    for b in m.blocks:
        for n in b.inputs:
            readers.setdefault(n, []).append(b.name)
    o += [line for b in m.blocks for line in _block(m, b, readers)]
    return o + ["", "### Order of evaluation", "", " → ".join(f"{b.name}.{e}" for b, e in m.schedule)]


def emit(t):
    o = ["# Reference of sizes, ports and signals", "",
         "Derived from the tables in `cmodel/ports`. A signal has one name everywhere. "
         "*When* is the signal that must be on for the value to mean something; of a mask, field by field; "
         "of byte enables, byte "
         "by byte; of an array with fewer fields, slice by slice. *Same cycle* lists the inputs that an output "
         "depends on in the same cycle; `-`: on "
         "registers only. A port that is *built with* a "
         "condition is of an operation that not every machine has. Where the condition fails, the port is zero, "
         "and nothing looks at it. Values that depend on the lanes are those of 8, 16 and 32.", ""] + _sizes(t)
    return {"ports.md": "\n".join(o + [line for m in t.homes + t.assembled for line in _machine(m)] + [""])}
