#!/usr/bin/env python3
"""Tests that each proof of equality fails with a fault in the C, and with one in the Verilog. usage:
equal_test.py GEN RTL [HEART ...]"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# proof, file of the C or the Verilog, original text, faulty text, an output that differs then
SLIPS = (
    ("split", "l1/split.c", "same & in->req_mask", "same", "split_mask"),
    ("split", "split.sv", "j < LANES-1; j++", "j < LANES-2; j++", "split_mask"),
    ("axbar", "l1/axbar.c", "row[bank[i]] = in->map_row[i];", "row[bank[i]] = in->map_row[i] >> 1;",
     "bank_row"),
    ("axbar", "axbar.sv", "row_2[b] | row_3[b];", "row_2[b];", "bank_en"),
    ("dxbar", "l1/dxbar.c", "(value ^ sign) - sign", "value ^ sign", "next load_data"),
    ("dxbar", "dxbar.sv", "wait_mask_q[k+1] != '0) wait_word_q", "wait_mask_q[k+1][0]) wait_word_q",
     "next load_data"),
    ("arb", "l1/arb.c", "(in->cand_store || in->cand_flush)", "in->cand_store", "sel_store"),
    ("arb", "arb.sv", "regport_reserved_d[HLAT-2] = 1'b0", "regport_reserved_d[HLAT-1] = 1'b0",
     "next regport_reserved"),
    ("victim", "l1/tag/replace.h", "tag_age(t, w) > tag_age(t, oldest)", "tag_age(t, w) < tag_age(t, oldest)",
     "victim"),
    ("victim", "tag_ages.sv", "{WAYS{at[w]}}) & ~at;", "{WAYS{at[w]}});", "ages_new"),
    ("coalescer", "l1/lsu/entry.h", "return lanes & mask;", "return lanes;", "line_lanes"),
    ("coalescer", "lsu_coalescer.sv", "coalesce_todo & ~line_lanes;", "coalesce_todo & ~on_line;",
     "again_new"),
    ("coalescer", "lsu_coalescer.sv", "(instr_plain & {INSTRS{instr_plain[coalesce_entry]}})", "instr_plain",
     "successor_new"),
    ("choice", "lsu_coalescer.sv", "stored_last_q <= moves_store;", "stored_last_q <= moves_load;",
     "stored_last_q"),
    ("choice", "l1/lsu/coalescer.c", "if (!lsu_reads_new(s) || g.urgent)", "if (!lsu_reads_new(s))",
     "behind"),
    ("choice", "lsu_coalescer.sv", "again_new ? ~(coalesce_new - 1'b1) :", "1'b0 ? ~(coalesce_new - 1'b1) :",
     "behind"),
    ("sure", "l1/lsu/coalescer.c", "sort == LSU_STORE ? before & ~LSU_STORE : before", "before", "sure"),
    ("sure", "lsu_warps.sv", "~has_deferred_q & ~(instr_ordered & ordered_pending_q) &",
     "~(instr_ordered & ordered_pending_q) &",
     "sure"),
    ("next", "l1/lsu/next.h", "replay ? kept_out : s->displaced_replay", "kept_out || s->displaced_replay",
     "displaced_replay_q"),
    ("next", "lsu_next.sv", "leaves[k] ? ~leaves : older_q[k] & ~leaves", "older_q[k] & ~leaves", "older_q"),
    ("take", "l1/lsu/take.c", "UINT32_MAX : misaligned | outside", "UINT32_MAX : misaligned", "new_failed"),
    ("take", "lsu_take.sv", "in_hint == ul1_pkg::HINT_ORD", "in_hint == ul1_pkg::HINT_NC", "new_ordered"),
    ("judge", "l1/prt/judge.c", "(lacks & ~s->entry[i].want)", "lacks", "store_through"),
    ("judge", "prt_judge.sv", "any_free & ~defer_holds ?", "any_free ?", "miss_cause"),
    ("alloc", "l1/wdb/alloc.c", "same_hold = e->held == in->store_hold", "same_hold = 1", "joins"),
    ("alloc", "wdb_alloc.sv", "join_one & is_cached & ~write_one;", "join_one & is_cached;", "joins"),
    ("pool", "l1/lsu/next.h", "s->interval <= UL1_POOL_WAIT", "s->interval < UL1_POOL_WAIT",
     "remainder_stays"),
    ("pool", "lsu_pool.sv", "~(join_one[i] ? '0 : kept_one)", "~kept_one", "older_q"),
    ("front", "l1/lsu/prepare.c", "s->prepared.behind < UL1_POOL_SAME_WARP",
     "s->prepared.behind <= UL1_POOL_SAME_WARP",
     "choice_new"),
    ("front", "lsu_front.sv", "any & (left_ready | ~behind_own);", "any;", "choice_new"),
    ("front", "lsu_front.sv", "(candidates & ~(choice_valid ? front_one : '0)) != '0", "candidates != '0",
     "others"),
    ("left", "l1/lsu/prepare.c", "s->left & ~s->left_waits & (~s->stores | s->left_fed)",
     "s->left & ~s->left_waits", "left_ready"),
    ("left", "lsu_left.sv", "<= leaves_over ? left_wait : '0;", "<= left_wait;", "waits_q"),
    ("feed", "l1/lsu/pull.c", "!shared || s->pulled_last == LSU_SHARED",
     "!shared || s->pulled_last == LSU_CACHED", "feed_one"),
    ("feed", "lsu_newq.sv", "fed_cached_q <= feeds_cached;", "fed_cached_q <= ~feeds_cached;", "fed_cached_q"),
    ("pull", "l1/lsu/pull.c", "in->intake_free ? lsu_left_feeds(s)", "in->intake_spare ? lsu_left_feeds(s)",
     "pulls"),
    ("pull", "lsu_pull.sv", "feed_left ? feed_left_sub : feed_sub;", "feed_sub;", "pull_sub"),
    ("lines", "l1/lsu/lines.h", "l->used[kind] ? ages_oldest(l->before, l->used[kind])",
     "l->used[kind] ? lowest(l->used[kind])", "place"),
    ("lines", "lsu_lines.sv", "(older_q[i] & used_q & OF_STORE) == '0", "(older_q[i] & OF_STORE) == '0", "store_q"),
    ("rotate", "common/bits.h", "behind ? behind : set", "behind", "next"),
    ("rotate", "rotate.sv", "behind_q <= from << 1;", "behind_q <= from;", "behind_q"),
    ("rotate", "next_in.sv", "rather != '0 ?", "candidates != '0 ?", "next"),
    ("deferral", "l1/lsu/outcome.h", "room || in->miss_cause", "in->miss_cause", "alone_q"),
    ("deferral", "lsu_deferral.sv", "(urges ? next_one : '0) |", "", "unwoken"),
    ("deferral", "lsu_deferral.sv", "lacks_q & ~s1_urgent &", "lacks_q &", "defer_holds"),
    ("fences", "l1/lsu/fences.c", "if (near || out->fence_valid)", "if (near)", "examines_q"),
    ("fences", "lsu_fences.sv", "& ~near & ~taken);", "& ~near);", "examine"),
    ("forward", "l1/wdb/forward.c", "s->readout ? those & s->before[s->target] : those", "those",
     "forward_be"),
    ("forward", "wdb_words.sv", "older[n*WDB + e]", "older[e*WDB + n]", "forward_data"),
)


def said(block, name, old, new, gen, rtl, folder):
    """The message of `equal` for the block with the fault."""
    is_c = not name.endswith(".sv")
    copy = os.path.join(folder, "copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "cmodel/src") if is_c else rtl, copy)
    path = os.path.join(copy, name)
    with open(path) as f:
        text = f.read()
    if text.count(old) != 1:
        sys.exit(f"equal_test: {name} has not once: {old}")
    with open(path, "w") as f:
        f.write(text.replace(old, new))
    command = [sys.executable, os.path.join(ROOT, "scripts/formal/equal"), "--gen", gen, "--rtl", rtl if is_c
               else copy,
               *(["--source", copy] if is_c else []), "--kept", os.path.join(folder, "kept"), block]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: equal_test.py GEN RTL [HEART ...]")
    gen, rtl = map(os.path.abspath, sys.argv[1:3])
    slips = [s for s in SLIPS if s[0] in (sys.argv[3:] or s[0])]
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="equal_test.") as folder:
        for block, name, old, new, output in slips:
            status, text = said(block, name, old, new, gen, rtl, folder)
            if "skipped" in text:
                print(text.strip())
                return 0
            seen = status == 1 and f"{block:8} FAILED: " in text and output in text.split("differ")[0]
            if not seen:
                print(f"equal_test: {name}: '{new}' is not seen: {text.strip()}")
            wrong += not seen
    print(f"equal_test: {len(slips) - wrong} slips seen, {wrong} not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
