// Breaks each rule of the contract of rmw once: see blocks/expect.h.
#include "blocks/rmw/contract.h"
#include "blocks/expect.h"

#include <string.h>

enum { OWN = 1u << UL1_SHARED_TAG_W };

// A plain write of word 1 is offered, and taken.
static void plain_write(struct ul1_rmw_in *in, struct ul1_rmw_out *out)
{
    in->req_valid = 1;
    in->req_op = UL1_MEMOP_WRITE;
    in->req_number = 3;
    in->req_line = in->req_vline = 5;
    in->reqdata_be[1] = 2;
    in->reqdata_word[1] = 0x1234;
    out->req_ready = out->resp_ready = 1;
}

static void no_request(struct ul1_rmw_in *in, struct ul1_rmw_out *out)
{
    in->req_valid = in->req_op = 0;
    in->req_sect = in->req_vline = in->reqdata_atom = in->reqold_valid = 0;
    memset(in->reqdata_be, 0, sizeof in->reqdata_be);
    out->req_ready = 0;
}

static void test_request(void)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    out.resp_ready = 1;
    in.reqdata_be[1] = 1;
    BAD(rmw, "reqdata_be: bytes without");
    plain_write(&in, &out);
    in.reqdata_be[1] = 0;
    BAD(rmw, "reqdata_be: bytes without");
    in.reqdata_be[1] = 2;
    in.req_level = 1;
    BAD(rmw, "req_sect, reqread_kind");
    in.req_level = 0, in.req_sect = 1;
    BAD(rmw, "req_sect, reqread_kind");
    in.req_sect = 0, in.reqread_kind = UL1_READKIND_STORE;
    BAD(rmw, "req_sect, reqread_kind");
    in.reqread_kind = 0;
    no_request(&in, &out);
    in.req_valid = 1, in.req_vline = 1;
    BAD(rmw, "req_sect, reqread_kind");
    in.req_vline = 0, in.req_op = UL1_MEMOP_FENCE + 1;
    BAD(rmw, "req_op: none");
    if (!UL1_GLOBAL_ATOMICS)
        return;
    in.req_op = UL1_MEMOP_READ, in.reqdata_atom = UL1_ATOM_ADD;
    BAD(rmw, "reqdata_atom: without");
    in.reqdata_atom = UL1_ATOM_NONE, in.reqdata_wide = 1;
    BAD(rmw, "reqdata_wide, reqdata_signed, reqold_valid: without");
    in.reqdata_wide = 0, in.reqdata_signed = 1;
    BAD(rmw, "reqdata_wide, reqdata_signed, reqold_valid: without");
    in.reqdata_signed = 0, in.reqold_valid = 1;
    BAD(rmw, "reqdata_wide, reqdata_signed, reqold_valid: without");
    in.reqold_valid = 0;
    c.waits = false; // the request before was not taken
    plain_write(&in, &out);
    in.reqdata_atom = UL1_ATOM_LOCK;
    BAD(rmw, "reqdata_atom, reqdata_wide, reqold_valid: none");
    in.reqdata_atom = UL1_ATOM_ADD;
    BAD(rmw, "reqdata_be: a part");
    in.reqdata_be[1] = ALL_BYTES, in.reqdata_wide = 1;
    BAD(rmw, "reqdata_be: a part");
    in.reqdata_wide = 0;
    in.reqdata_atom = UL1_ATOM_EXCH;
    BAD(rmw, "reqdata_atom, reqdata_wide, reqold_valid: none");
    if (UL1_GLOBAL_ATOMICS < 2)
        return;
    in.reqdata_atom = UL1_ATOM_CAS, in.reqold_valid = 1, in.reqdata_be[0] = ALL_BYTES;
    BAD(rmw, "reqdata_be: a part");
}

// A request, and a response, stay as they are until they are taken.
static void test_stays(void)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    plain_write(&in, &out);
    GOOD(rmw);
    out.mem_valid = 1, out.mem_op = UL1_MEMOP_WRITE, out.mem_number = 3, out.mem_line = out.mem_vline = 5;
    out.memdata_be[1] = 2, out.memdata_word[1] = 0x12ff;
    in.req_number = 4;
    out.req_ready = 0;
    GOOD(rmw);
    static const size_t at[] = { offsetof(struct ul1_rmw_in, req_number),
                                 offsetof(struct ul1_rmw_in, req_line),
                                 offsetof(struct ul1_rmw_in, req_vline),
                                 offsetof(struct ul1_rmw_in, reqdata_be) + 1,
                                 offsetof(struct ul1_rmw_in, reqdata_word) + 5 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct rmw_contract was = c;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD(rmw, "req_valid, req_op, req_number");
        ((uint8_t *)&in)[at[i]] ^= 1;
        c = was;
    }
    no_request(&in, &out);
    BAD(rmw, "req_valid, req_op, req_number");
}

