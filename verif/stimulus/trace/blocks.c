#include "stimulus/trace/blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct blocks {
    struct reader *reader;
    struct trace_counts read, begun; // counts up to the block read last, and up to the block begun last
    struct spool *next;              // the block that was read ahead
    bool waits;                      // it is complete and has not begun
    bool ended;                      // the trace has no more blocks
    uint64_t number;                 // blocks begun
    unsigned sms, skips;             // blocks of other SMs before the next one of this
    char error[TRACE_ERROR];
    unsigned count;
    struct {
        struct spool *spool; // null: no block has run here yet
        bool runs;
    } place[];
};

struct blocks *blocks_new(const char *path, unsigned sm, unsigned sms, unsigned at_a_time,
                          char error[TRACE_ERROR])
{
    struct reader *r = reader_open(path, error);
    struct blocks *b = r ? calloc(1, sizeof *b + at_a_time * sizeof b->place[0]) : NULL;
    if (!b) {
        if (r) {
            snprintf(error, TRACE_ERROR, "%.200s: out of memory", path);
            reader_close(r);
        }
        return NULL;
    }
    b->reader = r;
    b->count = at_a_time;
    b->skips = sm;
    b->sms = sms;
    return b;
}

void blocks_free(struct blocks *b)
{
    reader_close(b->reader);
    if (b->next)
        spool_free(b->next);
    for (unsigned i = 0; i < b->count; i++)
        if (b->place[i].spool)
            spool_free(b->place[i].spool);
    free(b);
}

static bool fault(struct blocks *b)
{
    snprintf(b->error, sizeof b->error, "%s", reader_error(b->reader));
    return false;
}

static bool no_credit(struct blocks *b)
{
    reader_fault(b->reader, "no room for the file in $TMPDIR (or /tmp) that has a thread block as it runs");
    return fault(b);
}

// Decodes an instruction and stores its operations. A null instruction ends the warp.
static bool keep(struct blocks *b, const struct trace_instr *i, struct decode_half *half)
{
    struct trace_op op[DECODE_MOST];
    const int ops = decode(b->reader, i, half, &b->read, op);
    for (int k = 0; k < ops; k++)
        if (!spool_add(b->next, &op[k]))
            return no_credit(b);
    return ops >= 0 || fault(b);
}

// Passes over blocks of other SMs.
static bool skip_blocks(struct blocks *b)
{
    for (; b->skips; b->skips--)
        for (enum trace_got got = TRACE_BLOCK; got != TRACE_BLOCK_END;) {
            got = reader_next(b->reader);
            if (got == TRACE_FAULT)
                return fault(b);
            b->ended = got == TRACE_END;
            if (b->ended)
                return true;
        }
    return true;
}

// Reads the next block ahead.
static bool read_ahead(struct blocks *b)
{
    struct decode_half half = { 0 };
    if (!skip_blocks(b) || b->ended)
        return b->ended;
    b->skips = b->sms - 1;
    if (!b->next && !(b->next = spool_new()))
        return no_credit(b);
    if (!spool_clear(b->next))
        return no_credit(b);
    for (;;) {
        const enum trace_got got = reader_next(b->reader);
        if (got == TRACE_FAULT)
            return fault(b);
        if (got == TRACE_END) {
            b->ended = true;
            return true;
        }
        if (!keep(b, got == TRACE_INSTR ? reader_instr(b->reader) : NULL, &half))
            return false;
        if (got == TRACE_WARP)
            spool_warp(b->next, reader_warp(b->reader));
        if (got == TRACE_BLOCK_END)
            break;
    }
    b->waits = true;
    return spool_end(b->next) || no_credit(b);
}

static bool has_place(const struct blocks *b, unsigned *place)
{
    for (*place = 0; *place < b->count; ++*place)
        if (!b->place[*place].runs)
            return true;
    return false;
}

enum begun blocks_begin(struct blocks *b, unsigned warps, unsigned *place)
{
    for (;;) {
        if (!b->waits && !b->ended && !read_ahead(b))
            return BLOCK_FAULT;
        if (!b->waits || !has_place(b, place) || (unsigned)__builtin_popcountll(spool_warps(b->next)) > warps)
            return BLOCK_NONE;
        struct spool *before = b->place[*place].spool;
        b->place[*place].spool = b->next;
        b->place[*place].runs = spool_warps(b->next);
        b->next = before;
        b->waits = false;
        b->begun = b->read;
        b->number++;
        if (b->place[*place].runs) // a block without warps is over
            return BLOCK_BEGUN;
    }
}

const char *blocks_error(const struct blocks *b)
{
    return b->error;
}

uint64_t blocks_warps(const struct blocks *b, unsigned place)
{
    return spool_warps(b->place[place].spool);
}

enum spooled blocks_next(struct blocks *b, unsigned place, unsigned warp, struct trace_op *op)
{
    return spool_next(b->place[place].spool, warp, op);
}

void blocks_end(struct blocks *b, unsigned place)
{
    b->place[place].runs = false;
}

const struct trace_counts *blocks_counts(const struct blocks *b)
{
    return &b->begun;
}

uint64_t blocks_begun(const struct blocks *b)
{
    return b->number;
}

uint64_t blocks_bytes(const struct blocks *b)
{
    return reader_bytes(b->reader);
}
