#include "checkers/lockstep/twin_parts.h"

#include <stdlib.h>
#include <string.h>

struct parts {
    struct twin twin;
    struct twin *part[];
};

static struct parts *of(struct twin *t)
{
    return (struct parts *)t;
}

static const void *in_of(const struct twin *t, size_t i, const void *in)
{
    return (const unsigned char *)in + t->shape->parts[i].in_offset;
}

static void *out_of(const struct twin *t, size_t i, void *out)
{
    return (unsigned char *)out + t->shape->parts[i].out_offset;
}

static bool parts_early(struct twin *t, void *out)
{
    for (size_t i = 0; i < t->shape->part_count; i++) {
        struct twin *p = of(t)->part[i];
        p->quiet = t->quiet;
        if (p->ops->early(p, out_of(t, i, out)))
            continue;
        t->at_fault = p->at_fault;
        memcpy(t->error, p->error, sizeof t->error);
        return false;
    }
    return true;
}

static void parts_late(struct twin *t, const void *in, void *out)
{
    for (size_t i = 0; i < t->shape->part_count; i++)
        of(t)->part[i]->ops->late(of(t)->part[i], in_of(t, i, in), out_of(t, i, out));
}

static void parts_clock(struct twin *t, const void *in, const void *out)
{
    for (size_t i = 0; i < t->shape->part_count; i++)
        of(t)->part[i]->ops->clock(of(t)->part[i], in_of(t, i, in),
                                   (const unsigned char *)out + t->shape->parts[i].out_offset);
}

static void parts_free(struct twin *t)
{
    for (size_t i = 0; i < t->shape->part_count; i++)
        of(t)->part[i]->ops->free(of(t)->part[i]);
    free(t);
}

static const struct twin_ops parts_ops = { parts_early, parts_late, parts_clock, parts_free };

struct twin *twin_parts(const struct ul1_block *shape, struct twin *const part[])
{
    struct parts *p = calloc(1, sizeof *p + shape->part_count * sizeof *part);
    if (!p)
        return NULL;
    memcpy(p->part, part, shape->part_count * sizeof *part);
    p->twin.ops = &parts_ops;
    p->twin.shape = shape;
    p->twin.name = part[0]->name;
    p->twin.portable = true;
    for (size_t i = 0; i < shape->part_count; i++)
        p->twin.portable &= part[i]->portable;
    return &p->twin;
}

struct twin *twin_part(const struct twin *t, size_t part)
{
    return t->ops == &parts_ops ? ((const struct parts *)t)->part[part] : NULL;
}
