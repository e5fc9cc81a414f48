// The rules of the contract of lsu, each broken once: see blocks/contract_test.h.
#include "blocks/lsu/contract.h"
#include "blocks/contract_test.h"

#include <string.h>

static void test_lsu_settings(void)
{
    for (int which = 0; which < 4; which++) {
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.carveout = in.cfg_home = in.cfg_interval = in.cfg_policy = 1; // all may change: it is idle
        GOOD(lsu);
        out.lsu_idle = which == 0; // or it is, but something is offered
        in.in_valid = which == 0;
        uint8_t *setting[] = { &in.cfg_policy, &in.cfg_home, &in.cfg_interval, &in.carveout };
        const char *rule[] = { "cfg_policy: changes", "cfg_home: changes", "cfg_interval: changes", "carveout: changes" };
        GOOD(lsu);
        *setting[which] = 0;
        BAD(lsu, rule[which]);
    }
    { // as the carveout changes, an instruction may be offered
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.carveout = in.in_valid = 1;
        GOOD(lsu);
    }
}

// A remainder of entry 5, sub-warp 2, slots 0xf0, was returned.
#define RETURNED                                                        \
    WITH(lsu);                                                          \
    in.cfg_home = UL1_HOME_INSTR;                                       \
    out.remainder_valid = 1, out.remainder_id = 5, out.remainder_sub = 2, out.remainder_mask = 0xf0; \
    GOOD(lsu);                                                          \
    out.remainder_valid = 0;                                                  \
    in.in_valid = in.in_again = 1, in.in_id = 5, in.in_sub = 2, in.in_mask = 0xf0

