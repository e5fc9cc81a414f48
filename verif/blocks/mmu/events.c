#include "blocks/mmu/events.h"

#include "shape/sizes.h"

const struct event_name mmu_events[MMU_EVENT_COUNT] = { MMU_EVENTS(EVENT_NAME) };

// A walk that has ended in a translation.
static void count_walk(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                       const struct ul1_mmu_out *out)
{
    uint64_t page = mmu_page_of(in, in->head_line);
    for (unsigned i = 0; i < MMU_PAGES && i < track->walks; i++)
        saw(drive, WALKED_AGAIN, track->seen[i] == page);
    saw(drive, MANY_WALKS, track->walks + 1 > UL1_TLB);
    saw(drive, TAKEN_AFTER_WALK, out->mmu_take);
    saw(drive, WALK_2, in->cfg_page == UL1_PAGE_P2M && track->level == 2);
    saw(drive, WALK_3_4K, in->cfg_page == UL1_PAGE_P4K && track->level == 3);
    saw(drive, WALK_3_64K, in->cfg_page == UL1_PAGE_P64K && track->level == 3);
    saw(drive, RESERVED_SIZE, in->cfg_page > UL1_PAGE_P2M && track->level == 2);
}

static void count_requests(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                           const struct ul1_mmu_out *out)
{
    unsigned walk = out->walk_state;
    bool page = out->mmu_fault && out->mmu_err == UL1_ERR_PAGE;
    saw(drive, TAKEN, out->mmu_take);
    saw(drive, TAKEN_RUNNING, out->mmu_take && track->was_answer == MMU_ANSWER_TAKEN);
    saw(drive, NO_PLACE, track->held && walk == UL1_WALK_STATE_IDLE);
    saw(drive, HELD_UP, out->mem_valid && !in->mem_ready);
    saw(drive, IN_AND_OUT, out->mem_valid && in->mem_ready && out->mmu_take);
    saw(drive, OTHER_AFTER_FAULT, in->head_valid && track->was_answer == MMU_ANSWER_FAULT);
    saw(drive, BUS_ERROR, out->mmu_fault && out->mmu_err == UL1_ERR_BUS);
    saw(drive, FAULT_0, page && track->level == 0);
    saw(drive, FAULT_1, page && track->level == 1);
    saw(drive, FAULT_2, page && track->level == 2);
    saw(drive, WALK_NO_PLACE, walk == UL1_WALK_STATE_ASKS && track->places == MMU_PLACES);
    saw(drive, WALK_BEHIND, walk == UL1_WALK_STATE_WAITS && out->mem_valid && out->mem_number != UL1_PRT);
}

static void count_writes(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                         const struct ul1_mmu_out *out)
{
    bool taken = in->head_write && out->mmu_take, read = mmu_taken(in, out) == UL1_MEMOP_READ;
    bool fails = in->head_write && out->mmu_fault, readonly = fails && out->mmu_err == UL1_ERR_READONLY;
    bool walked = track->was_walk == UL1_WALK_STATE_WAITS;
    saw(drive, WRITE_TAKEN, taken);
    saw(drive, WRITE_WALKED, taken && walked);
    saw(drive, WRITE_NOT_READY, in->head_write && !in->head_valid);
    saw(drive, WRITE_PAGE, fails && out->mmu_err == UL1_ERR_PAGE);
    saw(drive, WRITE_BUS, fails && out->mmu_err == UL1_ERR_BUS);
    saw(drive, READONLY, readonly);
    saw(drive, READONLY_WALKED, readonly && walked);
    saw(drive, READONLY_NO_PLACE, readonly && track->places == MMU_PLACES);
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
    uint64_t page = mmu_page_of(in, in->forget_addr >> WITHIN_LINE_W);
    bool walks = out->walk_state == UL1_WALK_STATE_ASKS && track->was_walk == UL1_WALK_STATE_IDLE;
    saw(drive, FORGOT, in->forget_valid && page == track->asked);
    saw(drive, FORGOT_OTHER, in->forget_valid && page != track->asked);
    saw(drive, FORGOT_RUNNING, in->forget_valid && track->forgot);
    saw(drive, WALKED_AFTER_FORGET, walks && mmu_page_of(in, in->head_line) == track->forgotten);
}

void mmu_events_count(struct drive *drive, const struct mmu_track *track, const struct ul1_mmu_in *in,
                      const struct ul1_mmu_out *out)
{
    if (in->rst) {
        saw(drive, RESET_WALK, !drive->calm && out->walk_state != UL1_WALK_STATE_IDLE);
        saw(drive, RESET_WAITING, !drive->calm && out->mem_valid);
        return;
    }
    if (mmu_walked(track, out))
        count_walk(drive, track, in, out);
    count_requests(drive, track, in, out);
    count_writes(drive, track, in, out);
    count_fences(drive, track, in, out);
    count_forget(drive, track, in, out);
    saw(drive, PAGE_CHANGED, in->cfg_page != track->was_page);
    saw(drive, ROOT_CHANGED, in->cfg_root != track->was_root);
}
