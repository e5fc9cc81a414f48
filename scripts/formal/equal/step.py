"""Builds both twins of a block in one and-inverter graph, for one step from any two corresponding states.

The C is cmodel/src/lanes.c compiled by clang; the Verilog is the module elaborated by Yosys. Ports, widths
and qualifiers come from the tables. Assumptions on inputs come from the contract, whose C is executed
likewise. Rules of the contract about outputs alone are not assumed, because they must be proved. Two states
correspond if the outputs that depend on state alone are equal, and if tb/formal/equal/BLOCK.c relates them.
"""
import os
import re
import subprocess

from aig import FALSE, TRUE
from run import Machine, Path
from words import Words

VERSION = "14"     # of clang: its text has typed pointers; that of newer versions has not
FLAGS = ("-std=c11", "-O1", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-S", "-emit-llvm",
         "-x", "c",
         "-Wno-unknown-attributes", "-o", "-")


class StepError(Exception):
    pass


def clang(root):
    """The path of the tool; or nothing."""
    return subprocess.run([os.path.join(root, "scripts", "clang.sh"), VERSION], capture_output=True,
                          text=True, check=True).stdout.strip()


def compiled(text, root, gen, lanes, source=None):
    """The C as clang's IR; `source` is a folder of sources to use instead of cmodel/src."""
    include = [source or os.path.join(root, "cmodel/src"), os.path.join(root, "cmodel/include"),
               os.path.join(root, "cmodel/tools"), os.path.join(root, "verif"), os.path.join(root,
                   "tb/formal"), gen]
    command = [clang(root), *FLAGS, f"-DLANES={lanes}", *(f"-I{d}" for d in include), "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, cwd=root)
    if run.returncode:
        raise StepError(f"clang: {next((line for line in run.stderr.splitlines() if 'error' in line), run.stderr[:200])}")
    return run.stdout


def model_text(block, related):
    """The model, with the position of each port."""
    lines = [f'#include "equal/{block.name}.c"' if related else '#include "lanes.c"']
    for side, names in (("in", pins(block)), ("out", [p.name for p in block.outs])):
        struct = f"struct ul1_{block.name}_{side}"
        lines += [f"const unsigned at_{side}_{n} = offsetof({struct}, {n});" for n in names]
        lines += [f"const unsigned size_{side}_{n} = sizeof *(char (*)[sizeof ((({struct} *)0)->{n})])0;"
                  for n in names]
        lines.append(f"const unsigned size_{side} = sizeof({struct});")
    lines.append(f"const unsigned size_state = "
                 f"{f'sizeof(struct {block.name}_state)' if block.clocked else 0};")
    return "\n".join(lines) + "\n"


def pins(block):
    return ["rst"] * block.clocked + block.inputs


def contract_text(block, root):
    folder = f"blocks/{block.name}"
    files = [f for f in ("track.c", "predictor.c", "shadow.c", "contract.c")
             if os.path.exists(os.path.join(root, "verif", folder, f))]
    own = f"equal/{block.name}_contract.c"
    files = [f"{folder}/{f}" for f in files] + ([own] if os.path.exists(os.path.join(root, "tb/formal", own))
                                                else [])
    return "".join(f'#include "{f}"\n'
                   for f in files) + f"const unsigned size_contract = sizeof(struct {block.name}_contract);\n"


class Step:
    """The question: `outputs`, [(name, literal that is on where they differ)], where `given` is on."""
    def __init__(self, aig, tables, block, lanes, model, contract, netlist, possible, reset=False):
        self.aig, self.tables, self.block, self.lanes, self.netlist = aig, tables, block, lanes, netlist
        self.model, self.contract = model, contract
        self.signals = tables.machine_of(block).signals
        self.machine = Machine(aig, possible)
        self.given, self.asked, self.inputs = [], [], {}
        # the first step: the model's state is zero, and registers have any values
        self.reset = reset
        self.memory, self.pairs, self.same = {}, [], []
        self._ask()

    def constant(self, module, name):
        return module.initial("@" + name)[1]

    def fields(self, port):
        return self.tables.value(port.count, self.lanes), self.tables.value(port.width, self.lanes)

    # ---- inputs and state

    def _bind(self):
        """Inputs: bytes of the C, and nets of the Verilog."""
        bits, nets = self.aig.number(0, 8 * self.constant(self.model, "size_in")), {}
        for name in pins(self.block):
            port = self.signals.get(name)          # the reset is not in the table
            count, width = self.fields(port) if port else (1, 1)
            at = self.constant(self.model, f"at_in_{name}")
            size = self.constant(self.model, f"size_in_{name}") // count
            for i in range(count):
                value = [TRUE] if self.reset and name == "rst" else [
                    self.aig.input((name, i if port and port.is_array else None, b)) for b in range(width)]
                self.inputs.setdefault(name, []).append(value)
                bits[8 * (at + i * size):8 * (at + i * size) + width] = value
                nets.update(zip(self.netlist.inputs[name][i * width:(i + 1) * width], value))
        return bits, nets

    def _registers(self):
        return {q: self.aig.input((self.netlist.names[q][0], "register", self.netlist.names[q][1]))
                for q in self.netlist.registers}

    def _object(self, name, module, size_of, bits=None):
        size = self.constant(module, size_of)
        if bits == "zero":
            bits = self.aig.number(0, 8 * size)
        elif bits is None:
            bits = [self.aig.input((name, i // 8, i % 8)) for i in range(8 * size)]
        return self.machine.object(self.memory, name, size, bits)

    def _call(self, module, name, *objects):
        if name not in module.functions:
            return None
        path = Path(TRUE, {}, self.memory)
        result, path = self.machine.call(module, name, [self.machine.pointer(o) for o in objects], path)
        self.memory = path.memory
        return result

    # ---- the question

    def _ask(self):
        b = self.block.name
        in_bits, nets = self._bind()
        clock = self.netlist.inputs.get("clk")
        nets.update({clock[0]: FALSE} if clock else {})
        held = self._registers()
        verilog = self.netlist.place(self.aig, {**nets, **held})
        fresh = "zero" if self.reset else None
        self.state = self._object("state", self.model, "size_state", fresh)
        self.shadow = self._object("shadow", self.contract, "size_contract", fresh)
        ins, outs = self._object("in", self.model, "size_in", in_bits), self._object("out", self.model,
            "size_out")
        if not self.reset:
            self.given += [lit ^ 1 for _, lit in self._related(verilog)]
            self.same = list(self.pairs)   # later questions are no assumptions
        self._call(self.model, f"block_{b}_early", self.state, outs)
        self._call(self.model, f"block_{b}_late", self.state, ins, outs)
        if not self.reset:
            self.asked += self._compared(self.block.outs, outs, verilog)
        broken = self._call(self.contract, f"{b}_contract_check", self.shadow, ins, outs)
        self.given.append(self.aig.any(on for on, key, offset, _ in broken.ways if key is None
                                       or self._answers(key, offset)))
        self._call(self.model, f"block_{b}_clock", self.state, ins, outs)
        if self.block.clocked:
            after = {q: verilog[d] for q, d in self.netlist.registers.items()}
            behind = self.netlist.place(self.aig, {**{n: FALSE for n in nets}, **after})
            self.asked += [(f"next {name}", lit) for name, lit in self._related(behind)]
        self.asked += [(f"C: {what} goes out of bounds", lit) for what, lit in self.machine.faults]

    def _answers(self, key, offset):
        """Whether a rule of the contract, a text, is about outputs alone. It is a guarantee then, and must be
        proved."""
        data = self.machine.constants[key]
        text = bytes(sum((bit == TRUE) << i for i, bit in enumerate(byte))
                     for byte in data[offset:]).split(b"\0")[0].decode()
        wires = re.split(r",\s*", text.split(":")[0])
        return all(wire in {p.name for p in self.block.outs} for wire in wires)

    def _related(self, verilog):
        """The relations that are violated between corresponding states."""
        found = []
        early = [p for p in self.block.outs if not self.block.reads_inputs(p.eval) and p.eval != "show"]
        outs = self._object("out", self.model, "size_out")
        self._call(self.model, f"block_{self.block.name}_early", self.state, outs)
        found += self._compared(early, outs, verilog)

        words = Words(self.aig, self.machine, self.netlist, verilog, self._differ)
        self.machine.outside = words.outside()
        self._call(self.model, "relate", self.state)
        self._call(self.contract, "relate", self.shadow)
        return found + words.differs + words.nevers

    def _differ(self, counts, c, verilog):
        self.pairs += zip(c, counts, verilog)
        return self.aig.any(self.aig.both(on, self.aig.differ(x, y)) for on, x, y in zip(counts, c, verilog))

    # ---- outputs

    def _c_fields(self, port, outs):
        count, width = self.fields(port)
        at = self.constant(self.model, f"at_out_{port.name}")
        size = self.constant(self.model, f"size_out_{port.name}") // count
        return [[b for k in range(size) for b in self.machine._byte(self.memory, outs, at + i * size + k)]
                for i in range(count)]

    def _v_fields(self, port, verilog):
        count, width = self.fields(port)
        nets = self.netlist.outputs[port.name]
        return [[verilog[n] for n in nets[i * width:(i + 1) * width]] for i in range(count)]

    def _compared(self, ports, outs, verilog):
        """Differences of valid outputs: (name, literal) of each."""
        found = []
        for port in ports:
            c, v = self._c_fields(port, outs), self._v_fields(port, verilog)
            for i, (x, y) in enumerate(zip(c, v)):
                y = y + [FALSE] * (len(x) - len(y))
                name = f"{port.name}[{i}]" if port.is_array else port.name
                found.append((name, self._differ(self._counts(port, i, outs, len(x)), x, y)))
        return found

    def _counts(self, port, i, outs, bits):
        """Whether each bit of a field is valid, by the qualifiers in the C (which are compared
        themselves)."""
        if not port.when:
            return [TRUE] * bits
        q = self.signals[port.when]
        values = self.inputs[q.name] if q.name in self.inputs else self._c_fields(q, outs)
        on = self._counts(q, i if q.is_array else 0, outs, 1)[0]
        if q.is_array and (port.width, q.width) == ("WORD_W", "WORD_BYTES"):
            return [self.aig.both(on, values[i][b // 8]) for b in range(bits)]
        one = values[i] if q.is_array else [values[0][i]] if q.masks(port) else values[0]
        return [self.aig.both(on, self.aig.any(one))] * bits
