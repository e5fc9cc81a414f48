#include "history.h"

#include <stdlib.h>
#include <string.h>

struct version *history_version(struct memcheck_world *h)
{
    struct version *v = h->spare;
    if (!v)
        return calloc(1, sizeof *v);
    h->spare = v->next;
    return memset(v, 0, sizeof *v);
}

void history_spare(struct memcheck_world *h, struct version *v)
{
    v->next = h->spare;
    h->spare = v;
}

static bool grow(struct line *l)
{
    unsigned room = l->room ? 2 * l->room : 8;
    struct version **version = realloc(l->version, room * sizeof *version);
    if (!version)
        return false;
    l->version = version;
    l->room = room;
    return true;
}

struct version *history_add(struct memcheck_world *h, struct line *l, const struct version *v)
{
    struct version *copy = l->count == l->room && !grow(l) ? NULL : history_version(h);
    if (!copy)
        return NULL;
    *copy = *v;
    unsigned at = l->count++;
    for (; at; at--) {
        const struct version *o = l->version[at - 1];
        if (o->l1 != v->l1 || o->warp != v->warp || o->taken < v->taken
            || (o->taken == v->taken && o->part <= v->part))
            break;
        l->version[at] = l->version[at - 1];
    }
    l->version[at] = copy;
    return copy;
}

static bool begin_history(struct memcheck_world *h, struct line *l)
{
    if (h->lives == h->live_room) {
        unsigned room = h->live_room ? 2 * h->live_room : 64;
        struct line **live = realloc(h->live, room * sizeof *live);
        if (!live)
            return false;
        h->live = live;
        h->live_room = room;
    }
    struct version base = { .base = true, .l1 = NO_L1, .warp = NO_WARP };
    bool there = !(l->key & PLACELESS) && h->line(h->memory, l->key * LINE, base.word);
    l->readable = there;
    memset(base.mask, there ? 0xff : 0, sizeof base.mask);
    if (!history_add(h, l, &base))
        return false;
    h->live[h->lives++] = l;
    l->live = true;
    return true;
}

struct line *history_line(struct memcheck_world *h, uint64_t key, bool shared)
{
    struct line **at = table_add(&h->lines, key), *l = at ? *at : NULL;
    if (at && !l) {
        l = *at = calloc(1, sizeof *l);
        if (l)
            l->key = key;
    }
    if (!l || (!l->live && !begin_history(h, l)))
        return NULL;
    l->shared |= shared;
    return l;
}

void history_drop(struct memcheck_world *h, struct line *l)
{
    for (unsigned n = 0; n < l->count; n++)
        history_spare(h, l->version[n]);
    if (l->blur)
        history_spare(h, l->blur);
    l->blur = NULL;
    l->count = 0;
    l->live = false;
    unsigned n = 0;
    while (h->live[n] != l)
        n++;
    h->live[n] = h->live[--h->lives];
}

void history_clear(struct memcheck_world *h)
{
    while (h->lives)
        history_drop(h, h->live[h->lives - 1]);
    for (uint32_t n = 0; n < h->lines.count; n++) {
        struct line *l = *(struct line **)table_at(&h->lines, n);
        if (l)
            free(l->version);
        free(l);
    }
    table_clear(&h->lines);
}

struct memcheck_world *history_new(memcheck_line *line, memcheck_writable *writable, const void *memory)
{
    struct memcheck_world *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->line = line;
    h->writable = writable;
    h->memory = memory;
    table_init(&h->lines, sizeof(struct line *));
    return h;
}

void history_free(struct memcheck_world *h)
{
    if (!h)
        return;
    history_clear(h);
    table_free(&h->lines);
    while (h->spare) {
        struct version *v = h->spare;
        h->spare = v->next;
        free(v);
    }
    free(h->live);
    free(h);
}
