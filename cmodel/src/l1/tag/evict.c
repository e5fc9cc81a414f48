// Evictions: dirty lines that lose their way or are written back, and rows that waiting stores must not write
// any more.

#include "l1/tag/command.h"
#include "l1/tag/lookup.h"

// A way is given to another line, or part of a line is dropped: dirty sectors are written back, and waiting
// stores lose that row. A flush writes back the dirty sectors of a line that stays.
static inline void tag_gone(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    struct tag_found found = tag_seek(s, in->pass_line);
    unsigned taken = (in->miss_open || in->store_alloc) && (!found.there || tag_takes_over(in, &found));
    unsigned goes = tag_evicts(in, &found);

    out->evict_valid = goes && (taken || in->pass_flush);
    out->evict_line = s->set[found.set].line[found.way];
    out->evict_sect = (uint8_t)goes;
    out->evict_row = (array_row)found.row;
    out->gone_valid = (taken && !goes) || tag_drops(s, in) || tag_voids(in, &found)
        || tag_purges(in, &found, tag_cover(in, tag_words(in)));
    if (tag_reduces(in)) {
        out->evict_valid = goes != 0;
        out->gone_valid &= !goes;
    }
    out->gone_row = (array_row)found.row;
    out->gone_keep = (uint8_t)((in->pass_replay || in->pass_inval ? found.dirty : 0) | in->held_dirty);
}

static inline void tag_evict(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    out->evict_valid = 0;
    out->gone_valid = 0;
    unsigned may_purge = in->pass_cached && in->pass_store && (in->pass_bypass || tag_reduces(in)),
             cmo = in->pass_inval || in->pass_flush;
    if (s->cmd == UL1_CMD_STATE_SWEEP)
        tag_show_sweep(s, in, out);
    else if (in->miss_open || in->store_alloc || may_purge || cmo || tag_drops(s, in))
        tag_gone(s, in, out);
}
