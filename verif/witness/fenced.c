#include "fenced.h"

bool witness_bypasses(const struct witness *w, const struct witness_instr *in)
{
    enum { GLOBAL = 1, CG = 1, NC = 4, KEPLER = 1 };
    return in->op == WITNESS_LOAD && (in->hint == CG || (w->policy == KEPLER && in->space == GLOBAL && in->hint != NC));
}

void witness_fences_retired(struct witness *w, unsigned warp)
{
    if (w->world)
        w->retired[warp] = w->world->now;
}

void witness_fences_note(struct witness *w, const struct witnessed *fence)
{
    const uint64_t behind = w->retired[fence->warp];
    w->fenced[w->next_fenced++ % FENCES_KNOWN] = (struct known_fence){
        .began = behind > fence->taken ? behind : fence->taken, .taken = fence->taken, .retired = w->world->now,
        .warp = fence->warp };
}

uint64_t witness_fenced(const struct witness *w, unsigned warp, uint64_t taken)
{
    uint64_t last = 0;
    for (unsigned n = 0; n < FENCES_KNOWN; n++) {
        const struct known_fence *f = &w->fenced[n];
        const bool before = f->retired < taken || (f->warp == warp && f->taken < taken);
        if (before && f->began > last)
            last = f->began;
    }
    return last;
}
