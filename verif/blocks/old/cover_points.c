#include "blocks/old/cover_points.h"

const struct point_name old_event_names[OLD_POINT_COUNT] = { OLD_POINTS(POINT_NAME) };

static void count_writes(struct drive *d, const struct old_contract *c, const struct ul1_old_in *in,
                         const struct ul1_old_out *out)
{
    const bool writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    saw(d, OLDS_SENT, out->memold_valid && in->mem_ready);
    saw(d, OLDS_STALLED, out->memold_valid && !in->mem_ready);
    saw(d, OLDS_OTHER, writes && !out->memold_valid && old_count(c, OLD_WAITS));
    for (unsigned n = 0; n < UL1_OLDS; n++)
        saw(d, OLDS_FAULTED,
            in->head_write && in->mmu_fault && c->note[n].place == OLD_WAITS
                && c->note[n].wdb == in->head_wdb);
}

static void count_answers(struct drive *d, const struct old_contract *c, const struct ul1_old_in *in)
{
    const bool answers = in->resp_valid && in->resp_op == UL1_MEMOP_ATOM;
    bool faults = false, lower = false;
    for (unsigned n = 0; n < UL1_OLDS; n++) {
        faults |= in->head_write && in->mmu_fault && c->note[n].place == OLD_WAITS
            && c->note[n].wdb == in->head_wdb;
        lower |= n < in->resp_number && c->note[n].place == OLD_SENT;
    }
    saw(d, OLDS_ANSWERED, answers && !in->resp_err);
    saw(d, OLDS_REFUSED, answers && in->resp_err);
    saw(d, OLDS_BOTH, answers && faults);
    saw(d, OLDS_REORDERED, answers && lower);
    saw(d, OLDS_ANSWERED_TAKEN, answers && in->coalesce_old && old_next(c) != OLD_NOTES);
}

void old_points_count(struct drive *d, const struct old_contract *c, const struct ul1_old_in *in,
                      const struct ul1_old_out *out)
{
    const unsigned next = old_next(c);
    if (!c->judged)
        return;
    if (in->rst) {
        saw(d, OLDS_RESET_SENT, old_count(c, OLD_SENT));
        saw(d, OLDS_RESET_RETURNS, c->returns);
        return;
    }
    saw(d, OLDS_NOTED, c->coming.is);
    saw(d, OLDS_FULL, old_free(c) == OLD_NOTES);
    saw(d, OLDS_LAST_CREDIT, old_count(c, OLD_FREE) == 1 && c->coming.is);
    saw(d, OLDS_WAITED, next != OLD_NOTES && !in->coalesce_old);
    saw(d, OLDS_SEVERAL, old_count(c, OLD_ANSWERED) >= 3);
    saw(d, OLDS_WRAPS, next < c->last && in->coalesce_old);
    saw(d, OLDS_RETURNED, in->req_old);
    saw(d, OLDS_RETURNED_ROW, in->req_old && c->returns);
    count_writes(d, c, in, out);
    count_answers(d, c, in);
}
