// Breaks once each rule of the contract of lsu about cached accesses in stage 1 and the lines that are
// fetched for them: see blocks/expect.h.
#include "blocks/lsu/contract.h"
#include "blocks/expect.h"

#include <string.h>

// The main line of the tests, one of another set, and two PRT entries.
enum { LINE = 0x1083, OTHER_LINE, ENTRY = UL1_PRT - 1, OTHER_ENTRY = UL1_PRT - 2 };

// A cached access is accepted: of an entry, a line and a sub-warp.
static void present(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line, unsigned sub)
{
    in->sel_valid = out->cand_valid = out->cand_cached = 1;
    out->req_valid = out->req_cached = 1;
    out->req_id = (uint8_t)id, out->req_line = line, out->req_sub = (uint8_t)sub;
    out->req_mask = in->split_mask = 3;
}

// A cached store that is written back is accepted.
static void store(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line)
{
    present(in, out, id, line, 0);
    out->cand_store = out->req_store = out->req_end = out->req_writeback = 1;
}

// A replay that was taken in an earlier cycle is accepted. Returns what was offered.
static struct lsu_offered *select_replay(struct lsu_contract *c, struct ul1_lsu_in *in,
                                         struct ul1_lsu_out *out, uint64_t line, unsigned prt)
{
    in->sel_valid = out->cand_valid = out->cand_replay = out->req_valid = out->req_cached = 1;
    out->req_line = line;
    c->shadow.takes = 1;
    c->shadow.taken[0] = (struct lsu_offered){ .line = line, .prt = (uint8_t)prt };
    return &c->shadow.taken[0];
}

// The bare replay of a line.
static struct lsu_offered *replay_bare(struct lsu_contract *c, struct ul1_lsu_in *in, struct ul1_lsu_out *out,
                                       uint64_t line, unsigned prt)
{
    struct lsu_offered *offered = select_replay(c, in, out, line, prt);
    offered->bare = offered->last = out->cand_bare = 1;
    return offered;
}

// The replay of an access.
static struct lsu_offered *replay(struct lsu_contract *c, struct ul1_lsu_in *in, struct ul1_lsu_out *out,
                                  unsigned id, uint64_t line, unsigned sub, unsigned prt)
{
    struct lsu_offered *offered = select_replay(c, in, out, line, prt);
    offered->id = out->req_id = (uint8_t)id;
    offered->part = out->req_sub = (uint8_t)sub;
    out->req_mask = in->split_mask = 3;
    return offered;
}

static uint8_t set_of(uint64_t line)
{
    return (uint8_t)line_set(&compiled, line, UL1_CARVEOUT_S32);
}

// Nothing is selected, and all inputs are zero except the set of the line in stage 1.
#define QUIET                                                                     \
    memset(&in, 0, sizeof in), memset(&out, 0, sizeof out),                       \
        in.carveout = UL1_CARVEOUT_S32, in.pass_due = UL1_HLAT, out.lsu_idle = 1, \
        in.look_set = set_of(lsu_access_line(c.shadow.look_access))

// A cached access of entry 5, line LINE, sub-warp 1 is in stage 1.
#define LOOKED_UP                   \
    WITH(lsu);                      \
    QUIET;                          \
    present(&in, &out, 5, LINE, 1); \
    GOOD(lsu);                      \
    QUIET

// It opens an entry, because it neither hits nor is deferred; an access of entry 6 to the same line, sub-warp
// 0, is in stage 1.
#define OPENED                      \
    LOOKED_UP;                      \
    present(&in, &out, 6, LINE, 0); \
    GOOD(lsu);                      \
    QUIET

// The second has merged.
#define MERGED \
    OPENED;    \
    GOOD(lsu)

