#include "stimulus/trace/warp.h"

#include <stddef.h>

static bool lacks(const struct warp *w, unsigned reg)
{
    return w->lacks[reg / 64] >> reg % 64 & 1;
}

bool warp_lacks_any(const struct warp *w, const struct trace_op *op)
{
    for (unsigned i = 0; i < op->sources; i++)
        if (lacks(w, op->source[i]))
            return true;
    for (unsigned i = 0; i < op->regs; i++)
        if (lacks(w, op->first + i))
            return true;
    return false;
}

void warp_set_lacks(struct warp *w, unsigned first, unsigned regs, bool on)
{
    for (unsigned r = first; r < first + regs; r++)
        w->lacks[r / 64] = (w->lacks[r / 64] & ~(UINT64_C(1) << r % 64)) | (uint64_t)on << r % 64;
}

struct copy *warp_copy_in(struct warp *w, enum copy_state state)
{
    for (struct copy *c = w->copy; c < w->copy + COPIES; c++)
        if (c->state == state)
            return c;
    return NULL;
}

bool warp_copies_are_over(const struct warp *w, uint64_t before)
{
    for (const struct copy *c = w->copy; c < w->copy + COPIES; c++)
        if (c->state != COPY_NONE && c->group < before)
            return false;
    return true;
}
