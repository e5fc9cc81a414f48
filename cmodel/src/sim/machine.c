// One cycle of the machine: the inputs that are driven, and the events that are seen. It is compiled together
// with the model, once for each lane count, variant and chip, so that no call is between them.
#include "lanes.c"

#include "sim/machine/array.c"
#include "sim/machine/copy.c"
#include "sim/machine/halves.c"
#include "sim/machine/offer.c"
#include "sim/machine/lookups.c"
#include "sim/memory.h"
#include "sim/machine/still.c"
#include "sim/machine/watch.c"
// It tells the watcher of groups.
#include "sim/machine/copies.c"

#define MACHINE UL1_PASTE(sim_machine_, CONFIG, LANES, VARIANT)

extern const struct sim_machine MACHINE;

// ---- inputs. The ready signals depend on the state alone, so an offer that is ready is taken.

static void sim_settings(struct ul1_sim *s)
{
    struct ul1_l1_in *in = s->in;
    const struct sim_settings *set = &s->live->set;
    in->cfg_home = (uint8_t)set->home;
    in->cfg_interval = (uint8_t)set->interval;
    in->cfg_policy = (uint8_t)set->policy;
    in->cfg_bankwidth = (uint8_t)set->bankwidth;
    in->cfg_fetch = (uint8_t)set->fetch;
    in->cfg_page = (uint8_t)set->page;
    in->cfg_root = (__typeof__(in->cfg_root))(set->root >> UL1_PAGE_MIN_W);
}

static bool again_due(const struct ul1_sim *s)
{
    return s->live->remainders && s->live->remainder[0].due <= s->live->cycle;
}

// A remainder is presented again before anything new.
static void drive_again(struct ul1_sim *s, struct ul1_l1_in *in)
{
    struct sim_live *v = s->live;
    const struct sim_remainder r = v->remainder[0];
    present(&record_of(s, r.id)->instr, in);
    in->in_again = 1;
    in->in_id = r.id;
    in->in_sub = r.sub;
    in->in_mask = (lane_set)r.mask;
    v->remainders--;
    memmove(v->remainder, v->remainder + 1, v->remainders * sizeof r);
}

static void take_command(struct ul1_sim *s, uint16_t which, struct ul1_l1_in *in)
{
    const struct ul1_sim_instr *i = &s->record[which].instr;
    in->cmd_valid = 1;
    in->cmd_op = i->hint;
    in->cmd_carveout = i->level;
    in->cmd_addr = i->addr[0];
    s->live->command = which;
    s->live->counters.commands++;
}

// The command in progress is complete when the next could be taken.
static void end_command(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    struct sim_live *v = s->live;
    if (v->command == SIM_NONE || !out->tag.cmd_ready)
        return;
    if (s->watch.call)
        watch_tell_command(s, UL1_SIM_RETIRED);
    sim_complete(s, v->command);
    v->command = SIM_NONE;
}

static uint16_t take_first(struct ul1_sim *s, struct sim_ring *queue, const uint16_t *number)
{
    const uint16_t which = sim_ring_leave(queue, number, s->config.capacity);
    s->record[which].done.taken = s->live->cycle;
    return which;
}

// Offers the first of the commands that run beside instructions. Returns false if there is one that is not
// taken.
static bool drive_beside(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    struct sim_live *v = s->live;
    if (!v->beside.count)
        return true;
    if (out->tag.cmd_ready)
        take_command(s, take_first(s, &v->beside, s->beside), in);
    return in->cmd_valid;
}

static bool drive_queue(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    struct sim_live *v = s->live;
    if (!v->queue.count)
        return true;
    if (passes(s, out))
        sim_ring_pass(&v->queue, s->queue, s->config.capacity);
    const struct ul1_sim_instr *i = &s->record[s->queue[v->queue.head]].instr;
    const bool command = i->op == UL1_SIM_COMMAND;
    if (command ? !out->tag.cmd_ready || in->cmd_valid : !ready_for(out, i))
        return false;
    const uint16_t which = take_first(s, &v->queue, s->queue);
    if (command)
        take_command(s, which, in);
    else
        take_instruction(s, which, entry_for(out, i), in);
    return true;
}

// If the first of the queue is no instruction, but for its warp's groups, it needs no entry.
static bool drive_group(struct ul1_sim *s, struct ul1_l1_in *in)
{
    struct sim_live *v = s->live;
    if (!UL1_COPIES || !v->queue.count || !s->record[s->queue[v->queue.head]].instr.group)
        return false;
    copies_group(s, take_first(s, &v->queue, s->queue), in);
    return true;
}

