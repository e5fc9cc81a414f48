// Breaks each rule of the pins once: see blocks/expect.h.
#include "blocks/l1/contract.h"
#include "blocks/expect.h"

#include <string.h>

static void test_l1_bits(void)
{
    WITH(l1);
    out.lsu.lsu_idle = out.constant.con_idle = out.texture.tex_idle = out.wdb.wdb_idle = 1;
    out.tag.cmd_ready = 1;
    in.cfg_home = in.cfg_bankwidth = in.cfg_fetch = 1, in.cfg_policy = in.cfg_page = 3;
    in.cfg_interval = (1 << UL1_IV_W) - 1, in.cfg_root = (UINT64_C(1) << UL1_PN_W) - 1;
    GOOD(l1);
    uint8_t *setting[] = { &in.cfg_home,     &in.cfg_policy, &in.cfg_bankwidth,
                           &in.cfg_interval, &in.cfg_fetch,  &in.cfg_page };
    for (int which = 0; which < 6; which++) {
        (*setting[which])++;
        BAD(l1,
            which < 4 ? "cfg_bankwidth: one has more than its bits" : "cfg_root: one has more than its bits");
        (*setting[which])--;
        GOOD(l1);
    }
    in.cfg_root++;
    if (in.cfg_root) // else it has no spare bits
        BAD(l1, "cfg_root: one has more than its bits");
}

static void test_l1_settings(void)
{
    WITH(l1);
    out.lsu.lsu_idle = out.constant.con_idle = out.texture.tex_idle = out.wdb.wdb_idle = 1;
    out.tag.cmd_ready = 1;
    GOOD(l1);
    in.cfg_home = in.cfg_policy = in.cfg_fetch = 1, in.cfg_interval = 5, in.cfg_page = 3, in.cfg_root = 7;
    GOOD(l1);
    // Busy: stores wait to be written; an instruction in flight; one on offer; a command in progress; one on
    // offer.
    for (int busy = 0; busy < 5; busy++) {
        for (int which = 0; which < 7; which++) {
            out.wdb.wdb_idle = busy != 0;
            out.lsu.lsu_idle = busy != 1;
            in.in_valid = busy == 2;
            out.tag.cmd_ready = busy != 3;
            in.cmd_valid = busy == 4;
            GOOD(l1);
            uint8_t *setting[] = { &in.cfg_policy,    &in.cfg_home,  &in.cfg_interval,
                                   &in.cfg_bankwidth, &in.cfg_fetch, &in.cfg_page };
            if (which < 6)
                *setting[which] ^= 1;
            else
                in.cfg_root ^= 1;
            BAD(l1, which < 4 ? "cfg_bankwidth: one changes while" : "cfg_root: one changes while");
        }
    }
}

static void test_l1_new(void)
{
    WITH(l1);
    in.in_valid = 1;
    in.in_width = UL1_WIDTH_B64, in.in_reg = 2;
    GOOD(l1);
    in.in_width = UL1_WIDTH_B128;
    BAD(l1, "in_reg:");
    in.in_reg = 4;
    GOOD(l1);
    in.in_width = UL1_WIDTH_B64, in.in_reg = 5;
    BAD(l1, "in_reg:");
    in.in_width = UL1_WIDTH_B32;
    GOOD(l1);
    in.in_warp = UL1_WARPS - 1;
    GOOD(l1);
    in.in_warp = UL1_WARPS;
    BAD(l1, "in_warp: no warp");
    in.in_valid = 0;
    GOOD(l1);
    in.in_valid = 1, in.in_warp = 0;
    in.in_hint = (1 << UL1_HINT_W) - 1;
    GOOD(l1);
    in.in_hint++;
    BAD(l1, "in_hint");
    in.in_hint = 0, in.in_interleave = 1;
    GOOD(l1);
    in.in_interleave++;
    BAD(l1, "in_interleave");
    in.in_interleave = 0;
    in.in_op = UL1_OP_FENCE, in.in_level = (1 << UL1_LEVEL_W) - 1;
    in.in_width = UL1_WIDTH_B64; // in_reg is odd; a fence ignores it
    GOOD(l1);
    in.in_level++;
    BAD(l1, "in_level");
    in.in_level = 0;
    uint8_t *const bars[] = { &in.in_barrier, &in.in_expects, &in.in_waits };
    const unsigned bits[] = { UL1_BARRIER_W, UL1_EXPECTS_W, 1 };
    for (unsigned i = 0; i < 3; i++) {
        *bars[i] = (uint8_t)(1 << bits[i]);
        GOOD(l1); // ignored: it is no bar
        in.in_bar = 1;
        BAD(l1, "in_bar, in_barrier");
        *bars[i] = (uint8_t)(*bars[i] - 1);
        GOOD(l1);
        *bars[i] = in.in_bar = 0;
    }
    in.in_bar = 2;
    BAD(l1, "in_bar, in_barrier");
    in.in_bar = 0;
    in.in_op = 1 << UL1_OP_W;
    BAD(l1, "in_op");
    in.in_op = UL1_OP_LOAD, in.in_width = UL1_WIDTH_B32;
    GOOD(l1);
    in.in_addr[LANES - 1] = (1ull << UL1_VA_W) - 1;
    if (++in.in_addr[LANES - 1]) // else it has no spare bits
        BAD(l1, "in_addr: more");
    in.in_addr[LANES - 1]--;
    GOOD(l1);
#if LANES < 32
    in.in_mask = 1u << LANES;
    BAD(l1, "in_mask: more");
#endif
}

