// Breaks each rule of the contract of lsu once: see blocks/expect.h.
#include "blocks/lsu/contract.h"
#include "blocks/expect.h"

#include <string.h>

static void test_settings(void)
{
    for (int which = 0; which < 5; which++) {
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.carveout = in.cfg_home = in.cfg_interval = in.cfg_policy = in.cfg_bankwidth =
            1; // all may change: it is idle
        GOOD(lsu);
        out.lsu_idle = which == 0; // or it is idle, but an instruction is offered
        in.in_valid = which == 0;
        uint8_t *setting[] = { &in.cfg_policy, &in.cfg_home, &in.cfg_interval, &in.carveout,
                               &in.cfg_bankwidth };
        const char *rule[] = { "cfg_policy: changes", "cfg_home: changes", "cfg_interval: changes",
                               "carveout: changes", "cfg_bankwidth: changes" };
        GOOD(lsu);
        *setting[which] = 0;
        BAD(lsu, rule[which]);
    }
    { // when the carveout changes, an instruction may be offered
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.carveout = in.in_valid = 1;
        GOOD(lsu);
    }
}

// A remainder of entry 5, sub-warp 2, slots 0xf0, was returned.
#define RETURNED                                                                                     \
    WITH(lsu);                                                                                       \
    in.cfg_home = UL1_HOME_INSTR;                                                                    \
    out.remainder_valid = 1, out.remainder_id = 5, out.remainder_sub = 2, out.remainder_mask = 0xf0; \
    GOOD(lsu);                                                                                       \
    out.remainder_valid = 0;                                                                         \
    in.in_valid = in.in_again = 1, in.in_id = 5, in.in_sub = 2, in.in_mask = 0xf0