// In the first cycle with new settings nothing is offered; then they become a command.
static bool changes(const struct ul1_tag_out *tag, const struct ul1_l1_in *in)
{
    return in->cfg_page != tag->use_page || in->cfg_root != tag->use_root;
}

static void drive_next(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->in_valid = in->in_again = in->cmd_valid = in->commit_valid = in->wait_valid = 0;
    if (changes(&out->tag, in)) {
        s->live->refused = s->live->queue.count || s->live->beside.count;
        return;
    }
    bool all = drive_beside(s, out, in);
    const bool group = drive_group(s, in);
    if (again_due(s))
        drive_again(s, in);
    else if (!copies_store(s, out, in) && !group)
        all &= drive_queue(s, out, in);
    s->live->refused = !all && !in->in_valid && !in->cmd_valid;
}

static void drive_data(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    in->pull_valid = lsu->pull_ready;
    if (!lsu->pull_ready)
        return;
    const struct ul1_sim_instr *i = &record_of(s, lsu->pull_id)->instr;
    if (UL1_COPIES && out->copy.copydata_mask) {
        memcpy(in->pull_data, out->copy.copydata_word, sizeof in->pull_data);
        return;
    }
    if (sim_words_out(i) == 1) { // slots are lanes; idle ones are ignored
        memcpy(in->pull_data, i->data[0], sizeof in->pull_data);
        return;
    }
    if (lsu->pull_matrix != UL1_MATRIX_NONE) {
        drive_halves(i, lsu, in->pull_data);
        return;
    }
    for (lane_set left = lsu->pull_mask; left; left &= left - 1) {
        unsigned slot = lowest(left);
        in->pull_data[slot] = i->data[lsu->pull_ofs[slot]][lsu->pull_lane[slot]];
    }
}

static void drive_memory(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    const struct sim_answer *a = s->live->cycle < s->live->next_due ? NULL : sim_memory_respond(s);
    in->resp_valid = a != NULL;
    if (a) {
        in->resp_op = a->op;
        in->resp_number = a->number;
        in->resp_sect = a->sect;
        in->resp_err = a->failed;
        in->resp_vline = a->vline;
        memcpy(in->resp_data, a->word, sizeof in->resp_data);
    }
    const struct ul1_mmu_out *m = &out->mmu;
    in->mem_ready = 0;
    if (!m->mem_valid)
        return;
    struct sim_offer o = { .op = m->mem_op,
                           .number = m->mem_number,
                           .sect = m->mem_sect,
                           .level = m->mem_level,
                           .line = m->mem_line,
                           .vline = m->mem_vline,
                           .atom = out->wdb.memdata_atom,
                           .wide = out->wdb.memdata_wide,
                           .sign = out->wdb.memdata_signed,
                           .returns = out->old.memold_valid,
                           .old = out->old.memold_number,
                           .enable = out->wdb.memdata_be,
                           .word = out->wdb.memdata_word };
    in->mem_ready = sim_memory_take(s, &o);
    if (in->mem_ready && m->mem_op == UL1_MEMOP_READ && m->mem_number < UL1_PRT
        && s->live->opener[m->mem_number] != SIM_NO_ENTRY)
        record_of(s, s->live->opener[m->mem_number])->done.reads++;
}

// ---- events

static void see_returned(struct ul1_sim *s, const struct ul1_lsu_out *lsu)
{
    struct sim_live *v = s->live;
    if (lsu->remainder_valid)
        v->remainder[v->remainders++] =
            (struct sim_remainder){ v->cycle + v->set.again_after, lsu->remainder_mask, lsu->remainder_id,
                                    lsu->remainder_sub };
}

// Words arrive in slots that are not lanes, so that the lane of each must be read.
static bool slots_are_no_lanes(struct ul1_sim *s, const struct ul1_lsu_out *lsu)
{
    const struct ul1_sim_instr *i = &record_of(s, lsu->rf_id)->instr;
    return lsu->rf_valid && (sim_words(i) > 1 || sim_words_out(i) > 1);
}

