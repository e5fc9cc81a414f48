#include "checkers/packets/witness.h"

#include <string.h>

#ifdef UL1_HAS_DCSIDE // with these sizes

// The place of a line, else a free one, else that of the line without holders that was asked for the longest
// ago. Null: all have holders.
static struct witness_line *place(struct witness *w, uint64_t line)
{
    struct witness_line *oldest = NULL;
    for (unsigned i = 0; i < WITNESS_LINES; i++) {
        struct witness_line *l = &w->line[i];
        if (!l->used || l->line == line)
            return l;
        if (!l->holders && (!oldest || l->last < oldest->last))
            oldest = l;
    }
    return oldest;
}

struct witness_line *witness_line(struct witness *w, uint64_t line)
{
    struct witness_line *l = place(w, line);
    if (!l)
        return NULL;
    l->last = w->asked++;
    if (l->used && l->line == line)
        return l;
    w->forgot |= l->used;
    l->used = true;
    l->unsure = false;
    l->line = line;
    l->first = l->now = w->forgot;
    memset(l->floor, 0, sizeof l->floor);
    w->words(w->memory, line * UL1_LINE_BYTES, l->version[l->now]);
    return l;
}

void witness_reset(struct witness *w)
{
    w->forgot = false;
    for (unsigned i = 0; i < WITNESS_LINES; i++)
        w->line[i].used = false;
}

void witness_write(struct witness_line *l, const uint8_t be[UL1_LINE_WORDS],
                   const uint32_t word[UL1_LINE_WORDS])
{
    const uint32_t *before = l->version[l->now++ % WITNESS_VERSIONS];
    uint32_t *after = l->version[l->now % WITNESS_VERSIONS];
    memcpy(after, before, sizeof l->version[0]);
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++) {
            const uint32_t byte = (be[n] >> k & 1u) * UINT32_C(0xff) << 8 * k;
            after[n] = (after[n] & ~byte) | (word[n] & byte);
        }
}

void witness_raise(struct witness_floor *f, uint32_t version)
{
    for (unsigned b = 0; b < WITNESS_BYTES; b++)
        if (f->byte[b] < version)
            f->byte[b] = version;
}

static bool in_sectors(unsigned sect, unsigned byte)
{
    return sect >> byte / UL1_WORD_BYTES / UL1_SECTOR_WORDS & 1;
}

void witness_rise(struct witness_floor *f, const struct witness_floor *seen, unsigned sect)
{
    for (unsigned b = 0; b < WITNESS_BYTES; b++)
        if (in_sectors(sect, b) && f->byte[b] < seen->byte[b])
            f->byte[b] = seen->byte[b];
}

int witness_see(const struct witness_line *l, const struct witness_floor *f, unsigned sect,
                const uint32_t word[UL1_LINE_WORDS], struct witness_floor *seen)
{
    const uint32_t kept = l->now < WITNESS_VERSIONS ? 0 : l->now - WITNESS_VERSIONS + 1,
                   known = l->first > kept ? l->first : kept;
    for (unsigned b = 0; b < WITNESS_BYTES; b++) {
        if (!in_sectors(sect, b))
            continue;
        const unsigned n = b / UL1_WORD_BYTES, at = b % UL1_WORD_BYTES * 8;
        const bool all = f->byte[b] >= known;
        uint32_t v = all ? f->byte[b] : known;
        while (v <= l->now && ((l->version[v % WITNESS_VERSIONS][n] ^ word[n]) >> at & 0xff))
            v++;
        if (v > l->now && all)
            return (int)b;
        seen->byte[b] = v > l->now || !all ? f->byte[b] : v;
    }
    return WITNESS_FINE;
}

#endif
