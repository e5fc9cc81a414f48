#include "blocks/mmu/track.h"

#include <string.h>

#include "common/sizes.h"

uint64_t mmu_page_of(const struct ul1_mmu_in *in, uint64_t line)
{
    return line >> line_page_bits(in->use_page);
}

bool mmu_walked(const struct mmu_track *track, const struct ul1_mmu_out *out, unsigned walker)
{
    return track->was_walk[walker] == UL1_WALK_STATE_WAITS && out->walk_state[walker] == UL1_WALK_STATE_IDLE;
}

bool mmu_failed(const struct mmu_track *track, const struct ul1_mmu_out *out, unsigned walker)
{
    return track->was_walk[walker] == UL1_WALK_STATE_WAITS && out->walk_state[walker] == UL1_WALK_STATE_FAILS;
}

unsigned mmu_begins(const struct ul1_mmu_out *out, const struct mmu_track *track, uint64_t page)
{
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (out->mmu_wait == 1u << w
            && (out->walk_state[w] == UL1_WALK_STATE_IDLE
                || (out->walk_state[w] == UL1_WALK_STATE_FAILS && track->page[w] != page)))
            return w;
    return UL1_WALKERS;
}

unsigned mmu_taken(const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    if (!out->mmu_take)
        return MMU_KIND_NONE;
    return in->head_fence ? UL1_MEMOP_FENCE : in->head_write ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
}

void mmu_track_begin(struct mmu_track *track, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    if (in->rst)
        return;
    for (unsigned w = 0; w < UL1_WALKERS; w++) {
        unsigned was = track->was_walk[w];
        track->reads[w] += was == UL1_WALK_STATE_WAITS && out->walk_state[w] != UL1_WALK_STATE_WAITS;
        track->places += was == UL1_WALK_STATE_ASKS && out->walk_state[w] == UL1_WALK_STATE_WAITS;
    }
}

static void track_reset(struct mmu_track *track, const struct ul1_mmu_in *in)
{
    *track = (struct mmu_track){
        .was_page = in->use_page,
        .was_root = in->use_root, // a reset is no change of settings
        .kind = MMU_KIND_NONE,
        .kind_before = MMU_KIND_NONE,
        .level_before = track->level_before,
        .asked = MMU_NO_PAGE,
        .forgotten = MMU_NO_PAGE,
        .readonly = MMU_NO_PAGE,
    };
}

// The last pages that were requested, forgotten, and found read-only.
static void track_pages(struct mmu_track *track, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    uint64_t page = mmu_page_of(in, in->head_line),
             forgotten = mmu_page_of(in, in->forget_addr >> WITHIN_LINE_W);
    bool taken = in->head_valid && !in->head_fence && out->mmu_take;
    if (in->head_write && out->mmu_fault && out->mmu_err == UL1_ERR_READONLY)
        track->readonly = page;
    track->forgot = in->forget_valid;
    if (in->forget_valid)
        track->forgotten = forgotten == track->asked ? forgotten : MMU_NO_PAGE;
    else if (taken)
        track->forgotten = MMU_NO_PAGE;
    if (taken)
        track->asked = page;
    if (!in->forget_all)
        return;
    track->walks = 0;
    track->asked = track->forgotten = track->readonly = MMU_NO_PAGE;
}

static void track_walks(struct mmu_track *track, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (mmu_walked(track, out, w))
            track->seen[track->walks++ % MMU_PAGES] = track->page[w];
    unsigned begins = in->head_valid ? mmu_begins(out, track, mmu_page_of(in, in->head_line)) : UL1_WALKERS;
    if (begins < UL1_WALKERS) {
        track->page[begins] = mmu_page_of(in, in->head_line);
        track->reads[begins] = 0;
    }
    memcpy(track->was_walk, out->walk_state, sizeof track->was_walk);
}

void mmu_track_advance(struct mmu_track *track, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    unsigned taken = mmu_taken(in, out);
    if (in->rst) {
        track_reset(track, in);
        return;
    }
    track_walks(track, in, out);
    track_pages(track, in, out);
    track->kind_before = track->kind;
    track->kind = (uint8_t)taken;
    if (taken == UL1_MEMOP_FENCE)
        track->level_before = in->head_level;
    track->came = in->fill_walk;
    track->places += out->mmu_take;
    track->places -= out->mem_valid && in->mem_ready;
    track->was_answer = out->mmu_take ? MMU_ANSWER_TAKEN
        : out->mmu_fault              ? MMU_ANSWER_FAULT
                                      : MMU_ANSWER_NONE;
    track->was_page = in->use_page;
    track->was_root = in->use_root;
}
