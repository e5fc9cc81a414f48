#include "environment/sm/side.h"

#include <inttypes.h>
#include <string.h>

#include "common/taken.h"
#include "environment/sm/data.h"
#include "environment/sm/follower.h"
#include "environment/sm/operation_points.h"

// ---- driving

// The next instruction depends on the outcome of those before.
static bool fetch_followed(struct sm *h)
{
    if (h->exhausted)
        return true;
    const enum comes f = follow_next(h->part.follower, h->cycle, h->holding ? NULL : h->hand);
    if (f == FOLLOW_OBJECTS)
        return sm_follower_objects(h);
    if (f == FOLLOW_IN_TIME)
        h->progress = h->cycle;
    h->exhausted = f == FOLLOW_END && !h->holding;
    if (h->holding || f != FOLLOW_INSTR)
        return true;
    h->holding = true;
    return fine(h, backing_touch(h->backing, h->hand));
}

static bool fetch(struct sm *h)
{
    if (h->part.follower) {
        h->astray |= !fetch_followed(h);
        return !h->astray;
    }
    if (h->holding || h->exhausted)
        return true;
    h->holding = h->part.next(h->part.source, h->hand);
    h->exhausted = !h->holding;
    if (h->holding && h->part.held && h->hand->bar && h->hand->waits)
        *h->part.held |= UINT64_C(1) << h->hand->warp;
    h->astray |= h->holding && !fine(h, backing_touch(h->backing, h->hand));
    return !h->astray;
}

// Whether the instruction in hand may be offered now.
static bool is_time(const struct sm *h)
{
    return h->holding && h->retired >= h->hand->after && h->cycle - PART_LEAD >= h->hand->from;
}

static void present(const struct instr *i, struct ul1_l1_in *in)
{
    in->in_valid = 1;
    in->in_warp = i->warp;
    in->in_op = i->op;
    in->in_level = i->level;
    in->in_space = i->space;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_hint = i->hint;
    in->in_atom = i->atom;
    in->in_returns = i->returns;
    in->in_matrix = i->matrix;
    in->in_interleave = i->interleave;
    in->in_reg = i->reg;
    in->in_bar = i->bar;
    in->in_barrier = i->barrier;
    in->in_expects = i->expects;
    in->in_waits = i->waits;
    in->in_pred = i->pred;
    for (unsigned lane = 0; lane < LANES; lane++) // the pins are as narrow as addresses are
        in->in_addr[lane] = i->addr[lane];
}

// The index of a remainder that is due, by the chosen order; `remainders` if none is.
static unsigned due_remainder(struct sm *h)
{
    unsigned due = 0; // they are in the order in which they fall due
    while (due < h->remainders && h->remainder[due].due <= h->cycle)
        due++;
    if (!due)
        return h->remainders;
    return h->part.set.again_any ? rng_below(&h->rng, due) : 0;
}

static bool is_shared(const struct instr *i)
{
    return i->op != UL1_OP_FENCE && i->space == UL1_SPACE_SHARED;
}

// If only entries kept for shared memory are free, the instruction in hand is set aside, so that another
// warp's can be offered. This is not done if the order must be that of the text.
static void put_aside(struct sm *h, const struct ul1_l1_out *out)
{
    struct instr *hand = h->hand;
    if (h->waiting || !is_time(h) || is_shared(hand) || out->lsu.in_ready || !out->lsu.in_shared_ready
        || (h->part.follower && follow_in_order(h->part.follower)))
        return;
    h->hand = h->aside;
    h->aside = hand;
    h->waiting = true;
    h->holding = false;
    if (h->notes)
        notes_withdrawn(h->notes, h->number);
    fetch(h);
}

// The new instruction on offer: the one set aside, or the one in hand if only that can be taken.
static struct instr **new_offer(struct sm *h, const struct ul1_l1_out *out)
{
    bool hand = is_time(h),
         passes = hand && is_shared(h->hand) && h->hand->warp != h->aside->warp && !out->lsu.in_ready;
    if (h->waiting && !passes)
        return &h->aside;
    return hand ? &h->hand : NULL;
}

