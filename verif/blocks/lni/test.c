// Breaks each rule of the contract of lni once: see blocks/expect.h.
#include "blocks/lni/contract.h"
#include "blocks/expect.h"

enum { LAST_WORD = UL1_LINE_WORDS - 1, LAST_SECTOR = 1 << (UL1_SECTORS - 1), PORT = (1 << UL1_NET_W) - 1 };

// At rest: everything is empty.
#define REST(out) ((out).rq_ready = (out).resp_ready = 1)

static void offers_read(struct ul1_lni_in *in)
{
    in->rq_valid = in->rq_head = in->rq_tail = 1;
    in->rq_kind = UL1_PACKET_READ;
    in->rq_sub = 3;
    in->rq_line = 5;
    in->rq_use = 2;
    in->rq_sect = LAST_SECTOR;
    in->from_input = PORT;
}

// A write of the last sector, the second of two flits if the line has several.
static void offers_write(struct ul1_lni_in *in, bool second)
{
    memset(in->rq_be, 0, sizeof in->rq_be);
    memset(in->rq_word, 0, sizeof in->rq_word);
    in->rq_valid = 1;
    in->rq_head = !second;
    in->rq_tail = second || UL1_SECTORS == 1;
    in->rq_kind = second ? 0 : UL1_PACKET_WRITE;
    in->rq_sub = second ? 0 : 1;
    in->rq_line = second ? 0 : 4;
    in->rq_vline = second ? 0 : 6;
    in->rq_use = 0;
    in->rq_sect = second ? LAST_SECTOR : 1;
    in->from_input = second ? 0 : PORT;
    in->rq_be[0] = 1;
    in->rq_word[0] = second ? 0x22 : 0x11;
}

static void shows_read(struct ul1_lni_out *out)
{
    out->mem_valid = 1;
    out->mem_op = UL1_MEMOP_READ;
    out->mem_number = PORT << UL1_TAG_W | 3;
    out->mem_line = 5;
    out->mem_sect = LAST_SECTOR;
    out->memread_kind = 2;
}

static void shows_write(struct ul1_lni_out *out)
{
    out->mem_valid = 1;
    out->mem_op = UL1_MEMOP_WRITE;
    out->mem_number = PORT << UL1_TAG_W | 1;
    out->mem_line = 4;
    out->mem_vline = 6;
    out->memdata_carries = (__typeof__(out->memdata_carries))words_of(1 | LAST_SECTOR);
    out->memdata_be[0] = 1;
    out->memdata_word[0] = 0x11;
    if (UL1_SECTORS > 1) {
        out->memdata_be[UL1_LINE_WORDS - UL1_SECTOR_WORDS] = 1;
        out->memdata_word[UL1_LINE_WORDS - UL1_SECTOR_WORDS] = 0x22;
    }
}

static void test_flits(void)
{
    JUDGED(lni);
    REST(out);
    offers_write(&in, true);
    BAD_ONCE(lni, "rq_head: a head within");
    offers_read(&in);
    in.rq_kind = UL1_PACKET_DATA;
    BAD_ONCE(lni, "rq_kind: no request");
    in.rq_kind = UL1_PACKET_READ, in.rq_sect = 0;
    BAD_ONCE(lni, "rq_tail, rq_sect: a read");
    in.rq_sect = 1, in.rq_tail = 0;
    BAD_ONCE(lni, "rq_tail, rq_sect: a read");
    in.rq_tail = 1, in.rq_atom = UL1_ATOM_ADD;
    BAD_ONCE(lni, "rq_atom, rq_kind: not built");
    offers_write(&in, false);
    in.rq_atom = UL1_ATOM_LOCK;
    BAD_ONCE(lni, "rq_atom, rq_kind: not built");
    in.rq_atom = UL1_ATOM_NONE, in.rq_kind = UL1_PACKET_ATOM;
    BAD_ONCE(lni, "rq_atom, rq_kind: not built");
    in.rq_kind = UL1_PACKET_WRITE, in.rq_wide = 1;
    BAD_ONCE(lni, "rq_wide, rq_signed: without");
    in.rq_wide = 0, in.rq_signed = 1;
    BAD_ONCE(lni, "rq_wide, rq_signed: without");
    in.rq_signed = 0, in.rq_sect = 0;
    BAD_ONCE(lni, "rq_sect: not one");
#if UL1_SECTORS > 1
    in.rq_sect = 3;
    BAD_ONCE(lni, "rq_sect: not one");
    in.rq_sect = 1;
    GOOD(lni);
    BAD_ONCE(lni, "rq_head: a head within");
    in.rq_head = 0, in.rq_sect = 0;
    BAD_ONCE(lni, "rq_sect: not one");
#endif
}

