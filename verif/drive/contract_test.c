// Sees each rule of each contract fail: a few good cycles, in which no complaint may come, then one that breaks the rule and
// must be complained about in the words of that rule; and the same cycle with reset, which is never judged.
#include "drive.h"

#include <stdio.h>
#include <string.h>

static unsigned passed, failed;

static void expect(const char *block, const char *rule, const char *told)
{
    bool ok = rule ? told && strstr(told, rule) : !told;
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("%s: expected %s, told %s\n", block, rule ? rule : "no complaint", told ? told : "nothing");
}

// A block's contract, its inputs and outputs, by the name of the block, as `c`, `in` and `out`.
#define WITH(block)                 \
    struct block##_contract c = { 0 }; \
    struct ul1_##block##_in in = { 0 };   \
    struct ul1_##block##_out out = { 0 }

// A cycle as in and out are, and what is to be told of it. A rule that is broken is not one in reset.
#define GOOD(block) expect(#block, NULL, block##_contract_check(&c, &in, &out))
#define BAD(block, rule)                                            \
    do {                                                            \
        struct block##_contract before = c;                         \
        expect(#block, rule, block##_contract_check(&c, &in, &out)); \
        in.rst = 1;                                                 \
        expect(#block, NULL, block##_contract_check(&before, &in, &out)); \
        in.rst = 0;                                                 \
    } while (0)

// ---- lsu

static void test_lsu_settings(void)
{
    for (int which = 0; which < 3; which++) {
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.cfg_split = in.cfg_home = in.cfg_interval = 1; // all may change: it is idle
        GOOD(lsu);
        out.lsu_idle = which == 0; // or it is, but something is offered
        in.in_valid = which == 0;
        uint8_t *setting[] = { &in.cfg_split, &in.cfg_home, &in.cfg_interval };
        const char *rule[] = { "cfg_split: changes", "cfg_home: changes", "cfg_interval: changes" };
        GOOD(lsu);
        *setting[which] = 0;
        BAD(lsu, rule[which]);
    }
}

// A remainder of entry 5, sub-warp 2, slots 0xf0, was returned.
#define RETURNED                                                        \
    WITH(lsu);                                                          \
    in.cfg_home = UL1_HOME_INSTR;                                       \
    out.rpl_valid = 1, out.rpl_id = 5, out.rpl_sub = 2, out.rpl_mask = 0xf0; \
    GOOD(lsu);                                                          \
    out.rpl_valid = 0;                                                  \
    in.in_valid = in.in_again = 1, in.in_id = 5, in.in_sub = 2, in.in_mask = 0xf0

static void test_lsu_again(void)
{
    {
        RETURNED;
        GOOD(lsu); // not taken: may be offered again
        out.again_ready = 1;
        GOOD(lsu);
        BAD(lsu, "in_id: no remainder");
    }
    {
        RETURNED;
        in.in_id = 4;
        BAD(lsu, "in_id: no remainder");
    }
    {
        RETURNED;
        in.in_sub = 1;
        BAD(lsu, "in_sub:");
    }
    {
        RETURNED;
        in.in_mask = 0x70;
        BAD(lsu, "in_mask:");
    }
    { // in the very cycle in which it is returned it is too early
        WITH(lsu);
        in.cfg_home = UL1_HOME_INSTR;
        in.in_valid = in.in_again = 1, in.in_mask = 1;
        out.rpl_valid = 1, out.rpl_mask = 1;
        BAD(lsu, "in_id: no remainder");
    }
    {
        WITH(lsu);
        in.in_valid = in.in_again = 1;
        BAD(lsu, "in_again:");
    }
}

// Beat 3 was pulled.
#define PULLED                                       \
    WITH(lsu);                                       \
    in.ink_any = in.ink_two = in.st_valid = 1;       \
    in.ink_idx = 3;                                  \
    out.st_ready = 1;                                \
    GOOD(lsu)

static void test_lsu_intake(void)
{
    {
        PULLED;
        BAD(lsu, "ink_idx:");
    }
    { // a pass that leaves nothing over gives it up; one that does keeps it, unless the remainder is returned
        for (int more = 0; more < 2; more++) {
            for (int home = 0; home < 2; home++) {
                PULLED;
                in.st_valid = 0;
                out.lsu_idle = 1;
                in.cfg_home = (uint8_t)home;
                out.req_valid = out.req_store = 1, out.req_ink = 3;
                out.req_mask = 3, in.acc_mask = more ? 1 : 3, in.acc_more = (uint8_t)more;
                GOOD(lsu);
                out.req_valid = 0, out.req_mask = 0, in.acc_mask = 0, in.acc_more = 0;
                in.st_valid = 1;
                if (more && home == UL1_HOME_LSU)
                    BAD(lsu, "ink_idx:");
                else
                    GOOD(lsu);
            }
        }
    }
    {
        WITH(lsu);
        in.ink_two = 1;
        BAD(lsu, "ink_two:");
    }
}

static void test_lsu_choice(void)
{
    for (int which = 0; which < 4; which++) {
        WITH(lsu);
        uint8_t *sel[] = { &in.sel_rep, &in.sel_rs, &in.sel_wake, &in.sel_new };
        out.cand_rl = out.cand_rs = out.cand_wake = out.cand_new = 1;
        in.sel_rl = 1;
        GOOD(lsu);
        *sel[which] = 1;
        BAD(lsu, "more than one");
    }
    for (int which = 0; which < 4; which++) {
        WITH(lsu);
        uint8_t *sel[] = { &in.sel_rl, &in.sel_rs, &in.sel_wake, &in.sel_new };
        uint8_t *cand[] = { &out.cand_rl, &out.cand_rs, &out.cand_wake, &out.cand_new };
        const char *rule[] = { "sel_rl: without", "sel_rs: without", "sel_wake: without", "sel_new: without" };
        *sel[which] = *cand[which] = 1;
        GOOD(lsu);
        out.cand_rl = out.cand_rs = out.cand_wake = out.cand_new = 1;
        *cand[which] = 0;
        BAD(lsu, rule[which]);
    }
}

static void test_lsu_split(void)
{
    WITH(lsu);
    out.req_valid = 1, out.req_mask = 0x3c;
    in.acc_mask = 0x3c;
    GOOD(lsu);
    in.acc_mask = 0x1c, in.acc_more = 1;
    GOOD(lsu);
    in.acc_mask = 0x1d;
    BAD(lsu, "acc_mask:");
    in.acc_mask = 0x1c, in.acc_more = 0;
    BAD(lsu, "acc_more:");
    in.acc_mask = 0x3c, in.acc_more = 1;
    BAD(lsu, "acc_more:");
    out.req_valid = 0, out.req_mask = 0;
    BAD(lsu, "acc_mask:");
    out.req_valid = out.req_cached = 1, out.req_mask = 0x3c;
    in.acc_mask = 0x1c, in.acc_more = 1;
    BAD(lsu, "acc_more: of a cached access");
}

// A cached access is accepted: of an entry, a line and a sub-warp.
static void present(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line, unsigned sub)
{
    in->sel_new = out->cand_new = out->cand_cached = 1;
    out->req_valid = out->req_cached = 1;
    out->req_id = (uint8_t)id, out->req_line = line, out->req_sub = (uint8_t)sub;
    out->req_mask = in->acc_mask = 3;
}

// The replay of one is.
static void replay(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line, unsigned sub, unsigned prt)
{
    in->sel_rep = out->req_valid = out->req_cached = 1;
    in->rep_id = (uint8_t)id, in->rep_line = line, in->rep_sub = (uint8_t)sub, in->rep_prt = (uint8_t)prt;
    out->req_id = (uint8_t)id, out->req_line = line, out->req_sub = (uint8_t)sub;
    out->req_mask = in->acc_mask = 3;
}

// Nothing is selected and nothing told, but with the split s32: 64 sets.
#define QUIET memset(&in, 0, sizeof in), memset(&out, 0, sizeof out), in.cfg_split = UL1_SPLIT_S32, out.lsu_idle = 1

// A cached access of entry 5, line 0x1083 (set 3), sub-warp 1 is in stage 1.
#define LOOKED_UP                       \
    WITH(lsu);                          \
    QUIET;                              \
    present(&in, &out, 5, 0x1083, 1);   \
    GOOD(lsu);                          \
    QUIET

// It has opened an entry; and one of entry 6 for the same line, sub-warp 0, is in stage 1.
#define OPENED                          \
    LOOKED_UP;                          \
    in.miss_open = 1;                   \
    present(&in, &out, 6, 0x1083, 0);   \
    GOOD(lsu);                          \
    QUIET

// And has merged.
#define MERGED                          \
    OPENED;                             \
    GOOD(lsu)

static void test_lsu_outcome(void)
{
    {
        WITH(lsu);
        QUIET;
        uint8_t *told[] = { &in.look_hit, &in.miss_open, &in.miss_defer };
        for (int which = 0; which < 3; which++) {
            *told[which] = 1;
            BAD(lsu, "without a cached access in stage 1");
            *told[which] = 0;
        }
    }
    {
        LOOKED_UP;
        in.look_hit = in.miss_defer = 1;
        BAD(lsu, "look_hit, miss_open, miss_defer: more than one");
    }
    { // a hit, and right behind it a shared load; or a store, or a load behind a miss
        LOOKED_UP;
        in.look_hit = 1;
        in.sel_rl = out.cand_rl = 1;
        BAD(lsu, "a shared load behind a hit");
    }
    for (int kind = 0; kind < 4; kind++) {
        LOOKED_UP;
        in.look_hit = kind != 3, in.miss_open = kind == 3;
        in.sel_new = out.cand_new = 1;
        out.cand_store = kind == 1;
        out.cand_cached = kind == 2;
        if (kind == 0)
            BAD(lsu, "a shared load behind a hit");
        else
            GOOD(lsu);
    }
    {
        LOOKED_UP;
        BAD(lsu, "no entry to merge into");
    }
    {
        OPENED;
        in.miss_open = 1;
        BAD(lsu, "miss_open: the line has an entry");
    }
    {
        WITH(lsu);
        for (unsigned i = 0; i <= UL1_PRT; i++) {
            QUIET;
            in.miss_open = i != 0;
            present(&in, &out, i, i, 0);
            GOOD(lsu);
        }
        QUIET;
        in.miss_open = 1;
        BAD(lsu, "miss_open: all entries are in use");
    }
}

static void test_lsu_lack(void)
{
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) { // no line is fetched that could hold anything
        LOOKED_UP;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = cause == UL1_CAUSE_WAY ? 3 : 0;
        BAD(lsu, cause == UL1_CAUSE_ENTRY ? "an entry lacks" : cause == UL1_CAUSE_WAY ? "a way lacks" : "the line has no entry");
    }
    static const uint8_t good[] = { 0, 3, 31, 31 };
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = good[cause] + 1;
        BAD(lsu, "miss_key:");
    }
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = good[cause];
        GOOD(lsu);
    }
    { // another set has no way taken
        LOOKED_UP;
        in.miss_open = 1;
        present(&in, &out, 6, 0x1084, 0);
        GOOD(lsu);
        QUIET;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY, in.miss_key = 4;
        BAD(lsu, "a way lacks");
    }
    { // the entry's number, once told, stays
        OPENED;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_MERGE, in.miss_key = 9;
        present(&in, &out, 7, 0x1083, 0);
        GOOD(lsu);
        QUIET;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_CLOSED, in.miss_key = 8;
        BAD(lsu, "miss_key:");
    }
    {
        OPENED;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_MERGE, in.miss_key = 9;
        GOOD(lsu);
        QUIET;
        replay(&in, &out, 5, 0x1083, 1, 8);
        BAD(lsu, "rep_prt:");
    }
}

