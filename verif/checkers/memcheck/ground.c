#include "ground.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- Objections ----

__attribute__((format(printf, 2, 0))) static void say(struct memcheck *w, const char *format, va_list args)
{
    size_t n = strlen(w->error);
    vsnprintf(w->error + n, sizeof w->error - n, format, args);
}

__attribute__((format(printf, 2, 3))) static void add(struct memcheck *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
}

static void add_slot(struct memcheck *w, const struct checked_instr *i, unsigned sub, unsigned slot)
{
    unsigned n = sub * LANES + slot, lane = n / i->words, ofs = n % i->words;
    add(w, ", slot %u (lane %u, register offset %u", slot, lane, ofs);
    if (i->cached && i->mask & bit(lane))
        add(w, ", address 0x%llx", (unsigned long long)i->addr[lane] + WORD * ofs);
    else if (!i->cached && i->access[sub].slots & bit(slot))
        add(w, ", address 0x%x", i->access[sub].at[slot]);
    add(w, ")");
}

bool memcheck_object(struct memcheck *w, unsigned slot, const char *format, ...)
{
    unsigned entry = w->event.entry, sub = w->event.sub;
    w->error[0] = '\0';
    add(w, "%s", w->event.name);
    if (entry != NOWHERE)
        add(w, ": entry %u", entry);
    if (entry < w->shape.entries && w->entry[entry].flying) {
        const struct checked_instr *i = &w->entry[entry];
        add(w, " (%s%s of warp %u)", i->cached ? "cached " : "",
            i->fence         ? "fence"
                : i->store   ? "store"
                : i->texture ? "texture instruction"
                             : "load",
            i->warp);
        if (sub != NOWHERE)
            add(w, ", sub-warp %u", sub);
        if (slot != NOWHERE && sub != NOWHERE)
            add_slot(w, i, sub, slot);
        else if (slot != NOWHERE && i->texture)
            add(w, ", lane %u, u %d, v %d (256 a texel)", slot, i->u[slot], i->v[slot]);
        else if (slot != NOWHERE) // of a constant load
            add(w, ", lane %u, address 0x%llx", slot, (unsigned long long)i->addr[slot] + WORD * i->word);
    }
    add(w, ": ");
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
    return false;
}

const char *memcheck_error_name(unsigned err)
{
    static const char *const name[] = { "no error", "misaligned", "out of range", "space",
                                        "page",     "bus",        "readonly",     "op" };
    return err < sizeof name / sizeof *name ? name[err] : "an unknown error";
}

// ---- Instructions in flight ----

struct checked_instr *memcheck_find(struct memcheck *w)
{
    unsigned entry = w->event.entry;
    if (entry < w->shape.entries && w->entry[entry].flying)
        return &w->entry[entry];
    memcheck_object(w, NOWHERE, "expected an entry in flight, seen %s",
                    entry < w->shape.entries ? "a free one" : "one that does not exist");
    return NULL;
}

static bool unwritten(const struct checked_instr *i)
{
    return i->cached && !i->store ? i->mask & ~i->written : i->unwritten;
}

bool memcheck_nothing_flying(struct memcheck *w)
{
    if (w->command.busy)
        return memcheck_object(w, NOWHERE, "expected no command in progress");
    if (!w->flying)
        return true;
    unsigned e = 0;
    while (!w->entry[e].flying)
        e++;
    const struct checked_instr *i = &w->entry[e];
    w->event.entry = e;
    return memcheck_object(w, NOWHERE, "expected nothing in flight, seen %u in flight, this one with %s",
                           w->flying,
                           i->open            ? "slots not taken"
                               : unwritten(i) ? "slots not written back"
                                              : "its retirement to come");
}

static uint64_t oldest(const struct memcheck *w, bool loads_alone)
{
    uint64_t first = FOREVER;
    for (unsigned e = 0; e < w->shape.entries; e++) {
        const struct checked_instr *i = &w->entry[e];
        if (i->flying && i->cached && !(loads_alone && i->store) && i->taken < first)
            first = i->taken;
    }
    return first;
}

uint64_t memcheck_oldest_access(const struct memcheck *w)
{
    return oldest(w, false);
}

uint64_t memcheck_oldest_load(const struct memcheck *w)
{
    return oldest(w, true);
}