static void test_lsu_again(void)
{
    {
        RETURNED;
        GOOD(lsu); // not taken: may be offered again
        out.in_again_ready = 1;
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
        out.remainder_valid = 1, out.remainder_mask = 1;
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
    in.intake_free = in.intake_spare = in.pull_valid = 1;       \
    in.intake_beat = 3;                                  \
    out.pull_ready = 1;                                \
    GOOD(lsu)

static void test_lsu_intake(void)
{
    {
        PULLED;
        BAD(lsu, "intake_beat:");
    }
    { // a pass that leaves nothing over gives it up; one that does keeps it, unless the remainder is returned
        for (int more = 0; more < 2; more++) {
            for (int home = 0; home < 2; home++) {
                PULLED;
                in.pull_valid = 0;
                out.lsu_idle = 1;
                in.cfg_home = (uint8_t)home;
                out.req_valid = out.req_store = 1, out.req_beat = 3;
                out.req_mask = 3, in.split_mask = more ? 1 : 3, in.split_more = (uint8_t)more;
                GOOD(lsu);
                out.req_valid = 0, out.req_mask = 0, in.split_mask = 0, in.split_more = 0;
                in.pull_valid = 1;
                if (more && home == UL1_HOME_LSU)
                    BAD(lsu, "intake_beat:");
                else
                    GOOD(lsu);
            }
        }
    }
    {
        WITH(lsu);
        in.intake_spare = 1;
        BAD(lsu, "intake_spare:");
    }
}

// The beat of a cached store is given up with the last line of its sub-warp, wherever remainders go.
static void test_lsu_cached_beat(void)
{
    for (int end = 0; end < 2; end++) {
        for (int home = 0; home < 2; home++) {
            PULLED;
            in.pull_valid = 0;
            out.lsu_idle = 1;
            in.cfg_home = (uint8_t)home;
            out.req_valid = out.req_store = out.req_cached = 1, out.req_beat = 3;
            out.req_mask = in.split_mask = 3, out.req_end = (uint8_t)end;
            GOOD(lsu);
            out.req_valid = out.req_cached = 0, out.req_mask = in.split_mask = 0;
            in.pull_valid = 1;
            if (end)
                GOOD(lsu);
            else
                BAD(lsu, "intake_beat:");
        }
    }
}

static void test_lsu_fence(void)
{
    {
        WITH(lsu);
        out.fence_valid = 1, out.fence_id = UL1_PT - 1;
        GOOD(lsu); // it was not taken
        in.accept_fence = 1;
        GOOD(lsu);
        out.fence_valid = 0;
        in.answer_fence = 1, in.answer_id = UL1_PT - 1;
        GOOD(lsu);
        BAD(lsu, "answer_id:"); // once
    }
    for (uint8_t taken = 0; taken < 2; taken++) { // too early; not taken
        WITH(lsu);
        out.fence_valid = 1, out.fence_id = 7;
        in.accept_fence = taken;
        if (!taken)
            GOOD(lsu);
        in.answer_fence = 1, in.answer_id = 7;
        BAD(lsu, "answer_id:");
    }
    for (unsigned back = UL1_PT - 1; back < 1 << UL1_ID_W; back++) { // a command's are no concern of it
        WITH(lsu);
        in.answer_fence = 1, in.answer_id = (uint8_t)back;
        if (back < UL1_PT)
            BAD(lsu, "answer_id:");
        else
            GOOD(lsu);
    }
}

static void test_lsu_choice(void)
{
    for (int which = 0; which < 4; which++) {
        WITH(lsu);
        uint8_t *sel[] = { &in.sel_replay, &in.sel_remainder_store, &in.sel_woken, &in.sel_new };
        out.cand_remainder_load = out.cand_remainder_store = out.cand_woken = out.cand_new = 1;
        in.sel_remainder_load = 1;
        GOOD(lsu);
        *sel[which] = 1;
        BAD(lsu, "more than one");
    }
    for (int which = 0; which < 4; which++) {
        WITH(lsu);
        uint8_t *sel[] = { &in.sel_remainder_load, &in.sel_remainder_store, &in.sel_woken, &in.sel_new };
        uint8_t *cand[] = { &out.cand_remainder_load, &out.cand_remainder_store, &out.cand_woken, &out.cand_new };
        const char *rule[] = { "sel_remainder_load: without", "sel_remainder_store: without", "sel_woken: without", "sel_new: without" };
        *sel[which] = *cand[which] = 1;
        GOOD(lsu);
        out.cand_remainder_load = out.cand_remainder_store = out.cand_woken = out.cand_new = 1;
        *cand[which] = 0;
        BAD(lsu, rule[which]);
    }
}

static void test_lsu_split(void)
{
    WITH(lsu);
    out.req_valid = 1, out.req_mask = 0x3c;
    in.split_mask = 0x3c;
    GOOD(lsu);
    in.split_mask = 0x1c, in.split_more = 1;
    GOOD(lsu);
    in.split_mask = 0x1d;
    BAD(lsu, "split_mask:");
    in.split_mask = 0x1c, in.split_more = 0;
    BAD(lsu, "split_more:");
    in.split_mask = 0x3c, in.split_more = 1;
    BAD(lsu, "split_more:");
    out.req_valid = 0, out.req_mask = 0;
    BAD(lsu, "split_mask:");
    out.req_valid = out.req_cached = 1, out.req_mask = 0x3c;
    in.split_mask = 0x1c, in.split_more = 1;
    BAD(lsu, "split_more: of a cached access");
}

// A cached access is accepted: of an entry, a line and a sub-warp.
static void present(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line, unsigned sub)
{
    in->sel_new = out->cand_new = out->cand_cached = 1;
    out->req_valid = out->req_cached = 1;
    out->req_id = (uint8_t)id, out->req_line = line, out->req_sub = (uint8_t)sub;
    out->req_mask = in->split_mask = 3;
}

// A cached store is; written back.
static void put(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line)
{
    present(in, out, id, line, 0);
    out->cand_store = out->req_store = out->req_end = out->req_writeback = 1;
}

// The bare replay of a line is.
static void replay_bare(struct ul1_lsu_in *in, struct ul1_lsu_out *out, uint64_t line, unsigned prt)
{
    in->sel_replay = in->merged_bare = in->merged_last = out->req_valid = out->req_cached = 1;
    in->merged_line = out->req_line = line, in->replay_prt = (uint8_t)prt;
}

// The replay of one is.
static void replay(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, uint64_t line, unsigned sub, unsigned prt)
{
    in->sel_replay = out->req_valid = out->req_cached = 1;
    in->merged_id = (uint8_t)id, in->merged_line = line, in->merged_sub = (uint8_t)sub, in->replay_prt = (uint8_t)prt;
    out->req_id = (uint8_t)id, out->req_line = line, out->req_sub = (uint8_t)sub;
    out->req_mask = in->split_mask = 3;
}

// Nothing is selected and nothing told, but with the carveout s32: 64 sets.
#define QUIET memset(&in, 0, sizeof in), memset(&out, 0, sizeof out), in.carveout = UL1_CARVEOUT_S32, out.lsu_idle = 1

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
        in.sel_remainder_load = out.cand_remainder_load = 1;
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
    static const char *const rule[] = { "an entry lacks", "a way lacks", "the line has no entry", "the line has no entry" };
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_CLOSED; cause++) { // no line is fetched that could hold anything
        LOOKED_UP;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = cause == UL1_CAUSE_WAY ? 3 : 0;
        BAD(lsu, rule[cause]);
    }
    for (uint8_t cause = UL1_CAUSE_ROOM + 1; cause < 8; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = 0;
        BAD(lsu, "none of those that there are");
    }
    static const uint8_t good[] = { 0, 3, 31, 31, 0 };
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_ROOM; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = good[cause] + 1;
        BAD(lsu, "miss_key:");
    }
    for (uint8_t cause = UL1_CAUSE_ENTRY; cause <= UL1_CAUSE_ROOM; cause++) {
        OPENED;
        in.miss_defer = 1, in.miss_cause = cause, in.miss_key = good[cause];
        GOOD(lsu);
    }
    for (int there = 0; there < 4; there++) {
        LOOKED_UP;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_ROOM, in.miss_key = 0;
        in.room_dirty = there & 1, out.sleep_yields = there >> 1;
        if (there == 3)
            BAD(lsu, "a slot lacks, and there is one");
        else
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
        BAD(lsu, "replay_prt:");
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
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
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
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
        BAD(lsu, "no such access");
    }
    for (uint8_t err = 0; err < 8; err++) {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_err = err;
        if (err == UL1_ERR_NONE || err == UL1_ERR_PAGE || err == UL1_ERR_BUS)
            GOOD(lsu);
        else
            BAD(lsu, "merged_err: no error");
    }
    {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
        BAD(lsu, "merged_last:");
    }
    for (int which = 0; which < 4; which++) { // the second of two
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        replay(&in, &out, 6, 0x1083, 0, which == 1 ? 8 : 9), in.merged_last = which != 2, in.merged_err = which == 3 ? UL1_ERR_BUS : 0;
        if (which)
            BAD(lsu, which == 1 ? "replay_prt:" : which == 2 ? "merged_last:" : "merged_err: another");
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
        replay(&in, &out, 6, 0x1084, 0, 10), in.merged_last = 1;
        BAD(lsu, "merged_line: another");
    }
}