static void test_lsu_replay(void)
{
    {
        MERGED;
        replay(&in, &out, 6, 0x1083, 0, 9);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_last = 1;
        BAD(lsu, "no such access");
    }
    for (int which = 0; which < 3; which++) {
        MERGED;
        replay(&in, &out, which == 0 ? 7 : 5, which == 1 ? 0x1084 : 0x1083, which == 2 ? 0 : 1, 9);
        BAD(lsu, "no such access");
    }
    { // in the very cycle in which it is told so it is too early
        LOOKED_UP;
        in.miss_open = 1;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_last = 1;
        BAD(lsu, "no such access");
    }
    for (uint8_t err = 0; err < 8; err++) {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_err = err;
        if (err == UL1_ERR_NONE || err == UL1_ERR_PAGE || err == UL1_ERR_BUS)
            GOOD(lsu);
        else
            BAD(lsu, "rep_err: no error");
    }
    {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_last = 1;
        BAD(lsu, "rep_last:");
    }
    for (int which = 0; which < 4; which++) { // the second of two
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 6, 0x1083, 0, which == 1 ? 8 : 9), in.rep_last = which != 2, in.rep_err = which == 3 ? UL1_ERR_BUS : 0;
        if (which)
            BAD(lsu, which == 1 ? "rep_prt:" : which == 2 ? "rep_last:" : "rep_err: another");
        else
            GOOD(lsu);
    }
    { // two lines are fetched, and their replays mixed
        LOOKED_UP;
        in.miss_open = 1;
        present(&in, &out, 6, 0x1083, 0);
        GOOD(lsu);
        QUIET;
        present(&in, &out, 6, 0x1084, 0);
        GOOD(lsu);
        QUIET;
        in.miss_open = 1;
        replay(&in, &out, 5, 0x1083, 1, 9);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 6, 0x1084, 0, 10), in.rep_last = 1;
        BAD(lsu, "rep_line: another");
    }
}

