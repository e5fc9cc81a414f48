#include "blocks/texture/shadow.h"

#include <stddef.h>
#include <string.h>

enum { LINE = UL1_LINE_BYTES, QUAD = UL1_TEX_LANES };

// ---- passes

static void addresses(const struct tex_instr *i, unsigned quad, uint64_t at[UL1_TEX_SLOTS])
{
    for (unsigned n = 0; n < QUAD; n++)
        texels_addresses(&i->image, i->u[quad * QUAD + n], i->v[quad * QUAD + n], UL1_VA_W,
                         at + n * TEXEL_SLOTS);
}

static unsigned lanes_of(const struct tex_instr *i, unsigned quad)
{
    return quad < UL1_TEX_QUADS ? i->mask >> quad * QUAD & ((1u << QUAD) - 1) : 0;
}

static uint16_t slots_of(const struct tex_instr *i, unsigned quad)
{
    uint16_t slots = 0;
    for (unsigned n = 0; n < QUAD; n++)
        if (lanes_of(i, quad) >> n & 1)
            slots |= (uint16_t)(((1u << texels_slots(&i->image)) - 1) << n * TEXEL_SLOTS);
    return slots;
}

struct tex_next tex_next(const struct texture_shadow *s)
{
    const unsigned lead = (unsigned)__builtin_ctz(s->todo);
    uint64_t at[UL1_TEX_SLOTS];
    addresses(&s->instr[s->looks], s->quad, at);
    struct tex_next p = { .line = at[lead] / LINE };
    for (unsigned n = 0; n < UL1_TEX_SLOTS; n++)
        if (s->todo >> n & 1 && at[n] / LINE == p.line) {
            p.slots |= (uint16_t)(1u << n);
            p.sectors |= (uint8_t)(1u << at[n] % LINE * UL1_SECTORS / LINE);
        }
    return p;
}

static void skip_quads(struct texture_shadow *s)
{
    while (s->quad < UL1_TEX_QUADS && !lanes_of(&s->instr[s->looks], s->quad))
        s->quad++;
    s->todo = s->quad < UL1_TEX_QUADS ? slots_of(&s->instr[s->looks], s->quad) : 0;
}

static void due(struct texture_shadow *s, struct tex_words w)
{
    if (s->due < TEX_WORDS_MOST)
        s->words[s->due++] = w;
}

// A quad enters when its instruction has been taken, behind the one before it. Six cycles later it is at the
// tags, if the one before it has left them.
static void enter(struct texture_shadow *s)
{
    const unsigned taken = s->instr[s->looks].taken;
    s->entered = (taken > s->entered ? taken : s->entered) + 1;
    s->at_tags = s->entered + 6 > s->now + 1 ? s->entered + 6 : s->now + 1;
}

// The next instruction with an active lane is that of the next pass. One without has a pass without slots.
static void next_instr(struct texture_shadow *s)
{
    for (; s->waiting; s->waiting--, s->looks = (s->looks + 1) % TEX_IDS) {
        s->quad = 0;
        skip_quads(s);
        enter(s);
        if (s->todo)
            return;
        s->behind_null = true;
        if (s->passes < TEX_PASSES_MOST)
            s->pass[s->passes++] = (struct tex_pass){ .id = (uint8_t)s->looks, .ends = true, .last = true };
    }
}

// ---- tags

static unsigned set_of(uint64_t line)
{
    uint64_t set = 0;
    for (; line; line /= UL1_TEX_SETS)
        set ^= line % UL1_TEX_SETS;
    return (unsigned)set;
}

struct tex_line *tex_find(const struct texture_shadow *s, uint64_t line)
{
    const struct tex_line *set = s->set[set_of(line)];
    for (unsigned w = 0; w < UL1_TEX_WAYS; w++)
        if (set[w].line == line && set[w].sectors)
            return (struct tex_line *)&set[w];
    return NULL;
}

bool tex_hits(const struct texture_shadow *s, const struct tex_next *p)
{
    const struct tex_line *l = tex_find(s, p->line);
    return l && !(p->sectors & ~l->sectors);
}

// The line becomes the one used last, in its own place or in that of the one used the longest ago.
static struct tex_line *use(struct texture_shadow *s, uint64_t line)
{
    struct tex_line *set = s->set[set_of(line)], was;
    unsigned w = 0;
    while (w < UL1_TEX_WAYS && !(set[w].line == line && set[w].sectors))
        w++;
    if (w == UL1_TEX_WAYS) {
        w = 0;
        while (w + 1 < UL1_TEX_WAYS && set[w].sectors)
            w++;
        set[w] = (struct tex_line){ .line = line, .place = set[w].place };
    }
    was = set[w];
    memmove(set + 1, set, w * sizeof *set);
    set[0] = was;
    return set;
}

static void drop_all(struct texture_shadow *s)
{
    for (unsigned i = 0; i < UL1_TEX_SETS * UL1_TEX_WAYS; i++)
        (&s->set[0][0] + i)->sectors = 0;
}

