// Constant cache: one address a pass, broadcast to the lanes that have it.
#include <string.h>

#include "common/lines.h"
#include "common/slots.h"
#include "l1/constant.h"

enum { CONSTANT_LINE_W = UL1_CON_WORD_W + UL1_BYTE_W };

// ---- addresses

static unsigned constant_set(uint64_t addr)
{
    return addr >> CONSTANT_LINE_W & (UL1_CON_SETS - 1);
}

static uint64_t constant_tag(uint64_t addr)
{
    return addr >> (CONSTANT_LINE_W + UL1_CON_SET_W);
}

static unsigned constant_word(uint64_t addr)
{
    return addr >> UL1_BYTE_W & (UL1_CON_LINE_WORDS - 1);
}

static unsigned constant_part(uint64_t addr)
{
    return constant_word(addr) / UL1_CON_PART_WORDS;
}

// Sectors of memory's line that have the part.
static unsigned constant_sectors(uint64_t addr)
{
    unsigned first = addr_word((unsigned)addr) & ~(UL1_CON_PART_WORDS - 1u), sectors = 0;
    for (unsigned word = first; word < first + UL1_CON_PART_WORDS; word++)
        sectors |= 1u << word_sector(word);
    return sectors;
}

// ---- the lookup

// The way of the line with the address; UL1_CON_WAYS if there is none.
static unsigned constant_way(const struct constant_state *s, uint64_t addr)
{
    const unsigned set = constant_set(addr);
    return lines_way(s->parts[set], s->tag[set], UL1_CON_WAYS, constant_tag(addr));
}

static unsigned constant_hits(const struct constant_state *s)
{
    unsigned way = constant_way(s, s->look.addr);
    return way < UL1_CON_WAYS && bit(s->parts[constant_set(s->look.addr)][way], constant_part(s->look.addr));
}

static unsigned constant_looks(const struct constant_state *s)
{
    return s->look.valid && s->look.lanes && !s->look.again;
}

// ---- outputs

static void constant_ready(const struct constant_state *s, const struct constant_in *in,
                           struct ul1_constant_out *out)
{
    unsigned unused = ~s->valid & (unsigned)below(UL1_CON_INSTRS);
    out->conin_ready = UL1_CONSTANTS && unused && !in->cmd_hold;
}

static void constant_show_out(const struct constant_state *s, struct ul1_constant_out *out)
{
    const struct constant_read *r = &s->out;
    const struct constant_load *l = &s->load[r->id];
    out->con_valid = r->valid && r->lanes;
    out->con_id = out->conret_id = r->id;
    out->con_warp = out->conret_warp = l->warp;
    out->con_reg = l->reg;
    out->con_ofs = r->ofs;
    out->con_mask = r->lanes;
    out->con_data = r->word;
    out->conret_valid = r->valid && r->retires;
    if (!out->conret_valid)
        return;
    out->conret_err = l->err;
    out->conret_lane = l->lane;
    out->conret_mask = l->failing;
    out->conret_addr = l->err_addr;
}

static void constant_state(const struct constant_state *s, const struct constant_in *in,
                           struct ul1_constant_out *out)
{
    (void)in;
    out->con_idle = 1;
    out->con_used = 0;
    out->con_valid = out->conret_valid = out->conlook_valid = out->conmiss_valid = 0;
    out->conmiss_state = UL1_CON_STATE_IDLE;
    if (!UL1_CONSTANTS)
        return;
    out->con_idle = !s->valid;
    out->con_used = s->valid;
    out->conin_entry = (uint8_t)lowest(~s->valid & below(CONSTANT_IDS));
    out->conmiss_state = s->fetch.state;
    out->conlook_valid = constant_looks(s);
    out->conmiss_valid = s->fetch.state == UL1_CON_STATE_ASKS;
    if (out->conlook_valid) {
        out->conlook_id = s->look.id;
        out->conlook_hit = constant_hits(s);
    }
    if (out->conmiss_valid) {
        out->conmiss_line = addr_line(s->fetch.addr);
        out->conmiss_sect = (uint8_t)constant_sectors(s->fetch.addr);
        out->conmiss_warp = (uint8_t)(UL1_READ_SOURCES ? s->load[s->fetch.id].warp : 0);
    }
    constant_show_out(s, out);
}

