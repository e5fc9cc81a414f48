// Memory controller: in each cycle one command to the rows and one column access, each of the oldest request
// that can have it. Column accesses reach the cells MC_CL cycles later.
#include <string.h>

#include "cluster/mc.h"

static uint64_t mc_place(uint64_t line)
{
    return line >> UL1_MC_LOW;
}

static unsigned mc_bank_of(uint64_t line)
{
    return mc_place(line) / UL1_MC_ROW_LINES % UL1_MC_BANKS;
}

static uint64_t mc_row_of(uint64_t line)
{
    return mc_place(line) / UL1_MC_ROW_LINES / UL1_MC_BANKS;
}

// ---- commands

// What the requests want of the banks.
struct mc_wants {
    uint32_t wanted;              // banks whose open row is wanted
    uint8_t oldest[UL1_MC_BANKS]; // place in the order of the oldest request of each bank, or MC_QUEUE
};

static struct mc_wants mc_wants(const struct mc_state *s)
{
    struct mc_wants w = { 0 };
    memset(w.oldest, UL1_MC_QUEUE, sizeof w.oldest);
    for (unsigned i = s->count; i-- > 0;) {
        const struct mc_entry *e = &s->entry[s->order[i]];
        if (!e->left)
            continue;
        w.oldest[e->bank] = (uint8_t)i;
        w.wanted |= (uint32_t)(s->bank[e->bank].opened && s->bank[e->bank].row == e->row) << e->bank;
    }
    return w;
}

// Whether the bank works for its oldest request alone.
static unsigned mc_urgent(const struct mc_state *s, unsigned bank)
{
    return s->bank[bank].passed == UL1_MC_CAP;
}

static unsigned mc_wants_column(const struct mc_state *s, const struct mc_entry *e)
{
    return s->bank[e->bank].opened && s->bank[e->bank].row == e->row && s->now >= s->bank[e->bank].accesses;
}

static unsigned mc_wants_row(const struct mc_state *s, const struct mc_wants *w, const struct mc_entry *e)
{
    if (!s->bank[e->bank].opened)
        return s->now >= s->bank[e->bank].activates;
    return s->bank[e->bank].row != e->row && s->now >= s->bank[e->bank].precharges
        && (mc_urgent(s, e->bank) || !bit(w->wanted, e->bank));
}

static void mc_commands(const struct mc_state *s, struct ul1_mc_out *out)
{
    out->col_valid = out->row_valid = 0;
    if (!s->count)
        return;
    const struct mc_wants w = mc_wants(s);
    for (unsigned i = 0; i < s->count && !(out->col_valid && out->row_valid); i++) {
        const unsigned n = s->order[i];
        const struct mc_entry *e = &s->entry[n];
        if (!e->left || (mc_urgent(s, e->bank) && w.oldest[e->bank] != i))
            continue;
        if (!out->col_valid && mc_wants_column(s, e)) {
            out->col_valid = 1;
            out->col_entry = (uint8_t)n;
            out->col_bank = e->bank;
            out->col_sect = (uint8_t)lowest_one(e->left);
        }
        if (!out->row_valid && mc_wants_row(s, &w, e)) {
            out->row_valid = 1;
            out->row_opens = !s->bank[e->bank].opened;
            out->row_entry = (uint8_t)n;
            out->row_bank = e->bank;
        }
    }
}

// ---- outputs

static void mc_cells(const struct mc_state *s, struct ul1_mc_out *out)
{
    const struct mc_access *a = &s->way[s->now % UL1_MC_CL];
    const struct mc_entry *e = &s->entry[a->entry];
    out->cell_valid = a->valid;
    memset(out->cell_be, 0, UL1_SECTOR_WORDS);
    if (!a->valid)
        return;
    out->cell_write = e->writes;
    out->cell_line = e->line;
    out->cell_sect = a->sect;
    if (!e->writes)
        return;
    const unsigned first = lowest(a->sect) * UL1_SECTOR_WORDS;
    memcpy(out->cell_be, e->be + first, UL1_SECTOR_WORDS * sizeof *e->be);
    memcpy(out->cell_word, e->word + first, UL1_SECTOR_WORDS * sizeof *e->word);
}

static void mc_state(const struct mc_state *s, const struct mc_in *in, struct ul1_mc_out *out)
{
    (void)in;
    out->answer_op = s->answer.writes ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    out->answer_number = (__typeof__(out->answer_number))s->answer.number;
    out->answer_sect = s->answer.sect;
    out->answer_vline = s->answer.vline;
    mc_cells(s, out);
    mc_commands(s, out);
    for (unsigned b = 0; b < UL1_MC_BANKS; b++) {
        out->bank_open[b] = s->bank[b].opened;
        out->bank_row[b] = s->bank[b].row;
        out->bank_passed[b] = s->bank[b].passed;
    }
    out->queue_used = s->count;
}

static void mc_answer(const struct mc_state *s, const struct mc_in *in, struct ul1_mc_out *out)
{
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        out->answer_valid[i] = s->answer.valid && s->answer.port == i && (!s->answer.writes || in->back_err);
    out->answer_err = in->back_err;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        out->answer_data[i] = in->back_word[i % UL1_SECTOR_WORDS];
}

