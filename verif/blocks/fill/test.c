// The rules of the contract of fill, each broken once: see blocks/expect.h.
#include "blocks/fill/contract.h"
#include "blocks/expect.h"

#include <string.h>

static void test_fill_rules(void)
{
    WITH(fill);
    in.resp_valid = 1, in.resp_number = UL1_PRT + UL1_WALKERS - 1;
    GOOD(fill);
    in.resp_number++;
    BAD(fill, "resp_number:");
    in.resp_op = UL1_MEMOP_WRITE;
    GOOD(fill); // of others any number will do
    in.resp_op = UL1_MEMOP_FENCE, in.resp_number = UL1_CMD_ID;
    GOOD(fill);
    if (UL1_NUMBER_W > UL1_ID_W) {
        in.resp_number++;
        BAD(fill, "resp_number: neither a fence's");
    }
    in.resp_op++;
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
    in.gather_ready = in.merged_last = 1;
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
    in.gather_ready = 0;
    GOOD(fill); // on offer still
    in.gather_ready = 1;
    GOOD(fill);
    out.replay_valid = in.gather_ready = 0;
    in.done_fault = 1; // it has left the queue
    GOOD(fill);
    in.done_fault = 1;
    BAD(fill, "done_fault: the entry");
}

void test_fill(void)
{
    test_fill_rules();
    test_fill_replay();
}