// A store of 64 bits by lanes 0, 1 and the last two is taken, and the words of lane 1 are left. (A load may
// have pairs of lanes.)
static void test_l1_again(void)
{
    WITH(l1);
    in.cfg_home = UL1_HOME_INSTR;
    in.in_valid = 1;
    in.in_op = UL1_OP_STORE;
    in.in_width = UL1_WIDTH_B64;
    in.in_mask = 3u | 3u << (LANES - 2);
    for (int i = 0; i < LANES; i++)
        in.in_addr[i] = 8u * (unsigned)i;
    out.lsu.in_ready = out.lsu.in_shared_ready = 1, out.lsu.in_entry = 9;
    GOOD(l1);
    in.in_again = 1, in.in_id = 9, in.in_mask = 0xc;
    in.in_reg = 1; // ignored
    GOOD(l1);
    in.in_addr[0] = 0x123; // done
    in.in_addr[2] = 0x123; // was not active
    GOOD(l1);
    in.in_addr[1] ^= 8;
    BAD(l1, "in_addr: not the addresses");
    in.in_addr[1] ^= 8;
    in.in_addr[LANES - 1] ^= 8; // a later sub-warp's
    BAD(l1, "in_addr: not the addresses");
    in.in_sub = 1; // the next sub-warp; lane 1 is done
    in.in_addr[1] = 0x123;
    in.in_mask = 1u << (LANES - 4);
    GOOD(l1);
    in.in_mask = 1u << (LANES - 1);
    BAD(l1, "in_addr: not the addresses");
    in.in_id = 1 << UL1_ID_W;
    BAD(l1, "in_id, in_sub:");
}

static void test_l1_cmd(void)
{
    for (int which = 0; which < 3; which++) {
        WITH(l1);
        in.cmd_op = (1 << UL1_CMD_W) - 1, in.cmd_carveout = (1 << UL1_CARVEOUT_W) - 1,
        in.cmd_addr = (1ull << UL1_VA_W) - 1;
        in.cmd_valid = 1;
        GOOD(l1);
        in.cmd_op += which == 0, in.cmd_carveout = (uint8_t)(in.cmd_carveout + (which == 1)),
                                 in.cmd_addr += which == 2;
        if (which == 2 && !in.cmd_addr)
            continue; // it has no spare bits
        in.cmd_valid = 0;
        GOOD(l1);
        in.cmd_valid = 1;
        BAD(l1, "cmd_op, cmd_carveout, cmd_addr:");
    }
}

enum { LAST = 1 << (UL1_SECTORS - 1), ENDS = LAST | 1 };

// Memory has taken a request of entry 3 for the first and the last sector, and one of the page walker for the
// last.
#define ASKED                                              \
    WITH(l1);                                              \
    in.mem_ready = out.mmu.mem_valid = 1;                  \
    out.mmu.mem_number = 3, out.mmu.mem_sect = ENDS;       \
    GOOD(l1);                                              \
    out.mmu.mem_number = UL1_PRT, out.mmu.mem_sect = LAST; \
    GOOD(l1);                                              \
    out.mmu.mem_valid = 0;                                 \
    in.resp_valid = 1, in.resp_number = 3, in.resp_sect = ENDS

static void test_l1_resp(void)
{
    {
        ASKED;
        GOOD(l1);
        BAD(l1, "resp_number:"); // once
    }
    if (UL1_SECTORS > 1) {
        ASKED;
        in.resp_sect = LAST;
        GOOD(l1);
        in.resp_number = UL1_PRT, in.resp_sect = LAST, in.resp_err = 1;
        GOOD(l1);
        in.resp_number = 3, in.resp_sect = ENDS;
        BAD(l1, "resp_sect: a sector");
    }
    {
        ASKED;
        in.resp_sect = 0;
        BAD(l1, "resp_sect: brings no sector");
        in.resp_sect = 1 << UL1_SECTORS | 1;
        BAD(l1, "resp_sect, resp_err:");
        in.resp_sect = 1, in.resp_err = 2;
        BAD(l1, "resp_sect, resp_err:");
    }
    for (int number = 0; number < 2; number++) { // no walker, and an idle one
        ASKED;
        in.resp_number = number ? 2 : UL1_PRT + UL1_WALKERS;
        BAD(l1, "resp_number:");
    }
    { // in the cycle in which it is taken it is too early; if it is only offered, too
        for (uint8_t taken = 0; taken < 2; taken++) {
            WITH(l1);
            out.mmu.mem_valid = 1, in.mem_ready = taken;
            out.mmu.mem_number = 3, out.mmu.mem_sect = ENDS;
            if (!taken)
                GOOD(l1);
            in.resp_valid = 1, in.resp_number = 3, in.resp_sect = ENDS;
            BAD(l1, "resp_number:");
        }
    }
    { // a reset forgets the requests
        ASKED;
        in.rst = 1;
        GOOD(l1);
        in.rst = 0;
        BAD(l1, "resp_number:");
    }
}

