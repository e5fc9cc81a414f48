#include "surround/patience.h"

#include <string.h>

void patience_reset(struct patience *p)
{
    memset(p->oldest, ENTRIES, sizeof p->oldest);
}

void patience_taken(struct patience *p, struct flight flight[ENTRIES], unsigned entry, uint64_t cycle)
{
    uint8_t *oldest = &p->oldest[flight[entry].instr->warp];
    flight[entry].moved = cycle;
    if (*oldest == ENTRIES)
        *oldest = (uint8_t)entry;
}

int64_t patience_moved(const struct patience *p, struct flight flight[ENTRIES], unsigned entry, uint64_t cycle)
{
    struct flight *f = &flight[entry % ENTRIES];
    if (!f->live)
        return 0;
    const uint64_t stood = p->oldest[f->instr->warp] == entry ? cycle - f->moved : 0;
    f->moved = cycle;
    return (int64_t)stood;
}

// The next of its warp is the oldest now, and stands since now.
int64_t patience_retired(struct patience *p, struct flight flight[ENTRIES], unsigned entry, uint64_t cycle)
{
    const int64_t stood = patience_moved(p, flight, entry, cycle);
    const unsigned warp = flight[entry].instr->warp;
    unsigned next = ENTRIES;
    if (p->oldest[warp] != entry)
        return stood;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const bool other = e != entry && flight[e].live && flight[e].instr->warp == warp;
        if (other && (next == ENTRIES || flight[e].since < flight[next].since))
            next = e;
    }
    p->oldest[warp] = (uint8_t)next;
    if (next < ENTRIES)
        flight[next].moved = cycle;
    return stood;
}

unsigned patience_lost(const struct patience *p, const struct flight flight[ENTRIES], uint64_t cycle, uint64_t limit)
{
    for (unsigned w = 0; w < WARPS; w++)
        if (p->oldest[w] < ENTRIES && cycle - flight[p->oldest[w]].moved >= limit)
            return p->oldest[w];
    return ENTRIES;
}
