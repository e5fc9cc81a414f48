// Breaks each rule of the contract of mc once: see blocks/expect.h.
#include "blocks/mc/contract.h"
#include "blocks/expect.h"

#include <string.h>

enum {
    LAST = UL1_MC_PORTS - 1,
    ROW = UL1_MC_ROW_LINES * UL1_MC_BANKS
        << UL1_MC_LOW, // lines of neighbouring rows of a bank are so far apart
};

// The cycle breaks the rule; the contract's state stays.
#define BROKEN(rule)                        \
    do {                                    \
        const struct mc_contract stays = c; \
        BAD(mc, rule);                      \
        c = stays;                          \
    } while (0)

// ---- cycles

static void nothing(struct mc_contract *c, struct ul1_mc_in *in, struct ul1_mc_out *out)
{
    memset(in, 0, sizeof *in);
    memset(out, 0, sizeof *out);
    out->queue_used = (uint8_t)c->count;
    for (unsigned b = 0; b < UL1_MC_BANKS; b++) {
        out->bank_open[b] = c->bank[b].opened;
        out->bank_row[b] = c->bank[b].row;
        out->bank_passed[b] = (uint8_t)c->bank[b].passed;
    }
}

static void offer(struct ul1_mc_in *in, unsigned port, unsigned op, uint64_t line, unsigned sect)
{
    in->req_valid[port] = 1;
    in->req_op[port] = (uint8_t)op;
    in->req_number[port] = 1;
    in->req_line[port] = in->req_vline[port] = line;
    in->req_sect[port] = (uint8_t)(op == UL1_MEMOP_READ ? sect : 0);
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++) {
        const bool writes = op == UL1_MEMOP_WRITE && sect >> k / UL1_SECTOR_WORDS & 1;
        in->reqdata_be[port * UL1_LINE_WORDS + k] = writes ? 3 : 0;
        in->reqdata_word[port * UL1_LINE_WORDS + k] = 0x10000 + k;
    }
}

#define NOTHING nothing(&c, &in, &out)
#define TAKE(port, op, line, sect)        \
    do {                                  \
        NOTHING;                          \
        offer(&in, port, op, line, sect); \
        out.req_ready[port] = 1;          \
        GOOD(mc);                         \
        NOTHING;                          \
    } while (0)
#define PASS_CYCLES(n)                   \
    for (int k = 0; k < (int)(n); k++) { \
        NOTHING;                         \
        GOOD(mc);                        \
        NOTHING;                         \
    }

static void row(struct ul1_mc_out *out, unsigned entry, bool opens)
{
    out->row_valid = 1;
    out->row_opens = opens;
    out->row_entry = (uint8_t)entry;
}

static void column(struct ul1_mc_out *out, unsigned entry, unsigned sect)
{
    out->col_valid = 1;
    out->col_entry = (uint8_t)entry;
    out->col_sect = (uint8_t)sect;
}

// ---- requests

static void test_requests(void)
{
    JUDGED(mc);
    NOTHING;
    in.reqdata_be[UL1_MC_PORTS * UL1_LINE_WORDS - 1] = 1;
    BROKEN("reqdata_be: bytes without");
    NOTHING;
    offer(&in, LAST, UL1_MEMOP_WRITE, 5, 0);
    BROKEN("reqdata_be: bytes without");
    NOTHING;
    offer(&in, LAST, UL1_MEMOP_READ, 5, 0);
    BROKEN("req_sect: a read of no");
    offer(&in, LAST, UL1_MEMOP_FENCE, 5, 0);
    BROKEN("req_op: neither");
}

