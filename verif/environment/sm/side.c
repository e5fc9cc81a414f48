#include "environment/sm/side.h"

#include <inttypes.h>
#include <string.h>

#include "common/taken.h"
#include "environment/sm/data.h"
#include "environment/sm/follower.h"
#include "environment/sm/operation_points.h"

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

// The number of the instruction that is taken: an entry of the instruction table, or that of a constant load
// or texture instruction, from CONSTANTS and TEXTURES up.
static unsigned entry_taken(const struct ul1_l1_out *out, const struct instr *i)
{
    return instr_texture(i) ? TEXTURES + out->texture.texin_entry
        : instr_constant(i) ? CONSTANTS + out->constant.conin_entry
                            : out->lsu.in_entry;
}

static bool entry_is(const struct sm *h, unsigned entry)
{
    return entry < CONSTANTS ? entry < h->sizes->instrs
        : entry < TEXTURES   ? h->sizes->constants && entry - CONSTANTS < h->sizes->con_instrs
                             : h->sizes->texture && entry - TEXTURES < h->sizes->tex_instrs;
}

static bool see_taken(struct sm *h, const struct ul1_l1_out *out)
{
    const bool beside = instr_beside(*h->offered);
    unsigned entry = entry_taken(out, *h->offered);
    struct flight *f = &h->flight[entry % FLIGHTS];
    if (!entry_is(h, entry) || f->live)
        return sm_object(h, MEMCHECK_OBJECTS, "an instruction is taken into entry %u, which is not free",
                         entry);

    // it is in flight now; its pointer gets the buffer of the entry's previous instruction
    struct instr *i = *h->offered;
    *h->offered = f->instr;
    *f = (struct flight){ .instr = i, .live = true, .since = h->cycle };
    if (h->memcheck && !beside)
        waits_taken(&h->waits, entry, i, carveout_size(h->sizes, out->tag.carveout));
    h->flying++;
    h->beside += beside;
    if (h->offered == &h->hand)
        h->holding = false;
    else if (h->offered == &h->aside)
        h->waiting = false;
    if (i->copy)
        copies_start(&h->copies, out, i, entry);
    if (i->copied)
        copies_store_taken(&h->copies, out, entry);
    if (h->notes)
        notes_taken(h->notes, h->number, entry);
    if (h->watcher && !beside)
        h->watcher->taken(h->watcher, h, entry);
    h->begun |= h->stage == PROGRAM && !h->part.prepares;
    if (h->first_taken < 0)
        h->first_taken = (int64_t)h->cycle;
    h->stored |= instr_stores(i) && instr_cached(i);
    if (instr_cached(i) || instr_beside(i))
        commander_note(&h->commander, i);
    if (!beside)
        bins_taken(&h->bins, entry, i);
    if (h->stage == PROGRAM && !beside) {
        points_taken(&h->points, entry, i);
        points_bar(&h->points, i);
        points_copy(&h->points, i);
    }
    if (h->part.follower && !i->copied)
        follow_taken(h->part.follower, i->serial, h->cycle);

    const struct texels texels = texture_texels(&i->texture);
    struct memcheck_instr told = { .op = i->op,
                                   .texels = instr_texture(i) ? &texels : NULL,
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
    if (!in->in_again && !offer_taken(out, in->in_op, in->in_space)) {
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
    const struct instr *i = h->flight[out->lsu.rf_id % FLIGHTS].instr;
    uint32_t word[LANES];
    data_words(word, i->data, out->lsu.rf_sub);
    for (uint32_t left = out->dxbar.load_mask; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        if (out->dxbar.load_data[slot] != word[slot])
            return unlike(h, i, "a loaded word", word[slot], out->dxbar.load_data[slot]);
    }
    return true;
}

static bool words_right(struct sm *h, const struct ul1_l1_out *out)
{
    const struct ul1_constant_out *c = &out->constant;
    const struct ul1_texture_out *t = &out->texture;
    if (out->lsu.rf_id < CONSTANTS)
        return sm_words_right(h, &out->lsu, &out->dxbar);
    if (out->lsu.rf_id >= TEXTURES)
        return agreed(h,
                      memcheck_texture(h->memcheck, out->lsu.rf_id, t->tex_warp, t->tex_reg, t->tex_quad,
                                       t->tex_ofs, t->tex_mask, t->tex_data));
    return agreed(h,
                  memcheck_constant(h->memcheck, out->lsu.rf_id, c->con_warp, c->con_reg, c->con_ofs,
                                    c->con_mask, c->con_data));
}

static bool see_written(struct sm *h, const struct ul1_l1_out *out)
{
    if (!out->lsu.rf_valid)
        return true;
    const struct flight *f = &h->flight[out->lsu.rf_id % FLIGHTS];
    if (f->live && f->instr->pinned && !loads_as_expected(h, out))
        return false;
    copies_words(&h->copies, out);
    if (h->part.follower && f->live && !f->instr->copy
        && !followed(h, follow_loaded(h->part.follower, f->instr->serial, out)))
        return false;
    return !h->memcheck || words_right(h, out);
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
    if (!i->unsure && i->err && !instr_texture(i) && out->lsu.ret_addr != addr)
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
    const bool beside = id >= CONSTANTS;
    struct flight *f = &h->flight[id % FLIGHTS];
    if (!entry_is(h, id) || !f->live)
        return sm_object(h, MEMCHECK_OBJECTS, "entry %u retires, which has no instruction", id);
    if (h->watcher && !beside && !watched(h, h->watcher->retired(h->watcher, h, id, out)))
        return false;
    f->live = false;
    h->flying--;
    h->beside -= beside;
    h->retired++;
    if (h->notes)
        notes_retired(h->notes, h->number, id, h->cycle);
    h->progress = h->cycle;
    h->last_retired = (int64_t)h->cycle;
    copies_retired(&h->copies, out);
    const bool goes_on = f->instr->copy && !out->lsu.ret_err; // a copy retires with its store
    if (h->part.follower && !goes_on
        && !followed(h, follow_retired(h->part.follower, f->instr->serial, h->cycle, out, h->inside)))
        return false;
    if (!ends_as_expected(h, f, out))
        return false;
    if (!beside)
        bins_retired(&h->bins, id);
    if (h->stage == PROGRAM) {
        h->tally.instructions++;
        h->tally.passes += f->passes;
        h->tally.passes_expected += f->instr->passes;
        h->tally.passes_unsaid |= f->instr->passes_unsaid;
        h->errors += out->lsu.ret_err && out->lsu.ret_err != UL1_ERR_PAGE && out->lsu.ret_err != UL1_ERR_BUS;
        if (!beside) {
            points_retired(&h->points, id, f->instr, out->lsu.ret_err);
            points_copy_retired(&h->points, f->instr, out->lsu.ret_err);
        }
    }
    return !h->memcheck
        || agreed(h,
                  memcheck_retire(h->memcheck, id, out->lsu.ret_warp, out->lsu.ret_err, out->lsu.ret_lane,
                                  out->lsu.ret_mask, out->lsu.ret_addr));
}

// Follows a constant load as if the load/store unit had it.
static bool see_constants(struct sm *h, const struct ul1_l1_out *out)
{
    const struct ul1_constant_out *c = &out->constant;
    static _Thread_local struct ul1_l1_out as;
    if (!h->sizes->constants || (!c->con_valid && !c->conret_valid))
        return true;
    as.constant = *c;
    as.lsu.rf_valid = c->con_valid;
    as.lsu.rf_id = CONSTANTS + c->con_id;
    as.lsu.ret_valid = c->conret_valid;
    as.lsu.ret_id = CONSTANTS + c->conret_id;
    as.lsu.ret_warp = c->conret_warp;
    as.lsu.ret_err = c->conret_err;
    as.lsu.ret_lane = c->conret_lane;
    as.lsu.ret_mask = c->conret_mask;
    as.lsu.ret_addr = c->conret_addr;
    as.dxbar.load_mask = c->con_mask;
    for (unsigned lane = 0; lane < LANES; lane++) {
        as.lsu.rf_lane[lane] = (uint8_t)lane;
        as.lsu.rf_ofs[lane] = c->con_ofs;
        as.dxbar.load_data[lane] = c->con_data;
    }
    struct flight *f = &h->flight[(CONSTANTS + c->con_id) % FLIGHTS];
    if (c->con_valid) {
        h->progress = h->cycle;
        f->passes++;
        if (h->part.follower && f->live)
            follow_pass(h->part.follower, f->instr->serial, false);
    }
    return see_written(h, &as) && see_retired(h, &as);
}

// A pass of a texture instruction is its lookup.
static void see_texture_pass(struct sm *h, const struct ul1_texture_out *t)
{
    struct flight *f = &h->flight[(TEXTURES + t->texlook_id) % FLIGHTS];
    if (!t->texlook_valid)
        return;
    h->progress = h->cycle;
    f->passes++;
    if (h->part.follower && f->live)
        follow_sampled(h->part.follower, f->instr->serial, t->texlook_hit);
}

// Follows a texture instruction likewise.
static bool see_textures(struct sm *h, const struct ul1_l1_out *out)
{
    const struct ul1_texture_out *t = &out->texture;
    static _Thread_local struct ul1_l1_out as;
    if (!h->sizes->texture)
        return true;
    see_texture_pass(h, t);
    if (!t->tex_valid && !t->texret_valid)
        return true;
    as.texture = *t;
    as.lsu.rf_valid = t->tex_valid;
    as.lsu.rf_id = TEXTURES + t->tex_id;
    as.lsu.ret_valid = t->texret_valid;
    as.lsu.ret_id = TEXTURES + t->texret_id;
    as.lsu.ret_warp = t->texret_warp;
    as.lsu.ret_err = t->texret_err;
    as.lsu.ret_lane = t->texret_lane;
    as.lsu.ret_mask = t->texret_mask;
    as.lsu.ret_addr = t->texret_addr;
    as.dxbar.load_mask = 0;
    for (unsigned n = 0; t->tex_valid && n < UL1_TEX_LANES; n++) {
        const unsigned lane = (t->tex_quad * UL1_TEX_LANES + n) % LANES;
        as.dxbar.load_mask |= (__typeof__(as.dxbar.load_mask))((uint32_t)(t->tex_mask >> n & 1) << lane);
        as.lsu.rf_lane[lane] = (uint8_t)lane;
        as.lsu.rf_ofs[lane] = t->tex_ofs;
        as.dxbar.load_data[lane] = t->tex_data[n];
    }
    h->progress = h->cycle;
    return see_written(h, &as) && see_retired(h, &as);
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

// A warp that waits at a barrier goes on when that opens, or if its arrival is faulty; not if it waits for
// its copies.
static void see_barriers(struct sm *h, const struct ul1_l1_out *out)
{
    uint64_t copying = h->copies.waits;
    if (!h->part.held)
        return;
    if (h->holding && h->hand->group & WAITS_FOR_GROUPS)
        copying |= UINT64_C(1) << h->hand->warp;
    if (out->bar.bar_valid)
        *h->part.held &= ~((uint64_t)out->bar.bar_warps & ~copying);
    if (out->bar.barfail_valid)
        *h->part.held &= ~(UINT64_C(1) << out->bar.barfail_warp & ~copying);
}

// When a wait for groups ends, its warp goes on.
static bool see_copies(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const char *wrong = copies_check(&h->copies, in, out);
    if (wrong)
        return sm_object(h, MEMCHECK_OBJECTS, "%s", wrong);
    if (h->part.held)
        *h->part.held &= ~(uint64_t)out->copy.wait_opens;
    if (!h->groups)
        return true;
    copies_group(&h->copies, h->hand);
    if (h->stage == PROGRAM)
        points_group(&h->points, h->hand);
    if (h->part.follower && !followed(h, follow_grouped(h->part.follower, h->hand->serial, h->cycle)))
        return false;
    h->holding = h->groups = false;
    h->progress = h->cycle;
    return true;
}

bool side_observe(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (h->stage == PROGRAM)
        points_operations(&h->points, in, out);
    see_barriers(h, out);
    if (h->part.follower && !followed(h, follow_cycle(h->part.follower, h->cycle, out)))
        return false;
    see_lookup(h, out);
    return see_copies(h, in, out) && see_evicted(h, out) && see_beat(h, in, out) && see_offer(h, in, out)
        && see_pass(h, out) && see_returned(h, out) && see_written(h, out) && see_fence(h, in, out)
        && see_retired(h, out) && see_constants(h, out) && see_textures(h, out);
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
    for (unsigned e = 0; e < FLIGHTS; e++)
        h->flight[e].live = false;
    waits_reset(&h->waits);
    h->flying = h->beside = h->remainders = 0;
    if (h->part.held)
        *h->part.held = 0;
    copies_reset(&h->copies);
    h->holding = h->waiting = h->groups = false;
}