// What a replay in stage 1 is told, and what those are that come while a line is being replayed.
static void test_lsu_replayed(void)
{
    for (uint8_t err = 0; err < 2; err++) {
        MERGED;
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_err = err ? UL1_ERR_PAGE : UL1_ERR_NONE;
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
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
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

// A store of entry 7 for line 0x1083, for which entry 5 waits, is in stage 1.
#define PUT                             \
    LOOKED_UP;                          \
    in.miss_open = 1;                   \
    put(&in, &out, 7, 0x1083);          \
    GOOD(lsu);                          \
    QUIET

// It has closed the entry, and one of entry 8 for the same line is in stage 1.
#define CLOSED                          \
    PUT;                                \
    present(&in, &out, 8, 0x1083, 0);   \
    GOOD(lsu);                          \
    QUIET

// A store of entry 7 for line 0x1083, for which nobody waits, is in stage 1; and has its line fetched.
#define FETCHED                         \
    WITH(lsu);                          \
    QUIET;                              \
    put(&in, &out, 7, 0x1083);          \
    GOOD(lsu);                          \
    QUIET;                              \
    in.miss_open = 1;                   \
    GOOD(lsu);                          \
    QUIET

static void test_lsu_store(void)
{
    for (int which = 0; which < 2; which++) {
        PUT;
        in.look_hit = which == 0, in.miss_defer = which == 1;
        BAD(lsu, "look_hit, miss_defer: of a store");
    }
    {
        PUT;
        in.miss_open = 1;
        BAD(lsu, "miss_open: the line has an entry");
    }
    for (uint8_t wb = 0; wb < 2; wb++) {
        WITH(lsu);
        QUIET;
        put(&in, &out, 7, 0x1083), out.req_writeback = wb;
        GOOD(lsu);
        QUIET;
        in.miss_open = 1;
        if (wb)
            GOOD(lsu);
        else
            BAD(lsu, "miss_open: of a store that is written through");
    }
    { // a store that neither has an entry nor opens one closes none
        WITH(lsu);
        QUIET;
        put(&in, &out, 7, 0x1083);
        GOOD(lsu);
        QUIET;
        present(&in, &out, 8, 0x1083, 0);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        GOOD(lsu);
    }
    for (int which = 0; which < 3; which++) {
        CLOSED;
        in.look_hit = which == 1;
        in.miss_defer = which == 2, in.miss_cause = UL1_CAUSE_CLOSED, in.miss_key = 9;
        if (which == 2)
            GOOD(lsu);
        else
            BAD(lsu, which ? "look_hit: a store is held" : "neither, but a store is held");
    }
    { // with the last replay that is over
        PUT;
        replay(&in, &out, 5, 0x1083, 1, 9), in.merged_last = 1;
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        present(&in, &out, 8, 0x1083, 0);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        GOOD(lsu);
    }
}

static void test_lsu_bare(void)
{
    {
        FETCHED;
        replay_bare(&in, &out, 0x1083, 9);
        GOOD(lsu);
        QUIET;
        in.look_hit = 1;
        in.sel_remainder_load = out.cand_remainder_load = out.req_valid = 1; // a shared load behind it may enter
        GOOD(lsu);
        QUIET;
        replay_bare(&in, &out, 0x1083, 9);
        BAD(lsu, "merged_bare:"); // once
    }
    for (int which = 0; which < 4; which++) {
        FETCHED;
        replay_bare(&in, &out, 0x1083, 9);
        if (which == 0)
            in.merged_id = 7;
        else if (which == 1)
            in.merged_sub = 1;
        else if (which == 2)
            in.merged_last = 0;
        else
            in.merged_line++;
        BAD(lsu, which < 2 ? "merged_id, merged_sub: not 0" : which == 2 ? "merged_last:" : "merged_bare:");
    }
    { // loads wait
        MERGED;
        replay_bare(&in, &out, 0x1083, 9);
        BAD(lsu, "merged_bare:");
    }
    { // none does
        FETCHED;
        replay(&in, &out, 7, 0x1083, 0, 9), in.merged_last = 1;
        BAD(lsu, "no such access");
    }
    for (uint8_t err = 0; err < 2; err++) {
        FETCHED;
        replay_bare(&in, &out, 0x1083, 9), in.merged_err = err ? UL1_ERR_BUS : UL1_ERR_NONE;
        GOOD(lsu);
        QUIET;
        in.look_hit = err;
        BAD(lsu, "look_hit: a replay hits");
    }
}

void test_lsu(void)
{
    test_lsu_settings();
    test_lsu_again();
    test_lsu_intake();
    test_lsu_cached_beat();
    test_lsu_fence();
    test_lsu_choice();
    test_lsu_split();
    test_lsu_outcome();
    test_lsu_lack();
    test_lsu_replay();
    test_lsu_replayed();
    test_lsu_store();
    test_lsu_bare();
}
