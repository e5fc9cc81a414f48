#include "ordered.h"

#include "sight.h"

bool memcheck_ordered_turn(struct memcheck *w, const struct checked_instr *i)
{
    for (unsigned e = 0; e < w->shape.entries; e++) {
        const struct checked_instr *o = &w->entry[e];
        if (o->flying && o->ordered && o->warp == i->warp && o->order < i->order)
            return memcheck_object(
                w, NOWHERE, "expected the ordered load before it in entry %u of its warp to have retired", e);
    }
    return true;
}

// The oldest sighting is overwritten.
void memcheck_ordered_saw(struct memcheck *w, const struct checked_instr *i, const struct line *l,
                          const struct reader *r, const struct version *v, unsigned n, uint32_t bytes)
{
    struct sighting *s = w->seen[i->warp];
    unsigned k = 0;
    while (k < SIGHTINGS && !(s[k].order == i->order && s[k].key == l->key && sight_is(&s[k], v)))
        k++;
    if (k == SIGHTINGS) {
        k = w->next_seen[i->warp]++ % SIGHTINGS;
        s[k] = (struct sighting){ .order = i->order,
                                  .key = l->key,
                                  .vline = r->vline,
                                  .taken = v->taken,
                                  .from = v->vline,
                                  .l1 = v->l1,
                                  .warp = v->warp,
                                  .part = v->part,
                                  .number = v->number };
    }
    s[k].mask[n] |= bytes;
}
