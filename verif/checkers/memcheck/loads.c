#include "loads.h"

#include <stdio.h>

#include "cached.h"
#include "fenced.h"
#include "invalidations.h"
#include "mask.h"
#include "olds.h"
#include "ordered.h"
#include "pages.h"
#include "sight.h"

// The result of a load of the line of `addr` by a mapping: RIGHT and what memory holds, or the error.
static enum error give(const struct memcheck *w, const struct mapping *m, uint64_t addr, uint32_t *word)
{
    if (m->state == MEMCHECK_ABSENT)
        return NO_PAGE;
    return has_frame(m) && w->world->line(w->world->memory, physical(w, m, addr) / LINE * LINE, word) ? RIGHT
                                                                                                      : BUS;
}

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

// The slots that differ from the line's words.
static uint32_t wrong_values(const struct checked_instr *i, const uint64_t *at, const uint32_t *word,
                             const uint32_t *data)
{
    uint32_t wrong = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        wrong |= (uint32_t)(extract(word[at[slot] / WORD % LANES], at[slot], i->cut, i->sign) != data[slot])
            << slot;
    return wrong;
}

// Those of `slots` that lie in sectors without a slot in `wrong`.
static uint32_t in_right_sectors(const struct memcheck *w, const uint64_t *at, uint32_t slots, uint32_t wrong)
{
    uint32_t sectors = 0, right = 0;
    for_each_bit (slot, wrong)
        sectors |= bit(memcheck_sector(w, at[slot]));
    for_each_bit (slot, slots)
        right |= (~sectors >> memcheck_sector(w, at[slot]) & 1) << slot;
    return right;
}

// The result of a load by a mapping: words, and their known bytes, or none. If the line has a history, *l is
// the history, and the words are the newest that the load may see; others may be right, too.
static bool find(const struct memcheck *w, const struct mapping *m, const struct reader *r, uint64_t addr,
                 const struct line **l, uint32_t *word, uint32_t *known)
{
    *l = history_find(w->world, place(w, m, addr));
    if (*l)
        sight_newest(*l, r, word, known);
    return *l || give(w, m, addr, word) == RIGHT;
}

// A constant load is like one of another L1: it has no stores of its own, and no earlier inval of its warp
// counts that was not complete.
static struct reader reader_of_constants(const struct memcheck *w, const struct checked_instr *i,
                                         uint64_t addr)
{
    enum { NO_OWN_L1 = 200, NO_OWN_WARP = 200 };
    return (struct reader){ .l1 = NO_OWN_L1,
                            .warp = NO_OWN_WARP,
                            .vline = addr / LINE,
                            .taken = i->taken,
                            .invalid = memcheck_invalid(w, addr, NO_OWN_WARP, i->taken),
                            .order = i->order };
}

// A fence has for a bypassing load the effect that an invalidation of its line has for any load.
static struct reader reader_of(const struct memcheck *w, const struct checked_instr *i, uint64_t addr)
{
    if (i->constant)
        return reader_of_constants(w, i, addr);
    const uint64_t invalid = memcheck_invalid(w, addr, i->warp, i->taken);
    const uint64_t fenced = i->bypass ? memcheck_fenced(w, i->warp, i->taken) : 0;
    return (struct reader){ .l1 = w->number,
                            .warp = i->warp,
                            .vline = addr / LINE,
                            .taken = i->taken,
                            .invalid = invalid > fenced ? invalid : fenced,
                            .order = i->order,
                            .seen = i->ordered ? w->seen[i->warp] : NULL };
}

// Whether this load may see the slot's value in a history, made of bytes of any age.
static bool may_be(const struct line *l, const struct reader *r, const struct checked_instr *i, uint64_t at,
                   uint32_t seen)
{
    if (((seen & i->cut) ^ i->sign) - i->sign != seen)
        return false;
    uint32_t bytes = i->cut << shift(at);
    return sight_legal(l, r, at / WORD % LANES, bytes, (seen & i->cut) << shift(at)) == bytes;
}

// The values that a load may see of one word, each with its store: the newest first, some of many.
static const char *legal_values(const struct memcheck *w, const struct line *l, const struct reader *r,
                                unsigned n, uint32_t bytes, char *text, size_t size)
{
    enum { SOME = 4 };
    unsigned told = 0;
    size_t at = 0;
    *text = '\0';
    for (unsigned k = l->count; k-- > 0 && at < size;) {
        const struct version *v = l->version[k];
        const uint32_t legal = sight_of(l, r, v, n) & bytes;
        if (!legal)
            continue;
        if (told++ == SOME) {
            snprintf(text + at, size - at, ", ...");
            break;
        }
        char by[40] = "nobody, as it was before";
        if (!v->base)
            snprintf(by, sizeof by, w->world->l1s > 1 ? "warp %u of L1 %u" : "warp %u", v->warp, v->l1);
        at += (size_t)snprintf(text + at, size - at, told > 1 ? ", " : "; legal: ");
        if (at < size && v->any)
            at += (size_t)snprintf(text + at, size - at, "anything by %s", by);
        else if (at < size)
            at += (size_t)snprintf(text + at, size - at, "0x%x by %s", v->word[n] & legal, by);
        if (at < size && legal != bytes)
            at += (size_t)snprintf(text + at, size - at, " in 0x%08x", legal);
    }
    return text;
}