// The slices whose request may have an entry: each slice without one keeps one.
static uint64_t mc_may(const struct mc_state *s, const struct mc_in *in)
{
    unsigned without = 0;
    uint64_t may = 0;
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        without += !s->held[i];
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        may |= (uint64_t)(in->req_valid[i] && s->count + without - !s->held[i] < UL1_MC_QUEUE) << i;
    return may;
}

static void mc_ready(const struct mc_state *s, const struct mc_in *in, struct ul1_mc_out *out)
{
    const uint64_t may = mc_may(s, in);
    memset(out->req_ready, 0, sizeof out->req_ready);
    if (may)
        out->req_ready[next_in(may, s->last)] = 1;
}

// ---- the clock

static void mc_leave(struct mc_state *s, unsigned n)
{
    unsigned i = 0;
    while (s->order[i] != n)
        i++;
    memmove(s->order + i, s->order + i + 1, --s->count - i);
    s->used &= ~one(n);
    s->held[s->entry[n].port]--;
}

static void mc_reach(struct mc_state *s)
{
    struct mc_access *a = &s->way[s->now % UL1_MC_CL];
    const struct mc_entry *e = &s->entry[a->entry];
    s->answer.valid = a->valid;
    if (!a->valid)
        return;
    s->answer.port = e->port;
    s->answer.writes = e->writes;
    s->answer.number = e->number;
    s->answer.vline = e->vline;
    s->answer.sect = a->sect;
    a->valid = 0;
    if (a->last)
        mc_leave(s, a->entry);
}

static void mc_row(struct mc_state *s, const struct ul1_mc_out *out)
{
    const unsigned b = out->row_bank;
    s->bank[b].opened = out->row_opens;
    if (!out->row_opens) {
        s->bank[b].activates = s->now + UL1_MC_RP;
        return;
    }
    s->bank[b].row = s->entry[out->row_entry].row;
    s->bank[b].accesses = s->now + UL1_MC_RCD;
    s->bank[b].precharges = s->now + UL1_MC_RAS;
}

// Whether the entry is the oldest of its bank that waits.
static unsigned mc_is_oldest(const struct mc_state *s, unsigned n)
{
    unsigned i = 0;
    while (s->order[i] != n
           && (!s->entry[s->order[i]].left || s->entry[s->order[i]].bank != s->entry[n].bank))
        i++;
    return s->order[i] == n;
}

static void mc_column(struct mc_state *s, const struct ul1_mc_out *out)
{
    struct mc_entry *e = &s->entry[out->col_entry];
    const unsigned b = out->col_bank, oldest = mc_is_oldest(s, out->col_entry);
    const uint64_t written = s->now + UL1_MC_CL + UL1_MC_WR;
    e->left &= (uint8_t)~out->col_sect;
    s->way[s->now % UL1_MC_CL] =
        (struct mc_access){ .valid = 1, .entry = out->col_entry, .sect = out->col_sect, .last = !e->left };
    if (!oldest)
        s->bank[b].passed++;
    else if (!e->left)
        s->bank[b].passed = 0;
    if (e->writes && s->bank[b].precharges < written)
        s->bank[b].precharges = written;
}

// The request of slice i gets entry n.
static void mc_take(struct mc_state *s, const struct mc_in *in, unsigned i, unsigned n)
{
    struct mc_entry *e = &s->entry[n];
    const uint8_t *be = in->reqdata_be + i * UL1_LINE_WORDS;
    s->last = (uint8_t)i;
    s->held[i]++;
    s->used |= one(n);
    s->order[s->count++] = (uint8_t)n;
    e->port = (uint8_t)i;
    e->writes = in->req_op[i] == UL1_MEMOP_WRITE;
    e->number = in->req_number[i];
    e->line = in->req_line[i];
    e->vline = in->req_vline[i];
    e->bank = (uint8_t)mc_bank_of(e->line);
    e->row = mc_row_of(e->line);
    e->left = in->req_sect[i];
    if (!e->writes)
        return;
    e->left = 0;
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++)
        e->left |= (uint8_t)((be[k] != 0) << k / UL1_SECTOR_WORDS);
    memcpy(e->be, be, sizeof e->be);
    memcpy(e->word, in->reqdata_word + i * UL1_LINE_WORDS, sizeof e->word);
}

// Without requests time alone goes on. It does not show once all banks may do anything.
static unsigned mc_rests(const struct mc_state *s)
{
    unsigned waits = s->count || s->answer.valid;
    for (unsigned b = 0; b < UL1_MC_BANKS && !waits; b++)
        waits =
            s->bank[b].activates > s->now || s->bank[b].accesses > s->now || s->bank[b].precharges > s->now;
    return !waits;
}

static void mc_reset(struct mc_state *s)
{
    s->used = s->count = 0;
    s->last = 0;
    memset(s->held, 0, sizeof s->held);
    memset(s->bank, 0, sizeof s->bank);
    memset(s->way, 0, sizeof s->way);
    memset(&s->answer, 0, sizeof s->answer);
    s->now = 0;
}

static void mc_clock(struct mc_state *s, const struct mc_in *in, const struct ul1_mc_out *out)
{
    const uint64_t may = mc_may(s, in);
    const unsigned n = lowest(~s->used); // an entry that leaves now is not free yet
    if (in->rst) {
        mc_reset(s);
        return;
    }
    mc_reach(s);
    if (out->col_valid)
        mc_column(s, out);
    if (out->row_valid)
        mc_row(s, out);
    if (may)
        mc_take(s, in, next_in(may, s->last), n);
    s->now++;
}