// Memory has taken a write, and fences with number 0 and the last one.
#define WRITTEN                                               \
    WITH(l1);                                                 \
    in.mem_ready = out.mmu.mem_valid = 1;                     \
    out.mmu.mem_op = UL1_MEMOP_WRITE, out.mmu.mem_number = 1; \
    GOOD(l1);                                                 \
    out.mmu.mem_op = UL1_MEMOP_FENCE, out.mmu.mem_number = 0; \
    GOOD(l1);                                                 \
    out.mmu.mem_number = UL1_CMD_ID;                          \
    GOOD(l1);                                                 \
    out.mmu.mem_valid = 0;                                    \
    in.resp_valid = 1

static void test_l1_resp_kind(void)
{
    {
        WRITTEN;
        in.resp_op = UL1_MEMOP_FENCE;
        for (int twice = 0; twice < 2; twice++) {
            in.resp_number = twice ? 0 : UL1_CMD_ID;
            GOOD(l1);
            BAD(l1, "resp_number: of no fence");
        }
    }
    {
        WRITTEN;
        in.resp_op = UL1_MEMOP_FENCE, in.resp_number = UL1_CMD_ID + 1;
        BAD(l1, "resp_number: of no fence");
    }
    { // a response without a request
        WRITTEN;
        in.resp_number = 1, in.resp_sect = 1;
        BAD(l1, "resp_number: of no request");
    }
    {
        WRITTEN;
        in.resp_op = UL1_MEMOP_WRITE, in.resp_vline = (1ull << UL1_LINE_W) - 1;
        GOOD(l1);
        BAD(l1, "resp_op: more writes");
    }
    {
        WRITTEN;
        in.resp_op = UL1_MEMOP_WRITE, in.resp_vline = (1ull << UL1_LINE_W) - 1;
        if (++in.resp_vline) // else it has no spare bits
            BAD(l1, "resp_vline:");
    }
    {
        WRITTEN;
        in.resp_op = UL1_MEMOP_ATOM + 1;
        BAD(l1, "resp_op: none");
    }
    { // a reset forgets them
        WRITTEN;
        in.rst = 1;
        GOOD(l1);
        in.rst = 0;
        in.resp_op = UL1_MEMOP_WRITE;
        BAD(l1, "resp_op: more writes");
        in.resp_op = UL1_MEMOP_FENCE, in.resp_number = UL1_CMD_ID;
        BAD(l1, "resp_number: of no fence");
    }
}

// The halves of copies, on a machine that has them.
static void test_l1_copy(void)
{
    WITH(l1);
    in.in_valid = in.in_copy = 1;
    in.in_width = UL1_WIDTH_B32, in.in_mask = 2;
    in.in_space = UL1_SPACE_LOCAL;
    GOOD(l1);
    in.in_space = UL1_SPACE_SHARED;
    if (!UL1_COPIES) {
        GOOD(l1);
        return;
    }
    BAD(l1, "in_space: a copy is");
    in.in_op = UL1_OP_STORE;
    out.copy.copy_addr[0] = 8;
    GOOD(l1); // lane 0 is idle
    in.in_addr[1] = 4;
    BAD(l1, "in_space, in_atom, in_matrix, in_addr: not");
    out.copy.copy_addr[1] = 4;
    GOOD(l1);
    in.in_atom = UL1_ATOM_ADD;
    BAD(l1, "in_space, in_atom, in_matrix, in_addr: not");
    in.in_atom = 0, in.in_matrix = 1;
    BAD(l1, "in_space, in_atom, in_matrix, in_addr: not");
    in.in_matrix = in.in_valid = 0;
    in.pull_valid = 1;
    in.pull_data[2] = 5;
    GOOD(l1); // no copy's beat
    out.copy.copydata_mask = 4;
    BAD(l1, "pull_data: not the words");
    out.copy.copydata_word[2] = 5;
    GOOD(l1);
}

static void test_l1_groups(void)
{
    WITH(l1);
    in.in_valid = in.commit_valid = in.wait_valid = 1;
    GOOD(l1);
    in.in_copy = 2;
    BAD(l1, "in_copy: more");
    in.in_copy = 0, in.commit_valid = 2;
    BAD(l1, "commit_valid, wait_valid");
    in.commit_valid = 0, in.wait_valid = 2;
    BAD(l1, "commit_valid, wait_valid");
}

void test_l1(void)
{
    test_l1_copy();
    test_l1_groups();
    test_l1_bits();
    test_l1_settings();
    test_l1_new();
    test_l1_again();
    test_l1_cmd();
    test_l1_resp();
    test_l1_resp_kind();
}