// What a replay in stage 1 is told, and what those are that come while a line is being replayed.
static void test_lsu_replayed(void)
{
    for (uint8_t err = 0; err < 2; err++) {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_err = err ? UL1_ERR_PAGE : UL1_ERR_NONE;
        GOOD(lsu);
        QUIET;
        in.look_hit = err;
        BAD(lsu, "look_hit: a replay hits");
    }
    for (int which = 0; which < 2; which++) {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9);
        GOOD(lsu);
        QUIET;
        in.miss_open = which == 0, in.miss_defer = which == 1;
        BAD(lsu, "miss_open, miss_defer: of a replay");
    }
    for (int told = 0; told < 2; told++) { // looked up as the first of its line's replays is selected, and behind it
        for (int behind = 0; behind < 2; behind++) {
            MERGED;
            if (behind) {
                replay(&in, &out, 5, 0x1083, 1, 9);
                GOOD(lsu);
                QUIET;
                in.look_hit = 1;
            }
            present(&in, &out, 7, 0x1083, 0);
            GOOD(lsu);
            QUIET;
            if (!behind)
                replay(&in, &out, 5, 0x1083, 1, 9);
            in.miss_defer = (uint8_t)told, in.miss_cause = UL1_CAUSE_CLOSED, in.miss_key = 9;
            if (told)
                GOOD(lsu);
            else
                BAD(lsu, "the line's entry is being replayed");
        }
    }
    { // the last of them over, the line may be fetched anew
        LOOKED_UP;
        in.miss_open = 1;
        GOOD(lsu);
        QUIET;
        replay(&in, &out, 5, 0x1083, 1, 9), in.rep_last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        present(&in, &out, 5, 0x1083, 1);
        GOOD(lsu);
        QUIET;
        in.miss_open = 1;
        GOOD(lsu);
    }
}

// ---- arb

static void test_arb(void)
{
    WITH(arb);
    GOOD(arb);
    in.cand_rl = in.cand_rs = 1;
    GOOD(arb);
    in.cand_rl = 0;
    BAD(arb, "cand_rs_older:");
    in.cand_rs_older = 1;
    GOOD(arb);
    in.cand_rs = 0;
    BAD(arb, "cand_rs_older:");
    in.cand_rs = 1;

    out.sel_rs = 1;
    BAD(arb, "req_valid:");
    in.req_valid = in.req_store = 1, in.req_mask = 1;
    GOOD(arb);
    in.req_store = 0;
    BAD(arb, "req_store:");
    in.req_store = 1, in.req_mask = 0;
    BAD(arb, "req_mask:");
    in.req_mask = 1, out.sel_rs = 0;
    BAD(arb, "req_valid:");
    in.req_valid = 0;
    BAD(arb, "req_mask:");

    in.req_valid = 1, in.req_store = 0, in.cand_new = 1, out.sel_new = 1; // a new load
    GOOD(arb);
    in.cand_store = 1;
    BAD(arb, "req_store:");
}

static void test_arb_cached(void)
{
    {
        WITH(arb);
        in.cand_new = in.cand_cached = 1;
        GOOD(arb);
        in.cand_store = 1;
        BAD(arb, "cand_cached:");
        in.cand_new = 0;
        GOOD(arb);
    }
    for (int which = 0; which < 3; which++) {
        WITH(arb);
        uint8_t *sel[] = { &out.sel_rep, &out.sel_wake, &out.sel_new };
        in.cand_new = in.cand_cached = 1;
        *sel[which] = 1;
        BAD(arb, "req_valid:");
        in.req_valid = in.req_mask = 1;
        BAD(arb, "req_cached:");
        in.req_cached = 1;
        GOOD(arb);
        in.req_store = 1;
        BAD(arb, "req_store:");
        in.req_valid = in.req_store = 0, in.req_mask = 0;
        *sel[which] = 0;
        BAD(arb, "req_cached:");
    }
    { // a new one that is not cached
        WITH(arb);
        in.cand_new = in.req_valid = out.sel_new = 1, in.req_mask = 1;
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
        out.pass_rep = 1;
        GOOD(arb);
        out.pass_fail = 1;
        BAD(arb, "look_hit: a replay hits");
        in.look_hit = 0;
        GOOD(arb);
        out.pass_fail = 0;
        BAD(arb, "look_hit: a replay hits");
        out.pass_rep = 0;
        GOOD(arb);
    }
}

// ---- tag

static void test_tag_settings(void)
{
    for (int busy = 0; busy < 4; busy++) {
        WITH(tag);
        in.cfg_split = 1;
        out.inv_ready = 1;
        GOOD(tag);
        in.cfg_split = 2, in.cfg_page = 3, in.cfg_root = 5;
        GOOD(tag);
        if (busy == 0)
            in.inv_valid = 1;
        else if (busy == 1)
            out.inv_ready = 0;
        else
            in.pass_cached = 1, in.pass_mask = 1, out.look_miss = out.look_way = 1, in.miss_open = busy == 3;
        GOOD(tag);
        if (busy == 3)
            in.pass_cached = in.miss_open = 0;
        if (busy != 1)
            in.cfg_root = 4;
        else
            in.cfg_page = 0;
        BAD(tag, "cfg_split, cfg_page, cfg_root:");
    }
    { // after a reset they change from zero, and nothing is looked up meanwhile
        WITH(tag);
        in.inv_valid = 1;
        in.cfg_split = 1;
        GOOD(tag);
    }
    {
        WITH(tag);
        in.pass_cached = 1, in.pass_mask = 1;
        GOOD(tag);
    }
    {
        WITH(tag);
        in.pass_cached = 1, in.pass_mask = 1;
        in.cfg_split = 1;
        BAD(tag, "cfg_split, cfg_page, cfg_root:");
    }
}

