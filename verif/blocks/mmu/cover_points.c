#include "blocks/mmu/cover_points.h"

#include "common/sizes.h"

const struct point_name mmu_points[MMU_POINT_COUNT] = { MMU_POINTS(POINT_NAME) };

// A walk that has ended in a translation, after so many reads.
static void count_walk(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                       unsigned walker)
{
    bool large = in->use_page >= UL1_PAGE_P2M;
    unsigned reads = track->reads[walker];
    for (unsigned i = 0; i < MMU_PAGES && i < track->walks; i++)
        saw(drive, WALKED_AGAIN, track->seen[i] == track->page[walker]);
    saw(drive, MANY_WALKS, track->walks + 1 > UL1_TLB);
    saw(drive, WALK_2, in->use_page == UL1_PAGE_P2M && reads == 2);
    saw(drive, WALK_3_4K, in->use_page == UL1_PAGE_P4K && reads == 3);
    saw(drive, WALK_3_64K, in->use_page == UL1_PAGE_P64K && reads == 3);
    saw(drive, RESERVED_SIZE, in->use_page > UL1_PAGE_P2M && reads == 2);
    saw(drive, FROM_1, large ? reads == 1 : reads == 2);
    saw(drive, FROM_2, !large && reads == 1);
}

static void count_walks(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                        const struct ul1_mmu_out *out)
{
    unsigned at_work = 0, asks = 0, ended = 0;
    for (unsigned w = 0; w < UL1_WALKERS; w++) {
        unsigned walk = out->walk_state[w];
        at_work += walk == UL1_WALK_STATE_ASKS || walk == UL1_WALK_STATE_WAITS;
        asks += walk == UL1_WALK_STATE_ASKS;
        if (mmu_walked(track, out, w))
            count_walk(drive, track, in, w);
        ended += mmu_walked(track, out, w);
        saw(drive, FAULT_0, mmu_failed(track, out, w) && track->reads[w] == 1);
        saw(drive, FAULT_1, mmu_failed(track, out, w) && track->reads[w] == 2);
        saw(drive, FAULT_2, mmu_failed(track, out, w) && track->reads[w] == 3);
        saw(drive, WALK_BEHIND, walk == UL1_WALK_STATE_WAITS && out->mem_valid && out->mem_number < UL1_PRT);
        saw(drive, STILL_FAILS,
            walk == UL1_WALK_STATE_FAILS && out->mmu_fault && track->was_answer == MMU_ANSWER_FAULT);
    }
    unsigned begins = in->head_valid ? mmu_begins(out, track, mmu_page_of(in, in->head_line)) : UL1_WALKERS;
    saw(drive, WALK_NO_PLACE, asks && track->places == MMU_ENTRIES);
    saw(drive, TWO_ASK, asks > 1);
    saw(drive, WALK_FIRST,
        asks && track->places < MMU_ENTRIES && in->head_valid && !out->mmu_take && !out->mmu_wait
            && !out->mmu_fault);
    saw(drive, TAKEN_AFTER_WALK, ended && out->mmu_take);
    saw(drive, TAKEN_BESIDE, at_work && out->mmu_take && !in->head_fence);
    saw(drive, BEGINS_BESIDE, begins < UL1_WALKERS && at_work);
    saw(drive, TAKES_OVER, begins < UL1_WALKERS && out->walk_state[begins] == UL1_WALK_STATE_FAILS);
    saw(drive, JOINS, out->mmu_wait && begins == UL1_WALKERS && !(out->mmu_wait & (out->mmu_wait - 1)));
    saw(drive, JOINS_AT_LAST, out->mmu_wait && begins == UL1_WALKERS && out->mmu_wait & out->walk_ends);
    saw(drive, NO_WALKER, out->mmu_wait && out->mmu_wait & (out->mmu_wait - 1));
}

static void count_requests(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                           const struct ul1_mmu_out *out)
{
    bool answered = out->mmu_take || out->mmu_fault || out->mmu_wait;
    saw(drive, TAKEN, out->mmu_take);
    saw(drive, TAKEN_RUNNING, out->mmu_take && track->was_answer == MMU_ANSWER_TAKEN);
    saw(drive, NO_PLACE, in->head_valid && !answered && track->places == MMU_ENTRIES);
    saw(drive, HELD_UP, out->mem_valid && !in->mem_ready);
    saw(drive, IN_AND_OUT, out->mem_valid && in->mem_ready && out->mmu_take);
    saw(drive, OTHER_AFTER_FAULT, in->head_valid && track->was_answer == MMU_ANSWER_FAULT);
    saw(drive, PAGE_FAULT, out->mmu_fault && out->mmu_err == UL1_ERR_PAGE);
    saw(drive, BUS_ERROR, out->mmu_fault && out->mmu_err == UL1_ERR_BUS);
}

