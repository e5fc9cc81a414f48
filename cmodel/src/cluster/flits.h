// Flits of packets (docs/cluster.md): a flit, a line that leaves as flits, and one that flits bring.
#ifndef UL1_FLITS_H
#define UL1_FLITS_H

#include <string.h>

#include "common/bits.h"

// The fields of a head. `dst` is not among them, as it does not pass a crossbar.
struct head {
    uint8_t kind, use;
    uint8_t atom, wide, sign; // the operation of a write or an atomic
    uint8_t err;
    uint32_t sub;
    uint64_t line, vline;
};

// A line on its way out: a flit for each of its sectors, or one flit without words.
struct flits_out {
    uint8_t valid;
    uint8_t begun; // the head is gone
    uint8_t words; // the flits carry words
    uint8_t sect;  // sectors that are left; without words those that the flit names
    uint32_t word[UL1_LINE_WORDS];
};

// The sectors that the flit on offer names: one, if it carries words.
static inline unsigned flits_sect(const struct flits_out *f)
{
    return (unsigned)(f->words ? lowest_one(f->sect) : f->sect);
}

static inline unsigned flits_tail(const struct flits_out *f)
{
    return !f->words || !without_lowest(f->sect);
}

// The sector of the flit on offer, if it carries words.
static inline unsigned flits_at(const struct flits_out *f)
{
    return f->words && f->sect ? lowest(f->sect) : 0;
}

// The words of the flit on offer, zero if it carries none.
static inline void flits_words(const struct flits_out *f, uint32_t *word)
{
    for (unsigned w = 0; w < UL1_SECTOR_WORDS; w++)
        word[w] = f->words ? f->word[flits_at(f) * UL1_SECTOR_WORDS + w] : 0;
}

// Whether a line may enter: there is none, or the network takes its last flit.
static inline unsigned flits_room(const struct flits_out *f, unsigned ready)
{
    return !f->valid || (ready && flits_tail(f));
}

static inline void flits_enter(struct flits_out *f, unsigned words, unsigned sect, const uint32_t *word)
{
    f->valid = 1;
    f->begun = 0;
    f->words = (uint8_t)words;
    f->sect = (uint8_t)sect;
    memcpy(f->word, word, sizeof f->word);
}

// The network takes the flit on offer.
static inline void flits_leave(struct flits_out *f)
{
    f->valid = !flits_tail(f);
    f->begun = 1;
    f->sect &= (uint8_t)~flits_sect(f);
}

// A line that flits bring: the sectors that they have named so far.
struct flits_in {
    uint8_t whole; // the tail is there, and the packet is not taken on
    uint8_t sect;
    uint32_t word[UL1_LINE_WORDS];
};

// A flit comes.
static inline void flits_come(struct flits_in *f, unsigned head, unsigned tail, unsigned sect,
                              const uint32_t *word)
{
    f->whole = (uint8_t)tail;
    f->sect = (uint8_t)(head ? sect : f->sect | sect);
    for (unsigned s = 0; s < UL1_SECTORS; s++)
        if (is_in(sect, s))
            memcpy(f->word + s * UL1_SECTOR_WORDS, word, UL1_SECTOR_WORDS * sizeof *word);
}

// The words of these sectors.
static inline uint64_t words_in(unsigned sect)
{
    uint64_t words = 0;
    for (unsigned s = 0; s < UL1_SECTORS; s++)
        words |= is_in(sect, s) ? below(UL1_SECTOR_WORDS) << s * UL1_SECTOR_WORDS : 0;
    return words;
}

#endif
