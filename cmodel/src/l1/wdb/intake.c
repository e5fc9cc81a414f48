// The intake: beats of store data in slot order, from their pull to stage 2 of their pass.

#include <string.h>

#include "l1/wdb/state.h"

static inline void wdb_show_intake(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint64_t unused = ~s->intake_used & below(UL1_INTAKE);
    out->intake_free = unused != 0;
    out->intake_spare = without_lowest(unused) != 0;
    out->intake_beat = (uint8_t)(unused ? lowest(unused) : 0);
    out->slot_valid = s->store;
    if (s->store)
        memcpy(out->slot_data, s->beat[s->beat_at], sizeof out->slot_data);
}

static inline void wdb_clock_intake(struct wdb_state *s, const struct wdb_in *in,
                                    const struct ul1_wdb_out *out)
{
    if (s->store && s->frees_beat)
        s->intake_used &= ~one(s->beat_at);
    if (in->pull_valid && in->pull_ready) {
        s->intake_used |= one(out->intake_beat);
        memcpy(s->beat[out->intake_beat], in->pull_data, sizeof s->beat[0]);
    }
}
