// Breaks each rule of the contract of share once: see blocks/expect.h.
#include "blocks/share/contract.h"
#include "blocks/expect.h"

enum { LAST = UL1_SHARERS - 1, TAG = 1u << UL1_TAG_W };

// A write of the last L1 is offered, and taken in the next cycle.
static void write_of_last(struct ul1_share_in *in, struct ul1_share_out *out)
{
    in->req_valid[LAST] = 1;
    in->req_op[LAST] = UL1_MEMOP_WRITE;
    in->req_number[LAST] = 3;
    in->req_line[LAST] = in->req_vline[LAST] = 5;
    in->reqdata_be[LAST * UL1_LINE_WORDS + 1] = 2;
    in->reqdata_word[LAST * UL1_LINE_WORDS + 1] = 0x1234;
    out->req_ready[LAST] = 1;
}

// It is on offer to memory.
static void shows_write(struct ul1_share_out *out)
{
    out->mem_valid = 1;
    out->mem_op = UL1_MEMOP_WRITE;
    out->mem_number = LAST * TAG + 3;
    out->mem_line = out->mem_vline = 5;
    out->memdata_be[1] = 2;
    out->memdata_word[1] = 0x12ff; // the lowest byte is not enabled
}

static void test_requests(void)
{
    JUDGED(share);
    in.reqdata_be[2 * UL1_LINE_WORDS - 1] = 1;
    BAD(share, "reqdata_be: bytes without");
    in.req_valid[1] = out.req_ready[1] = 1;
    BAD(share, "reqdata_be: bytes without");
    in.req_op[1] = UL1_MEMOP_WRITE;
    in.reqdata_atom[1] = UL1_ATOM_LOCK;
    BAD(share, "reqdata_atom: not built");
    in.reqdata_atom[1] = UL1_ATOM_EXCH;
    BAD(share, "reqdata_atom: not built");
    if (UL1_GLOBAL_ATOMICS > 1) {
        in.reqold_valid[1] = 1;
        in.reqdata_atom[1] = UL1_ATOM_NONE;
        BAD(share, "reqold_valid: without");
        in.reqold_valid[1] = 0;
    }
    in.reqdata_atom[1] = UL1_ATOM_NONE, in.reqdata_wide[1] = 1;
    BAD(share, "reqdata_wide, reqdata_signed: without");
    in.reqdata_wide[1] = 0, in.reqdata_signed[1] = 1;
    BAD(share, "reqdata_wide, reqdata_signed: without");
    in.reqdata_signed[1] = 0, in.reqdata_be[2 * UL1_LINE_WORDS - 1] = 0;
    in.reqdata_atom[1] = UL1_ATOM_ADD;
    BAD(share, "reqdata_atom: not built");
    in.reqdata_atom[1] = UL1_ATOM_NONE;
    in.reqread_kind[1] = UL1_READKIND_STORE;
    BAD(share, "reqread_kind, reqread_warp, reqread_space: of no");
    in.req_op[1] = UL1_MEMOP_READ;
    in.reqread_kind[1] = UL1_READKIND_TEXTURE + 1;
    BAD(share, "reqread_kind: none");
    in.reqread_kind[1] = 0;
    in.req_op[1] = UL1_MEMOP_FENCE + 1;
    BAD(share, "req_op: none");
}

// A request stays as it is until it is taken.
static void test_stays(void)
{
    JUDGED(share);
    write_of_last(&in, &out);
    GOOD(share);
    shows_write(&out);
    in.req_number[LAST] = 4;
    out.req_ready[LAST] = 0;
    GOOD(share);
    static const size_t at[] = { offsetof(struct ul1_share_in, req_valid) + LAST,
                                 offsetof(struct ul1_share_in, req_number[LAST]),
                                 offsetof(struct ul1_share_in, req_line) + LAST * 8,
                                 offsetof(struct ul1_share_in, req_sect) + LAST,
                                 offsetof(struct ul1_share_in, req_vline) + LAST * 8,
                                 offsetof(struct ul1_share_in, req_level) + LAST,
                                 offsetof(struct ul1_share_in, reqdata_be) + LAST * UL1_LINE_WORDS,
                                 offsetof(struct ul1_share_in, reqdata_word) + (LAST * UL1_LINE_WORDS + 1) * 4
                                     + 1 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct share_contract was = c;
        const struct ul1_share_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD(share, i ? "req_valid, req_op" : "reqdata_be: bytes without");
        in = before;
        c = was;
    }
    in.req_op[LAST] = UL1_MEMOP_READ;
    in.reqdata_be[LAST * UL1_LINE_WORDS + 1] = 0;
    BAD(share, "req_valid, req_op");
}

