"""Unison's model of a GPU's unified L1 data cache and shared memory, over libul1. See docs/library.md.

    import ul1

    with ul1.Simulation(lanes=32) as sim:
        sim.load([8 * lane for lane in range(32)])          # in shared memory: a two-way bank conflict
        done = sim.wait()
        print(done.passes, "passes,", done.retired - done.taken, "cycles")
"""

from . import sizes
from .codes import (Atom, Border, Carveout, Cause, Cmd, Counter, Err, Fetch, Filter, Hint, Home, Layout,
                    Level, Matrix, Memop, Op, Page, Policy, Space, Texfmt, Width)
from .errors import Busy, Empty, Error, Foreign, Full, Limit, NoMemory, Wrong
from .library import LIB
from .pins import Pin, Pins
from .records import (COMMAND, NEVER, NOBODY, Completion, Counters, Event, Instr, Lost, Outcome, Request,
                      Seen, Setting, Stored, Taken, Texture, lanes_of, place_of)
from .simulation import Config, MemoryFunction, Simulation, Watcher, chips

__version__: str = LIB.ul1_version().decode()

__all__ = ["Atom", "Border", "Busy", "COMMAND", "Carveout", "Cause", "Cmd", "Completion", "Config", "Counter",
           "Counters", "Empty", "Err", "Error", "Event", "Fetch", "Filter", "Foreign", "Full", "Hint", "Home",
           "Instr", "Layout", "Level", "Limit", "Lost", "Matrix", "Memop", "MemoryFunction", "NEVER",
           "NOBODY", "NoMemory", "Op", "Outcome", "Page", "Pin", "Pins", "Policy", "Request", "Seen",
           "Setting", "Simulation", "Space", "Stored", "Taken", "Texfmt", "Texture", "Watcher", "Width",
           "Wrong", "chips", "lanes_of", "place_of", "sizes"]
