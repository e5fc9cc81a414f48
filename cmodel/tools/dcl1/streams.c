#include "dcl1/streams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MANDEL_LINES = 400000, // fitted, with the two numbers below (docs/dcl1.md)
    MANDEL_PRIVATE = 20,   // of a thousand accesses: to lines of this SM alone
    GATHER_LINES = 1 << 16,
    WEIGHTS = 8192,
    HALO_TILE = 48,
    HALO = 8, // lines of each neighbour
    OWN_LINES = 64,
    CAMP_LINES = 16,
    CAMP_STRIDE = 40,
};
static const double mandel_flat = DCL1_L1_LINES / 2, mandel_power = 1.6, gather_power = 1.0;

// ---- draws from a power law

static void power_law(struct dcl1_streams *s, unsigned choices, double flat, double power)
{
    s->choices = choices;
    s->sum = malloc((choices + 1) * sizeof *s->sum);
    s->sum[0] = 0;
    for (unsigned k = 0; k < choices; k++)
        s->sum[k + 1] = s->sum[k] + pow(k + flat, -power);
}

static unsigned draw(const struct dcl1_streams *s, unsigned sm)
{
    const double at = (double)(rng_next(&s->rng[sm]) >> 11) / 9007199254740992.0 * s->sum[s->choices];
    unsigned low = 0, high = s->choices;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (s->sum[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// ---- the streams

static uint64_t mandel(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)i;
    const uint64_t line = draw(s, sm);
    return rng_below(&s->rng[sm], 1000) < MANDEL_PRIVATE ? line + (uint64_t)(sm + 1) * MANDEL_LINES : line;
}

static uint64_t tile(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)sm;
    return i % s->lines;
}

static uint64_t broadcast(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)s, (void)sm;
    return i % WEIGHTS;
}

// A plane of a tile for each SM, side by side. Each reads its tile and the edges of both neighbours, twice,
// and then comes the next plane.
static uint64_t halo(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    const uint64_t plane = (uint64_t)s->sms * HALO_TILE, of = HALO_TILE + 2 * HALO, n = i % of;
    return i / of / 2 * plane + (sm * HALO_TILE + n + plane - HALO) % plane;
}

// Ranks of vertices have places of no order: an odd factor is a permutation.
static uint64_t gather(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)i;
    return draw(s, sm) * UINT64_C(40503) % GATHER_LINES;
}

static uint64_t private_lines(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)s;
    return sm * OWN_LINES + i % OWN_LINES;
}

static uint64_t camp(struct dcl1_streams *s, unsigned sm, uint64_t i)
{
    (void)s;
    return (sm * CAMP_LINES + i % CAMP_LINES) * CAMP_STRIDE;
}

const struct dcl1_stream dcl1_all_streams[] = {
    { "mandel", mandel, "all SMs draw from one power law with a flat head; 2% are to lines of one SM" },
    { "tile", tile, "all SMs scan a read-only tile of 1.5 L1s again and again" },
    { "broadcast", broadcast, "all SMs read the same weights in step, more than all L1s hold" },
    { "halo", halo, "each SM reads a tile and the edges of its neighbours' tiles, twice" },
    { "gather", gather, "all SMs draw vertices of a power-law graph, in places of no order" },
    { "private", private_lines, "each SM reads lines of its own, half an L1 of them" },
    { "camp", camp, "each SM reads lines of its own at a stride of 40" },
};
const unsigned dcl1_stream_count = sizeof dcl1_all_streams / sizeof *dcl1_all_streams;

int dcl1_streams_make(struct dcl1_streams *s, const char *name, unsigned sms, unsigned lines, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < dcl1_stream_count; i++)
        if (!strcmp(dcl1_all_streams[i].name, name))
            s->of = &dcl1_all_streams[i];
    if (!s->of)
        return 0;
    s->sms = sms;
    s->lines = lines;
    s->rng = malloc(sms * sizeof *s->rng);
    for (unsigned sm = 0; sm < sms; sm++)
        rng_seed(&s->rng[sm], rng_name_seed(name, seed * 1000 + sm));
    if (s->of->line == mandel)
        power_law(s, MANDEL_LINES, mandel_flat, mandel_power);
    if (s->of->line == gather)
        power_law(s, GATHER_LINES, 1, gather_power);
    return 1;
}

void dcl1_streams_free(struct dcl1_streams *s)
{
    free(s->rng);
    free(s->sum);
}
