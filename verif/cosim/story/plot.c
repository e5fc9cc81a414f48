#include "cosim/story/plot.h"

#include <string.h>

#include "common/taken.h"
#include "stimulus/traffic/expected.h"

// ---- the present state

unsigned plot_prt(const struct plot *p, const struct ul1_l1_out *out, uint64_t line)
{
    for (unsigned e = 0; e < p->sizes->prt; e++)
        if (out->prt.prt_used >> e & 1 && out->prt.prt_line[e] == line)
            return e;
    const uint64_t free = ~(uint64_t)out->prt.prt_used;
    return free ? (unsigned)__builtin_ctzll(free) : p->sizes->prt;
}

struct instr plot_offered(const struct plot *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct instr i = { .op = in->in_op,
                       .sign = in->in_signed,
                       .warp = in->in_warp,
                       .space = in->in_space,
                       .width = in->in_width,
                       .reg = in->in_reg,
                       .hint = in->in_hint,
                       .interleave = in->in_interleave,
                       .matrix = in->in_matrix,
                       .level = in->in_level,
                       .bar = in->in_op == UL1_OP_FENCE && in->in_bar && p->sizes->barriers,
                       .waits = in->in_waits,
                       .barrier = in->in_barrier,
                       .expects = in->in_expects,
                       .pred = in->in_pred,
                       .mask = in->in_mask };
    for (unsigned lane = 0; lane < LANES; lane++)
        i.addr[lane] = in->in_addr[lane];
    if (!instr_fences(&i))
        traffic_judge(&i, carveout_size(p->sizes, out->tag.carveout));
    return i;
}

static struct staged entering(const struct plot *p, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.req_id % ENTRIES;
    struct staged s = { .entry = (uint8_t)e, .sub = out->lsu.req_sub, .line = out->lsu.req_line };
    if (out->tag.readout_valid)
        return (struct staged){ .kind = STAGED_DIRTY, .line = p->evicted };
    if (out->tag.cmd_turn)
        return (struct staged){ .kind = STAGED_COMMAND, .line = out->tag.cmd_line };
    if (!out->lsu.req_valid)
        return (struct staged){ .kind = STAGED_NONE };
    s.kind = out->lsu.cand_replay ? out->lsu.cand_bare ? STAGED_BARE : STAGED_REPLAY
        : out->lsu.req_cached && p->standing.deferred >> e & 1 ? STAGED_WOKEN
        : out->lsu.req_cached                                  ? STAGED_LINE
                                                               : STAGED_SHARED;
    s.sub = out->lsu.req_cached ? (uint8_t)standing_sub(&p->standing, s.sub) : s.sub;
    s.number = s.kind == STAGED_SHARED ? p->actor[e].begun + 1 : 0;
    return s;
}

void plot_cycle(struct plot *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    memset(&p->instrs, 0, sizeof p->instrs);
    memset(&p->others, 0, sizeof p->others);
    p->on = p->standing.live ? attribute_instrs(&p->standing, in, out, &p->instrs) : 0;
    attribute_others(&p->unwalked, in, out, &p->others);
    p->stage[0] = entering(p, out);
}

// ---- the next state

static void take(struct plot *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!attribute_offers(in) || !takes_new(&out->lsu, in->in_op, in->in_space))
        return;
    const unsigned e = out->lsu.in_entry % ENTRIES;
    struct actor *a = &p->actor[e];
    *a = (struct actor){ .instr = plot_offered(p, in, out) };
    a->passes = a->instr.err || instr_fences(&a->instr) ? 0 : traffic_passes(&a->instr, in->cfg_bankwidth);
    standing_taken(&p->standing, e, &a->instr, carveout_size(p->sizes, out->tag.carveout));
}

static void see_pass(struct plot *p, const struct ul1_l1_out *out)
{
    const struct staged *s = &p->stage[0];
    if (s->kind != STAGED_SHARED)
        return;
    p->actor[s->entry].begun++;
    p->actor[s->entry].left = standing_lanes(&p->standing, s->entry, s->sub % UL1_WORDS,
                                             out->lsu.req_mask & ~out->split.split_mask);
}

static void see_line(struct plot *p, const struct ul1_l1_out *out)
{
    const bool load =
        out->arb.pass_cached && !out->arb.pass_store && out->arb.pass_mask && !out->arb.pass_replay;
    for (unsigned e = 0; e < p->sizes->prt; e++)
        if (!(out->prt.prt_used >> e & 1))
            p->prt[e].count = 0;
    if (!load || !(out->prt.miss_open || out->prt.miss_merge))
        return;
    const unsigned e = plot_prt(p, out, out->arb.pass_line);
    if (e < p->sizes->prt && p->prt[e].count < p->sizes->merge)
        p->prt[e].warp[p->prt[e].count++] = p->actor[out->arb.pass_id % ENTRIES].instr.warp;
}

static void see_buffered(struct plot *p, const struct ul1_l1_out *out)
{
    if (out->arb.pass_valid && out->arb.pass_store && out->wdb.alloc_new)
        p->wdb[out->wdb.alloc_store % UL1_WDB_MOST] =
            (struct buffered){ label_short(&p->actor[p->stage[1].entry].instr), out->arb.pass_line,
                               out->arb.pass_cached };
    if (out->tag.evict_valid) {
        p->evicted = out->tag.evict_line;
        p->wdb[out->wdb.alloc_dirty % UL1_WDB_MOST] =
            (struct buffered){ { "dirty" }, out->tag.evict_line, true };
    }
}

static void see_command(struct plot *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->cmd_valid || !out->tag.cmd_ready)
        return;
    p->command = in->cmd_op;
    p->command_addr = in->cmd_addr;
}

// Whether the access in stage 1 has words to read or write. (A load that does not hit leaves the pipeline
// there, as does an access without words.)
static bool goes_on(const struct ul1_l1_out *out)
{
    return out->tag.map_mask || out->arb.pass_readout;
}

static void reset(struct plot *p)
{
    *p = (struct plot){ .sizes = p->sizes, .begun = true };
    standing_reset(&p->standing, p->sizes);
}

void plot_clock(struct plot *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->rst) {
        reset(p);
        return;
    }
    see_pass(p, out);
    if (out->lsu.rf_valid)
        p->actor[out->lsu.rf_id % ENTRIES].beats++;
    see_line(p, out);
    see_buffered(p, out);
    see_command(p, in, out);
    standing_cycle(&p->standing, in, out);
    take(p, in, out);
    p->stage[2] = goes_on(out) ? p->stage[1] : (struct staged){ .kind = STAGED_NONE };
    p->stage[1] = p->stage[0];
}
