// Breaks each rule of the contract of l2 once: see blocks/expect.h.
#include "blocks/l2/contract.h"
#include "blocks/expect.h"

#include <string.h>

enum {
    SET = UL1_L2_SETS << UL1_L2_LOW, // lines of a set are so far apart
    LINE = SET + (1 << UL1_L2_LOW),
    LONG = 100000,
};

// The cycle breaks the rule; the contract's state stays.
#define BROKEN(rule)                        \
    do {                                    \
        const struct l2_contract stays = c; \
        BAD(l2, rule);                      \
        c = stays;                          \
    } while (0)

// ---- cycles. The queue is empty unless a request is in it for one cycle.

static void no_request(struct ul1_l2_in *in)
{
    memset(in, 0, sizeof *in);
    in->mem_ready = in->answer_ready = 1;
}

static void no_output(struct ul1_l2_out *out)
{
    memset(out, 0, sizeof *out);
    out->req_ready = 1;
}

static void read_offered(struct ul1_l2_in *in, unsigned number, uint64_t line, unsigned sect)
{
    no_request(in);
    in->req_valid = 1;
    in->req_op = UL1_MEMOP_READ;
    in->req_number = (__typeof__(in->req_number))number;
    in->req_line = line;
    in->req_sect = (uint8_t)sect;
}

static void walk_offered(struct ul1_l2_in *in, unsigned number, uint64_t line, unsigned sect)
{
    read_offered(in, number, line, sect);
    in->reqread_kind = UL1_READKIND_WALK;
}

// A write of byte 1 of the line.
static void write_offered(struct ul1_l2_in *in, uint64_t line)
{
    no_request(in);
    in->req_valid = 1;
    in->req_op = UL1_MEMOP_WRITE;
    in->req_line = in->req_vline = line;
    in->reqdata_be[0] = 2;
    in->reqdata_word[0] = 0x1234;
}

static void fence_offered(struct ul1_l2_in *in, unsigned number)
{
    no_request(in);
    in->req_valid = 1;
    in->req_op = UL1_MEMOP_FENCE;
    in->req_number = (__typeof__(in->req_number))number;
}

// What shows in the cycle in which the request is done.
static void done_shows(const struct ul1_l2_in *in, struct ul1_l2_out *out)
{
    no_output(out);
    if (!(in->req_op == UL1_MEMOP_FENCE || (UL1_L2_ACKS && in->req_op == UL1_MEMOP_WRITE)))
        return;
    out->answer_valid = 1;
    out->answer_op = in->req_op;
    out->answer_number = in->req_number;
    out->answer_vline = in->req_op == UL1_MEMOP_WRITE ? in->req_vline : 0;
}

// The request is taken, is in the queue for a cycle, and is done in the next cycle.
#define TAKEN                       \
    do {                            \
        struct ul1_l2_in offered;   \
        no_output(&out);            \
        GOOD(l2);                   \
        offered = in;               \
        no_request(&in);            \
        out.queue_used = 1;         \
        GOOD(l2);                   \
        done_shows(&offered, &out); \
    } while (0)

// A fetch shows.
static void fetch_shows(struct ul1_l2_out *out, unsigned mshr, uint64_t line, unsigned sect)
{
    out->mem_valid = 1;
    out->mem_op = UL1_MEMOP_READ;
    out->mem_number = (__typeof__(out->mem_number))mshr;
    out->mem_line = line;
    out->mem_sect = (uint8_t)sect;
}

// A write-back of byte 1 of the line.
static void write_back_shows(struct ul1_l2_out *out, uint64_t line)
{
    out->mem_valid = 1;
    out->mem_op = UL1_MEMOP_WRITE;
    out->mem_line = line;
    out->mem_vline = line & ((UINT64_C(1) << UL1_LINE_W) - 1);
    out->memdata_be[0] = 2;
    out->memdata_word[0] = 0x1200;
}

static void words_come(struct ul1_l2_in *in, unsigned mshr, unsigned sect, bool err)
{
    no_request(in);
    in->resp_valid = 1;
    in->resp_op = UL1_MEMOP_READ;
    in->resp_number = (__typeof__(in->resp_number))mshr;
    in->resp_sect = (uint8_t)sect;
    in->resp_err = err;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        in->resp_data[i] = 100 + i;
}

