"""What the tables say, as data: ports, blocks, machines."""
from dataclasses import dataclass, field

import sizes as sizes_of

SHOW = "show"
HALF = "half"


@dataclass(eq=False)
class Port:
    """A signal, as described by the block that owns it."""
    name: str
    kind: str          # 'pin': from outside; 'out': to other blocks; 'pout': to outside too
    width: str         # expressions; see Sizes.value
    count: str
    when: str          # qualifying signal, '' = always
    radix: str         # bin, hex, dec, enum:NAME
    eval: str          # C function that computes it (outputs); SHOW if no block reads it
    deps: tuple        # inputs it depends on in the same cycle (outputs)
    meaning: str
    group: str         # interface
    block: str
    where: str         # file and line
    built_if: tuple = ()    # conditions over sizes, all of which hold if it is built; its qualifiers' too
    built: bool = True      # with the sizes of its Tables; else it is zero, and nothing looks at it

    @property
    def is_out(self):
        return self.kind in ("out", "pout")

    @property
    def is_array(self):
        """Whether it has several fields: one for each lane, entry, way ..."""
        return self.count != "1"

    @property
    def field(self):
        """The unit of a field (lane, entry, way), in messages and waves."""
        return {"1": "", "LANES": "lane", "BANKS": "bank", "LINE_WORDS": "bank", "WAYS": "way", "SETS": "set"}.get(self.count,
            "entry")

    def is_sliced(self, tables, by):
        """Whether the array has several times as many fields as another, each of which qualifies as many."""
        return self.count != by.count and all(tables.value(self.count, n) % tables.value(by.count, n) == 0
                                              for n in tables.counts)

    def masks(self, port):
        """Whether each of its bits qualifies a field of the port."""
        return not self.is_array and port.is_array and {self.width, port.count} in ({port.count},
            {"LANES", "BANKS"})


@dataclass
class Block:
    name: str
    clocked: bool
    meaning: str
    where: str
    rests: tuple = ()           # it may rest while all of these inputs are zero (NAME_rests says whether)
    built: bool = True          # with the sizes of its Tables
    ports: list = field(default_factory=list)    # owned ports: pins and outputs, in the order of the table
    # names of all inputs, pins included, in the order of the table
    inputs: list = field(default_factory=list)
    groups: list = field(default_factory=list)   # (name, meaning, [all port names])

    @property
    def outs(self):
        return [p for p in self.ports if p.is_out]

    def port(self, name):
        return next(p for p in self.ports if p.name == name)

    @property
    def pins(self):
        return [p for p in self.ports if p.kind == "pin"]

    @property
    def near(self):
        """Whether it has a second clock, clk_near. In a tick with `half` this one alone rises."""
        return HALF in self.inputs

    @property
    def clocks(self):
        """The names of its clocks and its reset."""
        return ["clk"] * self.clocked + ["clk_near"] * self.near + ["rst"] * self.clocked

    @property
    def evals(self):
        return list(dict.fromkeys(p.eval for p in self.outs))

    def reads_inputs(self, ev):
        return any(p.deps for p in self.outs if p.eval == ev)

    def is_late_port(self, port):
        """Whether it depends, in the same cycle, on an input of the block."""
        return bool(port.deps)


@dataclass(frozen=True)
class End:
    """An end of a wire: fields of a port of a part."""
    path: tuple         # names of the parts on the path to it
    leaf: object        # the Machine of blocks at its end
    port: Port
    index: int          # which of equal slices of the port's fields; None: all fields

    @property
    def key(self):
        return self.path, self.port.name

    def __str__(self):
        return ".".join(self.path + (self.port.name,))


@dataclass(frozen=True)
class Joint:
    """A wire between two interfaces of parts, as the table draws it."""
    path: tuple         # the names of the parts on the path to the one at its beginning
    group: str
    index: int          # which slice of the interface; None: all of it
    to_path: tuple
    to_group: str
    to_index: int

    def inside(self, name):
        """The same, seen from the machine that has this machine as a part."""
        return Joint((name,) + self.path, self.group, self.index, (name,) + self.to_path, self.to_group,
                     self.to_index)


@dataclass(frozen=True)
class Tie:
    """A slice of the fields of an input that has a constant value."""
    end: End
    index: int          # number of the slice
    count: object       # fields of a slice: an expression; None: all fields
    value: int          # of each field


@dataclass(frozen=True)
class Reset:
    """A reset of a part's own, beside that of all parts."""
    part: str
    end: object         # the End of the input that shows it; None: nothing does


