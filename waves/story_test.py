#!/usr/bin/env python3
"""Tests the rows of the story in wave files written by a program of the bench. Usage: story_test.py COSIM
MODEL_DCL1 FOLDER

Some tests have known texts in known cycles (KNOWN). In others each claim is compared with the signals beside
it in the file, cycle by cycle (CLAIMS). As a check of the claims themselves, they are also compared with rows
that are some cycles late, and each must be found wrong then. The last line counts both.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

LANES = 8
LINE_BYTES = 4 * LANES
MOST = 2000     # cycles of a file in which claims are compared
SHIFT = 4       # delay in cycles of rows that must be found wrong

# Six warps have a shared load of four passes each, and the pool five entries: the warp with the pass of each
# cycle. The next is the load that joined, or had a pass, least recently. Warp 2 leaves its entry after its
# first pass, because warp 5 waits for one, and joins again.
TURNS = (0, 0, 1, 0, 2, 1, 3, 0, 4, 5, 1, 2, 5, 3, 1, 4, 2, 5, 3, 4, 2, 5, 3, 4)

# (test or program, text of a row in the cycle from which the others are counted, [(cycle, row, text)])
KNOWN = (
    ("stride_4", "w0 ld 1/4", [(k, "stage_0", f"w{w} ld {TURNS[:k].count(w) + 1}/4")
                               for k, w in enumerate(TURNS)]
     + [(at + 1, "bank00", f"lane {2 * k}") for k, at in enumerate((0, 1, 3, 7))]
     + [(at + 1, "bank04", f"lane {2 * k + 1}") for k, at in enumerate((0, 1, 3, 7))]
     + [(at + 1, "pool00", f"w0 ld {k + 2}/4, lanes {2 * k + 2}-7") for k, at in enumerate((0, 1, 3))]
     + [(1, "instr01", "w1 ld: older of its kind")] + [(k, "instr02", "w2 ld: older of its kind")
                                                        for k in (2, 3)]
     + [(at + 3, "registers", f"w0 ld {k + 1}/4") for k, at in enumerate((0, 1, 3, 7))]
     + [(11, "retires", "w0 ld")]),
    ("docs/tour/conflict.l1", "w0 ld 1/4",
     [(2, "stage_0", "w1 ld 1/1"), (1, "instr01", "w1 ld: older of its kind"),
                                            (3, "bank07", "lane 7"), (4, "bank07", "")]),
    ("docs/tour/replay.l1", "w0 ld 1/4", [(3 * k, "stage_0", f"w0 ld {k + 1}/4") for k in range(4)]
     + [(k, "instr00", "w0 ld: remainder's pass") for k in range(1, 10) if k % 3]
     + [(4, "pool00", "w0 ld 3/4, lanes 4-7")]),
    ("docs/tour/merge.l1", "w1 miss 0x80 prt0", [
        (0, "stage_1", "w1 miss 0x80 prt0"), (0, "prt00", ""), (1, "stage_1", "w2 merge 0x80 prt0"),
        (1, "prt00", "0x80 asks: w1"),
        (1, "instr00", "w1 ld: line's fetch"), (2, "prt00", "0x80 waits: w1 w2"), (2, "request", "read 0x80"),
        (3, "response", "0x80"), (8, "stage_1", "w1 replay 0x80 prt0"),
        (9, "stage_1", "w2 replay 0x80 prt0")]),
    ("docs/tour/evict.l1", "evicts 0x40", [
        (0, "instr00", "w1 miss 0x1040 prt0 evicts 0x40"), (1, "stage_0", "dirty 0x40"),
        (2, "bank00", "dirty"), (3, "stage_2", "dirty 0x40"),
        (1, "wdb11", "dirty 0x40: data come"), (5, "wdb11", "dirty 0x40: sent"), (5, "request", "write 0x40"),
        (6, "request", "read 0x1040")]),
    ("docs/tour/wait.l1", "w1 fence taken", [
        (10, "instr02", "w0 fence: fence's answer"), (10, "instr03", "w1 fence: fence's instructions"),
        (10, "walker00", "page walk waits"),
        (10, "instr01", "w1 ld: line's fetch")]),
    ("command_row", ": taken", []),
)
# (test, number of cycles, first cycle of the comparison, which L1)
AGREE = (("random", 5000, 480, None), ("command_row", 0, 0, None), ("returned_late", 0, 0, None),
         ("miss_deferred_within", 0, 470, None),
         ("evict_turn", 0, 470, None), ("two_publish", 0, 470, "a"), ("two_publish", 0, 1000, "b"))


class Waves:
    """The rows of the story, and the model's signals: name -> [value of each cycle]; of text, and of
    numbers."""

    def __init__(self, fst, wanted, part=None, view="l1_view"):
        self.of, ids, scope, top = {}, {}, [], ([part] if part else []) + [view]
        vcd = subprocess.run(["fst2vcd", fst], capture_output=True, text=True, errors="replace",
                             check=True).stdout.split("\n")
        at = 0
        for at, line in enumerate(vcd):
            word = line.split()
            if line.startswith("$scope"):
                scope.append(word[2])
            elif line.startswith("$upscope"):
                scope.pop()
            elif line.startswith("$var") and scope[:len(top)] == top:
                name = ".".join(scope[len(top):] + [word[4]])
                if name.startswith("story.") or wanted(re.sub("_expected$", "", name)):
                    ids.setdefault(word[3], []).append(name)
            elif line.startswith("$enddefinitions"):
                break
        now = {name: 0 for names in ids.values() for name in names}
        self.of = {re.sub("_expected$", "", n): [] for n in now}
        for line in vcd[at:] + ["#0"]:
            if line.startswith("#"):
                # at the falling edge the values are those of the cycle
                if line.endswith("500") or line == "#0":
                    for name, value in now.items():
                        self.of[re.sub("_expected$", "", name)].append(value)
            elif line[:1] == "b":
                value, key = line[1:].split()
                for name in ids.get(key, ()):
                    now[name] = self.text(value) if name.startswith("story.") else int(value, 2)
            elif line[:1] in "01" and line[1:] in ids:
                for name in ids[line[1:]]:
                    now[name] = int(line[0])
        for name, values in self.of.items():
            del values[0]
            if name.startswith("story."):
                self.of[name] = [v or "" for v in values]
        self.cycles = len(next(iter(self.of.values())))

    @staticmethod
    def text(bits):
        return int(bits, 2).to_bytes(48, "big").lstrip(b"\0").decode()


def lanes_of(text):
    """The lanes of "lanes 0-2,5"."""
    lanes = set()
    for piece in re.sub("^.*lanes? ", "", text).split(","):
        first, _, last = piece.partition("-")
        lanes |= set(range(int(first), int(last or first) + 1))
    return lanes


def said(row):
    return lambda v, n: bool(v("story." + row, n))


def warp(text):
    return int(re.match(r"w(\d+) ", text + " ")[1])


def claims():
    """(claim, signals, function of the signals' values and the cycle; it returns None without a claim, else
    whether the claim is right)"""
    found = []

    def claim(name, signals, f):
        found.append((name, signals, f))

    def only_with(row, name, signals, f):
        claim(f"{row} says something when {name}", signals, lambda v, n: said(row)(v, n) == bool(f(v, n)))

    flags = {"registers": "lsu.rf_valid", "retires": "lsu.ret_valid", "data": "lsu.pull_ready",
             "chosen": "lsu.choice_valid",
             "lines": "lsu.coalesce_valid", "request": "mmu.mem_valid", "response": "fill.resp_valid",
             "offered": "lsu.in_valid"}
    for row, flag in flags.items():
        only_with(row, flag, [flag], lambda v, n, flag=flag: v(flag, n))
    turns = ["lsu.req_valid", "tag.readout_valid", "tag.cmd_turn"]
    only_with("stage_0", "a turn is taken", turns, lambda v, n: any(v(t, n) for t in turns))
    passes = ["arb.pass_valid", "arb.pass_cached"]
    only_with("stage_1", "a pass is there", passes + ["arb.pass_inval", "arb.pass_readout",
                                                      "arb.pass_replay"],
              lambda v, n: any(v(p, n) for p in passes + ["arb.pass_inval", "arb.pass_readout",
                                                          "arb.pass_replay"]))
    claim("who retires", ["lsu.ret_warp", "lsu.ret_valid"],
          lambda v, n: warp(v("story.retires", n)) == v("lsu.ret_warp", n) if v("lsu.ret_valid", n)
          and v("story.retires", n) else None)
    claim("who is offered", ["lsu.in_warp", "lsu.in_valid"],
          lambda v, n: warp(v("story.offered", n)) == v("lsu.in_warp", n) if v("lsu.in_valid", n)
          and v("story.offered", n) else None)
    claim("who gets words", ["lsu.rf_warp", "lsu.rf_valid"],
          lambda v, n: warp(v("story.registers", n)) == v("lsu.rf_warp", n) if v("lsu.rf_valid", n)
          and v("story.registers", n) else None)
    for word, flag in (("hit", "tag.look_hit"), ("miss", "prt.miss_open"), ("merge", "prt.miss_merge"),
                       ("deferred", "prt.miss_defer"),
                       ("st held", "prt.store_hold"), ("st dirty", "prt.store_dirty"),
                       ("st new", "prt.store_alloc"),
                       ("evicts", "tag.evict_valid"), ("replay", "arb.pass_replay")):
        claim(f"stage_1 says {word}", [flag, "arb.pass_replay"], lambda v, n, flag=flag, word=word:
              bool(v(flag, n)) if re.search(rf"^w\d+ {word} 0x| {word} 0x", v("story.stage_1", n)) else None)
    for bank in range(LANES):
        claim("a bank serves when it is read or written", ["axbar.bank_en"], lambda v, n, bank=bank:
              bool(v(f"story.bank{bank:02}", n)) == bool(v("axbar.bank_en", n) >> bank & 1))
    claim("the lanes of all banks are those of the pass", ["arb.pass_mask", "tag.map_mask", "arb.pass_width"],
          served)
    for e in range(32):
        claim("an entry of the pending request table is used", ["prt.prt_used"], lambda v, n, e=e:
              bool(v(f"story.prt{e:02}", n)) == bool(v("prt.prt_used", n) >> e & 1))
        claim("a line under fetch, its state and its loads",
              [f"prt.prt_line.entry{e:02}", f"prt.prt_state.entry{e:02}",
                                                              f"prt.prt_merges.entry{e:02}"], lambda v, n,
              e=e: fetch(v, n, e))
    states = ("", "data come", "held", "to the array", "to memory", "to array and memory", "sent")
    for e in range(12):
        claim("an entry of the write data buffer is used", ["wdb.wdb_used"], lambda v, n, e=e:
              bool(v(f"story.wdb{e:02}", n)) == bool(v("wdb.wdb_used", n) >> e & 1))
        claim("what an entry of the write data buffer is at", [f"wdb.wdb_state.entry{e:02}"], lambda v, n,
              e=e:
              v(f"story.wdb{e:02}", n).endswith(": " + states[v(f"wdb.wdb_state.entry{e:02}", n)])
              if v(f"story.wdb{e:02}", n) else None)
    for e in range(48):
        claims_of_entry(claim, e)
    claim("a remainder is what the pass left", ["split.split_more", "lsu.req_mask", "split.split_mask",
                                                "lsu.req_width", "lsu.remainder_stays"], left)
    claim("the command in progress", ["tag.cmd_state", "tag.cmd_valid", "tag.cmd_ready"], lambda v, n:
          bool(v("story.command", n)) == bool(v("tag.cmd_state", n)
                                              or (v("tag.cmd_valid", n) and v("tag.cmd_ready", n))))
    return found


def served(v, n):
    if v("arb.pass_width", n) > 2 or not v("tag.map_mask", n) or not v("story.stage_1", n):
        return None # a lane has several slots
    texts = [v(f"story.bank{b:02}", n) for b in range(LANES)]
    if "dirty" in texts:
        return None
    return set().union(*(lanes_of(t) for t in texts if t)) == {i for i in range(LANES)
                                                               if v("tag.map_mask", n) >> i & 1}


def fetch(v, n, e):
    text = v(f"story.prt{e:02}", n)
    if not text:
        return None
    address, state, loads = re.match(r"(0x[0-9a-f]+) (\w+):(.*)", text).groups()
    return (int(address, 16) == v(f"prt.prt_line.entry{e:02}", n) * LINE_BYTES
            and state == ("free", "asks", "waits", "filled")[v(f"prt.prt_state.entry{e:02}", n)]
            and (len(text) >= 47 or len(re.findall(r" w\d+", loads)) == v(f"prt.prt_merges.entry{e:02}", n)))


def left(v, n):
    """In the cycle after a pass that leaves lanes over, a remainder that stays has these lanes."""
    if (n == 0 or not v("split.split_more", n - 1) or not v("lsu.remainder_stays", n - 1)
        or v("lsu.req_width", n - 1) > 2):
        return None
    lanes = {i for i in range(LANES) if (v("lsu.req_mask", n - 1) & ~v("split.split_mask", n - 1)) >> i & 1}
    return any(lanes_of(t) == lanes for t in (v(f"story.pool{k:02}", n) for k in range(5)) if "lanes" in t
               or "lane " in t)


# Rows of the table of waits.
ASLEEP = (": other deferred accesses", ": closed entry", ": merge slot", ": way", ": entry",
          ": credit for a dirty line")


def claims_of_entry(claim, e):
    row = f"story.instr{e:02}"
    claim("an entry begins with its being taken", ["lsu.in_entry"], lambda v, n:
          None if n == 0 or v(row, n - 1) and not v(row, n - 1).endswith((" retires")) or not v(row, n)
          else v(row, n).endswith(" taken") and v("lsu.in_entry", n) == e)
    claim("an entry retires when it does", ["lsu.ret_valid", "lsu.ret_id"], lambda v, n:
          None if not v(row, n) or v(row, n).endswith(" taken")
          else v(row, n).endswith(" retires") == bool(v("lsu.ret_valid", n) and v("lsu.ret_id", n) == e))
    claim("a deferred access waits for what it lacks, or for others", ["lsu.defer_ids"], lambda v, n:
          v(row, n).endswith(ASLEEP) or ": " not in v(row, n) if v("lsu.defer_ids", n) >> e & 1 else None)
    claim("a pass is that of the arbiter", ["lsu.req_valid", "lsu.req_id", "lsu.req_cached"], lambda v, n:
          bool(v("lsu.req_valid", n) and v("lsu.req_id", n) == e and not v("lsu.req_cached", n))
          if re.search(r" \d+/\d+$", v(row, n))
          else None)
    claim("dirty line's readout", ["tag.readout_valid"], lambda v, n:
          bool(v("tag.readout_valid", n)) if v(row, n).endswith(": dirty line's readout") else None)
    claim("entry of the line buffer", ["lsu.coalesce_unissued"], lambda v, n:
          not v("lsu.coalesce_unissued", n) >> e & 1 if v(row,
                                                          n).endswith(": entry of the line buffer") else None)
    claim("room", ["wdb.credit_cached", "wdb.credit_shared"], lambda v, n:
          not (v("wdb.credit_cached", n) and v("wdb.credit_shared", n)) if v(row,
              n).endswith(": store's credit")
          else None)


def run(cosim, folder, test, cycles, more=()):
    """The wave file of the test."""
    args = ["--program", test] if test.endswith(".l1") else ["--test", test]
    args += (["--cycles", str(cycles)] if cycles else []) + list(more)
    subprocess.run([cosim, *args, "--waves", "--waves-folder", folder], capture_output=True, check=True)
    return glob.glob(f"{folder}/{os.path.splitext(os.path.basename(test))[0]}-*.fst")[0]


def known(cosim, folder):
    good = bad = 0
    for test, mark, rows in KNOWN:
        w = Waves(run(cosim, folder, test, 0), lambda name: False)
        at = next((n for n in range(w.cycles) for name in w.of if mark in w.of[name][n]), None)
        if at is None:
            print(f"FAILED: {test}: no row says '{mark}'")
            bad += 1
            continue
        good += 1
        for after, row, text in rows:
            seen = w.of["story." + row][at + after]
            if seen == text:
                good += 1
            else:
                bad += 1
                print(f"FAILED: {test}, cycle {at + after}: {row} says '{seen}', expected '{text}'")
    return good, bad


def agree(cosim, folder):
    """For each claim: in how many cycles it was made, was wrong, and was wrong for late rows."""
    wanted = {s for _, signals, _ in claims() for s in signals}
    seen = {}
    for test, cycles, first, part in AGREE:
        w = Waves(run(cosim, folder, test, cycles), lambda name: name in wanted, part)
        missing = wanted - set(w.of)
        if missing:
            print(f"FAILED: {test}: not in the file: {', '.join(sorted(missing))}")
            return 0, 1
        for name, _, right in claims():
            counts = seen.setdefault(name, [0, 0, 0])
            for late in (0, 1):
                def value(signal, n, late=late):
                    return w.of[signal][n - late * SHIFT if signal.startswith("story.") else n]
                for n in range(max(8, first), min(w.cycles, first + MOST)):
                    is_right = right(value, n)
                    counts[0] += is_right is not None and not late
                    counts[1 + late] += is_right is False
                    if is_right is False and not late and counts[1] == 1:
                        print(f"FAILED: {test}, cycle {n}: {name}")
    good = bad = 0
    for name, (claimed, wrong, late) in seen.items():
        if not claimed or not late:
            print(f"FAILED: {name}: claimed {claimed} times, found wrong {late} times of late rows")
        if wrong or not claimed or not late:
            bad += 1
        else:
            good += 1
    return good, bad


# Parts behind the L1s of dcl1, and their blocks.
PARTS = (("side.sni[0]", "sni"), ("side.near[0]", "xbar"), ("side.node[1]", "node"), ("side.l2[1]", "l2"))


def codes(name):
    with open("cmodel/ports/cluster/cluster.codes") as f:
        text = re.search(rf"^enum +{name} .*$", f.read(), re.M)[0]
    return {int(n): word for word, n in re.findall(r"(\w+)=(\d+)", text)}


def part_claims(w, block):
    """(claim, function of the row's text and of the cycle) of a part's rows: an interface says something when
    it offers something, and that it waits when that is not taken; a pass says what it does."""
    found, did = [], {"node": codes("nodedid"), "l2": codes("l2did")}.get(block)
    for row in (n for n in w.of if n.startswith("story.row_")):
        group, field = re.fullmatch(r"story\.row_([a-z]+\d?|[a-z]+)(\d\d)?", row).groups()
        at = f".entry{field}" if field else ""
        valid, ready = (w.of.get(f"{block}.{group}_{end}{at}") for end in ("valid", "ready"))
        if valid:
            found.append((row, f"{row} when it offers", lambda text, n, valid=valid: bool(text) == bool(valid[n])))
        if valid and ready:
            found.append((row, f"{row} waits", lambda text, n, valid=valid, ready=ready:
                          text.endswith(", waits") == bool(valid[n] and not ready[n])))
        if group == "pass":
            found.append((row, f"{row} says what it does", lambda text, n: (text.split() or ["none"])[0]
                          == did[w.of[f"{block}.pass_did"][n]]))
        if group in ("queue", "fifo"):
            used = w.of[f"{block}.{group}_used{at}"]
            found.append((row, f"{row} says how many", lambda text, n, used=used:
                          text == (f"used {used[n]}" if used[n] else "")))
    return found


def parts(model, folder):
    """Each claim must be right in all cycles, and some of each part wrong for late rows."""
    good = bad = 0
    fst = run(model, folder, "dcl1_share", 0, ("--actual", "none"))
    for part, block in PARTS:
        w, late = Waves(fst, lambda name: re.search("_(valid|ready|did|used)", name), part, f"{block}_view"), 0
        made = part_claims(w, block)
        for row, name, right in made:
            wrong = next((n for n in range(8, w.cycles) if not right(w.of[row][n], n)), None)
            late += any(not right(w.of[row][n - SHIFT], n) for n in range(8, w.cycles))
            good, bad = good + (wrong is None), bad + (wrong is not None)
            if wrong is not None:
                print(f"FAILED: {part}, cycle {wrong}: {name}: '{w.of[row][wrong]}'")
        if 2 * late < len(made):
            bad += 1
            print(f"FAILED: {part}: of {len(made)} claims only {late} are wrong for late rows")
    return good, bad


def main():
    if len(sys.argv) != 4:
        print("usage: story_test.py COSIM MODEL_DCL1 FOLDER", file=sys.stderr)
        return 2
    if not shutil.which("fst2vcd"):
        print("story: skipped: fst2vcd is missing (Debian package gtkwave)")
        return 0
    cosim, model, folder = sys.argv[1:]
    good, bad = map(sum, zip(known(cosim, folder), agree(cosim, folder), parts(model, folder)))
    print(f"story: {good} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
