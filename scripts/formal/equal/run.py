"""Executes LLVM functions on bits of an and-inverter graph, for all inputs together. Where paths meet, their
values are merged by the condition that separates them. A loop is unrolled as long as some input needs another
iteration.

Memory consists of objects of bytes. A pointer is an object and an offset, parts of which may depend on
inputs, or one of several by conditions. An access outside of its object, or beyond an array in it by an
index, is recorded in `faults`. So a proof shows that the C has none. Bytes that are never written, and shifts
by the width or more, may have any value.
"""
from ir import IrError

FALSE, TRUE = 0, 1
PLACES = 4096                          # offsets of one access, at most


class Pointer:
    """Some of (condition, object, offset, ((bits of an index, its factor, the array's length or none), ...)).
    The conditions are mutually exclusive."""
    def __init__(self, ways):
        self.ways = ways


class Path:
    """A point of execution: `on` is its condition; register values; objects' bytes."""
    def __init__(self, on, registers, memory, came=None):
        self.on, self.registers, self.memory, self.came = on, registers, memory, came


class Machine:
    def __init__(self, aig, possible):
        self.aig, self.possible = aig, possible
        self.faults = []               # (message, its condition)
        self.sizes = {}                # sizes of objects
        self.outside = {}              # name: handler of calls to that function
        self.free = 0
        self.globals, self.constants = {}, {}

    # ---- memory

    def any_bits(self, n, why="any"):
        self.free += 1
        return [self.aig.input(f"{why}.{self.free}.{i}") for i in range(n)]

    def object(self, memory, name, size, bits=None):
        """A new object. Without bits, its contents are free."""
        key = (name, len(self.sizes))
        self.sizes[key] = size
        memory[key] = [bits[8 * i:8 * i + 8] if bits else None for i in range(size)]
        return key

    @staticmethod
    def pointer(key, offset=0):
        return Pointer([(TRUE, key, offset, ())])

    def _byte(self, memory, key, i):
        data = memory[key] if key in memory else self.constants[key]
        if data[i] is None:            # later reads of the byte give the same bits
            data[i] = self.any_bits(8, "left over")
        return data[i]

    def _places(self, path, pointer, size, what):
        """The possible offsets of each way: [(condition, object, terms, [(values of the indices, offset)])].
        Index bits that are constant, or equal to one another, are taken into account."""
        for on, key, offset, terms in pointer.ways:
            if key is None:
                self.faults.append((what, self.aig.both(path.on, on)))
                continue
            inside, limit = [], self.sizes[key] - size
            bits = list(dict.fromkeys(b & ~1 for index, _, _ in terms for b in index if b > 1))
            if len(bits) > 12:
                raise IrError(f"{what}: an index of too many bits")
            for case in range(1 << len(bits)):
                value = {b: case >> i & 1 for i, b in enumerate(bits)}
                at = [_signed([b if b < 2 else value[b & ~1] ^ (b & 1) for b in index]) for index,
                      _, _ in terms]
                place = offset + sum(i * by for i, (_, by, _) in zip(at, terms))
                if (0 <= place <= limit and all(count is None or 0 <= i < count for i,
                                                (_, _, count) in zip(at, terms))):
                    inside.append((case, place))
            yield on, key, bits, inside

    def _where(self, bits, case):
        return self.aig.all(b if case >> i & 1 else b ^ 1 for i, b in enumerate(bits))

    def _outside(self, path, on, bits, inside, what):
        """The objects of a pointer. Later questions cover only inputs for which it is within bounds."""
        if len(inside) < 1 << len(bits):
            there = self.aig.any(self._where(bits, case) for case, _ in inside)
            self.faults.append((what, self.aig.all((path.on, on, there ^ 1))))
            path.on = self.aig.both(path.on, self.aig.both(on, there ^ 1) ^ 1)

    def load(self, path, pointer, size, what):
        result = None
        for on, key, bits, inside in self._places(path, pointer, size, what):
            self._outside(path, on, bits, inside, what)
            found = self._select(path.memory, key, bits, dict(inside), size, 0,
                                 len(bits)) or self.aig.number(0, 8 * size)
            result = found if result is None else self.aig.choose(on, found, result)
        return result if result is not None else self.aig.number(0, 8 * size)

    def _select(self, memory, key, bits, places, size, case, left):
        """Selects by the highest bit first. A missing element equals the other one."""
        if left == 0:
            at = places.get(case)
            return None if at is None else [b for i in range(size) for b in self._byte(memory, key, at + i)]
        high = self._select(memory, key, bits, places, size, case | 1 << (left - 1), left - 1)
        low = self._select(memory, key, bits, places, size, case, left - 1)
        if high is None or low is None:
            return high if low is None else low
        return self.aig.choose(bits[left - 1], high, low)

    def store(self, path, pointer, value, what):
        size = len(value) // 8
        for on, key, bits, inside in self._places(path, pointer, size, what):
            self._outside(path, on, bits, inside, what)
            data = path.memory[key] = list(path.memory[key])
            for case, at in inside:
                here = self.aig.both(on, self._where(bits, case))
                for i in range(size):
                    new = value[8 * i:8 * i + 8]
                    data[at + i] = new if here == TRUE else self.aig.choose(here, new,
                        self._byte(path.memory, key, at + i))

    # ---- values

    def global_object(self, module, name):
        if (id(module), name) not in self.globals:
            t, value = module.initial(name)
            self.globals[id(module), name] = self.object(self.constants, name, t.size,
                                                         self.constant(module, t, value))
        return self.globals[id(module), name]

    def constant(self, module, t, value):
        """The bits of a constant in memory. Pointers in constant tables are not supported."""
        size = 8 * t.size
        if isinstance(value, int):
            return self.aig.number(value, size)
        if value[0] == "parts":
            bits = self.aig.number(0, size)
            ats = t.at if t.kind == "struct" else [i * t.of[0].size for i in range(t.count)]
            for at, (part, v) in zip(ats, value[1]):
                bits[8 * at:8 * (at + part.size)] = self.constant(module, part, v)
            return bits
        if value[0] == "bytes":
            text, out = value[1], []
            while text:
                n = 3 if text[0] == "\\" else 1
                out.append(int(text[1:3], 16) if n == 3 else ord(text[0]))
                text = text[n:]
            return [b for c in out for b in self.aig.number(c, 8)]
        return self.aig.number(0, size)

    def get(self, module, path, operand):
        t, value = operand
        if isinstance(value, str):
            return path.registers[value]
        if isinstance(value, int):
            return self.aig.number(value, t.bits)
        if value[0] == "global":
            return self.pointer(self.global_object(module, value[1]))
        if value[0] == "cast":
            return self.get(module, path, value[1])
        if value[0] == "getelementptr":
            return self.element(module, path, value[1], value[2])
        if value[0] == "null":
            return Pointer([(TRUE, None, 0, ())])
        if value[0] in ("undef", "poison"):
            return self.any_bits(t.bits, "undefined") if t.kind == "int" else Pointer([(TRUE, None, 0, ())])
        if value[0] == "zeroinitializer" and t.kind == "int":
            return self.aig.number(0, t.bits)
        raise IrError(f"no value that is known: {value}")

    def element(self, module, path, t, args):
        base = self.get(module, path, args[0])
        offset, terms = 0, []
        for i, (it, iv) in enumerate(args[1:]):
            if i and t.kind == "struct":
                offset, t = offset + t.at[iv], t.of[iv]
                continue
            count, t = (t.count, t.of[0]) if i else (None, t)
            index = self.get(module, path, (it, iv))
            if all(b < 2 for b in index) and (count is None or 0 <= _signed(index) <= count):
                offset += _signed(index) * t.size
            else:
                terms.append((tuple(index), t.size, count))
        return Pointer([(on, key, at + offset, have + tuple(terms)) for on, key, at, have in base.ways])

    def choose(self, which, a, b):
        if a is b or which == TRUE:
            return a
        if which == FALSE:
            return b
        if not isinstance(a, Pointer):
            return self.aig.choose(which, a, b)
        if a.ways == b.ways:
            return a
        return Pointer([(self.aig.both(which, on), *rest) for on, *rest in a.ways] +
                       [(self.aig.both(which ^ 1, on), *rest) for on, *rest in b.ways])

    def merge(self, a, b, live):
        """Merges two paths. Paths that parted on one condition are distinguished by that condition alone."""
        which, on = a.on, self.aig.either(a.on, b.on)
        x, y = self.aig.gates[a.on >> 1], self.aig.gates[b.on >> 1]
        for p in x if x and not a.on & 1 else ():
            for q in y if y and not b.on & 1 else ():
                if p == q ^ 1 and {*x} - {p} == {*y} - {q}:
                    which, on = p, ({*x} - {p}).pop()
        registers = {r: self.choose(which, a.registers[r], b.registers[r]) for r in live
                     if r in a.registers and r in b.registers}
        memory = {}
        for key, old in a.memory.items():
            new = b.memory.get(key)
            if new is None or new is old:
                memory[key] = old
            elif isinstance(old, Pointer):
                memory[key] = self.choose(which, old, new)
            else:
                memory[key] = [p if p is q else self.aig.choose(which, self._byte(a.memory, key, i),
                                                                self._byte(b.memory, key, i))
                               for i, (p, q) in enumerate(zip(old, new))]
        for key, new in b.memory.items():
            memory.setdefault(key, new)
        return Path(on, registers, memory)

    # ---- functions

    def call(self, module, name, args, path):
        """The returned value, and the path at the return."""
        f = module.functions.get(name)
        if not f:
            raise IrError(f"{name} is not there")
        order, live = shape(f)
        entry = Path(path.on, dict(zip((p for _, p in f.params), args)), path.memory)
        waiting, ends = {next(iter(f.blocks)): entry}, []
        while waiting:
            label = min(waiting, key=order.__getitem__)
            path = waiting.pop(label)
            for ahead, after in self.block(module, f, label, path):
                if ahead is None:
                    ends.append(after)
                    continue
                if order[ahead] <= order[label] and not self.possible(after.on):
                    continue
                self.enter(module, f, ahead, live[ahead], label, after)
                waiting[ahead] = self.merge(waiting[ahead], after, live[ahead]) if ahead in waiting else after
        if not ends:
            raise IrError(f"{name} does not end")
        end = ends[0]
        for other in ends[1:]:
            end = self.merge(end, other, ["result"])
        return end.registers.get("result"), end

    def enter(self, module, f, label, live, came, path):
        phis = [op for op in f.blocks[label] if op.name == "phi"]
        values = [self.get(module, path, op.extra[came]) for op in phis]
        path.registers = {r: path.registers[r] for r in live if r in path.registers}
        path.registers.update((op.result, v) for op, v in zip(phis, values))

    def block(self, module, f, label, path):
        """The successors: (block, path), or (None, path) for a return."""
        registers = path.registers
        for op in f.blocks[label]:
            if op.name == "br" or op.name == "switch":
                return list(self.ways(module, path, op))
            if op.name == "ret":
                if op.args:
                    registers["result"] = self.get(module, path, op.args[0])
                return [(None, path)]
            if op.name == "unreachable":
                self.faults.append((f"{f.name}: what is not to be reached", path.on))
                return []
            if op.name == "call":
                value, path = self.called(module, f, path, op)
                path.registers = registers
            elif op.name != "phi":
                value = getattr(self, "do_" + op.name, self.do_binary)(module, path, op, f.name)
            if op.result and op.name != "phi":
                registers[op.result] = value
        raise IrError(f"{f.name}: a block without an end")

    def ways(self, module, path, op):
        if not op.args:
            yield op.extra[0], path
            return
        value = self.get(module, path, op.args[0])
        if op.name == "br":
            cases = [(value[0], op.extra[0]), (value[0] ^ 1, op.extra[1])]
        else:
            cases = [(self.aig.equal(value, self.get(module, path, a)), to)
                     for a, to in zip(op.args[1:], op.extra[1:])]
            cases.append((self.aig.any(c for c, _ in cases) ^ 1, op.extra[0]))
        targets = {}
        for c, to in cases:            # several cases of a switch may lead to one block
            targets[to] = self.aig.either(targets.get(to, FALSE), c)
        for to, c in targets.items():
            on = self.aig.both(path.on, c)
            if on != FALSE:
                yield to, Path(on, dict(path.registers), dict(path.memory))

    def called(self, module, f, path, op):
        name, args = op.extra, op.args
        if name.startswith("llvm."):
            return self.intrinsic(module, f, path, op, name.split(".")[1]), path
        if name in self.outside:
            return self.outside[name](path, [self.get(module, path, a) for a in args]), path
        if name in ("bcmp", "memcmp"):
            return self.same_bytes(path, [self.get(module, path, a) for a in args], f.name), path
        if name == "memchr":
            return self.found_byte(path, [self.get(module, path, a) for a in args], f.name), path
        return self.call(module, name, [self.get(module, path, a) for a in args], path)

    def same_bytes(self, path, args, what):
        n = _signed(args[2])
        a, b = (self.load(path, p, n, what) for p in args[:2])
        return [self.aig.equal(a, b) ^ 1] + [FALSE] * 31

    def found_byte(self, path, args, what):
        """A pointer to the first byte with this value, or null."""
        start, value, ways, none = args[0], args[1][:8], [], TRUE
        for i in range(_signed(args[2])):
            here = Pointer([(on, key, offset + i, terms) for on, key, offset, terms in start.ways])
            is_it = self.aig.both(none, self.aig.equal(self.load(path, here, 1, what), value))
            ways += [(self.aig.both(is_it, on), *rest) for on, *rest in here.ways]
            none = self.aig.both(none, is_it ^ 1)
        return Pointer(ways + [(none, None, 0, ())])

    def intrinsic(self, module, f, path, op, kind):
        if kind in ("lifetime", "experimental", "dbg", "assume"):
            return None
        args = [self.get(module, path, a) for a in op.args]
        if kind in ("memcpy", "memmove", "memset"):
            n = _signed(args[2])
            if n:
                data = args[1] * n if kind == "memset" else self.load(path, args[1], n, f.name)
                self.store(path, args[0], data, f.name)
            return None
        if kind == "ctpop":
            return self.aig.count(args[0])
        if kind == "cttz":
            return self.aig.zeros(args[0])
        if kind == "ctlz":
            return self.aig.zeros(args[0][::-1])
        if kind in ("umin", "umax", "smin", "smax"):
            less = (self.aig.less if kind[0] == "u" else self.aig.less_signed)(args[0], args[1])
            return self.aig.choose(less ^ (kind[2] == "a" or kind[1:] == "max"), args[0], args[1])
        if kind in ("fshl", "fshr"):
            width = len(args[0])
            by = args[2][:width.bit_length() - 1]
            both = self.aig.shift(args[1] + args[0], by, FALSE, kind == "fshl")
            return both[width:] if kind == "fshl" else both[:width]
        if kind == "usub":             # .sat
            return self.aig.choose(self.aig.less(args[0], args[1]), self.aig.number(0, len(args[0])),
                                   self.aig.sub(args[0], args[1]))
        raise IrError(f"{f.name}: no intrinsic that is known: {op.extra}")

    # ---- operations: the effect of each on a path

    def do_binary(self, module, path, op, where):
        a, b = (self.get(module, path, x) for x in op.args)
        g = self.aig
        if op.name in ("and", "or", "xor"):
            return [{"and": g.both, "or": g.either, "xor": g.differ}[op.name](x, y) for x, y in zip(a, b)]
        if op.name in ("add", "sub", "mul"):
            return getattr(g, op.name)(a, b)
        if op.name in ("udiv", "urem"):
            self.faults.append((f"{where}: divides by zero", g.both(path.on, g.any(b) ^ 1)))
            return g.divide(a, b)[op.name == "urem"]
        if op.name in ("shl", "lshr", "ashr"):
            low = (len(a) - 1).bit_length()
            shifted = g.shift(a, b[:low], a[-1] if op.name == "ashr" else FALSE, op.name == "shl")
            wide = g.any(b[low:])
            return shifted if wide == FALSE else g.choose(wide, self.any_bits(len(a), "shifted too far"),
                                                          shifted)
        raise IrError(f"{where}: no operation that is known: {op.name}")

    def do_icmp(self, module, path, op, where):
        a, b = (self.get(module, path, x) for x in op.args)
        if isinstance(a, Pointer):
            return [self.same_pointer(a, b, where) ^ (op.extra == "ne")]
        if op.extra in ("eq", "ne"):
            return [self.aig.equal(a, b) ^ (op.extra == "ne")]
        less = self.aig.less if op.extra[0] == "u" else self.aig.less_signed
        swap, invert = {"lt": (0, 0), "ge": (0, 1), "gt": (1, 0), "le": (1, 1)}[op.extra[1:]]
        return [(less(b, a) if swap else less(a, b)) ^ invert]

    def same_pointer(self, a, b, where):
        if any(terms for _, _, _, terms in a.ways + b.ways):
            raise IrError(f"{where}: pointers are compared")
        return self.aig.any(self.aig.both(p, q) for p, k, i, _ in a.ways for q, m, j, _ in b.ways
                            if (k, i) == (m, j))

    def do_select(self, module, path, op, where):
        which, a, b = (self.get(module, path, x) for x in op.args)
        return self.choose(which[0], a, b)

    def do_zext(self, module, path, op, where):
        a = self.get(module, path, op.args[0])
        return a + [FALSE] * (op.type.bits - len(a))

    def do_sext(self, module, path, op, where):
        a = self.get(module, path, op.args[0])
        return a + [a[-1]] * (op.type.bits - len(a))

    def do_trunc(self, module, path, op, where):
        return self.get(module, path, op.args[0])[:op.type.bits]

    def do_bitcast(self, module, path, op, where):
        return self.get(module, path, op.args[0])

    do_freeze = do_bitcast

    def do_load(self, module, path, op, where):
        pointer = self.get(module, path, op.args[0])
        if op.type.kind == "ptr":
            return path.memory[self._slot(pointer, where)]
        return self.load(path, pointer, op.type.size, where)[:op.type.bits]

    def do_store(self, module, path, op, where):
        value, pointer = (self.get(module, path, a) for a in op.args)
        if isinstance(value, Pointer):
            path.memory[self._slot(pointer, where)] = value
            return
        self.store(path, pointer, value + [FALSE] * (-len(value) % 8), where)

    def _slot(self, pointer, where):
        """Pointers are stored beside the bytes of their object."""
        if len(pointer.ways) != 1 or pointer.ways[0][3]:
            raise IrError(f"{where}: a pointer is kept at a place that depends on inputs")
        return ("pointer", *pointer.ways[0][1:3])

    def do_getelementptr(self, module, path, op, where):
        return self.element(module, path, op.type, op.args)

    def do_alloca(self, module, path, op, where):
        return self.pointer(self.object(path.memory, where + op.result, op.type.size))


