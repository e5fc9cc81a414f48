// Breaks each rule of the contract of arb once: see blocks/expect.h.
#include "blocks/arb/contract.h"
#include "blocks/expect.h"

static void test_arb_rules(void)
{
    {
        WITH(arb);
        GOOD(arb);
        in.cand_replay = 1;
        BAD(arb, "cand_replay: without");
        in.cand_valid = in.readout_valid = 1; // it does not enter
        GOOD(arb);
        in.cand_store = 1;
        BAD(arb, "cand_replay: and");
        in.cand_store = 0, in.cand_cached = 1;
        BAD(arb, "cand_replay: and");
    }
    {
        WITH(arb);
        in.cand_valid = in.cand_store = out.sel_valid = out.sel_store = 1;
        BAD(arb, "req_valid:");
        in.req_valid = in.req_store = 1, in.req_mask = in.split_mask = 1;
        GOOD(arb);
        in.req_store = 0;
        BAD(arb, "req_store:");
        in.req_store = 1, in.req_mask = in.split_mask = 0;
        BAD(arb, "req_mask:");
        in.req_mask = in.split_mask = 1, in.cand_valid = out.sel_valid = out.sel_store = 0;
        BAD(arb, "req_valid:");
        in.req_valid = 0;
        BAD(arb, "req_mask:");
        in.req_valid = in.cand_valid = out.sel_valid = 1, in.req_store = in.cand_store = 0; // a load
        GOOD(arb);
        in.cand_store = out.sel_store = 1;
        BAD(arb, "req_store:");
    }
}

