#include "program/pretend.h"

#include <string.h>

#include "kit/table.h"
#include "program/names.h"
#include "program/told.h"

enum { LATENCY = 4, FLIGHTS = 16 };

struct flight {
    bool live;
    uint64_t due;
    struct machine_access a;
    uint32_t loaded[PROGRAM_LANES * PROGRAM_WORDS];
};

struct pretend {
    struct engine *engine;
    const struct tree *tree;
    struct table memory; // words by space, L1 and address
    struct {
        bool holding, commanded, over;
        struct machine_access hand;
        struct flight flight[FLIGHTS];
        int64_t first, last;
    } on[PROGRAM_L1S];
    unsigned store;              // a code
    struct machine_settings set; // of the part
};

static unsigned bytes_of(const struct machine_access *a)
{
    return 1u << a->width;
}

// Returns null if there is no memory.
static uint32_t *word_at(struct pretend *p, unsigned l1, const struct machine_access *a, uint64_t addr)
{
    const uint64_t space = a->space == names_code_of("space", "shared") ? 1 + l1 : 0;
    return table_add(&p->memory, space << 60 | addr / 4);
}

static uint32_t narrow(const struct machine_access *a, uint32_t word, uint64_t addr)
{
    const unsigned bits = 8 * bytes_of(a);
    if (bits >= 32)
        return word;
    uint32_t v = word >> 8 * (addr & 3) & ((1u << bits) - 1);
    return a->sign && v >> (bits - 1) ? v | ~((1u << bits) - 1) : v;
}

static void put(const struct machine_access *a, uint32_t *word, uint64_t addr, uint32_t value)
{
    const unsigned bits = 8 * bytes_of(a), at = 8 * (addr & 3);
    const uint32_t mask = bits >= 32 ? UINT32_MAX : ((1u << bits) - 1) << at;
    *word = (*word & ~mask) | (bits >= 32 ? value : value << at & mask);
}

// Rows of a matrix: half by half.
static bool perform_rows(struct pretend *p, unsigned l1, struct flight *f)
{
    const struct machine_access *a = &f->a;
    const unsigned lanes = p->tree->lanes, rows = lanes / 4;
    for (unsigned n = 0; n < lanes * 8; n++) {
        const unsigned lane = n / 8, half = machine_half(a, lane % rows, n % 8, lanes);
        const unsigned reg = half / 2 * 4 + lane / rows, up = half % 2 * 16, at = n % 2 * 16;
        uint32_t *word = a->mask >> lane & 1 ? word_at(p, l1, a, a->addr[lane] + n % 8 * 2) : NULL;
        if (!word)
            continue;
        if (machine_returns(a))
            f->loaded[reg] = (f->loaded[reg] & ~(0xffffu << up)) | (*word >> at & 0xffff) << up;
        else
            *word = (*word & ~(0xffffu << at)) | (a->word[reg] >> up & 0xffff) << at;
    }
    return true;
}

static bool perform(struct pretend *p, unsigned l1, struct flight *f)
{
    const struct machine_access *a = &f->a;
    const unsigned words = machine_words(a->width), data = machine_data_words(a);
    if (a->matrix)
        return perform_rows(p, l1, f);
    for (unsigned lane = 0; lane < p->tree->lanes; lane++)
        for (unsigned w = 0; (a->mask >> lane & 1) && w < words; w++) {
            const uint64_t addr = machine_at(a, lane, p->tree->lanes) + 4 * w;
            uint32_t *word = word_at(p, l1, a, addr);
            if (!word)
                return false;
            if (machine_returns(a))
                f->loaded[lane * words + w] = narrow(a, *word, addr);
            if (a->op == p->store)
                put(a, word, addr, a->word[lane * data + w]);
        }
    return true;
}

static bool take(struct pretend *p, unsigned l1, uint64_t cycle)
{
    for (unsigned i = 0; i < FLIGHTS; i++) {
        struct flight *f = &p->on[l1].flight[i];
        if (f->live)
            continue;
        *f = (struct flight){ .live = true, .due = cycle + LATENCY, .a = p->on[l1].hand };
        p->on[l1].holding = false;
        p->on[l1].first = p->on[l1].first < 0 ? (int64_t)cycle : p->on[l1].first;
        engine_taken(p->engine, f->a.serial, cycle);
        engine_count(p->engine, f->a.serial, COUNT_PASSES, f->a.mask != 0);
        return perform(p, l1, f);
    }
    return true;
}