def _signed(bits):
    """The value of bits that are all constant."""
    return sum(b << i for i, b in enumerate(bits)) - (bits[-1] << len(bits) if len(bits) > 1 else 0)


def shape(f):
    """An order of the blocks in which a loop comes before the code behind it; and the registers that are read
    in each block or later."""
    if not hasattr(f, "shape"):
        ahead = {label: [to for op in ops for to in (op.extra if op.name in ("br", "switch") else ())]
                 for label, ops in f.blocks.items()}
        inside = loops(ahead, next(iter(f.blocks)))
        f.shape = turns(ahead, inside, next(iter(f.blocks))), liveness(f, ahead)
    return f.shape


def loops(ahead, entry):
    """The heads of the loops around each block."""
    order, _ = depth_first(ahead, entry, lambda label, to: to)
    at = {label: i for i, label in enumerate(order)}
    behind = {label: [] for label in ahead}
    for label, tos in ahead.items():
        for to in tos:
            behind[to].append(label)
    inside = {label: set() for label in ahead}
    for label in order:
        for head in ahead[label]:
            if at[head] <= at[label]:
                stack = [label]
                inside[head].add(head)
                while stack:
                    one = stack.pop()
                    if head not in inside[one]:
                        inside[one].add(head)
                        stack.extend(behind[one])
    return inside


