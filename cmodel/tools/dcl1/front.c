#include "dcl1/front.h"

#include <string.h>

enum { RING = 1 << UL1_TAG_W, ALL = (1 << UL1_SECTORS) - 1 };

// The words of a line, which no other line has.
static uint32_t word_of(uint64_t line, unsigned word)
{
    return (uint32_t)(line * UL1_LINE_WORDS + word) * 2654435761u;
}

static void wait(struct dcl1_sm *sm, unsigned warp, uint64_t until)
{
    const unsigned at = (sm->first + sm->count++) % RING;
    sm->ready[at] = until;
    sm->warp[at] = (uint8_t)warp;
}

void dcl1_front_begin(struct dcl1_front *f, struct dcl1_streams *streams, unsigned warps, unsigned think)
{
    memset(f, 0, sizeof *f);
    f->streams = streams;
    f->think = think;
    for (unsigned i = 0; i < UL1_SMS; i++)
        for (unsigned w = 0; w < warps; w++)
            wait(&f->sm[i], w, 0);
}

static void offer(struct dcl1_front *f, unsigned i, struct ul1_sni_in *in)
{
    struct dcl1_sm *sm = &f->sm[i];
    const unsigned warp = sm->warp[sm->first];
    in->mem_valid = 1;
    in->mem_op = UL1_MEMOP_READ;
    in->mem_number = (uint8_t)warp;
    in->mem_line = sm->line[warp] = f->streams->of->line(f->streams, i, sm->taken);
    in->mem_sect = sm->sect[warp] = ALL;
}

void dcl1_front_offer(struct dcl1_front *f, struct ul1_dcside_in *in, uint64_t now)
{
    for (unsigned i = 0; i < UL1_SMS; i++) {
        const struct dcl1_sm *sm = &f->sm[i];
        if (!in->sni[i].mem_valid && sm->count && sm->ready[sm->first] <= now && sm->taken < f->reads)
            offer(f, i, &in->sni[i]);
    }
}

static void take(struct dcl1_front *f, unsigned i, struct ul1_sni_in *in)
{
    struct dcl1_sm *sm = &f->sm[i];
    in->mem_valid = 0;
    sm->first = (sm->first + 1) % RING;
    sm->count--;
    sm->taken++;
    f->taken++;
}

static void answer(struct dcl1_front *f, unsigned i, const struct ul1_sni_out *out, uint64_t now)
{
    struct dcl1_sm *sm = &f->sm[i];
    const unsigned warp = out->resp_number, sect = out->resp_sect;
    f->wrong += out->resp_op != UL1_MEMOP_READ || out->resp_err || (sect & ~sm->sect[warp]);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        f->wrong += (sect >> w / UL1_SECTOR_WORDS & 1) && out->resp_data[w] != word_of(sm->line[warp], w);
    sm->sect[warp] &= (uint8_t)~sect;
    if (sm->sect[warp])
        return;
    f->answered++;
    wait(sm, warp, now + f->think);
}

// In the cycle behind an access the cells return what it read; without one they return zero.
static void cells(const struct ul1_mc_out *out, struct ul1_mc_in *in)
{
    if (!out->cell_valid) {
        memset(in->back_word, 0, UL1_SECTOR_WORDS * sizeof *in->back_word);
        return;
    }
    for (unsigned k = 0; k < UL1_SECTORS; k++)
        for (unsigned w = 0; w < UL1_SECTOR_WORDS && out->cell_sect >> k & 1; w++)
            in->back_word[w] = word_of(out->cell_line, k * UL1_SECTOR_WORDS + w);
}

void dcl1_front_look(struct dcl1_front *f, const struct ul1_dcside_out *out, struct ul1_dcside_in *in,
                     uint64_t now)
{
    for (unsigned i = 0; i < UL1_SMS; i++) {
        if (in->sni[i].mem_valid && out->sni[i].mem_ready)
            take(f, i, &in->sni[i]);
        if (out->sni[i].resp_valid)
            answer(f, i, &out->sni[i], now);
    }
    for (unsigned c = 0; c < UL1_MCS; c++)
        cells(&out->mc[c], &in->mc[c]);
}
