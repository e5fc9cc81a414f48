// Breaks each rule of the contract of constant once: see blocks/expect.h.
#include "blocks/constant/contract.h"
#include "blocks/expect.h"

enum { ADDR = 0x1240 }; // of a part, the first in its line

// A load of 32 bits by lanes 1 and 2, with the address, and of lane 3, with the next word's.
static void take(struct ul1_constant_in *in)
{
    in->in_valid = 1;
    in->in_op = UL1_OP_LOAD;
    in->in_space = UL1_SPACE_CONST;
    in->in_width = UL1_WIDTH_B32;
    in->in_warp = 5;
    in->in_reg = 9;
    in->in_mask = 0xe;
    in->in_addr[1] = in->in_addr[2] = ADDR;
    in->in_addr[3] = ADDR + 4;
}

#define TAKEN                                         \
    JUDGED(constant);                                 \
    out.conin_ready = out.con_idle = 1;               \
    take(&in);                                        \
    WRONG(constant, conin_ready, "conin_ready: not"); \
    WRONG(constant, conin_entry, "conin_entry: not"); \
    WRONG(constant, con_idle, "con_idle: not");       \
    WRONG(constant, con_used, "con_used: not");       \
    GOOD(constant);                                   \
    in.in_valid = out.con_idle = 0, out.con_used = 1; \
    out.conin_entry = 1

// It misses, its line is asked for, and taken by the mmu.
#define MISSED                                          \
    TAKEN;                                              \
    out.conlook_valid = 1;                              \
    WRONG(constant, conlook_hit, "conlook_hit: not");   \
    WRONG(constant, conlook_id, "conlook_id: no load"); \
    GOOD(constant);                                     \
    BAD(constant, "conlook_id: no load");               \
    out.conlook_valid = 0;                              \
    out.conmiss_valid = 1;                              \
    out.conmiss_state = UL1_CON_STATE_ASKS;             \
    out.conmiss_line = ADDR / UL1_LINE_BYTES;           \
    out.conmiss_sect = (uint8_t)con_sectors(ADDR);      \
    out.conmiss_warp = UL1_READ_SOURCES ? 5 : 0

#define SENT                                \
    MISSED;                                 \
    in.conmmu_take = 1;                     \
    GOOD(constant);                         \
    in.conmmu_take = out.conmiss_valid = 0; \
    out.conmiss_state = UL1_CON_STATE_SENT

static void test_asks(void)
{
    MISSED;
    WRONG(constant, conmiss_valid, "conmiss_state, conmiss_valid: not");
    WRONG(constant, conmiss_state, "conmiss_state, conmiss_valid: not");
    WRONG(constant, conmiss_line, "conmiss_line, conmiss_sect, conmiss_warp: not");
    WRONG(constant, conmiss_sect, "conmiss_line, conmiss_sect, conmiss_warp: not");
    WRONG(constant, conmiss_warp, "conmiss_line, conmiss_sect, conmiss_warp: not");
    in.conmmu_fault = 1;
    WRONG(constant, conlook_valid, "conlook_id: no load");
    in.conmmu_take = 1;
    BAD(constant, "conmmu_take, conmmu_fault, conmmu_wait: more than one");
}

static void test_arrives(void)
{
    SENT;
    in.conmmu_take = 1;
    BAD(constant, "conmmu_take, conmmu_fault, conmmu_wait: an answer");
    in.conmmu_take = 0;
    in.fill_con = 1;
    BAD(constant, "fill_sect: no sector");
    in.fill_sect = (uint8_t)con_sectors(ADDR);
    GOOD(constant);
    out.conmiss_state = UL1_CON_STATE_FILLED;
    BAD(constant, "fill_con: memory brings what nothing asked for");
}

// Behind the arrival: the pass of the load that asked, which is served in the third cycle.
#define SERVED                                          \
    SENT;                                               \
    in.fill_con = 1;                                    \
    in.fill_sect = (uint8_t)con_sectors(ADDR);          \
    in.fill_data[ADDR % UL1_LINE_BYTES / 4] = 0x77;     \
    in.fill_data[ADDR % UL1_LINE_BYTES / 4 + 1] = 0x78; \
    GOOD(constant);                                     \
    in.fill_con = 0;                                    \
    out.conmiss_state = UL1_CON_STATE_FILLED;           \
    GOOD(constant);                                     \
    out.conmiss_state = UL1_CON_STATE_AGAIN;            \
    GOOD(constant);                                     \
    GOOD(constant);                                     \
    out.conmiss_state = UL1_CON_STATE_IDLE

