// Breaks each rule of the contract of copy once: see blocks/expect.h.
#include "blocks/copy/contract.h"
#include "blocks/expect.h"

// A copy of 64 bits, by lanes 0 and 1, starts in this entry.
static void start(struct ul1_copy_in *in, unsigned entry, unsigned warp)
{
    in->in_valid = in->in_copy = in->in_ready = in->in_shared_ready = 1;
    in->in_op = UL1_OP_LOAD;
    in->in_width = UL1_WIDTH_B64;
    in->in_mask = 3;
    in->in_warp = (uint8_t)warp;
    in->in_entry = (uint8_t)entry;
    in->in_dest[1] = 8;
}

// All words of the entry's load come, and it retires.
static void bring(struct ul1_copy_in *in, unsigned entry)
{
    in->in_valid = in->rf_sub = 0;
    in->ret_valid = 1;
    in->ret_id = in->rf_id = (uint8_t)entry;
    in->load_mask = 15;
    in->load_data[3] = 7;
}

static void test_start(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    start(&in, UL1_INSTRS, 0);
    BAD(copy, "in_entry: no entry");
    start(&in, 3, 0);
    in.in_width = UL1_WIDTH_B16;
    BAD(copy, "in_width: a copy has");
    in.in_width = UL1_WIDTH_B64;
    in.in_dest[1] = (1u << UL1_DEST_W) & 0xffffffff;
    if (in.in_dest[1])
        BAD(copy, "in_dest: more");
}

static void test_places(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    WRONG(copy, copy_ready, "copy_ready: not");
    WRONG(copy, copy_place, "copy_place: not");
    for (unsigned i = 0; i < COPY_MOST; i++) {
        out.copy_place = (uint8_t)i;
        start(&in, i, 0);
        GOOD(copy);
    }
    out.copy_ready = 0;
    in.in_entry = UL1_COPIES;
    BAD(copy, "in_copy: a copy starts");
    in.in_valid = 0;
    in.ret_valid = 1;
    in.ret_id = UL1_INSTRS;
    BAD(copy, "ret_id: no entry");
}

static void test_entry(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    start(&in, 3, 0);
    GOOD(copy);
    out.copy_ready = UL1_COPIES > 1;
    out.copy_place = UL1_COPIES > 1;
    if (UL1_COPIES > 1)
        BAD(copy, "in_entry: no entry");
    in.in_valid = 0;
    bring(&in, 3);
    in.load_mask = 7;
    BAD(copy, "ret_valid: the load");
}

// A copy is shown, and its store takes its words.
static void test_store(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    start(&in, 3, 5);
    GOOD(copy);
    out.copy_ready = UL1_COPIES > 1;
    out.copy_place = UL1_COPIES > 1;
    bring(&in, 3);
    GOOD(copy);
    in.ret_valid = in.load_mask = 0;
    start(&in, 4, 5);
    in.in_op = UL1_OP_STORE;
    struct copy_contract before = c;
    BAD(copy, "in_copy: the store");
    c = before;
    in.in_valid = 0;
    GOOD(copy);
    out.copy_valid = 1;
    out.copy_warp = 5;
    out.copy_width = UL1_WIDTH_B64;
    out.copy_mask = 3;
    out.copy_addr[1] = 8;
    WRONG(copy, copy_valid, "copy_valid: not");
    WRONG(copy, copy_number, "copy_number: not");
    WRONG(copy, copy_warp, "copy_warp, copy_width");
    WRONG(copy, copy_width, "copy_warp, copy_width");
    WRONG(copy, copy_mask, "copy_warp, copy_width");
    WRONG(copy, copy_addr[1], "copy_warp, copy_width");
    in.in_valid = 1;
    before = c;
    in.in_mask = 1;
    BAD(copy, "in_warp, in_width, in_mask: not");
    c = before;
    in.in_mask = 3;
    GOOD(copy);
    in.in_valid = out.copy_valid = 0;
    in.pull_ready = 1;
    in.pull_id = 4;
    in.pull_mask = out.copydata_mask = 12;
    out.copydata_word[3] = 7;
    WRONG(copy, copydata_mask, "copydata_mask: not");
    WRONG(copy, copydata_word[2], "copydata_word: not");
    GOOD(copy);
    in.ret_valid = 1;
    in.ret_id = 4;
    GOOD(copy);
    in.ret_valid = 0;
    out.copy_ready = 1;
    out.copy_place = 0;
    BAD(copy, "copydata_mask: not"); // the copy has ended
}

static void test_groups(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    in.commit_valid = 1;
    in.commit_warp = UL1_WARPS;
    BAD(copy, "commit_warp: no warp");
    in.commit_valid = 0;
    in.wait_valid = 1;
    in.wait_warp = UL1_WARPS;
    BAD(copy, "wait_warp: no warp");
}

static void test_wait(void)
{
    JUDGED(copy);
    out.copy_ready = 1;
    start(&in, 3, 2);
    GOOD(copy);
    out.copy_ready = out.copy_place = UL1_COPIES > 1;
    in.in_valid = 0;
    in.commit_valid = in.wait_valid = 1;
    in.commit_warp = in.wait_warp = 2;
    in.wait_groups = COPY_LEAVES;
    struct copy_contract before = c;
    BAD(copy, "wait_groups: more");
    c = before;
    in.wait_groups = 0;
    GOOD(copy);
    in.commit_valid = 0;
    before = c;
    BAD(copy, "wait_warp: this warp");
    c = before;
    in.wait_valid = 0;
    out.wait_opens = 4;
    before = c;
    BAD(copy, "wait_opens: not");
    c = before;
    out.wait_opens = 0;
    in.ret_valid = in.ret_err = 1;
    in.ret_id = 3;
    GOOD(copy);
    in.ret_valid = out.copy_place = 0;
    out.copy_ready = 1;
    before = c;
    BAD(copy, "wait_opens: not");
    c = before;
    out.wait_opens = 4;
    GOOD(copy);
    BAD(copy, "wait_opens: not"); // it opens once
}

void test_copy(void)
{
    if (UL1_COPIES) {
        test_start();
        test_places();
        test_entry();
        test_store();
        test_groups();
        test_wait();
        return;
    }
    JUDGED(copy);
    start(&in, 0, 0);
    in.wait_valid = 1;
    GOOD(copy);
    in.wait_valid = 0;
    WRONG(copy, copy_ready, "copy_ready: not");
    WRONG(copy, wait_opens, "wait_opens: not");
}
