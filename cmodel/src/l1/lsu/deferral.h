// Deferred accesses: instruction-table entries that wait to be woken. At most one is urgent: other accesses
// must not open a fetch that could take what it lacks.
#ifndef UL1_LSU_DEFERRAL_H
#define UL1_LSU_DEFERRAL_H

#include <string.h>

#include "l1/lsu/entry.h"

struct lsu_deferral {
    uint64_t all, unwoken;      // all deferred entries; those that are not woken
    uint64_t room;              // entries deferred last for lack of a WDB credit
    uint8_t of_warp[LSU_WARPS]; // for each warp, the number of its deferred entries
    struct lsu_urgent {
        uint8_t valid, id;  // without an urgent entry, id is the last one
        uint8_t lacks, set; // it was deferred since, for a line of this set
        uint8_t alone;      // it lacked a resource that any fetch takes: a PRT entry or a credit
    } urgent;
};

static inline void lsu_deferral_enter(struct lsu_deferral *s, unsigned id, unsigned warp, unsigned room)
{
    s->of_warp[warp] = (uint8_t)(s->of_warp[warp] + !is_in(s->all, id));
    s->all |= one(id);
    s->unwoken |= one(id);
    s->room = with(s->room, id, room);
}

static inline void lsu_deferral_leave(struct lsu_deferral *s, unsigned id, unsigned warp)
{
    s->of_warp[warp] = (uint8_t)(s->of_warp[warp] - is_in(s->all, id));
    s->all &= ~one(id);
}

// The next deferred entry behind the last urgent one becomes urgent, and is woken.
static inline void lsu_deferral_urge(struct lsu_deferral *s)
{
    s->urgent = (struct lsu_urgent){ .valid = 1, .id = (uint8_t)next_in(s->all, s->urgent.id) };
    s->unwoken &= ~one(s->urgent.id);
}

static inline void lsu_deferral_reset(struct lsu_deferral *s)
{
    memset(s, 0, sizeof *s);
}

#endif