static void count_writes(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                         const struct ul1_mmu_out *out)
{
    bool taken = in->head_write && out->mmu_take, read = mmu_taken(in, out) == UL1_MEMOP_READ, walked = false;
    bool fails = in->head_write && out->mmu_fault, readonly = fails && out->mmu_err == UL1_ERR_READONLY;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        walked |= mmu_walked(track, out, w) && track->page[w] == mmu_page_of(in, in->head_line);
    saw(drive, WRITE_TAKEN, taken);
    saw(drive, WRITE_WALKED, taken && walked);
    saw(drive, WRITE_NOT_READY, in->head_write && !in->head_valid);
    saw(drive, WRITE_WAITS, in->head_write && out->mmu_wait);
    saw(drive, WRITE_PAGE, fails && out->mmu_err == UL1_ERR_PAGE);
    saw(drive, WRITE_BUS, fails && out->mmu_err == UL1_ERR_BUS);
    saw(drive, READONLY, readonly);
    saw(drive, READONLY_WALKED, readonly && walked);
    saw(drive, READONLY_NO_PLACE, readonly && track->places == MMU_ENTRIES);
    saw(drive, READ_OF_READONLY, read && mmu_page_of(in, in->head_line) == track->readonly);
}

static void count_fences(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                         const struct ul1_mmu_out *out)
{
    const unsigned all = 1u << UL1_MEMOP_READ | 1u << UL1_MEMOP_WRITE | 1u << UL1_MEMOP_FENCE;
    unsigned kind = mmu_taken(in, out), kinds = 1u << kind | 1u << track->kind | 1u << track->kind_before;
    bool taken = kind == UL1_MEMOP_FENCE;
    saw(drive, FENCE_TAKEN, taken);
    saw(drive, FENCE_NO_PLACE, in->head_valid && in->head_fence && !out->mmu_take);
    saw(drive, FENCE_AFTER_FAULT, taken && track->was_answer == MMU_ANSWER_FAULT);
    saw(drive, FENCE_LEVELS, taken && in->head_level != track->level_before);
    saw(drive, ALL_KINDS, kinds == all);
}

static void count_forget(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                         const struct ul1_mmu_out *out)
{
    uint64_t page = mmu_page_of(in, in->forget_addr >> WITHIN_LINE_W), head = mmu_page_of(in, in->head_line);
    bool begins = in->head_valid && mmu_begins(out, track, head) < UL1_WALKERS;
    saw(drive, FORGOT, in->forget_valid && page == track->asked);
    saw(drive, FORGOT_OTHER, in->forget_valid && page != track->asked);
    saw(drive, FORGOT_RUNNING, in->forget_valid && track->forgot);
    saw(drive, FORGOT_ALL, in->forget_all);
    saw(drive, WALKED_AFTER_FORGET, begins && head == track->forgotten);
}

static void count_constant(struct drive *drive, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    const bool answered = out->conmmu_take || out->conmmu_fault || out->conmmu_wait;
    saw(drive, CONMMU_TAKEN, out->conmmu_take);
    saw(drive, CONMMU_FAULT, out->conmmu_fault);
    saw(drive, CONMMU_WAITS, out->conmmu_wait);
    saw(drive, CONMMU_TURN, in->head_valid && in->conmiss_valid && answered);
    saw(drive, CONMMU_BEHIND,
        in->head_valid && in->conmiss_valid && (out->mmu_take || out->mmu_fault || out->mmu_wait));
}

static void count_texture(struct drive *drive, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    const bool answered = out->texmmu_take || out->texmmu_fault || out->texmmu_wait;
    const bool other = out->conmmu_take || out->conmmu_fault || out->conmmu_wait;
    saw(drive, TEXMMU_TAKEN, out->texmmu_take);
    saw(drive, TEXMMU_FAULT, out->texmmu_fault);
    saw(drive, TEXMMU_WAITS, out->texmmu_wait);
    saw(drive, TEXMMU_TURN, in->head_valid && answered);
    saw(drive, TEXMMU_BEHIND,
        in->head_valid && in->texmiss_valid && (out->mmu_take || out->mmu_fault || out->mmu_wait));
    saw(drive, BOTH_CON, in->conmiss_valid && in->texmiss_valid && other);
    saw(drive, BOTH_TEX, in->conmiss_valid && in->texmiss_valid && answered);
}

void mmu_events_count(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                      const struct ul1_mmu_out *out)
{
    if (in->rst) {
        for (unsigned w = 0; w < UL1_WALKERS; w++)
            saw(drive, RESET_WALK, !drive->calm && out->walk_state[w] != UL1_WALK_STATE_IDLE);
        saw(drive, RESET_WAITING, !drive->calm && out->mem_valid);
        return;
    }
    count_walks(drive, track, in, out);
    count_requests(drive, track, in, out);
    count_writes(drive, track, in, out);
    count_fences(drive, track, in, out);
    count_forget(drive, track, in, out);
    count_constant(drive, in, out);
    count_texture(drive, in, out);
    saw(drive, PAGE_CHANGED, in->use_page != track->was_page);
    saw(drive, ROOT_CHANGED, in->use_root != track->was_root);
}
