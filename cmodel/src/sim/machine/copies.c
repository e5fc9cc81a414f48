// Part of machine.c: asynchronous copies. A copy keeps its record from the load to the retirement of the
// store, which is presented here; a wait keeps its record until it ends.

#include "sim/sim.h"

// Offers the store of the copy that is shown, which goes before new instructions. Returns whether it is
// taken.
static bool copies_store(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    struct sim_live *v = s->live;
    const unsigned entry = out->lsu.in_entry;
    if (!UL1_COPIES || !out->copy.copy_valid || !out->lsu.in_shared_ready)
        return false;
    in->in_valid = in->in_copy = 1;
    in->in_warp = out->copy.copy_warp;
    in->in_op = UL1_OP_STORE;
    in->in_space = UL1_SPACE_SHARED;
    in->in_width = out->copy.copy_width;
    in->in_mask = out->copy.copy_mask;
    in->in_atom = UL1_ATOM_NONE;
    in->in_matrix = UL1_MATRIX_NONE;
    for (unsigned lane = 0; lane < LANES; lane++)
        in->in_addr[lane] = out->copy.copy_addr[lane];
    v->flight[entry] = v->copying[out->copy.copy_number];
    v->begun[entry] = 0;
    v->flights++;
    return true;
}

// The load of a copy leaves its entry. Without an error the copy goes on, and its record stays.
static bool copies_go_on(struct ul1_sim *s, uint16_t which, unsigned err)
{
    struct sim_record *r = &s->record[which];
    if (!UL1_COPIES || !r->instr.copy)
        return false;
    if (!err && r->instr.copy == 1) {
        r->instr.copy = 2; // from now on it stores
        return true;
    }
    s->live->copies--;
    return false;
}

static void copies_tell(struct ul1_sim *s, uint16_t which, unsigned event)
{
    const struct sim_owner owner = { s->record[which].instr.tag, 0 };
    if (s->watch.call)
        watch_tell_of(s, owner, (struct ul1_sim_seen){ .event = (uint8_t)event });
}

// A warp closes a group, or begins to wait.
static void copies_group(struct ul1_sim *s, uint16_t which, struct ul1_l1_in *in)
{
    const struct ul1_sim_instr *i = &s->record[which].instr;
    in->commit_valid = i->group & UL1_SIM_CLOSES;
    in->wait_valid = (i->group & UL1_SIM_WAITS) != 0;
    in->commit_warp = in->wait_warp = i->warp;
    in->wait_groups = i->leaves;
    copies_tell(s, which, UL1_SIM_TAKEN);
    if (!in->wait_valid) {
        copies_tell(s, which, UL1_SIM_RETIRED);
        sim_complete(s, which);
        return;
    }
    s->live->waits++;
    s->live->waiting[i->warp] = which;
}

static void copies_see_waits(struct ul1_sim *s, const struct ul1_copy_out *out)
{
    for (uint64_t left = UL1_COPIES ? out->wait_opens : 0; left; left = without_lowest(left)) {
        copies_tell(s, s->live->waiting[lowest(left)], UL1_SIM_RETIRED);
        sim_complete(s, s->live->waiting[lowest(left)]);
        s->live->waits--;
    }
}
