#include "olds.h"

#include "cached.h"
#include "reductions.h"

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

void olds_beat(struct checked_instr *i, unsigned k, const uint32_t *data)
{
    for (unsigned slot = 0; slot < LANES; slot++)
        i->operand[lane_of(i, k, slot)][ofs_of(i, k, slot) & 3] = data[slot];
}

void olds_forget(struct memcheck *w)
{
    for (unsigned n = 0; n < ANSWERS; n++)
        w->answer[n].used = false;
}

bool olds_all_returned(struct memcheck *w, bool performed)
{
    for (unsigned n = 0; n < ANSWERS; n++)
        if (w->answer[n].used && w->answer[n].owed && performed)
            return memcheck_object(
                w, NOWHERE,
                "expected memory to have performed the atomic on the line 0x%llx whose old "
                "words, 0x%08x first, have been written back",
                (unsigned long long)w->answer[n].vline * LINE, w->answer[n].old[lowest(w->answer[n].words)]);
        else if (w->answer[n].used && !w->answer[n].owed)
            return memcheck_object(w, NOWHERE,
                                   "expected the old words of the line 0x%llx to have been written back",
                                   (unsigned long long)w->answer[n].vline * LINE);
    return true;
}

// Whether the answer is to an access with these operands: those of the slots in `mask`, at `at`.
static bool fits(const struct answer *a, const struct checked_instr *i, unsigned sub, uint32_t mask,
                 const uint64_t *at)
{
    const unsigned beside = i->words / 2u;
    uint32_t words = 0;
    bool same = a->used && !a->owed && a->atom == i->atom && a->wide == i->wide && a->minus == i->minus
        && a->vline == at[lowest(mask)] / LINE;
    for_each_bit (slot, mask) {
        const unsigned n = at[slot] / WORD % LINE_WORDS, lane = lane_of(i, sub, slot),
                       ofs = ofs_of(i, sub, slot);
        words |= bit(n);
        same = same && a->by[n] == i->operand[lane][ofs];
        if (i->atom == MEMCHECK_CAS)
            same = same && a->by[n ^ beside] == i->operand[lane][ofs + beside];
    }
    return same && a->words == words;
}

static bool has_words(const struct answer *a, uint32_t mask, const uint64_t *at, const uint32_t *data)
{
    for_each_bit (slot, mask)
        if (a->old[at[slot] / WORD % LINE_WORDS] != data[slot])
            return false;
    return true;
}

// Notes words that memory has answered early.
static bool owe(struct memcheck *w, const struct checked_instr *i, unsigned sub, uint32_t mask,
                const uint64_t *at, const uint32_t *data)
{
    struct answer *a = reductions_answer(w);
    const unsigned beside = i->words / 2u;
    if (!a)
        return false;
    *a = (struct answer){ .used = true,
                          .owed = true,
                          .wide = i->wide,
                          .minus = i->minus,
                          .atom = i->atom,
                          .vline = at[lowest(mask)] / LINE };
    for_each_bit (slot, mask) {
        const unsigned n = at[slot] / WORD % LINE_WORDS, lane = lane_of(i, sub, slot),
                       ofs = ofs_of(i, sub, slot);
        a->words |= bit(n);
        a->by[n] = i->operand[lane][ofs];
        a->old[n] = data[slot];
        if (i->atom == MEMCHECK_CAS)
            a->by[n ^ beside] = i->operand[lane][ofs + beside];
    }
    return true;
}

// Takes an answer with these words; objects if there is none.
static bool claim(struct memcheck *w, const struct checked_instr *i, unsigned sub, uint32_t mask,
                  const uint32_t *data)
{
    const struct answer *other = NULL;
    uint64_t at[LANES];
    memcheck_lay_out(i, sub, at);
    for (unsigned n = 0; n < ANSWERS; n++)
        if (fits(&w->answer[n], i, sub, mask, at)) {
            other = &w->answer[n];
            if (has_words(other, mask, at, data)) {
                w->answer[n].used = false;
                return true;
            }
        }
    if (w->shape.early)
        return owe(w, i, sub, mask, at, data);
    if (!other)
        return memcheck_object(w, NOWHERE, "expected no words, as memory has not answered the atomic");
    return memcheck_object(w, lowest(mask), "expected the old words that memory has found, 0x%08x first",
                           other->old[at[lowest(mask)] / WORD % LINE_WORDS]);
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
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u",
                               i->warp, i->reg, warp, reg);
    for_each_bit (slot, mask) {
        const unsigned l = lane_of(i, sub, slot), o = ofs_of(i, sub, slot);
        if (lane[slot] != l || ofs[slot] != o)
            return memcheck_object(w, slot, "expected lane %u, offset %u, seen lane %u, offset %u", l, o,
                                   lane[slot], ofs[slot]);
        if (i->returned >> l & 1)
            return memcheck_object(w, slot, "expected the old words of lane %u once, seen them again", l);
    }
    if (!claim(w, i, sub, mask, data))
        return false;
    i->returned |= memcheck_lanes_of(i, sub, mask);
    w->counts.answered += (unsigned)__builtin_popcount(mask);
    return true;
}

// The errors that the write of a lane may have. It is marked as reported, with those like it.
static uint32_t causes_of(struct memcheck *w, const struct checked_instr *i, unsigned lane)
{
    uint32_t causes = 0;
    for (const struct version *v = i->versions; v; v = v->next)
        if (memcheck_lanes_of(i, v->sub, v->slots) >> lane & 1)
            causes |= v->causes;
    for (unsigned n = 0; n < w->world->lives; n++)
        for (unsigned k = 0; k < w->world->live[n]->count; k++) {
            struct version *v = w->world->live[n]->version[k];
            if (v->l1 == w->number && v->returns && v->vline == i->addr[lane] / LINE && !v->performed)
                v->reported = v->unsure = true;
        }
    return causes;
}

bool olds_done(struct memcheck *w, struct checked_instr *i, unsigned err, unsigned lane, uint32_t mask,
               uint64_t addr)
{
    const uint32_t failing = err ? mask : 0, left = i->mask & ~i->returned;
    if (failing != left)
        return memcheck_object(
            w, NOWHERE, "expected the lanes 0x%x to fail, which have no old words, seen 0x%x", left, failing);
    if (!err)
        return true;
    if (lane != (unsigned)lowest(failing) || addr != i->addr[lane])
        return memcheck_object(w, NOWHERE, "expected the error in lane %u, seen lane %u (0x%llx)",
                               lowest(failing), lane, (unsigned long long)addr);
    for_each_bit (l, failing) {
        const uint32_t causes = causes_of(w, i, l);
        if (!(l == lane ? causes >> err & 1 : causes))
            return memcheck_object(w, NOWHERE, "expected lane %u not to fail with %s", l,
                                   memcheck_error_name(err));
    }
    return true;
}