// Objects to a value that no legal mapping gives. Names the newest legal value, and the number of older
// mappings.
static bool object_to_value(struct memcheck *w, const struct checked_instr *i, const uint64_t *at,
                            unsigned slot, uint32_t seen)
{
    struct reader r = reader_of(w, i, at[slot]);
    const struct line *l;
    uint32_t word[LANES], known[LANES];
    unsigned others = 0, versions = 0;
    const struct mapping *now = memcheck_mapping(w, at[slot]);
    for (const struct mapping *m = now; (m = memcheck_older_mapping(m, i->taken));)
        others++;
    if (!find(w, now, &r, at[slot], &l, word, known))
        return memcheck_object(
            w, slot,
            "expected it to fail with %s, seen the value 0x%08x, which %u older legal mappings do not "
            "give either",
            memcheck_error_name(give(w, now, at[slot], word)), seen, others);
    r.seen = NULL;
    if (l && i->ordered && may_be(l, &r, i, at[slot], seen))
        return memcheck_object(
            w, slot,
            "expected what an ordered load before it of its warp has seen, or something newer, seen the "
            "value 0x%08x",
            seen);
    for (unsigned k = 0; l && k < l->count; k++)
        versions += l->version[k]->mask[at[slot] / WORD % LANES] != 0;
    uint32_t value = extract(word[at[slot] / WORD % LANES], at[slot], i->cut, i->sign);
    char legal[160] = "";
    r = reader_of(w, i, at[slot]);
    if (versions > 1)
        return memcheck_object(
            w, slot,
            "expected the value 0x%08x, the newest of %u stored at physical address 0x%llx, or another "
            "that is not overwritten, or one by %u older legal mappings, seen 0x%08x%s",
            value, versions, (unsigned long long)physical(w, now, at[slot]), others, seen,
            legal_values(w, l, &r, at[slot] / WORD % LANES, i->cut << shift(at[slot]), legal, sizeof legal));
    return memcheck_object(
        w, slot,
        "expected the value 0x%08x of the physical address 0x%llx, or one by %u older legal mappings, "
        "seen 0x%08x",
        value, (unsigned long long)physical(w, now, at[slot]), others, seen);
}

// The slots with a value that the history does not let this load see; `wrong` are those that do not have the
// newest.
static uint32_t wrong_by_history(const struct line *l, const struct reader *r, const struct checked_instr *i,
                                 const uint64_t *at, uint32_t mask, uint32_t wrong, const uint32_t *known,
                                 const uint32_t *data)
{
    uint32_t left = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        wrong |= (uint32_t)((~known[at[slot] / WORD % LANES] >> shift(at[slot]) & i->cut) != 0) << slot;
    for_each_bit (slot, wrong & mask)
        left |= may_be(l, r, i, at[slot], data[slot]) ? 0 : bit(slot);
    return left;
}

// Notes what an ordered load has seen, in the bytes where that is unambiguous.
static void note_seen(struct memcheck *w, const struct checked_instr *i, const uint64_t *at, uint32_t mask,
                      const uint32_t *data)
{
    const uint64_t addr = at[lowest(mask)];
    const struct reader r = reader_of(w, i, addr);
    const struct mapping *now = memcheck_mapping(w, addr);
    const struct line *l =
        memcheck_older_mapping(now, i->taken) ? NULL : history_find(w->world, place(w, now, addr));
    if (!l)
        return;
    for_each_bit (slot, mask) {
        const unsigned n = at[slot] / WORD % LANES;
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

// Objects unless each sector has its words by one legal mapping.
static bool right_values(struct memcheck *w, const struct checked_instr *i, const uint64_t *at, uint32_t mask,
                         const uint32_t *data)
{
    uint32_t word[LANES], known[LANES], left = mask, newest = mask;
    uint32_t never = mask, odd = mask; // wrong by all mappings; wrong by the best mapping
    const struct line *l;
    const uint64_t addr = at[lowest(mask)];
    const struct reader r = reader_of(w, i, addr);
    const struct mapping *now = memcheck_mapping(w, addr);
    for (const struct mapping *m = now; m && left; m = memcheck_older_mapping(m, i->taken)) {
        if (!find(w, m, &r, addr, &l, word, known))
            continue;
        uint32_t wrong = wrong_values(i, at, word, data) & mask;
        newest &= wrong;
        if (l)
            wrong = wrong_by_history(l, &r, i, at, mask, i->ordered ? mask : wrong, known, data);
        left &= wrong ? ~in_right_sectors(w, at, mask, wrong) : 0;
        never &= wrong;
        if (mask_count(wrong & left) < mask_count(odd & left))
            odd = wrong;
        w->counts.stale += !left && m != now;
    }
    w->counts.older += !left && newest;
    if (!left)
        return true;
    if (left & never)
        return object_to_value(w, i, at, lowest(left & never), data[lowest(left & never)]);
    return memcheck_object(
        w, lowest(left & odd),
        "expected the words of a sector by one mapping, seen 0x%08x at 0x%llx, which is legal "
        "by itself, but not beside the others",
        data[lowest(left & odd)], (unsigned long long)at[lowest(left & odd)]);
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
    if (!right_values(w, i, at, mask, data))
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
    if (!i->constant || !i->cached)
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
    if (!right_values(w, i, at, lanes, data))
        return false;
    i->word = (uint8_t)((ofs + 1) % i->words);
    i->lead = (uint8_t)(lowest(lanes) + 1);
    i->written |= i->word ? 0 : lanes;
    w->counts.values++;
    return true;
}

// ---- Retirement ----

// A bit for each error with which a lane may fail.
static uint32_t errors_of(const struct memcheck *w, const struct checked_instr *i, unsigned lane)
{
    uint32_t word[LANES], errors = 0;
    for (const struct mapping *m = memcheck_mapping(w, i->addr[lane]); m;
         m = memcheck_older_mapping(m, i->taken))
        errors |= bit(give(w, m, i->addr[lane], word));
    return errors & ~bit(RIGHT);
}

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
        if (!errors_of(w, i, lane))
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
    uint32_t legal = errors_of(w, i, f->lane);
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
