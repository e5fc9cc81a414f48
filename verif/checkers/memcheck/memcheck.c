// The entry points of the memory checker: they pass each event to the unit that checks it.
#include "memcheck.h"

#include <stdlib.h>

#include "cached.h"
#include "commands.h"
#include "ground.h"
#include "history.h"
#include "fenced.h"
#include "invalidations.h"
#include "locks.h"
#include "loads.h"
#include "olds.h"
#include "pages.h"
#include "reductions.h"
#include "performed.h"
#include "shared.h"
#include "stores.h"
#include "textures.h"
#include "taking.h"

// ---- Memory ----

struct memcheck_world *memcheck_world_new(memcheck_line *line, memcheck_writable *writable,
                                          const void *memory)
{
    return history_new(line, writable, memory);
}

void memcheck_world_free(struct memcheck_world *world)
{
    history_free(world);
}

void memcheck_world_cached(struct memcheck_world *world)
{
    world->cached = true;
}

void memcheck_world_clear(struct memcheck_world *world)
{
    history_clear(world);
}

bool memcheck_memory(struct memcheck *w)
{
    begin(w, "memory", NOWHERE, NOWHERE);
    return memcheck_all_memory(w);
}

// ---- Beginning and end ----

static bool is_possible(const struct memcheck_shape *s)
{
    for (unsigned code = 0; code < sizeof s->shared / sizeof *s->shared; code++)
        if (s->shared[code] > s->rows)
            return false;
    return s->atomics <= 2 && s->matrix <= 2 && s->locks <= MEMCHECK_LOCKS && !(s->locks & (s->locks - 1))
        && (s->groups == 1 || s->groups == 2 || s->groups == 4) && s->bank_words >= 1
        && (s->sectors == 1 || s->sectors == 2 || s->sectors == 4) && s->bank_words <= MEMCHECK_BANK_WORDS
        && s->rows && s->rows % 4 == 0 && s->rows <= MEMCHECK_ROWS && s->entries
        && s->entries <= MEMCHECK_ENTRIES && s->warps && s->warps <= MEMCHECK_WARPS
        && s->virtual_bits <= MEMCHECK_ADDRESS_BITS && s->physical_bits <= MEMCHECK_ADDRESS_BITS;
}

static void forget_flying(struct memcheck *w)
{
    for (unsigned e = 0; e < w->shape.entries; e++)
        w->entry[e].flying = false;
    w->flying = w->fences = 0;
}

struct memcheck *memcheck_new(struct memcheck_world *world, const struct memcheck_shape *shape)
{
    if (!is_possible(shape) || (world && world->l1s == L1S))
        return NULL;
    struct memcheck *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->shape = *shape;
    if (!memcheck_shared_init(w)) {
        free(w);
        return NULL;
    }
    w->world = world;
    w->number = world ? (uint8_t)world->l1s++ : 0;
    forget_flying(w);
    memcheck_pages_init(w);
    memcheck_invalidations_init(w);
    return w;
}

void memcheck_free(struct memcheck *w)
{
    if (!w)
        return;
    memcheck_pages_free(w);
    memcheck_invalidations_free(w);
    memcheck_shared_free(w);
    free(w);
}

const char *memcheck_error(const struct memcheck *w)
{
    return w->error;
}

struct memcheck_counts memcheck_counts(const struct memcheck *w)
{
    return w->counts;
}

static bool reset(struct memcheck *w, bool goes_on)
{
    begin(w, "reset", NOWHERE, NOWHERE);
    if (!memcheck_all_memory(w))
        return false;
    memcheck_lost(w, goes_on);
    forget_flying(w);
    olds_forget(w);
    memcheck_shared_reset(w);
    w->command.busy = false;
    memcheck_pages_forget_old(w);
    return true;
}

bool memcheck_reset(struct memcheck *w)
{
    return reset(w, false);
}

bool memcheck_reset_alone(struct memcheck *w)
{
    return reset(w, true);
}

bool memcheck_settled(struct memcheck *w)
{
    begin(w, "settled", NOWHERE, NOWHERE);
    memcheck_drained(w);
    return memcheck_all_memory(w);
}

bool memcheck_finish(struct memcheck *w)
{
    begin(w, "finish", NOWHERE, NOWHERE);
    return memcheck_nothing_flying(w) && olds_all_returned(w, true);
}

bool memcheck_contents(struct memcheck *w, unsigned row, const uint32_t *data)
{
    begin(w, "contents", NOWHERE, NOWHERE);
    return memcheck_shared_contents(w, row, data);
}

// ---- Settings, pages, commands ----

bool memcheck_policy(struct memcheck *w, unsigned policy)
{
    begin(w, "policy", NOWHERE, NOWHERE);
    w->policy = policy;
    return memcheck_nothing_flying(w);
}

bool memcheck_bankwidth(struct memcheck *w, unsigned bankwidth)
{
    begin(w, "bankwidth", NOWHERE, NOWHERE);
    if (w->pairs == (w->shape.bank_words > 1 && bankwidth))
        return true;
    w->pairs = !w->pairs;
    return memcheck_nothing_flying(w);
}