static void answer_shows(struct ul1_l2_out *out, unsigned number, unsigned sect, bool err)
{
    out->answer_valid = 1;
    out->answer_op = UL1_MEMOP_READ;
    out->answer_number = (__typeof__(out->answer_number))number;
    out->answer_sect = (uint8_t)sect;
    out->answer_err = err;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        const bool here = !err && sect >> i / UL1_SECTOR_WORDS & 1;
        out->answer_data[i] = here ? 100 + i : 0;
    }
}

// ---- requests

static void test_request(void)
{
    JUDGED(l2);
    no_request(&in);
    no_output(&out);
    in.reqdata_be[UL1_LINE_WORDS - 1] = 1;
    BROKEN("reqdata_be: bytes without");
    write_offered(&in, LINE);
    in.reqdata_be[0] = 0;
    BROKEN("reqdata_be: bytes without");
    no_request(&in);
    in.reqdata_atom = UL1_ATOM_ADD;
    BROKEN("reqdata_atom, reqdata_wide");
    in.reqdata_atom = UL1_ATOM_NONE, in.reqdata_wide = 1;
    BROKEN("reqdata_atom, reqdata_wide");
    in.reqdata_wide = 0, in.reqdata_signed = 1;
    BROKEN("reqdata_atom, reqdata_wide");
    fence_offered(&in, 1);
    in.req_op = UL1_MEMOP_ATOM;
    BROKEN("req_op: none");
    read_offered(&in, 1, LINE, 0);
    BROKEN("req_sect: a read of no");
}

static void fill_queue(struct l2_contract *c)
{
    struct ul1_l2_in in;
    struct ul1_l2_out out;
    no_output(&out);
    fence_offered(&in, 1);
    for (unsigned n = 0; n < UL1_L2_QUEUE; n++) {
        out.queue_used = (uint8_t)n;
        expect("l2", NULL, l2_contract_check(c, &in, &out));
    }
}

static void test_stays(void)
{
    JUDGED(l2);
    fill_queue(&c);
    no_output(&out);
    out.queue_used = UL1_L2_QUEUE;
    write_offered(&in, LINE);
    BROKEN("req_ready: not exactly");
    out.req_ready = 0;
    GOOD(l2);
    static const size_t at[] = {
        offsetof(struct ul1_l2_in, req_valid),       offsetof(struct ul1_l2_in, req_number),
        offsetof(struct ul1_l2_in, req_line),        offsetof(struct ul1_l2_in, req_sect),
        offsetof(struct ul1_l2_in, req_vline),       offsetof(struct ul1_l2_in, reqdata_be),
        offsetof(struct ul1_l2_in, reqdata_word) + 1
    };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct l2_contract was = c;
        const struct ul1_l2_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BROKEN(i ? "req_valid, req_op, req_number" : "reqdata_be: bytes without");
        in = before;
        c = was;
    }
    fence_offered(&in, 0);
    BROKEN("req_valid, req_op, req_number");
}

static void test_number(void)
{
    JUDGED(l2);
    no_output(&out);
    read_offered(&in, 3, LINE, 1);
    GOOD(l2);
    out.queue_used = 1;
    BROKEN("req_number: that of");
    no_request(&in);
    GOOD(l2);
    out.queue_used = 0;
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    no_output(&out);
    read_offered(&in, 3, SET, 1);
    BROKEN("req_number: that of");
    in.req_number = 2;
    GOOD(l2);
}

static void test_queue(void)
{
    JUDGED(l2);
    no_request(&in);
    no_output(&out);
    WRONG(l2, queue_used, "queue_used: neither");
    WRONG(l2, req_ready, "req_ready: not exactly");
    fence_offered(&in, 1);
    GOOD(l2);
    out.queue_used = 2;
    out.req_ready = UL1_L2_QUEUE > 2;
    BROKEN("queue_used: neither");
}

// As many lines of a set as the contract keeps have a read that waits.
static void pin_all(struct l2_contract *kept)
{
    JUDGED(l2);
    for (unsigned n = 0; n < L2_KEPT && n < L2_READS - 1; n++) {
        read_offered(&in, n, (uint64_t)n * SET, 1);
        TAKEN;
        GOOD(l2);
    }
    *kept = c;
}

static void test_room(void)
{
    if (L2_KEPT >= L2_READS - 1)
        return;
    JUDGED(l2);
    pin_all(&c);
    write_offered(&in, (uint64_t)L2_KEPT * SET);
    TAKEN;
    BROKEN("queue_used: more lines are dirty");
    pin_all(&c);
    read_offered(&in, L2_KEPT, (uint64_t)L2_KEPT * SET, 1);
    TAKEN;
    BROKEN("queue_used: more reads wait");
}

