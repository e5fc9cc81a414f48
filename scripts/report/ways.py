"""Follows each packet of an SM from its offer by the L1 through all parts and back, by what passes at their
ports (traffic.py). A part is a station: it takes packets, and gives each away again. Crossbars, interfaces
and queues keep an order; caches and controllers answer by numbers.

Each packet is known at its SM by number too, or by epoch and line. So it is checked that the packet that
comes back is the one that was asked for, and that the cycles of its stages are those between offer and
answer."""

from collections import deque

from recording import Wrong


class Packet:
    """A read, a write, an atomic or an inv. `stages`: its places, and the cycle from which it is there on."""

    def __init__(self, sm, kind, offered, place):
        self.sm, self.kind, self.offered, self.stages = sm, kind, offered, [(place, offered)]
        self.line = self.vline = self.left = self.number = self.epoch = self.warp = 0
        self.use = ""  # purpose of a read
        self.did, self.end, self.how = {}, None, "open"
        self.owed = {}  # by the caches where it is: what they know it by, and the sectors that they owe it

    def move(self, place, now):
        if not self.stages or self.stages[-1][0] != place:
            self.stages.append((place, now))

    def finish(self, now, how="answered"):
        self.end, self.how = now, how

    def spans(self, last):
        """(place, cycles) one after the other, to its end or that of the run."""
        ends = [since for _, since in self.stages[1:]] + [last if self.end is None else self.end]
        return [(place, b - a) for (place, a), b in zip(self.stages, ends) if b > a]


def must(found, link, now):
    if not found:
        raise Wrong(f"cycle {now}: {link.name}: no packet is known that may pass here")
    return found


class Station:
    def __init__(self, part, machine):
        self.part, self.machine = part, machine

    def passes(self, now):
        pass

    def flit(self, link, p, now):
        """A flit of the packet leaves, or a response."""

    def tail(self, link, now):
        """The packet has come as a whole."""


class Outside(Station):
    """An SM: an L1, or the bench in its place. Packets begin and end here."""

    def __init__(self, number, machine):
        super().__init__(None, machine)
        self.number = number

    def give(self, link, now):
        kind = link.coded("op")
        if kind == "fence":
            return None
        kind = "atom" if link.value("old_valid") else kind
        p = Packet(self.number, kind, link.offered, f"SM {self.number}")
        p.line, p.vline, p.left = link.value("line"), link.value("vline"), link.value("sect")
        p.number = link.value("old_number" if kind == "atom" else "number")
        uses = self.machine.traffic.codes.get(f"{link.owner.block}.memread_kind")
        p.use, p.warp = uses[link.value("read_kind")] if uses and kind == "read" else "", link.value("read_warp")
        self.machine.packets.append(p)
        return p

    def take(self, link, p, now):
        if p is None:
            return
        if p.sm != self.number or (p.kind != "write" and p.number != link.value("number")):
            raise Wrong(f"cycle {now}: SM {self.number} gets the answer of another packet")
        p.left &= ~link.value("sect")
        if p.kind != "read" or not p.left:
            p.finish(now)


class Sni(Station):
    def __init__(self, part, machine):
        super().__init__(part, machine)
        self.requests, self.replies, self.began = deque(), deque(), 0
        self.coming = self.failed = None  # the packet that comes; whether it says that it has failed

    def take(self, link, p, now):
        if link.target_group == "mem" and p:
            p.epoch = self.machine.value(self.part, "epoch_youngest")
            self.requests.append(p)
        elif link.target_group == "rp":
            self.coming, self.failed = p, link.value("err")
            self.check(p, link, now)

    def check(self, p, link, now):
        """Compares the packet with what its head says."""
        sub, ack = link.value("sub"), link.coded("kind") == "ack"
        same = (p.epoch, p.vline) == (sub, link.value("vline")) if ack else \
            p.kind == "atom" or (p.number == sub and p.left & link.value("sect"))
        if p.end is not None or not same or ack != (p.kind in ("write", "inv")):
            raise Wrong(f"cycle {now}: {link.name}: the packet is not the one that was asked for")

    def tail(self, link, now):
        if link.target_group != "rp":
            return
        p, self.coming = self.coming, None
        if p.kind == "inv" or (p.kind == "write" and not self.failed):
            p.finish(now + 1)
        else:
            self.replies.append(p)

    def give(self, link, now):
        if link.source_group == "resp":
            return None if link.coded("op") == "fence" else must(self.replies, link, now).popleft()
        if link.coded("kind") != "inv":
            return must(self.requests, link, now).popleft()
        if not link.value("dst"):
            self.began = link.offered - 1  # the cycle in which the fence was taken
        p = Packet(self.machine.number(self.part), "inv", self.began, self.part.name)
        p.epoch = link.value("sub")
        self.machine.packets.append(p)
        return p


