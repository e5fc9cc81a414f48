// Fences: the examined one, the request to memory, and the fences that have ended.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// Fences with the turn are in one order, and all of the warp of the examined one: this warp has instructions
// in flight, or none. The rotation is at the last examined fence, which is the examined one, if any. Its
// level is the shown one; tb/formal/fences_ask.sv proves that this is the level of its acceptance.
static void find(struct lsu_state *s)
{
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = 0;
    s->queue.order[LSU_CACHED].all = s->queue.order[LSU_CACHED].first = held("at_head", 0, 0);
    s->queue.out[0] = !yes("settled");
    s->fences = held("instr_fence", 0, 0);
    s->asked = held("asked_q", 0, 0);
    s->over = held("over", 0, 0);
    s->examined.valid = (uint8_t)yes("examines_q");
    s->examined.id = (uint8_t)any(UL1_INSTR_W);
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        s->entry[i].warp = 0;
        s->entry[i].level = (uint8_t)held("fence_level", 0, 0);
    }
    never(s->examined.id >= UL1_INSTRS);
    never(held("u_rotate.behind_q", 0, 0) != behind(s->examined.id));
    never(s->examined.valid && s->examined.id != held("examined_q", 0, 0));
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    // an accepted instruction has neither requested nor ended: lsu_clock_new
    never(yes("rst") || yes("take_new"));
    find(s);
    in->accept_fence = (uint8_t)yes("accept_fence");
    in->answer_fence = (uint8_t)yes("answer_fence");
    in->answer_id = (uint8_t)held("answer_id", 0, 0);
    lsu_asks(s, in, out);
    same("fence_valid", 0, 0, out->fence_valid, 1);
    same("fence_id", 0, 0, out->fence_id, out->fence_valid);
    same("fence_level", 0, 0, out->fence_level, out->fence_valid);
    lsu_clock_fences(s, in, out);
    becomes("asked_q", 0, 0, s->asked, 1);
    becomes("over", 0, 0, s->over, 1);
    becomes("examines_q", 0, 0, s->examined.valid, 1);
    becomes("examined_q", 0, 0, s->examined.id, s->examined.valid);
    becomes("u_rotate.behind_q", 0, 0, behind(s->examined.id), 1);
}
