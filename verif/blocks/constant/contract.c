#include "blocks/constant/contract.h"

#include <stddef.h>

static const char *check_fetch(const struct con_fetch *f, const struct ul1_constant_in *in)
{
    const bool answered = in->conmmu_take || in->conmmu_fault || in->conmmu_wait;
    if (answered && f->state != UL1_CON_STATE_ASKS)
        return "conmmu_take, conmmu_fault, conmmu_wait: an answer, and nothing is asked for";
    if (in->conmmu_take + in->conmmu_fault + (in->conmmu_wait != 0) > 1)
        return "conmmu_take, conmmu_fault, conmmu_wait: more than one";
    if (!in->fill_con)
        return NULL;
    if (f->state != UL1_CON_STATE_SENT)
        return "fill_con: memory brings what nothing asked for";
    return !in->fill_sect || in->fill_sect & (f->got | ~con_sectors(f->addr))
        ? "fill_sect: no sector, or one that was not asked for, or has come"
        : NULL;
}

// ---- guarantees

static const char *check_ready(const struct constant_shadow *s, const struct ul1_constant_in *in,
                               const struct ul1_constant_out *out)
{
    unsigned unused = 0, any = 0;
    while (unused < UL1_CON_INSTRS && s->load[unused].flying)
        unused++;
    for (unsigned i = 0; i < UL1_CON_INSTRS; i++)
        any |= (unsigned)s->load[i].flying << i;
    if (out->conin_ready != (UL1_CONSTANTS && unused < UL1_CON_INSTRS && !in->cmd_hold))
        return "conin_ready: not that a load can be in flight, and no command holds it";
    if (out->conin_ready && out->conin_entry != unused)
        return "conin_entry: not the lowest number that is free";
    if (out->con_used != any)
        return "con_used: not the loads in flight";
    return out->con_idle != !any ? "con_idle: not that no load is in flight" : NULL;
}

static const char *check_lookup(const struct constant_shadow *s, const struct ul1_constant_out *out)
{
    const struct con_load *l = &s->load[out->conlook_id % CON_LOADS];
    if (!out->conlook_valid)
        return NULL;
    if (out->conlook_id >= UL1_CON_INSTRS || !l->flying || !l->todo || l->waits)
        return "conlook_id: no load that lacks a word and does not wait";
    if (out->conlook_hit != con_hits(s, con_addr(l)))
        return "conlook_hit: not that the line was fetched, and neither invalidated nor replaced since";
    return NULL;
}

static const char *check_progress(const struct constant_shadow *s)
{
    for (unsigned i = 0; i < CON_LOADS; i++)
        if (s->load[i].flying && !s->load[i].waits && s->load[i].idle > 4 * UL1_CON_INSTRS)
            return "conlook_id, conret_id: a load that does not wait is passed over";
    return NULL;
}

static const char *check_asked(const struct constant_shadow *s, const struct ul1_constant_out *out)
{
    const struct con_fetch *f = &s->fetch;
    if (out->conmiss_state != f->state || out->conmiss_valid != (f->state == UL1_CON_STATE_ASKS))
        return "conmiss_state, conmiss_valid: not what the fetch is at";
    return out->conmiss_valid
            && (out->conmiss_line != f->addr / UL1_LINE_BYTES || out->conmiss_sect != con_sectors(f->addr)
                || out->conmiss_warp != (UL1_READ_SOURCES ? s->load[f->id].warp : 0))
        ? "conmiss_line, conmiss_sect, conmiss_warp: not the part of the line that missed, and its load's "
          "warp"
        : NULL;
}

static const char *check_word(const struct constant_shadow *s, const struct ul1_constant_out *out)
{
    const struct con_word *w = &s->out;
    const struct con_load *l = &s->load[w->id];
    if (out->con_valid != w->valid)
        return "con_valid: not two cycles behind a hit";
    if (!w->valid)
        return NULL;
    if (out->con_id != w->id || out->con_warp != l->warp || out->con_reg != l->reg || out->con_ofs != w->ofs)
        return "con_id, con_warp, con_reg, con_ofs: not those of the load and its next word";
    if (out->con_mask != w->lanes)
        return "con_mask: not the waiting lanes with the address of the lowest one";
    return out->con_data != w->word ? "con_data: not the word that was fetched" : NULL;
}

static const char *check_retired(const struct constant_shadow *s, const struct ul1_constant_out *out)
{
    const struct con_load *l = &s->load[out->conret_id % CON_LOADS];
    const struct con_load *served = &s->load[s->out.id];
    if (s->out.valid && !served->todo && (!out->conret_valid || out->conret_id != s->out.id)
        && !(s->read.valid && s->read.id == s->out.id))
        return "conret_valid, conret_id: the load has its last word, and does not retire";
    if (!out->conret_valid)
        return NULL;
    if (out->conret_id >= UL1_CON_INSTRS || !l->flying || l->todo
        || (s->read.valid && s->read.id == out->conret_id))
        return "conret_id: no load, or one that lacks a word";
    if (out->conret_warp != l->warp || out->conret_err != l->err)
        return "conret_warp, conret_err: not those of the load";
    return l->err
            && (out->conret_lane != l->lane || out->conret_mask != l->failing
                || out->conret_addr != l->err_addr)
        ? "conret_lane, conret_mask, conret_addr: not those that have failed"
        : NULL;
}

static const char *first_broken(const struct constant_shadow *s, const struct ul1_constant_in *in,
                                const struct ul1_constant_out *out)
{
    const char *broken = check_ready(s, in, out);
    if (!broken)
        broken = check_lookup(s, out);
    if (!broken)
        broken = check_progress(s);
    if (!broken)
        broken = check_asked(s, out);
    if (!broken)
        broken = check_word(s, out);
    return broken ? broken : check_retired(s, out);
}

const char *constant_contract_check(struct constant_contract *c, const struct ul1_constant_in *in,
                                    const struct ul1_constant_out *out)
{
    const char *broken =
        in->rst || !c->shadow.judged || !UL1_CONSTANTS ? NULL : check_fetch(&c->shadow.fetch, in);
    if (!broken && !in->rst && c->shadow.judged && !c->light)
        broken = first_broken(&c->shadow, in, out);
    constant_shadow_advance(&c->shadow, in, out);
    return broken;
}
