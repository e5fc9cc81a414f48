// The rules of the contract of arb, each broken once: see blocks/expect.h.
#include "blocks/arb/contract.h"
#include "blocks/expect.h"

static void test_arb_rules(void)
{
    WITH(arb);
    GOOD(arb);
    in.readout_valid = 1; // nobody enters
    in.cand_remainder_load = in.cand_remainder_store = 1;
    GOOD(arb);
    in.cand_remainder_load = 0;
    BAD(arb, "cand_store_older:");
    in.cand_store_older = 1;
    GOOD(arb);
    in.cand_remainder_store = 0;
    BAD(arb, "cand_store_older:");
    in.cand_remainder_store = 1;

    in.readout_valid = 0, in.room_shared = 1, out.sel_remainder_store = 1;
    BAD(arb, "req_valid:");
    in.req_valid = in.req_store = 1, in.req_mask = in.split_mask = 1;
    GOOD(arb);
    in.req_store = 0;
    BAD(arb, "req_store:");
    in.req_store = 1, in.req_mask = in.split_mask = 0;
    BAD(arb, "req_mask:");
    in.req_mask = in.split_mask = 1, out.sel_remainder_store = 0;
    BAD(arb, "req_valid:");
    in.req_valid = 0;
    BAD(arb, "req_mask:");

    in.cand_remainder_store = in.cand_store_older = 0;
    in.req_valid = 1, in.req_store = 0, in.cand_new = 1, out.sel_new = 1; // a new load
    GOOD(arb);
    in.cand_store = 1;
    BAD(arb, "req_store:");
}

static void test_arb_cached(void)
{
    {
        WITH(arb);
        in.cand_new = in.cand_cached = in.cand_store = in.room_cached = out.sel_new = 1;
        in.req_valid = in.req_mask = in.split_mask = in.req_cached = in.req_store = 1;
        GOOD(arb);
        in.req_cached = 0;
        BAD(arb, "req_cached:");
        in.req_cached = 1, in.req_store = 0;
        BAD(arb, "req_store:");
    }
    for (int which = 0; which < 3; which++) {
        WITH(arb);
        uint8_t *sel[] = { &out.sel_replay, &out.sel_woken, &out.sel_new };
        in.cand_new = in.cand_cached = 1, in.cand_replay = which == 0, in.cand_woken = which == 1;
        *sel[which] = 1;
        BAD(arb, "req_valid:");
        in.req_valid = in.req_mask = in.split_mask = 1;
        BAD(arb, "req_cached:");
        in.req_cached = 1;
        GOOD(arb);
        in.req_store = 1;
        BAD(arb, "req_store:");
        in.req_valid = in.req_store = 0, in.req_mask = in.split_mask = 0;
        *sel[which] = 0;
        BAD(arb, "req_cached:");
    }
    for (uint8_t bare = 0; bare < 2; bare++) {
        WITH(arb);
        in.cand_replay = 1, in.cand_bare = bare;
        in.req_valid = in.req_cached = out.sel_replay = 1, in.req_mask = in.split_mask = !bare;
        GOOD(arb);
        in.req_mask = in.split_mask = bare;
        BAD(arb, bare ? "req_mask: slots of a bare" : "req_mask: slots without");
    }
    { // what no replay is selected for
        WITH(arb);
        in.cand_bare = in.cand_new = in.req_valid = out.sel_new = 1;
        BAD(arb, "req_mask: slots without");
    }
    { // a new one that is not cached
        WITH(arb);
        in.cand_new = in.req_valid = out.sel_new = 1, in.req_mask = in.split_mask = 1;
        GOOD(arb);
        in.req_cached = 1;
        BAD(arb, "req_cached:");
    }
    {
        WITH(arb);
        in.look_hit = 1;
        BAD(arb, "look_hit: without");
        out.pass_cached = 1;
        GOOD(arb);
        out.pass_store = 1;
        BAD(arb, "look_hit: of a store");
        out.pass_store = 0;
        out.pass_replay = 1;
        GOOD(arb);
        out.pass_fail = 1;
        BAD(arb, "look_hit: a replay hits");
        in.look_hit = 0;
        GOOD(arb);
        out.pass_fail = 0;
        BAD(arb, "look_hit: a replay hits");
        out.pass_replay = 0;
        GOOD(arb);
    }
}

static void test_arb_upkeep(void)
{
    WITH(arb);
    in.cmd_turn = 1;
    GOOD(arb);
    in.readout_valid = 1;
    BAD(arb, "cmd_turn:");
    in.cmd_turn = in.readout_valid = 0;
    in.cand_new = in.cand_cached = out.sel_new = in.req_valid = in.req_mask = in.split_mask = in.req_cached = 1;
    in.req_inval = in.room_cached = 1;
    GOOD(arb);
    in.req_flush = 1;
    BAD(arb, "req_flush: not the kind");
    in.cand_flush = 1;
    BAD(arb, "req_inval, req_flush:");
    in.req_inval = 0;
    GOOD(arb);
    in.req_flush = 0;
    BAD(arb, "req_flush: not the kind");
    in.req_flush = 1;
    in.req_store = in.cand_store = 1;
    BAD(arb, "cand_flush:");
    in.req_store = in.cand_store = 0;
    in.cand_cached = in.req_cached = 0;
    BAD(arb, "cand_flush:");
    in.cand_flush = in.req_flush = 0, in.req_inval = 1;
    BAD(arb, "req_inval, req_flush:");
    in.req_cached = 1, out.sel_new = 0, out.sel_replay = 1;
    BAD(arb, "req_inval, req_flush:");
    in.req_inval = 0, out.sel_replay = 0, out.sel_woken = in.cand_woken = in.cand_woken_flush = 1;
    BAD(arb, "req_flush: not the kind");
    in.req_flush = 1;
    GOOD(arb);
    in.req_flush = 0, out.sel_woken = 0, in.req_valid = in.req_mask = in.split_mask = in.req_cached = 0;
    in.look_hit = out.pass_cached = out.pass_inval = 1;
    BAD(arb, "look_hit: of a store, an inval");
    out.pass_inval = 0, out.pass_flush = 1;
    BAD(arb, "look_hit: of a store, an inval");
}

