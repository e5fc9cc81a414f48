#include "program/turn.h"

static unsigned oldest(const struct engine *e, uint64_t ready)
{
    unsigned best = (unsigned)__builtin_ctzll(ready);
    for (uint64_t left = ready; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        if (e->warp[i].since < e->warp[best].since)
            best = i;
    }
    return best;
}

unsigned turn_choose(const struct engine *e, unsigned l1, uint64_t may)
{
    const unsigned last = e->last[l1];
    const bool any = e->any_last[l1];
    if (e->order == ORDER_GREEDY && any && (may >> last & 1))
        return last;
    if (e->order != ORDER_ROUND_ROBIN)
        return oldest(e, may);
    const uint64_t behind = any && last < 63 ? may & (UINT64_MAX << (last + 1)) : any ? 0 : may;
    return (unsigned)__builtin_ctzll(behind ? behind : may);
}

// ---- the order of the text

// Whether warp a stands before warp b: by the iterations of their common loops, outermost first, then by the
// text.
static bool before(const struct warp *a, const struct warp *b)
{
    for (unsigned l = 0;
         l < PROGRAM_LOOPS && a->looping[l] && b->looping[l] && a->loop_at[l] == b->loop_at[l]; l++)
        if (a->loop_turn[l] != b->loop_turn[l])
            return a->loop_turn[l] < b->loop_turn[l];
    return a->pc < b->pc;
}

// Whether the warp has reached a command. It leaves the queue until the command is complete.
static bool commands(const struct engine *e, const struct warp *w)
{
    return w->pc < e->tree->part[e->part - 1].end && e->tree->stmt[w->pc].kind == STMT_COMMAND;
}

// Returns null if the queue is empty.
static const struct warp *first_of(const struct engine *e, unsigned l1)
{
    const struct warp *first = NULL;
    for (uint64_t left = e->going[l1]; left; left &= left - 1) {
        const struct warp *w = &e->warp[__builtin_ctzll(left)];
        if (!commands(e, w) && (!first || before(w, first)))
            first = w;
    }
    return first;
}

uint64_t turn_may(const struct engine *e, unsigned l1, uint64_t ready)
{
    if (e->order != ORDER_TEXT)
        return ready;
    const struct warp *first = first_of(e, l1);
    return first ? ready & UINT64_C(1) << (first - e->warp) : 0;
}

const struct warp *turn_stuck(const struct engine *e, unsigned l1)
{
    const struct warp *first = e->order == ORDER_TEXT ? first_of(e, l1) : NULL;
    for (uint64_t left = e->going[l1]; left; left &= left - 1) {
        const struct warp *w = &e->warp[__builtin_ctzll(left)];
        if (w->flying || commands(e, w))
            return NULL;
    }
    return first && first->at_bar ? first : NULL;
}