static void test_response_stays(void)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    c.waits_for_ready = true;
    out.resp_ready = 1;
    BAD(rmw, "resp_valid, resp_op, resp_number");
    c.waits_for_ready = true;
    in.resp_valid = 1, in.resp_data[1] = 3;
    BAD(rmw, "resp_valid, resp_op, resp_number");
}

static void test_response(void)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    out.resp_ready = out.answer_valid = 1;
    in.resp_valid = 1, in.resp_number = 3, in.resp_sect = 1, in.resp_data[1] = 7;
    out.answer_number = 3, out.answer_sect = 1, out.answer_data[1] = 7;
    GOOD(rmw);
    WRONG(rmw, answer_valid, "answer_valid: not that a response");
    WRONG(rmw, resp_ready, "resp_ready: not");
    WRONG(rmw, answer_op, "answer_op, answer_number, answer_sect");
    WRONG(rmw, answer_number, "answer_op, answer_number, answer_sect");
    WRONG(rmw, answer_sect, "answer_op, answer_number, answer_sect");
    WRONG(rmw, answer_err, "answer_op, answer_number, answer_sect");
    WRONG(rmw, answer_vline, "answer_op, answer_number, answer_sect");
    WRONG(rmw, answer_data[UL1_LINE_WORDS - 1], "answer_op, answer_number, answer_sect");
    in.resp_op = UL1_MEMOP_FENCE + 1;
    BAD(rmw, "resp_op: none");
    in.resp_op = UL1_MEMOP_FENCE, in.resp_number = OWN;
    BAD(rmw, "resp_number: of an operation");
    in.resp_op = UL1_MEMOP_READ, in.resp_number = (UL1_RMWS + 1) * OWN;
    BAD(rmw, "resp_number: of an operation");
    in.resp_number = OWN;
    BAD(rmw, UL1_GLOBAL_ATOMICS ? "resp_number, resp_sect: sectors" : "resp_number: of an operation");
}

static void test_offer(void)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    out.resp_ready = 1;
    WRONG(rmw, mem_valid, "mem_valid: not");
    WRONG(rmw, memdata_be[UL1_LINE_WORDS - 1], "memdata_be: bytes");
    WRONG(rmw, memdata_atom, "memdata_atom, memdata_wide");
    WRONG(rmw, memdata_wide, "memdata_atom, memdata_wide");
    WRONG(rmw, memdata_signed, "memdata_atom, memdata_wide");
    WRONG(rmw, memold_valid, "memdata_atom, memdata_wide");
    plain_write(&in, &out);
    WRONG(rmw, req_ready, "req_ready: not");
    GOOD(rmw);
    no_request(&in, &out);
    out.mem_valid = 1, out.mem_op = UL1_MEMOP_WRITE, out.mem_number = 3, out.mem_line = out.mem_vline = 5;
    out.memdata_be[1] = 2, out.memdata_word[1] = 0x12ff; // the lowest byte is not enabled
    WRONG(rmw, mem_op, "mem_op, mem_number");
    WRONG(rmw, mem_number, "mem_op, mem_number");
    WRONG(rmw, mem_line, "mem_op, mem_number");
    WRONG(rmw, mem_sect, "mem_op, mem_number");
    WRONG(rmw, mem_vline, "mem_op, mem_number");
    WRONG(rmw, mem_level, "mem_op, mem_number");
    WRONG(rmw, memread_kind, "mem_op, mem_number");
    WRONG(rmw, memread_warp, "mem_op, mem_number");
    WRONG(rmw, memread_space, "mem_op, mem_number");
    WRONG(rmw, memdata_be[0], "mem_op, mem_number");
    in.mem_ready = 1;
    GOOD(rmw);
    BAD(rmw, "mem_valid: not");
}