// ---- the clock edge: words

// The word from its place, aligned and extended.
static uint32_t constant_align(const struct constant_load *l, uint64_t addr, uint32_t word)
{
    unsigned bits = l->width == UL1_WIDTH_B8 ? 8 : l->width == UL1_WIDTH_B16 ? 16 : 32;
    uint32_t low = word >> 8 * addr_byte((unsigned)addr), sign = l->sign ? low >> (bits - 1) & 1 : 0;
    return bits == 32 ? word : (low & (uint32_t)below(bits)) | (sign ? ~(uint32_t)below(bits) : 0);
}

static void constant_read(struct constant_state *s, unsigned way)
{
    const struct constant_pass *p = &s->look;
    const unsigned set = constant_set(p->addr);
    s->read = (struct constant_read){ .valid = 1, .id = p->id, .ofs = p->word, .retires = p->last };
    s->read.lanes = p->lanes;
    if (!p->lanes)
        return;
    s->read.word = constant_align(&s->load[p->id], p->addr, s->data[set][way][constant_word(p->addr)]);
    lines_use(s->age[set], UL1_CON_WAYS, way);
}

// The lanes of the pass fail with the fetch. They have none of their further words.
static void constant_fail(struct constant_state *s)
{
    const struct constant_pass *p = &s->look;
    struct constant_load *l = &s->load[p->id];
    l->todo &= ~p->lanes;
    l->word = 0;
    if (!l->failing) {
        l->err = s->fetch.err;
        l->lane = (uint8_t)lowest(p->lanes);
        l->err_addr = l->addr[l->lane];
    }
    l->failing |= p->lanes;
    s->issued = (uint8_t)with(s->issued, p->id, !l->todo);
    s->read = (struct constant_read){ .valid = !l->todo, .id = p->id, .retires = !l->todo };
}

// ---- misses

static void constant_open(struct constant_state *s)
{
    const struct constant_pass *p = &s->look;
    const unsigned set = constant_set(p->addr), there = constant_way(s, p->addr);
    const unsigned way =
        there < UL1_CON_WAYS ? there : lines_victim(s->parts[set], s->age[set], UL1_CON_WAYS);
    if (there == UL1_CON_WAYS) {
        s->parts[set][way] = 0;
        s->tag[set][way] = constant_tag(p->addr);
    }
    s->fetch = (struct constant_fetch){
        .state = UL1_CON_STATE_ASKS, .id = p->id, .way = (uint8_t)way, .kept = 1, .addr = p->addr
    };
}

// The word is not there: its lanes wait, and the pass comes again.
static void constant_miss(struct constant_state *s)
{
    const struct constant_pass *p = &s->look;
    struct constant_load *l = &s->load[p->id];
    l->todo |= p->lanes;
    l->word = p->word;
    s->issued = (uint8_t)with(s->issued, p->id, 0);
    s->waits = (uint8_t)with(s->waits, p->id, 1);
    if (s->fetch.state == UL1_CON_STATE_IDLE)
        constant_open(s);
}

// The end of the third stage. Returns the load whose pass in the second stage is void; CONSTANT_IDS if none.
static unsigned constant_clock_look(struct constant_state *s)
{
    s->out = s->read;
    s->read.valid = 0;
    if (!s->look.valid)
        return CONSTANT_IDS;
    if (s->look.again) {
        if (s->fetch.err != UL1_ERR_NONE)
            constant_fail(s);
        else
            constant_read(s, s->fetch.way);
        s->waits = 0;
        s->fetch.state = UL1_CON_STATE_IDLE;
        return CONSTANT_IDS; // that load has waited, so no pass of it is in the second stage
    }
    if (constant_looks(s) && !constant_hits(s)) {
        constant_miss(s);
        return s->look.id;
    }
    constant_read(s, constant_way(s, s->look.addr) % UL1_CON_WAYS);
    return CONSTANT_IDS;
}

