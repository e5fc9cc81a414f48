#include "blocks/mmu/contract.h"

#include <stddef.h>

// The settings change only directly after a cycle in which all translations are forgotten.
static const char *check_settings(const struct mmu_contract *shadow, const struct ul1_mmu_in *in)
{
    bool same = in->use_page == shadow->use_page && in->use_root == shadow->use_root;
    return shadow->running && !shadow->renewed && !same ? "use_page, use_root: one changes without forget_all"
                                                        : NULL;
}

// A request is of one kind, names existing resources, and has zero in fields that do not apply to its kind.
static const char *check_kind(const struct ul1_mmu_in *in)
{
    if (in->head_write && in->head_fence)
        return "head_write, head_fence: both";
    if (!in->head_valid)
        return NULL;
    if (in->head_prt >= UL1_PRT)
        return "head_prt: no entry of the pending request table";
    if (in->head_write && in->head_wdb >= UL1_WDB)
        return "head_wdb: no entry of the write data buffer";
    if (!in->head_write && !in->head_fence)
        return in->head_sect ? NULL : "head_sect: a read of no sector";
    if (in->head_prt || in->head_sect)
        return "head_prt, head_sect: not zero, of a write or a fence";
    if (in->head_store || in->head_fresh || in->head_warp || in->head_space)
        return "head_store, head_fresh, head_warp, head_space: not zero, of a write or a fence";
    return in->head_fence && in->head_line ? "head_line: not zero, of a fence" : NULL;
}

// A request stays on offer until it is answered, or until a walk ends, because an older request may have
// waited for that. Only its sectors may grow.
static const char *check_request(const struct mmu_contract *shadow, const struct ul1_mmu_in *in)
{
    if (!shadow->waits)
        return NULL;
    bool same = in->head_valid && in->head_write == shadow->head_write && in->head_fence == shadow->head_fence
        && in->head_prt == shadow->head_prt && in->head_line == shadow->head_line
        && in->head_store == shadow->head_store && in->head_fresh == shadow->head_fresh
        && in->head_warp == shadow->head_warp && in->head_space == shadow->head_space;
    if (same && in->head_write)
        same = in->head_wdb == shadow->head_wdb;
    if (same && in->head_fence)
        same = in->head_number == shadow->head_number && in->head_level == shadow->head_level;
    if (!same)
        return "head_valid: the request goes or changes before it is answered";
    return shadow->head_sect & ~in->head_sect ? "head_sect: a sector goes before the request is answered"
                                              : NULL;
}

// The constant cache's request stays until it is answered.
static const char *check_constant(const struct mmu_contract *shadow, const struct ul1_mmu_in *in)
{
    if (in->conmiss_valid && !UL1_CONSTANTS)
        return "conmiss_valid: there is no constant cache";
    if (in->conmiss_valid && !in->conmiss_sect)
        return "conmiss_sect: a read of no sector";
    return shadow->con.waits
            && !(in->conmiss_valid && in->conmiss_line == shadow->con.line
                 && in->conmiss_sect == shadow->con.sect && in->conmiss_warp == shadow->con.warp)
        ? "conmiss_valid: the request goes or changes before it is answered"
        : NULL;
}

// The texture cache's request likewise.
static const char *check_texture(const struct mmu_contract *shadow, const struct ul1_mmu_in *in)
{
    if (in->texmiss_valid && !UL1_TEXTURE)
        return "texmiss_valid: there is no texture cache";
    if (in->texmiss_valid && !in->texmiss_sect)
        return "texmiss_sect: a read of no sector";
    return shadow->tex.waits
            && !(in->texmiss_valid && in->texmiss_line == shadow->tex.line
                 && in->texmiss_sect == shadow->tex.sect && in->texmiss_number == shadow->tex.number)
        ? "texmiss_valid: the request goes or changes before it is answered"
        : NULL;
}

static const char *check(const struct mmu_contract *shadow, const struct ul1_mmu_in *in,
                         const struct ul1_mmu_out *out)
{
    const char *broken = check_settings(shadow, in);
    if (!broken)
        broken = check_kind(in);
    if (!broken)
        broken = check_request(shadow, in);
    if (!broken)
        broken = check_constant(shadow, in);
    if (!broken)
        broken = check_texture(shadow, in);
    if (!broken && (in->forget_valid || in->forget_all) && !mmu_idle(in, out))
        broken = "forget_valid: while something is asked for or on its way";
    if (!broken && in->forget_valid && in->forget_all)
        broken = "forget_valid: of a page and of all";
    if (!broken && in->fill_walk & (in->fill_walk - 1))
        broken = "fill_walk: more than one";
    if (!broken && in->fill_walk & ~(unsigned)shadow->walk)
        broken = "fill_walk: the page walker has asked for nothing, or it has come";
    return broken || shadow->light ? broken : mmu_predictor_check(&shadow->predictor, in, out);
}

const char *mmu_contract_check(struct mmu_contract *shadow, const struct ul1_mmu_in *in,
                               const struct ul1_mmu_out *out)
{
    const char *broken = in->rst ? NULL : check(shadow, in, out);
    mmu_shadow_advance(shadow, in, out);
    return broken;
}
