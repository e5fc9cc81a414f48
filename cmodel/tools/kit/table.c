#include "kit/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void table_init(struct table *t, size_t size)
{
    *t = (struct table){ .size = size };
}

void table_free(struct table *t)
{
    free(t->key);
    free(t->thing);
    free(t->place);
    table_init(t, t->size);
}

void table_clear(struct table *t)
{
    if (t->count)
        memset(t->place, 0, t->room * sizeof *t->place);
    t->count = 0;
}

static void enter(struct table *t, uint32_t number)
{
    uint32_t at = table_hash(t, t->key[number]);
    while (t->place[at])
        at = (at + 1) & (t->room - 1);
    t->place[at] = number + 1;
}

// An array that has grown before memory runs out does no harm.
static bool grow(struct table *t)
{
    uint32_t room = t->room ? 2 * t->room : 64;
    uint64_t *key = realloc(t->key, room / 2 * sizeof *key);
    if (key)
        t->key = key;
    unsigned char *thing = key ? realloc(t->thing, room / 2 * t->size) : NULL;
    if (thing)
        t->thing = thing;
    uint32_t *place = thing ? calloc(room, sizeof *place) : NULL;
    if (!place)
        return false;
    free(t->place);
    t->place = place;
    t->room = room;
    for (uint32_t n = 0; n < t->count; n++)
        enter(t, n);
    return true;
}

void *table_add(struct table *t, uint64_t key)
{
    void *thing = table_find(t, key);
    if (thing)
        return thing;
    if (t->count == t->room / 2 && !grow(t))
        return NULL;
    t->key[t->count] = key;
    enter(t, t->count);
    return memset(table_at(t, t->count++), 0, t->size);
}
