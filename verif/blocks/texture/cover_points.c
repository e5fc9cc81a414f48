#include "blocks/texture/cover_points.h"

const struct point_name texture_event_names[TEXTURE_POINT_COUNT] = { TEXTURE_POINTS(POINT_NAME) };

// ---- instructions

static void count_coordinate(struct drive *d, const struct texels *t, int32_t at, uint32_t count)
{
    const int32_t whole = texels_whole(at);
    saw(d, TEX_BEFORE, !t->wraps && whole < -1);
    saw(d, TEX_BEHIND, !t->wraps && whole >= (int32_t)count);
    saw(d, TEX_EDGE, !t->wraps && texels_sums(t) && whole + 1 == (int32_t)count && at % TEXEL_ONE);
    saw(d, TEX_WRAPPED, t->wraps && texels_sums(t) && (uint32_t)whole % count == count - 1 && at % TEXEL_ONE);
    saw(d, TEX_ODD, t->wraps && count & (count - 1));
}

// Of an instruction that was taken, in the cycle in which its first pass is looked up.
static void count_texture(struct drive *d, const struct tex_instr *i, unsigned filter)
{
    const struct texels *t = &i->image;
    saw(d, TEX_LINEAR, !t->blocked);
    saw(d, TEX_BLOCKED, t->blocked);
    saw(d, TEX_BILINEAR, texels_sums(t));
    saw(d, TEX_UNFILTERED, filter && !texels_sums(t));
    saw(d, TEX_ONE_TEXEL, t->columns == 1 && t->rows == 1);
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(i->mask >> lane & 1))
            continue;
        count_coordinate(d, t, i->u[lane], t->columns);
        count_coordinate(d, t, i->v[lane], t->rows);
        saw(d, TEX_OVER,
            texels_at(t, texels_place(t, i->u[lane], t->columns, false),
                      texels_place(t, i->v[lane], t->rows, false))
                >> UL1_VA_W);
    }
}

static void count_offer(struct drive *d, const struct texture_shadow *s, const struct ul1_texture_in *in,
                        const struct ul1_texture_out *out)
{
    unsigned quads = 0;
    if (!tex_offers(in))
        return;
    for (unsigned q = 0; q < UL1_TEX_QUADS; q++)
        quads |= (unsigned)((in->in_mask >> UL1_TEX_LANES * q & 15) != 0) << q;
    saw(d, TEX_REFUSED, !out->texin_ready && s->flying == UL1_TEX_INSTRS);
    saw(d, TEX_HELD, !out->texin_ready && in->cmd_hold);
    if (!out->texin_ready)
        return;
    saw(d, TEX_TAKEN, true);
    saw(d, TEX_NULLS, !quads);
    saw(d, TEX_NULL_BEHIND, !quads && s->waiting);
    saw(d, TEX_QUADS, quads & (quads + (quads & -quads)));
}

// ---- passes

static bool set_is_full(const struct texture_shadow *s, const struct tex_line *victim)
{
    for (unsigned i = 0; i < UL1_TEX_SETS; i++) {
        unsigned used = 0;
        for (unsigned w = 0; w < UL1_TEX_WAYS; w++)
            used += s->set[i][w].sectors != 0;
        if (victim >= s->set[i] && victim < s->set[i] + UL1_TEX_WAYS)
            return used == UL1_TEX_WAYS;
    }
    return false;
}

static bool under_fetch(const struct texture_shadow *s, uint64_t line, unsigned sectors)
{
    for (unsigned n = 0; n < s->fetches; n++) {
        const struct tex_fetch *f = &s->fetch[(s->first_fetch + n) % UL1_TEX_FETCHES];
        if (f->line == line && f->wanted & sectors)
            return true;
    }
    return false;
}

static void count_lookup(struct drive *d, const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    saw(d, TEX_FULL, out->texlook_waits && out->texfifo_passes >= UL1_TEX_FIFO);
    saw(d, TEX_FETCHES_FULL,
        out->texlook_waits && out->texfifo_passes < UL1_TEX_FIFO && s->fetches == UL1_TEX_FETCHES);
    if (!out->texlook_valid || !s->waiting)
        return;
    const struct tex_next p = tex_next(s);
    const struct tex_line *l = tex_find(s, p.line);
    const unsigned lines = (unsigned)__builtin_popcount(s->todo) - (unsigned)__builtin_popcount(p.slots);
    saw(d, TEX_HIT, out->texlook_hit);
    saw(d, TEX_HIT_UNDER, out->texlook_hit && s->fetches);
    saw(d, TEX_HIT_COMING, out->texlook_hit && under_fetch(s, p.line, p.sectors));
    saw(d, TEX_HIT_FULL, out->texlook_hit && s->fetches == UL1_TEX_FETCHES);
    saw(d, TEX_MISS, !out->texlook_hit);
    saw(d, TEX_MISS_SECTOR, !out->texlook_hit && l);
    saw(d, TEX_MISS_BEHIND, !out->texlook_hit && s->fetches);
    saw(d, TEX_ALL_LANES, __builtin_popcount(p.slots) == UL1_TEX_SLOTS);
    saw(d, TEX_LINES, __builtin_popcount(s->todo) >= 12 && lines >= 9);
    saw(d, TEX_MOST_LINES, __builtin_popcount(s->todo) == UL1_TEX_SLOTS && __builtin_popcount(p.slots) == 1);
    if (out->texlook_hit || l)
        return;
    uint64_t set = 0;
    for (uint64_t left = p.line; left; left /= UL1_TEX_SETS)
        set ^= left % UL1_TEX_SETS;
    const struct tex_line *last = &s->set[set][UL1_TEX_WAYS - 1];
    saw(d, TEX_REPLACED, set_is_full(s, last));
    saw(d, TEX_REPLACES_COMING, set_is_full(s, last) && under_fetch(s, last->line, last->sectors));
}