static void test_turns(void)
{
    JUDGED(share);
    write_of_last(&in, &out);
    WRONG(share, req_ready[LAST], "req_ready: not one");
    WRONG(share, req_ready[0], "req_ready: without");
    in.req_valid[0] = 1;
    WRONG(share, req_ready[0], "req_ready: not one");
    GOOD(share);
    in.req_valid[LAST] = in.req_op[LAST] = out.req_ready[LAST] = 0;
    in.reqdata_be[LAST * UL1_LINE_WORDS + 1] = 0;
    shows_write(&out);
    WRONG(share, req_ready[0], "req_ready: not one"); // memory does not take what is on offer
}

// Each other L1 goes once while the first waits, and then the first.
static void test_fairness(void)
{
    JUDGED(share);
    in.mem_ready = 1;
    in.req_valid[0] = 1;
    for (unsigned i = 1; i < UL1_SHARERS; i++) {
        in.req_valid[i] = out.req_ready[i] = 1;
        GOOD(share);
        out.mem_valid = 1;
        out.mem_number = i * TAG;
        out.req_ready[i] = in.req_valid[i] = 0;
    }
    in.req_valid[1] = out.req_ready[1] = 1;
    BAD(share, "req_ready: an L1 waits");
}

static void test_offer(void)
{
    JUDGED(share);
    WRONG(share, mem_valid, "mem_valid: not exactly");
    WRONG(share, memdata_be[UL1_LINE_WORDS - 1], "memdata_be: bytes");
    WRONG(share, memold_valid, "memdata_atom, memdata_wide, memdata_signed, memold_valid: an operation");
    write_of_last(&in, &out);
    GOOD(share);
    in.req_valid[LAST] = in.req_op[LAST] = out.req_ready[LAST] = 0;
    in.reqdata_be[LAST * UL1_LINE_WORDS + 1] = 0;
    for (int cycle = 0; cycle < 2; cycle++) {
        shows_write(&out);
        WRONG(share, mem_valid, "mem_valid: not exactly");
        WRONG(share, mem_op, "mem_op, mem_number");
        WRONG(share, mem_number, "mem_op, mem_number");
        WRONG(share, mem_line, "mem_op, mem_number");
        WRONG(share, mem_sect, "mem_op, mem_number");
        WRONG(share, mem_vline, "mem_op, mem_number");
        WRONG(share, mem_level, "mem_op, mem_number");
        WRONG(share, memdata_be[0], "mem_op, mem_number");
        WRONG(share, memread_kind, "mem_op, mem_number");
        WRONG(share, memread_warp, "mem_op, mem_number");
        WRONG(share, memread_space, "mem_op, mem_number");
        WRONG(share, memold_valid, "mem_op, mem_number");
        out.memdata_word[1] ^= 0x100;
        WRONG(share, memdata_word[0], "mem_op, mem_number");
        out.memdata_word[1] ^= 0x100;
        out.mem_number ^= TAG;
        BAD(share, "mem_op, mem_number");
        out.mem_number ^= TAG;
        in.mem_ready = cycle == 1;
        GOOD(share);
    }
    BAD(share, "mem_valid: not exactly");
}

static void test_answer(void)
{
    JUDGED(share);
    WRONG(share, answer_valid[LAST], "answer_valid: not");
    c.owed[LAST] = 9;
    in.resp_valid = 1;
    in.resp_number = LAST * TAG + 2;
    BAD(share, "answer_valid: not");
    out.answer_valid[LAST] = 1;
    out.answer_number = 2;
    GOOD(share);
    WRONG(share, answer_valid[0], "answer_valid: not");
    WRONG(share, answer_op, "answer_op, answer_number");
    WRONG(share, answer_number, "answer_op, answer_number");
    WRONG(share, answer_sect, "answer_op, answer_number");
    WRONG(share, answer_err, "answer_op, answer_number");
    WRONG(share, answer_vline, "answer_op, answer_number");
    WRONG(share, answer_data[UL1_LINE_WORDS - 1], "answer_op, answer_number");
    in.resp_op = UL1_MEMOP_ATOM + (UL1_GLOBAL_ATOMICS > 1);
    BAD(share, "resp_op: none");
    in.resp_op = UL1_MEMOP_FENCE;
    c.owed[LAST] = 0;
    BAD_ONCE(share, "resp_valid, resp_op, resp_sect: an answer that memory does not owe");
    c.owed[LAST] = 2;
    in.resp_op = 0;
    in.resp_sect = 7;
    BAD_ONCE(share, "resp_valid, resp_op, resp_sect: an answer that memory does not owe");
#if UL1_SHARERS < 1 << UL1_SHARER_W
    in.resp_number = UL1_SHARERS * TAG;
    BAD(share, "resp_number: of an L1");
#endif
}