static void test_dirty_lines(void)
{
    JUDGED(l2);
    for (unsigned n = 0; n < UL1_L2_WAYS; n++) {
        write_offered(&in, (uint64_t)n * SET);
        TAKEN;
        GOOD(l2);
    }
    write_offered(&in, (uint64_t)UL1_L2_WAYS * SET);
    TAKEN;
    BROKEN("queue_used: a set has more dirty");
}

// ---- order

static void test_order(void)
{
    JUDGED(l2);
    read_offered(&in, 1, LINE, 1);
    TAKEN;
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    const struct l2_contract was = c;
    write_offered(&in, LINE);
    TAKEN;
    BROKEN("queue_used: a write is done");
    c = was;
    walk_offered(&in, 2, LINE, 1);
    TAKEN;
    BROKEN("queue_used: a page walk's read");
}

static void test_walk(void)
{
    JUDGED(l2);
    write_offered(&in, LINE);
    TAKEN;
    GOOD(l2);
    const struct l2_contract was = c;
    walk_offered(&in, 2, LINE, 1);
    TAKEN;
    BROKEN("queue_used: a page walk's read");
    c = was; // with the write-back before
    walk_offered(&in, 2, LINE, 1);
    no_output(&out);
    GOOD(l2);
    no_request(&in);
    out.queue_used = 1;
    write_back_shows(&out, LINE);
    GOOD(l2);
    no_output(&out);
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
}

// A page walk is not answered with what was there before it.
static void test_walk_anew(void)
{
    JUDGED(l2);
    read_offered(&in, 1, LINE, 1);
    TAKEN;
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    no_output(&out);
    words_come(&in, 0, 1, false);
    GOOD(l2);
    no_request(&in);
    answer_shows(&out, 1, 1, false);
    GOOD(l2);
    walk_offered(&in, 2, LINE, 1);
    TAKEN;
    answer_shows(&out, 2, 1, false);
    BROKEN("answer_data: not the bytes");
}

// ---- requests to memory

static void start_read(struct l2_contract *kept, struct ul1_l2_in *ins, struct ul1_l2_out *outs)
{
    JUDGED(l2);
    read_offered(&in, 1, LINE, 1);
    TAKEN;
    *kept = c, *ins = in, *outs = out;
}

static void test_fetch(void)
{
    JUDGED(l2);
    start_read(&c, &in, &out);
    const struct l2_contract was = c;
    fetch_shows(&out, 0, LINE, 1);
    WRONG(l2, mem_vline, "mem_number, mem_vline");
    WRONG(l2, mem_line, "mem_sect: a fetch of sectors");
    out.mem_sect = 0;
    BROKEN("mem_sect: a fetch of sectors");
    c = was;
#if UL1_L2_MSHRS < 1 << UL1_L2_MSHR_W
    out.mem_sect = 1;
    out.mem_number = UL1_L2_MSHRS;
    BROKEN("mem_number, mem_vline");
    c = was;
#endif
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    BROKEN("mem_number: a line has two"); // the same again, though it was taken
    read_offered(&in, 2, SET, 1);
    TAKEN;
    fetch_shows(&out, 0, SET, 1);
    BROKEN("mem_number: a line has two");
#if UL1_SECTORS > 1 && UL1_L2_MSHRS > 1
    c = was;
    no_request(&in);
    no_output(&out);
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    read_offered(&in, 2, LINE, 2);
    TAKEN;
    fetch_shows(&out, 1, LINE, 2);
    BROKEN("mem_number: a line has two");
#endif
}