static void test_tag_slots(void)
{
    WITH(tag);
    for (unsigned s = 0; s < LANES; s++)
        in.pass_addr[s] = (1u << (LG + 11)) - 1; // of a shared pass anything will do
    in.pass_mask = 1u << (LANES - 1);
    GOOD(tag);
    in.pass_cached = 1;
    in.pass_line = 0xabcfff;
    GOOD(tag);
    in.pass_addr[0] = 0; // of an idle slot
    GOOD(tag);
    in.pass_addr[LANES - 1] ^= 1u << (LG + 2);
    BAD(tag, "pass_addr:");
    in.pass_mask = 0;
    BAD(tag, "pass_mask:");
    in.pass_cached = 0;
    in.pass_rep = 1;
    BAD(tag, "pass_rep: without");
}

// A way was reserved for line 0x205, in row 300; sector 3 was valid. The slot looked at is in sector 0.
#define RESERVED                                             \
    WITH(tag);                                               \
    out.inv_ready = 1;                                       \
    in.pass_cached = 1, in.pass_line = 0x205, in.pass_mask = 2; \
    in.pass_addr[1] = 5 << (LG + 2);                         \
    out.look_miss = out.look_way = in.miss_open = 1;         \
    out.look_have = 8, out.look_row = 300;                   \
    GOOD(tag);                                               \
    in.miss_open = out.look_miss = out.look_way = 0;         \
    in.fill_row = 300

// And sector 0 has come; that was all.
#define LOCKED                                               \
    RESERVED;                                                \
    in.pass_cached = 0;                                      \
    in.fill_valid = in.fill_done = 1, in.fill_sect = 1;      \
    GOOD(tag);                                               \
    in.fill_valid = in.fill_done = 0;                        \
    in.pass_cached = in.pass_rep = 1

static void test_tag_replay(void)
{
    {
        LOCKED;
        GOOD(tag);
        GOOD(tag);
        in.pass_last = 1;
        GOOD(tag);
        BAD(tag, "pass_rep: the line has not"); // it is over
    }
    {
        RESERVED;
        in.pass_rep = 1;
        BAD(tag, "pass_rep: the line has not"); // it is pending
    }
    {
        LOCKED;
        in.pass_line = 0x405; // differs far above
        BAD(tag, "pass_rep: the line has not");
    }
    {
        LOCKED;
        in.pass_addr[1] |= (LANES - 1) << 2; // sector 3 was valid before
        GOOD(tag);
        in.pass_addr[1] ^= LANES / 4 << 2; // sector 2 never was
        BAD(tag, "pass_rep: it needs");
        in.pass_fail = in.pass_drop = 1;
        GOOD(tag);
        in.pass_drop = 0;
        BAD(tag, "pass_drop:");
    }
    { // what comes with an error is not there
        RESERVED;
        in.pass_cached = 0;
        in.fill_valid = in.fill_done = in.fill_err = 1, in.fill_sect = 1;
        GOOD(tag);
        in.fill_valid = in.fill_done = 0;
        in.pass_cached = in.pass_rep = 1;
        BAD(tag, "pass_rep: it needs");
    }
}

static void test_tag_open(void)
{
    WITH(tag);
    in.pass_cached = in.miss_open = in.pass_mask = 1;
    out.look_miss = 1;
    BAD(tag, "miss_open: without");
    out.look_miss = 0, out.look_way = 1;
    BAD(tag, "miss_open: without");
    memset(&c, 0, sizeof c);
    out.look_miss = 1;
    for (unsigned i = 0; i < UL1_PRT; i++) {
        in.pass_line = i << 20;
        out.look_row = (uint16_t)(300 + i);
        GOOD(tag);
    }
    BAD(tag, "miss_open: more lines");
}

static void test_tag_fill(void)
{
    {
        RESERVED;
        in.fill_done = 1;
        BAD(tag, "fill_done: without");
    }
    {
        RESERVED;
        in.fill_valid = 1, in.fill_sect = 1;
        GOOD(tag);
        BAD(tag, "fill_sect:"); // it has come
        in.fill_sect = 2;
        GOOD(tag);
        in.fill_sect = 0xc; // was there before
        BAD(tag, "fill_sect:");
    }
    {
        RESERVED;
        in.fill_valid = 1;
        BAD(tag, "fill_sect:");
        in.fill_sect = 1, in.fill_row = 44; // 300 in its low byte
        BAD(tag, "fill_row:");
    }
    {
        LOCKED;
        in.fill_valid = 1, in.fill_sect = 2;
        BAD(tag, "fill_row:");
        in.fill_valid = 0;
        in.fault_done = 1, in.fault_row = 300;
        BAD(tag, "fault_row:");
    }
    {
        RESERVED;
        in.fault_done = 1, in.fault_row = 44;
        BAD(tag, "fault_row:");
        in.fault_row = 300;
        in.fill_valid = in.fill_done = 1, in.fill_sect = 1;
        BAD(tag, "fault_done: fill_done");
    }
    {
        RESERVED;
        in.fault_done = 1, in.fault_row = 300;
        in.fill_valid = 1, in.fill_sect = 1;
        GOOD(tag);
        BAD(tag, "fill_row:");
    }
}

// ---- axbar: combinational, so there is no reset

static void test_axbar(void)
{
    WITH(axbar);
    in.map_mask = 0x2a;
    in.map_bank[1] = in.map_bank[5] = 7;
    in.map_row[1] = in.map_row[5] = 300;
    in.map_bank[0] = 7;             // idle, so its row does not matter
    in.map_bank[3] = 2, in.map_row[3] = 1;
    GOOD(axbar);
    in.map_row[5] = 44;             // 300 in its low byte
    expect("axbar", "map_row:", axbar_contract_check(&c, &in, &out));
    in.map_mask = 0x0a;
    GOOD(axbar);
}

// ---- data, dxbar