class Crossbar(Station):
    def __init__(self, part, machine):
        super().__init__(part, machine)
        self.way = {}  # (input, output): packets

    def take(self, link, p, now):
        self.way.setdefault((max(link.target_index, 0), link.value("dst")), deque()).append(p)

    def give(self, link, now):
        way = self.way.get((link.value("from_input"), max(link.source_index, 0)))
        return must(way, link, now).popleft()


class Queue(Station):
    """The interface of a slice: requests and replies, each in their order."""

    def __init__(self, part, machine):
        super().__init__(part, machine)
        self.held = {"rq": deque(), "resp": deque()}

    def take(self, link, p, now):
        self.held[link.target_group].append(p)

    def give(self, link, now):
        return must(self.held["rq" if link.source_group == "mem" else "resp"], link, now).popleft()


class Cache(Station):
    """A node or an L2 slice: a queue of requests, whose passes say what becomes of them; MSHRs with lists of
    reads; and answers."""

    HITS, OPENS, JOINS, BY = ("hit", "inv", "store"), ("miss",), ("merge", "join"), ("pass",)

    def __init__(self, part, machine):
        super().__init__(part, machine)
        self.queue, self.here = deque(), []
        self.asked = {}  # passes that may have sent a request, by the cycle in which it is then on offer
        self.node = part.block == "node"

    def take(self, link, p, now):
        if link.target_group in ("q4", "resp"):
            if p and p not in self.here:
                self.here.append(p)
            return
        self.queue.append(p)
        if p:
            p.owed[self] = [(link.value("from_input"), link.value("sub")) if self.node else link.value("number"),
                            link.value("sect")]

    def passes(self, now):
        did = self.machine.coded(self.part, "pass_did")
        if did == "none":
            return
        self.machine.passed[self.part].setdefault(did, []).append(now)
        if did not in self.HITS + self.OPENS + self.JOINS + self.BY + ("fence",):
            return
        if not self.queue:
            raise Wrong(f"cycle {now}: {self.part.name}: a pass without a request")
        p, mshr = self.queue.popleft(), self.machine.value(self.part, "pass_mshr")
        if p is None:
            return
        p.did[self.part.block] = did
        if did not in self.BY:
            self.here.append(p)
        if did not in self.HITS:
            self.asked[now] = None if did in self.BY else mshr, p
        if did in self.JOINS:
            p.move(self.part.name + " list", now)
        if did == "store" and not self.machine.networks:
            p.finish(now, "done")

    def give(self, link, now):
        if link.source_group in ("q3", "mem"):
            return self.ask(link, now)
        key = (link.value("dst"), link.value("sub")) if self.node else link.value("number")
        for p in self.here:
            if p.owed[self][0] == key and self.answers(p, link):
                return p
        return None if link.group == "answer" and link.coded("op") == "fence" else must(None, link, now)

    def flit(self, link, p, now):
        if link.source_group not in ("q2", "answer"):
            return
        p.owed[self][1] &= ~link.value("sect")
        if not p.owed[self][1] or p.kind != "read":
            self.here = [q for q in self.here if q is not p]

    def answers(self, p, link):
        kind = link.coded("kind" if self.node else "op")
        if kind in ("ack", "write"):
            return p.kind == "inv" or (p.kind == "write" and p.vline == link.value("vline"))
        if kind in ("old", "atom"):
            return p.kind == "atom"
        return p.kind == "read" and p.owed[self][1] & link.value("sect")

    def ask(self, link, now):
        """A request that passes by, a fetch, or the write-back of a slice, which is no packet of an SM."""
        if not self.node and link.coded("op") == "write":
            return None
        by = self.node and link.value("sub") >> self.machine.traffic.width(self.part, "q3_sub") - 1
        mshr, p = self.asked.pop(link.offered, (None, None))
        if not by and mshr != link.value("sub" if self.node else "number"):
            p = None
        return must(p, link, now)


class Memory(Station):
    """A controller, or the bench behind the interface of a slice: it answers by number, in pieces. Those of a
    controller are sectors, of which a slice waits for the last. It answers no write of a slice."""

    def __init__(self, part, machine):
        super().__init__(part, machine)
        self.held = []  # [port, kind, number, sectors left, packet]

    def take(self, link, p, now):
        if p:
            self.held.append([max(link.target_index, 0), p.kind, link.value("number"), link.value("sect"), p])

    def give(self, link, now):
        key = [max(link.source_index, 0), link.coded("op"), link.value("number")]
        for held in self.held:
            p = held[4]
            if held[:3] == key and (held[3] & link.value("sect") if p.kind == "read"
                                    else p.kind == "atom" or p.vline == link.value("vline")):
                held[3] &= ~link.value("sect")
                if not held[3]:
                    self.held.remove(held)
                return None if held[3] and self.part else p
        return must(None, link, now) if key[1] == "read" else None


