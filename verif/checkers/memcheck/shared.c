#include "shared.h"

#include <stdlib.h>
#include <string.h>

#include "atoms.h"
#include "locks.h"
#include "matrices.h"
#include "overtaking.h"
#include "planning.h"

_Static_assert(MEMCHECK_ROWS *LANES <= UINT16_MAX + 1, "the number of a word of the array has 16 bits");

// A word of the array. `known` has ones in the bytes that were written since the row became shared memory.
struct cell {
    uint32_t word, known;
};

// ---- The array ----

static unsigned rows_shared(const struct memcheck *w, unsigned carveout)
{
    return w->shape.shared[carveout];
}

// The contents of these rows are unknown.
static void forget_rows(struct memcheck *w, unsigned first, unsigned end)
{
    memset(&w->cell[first * LINE_WORDS], 0, (end - first) * LINE_WORDS * sizeof *w->cell);
}

bool memcheck_shared_init(struct memcheck *w)
{
    w->cell = malloc(w->shape.rows * LINE_WORDS * sizeof *w->cell);
    if (!w->cell)
        return false;
    memcheck_shared_reset(w);
    return true;
}

void memcheck_shared_free(struct memcheck *w)
{
    free(w->cell);
}

void memcheck_shared_reset(struct memcheck *w)
{
    forget_rows(w, 0, w->shape.rows);
    memset(w->youngest, NOBODY, sizeof w->youngest);
    memcheck_locks_reset(w);
    w->border = rows_shared(w, 0);
}

void memcheck_shared_carve(struct memcheck *w, unsigned carveout)
{
    const unsigned before = w->border;
    w->border = rows_shared(w, carveout);
    if (w->border < before) // rows behind the border are never known
        forget_rows(w, w->border, before);
}

// ---- The access of an event ----

// The access of the current event, with work left, or NULL with an objection; its instruction goes to *i.
static struct access *find_access(struct memcheck *w, struct checked_instr **i)
{
    *i = memcheck_find(w);
    if (!*i)
        return NULL;
    unsigned sub = w->event.sub;
    if ((*i)->err || (*i)->fence)
        memcheck_object(w, NOWHERE, "expected nothing but its retirement, as it %s",
                        (*i)->fence ? "is a fence" : "fails");
    else if ((*i)->inval || (*i)->flush)
        memcheck_object(w, NOWHERE, "expected nothing but its retirement, as it has no words");
    else if ((*i)->cached)
        memcheck_object(w, NOWHERE,
                        "expected nothing but write-backs, beats and its retirement, as it is cached");
    else if (sub >= (*i)->words)
        memcheck_object(w, NOWHERE, "expected a sub-warp below %u", (*i)->words);
    else if (!(*i)->access[sub].slots)
        memcheck_object(w, NOWHERE, "expected a sub-warp with active lanes");
    else
        return &(*i)->access[sub];
    return NULL;
}

// ---- Taking an instruction ----

// The instructions of a warp with slots left form a list in program order, so that a pass can check whether
// it overtakes any.
static void join(struct memcheck *w, unsigned entry)
{
    struct checked_instr *i = &w->entry[entry];
    i->older = w->youngest[i->warp];
    i->younger = NOBODY;
    if (i->older != NOBODY)
        w->entry[i->older].younger = (uint8_t)entry;
    w->youngest[i->warp] = (uint8_t)entry;
}

static void leave(struct memcheck *w, const struct checked_instr *i)
{
    if (i->older != NOBODY)
        w->entry[i->older].younger = i->younger;
    if (i->younger != NOBODY)
        w->entry[i->younger].older = i->older;
    else
        w->youngest[i->warp] = i->older;
}

void memcheck_shared_take(struct memcheck *w, unsigned entry, const uint64_t *addr)
{
    struct checked_instr *i = &w->entry[entry];
    i->partner = i->store ? 0 : (uint8_t)memcheck_partner(w, i, addr);
    for (unsigned k = 0; k < i->words; k++) {
        memcheck_plan(w, i, k, addr);
        i->access[k].had = 0;
        i->open |= (uint8_t)((i->access[k].slots != 0) << k);
    }
    if (i->open)
        join(w, entry);
}

// ---- Remainders at the instruction side ----

bool memcheck_shared_returned(struct memcheck *w, uint32_t mask)
{
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (a->away)
        return memcheck_object(w, NOWHERE, "expected one return, seen a second");
    if (!a->taken || !a->left)
        return memcheck_object(w, NOWHERE, "expected a remainder, seen an access of which %s is left",
                               a->left ? "all" : "nothing");
    if (mask != a->left)
        return memcheck_object(w, NOWHERE, "expected the slots left, 0x%x, seen 0x%x", a->left, mask);
    a->away = true;
    return true;
}

