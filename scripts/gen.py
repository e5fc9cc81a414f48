#!/usr/bin/env python3
"""Derives from the port tables what C, C++ and Verilog need of them. Usage: gen.py [OUTPUT_FOLDER]

  ul1_ports.h    constants, enumerations and the structs of every block's inputs and outputs (cmodel, verif, tb)
  ul1_wiring.h   the order of evaluation and the wires between the C blocks (cmodel)
  ul1_tables.h   the tables as data: name, width, qualifier, offset of every port (cmodel)
  ul1_views.h    a block's inputs out of a sample of the whole machine (verif)
  compare.h      the comparison of two samples of a block, port by port under its qualifier (verif)
  bind.h         a verilated module's ports to and from the structs (tb)
  blocks.inc     the blocks' names (tb)
  l1_probe.sv    the whole machine with every block boundary brought out (tb)
  l1_bench.sv    plays a recording in a four-state simulator (tb)
  ports.md       the reference of all ports (docs)

A file is rewritten only when its text changes, so that nothing is rebuilt without need.
"""
import re
import sys

import ports

HEAD = "{0} Derived from cmodel/ports by scripts/gen.py: do not edit.\n"


def ctype(m, p):
    """The member type: one that holds the width at every lane count, so that a port has one type."""
    bits = max(m.value(p.width, n) for n in ports.LANE_COUNTS)
    return next(f"uint{n}_t" for n in (8, 16, 32, 64) if bits <= n)


def member(m, p):
    return f"    {ctype(m, p)} {p.name}{'[' + c_count(m, p) + ']' if p.is_array else ''};"


def c_count(m, p):
    return spell(m, p.count, "UL1_")


def path(p):
    """Where an output lies in the whole machine's struct ul1_l1_out."""
    return f"{p.block}.{p.name}"


def gen_ports_h(m):
    o = [HEAD.format("//"), "#ifndef UL1_PORTS_H", "#define UL1_PORTS_H", "", "#include <stdint.h>", "",
         "#if LANES == 8", "#define LG 3", "#elif LANES == 16", "#define LG 4", "#elif LANES == 32", "#define LG 5",
         "#else", '#error "LANES is to be 8, 16 or 32"', "#endif", ""]
    o += [f"#define UL1_{k} {v} // {m.const_meanings[k]}" for k, v in m.consts.items()] + [""]
    for e, (_, keys) in m.enums.items():
        o += ["enum { " + ", ".join(f"UL1_{e.upper()}_{k.upper()} = {v}" for k, v in keys.items()) + " };"]
    for b in m.blocks:
        o += ["", f"// {b.name}: {b.meaning}", f"struct ul1_{b.name}_in {{"]
        o += ["    uint8_t rst;"] if b.clocked else []
        o += [member(m, p) for p in m.ins_of(b)] + ["};", f"struct ul1_{b.name}_out {{"]
        o += [member(m, p) for p in b.outs] + ["};"]
    o += ["", "// The whole machine: what comes from outside, and every output of every block.", "struct ul1_l1_in {",
          "    uint8_t rst;"]
    o += [member(m, p) for p in m.pins] + ["};", "struct ul1_l1_out {"]
    o += [f"    struct ul1_{b.name}_out {b.name};" for b in m.blocks] + ["};", "", "#endif", ""]
    return "\n".join(o)


def has_late(m):
    """Whether an output of any block depends, in the same cycle, on what comes from outside the machine."""
    return any(m.is_late(b, ev) for b, ev in m.schedule)


