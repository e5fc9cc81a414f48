"""Writes the page of what passed behind the L1s: links, caches, queues, and each packet's way (ways.py)."""

import re

import page
import ways
from recording import Wrong

# Links in the order of a way from an SM to the DRAM and back: interface > interface@block.
ORDER = ("mem>mem@sni", "mem>@sni", "rq>i@xbar", "o>q1@node", "q3>i@xbar", "o>rq@lni", "mem>req@l2", "mem>req@mc",
         "answer>resp@l2", "answer>resp@lni", "rp>i@xbar", "o>q4@node", "q2>i@xbar", "o>rp@sni", "resp>resp@l1",
         "resp>@sni")

# Places of a packet: the name without its number, what it is, and its colour.
PLACES = (("SM", "waits at its SM", "#c9b68b"), ("sni", "interface of the SM", "#93a4ba"),
          ("near", "network to nodes", "#60a5fa"), ("requests", "network to slices", "#60a5fa"),
          ("node", "node", "#1f9d55"), ("node list", "joins a fetch of its node", "#a7d8b8"),
          ("far", "network to slices", "#2563eb"), ("lni", "interface of a slice", "#64748b"),
          ("l2", "L2 slice", "#f2b01e"), ("l2 list", "joins a fetch of its slice", "#fbe3a4"),
          ("mc", "memory controller, DRAM", "#dc2626"), ("farback", "network from slices", "#8b5cf6"),
          ("replies", "network from slices", "#ec4899"), ("nearback", "network from nodes", "#ec4899"))

# The passes of a node or a slice that serve a request, each with its colour. All others are made again.
DOES = (("hit", "hits", "#1f9d55"), ("merge", "merges", "#14b8a6"), ("join", "merges", "#14b8a6"),
        ("miss", "misses", "#dc2626"), ("pass", "passed by", "#2f7df6"), ("store", "stores", "#f2b01e"),
        ("inv", "invs", "#8b5cf6"), ("fence", "fences", "#93a4ba"))
OTHERS = ("fill", "words", "error", "back")


def deltas(numbers):
    return [b - a for a, b in zip([0, *numbers], numbers)]


def place_of(name):
    return re.sub(r"\[\d+\]| \d+$", "", name)


def rank(link):
    key = f"{link.source_group}>{link.target_group}@{(link.target or link.owner).block}" if link.source \
        else f"{link.group}>@{link.owner.block}"
    return ORDER.index(key) if key in ORDER else len(ORDER)


def links(found):
    return [{"name": k.name, "passed": deltas(k.passed)} for k in sorted(found.traffic.links, key=rank)
            if k.passed or rank(k) < len(ORDER)]


def caches(found):
    rows = []
    for part, passed in found.passed.items():
        does = {}
        for did, what, _ in DOES:
            does[what] = sorted(does.get(what, []) + passed.get(did, []))
        again = {d: len(c) for d, c in passed.items() if d not in OTHERS + tuple(d for d, *_ in DOES)}
        rows.append({"name": part.name, "does": {w: deltas(c) for w, c in does.items() if c}, "again": again})
    return rows


LEVELS = {"fifo_used": "FIFO", "epoch_count": "unanswered writes", "queue_used": "queue", "mshr_state": "MSHRs"}


def levels(found):
    rows = []
    for level in found.levels:
        port, _, field = level.port.partition("[")
        name = f"{level.part.name} " + (f"input {field[:-1]} " if field else "") + LEVELS[port]
        rows.append({"name": name, "most": level.most or 0, "at": deltas([c for c, _ in level.steps]),
                     "held": [v for _, v in level.steps]})
    return rows


def did(p):
    return ", ".join(f"{block} {what}" for block, what in p.did.items())


def packets(found, last):
    """The columns of all packets. Each has the sum of its spans as its latency."""
    every = sorted(found.packets, key=lambda p: p.offered)
    spans = [p.spans(last) for p in every]
    for p, its in zip(every, spans):
        if p.end is not None and sum(c for _, c in its) != p.end - p.offered:
            raise Wrong(f"cycle {p.offered}: the stages of a packet of SM {p.sm} are not its cycles")
    places, names = page.numbered(place for its in spans for place, _ in its)
    dids, did_names = page.numbered(did(p) for p in every)
    hows, how_names = page.numbered(p.how for p in every)
    kinds, kind_names = page.numbered(p.kind + (f" ({p.use})" if p.use not in ("", "load") else "") for p in every)
    at = iter(places)
    return {"sm": [p.sm for p in every], "kind": kinds, "kinds": kind_names,
            "line": [f"{p.line:x}" if p.kind != "inv" else "" for p in every],
            "from": deltas([p.offered for p in every]), "did": dids, "dids": did_names, "how": hows,
            "hows": how_names, "warp": [p.warp for p in every], "places": names,
            "placeKinds": [next((n for n, (k, *_) in enumerate(PLACES) if k == place_of(name)), 0)
                           for name in names],
            "spans": [len(its) for its in spans], "span": [n for its in spans for _, c in its
                                                           for n in (next(at), c)]}


def write(story, out, traffic, link=""):
    found = ways.Ways(traffic)
    last = max(found.last, (story.end or {}).get("cycles", 0))
    data = {"cycles": last, "machine": traffic.machine, "links": links(found), "caches": caches(found),
            "levels": levels(found), "packets": packets(found, last),
            "does": {what: colour for _, what, colour in DOES},
            "places": [{"name": title, "colour": colour} for _, title, colour in PLACES],
            "own": next((p["from"] for p in story.parts if p["own"]), 0)}
    out.write(page.filled("cluster.html", "cluster.js", story, data,
                          {"LINK": link, "FAILURE": page.failure(story, None)}))