// Remainders go before new instructions.
static void drive_offer(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->in_valid = in->in_again = 0;
    if (h->cycle < PART_LEAD || !fetch(h))
        return;
    if (pattern_happens(&h->part.set.gap, &h->rng, h->cycle))
        return;
    h->presented = due_remainder(h);
    if (h->presented < h->remainders) {
        const struct remainder *r = &h->remainder[h->presented];
        present(h->flight[r->id].instr, in);
        in->in_again = 1;
        in->in_id = r->id;
        in->in_sub = r->sub;
        in->in_mask = r->mask;
        return;
    }
    put_aside(h, out);
    h->offered = new_offer(h, out);
    if (!h->offered)
        return;
    const struct instr *i = *h->offered;
    present(i, in);
    in->in_mask = i->mask;
    if (h->notes)
        notes_offered(h->notes, h->number, i, h->cycle);
}

static void drive_data(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->pull_valid = !pattern_happens(&h->part.set.late, &h->rng, h->cycle);
    const struct flight *f = &h->flight[out->lsu.pull_id % ENTRIES];
    if (in->pull_valid && out->lsu.pull_ready && f->live)
        data_beat(f->instr, &out->lsu, in->pull_data);
}

void side_drive(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->regport_reserve = !all_retired(h) && pattern_happens(&h->part.set.book, &h->rng, h->cycle);
    drive_offer(h, out, in);
    drive_data(h, out, in);
}

// ---- observing a cycle

__attribute__((cold, noinline)) static bool unlike(struct sm *h, const struct instr *i, const char *what,
                                                   uint64_t expected, uint64_t seen)
{
    const char *where = h->part.follower ? follow_where(h->part.follower, i->serial) : "";
    return sm_object(h, MEMCHECK_OBJECTS,
                     "%s%s%s of warp %u, %u bits, mask 0x%x, first address 0x%" PRIx64
                     ": the test expects %s %" PRIu64 ", seen %" PRIu64,
                     where, *where ? ": " : "", instr_kind(i), i->warp, 8 * width_bytes(i->width), i->mask,
                     i->addr[i->mask ? __builtin_ctz(i->mask) : 0], what, expected, seen);
}

static bool see_beat(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->pull_valid || !out->lsu.pull_ready)
        return true;
    h->progress = h->cycle;
    h->costs.data_reads++;
    if (out->lsu.pull_id >= h->sizes->instrs || !h->flight[out->lsu.pull_id].live)
        return sm_object(h, MEMCHECK_OBJECTS, "store data are pulled for entry %u, which has no instruction",
                         out->lsu.pull_id);
    return !h->memcheck
        || agreed(h, memcheck_beat(h->memcheck, out->lsu.pull_id, out->lsu.pull_sub, in->pull_data));
}

static bool see_taken(struct sm *h, const struct ul1_l1_out *out)
{
    unsigned entry = out->lsu.in_entry;
    struct flight *f = &h->flight[entry % ENTRIES];
    if (entry >= h->sizes->instrs || f->live)
        return sm_object(h, MEMCHECK_OBJECTS, "an instruction is taken into entry %u, which is not free",
                         entry);

    // it is in flight now; its pointer gets the buffer of the entry's previous instruction
    struct instr *i = *h->offered;
    *h->offered = f->instr;
    *f = (struct flight){ .instr = i, .live = true, .since = h->cycle };
    if (h->memcheck)
        waits_taken(&h->waits, entry, i, carveout_size(h->sizes, out->tag.carveout));
    h->flying++;
    if (h->offered == &h->hand)
        h->holding = false;
    else
        h->waiting = false;
    if (h->notes)
        notes_taken(h->notes, h->number, entry);
    if (h->watcher)
        h->watcher->taken(h->watcher, h, entry);
    h->begun |= h->stage == PROGRAM && !h->part.prepares;
    if (h->first_taken < 0)
        h->first_taken = (int64_t)h->cycle;
    h->stored |= instr_stores(i) && instr_cached(i);
    if (instr_cached(i))
        commander_note(&h->commander, i);
    bins_taken(&h->bins, entry, i);
    if (h->stage == PROGRAM) {
        points_taken(&h->points, entry, i);
        points_bar(&h->points, i);
    }
    if (h->part.follower)
        follow_taken(h->part.follower, i->serial, h->cycle);

    struct memcheck_instr told = { .op = i->op,
                                   .sign = i->sign,
                                   .interleave = i->interleave,
                                   .space = i->space,
                                   .width = i->width,
                                   .warp = i->warp,
                                   .reg = i->reg,
                                   .hint = i->hint,
                                   .atom = i->atom,
                                   .returns = i->returns,
                                   .matrix = i->matrix,
                                   .level = i->level,
                                   .mask = i->mask,
                                   .addr = i->addr };
    return !h->memcheck || agreed(h, memcheck_accept(h->memcheck, entry, &told));
}