def gen_wiring_h(m):
    o = [HEAD.format("//"), "// Included by lanes.c only. Each output is computed once in a cycle, after all it depends on.", "",
         "struct l1_state {"]
    o += [f"    struct {b.name}_state {b.name};" for b in m.blocks if b.clocked]
    o += ["    struct { // the inputs of every block as wired in this cycle"]
    o += [f"        struct ul1_{b.name}_in {b.name};" for b in m.blocks] + ["    } in;", "};", ""]
    copied = set()

    def copy(b, name):
        if (b.name, name) in copied:
            return []
        copied.add((b.name, name))
        p = m.signals[name]
        src = f"in->{name}" if p.kind == "pin" else f"out->{path(p)}"
        dst = f"s->in.{b.name}.{name}"
        return [f"    memcpy({dst}, {src}, sizeof {dst});" if p.is_array else f"    {dst} = {src};"]

    def calls(late):
        o = []
        for b, ev in m.schedule:
            if m.is_late(b, ev) != late:
                continue
            for p in b.outs:
                if p.eval == ev:
                    for d in p.deps:
                        o += copy(b, d)
            state = f"&s->{b.name}, " if b.clocked else ""
            o += [f"    {b.name}_{ev}({state}&s->in.{b.name}, &out->{b.name});"]
        return o

    o += ["// What depends on state alone.", "static void l1_early(struct l1_state *s, struct ul1_l1_out *out)", "{"]
    o += calls(False) + ["}", ""]
    if has_late(m):
        o += ["// What depends on inputs of the machine in the same cycle, after l1_early.",
              "static void l1_late(struct l1_state *s, const struct ul1_l1_in *in, struct ul1_l1_out *out)", "{"]
        o += calls(True) + ["}", ""]
    o += ["// When all outputs are there, with the same in and out.",
          "static void l1_clock(struct l1_state *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)", "{"]
    for b in m.blocks:
        if b.clocked:
            o += [f"    s->in.{b.name}.rst = in->rst;"]
            for n in b.inputs:
                o += copy(b, n)
    for b in m.blocks:
        if b.clocked:
            o += [f"    {b.name}_clock(&s->{b.name}, &s->in.{b.name}, &out->{b.name});"]
    o += ["}", ""]
    return "\n".join(o)


