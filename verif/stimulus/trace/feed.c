#include "stimulus/trace/feed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/trace/blocks.h"
#include "stimulus/trace/warp.h"
#include "stimulus/traffic/expected.h"

enum {
    FLYING = ENTRIES + 2, // instructions in flight, offered, and set aside
};

struct flying {
    bool is;
    unsigned warp;
    int copy; // copy that the load or store belongs to, or NOBODY
    uint64_t line, source_line;
    unsigned words; // words that have not arrived
    uint8_t first, regs;
};

struct feed {
    struct follower base; // must be first: a pointer to one is a pointer to the other
    const struct plan *plan;
    struct blocks *blocks;
    struct rng rng;
    const uint64_t *cycles;
    uint64_t limit;
    feed_listener *listener;
    void *who;
    struct table *renamed;
    unsigned sm;
    struct warp warp[WARPS];
    unsigned last; // the warp that offered last
    struct flying flying[FLYING];
    char error[TRACE_ERROR], where[TRACE_ERROR];
};

static struct feed *feed_of(const struct follower *base)
{
    return (struct feed *)base;
}

static bool fault(struct feed *f, const char *what)
{
    snprintf(f->error, sizeof f->error, "%.200s: %s", f->plan->path, what);
    return false;
}

// ---- thread blocks

static void begin_block(struct feed *f, unsigned block)
{
    unsigned machine = 0;
    for (uint64_t left = blocks_warps(f->blocks, block); left; left &= left - 1, machine++) {
        while (f->warp[machine].block != NOBODY)
            machine++;
        f->warp[machine] = (struct warp){ .block = (int)block, .number = (unsigned)__builtin_ctzll(left) };
    }
    f->listener(f->who);
}

static unsigned free_warps(const struct feed *f)
{
    unsigned n = 0;
    for (unsigned i = 0; i < WARPS; i++)
        n += f->warp[i].block == NOBODY;
    return n;
}

// Begins as many blocks as fit. Returns false on an objection.
static bool begin_blocks(struct feed *f)
{
    for (;;) {
        unsigned block;
        switch (blocks_begin(f->blocks, free_warps(f), &block)) {
        case BLOCK_BEGUN:
            begin_block(f, block);
            break;
        case BLOCK_NONE:
            return true;
        default:
            snprintf(f->error, sizeof f->error, "%s", blocks_error(f->blocks));
            return false;
        }
    }
}

// The warp has ended and has nothing in flight.
static void end_warp(struct feed *f, struct warp *w)
{
    const int block = w->block;
    w->block = NOBODY;
    for (unsigned i = 0; i < WARPS; i++)
        if (f->warp[i].block == block)
            return;
    blocks_end(f->blocks, (unsigned)block);
}

// Releases the barriers that all warps of a block have reached.
static bool free_barriers(struct feed *f)
{
    bool some[WARPS] = { false }, lack[WARPS] = { false }, any = false;
    for (struct warp *w = f->warp; w < f->warp + WARPS; w++)
        if (w->block != NOBODY && !w->ended)
            *(w->at_barrier && !w->flying ? &some[w->block] : &lack[w->block]) = true;
    for (struct warp *w = f->warp; w < f->warp + WARPS; w++)
        if (w->block != NOBODY && w->at_barrier && some[w->block] && !lack[w->block]) {
            w->at_barrier = w->has = false;
            any = true;
        }
    return any;
}

// ---- the next operation of a warp

enum going { GOES_READY, GOES_LATER, GOES_IN_TIME, GOES_ENDED, GOES_OBJECTS };

static enum going at_end(struct feed *f, struct warp *w)
{
    w->ended = true;
    if (w->flying || !warp_copies_are_over(w, UINT64_MAX))
        return GOES_LATER;
    end_warp(f, w);
    return GOES_ENDED;
}

// Executes an operation that is not offered to the machine. GOES_READY: it is done.
static enum going own(struct feed *f, struct warp *w, uint64_t cycle)
{
    switch (w->op.kind) {
    case TRACE_BARRIER:
        w->at_barrier = true;
        return GOES_LATER;
    case TRACE_WAIT:
        if (w->group > w->op.groups && !warp_copies_are_over(w, w->group - w->op.groups))
            return GOES_LATER;
        break;
    case TRACE_GROUP:
        w->group++;
        break;
    default:
        break;
    }
    w->has = false;
    w->free_at = cycle + f->plan->delay;
    return GOES_READY;
}