static void test_data(void)
{
    for (int bank = 0; bank < LANES; bank += LANES - 1) {
        WITH(data);
        in.w_valid = 1;
        in.w_be[bank] = 4;
        GOOD(data);
        in.w_valid = 0;
        BAD(data, "w_be:");
    }
}

static void test_dxbar(void)
{
    for (int slot = 0; slot < LANES; slot += LANES - 1) {
        for (uint8_t width = 0; width < 8; width++) {
            for (uint8_t byte = 0; byte < 4; byte++) {
                WITH(dxbar);
                in.pass_valid = in.pass_store = 1;
                in.pass_width = width;
                in.map_mask = 1u << slot;
                in.map_byte[slot] = byte;
                in.map_byte[1] = 3; // of an idle slot
                if (width == UL1_WIDTH_B8 || byte == 0 || (width == UL1_WIDTH_B16 && byte == 2))
                    GOOD(dxbar);
                else
                    BAD(dxbar, "map_byte:");
            }
        }
    }
    WITH(dxbar);
    in.map_mask = 1;
    BAD(dxbar, "map_mask:");
    in.pass_valid = 1;
    GOOD(dxbar); // a load, so bytes may be served in the next cycle
    in.pass_store = 1;
    in.fwd_be[LANES - 1] = 1;
    GOOD(dxbar);
    BAD(dxbar, "fwd_be:"); // behind the store they may not
}

static void test_dxbar_cached(void)
{
    {
        WITH(dxbar);
        in.pass_cached = 1;
        BAD(dxbar, "pass_cached: without");
        in.pass_valid = 1;
        GOOD(dxbar);
        in.pass_store = 1;
        BAD(dxbar, "pass_cached: of a store");
    }
    for (int kind = 0; kind < 5; kind++) { // behind a hit: a shared load, one without slots, a store, a hit; behind a miss: one
        WITH(dxbar);
        in.pass_valid = in.pass_cached = 1, in.map_mask = kind != 4;
        GOOD(dxbar);
        in.pass_cached = kind == 3, in.pass_store = kind == 2, in.map_mask = kind != 1;
        if (kind)
            GOOD(dxbar);
        else
            BAD(dxbar, "map_mask: a shared load right behind a hit");
    }
    { // in reset it is forgotten
        WITH(dxbar);
        in.pass_valid = in.pass_cached = in.map_mask = 1;
        GOOD(dxbar);
        in.rst = 1;
        GOOD(dxbar);
        in.rst = 0, in.pass_cached = 0;
        GOOD(dxbar);
    }
}

// ---- prt

// Nothing happens.
#define STILL memset(&in, 0, sizeof in), memset(&out, 0, sizeof out)

// Entry 2 was opened for line 0x77 in row 300, of which sector 3 was valid; 0 and 1 are in use.
#define FETCHED                                         \
    WITH(prt);                                          \
    out.prt_used = 3;                                   \
    out.prt_line[0] = 0x88, out.prt_line[1] = 0x99;     \
    in.look_miss = in.look_way = out.miss_open = 1;     \
    in.look_need = 9, in.look_have = 8;                 \
    in.pass_line = 0x77, in.look_row = 300;             \
    GOOD(prt);                                          \
    STILL;                                              \
    out.prt_used = 7;                                   \
    out.prt_line[0] = 0x88, out.prt_line[1] = 0x99, out.prt_line[2] = 0x77

// And its sector 0 was asked for.
#define SENT                                            \
    FETCHED;                                            \
    out.xl_valid = in.xl_take = 1;                      \
    out.xl_prt = 2, out.xl_sect = 1;                    \
    GOOD(prt);                                          \
    out.xl_valid = in.xl_take = 0;                      \
    in.fill_valid = 1, in.fill_prt = 2, in.fill_sect = 1

// And has come, in the cycle in which the translation of entry 0 fails.
#define ARRIVED                                         \
    SENT;                                               \
    out.xl_valid = in.xl_fault = out.fault_done = 1;    \
    out.xl_prt = 0;                                     \
    out.fill_done = 1;                                  \
    GOOD(prt);                                          \
    out.xl_valid = in.xl_fault = out.fault_done = out.fill_done = in.fill_valid = 0; \
    in.rep_valid = 1, in.rep_prt = 2

static void test_prt_settings(void)
{
    {
        WITH(prt);
        in.cfg_fetch = 1;
        GOOD(prt);
        in.look_miss = in.look_need = 1;
        GOOD(prt);
        in.cfg_fetch = 0;
        BAD(prt, "cfg_fetch:");
    }
    {
        FETCHED;
        in.cfg_fetch = 1;
        BAD(prt, "cfg_fetch:");
    }
    { // after a reset it changes from zero
        WITH(prt);
        in.cfg_fetch = 1;
        in.look_miss = in.look_need = 1;
        BAD(prt, "cfg_fetch:");
    }
}

static void test_prt_miss(void)
{
    FETCHED;
    in.look_miss = 1;
    in.look_need = 3, in.look_have = 8, in.pass_line = 0x77;
    GOOD(prt);
    in.pass_rep = 1;
    BAD(prt, "look_miss: beside");
    in.pass_rep = 0;
    in.look_need = 8;
    BAD(prt, "look_need:");
    in.look_need = 3;
    in.look_have = 0;
    BAD(prt, "look_have:");
    in.look_doom = 1;
    GOOD(prt);
    in.look_have = 8;
    BAD(prt, "look_have:");
    in.look_doom = 0;
    in.look_way = 1;
    BAD(prt, "look_way:");

    in.pass_line = 0x66; // of no entry
    in.look_row = 301;
    in.look_have = 4;
    GOOD(prt);
    in.look_row = 300;
    BAD(prt, "look_row:");
    in.look_way = 0;
    GOOD(prt);
    in.look_doom = 1;
    BAD(prt, "look_doom:");
}

static void test_prt_request(void)
{
    WITH(prt);
    in.xl_take = 1;
    BAD(prt, "xl_take, xl_fault: without");
    in.xl_take = 0, in.xl_fault = 1;
    BAD(prt, "xl_take, xl_fault: without");
    out.xl_valid = 1;
    GOOD(prt);
    in.xl_take = 1;
    BAD(prt, "xl_take, xl_fault: both");
}

