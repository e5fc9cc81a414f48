#include "stores.h"

#include "cached.h"
#include "forgetting.h"
#include "olds.h"

enum { PLACES = 16 }; // keys of a line under the mappings that are legal for one store, at most

// ---- Possible outcomes of a store ----

// The outcome that the page's mappings allow; united over all legal mappings.
struct fate {
    uint32_t causes; // errors with which it may fail
    bool may_succeed;
    bool fades; // it may fail before it is in the cache
    unsigned places;
    uint64_t place[PLACES];
};

// Adds one mapping. A written-back store may have to fetch its line first. Memory reads the words of a
// reduction.
static void add_mapping(const struct memcheck *w, struct fate *f, const struct mapping *m, uint64_t addr,
                        const struct version *v)
{
    uint32_t word[LINE_WORDS];
    if (!has_frame(m)) {
        f->causes |= bit(m->state == MEMCHECK_ABSENT ? NO_PAGE : BUS);
        f->fades = true;
        return;
    }
    uint64_t line = physical(w, m, addr) / LINE * LINE;
    bool writable = w->world->writable(w->world->memory, line);
    const bool readable = (!v->dirty && !v->red) || w->world->line(w->world->memory, line, word);
    if (v->dirty && !readable) {
        f->causes |= bit(BUS);
        f->fades = true;
    }
    if (m->state == MEMCHECK_READONLY)
        f->causes |= bit(READ_ONLY);
    else if (!writable || (v->red && !readable))
        f->causes |= bit(BUS);
    else
        f->may_succeed = true;
}

static void add_place(struct fate *f, uint64_t place)
{
    for (unsigned n = 0; n < f->places; n++)
        if (f->place[n] == place)
            return;
    if (f->places < PLACES)
        f->place[f->places++] = place;
}

static void settle(struct version *v, const struct fate *f)
{
    v->causes |= (uint8_t)f->causes;
    v->must &= !f->may_succeed;
    v->fades |= f->fades;
    v->unsure |= v->returns && v->pending && v->causes; // its failure is known when it retires
}

// ---- Beats ----

static bool add_version(struct memcheck *w, struct line *l, const struct version *v, struct checked_instr *i)
{
    struct version *copy = history_add(w->world, l, v);
    if (!copy)
        return false;
    if (i) {
        copy->next = i->versions;
        i->versions = copy;
    }
    return true;
}

// Whole sectors that a version makes dirty may have any value: they may have been fetched from elsewhere.
static struct version whole_sectors(const struct memcheck *w, const struct version *v)
{
    struct version any = *v;
    any.any = any.unsure = true;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        any.mask[n] = v->dirty >> memcheck_sector(w, n * WORD) & 1 ? UINT32_MAX : 0;
    return any;
}

// Enters a version into a line; `elsewhere`: the line is one of several possible ones.
static bool enter(struct memcheck *w, struct checked_instr *i, uint64_t place, const struct version *v,
                  bool elsewhere)
{
    bool shared = !(place & PLACELESS)
        && (w->world->l1s > 1 || w->shape.constants || w->shape.textures
            || memcheck_is_aliased(w, place * LINE));
    struct line *l = history_line(w->world, place, shared);
    if (!l)
        return false;
    forgetting_prune(w->world, l, w->number, memcheck_oldest_load(w));
    if (elsewhere && v->dirty && !(place & PLACELESS)) {
        const struct version any = whole_sectors(w, v);
        if (!add_version(w, l, &any, i))
            return false;
    }
    return add_version(w, l, v, i);
}

// One line of a part: its slots in ascending order, so that the highest wins a byte.
static bool store_line(struct memcheck *w, struct checked_instr *i, const uint64_t *at, uint32_t slots,
                       const uint32_t *data, unsigned number)
{
    const uint64_t addr = at[lowest(slots)];
    struct version v = { .taken = i->taken,
                         .vline = addr / LINE,
                         .l1 = w->number,
                         .warp = i->warp,
                         .part = (uint8_t)memcheck_part(w, i, lowest(slots)),
                         .red = i->atom,
                         .number = (uint8_t)number,
                         .wide = i->wide,
                         .minus = i->minus,
                         .returns = i->returns,
                         .sub = (uint8_t)w->event.sub,
                         .slots = slots,
                         .pending = i->atom != MEMCHECK_NO_ATOM,
                         .must = true };
    for_each_bit (slot, slots) {
        unsigned n = at[slot] / WORD % LINE_WORDS;
        uint32_t bytes = i->cut << shift(at[slot]);
        v.mask[n] |= bytes;
        v.dirty |= i->through ? 0 : (uint8_t)bit(memcheck_sector(w, at[slot]));
        v.word[n] = (v.word[n] & ~bytes) | (data[slot] << shift(at[slot]) & bytes);
        if (i->atom == MEMCHECK_CAS)
            v.word[n ^ (i->words / 2u)] = data[slot + i->words / 2u];
    }
    struct fate f = { 0 };
    for (const struct mapping *m = memcheck_mapping(w, addr); m; m = memcheck_older_mapping(m, i->taken)) {
        add_mapping(w, &f, m, addr, &v);
        add_place(&f, place(w, m, addr));
    }
    settle(&v, &f);
    v.unsure |= f.places > 1;
    bool done = true;
    for (unsigned n = 0; n < f.places; n++)
        done = enter(w, i, f.place[n], &v, f.places > 1) && done;
    return done || memcheck_object(w, NOWHERE, "no memory for the store");
}

