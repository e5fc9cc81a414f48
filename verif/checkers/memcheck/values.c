#include "values.h"

#include <stdio.h>

#include "fenced.h"
#include "invalidations.h"
#include "mask.h"
#include "pages.h"

// The result of a load of the line of `addr` by a mapping: RIGHT and what memory holds, or the error.
static enum error give(const struct memcheck *w, const struct mapping *m, uint64_t addr, uint32_t *word)
{
    if (m->state == MEMCHECK_ABSENT)
        return NO_PAGE;
    return has_frame(m) && w->world->line(w->world->memory, physical(w, m, addr) / LINE * LINE, word) ? RIGHT
                                                                                                      : BUS;
}

// The slots that differ from the line's words.
static uint32_t wrong_values(const struct checked_instr *i, const uint64_t *at, const uint32_t *word,
                             const uint32_t *data)
{
    uint32_t wrong = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        wrong |=
            (uint32_t)(extract(word[at[slot] / WORD % LINE_WORDS], at[slot], i->cut, i->sign) != data[slot])
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

// A constant load, and a sample, are like a load of another L1: it has no stores of its own, and no earlier
// inval of its warp counts that was not complete.
static struct reader reader_of_caches(const struct memcheck *w, const struct checked_instr *i, uint64_t addr)
{
    enum { NO_OWN_L1 = 200, NO_OWN_WARP = 200 };
    return (struct reader){ .l1 = NO_OWN_L1,
                            .warp = NO_OWN_WARP,
                            .vline = addr / LINE,
                            .taken = i->taken,
                            .invalid = memcheck_invalid_behind(w, addr, NO_OWN_WARP, i->taken),
                            .order = i->order };
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// A fence has for a bypassing load the effect that an invalidation of its line has for any load. If caches
// behind may serve it, or keep copies in spite of the invalidation, this holds for the stores of its own L1
// alone.
struct reader memcheck_reader(const struct memcheck *w, const struct checked_instr *i, uint64_t addr)
{
    if (i->beside)
        return reader_of_caches(w, i, addr);
    const uint64_t fenced = i->bypass ? memcheck_fenced(w, i->warp, i->taken) : 0;
    return (struct reader){ .l1 = w->number,
                            .warp = i->warp,
                            .vline = addr / LINE,
                            .taken = i->taken,
                            .invalid = later(memcheck_invalid_behind(w, addr, i->warp, i->taken),
                                             i->fresh ? fenced : 0),
                            .own = later(memcheck_invalid(w, addr, i->warp, i->taken), fenced),
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
    return sight_legal(l, r, at / WORD % LINE_WORDS, bytes, (seen & i->cut) << shift(at)) == bytes;
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
    struct reader r = memcheck_reader(w, i, at[slot]);
    const struct line *l;
    uint32_t word[LINE_WORDS], known[LINE_WORDS];
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
        versions += l->version[k]->mask[at[slot] / WORD % LINE_WORDS] != 0;
    uint32_t value = extract(word[at[slot] / WORD % LINE_WORDS], at[slot], i->cut, i->sign);
    char legal[160] = "";
    r = memcheck_reader(w, i, at[slot]);
    if (versions > 1)
        return memcheck_object(
            w, slot,
            "expected the value 0x%08x, the newest of %u stored at physical address 0x%llx, or another "
            "that is not overwritten, or one by %u older legal mappings, seen 0x%08x%s",
            value, versions, (unsigned long long)physical(w, now, at[slot]), others, seen,
            legal_values(w, l, &r, at[slot] / WORD % LINE_WORDS, i->cut << shift(at[slot]), legal,
                         sizeof legal));
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
        wrong |= (uint32_t)((~known[at[slot] / WORD % LINE_WORDS] >> shift(at[slot]) & i->cut) != 0) << slot;
    for_each_bit (slot, wrong & mask)
        left |= may_be(l, r, i, at[slot], data[slot]) ? 0 : bit(slot);
    return left;
}

bool memcheck_newest_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr,
                        uint32_t *word)
{
    uint32_t words[LINE_WORDS], known[LINE_WORDS];
    const struct line *l;
    const struct reader r = memcheck_reader(w, i, addr);
    if (!find(w, memcheck_mapping(w, addr), &r, addr, &l, words, known))
        return false;
    *word = words[addr / WORD % LINE_WORDS];
    return true;
}

bool memcheck_may_be_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr, uint8_t byte)
{
    const struct reader r = memcheck_reader(w, i, addr);
    const uint32_t bits = UINT32_C(0xff) << shift(addr), value = (uint32_t)byte << shift(addr);
    uint32_t word[LINE_WORDS];
    for (const struct mapping *m = memcheck_mapping(w, addr); m; m = memcheck_older_mapping(m, i->taken)) {
        const struct line *l = history_find(w->world, place(w, m, addr));
        if (l ? sight_legal(l, &r, addr / WORD % LINE_WORDS, bits, value) == bits
              : give(w, m, addr, word) == RIGHT && (word[addr / WORD % LINE_WORDS] & bits) == value)
            return true;
    }
    return false;
}

// Objects unless each sector has its words by one legal mapping.
bool memcheck_right_values(struct memcheck *w, const struct checked_instr *i, const uint64_t *at,
                           uint32_t mask, const uint32_t *data)
{
    uint32_t word[LINE_WORDS], known[LINE_WORDS], left = mask, newest = mask;
    uint32_t never = mask, odd = mask; // wrong by all mappings; wrong by the best mapping
    const struct line *l;
    const uint64_t addr = at[lowest(mask)];
    const struct reader r = memcheck_reader(w, i, addr);
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

uint32_t memcheck_errors_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr)
{
    uint32_t word[LINE_WORDS], errors = 0;
    for (const struct mapping *m = memcheck_mapping(w, addr); m; m = memcheck_older_mapping(m, i->taken))
        errors |= bit(give(w, m, addr, word));
    return errors & ~bit(RIGHT);
}
