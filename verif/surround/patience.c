#include "surround/patience.h"

#include <string.h>

void patience_reset(struct patience *p)
{
    memset(p, 0, sizeof *p);
    memset(p->oldest, ENTRIES, sizeof p->oldest);
}

void patience_taken(struct patience *p, unsigned entry, unsigned warp, uint64_t cycle)
{
    p->entry[entry].live = true;
    p->entry[entry].warp = (uint8_t)warp;
    p->entry[entry].taken = p->entry[entry].moved = cycle;
    if (p->oldest[warp] == ENTRIES)
        p->oldest[warp] = (uint8_t)entry;
}

int64_t patience_moved(struct patience *p, unsigned entry, uint64_t cycle)
{
    const unsigned e = entry % ENTRIES;
    if (!p->entry[e].live)
        return 0;
    const uint64_t stood = p->oldest[p->entry[e].warp] == e ? cycle - p->entry[e].moved : 0;
    p->entry[e].moved = cycle;
    return (int64_t)stood;
}

// The next of its warp is the oldest now, and stands since now.
int64_t patience_retired(struct patience *p, unsigned entry, uint64_t cycle)
{
    const int64_t stood = patience_moved(p, entry, cycle);
    const unsigned warp = p->entry[entry].warp;
    unsigned next = ENTRIES;
    p->entry[entry].live = false;
    if (p->oldest[warp] != entry)
        return stood;
    for (unsigned e = 0; e < ENTRIES; e++)
        if (p->entry[e].live && p->entry[e].warp == warp && (next == ENTRIES || p->entry[e].taken < p->entry[next].taken))
            next = e;
    p->oldest[warp] = (uint8_t)next;
    if (next < ENTRIES)
        p->entry[next].moved = cycle;
    return stood;
}

unsigned patience_lost(const struct patience *p, uint64_t cycle, uint64_t limit)
{
    for (unsigned w = 0; w < WARPS; w++)
        if (p->oldest[w] < ENTRIES && cycle - p->entry[p->oldest[w]].moved >= limit)
            return p->oldest[w];
    return ENTRIES;
}
