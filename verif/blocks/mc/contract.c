#include "blocks/mc/contract.h"

#include <stddef.h>
#include <string.h>

enum {
    // A request waits for each other one at most. The oldest of a bank waits for MC_CAP that pass it, and for
    // its row; each of these column accesses waits for those of all other requests.
    BOUND = UL1_MC_QUEUE
        * ((UL1_MC_CAP + 2) * UL1_MC_QUEUE * UL1_SECTORS + UL1_MC_RAS + UL1_MC_CL + UL1_MC_WR + UL1_MC_RP
           + UL1_MC_RCD + 2 * UL1_MC_QUEUE)
};

// ---- requests

static uint32_t bytes_of(unsigned be)
{
    uint32_t bytes = 0;
    for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
        bytes |= be >> k & 1 ? UINT32_C(0xff) << 8 * k : 0;
    return bytes;
}

static struct mc_asked asked(const struct ul1_mc_in *in, unsigned i)
{
    struct mc_asked r;
    memset(&r, 0, sizeof r);
    r.op = in->req_op[i];
    r.sect = in->req_sect[i];
    r.number = in->req_number[i];
    r.line = in->req_line[i];
    r.vline = in->req_vline[i];
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++) {
        r.be[k] = in->reqdata_be[i * UL1_LINE_WORDS + k];
        r.word[k] = in->reqdata_word[i * UL1_LINE_WORDS + k] & bytes_of(r.be[k]);
    }
    return r;
}

static unsigned written(const struct mc_asked *r)
{
    unsigned sect = 0;
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++)
        sect |= (unsigned)(r->be[k] != 0) << k / UL1_SECTOR_WORDS;
    return sect;
}

static const char *check_requests(const struct mc_contract *c, const struct ul1_mc_in *in)
{
    for (unsigned i = 0; i < UL1_MC_PORTS; i++) {
        const struct mc_asked now = asked(in, i);
        const bool writes = in->req_valid[i] && now.op == UL1_MEMOP_WRITE;
        if (writes != (written(&now) != 0))
            return "reqdata_be: bytes without a write on offer, or none with one (req_valid, req_op)";
        if (c->waits[i] && (!in->req_valid[i] || memcmp(&now, &c->waiting[i], sizeof now)))
            return "req_valid, req_op, req_number, req_line, req_sect, req_vline, reqdata_be, reqdata_word: "
                   "not "
                   "the request that was offered before and not taken";
        if (!in->req_valid[i])
            continue;
        if (now.op > UL1_MEMOP_WRITE)
            return "req_op: neither a read nor a write";
        if (now.op == UL1_MEMOP_READ && !now.sect)
            return "req_sect: a read of no sector";
    }
    return NULL;
}

static unsigned held_of(const struct mc_contract *c, unsigned port)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->count; i++)
        n += c->held[i].port == port;
    return n;
}

// Whether an entry is free that is not kept for another slice.
static bool may(const struct mc_contract *c, unsigned port)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        kept += i != port && !held_of(c, i);
    return UL1_MC_QUEUE - c->count > kept;
}

static const char *check_ready(const struct mc_contract *c, const struct ul1_mc_in *in,
                               const struct ul1_mc_out *out)
{
    unsigned next = UL1_MC_PORTS;
    if (out->queue_used != c->count)
        return "queue_used: not the number of requests that were taken and have not reached the cells";
    for (unsigned k = UL1_MC_PORTS; k > 0; k--) {
        const unsigned i = (c->last + k) % UL1_MC_PORTS;
        if (out->req_ready[i] && !in->req_valid[i])
            return "req_ready: without a request";
        if (out->req_ready[i] && !may(c, i))
            return "req_ready: no entry is free, or it is kept for another slice";
        next = in->req_valid[i] && may(c, i) ? i : next;
    }
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        if (out->req_ready[i] != (i == next))
            return "req_ready: not the next slice behind the last one that was taken";
    return NULL;
}

// ---- banks

