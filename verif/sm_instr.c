// The instruction side of the machine's surroundings: presents instructions and remainders, hands over store data, and
// follows each instruction until it retires.
#include <inttypes.h>
#include <string.h>

#include "sm_state.h"

// ---- driving

static bool fetch(struct sm *s)
{
    if (s->holding || s->exhausted)
        return true;
    s->holding = s->part.next(s->part.source, s->hand);
    s->exhausted = !s->holding;
    s->astray |= s->holding && !sm_fine(s, sm_memory_touch(&s->world->memory, s->hand));
    return !s->astray;
}

// What is in hand may be offered.
static bool is_time(const struct sm *s)
{
    return s->holding && s->retired >= s->hand->after && s->cycle - SM_LEAD >= s->hand->from;
}

static void present(const struct sm_instr *i, struct ul1_l1_in *in)
{
    in->in_valid = 1;
    in->in_warp = i->warp;
    in->in_bar = i->bar;
    in->in_level = i->level;
    in->in_store = i->store;
    in->in_space = i->space;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_hint = i->hint;
    in->in_reg = i->reg;
    memcpy(in->in_addr, i->addr, sizeof in->in_addr);
}

// A remainder that is due, by choice: which; `remainders` if there is none.
static unsigned due_remainder(struct sm *s)
{
    unsigned due = 0; // they are in order of their becoming due
    while (due < s->remainders && s->remainder[due].due <= s->cycle)
        due++;
    if (!due)
        return s->remainders;
    return s->part.set.again_any ? rng_below(&s->rng, due) : 0;
}

// Remainders first, then what is in hand.
static void drive_offer(struct sm *s, struct ul1_l1_in *in)
{
    in->in_valid = in->in_again = 0;
    if (s->cycle < SM_LEAD || !fetch(s))
        return;
    if (sm_happens(&s->part.set.gap, &s->rng, s->cycle))
        return;
    s->presented = due_remainder(s);
    if (s->presented < s->remainders) {
        const struct remainder *r = &s->remainder[s->presented];
        present(s->flight[r->id].instr, in);
        in->in_again = 1;
        in->in_id = r->id;
        in->in_sub = r->sub;
        in->in_mask = r->mask;
    } else if (is_time(s)) {
        present(s->hand, in);
        in->in_mask = s->hand->mask;
    }
}

// A word for each slot, by the number of the word and a seed. (Of the murmur finalizer, what is needed to make neighbours
// differ in every byte.)
static void draw_words(uint32_t *word, uint32_t seed, uint32_t number)
{
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t x = (number + i) * 0x9e3779b9u ^ seed;
        x = (x ^ x >> 15) * 0x85ebca6bu;
        word[i] = x ^ x >> 13;
    }
}

// Slot i of sub-warp k is word k * LANES + i of the instruction.
static void drive_data(struct sm *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->st_valid = !sm_happens(&s->part.set.late, &s->rng, s->cycle);
    const struct flight *f = &s->flight[out->lsu.st_id % SM_ENTRIES];
    if (in->st_valid && out->lsu.st_ready && f->live)
        draw_words(in->st_data, f->instr->data, out->lsu.st_sub * (uint32_t)LANES);
}

void sm_instr_drive(struct sm *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->rf_book = !sm_all_retired(s) && sm_happens(&s->part.set.book, &s->rng, s->cycle);
    drive_offer(s, in);
    drive_data(s, out, in);
}

// ---- what happened in a cycle

__attribute__((cold, noinline))
static bool unlike(struct sm *s, const struct sm_instr *i, const char *what, uint64_t expected, uint64_t seen)
{
    return sm_object(s, WITNESS_OBJECTS, "%s of warp %u, %u bits, mask 0x%x, first address 0x%" PRIx64
                     ": the test expects %s %" PRIu64 ", seen %" PRIu64,
                     sm_kind(i), i->warp, 8 * width_bytes(i->width), i->mask,
                     i->addr[i->mask ? __builtin_ctz(i->mask) : 0], what, expected, seen);
}

static bool see_beat(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->st_valid || !out->lsu.st_ready)
        return true;
    s->progress = s->cycle;
    s->costs.data_reads++;
    if (out->lsu.st_id >= UL1_PT || !s->flight[out->lsu.st_id].live)
        return sm_object(s, WITNESS_OBJECTS, "store data are pulled for entry %u, which has no instruction", out->lsu.st_id);
    return !s->witness || sm_agreed(s, witness_beat(s->witness, out->lsu.st_id, out->lsu.st_sub, in->st_data));
}

