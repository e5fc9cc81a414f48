// Fences: one at a time is examined. When the earlier instructions of its warp have retired, it requests a
// fence of memory, or is over if its level is cta.

#include "l1/lsu/state.h"

// The examined fence has no earlier instruction of its warp in flight. It stays at the head of its warp until
// it is over.
static inline unsigned lsu_settled(const struct lsu_state *s)
{
    return s->examined.valid && !s->queue.out[s->entry[s->examined.id].warp];
}

static inline unsigned lsu_is_near(const struct lsu_state *s)
{
    return s->entry[s->examined.id].level == UL1_LEVEL_CTA;
}

// A command's fence goes first.
static void lsu_asks(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    out->fence_valid = lsu_settled(s) && !lsu_is_near(s) && !(UL1_CACHES_BEHIND && in->cmd_fence);
    if (!out->fence_valid)
        return;
    out->fence_id = s->examined.id;
    out->fence_level = s->entry[s->examined.id].level;
}

// A fence that requests stays until its request is taken. Else the next fence at the head of its warp that
// has not requested is examined.
static inline void lsu_clock_fences(struct lsu_state *s, const struct lsu_in *in,
                                    const struct ul1_lsu_out *out)
{
    unsigned id = s->examined.id, near = lsu_settled(s) && lsu_is_near(s);
    uint64_t others = lsu_queue_head(&s->queue) & s->fences & ~s->asked & ~s->over;
    if (in->answer_fence && in->answer_id < UL1_INSTRS)
        s->over |= one(in->answer_id);
    if (out->fence_valid && !in->accept_fence)
        return;
    if (out->fence_valid)
        s->asked |= one(id);
    if (near)
        s->over |= one(id);
    if (near || out->fence_valid)
        others &= ~one(id);
    s->examined.valid = others != 0;
    if (others)
        s->examined.id = (uint8_t)next_in(others, id);
}