// The request in the entry.
static struct mc_held *in_entry(struct mc_contract *c, unsigned entry)
{
    unsigned i = 0;
    while (i < c->count && c->held[i].entry != entry)
        i++;
    return i < c->count ? &c->held[i] : NULL;
}

static bool is_oldest(const struct mc_contract *c, const struct mc_held *h)
{
    for (const struct mc_held *o = c->held; o < h; o++)
        if (o->left && o->bank == h->bank)
            return false;
    return true;
}

static bool hits(const struct mc_contract *c, const struct mc_held *h)
{
    return h->left && c->bank[h->bank].opened && c->bank[h->bank].row == h->row;
}

static bool is_wanted(const struct mc_contract *c, unsigned bank)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->held[i].bank == bank && hits(c, &c->held[i]))
            return true;
    return false;
}

// Whether so many cycles have passed since a command, whose cycle is before `since`.
static bool passed(const struct mc_contract *c, uint64_t since, unsigned cycles)
{
    return !since || c->cycle - (since - 1) >= cycles;
}

static bool is_served(const struct mc_contract *c, const struct mc_held *h)
{
    return h->left && (c->bank[h->bank].passed < UL1_MC_CAP || is_oldest(c, h));
}

static bool can_access(const struct mc_contract *c, const struct mc_held *h)
{
    return hits(c, h) && is_served(c, h) && passed(c, c->bank[h->bank].activated, UL1_MC_RCD);
}

static bool can_precharge(const struct mc_contract *c, const struct mc_held *h)
{
    const unsigned b = h->bank;
    return passed(c, c->bank[b].activated, UL1_MC_RAS) && passed(c, c->bank[b].written, UL1_MC_CL + UL1_MC_WR)
        && (!is_wanted(c, b) || c->bank[b].passed == UL1_MC_CAP);
}

static bool needs_command(const struct mc_contract *c, const struct mc_held *h)
{
    if (!is_served(c, h) || hits(c, h))
        return false;
    return c->bank[h->bank].opened ? can_precharge(c, h) : passed(c, c->bank[h->bank].precharged, UL1_MC_RP);
}

static const char *check_banks(const struct mc_contract *c, const struct ul1_mc_out *out)
{
    for (unsigned b = 0; b < UL1_MC_BANKS; b++)
        if (out->bank_open[b] != c->bank[b].opened
            || (c->bank[b].opened && out->bank_row[b] != c->bank[b].row)
            || out->bank_passed[b] != c->bank[b].passed)
            return "bank_open, bank_row, bank_passed: not by the commands that were given";
    return NULL;
}

static const char *check_column(struct mc_contract *c, const struct ul1_mc_out *out)
{
    const struct mc_held *h = out->col_valid ? in_entry(c, out->col_entry) : NULL, *first = NULL;
    for (unsigned i = 0; i < c->count && !first; i++)
        first = can_access(c, &c->held[i]) ? &c->held[i] : NULL;
    if (!out->col_valid)
        return first ? "col_valid: no column access, though a request can have one" : NULL;
    if (!h || out->col_bank != h->bank || out->col_sect != (h->left & (0u - h->left)) || !h->left)
        return "col_entry, col_bank, col_sect: not the lowest sector of a request that is left";
    for (const struct mc_held *o = c->held; o < h; o++)
        if (o->left && o->is.line == h->is.line)
            return "col_entry: before an older request of its line";
    if (!hits(c, h))
        return "col_entry: its row is not open";
    if (!passed(c, c->bank[h->bank].activated, UL1_MC_RCD))
        return "col_valid: earlier than RCD after the activation";
    if (!is_served(c, h))
        return "col_entry: it passes a request that was passed as often as the cap allows";
    return h != first ? "col_entry: not the oldest request that can have a column access" : NULL;
}

