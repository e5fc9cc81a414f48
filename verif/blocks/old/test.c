// Breaks each rule of the contract of old once: see blocks/expect.h.
#include "blocks/old/contract.h"
#include "blocks/expect.h"

// A rule breaks, and the contract's state stays.
#define REFUSED(rule)                \
    do {                             \
        struct old_contract was = c; \
        BAD(old, rule);              \
        c = was;                     \
    } while (0)

// An access enters that asks for old words, and gets note 0 beside an entry of the write data buffer.
static void note(struct old_contract *c, struct ul1_old_in *in, struct ul1_old_out *out, unsigned wdb)
{
    in->req_valid = in->req_returns = 1;
    in->req_id = 5;
    in->req_sub = 1;
    in->req_mask = 9;
    out->old_credit = 1;
    expect("old", NULL, old_contract_check(c, in, out));
    in->req_valid = in->req_returns = 0;
    in->alloc_store = (uint8_t)wdb;
    expect("old", NULL, old_contract_check(c, in, out));
}

// The write of note 0 is offered, and taken.
static void send(struct old_contract *c, struct ul1_old_in *in, struct ul1_old_out *out, unsigned wdb)
{
    in->mem_valid = in->mem_ready = 1;
    in->mem_op = UL1_MEMOP_WRITE;
    in->mem_number = (uint8_t)wdb;
    out->memold_valid = 1;
    expect("old", NULL, old_contract_check(c, in, out));
    in->mem_valid = in->mem_ready = 0;
    out->memold_valid = 0;
}

static void answered(struct ul1_old_out *out)
{
    out->old_valid = 1;
    out->old_number = 0;
    out->old_id = 5;
    out->old_part = 1;
    out->old_mask = 9;
}

static void test_asks(void)
{
    JUDGED(old);
    in.req_returns = 1;
    out.old_credit = 1;
    REFUSED("req_returns: without an access");
    in.req_returns = 0;
    in.req_valid = in.req_old = 1;
    REFUSED("req_old_number: of no access");
    in.req_old = 0;
    for (unsigned n = 0; n < UL1_OLDS; n++) {
        in.req_returns = 1;
        in.alloc_store = (uint8_t)(n - 1);
        out.old_credit = 1;
        GOOD(old);
    }
    in.alloc_store = UL1_OLDS - 1;
    out.old_credit = 0;
    REFUSED("req_returns: without a credit");
    in.req_returns = 0;
    in.alloc_store = 0;
    REFUSED("alloc_store: of another write");
}

static void test_answer(void)
{
    JUDGED(old);
    in.resp_valid = 1;
    in.resp_op = UL1_MEMOP_ATOM;
    out.old_credit = 1;
    REFUSED("resp_number: of no atomic");
    in.resp_valid = 0;
    note(&c, &in, &out, 3);
    in.mem_valid = 1;
    in.mem_op = UL1_MEMOP_WRITE;
    in.mem_number = 3;
    REFUSED("memold_valid: not");
    out.memold_valid = 1;
    WRONG(old, memold_number, "memold_number: not");
    in.mem_valid = 0;
    REFUSED("memold_valid: not");
    send(&c, &in, &out, 3);
    in.resp_valid = 1;
    in.resp_data[2] = 7;
    GOOD(old);
    answered(&out);
    REFUSED("resp_number: of no atomic");
    in.resp_valid = 0;
    WRONG(old, old_credit, "old_credit: not");
    WRONG(old, old_valid, "old_valid: not");
    WRONG(old, old_number, "old_number: not");
    WRONG(old, old_id, "old_id, old_part, old_mask: not");
    WRONG(old, old_part, "old_id, old_part, old_mask: not");
    WRONG(old, old_mask, "old_id, old_part, old_mask: not");
    WRONG(old, old_err, "old_err: not");
    in.req_valid = in.req_old = 1;
    REFUSED("req_old_number: of no access");
    in.req_old = 0;
    in.coalesce_old = 1;
    GOOD(old);
    out.old_valid = 0;
    in.req_old = in.req_returns = 1;
    REFUSED("req_old: of an access that asks");
    in.req_returns = 0;
    GOOD(old);
    REFUSED("req_old_number: of a pass");
}

static void test_words(void)
{
    JUDGED(old);
    note(&c, &in, &out, 3);
    send(&c, &in, &out, 3);
    in.resp_valid = 1;
    in.resp_op = UL1_MEMOP_ATOM;
    in.resp_data[2] = 7;
    GOOD(old);
    in.resp_valid = 0;
    in.coalesce_old = 1;
    answered(&out);
    GOOD(old);
    in.req_valid = in.req_old = 1;
    out.old_valid = 0;
    GOOD(old);
    in.req_valid = in.req_old = 0;
    GOOD(old);
    REFUSED("old_here: not");
    out.old_here = 1;
    out.old_data[2] = 7;
    WRONG(old, old_data[0], "old_data: not");
    GOOD(old);
}

// A pass with an error returns no words.
static void test_refused(void)
{
    JUDGED(old);
    note(&c, &in, &out, 3);
    send(&c, &in, &out, 3);
    in.resp_valid = in.resp_err = 1;
    in.resp_op = UL1_MEMOP_ATOM;
    GOOD(old);
    in.resp_valid = 0;
    in.coalesce_old = 1;
    answered(&out);
    REFUSED("old_err: not");
    out.old_err = UL1_ERR_BUS;
    GOOD(old);
    in.req_valid = in.req_old = 1;
    out.old_valid = 0;
    GOOD(old);
    in.req_valid = in.req_old = 0;
    GOOD(old);
    out.old_here = 1;
    REFUSED("old_here: not");
}

// A write that cannot be translated ends with its error, and others do not.
static void test_fault(void)
{
    JUDGED(old);
    note(&c, &in, &out, 3);
    in.head_write = in.mmu_fault = 1;
    in.mmu_err = UL1_ERR_PAGE;
    in.head_wdb = 4;
    out.old_credit = 1;
    GOOD(old);
    WRONG(old, old_leaves, "old_leaves: not");
    in.head_wdb = 3;
    REFUSED("old_leaves: not");
    out.old_leaves = 1;
    GOOD(old);
    out.old_leaves = 0;
    answered(&out);
    out.old_err = UL1_ERR_BUS;
    REFUSED("old_err: not");
}

void test_old(void)
{
    if (UL1_GLOBAL_ATOMICS < 2)
        return;
    test_asks();
    test_answer();
    test_words();
    test_refused();
    test_fault();
}
