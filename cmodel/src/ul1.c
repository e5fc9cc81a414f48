// Entry of the library: finds blocks and ports by name, reads and writes fields of a port, and tells which of
// their bits are valid.
#include "ul1.h"

#include <string.h>

#include "variant.h"

// The lane counts inside: all, or with -DLANES=n that one, which is enough for a bench of n lanes and faster
// to build.
#ifdef LANES
#define COUNTS(X) X(LANES)
#else
#define COUNTS(X) X(8) X(16) X(32)
#endif

#define DECLARE(lanes) DECLARE_(lanes)
#define DECLARE_(lanes)                                                            \
    extern const struct ul1_block ul1_blocks_##lanes[], ul1_blocks_##lanes##_v3[]; \
    extern const size_t ul1_block_count_##lanes;
COUNTS(DECLARE)

#define CASE(lanes) CASE_(lanes)
#define CASE_(lanes)                      \
    case lanes:                           \
        *count = ul1_block_count_##lanes; \
        return *UL1_CHOOSE(ul1_blocks_##lanes);

const struct ul1_block *ul1_blocks(unsigned lanes, size_t *count)
{
    size_t unasked;
    count = count ? count : &unasked;
    switch (lanes) {
        COUNTS(CASE)
    default:
        *count = 0;
        return NULL;
    }
}

const struct ul1_block *ul1_find(unsigned lanes, const char *name)
{
    size_t count;
    const struct ul1_block *blocks = ul1_blocks(lanes, &count);
    for (size_t i = 0; name && i < count; i++)
        if (!strcmp(blocks[i].name, name))
            return &blocks[i];
    return NULL;
}

const struct ul1_block *ul1_part_block(const struct ul1_block *block, size_t part)
{
    return block && part < block->part_count ? block->parts[part].block : NULL;
}

const void *ul1_part_in(const struct ul1_block *block, size_t part, const void *in, const void *out)
{
    if (!block || part >= block->part_count)
        return NULL;
    const struct ul1_part *p = &block->parts[part];
    const unsigned char *io = p->wired ? out : in;
    return io ? io + p->seen_offset : NULL;
}

const void *ul1_part_out(const struct ul1_block *block, size_t part, const void *out)
{
    return block && out && part < block->part_count
        ? (const unsigned char *)out + block->parts[part].out_offset
        : NULL;
}

int ul1_in_reset(const struct ul1_block *block, const void *in)
{
    if (!block || !in)
        return 0;
    if (!block->part_count || block->wired)
        return block->clocked && *(const uint8_t *)in;
    for (size_t i = 0; i < block->part_count; i++)
        if (!ul1_in_reset(ul1_part_block(block, i), (const unsigned char *)in + block->parts[i].in_offset))
            return 0;
    return 1;
}

static int is_port(const struct ul1_port *port, const char *name)
{
    if (!port->part)
        return !strcmp(port->name, name);
    size_t n = strlen(port->part);
    return !strncmp(port->part, name, n) && name[n] == '.' && !strcmp(port->name, name + n + 1);
}

const struct ul1_port *ul1_port_find(const struct ul1_block *block, const char *name)
{
    for (size_t i = 0; block && name && i < block->port_count; i++)
        if (is_port(&block->ports[i], name))
            return &block->ports[i];
    return NULL;
}

uint64_t ul1_get(const struct ul1_port *port, const void *io, size_t i)
{
    if (!port || !io || i >= port->count)
        return 0;
    const unsigned char *at = (const unsigned char *)io + port->offset + i * port->size;
    switch (port->size) {
    case 1:
        return *at;
    case 2: {
        uint16_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    default: {
        uint64_t v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    }
}

void ul1_set(const struct ul1_port *port, void *io, size_t i, uint64_t value)
{
    if (!port || !io || i >= port->count)
        return;
    unsigned char *at = (unsigned char *)io + port->offset + i * port->size;
    if (port->width < 64)
        value &= (1ull << port->width) - 1;
    switch (port->size) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2: {
        uint16_t v = (uint16_t)value;
        memcpy(at, &v, sizeof v);
        break;
    }
    case 4: {
        uint32_t v = (uint32_t)value;
        memcpy(at, &v, sizeof v);
        break;
    }
    default:
        memcpy(at, &value, sizeof value);
        break;
    }
}

uint64_t ul1_qualified(const struct ul1_block *block, const struct ul1_port *port, const void *in,
                       const void *out, size_t i)
{
    if (!block || !port || i >= port->count)
        return 0;
    uint64_t all = port->width == 64 ? ~0ull : (1ull << port->width) - 1;
    if (port->when < 0)
        return all;
    const struct ul1_port *q = &block->ports[port->when];
    const void *io = q->is_out ? out : in;
    if (q->count > 1) {
        uint64_t enable = ul1_get(q, io, i) & ul1_qualified(block, q, in, out, i), bits = 0;
        if (port->width != 8 * q->width)
            return enable ? all : 0;
        for (unsigned k = 0; k < q->width; k++)
            if (enable >> k & 1)
                bits |= 0xffull << 8 * k;
        return bits;
    }
    uint64_t value = ul1_get(q, io, 0) & ul1_qualified(block, q, in, out, 0);
    // One bit for each field: only such a signal with several bits qualifies an array
    int mask = port->count > 1 && q->width > 1;
    return (mask ? value >> i & 1 : value != 0) ? all : 0;
}
