// Texture unit: the outputs and the clock edge; state.h says how it works.
#include <string.h>

#include "l1/texture/state.h"
#include "l1/texture/address.h"
#include "l1/texture/filter.h"
#include "l1/texture/tags.h"

// ---- outputs

static void texture_ready(const struct texture_state *s, const struct texture_in *in,
                          struct ul1_texture_out *out)
{
    out->texin_ready = UL1_TEXTURE && !is_in(s->used, s->next) && !in->cmd_hold;
}

static void texture_show_out(const struct texture_state *s, struct ul1_texture_out *out)
{
    const struct texture_words *w = &s->out[TEXTURE_DELAY - 1];
    const struct texture_instr *i = &s->instr[w->id];
    out->tex_valid = w->valid && w->lanes;
    out->tex_id = out->texret_id = w->id;
    out->tex_warp = out->texret_warp = i->warp;
    out->tex_reg = i->reg;
    out->tex_ofs = w->ofs;
    out->tex_quad = w->quad;
    out->tex_mask = out->tex_valid ? w->lanes : 0;
    memcpy(out->tex_data, w->word, sizeof out->tex_data);
    out->texret_valid = w->valid && w->retires;
    if (!out->texret_valid)
        return;
    out->texret_err = w->failure.err;
    out->texret_lane = w->failure.lane;
    out->texret_mask = w->failure.lanes;
    out->texret_addr = w->failure.addr;
}

static void texture_show_passes(const struct texture_state *s, struct ul1_texture_out *out)
{
    const struct texture_lookup l = texture_look(s);
    out->texlook_valid = s->look.slots && l.goes;
    out->texlook_waits = s->look.valid && !l.goes;
    out->texlook_id = s->look.sample.id;
    out->texlook_line = s->look.line;
    out->texlook_slots = s->look.slots;
    out->texlook_hit = !l.lacks;
    out->texfifo_passes = (uint8_t)(s->passes + s->head.valid);
    out->texfifo_fills = s->moves;
    out->texfifo_waits = s->head.valid && s->head.fetch && !s->served;
}

static void texture_state(const struct texture_state *s, const struct texture_in *in,
                          struct ul1_texture_out *out)
{
    (void)in;
    out->tex_idle = 1;
    out->tex_used = out->tex_mask = 0;
    out->tex_valid = out->texret_valid = out->texmiss_valid = 0;
    out->texlook_valid = out->texlook_waits = 0;
    out->texfifo_waits = out->texfifo_fills = out->texfifo_passes = 0;
    if (!UL1_TEXTURE)
        return;
    out->tex_idle = !s->used;
    out->tex_used = s->used;
    out->texin_entry = s->next;
    out->texmiss_valid = s->unsent && !s->walks;
    if (out->texmiss_valid) {
        out->texmiss_line = s->fetch[s->asks].line;
        out->texmiss_sect = s->fetch[s->asks].wanted;
        out->texmiss_number = s->asks;
    }
    texture_show_passes(s, out);
    texture_show_out(s, out);
}

// ---- the clock edge, from the register file back: each part takes what stands before it

// The first stage of the filter: a word of each lane of its quad.
static struct texture_words texture_filter(const struct texture_state *s)
{
    const struct texture_filter *f = &s->filter;
    const struct texture_sample *q = &f->sample;
    struct texture_words w = { .valid = f->valid, .id = q->id, .quad = q->quad, .ofs = f->ofs };
    if (!f->valid)
        return w;
    w.lanes = f->lanes;
    w.retires = q->last && f->ofs + 1u == f->words;
    w.failure = f->failure;
    for (unsigned n = 0; n < TEXTURE_LANES; n++) {
        uint32_t texel[TEXTURE_CORNERS];
        memcpy(texel, &s->slot[n * TEXTURE_CORNERS], sizeof texel);
        texel[0] = texel[f->ofs];
        w.word[n] = texture_word(texel, q->format, q->a[n], q->b[n]);
    }
    return w;
}

// A slot lies in a sector that could not be fetched. The lowest failing lane is reported.
static void texture_fail(struct texture_state *s, const struct texture_pass *p, unsigned n, unsigned err)
{
    struct texture_failure *f = &s->failure;
    const unsigned lane = p->sample.quad * TEXTURE_LANES + n / TEXTURE_CORNERS;
    if (!f->lanes || lane < f->lane) {
        f->err = (uint8_t)err;
        f->lane = (uint8_t)lane;
        f->addr = line_addr(p->line) | p->at[n];
    }
    f->lanes |= (lane_set)one(lane);
    s->failed |= (uint8_t)one(n / TEXTURE_CORNERS);
}

