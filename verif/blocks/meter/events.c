#include "blocks/meter/events.h"

#include <string.h>

const struct event_name meter_event_names[METER_EVENT_COUNT] = { METER_EVENTS(EVENT_NAME) };

static void count_shown(struct drive *d, struct meter_past *past, uint32_t value)
{
    uint32_t *last = &past->last[past->index];
    saw(d, SHOWN_ZERO, value == 0);
    saw(d, SHOWN_CARRIED, value >> UL1_METER_LOW_W != 0);
    saw(d, SHOWN_TWICE, *last && value >> UL1_METER_LOW_W != *last >> UL1_METER_LOW_W);
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

static void count_cleared(struct drive *d, const struct ul1_meter_in *in, const struct ul1_meter_out *out)
{
    saw(d, CLEARED, true);
    saw(d, CLEARED_READ, in->meter_read && !out->meter_valid);
    saw(d, CLEARED_SHOWN, out->meter_valid);
}

void meter_count(struct drive *d, struct meter_past *past, const struct ul1_meter_in *in, const struct ul1_meter_out *out)
{
    if (in->rst) {
        saw(d, RESET_SHOWN, !d->calm && out->meter_valid);
        memset(past, 0, sizeof *past);
        return;
    }
    if (out->meter_valid)
        count_shown(d, past, out->meter_value);
    else if (!past->shown)
        past->reads = 0;
    saw(d, SHOWN, out->meter_valid);
    saw(d, READ_BEHIND, in->meter_read && out->meter_valid);
    past->since++;
    past->shown = out->meter_valid;
    if (in->meter_read && !out->meter_valid) {
        past->before = past->index;
        past->index = in->meter_index;
    }
    if (!in->meter_clear)
        return;
    count_cleared(d, in, out);
    memset(past->last, 0, sizeof past->last);
    past->since = 0;
}