static void test_outcome(void)
{
    {
        WITH(lsu);
        QUIET;
        uint8_t *told[] = { &in.look_hit, &in.miss_defer };
        for (int which = 0; which < 2; which++) {
            *told[which] = 1;
            BAD(lsu, "without a cached access in stage 1");
            *told[which] = 0;
        }
    }
    {
        LOOKED_UP;
        in.look_hit = in.miss_defer = 1;
        BAD(lsu, "look_hit, miss_defer: both");
    }
    {
        LOOKED_UP;
        in.look_set ^= 1;
        BAD(lsu, "look_set: not");
    }
    {
        WITH(lsu);
        for (unsigned i = 0; i <= UL1_PRT; i++) {
            QUIET;
            present(&in, &out, i % UL1_INSTRS, i, 0);
            GOOD(lsu);
        }
        QUIET;
        BAD(lsu, "but all entries are in use");
    }
    { // free entries are kept for another: nothing is opened, but the access may hit or merge
        LOOKED_UP;
        out.defer_holds = 1;
        const struct lsu_contract before = c;
        BAD(lsu, "what is free is kept for a deferred access");
        c = before;
        in.look_hit = 1;
        GOOD(lsu);
    }
    {
        OPENED;
        out.defer_holds = 1;
        GOOD(lsu);
    }
}

// A shared load is in stage 1.
#define SHARED_LOAD                                                                      \
    WITH(lsu);                                                                           \
    QUIET;                                                                               \
    in.sel_valid = out.cand_valid = out.req_valid = 1, out.req_mask = in.split_mask = 1; \
    GOOD(lsu);                                                                           \
    QUIET

// The stages in which words are due: a hit's in the last one, a shared load's in any, those of other passes
// in none.
static void test_due(void)
{
    for (unsigned stage = 0; stage < 1 << UL1_STAGE_W; stage++) {
        {
            LOOKED_UP;
            in.look_hit = 1, in.pass_due = (uint8_t)stage;
            if (stage == UL1_HLAT)
                GOOD(lsu);
            else
                BAD(lsu, "pass_due: of a hit");
        }
        {
            SHARED_LOAD;
            in.pass_due = (uint8_t)stage;
            if (stage >= UL1_LAT && stage <= UL1_HLAT)
                GOOD(lsu);
            else
                BAD(lsu, "pass_due: no stage");
        }
        {
            LOOKED_UP;
            in.pass_due = (uint8_t)stage;
            GOOD(lsu);
        }
    }
}

// So many cycles after a hit that the words of a shared load, due in each stage but the last, coincide with
// it. After a miss, and in the cycle after a reset, they do not.
static void test_meeting(void)
{
    for (unsigned due = UL1_LAT; due < UL1_HLAT; due++) {
        for (int kind = 0; kind < 3; kind++) {
            LOOKED_UP;
            in.look_hit = kind != 1;
            for (unsigned behind = 1; behind < UL1_HLAT - due; behind++) {
                GOOD(lsu);
                QUIET;
            }
            in.sel_valid = out.cand_valid = out.req_valid = 1, out.req_mask = in.split_mask = 1;
            GOOD(lsu);
            QUIET;
            if (kind == 2) {
                in.rst = 1;
                GOOD(lsu);
                QUIET;
                c.predictor.judged = false;
                in.sel_valid = out.cand_valid = out.req_valid = 1, out.req_mask = in.split_mask = 1;
                GOOD(lsu);
                QUIET;
            }
            in.pass_due = (uint8_t)due;
            if (kind == 0)
                BAD(lsu, "pass_due: of a shared load whose words come with");
            else
                GOOD(lsu);
        }
    }
}

// A store of entry 7 to line LINE, with no waiting load, is in stage 1 and may have its line fetched.
#define FETCHED                \
    WITH(lsu);                 \
    QUIET;                     \
    store(&in, &out, 7, LINE); \
    GOOD(lsu);                 \
    QUIET;                     \
    GOOD(lsu);                 \
    QUIET