// The address of a place in the array: the inverse of memcheck_place.
static uint32_t addr_at(const struct memcheck *w, uint32_t place)
{
    const uint32_t span = 2 * LANES * WORD, at = place % span / WORD;
    return w->pairs ? place / span * span + (at % LANES * 2 + at / LANES) * WORD + place % WORD : place;
}

bool memcheck_shared_again(struct memcheck *w, uint32_t mask, const uint64_t *addr)
{
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!a->away)
        return memcheck_object(w, NOWHERE,
                               "expected a remainder that was returned and not yet presented again");
    if (mask != a->left)
        return memcheck_object(w, NOWHERE, "expected the slots returned, 0x%x, seen 0x%x", a->left, mask);
    for_each_bit (lane, i->mask) { // lanes of all sub-warps, because the machine takes them all over
        unsigned n = memcheck_place_of(i, lane) << i->words_log;
        uint32_t at = i->access[n / LANES].at[n % LANES];
        if (addr[lane] >> 32 || memcheck_place(w, (uint32_t)addr[lane]) != at)
            return memcheck_object(w, NOWHERE, "expected the address 0x%x in lane %u, as before, seen 0x%llx",
                                   addr_at(w, at), lane, (unsigned long long)addr[lane]);
    }
    a->away = false;
    return true;
}

// ---- Store data ----

// The registers do not change between two beats for one access.
static bool same_data(struct memcheck *w, const struct access *a, const uint32_t *data)
{
    for_each_bit (slot, a->left)
        if (data[slot] != a->word[slot])
            return memcheck_object(w, slot, "expected the data 0x%08x, as in the beat before, seen 0x%08x",
                                   a->word[slot], data[slot]);
    return true;
}

bool memcheck_shared_beat(struct memcheck *w, const uint32_t *data)
{
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!i->store)
        return memcheck_object(w, NOWHERE, "expected no beat for a load");
    if (!a->left || a->away)
        return memcheck_object(w, NOWHERE, "expected a beat only while slots wait in the machine, seen %s",
                               a->left ? "them returned" : "them all taken");
    if (a->beat)
        return memcheck_object(w, NOWHERE, "expected one beat, seen a second");
    if (a->known && !same_data(w, a, data))
        return false;
    memcpy(a->word, data, sizeof a->word);
    a->known = a->beat = true;
    return true;
}

bool memcheck_shared_beat_given_back(struct memcheck *w)
{
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!a->beat || !a->taken || !a->left)
        return memcheck_object(w, NOWHERE, "expected a beat to be given back between two passes of a store");
    a->beat = false;
    return true;
}

// ---- Passes ----

// Objects to a pass that does not take the planned slots.
static bool object_to_slots(struct memcheck *w, const struct access *a, uint32_t mask)
{
    uint32_t due = a->taken < a->passes ? a->due[a->taken] : 0;
    uint32_t idle = mask & ~a->slots, twice = mask & a->slots & ~a->left, extra = mask & ~due,
             missing = due & ~mask;
    if (!mask)
        return memcheck_object(w, NOWHERE, "expected a pass of at least one slot, seen an empty one");
    if (idle)
        return memcheck_object(w, NOWHERE, "expected active slots of 0x%x, seen 0x%x", a->slots, mask);
    if (twice)
        return memcheck_object(w, lowest(twice), "expected slots not yet taken, of 0x%x, seen 0x%x", a->left,
                               mask);
    for_each_bit (s, mask)
        for_each_bit (t, mask & (bit(s) - 1)) {
            unsigned ws = a->at[s] / WORD, wt = a->at[t] / WORD;
            if (ws % LANES == wt % LANES
                && ws / LANES / w->shape.bank_words != wt / LANES / w->shape.bank_words)
                return memcheck_object(w, s,
                                       "expected one row in bank %u, seen row %u, and row %u for slot %u",
                                       ws % LANES, ws / LANES, wt / LANES, t);
        }
    return memcheck_object(w, lowest(extra ? extra : missing),
                           "expected pass %u of %u (rules 1, 2) to %s it, with the slots 0x%x, seen 0x%x",
                           a->taken + 1u, a->passes, extra ? "leave" : "take", due, mask);
}

// Rule 5: in ascending order, so that the highest slot wins a byte.
static void apply_store(struct memcheck *w, const struct checked_instr *i, const struct access *a,
                        uint32_t mask)
{
    const uint32_t cut = i->cut;
    for_each_bit (slot, mask) {
        struct cell *c = &w->cell[a->at[slot] / WORD];
        uint32_t bytes = cut << shift(a->at[slot]);
        c->word = (c->word & ~bytes) | (a->word[slot] << shift(a->at[slot]) & bytes);
        c->known |= bytes;
    }
}

