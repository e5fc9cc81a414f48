"""The order of members in the structs of ports. Outputs that are compared in every cycle are adjacent. Among
these, outputs read by the same blocks are adjacent. So scalars are compared and copied by the word. Arrays
come last; in either, ports that the default configuration lacks come behind those that it has."""
from text import ctype


def size(t, p):
    """Bytes of a scalar, or of a field of an array."""
    return int(ctype(t, p)[4:-2]) // 8


def _owned(t, m, of, ports):
    """The order is asked for again and again, of the pins of a machine or of the outputs of a block in it."""
    key = id(m), of
    if key not in t.orders:
        t.orders[key] = m, _order(t, m, ports)   # with m, so that no other machine gets its id
    return t.orders[key][1]


def _order(t, m, ports):
    readers = {p.name: tuple(b.name for b in m.blocks if p.name in b.inputs) for p in ports}
    lacked = {p.name for b in t.family[0].blocks.values() for p in b.ports if not p.built}
    # stable sort
    return sorted(ports, key=lambda p: (p.is_array, p.name in lacked, bool(p.when), -size(t, p),
                                        readers[p.name]))


def outs(t, m, b):
    return _owned(t, m, b.name, b.outs)


def pins(t, m):
    return _owned(t, m, None, m.pins)


def ins(t, m, b):
    """Inputs in the order of their source structs, one block after the other."""
    place = {p.name: i for i, p in enumerate(pins(t, m) + [p for x in m.blocks for p in outs(t, m, x)])}
    return sorted(m.ins_of(b), key=lambda p: (p.is_array, place[p.name]))


def runs(t, m, b, names):
    """Groups these inputs of a block into runs that are contiguous in the source struct, too: (ports, bytes).
    An array has 0 bytes."""
    order = {p.name: i for i, p in enumerate(ins(t, m, b))}
    place = {p.name: i for i, p in enumerate(pins(t, m) + [p for x in m.blocks for p in outs(t, m, x)])}
    owner = lambda p: p.block if p.is_out else None
    found = []
    for p in sorted((m.signals[n] for n in names), key=lambda p: order[p.name]):
        last = found[-1][-1] if found else None
        if (last and not p.is_array and not last.is_array and owner(last) == owner(p)
            and size(t, last) >= size(t, p)
                and order[p.name] == order[last.name] + 1 and place[p.name] == place[last.name] + 1):
            found[-1].append(p)
        else:
            found.append([p])
    return [(r, 0 if r[0].is_array else sum(size(t, p) for p in r)) for r in found]
