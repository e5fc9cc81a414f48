#include "cached.h"

#include "history.h"

bool memcheck_interleaved(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { LOCAL = 2 };
    return w->shape.interleaves && in->interleave && in->space == LOCAL;
}

void memcheck_locate(const struct memcheck *w, const struct memcheck_instr *in, uint64_t *at)
{
    const bool interleaved = memcheck_interleaved(w, in);
    const uint64_t end = UINT64_C(1) << w->shape.virtual_bits;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t addr = in->addr[lane],
                       before = addr - addr % WORD; // each lane has so many bytes before
        at[lane] = interleaved ? (LANES * before + WORD * lane + addr % WORD) % end : addr;
    }
}

bool memcheck_cached_take(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in)
{
    if (!w->world)
        return memcheck_object(w, NOWHERE, "expected no cached access, as there is no memory");
    i->taken = w->taken = ++w->world->now;
    i->written = 0;
    i->versions = NULL;
    memcheck_locate(w, in, i->addr);
    return true;
}

void memcheck_lay_out(const struct checked_instr *i, unsigned k, uint64_t *at)
{
    const uint32_t log = i->words_log;
    for (unsigned slot = 0; slot < LANES; slot++) {
        unsigned n = k * LANES + slot, lane = n >> log;
        at[slot] = i->addr[lane] + WORD * (n - (lane << log));
    }
}

uint32_t memcheck_active(const struct checked_instr *i, unsigned k)
{
    uint32_t slots = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        slots |= (i->mask >> ((k * LANES + slot) >> i->words_log) & 1) << slot;
    return slots;
}

unsigned memcheck_part(const struct memcheck *w, const struct checked_instr *i, unsigned slot)
{
    const unsigned lane = (w->event.sub * LANES + slot) >> i->words_log;
    return (lane << i->words_log) * w->shape.groups / LANES;
}

uint32_t memcheck_beside(const struct memcheck *w, const struct checked_instr *i, unsigned slot)
{
    uint32_t slots = 0;
    for (unsigned s = 0; s < LANES; s++)
        slots |= (uint32_t)(memcheck_part(w, i, s) == memcheck_part(w, i, slot)) << s;
    return slots;
}

uint32_t memcheck_lanes_of(const struct checked_instr *i, unsigned k, uint32_t slots)
{
    uint32_t lanes = 0;
    for_each_bit (slot, slots)
        lanes |= bit((k * LANES + slot) >> i->words_log);
    return lanes;
}