static bool see_taken(struct sm *s, const struct ul1_l1_out *out)
{
    unsigned entry = out->lsu.in_entry;
    struct flight *f = &s->flight[entry % SM_ENTRIES];
    if (entry >= UL1_PT || f->live)
        return sm_object(s, WITNESS_OBJECTS, "an instruction is taken into entry %u, which is not free", entry);

    struct sm_instr *i = s->hand; // it flies, and the hand gets the buffer of the entry's last one
    s->hand = f->instr;
    *f = (struct flight){ .instr = i, .live = true, .since = s->cycle };
    s->flying++;
    s->holding = false;
    s->base.begun |= s->stage == PROGRAM && !s->part.prepares;
    if (s->first_taken < 0)
        s->first_taken = (int64_t)s->cycle;
    s->stored |= i->store && sm_cached(i);
    if (sm_cached(i))
        sm_commander_note(&s->commander, i);
    if (s->stage == PROGRAM)
        sm_events_taken(&s->events, entry, i);

    struct witness_instr told = {
        .store = i->store, .sign = i->sign, .bar = i->bar, .space = i->space, .width = i->width, .warp = i->warp,
        .reg = i->reg, .hint = i->hint, .level = i->level, .mask = i->mask, .addr = i->addr
    };
    return !s->witness || sm_agreed(s, witness_accept(s->witness, entry, &told));
}

static bool see_again_taken(struct sm *s)
{
    struct remainder r = s->remainder[s->presented];
    s->remainders--;
    memmove(&s->remainder[s->presented], &s->remainder[s->presented + 1], (s->remainders - s->presented) * sizeof r);
    return !s->witness || sm_agreed(s, witness_again(s->witness, r.id, r.sub, r.mask, s->flight[r.id].instr->addr));
}

static bool see_offer(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->in_valid)
        return true;
    if (!(in->in_again ? out->lsu.again_ready : out->lsu.in_ready)) {
        s->costs.stalls++;
        return true;
    }
    s->progress = s->cycle;
    s->costs.address_reads++;
    return in->in_again ? see_again_taken(s) : see_taken(s, out);
}

static bool see_pass(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.req_valid)
        return true;
    s->inside = true;
    s->base.busy_cycles += s->stage == PROGRAM;
    s->busy += s->stage == PROGRAM && s->part.busy;
    if (out->lsu.req_cached)
        return true; // what becomes of it shows in the next cycle
    s->progress = s->cycle;
    s->flight[out->lsu.req_id % SM_ENTRIES].passes++;
    return !s->witness
        || sm_agreed(s, witness_pass(s->witness, out->lsu.req_id, out->lsu.req_sub, out->lsu.req_store, out->arb.acc_mask));
}

// A cached access in stage 1, a store's too. One that is deferred is no progress: it may not go on so for ever.
static void see_lookup(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->arb.pass_cached || out->prt.miss_defer)
        return;
    s->progress = s->cycle;
    s->flight[out->arb.pass_id % SM_ENTRIES].passes += !out->arb.pass_rep;
}

static bool see_returned(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.rpl_valid)
        return true;
    unsigned id = out->lsu.rpl_id;
    if (id >= UL1_PT || !s->flight[id].live || s->remainders == UL1_PT)
        return sm_object(s, WITNESS_OBJECTS, "a remainder of entry %u returns, which has no instruction", id);
    s->remainder[s->remainders++] =
        (struct remainder){ out->lsu.rpl_id, out->lsu.rpl_sub, out->lsu.rpl_mask, s->cycle + s->part.set.again_after };
    return !s->witness || sm_agreed(s, witness_returned(s->witness, id, out->lsu.rpl_sub, out->lsu.rpl_mask));
}

// What is loaded against what the test expects. (Of several legal values it may know the one.)
static bool loads_as_expected(struct sm *s, const struct ul1_l1_out *out)
{
    const struct sm_instr *i = s->flight[out->lsu.wb_id % SM_ENTRIES].instr;
    uint32_t word[LANES];
    draw_words(word, i->data, out->lsu.wb_sub * (uint32_t)LANES);
    for (uint32_t left = out->dxbar.wb_mask; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        if (out->dxbar.wb_data[slot] != word[slot])
            return unlike(s, i, "a loaded word", word[slot], out->dxbar.wb_data[slot]);
    }
    return true;
}

static bool see_written(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.wb_valid)
        return true;
    const struct flight *f = &s->flight[out->lsu.wb_id % SM_ENTRIES];
    if (f->live && f->instr->pinned && !loads_as_expected(s, out))
        return false;
    return !s->witness
        || sm_agreed(s, witness_writeback(s->witness, out->lsu.wb_id, out->lsu.wb_sub, out->lsu.wb_warp, out->lsu.wb_reg,
                                          out->dxbar.wb_mask, out->lsu.wb_lane, out->lsu.wb_ofs, out->dxbar.wb_data));
}