static void test_again(void)
{
    {
        RETURNED;
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
    { // too early in the cycle in which it is returned
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

static void test_warp(void)
{
    WITH(lsu);
    in.in_valid = 1, in.in_warp = UL1_WARPS - 1;
    GOOD(lsu);
    if (UL1_WARPS < 1 << UL1_WARP_W) {
        in.in_warp++;
        BAD(lsu, "in_warp:");
        in.in_valid = 0;
        GOOD(lsu);
    }
}

// Beat 3 was pulled.
#define PULLED                                            \
    WITH(lsu);                                            \
    in.intake_free = in.intake_spare = in.pull_valid = 1; \
    in.intake_beat = 3;                                   \
    out.pull_ready = 1;                                   \
    GOOD(lsu)

static void test_intake(void)
{
    {
        PULLED;
        BAD(lsu, "intake_beat:");
    }
    { // a pass without a remainder releases it; with one it does too, unless the remainder stays in the pool
        for (int more = 0; more < 2; more++) {
            for (int stays = 0; stays < 2; stays++) {
                PULLED;
                in.pull_valid = 0;
                out.lsu_idle = 1;
                out.remainder_stays = (uint8_t)stays;
                out.req_valid = out.req_store = 1, out.req_beat = 3;
                out.req_mask = 3, in.split_mask = more ? 1 : 3, in.split_more = (uint8_t)more;
                GOOD(lsu);
                out.req_valid = 0, out.req_mask = 0, in.split_mask = 0, in.split_more = 0;
                in.pull_valid = 1;
                if (more && stays)
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

// The beat of a cached store is released with the last line of its sub-warp, wherever remainders go.
static void test_cached_beat(void)
{
    for (int end = 0; end < 2; end++) {
        for (int stays = 0; stays < 2; stays++) {
            PULLED;
            in.pull_valid = 0;
            out.lsu_idle = 1;
            out.remainder_stays = (uint8_t)stays;
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

static void test_fence(void)
{
    {
        WITH(lsu);
        out.fence_valid = 1, out.fence_id = UL1_INSTRS - 1;
        GOOD(lsu); // it was not taken
        in.accept_fence = 1;
        GOOD(lsu);
        out.fence_valid = 0;
        in.answer_fence = 1, in.answer_id = UL1_INSTRS - 1;
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
    for (unsigned back = UL1_INSTRS - 1; back < 1 << UL1_ID_W; back++) { // a command's answer is ignored
        WITH(lsu);
        in.answer_fence = 1, in.answer_id = (uint8_t)back;
        if (back < UL1_INSTRS)
            BAD(lsu, "answer_id:");
        else
            GOOD(lsu);
    }
}

static void test_choice(void)
{
    WITH(lsu);
    out.cand_valid = 1;
    GOOD(lsu);
    in.sel_valid = 1;
    GOOD(lsu);
    out.cand_valid = 0;
    BAD(lsu, "sel_valid: without");
}

static void test_split(void)
{
    WITH(lsu);
    in.pass_due = UL1_LAT;
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

// The reference predictor for cached accesses: empty; a load from being taken to its lookup, and deferred.
static void test_lsu_predictor(void)
{
    JUDGED(lsu);
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48;
    out.lsu_idle = out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    GOOD(lsu);
    WRONG(lsu, coalesce_ready, "coalesce_ready: not");
    WRONG(lsu, coalesce_valid, "coalesce_valid: not");
    WRONG(lsu, coalesce_unissued, "coalesce_unissued: not");
    WRONG(lsu, defer_ids, "defer_ids: not");
    WRONG(lsu, defer_holds, "defer_holds: not");
    WRONG(lsu, cand_replay, "cand_replay: not");
    WRONG(lsu, fence_valid, "fence_valid: not");
    in.in_valid = 1, in.in_op = UL1_OP_LOAD, in.in_space = UL1_SPACE_GLOBAL, in.in_width = UL1_WIDTH_B32,
    in.in_mask = 1;
    in.in_addr[0] = 0x80;
    GOOD(lsu);
    in.in_valid = out.lsu_idle = 0;
    out.in_entry = 1;
    GOOD(lsu); // chosen
    out.coalesce_valid = 1;
    WRONG(lsu, coalesce_id, "coalesce_id: not");
    GOOD(lsu);
    out.coalesce_valid = 0, out.coalesce_unissued = 1;
    BAD(lsu, "cand_valid: not that what is next is an access");
}

// A cached access of one word or two, each on its own line, is taken into entry `id`.
static void take(struct ul1_lsu_in *in, struct ul1_lsu_out *out, unsigned id, unsigned op, unsigned lanes)
{
    in->in_valid = 1, in->in_op = (uint8_t)op, in->in_space = UL1_SPACE_GLOBAL, in->in_width = UL1_WIDTH_B32;
    in->in_warp = (uint8_t)id, in->in_mask = lanes;
    in->in_addr[0] = 0x8000, in->in_addr[1] = 0x9000;
    out->in_entry = (uint8_t)id, out->lsu_idle = id == 0;
}

// The warp and space of the access in stage 1, which its fetch tells memory. Without an access both are zero.
static void tell_source(struct ul1_lsu_out *out, unsigned warp, unsigned space)
{
    out->source_warp = (uint8_t)(UL1_READ_SOURCES ? warp : 0);
    out->source_space = (uint8_t)(UL1_READ_SOURCES ? space : 0);
}

// Two loads of two lines each: their lines are coalesced in alternation, as long as the line buffer has
// space.
static void test_rotation(void)
{
    JUDGED(lsu);
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48;
    out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    take(&in, &out, 0, UL1_OP_LOAD, 3);
    GOOD(lsu);
    take(&in, &out, 1, UL1_OP_LOAD, 3);
    GOOD(lsu);
    in.in_valid = 0, out.in_entry = 2;
    for (unsigned n = 0; n < UL1_LOAD_LINES; n++) {
        out.coalesce_valid = 1, out.coalesce_id = n & 1;
        out.coalesce_unissued = n < 2 ? n : 3;
        out.cand_valid = out.cand_cached = n > 0;
        WRONG(lsu, coalesce_valid, "coalesce_valid: not");
        WRONG(lsu, coalesce_id, "coalesce_id: not");
        GOOD(lsu);
    }
    out.coalesce_valid = 0, out.coalesce_unissued = 3;
    WRONG(lsu, coalesce_valid, "coalesce_valid: not");
    GOOD(lsu);
}

// A line access of a load and one of a store are ready: the kind that was issued last comes second.
static void test_kinds(void)
{
    JUDGED(lsu);
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48, in.pass_due = UL1_HLAT;
    in.intake_free = in.intake_spare = in.credit_cached = 1, in.intake_beat = 3;
    out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    take(&in, &out, 0, UL1_OP_STORE, 1);
    GOOD(lsu);
    take(&in, &out, 1, UL1_OP_LOAD, 3);
    in.pull_valid = out.pull_ready = out.pull_mask = 1;
    for (unsigned slot = 0; slot < LANES; slot++)
        out.pull_lane[slot] = (uint8_t)slot;
    GOOD(lsu);
    in.in_valid = in.pull_valid = out.pull_ready = 0, out.in_entry = 2;
    GOOD(lsu); // the store: after a reset a store is next
    out.coalesce_valid = 1, out.coalesce_id = 0;
    WRONG(lsu, coalesce_id, "coalesce_id: not");
    GOOD(lsu);
    out.coalesce_id = 1, out.coalesce_unissued = 1, out.cand_valid = out.cand_cached = out.cand_store = 1;
    WRONG(lsu, cand_valid, "cand_valid: not");
    WRONG(lsu, cand_cached, "cand_cached: not");
    WRONG(lsu, cand_remainder, "cand_remainder: not");
    WRONG(lsu, cand_replay, "cand_replay: not");
    GOOD(lsu);
    out.coalesce_unissued = 3, out.cand_store = 0;
    WRONG(lsu, cand_store, "cand_store, cand_flush: not");
    in.sel_valid = out.req_valid = out.req_cached = 1;
    out.req_id = 1, out.req_mask = in.split_mask = 1, out.req_width = UL1_WIDTH_B32,
    out.req_line = 0x8000 / UL1_LINE_BYTES;
    GOOD(lsu);
    in.sel_valid = 0, in.look_hit = 1, out.coalesce_valid = out.req_valid = out.req_cached = 0,
    out.req_mask = in.split_mask = 0;
    out.cand_store = 1;
    tell_source(&out, 1, UL1_SPACE_GLOBAL);
    WRONG(lsu, cand_store, "cand_store, cand_flush: not");
    GOOD(lsu);
    tell_source(&out, 0, 0);
    in.look_hit = in.credit_cached = out.cand_store = 0; // without a credit the load's other line is next
    WRONG(lsu, cand_store, "cand_store, cand_flush: not");
    GOOD(lsu);
}

// A store of two sub-warps and one beat: no line of the second is chosen while the last of the first uses the
// beat.
static void test_beat_used(void)
{
    JUDGED(lsu);
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48;
    in.intake_free = in.intake_spare = in.credit_cached = 1, in.intake_beat = 3;
    out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    take(&in, &out, 0, UL1_OP_STORE, 1 | 1u << LANES / 2);
    in.in_width = UL1_WIDTH_B64, in.in_addr[LANES / 2] = 0x9000;
    GOOD(lsu);
    in.in_valid = out.lsu_idle = 0, out.in_entry = 1;
    in.pull_valid = out.pull_ready = 1, out.pull_mask = 3;
    for (unsigned slot = 0; slot < LANES; slot++)
        out.pull_lane[slot] = (uint8_t)(slot / 2), out.pull_ofs[slot] = slot & 1;
    GOOD(lsu);
    in.pull_valid = out.pull_ready = 0;
    WRONG(lsu, pull_ready, "pull_ready: not");
    GOOD(lsu); // chosen
    out.coalesce_valid = 1;
    GOOD(lsu);
    out.pull_ready = out.pull_sub = 1;
    for (unsigned slot = 0; slot < LANES; slot++)
        out.pull_lane[slot] = (uint8_t)(LANES / 2 + slot / 2);
    out.coalesce_valid = 0, out.coalesce_unissued = out.cand_valid = out.cand_cached = out.cand_store = 1;
    WRONG(lsu, coalesce_valid, "coalesce_valid: not");
    in.sel_valid = out.req_valid = out.req_cached = out.req_store = out.req_end = 1;
    out.req_mask = in.split_mask = 3, out.req_width = UL1_WIDTH_B64, out.req_line = 0x8000 / UL1_LINE_BYTES,
    out.req_beat = 3;
    GOOD(lsu);
}

// The coalesced line access, prepared before, enters; in the next cycle it is in stage 1.
#define ENTERS(id)                                                                                    \
    out.coalesce_valid = 1, out.coalesce_id = (id);                                                   \
    GOOD(lsu);                                                                                        \
    out.coalesce_valid = 0, out.coalesce_unissued = 1u << (id), out.cand_valid = out.cand_cached = 1; \
    in.sel_valid = out.req_valid = out.req_cached = out.req_mask = in.split_mask = 1;                 \
    out.req_id = (id), out.req_width = UL1_WIDTH_B32, out.req_line = 0x8000 / UL1_LINE_BYTES;         \
    GOOD(lsu);                                                                                        \
    in.sel_valid = out.req_valid = out.req_cached = out.req_mask = in.split_mask = 0;                 \
    out.coalesce_unissued = out.cand_valid = out.cand_cached = 0, out.req_id = 0;                     \
    tell_source(&out, (id), UL1_SPACE_GLOBAL)

// A load is deferred, woken, deferred again, and so becomes urgent; then for want of a credit, which keeps
// all entries, or of a way. Another access is looked up beside it.
static void test_urgent(void)
{
    enum { ALONE, SAME_SET, OTHER_SET };
    const uint8_t set = (uint8_t)line_set(&compiled, 0x8000 / UL1_LINE_BYTES, UL1_CARVEOUT_S48);
    for (int which = ALONE; which <= OTHER_SET; which++) {
        JUDGED(lsu);
        c.shadow.any_other = true;
        in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48, in.pass_due = UL1_HLAT;
        in.look_set = set;
        out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
        take(&in, &out, 0, UL1_OP_LOAD, 1);
        GOOD(lsu);
        in.in_valid = out.lsu_idle = 0, out.in_entry = 1;
        GOOD(lsu); // chosen
        for (int time = 0; time < 3; time++) {
            ENTERS(0);
            in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY;
            WRONG(lsu, defer_holds, "defer_holds: not");
            in.miss_cause = time == 2 && which == ALONE ? UL1_CAUSE_CREDIT : UL1_CAUSE_WAY;
            GOOD(lsu);
            tell_source(&out, 0, 0);
            in.miss_defer = 0, out.defer_ids = time != 1;
            WRONG(lsu, defer_ids, "defer_ids: not");
            if (time == 0)
                c.predictor.unwoken = 0, out.defer_ids = 0; // woken
            else if (time == 2)
                take(&in, &out, 1, UL1_OP_LOAD, 1);
            out.lsu_idle = 0;
            GOOD(lsu); // chosen, the first two times
        }
        in.in_valid = 0, out.in_entry = 2;
        GOOD(lsu);
        ENTERS(1);
        c.predictor.urgent.set = (uint8_t)(set + (which == OTHER_SET));
        out.defer_holds = which != OTHER_SET;
        in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY;
        WRONG(lsu, defer_holds, "defer_holds: not");
        GOOD(lsu);
        tell_source(&out, 0, 0);
        in.miss_defer = out.defer_holds = 0, out.defer_ids = 3;
        WRONG(lsu, defer_ids, "defer_ids: not");
        in.credit_dirty = 1; // wakes those deferred for want of a credit
        GOOD(lsu);
        in.credit_dirty = 0, out.defer_ids = which == ALONE ? 2 : 3;
        WRONG(lsu, defer_ids, "defer_ids: not");
        GOOD(lsu);
    }
}

// Nothing of an instruction is coalesced that was deferred after a further line of it had been chosen.
static void test_fell_unwoken(void)
{
    JUDGED(lsu);
    c.shadow.any_other = true;
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48, in.pass_due = UL1_HLAT;
    in.look_set = (uint8_t)line_set(&compiled, 0x8000 / UL1_LINE_BYTES, UL1_CARVEOUT_S48);
    out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    take(&in, &out, 0, UL1_OP_LOAD, 7);
    in.in_addr[2] = 0xa000;
    GOOD(lsu);
    in.in_valid = out.lsu_idle = 0, out.in_entry = 1;
    GOOD(lsu); // chosen
    out.coalesce_valid = 1;
    GOOD(lsu);
    out.coalesce_unissued = out.cand_valid = out.cand_cached = in.sel_valid = out.req_valid = out.req_cached =
        out.req_mask = in.split_mask = 1;
    out.req_width = UL1_WIDTH_B32, out.req_line = 0x8000 / UL1_LINE_BYTES;
    GOOD(lsu);
    in.sel_valid = out.req_valid = out.req_cached = out.req_mask = in.split_mask = 0;
    in.miss_defer = 1, in.miss_cause = UL1_CAUSE_WAY;
    tell_source(&out, 0, UL1_SPACE_GLOBAL);
    GOOD(lsu);
    tell_source(&out, 0, 0);
    in.miss_defer = out.coalesce_valid = 0, out.defer_ids = 1;
    WRONG(lsu, coalesce_valid, "coalesce_valid: not");
    GOOD(lsu);
}

// Fences of two warps: the next is examined after the previous one has requested; one of level cta never
// requests.
static void test_examined(void)
{
    JUDGED(lsu);
    in.cfg_home = UL1_HOME_LSU, in.carveout = UL1_CARVEOUT_S48;
    out.coalesce_ready = out.in_ready = out.in_shared_ready = out.remainder_stays = 1;
    for (unsigned id = 0; id < 2; id++) {
        take(&in, &out, id, UL1_OP_FENCE, 0);
        in.in_level = UL1_LEVEL_GPU;
        GOOD(lsu);
    }
    take(&in, &out, 2, UL1_OP_FENCE, 0);
    in.in_level = UL1_LEVEL_CTA;
    out.fence_valid = 1, out.fence_level = UL1_LEVEL_GPU;
    WRONG(lsu, fence_valid, "fence_valid: not");
    WRONG(lsu, fence_id, "fence_id: not");
    GOOD(lsu); // not taken
    in.in_valid = 0, out.in_entry = 3;
    in.accept_fence = 1;
    GOOD(lsu);
    out.fence_id = 1;
    WRONG(lsu, fence_id, "fence_id: not");
    GOOD(lsu);
    out.fence_valid = out.fence_id = 0; // the one of level cta, which needs nothing more after this cycle
    WRONG(lsu, fence_valid, "fence_valid: not");
    GOOD(lsu);
    for (unsigned stage = 0; stage < UL1_HLAT; stage++)
        GOOD(lsu); // issued in the first of these
    out.ret_valid = 1, out.ret_id = out.ret_warp = 2;
    WRONG(lsu, ret_valid, "ret_valid: not");
    GOOD(lsu);
}

// The first access after a reset.
static void test_first(void)
{
    for (int went = 0; went < 2; went++) {
        for (int replay = 0; replay < 2; replay++) {
            WITH(lsu);
            out.cand_valid = 1;
            in.credit_shared = 1;
            in.sel_valid = (uint8_t)went;
            GOOD(lsu);
            in.sel_valid = 0;
            out.cand_cached = !replay, out.cand_replay = (uint8_t)replay;
            GOOD(lsu);
            out.choice_unissued = 4;
            if (went)
                GOOD(lsu);
            else
                BAD(lsu, "cand_cached, cand_replay:");
            in.credit_shared = 0;
            GOOD(lsu);
            in.credit_shared = 1, memset(in.regport_reserved, 1, sizeof in.regport_reserved);
            GOOD(lsu);
        }
    }
}

void test_lsu(void)
{
    test_first();
    test_settings();
    test_again();
    test_warp();
    test_intake();
    test_cached_beat();
    test_fence();
    test_choice();
    test_split();
    test_lsu_predictor();
    test_rotation();
    test_kinds();
    test_beat_used();
    test_urgent();
    test_fell_unwoken();
    test_examined();
}
