#include "blocks/tag/shadow.h"

#include <stddef.h>
#include <string.h>

#include "kit/mask.h"
#include "common/sizes.h"

unsigned tag_fetch_of_line(const struct tag_contract *shadow, uint64_t line)
{
    for (uint64_t left = shadow->used; left; left &= left - 1)
        if (shadow->line[mask_first(left)] == line)
            return mask_first(left);
    return TAG_NONE;
}

unsigned tag_pending_of_row(const struct tag_contract *shadow, unsigned row)
{
    for (uint64_t left = shadow->used & ~shadow->locked; left; left &= left - 1)
        if (shadow->row[mask_first(left)] == row)
            return mask_first(left);
    return TAG_NONE;
}

bool tag_fetches_full(const struct tag_contract *shadow)
{
    return shadow->used == mask_all(UL1_PRT);
}

unsigned tag_sectors_needed(const struct ul1_tag_in *in)
{
    uint32_t banks = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        banks |= (in->pass_mask >> slot & 1u) << (in->pass_addr[slot] >> UL1_BYTE_W) % UL1_LINE_WORDS;
    return sectors_of(banks);
}

static void open_fetch(struct tag_contract *shadow, const struct ul1_tag_in *in,
                       const struct ul1_tag_out *out)
{
    unsigned fetch = mask_first(~shadow->used);
    shadow->used |= mask_bit(fetch);
    shadow->locked &= ~mask_bit(fetch);
    shadow->have[fetch] = out->look_have;
    shadow->held[fetch] = 0;
    shadow->row[fetch] = out->look_row;
    shadow->line[fetch] = in->pass_line;
}

void tag_shadow_advance(struct tag_contract *shadow, const struct ul1_tag_in *in,
                        const struct ul1_tag_out *out)
{
    if (!shadow->light)
        tag_predictor_advance(&shadow->predictor, in, out);
    if (in->rst) {
        memset(shadow, 0, offsetof(struct tag_contract, predictor));
        return;
    }
    unsigned arrives = in->fill_valid ? tag_pending_of_row(shadow, in->done_fill_row) : TAG_NONE;
    unsigned fails = in->done_fault ? tag_pending_of_row(shadow, in->done_fault_row) : TAG_NONE;
    unsigned ends = in->pass_replay && in->pass_last ? tag_fetch_of_line(shadow, in->pass_line) : TAG_NONE;
    shadow->running = 1;
    shadow->cfg_page = in->cfg_page;
    shadow->cfg_root = in->cfg_root;
    shadow->evicted = out->evict_valid;
    shadow->turned = out->cmd_turn;
    shadow->turned_line = out->cmd_line;
    shadow->asked = in->req_cached;
    shadow->asked_line = in->req_line;
    if (in->miss_open && !tag_fetches_full(shadow))
        open_fetch(shadow, in, out);
    unsigned held = in->store_hold ? tag_fetch_of_line(shadow, in->pass_line) : TAG_NONE;
    if (held != TAG_NONE)
        shadow->held[held] |= out->look_need;
    if (arrives != TAG_NONE) {
        shadow->have[arrives] |= in->fill_err ? 0 : in->fill_sect;
        shadow->locked |= in->done_fill ? mask_bit(arrives) : 0;
    }
    if (fails != TAG_NONE)
        shadow->locked |= mask_bit(fails);
    if (ends != TAG_NONE)
        shadow->used &= ~mask_bit(ends);
}