static void test_arb_split(void)
{
    WITH(arb);
    in.cand_new = in.req_valid = out.sel_new = 1, in.req_mask = 0x3c, in.split_mask = 0x3c;
    GOOD(arb);
    in.split_mask = 0x1c, in.split_more = 1;
    out.regport_booked = 1 << (UL1_LAT - 1);
    GOOD(arb);
    in.split_mask = 0x1d;
    BAD(arb, "split_mask:");
    in.split_mask = 0;
    BAD(arb, "split_mask:");
    in.split_mask = 0x1c, in.split_more = 0;
    BAD(arb, "split_more: not");
    in.split_mask = 0x3c, in.split_more = 1;
    BAD(arb, "split_more: not");
    in.split_mask = 0x1c, in.cand_cached = in.req_cached = 1;
    BAD(arb, "split_more: of a cached access");
}

// One of each kind can enter: each in turn is the first. In the turn of a dirty line nobody is.
static void test_arb_choice(void)
{
    static const char *const rules[] = { "sel_replay:", "sel_remainder_store:", "sel_remainder_load:", "sel_woken:", "sel_new:" };
    for (int first = 0; first < 5; first++) {
        WITH(arb);
        in.cand_replay = first < 1, in.cand_remainder_store = in.cand_store_older = first < 2, in.cand_remainder_load = first < 3;
        in.cand_woken = in.cand_woken_flush = first < 4, in.cand_new = in.room_shared = in.room_cached = 1;
        in.req_valid = in.req_mask = in.split_mask = 1, in.req_store = first == 1;
        in.req_cached = first == 0 || first == 3, in.req_flush = first == 3;
        uint8_t *sel[] = { &out.sel_replay, &out.sel_remainder_store, &out.sel_remainder_load, &out.sel_woken, &out.sel_new };
        *sel[first] = 1;
        GOOD(arb);
        in.readout_valid = 1;
        BAD(arb, rules[first]);
    }
}

// What others book comes nearer by a cycle; what a cached load has booked that misses is given back.
static void test_arb_booked(void)
{
    WITH(arb);
    in.regport_book = 1;
    GOOD(arb);
    in.regport_book = 0;
    BAD(arb, "regport_booked:");
}

static void test_arb_given_back(void)
{
    for (uint8_t hits = 0; hits < 2; hits++) {
        WITH(arb);
        in.cand_new = in.cand_cached = out.sel_new = in.req_valid = in.req_mask = in.split_mask = in.req_cached = 1;
        GOOD(arb);
        in.cand_new = in.cand_cached = out.sel_new = in.req_valid = in.req_mask = in.split_mask = in.req_cached = 0;
        out.pass_cached = 1, out.regport_booked = 1 << (UL1_HLAT - 1), in.look_hit = hits;
        GOOD(arb);
        out.pass_cached = 0, in.look_hit = 0, out.regport_booked = hits ? 0 : 1 << (UL1_HLAT - 2);
        BAD(arb, "regport_booked:");
    }
}

// The pass in stage 1: none; then that of a shared store; then the replay of a line; then a dirty line's.
static void test_arb_pass(void)
{
    JUDGED(arb);
    GOOD(arb);
    WRONG(arb, pass_valid, "pass_valid, pass_mask");
    WRONG(arb, pass_mask, "pass_valid, pass_mask");
    WRONG(arb, pass_inval, "pass_inval, pass_flush:");
    WRONG(arb, pass_readout, "pass_replay, pass_readout:");
    in.cand_new = in.cand_store = in.room_shared = out.sel_new = in.req_valid = in.req_store = in.req_mask = in.split_mask = 1;
    GOOD(arb);
    in.req_valid = in.req_mask = in.split_mask = in.cand_new = out.sel_new = 0;
    out.pass_valid = out.pass_store = out.pass_mask = out.pass_frees_beat = 1, out.pass_due = UL1_HLAT;
    in.cand_replay = in.cand_last = in.req_valid = in.req_cached = in.req_mask = in.split_mask = 1, in.req_store = 0;
    out.sel_replay = 1;
    WRONG(arb, pass_width, "pass_store, pass_width");
    WRONG(arb, pass_due, "pass_due: not");
    WRONG(arb, pass_beat, "pass_beat, pass_frees_beat:");
    WRONG(arb, pass_frees_beat, "pass_beat, pass_frees_beat:");
    WRONG(arb, pass_addr[0], "pass_addr: not");
    GOOD(arb);
    in = (struct ul1_arb_in){ .look_hit = 1 }, out = (struct ul1_arb_out){ .regport_booked = 1 << (UL1_HLAT - 1) };
    out.pass_valid = out.pass_mask = out.pass_cached = out.pass_replay = out.pass_last = 1, out.pass_due = UL1_HLAT;
    WRONG(arb, pass_id, "pass_id, pass_sub");
    WRONG(arb, pass_bypass, "pass_bypass, pass_writeback:");
    WRONG(arb, pass_last, "pass_prt, pass_last:");
    WRONG(arb, pass_drop, "pass_drop, pass_fail:");
    GOOD(arb);
}

void test_arb(void)
{
    test_arb_choice();
    test_arb_booked();
    test_arb_given_back();
    test_arb_split();
    test_arb_upkeep();
    test_arb_rules();
    test_arb_cached();
    test_arb_pass();
}