@dataclass(eq=False)
class Machine:
    """Blocks that are wired by the names of their signals; or instances of blocks and machines, its parts,
    which are wired by interfaces."""
    name: str
    meaning: str
    where: str
    blocks: list = field(default_factory=list)
    parts: list = field(default_factory=list)    # (name, Machine); the name of one of several is NAME[i]
    configs: set = field(default_factory=set)    # the configurations that it names, or a part of it
    only: list = field(default_factory=list)     # (where, condition): without these it does not exist
    bench: list = field(default_factory=list)    # likewise: without these the bench does not know it
    part_at: dict = field(default_factory=dict)     # where each part stands in the table
    wire_at: list = field(default_factory=list)     # and each of the wires
    wires: list = field(default_factory=list)    # (End of an output, End of a pin)
    joints: list = field(default_factory=list)   # the same by interfaces
    ties: list = field(default_factory=list)     # inputs, or fields of these, with a constant value
    resets: list = field(default_factory=list)   # the resets of single parts
    near: list = field(default_factory=list)     # names of the parts with clk_near as their only clock
    # the End of each pin and output that is a port of the machine
    exposed: list = field(default_factory=list)
    steps: list = field(default_factory=list)    # names of the parts, in the order of their late evaluation
    signals: dict = field(default_factory=dict)  # name -> Port, of its blocks
    # [(Block, eval)], an order that computes every output after its dependencies
    schedule: list = field(default_factory=list)
    clocked: bool = True
    alone: bool = False                          # it stands for a block that is a part itself
    tables: object = None                        # the Tables of its configuration

    @property
    def of(self):
        """Its configuration's name before its own, as Verilog and C name it among several."""
        return f"{self.tables.config}_{self.name}" if self.tables.config else self.name

    @property
    def mixed(self):
        """Whether it has parts of several configurations."""
        return any(part.mixed or part.tables is not self.tables for _, part in self.parts)

    @property
    def halves(self):
        """Whether it has the clock clk_near beside clk, and the input `half`."""
        if not self.parts:
            return any(b.near for b in self.blocks)
        return bool(self.near) or any(part.parts and part.halves for _, part in self.parts)

    def ticks(self, name):
        """Whether a part acts in a tick with `half`."""
        return self.halves and (name in self.near or dict(self.parts)[name].halves)

    def ins_of(self, block):
        return [self.signals[n] for n in block.inputs]

    @property
    def pins(self):
        return [p for b in self.blocks for p in b.pins]

    @property
    def outs(self):
        return [p for b in self.blocks for p in b.outs]

    def block(self, name):
        return next(b for b in self.blocks if b.name == name)

    @property
    def built(self):
        """The blocks that are built with its sizes. The others have no state, and no contract is checked."""
        return [b for b in self.blocks if b.built]

    def is_late_port(self, port):
        """Whether it depends, in the same cycle, on a pin."""
        return port.kind == "pin" or any(self.is_late_port(self.signals[d]) for d in port.deps)

    def is_late(self, block, ev):
        return any(self.is_late_port(p) for p in block.outs if p.eval == ev)

    def has_late(self):
        return any(self.is_late(b, ev) for b, ev in self.schedule)

    def qualifiers(self, port):
        """The chain of signals that must all be on for this one to be valid, outermost first."""
        chain = []
        while port.when:
            port = self.signals[port.when]
            chain.insert(0, port)
        return chain

    def leaves(self):
        """Its machines of blocks, each with the names of the parts on the path to it."""
        return [(path, m) for n, part in self.parts
                for path, m in [((n,) + q, x) for q, x in part.leaves()]] or [((), self)]

    def all_joints(self):
        """Its joints, and those inside its parts."""
        return self.joints + [j.inside(n) for n, part in self.parts for j in part.all_joints()]

    def all_resets(self):
        """The path of each part, and part of a part, with a reset of its own beside that of the machine."""
        own = [(r.part,) for r in self.resets]
        return own + [(n,) + path for n, part in self.parts for path in part.all_resets()]

    def edge(self):
        """The End of each of its pins and of its outputs that leave it."""
        if self.parts:
            return self.exposed
        return [End((), self, p, None) for b in self.blocks for p in b.ports if p.kind != "out"]

    def inner(self, port):
        """The path to an output in the struct of a machine of blocks."""
        return () if self.alone else (port.block,)

    def members(self):
        """Its parts as members of a struct: (name, how many or None, Machine)."""
        found = {}
        for name, part in self.parts:
            base, _, index = name.partition("[")
            found[base] = (base, found[base][1] + 1 if base in found else 1 if index else None, part)
        return list(found.values())


@dataclass
class Tables:
    sizes: sizes_of.Sizes
    blocks: dict                                 # name -> Block
    # name -> Machine, parts before the machines that contain them
    machines: dict
    # a Machine of one block, for each block that is a part of machines
    alone: list = field(default_factory=list)
    config: str = ""                             # the name of the configuration, '' for the default one
    chip: object = None                          # the chip of which these are the sizes, inside a library
    configs: list = field(default_factory=list)  # Tables of the others; of the default one alone
    chips: list = field(default_factory=list)    # Tables of the chips in a library; of the default one alone
    model: str = ""                              # the only machine, of which nothing but the C model is made
    # whether it has the machines of blocks alone, and the blocks in them
    single: bool = False
    family: list = field(default_factory=list)   # all of these, which share the structs of the ports
    # Tables of these sizes with 64 lanes, for the model alone. The default one and some chips have them.
    wide: object = None
    types: dict = field(default_factory=dict)    # C types by width, as the emitters ask for them (text.py)
    orders: dict = field(default_factory=dict)   # orders of members (layout.py)

    def value(self, expr, lanes):
        """A width or count with this many lanes."""
        return self.sizes.value(expr, lanes)

    @property
    def counts(self):
        """The lane counts."""
        return self.sizes.counts

    @property
    def plain(self):
        """Machines whose parts have this configuration."""
        return [m for m in self.machines.values() if not m.mixed]

    @property
    def mixed(self):
        """Machines with parts of several configurations."""
        return [m for m in self.machines.values() if m.mixed]

    @property
    def composed(self):
        """Machines of blocks, which are evaluated as a unit."""
        return [m for m in self.machines.values() if m.blocks]

    @property
    def assembled(self):
        """Machines of machines."""
        return [m for m in self.machines.values() if m.parts]

    @property
    def homes(self):
        """Machines of blocks, and blocks that are parts themselves."""
        return self.composed + self.alone

    @property
    def wired(self):
        """Machines whose parts are wired, which are one Verilog design."""
        return [m for m in self.assembled if m.wires]

    def machine_of(self, block):
        return next(m for m in self.homes if block in m.blocks)