static const char *check_row(struct mc_contract *c, const struct ul1_mc_out *out)
{
    const struct mc_held *h = out->row_valid ? in_entry(c, out->row_entry) : NULL, *first = NULL;
    for (unsigned i = 0; i < c->count && !first; i++)
        first = needs_command(c, &c->held[i]) ? &c->held[i] : NULL;
    if (!out->row_valid)
        return first ? "row_valid: no command, though a request needs one" : NULL;
    if (!h || !h->left || out->row_bank != h->bank || hits(c, h))
        return "row_entry, row_bank: not of a request that needs another row";
    if (out->row_opens == c->bank[h->bank].opened)
        return "row_opens: an open bank is activated, or a closed one precharged";
    if (out->row_opens && !passed(c, c->bank[h->bank].precharged, UL1_MC_RP))
        return "row_valid: an activation earlier than RP after the precharge";
    if (!out->row_opens && !passed(c, c->bank[h->bank].activated, UL1_MC_RAS))
        return "row_valid: a precharge earlier than RAS after the activation";
    if (!out->row_opens && !passed(c, c->bank[h->bank].written, UL1_MC_CL + UL1_MC_WR))
        return "row_valid: a precharge earlier than CL and WR after the column access of a write";
    return h != first ? "row_entry: not the oldest request that needs a command" : NULL;
}

// ---- cells, and answers

static const char *check_cells(struct mc_contract *c, const struct ul1_mc_out *out)
{
    const bool comes = c->ways && c->cycle - c->way[0].at == UL1_MC_CL;
    const struct mc_held *h = comes ? in_entry(c, c->way[0].entry) : NULL;
    const bool writes = h && h->is.op == UL1_MEMOP_WRITE;
    if (out->cell_valid != comes)
        return "cell_valid: not exactly CL after a column access";
    if (comes
        && (out->cell_write != writes || out->cell_line != h->is.line || out->cell_sect != c->way[0].sect))
        return "cell_write, cell_line, cell_sect: not those of the column access";
    for (unsigned k = 0; k < UL1_SECTOR_WORDS; k++) {
        const unsigned at = writes ? (unsigned)__builtin_ctz(c->way[0].sect) * UL1_SECTOR_WORDS + k : 0;
        if (out->cell_be[k] != (writes ? h->is.be[at] : 0))
            return "cell_be: not the bytes of the write";
        if (writes && (out->cell_word[k] & bytes_of(h->is.be[at])) != h->is.word[at])
            return "cell_word: not the words of the write";
    }
    return NULL;
}

static const char *check_answer(const struct mc_contract *c, const struct ul1_mc_in *in,
                                const struct ul1_mc_out *out)
{
    const bool writes = c->returns && c->back.is.op == UL1_MEMOP_WRITE,
               answers = c->returns && (!writes || in->back_err);
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        if (out->answer_valid[i] != (answers && c->back.port == i))
            return "answer_valid: not for the slice of a read, or of a write that failed, behind the cells";
    if (!answers)
        return NULL;
    if (out->answer_op != c->back.is.op || out->answer_number != c->back.is.number
        || out->answer_sect != c->sect || out->answer_err != in->back_err
        || out->answer_vline != c->back.is.vline)
        return "answer_op, answer_number, answer_sect, answer_err, answer_vline: not those of the request";
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++)
        if (c->sect >> k / UL1_SECTOR_WORDS & 1 && out->answer_data[k] != in->back_word[k % UL1_SECTOR_WORDS])
            return "answer_data: not the words of the cells";
    return NULL;
}

// ---- cycles

static void see_column(struct mc_contract *c, const struct ul1_mc_out *out)
{
    struct mc_held *h = in_entry(c, out->col_entry);
    if (!out->col_valid || !h || c->ways > UL1_MC_CL)
        return;
    const bool oldest = is_oldest(c, h);
    c->way[c->ways++] = (struct mc_column){ .at = c->cycle, .entry = out->col_entry, .sect = out->col_sect };
    h->left &= (uint8_t)~out->col_sect;
    h->away |= out->col_sect;
    if (h->is.op == UL1_MEMOP_WRITE)
        c->bank[h->bank].written = c->cycle + 1;
    if (!oldest)
        c->bank[h->bank].passed++;
    else if (!h->left)
        c->bank[h->bank].passed = 0;
}