static bool land(struct pretend *p, unsigned l1, uint64_t cycle)
{
    for (unsigned i = 0; i < FLIGHTS; i++) {
        struct flight *f = &p->on[l1].flight[i];
        if (!f->live || f->due > cycle)
            continue;
        const unsigned words = machine_words(f->a.width);
        f->live = false;
        p->on[l1].last = (int64_t)cycle;
        for (unsigned lane = 0; machine_returns(&f->a) && lane < p->tree->lanes; lane++)
            for (unsigned w = 0; w < words; w++) {
                if (!(machine_written(&f->a, w, p->tree->lanes) >> lane & 1))
                    continue;
                engine_predicate(p->engine, f->a.serial, lane, true);
                if (!engine_loaded(p->engine, f->a.serial, lane, w, f->loaded[lane * words + w]))
                    return false;
            }
        if (!engine_retired(p->engine, f->a.serial, cycle, 0, 0, 0, true))
            return false;
    }
    return true;
}

static bool command(struct pretend *p, unsigned l1, uint64_t cycle)
{
    struct machine_command c;
    if (p->on[l1].commanded) {
        p->on[l1].commanded = false;
        return engine_command_done(p->engine, l1, cycle);
    }
    p->on[l1].commanded = engine_command(p->engine, l1, &c);
    if (p->on[l1].commanded)
        engine_command_taken(p->engine, l1, cycle);
    return true;
}

static bool in_flight(const struct pretend *p, unsigned l1)
{
    for (unsigned i = 0; i < FLIGHTS; i++)
        if (p->on[l1].flight[i].live)
            return true;
    return p->on[l1].holding;
}

// Simulates one cycle of an L1. Returns false if the engine objects or memory runs out.
static bool cycle_of(struct pretend *p, unsigned l1, uint64_t cycle)
{
    enum machine_offer offer;
    if (!engine_next(p->engine, l1, cycle, p->on[l1].holding ? NULL : &p->on[l1].hand, &offer))
        return false;
    p->on[l1].holding |= offer == OFFER_ACCESS;
    if (!command(p, l1, cycle) || (p->on[l1].holding && !take(p, l1, cycle)) || !land(p, l1, cycle))
        return false;
    if ((int64_t)cycle != p->set.own[l1].reset && (offer != OFFER_END || in_flight(p, l1)))
        return true;
    int64_t cost[COUNTS] = { 0 };
    cost[COUNT_CYCLES] = p->on[l1].first < 0 ? 0 : p->on[l1].last - p->on[l1].first + 1;
    p->on[l1].over = true;
    return engine_ended(p->engine, cost, true);
}

static enum pretended failed(const struct pretend *p)
{
    return *engine_error(p->engine) ? PRETEND_OBJECTED : PRETEND_NO_MEMORY;
}

static enum pretended run(struct pretend *p, uint64_t cycles)
{
    for (;;) {
        bool is;
        if (!engine_part(p->engine, &p->set, &is))
            return failed(p);
        if (!is)
            return PRETENDED;
        memset(p->on, 0, sizeof p->on);
        for (unsigned i = 0; i < p->tree->l1s; i++)
            p->on[i].first = -1;
        unsigned over = 0;
        for (uint64_t cycle = 0; over < p->tree->l1s; cycle++, cycles--) {
            if (!cycles)
                return PRETEND_TOO_LONG;
            for (unsigned i = 0; i < p->tree->l1s; i++) {
                if (p->on[i].over)
                    continue;
                if (!cycle_of(p, i, cycle))
                    return failed(p);
                over += p->on[i].over;
            }
        }
    }
}

enum pretended pretend_run(struct engine *e, const struct tree *t, uint64_t cycles)
{
    struct pretend p = { .engine = e, .tree = t };
    p.store = names_code_of("op", "store");
    table_init(&p.memory, sizeof(uint32_t));
    const enum pretended came = run(&p, cycles);
    table_free(&p.memory);
    return came;
}
