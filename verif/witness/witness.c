// The witness without timing: its beginning and end, objections, and the taking and retiring of instructions. What it is for
// stands in witness.h, the rules in docs/microarchitecture.md.
#include "witness_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Objections ----

__attribute__((format(printf, 2, 0))) static void say(struct witness *w, const char *format, va_list args)
{
    size_t n = strlen(w->error);
    vsnprintf(w->error + n, sizeof w->error - n, format, args);
}

__attribute__((format(printf, 2, 3))) static void add(struct witness *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
}

static void add_slot(struct witness *w, const struct instr *i, unsigned sub, unsigned slot)
{
    unsigned n = sub * LANES + slot, lane = n / i->words, ofs = n % i->words;
    add(w, ", slot %u (lane %u, register offset %u", slot, lane, ofs);
    if (i->cached && i->mask & bit(lane))
        add(w, ", address 0x%llx", (unsigned long long)i->addr[lane] + WORD * ofs);
    else if (!i->cached && i->access[sub].slots & bit(slot))
        add(w, ", address 0x%x", i->access[sub].at[slot]);
    add(w, ")");
}

bool witness_object(struct witness *w, unsigned slot, const char *format, ...)
{
    unsigned entry = w->event.entry, sub = w->event.sub;
    w->error[0] = '\0';
    add(w, "%s", w->event.name);
    if (entry != NOWHERE)
        add(w, ": entry %u", entry);
    if (entry < ENTRIES && w->instr[entry].flying) {
        const struct instr *i = &w->instr[entry];
        add(w, " (%s%s of warp %u)", i->cached ? "cached " : "", i->fence ? "fence" : i->store ? "store" : "load", i->warp);
        if (sub != NOWHERE)
            add(w, ", sub-warp %u", sub);
        if (slot != NOWHERE)
            add_slot(w, i, sub, slot);
    }
    add(w, ": ");
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
    return false;
}

const char *witness_error_name(unsigned err)
{
    static const char *const name[] = { "no error", "misaligned", "out of range", "space", "page", "bus", "readonly" };
    return err < sizeof name / sizeof *name ? name[err] : "an unknown error";
}

// ---- What the event is about ----

struct instr *witness_find(struct witness *w)
{
    unsigned entry = w->event.entry;
    if (entry < ENTRIES && w->instr[entry].flying)
        return &w->instr[entry];
    witness_object(w, NOWHERE, "expected an entry in flight, seen %s",
                   entry < ENTRIES ? "a free one" : "one that does not exist");
    return NULL;
}

// ---- Beginning, end, borders ----

static void forget_flying(struct witness *w)
{
    for (unsigned e = 0; e < ENTRIES; e++)
        w->instr[e].flying = false;
    memset(w->youngest, NOBODY, sizeof w->youngest);
    w->flying = w->fences = 0;
}

static unsigned rows_shared(unsigned carveout)
{
    unsigned quarters = carveout == 0 ? 3 : carveout == 1 ? 2 : 1;
    return ROWS / 4 * quarters;
}

struct witness *witness_new(struct witness_world *world)
{
    if (world && world->l1s == L1S)
        return NULL;
    struct witness *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->world = world;
    w->number = world ? (uint8_t)world->l1s++ : 0;
    forget_flying(w);
    w->border = rows_shared(0);
    witness_pages_init(w);
    witness_commands_init(w);
    return w;
}

void witness_free(struct witness *w)
{
    if (!w)
        return;
    witness_pages_free(w);
    witness_commands_free(w);
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
    if (!witness_lost(w))
        return false;
    forget_flying(w);
    memset(w->cell, 0, sizeof w->cell);
    w->border = rows_shared(0);
    w->command.busy = false;
    witness_pages_forget_old(w);
    return true;
}

static bool unwritten(const struct instr *i)
{
    return i->cached && !i->store ? i->mask & ~i->written : i->unwritten;
}

bool witness_nothing_flying(struct witness *w)
{
    if (w->command.busy)
        return witness_object(w, NOWHERE, "expected no command under way");
    if (!w->flying)
        return true;
    unsigned e = 0;
    while (!w->instr[e].flying)
        e++;
    const struct instr *i = &w->instr[e];
    w->event.entry = e;
    return witness_object(w, NOWHERE, "expected nothing in flight, seen %u in flight, this one with %s", w->flying,
                          i->open ? "slots not taken" : unwritten(i) ? "slots not written back" : "its retirement to come");
}

bool witness_finish(struct witness *w)
{
    begin(w, "finish", NOWHERE, NOWHERE);
    return witness_nothing_flying(w);
}

bool witness_policy(struct witness *w, unsigned policy)
{
    begin(w, "policy", NOWHERE, NOWHERE);
    w->policy = policy;
    return witness_nothing_flying(w);
}

void witness_split(struct witness *w, unsigned carveout)
{
    unsigned before = w->border;
    w->border = rows_shared(carveout);
    unsigned known = before < w->border ? before : w->border;
    memset(&w->cell[known * LANES], 0, (ROWS - known) * LANES * sizeof *w->cell);
}

// ---- Taking an instruction ----

// What is wrong with the instruction, if anything (rule 7 of shared memory). `bytes` is its width.
static void judge(struct witness *w, struct instr *i, const struct witness_instr *in, unsigned bytes)
{
    bool shared = in->space == 0, known = in->space != 3;
    uint64_t size = shared ? (uint64_t)w->border * LINE : UINT64_MAX;
    uint32_t failing = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        failing |= (uint32_t)((in->addr[lane] & (bytes - 1)) != 0 || in->addr[lane] >= size) << lane;
    i->err_mask = in->mask & (known ? failing : ALL_LANES);
    i->err = RIGHT;
    i->cached = !shared && known && !i->err_mask;
    if (!i->err_mask)
        return;
    i->err_lane = (uint8_t)lowest(i->err_mask);
    i->err_addr = in->addr[i->err_lane];
    i->err = !known ? WRONG_SPACE : i->err_addr % bytes != 0 ? MISALIGNED : OUT_OF_RANGE;
}

