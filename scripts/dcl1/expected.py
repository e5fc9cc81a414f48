"""What arithmetic says of the streams before any machine runs: the share of reads that miss in nodes. The
stream `mandel` has none, as it is compared with the paper."""
import math

from organisations import L1_SETS, L1_WAYS, SMS

L1_LINES = L1_SETS * L1_WAYS
# As in cmodel/tools/dcl1/streams.c
TILE, HALO_TILE, HALO, GATHER, CAMP, STRIDE = 192, 48, 8, 1 << 16, 16, 40


def _always_miss(o, lines):
    """The share of these lines, read again and again in turn, whose set has more of them than ways."""
    low = 0
    while o.nodes % 2 ** (low + 1) == 0:
        low += 1
    sets = {}
    for line in lines:
        at = line % o.nodes, (line >> low) % o.sets
        sets[at] = sets.get(at, 0) + 1
    return sum(n for n in sets.values() if n > L1_WAYS) / len(lines)


def _tile(o):
    return _always_miss(o, range(TILE))


def _broadcast(o):
    """In step, one SM of a cluster asks, and the others join or hit."""
    return 1 / o.sms


def _halo(o):
    """All lines of a plane that the cluster reads miss once; each SM reads its lines twice."""
    lines = HALO_TILE * SMS if o.sms == SMS else HALO_TILE * o.sms + 2 * HALO
    return lines / (2 * o.sms * (HALO_TILE + 2 * HALO))


def _gather(o):
    """Che's approximation: an LRU cache of C lines keeps a line for a time T after each read of it. T is such
    that C lines are kept on average."""
    rate = [1 / (k + 1) for k in range(GATHER)]
    total = sum(rate)
    rate = [r / total for r in rate]
    low, high = 1.0, 1e9
    for _ in range(60):
        middle = math.sqrt(low * high)
        kept = sum(1 - math.exp(-r * middle) for r in rate)
        low, high = (middle, high) if kept < L1_LINES * o.sms else (low, middle)
    return sum(r * math.exp(-r * low) for r in rate)


def _private(o):
    return 0.0


def _camp(o):
    return _always_miss(o, [STRIDE * n for n in range(CAMP * o.sms)])


MISSES = {"tile": _tile, "broadcast": _broadcast, "halo": _halo, "gather": _gather, "private": _private, "camp": _camp}
