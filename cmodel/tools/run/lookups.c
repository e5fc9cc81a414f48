#include "run/lookups.h"

#include "program/told.h"

_Static_assert(COUNT_NO_CREDIT - COUNT_NO_ENTRY == UL1_CAUSE_CREDIT, "deferrals are counted by cause");

static void count_stored(struct engine *e, uint32_t serial, unsigned stored)
{
    static const struct {
        unsigned bit;
        enum count count;
    } list[] = {
        { UL1_SIM_THROUGH, COUNT_THROUGH },     { UL1_SIM_DIRTIED, COUNT_DIRTIED },
        { UL1_SIM_ALLOCATED, COUNT_ALLOCATED }, { UL1_SIM_HELD, COUNT_HELD },
        { UL1_SIM_PURGED, COUNT_PURGED },       { UL1_SIM_JOINED, COUNT_JOINED },
    };
    for (unsigned i = 0; stored && i < sizeof list / sizeof *list; i++)
        engine_count(e, serial, list[i].count, (stored & list[i].bit) != 0);
}

void lookups_count(struct engine *e, uint32_t serial, const struct ul1_sim_seen *seen)
{
    static const enum count count[] = { [UL1_SIM_HIT] = COUNT_HITS,
                                        [UL1_SIM_MISS] = COUNT_MISSES,
                                        [UL1_SIM_MERGE] = COUNT_MERGES,
                                        [UL1_SIM_DEFER] = COUNT_DEFERRALS,
                                        [UL1_SIM_REPLAY] = COUNT_REPLAYS };
    if (seen->outcome == UL1_SIM_DEFER)
        engine_count(e, serial, COUNT_NO_ENTRY + seen->cause, 1);
    count_stored(e, serial, seen->stored);
    engine_count(e, serial, COUNT_PASSES, seen->outcome != UL1_SIM_DEFER && seen->outcome != UL1_SIM_REPLAY);
    if (seen->outcome < UL1_SIM_STORE)
        engine_count(e, serial, count[seen->outcome], 1);
}
