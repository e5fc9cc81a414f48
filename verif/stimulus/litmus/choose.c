#include "stimulus/litmus/choose.h"

#include <string.h>

#include "kit/rng.h"
#include "program/names.h"

enum {
    VARIANTS = 256, // variants of a shape, at most
    TRIES = 16 * VARIANTS,
    LOCATION_BYTES = 8,
};

// One of `count` numbers, with these weights in percent; the last one has the rest of 100.
static unsigned weighed(struct rng *r, const unsigned *percent, unsigned count)
{
    unsigned drawn = rng_below(r, 100);
    for (unsigned n = 0; n + 1 < count; n++) {
        if (drawn < percent[n])
            return n;
        drawn -= percent[n];
    }
    return count - 1;
}

// ---- placement of threads

static void place_threads(struct rng *r, struct spec *s)
{
    const bool one_l1 = rng_percent(r, 15), one_block = rng_percent(r, 50);
    const unsigned mask = one_l1 ? 0 : 1 + rng_below(r, (1u << s->shape.threads) - 2);
    s->l1s = one_l1 ? 1 : 2;
    for (unsigned t = 0; t < s->shape.threads; t++) {
        s->thread[t].l1 = mask >> t & 1;
        s->thread[t].block = one_block ? 0 : t;
    }
    if (s->shape.threads < SPEC_L1S || one_l1 || !rng_percent(r, s->shape.threads == SPEC_L1S ? 30 : 15))
        return;
    s->l1s = SPEC_L1S;
    const unsigned first = rng_below(r, SPEC_L1S);
    for (unsigned t = 0; t < s->shape.threads; t++)
        s->thread[t].l1 = (first + t) % SPEC_L1S;
}

static void lay_out_locations(struct rng *r, struct spec *s)
{
    static const unsigned two[LAYOUTS] = { 60, 14, 14, 12 }, three[] = { 85, 0, 0, 15 };
    const unsigned locations = s->shape.locations;
    s->all_lanes = rng_percent(r, 22);
    s->layout = LAYOUT_LINES;
    if (locations > 1)
        s->layout = (enum layout)weighed(r, locations == 2 ? two : three, LAYOUTS);
    if (s->layout == LAYOUT_SECTORS || s->layout == LAYOUT_WORDS)
        s->all_lanes = false;
    const bool mixed = rng_percent(r, 30);
    s->mixed = mixed && !s->all_lanes && s->layout != LAYOUT_WORDS;
    s->sector = s->all_lanes ? 0 : rng_below(r, 4);
    s->race_line = rng_percent(r, 50);
    s->kepler = rng_percent(r, 15);
    const int64_t policies = names_value("POLICIES", 8);
    s->newer = policies > 2 && (policies > 3 || s->kepler) && rng_percent(r, 50);
}

// ---- fences between two accesses

static bool may_meet(const struct spec *s)
{
    bool may = s->l1s == 1;
    for (unsigned t = 0; t < s->shape.threads; t++)
        may &= s->thread[t].accesses == 2 && s->thread[t].block == 0;
    return may;
}

static void choose_between(struct rng *r, struct spec *s)
{
    static const unsigned of_all[] = { 8, 6, 34, 12, 18, 22 }, of_each[] = { 16, 16, 30, 16, 22 };
    const unsigned drawn = weighed(r, of_all, BETWEENS); // the last stands for a choice of each
    const unsigned strong = rng_percent(r, 75) ? BETWEEN_GPU : BETWEEN_SYS, all = s->strong ? strong : drawn;
    const bool meet = rng_percent(r, 60) && may_meet(s) && !s->strong;
    for (unsigned t = 0; t < s->shape.threads; t++) {
        struct thread *h = &s->thread[t];
        if (h->accesses == 2)
            h->between = meet ? BETWEEN_BAR
                              : (enum between)(all < BETWEEN_BAR ? all : weighed(r, of_each, BETWEEN_BAR));
    }
}

static bool any_soft(const struct spec *s)
{
    bool soft = false;
    for (unsigned t = 0; t < s->shape.threads; t++)
        soft |= s->thread[t].between == BETWEEN_SOFT;
    return soft;
}

// ---- kinds of accesses