static void test_prt_arrival(void)
{
    {
        SENT;
        GOOD(prt);
        BAD(prt, "fill_sect: a sector"); // it has come
    }
    {
        SENT;
        in.fill_sect = 3;
        BAD(prt, "fill_sect: a sector");
        in.fill_sect = 0;
        BAD(prt, "fill_sect: no sector");
        in.fill_sect = 1, in.fill_prt = 1;
        BAD(prt, "fill_sect: a sector");
    }
    { // asked for in this very cycle is too late
        FETCHED;
        out.xl_valid = in.xl_take = 1;
        out.xl_prt = 2, out.xl_sect = 1;
        in.fill_valid = 1, in.fill_prt = 2, in.fill_sect = 1;
        BAD(prt, "fill_sect: a sector");
    }
    { // what came is there, but for what came with an error
        for (uint8_t err = 0; err < 2; err++) {
            SENT;
            in.fill_err = err;
            GOOD(prt);
            in.fill_valid = 0;
            in.look_miss = 1;
            in.look_need = 2, in.pass_line = 0x77;
            in.look_have = err ? 8 : 9;
            GOOD(prt);
            in.look_have ^= 1;
            BAD(prt, "look_have:");
        }
    }
}

static void test_prt_replay(void)
{
    {
        ARRIVED;
        GOOD(prt);
        GOOD(prt); // it was not selected
        in.pass_rep = 1, in.pass_prt = 2;
        BAD(prt, "rep_pos:");
    }
    {
        ARRIVED;
        in.rep_prt = 0; // was the second
        BAD(prt, "rep_prt:");
        in.rep_prt = 2, in.rep_pos = 1;
        BAD(prt, "rep_pos:");
    }
    { // two replays of one entry, then the only one of the other, then there is none
        ARRIVED;
        GOOD(prt);
        in.pass_rep = 1, in.pass_prt = 2, in.rep_pos = 1;
        out.rep_last = 1;
        GOOD(prt);
        in.pass_last = 1;
        in.rep_prt = 0, in.rep_pos = 0;
        GOOD(prt);
        in.pass_prt = 0;
        BAD(prt, "rep_prt:");
    }
    {
        ARRIVED;
        in.pass_rep = 1, in.pass_prt = 2;
        in.rep_valid = 0;
        BAD(prt, "pass_rep, pass_prt:"); // it was not on offer before
    }
    {
        ARRIVED;
        GOOD(prt);
        in.pass_rep = 1, in.pass_prt = 0;
        in.rep_valid = 0;
        BAD(prt, "pass_rep, pass_prt:");
    }
    for (uint8_t last = 0; last < 2; last++) {
        ARRIVED;
        out.rep_last = last;
        GOOD(prt);
        in.pass_rep = 1, in.pass_prt = 2, in.pass_last = !last;
        in.rep_valid = 0;
        BAD(prt, "pass_last:");
    }
    { // in the cycle in which it is filled it is too early
        SENT;
        out.fill_done = 1;
        in.rep_valid = 1, in.rep_prt = 2;
        BAD(prt, "rep_prt:");
    }
}

// ---- mmu

static void test_mmu_settings(void)
{
    for (int busy = 0; busy < 5; busy++) {
        WITH(mmu);
        in.inv_ready = 1;
        GOOD(mmu);
        in.cfg_page = 2, in.cfg_root = 1u << (UL1_PN_W - 1);
        GOOD(mmu);
        in.xl_valid = busy == 0, in.xl_sect = 1;
        out.mem_valid = busy == 1;
        out.mmu_walk = busy == 2 ? UL1_WALK_AGAIN : UL1_WALK_IDLE;
        in.inv_valid = busy == 3;
        in.inv_ready = busy != 4;
        GOOD(mmu);
        if (busy % 2)
            in.cfg_page = 3;
        else
            in.cfg_root = 0;
        BAD(mmu, "cfg_page, cfg_root:");
    }
}

static void test_mmu_request(void)
{
    WITH(mmu);
    in.xl_valid = 1;
    BAD(mmu, "xl_sect: no sector");
    in.xl_prt = 3, in.xl_sect = 5, in.xl_line = 1ull << 34;
    memset(&c, 0, sizeof c);
    for (int answer = 0; answer < 2; answer++) { // once it is answered another may follow
        out.xl_take = answer == 0, out.xl_fault = answer == 1;
        GOOD(mmu);
        in.xl_prt++, in.xl_line++, in.xl_sect = 5;
        out.xl_take = out.xl_fault = 0;
        GOOD(mmu);
        in.xl_sect = 7;
        GOOD(mmu);
    }
    struct mmu_contract before = c;
    in.xl_sect = 6;
    BAD(mmu, "xl_sect: a sector goes");
    in.xl_sect = 7;
    c = before;
    in.xl_valid = 0;
    BAD(mmu, "xl_valid, xl_prt, xl_line:");
    in.xl_valid = 1;
    c = before;
    in.xl_prt ^= 1;
    BAD(mmu, "xl_valid, xl_prt, xl_line:");
    in.xl_prt ^= 1;
    c = before;
    in.xl_line = 0;
    BAD(mmu, "xl_valid, xl_prt, xl_line:");
}

static void test_mmu_walk(void)
{
    WITH(mmu);
    in.walk_valid = 1;
    BAD(mmu, "walk_valid:");
    out.mem_valid = 1, out.mem_sub = UL1_PRT;
    in.walk_valid = 0;
    GOOD(mmu);
    in.walk_valid = 1;
    BAD(mmu, "walk_valid:"); // it was not taken
    in.walk_valid = 0;
    in.mem_ready = 1;
    GOOD(mmu);
    out.mem_valid = 0;
    in.walk_valid = 1;
    GOOD(mmu);
    BAD(mmu, "walk_valid:");
    out.mem_valid = 1, out.mem_sub = UL1_PRT - 1; // an entry's
    in.walk_valid = 0;
    GOOD(mmu);
    in.walk_valid = 1;
    BAD(mmu, "walk_valid:");
}

// ---- fill

