// Sees each rule of each contract fail: a few good cycles, in which no complaint may come, then one that breaks the rule and
// must be complained about in the words of that rule; and the same cycle with reset, which is never judged.
#include "drive.h"

#include <stdio.h>
#include <string.h>

static unsigned passed, failed;

static void expect(const char *block, const char *rule, const char *told)
{
    bool ok = rule ? told && strstr(told, rule) : !told;
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("%s: expected %s, told %s\n", block, rule ? rule : "no complaint", told ? told : "nothing");
}

// A block's contract, its inputs and outputs, by the name of the block, as `c`, `in` and `out`.
#define WITH(block)                 \
    struct block##_contract c = { 0 }; \
    struct ul1_##block##_in in = { 0 };   \
    struct ul1_##block##_out out = { 0 }

// A cycle as in and out are, and what is to be told of it. A rule that is broken is not one in reset.
#define GOOD(block) expect(#block, NULL, block##_contract_check(&c, &in, &out))
#define BAD(block, rule)                                            \
    do {                                                            \
        struct block##_contract before = c;                         \
        expect(#block, rule, block##_contract_check(&c, &in, &out)); \
        in.rst = 1;                                                 \
        expect(#block, NULL, block##_contract_check(&before, &in, &out)); \
        in.rst = 0;                                                 \
    } while (0)

// ---- lsu

static void test_lsu_settings(void)
{
    for (int which = 0; which < 3; which++) {
        WITH(lsu);
        out.lsu_idle = 1;
        GOOD(lsu);
        in.cfg_split = in.cfg_home = in.cfg_interval = 1; // all may change: it is idle
        GOOD(lsu);
        out.lsu_idle = which == 0; // or it is, but something is offered
        in.in_valid = which == 0;
        uint8_t *setting[] = { &in.cfg_split, &in.cfg_home, &in.cfg_interval };
        const char *rule[] = { "cfg_split: changes", "cfg_home: changes", "cfg_interval: changes" };
        GOOD(lsu);
        *setting[which] = 0;
        BAD(lsu, rule[which]);
    }
}

// A remainder of entry 5, sub-warp 2, slots 0xf0, was returned.
#define RETURNED                                                        \
    WITH(lsu);                                                          \
    in.cfg_home = UL1_HOME_INSTR;                                       \
    out.rpl_valid = 1, out.rpl_id = 5, out.rpl_sub = 2, out.rpl_mask = 0xf0; \
    GOOD(lsu);                                                          \
    out.rpl_valid = 0;                                                  \
    in.in_valid = in.in_again = 1, in.in_id = 5, in.in_sub = 2, in.in_mask = 0xf0

static void test_lsu_again(void)
{
    {
        RETURNED;
        GOOD(lsu); // not taken: may be offered again
        out.again_ready = 1;
        GOOD(lsu);
        BAD(lsu, "in_id: no remainder");
    }
    {
        RETURNED;
        in.in_id = 4;
        BAD(lsu, "in_id: no remainder");
    }
    {
        RETURNED;
        in.in_sub = 1;
        BAD(lsu, "in_sub:");
    }
    {
        RETURNED;
        in.in_mask = 0x70;
        BAD(lsu, "in_mask:");
    }
    { // in the very cycle in which it is returned it is too early
        WITH(lsu);
        in.cfg_home = UL1_HOME_INSTR;
        in.in_valid = in.in_again = 1, in.in_mask = 1;
        out.rpl_valid = 1, out.rpl_mask = 1;
        BAD(lsu, "in_id: no remainder");
    }
    {
        WITH(lsu);
        in.in_valid = in.in_again = 1;
        BAD(lsu, "in_again:");
    }
}

// Beat 3 was pulled.
#define PULLED                                       \
    WITH(lsu);                                       \
    in.ink_any = in.ink_two = in.st_valid = 1;       \
    in.ink_idx = 3;                                  \
    out.st_ready = 1;                                \
    GOOD(lsu)

static void test_lsu_intake(void)
{
    {
        PULLED;
        BAD(lsu, "ink_idx:");
    }
    { // a pass that leaves nothing over gives it up; one that does keeps it, unless the remainder is returned
        for (int more = 0; more < 2; more++) {
            for (int home = 0; home < 2; home++) {
                PULLED;
                in.st_valid = 0;
                out.lsu_idle = 1;
                in.cfg_home = (uint8_t)home;
                out.req_valid = out.req_store = 1, out.req_ink = 3;
                out.req_mask = 3, in.acc_mask = more ? 1 : 3, in.acc_more = (uint8_t)more;
                GOOD(lsu);
                out.req_valid = 0, out.req_mask = 0, in.acc_mask = 0, in.acc_more = 0;
                in.st_valid = 1;
                if (more && home == UL1_HOME_LSU)
                    BAD(lsu, "ink_idx:");
                else
                    GOOD(lsu);
            }
        }
    }
    {
        WITH(lsu);
        in.ink_two = 1;
        BAD(lsu, "ink_two:");
    }
}

static void test_lsu_choice(void)
{
    {
        WITH(lsu);
        out.cand_rl = out.cand_rs = out.cand_new = 1;
        in.sel_rl = 1;
        GOOD(lsu);
        in.sel_new = 1;
        BAD(lsu, "more than one");
        in.sel_rl = 0, in.sel_rs = 1;
        BAD(lsu, "more than one");
    }
    for (int which = 0; which < 3; which++) {
        WITH(lsu);
        uint8_t *sel[] = { &in.sel_rl, &in.sel_rs, &in.sel_new }, *cand[] = { &out.cand_rl, &out.cand_rs, &out.cand_new };
        const char *rule[] = { "sel_rl: without", "sel_rs: without", "sel_new: without" };
        *sel[which] = *cand[which] = 1;
        GOOD(lsu);
        out.cand_rl = out.cand_rs = out.cand_new = 1;
        *cand[which] = 0;
        BAD(lsu, rule[which]);
    }
}

static void test_lsu_split(void)
{
    WITH(lsu);
    out.req_valid = 1, out.req_mask = 0x3c;
    in.acc_mask = 0x3c;
    GOOD(lsu);
    in.acc_mask = 0x1c, in.acc_more = 1;
    GOOD(lsu);
    in.acc_mask = 0x1d;
    BAD(lsu, "acc_mask:");
    in.acc_mask = 0x1c, in.acc_more = 0;
    BAD(lsu, "acc_more:");
    in.acc_mask = 0x3c, in.acc_more = 1;
    BAD(lsu, "acc_more:");
    out.req_valid = 0, out.req_mask = 0;
    BAD(lsu, "acc_mask:");
}

// ---- arb

static void test_arb(void)
{
    WITH(arb);
    GOOD(arb);
    in.cand_rl = in.cand_rs = 1;
    GOOD(arb);
    in.cand_rl = 0;
    BAD(arb, "cand_rs_older:");
    in.cand_rs_older = 1;
    GOOD(arb);
    in.cand_rs = 0;
    BAD(arb, "cand_rs_older:");
    in.cand_rs = 1;

    out.sel_rs = 1;
    BAD(arb, "req_valid:");
    in.req_valid = in.req_store = 1, in.req_mask = 1;
    GOOD(arb);
    in.req_store = 0;
    BAD(arb, "req_store:");
    in.req_store = 1, in.req_mask = 0;
    BAD(arb, "req_mask:");
    in.req_mask = 1, out.sel_rs = 0;
    BAD(arb, "req_valid:");
    in.req_valid = 0;
    BAD(arb, "req_mask:");

    in.req_valid = 1, in.req_store = 0, in.cand_new = 1, out.sel_new = 1; // a new load
    GOOD(arb);
    in.cand_store = 1;
    BAD(arb, "req_store:");
}

// ---- combinational ones have no reset

static void test_tag(void)
{
    WITH(tag);
    memset(&in, 0xff, sizeof in);
    GOOD(tag);
}

static void test_axbar(void)
{
    WITH(axbar);
    in.pass_mask = 0x2a;
    in.map_bank[1] = in.map_bank[5] = 7;
    in.map_row[1] = in.map_row[5] = 300;
    in.map_bank[0] = 7;             // idle, so its row does not matter
    in.map_bank[3] = 2, in.map_row[3] = 1;
    GOOD(axbar);
    in.map_row[5] = 44;             // 300 in its low byte
    expect("axbar", "map_row:", axbar_contract_check(&c, &in, &out));
    in.pass_mask = 0x0a;
    GOOD(axbar);
}

// ---- data, dxbar

static void test_data(void)
{
    for (int bank = 0; bank < LANES; bank += LANES - 1) {
        WITH(data);
        in.w_valid = 1;
        in.w_be[bank] = 4;
        GOOD(data);
        in.w_valid = 0;
        BAD(data, "w_be:");
    }
}

static void test_dxbar(void)
{
    for (int slot = 0; slot < LANES; slot += LANES - 1) {
        for (uint8_t width = 0; width < 8; width++) {
            for (uint8_t byte = 0; byte < 4; byte++) {
                WITH(dxbar);
                in.pass_valid = in.pass_store = 1;
                in.pass_width = width;
                in.pass_mask = 1u << slot;
                in.map_byte[slot] = byte;
                in.map_byte[1] = 3; // of an idle slot
                if (width == UL1_WIDTH_B8 || byte == 0 || (width == UL1_WIDTH_B16 && byte == 2))
                    GOOD(dxbar);
                else
                    BAD(dxbar, "map_byte:");
            }
        }
    }
    WITH(dxbar);
    in.pass_mask = 1;
    BAD(dxbar, "pass_mask:");
    in.pass_valid = 1;
    GOOD(dxbar); // a load, so bytes may be served in the next cycle
    in.pass_store = 1;
    in.fwd_be[LANES - 1] = 1;
    GOOD(dxbar);
    BAD(dxbar, "fwd_be:"); // behind the store they may not
}

// ---- wdb

// A beat, 2, was filled and a store taken for the next cycle.
#define TAKEN                                               \
    WITH(wdb);                                              \
    out.ink_any = out.wdb_room = 1;                         \
    out.ink_idx = 2;                                        \
    in.st_valid = in.st_ready = in.wdb_take = 1;            \
    GOOD(wdb);                                              \
    in.st_valid = in.st_ready = in.wdb_take = 0

// And is in stage 1 with that beat; banks 1 and 4.
#define ENTERED                                             \
    TAKEN;                                                  \
    in.pass_valid = in.pass_store = 1, in.pass_ink = 2;     \
    in.bank_en = 0x12

static void test_wdb_intake(void)
{
    WITH(wdb);
    in.st_ready = 1;
    GOOD(wdb);
    in.st_valid = 1;
    BAD(wdb, "st_ready:");
}

static void test_wdb_room(void)
{
    {
        WITH(wdb);
        in.wdb_take = 1;
        BAD(wdb, "wdb_take:");
    }
    {
        TAKEN;
        BAD(wdb, "no store in stage 1");
    }
    {
        TAKEN;
        in.pass_valid = 1, in.bank_en = 1;
        BAD(wdb, "no store in stage 1");
    }
    {
        ENTERED;
        GOOD(wdb);
        BAD(wdb, "no wdb_take came before");
    }
    { // after a reset nothing is owed
        TAKEN;
        in.rst = 1;
        GOOD(wdb);
        in.rst = 0;
        GOOD(wdb);
    }
}

static void test_wdb_pass(void)
{
    {
        ENTERED;
        in.pass_ink = 3;
        BAD(wdb, "pass_ink:");
    }
    for (uint8_t freed = 0; freed < 2; freed++) {
        ENTERED;
        in.pass_free = freed;
        in.wdb_take = 1;
        GOOD(wdb);
        if (freed)
            BAD(wdb, "pass_ink:");
        else
            GOOD(wdb);
    }
    {
        WITH(wdb);
        in.bank_en = 1;
        BAD(wdb, "bank_en:");
        in.pass_valid = 1;
        GOOD(wdb);
    }
}

static void test_wdb_words(void)
{
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[1] = 0xf, in.x_be[4] = 1;
        GOOD(wdb);
        BAD(wdb, "x_be: bytes stored without a store");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[5] = 1;
        BAD(wdb, "x_be: bytes stored in a bank");
    }
}

// ---- the pins

static void test_l1_settings(void)
{
    WITH(l1);
    out.lsu.lsu_idle = out.wdb.wdb_idle = 1;
    GOOD(l1);
    in.cfg_split = 3, in.cfg_home = 1, in.cfg_interval = 63;
    GOOD(l1);
    in.cfg_interval = 64;
    BAD(l1, "more than its bits");
    in.cfg_interval = 63, in.cfg_split = 4;
    BAD(l1, "more than its bits");
    in.cfg_split = 3, in.cfg_home = 2;
    BAD(l1, "more than its bits");
    in.cfg_home = 1;
    GOOD(l1);
    for (int busy = 0; busy < 3; busy++) { // stores wait to be written; an instruction is in flight; one is offered
        out.wdb.wdb_idle = busy != 0;
        out.lsu.lsu_idle = busy != 1;
        in.in_valid = busy == 2;
        GOOD(l1);
        in.cfg_interval ^= 1;
        BAD(l1, "changes while the machine is not idle");
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
    in.in_warp = 64;
    BAD(l1, "in_warp");
    in.in_valid = 0;
    GOOD(l1);
    in.in_valid = 1, in.in_warp = 0;
    in.in_addr[LANES - 1] = 1ull << UL1_VA_W;
    BAD(l1, "in_addr: more");
    in.in_addr[LANES - 1]--;
    GOOD(l1);
#if LANES < 32
    in.in_mask = 1u << LANES;
    BAD(l1, "in_mask: more");
#endif
}

// A load of 64 bits by lanes 0, 1 and the last two is taken, and the words of lane 1 are left.
static void test_l1_again(void)
{
    WITH(l1);
    in.cfg_home = UL1_HOME_INSTR;
    in.in_valid = 1;
    in.in_width = UL1_WIDTH_B64;
    in.in_mask = 3u | 3u << (LANES - 2);
    for (int i = 0; i < LANES; i++)
        in.in_addr[i] = 8u * (unsigned)i;
    out.lsu.in_ready = 1, out.lsu.in_entry = 9;
    GOOD(l1);
    in.in_again = 1, in.in_id = 9, in.in_mask = 0xc;
    in.in_reg = 1; // no matter
    GOOD(l1);
    in.in_addr[0] = 0x123; // done with
    in.in_addr[2] = 0x123; // was not active
    GOOD(l1);
    in.in_addr[1] ^= 8;
    BAD(l1, "in_addr: not the addresses");
    in.in_addr[1] ^= 8;
    in.in_addr[LANES - 1] ^= 8; // of a later sub-warp
    BAD(l1, "in_addr: not the addresses");
    in.in_sub = 1; // whose turn it is now; lane 1 is done with
    in.in_addr[1] = 0x123;
    in.in_mask = 1u << (LANES - 4);
    GOOD(l1);
    in.in_mask = 1u << (LANES - 1);
    BAD(l1, "in_addr: not the addresses");
    in.in_id = 64;
    BAD(l1, "in_id, in_sub:");
}

static void test_l1_fill(void)
{
    static const uint16_t border[] = { 384, 256, 128, 128 };
    for (uint8_t split = 0; split < 4; split++) {
        WITH(l1);
        in.cfg_split = split;
        in.fill_valid = 1;
        in.fill_row = border[split];
        GOOD(l1);
        in.fill_row--;
        BAD(l1, "fill_row: in shared memory");
        in.fill_valid = 0;
        GOOD(l1);
        in.fill_valid = 1, in.fill_row = UL1_ROWS;
        BAD(l1, "fill_row, fill_sect");
    }
}

// ---- all on the wires of the machine: each block's rule is found there and told of that block

static void test_whole(void)
{
    static struct ul1_l1_in in;
    static struct ul1_l1_out out;
    static struct contracts c;
    const char *block = "";
    struct {
        const char *block, *rule;
        uint8_t *wire;
    } wires[] = {
        { "l1", "cfg_home", &in.cfg_interval },
        { "lsu", "sel_rl", &out.arb.sel_rl },
        { "arb", "cand_rs_older", &out.lsu.cand_rs_older },
        { "axbar", "map_row", NULL },
        { "data", "w_be", &out.wdb.w_be[LANES - 1] },
        { "dxbar", "fwd_be", &out.wdb.fwd_be[0] },
        { "wdb", "wdb_take", &out.arb.wdb_take },
    };
    for (unsigned i = 0; i < sizeof wires / sizeof *wires; i++) {
        memset(&c, 0, sizeof c);
        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        expect("l1", NULL, contracts_check(&c, &in, &out, &block));
        if (wires[i].wire) {
            *wires[i].wire = 1;
        } else {
            out.arb.pass_valid = 1;
            out.arb.pass_mask = 3;
            out.tag.map_row[0] = 1;
        }
        expect("l1", wires[i].rule, contracts_check(&c, &in, &out, &block));
        expect(wires[i].block, NULL, strcmp(block, wires[i].block) ? block : NULL);
        in.rst = 1;
        expect("l1", NULL, contracts_check(&c, &in, &out, &block));
    }
}

int main(void)
{
    test_lsu_settings();
    test_lsu_again();
    test_lsu_intake();
    test_lsu_choice();
    test_lsu_split();
    test_arb();
    test_tag();
    test_axbar();
    test_data();
    test_dxbar();
    test_wdb_intake();
    test_wdb_room();
    test_wdb_pass();
    test_wdb_words();
    test_l1_settings();
    test_l1_new();
    test_l1_again();
    test_l1_fill();
    test_whole();
    printf("contracts: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