// ---- the fetch

static void constant_arrive(struct constant_state *s, const struct constant_in *in)
{
    struct constant_fetch *f = &s->fetch;
    const unsigned set = constant_set(f->addr), wanted = constant_sectors(f->addr);
    const unsigned first = constant_part(f->addr) * UL1_CON_PART_WORDS;
    const unsigned from = addr_word((unsigned)f->addr) & ~(UL1_CON_PART_WORDS - 1u);
    for (unsigned n = 0; n < UL1_CON_PART_WORDS; n++)
        if (bit(in->fill_sect, word_sector(from + n)))
            s->data[set][f->way][first + n] = in->fill_data[from + n];
    f->got |= in->fill_sect;
    f->err = in->fill_err ? UL1_ERR_BUS : f->err;
    if (wanted & ~f->got)
        return;
    f->state = UL1_CON_STATE_FILLED;
    if (f->kept && f->err == UL1_ERR_NONE)
        s->parts[set][f->way] |= (uint8_t)(1u << constant_part(f->addr));
}

// `was` is the state in this cycle.
static void constant_clock_fetch(struct constant_state *s, const struct constant_in *in, unsigned was)
{
    struct constant_fetch *f = &s->fetch;
    if (was == UL1_CON_STATE_SENT && in->fill_con) {
        constant_arrive(s, in);
    } else if (was == UL1_CON_STATE_WALKS && (f->walks & in->walk_ends)) {
        f->state = UL1_CON_STATE_ASKS;
    } else if (was == UL1_CON_STATE_ASKS && in->conmmu_take) {
        f->state = UL1_CON_STATE_SENT;
    } else if (was == UL1_CON_STATE_ASKS && in->conmmu_fault) {
        f->state = UL1_CON_STATE_FILLED;
        f->err = in->conmmu_err;
    } else if (was == UL1_CON_STATE_ASKS && in->conmmu_wait && !(in->conmmu_wait & in->walk_ends)) {
        f->state = UL1_CON_STATE_WALKS;
        f->walks = in->conmmu_wait;
    } else if (was == UL1_CON_STATE_FILLED) {
        f->state = UL1_CON_STATE_AGAIN;
    }
}

// Whether the line of the constant cache at the address has bytes of memory's line, or lies in it.
static unsigned constant_touches(uint64_t addr, uint64_t line)
{
    unsigned within = CONSTANT_LINE_W > IN_LINE_W ? CONSTANT_LINE_W : IN_LINE_W;
    return (addr ^ line_addr(line)) >> within == 0;
}

// An inval or the command `line` is looked up, or another command is in progress. A fetch that was open in
// this cycle is not kept.
static void constant_clock_invalidate(struct constant_state *s, const struct constant_in *in, unsigned was)
{
    if (!in->cmd_hold && !in->pass_inval)
        return;
    for (unsigned set = 0; set < UL1_CON_SETS; set++)
        for (unsigned w = 0; w < UL1_CON_WAYS; w++) {
            uint64_t addr = (s->tag[set][w] << UL1_CON_SET_W | set) << CONSTANT_LINE_W;
            if (in->cmd_hold || constant_touches(addr, in->pass_line))
                s->parts[set][w] = 0;
        }
    if (was != UL1_CON_STATE_IDLE && (in->cmd_hold || constant_touches(s->fetch.addr, in->pass_line)))
        s->fetch.kept = 0;
}

// ---- the first two stages