static bool see_again_taken(struct sm *h)
{
    const struct remainder r = h->remainder[h->presented];
    memmove(&h->remainder[h->presented], &h->remainder[h->presented + 1],
            (--h->remainders - h->presented) * sizeof r);
    return !h->memcheck
        || agreed(h, memcheck_again(h->memcheck, r.id, r.sub, r.mask, h->flight[r.id].instr->addr));
}

static bool see_offer(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->in_valid)
        return true;
    if (!in->in_again && !takes_new(&out->lsu, in->in_op, in->in_space)) {
        h->costs.stalls++;
        return true;
    }
    h->progress = h->cycle;
    h->costs.address_reads++;
    return in->in_again ? see_again_taken(h) : see_taken(h, out);
}

static bool see_pass(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->lsu.req_valid)
        return true;
    h->inside = true;
    h->tally.busy_cycles += h->stage == PROGRAM;
    h->busy += h->stage == PROGRAM && h->part.busy;
    if (out->lsu.req_cached)
        return true; // its outcome is visible in the next cycle
    if (out->lsu.req_old) {
        h->progress = h->cycle;
        return true;
    }
    h->progress = h->cycle;
    struct flight *f = &h->flight[out->lsu.req_id % ENTRIES];
    f->passes++;
    if (h->part.follower && f->live)
        follow_pass(h->part.follower, f->instr->serial, f->begun >> out->lsu.req_sub & 1);
    f->begun |= 1u << out->lsu.req_sub;
    if (!h->memcheck)
        return true;
    const bool given_back = out->lsu.req_store && out->split.split_more && !out->lsu.remainder_stays;
    return agreed(h,
                  memcheck_pass(h->memcheck, out->lsu.req_id, out->lsu.req_sub, out->lsu.req_store,
                                out->split.split_mask))
        && (!given_back
            || agreed(h, memcheck_beat_given_back(h->memcheck, out->lsu.req_id, out->lsu.req_sub)));
}

// A cached access in stage 1, stores included. That of the command `line` belongs to no instruction, and has
// no slots. A deferred lookup counts as no progress, so it cannot repeat for ever.
static void see_lookup(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->arb.pass_cached || (out->arb.pass_inval && !out->arb.pass_mask))
        return;
    if (h->part.follower && h->flight[out->arb.pass_id % ENTRIES].live)
        follow_lookup(h->part.follower, h->flight[out->arb.pass_id % ENTRIES].instr->serial, out);
    if (out->prt.miss_defer)
        return;
    h->progress = h->cycle;
    h->flight[out->arb.pass_id % ENTRIES].passes += !out->arb.pass_replay;
}

static bool see_returned(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->lsu.remainder_valid)
        return true;
    unsigned id = out->lsu.remainder_id;
    if (id >= h->sizes->instrs || !h->flight[id].live || h->remainders == h->sizes->instrs)
        return sm_object(h, MEMCHECK_OBJECTS, "a remainder of entry %u returns, which has no instruction",
                         id);
    h->remainder[h->remainders++] =
        (struct remainder){ out->lsu.remainder_id, out->lsu.remainder_sub, out->lsu.remainder_mask,
                            h->cycle + h->part.set.again_after };
    return !h->memcheck
        || agreed(h, memcheck_returned(h->memcheck, id, out->lsu.remainder_sub, out->lsu.remainder_mask));
}