static void test_arb_cached(void)
{
    {
        WITH(arb);
        in.cand_valid = in.cand_cached = in.cand_store = out.sel_valid = out.sel_store = out.sel_cached = 1;
        in.req_valid = in.req_mask = in.split_mask = in.req_cached = in.req_store = 1;
        GOOD(arb);
        in.req_cached = 0;
        BAD(arb, "req_cached:");
        in.req_cached = 1, in.req_store = 0;
        BAD(arb, "req_store:");
    }
    for (int which = 0; which < 2; which++) {
        WITH(arb);
        in.cand_valid = out.sel_valid = 1, in.cand_cached = which, in.cand_replay = !which;
        BAD(arb, "req_valid:");
        in.req_valid = in.req_mask = in.split_mask = 1;
        BAD(arb, "req_cached:");
        in.req_cached = 1;
        GOOD(arb);
        in.req_store = 1;
        BAD(arb, "req_store:");
        in.req_valid = in.req_store = 0, in.req_mask = in.split_mask = 0;
        in.cand_valid = in.cand_replay = out.sel_valid = 0;
        BAD(arb, "req_cached:");
    }
    for (uint8_t bare = 0; bare < 2; bare++) {
        WITH(arb);
        in.cand_valid = in.cand_replay = 1, in.cand_bare = bare;
        in.req_valid = in.req_cached = out.sel_valid = 1, in.req_mask = in.split_mask = !bare;
        GOOD(arb);
        in.req_mask = in.split_mask = bare;
        BAD(arb, bare ? "req_mask: slots of a bare" : "req_mask: slots without");
    }
    if (UL1_GLOBAL_ATOMICS < 2) { // an access for which no replay is selected
        WITH(arb);
        in.cand_bare = in.cand_valid = in.req_valid = out.sel_valid = 1;
        BAD(arb, "req_mask: slots without");
    }
    { // an access that is not cached
        WITH(arb);
        in.cand_valid = in.req_valid = out.sel_valid = 1, in.req_mask = in.split_mask = 1;
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

// A store to shared memory does not lock, and only a cached store reduces.
static void test_arb_operations(void)
{
    WITH(arb);
    in.cand_valid = in.cand_store = out.sel_valid = out.sel_store = 1;
    in.req_valid = in.req_store = in.req_mask = in.split_mask = 1;
    in.req_atom = UL1_ATOM_LOCK;
    BAD(arb, "req_atom: not built, or of");
    in.req_atom = UL1_ATOM_NONE, in.req_red = UL1_ATOM_ADD;
    BAD(arb, "req_red: not built, or of");
    in.cand_cached = out.sel_cached = in.req_cached = 1;
    if (UL1_GLOBAL_ATOMICS)
        GOOD(arb);
    else
        BAD(arb, "req_red: not built, or of");
    in.req_red = UL1_ATOM_LOCK;
    BAD(arb, "req_red: not built, or of");
    in.req_red = UL1_ATOM_NONE, in.req_atom = UL1_ATOM_ADD;
    BAD(arb, "req_atom: not built, or of");
}

static void test_arb_cmo(void)
{
    WITH(arb);
    in.cmd_turn = 1;
    GOOD(arb);
    in.readout_valid = 1;
    BAD(arb, "cmd_turn:");
    in.cmd_turn = in.readout_valid = 0;
    in.cand_valid = in.cand_cached = out.sel_valid = in.req_valid = in.req_mask = in.split_mask =
        in.req_cached = 1;
    in.req_inval = out.sel_cached = 1;
    GOOD(arb);
    in.req_flush = 1;
    BAD(arb, "req_flush: not the kind");
    in.cand_flush = out.sel_store = 1;
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
    in.cand_flush = in.req_flush = out.sel_store = 0, in.req_inval = 1;
    BAD(arb, "req_inval, req_flush:");
    in.req_cached = in.cand_replay = 1;
    BAD(arb, "req_inval, req_flush:");
    in.req_inval = in.cand_valid = in.cand_replay = out.sel_valid = in.req_valid = in.req_mask =
        in.split_mask = in.req_cached = 0;
    in.look_hit = out.pass_cached = out.pass_inval = 1;
    BAD(arb, "look_hit: of a store, an inval");
    out.pass_inval = 0, out.pass_flush = 1;
    BAD(arb, "look_hit: of a store, an inval");
}

static void test_arb_split(void)
{
    WITH(arb);
    in.cand_valid = in.req_valid = out.sel_valid = 1, in.req_mask = 0x3c, in.split_mask = 0x3c;
    GOOD(arb);
    in.split_mask = 0x1c, in.split_more = 1;
    out.regport_reserved[UL1_LAT - 1] = 1;
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

// The candidate enters, except in cycles of a victim readout or of a command. A load with all its cycles
// reserved is none.
static void test_arb_choice(void)
{
    JUDGED(arb);
    WRONG(arb, sel_valid, "sel_valid: not");
    in.cand_valid = in.cand_cached = in.cand_flush = out.sel_valid = out.sel_store = out.sel_cached = 1;
    in.req_valid = in.req_mask = in.split_mask = in.req_cached = in.req_flush = 1;
    WRONG(arb, sel_valid, "sel_valid: not");
    WRONG(arb, sel_store, "sel_store: not");
    WRONG(arb, sel_cached, "sel_cached: not");
    for (int turn = 0; turn < 2; turn++) {
        in.readout_valid = !turn, in.cmd_turn = (uint8_t)turn;
        BAD(arb, "sel_valid: not");
    }
    in.readout_valid = in.cmd_turn = 0;
    GOOD(arb);
}

static void test_arb_reservation(void)
{
    for (unsigned reserved = UL1_LAT - 1; reserved <= UL1_HLAT; reserved++) {
        for (int kind = 0; kind < 4; kind++) { // a shared load, a cached one, a replay, one with an error
            WITH(arb);
            in.cand_valid = out.sel_valid = in.req_valid = in.req_mask = in.split_mask = 1;
            in.cand_cached = kind == 1, in.cand_replay = kind > 1, in.req_cached = kind > 0;
            in.cand_err = kind == 3 ? UL1_ERR_BUS : UL1_ERR_NONE;
            for (unsigned k = kind ? reserved : UL1_LAT; k <= reserved; k++)
                out.regport_reserved[k] = 1;
            if (reserved == UL1_HLAT && kind < 3)
                BAD(arb, "cand_valid: of a load");
            else
                GOOD(arb);
        }
    }
}

// Reservations of others move by a cycle; a cached load that misses returns its own.
static void test_arb_reserved(void)
{
    WITH(arb);
    in.regport_reserve = 1;
    GOOD(arb);
    in.regport_reserve = 0;
    BAD(arb, "regport_reserved:");
}

static void test_arb_given_back(void)
{
    for (uint8_t hits = 0; hits < 2; hits++) {
        WITH(arb);
        in.cand_valid = in.cand_cached = out.sel_valid = in.req_valid = in.req_mask = in.split_mask =
            in.req_cached = 1;
        GOOD(arb);
        in.cand_valid = in.cand_cached = out.sel_valid = in.req_valid = in.req_mask = in.split_mask =
            in.req_cached = 0;
        out.pass_cached = 1, out.regport_reserved[UL1_HLAT - 1] = 1, in.look_hit = hits;
        GOOD(arb);
        out.pass_cached = 0, in.look_hit = 0;
        out.regport_reserved[UL1_HLAT - 1] = 0, out.regport_reserved[UL1_HLAT - 2] = !hits;
        BAD(arb, "regport_reserved:");
    }
}

// A store's pass that leaves a remainder releases its beat, unless the remainder stays in the pool.
static void test_frees_beat(void)
{
    for (uint8_t stays = 0; stays < 2; stays++) {
        JUDGED(arb);
        in.cand_valid = in.cand_store = out.sel_valid = out.sel_store = in.req_valid = in.req_store =
            in.split_mask = in.split_more = 1;
        in.req_mask = 3, in.remainder_stays = stays;
        GOOD(arb);
        in = (struct ul1_arb_in){ .remainder_stays = !stays }, out = (struct ul1_arb_out){ 0 };
        out.pass_valid = out.pass_store = out.pass_mask = 1, out.pass_frees_beat = !stays,
        out.pass_due = UL1_HLAT;
        WRONG(arb, pass_frees_beat, "pass_beat, pass_frees_beat:");
        GOOD(arb);
    }
}

// The pass in stage 1: none; then a shared store's; then a line's replay; then a victim readout.
static void test_arb_pass(void)
{
    JUDGED(arb);
    GOOD(arb);
    WRONG(arb, pass_valid, "pass_valid, pass_mask");
    WRONG(arb, pass_mask, "pass_valid, pass_mask");
    WRONG(arb, pass_inval, "pass_inval, pass_flush:");
    WRONG(arb, pass_atom, "pass_atom: not");
    WRONG(arb, pass_red, "pass_red: not");
    WRONG(arb, pass_readout, "pass_replay, pass_readout:");
    in.cand_valid = in.cand_store = out.sel_valid = out.sel_store = in.req_valid = in.req_store =
        in.req_mask = in.split_mask = 1;
    GOOD(arb);
    in.cand_store = out.sel_store = 0;
    out.pass_valid = out.pass_store = out.pass_mask = out.pass_frees_beat = 1, out.pass_due = UL1_HLAT;
    in.cand_replay = in.cand_last = in.req_valid = in.req_cached = in.req_mask = in.split_mask = 1,
    in.req_store = 0;
    WRONG(arb, pass_width, "pass_store, pass_width");
    WRONG(arb, pass_due, "pass_due: not");
    WRONG(arb, pass_beat, "pass_beat, pass_frees_beat:");
    WRONG(arb, pass_frees_beat, "pass_beat, pass_frees_beat:");
    WRONG(arb, pass_addr[0], "pass_addr: not");
    GOOD(arb);
    in = (struct ul1_arb_in){ .look_hit = 1 },
    out = (struct ul1_arb_out){ .regport_reserved[UL1_HLAT - 1] = 1 };
    out.pass_valid = out.pass_mask = out.pass_cached = out.pass_replay = out.pass_last = 1,
    out.pass_due = UL1_HLAT;
    WRONG(arb, pass_id, "pass_id, pass_part");
    WRONG(arb, pass_bypass, "pass_bypass, pass_fresh, pass_stream, pass_writeback:");
    WRONG(arb, pass_fresh, "pass_bypass, pass_fresh, pass_stream, pass_writeback:");
    WRONG(arb, pass_last, "pass_prt, pass_last:");
    WRONG(arb, pass_drop, "pass_drop, pass_fail:");
    GOOD(arb);
}

void test_arb(void)
{
    test_frees_beat();
    test_arb_choice();
    test_arb_reservation();
    test_arb_reserved();
    test_arb_given_back();
    test_arb_split();
    test_arb_operations();
    test_arb_cmo();
    test_arb_rules();
    test_arb_cached();
    test_arb_pass();
}