// Written-back data reach memory as whole sectors, so only one L1 may write such a sector.
static bool one_writer(const struct spec *s, unsigned location)
{
    unsigned l1s = 0;
    for (unsigned t = 0; t < s->shape.threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            const struct access *x = &s->thread[t].access[a];
            if (x->store && (x->location == location || s->layout == LAYOUT_WORDS))
                l1s |= 1u << s->thread[t].l1;
        }
    return !(l1s & (l1s - 1));
}

static unsigned load_kind(struct rng *r, const struct spec *s, unsigned of_all)
{
    static const unsigned each[] = { 30, 35, 35 };
    const unsigned kind = of_all < LOAD_NC ? of_all : weighed(r, each, 3);
    const bool nc = rng_percent(r, s->strong ? 0 : s->kepler ? 50 : 4);
    return kind == LOAD_PLAIN && nc ? LOAD_NC : kind;
}

static unsigned store_kind(struct rng *r, const struct spec *s, unsigned of_all, unsigned location)
{
    static const unsigned each[] = { 34, 33, 33 };
    const unsigned kind = of_all < STORE_KINDS ? of_all : weighed(r, each, STORE_KINDS);
    return kind == STORE_BACK && !one_writer(s, location) ? STORE_THROUGH : kind;
}

static void choose_kinds(struct rng *r, struct spec *s)
{
    static const unsigned loads[] = { 14, 52, 14, 20 }, soft_loads[] = { 60, 10, 15, 15 };
    static const unsigned stores[] = { 48, 25, 10, 17 }, soft_stores[] = { 35, 45, 5, 15 };
    const bool soft = any_soft(s);
    const unsigned drawn = weighed(r, soft ? soft_loads : loads, LOAD_KINDS);
    const unsigned load = s->strong ? s->kepler ? LOAD_PLAIN : LOAD_CG : drawn;
    const unsigned store = weighed(r, soft ? soft_stores : stores, STORE_KINDS + 1);
    for (unsigned t = 0; t < s->shape.threads; t++) {
        struct thread *h = &s->thread[t];
        bool back = false;
        for (unsigned a = 0; a < h->accesses; a++) {
            struct access *x = &h->access[a];
            x->kind = x->store ? store_kind(r, s, store, x->location) : load_kind(r, s, load);
            back |= x->store && x->kind == STORE_BACK;
        }
        const bool flushes = rng_percent(r, 85);
        h->flushes = back && (flushes || soft || s->strong);
    }
}

// ---- observing the order of stores

static void add_load(struct spec *s, unsigned thread, unsigned location, unsigned kind, bool last)
{
    struct thread *h = &s->thread[thread];
    h->access[h->accesses++] = (struct access){ .last = last, .location = location, .kind = kind };
}

// An additional thread, which loads the location twice.
static void add_observer(struct rng *r, struct spec *s, unsigned location)
{
    static const unsigned between[] = { 15, 10, 60, 15 };
    const unsigned t = s->threads++;
    struct thread *h = &s->thread[t];
    h->l1 = s->l1s == 1 ? 0 : rng_below(r, s->l1s);
    h->block = s->thread[0].block == s->thread[1].block ? 0 : t;
    h->same = true;
    h->between = (enum between)weighed(r, between, 4);
    if (s->strong)
        h->between = BETWEEN_GPU;
    const unsigned kind = rng_percent(r, 70) || s->strong ? LOAD_CG : LOAD_ORD;
    add_load(s, t, location, kind, false);
    add_load(s, t, location, kind, false);
}

// A thread's store that precedes another thread's store in coherence order: a load behind the former observes
// it. Or one thread watches the location.
static void choose_last(struct rng *r, struct spec *s)
{
    unsigned edges = 0, from = 0;
    for (unsigned t = 0; t < s->shape.threads; t++)
        if (shape_coherence(&s->shape, t)) {
            from = t;
            edges++;
        }
    const struct thread *h = &s->thread[from];
    const bool watch = rng_percent(r, 30);
    if (edges == 1 && watch && s->threads < SPEC_THREADS) {
        add_observer(r, s, h->access[h->accesses - 1].location);
        return;
    }
    for (unsigned t = 0; t < s->shape.threads; t++)
        if (shape_coherence(&s->shape, t)) {
            const bool other = rng_percent(r, 25) && !s->strong;
            const unsigned kind = other ? load_kind(r, s, LOAD_NC) : LOAD_CG;
            add_load(s, t, s->thread[t].access[s->thread[t].accesses - 1].location, kind, true);
        }
}

