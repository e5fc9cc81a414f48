#include "blocks/constant/shadow.h"

#include <stddef.h>
#include <string.h>

// ---- addresses

static unsigned set_of(uint64_t addr)
{
    return addr / CON_LINE % UL1_CON_SETS;
}

static unsigned part_of(uint64_t addr)
{
    return addr % CON_LINE / CON_PART % 2;
}

unsigned con_sectors(uint64_t addr)
{
    const unsigned bytes = UL1_LINE_BYTES / UL1_SECTORS, from = addr / CON_PART * CON_PART % UL1_LINE_BYTES;
    unsigned sectors = 0;
    for (unsigned at = from; at < from + CON_PART; at += bytes)
        sectors |= 1u << at / bytes;
    return sectors;
}

uint64_t con_addr(const struct con_load *l)
{
    return l->todo ? l->addr[__builtin_ctz(l->todo)] + 4u * l->word : 0;
}

uint32_t con_lanes(const struct con_load *l)
{
    uint32_t lanes = 0;
    for (unsigned i = 0; l->todo && i < LANES; i++)
        lanes |= (uint32_t)(l->addr[i] == l->addr[__builtin_ctz(l->todo)]) << i;
    return lanes & l->todo;
}

// ---- lines

struct con_line *con_find(const struct constant_shadow *s, uint64_t addr)
{
    const struct con_line *set = s->set[set_of(addr)];
    for (unsigned w = 0; w < UL1_CON_WAYS; w++)
        if (set[w].line == addr / CON_LINE * CON_LINE && (set[w].there[0] || set[w].there[1]))
            return (struct con_line *)&set[w];
    return NULL;
}

bool con_hits(const struct constant_shadow *s, uint64_t addr)
{
    const struct con_line *l = con_find(s, addr);
    return l && l->there[part_of(addr)];
}

// The line becomes the one used last.
static void use(struct constant_shadow *s, uint64_t addr)
{
    struct con_line *set = s->set[set_of(addr)], was;
    unsigned w = 0;
    while (w + 1 < UL1_CON_WAYS && set[w].line != addr / CON_LINE * CON_LINE)
        w++;
    was = set[w];
    memmove(set + 1, set, w * sizeof *set);
    set[0] = was;
}

// The line gets a place: that of one without words, or of the line used the longest ago.
static void place(struct constant_shadow *s, uint64_t addr)
{
    struct con_line *set = s->set[set_of(addr)];
    unsigned w = 0;
    if (con_find(s, addr))
        return;
    while (w + 1 < UL1_CON_WAYS && (set[w].there[0] || set[w].there[1]))
        w++;
    for (unsigned other = 0; other < UL1_CON_WAYS; other++) // no second line of this address, without words
        if (set[other].line == addr / CON_LINE * CON_LINE)
            set[other].line = UINT64_MAX;
    set[w] = (struct con_line){ .line = addr / CON_LINE * CON_LINE };
}

static void drop(struct constant_shadow *s, const struct ul1_constant_in *in, unsigned was)
{
    const uint64_t bytes = CON_LINE > UL1_LINE_BYTES ? CON_LINE : UL1_LINE_BYTES,
                   at = (uint64_t)in->pass_line * UL1_LINE_BYTES / bytes;
    if (!in->cmd_hold && !in->pass_inval)
        return;
    for (unsigned i = 0; i < UL1_CON_SETS * UL1_CON_WAYS; i++) {
        struct con_line *l = &s->set[0][0] + i;
        if (in->cmd_hold || l->line / bytes == at)
            l->there[0] = l->there[1] = false;
    }
    if (was != UL1_CON_STATE_IDLE && (in->cmd_hold || s->fetch.addr / bytes == at))
        s->fetch.kept = false;
}

// ---- the fetch

static void arrive(struct constant_shadow *s, const struct ul1_constant_in *in)
{
    struct con_fetch *f = &s->fetch;
    const uint64_t part = f->addr / CON_PART * CON_PART;
    const unsigned from = (unsigned)(part % UL1_LINE_BYTES / 4), to = (unsigned)(part % CON_LINE / 4);
    for (unsigned n = 0; n < UL1_CON_PART_WORDS; n++)
        if (in->fill_sect >> (from + n) / UL1_SECTOR_WORDS & 1)
            f->word[to + n] = in->fill_data[from + n];
    f->got |= in->fill_sect;
    f->err = in->fill_err ? UL1_ERR_BUS : f->err;
    if (con_sectors(f->addr) & ~f->got)
        return;
    f->state = UL1_CON_STATE_FILLED;
    struct con_line *set = s->set[set_of(f->addr)];
    for (unsigned w = 0; w < UL1_CON_WAYS; w++) {
        if (set[w].line != f->addr / CON_LINE * CON_LINE || f->err)
            continue;
        memcpy(set[w].word + to, f->word + to, CON_PART);
        set[w].there[part_of(f->addr)] = f->kept;
    }
}