// A request of a reduction has the lowest of several slots with one word. That of a `cas` has one lane for
// each place of both its operands, side by side.
static uint32_t one_a_word(const struct checked_instr *i, const uint64_t *at, uint32_t slots)
{
    const unsigned side = i->atom == MEMCHECK_CAS ? i->words : 1;
    uint32_t words[2] = { 0 }, first = 0; // by the word of the lane
    for_each_bit (slot, slots) {
        const unsigned place = at[slot] / WORD % LINE_WORDS / side, of = slot % side & 1;
        first |= words[of] >> place & 1 ? 0 : bit(slot);
        words[of] |= bit(place);
    }
    return first;
}

bool memcheck_cached_beat(struct memcheck *w, struct checked_instr *i, const uint32_t *data)
{
    unsigned sub = w->event.sub;
    if (!i->store)
        return memcheck_object(w, NOWHERE, "expected no beat for a load");
    if (sub >= i->words)
        return memcheck_object(w, NOWHERE, "expected a sub-warp below %u", i->words);
    uint32_t slots = i->returns ? olds_slots(i, sub) : memcheck_active(i, sub),
             lanes = memcheck_lanes_of(i, sub, slots);
    if (!slots)
        return memcheck_object(w, NOWHERE, "expected a sub-warp with active lanes");
    if (lanes & i->written)
        return memcheck_object(w, NOWHERE, "expected one beat, seen a second");
    uint64_t at[LANES];
    if (i->returns)
        olds_beat(i, sub, data);
    memcheck_lay_out(i, sub, at);
    for (uint32_t left = slots, number = 0; left; number++) {
        uint32_t due = 0;
        for_each_bit (slot, left)
            due |= (uint32_t)(at[slot] / LINE == at[lowest(left)] / LINE) << slot;
        due &= left & memcheck_beside(w, i, lowest(left));
        if (i->atom)
            due = one_a_word(i, at, due);
        if (!store_line(w, i, at, due, data, number))
            return false;
        left &= ~due;
    }
    i->written |= lanes;
    w->counts.stores++;
    return true;
}

// ---- Retirement ----

bool memcheck_store_done(struct memcheck *w, const struct checked_instr *i)
{
    uint32_t left = i->mask & ~i->written;
    return !left
        || memcheck_object(w, NOWHERE, "expected the data of every lane before, seen none of the lanes 0x%x",
                           left);
}

void memcheck_store_retired(struct memcheck *w, struct checked_instr *i)
{
    uint64_t now = ++w->world->now;
    for (struct version *v = i->versions; v; v = v->next)
        v->retired = now;
    i->versions = NULL;
}

// ---- Failures ----

// Whether it is a store of this L1 that is not certainly performed.
static bool is_open(const struct memcheck *w, const struct version *v)
{
    return v->l1 == w->number && !v->base && !v->performed;
}

bool memcheck_store_failed(struct memcheck *w, uint64_t va, unsigned err)
{
    bool found = false;
    for (unsigned n = 0; w->world && n < w->world->lives; n++)
        for (unsigned k = 0; k < w->world->live[n]->count; k++) {
            struct version *v = w->world->live[n]->version[k];
            if (!is_open(w, v) || v->vline != va / LINE || err >= 8 || !(v->causes >> err & 1))
                continue;
            found = v->reported = v->unsure = true;
        }
    if (!found)
        return memcheck_object(
            w, NOWHERE,
            "expected no such failure, as no store to the line 0x%llx that is under way has "
            "cause for it, seen %s",
            (unsigned long long)va / LINE * LINE, memcheck_error_name(err));
    w->counts.reported++;
    return true;
}

// ---- When pages change ----

// The instruction of a version, if it is in flight.
static struct checked_instr *instr_of(struct memcheck *w, const struct version *v)
{
    for (unsigned e = 0; e < w->shape.entries && !v->retired; e++)
        if (w->entry[e].flying && w->entry[e].cached && w->entry[e].taken == v->taken)
            return &w->entry[e];
    return NULL;
}

// Updates the possible outcome of a version, and enters it at the new mapping's line if that is another one.
static bool move(struct memcheck *w, uint64_t from, struct version *v, const struct mapping *now)
{
    const uint64_t addr = v->vline * LINE, to = place(w, now, addr);
    struct fate f = { 0 };
    add_mapping(w, &f, now, addr, v);
    settle(v, &f);
    if (from == to)
        return true;
    v->unsure = true;
    const struct version copy = *v; // entering it may cause it to be forgotten
    return enter(w, instr_of(w, v), to, &copy, true);
}

bool memcheck_stores_moved(struct memcheck *w, uint64_t va, const struct mapping *now)
{
    struct memcheck_world *h = w->world;
    const unsigned lives = h ? h->lives : 0; // lines that join are destinations of moves
    bool done = true;
    for (unsigned n = 0; n < lives; n++) {
        struct line *l = h->live[n];
        for (unsigned k = l->count; k-- > 0;) {
            struct version *v = l->version[k];
            if (is_open(w, v) && v->vline * LINE >> w->page_bits == va >> w->page_bits)
                done = move(w, l->key, v, now) && done;
        }
    }
    return done || memcheck_object(w, NOWHERE, "no memory for the stores to the page");
}