// ---- fetches

static struct tex_fetch *numbered(const struct texture_shadow *s, unsigned n)
{
    return (struct tex_fetch *)&s->fetch[(s->first_fetch + n) % UL1_TEX_FETCHES];
}

const struct tex_fetch *tex_asks(const struct texture_shadow *s)
{
    return numbered(s, s->fetches - s->unsent);
}

const struct tex_fetch *tex_oldest(const struct texture_shadow *s)
{
    return numbered(s, 0);
}

bool tex_has_come(const struct texture_shadow *s)
{
    return s->fetches && tex_oldest(s)->got == tex_oldest(s)->wanted;
}

unsigned tex_lacks(const struct texture_shadow *s, unsigned number)
{
    for (unsigned n = 0; n + s->unsent < s->fetches; n++)
        if (numbered(s, n) == &s->fetch[number])
            return s->fetch[number].wanted & ~(unsigned)s->fetch[number].got;
    return 0;
}

static void advance_fetches(struct texture_shadow *s, const struct ul1_texture_in *in)
{
    struct tex_fetch *f = numbered(s, s->fetches - s->unsent);
    if (s->walks) {
        s->walks = s->walks & in->walk_ends ? 0 : s->walks;
    } else if (in->texmmu_take || in->texmmu_fault) {
        if (in->texmmu_fault)
            f->err = in->texmmu_err, f->got = f->wanted;
        s->unsent--;
    } else if (!(in->texmmu_wait & in->walk_ends)) {
        s->walks = in->texmmu_wait;
    }
    if (!in->fill_tex)
        return;
    f = &s->fetch[in->fill_fetch];
    for (unsigned n = 0; n < LANES; n++)
        if (in->fill_sect >> n / UL1_SECTOR_WORDS & 1)
            f->word[n] = in->fill_data[n];
    f->got |= in->fill_sect;
    f->err = in->fill_err ? UL1_ERR_BUS : f->err;
}

// ---- words

static void fail(struct texture_shadow *s, const struct tex_pass *p, unsigned n, unsigned err, uint64_t at)
{
    struct tex_instr *i = &s->instr[p->id];
    const unsigned lane = p->quad * QUAD + n / TEXEL_SLOTS;
    if (!i->failing || lane < i->lane) {
        i->err = (uint8_t)err;
        i->lane = (uint8_t)lane;
        i->err_addr = at;
    }
    i->failing |= UINT32_C(1) << lane;
    s->failed |= (uint8_t)(1u << n / TEXEL_SLOTS);
}

// The words of a quad that has them all.
static void give(struct texture_shadow *s, const struct tex_pass *p)
{
    struct tex_instr *i = &s->instr[p->id];
    const unsigned words = lanes_of(i, p->quad) ? texels_words(&i->image) : 1;
    for (unsigned ofs = 0; ofs < words; ofs++) {
        struct tex_words w = { .id = p->id, .quad = p->quad, .ofs = (uint8_t)ofs };
        w.lanes = (uint8_t)(lanes_of(i, p->quad) & ~(unsigned)s->failed);
        w.retires = p->last && ofs + 1 == words;
        for (unsigned n = 0; n < QUAD; n++)
            w.word[n] = texels_word(&i->image, i->u[p->quad * QUAD + n], i->v[p->quad * QUAD + n],
                                    s->slot + n * TEXEL_SLOTS, ofs);
        if (w.lanes || w.retires)
            due(s, w);
    }
    s->failed = 0;
}

// The first pass of the list has its words.
static void has_words(struct texture_shadow *s)
{
    const struct tex_pass p = s->pass[0];
    const struct tex_held *held = &s->held[set_of(p.line)][p.place];
    uint64_t at[UL1_TEX_SLOTS];
    memmove(s->pass, s->pass + 1, --s->passes * sizeof p);
    addresses(&s->instr[p.id], p.quad, at);
    for (unsigned n = 0; n < UL1_TEX_SLOTS; n++) {
        if (!(p.slots >> n & 1))
            continue;
        const unsigned err = held->err[at[n] % LINE * UL1_SECTORS / LINE];
        s->slot[n] = held->word[at[n] % LINE / 4] >> 8 * (at[n] % 4);
        if (err)
            fail(s, &p, n, err, at[n]);
    }
    if (p.ends)
        give(s, &p);
}

// The unit puts the words of the oldest fetch in their line.
static void fills(struct texture_shadow *s)
{
    const struct tex_fetch *f = tex_oldest(s);
    struct tex_held *held = &s->held[set_of(f->line)][s->pass[0].place];
    for (unsigned n = 0; n < LANES; n++)
        if (f->wanted >> n / UL1_SECTOR_WORDS & 1)
            held->word[n] = f->word[n];
    for (unsigned q = 0; q < UL1_SECTORS; q++)
        if (f->wanted >> q & 1)
            held->err[q] = f->err;
    if (f->err)
        drop_all(s);
    s->fetches--;
    s->first_fetch = (s->first_fetch + 1) % UL1_TEX_FETCHES;
    s->pass[0].fetches = false;
}

