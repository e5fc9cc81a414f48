#include "blocks/l1/contract.h"

#include <stdbool.h>

#include <string.h>


// The settings change only in a cycle that begins with nothing in flight or waiting to be written and no command under way, and
// in which nothing is offered. (Codes that are reserved may be used, here, in instructions and in commands: what they do is
// specified.)
static const char *check_settings(const struct l1_contract *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->cfg_home > 1 || in->cfg_interval >> UL1_IV_W || in->cfg_policy > 1)
        return "cfg_home, cfg_interval, cfg_policy: one has more than its bits";
    if (in->cfg_fetch > 1 || in->cfg_page > 3 || in->cfg_root >> UL1_PN_W)
        return "cfg_fetch, cfg_page, cfg_root: one has more than its bits";
    if (!c->running || (out->lsu.lsu_idle && out->wdb.wdb_idle && out->tag.cmd_ready && !in->in_valid && !in->cmd_valid))
        return NULL;
    if (in->cfg_home != c->cfg_home || in->cfg_interval != c->cfg_interval || in->cfg_policy != c->cfg_policy)
        return "cfg_home, cfg_interval, cfg_policy: one changes while the machine is not idle";
    bool same = in->cfg_fetch == c->cfg_fetch && in->cfg_page == c->cfg_page && in->cfg_root == c->cfg_root;
    return same ? NULL : "cfg_fetch, cfg_page, cfg_root: one changes while the machine is not idle";
}

static const char *check_new(const struct ul1_l1_in *in)
{
    if (in->in_warp >> UL1_WARP_W || in->in_op >> UL1_OP_W || in->in_level > 3)
        return "in_warp, in_op, in_level: one has more than its bits";
    if (in->in_width > 7 || in->in_space > 3 || in->in_signed > 1 || in->in_hint > 7)
        return "in_width, in_space, in_signed, in_hint: one has more than its bits";

    // The registers of a wide load are an aligned pair or quad. (A store names its registers by lane and offset.)
    bool load = in->in_op == UL1_OP_LOAD;
    return load && in->in_reg % width_words(in->in_width) ? "in_reg: not aligned to the registers of in_width" : NULL;
}

// The lanes that a remainder still needs: those of the slots left, and all of the sub-warps after. Its addresses replace
// those in the pending table, of the later sub-warps too.
static uint32_t lanes_needed(unsigned width, unsigned sub, uint32_t slots)
{
    unsigned words = width_words(width), first = sub * LANES / words, end = first + LANES / words;
    uint32_t lanes = end < LANES ? ALL_LANES << end : 0;
    for (unsigned s = 0; s < LANES; s++)
        lanes |= (slots >> s & 1) << ((first + s / words) % LANES);
    return lanes;
}

// A remainder presented again comes with the addresses that it had, in the lanes that were active. (That it was returned at
// all is a rule of lsu.)
static const char *check_again(const struct l1_contract *c, const struct ul1_l1_in *in)
{
    if (in->in_id >> UL1_ID_W || in->in_sub > 3)
        return "in_id, in_sub: one has more than its bits";
    unsigned id = in->in_id;
    uint32_t lanes = lanes_needed(c->taken[id].width, in->in_sub, in->in_mask) & c->taken[id].mask;
    uint64_t differ = 0;
    for (unsigned i = 0; i < LANES; i++)
        differ |= (in->in_addr[i] ^ c->taken[id].addr[i]) & -(uint64_t)(lanes >> i & 1);
    return differ ? "in_addr: not the addresses with which the remainder presented again was taken" : NULL;
}

static const char *check_offer(const struct l1_contract *c, const struct ul1_l1_in *in)
{
    if (!in->in_valid)
        return NULL;
    uint64_t bits = 0;
    for (unsigned i = 0; i < LANES; i++)
        bits |= in->in_addr[i];
    if (bits >> UL1_VA_W)
        return "in_addr: more than its bits";
    if (in->in_mask & ~ALL_LANES)
        return "in_mask: more than its bits";
    return in->in_again ? check_again(c, in) : check_new(in);
}

