#include "blocks/perf/cover_points.h"

#include <string.h>

const struct point_name perf_event_names[PERF_POINT_COUNT] = { PERF_POINTS(POINT_NAME) };

static void count_shown(struct drive *d, struct perf_past *past, uint32_t value)
{
    uint32_t *last = &past->last[past->index];
    saw(d, SHOWN_ZERO, value == 0);
    saw(d, SHOWN_CARRIED, value >> UL1_PERF_LOW_W != 0);
    saw(d, SHOWN_TWICE, *last && value >> UL1_PERF_LOW_W != *last >> UL1_PERF_LOW_W);
    saw(d, SHOWN_BEHIND, past->reads && past->before == past->index);
    saw(d, CLEARED_SOON, past->since < UL1_COUNTERS);
    *last = value;
    past->all |= (uint32_t)(value != 0) << past->index;
    saw(d, ALL_SHOWN, past->all == UINT32_MAX);
    if (past->all == UINT32_MAX)
        past->all = 0;
    past->reads++;
    saw(d, ROUND, past->reads > 2 * UL1_COUNTERS);
}

static void count_cleared(struct drive *d, const struct ul1_perf_in *in, const struct ul1_perf_out *out)
{
    saw(d, CLEARED, true);
    saw(d, CLEARED_READ, in->perf_read && !out->perf_valid);
    saw(d, CLEARED_SHOWN, out->perf_valid);
}

void perf_count(struct drive *d, struct perf_past *past, const struct ul1_perf_in *in,
                const struct ul1_perf_out *out)
{
    if (in->rst) {
        saw(d, RESET_SHOWN, !d->calm && out->perf_valid);
        memset(past, 0, sizeof *past);
        return;
    }
    if (out->perf_valid)
        count_shown(d, past, out->perf_value);
    else if (!past->shown)
        past->reads = 0;
    saw(d, SHOWN, out->perf_valid);
    saw(d, READ_BEHIND, in->perf_read && out->perf_valid);
    past->since++;
    past->shown = out->perf_valid;
    if (in->perf_read && !out->perf_valid) {
        past->before = past->index;
        past->index = in->perf_index;
    }
    if (!in->perf_clear)
        return;
    count_cleared(d, in, out);
    memset(past->last, 0, sizeof past->last);
    past->since = 0;
}