static void see_words(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.rf_valid)
        return;
    struct sim_record *r = record_of(s, out->lsu.rf_id);
    struct ul1_sim_done *d = &r->done;
    if (d->first_data == UL1_SIM_NEVER)
        d->first_data = s->live->cycle;
    d->pred |= out->dxbar.load_pred;
    if (sim_words(&r->instr) == 1 && sim_words_out(&r->instr) <= 1) { // slots are lanes
        for (unsigned lane = 0; lane < LANES; lane++)
            d->data[0][lane] =
                lay_over(d->data[0][lane], out->dxbar.load_data[lane], 0u - bit(out->dxbar.load_mask, lane));
        return;
    }
    if (out->lsu.rf_matrix != UL1_MATRIX_NONE) {
        see_halves(d, &out->lsu, &out->dxbar);
        return;
    }
    for (lane_set left = out->dxbar.load_mask; left; left &= left - 1) {
        unsigned slot = lowest(left);
        const unsigned lane = out->lsu.rf_lane[slot], ofs = out->lsu.rf_ofs[slot];
        d->data[ofs][lane] = out->dxbar.load_data[slot];
        if (UL1_LANE_PAIRS && bit(out->lsu.rf_both, slot))
            d->data[ofs][lane ^ out->lsu.rf_pairs] = out->dxbar.load_data[slot];
    }
}

// The instruction's entry may be used again, so fetches that it opened are of no instruction from now on.
static void see_retired(struct ul1_sim *s, const struct ul1_lsu_out *lsu)
{
    if (!lsu->ret_valid)
        return;
    struct sim_live *v = s->live;
    const struct sim_record *r = record_of(s, lsu->ret_id);
    struct ul1_sim_done *d = &record_of(s, lsu->ret_id)->done;
    d->err = lsu->ret_err;
    if (lsu->ret_err) {
        const uint32_t order = sim_order(&r->instr);
        d->err_lane = (uint8_t)sim_lane_at(order, LANES, lsu->ret_lane);
        d->err_mask = sim_lanes_at(order, LANES, lsu->ret_mask);
        d->err_addr = lsu->ret_addr;
    }
    for (unsigned p = 0; d->misses && p < UL1_PRT; p++)
        if (v->opener[p] == lsu->ret_id)
            v->opener[p] = SIM_NO_ENTRY;
    v->counters.retired++;
    v->counters.failed += lsu->ret_err != 0;
    if (!copies_go_on(s, v->flight[lsu->ret_id], lsu->ret_err))
        sim_complete(s, v->flight[lsu->ret_id]);
    v->flight[lsu->ret_id] = SIM_NONE;
    v->flights--;
}

// An instruction that retires beside the instruction table, as if it had an entry there.
static struct ul1_lsu_out retires(unsigned number, unsigned err, unsigned lane, lane_set mask, uint64_t addr)
{
    return (struct ul1_lsu_out){ .ret_valid = 1,
                                 .ret_id = (uint8_t)number,
                                 .ret_err = (uint8_t)err,
                                 .ret_lane = (uint8_t)lane,
                                 .ret_mask = (__typeof__(((struct ul1_lsu_out *)0)->ret_mask))mask,
                                 .ret_addr = addr };
}

// Words and retirements of constant loads.
static void see_constants(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    const struct ul1_constant_out *c = &out->constant;
    if (c->con_valid)
        see_constant_word(s, c);
    if (!c->conret_valid)
        return;
    const struct ul1_lsu_out as =
        retires(SIM_CONSTANTS + c->conret_id, c->conret_err, c->conret_lane, c->conret_mask, c->conret_addr);
    see_retired(s, &as);
}

// Passes, words and retirements of texture instructions.
static void see_textures(struct ul1_sim *s, const struct ul1_texture_out *t)
{
    if (t->texlook_valid)
        see_texture_pass(s, t);
    if (t->tex_valid)
        see_texture_words(s, t);
    if (!t->texret_valid)
        return;
    const struct ul1_lsu_out as =
        retires(SIM_TEXTURES + t->texret_id, t->texret_err, t->texret_lane, t->texret_mask, t->texret_addr);
    see_retired(s, &as);
}

static void see_lost(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    if (out->mmu.pagefail_valid)
        sim_lost(s, out->mmu.pagefail_line, out->mmu.pagefail_err);
    if (out->fill.memfail_valid)
        sim_lost(s, out->fill.memfail_line, UL1_ERR_BUS);
    if (out->prt.heldfail_valid)
        sim_lost(s, out->prt.heldfail_line, out->prt.heldfail_err);
}