// A sector with bytes that memory lacks is not fetched, and no other bytes are written back.
static void test_write_back(void)
{
    JUDGED(l2);
    write_offered(&in, LINE);
    TAKEN;
    GOOD(l2);
    const struct l2_contract was = c;
    read_offered(&in, 1, LINE, 1);
    TAKEN;
    fetch_shows(&out, 0, LINE, 1);
    BROKEN("mem_sect: a fetch of a sector of which memory lacks");
    c = was;
    no_request(&in);
    no_output(&out);
    write_back_shows(&out, LINE);
    out.mem_op = UL1_MEMOP_FENCE;
    BROKEN("memdata_be: bytes without");
    c = was;
    out.mem_op = UL1_MEMOP_WRITE;
    WRONG(l2, mem_number, "mem_op, mem_number");
    WRONG(l2, mem_sect, "mem_op, mem_number");
    WRONG(l2, mem_vline, "mem_op, mem_number");
    WRONG(l2, memdata_be[0], "memdata_be: not the bytes");
    WRONG(l2, memdata_be[UL1_LINE_WORDS - 1], "memdata_be: not the bytes");
    out.memdata_word[0] ^= 0x100;
    WRONG(l2, memdata_word[1], "memdata_word: not");
    out.memdata_word[0] ^= 0x100;
    out.memdata_be[0] = 0;
    out.memdata_be[1] = 2;
    BROKEN("memdata_be: not the bytes");
    c = was;
    no_output(&out);
    write_back_shows(&out, LINE);
    GOOD(l2);
    BROKEN("mem_line: a write-back of a line of which memory has all");
    no_output(&out);
    write_back_shows(&out, SET);
    BROKEN("mem_line: a write-back of a line of which memory has all");
    no_output(&out);
    WRONG(l2, memdata_be[0], "memdata_be: bytes without");
}

static void test_offer_stays(void)
{
    JUDGED(l2);
    start_read(&c, &in, &out);
    fetch_shows(&out, 0, LINE, 1);
    in.mem_ready = 0;
    GOOD(l2);
    WRONG(l2, mem_valid, "mem_valid, mem_op");
    out.mem_op = UL1_MEMOP_WRITE;
    BROKEN("mem_valid, mem_op");
    out.mem_op = UL1_MEMOP_READ;
    GOOD(l2);
    WRONG(l2, mem_number, "mem_valid, mem_op");
    WRONG(l2, mem_line, "mem_valid, mem_op");
    WRONG(l2, mem_sect, "mem_valid, mem_op");
    WRONG(l2, mem_vline, "mem_valid, mem_op");
    GOOD(l2);
}

// ---- answers

static void test_fence(void)
{
    JUDGED(l2);
    fence_offered(&in, 5);
    TAKEN;
    WRONG(l2, answer_valid, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_op, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_number, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_sect, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_err, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_vline, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_data[0], "answer_valid, answer_op, answer_number");
    in.answer_ready = 0;
    GOOD(l2);
    WRONG(l2, answer_valid, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_number, "answer_valid, answer_op, answer_number");
    in.answer_ready = 1;
    GOOD(l2);
    BROKEN("answer_valid, answer_op, answer_number"); // once more
    write_offered(&in, LINE);
    TAKEN;
    WRONG(l2, answer_valid,
          UL1_L2_ACKS ? "answer_valid, answer_op, answer_number" : "answer_number, answer_sect");
    out.answer_op = UL1_MEMOP_WRITE;
    out.answer_vline = LINE;
    out.answer_valid = !UL1_L2_ACKS;
    BROKEN("answer_valid, answer_op, answer_number");
}

// The words of sector 0 come.
static void start_answer(struct l2_contract *kept, struct ul1_l2_in *ins, struct ul1_l2_out *outs)
{
    JUDGED(l2);
    start_read(&c, &in, &out);
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    no_output(&out);
    words_come(&in, 0, 1, false);
    GOOD(l2);
    no_request(&in);
    *kept = c, *ins = in, *outs = out;
}

static void test_answer(void)
{
    JUDGED(l2);
    start_answer(&c, &in, &out);
    answer_shows(&out, 1, 1, false);
    WRONG(l2, answer_number, "answer_number, answer_sect: not those");
    WRONG(l2, answer_sect, "answer_number, answer_sect: not those");
    WRONG(l2, answer_err, "answer_sect, answer_err");
    WRONG(l2, answer_vline, "answer_vline: not zero");
    WRONG(l2, answer_data[0], "answer_data: not the bytes");
    if (UL1_SECTORS > 1) {
        WRONG(l2, answer_data[UL1_LINE_WORDS - 1], "answer_data: words beside");
    }
    in.answer_ready = 0;
    GOOD(l2);
    WRONG(l2, answer_valid, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_sect, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_err, "answer_valid, answer_op, answer_number");
    WRONG(l2, answer_data[0], "answer_valid, answer_op, answer_number");
    in.answer_ready = 1;
    GOOD(l2);
    BROKEN("answer_number, answer_sect: not those"); // once more
}