static void test_lack(void)
{
    static const char *const rule[] = { "an entry lacks", "a way lacks", "no merge slot", "closed, and" };
    // No line under fetch holds a resource. After a store that may have had its line fetched, an access may
    // lack an entry.
    for (int stored = 0; stored < 2; stored++) {
        for (unsigned cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) {
            WITH(lsu);
            QUIET;
            if (stored) {
                store(&in, &out, 7, OTHER_LINE);
                GOOD(lsu);
                QUIET;
            }
            present(&in, &out, 5, LINE, 1);
            GOOD(lsu);
            QUIET;
            in.miss_defer = 1, in.miss_cause = cause;
            if (stored && cause == UL1_CAUSE_ENTRY)
                GOOD(lsu);
            else
                BAD(lsu, rule[cause]);
        }
    }
    { // that line itself has all except a merge slot
        for (unsigned cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) {
            FETCHED;
            present(&in, &out, 5, LINE, 1);
            GOOD(lsu);
            QUIET;
            in.miss_defer = 1, in.miss_cause = cause;
            if (cause == UL1_CAUSE_MERGE)
                BAD(lsu, rule[cause]);
            else
                GOOD(lsu);
        }
    }
    { // unless it was looked up since, and not deferred for a closed line
        FETCHED;
        present(&in, &out, 5, LINE, 1);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        GOOD(lsu);
        QUIET;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        BAD(lsu, "merged_bare:");
    }
    { // with more lines than can be remembered, any may be under fetch
        WITH(lsu);
        for (unsigned i = 0; i <= LSU_OTHERS + 1; i++) {
            QUIET;
            store(&in, &out, 7, i);
            GOOD(lsu);
        }
        QUIET;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        GOOD(lsu);
    }
    for (unsigned cause = UL1_CAUSE_CREDIT + 1; cause < 8; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause;
        BAD(lsu, "none of those that there are");
    }
    for (unsigned cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CREDIT; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause;
        GOOD(lsu);
    }
    for (uint8_t there = 0; there < 4; there++) { // there is a credit, or free entries are kept
        LOOKED_UP;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_CREDIT;
        in.credit_dirty = there & 1, out.defer_holds = there >> 1;
        if (there)
            BAD(lsu, there == 1 ? "room lacks, and there is some" : "but an entry does before it");
        else
            GOOD(lsu);
    }
    { // an access may lack an entry if all are kept
        LOOKED_UP;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_ENTRY, out.defer_holds = 1;
        GOOD(lsu);
    }
    { // no way of another set is taken
        LOOKED_UP;
        present(&in, &out, 6, OTHER_LINE, 0);
        GOOD(lsu);
        QUIET;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY;
        BAD(lsu, "a way lacks");
    }
    if (UL1_PRT < 1 << UL1_PRT_W) {
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, UL1_PRT);
        BAD(lsu, "replay_prt: there is no such entry");
    }
}

static void test_replay(void)
{
    {
        MERGED;
        replay(&c, &in, &out, 6, LINE, 0, ENTRY);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        BAD(lsu, "no such access");
    }
    for (int which = 0; which < 3; which++) {
        MERGED;
        replay(&c, &in, &out, which == 0 ? 7 : 5, which == 1 ? OTHER_LINE : LINE, which == 2 ? 0 : 1, ENTRY);
        BAD(lsu, "no such access");
    }
    { // too early in the cycle of the outcome itself
        LOOKED_UP;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        BAD(lsu, "no such access");
    }
    for (uint8_t err = 0; err < 8; err++) {
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->err = out.cand_err = err;
        if (err == UL1_ERR_NONE || err == UL1_ERR_PAGE || err == UL1_ERR_BUS)
            GOOD(lsu);
        else
            BAD(lsu, "merged_err: no error");
    }
    {
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        BAD(lsu, "merged_last:");
    }
    for (int which = 0; which < 4; which++) { // the second of two
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        struct lsu_offered *offered = replay(&c, &in, &out, 6, LINE, 0, which == 1 ? OTHER_ENTRY : ENTRY);
        offered->last = which != 2, offered->err = which == 3 ? UL1_ERR_BUS : 0;
        if (which)
            BAD(lsu, which == 1 ? "replay_prt:" : which == 2 ? "merged_last:" : "merged_err: another");
        else
            GOOD(lsu);
    }
    { // two lines are fetched, and their replays are mixed
        LOOKED_UP;
        present(&in, &out, 6, LINE, 0);
        GOOD(lsu);
        QUIET;
        present(&in, &out, 6, OTHER_LINE, 0);
        GOOD(lsu);
        QUIET;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&c, &in, &out, 6, OTHER_LINE, 0, OTHER_ENTRY)->last = 1;
        BAD(lsu, "merged_line: another");
    }
}

