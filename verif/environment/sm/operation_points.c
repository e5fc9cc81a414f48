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

static bool is_under_fetch(const struct points *e, const struct ul1_l1_out *out, uint64_t line)
{
    for (unsigned i = 0; i < e->sizes->prt; i++)
        if (out->prt.prt_used >> i & 1 && out->prt.prt_line[i] == line)
            return true;
    return false;
}

// By the reduction in stage 1, and by those whose operands have come.
static void count_reductions(struct points *e, const struct ul1_l1_out *out)
{
    const bool looks = out->arb.pass_red != UL1_ATOM_NONE && out->tag.look_judge;
    bool waits = false;
    for (unsigned i = 0; i < e->beats; i++)
        waits |= e->entry[e->beat[i]].reduces && !out->wdb.credit_red;
    e->point[CP_REDS].count += looks;
    e->point[CP_REDS_DROP].count += looks && out->tag.look_purge;
    e->point[CP_REDS_WRITEBACK].count += looks && out->tag.evict_valid;
    e->point[CP_REDS_CLOSE].count += looks && is_under_fetch(e, out, out->arb.pass_line);
    e->point[CP_REDS_WAIT].count += waits;
}

static void count_matrices(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const bool moves = out->lsu.rf_valid, pulls = in->pull_valid && out->lsu.pull_ready;
    e->point[CP_MATRIX_LOADS].count += moves && out->lsu.rf_matrix == UL1_MATRIX_PLAIN;
    e->point[CP_MATRIX_LOADS_TURNED].count += moves && out->lsu.rf_matrix == UL1_MATRIX_TRANS;
    e->point[CP_MATRIX_STORES].count += pulls && out->lsu.pull_matrix == UL1_MATRIX_PLAIN;
    e->point[CP_MATRIX_STORES_TURNED].count += pulls && out->lsu.pull_matrix == UL1_MATRIX_TRANS;
}

void points_operations(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    count_openings(e, &out->bar);
    if (UL1_LOCKS)
        count_locks(e, out);
    if (UL1_GLOBAL_ATOMICS)
        count_reductions(e, out);
    if (UL1_MATRIX)
        count_matrices(e, in, out);
    e->point[CP_COPIES_MOST].count += UL1_COPIES && !out->copy.copy_ready;
}
