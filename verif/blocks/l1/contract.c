#include "blocks/l1/contract.h"

#include <stddef.h>

#include "kit/mask.h"
#include "common/pairs.h"
#include "common/taken.h"
#include "common/texture.h"

// The settings change only in a cycle that begins with nothing in flight, nothing waiting to be written and
// no command in progress, and in which nothing is offered. (Reserved codes are legal in instructions and
// commands: their effect is specified.)
static const char *check_settings(const struct l1_contract *shadow, const struct ul1_l1_in *in,
                                  const struct ul1_l1_out *out)
{
    if (in->cfg_home >> UL1_HOME_W || in->cfg_interval >> UL1_IV_W || in->cfg_policy >> UL1_POLICY_W
        || in->cfg_bankwidth >> UL1_BANKWIDTH_W)
        return "cfg_home, cfg_interval, cfg_policy, cfg_bankwidth: one has more than its bits";
    if (in->cfg_fetch >> UL1_FETCH_W || in->cfg_page >> UL1_PAGE_W || (uint64_t)in->cfg_root >> UL1_PN_W)
        return "cfg_fetch, cfg_page, cfg_root: one has more than its bits";
    bool idle = out->lsu.lsu_idle && out->constant.con_idle && out->texture.tex_idle && out->wdb.wdb_idle
        && out->tag.cmd_ready;
    if (!shadow->running || (idle && !in->in_valid && !in->cmd_valid))
        return NULL;
    if (in->cfg_home != shadow->cfg_home || in->cfg_interval != shadow->cfg_interval
        || in->cfg_policy != shadow->cfg_policy || in->cfg_bankwidth != shadow->cfg_bankwidth)
        return "cfg_home, cfg_interval, cfg_policy, cfg_bankwidth: one changes while the machine is not idle";
    if (in->cfg_fetch != shadow->cfg_fetch || in->cfg_page != shadow->cfg_page
        || in->cfg_root != shadow->cfg_root)
        return "cfg_fetch, cfg_page, cfg_root: one changes while the machine is not idle";
    return NULL;
}

static const char *check_new(const struct ul1_l1_in *in)
{
    if (in->in_warp >= UL1_WARPS)
        return "in_warp: no warp";
    if (in->in_op >> UL1_OP_W || in->in_level >> UL1_LEVEL_W)
        return "in_op, in_level: one has more than its bits";
    if (in->in_bar > 1
        || (in->in_bar
            && (in->in_barrier >> UL1_BARRIER_W || in->in_expects >> UL1_EXPECTS_W || in->in_waits > 1
                || in->in_pred & ~ALL_LANES)))
        return "in_bar, in_barrier, in_expects, in_waits, in_pred: one has more than its bits";
    if (in->in_width >> UL1_WIDTH_W || in->in_space >> UL1_SPACE_W || in->in_signed > 1
        || in->in_hint >> UL1_HINT_W || in->in_interleave > 1 || in->in_returns > 1)
        return "in_width, in_space, in_signed, in_hint, in_interleave, in_returns: one has more than its "
               "bits";

    if (in->in_copy > 1)
        return "in_copy: more than its bits";

    // a wide load writes an aligned pair or quad of registers (a store names its registers by lane and
    // offset)
    const bool load = in->in_op == UL1_OP_LOAD;
    if (of_textures(in->in_op))
        return in->in_reg % texture_words(in->texin_format)
            ? "in_reg: not aligned to the words of texin_format"
            : NULL;
    return load && in->in_reg % width_words(in->in_width) ? "in_reg: not aligned to the registers of in_width"
                                                          : NULL;
}

// A copy starts with a load of global or local memory. Its store is that of the copy that is shown, with the
// words that the copy has brought. (The block copy's contract has the rest.)
static const char *check_copy(const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const bool half = in->in_valid && !in->in_again && in->in_copy;
    const bool loads = half && in->in_op == UL1_OP_LOAD, stores = half && in->in_op == UL1_OP_STORE;
    uint64_t differ = 0;
    if (loads && in->in_space != UL1_SPACE_GLOBAL && in->in_space != UL1_SPACE_LOCAL)
        return "in_space: a copy is from global or local memory";
    for (unsigned lane = 0; stores && lane < LANES; lane++)
        if (in->in_mask >> lane & 1)
            differ |= in->in_addr[lane] ^ out->copy.copy_addr[lane];
    if (stores && (in->in_space != UL1_SPACE_SHARED || in->in_atom || in->in_matrix || differ))
        return "in_space, in_atom, in_matrix, in_addr: not those of the store of the copy";
    for (unsigned slot = 0; in->pull_valid && slot < LANES; slot++)
        if (out->copy.copydata_mask >> slot & 1)
            differ |= in->pull_data[slot] ^ out->copy.copydata_word[slot];
    return differ ? "pull_data: not the words of the copy" : NULL;
}

