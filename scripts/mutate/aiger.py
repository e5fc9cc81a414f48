"""And-inverter graphs with latches: reads Yosys' text format (AIGER 1.9), and writes a graph of
scripts/formal/equal/aig.py for ABC."""
from dataclasses import dataclass, field


@dataclass
class Problem:
    """Yosys' output: literals of variables; names are those of the symbol table."""
    inputs: list = field(default_factory=list)
    # [(literal, literal of its next value)]; each begins with 0
    latches: list = field(default_factory=list)
    ands: list = field(default_factory=list)          # [(literal, left, right)], operands first
    bad: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    names: dict = field(default_factory=dict)         # literal: [name]


def read(path):
    with open(path) as f:
        rows = f.read().splitlines()
    inputs, latches, outputs, ands, bad, constraints = (list(map(int, rows[0].split()[1:])) + [0, 0])[1:7]
    p, at = Problem(), 1
    for count, put in ((inputs, lambda w: p.inputs.append(w[0])),
                       (latches, lambda w: p.latches.append((w[0], w[1]))),
                       (outputs, lambda w: None), (bad, lambda w: p.bad.append(w[0])),
                       (constraints, lambda w: p.constraints.append(w[0])),
                       (ands, lambda w: p.ands.append(tuple(w)))):
        for row in rows[at:at + count]:
            put(list(map(int, row.split())))
        at += count
    for row in rows[at:]:
        if row == "c":
            break
        place, *names = row.split(" ")
        if place[0] in "il":
            what = p.inputs[int(place[1:])] if place[0] == "i" else p.latches[int(place[1:])][0]
            p.names.setdefault(what, []).extend(names)
    return p


def _delta(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def write(path, graph, latches, bad, constraints):
    """The binary form of these roots, and of the latches {literal: next} that they depend on."""
    roots, used = [*bad, *constraints], set()
    while True:                                       # latches need the cones of their next values
        seen = set(graph.cone(roots))
        more = {q for q in latches if q >> 1 in seen} - used
        if not more:
            break
        used |= more
        roots += [latches[q] for q in sorted(more)]
    seen.discard(0)
    held = [q for q in latches if q in used]
    inputs = sorted(v for v in seen if graph.gates[v] is None and 2 * v not in used)
    ands = sorted(v for v in seen if graph.gates[v] is not None)
    number = {v: n for n, v in enumerate([0, *inputs, *(q >> 1 for q in held), *ands])}
    lit = lambda x: 2 * number[x >> 1] | x & 1  # noqa: E731
    out = bytearray(f"aig {len(number) - 1} {len(inputs)} {len(held)} 0 {len(ands)} {len(bad)} "
                    f"{len(constraints)}\n".encode())
    for x in [latches[q] for q in held] + [*bad, *constraints]:
        out += f"{lit(x)}\n".encode()
    for v in ands:
        right, left = sorted(map(lit, graph.gates[v]))
        out += _delta(2 * number[v] - left) + _delta(left - right)
    with open(path, "wb") as f:
        f.write(out)
