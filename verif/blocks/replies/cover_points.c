#include "blocks/replies/cover_points.h"

#include "blocks/draw.h"

const struct point_name replies_event_names[REPLIES_POINT_COUNT] = { REPLIES_POINTS(POINT_NAME) };

void replies_count(struct drive *d, struct replies_track *t, const struct ul1_replies_in *in,
                   const struct ul1_replies_out *out)
{
    const bool takes = in->resp_valid && out->resp_ready, leaves = out->answer_valid;
    const bool waits = in->resp_valid && !out->resp_ready, pauses = t->count && t->run == UL1_REPLY_RUN;
    saw(d, PASSES_NOW, takes && !t->count);
    saw(d, JOINS_LAST, takes && t->count + 1 == UL1_REPLIES);
    saw(d, WAITS_FULL, waits);
    saw(d, LEAVES_FULL, waits && leaves);
    saw(d, PAUSES, pauses);
    saw(d, RUN_BROKEN, !t->count && t->run + 1 == UL1_REPLY_RUN);
    saw(d, BOTH, takes && leaves);
    saw(d, REPLIES_READ, leaves && out->answer_op == UL1_MEMOP_READ);
    saw(d, REPLIES_WRITE, leaves && out->answer_op == UL1_MEMOP_WRITE);
    saw(d, REPLIES_FENCE, leaves && out->answer_op == UL1_MEMOP_FENCE);
    saw(d, REPLIES_OLD, leaves && out->answer_op == UL1_MEMOP_ATOM);
    t->count += takes;
    t->count -= leaves;
    t->run = leaves ? t->run + 1 : 0;
    if (in->rst)
        *t = (struct replies_track){ 0 };
}