bool memcheck_pages(struct memcheck *w, unsigned page)
{
    begin(w, "pages", NOWHERE, NOWHERE);
    if (!memcheck_nothing_flying(w))
        return false;
    memcheck_pages_renew(w, page);
    memcheck_lost(w, false);
    return true;
}

bool memcheck_page(struct memcheck *w, uint64_t va, enum memcheck_walk state, uint64_t frame)
{
    bool changed;
    begin(w, "page", NOWHERE, NOWHERE);
    if (!memcheck_pages_map(w, va, state, frame, &changed))
        return false;
    return !changed || memcheck_stores_moved(w, va, memcheck_mapping(w, va));
}

bool memcheck_command(struct memcheck *w, unsigned op, uint64_t addr, unsigned carveout)
{
    begin(w, "command", NOWHERE, NOWHERE);
    return memcheck_command_begun(w, op, addr, carveout);
}

bool memcheck_completed(struct memcheck *w)
{
    begin(w, "completed", NOWHERE, NOWHERE);
    return memcheck_command_complete(w);
}

bool memcheck_evicted(struct memcheck *w, uint64_t va)
{
    begin(w, "evicted", NOWHERE, NOWHERE);
    if (va >> w->shape.virtual_bits)
        return memcheck_object(w, NOWHERE, "expected an address of %u bits", w->shape.virtual_bits);
    if (w->world)
        memcheck_leaves(w, va);
    return true;
}

bool memcheck_reduced(struct memcheck *w, const struct memcheck_reduction *r)
{
    begin(w, "reduced", NOWHERE, NOWHERE);
    return memcheck_reduction_performed(w, r);
}

bool memcheck_failed(struct memcheck *w, uint64_t va, unsigned err)
{
    begin(w, "failed", NOWHERE, NOWHERE);
    if (!memcheck_store_failed(w, va, err))
        return false;
    if (w->shape.early && err == BUS)
        reductions_failed(w, va / LINE);
    return true;
}

// ---- Instructions ----

static bool is_cmo(const struct checked_instr *i)
{
    return i->inval || i->flush;
}

bool memcheck_accept(struct memcheck *w, unsigned entry, const struct memcheck_instr *in)
{
    begin(w, "accept", entry, NOWHERE);
    if (entry >= w->shape.entries)
        return memcheck_object(w, NOWHERE, "expected an entry below %u", w->shape.entries);
    struct checked_instr *i = &w->entry[entry];
    if (i->flying)
        return memcheck_object(w, NOWHERE, "expected a free entry, seen one in flight");
    if (memcheck_command_holds(w))
        return memcheck_object(w, NOWHERE, "expected nothing taken while a command is under way");
    if (!memcheck_take(w, i, in)) {
        i->flying = false;
        return false;
    }
    i->order = ++w->order;
    if (i->cached && !memcheck_cached_take(w, i, in)) {
        i->flying = false;
        return false;
    }
    if (!i->err && !i->cached && !i->fence && !is_cmo(i))
        memcheck_shared_take(w, entry, in->addr);
    w->flying++;
    w->fences += i->fence;
    w->counts.instructions++;
    return true;
}

bool memcheck_returned(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask)
{
    begin(w, "returned", entry, sub);
    return memcheck_shared_returned(w, mask);
}

bool memcheck_again(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr)
{
    begin(w, "again", entry, sub);
    return memcheck_shared_again(w, mask, addr);
}

bool memcheck_pass(struct memcheck *w, unsigned entry, unsigned sub, bool store, uint32_t mask)
{
    begin(w, "pass", entry, sub);
    return memcheck_shared_pass(w, store, mask);
}

bool memcheck_beat_given_back(struct memcheck *w, unsigned entry, unsigned sub)
{
    begin(w, "beat given back", entry, sub);
    return memcheck_shared_beat_given_back(w);
}

bool memcheck_beat(struct memcheck *w, unsigned entry, unsigned sub, const uint32_t *data)
{
    begin(w, "beat", entry, sub);
    struct checked_instr *i = memcheck_find(w);
    if (!i)
        return false;
    return i->cached ? memcheck_cached_beat(w, i, data) : memcheck_shared_beat(w, data);
}

bool memcheck_writeback(struct memcheck *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg,
                        uint32_t mask, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    begin(w, "writeback", entry, sub);
    struct checked_instr *i = memcheck_find(w);
    if (!i)
        return false;
    if (i->beside)
        return memcheck_object(w, NOWHERE,
                               "expected no write-back of a constant load or texture instruction");
    return i->cached ? memcheck_cached_writeback(w, i, warp, reg, mask, lane, ofs, data)
                     : memcheck_shared_writeback(w, warp, reg, mask, lane, ofs, data);
}

bool memcheck_constant(struct memcheck *w, unsigned entry, unsigned warp, unsigned reg, unsigned ofs,
                       uint32_t lanes, uint32_t word)
{
    begin(w, "constant", entry, NOWHERE);
    struct checked_instr *i = memcheck_find(w);
    return i && memcheck_constant_word(w, i, warp, reg, ofs, lanes, word);
}