static void test_stays(void)
{
    JUDGED(mc);
    // the entries are filled without the commands that requests would have: only requests are judged here
    c.count = UL1_MC_QUEUE;
    NOTHING;
    offer(&in, LAST, UL1_MEMOP_WRITE, 5, 1);
    GOOD(mc);
    static const size_t at[] = { offsetof(struct ul1_mc_in, req_valid) + LAST,
                                 offsetof(struct ul1_mc_in, req_number) + LAST,
                                 offsetof(struct ul1_mc_in, req_line) + LAST * sizeof in.req_line[0],
                                 offsetof(struct ul1_mc_in, req_sect) + LAST,
                                 offsetof(struct ul1_mc_in, req_vline) + LAST * sizeof in.req_vline[0],
                                 offsetof(struct ul1_mc_in, reqdata_be) + LAST * UL1_LINE_WORDS,
                                 offsetof(struct ul1_mc_in, reqdata_word) + LAST * UL1_LINE_WORDS * 4 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct mc_contract was = c;
        const struct ul1_mc_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BROKEN(i ? "req_valid, req_op, req_number" : "reqdata_be: bytes without");
        in = before;
        c = was;
    }
    NOTHING;
    offer(&in, LAST, UL1_MEMOP_READ, 5, 1);
    BROKEN("req_valid, req_op, req_number");
}

static void test_ready(void)
{
    JUDGED(mc);
    const struct mc_contract empty = c;
    NOTHING;
    WRONG(mc, queue_used, "queue_used: not the number");
    WRONG(mc, req_ready[LAST], "req_ready: without");
    offer(&in, 0, UL1_MEMOP_READ, 0, 1);
    BROKEN("req_ready: not the next");
    c.count = UL1_MC_QUEUE; // as in test_stays
    NOTHING;
    offer(&in, 0, UL1_MEMOP_READ, 0, 1);
    out.req_ready[0] = 1;
    BROKEN("req_ready: no entry is free");
    c = empty;
    if (UL1_MC_PORTS == 1)
        return;
    c.count = UL1_MC_QUEUE - 1; // all of slice 0: the last entry is kept
    NOTHING;
    offer(&in, 0, UL1_MEMOP_READ, 0, 1);
    out.req_ready[0] = 1;
    BROKEN("req_ready: no entry is free");
    c = empty;
    NOTHING;
    offer(&in, 0, UL1_MEMOP_READ, 0, 1);
    offer(&in, LAST, UL1_MEMOP_READ, 0, 1);
    out.req_ready[0] = 1; // slice 0 counts as the last
    BROKEN("req_ready: not the next");
    NOTHING;
    offer(&in, 0, UL1_MEMOP_READ, 0, 1);
    offer(&in, LAST, UL1_MEMOP_READ, 0, 1);
    out.req_ready[LAST] = 1;
    GOOD(mc);
}

// ---- commands

static void test_activation(void)
{
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, 0, 1);
    BROKEN("row_valid: no command");
    row(&out, 0, false);
    BROKEN("row_opens: an open bank");
    row(&out, 1, true);
    BROKEN("row_entry, row_bank");
    row(&out, 0, true);
    WRONG(mc, row_bank, "row_entry, row_bank");
    column(&out, 0, 1);
    BROKEN("col_entry: its row is not open");
    out.col_valid = 0;
    GOOD(mc);
    NOTHING;
    WRONG(mc, bank_open[0], "bank_open, bank_row");
    WRONG(mc, bank_row[0], "bank_open, bank_row");
    WRONG(mc, bank_passed[UL1_MC_BANKS - 1], "bank_open, bank_row");
    row(&out, 0, true);
    BROKEN("row_entry, row_bank"); // its row is open
}

// The request of a row's first line is at column access in the last cycle.
static void test_column(void)
{
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, 0, UL1_SECTORS > 1 ? 3 : 1);
    row(&out, 0, true);
    GOOD(mc);
    PASS_CYCLES(UL1_MC_RCD - 2);
    if (UL1_MC_RCD > 1) {
        column(&out, 0, 1);
        BROKEN("col_valid: earlier than RCD");
        NOTHING;
        GOOD(mc);
        NOTHING;
    }
    BROKEN("col_valid: no column access");
    column(&out, 0, 2);
    BROKEN("col_entry, col_bank, col_sect");
    column(&out, 1, 1);
    BROKEN("col_entry, col_bank, col_sect");
    column(&out, 0, 1);
    WRONG(mc, col_bank, "col_entry, col_bank, col_sect");
    GOOD(mc);
}