static enum going fetch(struct feed *f, struct warp *w)
{
    switch (blocks_next(f->blocks, (unsigned)w->block, w->number, &w->op)) {
    case SPOOLED_OP:
        w->has = true;
        return GOES_READY;
    case SPOOLED_END:
        return at_end(f, w);
    default:
        fault(f, "a thread block cannot be read back from its file in $TMPDIR");
        return GOES_OBJECTS;
    }
}

static enum going go_on(struct feed *f, struct warp *w, uint64_t cycle)
{
    for (;;) {
        if (w->offers)
            return GOES_LATER;
        if (warp_copy_in(w, COPY_LOADED))
            return GOES_READY;
        if (w->at_barrier)
            return GOES_LATER;
        if (w->ended)
            return at_end(f, w);
        if (cycle < w->free_at)
            return GOES_IN_TIME;
        if (!w->has) {
            const enum going g = fetch(f, w);
            if (g != GOES_READY)
                return g;
        }
        if (warp_lacks_any(w, &w->op))
            return GOES_LATER;
        if (w->op.kind <= TRACE_FENCE)
            return GOES_READY;
        if (w->op.kind == TRACE_FROM)
            return warp_copy_in(w, COPY_NONE) ? GOES_READY : GOES_LATER;
        const enum going g = own(f, w, cycle);
        if (g != GOES_READY)
            return g;
    }
}

// ---- instructions offered to the machine

// How a matrix access is one. A machine that lacks it has an access of 128 bits, of the same passes.
static uint8_t matrix_of(const struct trace_op *op)
{
    const unsigned code = op->kind == TRACE_STORE ? UL1_OP_STORE : UL1_OP_LOAD;
    return matrix_known(code, op->matrix, op->width, op->mask) ? op->matrix : UL1_MATRIX_NONE;
}

static bool fill(struct feed *f, unsigned warp, const struct trace_op *op, struct instr *i)
{
    const bool stores = op->kind == TRACE_STORE || op->kind == TRACE_ATOM || op->kind == TRACE_TO,
               fences = op->kind == TRACE_FENCE;
    *i = (struct instr){ .op = fences ? UL1_OP_FENCE
                             : stores ? UL1_OP_STORE
                                      : UL1_OP_LOAD,
                         .sign = op->sign,
                         .interleave = plan_interleaves(f->plan, op),
                         .warp = (uint8_t)warp,
                         .space = op->space,
                         .width = op->width,
                         .reg = op->reg,
                         .hint = op->hint,
                         .atom = op->atom,
                         .returns = op->kind == TRACE_ATOM && op->space == UL1_SPACE_GLOBAL,
                         .matrix = matrix_of(op),
                         .level = op->level,
                         .data = (uint32_t)rng_next(&f->rng) };
    for (unsigned n = 0; n < LANES; n++) {
        const unsigned lane = i->matrix ? n : lane_at(&compiled, i->op, i->space, i->width, n);
        if (fences || !(op->mask >> lane & 1))
            continue;
        i->mask |= UINT32_C(1) << n;
        if (!plan_address(f->plan, f->renamed, op, f->sm, lane, warp, (unsigned)f->warp[warp].block,
                          &i->addr[n]))
            return fault(
                f,
                "it touches more pages than this machine has addresses for, renamed: a larger VA_W has them");
    }
    if (fences)
        return true;
    traffic_judge(i, carveout_size(f->plan->sizes[f->sm], f->plan->carveout));
    i->passes = traffic_passes(i, UL1_SET_BANKWIDTH);
    return true;
}