// An addition to word 1, which finds 7: its read, a request that waits for it, its answer if it has one, its
// write. If the read fails there is an error, and no write.
static void test_operation(bool returns, bool fails)
{
    JUDGED(rmw);
    in.answer_ready = 1;
    plain_write(&in, &out);
    in.reqdata_be[1] = ALL_BYTES, in.reqdata_word[1] = 5;
    in.reqdata_atom = UL1_ATOM_ADD, in.reqold_valid = returns, in.reqold_number = 2;
    GOOD(rmw);
    no_request(&in, &out);
    in.req_valid = 1, in.req_line = 5, in.req_sect = 1; // the same line
    out.mem_valid = 1, out.mem_op = UL1_MEMOP_READ, out.mem_number = OWN + 3, out.mem_line = 5;
    out.mem_sect = 1u << 1 / UL1_SECTOR_WORDS, out.memread_kind = UL1_READKIND_ATOM;
    WRONG(rmw, mem_number, "mem_op, mem_number");
    WRONG(rmw, memread_kind, "mem_op, mem_number");
    WRONG(rmw, mem_sect, "mem_op, mem_number");
    in.mem_ready = 1;
    WRONG(rmw, req_ready, "req_ready: not");
    GOOD(rmw);
    out.mem_valid = out.mem_op = 0;
    in.resp_valid = 1, in.resp_op = UL1_MEMOP_READ, in.resp_number = OWN + 3, in.resp_sect = out.mem_sect;
    in.resp_data[1] = 7, in.resp_err = fails;
    WRONG(rmw, answer_valid, "answer_valid: not that a response");
    GOOD(rmw);
    in.resp_valid = 0;
    GOOD(rmw); // it enters
    GOOD(rmw); // stage 1
    if (returns || fails || UL1_L2_ACKS) {
        out.resp_ready = 0;
        out.answer_sect = returns ? 1u << 1 / UL1_SECTOR_WORDS : 0;
        out.answer_valid = 1, out.answer_op = returns ? UL1_MEMOP_ATOM : UL1_MEMOP_WRITE;
        out.answer_number = returns ? 2 : 3, out.answer_vline = 5, out.answer_err = fails;
        out.answer_data[1] = fails ? 0 : 7;
        WRONG(rmw, resp_ready, "resp_ready: not");
        WRONG(rmw, answer_valid, "answer_valid, answer_op, answer_number: not");
        WRONG(rmw, answer_op, "answer_valid, answer_op, answer_number: not");
        WRONG(rmw, answer_number, "answer_valid, answer_op, answer_number: not");
        WRONG(rmw, answer_err, "answer_err, answer_sect, answer_vline: not");
        WRONG(rmw, answer_sect, "answer_err, answer_sect, answer_vline: not");
        WRONG(rmw, answer_vline, "answer_err, answer_sect, answer_vline: not");
        if (!fails)
            WRONG(rmw, answer_data[UL1_LINE_WORDS - 1], "answer_data: not");
        in.answer_ready = 0;
        GOOD(rmw); // it waits
        WRONG(rmw, answer_valid, "answer_valid, answer_op, answer_number: not");
        GOOD(rmw);
        in.answer_ready = 1;
    }
    GOOD(rmw); // stage 2
    out.resp_ready = 1, out.answer_valid = 0;
    if (fails) {
        out.req_ready = 1;
        GOOD(rmw);
        return;
    }
    GOOD(rmw); // stage 3
    GOOD(rmw); // stage 4
    GOOD(rmw); // the results
    out.mem_valid = 1, out.mem_op = UL1_MEMOP_WRITE, out.mem_number = OWN + 3,
    out.mem_line = out.mem_vline = 5;
    out.mem_sect = out.memread_kind = 0, out.memdata_be[1] = ALL_BYTES, out.memdata_word[1] = 12;
    out.req_ready = 1; // the read of that line
    WRONG(rmw, mem_valid, "mem_valid: not");
    WRONG(rmw, memdata_word[1], "mem_op, mem_number");
    WRONG(rmw, mem_op, "mem_op, mem_number");
    GOOD(rmw);
}

void test_rmw(void)
{
    test_request();
    test_stays();
    test_response_stays();
    test_response();
    test_offer();
    if (!UL1_GLOBAL_ATOMICS)
        return;
    for (unsigned fails = 0; fails < 2; fails++) {
        test_operation(false, fails);
        if (UL1_GLOBAL_ATOMICS > 1)
            test_operation(true, fails);
    }
}