// The end of the second stage: lanes with the address of the lowest one have a word. `waits` has the loads
// that waited in this cycle.
static void constant_clock_lead(struct constant_state *s, unsigned is_void, unsigned waits)
{
    const struct constant_choice c = s->choice;
    struct constant_load *l = &s->load[c.id];
    s->look.valid = 0;
    if (!c.valid || c.id == is_void || is_in(s->issued, c.id) || (is_in(waits, c.id) && !c.again))
        return;
    const unsigned lead = l->todo ? lowest(l->todo) : 0, words = 1u << lg_words(l->width);
    lane_set lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= (lane_set)(l->addr[i] == l->addr[lead]) << i;
    lanes &= l->todo;
    const unsigned ends = l->word + 1u == words || !lanes, last = ends && l->todo == lanes;
    s->look = (struct constant_pass){ .valid = 1, .id = c.id, .again = c.again, .word = l->word };
    s->look.last = (uint8_t)last;
    s->look.lanes = lanes;
    s->look.addr = (l->addr[lead] + UL1_WORD_BYTES * l->word) & below(UL1_VA_W);
    l->todo &= ends ? ~lanes : ~0u;
    l->word = (uint8_t)(ends ? 0 : l->word + 1);
    s->issued = (uint8_t)with(s->issued, c.id, last);
}

// The first stage: the load whose line has arrived, else the next in rotation. The one in the second stage is
// the last in rotation, so it is chosen again only if there is no other.
static struct constant_choice constant_choose(const struct constant_state *s)
{
    const unsigned ready = s->valid & ~(unsigned)s->waits & ~(unsigned)s->issued;
    if (s->fetch.state == UL1_CON_STATE_FILLED)
        return (struct constant_choice){ .valid = 1, .id = s->fetch.id, .again = 1 };
    if (!ready)
        return (struct constant_choice){ .valid = 0, .id = s->choice.id };
    return (struct constant_choice){ .valid = 1, .id = (uint8_t)next_in(ready, s->chosen) };
}

// ---- new loads

static void constant_take(struct constant_state *s, const struct constant_in *in, unsigned id)
{
    struct constant_load *l = &s->load[id];
    const uint64_t low = one(lg_bytes(in->in_width)) - 1;
    const unsigned wrong = in->in_atom == UL1_ATOM_LOCK || in->in_matrix != UL1_MATRIX_NONE;
    lane_set failing = 0;
    l->warp = in->in_warp;
    l->reg = in->in_reg;
    l->width = in->in_width;
    l->sign = in->in_signed;
    l->word = 0;
    for (unsigned i = 0; i < LANES; i++) {
        l->addr[i] = in->in_addr[i];
        failing |= (lane_set)(wrong || (in->in_addr[i] & low)) << i;
    }
    l->failing = failing & in->in_mask;
    l->todo = l->failing ? 0 : in->in_mask;
    l->err = !l->failing ? UL1_ERR_NONE : wrong ? UL1_ERR_OP : UL1_ERR_MISALIGNED;
    l->lane = l->failing ? (uint8_t)lowest(l->failing) : 0;
    l->err_addr = l->addr[l->lane];
    s->valid |= (uint8_t)one(id);
    s->waits &= (uint8_t)~one(id);
    s->issued &= (uint8_t)~one(id);
}

static void constant_reset(struct constant_state *s)
{
    s->valid = s->waits = s->issued = 0;
    s->choice.valid = s->look.valid = s->read.valid = s->out.valid = 0;
    s->chosen = 0;
    s->fetch.state = UL1_CON_STATE_IDLE;
    memset(s->parts, 0, sizeof s->parts);
    for (unsigned set = 0; set < UL1_CON_SETS; set++)
        lines_reset(s->age[set], UL1_CON_WAYS);
}

static void constant_clock(struct constant_state *s, const struct constant_in *in,
                           const struct ul1_constant_out *out)
{
    if (!UL1_CONSTANTS)
        return;
    if (in->rst) {
        constant_reset(s);
        return;
    }
    const struct constant_choice choice = constant_choose(s);
    const unsigned was = s->fetch.state;
    if (out->conret_valid)
        s->valid &= (uint8_t)~one(out->conret_id);
    const unsigned waits = s->waits, is_void = constant_clock_look(s);
    constant_clock_lead(s, is_void, waits);
    s->choice = choice;
    if (choice.valid)
        s->chosen = choice.id;
    constant_clock_fetch(s, in, was);
    constant_clock_invalidate(s, in, was);
    if (in->in_valid && !in->in_again && in->in_op == UL1_OP_LOAD && in->in_space == UL1_SPACE_CONST
        && out->conin_ready)
        constant_take(s, in, out->conin_entry);
}
