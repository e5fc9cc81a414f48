// Deferred instructions: the effect of the access in stage 1 on them, wake-up, the urgent one, the accesses
// held back for it, and the eligible ones.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// The rotation is at the last urgent instruction, which is the urgent one, if any.
static void find_urgent(struct lsu_urgent *u)
{
    u->valid = (uint8_t)yes("urgent_q");
    u->id = (uint8_t)any(UL1_INSTR_W);
    u->lacks = (uint8_t)yes("lacks_q");
    u->set = (uint8_t)held("lacks_set_q", 0, 0);
    u->alone = (uint8_t)yes("alone_q");
    never(u->id >= UL1_INSTRS);
    never(held("u_rotate.behind_q", 0, 0) != behind(u->id));
    never(u->valid && u->id != held("urgent_entry_q", 0, 0));
}

// All are of one warp, as it does not matter here (lsu_warps), and the new queue is empty.
static void find(struct lsu_state *s)
{
    s->deferral.all = held("is_deferred", 0, 0);
    s->deferral.unwoken = held("unwoken", 0, 0);
    s->deferral.room = held("for_credit_q", 0, 0);
    s->deferral.of_warp[0] = (uint8_t)any(UL1_INSTR_W);
    find_urgent(&s->deferral.urgent);
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        s->entry[i].todo = (uint32_t)held("has_todo", i, 1);
        s->entry[i].warp = 0;
    }
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        s->queue.order[m].all = 0;
}

// The access in stage 1: only a load or CMO that is looked up is deferred (lsu_follow_up). A replay does not
// affect deferred instructions.
static void find_access(struct lsu_state *s, struct lsu_in *in)
{
    s->look.asks = (uint8_t)yes("s1_asks");
    s->look.valid = (uint8_t)yes("s1_look");
    s->look.replay = s->look.err = 0;
    s->look.lanes = 1;
    s->follow[0].id = (uint8_t)held("s1_entry", 0, 0);
    in->look_hit = (uint8_t)any(1);
    in->look_set = (uint8_t)held("look_set", 0, 0);
    in->miss_defer = (uint8_t)yes("deferred");
    in->miss_cause = (uint8_t)held("miss_cause", 0, 0);
    in->credit_dirty = (uint8_t)yes("credit_dirty");
    never(s->follow[0].id >= UL1_INSTRS || (in->miss_defer && !s->look.valid));
}

static void compare_then(const struct lsu_deferral *p)
{
    const struct lsu_urgent *u = &p->urgent;
    becomes("is_deferred", 0, 0, p->all, 1);
    becomes("unwoken", 0, 0, p->unwoken, 1);
    becomes("for_credit_q", 0, 0, p->room, 1);
    becomes("urgent_q", 0, 0, u->valid, 1);
    becomes("urgent_entry_q", 0, 0, u->id, u->valid);
    becomes("lacks_q", 0, 0, u->lacks, u->valid);
    becomes("lacks_set_q", 0, 0, u->set, u->valid && u->lacks);
    becomes("alone_q", 0, 0, u->alone, u->valid);
    becomes("u_rotate.behind_q", 0, 0, behind(u->id), 1);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    never(yes("rst"));
    find(s);
    find_access(s, in);
    // lsu_deferral asserts these
    never((s->deferral.unwoken & ~(s->deferral.all & held("has_todo", 0, 0))) != 0);
    never(s->deferral.urgent.valid && !is_in(s->deferral.all, s->deferral.urgent.id));
    same("awake", 0, 0, lsu_awake(s), 1);
    lsu_holds(s, in, out);
    same("defer_holds", 0, 0, out->defer_holds, 1);
    const uint8_t were = s->deferral.of_warp[0];
    if (s->look.valid)
        lsu_clock_outcome(s, in, &s->follow[0]);
    lsu_clock_wakes(s, in, yes("frees"));
    same("defer_set", 0, 0, s->deferral.of_warp[0] == (uint8_t)(were + 1), 1);
    same("defer_clear", 0, 0, s->deferral.of_warp[0] == (uint8_t)(were - 1), 1);
    compare_then(&s->deferral);
}