// A younger request for this line, of the same row, does not go before the first one.
static void goes_after(uint64_t line, const char *rule)
{
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, 0, 1);
    row(&out, 0, true);
    offer(&in, 0, UL1_MEMOP_READ, line, 1);
    out.req_ready[0] = 1;
    GOOD(mc);
    PASS_CYCLES(UL1_MC_RCD - 1);
    column(&out, 1, 1);
    BROKEN(rule);
}

static void test_oldest(void)
{
    goes_after(0, "col_entry: before an older");
    if (UL1_MC_ROW_LINES > 1)
        goes_after(1 << UL1_MC_LOW, "col_entry: not the oldest");
}

// A read of the row, and then of another row of its bank.
static void two_rows(struct mc_contract *kept, unsigned op)
{
    JUDGED(mc);
    TAKE(0, op, 0, 1);
    row(&out, 0, true);
    offer(&in, 0, UL1_MEMOP_READ, ROW, 1);
    out.req_ready[0] = 1;
    GOOD(mc);
    PASS_CYCLES(UL1_MC_RCD - 1);
    column(&out, 0, 1);
    GOOD(mc);
    *kept = c;
}

// Cycles without commands; what reaches the cells is right.
static void idle(struct mc_contract *c, unsigned cycles)
{
    struct ul1_mc_in in;
    struct ul1_mc_out out;
    for (unsigned n = 0; n < cycles; n++) {
        nothing(c, &in, &out);
        if (c->ways && c->cycle - c->way[0].at == UL1_MC_CL) {
            const struct mc_held *h = &c->held[0];
            out.cell_valid = 1;
            out.cell_write = h->is.op == UL1_MEMOP_WRITE;
            out.cell_line = h->is.line;
            out.cell_sect = c->way[0].sect;
            for (unsigned k = 0; k < UL1_SECTOR_WORDS && out.cell_write; k++) {
                out.cell_be[k] = h->is.be[k];
                out.cell_word[k] = h->is.word[k];
            }
        }
        if (c->returns && c->back.is.op == UL1_MEMOP_READ) {
            out.answer_valid[c->back.port] = 1;
            out.answer_number = (__typeof__(out.answer_number))c->back.is.number;
            out.answer_sect = c->sect;
            out.answer_vline = c->back.is.vline;
        }
        expect("mc", NULL, mc_contract_check(c, &in, &out));
    }
}

static void test_precharge(void)
{
    JUDGED(mc);
    two_rows(&c, UL1_MEMOP_READ);
    if (UL1_MC_RAS > UL1_MC_RCD + 1) {
        NOTHING;
        row(&out, 1, false);
        BROKEN("row_valid: a precharge earlier than RAS");
        two_rows(&c, UL1_MEMOP_READ);
        idle(&c, UL1_MC_RAS - UL1_MC_RCD - 1);
    }
    NOTHING;
    if (UL1_MC_RAS - UL1_MC_RCD == UL1_MC_CL || UL1_MC_RAS - UL1_MC_RCD == UL1_MC_CL + 1)
        return; // the cells are busy in that cycle
    row(&out, 1, false);
    GOOD(mc);
    NOTHING;
    row(&out, 1, true);
    if (UL1_MC_RP > 1)
        BROKEN("row_valid: an activation earlier");
}

static void test_written(void)
{
    JUDGED(mc);
    two_rows(&c, UL1_MEMOP_WRITE);
    idle(&c, UL1_MC_CL + UL1_MC_WR - 2);
    NOTHING;
    row(&out, 1, false);
    BROKEN(UL1_MC_RAS - UL1_MC_RCD > UL1_MC_CL + UL1_MC_WR - 1 ? "row_valid: a precharge earlier than RAS"
                                                               : "row_valid: a precharge earlier than CL");
}

// Of two banks, the one of the older request goes first.
static void test_row_oldest(void)
{
    if (UL1_MC_BANKS < 2)
        return;
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, 0, 1);
    row(&out, 0, true);
    offer(&in, 0, UL1_MEMOP_READ, UL1_MC_ROW_LINES << UL1_MC_LOW, 1);
    out.req_ready[0] = 1;
    GOOD(mc);
    c.bank[0].opened = false; // as if both banks were closed
    c.bank[0].activated = 0;
    NOTHING;
    row(&out, 1, true);
    out.row_bank = 1;
    BROKEN("row_entry: not the oldest");
}

