#include "stimulus/litmus/shape.h"

#include <string.h>

// Kinds of threads, by a digit: a store alone; two accesses to different locations; two to one location.
enum { ONE_STORE, DIFFERENT, SAME = DIFFERENT + 4, KINDS = SAME + 4 };

enum { MOST_STORES = 4 }; // stores to a location, at most: all orders of them are tried

static bool stays(unsigned kind)
{
    return kind >= SAME;
}

// Whether the first, and the second, of two accesses is a store: the kinds of both count RR, RW, WR, WW.
static bool first_stores(unsigned kind)
{
    return kind == ONE_STORE || ((kind - DIFFERENT) & 2);
}

static bool last_stores(unsigned kind)
{
    return kind == ONE_STORE || ((kind - DIFFERENT) & 1);
}

// A lone store between neighbours that could meet without it makes no critical cycle, except with one
// location: CoWR and CoWW.
static bool links(unsigned kind, unsigned next, bool one_location)
{
    if (!last_stores(kind) && !first_stores(next))
        return false;
    return kind != ONE_STORE || one_location || !first_stores(next);
}

static unsigned kinds_that(const unsigned *kind, unsigned threads, unsigned from, unsigned below)
{
    unsigned count = 0;
    for (unsigned t = 0; t < threads; t++)
        count += kind[t] >= from && kind[t] < below;
    return count;
}

static bool least_rotation(const unsigned *kind, unsigned threads)
{
    for (unsigned by = 1; by < threads; by++)
        for (unsigned t = 0; t < threads; t++) {
            const unsigned other = kind[(t + by) % threads];
            if (kind[t] < other)
                break;
            if (kind[t] > other)
                return false;
        }
    return true;
}

static bool in_class(enum shape_class class, const unsigned *kind, unsigned threads)
{
    const unsigned singles = kinds_that(kind, threads, ONE_STORE, DIFFERENT);
    const unsigned moves = kinds_that(kind, threads, DIFFERENT, SAME);
    switch (class) {
    case SHAPE_TWO:
        return threads == 2 && moves == 2;
    case SHAPE_ONE_LOCATION:
        return threads == 2 && !moves && singles < 2;
    case SHAPE_THREE_ONE:
        return threads == 3 && !moves && singles < 2;
    case SHAPE_THREE_SINGLE:
        return threads == 3 && moves == 2 && singles == 1;
    case SHAPE_THREE:
        return threads == 3 && moves == 3;
    case SHAPE_THREE_SAME:
        return threads == 3 && moves == 2 && !singles;
    case SHAPE_FOUR_TWO:
        return threads == 4 && moves == 2 && singles == 2;
    case SHAPE_FOUR_THREE:
        return threads == 4 && moves == 3 && singles == 1;
    default:
        return false;
    }
}

static bool all_link(const unsigned *kind, unsigned threads)
{
    const bool one_location = threads == 2 && !kinds_that(kind, threads, DIFFERENT, SAME);
    for (unsigned t = 0; t < threads; t++)
        if (!links(kind[t], kind[(t + 1) % threads], one_location))
            return false;
    return true;
}

static void lay_out(struct shape *s, const unsigned *kind, unsigned threads)
{
    const unsigned moves = kinds_that(kind, threads, DIFFERENT, SAME);
    memset(s, 0, sizeof *s);
    s->threads = threads;
    s->locations = moves ? moves : 1;
    unsigned location = 0;
    for (unsigned t = 0; t < threads; t++) {
        struct shape_thread *h = &s->thread[t];
        h->accesses = kind[t] == ONE_STORE ? 1 : 2;
        h->store[0] = first_stores(kind[t]);
        h->store[1] = last_stores(kind[t]);
        h->same = stays(kind[t]);
        h->location[0] = location;
        if (h->accesses == 2 && !h->same)
            location = (location + 1) % s->locations;
        h->location[1] = location;
    }
}

static bool few_stores(const struct shape *s)
{
    unsigned stores[SHAPE_LOCATIONS] = { 0 };
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++)
            if (s->thread[t].store[a] && ++stores[s->thread[t].location[a]] > MOST_STORES)
                return false;
    return true;
}

static unsigned threads_of(enum shape_class class)
{
    return class < SHAPE_THREE_ONE ? 2 : class < SHAPE_FOUR_TWO ? 3 : 4;
}

bool shape_find(enum shape_class class, unsigned number, struct shape *s)
{
    const unsigned threads = threads_of(class);
    unsigned words = 1;
    for (unsigned t = 0; t < threads; t++)
        words *= KINDS;
    for (unsigned word = 0; word < words; word++) {
        unsigned kind[SHAPE_THREADS];
        for (unsigned t = 0, left = word; t < threads; t++, left /= KINDS)
            kind[threads - 1 - t] = left % KINDS;
        if (!in_class(class, kind, threads) || !all_link(kind, threads) || !least_rotation(kind, threads))
            continue;
        lay_out(s, kind, threads);
        if (few_stores(s) && !number--)
            return true;
    }
    return false;
}

bool shape_coherence(const struct shape *s, unsigned thread)
{
    const struct shape_thread *h = &s->thread[thread], *next = &s->thread[(thread + 1) % s->threads];
    return h->store[h->accesses - 1] && next->store[0];
}

const char *shape_edge(const struct shape *s, unsigned thread)
{
    const struct shape_thread *h = &s->thread[thread], *next = &s->thread[(thread + 1) % s->threads];
    return !h->store[h->accesses - 1] ? "Fre" : next->store[0] ? "Coe" : "Rfe";
}

// Threads in the order of the ring, a word each; lower case: one location.
static void spell(const struct shape *s, char *to)
{
    for (unsigned t = 0; t < s->threads; t++) {
        const struct shape_thread *h = &s->thread[t];
        for (unsigned a = 0; a < h->accesses; a++)
            *to++ = h->same ? "rw"[h->store[a]] : "RW"[h->store[a]];
        *to++ = t + 1 < s->threads ? ' ' : 0;
    }
}

const char *shape_name(const struct shape *s)
{
    static const char *const names[][2] = {
        { "RR WW", "MP" },       { "WR WR", "SB" },         { "RW RW", "LB" },        { "RW WW", "S" },
        { "WR WW", "R" },        { "WW WW", "2+2W" },       { "W rr", "CoRR" },       { "W rw", "CoRW" },
        { "W wr", "CoWR" },      { "W ww", "CoWW" },        { "W RW RR", "WRC" },     { "W RR WR", "RWC" },
        { "W RW RW", "WWC" },    { "W RR WW", "WRR+2W" },   { "W RW WR", "WRW+WR" },  { "W RW WW", "WRW+2W" },
        { "W RR W RR", "IRIW" }, { "W RR W RW", "IRRWIW" }, { "W RW W RW", "IRWIW" }, { "WR WR WR", "3.SB" },
        { "RW RW RW", "3.LB" },  { "WW WW WW", "3.2W" },    { "RR WW RW", "ISA2" },   { "RR WR WW", "W+RWC" },
        { "RW WR WW", "Z6.0" },  { "RW WW WW", "Z6.1" },    { "RW RW WW", "Z6.2" },   { "RR WW WW", "Z6.3" },
        { "WR WR WW", "Z6.4" },  { "WR WW WW", "Z6.5" },
    };
    char word[4 * SHAPE_THREADS];
    spell(s, word);
    for (unsigned n = 0; n < sizeof names / sizeof *names; n++)
        if (!strcmp(names[n][0], word))
            return names[n][1];
    return NULL;
}
