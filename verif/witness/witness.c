// The entry points of the memory checker: they pass each event to the unit that checks it.
#include "witness.h"

#include <stdlib.h>

#include "cached.h"
#include "commands.h"
#include "ground.h"
#include "history.h"
#include "fenced.h"
#include "invalidations.h"
#include "loads.h"
#include "pages.h"
#include "performed.h"
#include "shared.h"
#include "stores.h"
#include "taking.h"

// ---- Memory ----

struct witness_world *witness_world_new(witness_line *line, witness_writable *writable, const void *memory)
{
    return history_new(line, writable, memory);
}

void witness_world_free(struct witness_world *world)
{
    history_free(world);
}

void witness_world_clear(struct witness_world *world)
{
    history_clear(world);
}

bool witness_memory(struct witness *w)
{
    begin(w, "memory", NOWHERE, NOWHERE);
    return witness_all_memory(w);
}

// ---- Beginning and end ----

static bool is_possible(const struct witness_shape *s)
{
    return s->rows && s->rows % 4 == 0 && s->rows <= WITNESS_ROWS && s->entries && s->entries <= WITNESS_ENTRIES && s->warps
        && s->warps <= WITNESS_WARPS && s->virtual_bits <= WITNESS_ADDRESS_BITS && s->physical_bits <= WITNESS_ADDRESS_BITS;
}

static void forget_flying(struct witness *w)
{
    for (unsigned e = 0; e < w->shape.entries; e++)
        w->entry[e].flying = false;
    w->flying = w->fences = 0;
}

struct witness *witness_new(struct witness_world *world, const struct witness_shape *shape)
{
    if (!is_possible(shape) || (world && world->l1s == L1S))
        return NULL;
    struct witness *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->shape = *shape;
    if (!witness_shared_init(w)) {
        free(w);
        return NULL;
    }
    w->world = world;
    w->number = world ? (uint8_t)world->l1s++ : 0;
    forget_flying(w);
    witness_pages_init(w);
    witness_invalidations_init(w);
    return w;
}

void witness_free(struct witness *w)
{
    if (!w)
        return;
    witness_pages_free(w);
    witness_invalidations_free(w);
    witness_shared_free(w);
    free(w);
}

const char *witness_error(const struct witness *w)
{
    return w->error;
}

struct witness_counts witness_counts(const struct witness *w)
{
    return w->counts;
}

bool witness_reset(struct witness *w)
{
    begin(w, "reset", NOWHERE, NOWHERE);
    if (!witness_all_memory(w))
        return false;
    witness_lost(w);
    forget_flying(w);
    witness_shared_reset(w);
    w->command.busy = false;
    witness_pages_forget_old(w);
    return true;
}

bool witness_finish(struct witness *w)
{
    begin(w, "finish", NOWHERE, NOWHERE);
    return witness_nothing_flying(w);
}

bool witness_contents(struct witness *w, unsigned row, const uint32_t *data)
{
    begin(w, "contents", NOWHERE, NOWHERE);
    return witness_shared_contents(w, row, data);
}

// ---- Settings, pages, commands ----

bool witness_policy(struct witness *w, unsigned policy)
{
    begin(w, "policy", NOWHERE, NOWHERE);
    w->policy = policy;
    return witness_nothing_flying(w);
}

bool witness_pages(struct witness *w, unsigned page)
{
    begin(w, "pages", NOWHERE, NOWHERE);
    if (!witness_nothing_flying(w))
        return false;
    witness_pages_renew(w, page);
    witness_lost(w);
    return true;
}

bool witness_page(struct witness *w, uint64_t va, enum witness_walk state, uint64_t frame)
{
    bool changed;
    begin(w, "page", NOWHERE, NOWHERE);
    if (!witness_pages_map(w, va, state, frame, &changed))
        return false;
    return !changed || witness_stores_moved(w, va, witness_mapping(w, va));
}

bool witness_command(struct witness *w, unsigned op, uint64_t addr, unsigned carveout)
{
    begin(w, "command", NOWHERE, NOWHERE);
    return witness_command_begun(w, op, addr, carveout);
}

bool witness_completed(struct witness *w)
{
    begin(w, "completed", NOWHERE, NOWHERE);
    return witness_command_complete(w);
}

bool witness_evicted(struct witness *w, uint64_t va)
{
    begin(w, "evicted", NOWHERE, NOWHERE);
    if (va >> w->shape.virtual_bits)
        return witness_object(w, NOWHERE, "expected an address of %u bits", w->shape.virtual_bits);
    if (w->world)
        witness_leaves(w, va);
    return true;
}

bool witness_failed(struct witness *w, uint64_t va, unsigned err)
{
    begin(w, "failed", NOWHERE, NOWHERE);
    return witness_store_failed(w, va, err);
}

// ---- Instructions ----

static bool is_upkeep(const struct witnessed *i)
{
    return i->inval || i->flush;
}

bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in)
{
    begin(w, "accept", entry, NOWHERE);
    if (entry >= w->shape.entries)
        return witness_object(w, NOWHERE, "expected an entry below %u", w->shape.entries);
    struct witnessed *i = &w->entry[entry];
    if (i->flying)
        return witness_object(w, NOWHERE, "expected a free entry, seen one in flight");
    if (witness_command_holds(w))
        return witness_object(w, NOWHERE, "expected nothing taken while a command is under way");
    if (!witness_take(w, i, in)) {
        i->flying = false;
        return false;
    }
    i->order = ++w->order;
    if (i->cached && !witness_cached_take(w, i, in->addr)) {
        i->flying = false;
        return false;
    }
    if (!i->err && !i->cached && !i->fence && !is_upkeep(i))
        witness_shared_take(w, entry, in->addr);
    w->flying++;
    w->fences += i->fence;
    w->counts.instructions++;
    return true;
}

bool witness_returned(struct witness *w, unsigned entry, unsigned sub, uint32_t mask)
{
    begin(w, "returned", entry, sub);
    return witness_shared_returned(w, mask);
}

bool witness_again(struct witness *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr)
{
    begin(w, "again", entry, sub);
    return witness_shared_again(w, mask, addr);
}

bool witness_pass(struct witness *w, unsigned entry, unsigned sub, bool store, uint32_t mask)
{
    begin(w, "pass", entry, sub);
    return witness_shared_pass(w, store, mask);
}

bool witness_beat_given_back(struct witness *w, unsigned entry, unsigned sub)
{
    begin(w, "beat given back", entry, sub);
    return witness_shared_beat_given_back(w);
}

bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data)
{
    begin(w, "beat", entry, sub);
    struct witnessed *i = witness_find(w);
    if (!i)
        return false;
    return i->cached ? witness_cached_beat(w, i, data) : witness_shared_beat(w, data);
}

bool witness_writeback(struct witness *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg, uint32_t mask,
                       const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    begin(w, "writeback", entry, sub);
    struct witnessed *i = witness_find(w);
    if (!i)
        return false;
    return i->cached ? witness_cached_writeback(w, i, warp, reg, mask, lane, ofs, data)
                     : witness_shared_writeback(w, warp, reg, mask, lane, ofs, data);
}

// ---- Retirement ----

// Objects unless the error reported is the one found when the instruction was taken.
static bool right_error(struct witness *w, const struct witnessed *i, unsigned err, unsigned lane, uint32_t mask,
                        uint64_t addr)
{
    if (!i->err && err)
        return witness_object(w, NOWHERE, "expected no error, seen %s in lane %u of lanes 0x%x", witness_error_name(err),
                              lane, mask);
    if (i->err && (err != i->err || lane != i->err_lane || mask != i->err_mask || addr != i->err_addr))
        return witness_object(w, NOWHERE,
                              "expected %s in lane %u (address 0x%llx) of lanes 0x%x, seen %s in lane %u (0x%llx) of "
                              "lanes 0x%x", witness_error_name(i->err), i->err_lane, (unsigned long long)i->err_addr,
                              i->err_mask, witness_error_name(err), lane, (unsigned long long)addr, mask);
    return true;
}

// A fence retires in order with its warp: after all earlier instructions, before all later ones.
static bool in_order(struct witness *w, const struct witnessed *i)
{
    for (unsigned e = 0; w->fences && e < w->shape.entries; e++) {
        const struct witnessed *o = &w->entry[e];
        if (o->flying && o->warp == i->warp && o->order < i->order && (o->fence || i->fence))
            return witness_object(w, NOWHERE, "expected the %s before it in entry %u of its warp to have retired",
                                  o->fence ? "fence" : "instruction", e);
    }
    return true;
}

static bool fence_done(struct witness *w, const struct witnessed *i)
{
    if (!i->device || !w->world)
        return true;
    if (!witness_performed_by_fence(w, i))
        return false;
    witness_fences_note(w, i);
    w->counts.fences++;
    return true;
}

// A CMO's effect is complete.
static bool upkeep_done(struct witness *w, const struct witnessed *i)
{
    if (i->flush && w->world)
        witness_flushed(w, i);
    for EACH (lane, i->inval && w->world ? i->mask : 0)
        witness_invalidates_no_more(w, i->addr[lane], i->taken, w->world->now + 1);
    if (w->world)
        w->world->now++;
    return true;
}

// Objects unless an instruction other than a cached load is ready to retire.
static bool is_done(struct witness *w, const struct witnessed *i)
{
    if (i->fence)
        return fence_done(w, i);
    if (is_upkeep(i))
        return upkeep_done(w, i);
    return i->cached ? witness_store_done(w, i) : witness_shared_done(w, i);
}

bool witness_retire(struct witness *w, unsigned entry, unsigned warp, unsigned err, unsigned lane, uint32_t mask,
                    uint64_t addr)
{
    begin(w, "retire", entry, NOWHERE);
    struct witnessed *i = witness_find(w);
    if (!i)
        return false;
    if (warp != i->warp)
        return witness_object(w, NOWHERE, "expected warp %u, seen warp %u", i->warp, warp);
    if (!in_order(w, i))
        return false;
    bool right = i->cached && !i->store ? witness_load_done(w, i, err, lane, mask, addr)
                           : right_error(w, i, err, lane, mask, addr) && is_done(w, i);
    if (!right)
        return false;
    if (i->cached && i->store)
        witness_store_retired(w, i);
    witness_fences_retired(w, warp);
    i->flying = false;
    w->flying--;
    w->fences -= i->fence;
    return true;
}
