#include "program/tree.h"

#include <stdlib.h>

struct arena {
    struct arena *next;
    max_align_t data[];
};

void *tree_alloc(struct tree *t, size_t size)
{
    struct arena *a = calloc(1, sizeof *a + size);
    if (!a)
        return NULL;
    a->next = t->arena;
    t->arena = a;
    return a->data;
}

void tree_free(struct tree *t)
{
    while (t->arena) {
        struct arena *a = t->arena;
        t->arena = a->next;
        free(a);
    }
    free(t->stmt);
    free(t->part);
    free(t);
}

void tree_point(const struct tree *t, unsigned point, int64_t value[PROGRAM_SWEEPS])
{
    for (unsigned i = t->sweeps; i-- > 0; point /= t->sweep[i].count)
        value[i] = t->sweep[i].value[point % t->sweep[i].count];
}