// The machine against what the test expects of the instruction.
static bool ends_as_expected(struct sm *s, const struct flight *f, const struct ul1_l1_out *out)
{
    const struct sm_instr *i = f->instr;
    if (!i->unsure && out->lsu.ret_err != i->err)
        return unlike(s, i, "error", i->err, out->lsu.ret_err);
    if (!i->unsure && i->err && out->lsu.ret_lane != i->err_lane)
        return unlike(s, i, "failing lane", i->err_lane, out->lsu.ret_lane);
    if (!i->unsure && i->err && out->lsu.ret_mask != i->err_mask)
        return unlike(s, i, "failing lanes", i->err_mask, out->lsu.ret_mask);
    if (!i->unsure && i->err && out->lsu.ret_addr != i->addr[i->err_lane])
        return unlike(s, i, "failing address", i->addr[i->err_lane], out->lsu.ret_addr);
    if (s->inside && f->passes != i->passes)
        return unlike(s, i, "passes", i->passes, f->passes);
    return true;
}

static bool see_retired(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.ret_valid)
        return true;
    unsigned id = out->lsu.ret_id;
    struct flight *f = &s->flight[id % SM_ENTRIES];
    if (id >= UL1_PT || !f->live)
        return sm_object(s, WITNESS_OBJECTS, "entry %u retires, which has no instruction", id);
    f->live = false;
    s->flying--;
    s->retired++;
    s->progress = s->cycle;
    s->last_retired = (int64_t)s->cycle;
    if (!ends_as_expected(s, f, out))
        return false;
    if (s->stage == PROGRAM) {
        s->base.instructions++;
        s->base.passes += f->passes;
        s->base.passes_expected += f->instr->passes;
        s->errors += out->lsu.ret_err && out->lsu.ret_err < UL1_ERR_PAGE;
        sm_events_retired(&s->events, id, f->instr, out->lsu.ret_err);
    }
    return !s->witness || sm_agreed(s, witness_retire(s->witness, id, out->lsu.ret_warp, out->lsu.ret_err, out->lsu.ret_lane,
                                                      out->lsu.ret_mask, out->lsu.ret_addr));
}

bool sm_instr_observe(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    see_lookup(s, out);
    return see_beat(s, in, out) && see_offer(s, in, out) && see_pass(s, out) && see_returned(s, out) && see_written(s, out)
        && see_retired(s, out);
}

// ---- stores that are lost

// The first report like this one that the part expects and that has not come yet is it.
static bool expected(struct sm *s, enum sm_where where, uint64_t line, unsigned err)
{
    const struct sm_part *p = &s->part;
    for (unsigned n = 0; n < p->reports && n < SM_REPORTS; n++) {
        const struct sm_report *r = &p->report[n];
        if (s->reported[n] || r->where != where || r->err != err || r->addr / MEMORY_LINE != line)
            continue;
        s->reported[n] = true;
        return true;
    }
    return false;
}

static const char *const wheres[SM_WHERES] = {
    [SM_LEAVING] = "as it leaves", [SM_REFUSED] = "refused by the memory", [SM_HELD] = "held for its line"
};

// What is written back between the parts of the program is judged by the witness alone.
static bool see_report(struct sm *s, enum sm_where where, uint64_t line, unsigned err)
{
    if (s->stage == PROGRAM)
        sm_events_report(&s->events, where, err);
    if (s->stage == PROGRAM && !s->part.reports_unsure && !expected(s, where, line, err))
        return sm_object(s, WITNESS_OBJECTS, "the test does not expect that a store to line 0x%" PRIx64 " is reported as "
                         "lost, %s, with error %u", line * MEMORY_LINE, wheres[where], err);
    return !s->witness || sm_agreed(s, witness_failed(s->witness, line * MEMORY_LINE, err));
}

bool sm_instr_reports(struct sm *s, const struct ul1_l1_out *out)
{
    return (!out->mmu.xfail_valid || see_report(s, SM_LEAVING, out->mmu.xfail_line, out->mmu.xfail_err))
        && (!out->fill.wfail_valid || see_report(s, SM_REFUSED, out->fill.wfail_line, UL1_ERR_BUS))
        && (!out->prt.hfail_valid || see_report(s, SM_HELD, out->prt.hfail_line, out->prt.hfail_err));
}

bool sm_instr_reported(struct sm *s)
{
    if (s->part.reports > SM_REPORTS)
        return sm_object(s, HARNESS_AT_FAULT, "a part expects more than %d reports", SM_REPORTS);
    for (unsigned n = 0; n < s->part.reports; n++)
        if (!s->reported[n])
            return sm_object(s, WITNESS_OBJECTS, "the test expects that a store to line 0x%" PRIx64 " is reported as lost, "
                             "%s, with error %u: it was not", s->part.report[n].addr, wheres[s->part.report[n].where],
                             s->part.report[n].err);
    return true;
}

void sm_instr_reset(struct sm *s)
{
    for (unsigned e = 0; e < SM_ENTRIES; e++)
        s->flight[e].live = false;
    s->flying = s->remainders = 0;
    s->holding = false;
}