// Slots of an atomic have different words, so they do not affect one another.
static void apply_atomic(struct memcheck *w, const struct checked_instr *i, const struct access *a,
                         uint32_t mask)
{
    for_each_bit (slot, mask) {
        const bool upper = i->wide && slot % 2;
        const uint64_t value = memcheck_atom_value(i, a, slot - upper);
        w->cell[a->at[slot] / WORD].word = (uint32_t)(upper ? value >> 32 : value);
    }
}

// Whether a slot needs a byte that was never written.
static inline bool unknown(const struct memcheck *w, const struct checked_instr *i, unsigned at)
{
    return ~(w->cell[at / WORD].known >> shift(at)) & i->cut;
}

// Rule 6: keeps the present value of each slot. Objects to bytes that were never written.
static bool apply_load(struct memcheck *w, const struct checked_instr *i, const struct access *a,
                       uint32_t mask, uint32_t value[LANES])
{
    const uint32_t cut = i->cut, sign = i->sign;
    uint32_t known = UINT32_MAX;
    for_each_bit (slot, mask) {
        struct cell c = w->cell[a->at[slot] / WORD];
        unsigned down = shift(a->at[slot]);
        value[slot] = extract(c.word, a->at[slot], cut, sign);
        known &= c.known >> down;
    }
    if (!(~known & cut))
        return true;
    unsigned slot = lowest(mask);
    while (!(mask & bit(slot)) || !unknown(w, i, a->at[slot]))
        slot++;
    return memcheck_object(
        w, slot,
        "expected bytes that were written before, seen some that never were: the test reads what it "
        "never wrote");
}

// The slots of a pass are no longer left.
static void count_off(struct memcheck *w, struct checked_instr *i, unsigned sub, uint32_t mask)
{
    struct access *a = &i->access[sub];
    a->taken++;
    a->left &= ~mask;
    i->unwritten += returns_words(i);
    if (a->left)
        return;
    i->open &= (uint8_t)~bit(sub);
    if (!i->open)
        leave(w, i);
}

bool memcheck_shared_pass(struct memcheck *w, bool store, uint32_t mask)
{
    const unsigned sub = w->event.sub;
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (store != i->store)
        return memcheck_object(w, NOWHERE, "expected a pass of a %s, seen one of a %s",
                               i->store ? "store" : "load", store ? "store" : "load");
    if (a->taken == a->passes || mask != a->due[a->taken])
        return object_to_slots(w, a, mask);
    if (a->away)
        return memcheck_object(w, NOWHERE,
                               "expected no pass while the remainder is with the instruction side");
    if (store && !a->beat)
        return memcheck_object(w, NOWHERE, "expected the store's beat before its pass");
    const bool overtakes = memcheck_overtakes(i, sub);
    if (overtakes && !memcheck_keeps_order(w, i, sub, mask))
        return false;
    if (returns_words(i) && !apply_load(w, i, a, mask, store ? a->old : a->word))
        return false;
    const uint32_t had = i->lock ? memcheck_lock_pass(w, i, a, mask) : 0;
    a->had |= had;
    if (i->atom)
        apply_atomic(w, i, a, mask);
    else if (store)
        apply_store(w, i, a, i->lock == MEMCHECK_CUNLOCK ? had : mask);
    count_off(w, i, sub, mask);
    w->counts.passes++;
    w->counts.overtakings += overtakes;
    return true;
}

// ---- Write-back and retirement ----

static inline uint32_t expected_word(const struct checked_instr *i, const struct access *a, unsigned slot)
{
    return i->store ? a->old[slot] : a->word[slot];
}

// The differences of a write-back from what is expected; zero if there are none.
static inline uint32_t differs(const struct checked_instr *i, const struct access *a, unsigned sub,
                               unsigned slot, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    unsigned n = sub * LANES + slot;
    if (i->matrix) // memcheck_shared_matrix has checked the registers
        return data[slot] ^ expected_word(i, a, slot);
    return (lane[slot] ^ memcheck_lane(i, n)) | (ofs[slot] ^ (n & (i->words - 1u)))
        | (data[slot] ^ expected_word(i, a, slot));
}

// The accepted pass with these slots that is not yet written back; the number of accepted passes if there is
// none. (Passes of an access may be written back in any order: slots and values of each are fixed when the
// access is taken and read.)
static unsigned find_unwritten(const struct access *a, uint32_t mask)
{
    unsigned n = 0;
    while (n < a->taken && (a->written & bit(n) || mask != a->due[n]))
        n++;
    return n;
}

