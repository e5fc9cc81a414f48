// The ways of a set of an L2 slice: which has a line, which is given away, and the bytes that are known.
#ifndef UL1_L2_WAYS_H
#define UL1_L2_WAYS_H

#include "cluster/l2/state.h"

static inline unsigned l2_set_of(uint64_t line)
{
    return line >> UL1_L2_LOW & (UL1_L2_SETS - 1);
}

// The way that has the line, or UL1_L2_WAYS.
static inline unsigned l2_way_of(const struct l2_set *set, uint64_t line)
{
    uint32_t found = 0;
    for (unsigned w = 0; w < UL1_L2_WAYS; w++)
        found |= (uint32_t)(set->line[w] == line) << w;
    found &= set->there;
    return found ? lowest(found) : UL1_L2_WAYS;
}

// The way that a line gets: the lowest without a line, else the oldest that is not pending; or UL1_L2_WAYS.
static inline unsigned l2_victim(const struct l2_set *set)
{
    const uint32_t all = (uint32_t)below(UL1_L2_WAYS), may = all & ~set->pending;
    if (all & ~set->there)
        return lowest(all & ~set->there);
    return may ? ages_oldest(set->before, may) : UL1_L2_WAYS;
}

static inline void l2_touch(struct l2_set *set, unsigned way)
{
    ages_join(set->before, UL1_L2_WAYS, way);
}

// The words of a way lie in a row of their own.
static inline unsigned l2_row(unsigned set, unsigned way)
{
    return set * UL1_L2_WAYS + way;
}

// The sectors in which these bytes are any, or all.
static inline unsigned l2_sectors(const uint8_t *be, unsigned all)
{
    unsigned sectors = 0;
    for (unsigned q = 0; q < UL1_SECTORS; q++) {
        unsigned any_byte = 0, every_byte = ALL_BYTES;
        for (unsigned i = q * UL1_SECTOR_WORDS; i < (q + 1) * UL1_SECTOR_WORDS; i++) {
            any_byte |= be[i];
            every_byte &= be[i];
        }
        sectors |= (unsigned)(all ? every_byte == ALL_BYTES : any_byte != 0) << q;
    }
    return sectors;
}

// The way gets another line, of which nothing is known.
static inline void l2_give(struct l2_state *s, unsigned n, unsigned way, uint64_t line)
{
    struct l2_set *set = &s->set[n];
    set->there |= (uint32_t)one(way);
    set->line[way] = line;
    set->full[way] = set->dirty[way] = 0;
    memset(s->way[l2_row(n, way)].known, 0, UL1_LINE_WORDS);
}

// Sectors come, which are not full: with words, or with an error.
static inline void l2_fill_words(struct l2_state *s, unsigned n, unsigned way, unsigned sect, unsigned err,
                                 const uint32_t *word)
{
    s->set[n].full[way] |= (uint8_t)(err ? 0 : sect);
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        if (sect >> i / UL1_SECTOR_WORDS & 1) {
            s->way[l2_row(n, way)].known[i] = err ? 0 : ALL_BYTES;
            s->way[l2_row(n, way)].word[i] = word[i];
        }
}

static inline void l2_store_words(struct l2_state *s, unsigned n, unsigned way, const uint8_t *be,
                                  const uint32_t *word)
{
    uint8_t *known = s->way[l2_row(n, way)].known;
    uint32_t *to = s->way[l2_row(n, way)].word;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        known[i] |= be[i];
        to[i] = lay_over(to[i], word[i], be_bits(be[i]));
    }
    s->set[n].full[way] = (uint8_t)l2_sectors(known, 1);
    s->set[n].dirty[way] |= (uint8_t)l2_sectors(be, 0);
}

#endif
