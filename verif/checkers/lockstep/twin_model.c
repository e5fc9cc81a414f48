#include "checkers/lockstep/twin_model.h"

#include <stdlib.h>
#include <string.h>

struct model {
    struct twin twin;
    _Alignas(64) unsigned char state[];
};

static bool model_early(struct twin *t, void *out)
{
    t->shape->early(((struct model *)t)->state, out);
    return true;
}

static void model_late(struct twin *t, const void *in, void *out)
{
    t->shape->late(((struct model *)t)->state, in, out);
}

static void model_clock(struct twin *t, const void *in, const void *out)
{
    t->shape->clock(((struct model *)t)->state, in, out);
}

static void model_free(struct twin *t)
{
    free(t);
}

struct twin *twin_model(const struct ul1_block *shape)
{
    static const struct twin_ops ops = { model_early, model_late, model_clock, model_free };
    size_t size = (sizeof(struct model) + ul1_state_size(shape) + 63) / 64 * 64;
    struct model *m = aligned_alloc(64, size);
    if (!m)
        return NULL;
    memset(m, 0, size);
    m->twin.ops = &ops;
    m->twin.shape = shape;
    m->twin.name = "model";
    m->twin.portable = true;
    return &m->twin;
}