static void see_row(struct mc_contract *c, const struct ul1_mc_out *out)
{
    const struct mc_held *h = in_entry(c, out->row_entry);
    if (!out->row_valid || !h)
        return;
    c->bank[h->bank].opened = out->row_opens;
    if (out->row_opens) {
        c->bank[h->bank].row = h->row;
        c->bank[h->bank].activated = c->cycle + 1;
    } else
        c->bank[h->bank].precharged = c->cycle + 1;
}

// The lowest entry that is free at the beginning of the cycle.
static unsigned free_entry(struct mc_contract *c)
{
    unsigned n = 0;
    while (in_entry(c, n))
        n++;
    return n;
}

static void see_cells(struct mc_contract *c, const struct ul1_mc_out *out)
{
    c->returns = out->cell_valid && c->ways;
    if (!c->returns)
        return;
    struct mc_held *h = in_entry(c, c->way[0].entry);
    c->sect = c->way[0].sect;
    memmove(c->way, c->way + 1, --c->ways * sizeof *c->way);
    if (!h)
        return;
    c->back = *h;
    h->away &= (uint8_t)~c->sect;
    if (!h->left && !h->away) {
        const size_t behind = (size_t)(c->held + --c->count - h);
        memmove(h, h + 1, behind * sizeof *h);
    }
}

static void see_taken(struct mc_contract *c, const struct ul1_mc_in *in, const struct ul1_mc_out *out,
                      unsigned entry)
{
    for (unsigned i = 0; i < UL1_MC_PORTS; i++) {
        c->waits[i] = in->req_valid[i] && !out->req_ready[i];
        c->waiting[i] = asked(in, i);
        if (!in->req_valid[i] || !out->req_ready[i] || c->count == UL1_MC_QUEUE)
            continue;
        const uint64_t place = c->waiting[i].line >> UL1_MC_LOW;
        c->last = i;
        c->held[c->count++] = (struct mc_held){
            .is = c->waiting[i],
            .port = i,
            .entry = entry,
            .bank = (unsigned)(place / UL1_MC_ROW_LINES % UL1_MC_BANKS),
            .row = place / UL1_MC_ROW_LINES / UL1_MC_BANKS,
            .since = c->cycle,
            .left = (uint8_t)(in->req_op[i] == UL1_MEMOP_WRITE ? written(&c->waiting[i]) : c->waiting[i].sect)
        };
    }
}

static void advance(struct mc_contract *c, const struct ul1_mc_in *in, const struct ul1_mc_out *out)
{
    const unsigned entry = c->count < UL1_MC_QUEUE ? free_entry(c) : 0;
    if (out->row_valid)
        see_row(c, out);
    if (out->col_valid)
        see_column(c, out);
    see_cells(c, out);
    see_taken(c, in, out, entry);
    c->cycle++;
}

static const char *check_outputs(struct mc_contract *c, const struct ul1_mc_in *in,
                                 const struct ul1_mc_out *out)
{
    const char *broken = check_ready(c, in, out);
    broken = broken ? broken : check_banks(c, out);
    broken = broken ? broken : check_column(c, out);
    broken = broken ? broken : check_row(c, out);
    broken = broken ? broken : check_cells(c, out);
    broken = broken ? broken : check_answer(c, in, out);
    if (!broken && c->count && c->cycle - c->held[0].since > BOUND)
        return "cell_valid: a request waits for longer than its bound";
    return broken;
}

const char *mc_contract_check(struct mc_contract *c, const struct ul1_mc_in *in, const struct ul1_mc_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        return NULL;
    }
    const char *broken = check_requests(c, in);
    if (!broken && c->judged)
        broken = check_outputs(c, in, out);
    advance(c, in, out);
    return broken;
}