// A flit waits behind a read that the slice does not take, and stays as it is.
static void test_stays(void)
{
    JUDGED(lni);
    REST(out);
    offers_read(&in);
    GOOD(lni);
    offers_write(&in, false);
    shows_read(&out);
    BAD_ONCE(lni, "rq_ready: not exactly");
    out.rq_ready = 0;
    GOOD(lni);
    static const size_t at[] = {
        offsetof(struct ul1_lni_in, rq_valid), offsetof(struct ul1_lni_in, from_input),
        offsetof(struct ul1_lni_in, rq_head),  offsetof(struct ul1_lni_in, rq_tail),
        offsetof(struct ul1_lni_in, rq_kind),  offsetof(struct ul1_lni_in, rq_sub),
        offsetof(struct ul1_lni_in, rq_line),  offsetof(struct ul1_lni_in, rq_vline),
        offsetof(struct ul1_lni_in, rq_use),   offsetof(struct ul1_lni_in, rq_atom),
        offsetof(struct ul1_lni_in, rq_wide),  offsetof(struct ul1_lni_in, rq_signed),
        offsetof(struct ul1_lni_in, rq_err),   offsetof(struct ul1_lni_in, rq_sect),
        offsetof(struct ul1_lni_in, rq_be),    offsetof(struct ul1_lni_in, rq_word) + 3
    };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_lni_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD_ONCE(lni, "rq_valid, from_input");
        in = before;
    }
}

static void test_requests(void)
{
    JUDGED(lni);
    REST(out);
    WRONG(lni, mem_valid, "mem_valid: not exactly");
    WRONG(lni, memdata_carries, "memdata_carries: not");
    WRONG(lni, memdata_be[LAST_WORD], "memdata_be, memdata_atom");
    WRONG(lni, memdata_atom, "memdata_be, memdata_atom");
    WRONG(lni, memdata_wide, "memdata_be, memdata_atom");
    WRONG(lni, memdata_signed, "memdata_be, memdata_atom");
    WRONG(lni, memold_valid, "memdata_be, memdata_atom");
    offers_write(&in, false);
    GOOD(lni);
    if (UL1_SECTORS > 1) {
        offers_write(&in, true);
        WRONG(lni, mem_valid, "mem_valid: not exactly");
        GOOD(lni);
    }
    in.rq_valid = 0;
    out.rq_ready = 0;
    for (int cycle = 0; cycle < 2; cycle++) {
        shows_write(&out);
        WRONG(lni, mem_valid, "mem_valid: not exactly");
        WRONG(lni, mem_op, "mem_op, mem_number");
        WRONG(lni, mem_number, "mem_op, mem_number");
        WRONG(lni, mem_line, "mem_op, mem_number");
        WRONG(lni, mem_sect, "mem_op, mem_number");
        WRONG(lni, mem_vline, "mem_op, mem_number");
        WRONG(lni, memread_kind, "mem_op, mem_number");
        WRONG(lni, memdata_be[LAST_WORD], "mem_op, mem_number");
        WRONG(lni, memdata_word[0], "mem_op, mem_number");
        WRONG(lni, memdata_word[LAST_WORD], "mem_op, mem_number");
        WRONG(lni, memdata_atom, "mem_op, mem_number");
        WRONG(lni, memdata_wide, "mem_op, mem_number");
        WRONG(lni, memdata_signed, "mem_op, mem_number");
        WRONG(lni, memdata_carries, "memdata_carries: not");
        WRONG(lni, mem_level, "mem_level, memread_warp");
        WRONG(lni, memread_warp, "mem_level, memread_warp");
        WRONG(lni, memread_space, "mem_level, memread_warp");
        out.memold_number = 1;
        WRONG(lni, memold_valid, "mem_level, memread_warp");
        out.memold_number = out.mem_number;
        WRONG(lni, memold_valid, "mem_op, mem_number");
        in.mem_ready = cycle == 1;
        out.rq_ready = cycle == 1;
        GOOD(lni);
    }
    BAD_ONCE(lni, "mem_valid: not exactly"); // the slice has taken it
}

