#include "fenced.h"

enum { CG = 1 }; // a hint

bool memcheck_bypasses(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { GLOBAL = 1, NC = 4, KEPLER = 1, MAXWELL = 2 };
    const bool uncached = w->policy == MAXWELL || (w->policy == KEPLER && in->space == GLOBAL);
    return in->op == MEMCHECK_LOAD && (in->hint == CG || (uncached && in->hint != NC));
}

bool memcheck_is_fresh(const struct memcheck *w, const struct memcheck_instr *in)
{
    return !w->shape.caches_behind || in->hint == CG;
}

void memcheck_fences_retired(struct memcheck *w, unsigned warp)
{
    if (w->world)
        w->retired[warp] = w->world->now;
}

void memcheck_fences_note(struct memcheck *w, const struct checked_instr *fence)
{
    const uint64_t behind = w->retired[fence->warp];
    w->fenced[w->next_fenced++ % FENCES_KNOWN] =
        (struct known_fence){ .began = behind > fence->taken ? behind : fence->taken,
                              .taken = fence->taken,
                              .retired = w->world->now,
                              .warp = fence->warp };
}

uint64_t memcheck_fenced(const struct memcheck *w, unsigned warp, uint64_t taken)
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