static void count_fetch(struct drive *d, const struct texture_shadow *s, const struct ul1_texture_in *in)
{
    const bool asks = s->unsent && !s->walks;
    saw(d, TEX_WALK, asks && in->texmmu_wait && !(in->texmmu_wait & in->walk_ends));
    saw(d, TEX_WALK_OVER, asks && in->texmmu_wait & in->walk_ends);
    saw(d, TEX_FAULT, asks && in->texmmu_fault);
    if (!in->fill_tex)
        return;
    const bool whole = in->fill_sect == tex_lacks(s, in->fill_fetch);
    saw(d, TEX_PIECES, !whole);
    saw(d, TEX_OVERTAKES, whole && tex_oldest(s) != &s->fetch[in->fill_fetch] && !tex_has_come(s));
    saw(d, TEX_BUS, in->fill_err);
}

static void count_words(struct drive *d, struct texture_past *past, const struct texture_shadow *s,
                        const struct ul1_texture_out *out)
{
    const struct tex_instr *i = &s->instr[out->tex_id];
    const unsigned lanes = i->mask >> UL1_TEX_LANES * out->tex_quad & 15;
    if (out->texret_valid)
        saw(d, TEX_FAILS_ALL,
            s->instr[out->texret_id].failing
                && s->instr[out->texret_id].failing == s->instr[out->texret_id].mask);
    saw(d, TEX_WORDS_AGAIN, out->tex_valid && past->words);
    past->words = out->tex_valid;
    if (!out->tex_valid)
        return;
    saw(d, TEX_WIDE, out->tex_ofs == 3);
    saw(d, TEX_FAILS_SOME, out->tex_mask != lanes);
    for (unsigned n = 0; n < UL1_TEX_LANES; n++) {
        const unsigned lane = UL1_TEX_LANES * out->tex_quad + n;
        // both weights one half: the sum is a number of quarters
        saw(d, TEX_ROUNDS,
            texels_sums(&i->image) && out->tex_mask >> n & 1 && (i->u[lane] & 255) == 128
                && (i->v[lane] & 255) == 128);
    }
}

static void count_failures(struct drive *d, const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    const struct tex_pass *p = &s->pass[0];
    if (!out->texfifo_fills || !s->passes || !s->fetches || !tex_oldest(s)->err)
        return;
    const struct tex_instr *i = &s->instr[p->id];
    saw(d, TEX_FAILS_LOWER,
        i->failing && i->lane / UL1_TEX_LANES == p->quad && (p->slots & -p->slots)
            && (unsigned)__builtin_ctz(p->slots) / TEXEL_SLOTS < i->lane % UL1_TEX_LANES);
    for (unsigned n = 1; n < s->passes; n++)
        saw(d, TEX_FAILS_HIT, !s->pass[n].fetches && s->pass[n].slots && s->pass[n].line == p->line);
}

static void count_drop(struct drive *d, const struct texture_shadow *s, const struct ul1_texture_in *in,
                       const struct ul1_texture_out *out)
{
    unsigned there = 0;
    for (unsigned i = 0; i < UL1_TEX_SETS * UL1_TEX_WAYS; i++)
        there += (&s->set[0][0] + i)->sectors != 0;
    saw(d, TEX_DROP_ALL, in->cmd_hold && there > 1);
    const struct tex_line *l = in->pass_inval ? tex_find(s, in->pass_line) : NULL;
    if (!l || in->cmd_hold)
        return;
    saw(d, TEX_DROP_LINE, there > 1);
    saw(d, TEX_DROP_COMING, under_fetch(s, l->line, l->sectors));
    saw(d, TEX_DROP_LOOKUP, out->texlook_valid && out->texlook_line == l->line);
    for (unsigned n = 1; n < s->passes; n++)
        saw(d, TEX_DROP_WAITS, !s->pass[n].fetches && s->pass[n].slots && s->pass[n].line == l->line);
}

void texture_count(struct drive *d, struct texture_past *past, const struct texture_shadow *s,
                   const struct ul1_texture_in *in, const struct ul1_texture_out *out)
{
    if (!s->judged || !UL1_TEXTURE)
        return;
    saw(d, TEX_RESET_BUSY, in->rst && !out->tex_idle);
    if (in->rst)
        return;
    if (out->texlook_valid && s->waiting && s->todo)
        count_texture(d, &s->instr[s->looks], s->instr[s->looks].image.bilinear);
    count_offer(d, s, in, out);
    count_lookup(d, s, out);
    count_fetch(d, s, in);
    count_words(d, past, s, out);
    count_failures(d, s, out);
    count_drop(d, s, in, out);
}
