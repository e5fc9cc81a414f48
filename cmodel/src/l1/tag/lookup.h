// The lookup of a cached pass, and the array location of each slot.
#ifndef UL1_TAG_LOOKUP_H
#define UL1_TAG_LOOKUP_H

#include "l1/tag/ways.h"

static inline void tag_map(const struct tag_in *in, struct ul1_tag_out *out)
{
    for (unsigned i = 0; i < LANES; i++) {
        out->map_bank[i] = (uint8_t)addr_bank(in->pass_addr[i]);
        out->map_row[i] = (array_row)addr_row(in->pass_addr[i]);
        out->map_byte[i] = (uint8_t)addr_byte(in->pass_addr[i]);
    }
}

// Words of their lines that the pass's slots access.
static inline uint32_t tag_words(const struct tag_in *in)
{
    uint32_t words = 0;
    for (unsigned i = 0; i < LANES; i++)
        words |= bit(in->pass_mask, i) << addr_word(in->pass_addr[i]);
    return words;
}

// Sectors with any of these words; sectors with all words among these.
static inline unsigned tag_need(uint32_t words)
{
    unsigned need = 0;
    for (unsigned q = 0; q < UL1_SECTORS; q++)
        need |= (unsigned)((words & sector_words(q)) != 0) << q;
    return need;
}

static inline unsigned tag_cover(const struct tag_in *in, uint32_t words)
{
    return in->pass_store && in->pass_width >= UL1_WIDTH_B32 ? ~tag_need(~words) & ALL_SECTORS : 0;
}

// A reduction on global memory.
static inline unsigned tag_reduces(const struct tag_in *in)
{
    return UL1_GLOBAL_ATOMICS && in->pass_red != UL1_ATOM_NONE;
}

// A store that bypasses the cache and covers its line makes a clean copy invalid. A reduction makes any copy
// invalid that is not under fetch.
static inline unsigned tag_purges(const struct tag_in *in, const struct tag_found *found, unsigned cover)
{
    if (tag_reduces(in))
        return found->free;
    return in->pass_store && in->pass_bypass && cover == ALL_SECTORS && found->free && !found->dirty;
}

// Dirty sectors that must be written back. A flush, and a load that takes its line's way over, write back
// those of their own line, if it is free; a reduction also if it is under fetch. Any other access writes back
// those of the victim.
static inline unsigned tag_evicts(const struct tag_in *in, const struct tag_found *found)
{
    if (tag_reduces(in))
        return found->dirty;
    if (in->pass_flush || tag_takes_over(in, found))
        return found->free ? found->dirty : 0;
    return found->victim;
}

// The last replay of an entry that does not keep its line: its loads bypass, or the command `line` waits for
// it.
static inline unsigned tag_drops(const struct tag_state *s, const struct tag_in *in)
{
    return in->pass_replay && in->pass_last && (in->pass_drop || tag_awaits(s, in->pass_line));
}

// An inval of a free line with clean sectors.
static inline unsigned tag_voids(const struct tag_in *in, const struct tag_found *found)
{
    return in->pass_inval && found->free && (found->valid & ~found->dirty);
}

static inline void tag_lookup(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    struct tag_found found = tag_seek(s, in->pass_line);
    uint32_t words = tag_words(in);
    unsigned need = tag_need(words), cover = tag_cover(in, words), over = tag_takes_over(in, &found);
    unsigned closed = found.there && bit(s->set[found.set].closed, found.way);
    unsigned fits = found.there && (need & ~found.valid) == 0;
    unsigned cmo = in->pass_inval || in->pass_flush;
    unsigned hit =
        !in->pass_store && !cmo && fits && (in->pass_replay ? !in->pass_fail : !closed && !in->pass_bypass);

    out->look_hit = (uint8_t)hit;
    out->look_miss = !in->pass_store && !cmo && !in->pass_replay && !hit;
    out->look_judge = in->pass_store || out->look_miss || (cmo && s->cmd != UL1_CMD_STATE_LOOK);
    out->look_set = (uint8_t)found.set;
    out->look_need = (uint8_t)need;
    out->look_have = (uint8_t)(over ? 0 : found.valid);
    out->look_cover = (uint8_t)cover;
    out->look_there = (uint8_t)found.there;
    out->look_way = (uint8_t)found.reservable;
    out->look_row = (array_row)found.row;
    out->look_dirty = (uint8_t)tag_evicts(in, &found);
    out->look_purge = (uint8_t)tag_purges(in, &found, cover);

    // The words of a load lie in one row. Those of a store go to the row of its WDB entry.
    out->map_mask = hit || in->pass_store ? in->pass_mask : 0;
    if (out->map_mask)
        for (unsigned i = 0; i < LANES; i++) {
            out->map_row[i] = hit ? out->look_row : 0;
            if (UL1_ABREAST > 1)
                out->map_bank[i] = (uint8_t)row_bank(out->map_row[i], addr_word(in->pass_addr[i]));
        }
}

static inline void tag_look(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    out->look_hit = 0;
    out->look_miss = 0;
    out->look_judge = 0;
    out->look_purge = 0;
    out->look_valid = 0;
    out->map_mask = in->pass_mask;
    if (in->pass_mask)
        tag_map(in, out);
    if (in->pass_cached)
        tag_lookup(s, in, out);
    if (in->pass_replay && in->pass_last) {
        struct tag_found found = tag_seek(s, in->pass_line);
        out->look_valid = (uint8_t)(tag_drops(s, in) ? found.dirty : found.valid);
    }
}

#endif