// The oldest request of a bank was passed as often as it may be.
static void test_cap(void)
{
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, ROW, 1);
    c.bank[0].opened = true; // row 0 is open, for a while
    c.bank[0].passed = UL1_MC_CAP - 1;
    c.bank[0].activated = c.cycle + 1;
    NOTHING;
    offer(&in, 0, UL1_MEMOP_READ, 0, UL1_SECTORS > 1 ? 3 : 1);
    out.req_ready[0] = 1;
    GOOD(mc);
    PASS_CYCLES(UL1_MC_RCD - 1);
    column(&out, 1, 1);
    GOOD(mc);
    NOTHING;
    WRONG(mc, bank_passed[0], "bank_open, bank_row");
    if (UL1_SECTORS == 1)
        return;
    column(&out, 1, 2);
    BROKEN("col_entry: it passes a request");
}

// ---- cells

static void test_cells(void)
{
    JUDGED(mc);
    two_rows(&c, UL1_MEMOP_WRITE);
    NOTHING;
    WRONG(mc, cell_be[UL1_SECTOR_WORDS - 1], "cell_be: not the bytes");
    WRONG(mc, cell_valid, UL1_MC_CL == 1 ? "cell_write, cell_line" : "cell_valid: not exactly");
    idle(&c, UL1_MC_CL - 1);
    NOTHING;
    BROKEN("cell_valid: not exactly");
    out.cell_valid = out.cell_write = 1;
    out.cell_sect = 1;
    for (unsigned k = 0; k < UL1_SECTOR_WORDS; k++) {
        out.cell_be[k] = 3;
        out.cell_word[k] = 0xffff0000 + k; // the upper bytes are not enabled
    }
    WRONG(mc, cell_write, "cell_write, cell_line");
    WRONG(mc, cell_line, "cell_write, cell_line");
    WRONG(mc, cell_sect, "cell_write, cell_line");
    WRONG(mc, cell_be[0], "cell_be: not the bytes");
    WRONG(mc, cell_word[0], "cell_word: not the words");
    GOOD(mc);
    NOTHING;
    WRONG(mc, answer_valid[0], "answer_valid: not for");
    in.back_err = 1;
    BROKEN("answer_valid: not for");
    out.answer_valid[0] = out.answer_number = out.answer_sect = out.answer_err = 1;
    out.answer_op = UL1_MEMOP_WRITE;
    GOOD(mc);
}

static void test_answer(void)
{
    JUDGED(mc);
    two_rows(&c, UL1_MEMOP_READ);
    idle(&c, UL1_MC_CL);
    NOTHING;
    BROKEN("answer_valid: not for");
    out.answer_valid[0] = out.answer_number = out.answer_sect = 1;
    in.back_word[0] = 7;
    for (unsigned k = 0; k < UL1_LINE_WORDS; k += UL1_SECTOR_WORDS)
        out.answer_data[k] = 7;
    WRONG(mc, answer_op, "answer_op, answer_number");
    WRONG(mc, answer_number, "answer_op, answer_number");
    WRONG(mc, answer_sect, "answer_op, answer_number");
    WRONG(mc, answer_err, "answer_op, answer_number");
    WRONG(mc, answer_vline, "answer_op, answer_number");
    WRONG(mc, answer_data[0], "answer_data: not the words");
    if (UL1_MC_PORTS > 1)
        WRONG(mc, answer_valid[1 % UL1_MC_PORTS], "answer_valid: not for");
    GOOD(mc);
}

static void test_bound(void)
{
    JUDGED(mc);
    TAKE(0, UL1_MEMOP_READ, 0, 1);
    c.held[0].left = 0; // it wants nothing more, and never leaves
    c.cycle += 1000000;
    NOTHING;
    BROKEN("cell_valid: a request waits");
}

void test_mc(void)
{
    test_requests();
    test_stays();
    test_ready();
    test_activation();
    test_column();
    test_oldest();
    test_precharge();
    test_written();
    test_row_oldest();
    test_cap();
    test_cells();
    test_answer();
    test_bound();
}