// ---- the cycle

static void look(struct texture_shadow *s)
{
    const struct tex_next p = tex_next(s);
    const bool hit = tex_hits(s, &p);
    struct tex_line *l = use(s, p.line);
    struct tex_pass *pass = &s->pass[s->passes++];
    *pass = (struct tex_pass){ .id = (uint8_t)s->looks,
                               .quad = (uint8_t)s->quad,
                               .place = l->place,
                               .fetches = !hit,
                               .slots = p.slots,
                               .line = p.line };
    if (!hit) {
        *numbered(s, s->fetches) =
            (struct tex_fetch){ .wanted = p.sectors & (uint8_t)~l->sectors, .line = p.line };
        s->fetches++;
        s->unsent++;
        l->sectors |= p.sectors;
    }
    s->todo &= (uint16_t)~p.slots;
    pass->ends = !s->todo;
    s->at_tags = s->now + 1;
    s->behind_null = false;
    if (s->todo)
        return;
    s->quad++;
    skip_quads(s);
    pass->last = !s->todo;
    if (s->todo) {
        enter(s);
        return;
    }
    s->waiting--;
    s->looks = (s->looks + 1) % TEX_IDS;
    next_instr(s);
}

bool tex_offers(const struct ul1_texture_in *in)
{
    return UL1_TEXTURE && in->in_valid && !in->in_again && in->in_op == UL1_OP_TEX;
}

static void take(struct texture_shadow *s, const struct ul1_texture_in *in)
{
    struct tex_instr *i = &s->instr[s->next];
    const struct texture t = { .base = (uint64_t)in->texin_base * 512,
                               .pitch = in->texin_pitch * texture_grain(in->texin_layout),
                               .columns = in->texin_last_u + 1u,
                               .rows = in->texin_last_v + 1u,
                               .format = in->texin_format,
                               .layout = in->texin_layout,
                               .border = in->texin_border,
                               .filter = in->texin_filter };
    *i = (struct tex_instr){ .flying = true,
                             .warp = in->in_warp,
                             .reg = in->in_reg,
                             .mask = in->in_mask,
                             .taken = s->now,
                             .image = texture_texels(&t) };
    for (unsigned lane = 0; lane < LANES; lane++) {
        i->u[lane] = texture_coordinate(in->texin_u[lane]);
        i->v[lane] = texture_coordinate(in->texin_v[lane]);
    }
    s->next = (s->next + 1) % TEX_IDS;
    s->flying++;
    if (!s->waiting++)
        next_instr(s);
}

static void appear(struct texture_shadow *s, const struct ul1_texture_out *out)
{
    if (out->texret_valid && s->flying) {
        s->instr[s->oldest].flying = false;
        s->oldest = (s->oldest + 1) % TEX_IDS;
        s->flying--;
    }
    if ((out->tex_valid || out->texret_valid) && s->due)
        memmove(s->words, s->words + 1, --s->due * sizeof *s->words);
}

static void reset(struct texture_shadow *s)
{
    *s = (struct texture_shadow){ .judged = true };
    for (unsigned i = 0; i < UL1_TEX_SETS * UL1_TEX_WAYS; i++) {
        (&s->set[0][0] + i)->line = UINT64_MAX;
        (&s->set[0][0] + i)->place = i % UL1_TEX_WAYS;
    }
}

void texture_shadow_advance(struct texture_shadow *s, const struct ul1_texture_in *in,
                            const struct ul1_texture_out *out)
{
    if (in->rst) {
        reset(s);
        return;
    }
    if (!s->judged || !UL1_TEXTURE)
        return;
    const bool events = out->texlook_valid || out->texfifo_fills || out->tex_valid || out->texret_valid;
    const bool works = s->due || s->waiting || s->passes, memory = s->fetches && !tex_has_come(s);
    s->idle = events || !works || memory ? 0 : s->idle + 1;
    appear(s, out);
    advance_fetches(s, in);
    if (out->texlook_valid && s->waiting && s->passes < TEX_PASSES_MOST && s->fetches < UL1_TEX_FETCHES + 1)
        look(s);
    if (out->texfifo_fills && s->fetches && s->passes && s->pass[0].fetches)
        fills(s);
    while (s->passes && !s->pass[0].fetches)
        has_words(s);
    if (in->cmd_hold)
        drop_all(s);
    if (in->pass_inval && tex_find(s, in->pass_line))
        tex_find(s, in->pass_line)->sectors = 0;
    if (tex_offers(in) && out->texin_ready)
        take(s, in);
    while (s->passes && !s->pass[0].fetches)
        has_words(s);
    s->now++;
}
