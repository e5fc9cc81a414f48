#!/usr/bin/env python3
"""The organisations of DC-L1 at the paper's sizes, from a few numbers. usage: organisations.py NAME

Prints the sizes of one, as NAME=VALUE, for scripts/gen. `all` prints the names of all instead.
"""
import os
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "gen"))
from sizes import Refused, need   # noqa: E402

SMS, SLICES, CONTROLLERS = 80, 32, 16
L1_SETS, L1_WAYS = 32, 4          # the L1 of an SM: 128 lines


@dataclass(frozen=True)
class Organisation:
    """`nodes`: of a cluster. Figures of the paper: change of misses in percent, area of the networks against
    base; None where it has none."""
    name: str
    clusters: int
    nodes: int
    misses: float = None
    area: float = None
    peak: float = None     # how many times less the bandwidth of all L1s is
    all_sms: int = SMS
    slices: int = SLICES
    controllers: int = CONTROLLERS
    boost: bool = False    # the networks before the nodes have a clock twice as fast
    program: str = ""      # the organisation with the same sizes, if there is one

    @property
    def sms(self):
        """SMs of a cluster, which share its nodes."""
        return self.all_sms // self.clusters

    @property
    def sets(self):
        """Sets of a node: all nodes have the lines of all L1s."""
        return L1_SETS * self.all_sms // (self.clusters * self.nodes)

    @property
    def networks(self):
        """Inputs and outputs of the crossbars for requests: [(number, inputs, outputs)], those before the
        nodes and those behind."""
        split = self.nodes if self.slices % self.nodes == 0 else 1
        near = [] if self.name.startswith("base") else [(self.clusters, self.sms, self.nodes)]
        return near + [(split, self.clusters * self.nodes // split, self.slices // split)]

    @property
    def crosspoints(self):
        return sum(n * i * o for n, i, o in self.networks)

    @property
    def ports(self):
        return sum(n * (i + o) for n, i, o in self.networks)

    @property
    def fitted_area(self):
        """Against base, by crosspoints and ports. The two factors are fitted on the paper's seven figures."""
        return 0.80 * self.crosspoints / (self.all_sms * self.slices) + 0.17 * self.ports / (
            self.all_sms + self.slices)

    @property
    def choice(self):
        low, odd = 0, self.nodes
        while odd % 2 == 0:
            low, odd = low + 1, odd // 2
        return {"SMS": self.all_sms, "CLUSTERS": self.clusters, "NODE_HOME_LOW": low, "NODE_HOME_ODD": odd,
                "NODE_SETS": self.sets, "NODE_WAYS": L1_WAYS, "NODE_MSHRS": 64, "NODE_LIST": 8, "NODE_QUEUE": 8,
                "XIN": self.slices, "XOUT": self.slices, "HOME_LOW": self.slices.bit_length() - 1, "HOME_ODD": 1,
                "MCS": self.controllers, "L2_SETS": 32, "L2_WAYS": 24, "L2_MSHRS": 192, "L2_QUEUE": 8, "MC_BANKS": 16}


ALL = [Organisation("base", 80, 1), Organisation("Pr40", 40, 1, -19, 0.72, 8), Organisation("Pr20", 20, 1, -49, 0.46),
       Organisation("Pr10", 10, 1, -74, 0.33), Organisation("Sh40", 1, 40, -89, 1.69),
       Organisation("Sh40+C5", 5, 8, -72, 0.55), Organisation("Sh40+C10", 10, 4, -61, 0.50, 8),
       Organisation("Sh40+C20", 20, 2, -41, 0.55), Organisation("Boost", 10, 4, peak=4, boost=True, program="Sh40+C10")]
TINY = Organisation("tiny", 2, 2, all_sms=4, slices=4, controllers=2)   # for the tests
TOUR = [Organisation(name, clusters, nodes, all_sms=8, slices=4, controllers=2) for name, clusters, nodes in
        (("base8", 8, 1), ("Pr4", 4, 1), ("Sh4", 1, 4), ("Sh4+C2", 2, 2))]   # eight SMs, for the tour


def find(name):
    found = [o for o in ALL + [TINY] + TOUR if o.name == name]
    need(found, "", f"no organisation is called '{name}': there are {', '.join(o.name for o in ALL)}")
    return found[0]


def main():
    if sys.argv[1:] == ["all"]:
        print(*(o.name for o in ALL))
    else:
        need(len(sys.argv) == 2, "", "organisations.py wants one name")
        print(*(f"{n}={v}" for n, v in find(sys.argv[1]).choice.items()))


if __name__ == "__main__":
    try:
        main()
    except Refused as e:
        sys.exit(f"dcl1: {e}")
