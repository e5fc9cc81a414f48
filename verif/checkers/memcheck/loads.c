#include "loads.h"

#include "cached.h"
#include "mask.h"
#include "olds.h"
#include "ordered.h"
#include "pages.h"
#include "values.h"

// ---- Write-backs ----

// Objects unless the slots in `mask` are one whole access that is not done yet.
static bool right_slots(struct memcheck *w, const struct checked_instr *i, const uint64_t *at, uint32_t mask)
{
    unsigned sub = w->event.sub;
    uint32_t slots = memcheck_active(i, sub), due = 0;
    if (!mask)
        return memcheck_object(w, NOWHERE, "expected a write-back of at least one slot, seen an empty one");
    if (mask & ~slots)
        return memcheck_object(w, lowest(mask & ~slots), "expected active slots of 0x%x, seen 0x%x", slots,
                               mask);
    uint64_t line = at[lowest(mask)] / LINE;
    for (unsigned slot = 0; slot < LANES; slot++)
        due |= (uint32_t)(at[slot] / LINE == line) << slot;
    due &= slots & memcheck_beside(w, i, lowest(mask));
    if (mask != due)
        return memcheck_object(w, lowest(mask ^ due),
                               "expected all active slots on the line 0x%llx and no others, 0x%x, seen 0x%x",
                               (unsigned long long)line * LINE, due, mask);
    if (memcheck_lanes_of(i, sub, mask) & i->written)
        return memcheck_object(w, lowest(mask),
                               "expected each line of a sub-warp once, seen 0x%llx a second time",
                               (unsigned long long)line * LINE);
    return true;
}

// Notes what an ordered load has seen, in the bytes where that is unambiguous.
static void note_seen(struct memcheck *w, const struct checked_instr *i, const uint64_t *at, uint32_t mask,
                      const uint32_t *data)
{
    const uint64_t addr = at[lowest(mask)];
    const struct reader r = memcheck_reader(w, i, addr);
    const struct mapping *now = memcheck_mapping(w, addr);
    const struct line *l =
        memcheck_older_mapping(now, i->taken) ? NULL : history_find(w->world, place(w, now, addr));
    if (!l)
        return;
    for_each_bit (slot, mask) {
        const unsigned n = at[slot] / WORD % LINE_WORDS;
        const uint32_t bytes = i->cut << shift(at[slot]), value = (data[slot] & i->cut) << shift(at[slot]);
        const struct version *source[WORD];
        uint32_t seen = sight_sources(l, &r, n, bytes, value, source);
        while (seen) {
            const struct version *v = source[lowest(seen) / 8];
            uint32_t its = 0;
            for (unsigned byte = lowest(seen) / 8; byte < WORD; byte++)
                if (seen >> 8 * byte & 0xff && source[byte] == v)
                    its |= UINT32_C(0xff) << 8 * byte;
            memcheck_ordered_saw(w, i, l, &r, v, n, its);
            seen &= ~its;
        }
    }
}

bool memcheck_cached_writeback(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                               uint32_t mask, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    unsigned sub = w->event.sub;
    uint64_t at[LANES];
    if (i->returns)
        return olds_writeback(w, i, warp, reg, mask, lane, ofs, data);
    if (i->store)
        return memcheck_object(w, NOWHERE, "expected no write-back of a store");
    if (sub >= i->words)
        return memcheck_object(w, NOWHERE, "expected a sub-warp below %u", i->words);
    memcheck_lay_out(i, sub, at);
    if (!right_slots(w, i, at, mask))
        return false;
    if (warp != i->warp || reg != i->reg)
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u",
                               i->warp, i->reg, warp, reg);
    for_each_bit (slot, mask) {
        unsigned n = sub * LANES + slot;
        if (lane[slot] != n >> i->words_log || ofs[slot] != (n & (i->words - 1u)))
            return memcheck_object(w, slot, "expected this lane and offset, seen lane %u, offset %u",
                                   lane[slot], ofs[slot]);
    }
    if (i->ordered && !memcheck_ordered_turn(w, i))
        return false;
    if (!memcheck_right_values(w, i, at, mask, data))
        return false;
    if (i->ordered)
        note_seen(w, i, at, mask, data);
    i->written |= memcheck_lanes_of(i, sub, mask);
    w->counts.lines++;
    w->counts.values += (unsigned)__builtin_popcount(mask);
    return true;
}

// The active lanes with the address of this one.
static uint32_t with_address_of(const struct checked_instr *i, unsigned one)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (uint32_t)(i->addr[lane] == i->addr[one]) << lane;
    return lanes & i->mask;
}

