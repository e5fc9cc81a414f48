#!/usr/bin/env python3
"""Tests that invalid tables and impossible sizes are refused with one line that gives reason and position."""
import os
import re
import shutil
import sys
import tempfile

import sv_machine
import tables

# The fault: a column of a port in a block's table, or else a piece of text in a file.
COLUMNS = {"kind": 0, "name": 1, "width": 2, "count": 3, "when": 4, "radix": 5, "eval": 6, "deps": 7}
PORTS = [
    ("arb", "sel_store", "name", "sel_valid", "'sel_valid' is there twice"),
    ("arb", "sel_store", "name", "Sel-st", "not a signal name"),
    ("arb", "sel_store", "name", "cand_older", "does not bear the name of its interface, 'sel'"),
    ("split", "split_mask", "deps", "req_mask,nonsense", "'nonsense', which is not an input"),
    ("split", "split_more", "when", "nobody", "qualifier 'nobody' is not a port"),
    ("split", "split_more", "width", "QQ", "'QQ' names 'QQ', which is not known"),
    ("split", "split_more", "count", "QQ", "'QQ' names 'QQ', which is not known"),
    ("split", "split_more", "count", "4097", "more than 4096 fields"),
    ("split", "split_more", "width", "65", "more than 64 bits"),
    ("split", "split_more", "width", "0", "'split_more' has no bits"),
    ("split", "split_more", "width", "LANE_W-3", "'split_more' has no bits"),
    ("split", "split_more", "radix", "oct", "no such radix"),
    ("split", "split_more", "kind", "wire", "'wire' is none of"),
    ("arb", "pass_width", "width", "4", "enum width has 3 bits"),
    # qualifiers: the pending request table has 32 entries, as many as the maximum of lanes
    ("prt", "prt_merges", "count", "LANES", "'prt_used' has PRT bits and cannot qualify LANES fields"),
    ("tag", "map_byte", "count", "PRT", "'map_mask' has LANES bits and cannot qualify PRT fields"),
    ("prt", "prt_line", "when", "prt_merges",
     "the qualifier 'prt_used' of its qualifier 'prt_merges' is not a single bit"),
    ("prt", "prt_line", "count when", "WAYS prt_merges",
     "'prt_merges' has PRT fields, and cannot qualify WAYS"),
    ("prt", "prt_merges", "when", "prt_line", "fields of more than 8 bits"),
    ("prt", "prt_line", "width when", "16 prt_state", "enables of 2 bytes"),
    ("prt", "prt_used", "when", "prt_state", "'prt_state' has PRT fields and cannot qualify a field alone"),
    ("prt", "prt_used", "when", "head_sect",
     "the qualifier 'head_sect' of its qualifier 'prt_used' is not a single bit"),
    ("prt", "merged_err", "count", "PRT", None),
    ("xbar", "o_word", "when", "o_dist", "qualifier 'o_dist' is not a port"),
    ("xbar", "o_word", "when", "o_kind", "'o_kind' has XOUT fields, and cannot qualify XOUT*SECTOR_WORDS"),
    ("xbar", "o_word", "count", "XOUT*SECTOR_WORDS+1", "'o_valid' has XOUT fields, and cannot qualify"),
    # a loop between blocks: choice would wait for split, split for the access, and the access for choice
    ("lsu", "cand_valid", "deps", "split_more", "loop between blocks"),
    # outputs for observation only: they must not depend on inputs, and no block reads them
    ("split", "split_more", "eval", "show", "'split_more' is computed by show"),
    ("tag", "cmd_hold", "eval", "show", "'cmd_hold' is computed by show"),
]
TEXTS = [
    ("arb.ports", "in   cmd_turn\n", "in   cmd_torn\n", "'cmd_torn' of arb is driven by nobody"),
    ("arb.ports", "in   cmd_turn\n", "in   cmd_turn\nin   cmd_turn\n", "listed twice"),
    ("arb.ports", "block arb clocked", "block arb sometimes", "neither clocked nor comb"),
    ("arb.ports", "block arb", "block lsu", "in a file of another name"),
    ("split.ports", "   Slots of the entering access are left for a remainder", "", "columns missing"),
    ("arb.ports", "group pass ", "group sel ", "group 'sel' is there twice"),
    # an interface with two drivers, a signal with two drivers
    ("mmu.ports", "group walk Page", "group fill The\nout  fill_more 1 1 - bin state - More\ngroup walk Page",
     "the interface 'fill' is driven by mmu"),
    ("mmu.ports", "group walk Page", "group fill The\nout  fill_prt 1 1 - bin state - More\ngroup walk Page",
     "'fill_prt' has another driver, mmu"),
    ("data.ports", "in   write_valid\n", "in   write_valid\n", None),
    # what is built
    ("lock.ports", "built LOCKS>0", "built LOCK>0", "lock.ports:2: 'LOCK>0' names 'LOCK', which is no size that can be chosen"),
    ("lock.ports", "built LOCKS>0", "built LOCK_ROWS>0", "'LOCK_ROWS', which is no size that can be chosen"),
    ("lock.ports", "built LOCKS>0", "built INTAKE>0", "'INTAKE', which is no size that can be chosen"),
    ("lock.ports", "built LOCKS>0", "built LANES>8", "'LANES', which is no size that can be chosen"),
    ("lock.ports", "built LOCKS>0", "built LOCKS>=0", "lock.ports:2: 'LOCKS>=0' holds with any sizes"),
    ("lock.ports", "built LOCKS>0", "built LOCKS>1024", "lock.ports:2: 'LOCKS>1024' holds with no sizes"),
    ("lock.ports", "built LOCKS>0", "built 1", "lock.ports:2: '1' holds with any sizes"),
    ("lock.ports", "built LOCKS>0", "built LOCKS>", "lock.ports:2: 'LOCKS>' has no value"),
    ("lock.ports", "built LOCKS>0", "built 256//LOCKS", "lock.ports:2: '256//LOCKS' has no value"),
    ("lock.ports", "built LOCKS>0", "built", "built CONDITION [PORT ...] expected"),
    ("lock.ports", "built LOCKS>0", "built LOCKS>0 lock_predicate",
     "lock.ports:2: 'lock_predicate' is no port that this block defines"),
    ("lsu.ports", "built LANE_PAIRS>0 rf_pairs", "built LANE_PAIRS>0 req_red",
     "'req_red' is no port that this group defines"),
    ("lsu.ports", "built LANE_PAIRS>0 rf_pairs", "built LANE_PAIRS>0 pass_due",
     "'pass_due' is no port that this group defines"),
    ("lsu.ports", "group defer ", "built LOCKS>0\ngroup defer ", None),
    ("arb.ports", "group req ", "group req The\nbuilt LOCKS>0\ngroup requ ", "the group defines no port"),
    ("constant.ports", "always con_idle", "always", "always PORT ... expected, in a group"),
    ("constant.ports", "always con_idle", "always conin_ready", "'conin_ready' is no port that this group defines"),
    ("constant.ports", "built CONSTANTS>0", "built CONSTANTS>0\nalways con_idle", "always PORT ... expected, in a group"),
    ("l1.machine", "block arb", "block arbiter", "block 'arbiter' has no table"),
    ("l1.machine", "block arb", "block lsu", "block 'lsu' is there twice"),
    ("l1.machine", "block arb", "brick arb", "'brick' is none of"),
    ("l1.machine", "block arb\n", "", "block 'arb' is in no machine"),
    ("l1.machine", "block lsu", "part lsu pair\nblock lsu", "made either of blocks or of parts"),
    ("pair.machine", "part b l1", "part a l1", "part 'a' is there twice"),
    ("pair.machine", "part b l1", "part b l3", "there is no machine 'l3'"),
    ("pair.machine", "part b l1", "part b pair", "a machine is a part of itself"),
    ("pair.machine", "machine pair", "machine pairs", "NAME as the file's"),
    ("pair.machine", "pins b\n", "", "'b.cfg_home' is driven by no wire, and no line of pins names it"),
    ("pair.machine", "part b l1", "part b l1\npart c prt",
     "block 'prt' is in 'l1', and cannot be a part, too"),
    ("l1.machine", "block arb", "block arb\nblock share",
     "block 'share' is in 'l1', and cannot be a part, too"),
    ("duo.machine", "part l1[2]", "part l1[0]", "'0' is not a number of parts, 1 to 128"),
    ("duo.machine", "part l1[2]", "part l1[LANES]", "'LANES' is not a number of parts"),
    ("duo.machine", "part l1[2]", "part l1[SHARERS]", None),
    ("duo.machine", "part l1[2]", "part l1[3]", "'req_valid' has 2 slices, and number 2 is wanted"),
    ("duo.machine", "part l1[2]", "part l1[1]", "field [1] of 'share.req_valid' is driven by no wire"),
    ("duo.machine", "share.req*[i]", "share.req*[j]", "'j' is neither a number nor an index of a part here"),
    ("duo.machine", "share.req*[i]", "share.req*[0]",
     "'share.req_valid' has two drivers, l1[0].mem_valid and l1[1].mem_valid"),
    ("duo.machine", "share.req*[i]", "share.req*",
     "'req_valid' has more fields than 'mem_valid': which of them?"),
    ("duo.machine", "share.req*[i]", "shore.req*[i]", "duo has no part 'shore': it has l1[0], l1[1], share"),
    ("duo.machine", "mem*      -> share.req*[i]", "mem -> share.requests[i]",
     "share has no interface 'requests' that leaves it: it has req, "),
    ("duo.machine", "mem*      -> share.req*[i]", "mem -> share", "'share' is not PART.INTERFACE"),
    ("duo.machine", "-> share.req*[i]", "to share.req*[i]", "wire FROM -> TO expected"),
    ("duo.machine", "mem*      -> share.req*[i]", "mem -> share.reqdata[i]",
     "'l1[i].mem' has 'mem_valid', and 'share.reqdata[i]' has nothing like it"),
    ("duo.machine", "mem*      -> share.req*[i]", "mem -> share.req*[i]",
     "'mem' and 'req*': both end with *, or neither"),
    ("duo.machine", "mem*      -> share.req*[i]", "mem* -> share.rec*[i]",
     "share has no interface that begins with 'rec' and leaves it"),
    ("duo.machine", "mem*      -> share.req*[i]", "me* -> share.req*[i]", "l1 has no interface 'me' that leaves it"),
    ("duo.machine", "mem*      -> share.req*[i]", "l1*.mem -> share.req[i]", "'l1[i].l1*.mem' is not PART.INTERFACE"),
    ("duo.machine", "mem*      -> share.req*[i]", "mem** -> share.req*[i]", "'l1[i].mem**' is not PART.INTERFACE"),
    ("duo.machine", "pins share", "wire share.mem -> l1[0].mem\npins share",
     "'mem_valid' and 'mem_valid' are both outputs"),
    ("duo.machine", "pins share", "pins share\npins l1[5]", "duo has no part 'l1[5]'"),
    ("duo.machine", " -> share.fresh[i]", "\ntie share.fresh", None),
    ("duo.machine", " -> share.fresh[i]", "", None),
    ("duo.machine", "reset l1[i]", "reset l1[5]", "duo has no part 'l1[5]'"),
    ("duo.machine", "reset l1[i]", "reset l1[0]", "'i' is neither a number nor an index of a part here"),
    ("duo.machine", "reset l1[i] -> share.fresh[i]", "reset l1[0] -> share.fresh[0]",
     "field [1] of 'share.fresh_valid' is driven by no wire"),
    ("duo.machine", "reset l1[i] -> share.fresh[i]", "reset l1[0] -> share.fresh[0]\ntie share.fresh", None),
    ("duo.machine", "share.fresh[i]", "share.fresh[0]",
     "'share.fresh_valid' has two drivers, the reset of l1[0] and the reset of l1[1]"),
    ("duo.machine", "share.fresh[i]", "share.fresh", "'fresh_valid' has SHARERS fields: which of them?"),
    ("duo.machine", "share.fresh[i]", "share.fresh[i+1]", "'fresh_valid' has SHARERS fields: which of them?"),
    ("duo.machine", "share.fresh[i]", "share.resp", "'share.resp' is not one input of one bit"),
    ("duo.machine", "share.fresh[i]", "share.drain[i]", "'share.drain[i]' is not one input of one bit"),
    ("duo.machine", "share.fresh[i]", "share.fresh[i] -> share.fresh[i]", "reset PART [-> TO] expected"),
    ("duo.machine", "pins share", "pins share\nreset l1[i]", "'l1[0]' has two resets of its own"),
    ("dcside.machine", "near near[i]", "near node[i]", "a block with one clock expected, of this machine itself"),
    ("dcside.machine", "near near[i]", "near nearback[i]", "'nearback[0]' has a line of near before"),
    ("dcl1.machine", "pins side", "pins side\nnear side.near[0]", "a block with one clock expected, of this machine itself"),
    ("sni.ports", "half             1            1", "half             1            2", "'half' is the pin of one bit"),
    ("l1.machine", "block fill", "block fill\nblock node", "block 'node' has two clocks, and can only be a part"),
    ("pair.machine", "pins b", "pins b\nreset b", "no wires join its parts, so each has a reset of its own"),
    ("quad.machine", "pins low", "pins low\nreset low.l1[0]", "a part with a clock expected, of this machine itself"),
    ("quad.machine", "tie share.fresh", "reset low -> share.fresh[0]\nreset high -> share.fresh[1]", None),
    ("duo.machine", "pins share", "pins share\npins share answers", "'share answers' has no pins"),
    ("duo.machine", "pins share", "pins share mem",
     "'share.resp_valid' is driven by no wire, and no line of pins names it"),
    ("share.ports", "req_line               PLINE_W", "req_line               LINE_W", None),
    ("share.ports", "req_number             TAG_W ", "req_number             WARP_W+1 ",
     "'mem_number' has NUMBER_W bits, 'req_number' has WARP_W+1"),
    ("share.ports", "req_valid,mem_ready", "mem_ready", None),
    ("quad.machine", "share.req*[0] fit", "share.req*[0]",
     "'mem_number' has SHARED_TAG_W = 6 bits, 'req_number' has TAG_W = 7"),
    ("quad.machine", "duo small", "duo tiny", "there is no configuration 'tiny'"),
    ("quad.machine", "duo small", "duo small 8", "part NAME KIND [CONFIG] or part NAME[N] KIND [CONFIG] expected"),
    ("small.config", "ARRAY_ROWS 128", "ROWS 128", "'ROWS' is no size that a configuration may choose"),
    ("small.config", "ARRAY_ROWS 128", "TLB 8", "'TLB' is no size that a configuration may choose"),
    ("small.config", "ARRAY_ROWS 128", "ARRAY_ROWS 1 2", "NAME VALUE expected"),
    ("small.config", "ARRAY_ROWS 128", "ARRAY_ROWS 96", "small.config:3: ARRAY_ROWS would be 96, and is to be 128 to 2048"),
    ("small.config", "config small", "config tiny", "config NAME MEANING expected"),
    ("small.config", "ARRAY_ROWS 128", "PRT 9", "small.config:5: PRT is there twice"),
    ("small.config", "ARRAY_ROWS 128", "LINE_BYTES 5", "'LINE_BYTES' is no size that a configuration may choose"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS 1.9", "small.config:3: '1.9' has no value: it is no whole number"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS 9**9**9", "small.config:3: '9**9**9' has no value: it is too large"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS 9**99999999", "it is too large"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS 1<<99999999999", "it is too large"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS S48_WAYS+1", "small.config:3: S48_WAYS names itself"),
    ("small.config", "ARRAY_ROWS 128", " PRT 9", "small.config:3: a line begins with a word"),
    ("small.config", "ARRAY_ROWS 128", "S48_WAYS \udcff", "small.config:3: this is not UTF-8"),
    ("four.machine", "part l1[4] l1\npins l1[i]", "part q quad\npins q", None),
    ("four.machine", "part l1[4] l1\npins l1[i]", "part q quad small\npins q",
     "four.machine:3: part 'q': parts of 'quad' have configurations of their own"),
    ("duo.machine", "part share share", "part share shape",
     "duo.machine:4: part 'share': there is no machine 'shape'"),
    ("duo.machine", "part l1[2] l1", "part int[2] l1", "'int' is a word of C or Verilog"),
    ("net.machine", "only (XIN==XOUT)", "only (XIN==XOUT+1)", "net does not exist with the default sizes"),
    ("net.machine", "only (XIN==XOUT)", "only XIN ==XOUT", "only CONDITION expected"),
    ("net.machine", "only (XIN==XOUT)", "bench XIN ==XOUT", "bench CONDITION expected"),
    ("net.machine", "only (XIN==XOUT)", "bench (XIN>XOUT)\nonly (XIN==XOUT)",
     "net does not exist with the default sizes"),
    ("node.ports", "rests q1_valid", "rests q1_ready", "rests: 'q1_ready' is no input of a block with a clock"),
    ("node.ports", "rests q1_valid", "rests q1_valid\nrests q1_valid", "rests INPUT ... expected, once"),
    ("net.machine", "only (XIN==XOUT)", "only (YIN==XOUT)", "'YIN', which is not known here"),
    ("duo.machine", "share.req*[i]", "share.req*[-1]", "has 2 slices, and number -1 is wanted"),
    ("duo.machine", "part share share", "machine duo Again\npart share share",
     "duo.machine:4: machine NAME MEANING expected, once"),
    ("base.machine", "mc[i%MCS].req*", "mc[i%NCS].req*", "'i%NCS' is neither a number nor an index of a part here"),
    ("base.machine", "mc[i%MCS].req*", "mc[k%MCS].req*", "'k%MCS' is neither a number nor an index of a part here"),
    ("base.machine", "mc[i%MCS].req*", "mc[i%MCS+1].req*", "base has no part 'mc[1]': it has l1[0], l1[1], sni[0]"),
    ("base.machine", "req*[i//MCS]", "req*[i//(MCS-1)]", "'i//(MCS-1)' has no value: integer division or modulo by zero"),
    ("base.machine", "req*[i//MCS]", "req*[i/2]", "'i/2' has no value: it is no whole number"),
    ("base.machine", "req*[i//MCS]", "req*[i*LANES//8]", "'i*LANES//8' depends on the number of lanes"),
    ("base.machine", "req*[i//MCS]", "req*[i//SLICES]", "'mc[0].req_valid' has two drivers, l2[0].mem_valid and l2[1].mem_valid"),
    ("base.machine", "req*[i//MCS]", "req*[i//MCS+1]", "has 2 slices, and number 2 is wanted"),
    ("base.machine", "xbar back", "xbar front", "there is no configuration 'front'"),
    ("slices.config", "L2_ACKS 1", "L2_ACKS 2", "slices.config:2: L2_ACKS would be 2, and is to be 0 to 1"),
    ("l1.sizes", "size  WDB      12 ", "size  WDB      twelve ", "names 'twelve', which is not known here"),
    ("l1.sizes", "size  WDB      12     6..16", "size  WDB      17     6..16",
     "WDB would be 17, and is to be 6 to 16"),
    ("l1.sizes", "size  WDB      12     6..16", "size  WDB      12     6-16", "'6-16' is not a range"),
    ("l1.sizes", "size  C{3..9}_ROWS", "size  C{9..3}_ROWS", "{9..3} has no number"),
    ("l1.sizes", "size  C{3..9}_ROWS", "size  C{3..8}_ROWS", "'C9_ROWS', which is not known here"),
    ("l1.sizes", "C3_WAYS..C9_WAYS", "C3_WAYS..C10_WAYS", "'C10_WAYS', which is not known here"),
    ("l1.sizes", "fixed INTAKE ", "fixed WDB ", "WDB is there twice"),
    ("l1.sizes", "let   SUB_W    lg(WORDS)", "let   SUB_W    lg(3)", "3 is not a power of two"),
    ("l1.sizes", "let   SUB_W ", "led   SUB_W ", "'led' is none of"),
    ("l1.codes", "alias hint ", "alias hind ", "alias NAME key=other ... of an enumeration above expected"),
    ("l1.codes", "cv=cg", "cv=vc", "'cv=vc' is not key=other, with another key of hint"),
    ("l1.codes", "cv=cg", "ca=cg", "the key of 'ca=cg' is there twice"),
    ("l1.codes", "cv=cg", "lu=cg", "the key of 'lu=cs' is there twice"),
    ("l1.codes", "shared=0", "shared=9", "not key=code of 2 bits"),
    ("l1.codes", "shared=0", "shared=1", "'global=1' is there twice"),
    ("l1.codes", "enum width ", "enum space ", "enum space is there twice"),
    ("l1.codes", "enum width ", "enum ways  ", "names 'WIDTH_W', which is not known here"),
]
# Several edits: (file, old, new) each. The share's own offer, wired to it, waits for itself.
EDITS = [
    ([("share.ports", "mem_number             SHARED_TAG_W", "mem_number             TAG_W"),
      ("duo.machine", "wire l1[i].mem*      -> share.req*[i]",
       "wire share.mem -> share.req[0]\nwire l1[1].mem -> share.req[1]\n"
       "wire l1[i].memdata -> share.reqdata[i]\nwire l1[i].memread -> share.reqread[i]\nwire l1[i].memold -> share.reqold[i]")],
     "loop between parts: share.req_ready -> share.req_ready"),
]
SIZES = [
    ("PRT=3", "PRT=3 is impossible: 4 to 64"), ("PRT=65", "PRT=65 is impossible: 4 to 64"),
    ("PRT=many", "PRT=many: not a number"),
    ("SIZE=3", "SIZE is no size that can be chosen; these can: "),
    ("LANE_W=3", "LANE_W is no size that can be chosen"),
    ("HLAT=4 LAT=4", "impossible together: HLAT is greater than LAT"),
    ("ARRAY_ROWS=300", "ARRAY_ROWS is a multiple of 32"),
    ("S16_WAYS=8 ARRAY_ROWS=512", "carveout s16 has no more lines than rows are left"),
    ("ARRAY_ROWS=1024 S48_SETS=48", "the sets of a cache are a power of two"),
    ("HLAT=20 LAT=16 INSTRS=34 PRT=4 MERGE=1 WDB=6 ARRAY_ROWS=128 VA_W=32 PA_W=49 WARPS=8", None),
    ("PRT=64 INSTRS=63", None),
]


def find(folder, file):
    return next(os.path.join(where, file) for where, _, files in os.walk(folder) if file in files)


def refused(*changes):
    """What is said of the tables after these changes, (file, function of its text) each; None: nothing."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(tables.PORTS, folder, dirs_exist_ok=True)
        for file, change in changes:
            path = find(folder, file)
            text = open(path).read()
            open(path, "w", errors="surrogateescape").write(change(text))
        try:
            tables.load(folder)
        except tables.TableError as e:
            return str(e)
    return None


def set_columns(text, port, columns, values):
    def edit(m):
        words = re.split(r"(\s+)", m[0], maxsplit=8)
        for column, value in zip(columns.split(), values.split()):
            words[2 * COLUMNS[column]] = value
        return "".join(words)
    edited, count = re.subn(rf"^(out|pout|pin) +{port} .*$", edit, text, flags=re.M)
    assert count == 1, f"{port} is not in the table any more"
    return edited


def set_text(text, old, new):
    assert old in text, f"'{old}' is not in the table any more"
    return text.replace(old, new, 1)


def turned():
    """The Verilog of a machine does not depend on the order of its wires: None, or what is wrong."""
    made = []
    for order in ((0, 1), (1, 0)):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(tables.PORTS, folder, dirs_exist_ok=True)
            path = find(folder, "duo.machine")
            text = open(path).read()
            for line in re.findall("^wire .*$", text, flags=re.M):
                text = text.replace(line, "\n".join(line.replace("[i]", f"[{i}]") for i in order))
            open(path, "w").write(text)
            made.append(sorted(sv_machine.emit(tables.load(folder))["rtl/duo.sv"].split("\n")))
    return None if made[0] == made[1] else "duo.sv depends on the order of the wires"


def impossible(chosen):
    try:
        tables.load(chosen=dict(c.split("=") for c in chosen.split()))
    except tables.TableError as e:
        return str(e)
    return None


def main():
    results = [(f"{b}.{p} {c} {v}", want, refused((b + ".ports", lambda t: set_columns(t, p, c, v)))) for b,
               p,
               c, v, want in PORTS]
    results += [(f"{f}: '{new}'", want, refused((f, lambda t: set_text(t, old, new)))) for f, old,
                new, want in TEXTS]
    results += [(edits[-1][2], want, refused(*((f, lambda t, a=a, b=b: set_text(t, a, b)) for f, a, b
                                               in edits)))
                for edits, want in EDITS]
    results += [(c, want, impossible(c)) for c, want in SIZES]
    results += [("wires in another order", None, turned())]
    failed = 0
    for what, want, got in results:
        if not (got is None if want is None else got is not None and want in got and "\n" not in got):
            failed += 1
            print(f"FAILED: {what}: expected '{want}', got '{got}'")
    print(f"tables: {len(results) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