// Replays are taken when one is offered and the unit is ready, and enter in that order.
static void test_taken(void)
{
    {
        MERGED;
        in.replay_prt = ENTRY, in.merged_line = LINE;
        in.replay_valid = out.coalesce_ready = 1;
        in.merged_id = 5, in.merged_part = 1;
        GOOD(lsu);
        in.merged_id = 6, in.merged_part = 0, in.merged_last = 1;
        out.coalesce_ready = 0;
        GOOD(lsu);
        out.coalesce_ready = 1;
        GOOD(lsu);
        in.replay_valid = 0, in.merged_id = 7;
        GOOD(lsu);
        QUIET;
        for (unsigned id = 5; id < 7u; id++) {
            in.sel_valid = out.cand_valid = out.cand_replay = out.req_valid = out.req_cached = 1;
            out.req_id = (uint8_t)id, out.req_line = LINE, out.req_sub = id == 5,
            out.req_mask = in.split_mask = 3;
            GOOD(lsu);
            QUIET;
            in.look_hit = 1;
        }
        GOOD(lsu);
        expect("lsu", NULL, c.shadow.takes ? "more was taken" : NULL);
    }
    { // the second first
        MERGED;
        in.replay_valid = out.coalesce_ready = 1;
        in.replay_prt = ENTRY, in.merged_line = LINE, in.merged_id = 6, in.merged_last = 1;
        GOOD(lsu);
        QUIET;
        in.sel_valid = out.cand_valid = out.cand_replay = out.req_valid = out.req_cached = 1;
        out.req_mask = in.split_mask = 3;
        BAD(lsu, "merged_last:");
    }
    {
        MERGED;
        in.sel_valid = out.cand_replay = out.req_valid = out.req_cached = 1;
        BAD(lsu, "sel_valid: without");
    }
}

// Outcomes of a replay in stage 1, and accesses that come while a line is being replayed.
static void test_replayed(void)
{
    for (uint8_t err = 0; err < 2; err++) {
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->err = out.cand_err = err ? UL1_ERR_PAGE : UL1_ERR_NONE;
        GOOD(lsu);
        QUIET;
        in.look_hit = err;
        BAD(lsu, "look_hit: a replay hits");
    }
    {
        MERGED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY);
        GOOD(lsu);
        QUIET;
        in.miss_defer = 1;
        BAD(lsu, "miss_defer: of a replay");
    }
    // looked up when the first of its line's replays is selected, and after it
    for (int told = 0; told < 2; told++) {
        for (int behind = 0; behind < 2; behind++) {
            MERGED;
            if (behind) {
                replay(&c, &in, &out, 5, LINE, 1, ENTRY);
                GOOD(lsu);
                QUIET;
                in.look_hit = 1;
            }
            present(&in, &out, 7, LINE, 0);
            GOOD(lsu);
            QUIET;
            if (!behind)
                replay(&c, &in, &out, 5, LINE, 1, ENTRY);
            in.miss_defer = (uint8_t)told, in.miss_cause = UL1_CAUSE_CLOSED;
            if (told)
                GOOD(lsu);
            else
                BAD(lsu, "the line's entry is being replayed");
        }
    }
    { // after the last of them the line may be fetched again
        LOOKED_UP;
        GOOD(lsu);
        QUIET;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        present(&in, &out, 5, LINE, 1);
        GOOD(lsu);
        QUIET;
        GOOD(lsu);
    }
}

// A store of entry 7 to line LINE, for which entry 5 waits, is in stage 1.
#define STORED                 \
    LOOKED_UP;                 \
    store(&in, &out, 7, LINE); \
    GOOD(lsu);                 \
    QUIET

// It has closed the entry, and a store of entry 8 to the same line is in stage 1.
#define CLOSED                      \
    STORED;                         \
    present(&in, &out, 8, LINE, 0); \
    GOOD(lsu);                      \
    QUIET

