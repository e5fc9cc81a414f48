// Breaks each rule of the contract of fill once: see blocks/expect.h.
#include "blocks/fill/contract.h"
#include "blocks/expect.h"

#include <string.h>

static void test_fill_rules(void)
{
    WITH(fill);
    in.resp_valid = 1, in.resp_number = UL1_READ_NUMBERS - 1;
    GOOD(fill);
    in.resp_number++;
    BAD(fill, "resp_number:");
    in.resp_op = UL1_MEMOP_WRITE;
    GOOD(fill); // for other kinds any number is legal
    in.resp_op = UL1_MEMOP_FENCE, in.resp_number = UL1_CMD_ID;
    GOOD(fill);
    if (UL1_NUMBER_W > UL1_ID_W) {
        in.resp_number++;
        BAD(fill, "resp_number: neither a fence's");
    }
    in.resp_op = UL1_MEMOP_ATOM + 1;
    BAD(fill, "resp_op:");
    in.resp_valid = 0;
    in.done_fill = 1;
    BAD(fill, "done_fill: nothing");
    out.fill_valid = 1, out.fill_prt = UL1_PRT - 1;
    memset(&c, 0, sizeof c);
    in.done_fault = 1, in.head_prt = UL1_PRT - 2;
    GOOD(fill); // now both are in the queue
    in.done_fault = 0;
    BAD(fill, "done_fill: the entry");
    in.done_fill = 0, in.done_fault = 1;
    BAD(fill, "done_fault: the entry");
    in.head_prt = out.fill_prt = UL1_PRT - 3;
    in.done_fill = 1;
    BAD(fill, "done_fault: done_fill");
    if (UL1_PRT < 1 << UL1_PRT_W) {
        in.head_prt = UL1_PRT;
        BAD(fill, "done_fault: there is no such entry");
    }
}

static void test_fill_replay(void)
{
    WITH(fill);
    in.done_fault = 1, in.head_prt = 3;
    GOOD(fill);
    in.done_fault = 0;
    in.coalesce_ready = in.merged_last = 1;
    GOOD(fill); // nothing is there to be taken
    in.done_fault = 1;
    BAD(fill, "done_fault: the entry");
    in.done_fault = in.merged_last = 0;
    out.replay_valid = 1, out.replay_prt = 3;
    if (UL1_MERGE > 1)
        GOOD(fill);
    out.replay_pos = UL1_MERGE - 1;
    BAD(fill, "merged_last:");
    in.merged_last = 1;
    in.coalesce_ready = 0;
    GOOD(fill); // still on offer
    in.coalesce_ready = 1;
    GOOD(fill);
    out.replay_valid = in.coalesce_ready = 0;
    in.done_fault = 1; // it has left the queue
    GOOD(fill);
    in.done_fault = 1;
    BAD(fill, "done_fault: the entry");
}

static void test_fill_arrived(void)
{
    JUDGED(fill);
    in.resp_valid = 1, in.resp_number = UL1_PRT - 1, in.resp_sect = 2;
    WRONG(fill, fill_here, "fill_here,");
    GOOD(fill);
    out.fill_here = out.fill_valid = 1, out.fill_prt = UL1_PRT - 1, out.fill_sect = 2;
    in.resp_number++;
    WRONG(fill, fill_valid, "fill_here,");
    WRONG(fill, fill_prt, "fill_here,");
    WRONG(fill, fill_sect, "fill_sect,");
    WRONG(fill, fill_err, "fill_sect,");
    WRONG(fill, fill_data[UL1_LINE_WORDS - 1], "fill_data:");
    GOOD(fill);
    out.fill_valid = 0, out.fill_walk = 1;
    in.resp_op = UL1_MEMOP_FENCE, in.resp_number = 5;
    WRONG(fill, fill_walk, "fill_walk:");
    GOOD(fill);
    out.fill_here = out.fill_walk = 0, out.answer_fence = 1, out.answer_id = 5;
    in.resp_op = UL1_MEMOP_WRITE, in.resp_vline = 9;
    WRONG(fill, answer_fence, "answer_fence,");
    WRONG(fill, answer_id, "answer_fence,");
    GOOD(fill);
    out.answer_fence = 0, out.memfail_valid = 1, out.memfail_line = 9;
    WRONG(fill, memfail_valid, "memfail_valid,");
    WRONG(fill, memfail_line, "memfail_valid,");
    GOOD(fill);
}

// A response with the constant cache's number is for that, in a machine that has one.
static void test_fill_constant(void)
{
    JUDGED(fill);
    in.resp_valid = 1, in.resp_number = UL1_CON_NUMBER, in.resp_sect = 2;
    if (!UL1_CONSTANTS && !UL1_TEXTURE)
        BAD(fill, "resp_number: neither");
    if (!UL1_CONSTANTS)
        return;
    GOOD(fill);
    in.resp_valid = 0;
    out.fill_here = out.fill_con = 1, out.fill_sect = 2;
    WRONG(fill, fill_con, "fill_con: not");
    WRONG(fill, fill_walk, "fill_walk: not");
    GOOD(fill);
}

// A response with a number behind all of these is for a fetch of the texture cache, in a machine that has
// one.
static void test_fill_texture(void)
{
    JUDGED(fill);
    in.resp_valid = 1, in.resp_number = UL1_TEX_NUMBER + 1, in.resp_sect = 1;
    if (!UL1_TEXTURE)
        BAD(fill, "resp_number: neither");
    if (!UL1_TEXTURE)
        return;
    GOOD(fill);
    in.resp_valid = 0;
    out.fill_here = out.fill_tex = out.fill_fetch = out.fill_sect = 1;
    WRONG(fill, fill_tex, "fill_tex, fill_fetch: not");
    WRONG(fill, fill_fetch, "fill_tex, fill_fetch: not");
    WRONG(fill, fill_walk, "fill_walk: not");
    GOOD(fill);
}

// Entries are handed out in the order in which they were filled, each load by load.
static void test_fill_head(void)
{
    JUDGED(fill);
    WRONG(fill, replay_valid, "replay_valid:");
    in.done_fault = 1, in.head_prt = 3;
    GOOD(fill);
    in.head_prt = 1, in.coalesce_ready = 1;
    out.replay_valid = 1, out.replay_prt = 3;
    if (UL1_MERGE > 1) {
        GOOD(fill);
        in.done_fault = 0, in.merged_last = 1;
        out.replay_pos = 1;
    } else {
        in.merged_last = 1;
    }
    WRONG(fill, replay_pos, "replay_prt,");
    WRONG(fill, replay_prt, "replay_prt,");
    GOOD(fill);
    out.replay_prt = 1, out.replay_pos = 0;
    WRONG(fill, replay_prt, "replay_prt,");
    GOOD(fill);
}

void test_fill(void)
{
    test_fill_arrived();
    test_fill_constant();
    test_fill_texture();
    test_fill_head();
    test_fill_rules();
    test_fill_replay();
}
