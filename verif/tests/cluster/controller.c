#include "tests/cluster/controller.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/mc/contract.h"

enum {
    STEPS = 128, // requests of a test, at most
    QUIET = 100, // cycles after which nothing more comes
    // cycles from the cycle in which a request is taken until the first column access of an idle bank, and
    // from a column access to its answer
    OPENS = 1 + UL1_MC_RCD,
    COLUMN = UL1_MC_CL + 1,
    LINES = UL1_MC_ROW_LINES, // of a row
};

struct step {
    bool write;
    uint64_t line;
    unsigned sect;
    uint64_t from;   // the first cycle in which it is offered
    int64_t last;    // the cycle in which its last sector is answered, or reaches the cells; -1: any
    unsigned before; // sectors of other requests that are answered before its first; with `counts`
    bool counts;
};

struct controller {
    struct stimulus base;
    struct mc_contract contract;
    struct step step[STEPS];
    unsigned steps, next, ended;
    unsigned left[STEPS]; // sectors that are not answered
    unsigned answered;    // sectors, of all requests
    uint64_t cycle, quiet;
    unsigned begin; // the cycle of a test's first offer
};

struct controller_test {
    void (*build)(struct controller *);
};

// ---- programs

static uint64_t line_of(unsigned row, unsigned bank, unsigned column)
{
    return (uint64_t)((row * UL1_MC_BANKS + bank) * LINES + column) << UL1_MC_LOW;
}

static struct step *step(struct controller *c, uint64_t line, unsigned sect, uint64_t from, int64_t last)
{
    c->step[c->steps] = (struct step){ .line = line, .sect = sect, .from = from, .last = last };
    return &c->step[c->steps++];
}

enum { ALL = (1 << UL1_SECTORS) - 1 };

// n sectors of one row take RCD + CL + n cycles from the activation.
static void build_row(struct controller *c)
{
    const unsigned n = LINES < 8 ? LINES : 8;
    for (unsigned i = 0; i < n; i++)
        step(c, line_of(0, 0, i), ALL, i, OPENS + COLUMN + (int64_t)(i + 1) * UL1_SECTORS - 1);
}

// Two rows of a bank: the second activation is RAS and RP behind the first.
static void build_rows(struct controller *c)
{
    enum {
        // the bank is precharged when the first access is over, at the earliest
        CLOSED = UL1_MC_RAS > UL1_MC_RCD + 1 ? UL1_MC_RAS : UL1_MC_RCD + 1
    };
    for (unsigned i = 0; i < 3; i++)
        step(c, line_of(i, 0, 0), 1, i, OPENS + COLUMN + (int64_t)i * (CLOSED + UL1_MC_RP));
}

// The same behind a write: WR behind the cycle in which it reaches the cells.
static void build_written(struct controller *c)
{
    enum {
        WRITTEN = UL1_MC_RCD + UL1_MC_CL + UL1_MC_WR,
        CLOSED = UL1_MC_RAS > WRITTEN ? UL1_MC_RAS : WRITTEN
    };
    step(c, line_of(0, 0, 0), 1, 0, OPENS + UL1_MC_CL)->write = true;
    step(c, line_of(1, 0, 0), 1, 1, OPENS + COLUMN + CLOSED + UL1_MC_RP);
}

// Requests of different banks do not wait for one another, but for the one column access of a cycle.
static void build_banks(struct controller *c)
{
    for (unsigned b = 0; b < UL1_MC_BANKS && b < UL1_MC_QUEUE - UL1_MC_PORTS; b++)
        step(c, line_of(b, b, 0), 1, b, OPENS + COLUMN + (int64_t)b);
}

// A request for another row waits while requests for the open row pass it, MC_CAP sectors and no more.
static void build_cap(struct controller *c)
{
    step(c, line_of(0, 0, 0), 1, 0, -1);
    struct step *other = step(c, line_of(1, 0, 0), 1, 1, -1);
    other->counts = true;
    other->before = 1 + UL1_MC_CAP;
    for (unsigned i = 0; i * UL1_SECTORS < UL1_MC_CAP + UL1_MC_QUEUE * UL1_SECTORS; i++)
        step(c, line_of(0, 0, i % LINES), ALL, 2, -1);
}

// A read behind a write of its line, and a write behind the read: in their order.
static void build_order(struct controller *c)
{
    step(c, line_of(0, 0, 0), ALL, 0, OPENS + UL1_MC_CL + UL1_SECTORS - 1)->write = true;
    step(c, line_of(0, 0, 0), ALL, 1, OPENS + COLUMN + 2 * UL1_SECTORS - 1);
    step(c, line_of(0, 0, 0), 1, 2, OPENS + UL1_MC_CL + 2 * UL1_SECTORS)->write = true;
}

// ---- cycles