// A read of two sectors of the last L1 is taken in the cycle of its reset.
static void reset_behind_read(struct ul1_share_in *in, struct ul1_share_out *out)
{
    in->req_valid[LAST] = out->req_ready[LAST] = in->fresh_valid[LAST] = 1;
    in->req_sect[LAST] = 3;
}

static void test_owed(void)
{
    JUDGED(share);
    in.req_valid[LAST] = out.req_ready[LAST] = 1;
    in.req_sect[LAST] = 3;
    c.owed[LAST] = (1u << UL1_OWED_W) - 3;
    GOOD(share);
    c.owed[LAST] = (1u << UL1_OWED_W) - 2;
    BAD_ONCE(share, "req_valid, req_op, req_sect, reqold_valid: memory would");
}

// The answers are discarded, then there is a fence. Its answer is the last.
static void test_reset(void)
{
    JUDGED(share);
    in.mem_ready = 1;
    reset_behind_read(&in, &out);
    GOOD(share);
    in.fresh_valid[LAST] = out.req_ready[LAST] = 0;
    in.req_number[LAST] = 1; // not the request that was on offer
    out.mem_valid = 1;
    out.mem_number = LAST * TAG;
    out.mem_sect = 3;
    BAD_ONCE(share, "drain_valid: not exactly");
    out.drain_valid[LAST] = 1;
    GOOD(share);
    out.mem_valid = 0;
    WRONG(share, drain_valid[0], "drain_valid: not exactly");
    WRONG(share, req_ready[LAST], "req_ready: of an L1 that was reset");
    in.resp_valid = 1;
    in.resp_number = LAST * TAG;
    in.resp_sect = 2;
    out.answer_sect = 2;
    WRONG(share, answer_valid[LAST], "answer_valid: not");
    GOOD(share);
    GOOD(share);
    in.resp_valid = 0;
    WRONG(share, mem_valid, "mem_valid: not exactly"); // the fence is taken now
    GOOD(share);
    BAD_ONCE(share, "mem_valid: not exactly");
    out.mem_valid = 1;
    out.mem_op = UL1_MEMOP_FENCE;
    out.mem_level = UL1_LEVEL_SYS;
    out.mem_number = LAST * TAG;
    out.mem_sect = 0;
    WRONG(share, mem_op, "mem_op, mem_number");
    WRONG(share, mem_level, "mem_op, mem_number");
    WRONG(share, mem_number, "mem_op, mem_number");
    WRONG(share, memdata_be[0], "mem_op, mem_number");
    out.mem_number = (LAST - 1) * TAG;
    BAD_ONCE(share, "mem_op, mem_number"); // that of another L1
    out.mem_number = LAST * TAG;
    GOOD(share);
    out.mem_valid = 0;
    in.resp_valid = 1;
    in.resp_op = out.answer_op = UL1_MEMOP_FENCE;
    GOOD(share);
    in.resp_valid = 0;
    GOOD(share);
    BAD_ONCE(share, "drain_valid: not exactly");
    out.drain_valid[LAST] = 0;
    BAD_ONCE(share, "req_ready: not one");
    out.req_ready[LAST] = 1;
    GOOD(share);
}

// An L1 waits for a fence of each other L1 at most.
static void test_fence_waits(void)
{
    JUDGED(share);
    in.mem_ready = 1;
    in.fresh_valid[LAST] = 1;
    GOOD(share);
    in.fresh_valid[LAST] = 0;
    out.drain_valid[LAST] = 1;
    c.others[0] = UL1_SHARERS - 1;
    in.req_valid[0] = 1;
    BAD_ONCE(share, "req_ready: an L1 waits");
    out.req_ready[0] = 1;
    GOOD(share);
    out.mem_valid = 1;
    c.others[LAST] = UL1_SHARERS - 1;
    BAD_ONCE(share, "req_ready: an L1 waits");
}

void test_share(void)
{
    test_requests();
    test_stays();
    test_turns();
    test_fairness();
    test_offer();
    test_answer();
    test_owed();
    test_reset();
    test_fence_waits();
}