STATIONS = {"sni": Sni, "xbar": Crossbar, "node": Cache, "lni": Queue, "l2": Cache, "mc": Memory}

# Levels of each kind of part: the port, how its fields are counted, and the limit.
LEVELS = {"xbar": (("fifo_used", "each", "fifo"),), "sni": (("epoch_count", "sum", None),),
          "node": (("queue_used", "each", "node queue"), ("mshr_state", "used", None)),
          "l2": (("queue_used", "each", "l2 queue"), ("mshr_state", "used", None)),
          "mc": (("queue_used", "each", "mc queue"),)}


class Level:
    """How much of something is held over time."""

    def __init__(self, part, port, signals, how, most):
        self.part, self.port, self.signals, self.how, self.most = part, port, signals, how, most
        self.steps = []  # (cycle, value)

    def see(self, values, now):
        held = [values[s] for s in self.signals]
        value = sum(v > 0 for v in held) if self.how == "used" else sum(held)
        if not self.steps or self.steps[-1][1] != value:
            self.steps.append((now, value))


class Ways:
    """All packets of a run, what passed at each link, what the passes of caches did, and what is held. The
    packets before `lost` have ended."""

    def __init__(self, traffic):
        self.traffic, self.packets, self.lost, self.last = traffic, [], 0, 0
        self.networks = any(p.block == "sni" for p in traffic.parts)
        self.passed = {p: {} for p in traffic.parts if p.block in ("node", "l2")}  # by what they did: cycles
        self.levels = self.held()
        self.reset()
        self.follow()

    def reset(self):
        self.stations = {}
        for link in self.traffic.links:
            link.offered = link.packet = None
            link.ends = self.station(link.source, link, "SM"), self.station(link.target, link, "SM")
        self.caches = [s for s in self.stations.values() if isinstance(s, Cache)]

    def station(self, part, link, outside):
        """The station of a part. Where there is none, it is an SM or memory."""
        key = part or (outside, link.owner)
        if key not in self.stations:
            if part and part.block in STATIONS:
                self.stations[key] = STATIONS[part.block](part, self)
            elif link.owner.block == "lni":
                self.stations[key] = Memory(None, self)
            else:
                self.stations[key] = Outside(self.number(part or link.owner), self)
        return self.stations[key]

    def held(self):
        levels = []
        for part in self.traffic.parts:
            for port, how, most in LEVELS.get(part.block, ()):
                signals = self.traffic.fields(part, port)
                groups = [[s] for s in signals] if how == "each" else [signals]
                most = part.sizes[most] if most else len(signals) if how == "used" else None
                levels += [Level(part, port + (f"[{n}]" if len(groups) > 1 else ""), g, how, most)
                           for n, g in enumerate(groups)]
        return levels

    # ---- values of a part's signals now

    def number(self, part):
        """Its number among the parts of its block."""
        return [p for p in self.traffic.parts if p.block == part.block].index(part)

    def value(self, part, port):
        return self.traffic.now[self.traffic.signal(part, port)]

    def coded(self, part, port):
        return self.traffic.codes[f"{part.block}.{port}"][self.value(part, port)]

    # ---- cycles

    def follow(self):
        """A pass is told in the cycle behind it, so it is seen before what it sends."""
        follows = all(p.block in STATIONS or p.block == "l1" for p in self.traffic.parts)
        for now, change, reset in self.traffic.cycles():
            self.last = now + 1
            if reset:
                self.lose(now)
                continue
            for level in self.levels if change else ():
                level.see(self.traffic.now, now)
            for cache in self.caches:
                cache.passes(now)
            for link in self.traffic.links:
                if self.traffic.now[link.valid]:
                    self.see(link, now, follows)
                else:
                    link.offered = None

    def see(self, link, now, follows):
        if link.offered is None:
            link.offered = now
        if link.ready is not None and not self.traffic.now[link.ready]:
            return
        link.passed.append(now)
        if follows:
            self.passes(link, now)
        link.offered = None

    def passes(self, link, now):
        source, target = link.ends
        if not link.flit or link.value("head"):
            link.packet = source.give(link, now)
            if link.packet and target.part:
                link.packet.move(target.part.name, now)
            target.take(link, link.packet, now)
        if link.packet:
            source.flit(link, link.packet, now)
        if link.flit and link.value("tail"):
            target.tail(link, now)

    def lose(self, now):
        for p in self.packets[self.lost:]:
            if p.end is None:
                p.finish(now, "reset")
        self.lost = len(self.packets)
        self.reset()
