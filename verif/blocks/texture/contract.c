#include "blocks/texture/contract.h"

#include <stddef.h>

// Cycles between two events, at most, while memory owes nothing. Passes leave the FIFO one a cycle. Those of
// a quad give no words if all its lanes fail. The last word is five cycles behind its pass.
enum { PATIENCE = UL1_TEX_FIFO + 8 };

static const char *check_fetches(const struct texture_shadow *s, const struct ul1_texture_in *in)
{
    const bool answered = in->texmmu_take || in->texmmu_fault || in->texmmu_wait;
    if (answered && (!s->unsent || s->walks))
        return "texmmu_take, texmmu_fault, texmmu_wait: an answer, and nothing is asked for";
    if (in->texmmu_take + in->texmmu_fault + (in->texmmu_wait != 0) > 1)
        return "texmmu_take, texmmu_fault, texmmu_wait: more than one";
    if (!in->fill_tex)
        return NULL;
    return !in->fill_sect || in->fill_sect & ~tex_lacks(s, in->fill_fetch)
        ? "fill_fetch, fill_sect: no sector, or one that was not asked for, or has come"
        : NULL;
}

// ---- guarantees

static const char *check_ready(const struct texture_shadow *s, const struct ul1_texture_in *in,
                               const struct ul1_texture_out *out)
{
    unsigned any = 0;
    for (unsigned i = 0; i < TEX_IDS; i++)
        any |= (unsigned)s->instr[i].flying << i;
    if (out->texin_ready != (UL1_TEXTURE && s->flying < UL1_TEX_INSTRS && !in->cmd_hold))
        return "texin_ready: not that one more can be in flight, and no command holds it";
    if (out->texin_ready && out->texin_entry != s->next)
        return "texin_entry: not the next number in rotation";
    if (out->tex_used != any)
        return "tex_used: not the instructions in flight";
    return out->tex_idle != !any ? "tex_idle: not that no instruction is in flight" : NULL;
}

static const char *check_lookup(const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    if (!out->texlook_valid)
        return s->todo && !s->behind_null && s->now >= s->at_tags && !out->texlook_waits
            ? "texlook_valid, texlook_waits: the next pass is at the tags, and neither goes nor waits"
            : NULL;
    if (!s->waiting || out->texlook_id != s->looks)
        return "texlook_id: not the oldest instruction with passes to come";
    const struct tex_next p = tex_next(s);
    if (out->texlook_line != p.line || out->texlook_slots != p.slots)
        return "texlook_line, texlook_slots: not the slots that lie in the line of the lowest";
    if (out->texlook_hit != tex_hits(s, &p))
        return "texlook_hit: not that the sectors were fetched, and neither invalidated nor replaced since";
    return !out->texlook_hit && s->fetches == UL1_TEX_FETCHES ? "texlook_valid: a fetch too many" : NULL;
}

// The next pass needs a fetch, and all are under way.
static bool lacks_fetch(const struct texture_shadow *s)
{
    if (!s->todo || s->fetches < UL1_TEX_FETCHES)
        return false;
    const struct tex_next p = tex_next(s);
    return !tex_hits(s, &p);
}

static const char *check_fifo(const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    const bool fetches = s->passes && s->pass[0].fetches;
    if (out->texfifo_passes > UL1_TEX_FIFO + 1)
        return "texfifo_passes: more than the FIFO holds";
    if (out->texlook_waits && (out->texlook_valid || (out->texfifo_passes < UL1_TEX_FIFO && !lacks_fetch(s))))
        return "texlook_waits: neither is the FIFO full, nor lacks a miss a fetch";
    if (out->texfifo_waits && !fetches)
        return "texfifo_waits: the oldest pass has its words";
    if (out->texfifo_fills && (!fetches || !tex_has_come(s)))
        return "texfifo_fills: the oldest pass has its words, or they have not come";
    if (out->texfifo_fills && !out->texfifo_waits)
        return "texfifo_waits: not until the words are put down";
    if (out->texfifo_waits && !out->texfifo_passes)
        return "texfifo_passes: not the one that waits";
    return s->idle > PATIENCE ? "texlook_valid, texfifo_fills, tex_valid, texret_valid: nothing goes on"
                              : NULL;
}

static const char *check_asked(const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    if (out->texmiss_valid != (s->unsent && !s->walks))
        return "texmiss_valid: not that a fetch has yet to be translated";
    if (!out->texmiss_valid)
        return NULL;
    return out->texmiss_line != tex_asks(s)->line || out->texmiss_sect != tex_asks(s)->wanted
            || out->texmiss_number != tex_asks(s) - s->fetch
        ? "texmiss_line, texmiss_sect, texmiss_number: not those of the oldest fetch that is not translated"
        : NULL;
}

static const char *check_words(const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    const struct tex_words *w = &s->words[0];
    const struct tex_instr *i = &s->instr[out->tex_id];
    if (!out->tex_valid)
        return out->texret_valid && s->due && w->lanes ? "tex_valid: the last word is missing" : NULL;
    if (!s->due || !w->lanes)
        return "tex_valid: no word is due";
    if (out->tex_id != w->id || out->tex_warp != i->warp || out->tex_reg != i->reg)
        return "tex_id, tex_warp, tex_reg: not those of the oldest instruction with words to come";
    if (out->tex_quad != w->quad || out->tex_ofs != w->ofs || out->tex_mask != w->lanes)
        return "tex_quad, tex_ofs, tex_mask: not the next word of the next quad";
    for (unsigned n = 0; n < UL1_TEX_LANES; n++)
        if (w->lanes >> n & 1 && out->tex_data[n] != w->word[n])
            return "tex_data: not the texel, or not the sum of four";
    return NULL;
}

static const char *check_retired(const struct texture_shadow *s, const struct ul1_texture_out *out)
{
    const struct tex_words *w = &s->words[0];
    const struct tex_instr *i = &s->instr[s->oldest];
    if (out->tex_valid && w->retires && !out->texret_valid)
        return "texret_valid: the instruction has its last word, and does not retire";
    if (!out->texret_valid)
        return NULL;
    if (!s->due || !w->retires || out->texret_id != w->id)
        return "texret_id: not the oldest instruction, or it lacks a word";
    if (out->texret_warp != i->warp || out->texret_err != i->err)
        return "texret_warp, texret_err: not those of the instruction";
    return i->err
            && (out->texret_lane != i->lane || out->texret_mask != i->failing
                || out->texret_addr != i->err_addr)
        ? "texret_lane, texret_mask, texret_addr: not those that have failed"
        : NULL;
}

static const char *first_broken(const struct texture_shadow *s, const struct ul1_texture_in *in,
                                const struct ul1_texture_out *out)
{
    const char *broken = check_ready(s, in, out);
    if (!broken)
        broken = check_lookup(s, out);
    if (!broken)
        broken = check_fifo(s, out);
    if (!broken)
        broken = check_asked(s, out);
    if (!broken)
        broken = check_words(s, out);
    return broken ? broken : check_retired(s, out);
}

const char *texture_contract_check(struct texture_contract *c, const struct ul1_texture_in *in,
                                   const struct ul1_texture_out *out)
{
    const char *broken = in->rst || !c->shadow.judged || !UL1_TEXTURE ? NULL : check_fetches(&c->shadow, in);
    if (!broken && !in->rst && c->shadow.judged && !c->light)
        broken = first_broken(&c->shadow, in, out);
    texture_shadow_advance(&c->shadow, in, out);
    return broken;
}
