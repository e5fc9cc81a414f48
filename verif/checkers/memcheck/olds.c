#include "olds.h"

#include "cached.h"

uint32_t olds_slots(const struct checked_instr *i, unsigned k)
{
    uint32_t slots = memcheck_active(i, k);
    for_each_bit (slot, i->atom == MEMCHECK_CAS ? slots : 0)
        if (slot % i->words >= i->words / 2u)
            slots &= ~bit(slot);
    return slots;
}

// The lane of a slot, and its word of that lane.
static unsigned lane_of(const struct checked_instr *i, unsigned sub, unsigned slot)
{
    return (sub * LANES + slot) >> i->words_log;
}

static unsigned ofs_of(const struct checked_instr *i, unsigned sub, unsigned slot)
{
    return (sub * LANES + slot) & (i->words - 1u);
}

void olds_found(struct memcheck *w, const struct version *v, const uint32_t *old)
{
    struct checked_instr *i = NULL;
    uint64_t at[LANES];
    for (unsigned e = 0; e < w->shape.entries; e++)
        if (w->entry[e].flying && w->entry[e].returns && w->entry[e].taken == v->taken)
            i = &w->entry[e];
    if (!i)
        return;
    memcheck_lay_out(i, v->sub, at);
    for_each_bit (slot, v->slots) {
        const unsigned lane = lane_of(i, v->sub, slot);
        i->old[lane][ofs_of(i, v->sub, slot) & 1] = old[at[slot] / WORD % LANES];
        i->answered |= bit(lane);
    }
}

// Whether the slots are those of one of its accesses.
static bool is_access(const struct checked_instr *i, unsigned sub, uint32_t mask)
{
    for (const struct version *v = i->versions; v; v = v->next)
        if (v->sub == sub && v->slots == mask)
            return true;
    return false;
}

bool olds_writeback(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg, uint32_t mask,
                    const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    const unsigned sub = w->event.sub;
    if (sub >= i->words || !mask || !is_access(i, sub, mask))
        return memcheck_object(w, NOWHERE, "expected the slots of one access of the atomic, seen 0x%x", mask);
    if (warp != i->warp || reg != i->reg)
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u", i->warp,
                               i->reg, warp, reg);
    for_each_bit (slot, mask) {
        const unsigned l = lane_of(i, sub, slot), o = ofs_of(i, sub, slot);
        if (lane[slot] != l || ofs[slot] != o)
            return memcheck_object(w, slot, "expected lane %u, offset %u, seen lane %u, offset %u", l, o,
                                   lane[slot], ofs[slot]);
        if (i->returned >> l & 1)
            return memcheck_object(w, slot, "expected the old words of lane %u once, seen them again", l);
        if (!(i->answered >> l & 1))
            return memcheck_object(w, slot, "expected no words of lane %u, as memory has not answered", l);
        if (data[slot] != i->old[l][o & 1])
            return memcheck_object(w, slot, "expected the old word 0x%08x, seen 0x%08x", i->old[l][o & 1],
                                   data[slot]);
    }
    i->returned |= memcheck_lanes_of(i, sub, mask);
    w->counts.answered += (unsigned)__builtin_popcount(mask);
    return true;
}

// The errors that the write of a lane may have; it is marked as reported.
static uint32_t causes_of(const struct checked_instr *i, unsigned lane)
{
    uint32_t causes = 0;
    for (struct version *v = i->versions; v; v = v->next)
        if (memcheck_lanes_of(i, v->sub, v->slots) >> lane & 1) {
            causes |= v->causes;
            v->reported = v->unsure = true;
        }
    return causes;
}

bool olds_done(struct memcheck *w, struct checked_instr *i, unsigned err, unsigned lane, uint32_t mask,
               uint64_t addr)
{
    const uint32_t failing = err ? mask : 0, left = i->mask & ~i->returned;
    if (failing != left)
        return memcheck_object(w, NOWHERE,
                               "expected the lanes 0x%x to fail, which have no old words, seen 0x%x", left,
                               failing);
    if (!err)
        return true;
    if (lane != (unsigned)lowest(failing) || addr != i->addr[lane])
        return memcheck_object(w, NOWHERE, "expected the error in lane %u, seen lane %u (0x%llx)",
                               lowest(failing), lane, (unsigned long long)addr);
    for_each_bit (l, failing) {
        const uint32_t causes = causes_of(i, l);
        if (i->answered >> l & 1 || !(l == lane ? causes >> err & 1 : causes))
            return memcheck_object(w, NOWHERE, "expected lane %u not to fail with %s", l,
                                   memcheck_error_name(err));
    }
    return true;
}
