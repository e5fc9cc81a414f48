// Breaks each rule of the contract of bar once: see blocks/expect.h.
#include "blocks/bar/contract.h"
#include "blocks/expect.h"

enum { LAST = UL1_BARRIERS - 1 };

// A bar of the last barrier is taken into this entry.
static void take(struct ul1_bar_in *in, unsigned entry, unsigned expects, unsigned pred)
{
    in->in_valid = in->in_ready = in->in_bar = in->in_waits = 1;
    in->in_op = UL1_OP_FENCE;
    in->in_entry = (uint8_t)entry;
    in->in_barrier = LAST % (1 << UL1_BARRIER_W);
    in->in_expects = (uint8_t)expects;
    in->in_mask = 7;
    in->in_pred = pred;
}

static void retire(struct ul1_bar_in *in, unsigned entry, unsigned warp)
{
    in->in_valid = 0;
    in->ret_valid = 1;
    in->ret_id = (uint8_t)entry;
    in->ret_warp = (uint8_t)warp;
}

static void test_entries(void)
{
    JUDGED(bar);
    take(&in, UL1_INSTRS, 1, 0);
    if (UL1_INSTRS < 1 << UL1_ID_W)
        BAD(bar, "in_entry: no entry");
    take(&in, 3, 1, 0);
    GOOD(bar);
    BAD(bar, "in_entry: no entry");
    in.in_valid = 0;
    in.ret_valid = 1;
    in.ret_id = 3;
    in.ret_warp = UL1_WARPS;
    BAD(bar, "ret_warp: no warp");
    in.ret_id = UL1_INSTRS;
    BAD(bar, "ret_id: no entry");
}

// Two warps meet, with true predicates of two lanes of one and of none of the other.
static void test_opening(void)
{
    JUDGED(bar);
    take(&in, 0, 2, 5);
    GOOD(bar);
    take(&in, 1, 2, 8);
    GOOD(bar);
    retire(&in, 0, 4);
    WRONG(bar, bar_valid, "bar_valid: not");
    GOOD(bar);
    retire(&in, 1, 6);
    WRONG(bar, bar_valid, "bar_valid: not");
    WRONG(bar, barfail_valid, "barfail_valid: not");
    GOOD(bar);
    in.ret_valid = 0;
    out.bar_valid = out.bar_any = 1;
    out.bar_number = LAST % (1 << UL1_BARRIER_W);
    out.bar_warps = 0x50;
    out.bar_count = 2;
    WRONG(bar, bar_valid, "bar_valid: not");
    WRONG(bar, bar_number, "bar_number, bar_warps: not");
    WRONG(bar, bar_warps, "bar_number, bar_warps: not");
    WRONG(bar, bar_count, "bar_count, bar_all, bar_any: not");
    WRONG(bar, bar_all, "bar_count, bar_all, bar_any: not");
    WRONG(bar, bar_any, "bar_count, bar_all, bar_any: not");
    GOOD(bar);
    BAD(bar, "bar_valid: not"); // it opens once
}

// The warp waits already, and expects another number.
static void test_fails(void)
{
    JUDGED(bar);
    take(&in, 0, 2, 0);
    GOOD(bar);
    take(&in, 1, 3, 0);
    GOOD(bar);
    retire(&in, 0, 4);
    GOOD(bar);
    retire(&in, 1, 4);
    GOOD(bar);
    in.ret_valid = 0;
    out.barfail_valid = 1;
    out.barfail_warp = 4;
    out.barfail_cause = UL1_BARFAIL_WAITS;
    WRONG(bar, barfail_valid, "barfail_valid: not");
    WRONG(bar, barfail_warp, "barfail_warp, barfail_cause: not");
    WRONG(bar, barfail_cause, "barfail_warp, barfail_cause: not");
    GOOD(bar);
}

void test_bar(void)
{
    if (UL1_BARRIERS) {
        test_entries();
        test_opening();
        test_fails();
        return;
    }
    JUDGED(bar);
    take(&in, 0, 1, 0);
    GOOD(bar);
    retire(&in, 0, 0);
    GOOD(bar);
    WRONG(bar, bar_valid, "bar_valid: not");
    WRONG(bar, barfail_valid, "barfail_valid: not");
}