// The words of the pass join those of its quad. With its last pass the quad enters the filter.
static void texture_clock_read(struct texture_state *s)
{
    const struct texture_pass *p = &s->read;
    struct texture_filter *f = &s->filter;
    f->ofs++;
    f->valid = f->valid && f->ofs < f->words;
    if (!p->valid)
        return;
    const unsigned set = texture_set(p->line);
    for (unsigned n = 0; n < TEXTURE_SLOTS; n++) {
        const unsigned word = addr_word(p->at[n]);
        if (!bit(p->slots, n))
            continue;
        s->slot[n] = s->data[set][p->way][word] >> 8 * addr_byte(p->at[n]);
        if (s->err[set][p->way][word_sector(word)])
            texture_fail(s, p, n, s->err[set][p->way][word_sector(word)]);
    }
    if (!p->ends)
        return;
    *f = (struct texture_filter){ .valid = 1 };
    f->sample = p->sample;
    f->words = (uint8_t)texture_words(p->sample.format);
    f->lanes = p->sample.lanes & (uint8_t)~s->failed;
    s->failed = 0;
    if (!p->sample.last)
        return;
    f->failure = s->failure;
    memset(&s->failure, 0, sizeof s->failure);
    if (!p->sample.lanes)
        f->words = 1;
}

// The head of the FIFO. Returns whether its fetch has failed.
static unsigned texture_clock_head(struct texture_state *s)
{
    struct texture_pass *h = &s->head;
    const unsigned lacks = h->valid && h->fetch && !s->served, come = texture_has_come(s);
    const unsigned fails = s->moves && s->fetch[s->oldest].err != UL1_ERR_NONE;
    const unsigned leaves = h->valid && !lacks && !s->holds;
    s->read.valid = 0;
    s->holds -= s->holds != 0;
    if (leaves) {
        s->read = *h;
        if (h->ends && h->sample.lanes)
            s->holds = (uint8_t)(texture_words(h->sample.format) - 1);
        s->served = 0;
    }
    if (s->moves) {
        texture_move(s);
        s->served = 1;
    }
    s->moves = lacks && !s->moves && come;
    if (h->valid && !leaves)
        return fails;
    h->valid = s->passes != 0;
    if (!h->valid)
        return fails;
    *h = s->pass[s->first];
    s->first = (uint8_t)((s->first + 1) % TEXTURE_PASSES);
    s->passes--;
    return fails;
}

// The pass joins the FIFO, behind those that are there at the beginning of the cycle.
static void texture_clock_look(struct texture_state *s, const struct texture_lookup *l, unsigned last)
{
    struct texture_pass *p = &s->pass[last];
    *p = s->look;
    p->fetch = l->lacks != 0;
    p->way = (uint8_t)l->way;
    s->passes++;
    if (l->lacks)
        texture_open(s, l);
    if (p->slots)
        lines_use(s->age[l->set], TEXTURE_WAYS, l->way);
}

// The lowest slot leads, and all slots on its line join it.
static void texture_clock_pick(struct texture_state *s)
{
    struct texture_quad *q = &s->quad;
    struct texture_pass *p = &s->look;
    const uint64_t line = q->todo ? addr_line(q->addr[lowest(q->todo)]) : 0;
    uint16_t slots = 0;
    for (unsigned n = 0; n < TEXTURE_SLOTS; n++) {
        slots |= (uint16_t)((addr_line(q->addr[n]) == line) << n);
        p->at[n] = (uint8_t)(q->addr[n] & below(IN_LINE_W));
    }
    slots &= q->todo;
    q->todo &= (uint16_t)~slots;
    q->valid = q->todo != 0;
    p->valid = 1;
    p->ends = !q->todo;
    p->slots = slots;
    p->line = line;
    p->sample = q->sample;
}

// The next quad with an active lane enters; of an instruction without one, an empty quad.
static struct texture_quad texture_enter(struct texture_state *s)
{
    struct texture_instr *i = &s->instr[s->front];
    const unsigned quad = i->quads ? lowest(i->quads) : 0;
    struct texture_quad q = texture_quad(i, s->front, quad);
    i->quads &= (texture_quads)(i->quads - 1);
    q.sample.last = !i->quads;
    if (i->quads)
        return q;
    s->front = (uint8_t)((s->front + 1) % TEXTURE_INSTRS);
    s->entering--;
    return q;
}

