"""Generates a bench from a block's port table: two copies of the block, with the same inputs, in any states.
Both are reset in the first cycle. From the next cycle on, all outputs must agree wherever the table's
qualifiers make them valid. A block with too much state for that is proved by a step: from a reset, or from
states with an invariant, to states with this invariant in the next cycle."""


def _value(machine, block, port, copy):
    """The name of a signal in the copy. A qualifier may also be an input, which both share."""
    return f"{port.name}_{copy}" if port.block == block.name else port.name


def _agrees(t, machine, block, p, lanes):
    """The expression that is 1 where the port's two values agree, as far as they are valid."""
    a, b = (_value(machine, block, p, c) for c in "ab")
    chain = machine.qualifiers(p)
    outer = [f"({_value(machine, block, q, 'a')} != '0)" for q in chain[:-1]]
    if not p.when:
        return f"{a} == {b}"
    q = chain[-1]
    on = _value(machine, block, q, "a")
    if q.is_array or q.masks(p):
        bytewise = (p.width, q.width) == ("WORD_W", "WORD_BYTES")
        n, width, qwidth = (t.value(x, lanes) for x in (p.count, p.width, q.width if q.is_array else "1"))
        # the field that qualifies field i
        of = lambda i: i * t.value(q.count, lanes) // n if q.is_array else i
        bits = [f"{{{width // qwidth}{{{on}[{k}]}}}}" for i in range(n)
                for k in range(i * qwidth, (i + 1) * qwidth)] if bytewise \
            else [f"{{{width}{{{on}[{of(i) * qwidth} +: {qwidth}] != '0}}}}" for i in range(n)]
        differ = f"(({a} ^ {b}) & {{{', '.join(reversed(bits))}}}) == '0"
    else:
        outer.append(f"({on} != '0)")
        differ = f"{a} == {b}"
    return f"!({' && '.join(outer)}) || {differ}" if outer else differ


def _within(name, width, count, copy):
    """Declares a name for an inner signal of a copy. Yosys joins a wire of this name with the signal when it
    flattens the copy. A wire with a wrong name stays free, and the proof fails."""
    parts = [f"\\{copy}.{name}[{i}] " for i in reversed(range(count))] or [f"\\{copy}.{name} "]
    o = [f"  (* hierconn *) wire [{width}-1:0] {p};" for p in parts]
    alias = name.replace("u_", "").replace(".", "_")
    return o + [f"  wire [{width}*{len(parts)}-1:0] {alias}_{copy} = {{{', '.join(parts)}}};"]


def bench(t, block, lanes, assumes, within=(), holds=""):
    """The text of a module `reset_BLOCK`, with its assumptions on the inputs of each cycle, as expressions.
    For a step: the inner signals, and a text that defines the bits of `holds` by them."""
    machine = t.machine_of(block)
    width = {p.name: t.value(p.width, lanes) * t.value(p.count, lanes) for p in machine.ins_of(block)
             + block.outs}
    ins = machine.ins_of(block)
    clocks = ["input wire clk", "input wire rst"]
    o = [f"module reset_{block.name} (",
         "  " + ",\n  ".join(clocks + [f"input wire [{width[p.name]-1}:0] {p.name}" for p in ins]),
         ");"]
    for c in "ab":
        o += [f"  wire [{width[p.name]-1}:0] {p.name}_{c};" for p in block.outs]
        ports = [f".{n}({n})" for n in (["clk", "rst"] if block.clocked else []) + [p.name for p in ins]]
        ports += [f".{p.name}({p.name}_{c})" for p in block.outs]
        o += [f"  {block.name} #(.LANES({lanes})) {c} ({', '.join(ports)});"]
        o += [row for w in within for row in _within(*w, c)]
    o += ["  reg begins = 1'b1;", "  always @(posedge clk) begins <= 1'b0;"] + ([holds] if holds else [])
    o += [f"  always @(posedge clk) if (begins) assume (rst{' || &holds' if holds else ''});"]
    given = [f"    assume ({a});" for a in assumes]
    if holds:            # in the cycle before the step, too
        o += ["  always @(posedge clk) if (!rst) begin"] + given + ["  end"]
        given = ["    for (int i = 0; i < $bits(holds); i++) assert (holds[i]);"]
    o += ["  always @(posedge clk) if (!begins && !rst) begin"] + given
    o += [f"    assert ({_agrees(t, machine, block, p, lanes)});  // {p.name}" for p in block.outs]
    return "\n".join(o + ["  end", "endmodule", ""])
