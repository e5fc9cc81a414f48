#include "environment/sm/sm.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "environment/sm/follower.h"

__attribute__((cold, noinline)) bool sm_object(struct sm *h, enum verdict v, const char *format, ...)
{
    size_t n = 0;
    if (h->part_name)
        n = (size_t)snprintf(h->error, sizeof h->error, "%s: ", h->part_name);
    if (h->stage == PROGRAM)
        n += (size_t)snprintf(h->error + n, sizeof h->error - n,
                              "part %u, cycle %" PRIu64 " of it: ", *h->parts, h->cycle);
    va_list args;
    va_start(args, format);
    vsnprintf(h->error + n, sizeof h->error - n, format, args);
    va_end(args);
    h->verdict = v;
    h->objected = true;
    return false;
}

__attribute__((cold, noinline)) bool sm_memcheck_objects(struct sm *h)
{
    return sm_object(h, MEMCHECK_OBJECTS, "memory checker: %s", memcheck_error(h->memcheck));
}

__attribute__((cold, noinline)) bool sm_backing_objects(struct sm *h)
{
    const struct backing *m = h->backing;
    return sm_object(h, m->objected ? MEMCHECK_OBJECTS : HARNESS_AT_FAULT, "%s", m->error);
}

__attribute__((cold, noinline)) bool sm_follower_objects(struct sm *h)
{
    return sm_object(h, follow_at_fault(h->part.follower) ? HARNESS_AT_FAULT : MEMCHECK_OBJECTS, "%s",
                     follow_error(h->part.follower));
}

__attribute__((cold, noinline)) bool sm_watcher_objects(struct sm *h)
{
    return sm_object(h, HARNESS_AT_FAULT, "%s", h->watcher->error);
}

// Memory has performed a reduction.
static void see_reduction(void *to, const struct memory_reduction *r)
{
    struct sm *h = to;
    const struct memcheck_reduction done = { .addr = r->addr,
                                             .vline = r->vline,
                                             .atom = (uint8_t)r->atom,
                                             .wide = r->wide,
                                             .sign = r->minus,
                                             .returns = r->returns,
                                             .be = r->be,
                                             .by = r->by,
                                             .old = r->old,
                                             .now = r->now };
    if (h->memcheck)
        h->astray |= !agreed(h, memcheck_reduced(h->memcheck, &done));
}

bool sm_init(struct sm *h, unsigned number, const struct ul1_sizes *sizes, struct backing *backing,
             const unsigned *parts, struct point *point, uint64_t *bin, struct wait *longest, uint64_t seed)
{
    h->number = number;
    h->sizes = h->around.sizes = sizes;
    h->backing = backing;
    h->parts = parts;
    rng_seed(&h->rng, seed);
    commander_init(&h->commander, rng_next(&h->rng));
    h->port = memory_port_new(backing->memory, sizes, rng_next(&h->rng));
    if (h->port)
        memory_port_tell(h->port, see_reduction, h);
    for (unsigned e = 0; e < FLIGHTS; e++)
        h->flight[e].instr = &h->pool[e];
    h->hand = &h->pool[FLIGHTS];
    h->aside = &h->pool[FLIGHTS + 1];
    h->copied = &h->pool[FLIGHTS + 2];
    h->copies.sizes = sizes;
    h->part.set = (struct settings){ .interval = 1, .again_after = 1 };
    h->commander.part = &h->part;
    points_init(&h->points, sizes, point);
    h->bins.count = bin;
    h->tally.cycles_expected = -1;
    h->waits.flight = h->flight;
    h->waits.offered = &h->offered;
    h->waits.port = h->port;
    h->waits.set = &h->part.set;
    h->waits.longest = longest;
    waits_init(&h->waits, sizes);
    return h->port != NULL;
}

void sm_free(struct sm *h)
{
    if (h->memcheck)
        memcheck_free(h->memcheck);
    if (h->port)
        memory_port_free(h->port);
}

bool sm_words_right(struct sm *h, const struct ul1_lsu_out *l, const struct ul1_dxbar_out *x)
{
    const unsigned id = l->rf_id, sub = l->rf_sub;
    struct memcheck *m = h->memcheck;
    bool fits = !h->sizes->lane_pairs || memcheck_pairs(m, id, sub, x->load_mask, l->rf_pairs, l->rf_both);
    fits = fits && (!h->sizes->locks || memcheck_predicates(m, id, sub, x->load_mask, x->load_pred));
    const struct memcheck_halves halves = { l->rf_matrix, l->rf_lane, l->rf_high, l->rf_ofs, l->rf_half };
    fits = fits && (!h->sizes->matrix || memcheck_matrix(m, id, sub, x->load_mask, &halves));
    return agreed(h,
                  fits
                      && memcheck_writeback(m, id, sub, l->rf_warp, l->rf_reg, x->load_mask, l->rf_lane,
                                            l->rf_ofs, x->load_data));
}

bool sm_in_flight(const struct sm *h, char *text, size_t size, size_t *n)
{
    for (unsigned e = 0; e < FLIGHTS && h->part.follower; e++) {
        const char *where =
            h->flight[e].live ? follow_where(h->part.follower, h->flight[e].instr->serial) : "";
        const size_t more = strlen(where) + sizeof "entry 12 from , ...";
        if (*where && *n + more < size) {
            *n += (size_t)snprintf(text + *n, size - *n, "%s%u from %s", *n ? ", " : "entry ", e, where);
        } else if (*where && *n) {
            snprintf(text + *n, size - *n, ", ...");
            return false;
        }
    }
    return true;
}