// A hit, with bytes written before.
static void test_hit(void)
{
    JUDGED(l2);
    start_answer(&c, &in, &out);
    answer_shows(&out, 1, 1, false);
    GOOD(l2);
    write_offered(&in, LINE);
    TAKEN;
    GOOD(l2);
    read_offered(&in, 4, LINE, 1);
    TAKEN;
    answer_shows(&out, 4, 1, false);
    BROKEN("answer_data: not the bytes");
}

static void test_write_before(void)
{
    JUDGED(l2);
    start_answer(&c, &in, &out);
    answer_shows(&out, 1, 1, false);
    GOOD(l2);
    write_offered(&in, LINE);
    TAKEN;
    GOOD(l2);
    read_offered(&in, 4, LINE, 1);
    TAKEN;
    answer_shows(&out, 4, 1, false);
    out.answer_data[0] = (100 & ~0xff00u) | 0x1200;
    GOOD(l2);
}

// Reads of a line are answered in their order.
static void test_reads(void)
{
    JUDGED(l2);
    start_read(&c, &in, &out);
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    read_offered(&in, 2, LINE, 1);
    TAKEN;
    GOOD(l2);
    words_come(&in, 0, 1, false);
    GOOD(l2);
    no_request(&in);
    answer_shows(&out, 2, 1, false);
    BROKEN("answer_number: a read of the line");
}

static void test_errors(void)
{
    JUDGED(l2);
    start_read(&c, &in, &out);
    fetch_shows(&out, 0, LINE, 1);
    GOOD(l2);
    const struct l2_contract was = c;
    no_request(&in);
    no_output(&out);
    answer_shows(&out, 1, 1, false);
    BROKEN("answer_sect, answer_err"); // before the words have come
    c = was;
    no_output(&out);
    words_come(&in, 0, 1, true);
    GOOD(l2);
    no_request(&in);
    answer_shows(&out, 1, 1, false);
    BROKEN("answer_sect, answer_err");
    c = was;
    words_come(&in, 0, 1, true);
    no_output(&out);
    GOOD(l2);
    no_request(&in);
    answer_shows(&out, 1, 1, true);
    GOOD(l2);
}

// ---- responses

static void test_responses(void)
{
    JUDGED(l2);
    no_request(&in);
    no_output(&out);
    WRONG(l2, lost_valid, "lost_valid, lost_line");
    words_come(&in, 0, 1, false);
    BROKEN("resp_number, resp_sect");
    in.resp_op = UL1_MEMOP_FENCE;
    BROKEN("resp_op: neither");
    in.resp_op = UL1_MEMOP_WRITE;
    in.resp_vline = LINE;
    BROKEN("lost_valid, lost_line");
    out.lost_valid = 1;
    BROKEN("lost_valid, lost_line");
    out.lost_line = LINE;
    GOOD(l2);
    start_read(&c, &in, &out);
    const struct l2_contract was = c;
    fetch_shows(&out, 0, LINE, 1);
    words_come(&in, 0, 1, false);
    BROKEN("resp_number, resp_sect"); // in the cycle in which it is taken
    c = was;
    no_request(&in);
    GOOD(l2);
    no_output(&out);
    words_come(&in, 0, 0, false);
    BROKEN("resp_number, resp_sect");
    if (UL1_SECTORS > 1) {
        words_come(&in, 0, 3, false);
        BROKEN("resp_number, resp_sect");
    }
}

// ---- waits

static void test_read_waits(void)
{
    JUDGED(l2);
    start_answer(&c, &in, &out);
    const char *broken = NULL;
    for (unsigned n = 0; n < LONG && !broken; n++)
        broken = l2_contract_check(&c, &in, &out);
    expect("l2", "answer_valid: a read waits", broken);
}

static void test_oldest_waits(void)
{
    JUDGED(l2);
    fence_offered(&in, 1);
    no_output(&out);
    GOOD(l2);
    no_request(&in);
    out.queue_used = 1;
    const char *broken = NULL;
    for (unsigned n = 0; n < LONG && !broken; n++)
        broken = l2_contract_check(&c, &in, &out);
    expect("l2", "queue_used: the oldest request waits", broken);
}

void test_l2(void)
{
    test_request();
    test_stays();
    test_number();
    test_queue();
    test_room();
    test_dirty_lines();
    test_order();
    test_walk();
    test_walk_anew();
    test_fetch();
    test_write_back();
    test_offer_stays();
    test_fence();
    test_answer();
    test_hit();
    test_write_before();
    test_reads();
    test_errors();
    test_responses();
    test_read_waits();
    test_oldest_waits();
}