static struct flying *note(struct feed *f, unsigned warp, const struct trace_op *op, const struct instr *i)
{
    struct flying *n = f->flying;
    while (n->is)
        n++;
    *n = (struct flying){
        .is = true, .warp = warp, .copy = NOBODY, .line = op->line, .source_line = op->source_line
    };
    if ((op->kind == TRACE_LOAD || op->kind == TRACE_ATOM) && i->mask) {
        n->words = (unsigned)__builtin_popcount(i->mask) * width_words(i->width);
        n->first = op->first;
        n->regs = op->regs;
        warp_set_lacks(&f->warp[warp], n->first, n->regs, true);
    }
    return n;
}

// The operation behind a copy's load is its store.
static bool begin_copy(struct feed *f, struct warp *w, struct flying *n)
{
    struct copy *c = warp_copy_in(w, COPY_NONE);
    const enum going g = fetch(f, w);
    if (g != GOES_READY)
        return false;
    c->state = COPY_LOADS;
    c->group = w->group;
    c->to = w->op;
    n->copy = (int)(c - w->copy);
    return true;
}

// On a machine with asynchronous copies the load starts one, which retires with its store.
static bool start_copy(struct feed *f, unsigned warp, const struct flying *n, struct instr *i)
{
    struct copy *c = &f->warp[warp].copy[n->copy];
    uint64_t addr = 0;
    if (!UL1_COPIES || i->width < UL1_WIDTH_B32 || i->interleave)
        return true;
    c->state = COPY_STORES;
    i->copy = true;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(i->mask >> lane & 1))
            continue;
        if (!plan_address(f->plan, f->renamed, &c->to, f->sm, lane, warp, (unsigned)f->warp[warp].block,
                          &addr))
            return false;
        i->dest[lane] = (uint32_t)(addr >> UL1_ADDR_W ? 1u << UL1_ADDR_W : addr);
    }
    return true;
}

static bool offer(struct feed *f, unsigned warp, struct instr *i)
{
    struct warp *w = &f->warp[warp];
    struct copy *loaded = warp_copy_in(w, COPY_LOADED);
    const struct trace_op op = loaded ? loaded->to : w->op;
    if (!fill(f, warp, &op, i))
        return false;
    struct flying *n = note(f, warp, &op, i);
    i->serial = (uint32_t)(n - f->flying);
    i->line = (unsigned)(n->source_line ? n->source_line : n->line);
    w->offers = true;
    if (loaded) {
        loaded->state = COPY_STORES;
        n->copy = (int)(loaded - w->copy);
        return true;
    }
    if (op.kind == TRACE_FROM && (!begin_copy(f, w, n) || !start_copy(f, warp, n, i)))
        return fault(f, "a copy has lost its store");
    w->flying += n->copy == NOBODY;
    w->has = false;
    return true;
}

static unsigned choose(const struct feed *f, uint64_t ready)
{
    const uint64_t behind = f->last < 63 ? ready & (UINT64_MAX << (f->last + 1)) : 0;
    return (unsigned)__builtin_ctzll(behind ? behind : ready);
}

// Advances all warps. The mask holds those that can offer an instruction.
static enum comes all_go_on(struct feed *f, uint64_t cycle, uint64_t *ready)
{
    enum comes what = FOLLOW_END;
    *ready = 0;
    for (unsigned i = 0; i < WARPS; i++) {
        if (f->warp[i].block == NOBODY)
            continue;
        switch (go_on(f, &f->warp[i], cycle)) {
        case GOES_OBJECTS:
            return FOLLOW_OBJECTS;
        case GOES_READY:
            *ready |= UINT64_C(1) << i;
            break;
        case GOES_IN_TIME:
            what = FOLLOW_IN_TIME;
            break;
        case GOES_LATER:
            what = what == FOLLOW_END ? FOLLOW_LATER : what;
            break;
        case GOES_ENDED:
            what = FOLLOW_IN_TIME;
            break; // a block may begin on it in the next cycle
        }
    }
    return what;
}

static enum comes next(struct follower *base, uint64_t cycle, struct instr *i)
{
    struct feed *f = feed_of(base);
    uint64_t ready;
    if (*f->cycles >= f->limit)
        return FOLLOW_END;
    if (!begin_blocks(f))
        return FOLLOW_OBJECTS;
    enum comes what = all_go_on(f, cycle, &ready);
    if (what != FOLLOW_OBJECTS && free_barriers(f))
        what = all_go_on(f, cycle, &ready);
    if (!ready || what == FOLLOW_OBJECTS)
        return what;
    if (!i)
        return FOLLOW_LATER;
    f->last = choose(f, ready);
    return offer(f, f->last, i) ? FOLLOW_INSTR : FOLLOW_OBJECTS;
}

