#include "stimulus/trace/survey.h"

#include <stdio.h>
#include <string.h>

#include "stimulus/trace/progress.h"
#include "ul1_sizes.h"

static void take_bounds(uint64_t *low, uint64_t *high, uint64_t addr, uint64_t bytes)
{
    *low = !*high || addr < *low ? addr : *low;
    const uint64_t end = addr > UINT64_MAX - bytes ? UINT64_MAX : addr + bytes;
    *high = end > *high ? end : *high;
}

static void take_op(struct survey *s, const struct trace_op *op)
{
    uint64_t none = 0;
    if (op->kind > TRACE_ATOM && op->kind != TRACE_FROM && op->kind != TRACE_TO)
        return;
    for (uint32_t left = op->mask; left; left &= left - 1) {
        const uint64_t addr = op->addr[__builtin_ctz(left)], bytes = 1u << op->width;
        if (op->space == UL1_SPACE_SHARED)
            take_bounds(&none, &s->shared, addr, bytes);
        else if (op->space == UL1_SPACE_LOCAL)
            take_bounds(&s->local_low, &s->local_high, addr, bytes);
        else
            take_bounds(&s->low, &s->high, addr, bytes);
    }
}

// Returns false if the instruction is invalid. The reader has the reason then.
static bool take_instr(struct survey *s, struct reader *r, const struct trace_instr *i,
                       struct decode_half *half)
{
    struct trace_op op[DECODE_MOST];
    const int ops = decode(r, i, half, &s->counts, op);
    for (int k = 0; k < ops; k++)
        take_op(s, &op[k]);
    return ops >= 0;
}

static void tell(const struct reader *r, const struct survey *s)
{
    fprintf(stderr, "trace: looking through it, %.1f MB of text so far, %llu instructions\n",
            (double)reader_bytes(r) / 1e6, (unsigned long long)s->counts.count[TRACED_INSTRS]);
}

static bool read_all(struct reader *r, struct survey *s)
{
    struct decode_half half = { 0 };
    struct progress progress;
    unsigned warps = 0;
    progress_begin(&progress);
    for (;;) {
        const enum trace_got got = reader_next(r);
        if (got == TRACE_FAULT || (got != TRACE_INSTR && !take_instr(s, r, NULL, &half)))
            return false;
        if (got == TRACE_END)
            break;
        if (got == TRACE_INSTR && !take_instr(s, r, reader_instr(r), &half))
            return false;
        s->blocks += got == TRACE_BLOCK;
        warps = got == TRACE_BLOCK ? 0 : warps + (got == TRACE_WARP);
        s->warps = warps > s->warps ? warps : s->warps;
        if (progress_is_due(&progress))
            tell(r, s);
    }
    s->bytes = reader_bytes(r);
    s->shared = reader_header(r)->shared > s->shared ? reader_header(r)->shared : s->shared;
    return true;
}

bool survey(const char *path, struct survey *s, char error[TRACE_ERROR])
{
    struct reader *r = reader_open(path, error);
    if (!r)
        return false;
    memset(s, 0, sizeof *s);
    const bool fine = read_all(r, s);
    if (!fine)
        snprintf(error, TRACE_ERROR, "%s", reader_error(r));
    reader_close(r);
    return fine;
}