static void test_fill(void)
{
    WITH(fill);
    in.resp_valid = 1, in.resp_sub = UL1_PRT;
    GOOD(fill);
    in.resp_sub++;
    BAD(fill, "resp_sub:");
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

// ---- wdb

// A beat, 2, was filled and a store taken for the next cycle.
#define TAKEN                                               \
    WITH(wdb);                                              \
    out.ink_any = out.wdb_room = 1;                         \
    out.ink_idx = 2;                                        \
    in.st_valid = in.st_ready = in.wdb_take = 1;            \
    GOOD(wdb);                                              \
    in.st_valid = in.st_ready = in.wdb_take = 0

// And is in stage 1 with that beat; banks 1 and 4.
#define ENTERED                                             \
    TAKEN;                                                  \
    in.pass_valid = in.pass_store = 1, in.pass_ink = 2;     \
    in.bank_en = 0x12

static void test_wdb_intake(void)
{
    WITH(wdb);
    in.st_ready = 1;
    GOOD(wdb);
    in.st_valid = 1;
    BAD(wdb, "st_ready:");
}

static void test_wdb_room(void)
{
    {
        WITH(wdb);
        in.wdb_take = 1;
        BAD(wdb, "wdb_take:");
    }
    {
        TAKEN;
        BAD(wdb, "no store in stage 1");
    }
    {
        TAKEN;
        in.pass_valid = 1, in.bank_en = 1;
        BAD(wdb, "no store in stage 1");
    }
    {
        ENTERED;
        GOOD(wdb);
        BAD(wdb, "no wdb_take came before");
    }
    { // after a reset nothing is owed
        TAKEN;
        in.rst = 1;
        GOOD(wdb);
        in.rst = 0;
        GOOD(wdb);
    }
}

static void test_wdb_pass(void)
{
    {
        ENTERED;
        in.pass_ink = 3;
        BAD(wdb, "pass_ink:");
    }
    for (uint8_t freed = 0; freed < 2; freed++) {
        ENTERED;
        in.pass_free = freed;
        in.wdb_take = 1;
        GOOD(wdb);
        if (freed)
            BAD(wdb, "pass_ink:");
        else
            GOOD(wdb);
    }
    {
        WITH(wdb);
        in.bank_en = 1;
        BAD(wdb, "bank_en:");
        in.pass_valid = 1;
        GOOD(wdb);
    }
}

static void test_wdb_words(void)
{
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[1] = 0xf, in.x_be[4] = 1;
        GOOD(wdb);
        BAD(wdb, "x_be: bytes stored without a store");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[5] = 1;
        BAD(wdb, "x_be: bytes stored in a bank");
    }
}

// ---- the pins

static void test_l1_settings(void)
{
    WITH(l1);
    out.lsu.lsu_idle = out.wdb.wdb_idle = out.tag.inv_ready = 1;
    GOOD(l1);
    in.cfg_split = 3, in.cfg_home = 1, in.cfg_interval = 63;
    GOOD(l1);
    in.cfg_interval = 64;
    BAD(l1, "more than its bits");
    in.cfg_interval = 63, in.cfg_split = 4;
    BAD(l1, "more than its bits");
    in.cfg_split = 3, in.cfg_home = 2;
    BAD(l1, "more than its bits");
    in.cfg_home = 1;
    GOOD(l1);
    in.cfg_fetch = 1, in.cfg_page = 3, in.cfg_root = (1u << UL1_PN_W) - 1;
    GOOD(l1);
    in.cfg_fetch = 2;
    BAD(l1, "more than its bits");
    in.cfg_fetch = 1, in.cfg_page = 4;
    BAD(l1, "more than its bits");
    in.cfg_page = 3, in.cfg_root++;
    BAD(l1, "more than its bits");
    in.cfg_root--;
    GOOD(l1);
    // Stores wait to be written; an instruction is in flight; one is offered; an invalidation is under way; one is offered.
    for (int busy = 0; busy < 5; busy++) {
        for (int which = 0; which < 6; which++) {
            out.wdb.wdb_idle = busy != 0;
            out.lsu.lsu_idle = busy != 1;
            in.in_valid = busy == 2;
            out.tag.inv_ready = busy != 3;
            in.inv_valid = busy == 4;
            GOOD(l1);
            uint8_t *setting[] = { &in.cfg_split, &in.cfg_home, &in.cfg_interval, &in.cfg_fetch, &in.cfg_page };
            if (which < 5)
                *setting[which] ^= 1;
            else
                in.cfg_root ^= 1;
            BAD(l1, which < 3 ? "cfg_interval: one changes while" : "cfg_root: one changes while");
        }
    }
}

static void test_l1_new(void)
{
    WITH(l1);
    in.in_valid = 1;
    in.in_width = UL1_WIDTH_B64, in.in_reg = 2;
    GOOD(l1);
    in.in_width = UL1_WIDTH_B128;
    BAD(l1, "in_reg:");
    in.in_reg = 4;
    GOOD(l1);
    in.in_width = UL1_WIDTH_B64, in.in_reg = 5;
    BAD(l1, "in_reg:");
    in.in_width = UL1_WIDTH_B32;
    GOOD(l1);
    in.in_warp = 64;
    BAD(l1, "in_warp");
    in.in_valid = 0;
    GOOD(l1);
    in.in_valid = 1, in.in_warp = 0;
    in.in_hint = 3;
    GOOD(l1);
    in.in_hint = 4;
    BAD(l1, "in_hint");
    in.in_hint = 0;
    in.in_addr[LANES - 1] = 1ull << UL1_VA_W;
    BAD(l1, "in_addr: more");
    in.in_addr[LANES - 1]--;
    GOOD(l1);
#if LANES < 32
    in.in_mask = 1u << LANES;
    BAD(l1, "in_mask: more");
#endif
}

// A load of 64 bits by lanes 0, 1 and the last two is taken, and the words of lane 1 are left.
static void test_l1_again(void)
{
    WITH(l1);
    in.cfg_home = UL1_HOME_INSTR;
    in.in_valid = 1;
    in.in_width = UL1_WIDTH_B64;
    in.in_mask = 3u | 3u << (LANES - 2);
    for (int i = 0; i < LANES; i++)
        in.in_addr[i] = 8u * (unsigned)i;
    out.lsu.in_ready = 1, out.lsu.in_entry = 9;
    GOOD(l1);
    in.in_again = 1, in.in_id = 9, in.in_mask = 0xc;
    in.in_reg = 1; // no matter
    GOOD(l1);
    in.in_addr[0] = 0x123; // done with
    in.in_addr[2] = 0x123; // was not active
    GOOD(l1);
    in.in_addr[1] ^= 8;
    BAD(l1, "in_addr: not the addresses");
    in.in_addr[1] ^= 8;
    in.in_addr[LANES - 1] ^= 8; // of a later sub-warp
    BAD(l1, "in_addr: not the addresses");
    in.in_sub = 1; // whose turn it is now; lane 1 is done with
    in.in_addr[1] = 0x123;
    in.in_mask = 1u << (LANES - 4);
    GOOD(l1);
    in.in_mask = 1u << (LANES - 1);
    BAD(l1, "in_addr: not the addresses");
    in.in_id = 64;
    BAD(l1, "in_id, in_sub:");
}

