// Breaks each rule of each contract. A few good cycles must give no finding. The next cycle breaks the rule,
// and must give a finding with that rule's words. The same cycle with reset is never checked.
// blocks/BLOCK/test.c has the rules of a block.
#include <stdio.h>
#include <string.h>

#include "blocks/contracts.h"
#include "blocks/expect.h"
#include "contracts.inc"

// In blocks/BLOCK/test.c and the files beside it.
#define TESTS(X) \
    X(lsu)       \
    X(lsu_lines) \
    X(lsu_front) \
    X(arb)       \
    X(split)     \
    X(tag)       \
    X(axbar)     \
    X(lock)      \
    X(data)      \
    X(dxbar)     \
    X(prt)       \
    X(mmu)       \
    X(fill)      \
    X(wdb)       \
    X(old)       \
    X(perf)      \
    X(bar)       \
    X(constant)  \
    X(texture)   \
    X(copy) X(l1) X(share) X(replies) X(rmw) X(xbar) X(sni) X(lni) X(net) X(l2) X(mc) X(node) X(dcside)
#define DECLARE(name) void test_##name(void);
#define CALL(name)    test_##name();
TESTS(DECLARE)

// ---- all contracts on the wires of the machine: a broken rule is found there, under the name of its block

// Sectors arrive for a line under fetch. (If its entry is filled already, this breaks a rule of fill and no
// other.)
static void fills(struct l1_contracts *c, struct ul1_l1_out *out)
{
    memset(c, 0, sizeof *c);
    memset(out, 0, sizeof *out);
    c->tag.used = c->prt.sent[0] = 1;
    out->prt.prt_used = 1;
    out->fill.fill_valid = out->fill.fill_sect = out->prt.done_fill = 1;
}

static void test_whole(void)
{
    static struct ul1_l1_in in;
    static struct ul1_l1_out out;
    static struct l1_contracts c;
    const char *block = "";
    struct {
        const char *block, *rule;
        uint8_t *wire;
    } wires[] = {
        { "l1", "cfg_policy", &in.cfg_interval },
        { "lsu", "sel_valid", &out.arb.sel_valid },
        { "arb", "cand_replay", &out.lsu.cand_replay },
        { "axbar", "map_row", NULL },
        { "data", "write_be", &out.wdb.write_be[LANES - 1] },
        { "dxbar", "map_mask", (uint8_t *)&out.tag.map_mask },
        { "tag", "done_fault_row", &out.prt.done_fault },
        { "prt", "mmu_take", &out.mmu.mmu_take },
        { "mmu", "head_sect", &out.prt.head_valid },
        { "wdb", "sel_store", &out.arb.sel_store },
    };
    for (unsigned i = 0; i < sizeof wires / sizeof *wires; i++) {
        memset(&c, 0, sizeof c);
        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        expect("l1", NULL, l1_contracts_check(&c.judge, &in, &out, &block));
        if (wires[i].wire) {
            *wires[i].wire = 1;
        } else {
            out.arb.pass_valid = 1;
            out.arb.pass_mask = 3;
            out.tag.map_mask = 3;
            out.tag.map_row[0] = 1;
        }
        out.axbar.bank_en = out.tag.map_mask != 0;
        expect("l1", wires[i].rule, l1_contracts_check(&c.judge, &in, &out, &block));
        expect(wires[i].block, NULL, strcmp(block, wires[i].block) ? block : NULL);
        in.rst = 1;
        expect("l1", NULL, l1_contracts_check(&c.judge, &in, &out, &block));
    }

    // split: a new cached access on two lines
    memset(&c, 0, sizeof c);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    out.lsu.cand_valid = out.lsu.cand_cached = out.arb.sel_valid = out.lsu.req_valid = out.lsu.req_cached = 1;
    out.lsu.req_mask = out.split.split_mask = 3;
    expect("l1", NULL, l1_contracts_check(&c.judge, &in, &out, &block));
    memset(&c, 0, sizeof c);
    out.lsu.req_addr[1] = UL1_LINE_BYTES;
    expect("l1", "req_addr", l1_contracts_check(&c.judge, &in, &out, &block));
    expect("split", NULL, strcmp(block, "split") ? block : NULL);

    memset(&in, 0, sizeof in);
    fills(&c, &out);
    struct l1_contracts before = c;
    expect("l1", NULL, l1_contracts_check(&c.judge, &in, &out, &block));
    before.fill.shadow.queued = 1;
    c = before;
    expect("l1", "done_fill: the entry", l1_contracts_check(&c.judge, &in, &out, &block));
    expect("fill", NULL, strcmp(block, "fill") ? block : NULL);

    memset(&c, 0, sizeof c);
    memset(&out, 0, sizeof out);
    out.mmu.mem_valid = 1;
    out.mmu.mem_op = UL1_MEMOP_FENCE + 1;
    expect("l1", "mem_op: none", l1_contracts_check(&c.judge, &in, &out, &block));
    expect("perf", NULL, strcmp(block, "perf") ? block : NULL);
}

// For the block that may be late, rules about outputs are not checked; rules about its inputs are, and so are
// all other blocks.
static void test_late(void)
{
    static const char *const late[] = { NULL, "prt", "fill" };
    static struct ul1_l1_in in;
    static struct ul1_l1_out out;
    static struct l1_contracts c;
    const char *block = "";
    for (unsigned i = 0; i < sizeof late / sizeof *late; i++) {
        memset(&c, 0, sizeof c);
        memset(&out, 0, sizeof out);
        c.judge.late = late[i];
        c.fill.shadow.judged = true;
        out.fill.memfail_valid = 1;
        expect("l1", i < 2 ? "memfail_valid" : NULL, l1_contracts_check(&c.judge, &in, &out, &block));
        fills(&c, &out);
        c.judge.late = late[i];
        c.fill.shadow.queued = 1;
        expect("l1", "done_fill: the entry", l1_contracts_check(&c.judge, &in, &out, &block));
        expect("fill", NULL, strcmp(block, "fill") ? block : NULL);
        memset(&c, 0, sizeof c);
        memset(&out, 0, sizeof out);
        c.judge.late = late[i];
        out.mmu.mmu_take = 1;
        expect("l1", "mmu_take", l1_contracts_check(&c.judge, &in, &out, &block));
        expect("prt", NULL, strcmp(block, "prt") ? block : NULL);
    }
}

// The party at fault for a rule that is broken in the machine.
static void test_blame(void)
{
    static const struct {
        const char *rule;
        bool design;
        const char *machine, *part;
    } rules[] = {
        { "pass_due: of a shared load whose words come with those of another", true, "l1", NULL },
        // the rules of the pins hold, so the design broke it
        { "in_again, sel_store: without room", true, "l1", NULL },
        { "in_mask: pins only, whatever is named behind pass_due", false, "l1", NULL },
        { "cfg_policy: pins", false, "l1", NULL },
        { "look_purge: of the second of two", true, "pair", "b" },
        { "in_mask: pins of the second of two", false, "pair", "b" },
    };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        const char *machine = rules[i].machine, *rule = rules[i].rule;
        bool design = judge_blames_design(ul1_find(LANES, machine), rules[i].part, rule);
        expect(machine, NULL, design == rules[i].design ? NULL : rule);
    }
}

int main(void)
{
    TESTS(CALL)
    test_blame();
    test_whole();
    test_late();
    printf("contracts: %u passed, %u failed\n", expect_passed(), expect_failed());
    return expect_failed() != 0;
}
