#include "environment/sm/l1s.h"

#include "environment/sm/joined.h"
#include "ul1_ports.h"

unsigned l1s_count(const struct ul1_block *shape)
{
    unsigned l1s = 0;
    for (size_t i = 0; i < shape->part_count; i++)
        l1s += ul1_part_block(shape, i)->machine;
    return shape->part_count ? l1s : 1;
}

size_t l1s_part(const struct ul1_block *shape, unsigned number)
{
    size_t part = 0;
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

// Sizes that are those of memory or of the bench, too.
static bool has_sizes_of_bench(const struct ul1_sizes *z)
{
    return z->warps == UL1_WARPS && z->va_w == UL1_VA_W && z->pa_w == UL1_PA_W && z->lat == UL1_LAT
        && z->hlat == UL1_HLAT && z->perf_w == UL1_PERF_W;
}

const char *l1s_refuse(const struct ul1_block *shape)
{
    struct joined joined;
    const unsigned l1s = l1s_count(shape);
    joined_init(&joined, shape);
    if (!l1s || l1s > MACHINES)
        return "it has no L1, or more than 8";
    for (unsigned i = 0; i < l1s; i++)
        if (!has_sizes_of_bench(l1s_block(shape, i)->sizes))
            return "one of its L1s has other values of WARPS, VA_W, PA_W, LAT, HLAT or PERF_W than the bench";
    for (unsigned i = 0; joined.whole && i < l1s; i++)
        if (!joined_add(&joined, l1s_part(shape, i), NULL))
            return "one of its L1s is behind no share, or behind more than 4";
    return shape->wired && !joined.whole ? "it has no share with a port to memory" : NULL;
}