// ---- the cycle

static bool is_quiet(const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    return !(in->in_valid || out->lsu.req_valid || out->arb.pass_valid || out->lsu.rf_valid
             || out->lsu.ret_valid || out->arb.pass_cached || out->lsu.remainder_valid || out->mmu.mem_valid
             || out->wdb.write_valid || out->fill.fill_here || in->cmd_valid || in->pull_valid
             || in->resp_valid || out->constant.con_used || out->texture.tex_used || in->commit_valid
             || in->wait_valid);
}

// Counts the events of `cycles` cycles like this one.
static void count_cycles(struct ul1_sim *s, uint64_t cycles)
{
    struct sim_live *v = s->live;
    const struct ul1_l1_out *out = s->out;
    v->cycle += cycles;
    v->counters.refused += v->refused * cycles;
    for (uint64_t left = out->lsu.defer_ids; left; left = without_lowest(left))
        if (v->flight[lowest(left)] != SIM_NONE)
            record_of(s, lowest(left))->done.deferred_cycles += (uint32_t)cycles;
}

static void sim_cycle(struct ul1_sim *s)
{
    struct ul1_l1_in *in = s->in;
    struct ul1_l1_out *out = s->out;
    l1_early(s->state, out);
    end_command(s, out);
    drive_next(s, out, in);
    drive_data(s, out, in);
    drive_memory(s, out, in);
    l1_late(s->state, in, out);

    if (s->watch.call || slots_are_no_lanes(s, &out->lsu))
        l1_show(s->state, out);
    if (s->watch.call)
        watch_cycle(s, in, out);
    see_pass(s, out);
    see_lookup(s, out);
    see_returned(s, &out->lsu);
    see_words(s, out);
    see_retired(s, &out->lsu);
    see_constants(s, out);
    if (UL1_TEXTURE)
        see_textures(s, &out->texture);
    copies_see_waits(s, &out->copy);
    see_lost(s, out);
    s->live->quiet = is_quiet(in, out);
    count_cycles(s, 1);
    l1_clock(s->state, in, out);
}

// The array has no defined contents at first: this makes a load of a word that was not stored visible.
static void sim_litter(struct ul1_sim *s)
{
    uint32_t(*word)[UL1_LINE_WORDS] = ((struct l1_state *)s->state)->data.word;
    for (uint32_t row = 0; row < UL1_ARRAY_ROWS; row++)
        for (uint32_t n = 0; n < UL1_LINE_WORDS; n++)
            word[row][n] = 0x9e3779b1u * (row * UL1_LINE_WORDS + n + 1);
}

static void sim_reset(struct ul1_sim *s)
{
    struct ul1_l1_in *in = s->in;
    memset(in, 0, sizeof *in);
    sim_settings(s);
    in->rst = 1;
    l1_early(s->state, s->out);
    l1_late(s->state, in, s->out);
    l1_clock(s->state, in, s->out);
    in->rst = 0;
    s->live->cycle++;
}

static bool sim_takes(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    struct ul1_l1_out *out = s->out;
    l1_early(s->state, out);
    return !changes(&out->tag, s->in) && !again_due(s) && ready_for(out, i);
}

// Reports of lost stores and of arrivals come a cycle after memory's answer and the retirement.
static bool sim_idle(const struct ul1_sim *s)
{
    struct ul1_l1_out *out = s->out;
    l1_early(s->state, out);
    return out->lsu.lsu_idle && out->constant.con_idle && out->texture.tex_idle && out->wdb.wdb_idle
        && out->tag.cmd_ready && !out->fill.memfail_valid && !out->bar.bar_valid && !out->bar.barfail_valid;
}

static bool sim_settled(const struct ul1_sim *s)
{
    const struct ul1_l1_out *out = s->out;
    return !changes(&out->tag, s->in);
}

const struct sim_machine MACHINE = {
    LANES,          UL1_LINE_BYTES,   &sizes,    sim_order,        sim_litter,   sim_cycle,     sim_reset,
    sim_settings,   sim_enter,        sim_leave, sim_texels,       sim_store,    sim_takes,     sim_idle,
    sim_settled,    DXBAR_WAITS,      sim_keep,  sim_stands_still, count_cycles, sim_run_quiet, sim_perf,
    sim_perf_clear, sim_shared_bytes, sim_peek,  sim_writes,       sim_poke
};