bool memcheck_texture(struct memcheck *w, unsigned entry, unsigned warp, unsigned reg, unsigned quad,
                      unsigned ofs, uint32_t lanes, const uint32_t *word)
{
    begin(w, "texture", entry, NOWHERE);
    struct checked_instr *i = memcheck_find(w);
    return i && memcheck_texture_words(w, i, warp, reg, quad, ofs, lanes, word);
}

bool memcheck_pairs(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, unsigned apart,
                    uint32_t both)
{
    begin(w, "pairs", entry, sub);
    const struct checked_instr *i = memcheck_find(w);
    return i && memcheck_shared_pairs(w, i, mask, apart, both);
}

bool memcheck_predicates(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, uint32_t had)
{
    begin(w, "predicates", entry, sub);
    const struct checked_instr *i = memcheck_find(w);
    return i && memcheck_lock_predicates(w, i, mask, had);
}

bool memcheck_matrix(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask,
                     const struct memcheck_halves *seen)
{
    begin(w, "matrix", entry, sub);
    const struct checked_instr *i = memcheck_find(w);
    return i && memcheck_shared_matrix(w, i, mask, seen);
}

// ---- Retirement ----

// Objects unless the error reported is the one found when the instruction was taken.
static bool right_error(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                        uint32_t mask, uint64_t addr)
{
    if (!i->err && err)
        return memcheck_object(w, NOWHERE, "expected no error, seen %s in lane %u of lanes 0x%x",
                               memcheck_error_name(err), lane, mask);
    if (i->err && (err != i->err || lane != i->err_lane || mask != i->err_mask || addr != i->err_addr))
        return memcheck_object(
            w, NOWHERE,
            "expected %s in lane %u (address 0x%llx) of lanes 0x%x, seen %s in lane %u (0x%llx) of "
            "lanes 0x%x",
            memcheck_error_name(i->err), i->err_lane, (unsigned long long)i->err_addr, i->err_mask,
            memcheck_error_name(err), lane, (unsigned long long)addr, mask);
    return true;
}

// A fence retires in order with its warp: after all earlier instructions, before all later ones.
static bool in_order(struct memcheck *w, const struct checked_instr *i)
{
    for (unsigned e = 0; w->fences && e < w->shape.entries; e++) {
        const struct checked_instr *o = &w->entry[e];
        if (o->flying && o->warp == i->warp && o->order < i->order && !o->beside && (o->fence || i->fence))
            return memcheck_object(w, NOWHERE,
                                   "expected the %s before it in entry %u of its warp to have retired",
                                   o->fence ? "fence" : "instruction", e);
    }
    return true;
}

static bool fence_done(struct memcheck *w, const struct checked_instr *i)
{
    if (!i->device || !w->world)
        return true;
    if (!memcheck_performed_by_fence(w, i))
        return false;
    memcheck_fences_note(w, i);
    w->counts.fences++;
    return true;
}

// A CMO's effect is complete.
static bool cmo_done(struct memcheck *w, const struct checked_instr *i)
{
    if (i->flush && w->world)
        memcheck_flushed(w, i);
    for_each_bit (lane, i->inval && w->world ? i->mask : 0)
        memcheck_invalidates_no_more(w, i->addr[lane], i->taken, w->world->now + 1);
    if (w->world)
        w->world->now++;
    return true;
}

// Objects unless an instruction other than a cached load is ready to retire.
static bool is_done(struct memcheck *w, const struct checked_instr *i)
{
    if (i->fence)
        return fence_done(w, i);
    if (is_cmo(i))
        return cmo_done(w, i);
    return i->cached ? memcheck_store_done(w, i) : memcheck_shared_done(w, i);
}

bool memcheck_retire(struct memcheck *w, unsigned entry, unsigned warp, unsigned err, unsigned lane,
                     uint32_t mask, uint64_t addr)
{
    begin(w, "retire", entry, NOWHERE);
    struct checked_instr *i = memcheck_find(w);
    if (!i)
        return false;
    if (warp != i->warp)
        return memcheck_object(w, NOWHERE, "expected warp %u, seen warp %u", i->warp, warp);
    if (!i->beside && !in_order(w, i))
        return false;
    bool right = i->returns      ? is_done(w, i) && olds_done(w, i, err, lane, mask, addr)
        : i->texture             ? memcheck_texture_done(w, i, err, lane, mask, addr)
        : i->cached && !i->store ? memcheck_load_done(w, i, err, lane, mask, addr)
                                 : right_error(w, i, err, lane, mask, addr) && is_done(w, i);
    if (!right || (w->flying == 1 && !olds_all_returned(w, false)))
        return false;
    if (i->cached && i->store)
        memcheck_store_retired(w, i);
    if (!i->beside)
        memcheck_fences_retired(w, warp);
    i->flying = false;
    w->flying--;
    w->fences -= i->fence;
    return true;
}