def depth_first(ahead, entry, order_by):
    """Blocks in reverse postorder."""
    left, seen, stack = [], {entry}, [(entry, iter(order_by(entry, ahead[entry])))]
    while stack:
        label, tos = stack[-1]
        for to in tos:
            if to not in seen:
                seen.add(to)
                stack.append((to, iter(order_by(to, ahead[to]))))
                break
        else:
            left.append(label)
            stack.pop()
    return left[::-1], seen


def turns(ahead, inside, entry):
    """Searches loop exits first, so that they come last."""
    order, _ = depth_first(ahead, entry, lambda label,
                           tos: sorted(tos, key=lambda to: len(inside[label] & inside[to])))
    return {label: i for i, label in enumerate(order)}


def liveness(f, ahead):
    reads, writes = {}, {}
    for label, ops in f.blocks.items():
        reads[label], writes[label] = set(), set()
        for op in ops:
            if op.name != "phi":
                reads[label] |= {v for x in op.args if isinstance(x, tuple)
                                 for v in registers(x[1])} - writes[label]
            writes[label].add(op.result)
    live = {label: set(r) for label, r in reads.items()}
    changed = True
    while changed:
        changed = False
        for label, tos in ahead.items():
            need = set()
            for to in tos:
                need |= live[to]
                for op in f.blocks[to]:
                    if op.name == "phi":
                        need |= set(registers(op.extra[label][1]))
            need = reads[label] | (need - writes[label])
            if not need <= live[label]:
                live[label] |= need
                changed = True
    # At a block's entry, the results of its phis are present.
    return {label: live[label] | {op.result for op in f.blocks[label] if op.name == "phi"}
            for label in f.blocks}


def registers(value):
    if isinstance(value, str):
        yield value