// Quads on their way to the tags: each moves if the next stage is free, or becomes free.
static void texture_clock_quads(struct texture_state *s, unsigned goes)
{
    unsigned free = !s->look.valid || goes;
    if (free) {
        s->look.valid = 0;
        if (s->quad.valid)
            texture_clock_pick(s);
        free = !s->quad.valid;
    } else {
        free = !s->quad.valid;
    }
    for (unsigned k = TEXTURE_STAGES; k-- > 0;) {
        struct texture_quad *next = k + 1 < TEXTURE_STAGES ? &s->stage[k + 1] : &s->quad;
        if (!free || !s->stage[k].valid) {
            free = !s->stage[k].valid;
            continue;
        }
        *next = s->stage[k];
        s->stage[k].valid = 0;
    }
    if (free && s->entering)
        s->stage[0] = texture_enter(s);
}

static void texture_drop_all(struct texture_state *s)
{
    memset(&s->parts, 0, sizeof s->parts);
}

// An inval or the command `line` is looked up; another command is in progress; or a fetch has failed.
static void texture_clock_invalidate(struct texture_state *s, const struct texture_in *in, unsigned fails)
{
    if (in->cmd_hold || fails)
        texture_drop_all(s);
    if (!in->pass_inval)
        return;
    const unsigned set = texture_set(in->pass_line);
    for (unsigned w = 0; w < TEXTURE_WAYS; w++)
        if (s->tag[set][w] == texture_tag(in->pass_line))
            s->parts[set][w] = 0;
}

static void texture_take(struct texture_state *s, const struct texture_in *in)
{
    struct texture_instr *i = &s->instr[s->next];
    i->warp = in->in_warp;
    i->reg = in->in_reg;
    i->mask = in->in_mask;
    i->quads = 0;
    for (unsigned quad = 0; quad < UL1_TEX_QUADS; quad++)
        if (in->in_mask >> quad * TEXTURE_LANES & (uint32_t)below(TEXTURE_LANES))
            i->quads |= (texture_quads)(1u << quad);
    i->image = (struct texture_image){ .base = (uint64_t)in->texin_base << UL1_TEX_GRAIN_W,
                                       .pitch = in->texin_pitch,
                                       .last_u = in->texin_last_u,
                                       .last_v = in->texin_last_v,
                                       .format = in->texin_format,
                                       .layout = in->texin_layout,
                                       .border = in->texin_border,
                                       .filter = in->texin_filter };
    memcpy(i->u, in->texin_u, sizeof i->u);
    memcpy(i->v, in->texin_v, sizeof i->v);
    s->used |= (uint8_t)one(s->next);
    s->entering++;
    s->next = (uint8_t)((s->next + 1) % TEXTURE_INSTRS);
}

static void texture_reset(struct texture_state *s)
{
    s->used = s->front = s->next = s->entering = 0;
    for (unsigned k = 0; k < TEXTURE_STAGES; k++)
        s->stage[k].valid = 0;
    s->quad.valid = s->look.valid = s->head.valid = s->read.valid = s->filter.valid = 0;
    for (unsigned k = 0; k < TEXTURE_DELAY; k++)
        s->out[k].valid = 0;
    s->fetches = s->oldest = s->asks = s->unsent = s->walks = 0;
    s->first = s->passes = s->moves = s->served = s->holds = s->failed = 0;
    memset(&s->failure, 0, sizeof s->failure);
    texture_drop_all(s);
    for (unsigned set = 0; set < TEXTURE_SETS; set++)
        lines_reset(s->age[set], TEXTURE_WAYS);
}

static void texture_clock(struct texture_state *s, const struct texture_in *in,
                          const struct ul1_texture_out *out)
{
    if (!UL1_TEXTURE)
        return;
    if (in->rst) {
        texture_reset(s);
        return;
    }
    const struct texture_lookup l = texture_look(s);
    const unsigned last = (s->first + s->passes) % TEXTURE_PASSES;
    if (out->texret_valid)
        s->used &= (uint8_t)~one(out->texret_id);
    for (unsigned k = TEXTURE_DELAY; k-- > 1;)
        s->out[k] = s->out[k - 1];
    s->out[0] = texture_filter(s);
    texture_clock_read(s);
    const unsigned fails = texture_clock_head(s);
    texture_clock_ask(s, in);
    texture_clock_fill(s, in);
    if (l.goes)
        texture_clock_look(s, &l, last);
    texture_clock_quads(s, l.goes);
    texture_clock_invalidate(s, in, fails);
    if (in->in_valid && !in->in_again && in->in_op == UL1_OP_TEX && out->texin_ready)
        texture_take(s, in);
}