static void advance_fetch(struct constant_shadow *s, const struct ul1_constant_in *in, unsigned was)
{
    struct con_fetch *f = &s->fetch;
    if (was == UL1_CON_STATE_SENT && in->fill_con)
        arrive(s, in);
    if (was == UL1_CON_STATE_FILLED)
        f->state = UL1_CON_STATE_AGAIN, f->since = 0;
    if (was == UL1_CON_STATE_AGAIN)
        f->since++;
    if (was == UL1_CON_STATE_WALKS && (f->walks & in->walk_ends))
        f->state = UL1_CON_STATE_ASKS;
    if (was != UL1_CON_STATE_ASKS)
        return;
    f->walks = in->conmmu_wait;
    if (in->conmmu_take)
        f->state = UL1_CON_STATE_SENT;
    else if (in->conmmu_fault)
        f->state = UL1_CON_STATE_FILLED, f->err = in->conmmu_err;
    else if (f->walks && !(f->walks & in->walk_ends))
        f->state = UL1_CON_STATE_WALKS;
}

// ---- words

static uint32_t value(const struct con_load *l, const uint32_t *line)
{
    const uint64_t addr = con_addr(l);
    const uint32_t low = line[addr % CON_LINE / 4] >> 8 * (addr % 4);
    switch (l->width) {
    case UL1_WIDTH_B8:
        return l->sign ? (uint32_t)(int32_t)(int8_t)low : low & 0xff;
    case UL1_WIDTH_B16:
        return l->sign ? (uint32_t)(int32_t)(int16_t)low : low & 0xffff;
    default:
        return line[addr % CON_LINE / 4];
    }
}

// The load has its next word.
static void give(struct constant_shadow *s, unsigned id, const uint32_t *line)
{
    struct con_load *l = &s->load[id];
    const uint32_t lanes = con_lanes(l);
    s->read = (struct con_word){ true, (uint8_t)id, l->word, lanes, value(l, line) };
    if (++l->word < width_words(l->width))
        return;
    l->word = 0;
    l->todo &= ~lanes;
}

static void fail(struct constant_shadow *s, unsigned id)
{
    struct con_load *l = &s->load[id];
    const uint32_t lanes = con_lanes(l);
    if (!l->failing) {
        l->err = s->fetch.err;
        l->lane = (uint8_t)__builtin_ctz(lanes);
        l->err_addr = l->addr[l->lane];
    }
    l->failing |= lanes;
    l->todo &= ~lanes;
    l->word = 0;
}

static void advance_lookup(struct constant_shadow *s, const struct ul1_constant_out *out)
{
    struct con_fetch *f = &s->fetch;
    s->out = s->read;
    s->read.valid = false;
    if (f->state == UL1_CON_STATE_AGAIN && f->since == 1) { // it is served the line that it has fetched
        const uint64_t addr = f->addr;
        if (f->err)
            fail(s, f->id);
        else
            give(s, f->id, f->word), use(s, addr);
        for (unsigned i = 0; i < CON_LOADS; i++)
            s->load[i].waits = false, s->load[i].idle = 0;
        f->state = UL1_CON_STATE_IDLE;
        return;
    }
    struct con_load *l = &s->load[out->conlook_id % CON_LOADS];
    if (!out->conlook_valid || !l->todo)
        return;
    l->idle = 0;
    const uint64_t addr = con_addr(l);
    if (con_hits(s, addr)) {
        give(s, out->conlook_id % CON_LOADS, con_find(s, addr)->word);
        use(s, addr);
        return;
    }
    l->waits = true;
    if (f->state != UL1_CON_STATE_IDLE)
        return;
    place(s, addr);
    *f = (struct con_fetch){ .state = UL1_CON_STATE_ASKS, .id = out->conlook_id, .kept = true, .addr = addr };
}

// ---- loads

bool con_offers(const struct ul1_constant_in *in)
{
    return UL1_CONSTANTS && in->in_valid && !in->in_again && in->in_op == UL1_OP_LOAD
        && in->in_space == UL1_SPACE_CONST;
}

static void take(struct con_load *l, const struct ul1_constant_in *in)
{
    const bool op = in->in_atom == UL1_ATOM_LOCK || in->in_matrix != UL1_MATRIX_NONE;
    *l = (struct con_load){
        .flying = true, .warp = in->in_warp, .reg = in->in_reg, .width = in->in_width, .sign = in->in_signed
    };
    for (unsigned i = 0; i < LANES; i++) {
        l->addr[i] = in->in_addr[i];
        l->failing |= (uint32_t)(op || l->addr[i] % width_bytes(in->in_width)) << i;
    }
    l->failing &= in->in_mask;
    l->todo = l->failing ? 0 : in->in_mask;
    if (!l->failing)
        return;
    l->err = op ? UL1_ERR_OP : UL1_ERR_MISALIGNED;
    l->lane = (uint8_t)__builtin_ctz(l->failing);
    l->err_addr = l->addr[l->lane];
}

void constant_shadow_advance(struct constant_shadow *s, const struct ul1_constant_in *in,
                             const struct ul1_constant_out *out)
{
    if (in->rst) {
        *s = (struct constant_shadow){ .judged = true };
        for (unsigned i = 0; i < UL1_CON_SETS * UL1_CON_WAYS; i++)
            (&s->set[0][0] + i)->line = UINT64_MAX;
        return;
    }
    if (!s->judged)
        return;
    const unsigned was = s->fetch.state;
    for (unsigned i = 0; i < CON_LOADS; i++)
        s->load[i].idle += s->load[i].flying && !s->load[i].waits;
    if (out->conret_valid)
        s->load[out->conret_id % CON_LOADS].flying = false;
    advance_lookup(s, out);
    advance_fetch(s, in, was);
    drop(s, in, was);
    if (con_offers(in) && out->conin_ready)
        take(&s->load[out->conin_entry % CON_LOADS], in);
}