// Compares loaded words with the test's expectation. (If several values are legal, the test may know the
// right one.)
static bool loads_as_expected(struct sm *h, const struct ul1_l1_out *out)
{
    const struct instr *i = h->flight[out->lsu.rf_id % ENTRIES].instr;
    uint32_t word[LANES];
    data_words(word, i->data, out->lsu.rf_sub);
    for (uint32_t left = out->dxbar.load_mask; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        if (out->dxbar.load_data[slot] != word[slot])
            return unlike(h, i, "a loaded word", word[slot], out->dxbar.load_data[slot]);
    }
    return true;
}

static bool see_written(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->lsu.rf_valid)
        return true;
    const struct flight *f = &h->flight[out->lsu.rf_id % ENTRIES];
    if (f->live && f->instr->pinned && !loads_as_expected(h, out))
        return false;
    if (h->part.follower && f->live && !followed(h, follow_loaded(h->part.follower, f->instr->serial, out)))
        return false;
    return !h->memcheck || sm_words_right(h, &out->lsu, &out->dxbar);
}

// Compares the outcome with the test's expectation of the instruction.
static bool ends_as_expected(struct sm *h, const struct flight *f, const struct ul1_l1_out *out)
{
    const struct instr *i = f->instr;
    if (!i->unsure && out->lsu.ret_err != i->err)
        return unlike(h, i, "error", i->err, out->lsu.ret_err);
    if (!i->unsure && i->err && out->lsu.ret_lane != i->err_lane)
        return unlike(h, i, "failing lane", i->err_lane, out->lsu.ret_lane);
    if (!i->unsure && i->err && out->lsu.ret_mask != i->err_mask)
        return unlike(h, i, "failing lanes", i->err_mask, out->lsu.ret_mask);
    const bool looked_up = i->err == UL1_ERR_PAGE || i->err == UL1_ERR_BUS; // in memory, where its word lies
    const uint64_t addr = looked_up ? instr_at(i, i->err_lane) : i->addr[i->err_lane];
    if (!i->unsure && i->err && out->lsu.ret_addr != addr)
        return unlike(h, i, "failing address", addr, out->lsu.ret_addr);
    if (h->inside && !i->passes_unsaid && f->passes != i->passes)
        return unlike(h, i, "passes", i->passes, f->passes);
    return true;
}

static bool see_retired(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->lsu.ret_valid)
        return true;
    unsigned id = out->lsu.ret_id;
    struct flight *f = &h->flight[id % ENTRIES];
    if (id >= h->sizes->instrs || !f->live)
        return sm_object(h, MEMCHECK_OBJECTS, "entry %u retires, which has no instruction", id);
    if (h->watcher && !watched(h, h->watcher->retired(h->watcher, h, id, out)))
        return false;
    f->live = false;
    h->flying--;
    h->retired++;
    if (h->notes)
        notes_retired(h->notes, h->number, id, h->cycle);
    h->progress = h->cycle;
    h->last_retired = (int64_t)h->cycle;
    if (h->part.follower
        && !followed(h, follow_retired(h->part.follower, f->instr->serial, h->cycle, out, h->inside)))
        return false;
    if (!ends_as_expected(h, f, out))
        return false;
    bins_retired(&h->bins, id);
    if (h->stage == PROGRAM) {
        h->tally.instructions++;
        h->tally.passes += f->passes;
        h->tally.passes_expected += f->instr->passes;
        h->tally.passes_unsaid |= f->instr->passes_unsaid;
        h->errors += out->lsu.ret_err && out->lsu.ret_err != UL1_ERR_PAGE && out->lsu.ret_err != UL1_ERR_BUS;
        points_retired(&h->points, id, f->instr, out->lsu.ret_err);
    }
    return !h->memcheck
        || agreed(h,
                  memcheck_retire(h->memcheck, id, out->lsu.ret_warp, out->lsu.ret_err, out->lsu.ret_lane,
                                  out->lsu.ret_mask, out->lsu.ret_addr));
}

