#include "blocks/copy/contract.h"

#include <stddef.h>

static const char *check_start(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    uint64_t bits = 0;
    if (copy_shadow_place(s) == COPY_MOST)
        return "in_copy: a copy starts, and no place is free";
    if (in->in_width < UL1_WIDTH_B32 || in->in_width > UL1_WIDTH_B128)
        return "in_width: a copy has 32, 64 or 128 bits a lane";
    for (unsigned lane = 0; lane < LANES; lane++)
        bits |= in->in_dest[lane];
    return bits >> UL1_DEST_W ? "in_dest: more than its bits" : NULL;
}

static const char *check_store(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const struct copy_told *t = &s->copy[s->number];
    if (!s->shown)
        return "in_copy: the store of a copy, and none is shown";
    return in->in_warp != t->warp || in->in_width != t->width || in->in_mask != t->mask
        ? "in_warp, in_width, in_mask: not those of the copy that is shown"
        : NULL;
}

static const char *check_entries(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const bool takes =
        (copy_shadow_starts(in) && in->in_ready) || (copy_shadow_stores(in) && in->in_shared_ready);
    if (takes
        && (in->in_entry >= UL1_INSTRS || copy_shadow_of(s, COPY_LOADS, in->in_entry)
            || copy_shadow_of(s, COPY_STORES, in->in_entry)))
        return "in_entry: no entry, or one with a half of a copy";
    if (in->ret_valid && in->ret_id >= UL1_INSTRS)
        return "ret_id: no entry";
    const struct copy_told *t = in->ret_valid ? copy_shadow_of(s, COPY_LOADS, in->ret_id) : NULL;
    for (unsigned sub = 0; t && !in->ret_err && sub < UL1_WORDS; sub++) {
        const bool now = in->rf_id == in->ret_id && in->rf_sub == sub;
        if (copy_shadow_slots(t, sub) & ~(t->came[sub] | (now ? in->load_mask : 0)))
            return "ret_valid: the load of a copy retires before its words have come";
    }
    return NULL;
}

static const char *check_groups(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    if (in->commit_valid && in->commit_warp >= UL1_WARPS)
        return "commit_warp: no warp";
    if (!in->wait_valid)
        return NULL;
    if (in->wait_warp >= UL1_WARPS)
        return "wait_warp: no warp";
    if (in->wait_groups >= COPY_LEAVES)
        return "wait_groups: more than are counted";
    return s->waits[in->wait_warp] && !copy_shadow_opens(s, in->wait_warp)
        ? "wait_warp: this warp waits already"
        : NULL;
}

static const char *check(const struct copy_shadow *s, const struct ul1_copy_in *in)
{
    const char *broken = copy_shadow_starts(in) ? check_start(s, in)
        : copy_shadow_stores(in)                ? check_store(s, in)
                                                : NULL;
    if (!broken)
        broken = check_entries(s, in);
    return broken ? broken : check_groups(s, in);
}

static const char *check_shown(const struct copy_shadow *s, const struct ul1_copy_out *out)
{
    const unsigned place = copy_shadow_place(s);
    const struct copy_told *t = &s->copy[s->number];
    uint32_t differ = 0;
    if (out->copy_ready != (place < COPY_MOST))
        return "copy_ready: not while fewer than COPIES copies are under way";
    if (out->copy_ready && out->copy_place != place)
        return "copy_place: not the lowest free place";
    if (out->copy_valid != s->shown)
        return "copy_valid: not while the words of a copy have come, and its store was not taken";
    if (!s->shown)
        return NULL;
    if (out->copy_number != s->number)
        return "copy_number: not the next place in rotation";
    for (unsigned lane = 0; lane < LANES; lane++)
        differ |= out->copy_addr[lane] ^ t->dest[lane];
    return out->copy_warp != t->warp || out->copy_width != t->width || out->copy_mask != t->mask || differ
        ? "copy_warp, copy_width, copy_mask, copy_addr: not those of the copy"
        : NULL;
}

static const char *check_data(const struct copy_shadow *s, const struct ul1_copy_in *in,
                              const struct ul1_copy_out *out)
{
    const struct copy_told *t = in->pull_ready ? copy_shadow_of(s, COPY_STORES, in->pull_id) : NULL;
    if (out->copydata_mask != (t ? in->pull_mask : 0))
        return "copydata_mask: not the slots of a beat that a copy's store requests";
    for (unsigned slot = 0; t && slot < LANES; slot++)
        if (out->copydata_mask >> slot & 1 && out->copydata_word[slot] != t->word[in->pull_sub][slot])
            return "copydata_word: not the word that the load has brought";
    return NULL;
}

static const char *check_opens(const struct copy_shadow *s, const struct ul1_copy_out *out)
{
    for (unsigned w = 0; w < UL1_WARPS; w++)
        if ((out->wait_opens >> w & 1) != copy_shadow_opens(s, w))
            return "wait_opens: not when few enough groups of the warp are under way";
    return NULL;
}

const char *copy_contract_check(struct copy_contract *c, const struct ul1_copy_in *in,
                                const struct ul1_copy_out *out)
{
    const struct copy_shadow *s = &c->shadow;
    const char *broken = in->rst || !UL1_COPIES ? NULL : check(s, in);
    if (!broken && !in->rst && s->judged && !c->light) {
        broken = check_shown(s, out);
        broken = broken ? broken : check_data(s, in, out);
        broken = broken ? broken : check_opens(s, out);
    }
    copy_shadow_advance(&c->shadow, in);
    return broken;
}