// A write has no answer: its sectors are counted at the cells.
static void mc_offer(struct controller *c, struct ul1_mc_in *in)
{
    const struct step *s = &c->step[c->next];
    if (c->next == c->steps || c->cycle < c->begin + s->from)
        return;
    in->req_valid[0] = 1;
    in->req_op[0] = s->write ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    in->req_number[0] = (__typeof__(in->req_number[0]))(c->next & ((1u << UL1_MC_TAG_W) - 1));
    in->req_line[0] = s->line;
    in->req_sect[0] = (uint8_t)(s->write ? 0 : s->sect);
    for (unsigned k = 0; k < UL1_LINE_WORDS && s->write; k++) {
        in->reqdata_be[k] = s->sect >> k / UL1_SECTOR_WORDS & 1 ? ALL_BYTES : 0;
        in->reqdata_word[k] = 0x1000 * c->next + k;
    }
}

static void controller_drive(struct stimulus *base, const void *out, void *inputs)
{
    struct controller *c = (struct controller *)base;
    struct ul1_mc_in *in = inputs;
    (void)out;
    memset(in, 0, sizeof *in);
    in->rst = c->cycle < 2;
    in->back_word[0] = (uint32_t)c->cycle;
    if (!in->rst)
        mc_offer(c, in);
}

static bool wrong(struct controller *c, enum verdict v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->base.error, sizeof c->base.error, format, args);
    va_end(args);
    c->base.verdict = v;
    return false;
}

// A sector of the oldest request of this kind and number has ended.
static bool ends(struct controller *c, bool write, uint64_t line, unsigned sect)
{
    unsigned n = 0;
    while (n < c->next && (!(c->left[n] & sect) || c->step[n].write != write || c->step[n].line != line))
        n++;
    if (n == c->next)
        return wrong(c, MEMCHECK_OBJECTS, "sector 0x%x of line 0x%" PRIx64 " is of no request", sect, line);
    const struct step *s = &c->step[n];
    if (s->counts && c->left[n] == s->sect && c->answered != s->before)
        return wrong(c, MEMCHECK_OBJECTS, "%u sectors come before request %u; the test's formula says %u",
                     c->answered, n + 1, s->before);
    c->answered++;
    c->left[n] &= ~sect;
    c->ended += !c->left[n];
    const int64_t at = (int64_t)(c->cycle - c->begin);
    return c->left[n] || s->last < 0 || at == s->last
        || wrong(c, MEMCHECK_OBJECTS,
                 "request %u ends in cycle %" PRId64 "; the test's formula says %" PRId64, n + 1, at,
                 s->last);
}

static bool controller_observe(struct stimulus *base, const void *inputs, const void *outputs)
{
    struct controller *c = (struct controller *)base;
    const struct ul1_mc_in *in = inputs;
    const struct ul1_mc_out *out = outputs;
    const uint64_t answered = c->contract.back.is.line; // of the sector that was at the cells
    const char *broken = mc_contract_check(&c->contract, in, out);
    bool fine = true;
    if (broken)
        return wrong(c, TWINS_DIFFER, "contract of mc: %s", broken);
    if (!in->rst && out->cell_valid && out->cell_write)
        fine = ends(c, true, out->cell_line, out->cell_sect);
    if (!in->rst && out->answer_valid[0])
        fine = fine && ends(c, false, answered, out->answer_sect);
    if (in->req_valid[0] && out->req_ready[0]) {
        c->left[c->next] = c->step[c->next].sect;
        c->next++;
    }
    c->quiet = !in->rst && c->next == c->steps && c->ended == c->steps ? c->quiet + 1 : 0;
    c->cycle++;
    base->busy_cycles = (int64_t)c->cycle;
    base->done = c->quiet >= QUIET;
    return fine && (c->cycle < 100000 || wrong(c, MEMCHECK_OBJECTS, "it never ends"));
}

static bool controller_finish(struct stimulus *base)
{
    (void)base;
    return true;
}

static void controller_free(struct stimulus *base)
{
    free(base);
}

static struct stimulus *controller_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct stimulus_ops ops = { .drive = controller_drive,
                                             .observe = controller_observe,
                                             .finish = controller_finish,
                                             .free = controller_free };
    struct controller *c = calloc(1, sizeof *c);
    (void)cycles, (void)seed;
    if (!c)
        return NULL;
    c->base.ops = &ops;
    c->base.passes_expected = c->base.cycles_expected = -1;
    c->begin = 2;
    ((const struct controller_test *)test->data)->build(c);
    return &c->base;
}

#define CONTROLLER(name, build, shows)                                                            \
    {                                                                                             \
        name, shows, "mc", false, controller_make, &(const struct controller_test){ build }, NULL \
    }

const struct test tests_controller[] = {
    CONTROLLER("mc_row", build_row, "n sectors of one row take RCD + CL + n cycles from the activation"),
    CONTROLLER("mc_rows", build_rows, "rows of one bank in turn: RAS + RP from activation to activation"),
    CONTROLLER("mc_written", build_written, "another row behind a write: WR behind the cells, then RP"),
    CONTROLLER("mc_banks", build_banks, "rows of several banks: their times overlap"),
    CONTROLLER("mc_cap", build_cap, "requests for the open row pass the oldest MC_CAP times, and no more"),
    CONTROLLER("mc_order", build_order, "a write, a read and a write of one line keep their order"),
};
const unsigned tests_controller_count = sizeof tests_controller / sizeof *tests_controller;