// A fence that memory takes belongs to an instruction, and has its level, unless it is a command's.
static bool see_fence(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const unsigned id = out->mmu.mem_number;
    if (!out->mmu.mem_valid || !in->mem_ready || out->mmu.mem_op != UL1_MEMOP_FENCE || id == h->sizes->cmd_id)
        return true;
    const struct flight *f = &h->flight[id % ENTRIES];
    if (id >= h->sizes->instrs || !f->live || !instr_fences(f->instr))
        return sm_object(h, MEMCHECK_OBJECTS, "memory takes a fence of entry %u, which has none", id);
    if (out->mmu.mem_level != f->instr->level)
        return sm_object(h, MEMCHECK_OBJECTS,
                         "memory takes the fence of entry %u for level %u, which is for level %u", id,
                         out->mmu.mem_level, f->instr->level);
    return true;
}

// (The memory checker follows write-backs of a flush or command itself.)
static bool see_evicted(struct sm *h, const struct ul1_l1_out *out)
{
    if (!h->inside || !h->memcheck || !out->tag.evict_valid || !out->arb.pass_cached || out->arb.pass_flush)
        return true;
    return agreed(h, memcheck_evicted(h->memcheck, out->tag.evict_line * MEMORY_LINE));
}

// A warp that waits at a barrier goes on when that opens, or if its arrival is faulty.
static void see_barriers(struct sm *h, const struct ul1_l1_out *out)
{
    if (!h->part.held)
        return;
    if (out->bar.bar_valid)
        *h->part.held &= ~(uint64_t)out->bar.bar_warps;
    if (out->bar.barfail_valid)
        *h->part.held &= ~(UINT64_C(1) << out->bar.barfail_warp);
}

bool side_observe(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (h->stage == PROGRAM)
        points_operations(&h->points, out);
    see_barriers(h, out);
    if (h->part.follower && !followed(h, follow_cycle(h->part.follower, out)))
        return false;
    see_lookup(h, out);
    return see_evicted(h, out) && see_beat(h, in, out) && see_offer(h, in, out) && see_pass(h, out)
        && see_returned(h, out) && see_written(h, out) && see_fence(h, in, out) && see_retired(h, out);
}

// ---- lost stores

// Only the memory checker checks reports of write-backs between the program's parts.
static bool see_report(struct sm *h, enum lost_how how, uint64_t line, unsigned err)
{
    if (h->stage == PROGRAM)
        points_report(&h->points, how, err);
    if (h->stage == PROGRAM && !h->part.reports_unsure)
        return sm_object(h, MEMCHECK_OBJECTS,
                         "the test does not expect that a store to line 0x%" PRIx64 " is reported as "
                         "lost, %s, with error %u",
                         line * MEMORY_LINE, lost_name(how), err);
    if (h->part.follower && !followed(h, follow_lost(h->part.follower, line * MEMORY_LINE, err, how)))
        return false;
    return !h->memcheck || agreed(h, memcheck_failed(h->memcheck, line * MEMORY_LINE, err));
}

bool side_reports(struct sm *h, const struct ul1_l1_out *out)
{
    return (!out->mmu.pagefail_valid
            || see_report(h, LOST_LEAVING, out->mmu.pagefail_line, out->mmu.pagefail_err))
        && (!out->fill.memfail_valid || see_report(h, LOST_REFUSED, out->fill.memfail_line, UL1_ERR_BUS))
        && (!out->prt.heldfail_valid
            || see_report(h, LOST_HELD, out->prt.heldfail_line, out->prt.heldfail_err));
}

void side_reset(struct sm *h)
{
    if (h->watcher)
        h->watcher->reset(h->watcher, h);
    for (unsigned e = 0; e < ENTRIES; e++)
        h->flight[e].live = false;
    waits_reset(&h->waits);
    h->flying = h->remainders = 0;
    if (h->part.held)
        *h->part.held = 0;
    h->holding = h->waiting = false;
}
