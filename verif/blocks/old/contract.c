#include "blocks/old/contract.h"

#include <stddef.h>
#include <string.h>

enum { BUILT = UL1_GLOBAL_ATOMICS > 1 };

unsigned old_free(const struct old_contract *c)
{
    unsigned n = 0;
    while (n < UL1_OLDS && c->note[n].place != OLD_FREE)
        n++;
    return n < UL1_OLDS ? n : OLD_NOTES;
}

unsigned old_count(const struct old_contract *c, unsigned place)
{
    unsigned count = 0;
    for (unsigned n = 0; n < UL1_OLDS; n++)
        count += c->note[n].place == place;
    return count;
}

unsigned old_next(const struct old_contract *c)
{
    for (unsigned k = 1; k <= OLD_NOTES; k++)
        if (c->note[(c->last + k) % OLD_NOTES].place == OLD_ANSWERED)
            return (c->last + k) % OLD_NOTES;
    return OLD_NOTES;
}

// The note whose write has this entry of the write data buffer; OLD_NOTES if there is none.
static unsigned of_write(const struct old_contract *c, unsigned wdb)
{
    for (unsigned n = 0; n < UL1_OLDS; n++)
        if (c->note[n].place == OLD_WAITS && c->note[n].wdb == wdb)
            return n;
    return OLD_NOTES;
}

static bool credit(const struct old_contract *c)
{
    return BUILT && old_count(c, OLD_FREE) > c->coming.is;
}

static const char *check_inputs(const struct old_contract *c, const struct ul1_old_in *in)
{
    const bool answers = in->resp_valid && in->resp_op == UL1_MEMOP_ATOM;
    if (in->req_returns && !(BUILT && in->req_valid))
        return "req_returns: without an access, or not built";
    if (in->req_returns && !credit(c))
        return "req_returns: without a credit (old_credit)";
    if (in->req_returns && in->req_old)
        return "req_old: of an access that asks for old words";
    if (in->req_old && !(BUILT && in->req_valid && c->note[in->req_old_number].place == OLD_TAKEN))
        return "req_old_number: of no access that was taken (coalesce_old)";
    if (in->req_old && c->returns && c->returned == in->req_old_number)
        return "req_old_number: of a pass that is in stage 1";
    if (c->coming.is && of_write(c, in->alloc_store) != OLD_NOTES)
        return "alloc_store: of another write that waits";
    if (answers && !(BUILT && in->resp_number < UL1_OLDS && c->note[in->resp_number].place == OLD_SENT))
        return "resp_number: of no atomic that memory took, or that is answered";
    return NULL;
}

static const char *check_offer(const struct old_contract *c, const struct ul1_old_out *out)
{
    const unsigned next = old_next(c);
    const struct old_note *n = &c->note[next % OLD_NOTES];
    if (out->old_credit != credit(c))
        return "old_credit: not that an entry is free beside that of the access in stage 1";
    if (out->old_valid != (next != OLD_NOTES))
        return "old_valid: not that an access is answered and not taken";
    if (next == OLD_NOTES)
        return NULL;
    if (out->old_number != next)
        return "old_number: not the next that is answered, behind the last one taken";
    if (out->old_id != n->id || out->old_part != n->part || out->old_mask != n->mask)
        return "old_id, old_part, old_mask: not those of the access";
    return out->old_err != n->err ? "old_err: not how its write has ended" : NULL;
}

static const char *check_outputs(const struct old_contract *c, const struct ul1_old_in *in,
                                 const struct ul1_old_out *out)
{
    const bool writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    const unsigned asks = writes ? of_write(c, in->mem_number) : OLD_NOTES;
    const char *broken = check_offer(c, out);
    if (broken)
        return broken;
    if (out->old_leaves != (in->head_write && of_write(c, in->head_wdb) != OLD_NOTES))
        return "old_leaves: not that the write on offer to translation is an atomic's";
    if (out->memold_valid != (asks != OLD_NOTES))
        return "memold_valid: not that the write on offer is an atomic's";
    if (asks != OLD_NOTES && out->memold_number != asks)
        return "memold_number: not the number of its access";
    if (out->old_here != c->here)
        return "old_here: not that the pass in stage 2 returns words";
    return c->here && memcmp(out->old_data, c->word, sizeof c->word)
        ? "old_data: not what memory has answered"
        : NULL;
}

// ---- the end of a cycle

static void advance_ends(struct old_contract *c, const struct ul1_old_in *in)
{
    const bool writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    const unsigned sent = writes && in->mem_ready ? of_write(c, in->mem_number) : OLD_NOTES;
    const unsigned lost = in->head_write && in->mmu_fault ? of_write(c, in->head_wdb) : OLD_NOTES;
    if (sent != OLD_NOTES)
        c->note[sent].place = OLD_SENT;
    if (lost != OLD_NOTES) {
        c->note[lost].place = OLD_ANSWERED;
        c->note[lost].err = in->mmu_err;
    }
    if (in->resp_valid && in->resp_op == UL1_MEMOP_ATOM) {
        struct old_note *n = &c->note[in->resp_number % OLD_NOTES];
        n->place = OLD_ANSWERED;
        n->err = in->resp_err ? UL1_ERR_BUS : UL1_ERR_NONE;
        memcpy(n->word, in->resp_data, sizeof n->word);
    }
}

static void advance_passes(struct old_contract *c, const struct ul1_old_in *in, unsigned free)
{
    c->here = c->returns && c->note[c->returned].err == UL1_ERR_NONE;
    if (c->returns) {
        memcpy(c->word, c->note[c->returned].word, sizeof c->word);
        c->note[c->returned].place = OLD_FREE;
    }
    c->returns = in->req_valid && in->req_old;
    c->returned = in->req_old_number;
    if (c->coming.is && free != OLD_NOTES)
        c->note[free] = (struct old_note){ .place = OLD_WAITS,
                                           .id = c->coming.id,
                                           .part = c->coming.part,
                                           .wdb = in->alloc_store,
                                           .mask = c->coming.mask };
    c->coming = (struct old_coming){
        .is = in->req_valid && in->req_returns, .id = in->req_id, .part = in->req_sub, .mask = in->req_mask
    };
}

static void advance(struct old_contract *c, const struct ul1_old_in *in)
{
    const unsigned next = old_next(c), free = old_free(c);
    if (in->rst) {
        *c = (struct old_contract){ .light = c->light, .judged = true };
        return;
    }
    if (next != OLD_NOTES && in->coalesce_old) {
        c->note[next].place = OLD_TAKEN;
        c->last = (uint8_t)next;
    }
    advance_ends(c, in);
    advance_passes(c, in, free);
}

const char *old_contract_check(struct old_contract *c, const struct ul1_old_in *in,
                               const struct ul1_old_out *out)
{
    const char *broken = !c->judged || in->rst ? NULL : check_inputs(c, in);
    if (!broken && c->judged && !in->rst && !c->light)
        broken = check_outputs(c, in, out);
    advance(c, in);
    return broken;
}
