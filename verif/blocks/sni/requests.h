// Random requests of an L1 to its network interface, for the drives of sni and of machines that have it.
#ifndef SNI_REQUESTS_H
#define SNI_REQUESTS_H

#include <string.h>

#include "blocks/draw.h"
#include "kit/lane_diff.h"

// The request of the previous cycle, which was not taken.
static inline void sni_offer_again(struct ul1_sni_in *in, const struct ul1_sni_in *last)
{
    in->mem_valid = 1;
    in->mem_op = last->mem_op;
    in->mem_number = last->mem_number;
    in->mem_line = last->mem_line;
    in->mem_sect = last->mem_sect;
    in->mem_vline = last->mem_vline;
    in->mem_level = last->mem_level;
    in->memread_kind = last->memread_kind;
    in->memread_warp = last->memread_warp;
    in->memread_space = last->memread_space;
    memcpy(in->memdata_be, last->memdata_be, sizeof in->memdata_be);
    memcpy(in->memdata_word, last->memdata_word, sizeof in->memdata_word);
    in->memdata_atom = last->memdata_atom;
    in->memdata_wide = last->memdata_wide;
    in->memdata_signed = last->memdata_signed;
    in->memold_valid = last->memold_valid;
    in->memold_number = last->memold_number;
}

// Bytes of some sectors, some of them of a few words only. `whole`: percent with all words of their sectors;
// `single`: percent with one byte.
static inline void sni_draw_bytes(struct drive *d, struct ul1_sni_in *in, unsigned whole, unsigned single)
{
    const unsigned sect = draw_sectors(d), word = rng_below(&d->rng, UL1_LINE_WORDS);
    const uint32_t some = draw_mask(d);
    const bool words = rng_percent(&d->rng, whole), byte = rng_percent(&d->rng, single);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++) {
        const bool on = sect >> w / UL1_SECTOR_WORDS & 1 && (words || some >> w & 1);
        in->memdata_be[w] = (uint8_t)(on && !byte ? draw_bytes(d) : 0);
    }
    if (!any8(in->memdata_be, UL1_LINE_WORDS))
        in->memdata_be[word] = 1;
}

#endif
