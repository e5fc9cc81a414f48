#include "program/bounds.h"

const char *count_name(enum count c)
{
    static const char *const name[COUNTS] = {
        [COUNT_PASSES] = "passes", [COUNT_HITS] = "hits", [COUNT_MISSES] = "misses", [COUNT_MERGES] = "merges",
        [COUNT_DEFERRALS] = "deferrals", [COUNT_REPLAYS] = "replays", [COUNT_READS] = "reads", [COUNT_WRITES] = "writes",
        [COUNT_SECTORS] = "sectors", [COUNT_REQUESTS] = "requests", [COUNT_CYCLES] = "cycles", [COUNT_WALKS] = "walks",
        [COUNT_BYTES] = "bytes", [COUNT_EVICTIONS] = "evictions", [COUNT_STALLS] = "stalls",
    };
    return name[c];
}

bool count_late(enum count c)
{
    return c == COUNT_READS || c == COUNT_WRITES || c == COUNT_SECTORS || c == COUNT_REQUESTS;
}

bool count_inside(enum count c)
{
    return c <= COUNT_REPLAYS || c == COUNT_EVICTIONS;
}
