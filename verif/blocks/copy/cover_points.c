#include "blocks/copy/cover_points.h"

#include <stddef.h>

const struct point_name copy_event_names[COPY_POINT_COUNT] = { COPY_POINTS(POINT_NAME) };

static unsigned count(const struct copy_shadow *s, enum copy_step step)
{
    unsigned n = 0;
    for (unsigned i = 0; i < COPY_MOST; i++)
        n += s->copy[i].step == step;
    return n;
}

static bool ends(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    return in->ret_valid && copy_shadow_of(s, COPY_STORES, in->ret_id);
}

static void count_offer(struct drive *d, const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const bool starts = copy_shadow_starts(in), stores = copy_shadow_stores(in),
               taken = in->in_valid && !in->in_again && in->in_ready;
    const unsigned under_way = COPY_MOST - count(s, COPY_FREE);
    saw(d, COPY_STARTED, starts && in->in_ready);
    saw(d, COPY_START_REFUSED, starts && !in->in_ready);
    saw(d, COPY_START_LAST, starts && in->in_ready && under_way == COPY_MOST - 1);
    saw(d, COPY_START_FREED, starts && in->in_ready && ends(s, in));
    saw(d, COPY_NOT_COPY, taken && in->in_op <= UL1_OP_STORE && !in->in_copy);
    saw(d, COPY_NOT_ACCESS, taken && in->in_op == UL1_OP_FENCE && in->in_copy);
    saw(d, COPY_AGAIN, in->in_valid && in->in_again && in->in_copy && in->in_op <= UL1_OP_STORE);
    saw(d, COPY_STORED, stores && in->in_shared_ready);
    saw(d, COPY_STORE_REFUSED, stores && !in->in_shared_ready);
    saw(d, COPY_STORED_BOTH, stores && in->in_shared_ready && count(s, COPY_STORES));
}

static void count_words(struct drive *d, const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const struct copy_told *t = in->load_mask ? copy_shadow_of(s, COPY_LOADS, in->rf_id) : NULL,
                           *ret = in->ret_valid ? copy_shadow_of(s, COPY_LOADS, in->ret_id) : NULL;
    bool some = false;
    for (unsigned sub = 0; ret && sub < UL1_WORDS; sub++)
        some |= ret->came[sub] != 0;
    saw(d, COPY_WIDE, t && t->width == UL1_WIDTH_B128);
    saw(d, COPY_PIECES, t && t->came[in->rf_sub] & ~in->load_mask);
    saw(d, COPY_LAST_WORDS, t && t == ret);
    saw(d, COPY_OTHER_WORDS, in->load_mask && !t && count(s, COPY_LOADS));
    saw(d, COPY_FAILED, ret && in->ret_err);
    saw(d, COPY_FAILED_PART, ret && in->ret_err && some);
}

static bool has_older(const struct copy_shadow *s, const struct copy_told *t)
{
    for (unsigned i = 0; i < COPY_MOST; i++)
        if (s->copy[i].step != COPY_FREE && s->copy[i].warp == t->warp && s->copy[i].group < t->group)
            return true;
    return false;
}

static void count_ends(struct drive *d, const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const struct copy_told *pulled = in->pull_ready ? copy_shadow_of(s, COPY_STORES, in->pull_id) : NULL,
                           *ended = in->ret_valid ? copy_shadow_of(s, COPY_STORES, in->ret_id) : NULL;
    saw(d, COPY_PULLED, pulled);
    saw(d, COPY_PULLED_OTHER, in->pull_ready && !pulled && count(s, COPY_STORES));
    saw(d, COPY_ENDED, ended);
    saw(d, COPY_ENDED_OLDER, ended && has_older(s, ended));
}

// The copies of a warp: those of its open group, and others.
static void copies_of(const struct copy_shadow *s, unsigned warp, unsigned *open, unsigned *closed)
{
    *open = *closed = 0;
    for (unsigned i = 0; i < COPY_MOST; i++)
        if (s->copy[i].step != COPY_FREE && s->copy[i].warp == warp)
            ++*(s->copy[i].group == s->commits[warp] ? open : closed);
}

static void count_groups(struct drive *d, struct copy_past *past, const struct copy_shadow *s,
                         const struct ul1_copy_in *in)
{
    unsigned opens = 0, open, closed, oldest = 0;
    for (unsigned w = 0; w < UL1_WARPS; w++) {
        if (!copy_shadow_opens(s, w))
            continue;
        copies_of(s, w, &open, &closed);
        saw(d, COPY_WAITED_LEFT, closed);
        saw(d, COPY_WAITED_OPEN, open);
        opens++;
    }
    for (unsigned i = 0; i < COPY_MOST; i++)
        oldest +=
            s->copy[i].step != COPY_FREE && s->commits[s->copy[i].warp] - s->copy[i].group > COPY_LEAVES;
    saw(d, COPY_WAITED, opens && !past->waited);
    saw(d, COPY_WAITED_NONE, opens && past->waited);
    saw(d, COPY_WAITED_BOTH, opens > 1);
    saw(d, COPY_OLDEST, oldest);
    if (in->commit_valid) {
        copies_of(s, in->commit_warp, &open, &closed);
        saw(d, COPY_COMMITTED, open);
        saw(d, COPY_COMMITTED_NONE, !open);
        saw(d, COPY_COMMITTED_START,
            copy_shadow_starts(in) && in->in_ready && in->in_warp == in->commit_warp);
        saw(d, COPY_WAITED_COMMIT, in->wait_valid && in->wait_warp == in->commit_warp);
    }
}

void copy_count(struct drive *d, struct copy_past *past, const struct copy_shadow *s,
                const struct ul1_copy_in *in)
{
    const bool stored = copy_shadow_stores(in) && in->in_shared_ready;
    bool waits = false;
    for (unsigned w = 0; w < UL1_WARPS; w++)
        waits |= s->waits[w];
    if (in->rst || !s->judged) {
        saw(d, COPY_RESET_LOADS, s->judged && count(s, COPY_LOADS));
        saw(d, COPY_RESET_SHOWN, s->judged && s->shown);
        saw(d, COPY_RESET_STORES, s->judged && count(s, COPY_STORES));
        saw(d, COPY_RESET_WAITS, s->judged && waits);
        *past = (struct copy_past){ .stored = false };
        return;
    }
    count_offer(d, s, in);
    count_words(d, s, in);
    count_ends(d, s, in);
    count_groups(d, past, s, in);
    saw(d, COPY_SHOWN, s->shown);
    saw(d, COPY_SHOWN_LONG, s->shown && past->shown && !past->stored);
    saw(d, COPY_NO_LANES, s->shown && !s->copy[s->number].mask);
    saw(d, COPY_STORED_ROW, stored && past->stored);
    *past = (struct copy_past){ .stored = stored, .shown = s->shown, .waited = in->wait_valid };
}
