// Load/store unit: the outputs and the clock edge; state.h lists the other files. Outputs that depend on
// inputs are computed by lsu_ready (take.c), lsu_cand (next.h), lsu_pull (pull.c), lsu_req (request.c) and
// lsu_holds (outcome.h).
#include <string.h>

#include "l1/lsu/state.h"
#include "l1/lsu/next.h"
#include "l1/lsu/fences.c"
#include "l1/lsu/prepare.c"
#include "l1/lsu/coalescer.c"
#include "l1/lsu/pull.c"
#include "l1/lsu/request.c"
#include "l1/lsu/take.c"
#include "l1/lsu/present.h"
#include "l1/lsu/outcome.h"
#include "l1/lsu/follow.c"

static void lsu_show_back(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->remainder_valid = s->back.valid;
    if (!s->back.valid)
        return;
    out->remainder_id = s->back.id;
    out->remainder_sub = s->back.sub;
    out->remainder_mask = s->back.mask;
}

static void lsu_show_front(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned id = lsu_chooses(s);
    out->choice_valid = id < LSU_IDS;
    out->choice_id = (uint8_t)(id % LSU_IDS);
    out->choice_unissued = 0;
    for (uint64_t left = s->pool.unissued; left; left = without_lowest(left))
        out->choice_unissued |= one(s->pool.place[lowest(left)].id);
}

// A replay of a line goes before old words.
static void lsu_turn(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    out->coalesce_old = UL1_GLOBAL_ATOMICS > 1 && lsu_fits(s, LSU_REPLAY) && !in->replay_valid;
}

static void lsu_show_coalesce(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->coalesce_ready = (uint8_t)lsu_fits(s, LSU_REPLAY);
    out->coalesce_valid = (uint8_t)lsu_coalesced_any(s);
    out->coalesce_id = s->reading.id;
    out->coalesce_unissued = 0;
    for (uint64_t left = lsu_lines_new(&s->lines); left; left = without_lowest(left))
        out->coalesce_unissued |= one(s->lines.place[lowest(left)].id);
}

static void lsu_show_source(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const unsigned asks = UL1_READ_SOURCES && s->look.asks;
    const struct lsu_entry *e = &s->entry[s->follow[0].id];
    out->source_warp = (uint8_t)(asks ? e->warp : 0);
    out->source_space = (uint8_t)(asks ? e->space : 0);
}

static void lsu_state(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    (void)in;
    out->lsu_idle = s->valid == 0;
    lsu_show_front(s, out);
    lsu_show_coalesce(s, out);
    lsu_show_replay(s, out);
    out->defer_ids = s->deferral.unwoken;
    out->remainder_stays = (uint8_t)lsu_stays(s);
    lsu_show_back(s, out);
    lsu_show_source(s, out);
    lsu_show_words(s, out);
    lsu_show_retirement(s, out);
}

static void lsu_show_regs(const struct lsu_entry *e, struct ul1_lsu_out *out)
{
    out->rf_half = 0;
    if (out->rf_matrix != UL1_MATRIX_NONE)
        out->rf_half = lsu_matrix_regs(e, out->rf_sub, out->rf_lane, out->rf_ofs, out->rf_high);
    else
        lsu_slot_regs(e, out->rf_sub, out->rf_lane, out->rf_ofs, out->rf_high);
    out->rf_both = out->rf_pairs ? lsu_pair_regs(e, out->rf_lane) : 0;
}

static void lsu_show(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    (void)in;
    if (out->rf_valid)
        lsu_show_regs(&s->entry[out->rf_id], out);
}

static void lsu_reset(struct lsu_state *s)
{
    s->valid = 0;
    s->busy = s->loading = 0;
    s->examined = (struct lsu_examined){ 0 };
    s->chosen = s->retired = 0;
    memset(s->pulled, 0, sizeof s->pulled);
    s->pulled_last = LSU_CACHED;
    lsu_pool_reset(&s->pool);
    s->left = s->left_waits = s->left_fed = 0;
    s->prepared = (struct lsu_choice){ 0 };
    s->others = 0;
    memset(s->lines.used, 0, sizeof s->lines.used);
    s->reading.valid = 0;
    memset(s->rotated, 0, sizeof s->rotated);
    s->last_kind = LSU_LOADS;
    for (unsigned k = 0; k < LSU_NEXT_NONE; k++)
        s->went_before[k] = one(k) - 1;
    s->plain_waits = 0;
    s->displaced_replay = s->displaced_load = 0;
    s->displaced_line = 0;
    s->fed = s->cached_beats = 0;
    s->back.valid = 0;
    lsu_queue_reset(&s->queue);
    lsu_deferral_reset(&s->deferral);
    memset(s->follow, 0, sizeof s->follow);
    memset(s->words, 0, sizeof s->words);
    memset(&s->look, 0, sizeof s->look);
}

// The order of the steps follows the specification: a beat is recorded before entries change, and entries
// leave before others join.
static void lsu_clock(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out)
{
    s->home = in->cfg_home;
    s->interval = in->cfg_interval;
    if (in->rst) {
        lsu_reset(s);
        return;
    }
    struct lsu_chosen chosen = lsu_choose(s, in);
    unsigned coalesces = (s->valid & s->cached) || s->reading.valid || in->replay_valid || in->old_valid;
    struct lsu_coalesced chosen_line, *coalesced = NULL;
    if (coalesces) {
        chosen_line = lsu_coalescer(s, in);
        coalesced = &chosen_line;
    }
    struct lsu_front front = lsu_choose_front(s, out);
    lsu_clock_fences(s, in, out);
    lsu_clock_retirement(s, out);
    lsu_clock_pull(s, in, out);
    lsu_pool_wait(&s->pool);
    lsu_left_wait(s);
    lsu_clock_follow(s, in, out, chosen);
    lsu_clock_prepare(s, in, front);
    if (coalesced)
        lsu_clock_coalesced(s, *coalesced);
    if (in->in_valid && in->in_again)
        lsu_clock_again(s, in);
    if (in->in_valid && !in->in_again && lsu_takes(in, out))
        lsu_clock_new(s, in, out->in_entry);
}