static void expect_word(struct ul1_constant_out *out, unsigned mask, unsigned word)
{
    out->con_valid = 1;
    out->con_warp = 5;
    out->con_reg = 9;
    out->con_mask = mask;
    out->con_data = word;
}

static void test_words(void)
{
    SERVED;
    out.conlook_valid = out.conlook_hit = 1;
    WRONG(constant, conlook_hit, "conlook_hit: not");
    GOOD(constant);
    out.conlook_valid = 0;
    expect_word(&out, 6, 0x77);
    WRONG(constant, conret_valid, "conret_id: no load, or one that lacks a word");
    WRONG(constant, con_valid, "con_valid: not");
    WRONG(constant, con_id, "con_id, con_warp, con_reg, con_ofs: not");
    WRONG(constant, con_warp, "con_id, con_warp, con_reg, con_ofs: not");
    WRONG(constant, con_reg, "con_id, con_warp, con_reg, con_ofs: not");
    WRONG(constant, con_ofs, "con_id, con_warp, con_reg, con_ofs: not");
    WRONG(constant, con_mask, "con_mask: not");
    WRONG(constant, con_data, "con_data: not");
    GOOD(constant);
    expect_word(&out, 8, 0x78);
    out.conret_valid = 1;
    out.conret_warp = 5;
    WRONG(constant, conret_valid, "conret_valid, conret_id: the load has its last word");
    WRONG(constant, conret_id, "conret_valid, conret_id: the load has its last word");
    WRONG(constant, conret_warp, "conret_warp, conret_err: not");
    WRONG(constant, conret_err, "conret_warp, conret_err: not");
    GOOD(constant);
    out.con_valid = out.conret_valid = 0;
    out.con_idle = 1;
    out.con_used = 0;
    out.conin_entry = 0;
    GOOD(constant);
}

// A line that became invalid is no hit; neither is one whose fetch an invalidation met.
static void test_invalid(unsigned by_command)
{
    SERVED;
    in.pass_inval = !by_command;
    in.cmd_hold = by_command != 0;
    out.conin_ready = !by_command;
    in.pass_line = ADDR / UL1_LINE_BYTES;
    GOOD(constant);
    in.pass_inval = in.cmd_hold = 0;
    out.conin_ready = out.conlook_valid = 1;
    expect_word(&out, 6, 0x77);
    WRONG(constant, conlook_hit, "conlook_hit: not");
    GOOD(constant);
}

static void test_fails(void)
{
    MISSED;
    in.conmmu_fault = 1;
    in.conmmu_err = UL1_ERR_PAGE;
    GOOD(constant);
    in.conmmu_fault = out.conmiss_valid = 0;
    out.conmiss_state = UL1_CON_STATE_FILLED;
    GOOD(constant);
    out.conmiss_state = UL1_CON_STATE_AGAIN;
    GOOD(constant);
    GOOD(constant);
    out.conmiss_state = UL1_CON_STATE_IDLE;
    GOOD(constant);
    GOOD(constant);
    for (unsigned i = 0; i < 4 * UL1_CON_INSTRS - 1; i++) // its other lane is not looked up
        GOOD(constant);
    BAD(constant, "conlook_id, conret_id: a load that does not wait is passed over");
}

static void test_misaligned(void)
{
    JUDGED(constant);
    out.conin_ready = out.con_idle = 1;
    take(&in);
    in.in_addr[2] |= 2;
    GOOD(constant);
    in.in_valid = out.con_idle = 0;
    out.con_used = 1;
    out.conin_entry = 1;
    out.conret_valid = 1;
    out.conret_warp = 5;
    out.conret_err = UL1_ERR_MISALIGNED;
    out.conret_lane = 2;
    out.conret_mask = 4;
    out.conret_addr = ADDR | 2;
    WRONG(constant, conret_lane, "conret_lane, conret_mask, conret_addr: not");
    WRONG(constant, conret_mask, "conret_lane, conret_mask, conret_addr: not");
    WRONG(constant, conret_addr, "conret_lane, conret_mask, conret_addr: not");
    GOOD(constant);
}

void test_constant(void)
{
    if (UL1_CONSTANTS) {
        test_asks();
        test_arrives();
        test_words();
        test_invalid(0);
        test_invalid(1);
        test_fails();
        test_misaligned();
        return;
    }
    JUDGED(constant);
    take(&in);
    out.con_idle = 1;
    WRONG(constant, conin_ready, "conin_ready: not");
    GOOD(constant);
    WRONG(constant, con_valid, "con_valid: not");
}
