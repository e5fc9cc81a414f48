#!/usr/bin/env python3
"""A table that makes no sense is refused with one line that names the file or the signal. Each case breaks one thing."""
import os
import shutil
import sys
import tempfile

import ports

# file, text, replacement, what the complaint must contain
CASES = [
    ("arb", "out  sel_rl        1 ", "out  cand_rl       1 ", "another driver"),
    ("arb", "out  sel_rl        1 ", "out  Sel-rl        1 ", "not a signal name"),
    ("arb", "in   wdb_room\n", "in   wdb_rome\n", "'wdb_rome' is driven by nobody"),
    ("arb", "in   wdb_room\n", "in   wdb_room\nin   wdb_room\n", "listed twice"),
    ("arb", "split  req_mask,req_addr,req_cached   Slots", "split  req_mask,nonsense   Slots", "'nonsense', which is not an input"),
    ("arb", "out  acc_more      1        1      -         bin ", "out  acc_more      1        1      nobody    bin ", "qualifier"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      QQ       1 ", "names no constant"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      1        QQ ", "names no constant"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      1        65 ", "more than 64 fields"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      65       1 ", "more than 64 bits"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      0        1 ", "'acc_more' has no bits"),
    ("arb", "out  acc_more      1        1 ", "out  acc_more      1        LG-3 ", "'acc_more' has no bits"),
    # what may qualify what: of the pending request table, 32 entries, as many as there may be lanes
    ("prt", "prt_merges    MRG_W    PRT    prt_used ", "prt_merges    MRG_W    LANES  prt_used ", "'prt_used' has PRT bits and cannot qualify LANES fields"),
    ("tag", "map_byte      2        LANES  map_mask ", "map_byte      2        PRT    map_mask ", "'map_mask' has LANES bits and cannot qualify PRT fields"),
    ("prt", "prt_line      VA_W-LG-2 PRT   prt_used ", "prt_line      VA_W-LG-2 PRT   prt_merges ", "the qualifier 'prt_used' of its qualifier 'prt_merges' is not a single bit"),
    ("prt", "prt_line      VA_W-LG-2 PRT   prt_used ", "prt_line      VA_W-LG-2 WAYS  prt_merges ", "'prt_merges' has PRT fields, and cannot qualify WAYS"),
    ("prt", "prt_merges    MRG_W    PRT    prt_used ", "prt_merges    MRG_W    PRT    prt_line ", "fields of more than 8 bits"),
    ("prt", "prt_line      VA_W-LG-2 PRT   prt_used ", "prt_line      16       PRT    prt_state ", "enables of 2 bytes"),
    ("prt", "prt_used      PRT      1      -  ", "prt_used      PRT      1      prt_state ", "'prt_state' has PRT fields and cannot qualify a field alone"),
    ("prt", "rep_err       3        1      rep_valid ", "rep_err       3        PRT    rep_valid ", None),
    ("prt", "prt_used      PRT      1      -  ", "prt_used      PRT      1      xl_sect ", "the qualifier 'xl_sect' of its qualifier 'prt_used' is not a single bit"),
    ("arb", "out  acc_more      1        1      -         bin ", "out  acc_more      1        1      -         oct ", "no such radix"),
    ("arb", "out  pass_width    3 ", "out  pass_width    4 ", "enum width has 3 bits"),
    ("arb", "block arb clocked", "block arb sometimes", "neither clocked nor comb"),
    ("arb", "block arb", "block lsu", "in a file of another name"),
    ("arb", "out  acc_more", "wire acc_more", "'wire' is none of"),
    ("arb", "   Something is left over", "", "columns missing"),
    # a loop between blocks: the choice would wait for the split, which waits for the access, which waits for the choice
    ("lsu", "out  cand_rl       1        1      -         bin         state  -  ",
     "out  cand_rl       1        1      -         bin         state  acc_more  ", "loop between blocks"),
    ("data", "in   w_ready", "in   w_ready", None),
    ("machine", "blocks lsu arb", "blocks lsu arbiter", "has no table"),
    ("machine", "const RB       8", "const RB       eight", "const NAME NUMBER"),
    ("machine", "shared=0", "shared=9", "not key=code of 2 bits"),
    ("machine", "shared=0", "shared=1", "'global=1' is there twice"),
    ("machine", "const INK ", "const RB ", "const RB is there twice"),
    ("machine", "enum width ", "enum space ", "enum space is there twice"),
    ("machine", "blocks lsu arb", "blocks lsu lsu", "a block is there twice"),
]


def refused(file, old, new):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ports.PORTS, folder, dirs_exist_ok=True)
        path = os.path.join(folder, file + ".ports")
        text = open(path).read()
        if new is not None and old != new:
            assert old in text, f"{file}: '{old}' is not in the table any more"
        open(path, "w").write(text.replace(old, new, 1))
        try:
            ports.load(folder)
        except ports.TableError as e:
            return str(e)
    return None


def main():
    passed = failed = 0
    for file, old, new, expected in CASES:
        got = refused(file, old, new)
        ok = got is None if expected is None else got is not None and expected in got and "\n" not in got
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(f"FAILED: {file}: '{new}': expected '{expected}', got '{got}'")
    print(f"ports: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