// An inval or a flush of entry 7 for line LINE is in stage 1, with or without entry 5 waiting for the line.
static void test_cmo(void)
{
    for (uint8_t flush = 0; flush < 2; flush++) {
        for (int fetched = 0; fetched < 2; fetched++) {
            WITH(lsu);
            QUIET;
            if (fetched) {
                present(&in, &out, 5, LINE, 1);
                GOOD(lsu);
                QUIET;
            }
            present(&in, &out, 7, LINE, 0);
            out.req_inval = !flush, out.req_flush = flush;
            GOOD(lsu);
            QUIET;
            const struct lsu_contract waits = c;
            in.look_hit = 1;
            BAD(lsu, "look_hit: of an inval");
            c = waits;
            in.look_hit = 0;
            if (fetched) {
                BAD(lsu, "miss_defer: not, of an inval");
                c = waits;
            }
            in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY;
            BAD(lsu, "miss_cause: an inval or a flush lacks only");
            c = waits;
            in.miss_cause = UL1_CAUSE_CREDIT;
            BAD(lsu, "miss_cause: an inval or a flush lacks only");
            c = waits;
            in.miss_defer = fetched != 0;
            if (fetched)
                in.miss_cause = UL1_CAUSE_CLOSED;
            GOOD(lsu);
        }
    }
}

static void test_store(void)
{
    for (int which = 0; which < 2; which++) {
        STORED;
        in.look_hit = which == 0, in.miss_defer = which == 1;
        BAD(lsu, "look_hit, miss_defer: of a store");
    }
    { // a store that neither has an entry nor opens one closes none
        WITH(lsu);
        QUIET;
        store(&in, &out, 7, LINE);
        GOOD(lsu);
        QUIET;
        present(&in, &out, 8, LINE, 0);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        GOOD(lsu);
    }
    for (int which = 0; which < 3; which++) {
        CLOSED;
        in.look_hit = which == 1;
        in.miss_defer = which == 2, in.miss_cause = UL1_CAUSE_CLOSED;
        if (which == 2)
            GOOD(lsu);
        else
            BAD(lsu, which ? "look_hit: a store is held" : "but a store is held");
    }
    { // the last replay ends that
        STORED;
        replay(&c, &in, &out, 5, LINE, 1, ENTRY)->last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        present(&in, &out, 8, LINE, 0);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        GOOD(lsu);
    }
}

static void test_bare(void)
{
    {
        FETCHED;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        // a shared load behind it may enter
        in.sel_valid = out.cand_valid = out.cand_remainder = out.req_valid = 1;
        GOOD(lsu);
        QUIET;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        BAD(lsu, "merged_bare:"); // once
    }
    for (int which = 0; which < 4; which++) {
        FETCHED;
        struct lsu_offered *offered = replay_bare(&c, &in, &out, LINE, ENTRY);
        if (which == 0)
            offered->id = 7;
        else if (which == 1)
            offered->part = 1;
        else if (which == 2)
            offered->last = 0;
        else
            offered->line++;
        BAD(lsu, which < 2 ? "merged_id, merged_part: not 0" : which == 2 ? "merged_last:" : "merged_bare:");
    }
    { // loads wait
        MERGED;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        BAD(lsu, "merged_bare:");
    }
    // a store that is written through, or that may not use the free entries, opens none
    for (uint8_t kept = 0; kept < 2; kept++) {
        WITH(lsu);
        QUIET;
        store(&in, &out, 7, LINE), out.req_writeback = kept;
        GOOD(lsu);
        QUIET;
        out.defer_holds = kept;
        GOOD(lsu);
        QUIET;
        replay_bare(&c, &in, &out, LINE, ENTRY);
        BAD(lsu, "merged_bare:");
    }
    { // no load waits
        FETCHED;
        replay(&c, &in, &out, 7, LINE, 0, ENTRY)->last = 1;
        BAD(lsu, "no such access");
    }
    for (uint8_t err = 0; err < 2; err++) {
        FETCHED;
        replay_bare(&c, &in, &out, LINE, ENTRY)->err = out.cand_err = err ? UL1_ERR_BUS : UL1_ERR_NONE;
        GOOD(lsu);
        QUIET;
        in.look_hit = err;
        BAD(lsu, "look_hit: a replay hits");
    }
}

void test_lsu_lines(void)
{
    test_outcome();
    test_due();
    test_meeting();
    test_lack();
    test_replay();
    test_taken();
    test_replayed();
    test_cmo();
    test_store();
    test_bare();
}
