"""And-inverter graphs, and numbers in them as lists of bits, lowest first. A literal is twice a node's
number, plus 1 if inverted."""

FALSE, TRUE = 0, 1


class Aig:
    def __init__(self):
        self.gates = [None]            # two literals of each node; None for an input. Node 0 is false
        self.inputs = {}               # node: its name
        self.made = {}                 # (literal, literal): the node that is their conjunction

    def input(self, name):
        self.gates.append(None)
        self.inputs[len(self.gates) - 1] = name
        return 2 * (len(self.gates) - 1)

    def both(self, a, b):
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a == TRUE or a == b:
            return b
        for x, y in ((a, b), (b, a)):  # one of them implies the result
            of = self.gates[y >> 1]
            if of and x in of:
                return self._known(x, y, of)
            if of and x ^ 1 in of:
                return FALSE if not y & 1 else x
        node = self.made.get((a, b))
        if node is None:
            self.gates.append((a, b))
            node = self.made[a, b] = len(self.gates) - 1
        return 2 * node

    def _known(self, x, y, of):
        """x and y, where y is the conjunction of x and another, or its inverse."""
        return y if not y & 1 else self.both(x, (of[0] if of[1] == x else of[1]) ^ 1)

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        if a < 2 or b < 2:
            return a ^ b                # a constant inverts or does not
        if a >> 1 == b >> 1:
            return int(a != b)
        sign, a, b = (a ^ b) & 1, a & ~1, b & ~1
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b)) ^ sign

    def pick(self, which, a, b):
        """a if `which`, else b"""
        if a == b or which == TRUE:
            return a
        if which == FALSE:
            return b
        if a == b ^ 1:
            return self.differ(which, b)
        return self.either(self.both(which, a), self.both(which ^ 1, b))

    def all(self, bits):
        bits = list(bits)
        while len(bits) > 1:
            bits = [self.both(*bits[i:i + 2]) if i + 1 < len(bits) else bits[i]
                    for i in range(0, len(bits), 2)]
        return bits[0] if bits else TRUE

    def any(self, bits):
        return self.all(b ^ 1 for b in bits) ^ 1

    # ---- numbers

    @staticmethod
    def number(value, width):
        return [value >> i & 1 for i in range(width)]

    def choose(self, which, a, b):
        return a if a is b else [self.pick(which, x, y) for x, y in zip(a, b)]

    def add(self, a, b, carry=FALSE):
        out = []
        for x, y in zip(a, b):
            half = self.differ(x, y)
            out.append(self.differ(half, carry))
            carry = self.either(self.both(x, y), self.both(half, carry))
        return out

    def sub(self, a, b):
        return self.add(a, [y ^ 1 for y in b], TRUE)

    def mul(self, a, b):
        if all(x < 2 for x in a):
            a, b = b, a
        total = [FALSE] * len(a)
        for i, y in enumerate(b):
            if y != FALSE:
                total = self.add(total, [FALSE] * i + [self.both(x, y) for x in a[:len(a) - i]])
        return total

    def divide(self, a, b):
        """quotient and remainder"""
        rest, quotient = [FALSE] * (len(a) + 1), []
        b = list(b) + [FALSE]
        for x in reversed(a):
            rest = [x] + rest[:-1]
            fits = self.less(rest, b) ^ 1
            rest = self.choose(fits, self.sub(rest, b), rest)
            quotient.insert(0, fits)
        return quotient, rest[:-1]

    def equal(self, a, b):
        return self.all(self.differ(x, y) ^ 1 for x, y in zip(a, b))

    def less(self, a, b):
        """without signs"""
        result = FALSE
        for x, y in zip(a, b):
            result = self.pick(self.differ(x, y), y, result)
        return result

    def less_signed(self, a, b):
        return self.less(a[:-1] + [a[-1] ^ 1], b[:-1] + [b[-1] ^ 1])

    def shift(self, a, by, fill, left):
        """Shifts by the value of `by`; from the width on, all bits are `fill`."""
        width = len(a)
        for i, s in enumerate(by):
            n = min(1 << i, width)
            moved = [fill] * n + a[:width - n] if left else a[n:] + [fill] * n
            a = self.choose(s, moved, a)
        return a

    def count(self, a):
        total = [FALSE] * len(a)
        for x in a:
            for i in range(len(a)):
                total[i], x = self.differ(total[i], x), self.both(total[i], x)
        return total

    def zeros(self, a):
        """The number of bits below the lowest set one; the width if there is none."""
        result = self.number(len(a), len(a))
        for i in range(len(a) - 1, -1, -1):
            result = self.choose(a[i], self.number(i, len(a)), result)
        return result

    # ---- values, and output

    def substitute(self, pairs, outputs):
        """The same in a new graph, given for each (input, condition, literal) that the input equals the
        literal wherever the condition is on. So this need not be assumed. An input that its own condition or
        literal depends on stays."""
        new, to = Aig(), {0: 0}

        def moved(lit):
            return to[lit >> 1] ^ lit & 1

        def move(lits):
            for n in self.cone(lits):
                if n not in to:
                    gate = self.gates[n]
                    to[n] = new.both(moved(gate[0]), moved(gate[1])) if gate else new.input(self.inputs[n])
        for lit, on, value in pairs:
            node = lit >> 1
            if self.gates[node] is None and node not in to and node not in self.cone([on, value]):
                move([on, value])
                to[node] = new.pick(moved(on), moved(value), new.input(self.inputs[node])) ^ lit & 1
        move(outputs)
        return new, [moved(o) for o in outputs]

    def cone(self, outputs):
        """The nodes in the cone of these literals, each after its operands."""
        seen, order, stack = set(), [], [o >> 1 for o in outputs]
        while stack:
            n = stack.pop()
            if n < 0:
                order.append(~n)
            elif n not in seen:
                seen.add(n)
                stack.append(~n)
                stack.extend(g >> 1 for g in self.gates[n] or ())
        return order

    def values(self, outputs, given, mask):
        """The value of each output for these values of the inputs, one bit per case; `mask` is all cases."""
        value = {0: 0}
        for n in self.cone(outputs):
            if n:
                g = self.gates[n]
                value[n] = given.get(n, 0) if g is None else (
                    (value[g[0] >> 1] ^ (mask if g[0] & 1 else 0))
                    & (value[g[1] >> 1] ^ (mask if g[1] & 1 else 0)))
        return [value[o >> 1] ^ (mask if o & 1 else 0) for o in outputs]

    def aiger(self, outputs):
        """Writes an AIGER file, and returns the nodes of its inputs, in order."""
        order = [n for n in self.cone(outputs) if n]
        ins = [n for n in order if self.gates[n] is None]
        ands = [n for n in order if self.gates[n]]
        at = {n: 2 * i for i, n in enumerate([0] + ins + ands)}

        def lit(x):
            return at[x >> 1] | x & 1
        data = bytearray(f"aig {len(order)} {len(ins)} 0 {len(outputs)} {len(ands)}\n".encode())
        for o in outputs:
            at.setdefault(o >> 1, 0)
            data += f"{lit(o)}\n".encode()
        for n in ands:
            a, b = sorted(map(lit, self.gates[n]))
            for delta in (at[n] - b, b - a):
                while delta > 127:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        return bytes(data), ins