static void test_responses(void)
{
    JUDGED(lni);
    REST(out);
    in.resp_valid = 1;
    in.resp_op = UL1_MEMOP_FENCE;
    BAD_ONCE(lni, "resp_op: no kind");
    in.resp_op = UL1_MEMOP_ATOM + 1;
    BAD_ONCE(lni, "resp_op: no kind");
    in.resp_op = UL1_MEMOP_READ;
    BAD_ONCE(lni, "resp_sect: words of no");
    WRONG(lni, rp_valid, "resp_sect: words of no");
    in.resp_sect = 1 | LAST_SECTOR;
    in.resp_number = PORT << UL1_TAG_W | 3;
    in.resp_data[0] = 0x11, in.resp_data[LAST_WORD] = 0x22;
    WRONG(lni, resp_ready, "resp_ready: not exactly");
    WRONG(lni, rp_valid, "rp_valid: not exactly");
    GOOD(lni);
    // the next one waits
    in.resp_op = UL1_MEMOP_WRITE;
    in.resp_err = 1;
    in.resp_vline = 9;
    out.resp_ready = 0;
    out.rp_valid = out.rp_head = 1;
    out.rp_tail = UL1_SECTORS == 1;
    out.rp_dst = PORT;
    out.rp_kind = UL1_PACKET_DATA;
    out.rp_sub = 3;
    out.rp_sect = 1;
    out.rp_word[0] = 0x11;
    out.rp_word[UL1_SECTOR_WORDS - 1] = UL1_SECTORS == 1 ? 0x22 : 0;
    WRONG(lni, resp_ready, "resp_ready: not exactly");
    WRONG(lni, rp_valid, "rp_valid: not exactly");
    WRONG(lni, rp_head, "rp_head, rp_tail");
    WRONG(lni, rp_tail, "rp_head, rp_tail");
    WRONG(lni, rp_dst, "rp_head, rp_tail");
    WRONG(lni, rp_kind, "rp_head, rp_tail");
    WRONG(lni, rp_sub, "rp_head, rp_tail");
    WRONG(lni, rp_line, "rp_head, rp_tail");
    WRONG(lni, rp_vline, "rp_head, rp_tail");
    WRONG(lni, rp_use, "rp_head, rp_tail");
    WRONG(lni, rp_atom, "rp_head, rp_tail");
    WRONG(lni, rp_wide, "rp_head, rp_tail");
    WRONG(lni, rp_signed, "rp_head, rp_tail");
    WRONG(lni, rp_err, "rp_head, rp_tail");
    WRONG(lni, rp_sect, "rp_head, rp_tail");
    WRONG(lni, rp_be[0], "rp_head, rp_tail");
    WRONG(lni, rp_word[0], "rp_head, rp_tail");
    GOOD(lni);
    static const size_t at[] = { offsetof(struct ul1_lni_in, resp_valid),
                                 offsetof(struct ul1_lni_in, resp_op),
                                 offsetof(struct ul1_lni_in, resp_number),
                                 offsetof(struct ul1_lni_in, resp_sect),
                                 offsetof(struct ul1_lni_in, resp_err),
                                 offsetof(struct ul1_lni_in, resp_vline),
                                 offsetof(struct ul1_lni_in, resp_data) + 4 * LAST_WORD };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_lni_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD_ONCE(lni, "resp_valid, resp_op");
        in = before;
    }
    in.rp_ready = 1;
    out.resp_ready = UL1_SECTORS == 1;
    GOOD(lni);
    if (UL1_SECTORS > 1) {
        out.rp_head = out.rp_dst = out.rp_kind = out.rp_sub = 0;
        out.rp_tail = 1;
        out.rp_sect = LAST_SECTOR;
        out.rp_word[0] = UL1_SECTOR_WORDS == 1 ? 0x22 : 0;
        out.rp_word[UL1_SECTOR_WORDS - 1] = 0x22;
        out.resp_ready = 1;
        WRONG(lni, rp_sect, "rp_head, rp_tail");
        GOOD(lni);
    }
    in.resp_valid = 0;
    out.rp_head = out.rp_tail = 1;
    memset(out.rp_word, 0, sizeof out.rp_word);
    out.rp_dst = PORT;
    out.rp_kind = UL1_PACKET_ACK;
    out.rp_sub = 3;
    out.rp_sect = 0;
    out.rp_err = 1;
    out.rp_vline = 9;
    WRONG(lni, rp_vline, "rp_head, rp_tail");
    GOOD(lni);
    BAD_ONCE(lni, "rp_valid: not exactly");
}

void test_lni(void)
{
    test_flits();
    test_stays();
    test_requests();
    test_responses();
}