// ---- widths, values, registers

// All accesses of a location have one byte in common.
static void choose_widths(struct rng *r, struct spec *s)
{
    unsigned byte[SHAPE_LOCATIONS];
    for (unsigned l = 0; l < SHAPE_LOCATIONS; l++)
        byte[l] = rng_below(r, LOCATION_BYTES);
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            struct access *x = &s->thread[t].access[a];
            x->bytes = s->mixed ? 1u << rng_below(r, 4) : 4;
            x->offset = s->mixed ? byte[x->location] & ~(x->bytes - 1) : 0;
        }
}

static void number_accesses(struct spec *s)
{
    unsigned value[SHAPE_LOCATIONS] = { 0 };
    for (unsigned t = 0; t < s->threads; t++) {
        unsigned reg = 0;
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            struct access *x = &s->thread[t].access[a];
            if (x->store) {
                x->value = ++value[x->location];
            } else {
                x->reg = reg;
                reg += s->mixed ? 2 : 1;
            }
        }
    }
}

// ---- the whole test

static void copy_shape(struct spec *s)
{
    s->threads = s->shape.threads;
    for (unsigned t = 0; t < s->threads; t++) {
        const struct shape_thread *from = &s->shape.thread[t];
        struct thread *h = &s->thread[t];
        h->accesses = from->accesses;
        h->same = from->same;
        for (unsigned a = 0; a < from->accesses; a++) {
            h->access[a].store = from->store[a];
            h->access[a].location = from->location[a];
        }
    }
}

static void draw(struct rng *r, struct spec *s)
{
    copy_shape(s);
    s->strong = rng_percent(r, s->shape.locations == 1 ? 25 : 45);
    place_threads(r, s);
    lay_out_locations(r, s);
    choose_between(r, s);
    choose_kinds(r, s);
    choose_last(r, s);
    choose_widths(r, s);
    number_accesses(s);
}

static void mix(uint64_t *hash, uint64_t with)
{
    *hash ^= with;
    *hash = rng_mix(hash);
}

// Locations are numbered from that of the first thread's first access.
static void mix_thread(uint64_t *hash, const struct spec *s, const struct thread *h, unsigned first)
{
    const unsigned locations = s->shape.locations;
    mix(hash, h->accesses | h->between << 4 | h->l1 << 8);
    mix(hash, h->flushes | (h->block != 0) << 1);
    for (unsigned a = 0; a < h->accesses; a++) {
        const struct access *x = &h->access[a];
        mix(hash,
            x->store | x->kind << 4 | x->bytes << 8 | x->offset << 12
                | (x->location + locations - first) % locations << 16);
    }
}

uint64_t choose_key(const struct spec *s)
{
    uint64_t key = 0;
    const unsigned n = s->shape.threads;
    for (unsigned first = 0; first < n; first++) {
        uint64_t hash = s->kepler | s->all_lanes << 1 | s->mixed << 2 | s->race_line << 3 | s->newer << 4;
        mix(&hash, s->layout | n << 8);
        const unsigned location = s->thread[first].access[0].location;
        for (unsigned t = 0; t < s->threads; t++)
            mix_thread(&hash, s, &s->thread[t < n ? (first + t) % n : t], location);
        if (!first || hash < key)
            key = hash;
    }
    return key;
}

bool choose_variant(struct spec *s, enum shape_class class, unsigned shape, unsigned variant)
{
    uint64_t key[VARIANTS];
    const struct shape of = s->shape;
    struct rng r;
    rng_seed(&r, class * 1000u + shape);
    for (unsigned tries = 0, kept = 0; tries < TRIES && variant < VARIANTS; tries++) {
        memset(s, 0, sizeof *s);
        s->shape = of;
        draw(&r, s);
        const uint64_t new = choose_key(s);
        bool fresh = true;
        for (unsigned k = 0; k < kept; k++)
            fresh &= key[k] != new;
        if (fresh && kept == variant)
            return true;
        if (fresh)
            key[kept++] = new;
    }
    return false;
}
