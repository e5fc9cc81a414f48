// The rules of the contract of fill, each broken once: see contract_test.h.
#include "contract_test.h"

#include <string.h>

static void test_fill_rules(void)
{
    WITH(fill);
    in.resp_valid = 1, in.resp_sub = UL1_PRT;
    GOOD(fill);
    in.resp_sub++;
    BAD(fill, "resp_sub:");
    in.resp_kind = UL1_REQ_WRITE;
    GOOD(fill); // of others any number will do
    in.resp_kind = UL1_REQ_FENCE;
    GOOD(fill);
    in.resp_kind++;
    BAD(fill, "resp_kind:");
    in.resp_valid = 0;
    in.fill_done = 1;
    BAD(fill, "fill_done: nothing");
    out.fill_valid = 1, out.fill_prt = 31;
    memset(&c, 0, sizeof c);
    in.fault_done = 1, in.xl_prt = 30;
    GOOD(fill); // now both are in the queue
    in.fault_done = 0;
    BAD(fill, "fill_done: the entry");
    in.fill_done = 0, in.fault_done = 1;
    BAD(fill, "fault_done: the entry");
    in.xl_prt = out.fill_prt = 29;
    in.fill_done = 1;
    BAD(fill, "fault_done: fill_done");
}

static void test_fill_replay(void)
{
    WITH(fill);
    in.fault_done = 1, in.xl_prt = 5;
    GOOD(fill);
    in.fault_done = 0;
    in.sel_rep = 1;
    BAD(fill, "sel_rep:");
    out.rep_valid = 1, out.rep_prt = 5;
    GOOD(fill);
    out.rep_pos = UL1_MERGE - 1;
    BAD(fill, "rep_last:");
    in.rep_last = 1;
    in.sel_rep = 0;
    GOOD(fill); // on offer still
    in.sel_rep = 1;
    GOOD(fill);
    out.rep_valid = in.sel_rep = 0;
    in.fault_done = 1; // it has left the queue
    GOOD(fill);
    in.fault_done = 1;
    BAD(fill, "fault_done: the entry");
}

void test_fill(void)
{
    test_fill_rules();
    test_fill_replay();
}
