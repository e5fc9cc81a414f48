// Entry of the library: finds blocks and ports by name, reads and writes fields of a port, and tells which of
// their bits are valid.
#include "ul1.h"

#include <string.h>

#include "variant.h"

enum { STATE_ALIGN = 64 };

// The lane counts inside: all, or with -DLANES=n that one, which is enough for a bench of n lanes and faster
// to build. 64 lanes have the default machine, and the chips that say so.
#ifdef LANES
#define COUNTS(X, config) X(config, LANES)
#define WIDE(X)
#else
#include "ul1_configs.h"
#define WIDE(X)           UL1_WIDE(X)
#define COUNTS(X, config) X(config, 8) X(config, 16) X(config, 32)
#endif

// With -DCONFIGS there are other configurations than the default one, machines that mix them, and the chips
// that the library was made with.
#ifdef CONFIGS
#include "ul1_configs.h"
#define EACH_CONFIG(X) UL1_CONFIGS(X) X(mixed)
#else
#define EACH_CONFIG(X)
#undef UL1_CHIPS
#define UL1_CHIPS(X)
#endif

// With -DONLY_CONFIGS there is no default one (make dcl1).
#ifdef ONLY_CONFIGS
#define DEFAULT(X)
#else
#define DEFAULT(X) COUNTS(X, ) WIDE(X)
#endif

#define DECLARE(config, lanes) DECLARE_(config, lanes)
#define DECLARE_(config, lanes)                                 \
    extern const struct ul1_block ul1_blocks_##config##lanes[]; \
    extern const size_t ul1_block_count_##config##lanes;
#define DECLARE_V3(config, lanes)     DECLARE_V3_(config, lanes)
#define DECLARE_V3_(config, lanes)    extern const struct ul1_block ul1_blocks_##config##lanes##_v3[];
#define DECLARE_CONFIG(config)        COUNTS(DECLARE, config##_)
#define DECLARE_CHIP(chip, its_lanes) COUNTS(DECLARE, chip##_) COUNTS(DECLARE_V3, chip##_)
DEFAULT(DECLARE)
DEFAULT(DECLARE_V3)
EACH_CONFIG(DECLARE_CONFIG)
UL1_CHIPS(DECLARE_CHIP)

#define TWICE(blocks)  \
    {                  \
        blocks, blocks \
    }
#define ROW(config, lanes)         ROW_(config, lanes)
#define ROW_(config, lanes)        ROW_OF(config, lanes, TWICE(ul1_blocks_##config##lanes))
#define ROW_OF(config, lanes, ...) { #config, lanes, __VA_ARGS__, &ul1_block_count_##config##lanes },
#define ROWS(config)               COUNTS(ROW, config##_)
#define BOTH(config, lanes)        BOTH_(config, lanes)
#define BOTH_(config, lanes)       ROW_OF(config, lanes, UL1_BOTH(ul1_blocks_##config##lanes))
#define CHIP_ROWS(chip, its_lanes) COUNTS(BOTH, chip##_)

// The tables of all configurations. The name of each but the default one ends with _.
static const struct {
    const char *config;
    unsigned lanes;
    const struct ul1_block *blocks[2]; // for all processors, and for those with AVX2 and BMI
    const size_t *count;
} tables[] = { DEFAULT(BOTH) UL1_CHIPS(CHIP_ROWS) EACH_CONFIG(ROWS) };

static int is_named(const char *table, const char *config)
{
    const size_t n = strlen(config), end = n != 0;
    return strlen(table) == n + end && !memcmp(table, config, n) && (!end || table[n] == '_');
}

const struct ul1_block *ul1_config(const char *config, unsigned lanes, size_t *count)
{
    size_t unasked;
    count = count ? count : &unasked;
    *count = 0;
    for (size_t i = 0; config && i < sizeof tables / sizeof *tables; i++)
        if (tables[i].lanes == lanes && is_named(tables[i].config, config)) {
            *count = *tables[i].count;
            return UL1_CHOOSE(tables[i].blocks);
        }
    return NULL;
}

const struct ul1_block *ul1_blocks(unsigned lanes, size_t *count)
{
    return ul1_config("", lanes, count);
}

static const struct ul1_block *find(const char *config, unsigned lanes, const char *name)
{
    size_t count;
    const struct ul1_block *blocks = ul1_config(config, lanes, &count);
    for (size_t i = 0; name && i < count; i++)
        if (!strcmp(blocks[i].name, name))
            return &blocks[i];
    return NULL;
}

const struct ul1_block *ul1_find(unsigned lanes, const char *name)
{
    const struct ul1_block *found = find("", lanes, name);
    return found ? found : find("mixed", lanes, name);
}

size_t ul1_state_size(const struct ul1_block *block)
{
    size_t size = block ? block->state_size : 0;
    for (size_t i = 0; block && i < block->piece_count; i++)
        size += ul1_state_size(block->pieces[i]);
    return (size + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN;
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

int ul1_in_half(const struct ul1_block *block, const void *in)
{
    return block && in && block->half && ((const uint8_t *)in)[block->half];
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
    if (!block || !port || !port->built || i >= port->count)
        return 0;
    uint64_t all = port->width == 64 ? ~0ull : (1ull << port->width) - 1;
    if (port->when < 0)
        return all;
    const struct ul1_port *q = &block->ports[port->when];
    const void *io = q->is_out ? out : in;
    if (q->count > 1) {
        const size_t k = i * q->count / port->count; // the field that qualifies this one, and perhaps others
        uint64_t enable = ul1_get(q, io, k) & ul1_qualified(block, q, in, out, k), bits = 0;
        if (port->width != 8 * q->width)
            return enable ? all : 0;
        for (unsigned byte = 0; byte < q->width; byte++)
            if (enable >> byte & 1)
                bits |= 0xffull << 8 * byte;
        return bits;
    }
    uint64_t value = ul1_get(q, io, 0) & ul1_qualified(block, q, in, out, 0);
    // One bit for each field: only such a signal with several bits qualifies an array
    int mask = port->count > 1 && q->width > 1;
    return (mask ? value >> i & 1 : value != 0) ? all : 0;
}