// Objects unless the word is the next of its lanes. Lanes come in the order of the lowest of an address;
// those that are left out must fail.
static bool right_turn(struct memcheck *w, const struct checked_instr *i, unsigned ofs, uint32_t lanes)
{
    const unsigned lead = lanes ? lowest(lanes) : 0, next = i->word ? i->lead - 1u : LANES;
    if (!lanes || lanes != with_address_of(i, lead))
        return memcheck_object(w, NOWHERE, "expected all active lanes with one address, seen lanes 0x%x",
                               lanes);
    if (ofs ? ofs != i->word || lead != next : lead < i->lead)
        return memcheck_object(
            w, NOWHERE, "expected word %u of lane %u, or word 0 of a later lane, seen word %u of lane %u",
            i->word, i->word ? next : i->lead, ofs, lead);
    return true;
}

bool memcheck_constant_word(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                            unsigned ofs, uint32_t lanes, uint32_t word)
{
    uint64_t at[LANES];
    uint32_t data[LANES];
    if (!i->beside || i->texture || !i->cached)
        return memcheck_object(w, NOWHERE, "expected no word of the constant cache for another instruction");
    if (warp != i->warp || reg != i->reg)
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u",
                               i->warp, i->reg, warp, reg);
    if (!right_turn(w, i, ofs, lanes))
        return false;
    for (unsigned lane = 0; lane < LANES; lane++) {
        at[lane] = i->addr[lane] + WORD * ofs;
        data[lane] = word;
    }
    if (!memcheck_right_values(w, i, at, lanes, data))
        return false;
    i->word = (uint8_t)((ofs + 1) % i->words);
    i->lead = (uint8_t)(lowest(lanes) + 1);
    i->written |= i->word ? 0 : lanes;
    w->counts.values++;
    return true;
}

// ---- Retirement ----

// The failure that a load reports.
struct failure {
    unsigned err, lane;
    uint32_t mask;
    uint64_t addr;
};

static bool right_lanes(struct memcheck *w, const struct checked_instr *i, uint32_t unwritten,
                        const struct failure *f)
{
    unsigned first = lowest(unwritten);
    for_each_bit (lane, unwritten)
        if (!memcheck_errors_at(w, i, i->addr[lane]))
            return memcheck_object(
                w, NOWHERE,
                "expected lane %u (address 0x%llx) written back, as no legal mapping lets it fail, "
                "seen %s in lane %u of lanes 0x%x",
                lane, (unsigned long long)i->addr[lane], memcheck_error_name(f->err), f->lane, f->mask);
    if (f->mask == unwritten && f->lane == first && f->addr == i->addr[first])
        return true;
    return memcheck_object(
        w, NOWHERE,
        "expected failing lane %u (address 0x%llx) of lanes 0x%x, those not written back, seen lane "
        "%u (0x%llx) of lanes 0x%x",
        first, (unsigned long long)i->addr[first], unwritten, f->lane, (unsigned long long)f->addr, f->mask);
}

static bool right_error(struct memcheck *w, const struct checked_instr *i, const struct failure *f)
{
    uint32_t legal = memcheck_errors_at(w, i, i->addr[f->lane]);
    bool page = legal & bit(NO_PAGE), bus = legal & bit(BUS);
    if ((page && f->err == NO_PAGE) || (bus && f->err == BUS))
        return true;
    return memcheck_object(w, NOWHERE, "expected %s in lane %u (address 0x%llx) of lanes 0x%x, seen %s",
                           !bus        ? "page"
                               : !page ? "bus"
                                       : "page or bus",
                           f->lane, (unsigned long long)f->addr, f->mask, memcheck_error_name(f->err));
}

bool memcheck_load_done(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                        uint32_t mask, uint64_t addr)
{
    uint32_t unwritten = i->mask & ~i->written;
    const struct failure f = { err, lane, mask, addr };
    if (!unwritten && err)
        return memcheck_object(
            w, NOWHERE, "expected no error, as all lanes were written back, seen %s in lane %u of lanes 0x%x",
            memcheck_error_name(err), lane, mask);
    if (unwritten && !err)
        return memcheck_object(
            w, NOWHERE, "expected every line written back, seen lane %u (address 0x%llx) not, and no error",
            lowest(unwritten), (unsigned long long)i->addr[lowest(unwritten)]);
    if (unwritten && !(right_lanes(w, i, unwritten, &f) && right_error(w, i, &f)))
        return false;
    w->counts.failed += (unsigned)__builtin_popcount(unwritten);
    return true;
}