static void test_l1_inv(void)
{
    WITH(l1);
    in.inv_addr = 1ull << UL1_VA_W;
    GOOD(l1);
    in.inv_valid = 1;
    BAD(l1, "inv_addr:");
    in.inv_addr--;
    GOOD(l1);
}

// The memory has taken a request of entry 7 for sectors 0 and 3, and one of the page walker for sector 1.
#define ASKED                                                       \
    WITH(l1);                                                       \
    in.mem_ready = out.mmu.mem_valid = 1;                           \
    out.mmu.mem_sub = 7, out.mmu.mem_sect = 9;                      \
    GOOD(l1);                                                       \
    out.mmu.mem_sub = UL1_PRT, out.mmu.mem_sect = 2;                \
    GOOD(l1);                                                       \
    out.mmu.mem_valid = 0;                                          \
    in.resp_valid = 1, in.resp_sub = 7, in.resp_sect = 9

static void test_l1_resp(void)
{
    {
        ASKED;
        GOOD(l1);
        BAD(l1, "resp_sub:"); // once
    }
    {
        ASKED;
        in.resp_sect = 8;
        GOOD(l1);
        in.resp_sub = UL1_PRT, in.resp_sect = 2, in.resp_err = 1;
        GOOD(l1);
        in.resp_sub = 7, in.resp_sect = 9;
        BAD(l1, "resp_sect: a sector");
    }
    {
        ASKED;
        in.resp_sect = 0;
        BAD(l1, "resp_sect: brings no sector");
        in.resp_sect = 0x11;
        BAD(l1, "resp_sect, resp_err:");
        in.resp_sect = 1, in.resp_err = 2;
        BAD(l1, "resp_sect, resp_err:");
    }
    for (uint8_t sub = UL1_PRT + 1; sub; sub = sub == 6 ? 0 : 6) { // no number, and one that is not at work
        ASKED;
        in.resp_sub = sub;
        BAD(l1, "resp_sub:");
    }
    { // in the very cycle in which it is taken it is too early; offered alone it is too
        for (uint8_t taken = 0; taken < 2; taken++) {
            WITH(l1);
            out.mmu.mem_valid = 1, in.mem_ready = taken;
            out.mmu.mem_sub = 7, out.mmu.mem_sect = 9;
            if (!taken)
                GOOD(l1);
            in.resp_valid = 1, in.resp_sub = 7, in.resp_sect = 9;
            BAD(l1, "resp_sub:");
        }
    }
    { // a reset forgets what was asked for
        ASKED;
        in.rst = 1;
        GOOD(l1);
        in.rst = 0;
        BAD(l1, "resp_sub:");
    }
}

// ---- all on the wires of the machine: each block's rule is found there and told of that block

static void test_whole(void)
{
    static struct ul1_l1_in in;
    static struct ul1_l1_out out;
    static struct contracts c;
    const char *block = "";
    struct {
        const char *block, *rule;
        uint8_t *wire;
    } wires[] = {
        { "l1", "cfg_home", &in.cfg_interval },
        { "lsu", "sel_rl", &out.arb.sel_rl },
        { "arb", "cand_rs_older", &out.lsu.cand_rs_older },
        { "axbar", "map_row", NULL },
        { "data", "w_be", &out.wdb.w_be[LANES - 1] },
        { "dxbar", "fwd_be", &out.wdb.fwd_be[0] },
        { "tag", "fault_row", &out.prt.fault_done },
        { "prt", "xl_take", &out.mmu.xl_take },
        { "mmu", "xl_sect", &out.prt.xl_valid },
        { "wdb", "wdb_take", &out.arb.wdb_take },
    };
    for (unsigned i = 0; i < sizeof wires / sizeof *wires; i++) {
        memset(&c, 0, sizeof c);
        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        expect("l1", NULL, contracts_check(&c, &in, &out, &block));
        if (wires[i].wire) {
            *wires[i].wire = 1;
        } else {
            out.arb.pass_valid = 1;
            out.arb.pass_mask = 3;
            out.tag.map_mask = 3;
            out.tag.map_row[0] = 1;
        }
        expect("l1", wires[i].rule, contracts_check(&c, &in, &out, &block));
        expect(wires[i].block, NULL, strcmp(block, wires[i].block) ? block : NULL);
        in.rst = 1;
        expect("l1", NULL, contracts_check(&c, &in, &out, &block));
    }

    // To break a rule of fill and no other: what arrives is of a line under fetch, whose entry is filled already.
    memset(&c, 0, sizeof c);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    c.tag.used = c.prt.sent[0] = 1;
    out.prt.prt_used = 1;
    out.fill.fill_valid = out.fill.fill_sect = out.prt.fill_done = 1;
    struct contracts before = c;
    expect("l1", NULL, contracts_check(&c, &in, &out, &block));
    before.fill.queued = 1;
    c = before;
    expect("l1", "fill_done: the entry", contracts_check(&c, &in, &out, &block));
    expect("fill", NULL, strcmp(block, "fill") ? block : NULL);
}

int main(void)
{
    test_lsu_settings();
    test_lsu_again();
    test_lsu_intake();
    test_lsu_choice();
    test_lsu_split();
    test_lsu_outcome();
    test_lsu_lack();
    test_lsu_replay();
    test_lsu_replayed();
    test_arb();
    test_arb_cached();
    test_tag_settings();
    test_tag_slots();
    test_tag_replay();
    test_tag_open();
    test_tag_fill();
    test_axbar();
    test_data();
    test_dxbar();
    test_dxbar_cached();
    test_prt_settings();
    test_prt_miss();
    test_prt_request();
    test_prt_arrival();
    test_prt_replay();
    test_mmu_settings();
    test_mmu_request();
    test_mmu_walk();
    test_fill();
    test_fill_replay();
    test_wdb_intake();
    test_wdb_room();
    test_wdb_pass();
    test_wdb_words();
    test_l1_settings();
    test_l1_new();
    test_l1_again();
    test_l1_inv();
    test_l1_resp();
    test_whole();
    printf("contracts: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
