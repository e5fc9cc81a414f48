// A table of items by a 64-bit key, in the order in which they were added. All items have one size; new ones
// are zero.
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table {
    size_t size;   // bytes of an item
    uint64_t *key; // by number: 0, 1, 2, ...
    unsigned char *thing;
    uint32_t *place; // number + 1 by hash, 0 for none; at most half of the slots are used
    uint32_t count, room;
};

void table_init(struct table *, size_t size);
void table_free(struct table *);
void table_clear(struct table *);

// The item of a key, added if there is none. Returns null if memory runs out. Pointers are valid until the
// next item is added.
void *table_add(struct table *, uint64_t key);

// The first slot for a key: multiplication moves all of its bits to the top.
static inline uint32_t table_hash(const struct table *t, uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (t->room - 1);
}

static inline void *table_at(const struct table *t, uint32_t number)
{
    return t->thing + number * t->size;
}

// The item of a key, or null.
static inline void *table_find(const struct table *t, uint64_t key)
{
    if (!t->count)
        return NULL;
    for (uint32_t at = table_hash(t, key); t->place[at]; at = (at + 1) & (t->room - 1))
        if (t->key[t->place[at] - 1] == key)
            return table_at(t, t->place[at] - 1);
    return NULL;
}

#endif