def spell(m, text, prefix):
    """The machine's constants with a prefix, as the language at hand names them; quoted text is left alone."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    parts[::2] = [re.sub(r"\b(" + "|".join(m.consts) + r")\b", prefix + r"\1", p) for p in parts[::2]]
    return "".join(parts)


def c_str(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'


def gen_tables_h(m):
    o = [HEAD.format("//"), "// Included by lanes.c only.", ""]
    for e, (_, keys) in m.enums.items():
        o += [f"static const char *const enum_{e}[] = {{ " +
              ", ".join(f"[{v}] = {c_str(k)}" for k, v in keys.items()) + " };"]
    radix = {"bin": "UL1_BIN", "hex": "UL1_HEX", "dec": "UL1_DEC"}

    def row(p, struct, where, is_out, all_names):
        base, _, en = p.radix.partition(":")
        when = all_names.index(p.when) if p.when in all_names else -1
        step = [(b.name, e) for b, e in m.schedule].index((p.block, p.eval)) if is_out else 0
        return (f"    {{ {c_str(p.name)}, {c_str(p.block)}, {c_str(p.group)}, {c_str(p.meaning)}, "
                f"{p.width}, {p.count}, {c_str(p.field) if p.field else 0}, sizeof({ctype(m, p)}), {int(is_out)}, {int(p.kind == 'pout')}, {step}, "
                f"offsetof(struct {struct}, {where}), {when}, {radix.get(base, 'UL1_ENUM')}, "
                + (f"enum_{en}, sizeof enum_{en} / sizeof *enum_{en}" if en else "0, 0") + " },")

    def table(name, ins, outs, where):
        names = [p.name for p in ins] + [p.name for p in outs]
        r = [f"static const struct ul1_port ports_{name}[] = {{"]
        r += [row(p, f"ul1_{name}_in", p.name, False, names) for p in ins]
        r += [row(p, f"ul1_{name}_out", where(p), True, names) for p in outs]
        return r + ["};", ""]

    body = []
    for b in m.blocks:
        body += table(b.name, m.ins_of(b), b.outs, lambda p: p.name)
    body += table("l1", m.pins, m.outs, path)
    o += [spell(m, line, "UL1_") if line.startswith("    {") else line for line in body]
    for b in m.blocks:
        n = b.name
        o += [f"static void block_{n}_early(void *state, void *out)", "{"]
        o += ["    (void)state;"] if not b.clocked else []
        first = "(const struct {0}_state *)state, ".format(n) if b.clocked else ""
        # within one block any order of its evals is right: each is a function of state and inputs alone
        early = [e for e in b.evals if not b.reads_inputs(e)]
        o += [f"    {n}_{e}({first}NULL, out);" for e in early] + ["    (void)out;"] * (not early) + ["}"]
        o += [f"static void block_{n}_late(void *state, const void *in, void *out)", "{", "    (void)state, (void)in, (void)out;"]
        o += [f"    {n}_{e}({first}in, out);" for e in b.evals if e not in early] + ["}"]
        if b.clocked:
            o += [f"static void block_{n}_clock(void *state, const void *in, const void *out)", "{",
                  f"    {n}_clock(state, in, out);", "}"]
        else:
            o += [f"static void block_{n}_clock(void *state, const void *in, const void *out)", "{",
                  "    (void)state, (void)in, (void)out;", "}"]
    o += ["", "static void block_l1_early(void *state, void *out)", "{", "    l1_early(state, out);", "}",
          "static void block_l1_late(void *state, const void *in, void *out)", "{",
          "    l1_late(state, in, out);" if has_late(m) else "    (void)state, (void)in, (void)out;", "}",
          "static void block_l1_clock(void *state, const void *in, const void *out)", "{", "    l1_clock(state, in, out);", "}", "",
          "#define COUNT(a) (sizeof(a) / sizeof *(a))", "#define BLOCKS \\"]
    rows = []
    for b in m.blocks + [None]:
        n = b.name if b else "l1"
        meaning = b.meaning if b else "The whole machine, with every block boundary."
        clocked = b.clocked if b else True
        nin = len(b.inputs) if b else len(m.pins)
        size = f"sizeof(struct {n}_state)" if clocked else "0"
        rows += [f"    {{ {c_str(n)}, {c_str(meaning)}, LANES, {int(clocked)}, ports_{n}, {nin}, COUNT(ports_{n}), {size}, "
                 f"sizeof(struct ul1_{n}_in), sizeof(struct ul1_{n}_out), block_{n}_early, block_{n}_late, block_{n}_clock }}"]
    o += [", \\\n".join(rows), ""]
    return "\n".join(o)


def gen_compare_h(m):
    """Straight-line code: a difference is only accumulated here, and found by walking the tables when there is one."""
    o = [HEAD.format("//"), "// Included by scoreboard.c only. a and b are samples of one block in one cycle. Returns whether any",
         "// qualified value differs, and adds to checks[] how many values of each port were compared. What qualifies",
         "// is taken from a; where b qualifies otherwise, the qualifier itself differs and is seen.", ""]
    foreign = {}                                 # qualifiers that other blocks drive, handed in as parameters
    for b in m.blocks:
        foreign[b.name] = list(dict.fromkeys(p.when for p in b.outs if p.when and m.signals[p.when].block != b.name))
        params = "".join(f", {ctype(m, m.signals[n])} {n}" for n in foreign[b.name])
        o += [f"static uint32_t compare_{b.name}(const struct ul1_{b.name}_out *a, const struct ul1_{b.name}_out *b, uint64_t *checks{params})",
              "{", "    uint64_t d = 0;"]

        def at(q):
            return q.name if q.name in foreign[b.name] else f"a->{q.name}"
        for i, p in enumerate(b.outs):
            q = m.signals[p.when] if p.when else None
            # the qualifier's own qualifiers: scalars only, outermost first
            chain = [c for c in m.qualifiers(p)[:-1]]
            conds = [at(c) for c in chain]
            if not p.is_array:
                conds += [at(q)] if q else []
                if conds:
                    c = " && ".join(f"{x} != 0" for x in conds)
                    o += [f"    {{ uint64_t q = -(uint64_t)({c}); d |= ((uint64_t)a->{p.name} ^ b->{p.name}) & q; checks[{i}] += q & 1; }}"]
                else:
                    o += [f"    d |= (uint64_t)a->{p.name} ^ b->{p.name};", f"    checks[{i}]++;"]
                continue
            bits, n = ctype(m, p)[4:-2], c_count(m, p)

            def differs(mask):
                return f"d |= diff{bits}(a->{p.name}, b->{p.name}, {n}, {mask});"
            if q is None:
                o += ["    " + differs(f"all_of({n})"), f"    checks[{i}] += {n};"]
                continue
            on = at(q)
            if q.is_array:
                mask = f"lanes_on({on}, {n})"
                by_byte = (p.width, q.width) == ("32", "4")
                call = f"d |= diff32_bytes(a->{p.name}, b->{p.name}, {n}, {on});" if by_byte else differs(mask)
                cond = [f"any8({on}, {n})"]
            else:
                mask = on if q.masks(p) else f"all_of({n})"
                call = differs(mask)
                cond = [f"{on} != 0"]
            o += [f"    if ({' && '.join(cond + [f'{x} != 0' for x in conds])}) {{", "        " + call,
                  f"        checks[{i}] += count_of({mask});", "    }"]
        o += ["    return d != 0;", "}", ""]
    o += ["static uint32_t compare_l1(const struct ul1_l1_out *a, const struct ul1_l1_out *b, uint64_t *checks)", "{", "    uint32_t d = 0;"]
    base = 0
    for b in m.blocks:
        args = "".join(f", a->{path(m.signals[n])}" for n in foreign[b.name])
        o += [f"    d |= compare_{b.name}(&a->{b.name}, &b->{b.name}, checks + {base}{args});"]
        base += len(b.outs)
    o += ["    return d;", "}", "", "typedef uint32_t compare_fn(const void *in, const void *a, const void *b, uint64_t *checks);", ""]
    foreign["l1"] = []
    for n in foreign:
        args = "".join(f", ((const struct ul1_{n}_in *)in)->{q}" for q in foreign[n])
        o += [f"static uint32_t any_{n}(const void *in, const void *a, const void *b, uint64_t *checks)",
              "{", "    (void)in;", f"    return compare_{n}(a, b, checks{args});", "}"]
    o += ["", "static const struct { const char *block; compare_fn *fn; } compares[] = {"]
    o += [f"    {{ \"{n}\", any_{n} }}," for n in [b.name for b in m.blocks] + ["l1"]] + ["};", ""]
    return "\n".join(o)


def gen_bind_h(m):
    o = [HEAD.format("//"), "// V is the verilated module's class; its ports have the signals' names.", "#pragma once",
         '#include "lanes_pack.h"', ""]

    for n, ins, outs, where, clocked in (
            [(b.name, m.ins_of(b), b.outs, lambda p: p.name, b.clocked) for b in m.blocks]
            + [("l1", m.pins, m.outs, path, True)]):
        o += [f"template <class V> inline void drive_{n}(V *v, const struct ul1_{n}_in *in)", "{"]
        o += ["    v->rst = in->rst;"] if clocked else []
        for p in ins:
            o += [f"    pack<{spell(m, p.width, 'UL1_')}>(v->{p.name}, in->{p.name});" if p.is_array else f"    v->{p.name} = in->{p.name};"]
        o += ["}"]
        parts = {"early": [p for p in outs if not m.is_late_port(p, n)], "late": [p for p in outs if m.is_late_port(p, n)]}
        if n == "l1":
            parts["outside"] = [p for p in parts["early"] if p.kind == "pout"]
        for part, of in parts.items():
            o += [f"template <class V> inline void sample_{part}_{n}(const V *v, struct ul1_{n}_out *out)", "{", "    (void)v, (void)out;"]
            for p in of:
                if not p.is_array:
                    o += [f"    out->{where(p)} = v->{p.name};"]
                    continue
                # an array that nobody may look at in this cycle is not worth its time
                q = m.signals[p.when] if p.when else None
                on = f"if (v->{q.name}) " if q and not q.is_array and q in outs else ""
                o += [f"    {on}unpack<{spell(m, p.width, 'UL1_')}>(out->{where(p)}, v->{p.name});"]
            o += ["}"]
        o += [""]
    return "\n".join(o)


def sv_range(m, p):
    if (p.width, p.count) == ("1", "1"):
        return ""
    width = re.sub(r"\bLG\b", "$clog2(LANES)", spell(m, p.width, "ul1_pkg::"))
    return f"[{spell(m, p.count, 'ul1_pkg::')}*({width})-1:0] "


def gen_probe_sv(m):
    o = [HEAD.format("//"), "// The whole machine, with every output of every block as a port, read by reference from within l1.",
         "`default_nettype none", "module l1_probe #(", "    parameter int LANES = 32", ") ("]
    rows = ["    input  wire logic clk", "    input  wire logic rst"]
    rows += [f"    input  wire logic {sv_range(m, p)}{p.name}" for p in m.pins]
    rows += [f"    output wire logic {sv_range(m, p)}{p.name}" for p in m.outs]
    o += [",\n".join(rows), ");", "    l1 #(.LANES(LANES)) u_l1 ("]
    conns = ["        .clk(clk)", "        .rst(rst)"] + [f"        .{p.name}({p.name})" for p in m.pins]
    conns += [f"        .{p.name}({p.name})" for p in m.outs if p.kind == "pout"]
    o += [",\n".join(conns), "    );"]
    o += [f"    assign {p.name} = u_l1.{p.name};" for p in m.outs if p.kind == "out"]
    o += ["endmodule", "`default_nettype wire", ""]
    return "\n".join(o)


def gen_bench_sv(m):
    """Plays BASE.in of a recording (verif/recording.h) into the machine and writes BASE.out, in any simulator with delays."""
    pins, outs = m.pins, m.outs
    padded = {p.name for p in pins + outs if p.is_array and any(m.value(p.width, n) % 4 for n in ports.LANE_COUNTS)}

    def column(p):
        return p.name + "_digits" if p.name in padded else p.name

    def pad(p):
        """Fields of whole digits, as in a recording: else one that is undefined would make its neighbour look so."""
        if p.name not in padded:
            return []
        bits = re.sub(r"\bLG\b", "$clog2(LANES)", spell(m, p.width, "ul1_pkg::"))
        digits, count = f"(({bits}+3)/4)", spell(m, p.count, "ul1_pkg::")
        field, text = f"{p.name}[i*({bits}) +: {bits}]", f"{column(p)}[i*4*{digits} +: 4*{digits}]"
        move = f"{text} = {{3'b0, {field}}}" if p.is_out else f"{field} = {column(p)}[i*4*{digits} +: {bits}]" # surplus zeros are cut
        return [f"    {'wire ' if p.is_out else ''}logic [{count}*4*{digits}-1:0] {column(p)};",
                f"    for (genvar i = 0; i < {count}; i++) begin : g_{p.name}", f"        assign {move};", "    end"]

    o = [HEAD.format("//"), "// Plays the inputs of a recording and records the outputs: +in=FILE +out=FILE. For four-state simulators.",
         "`default_nettype none", "module l1_bench #(", "    parameter int LANES = 32", ");", "    logic clk = 0;", "    logic rst = 1;"]
    o += [f"    {'wire ' if p.is_out or p.name in padded else ''}logic {sv_range(m, p)}{p.name};" for p in pins + outs]
    o += [line for p in pins + outs for line in pad(p)]
    ins, count = ", ".join(["rst"] + [column(p) for p in pins]), len(pins) + 1
    o += ["    l1_probe #(.LANES(LANES)) dut (.*);", "    integer in_file, out_file, got;", "    reg [8*256-1:0] in_name, out_name;",
          "    reg [8*8192-1:0] header;", "    initial begin",
          '        if (!$value$plusargs("in=%s", in_name) || !$value$plusargs("out=%s", out_name)) begin',
          '            $display("l1_bench: +in=FILE and +out=FILE are needed");', "            $finish;", "        end",
          '        in_file = $fopen(in_name, "r");', '        out_file = $fopen(out_name, "w");',
          "        if (in_file == 0 || out_file == 0) begin",
          '            $display("l1_bench: cannot open %0s or %0s", in_name, out_name);', "            $finish;", "        end",
          "        got = $fgets(header, in_file);", f'        $fwrite(out_file, "# {" ".join(p.name for p in outs)}\\n");',
          f"        got = {count};", f"        while (got == {count}) begin",
          f'            got = $fscanf(in_file, "{" ".join(["%h"] * count)}",', f"                {ins});",
          f"            if (got == {count}) begin", "                #1;",
          f'                $fwrite(out_file, "{" ".join(["%h"] * len(outs))}\\n",', "                    " + ", ".join(map(column, outs)) + ");",
          "                #1 clk = 1;", "                #1 clk = 0;", "            end", "        end", "        $fclose(out_file);",
          "        $finish;", "    end", "endmodule", "`default_nettype wire", ""]
    return "\n".join(o)


def gen_ports_md(m):
    o = ["# Reference of ports and signals", "", "Derived from the tables in `cmodel/ports`. A signal has one name everywhere. "
         "*When* is the signal that must be on for the value to mean something; of a mask, field by field; of byte enables, byte "
         "by byte. *Same cycle* lists the inputs that an output depends on in the same cycle; `-`: on registers only.", "",
         "| constant | value | meaning |", "|---|---|---|"]
    o += [f"| {k} | {v} | {m.const_meanings[k]} |" for k, v in m.consts.items()] + ["", "| enumeration | codes |", "|---|---|"]
    o += [f"| {e} | {', '.join(f'{v} = {k}' for k, v in keys.items())} |" for e, (_, keys) in m.enums.items()]
    readers = {}
    for b in m.blocks:
        for n in b.inputs:
            readers.setdefault(n, []).append(b.name)
    for b in m.blocks:
        o += ["", f"## {b.name}", "", b.meaning]
        for g, meaning, names in b.groups:
            o += ["", f"**{g}** — {meaning}", "", "| signal | direction | bits | when | same cycle | meaning |", "|---|---|---|---|---|---|"]
            for n in names:
                p = m.signals[n]
                size = p.width + (" × " + p.count if p.is_array else "")
                if n in b.inputs:
                    d = "from outside" if p.kind == "pin" else f"from {p.block}"
                    deps = ""
                else:
                    to = [x for x in readers.get(n, [])] + (["outside"] if p.kind == "pout" else [])
                    d = "to " + ", ".join(to) if to else "(qualifier)"
                    deps = ", ".join(p.deps) or "-"
                o += [f"| {n} | {d} | {size} | {p.when or 'always'} | {deps} | {p.meaning} |"]
    o += ["", "## Order of evaluation", "", " → ".join(f"{b.name}.{e}" for b, e in m.schedule), ""]
    return "\n".join(o)


def gen_views_h(m):
    o = [HEAD.format("//"), "// The inputs of a block as they stand in a sample of the whole machine.",
         "#ifndef UL1_VIEWS_H", "#define UL1_VIEWS_H", "", "#include <string.h>", '#include "ul1_ports.h"', ""]
    for b in m.blocks:
        o += [f"static inline void view_{b.name}(const struct ul1_l1_in *in, const struct ul1_l1_out *out, struct ul1_{b.name}_in *v)", "{"]
        o += ["    v->rst = in->rst;"] if b.clocked else []
        for p in m.ins_of(b):
            src = f"in->{p.name}" if p.kind == "pin" else f"out->{path(p)}"
            o += [f"    memcpy(v->{p.name}, {src}, sizeof v->{p.name});" if p.is_array else f"    v->{p.name} = {src};"]
        o += ["    (void)in;", "}"]
    return "\n".join(o + ["", "#endif", ""])


def gen_blocks_inc(m):
    return HEAD.format("//") + "".join(f"X({b.name})\n" for b in m.blocks)


FILES = {"ul1_ports.h": gen_ports_h, "ul1_wiring.h": gen_wiring_h, "ul1_tables.h": gen_tables_h, "ul1_views.h": gen_views_h,
         "compare.h": gen_compare_h, "bind.h": gen_bind_h, "blocks.inc": gen_blocks_inc, "l1_probe.sv": gen_probe_sv,
         "l1_bench.sv": gen_bench_sv, "ports.md": gen_ports_md}


def main():
    m = ports.load()
    ports.write_derived({name: gen(m) for name, gen in FILES.items()}, *sys.argv[1:])


if __name__ == "__main__":
    ports.main_guard(main)
