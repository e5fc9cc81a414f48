// Old words: an access is noted in stage 1, beside its entry in the write data buffer. Memory answers it, or
// its write ends with an error. Then it waits for the pass that returns its words, and is free.
#include <string.h>

#include "l1/old.h"

static uint64_t old_unused(const struct old_state *s)
{
    return ~s->used & below(UL1_OLDS);
}

static void old_state(const struct old_state *s, const struct old_in *in, struct ul1_old_out *out)
{
    (void)in;
    out->old_credit = UL1_GLOBAL_ATOMICS > 1 && how_many(old_unused(s)) > s->comes;
    out->old_valid = UL1_GLOBAL_ATOMICS > 1 && s->answered;
    out->old_here = UL1_GLOBAL_ATOMICS > 1 && s->here;
    if (out->old_here)
        memcpy(out->old_data, s->word, sizeof out->old_data);
    if (!out->old_valid)
        return;
    const unsigned next = next_in(s->answered, s->last);
    out->old_number = (uint8_t)next;
    out->old_id = s->entry[next].id;
    out->old_part = s->entry[next].part;
    out->old_mask = s->entry[next].mask;
    out->old_err = s->entry[next].err;
}

// Those of the entries in `some` whose write has that entry of the write data buffer; one at most.
static uint64_t old_of_write(const struct old_state *s, uint64_t some, unsigned wdb)
{
    for (uint64_t left = some; left; left = without_lowest(left))
        if (s->entry[lowest(left)].wdb == wdb)
            return lowest_one(left);
    return 0;
}

static uint64_t old_offered(const struct old_state *s, const struct old_in *in)
{
    const unsigned writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    return writes ? old_of_write(s, s->waits, in->mem_number) : 0;
}

static void old_memold(const struct old_state *s, const struct old_in *in, struct ul1_old_out *out)
{
    const uint64_t those = UL1_GLOBAL_ATOMICS > 1 ? old_offered(s, in) : 0;
    out->memold_valid = those != 0;
    if (those)
        out->memold_number = (uint8_t)lowest(those);
}

static void old_leaves(const struct old_state *s, const struct old_in *in, struct ul1_old_out *out)
{
    out->old_leaves =
        UL1_GLOBAL_ATOMICS > 1 && in->head_write && old_of_write(s, s->waits, in->head_wdb) != 0;
}

static void old_clock_answer(struct old_state *s, const struct old_in *in)
{
    struct old_entry *e = &s->entry[in->resp_number % OLD_ENTRIES];
    if (!in->resp_valid || in->resp_op != UL1_MEMOP_ATOM)
        return;
    s->answered |= one(in->resp_number % OLD_ENTRIES);
    e->err = in->resp_err ? UL1_ERR_BUS : UL1_ERR_NONE;
    memcpy(e->word, in->resp_data, sizeof e->word);
}

static void old_clock_fault(struct old_state *s, const struct old_in *in)
{
    const uint64_t those = in->head_write && in->mmu_fault ? old_of_write(s, s->waits, in->head_wdb) : 0;
    s->waits &= ~those;
    s->answered |= those;
    if (those)
        s->entry[lowest(those)].err = in->mmu_err;
}

// The access in stage 1 gets the lowest free entry.
static void old_clock_note(struct old_state *s, const struct old_in *in)
{
    const uint64_t unused = old_unused(s);
    if (s->comes && unused) {
        s->entry[lowest(unused)] =
            (struct old_entry){ .id = s->id, .part = s->part, .wdb = in->alloc_store, .mask = s->mask };
        s->used |= lowest_one(unused);
        s->waits |= lowest_one(unused);
    }
    s->comes = in->req_valid && in->req_returns;
    s->id = in->req_id;
    s->part = in->req_sub;
    s->mask = in->req_mask;
}

// The words are read at the end of stage 1, and then the entry is free.
static void old_clock_words(struct old_state *s, const struct old_in *in)
{
    s->here = s->returns && s->entry[s->number].err == UL1_ERR_NONE;
    if (s->returns) {
        memcpy(s->word, s->entry[s->number].word, sizeof s->word);
        s->used &= ~one(s->number);
    }
    s->returns = in->req_valid && in->req_old;
    s->number = in->req_old_number;
}

static void old_clock(struct old_state *s, const struct old_in *in, const struct ul1_old_out *out)
{
    const uint64_t taken = in->mem_ready ? old_offered(s, in) : 0;
    if (out->old_valid && in->coalesce_old) {
        s->answered &= ~one(out->old_number);
        s->last = out->old_number;
    }
    s->waits &= ~taken;
    old_clock_answer(s, in);
    old_clock_fault(s, in);
    old_clock_note(s, in);
    old_clock_words(s, in);
    if (in->rst) {
        s->used = s->waits = s->answered = 0;
        s->last = 0;
        s->comes = s->returns = s->here = 0;
    }
}
