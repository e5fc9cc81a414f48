#include "blocks/fill/cover_points.h"

#include "kit/lane_diff.h"

const struct point_name fill_event_names[FILL_POINT_COUNT] = { FILL_POINTS(POINT_NAME) };

static void count_arrivals(struct drive *d, struct fill_past *past, const struct ul1_fill_in *in,
                           const struct ul1_fill_out *out)
{
    saw(d, FOR_ENTRY, out->fill_valid);
    saw(d, FOR_WALKER, out->fill_walk & 1);
    saw(d, FOR_LAST_WALKER, out->fill_walk >> (UL1_WALKERS - 1) & 1);
    saw(d, FAILED, out->fill_here && out->fill_err);
    saw(d, WHOLE, out->fill_here && out->fill_sect == all_of(UL1_SECTORS));
    saw(d, ONE_SECTOR, out->fill_here && !(out->fill_sect & (out->fill_sect - 1)));
    saw(d, RUNNING, out->fill_here && in->resp_valid);
    saw(d, WRITE_FAILED, out->memfail_valid);
    saw(d, WRITE_FAILED_NO_ERR, out->memfail_valid && past->no_err);
    saw(d, FENCE_WARP, out->answer_fence && out->answer_id < UL1_INSTRS);
    saw(d, FENCE_COMMAND, out->answer_fence && out->answer_id == UL1_CMD_ID);
    saw(d, FENCE_LIKE_WALKER, out->answer_fence && out->answer_id == UL1_PRT);
    saw(d, OTHER_KIND_BEHIND, in->resp_valid && in->resp_op != UL1_MEMOP_READ && out->fill_here);
    saw(d, NOT_DONE, out->fill_valid && !in->done_fill);
    past->no_err = !in->resp_err;
}

// The entries that have been in the queue.
static void count_joined(struct drive *d, struct fill_past *past, unsigned entry)
{
    past->joined |= UINT64_C(1) << entry;
    saw(d, WRAPPED, past->joined == all_of(UL1_PRT));
    if (past->joined == all_of(UL1_PRT))
        past->joined = 0;
}

static void count_queue(struct drive *d, struct fill_past *past, uint64_t queued,
                        const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    bool taken = out->replay_valid && in->coalesce_ready, leaves = taken && in->merged_last;
    unsigned left = (unsigned)count_of(queued), join = (unsigned)in->done_fill + in->done_fault;
    saw(d, FILL_DONE, in->done_fill);
    saw(d, FAULT_DONE, in->done_fault);
    saw(d, BOTH_DONE, join == 2);
    saw(d, DONE_AND_LAST, join && leaves);
    saw(d, EMPTY, leaves && !left);
    saw(d, ONE_LEFT_TWO_JOIN, leaves && join == 2 && left == 2);
    saw(d, QUEUE_FULL, left == UL1_PRT);
    saw(d, SELECTED, taken);
    saw(d, NOT_SELECTED, out->replay_valid && !in->coalesce_ready);
    saw(d, LAST_OF_ONE, leaves && out->replay_pos == 0);
    saw(d, LAST_OF_ALL, leaves && out->replay_pos == UL1_MERGE - 1);
    saw(d, NOT_LAST, taken && !in->merged_last);
    saw(d, NEXT_AT_ONCE, taken && past->last_selected && past->last_prt != out->replay_prt);
    past->last_selected = leaves;
    past->last_prt = out->replay_prt;
    if (in->done_fill)
        count_joined(d, past, out->fill_prt);
    if (in->done_fault)
        count_joined(d, past, in->head_prt);
}

void fill_count(struct drive *d, struct fill_past *past, const struct fill_shadow *shadow,
                const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->replay_valid);
        saw(d, RESET_ARRIVING, !d->calm && out->fill_here);
        past->last_selected = false;
        past->joined = 0;
        return;
    }
    count_arrivals(d, past, in, out);
    count_queue(d, past, shadow->queued, in, out);
}
