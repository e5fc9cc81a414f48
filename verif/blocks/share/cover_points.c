#include "blocks/share/cover_points.h"

#include "common/sizes.h"

const struct point_name share_event_names[SHARE_POINT_COUNT] = { SHARE_POINTS(POINT_NAME) };

enum { LAST = UL1_SHARERS - 1 };

// Resets of L1s alone.
static void count_resets(struct drive *d, const struct share_contract *c, int taken,
                         const struct ul1_share_in *in, const struct ul1_share_out *out)
{
    unsigned due = 0, drains = 0;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        const bool drained = !c->drains[i] && out->drain_valid[i];
        due += share_fence_due(c, i);
        drains += out->drain_valid[i];
        saw(d, FRESH_TAKEN, in->fresh_valid[i] && taken == (int)i);
        saw(d, FRESH_AGAIN, in->fresh_valid[i] && out->drain_valid[i]);
        saw(d, DISCARDED, in->resp_valid && in->resp_number >> UL1_TAG_W == i && out->drain_valid[i]);
        saw(d, DRAINED, drained && in->req_valid[i]);
    }
    saw(d, FENCE_DUE, due);
    saw(d, FENCES_DUE, due == UL1_SHARERS);
    saw(d, DRAINS_BESIDE, taken >= 0 && drains);
}

void share_count(struct drive *d, int *before, const struct share_contract *c, const struct ul1_share_in *in,
                 const struct ul1_share_out *out)
{
    unsigned offers = 0;
    int taken = -1;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        offers += in->req_valid[i];
        taken = in->req_valid[i] && out->req_ready[i] ? (int)i : taken;
    }
    const unsigned op = taken < 0 ? 0 : in->req_op[taken];
    const int answered = in->resp_valid ? (int)(in->resp_number >> UL1_TAG_W) : -1;
    saw(d, ALL_OFFER, offers == UL1_SHARERS);
    saw(d, ALL_WAIT, offers == UL1_SHARERS && taken < 0);
    saw(d, ONE_AGAIN, offers == 1 && taken >= 0 && taken == *before);
    saw(d, IN_TURN, taken >= 0 && *before >= 0 && taken != *before);
    saw(d, LAST_TURN, taken == LAST && in->req_valid[0]);
    saw(d, FIRST_TURN, taken == 0 && in->req_valid[LAST]);
    saw(d, TAKEN_READ, taken >= 0 && op == UL1_MEMOP_READ);
    saw(d, TAKEN_WRITE, taken >= 0 && op == UL1_MEMOP_WRITE);
    saw(d, TAKEN_FENCE, taken >= 0 && op == UL1_MEMOP_FENCE);
    saw(d, REPLACED, taken >= 0 && out->mem_valid);
    saw(d, ANSWER_FIRST, answered == 0);
    saw(d, ANSWER_LAST, answered == LAST);
    saw(d, ANSWER_NOW, answered >= 0 && answered == taken);
    if (!in->rst)
        count_resets(d, c, taken, in, out);
    *before = in->rst ? -1 : taken;
}
