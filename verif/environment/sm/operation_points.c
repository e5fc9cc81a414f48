#include "environment/sm/operation_points.h"

void points_bar(struct points *e, const struct instr *i)
{
    e->point[CP_BARS].count += i->bar;
    e->point[CP_BARS_WAIT].count += i->bar && i->waits;
}

void points_copy(struct points *e, const struct instr *i)
{
    e->point[CP_COPIES].count += i->copy;
}

void points_copy_retired(struct points *e, const struct instr *i, unsigned err)
{
    e->point[CP_COPIES_LOST].count += i->copy && err;
    e->point[CP_COPIES_BAD].count += i->copied && err;
}

void points_group(struct points *e, const struct instr *i)
{
    e->point[CP_GROUPS].count += (i->group & CLOSES_GROUP) != 0;
    e->point[CP_GROUP_WAITS].count += (i->group & WAITS_FOR_GROUPS) != 0;
}

static void count_openings(struct points *e, const struct ul1_bar_out *out)
{
    const bool opens = out->bar_valid;
    e->point[CP_BARRIERS_OPEN].count += opens;
    e->point[CP_BARRIERS_OPEN_ALL].count += opens && __builtin_popcountll(out->bar_warps) + 1 >= WARPS;
    e->point[CP_BARS_FAIL].count += out->barfail_valid;
}

// By the pass in stage 1.
static void count_locks(struct points *e, const struct ul1_l1_out *out)
{
    const unsigned atom = out->arb.pass_atom, had = (unsigned)__builtin_popcount(out->lock.lock_pred),
                   lost = (unsigned)__builtin_popcount(out->tag.map_mask) - had;
    e->point[CP_LOCKS].count += atom == UL1_ATOM_LOCK ? had : 0;
    e->point[CP_LOCKS_LOST].count += atom == UL1_ATOM_LOCK ? lost : 0;
    e->point[CP_UNLOCKS].count += atom == UL1_ATOM_UNLOCK || atom == UL1_ATOM_CUNLOCK;
    e->point[CP_UNLOCKS_VOID].count += atom == UL1_ATOM_CUNLOCK ? lost : 0;
}

void points_operations(struct points *e, const struct ul1_l1_out *out)
{
    count_openings(e, &out->bar);
    if (UL1_LOCKS)
        count_locks(e, out);
    e->point[CP_COPIES_MOST].count += UL1_COPIES && !out->copy.copy_ready;
}
