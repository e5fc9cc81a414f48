#include "environment/sm/l1s.h"

#include <stdio.h>
#include <string.h>

#include "environment/sm/behind.h"
#include "environment/sm/joined.h"
#include "ul1_ports.h"

unsigned l1s_count(const struct ul1_block *shape)
{
    unsigned l1s = 0;
    for (size_t i = 0; i < shape->part_count; i++)
        l1s += ul1_part_block(shape, i)->machine;
    return shape->part_count ? l1s : 1;
}

static unsigned together; // L1s of a test that lie in one cluster before the next has some; 0: all that fit

bool l1s_place(const char *how)
{
    static const char *const words[] = { "near", "apart", "pairs" };
    unsigned n = 0;
    while (n < sizeof words / sizeof *words && strcmp(words[n], how))
        n++;
    together = n;
    return n < sizeof words / sizeof *words && (n < 2 || UL1_SMS / UL1_CLUSTERS % n == 0);
}

size_t l1s_part(const struct ul1_block *shape, unsigned number)
{
    size_t part = 0;
    if (together && l1s_count(shape) == UL1_SMS) {
        const unsigned group = number / together;
        number = group % UL1_CLUSTERS * (UL1_SMS / UL1_CLUSTERS) + group / UL1_CLUSTERS * together
            + number % together;
    }
    while (!shape->parts[part].block->machine || number--)
        part++;
    return part;
}

const struct ul1_block *l1s_block(const struct ul1_block *shape, unsigned number)
{
    return shape->part_count ? shape->parts[l1s_part(shape, number)].block : shape;
}

const char *l1s_path(const struct ul1_block *shape, unsigned number)
{
    return shape->part_count ? shape->parts[l1s_part(shape, number)].name : shape->name;
}

bool l1s_reset_alone(const struct ul1_block *shape)
{
    struct joined joined;
    char why[200];
    if (!shape->wired)
        return shape->part_count > 0;
    joined_init(&joined, shape);
    bool all = joined.whole && !behind_has(shape, why, sizeof why) && l1s_count(shape) <= MACHINES;
    for (unsigned i = 0; all && i < l1s_count(shape); i++)
        all = !joined_add(&joined, l1s_part(shape, i), NULL) && joined_resets(&joined, i);
    return all;
}

// The name of a size that is also that of memory or of the bench, and has another value; else null.
static const char *other_size(const struct ul1_sizes *z)
{
    const struct {
        const char *name;
        unsigned is, of_bench;
    } sizes[] = {
        { "WARPS", z->warps, UL1_WARPS },
        { "VA_W", z->va_w, UL1_VA_W },
        { "PA_W", z->pa_w, UL1_PA_W },
        { "LAT", z->lat, UL1_LAT },
        { "HLAT", z->hlat, UL1_HLAT },
        { "PERF_W", z->perf_w, UL1_PERF_W },
        { "SHORT_LINES", z->short_lines, UL1_SHORT_LINES },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].is != sizes[i].of_bench)
            return sizes[i].name;
    return NULL;
}

bool l1s_fit(const struct ul1_block *shape, char *why, size_t size)
{
    struct joined joined;
    const unsigned l1s = l1s_count(shape);
    joined_init(&joined, shape);
    *why = 0;
    if (behind_has(shape, why, size))
        joined.whole = NULL;
    else if (shape->wired && !joined.whole)
        snprintf(why, size, "it has neither a part 'share' with a port to memory nor an L2 slice, 'l2'");
    if (!l1s || l1s > MACHINES)
        snprintf(why, size, "it has %u L1s, and 1 to %d are possible", l1s, MACHINES);
    for (unsigned i = 0; !*why && i < l1s; i++) {
        const char *other = other_size(l1s_block(shape, i)->sizes);
        const char *not = joined.whole && !other ? joined_add(&joined, l1s_part(shape, i), NULL) : NULL;
        if (other)
            snprintf(why, size, "its L1 %s has another %s than the default", l1s_path(shape, i), other);
        else if (not )
            snprintf(why, size, "its L1 %s %s", l1s_path(shape, i), not );
    }
    return !*why;
}