// Rule 2 of cached stores: what is surely written through. (What is written back may be written through all the same.)
static bool is_through(const struct witness *w, const struct witness_instr *in)
{
    enum { GLOBAL = 1, LOCAL = 2, CG = 1, WB = 2, WT = 3, KEPLER = 1 };
    if (w->policy == KEPLER && in->space == GLOBAL)
        return true;
    return in->hint != WB && (in->space != LOCAL || in->hint == WT || in->hint == CG);
}

// Of a fence nothing matters but its warp and level.
static void take_fence(struct witness *w, struct instr *i, const struct witness_instr *in)
{
    *i = (struct instr){ .flying = true, .fence = true, .device = in->level != 0, .warp = in->warp, .words = 1 };
    i->taken = w->world ? ++w->world->now : 0;
}

static void take(struct witness *w, struct instr *i, const struct witness_instr *in)
{
    unsigned bytes_log = in->width < 4 ? in->width : 4; // reserved codes act as 128 bits
    unsigned bytes = bit(bytes_log);
    i->flying = true;
    i->store = in->store;
    i->fence = false;
    i->through = is_through(w, in);
    i->warp = in->warp;
    i->reg = in->reg;
    i->words_log = (uint8_t)(bytes_log > 2 ? bytes_log - 2 : 0);
    i->words = (uint8_t)bit(i->words_log);
    i->cut = bytes < WORD ? bit(8 * bytes) - 1 : UINT32_MAX;
    i->sign = bytes < WORD && in->sign ? bit(8 * bytes - 1) : 0;
    i->mask = in->mask;
    i->open = 0;
    i->unwritten = 0;
    judge(w, i, in, bytes);
}

bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in)
{
    begin(w, "accept", entry, NOWHERE);
    if (entry >= ENTRIES)
        return witness_object(w, NOWHERE, "expected an entry below %d", ENTRIES);
    if (w->instr[entry].flying)
        return witness_object(w, NOWHERE, "expected a free entry, seen one in flight");
    if (in->warp >= WARPS)
        return witness_object(w, NOWHERE, "expected a warp below %d, seen %u", WARPS, in->warp);
    if (w->command.busy)
        return witness_object(w, NOWHERE, "expected nothing taken while a command is under way");
    if (in->mask & ~ALL_LANES)
        return witness_object(w, NOWHERE, "expected a mask of %d lanes, seen 0x%x", LANES, in->mask);
    struct instr *i = &w->instr[entry];
    if (in->fence)
        take_fence(w, i, in);
    else
        take(w, i, in);
    i->order = ++w->order;
    if (i->cached && !witness_cached_take(w, i, in->addr)) {
        i->flying = false;
        return false;
    }
    if (!i->err && !i->cached && !i->fence)
        witness_shared_take(w, entry, in->addr);
    w->flying++;
    w->fences += i->fence;
    w->counts.instructions++;
    return true;
}

// ---- Beats, write-backs and retirement ----

bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data)
{
    begin(w, "beat", entry, sub);
    struct instr *i = witness_find(w);
    if (!i)
        return false;
    return i->cached ? witness_cached_beat(w, i, data) : witness_shared_beat(w, i, data);
}

bool witness_writeback(struct witness *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg, uint32_t mask,
                       const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    begin(w, "writeback", entry, sub);
    struct instr *i = witness_find(w);
    if (!i)
        return false;
    return i->cached ? witness_cached_writeback(w, i, warp, reg, mask, lane, ofs, data)
                     : witness_shared_writeback(w, i, warp, reg, mask, lane, ofs, data);
}

// Whether the error reported is what was found when the instruction was taken.
static bool right_error(struct witness *w, const struct instr *i, unsigned err, unsigned lane, uint32_t mask, uint64_t addr)
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

// What a fence stands between retires in this order: what is before it in its warp, it, and what is behind it.
static bool in_order(struct witness *w, const struct instr *i)
{
    for (unsigned e = 0; w->fences && e < ENTRIES; e++) {
        const struct instr *o = &w->instr[e];
        if (o->flying && o->warp == i->warp && o->order < i->order && (o->fence || i->fence))
            return witness_object(w, NOWHERE, "expected the %s before it in entry %u of its warp to have retired",
                                  o->fence ? "fence" : "instruction", e);
    }
    return true;
}

// What is not a cached load is ready to retire.
static bool is_done(struct witness *w, const struct instr *i)
{
    if (i->fence)
        return !i->device || !w->world || witness_fence(w, i);
    return i->cached ? witness_store_done(w, i) : witness_shared_done(w, i);
}

bool witness_retire(struct witness *w, unsigned entry, unsigned warp, unsigned err, unsigned lane, uint32_t mask,
                    uint64_t addr)
{
    begin(w, "retire", entry, NOWHERE);
    struct instr *i = witness_find(w);
    if (!i)
        return false;
    if (warp != i->warp)
        return witness_object(w, NOWHERE, "expected warp %u, seen warp %u", i->warp, warp);
    if (!in_order(w, i))
        return false;
    bool right = i->cached && !i->store ? witness_cached_done(w, i, err, lane, mask, addr)
                           : right_error(w, i, err, lane, mask, addr) && is_done(w, i);
    if (!right)
        return false;
    if (i->cached && i->store)
        witness_store_retired(w, i);
    i->flying = false;
    w->flying--;
    w->fences -= i->fence;
    return true;
}