// The lanes that a remainder still needs: those of the slots left, and all lanes of later sub-warps. Its
// addresses replace those in the instruction table, of later sub-warps too.
static uint32_t lanes_needed(unsigned width, unsigned sub, uint32_t slots)
{
    unsigned words = width_words(width), first = sub * LANES / words, end = first + LANES / words;
    uint32_t lanes = end < LANES ? ALL_LANES << end : 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        lanes |= (slots >> slot & 1) << ((first + slot / words) % LANES);
    return lanes;
}

// A remainder presented again has the same addresses as before, in the lanes that were active. (That it was
// returned at all is a rule of lsu.)
static const char *check_again(const struct l1_contract *shadow, const struct ul1_l1_in *in)
{
    if (in->in_id >> UL1_ID_W || in->in_sub >> UL1_SUB_W)
        return "in_id, in_sub: one has more than its bits";
    unsigned id = in->in_id;
    uint32_t lanes = lanes_needed(shadow->taken[id].width, in->in_sub, in->in_mask);
    lanes = pairs_lanes(shadow->taken[id].pairs, lanes) & shadow->taken[id].mask;
    uint64_t differ = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        differ |= (in->in_addr[lane] ^ shadow->taken[id].addr[lane]) & -(uint64_t)(lanes >> lane & 1);
    return differ ? "in_addr: not the addresses with which the remainder presented again was taken" : NULL;
}

static const char *check_offer(const struct l1_contract *shadow, const struct ul1_l1_in *in)
{
    if (!in->in_valid)
        return NULL;
    uint64_t bits = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        bits |= in->in_addr[lane];
    if (bits >> UL1_VA_W)
        return "in_addr: more than its bits";
    if (in->in_mask & ~ALL_LANES)
        return "in_mask: more than its bits";
    return in->in_again ? check_again(shadow, in) : check_new(in);
}

static const char *check_cmd(const struct ul1_l1_in *in)
{
    if (!in->cmd_valid)
        return NULL;
    bool fits = !(in->cmd_op >> UL1_CMD_W) && !(in->cmd_carveout >> UL1_CARVEOUT_W)
        && !((uint64_t)in->cmd_addr >> UL1_VA_W);
    return fits ? NULL : "cmd_op, cmd_carveout, cmd_addr: one has more than its bits";
}

// A read is answered with sectors that were requested, each once, in any order and any number of pieces.
static const char *check_read(const struct l1_contract *shadow, const struct ul1_l1_in *in)
{
    if (in->resp_sect > ALL_SECTORS || in->resp_err > 1)
        return "resp_sect, resp_err: more than their bits";
    if (in->resp_number >= L1_NUMBERS || !shadow->sent[in->resp_number])
        return "resp_number: of no request that waits for an answer";
    if (!in->resp_sect)
        return "resp_sect: brings no sector";
    return in->resp_sect & ~shadow->sent[in->resp_number]
        ? "resp_sect: a sector that was not asked for, or has come"
        : NULL;
}

// Memory answers only requests of earlier cycles. For writes, which it answers only if they fail, the
// contract cannot tell which ones are left.
static const char *check_resp(const struct l1_contract *shadow, const struct ul1_l1_in *in)
{
    if (!in->resp_valid)
        return NULL;
    switch (in->resp_op) {
    case UL1_MEMOP_READ:
        return check_read(shadow, in);
    case UL1_MEMOP_WRITE:
        if ((uint64_t)in->resp_vline >> UL1_LINE_W)
            return "resp_vline: more than its bits";
        return shadow->writes ? NULL : "resp_op: more writes have failed than were taken";
    case UL1_MEMOP_ATOM:
        if (in->resp_err > 1)
            return "resp_err: more than its bit";
        return in->resp_number < UL1_OLDS && shadow->olds >> in->resp_number & 1
            ? NULL
            : "resp_number: of no atomic that waits for its old words";
    case UL1_MEMOP_FENCE:
        if (in->resp_number >> UL1_ID_W || !mask_has(shadow->fences, in->resp_number))
            return "resp_number: of no fence that waits for an answer";
        return NULL;
    default:
        return "resp_op: none that there is";
    }
}

static const char *check(const struct l1_contract *shadow, const struct ul1_l1_in *in,
                         const struct ul1_l1_out *out)
{
    const char *broken = check_settings(shadow, in, out);
    if (!broken)
        broken = check_offer(shadow, in);
    if (!broken && UL1_COPIES)
        broken = check_copy(in, out);
    if (!broken)
        broken = check_cmd(in);
    if (!broken)
        broken = check_resp(shadow, in);
    if (!broken && (in->commit_valid > 1 || in->wait_valid > 1))
        broken = "commit_valid, wait_valid: more than their bits";
    return broken;
}

const char *l1_contract_check(struct l1_contract *shadow, const struct ul1_l1_in *in,
                              const struct ul1_l1_out *out)
{
    const char *broken = in->rst ? NULL : check(shadow, in, out);
    l1_shadow_advance(shadow, in, out);
    return broken;
}