static const char *check_cmd(const struct ul1_l1_in *in)
{
    if (!in->cmd_valid)
        return NULL;
    bool fits = in->cmd_op <= 7 && in->cmd_carveout <= 3 && !(in->cmd_addr >> UL1_VA_W);
    return fits ? NULL : "cmd_op, cmd_carveout, cmd_addr: one has more than its bits";
}

// A read is answered with sectors that were asked for, each once; in which order, and in how many pieces, is the memory's
// affair.
static const char *check_read(const struct l1_contract *c, const struct ul1_l1_in *in)
{
    if (in->resp_sect > 0xf || in->resp_err > 1)
        return "resp_sect, resp_err: more than their bits";
    if (in->resp_number > UL1_PRT || !c->sent[in->resp_number])
        return "resp_number: of no request that waits for an answer";
    if (!in->resp_sect)
        return "resp_sect: brings no sector";
    return in->resp_sect & ~c->sent[in->resp_number] ? "resp_sect: a sector that was not asked for, or has come" : NULL;
}

// The memory answers what it has been asked in an earlier cycle. Of writes, which it answers only if they fail, it is not
// known here which have not.
static const char *check_resp(const struct l1_contract *c, const struct ul1_l1_in *in)
{
    if (!in->resp_valid)
        return NULL;
    switch (in->resp_op) {
    case UL1_MEMOP_READ:
        return check_read(c, in);
    case UL1_MEMOP_WRITE:
        if (in->resp_vline >> UL1_LINE_W)
            return "resp_vline: more than its bits";
        return c->writes ? NULL : "resp_op: more writes have failed than were taken";
    case UL1_MEMOP_FENCE:
        if (in->resp_number >> UL1_NUMBER_W || !(c->fences >> in->resp_number & 1))
            return "resp_number: of no fence that waits for an answer";
        return NULL;
    default:
        return "resp_op: none that there is";
    }
}

// What memory was asked for is taken at the end of the cycle, what it answers is answered then.
static void advance_memory(struct l1_contract *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    unsigned sub = out->mmu.mem_number;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_READ)
        c->sent[in->resp_number % (UL1_PRT + 1)] &= (uint8_t)~in->resp_sect;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_WRITE)
        c->writes -= c->writes != 0;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_FENCE)
        c->fences &= ~(UINT64_C(1) << in->resp_number % 64);
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    if (out->mmu.mem_op == UL1_MEMOP_READ)
        c->sent[sub % (UL1_PRT + 1)] |= out->mmu.mem_sect;
    c->writes += out->mmu.mem_op == UL1_MEMOP_WRITE;
    if (out->mmu.mem_op == UL1_MEMOP_FENCE)
        c->fences |= UINT64_C(1) << sub % 64;
}

static void advance(struct l1_contract *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    c->running = 1;
    c->cfg_home = in->cfg_home;
    c->cfg_interval = in->cfg_interval;
    c->cfg_policy = in->cfg_policy;
    c->cfg_fetch = in->cfg_fetch;
    c->cfg_page = in->cfg_page;
    c->cfg_root = in->cfg_root;
    advance_memory(c, in, out);
    if (in->cfg_home == UL1_HOME_INSTR && in->in_valid && !in->in_again && out->lsu.in_ready) {
        unsigned id = out->lsu.in_entry;
        c->taken[id].width = in->in_width;
        c->taken[id].mask = in->in_mask;
        memcpy(c->taken[id].addr, in->in_addr, sizeof in->in_addr);
    }
}

const char *l1_contract_check(struct l1_contract *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->rst) {
        c->running = 0; // what was taken is forgotten with it: nothing can be presented again
        memset(c->sent, 0, sizeof c->sent); // nor answered
        c->fences = c->writes = 0;
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_offer(c, in);
    if (!broken)
        broken = check_cmd(in);
    if (!broken)
        broken = check_resp(c, in);
    advance(c, in, out);
    return broken;
}
