#include "blocks/prt/track.h"

#include <string.h>

#include "blocks/prt/shadow.h"
#include "kit/mask.h"
#include "common/sizes.h"

unsigned prt_asked(const struct prt_track *track, const struct ul1_prt_in *in, const struct ul1_prt_out *out,
                   unsigned entry)
{
    unsigned wants = in->look_need & ~(unsigned)in->look_have;
    if (in->pass_store && out->store_through)
        return 0;
    if (in->cfg_fetch == UL1_FETCH_LINE && (in->look_miss || out->miss_open))
        wants = ALL_SECTORS & ~(unsigned)in->look_have;
    if (in->pass_store)
        wants &= ~(unsigned)in->look_cover;
    return wants & ~(entry == PRT_NONE ? 0u : track->wanted[entry]);
}

struct prt_joining prt_joins(const struct prt_track *track, const struct ul1_prt_in *in,
                             const struct ul1_prt_out *out)
{
    unsigned entry =
        in->look_judge && (out->miss_merge || out->store_hold) ? prt_entry_of(out, in->pass_line) : PRT_NONE;
    return (struct prt_joining){ .entry = entry,
                                 .more = entry == PRT_NONE ? 0 : prt_asked(track, in, out, entry) };
}

static void track_error(struct prt_track *track, unsigned entry, uint8_t err)
{
    if (!track->err[entry])
        track->err[entry] = err;
}

// Sectors that arrive or fail.
static void track_arrival(struct prt_track *track, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->fill_valid) {
        track->got[in->fill_prt] |= in->fill_sect;
        if (in->fill_err)
            track_error(track, in->fill_prt, UL1_ERR_BUS);
    }
    if (in->mmu_fault && !out->head_write) {
        track->got[out->head_prt] |= out->head_sect;
        track_error(track, out->head_prt, in->mmu_err);
    }
}

// The access in stage 1.
static void track_access(struct prt_track *track, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct prt_joining joins = prt_joins(track, in, out);
    unsigned entry = joins.entry;
    if (in->answer_fence)
        track->fenced = out->prt_used;
    if (entry != PRT_NONE)
        track->wanted[entry] |= (uint8_t)joins.more;
    if (out->miss_open && !prt_full(out)) {
        entry = prt_lowest_free(out);
        track->wanted[entry] = (uint8_t)prt_asked(track, in, out, PRT_NONE);
        track->got[entry] = track->err[entry] = 0;
        track->fenced &= ~mask_bit(entry);
        track->drops &= ~mask_bit(entry);
        track->drops |= in->look_miss && in->pass_bypass ? mask_bit(entry) : 0;
        track->keeps &= ~mask_bit(entry);
    }
    if (out->store_hold && !out->store_through && entry != PRT_NONE) {
        track->drops &= ~mask_bit(entry);
        track->keeps |= mask_bit(entry);
    }
}

static void track_waits(struct prt_track *track, const struct ul1_prt_in *in)
{
    unsigned left = 0;
    if (in->mmu_wait && track->waiting < UL1_PRT + UL1_WDB)
        track->waits[track->waiting++] = in->mmu_wait;
    for (unsigned i = 0; i < track->waiting; i++)
        if (!(track->waits[i] & in->walk_ends))
            track->waits[left++] = track->waits[i];
    track->waiting = left;
}

static void track_replays(struct prt_track *track, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    track->handed -= in->pass_replay && in->pass_last;
    track->next = track->selecting;
    if (track->selecting) {
        track->stage1 = track->ahead[0];
        memmove(&track->ahead[0], &track->ahead[1], --track->aheads * sizeof track->ahead[0]);
    }
    if (!track->taking)
        return;
    track->ahead[track->aheads++] = (struct prt_ahead){ .prt = in->replay_prt,
                                                        .last = out->merged_last,
                                                        .fail = out->merged_err != UL1_ERR_NONE,
                                                        .bare = out->merged_bare };
    track->given = out->merged_last ? 0 : track->given + 1;
    track->handed += out->merged_last;
}

void prt_track_advance(struct prt_track *track, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    track->fresh = in->rst;
    if (in->rst) {
        track->next = false;
        track->aheads = track->handed = track->given = 0;
        track->freed = 0;
        track->waiting = 0;
        track->was_fetch = 0;
        return;
    }
    track_waits(track, in);
    track_arrival(track, in, out);
    track_access(track, in, out);
    track->was_fetch = in->cfg_fetch;
    track->freed = in->pass_replay && in->pass_last ? mask_bit(in->pass_prt) : 0;
    track_replays(track, in, out);
}
