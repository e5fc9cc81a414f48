#include "program/bounds.h"

const char *count_name(enum count c)
{
    static const char *const name[COUNTS] = {
        [COUNT_PASSES] = "passes",
        [COUNT_HITS] = "hits",
        [COUNT_MISSES] = "misses",
        [COUNT_MERGES] = "merges",
        [COUNT_DEFERRALS] = "deferrals",
        [COUNT_NO_ENTRY] = "no_entry",
        [COUNT_NO_WAY] = "no_way",
        [COUNT_NO_MERGE] = "no_merge",
        [COUNT_CLOSED] = "closed",
        [COUNT_NO_CREDIT] = "no_credit",
        [COUNT_REPLAYS] = "replays",
        [COUNT_THROUGH] = "through",
        [COUNT_DIRTIED] = "dirtied",
        [COUNT_ALLOCATED] = "allocated",
        [COUNT_HELD] = "held",
        [COUNT_PURGED] = "purged",
        [COUNT_JOINED] = "joined",
        [COUNT_READS] = "reads",
        [COUNT_WRITES] = "writes",
        [COUNT_SECTORS] = "sectors",
        [COUNT_REQUESTS] = "requests",
        [COUNT_CYCLES] = "cycles",
        [COUNT_WALKS] = "walks",
        [COUNT_BYTES] = "bytes",
        [COUNT_EVICTIONS] = "evictions",
        [COUNT_STALLS] = "stalls",
        [COUNT_FENCES] = "fences",
        [COUNT_BEATS] = "beats",
        [COUNT_LINE_REPLAYS] = "line_replays",
        [COUNT_LOSSES] = "losses",
        [COUNT_ADDRESSES] = "addresses",
        [COUNT_REMAINDERS] = "remainders",
        [COUNT_NODE_HITS] = "node_hits",
        [COUNT_NODE_MISSES] = "node_misses",
        [COUNT_NODE_MERGES] = "node_merges",
        [COUNT_NODE_PASSES] = "node_passes",
        [COUNT_SLICE_READS] = "slice_reads",
    };
    return name[c];
}

bool count_late(enum count c)
{
    return c == COUNT_READS || c == COUNT_WRITES || c == COUNT_SECTORS || c == COUNT_REQUESTS;
}

bool count_told(enum count c)
{
    return c != COUNT_PASSES && c != COUNT_DEFERRALS && c != COUNT_REPLAYS && c != COUNT_SECTORS
        && c != COUNT_REQUESTS && c != COUNT_CYCLES && c != COUNT_STALLS && c != COUNT_BEATS
        && c < COUNT_ADDRESSES;
}

bool count_inside(enum count c)
{
    return c < COUNT_READS || c == COUNT_EVICTIONS || c == COUNT_LINE_REPLAYS || c == COUNT_REMAINDERS;
}

bool count_most(enum count c)
{
    return c == COUNT_CYCLES || c == COUNT_REMAINDERS;
}

const char *lost_name(enum lost_how how)
{
    static const char *const name[LOST_HOWS] = {
        [LOST_ANYHOW] = "",
        [LOST_LEAVING] = "leaving",
        [LOST_REFUSED] = "refused",
        [LOST_HELD] = "held",
    };
    return name[how];
}