// ---- progress of instructions

static void taken(struct follower *base, uint32_t serial, uint64_t cycle)
{
    struct feed *f = feed_of(base);
    (void)cycle;
    f->warp[f->flying[serial].warp].offers = false;
}

static bool loaded(struct follower *base, uint32_t serial, const struct ul1_l1_out *out)
{
    struct feed *f = feed_of(base);
    struct flying *n = &f->flying[serial];
    const unsigned words = (unsigned)__builtin_popcount(out->dxbar.load_mask)
        + (unsigned)__builtin_popcount(out->dxbar.load_mask & out->lsu.rf_both);
    if (!n->words)
        return true;
    n->words -= words < n->words ? words : n->words;
    if (!n->words)
        warp_set_lacks(&f->warp[n->warp], n->first, n->regs, false);
    return true;
}

static bool retired(struct follower *base, uint32_t serial, uint64_t cycle, const struct ul1_l1_out *out,
                    bool inside)
{
    struct feed *f = feed_of(base);
    struct flying *n = &f->flying[serial];
    struct warp *w = &f->warp[n->warp];
    (void)cycle, (void)out, (void)inside;
    if (n->words) // it ended with an error
        warp_set_lacks(w, n->first, n->regs, false);
    if (n->copy == NOBODY)
        w->flying--;
    else
        w->copy[n->copy].state = w->copy[n->copy].state == COPY_LOADS ? COPY_LOADED : COPY_NONE;
    n->is = false;
    return true;
}

static const char *where(struct follower *base, uint32_t serial)
{
    struct feed *f = feed_of(base);
    const struct flying *n = &f->flying[serial];
    const int m = snprintf(f->where, sizeof f->where, "%.150s:%" PRIu64, f->plan->path, n->line);
    if (n->source_line)
        snprintf(f->where + m, sizeof f->where - (size_t)m, " (line %" PRIu64 " of its source)",
                 n->source_line);
    return f->where;
}

static const char *error(const struct follower *base)
{
    return feed_of(base)->error;
}

static bool at_fault(const struct follower *base)
{
    return *feed_of(base)->error;
}

// ---- interface

struct feed *feed_new(const struct plan *plan, unsigned sm, struct table *renamed, uint64_t seed,
                      const uint64_t *cycles, uint64_t limit, feed_listener *listener, void *who,
                      char error_text[TRACE_ERROR])
{
    static const struct follower_ops ops = { .error = error,
                                             .at_fault = at_fault,
                                             .next = next,
                                             .taken = taken,
                                             .loaded = loaded,
                                             .retired = retired,
                                             .where = where };
    struct feed *f = calloc(1, sizeof *f);
    if (!f) {
        snprintf(error_text, TRACE_ERROR, "%.200s: out of memory", plan->path);
        return NULL;
    }
    f->base.ops = &ops;
    f->plan = plan;
    f->sm = sm;
    f->renamed = renamed;
    f->cycles = cycles;
    f->limit = limit;
    f->listener = listener;
    f->who = who;
    f->last = WARPS - 1;
    rng_seed(&f->rng, seed + sm);
    for (unsigned i = 0; i < WARPS; i++)
        f->warp[i].block = NOBODY;
    f->blocks = blocks_new(plan->path, sm, plan->sms, plan->blocks, error_text);
    if (f->blocks)
        return f;
    free(f);
    return NULL;
}

void feed_free(struct feed *f)
{
    blocks_free(f->blocks);
    free(f);
}

struct follower *feed_follower(struct feed *f)
{
    return &f->base;
}

const struct trace_counts *feed_counts(const struct feed *f)
{
    return blocks_counts(f->blocks);
}

uint64_t feed_blocks(const struct feed *f)
{
    return blocks_begun(f->blocks);
}

uint64_t feed_bytes(const struct feed *f)
{
    return blocks_bytes(f->blocks);
}
