// Texture unit: lookups, and the fetches that misses open.
#ifndef UL1_TEXTURE_TAGS_H
#define UL1_TEXTURE_TAGS_H

#include "common/lines.h"
#include "l1/texture/state.h"

// The set of a line: all bits of its number count, so that rows at any power of two apart differ.
static inline unsigned texture_set(uint64_t line)
{
    unsigned set = 0;
    for (; line; line >>= UL1_TEX_SET_W)
        set ^= (unsigned)(line & (UL1_TEX_SETS - 1));
    return set;
}

static inline uint64_t texture_tag(uint64_t line)
{
    return line >> UL1_TEX_SET_W;
}

// Sectors that the slots of a pass lie in.
static inline unsigned texture_sectors(const struct texture_pass *p)
{
    unsigned sectors = 0;
    for (unsigned n = 0; n < TEXTURE_SLOTS; n++)
        sectors |= bit(p->slots, n) << word_sector(addr_word(p->at[n]));
    return sectors;
}

struct texture_lookup {
    unsigned set, way;
    unsigned lacks; // sectors that are neither valid nor under fetch
    unsigned there; // the line has the way; else it is the victim
    unsigned goes;  // the pass joins the FIFO
};

static inline struct texture_lookup texture_look(const struct texture_state *s)
{
    const struct texture_pass *p = &s->look;
    struct texture_lookup l = { .set = texture_set(p->line) };
    const uint8_t *parts = s->parts[l.set];
    const unsigned full = s->passes == TEXTURE_PASSES;
    l.way = lines_way(parts, s->tag[l.set], TEXTURE_WAYS, texture_tag(p->line));
    l.there = l.way < TEXTURE_WAYS;
    if (!l.there)
        l.way = lines_victim(parts, s->age[l.set], TEXTURE_WAYS);
    l.lacks = texture_sectors(p) & ~(l.there ? parts[l.way] : 0u);
    l.goes = p->valid && !full && (!l.lacks || s->fetches < TEXTURE_FETCHES);
    return l;
}

// The fetch with the sectors that the pass lacks. They count as there from now on.
static inline void texture_open(struct texture_state *s, const struct texture_lookup *l)
{
    uint8_t *parts = &s->parts[l->set][l->way];
    *parts = (uint8_t)((l->there ? *parts : 0) | l->lacks);
    s->tag[l->set][l->way] = texture_tag(s->look.line);
    struct texture_fetch *f = &s->fetch[(s->oldest + s->fetches) % TEXTURE_FETCHES];
    f->wanted = (uint8_t)l->lacks;
    f->got = 0;
    f->err = UL1_ERR_NONE;
    f->line = s->look.line;
    s->fetches++;
    s->unsent++;
}

// All that was requested has come, or has failed.
static inline unsigned texture_has_come(const struct texture_state *s)
{
    const struct texture_fetch *f = &s->fetch[s->oldest];
    return s->fetches > 0 && !(f->wanted & ~f->got);
}

// The translation of the next fetch: it is taken, fails, or waits for page walkers.
static inline void texture_clock_ask(struct texture_state *s, const struct texture_in *in)
{
    struct texture_fetch *f = &s->fetch[s->asks];
    if (s->walks) {
        s->walks = s->walks & in->walk_ends ? 0 : s->walks;
        return;
    }
    if (in->texmmu_wait && !(in->texmmu_wait & in->walk_ends))
        s->walks = in->texmmu_wait;
    if (!in->texmmu_take && !in->texmmu_fault)
        return;
    if (in->texmmu_fault) {
        f->err = in->texmmu_err;
        f->got = f->wanted;
    }
    s->asks = (uint8_t)((s->asks + 1) % TEXTURE_FETCHES);
    s->unsent--;
}

static inline void texture_clock_fill(struct texture_state *s, const struct texture_in *in)
{
    if (!in->fill_tex)
        return;
    struct texture_fetch *f = &s->fetch[in->fill_fetch % TEXTURE_FETCHES];
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (bit(in->fill_sect, word_sector(n)))
            f->word[n] = in->fill_data[n];
    f->got |= in->fill_sect;
    f->err = in->fill_err ? UL1_ERR_BUS : f->err;
}

// The words of the oldest fetch go to the way of the pass at the head, and the fetch ends.
static inline void texture_move(struct texture_state *s)
{
    const struct texture_fetch *f = &s->fetch[s->oldest];
    const unsigned set = texture_set(s->head.line), way = s->head.way;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (bit(f->wanted, word_sector(n)))
            s->data[set][way][n] = f->word[n];
    for (unsigned q = 0; q < UL1_SECTORS; q++)
        if (bit(f->wanted, q))
            s->err[set][way][q] = f->err;
    s->oldest = (uint8_t)((s->oldest + 1) % TEXTURE_FETCHES);
    s->fetches--;
}

#endif