bool memcheck_shared_writeback(struct memcheck *w, unsigned warp, unsigned reg, uint32_t mask,
                               const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    const unsigned sub = w->event.sub;
    struct checked_instr *i;
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!returns_words(i))
        return memcheck_object(w, NOWHERE, "expected no write-back of a store");
    unsigned pass = find_unwritten(a, mask), first = lowest(~a->written);
    if (pass == a->taken && first >= a->taken)
        return memcheck_object(
            w, NOWHERE, "expected no write-back, as each pass so far has had its own, seen slots 0x%x", mask);
    if (pass == a->taken)
        return memcheck_object(w, lowest(mask ^ a->due[first]),
                               "expected the slots of pass %u, 0x%x, or of a later one, seen 0x%x",
                               first + 1u, a->due[first], mask);
    if (warp != i->warp || reg != i->reg)
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u",
                               i->warp, i->reg, warp, reg);
    uint32_t wrong = 0;
    unsigned values = 0;
    for_each_bit (slot, mask) {
        wrong |= differs(i, a, sub, slot, lane, ofs, data);
        values++;
    }
    if (wrong)
        for_each_bit (slot, mask)
            if (differs(i, a, sub, slot, lane, ofs, data))
                return memcheck_object(
                    w, slot,
                    "expected the value 0x%08x for this lane and offset, seen 0x%08x for lane %u, "
                    "offset %u",
                    expected_word(i, a, slot), data[slot], lane[slot], ofs[slot]);
    a->written |= bit(pass);
    i->unwritten--;
    w->counts.values += values;
    return true;
}

bool memcheck_shared_pairs(struct memcheck *w, const struct checked_instr *i, uint32_t mask, unsigned apart,
                           uint32_t both)
{
    const unsigned partner = i->cached || i->store ? 0 : i->partner;
    if (apart != partner)
        return memcheck_object(w, NOWHERE, "expected lanes %u apart as pairs (rule 10), seen %u", partner,
                               apart);
    const uint32_t two = partner ? memcheck_for_two(i, w->event.sub, mask) : 0;
    if ((both & mask) != two)
        return memcheck_object(w, lowest((both & mask) ^ two),
                               "expected words for two lanes in slots 0x%x, seen 0x%x", two, both & mask);
    return true;
}

bool memcheck_shared_matrix(struct memcheck *w, const struct checked_instr *i, uint32_t mask,
                            const struct memcheck_halves *seen)
{
    const unsigned how = i->cached || i->store ? 0 : i->matrix;
    if (seen->matrix != how)
        return memcheck_object(w, NOWHERE, "expected the matrix load %u, seen %u", how, seen->matrix);
    for_each_bit (slot, how ? mask : 0) {
        const unsigned wrong = memcheck_matrix_wrong(how, w->event.sub, slot, seen);
        if (wrong)
            return memcheck_object(
                w, slot,
                "expected element %u of row %u in its place, seen halves for lanes %u, %u, "
                "half %u, offset %u",
                slot % 4 * 2 + wrong - 1, slot / 4, seen->lane[slot], seen->high[slot],
                seen->half >> slot & 1, seen->ofs[slot]);
    }
    return true;
}

bool memcheck_shared_done(struct memcheck *w, const struct checked_instr *i)
{
    if (i->open) {
        unsigned sub = lowest(i->open);
        w->event.sub = sub;
        return memcheck_object(w, lowest(i->access[sub].left),
                               "expected every slot taken by a pass, seen 0x%x left", i->access[sub].left);
    }
    if (i->unwritten)
        return memcheck_object(w, NOWHERE, "expected every pass written back, seen %u not", i->unwritten);
    return true;
}

// ---- Contents ----

bool memcheck_shared_contents(struct memcheck *w, unsigned row, const uint32_t *data)
{
    if (row >= w->shape.rows)
        return memcheck_object(w, NOWHERE, "expected a row below %u, seen row %u", w->shape.rows, row);
    if (!memcheck_nothing_flying(w))
        return false;
    for (unsigned bank = 0; bank < LINE_WORDS; bank++) {
        const struct cell *c = &w->cell[row * LINE_WORDS + bank];
        if ((data[bank] ^ c->word) & c->known)
            return memcheck_object(
                w, NOWHERE,
                "row %u, bank %u (address 0x%x): expected 0x%08x in the bytes 0x%08x, seen 0x%08x", row, bank,
                (row * LINE_WORDS + bank) * WORD, c->word, c->known, data[bank]);
    }
    return true;
}
