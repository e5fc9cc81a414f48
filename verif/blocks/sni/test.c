// Breaks each rule of the contract of sni once: see blocks/expect.h.
#include "blocks/sni/contract.h"
#include "blocks/expect.h"
#include "common/flit.h"

enum { LAST_WORD = UL1_LINE_WORDS - 1, LAST_SECTOR = 1 << (UL1_SECTORS - 1) };

// At rest: everything is empty.
#define REST(out) ((out).mem_ready = (out).rp_ready = 1)

static void no_request(struct ul1_sni_in *in)
{
    in->mem_valid = in->mem_op = in->mem_sect = in->memread_kind = 0;
    in->mem_line = in->mem_vline = 0;
    memset(in->memdata_be, 0, sizeof in->memdata_be);
}

static void offers_read(struct ul1_sni_in *in)
{
    no_request(in);
    in->mem_valid = 1;
    in->mem_op = UL1_MEMOP_READ;
    in->mem_number = 3;
    in->mem_line = 5;
    in->mem_sect = 1;
    in->memread_kind = 2;
}

// A write of the first word and of the last.
static void offers_write(struct ul1_sni_in *in)
{
    no_request(in);
    in->mem_valid = 1;
    in->mem_op = UL1_MEMOP_WRITE;
    in->mem_line = 4;
    in->mem_vline = 6;
    in->memdata_be[0] = 1, in->memdata_be[LAST_WORD] = 8;
    in->memdata_word[0] = 0x5511, in->memdata_word[LAST_WORD] = 0x22000066; // bytes that do not travel, too
}

static void offers_fence(struct ul1_sni_in *in, unsigned number)
{
    no_request(in);
    in->mem_valid = 1;
    in->mem_op = UL1_MEMOP_FENCE;
    in->mem_number = (__typeof__(in->mem_number))number;
}

static void no_flit(struct ul1_sni_out *out)
{
    out->rq_valid = out->rq_head = out->rq_tail = out->rq_dst = out->rq_kind = out->rq_sub = 0;
    out->rq_sect = out->rq_use = 0;
    out->rq_line = out->rq_vline = 0;
    memset(out->rq_be, 0, sizeof out->rq_be);
    memset(out->rq_word, 0, sizeof out->rq_word);
}

static void shows_read(struct ul1_sni_out *out)
{
    no_flit(out);
    out->rq_valid = out->rq_head = out->rq_tail = 1;
    out->rq_dst = (uint8_t)home_dst(5, 0);
    out->rq_kind = UL1_PACKET_READ;
    out->rq_sub = 3;
    out->rq_line = 5;
    out->rq_use = 2;
    out->rq_sect = 1;
}

static void shows_write(struct ul1_sni_out *out, bool second)
{
    no_flit(out);
    out->rq_valid = 1;
    out->rq_head = !second;
    out->rq_tail = second || UL1_SECTORS == 1;
    out->rq_dst = (uint8_t)(second ? 0 : home_dst(4, 0));
    out->rq_kind = second ? 0 : UL1_PACKET_WRITE;
    out->rq_line = second ? 0 : 4;
    out->rq_vline = second ? 0 : 6;
    out->rq_sect = second ? LAST_SECTOR : 1;
    if (!second)
        out->rq_be[0] = 1, out->rq_word[0] = 0x11;
    if (second || UL1_SECTORS == 1)
        out->rq_be[UL1_SECTOR_WORDS - 1] = 8, out->rq_word[UL1_SECTOR_WORDS - 1] = 0x22000000;
}

// A write whose last word has no enabled bytes.
static void shows_short_write(struct ul1_sni_out *out)
{
    shows_write(out, false);
    out->rq_tail = 1;
    out->rq_word[UL1_SECTOR_WORDS - 1] = UL1_SECTORS == 1 ? 0x22000000 : 0;
    out->rq_be[UL1_SECTOR_WORDS - 1] = 0;
}

static void test_requests(void)
{
    JUDGED(sni);
    REST(out);
    in.memdata_be[LAST_WORD] = 1;
    BAD_ONCE(sni, "memdata_be: bytes without");
    in.mem_valid = 1, in.mem_sect = 1;
    BAD_ONCE(sni, "memdata_be: bytes without");
    offers_write(&in);
    in.memdata_be[0] = in.memdata_be[LAST_WORD] = 0;
    BAD_ONCE(sni, "memdata_be: bytes without");
    offers_read(&in);
    in.mem_sect = 0;
    BAD_ONCE(sni, "mem_sect: a read of no");
    in.mem_sect = 1;
    in.memdata_atom = UL1_ATOM_ADD;
    BAD_ONCE(sni, "memdata_atom, memold_valid: not built");
    offers_write(&in);
    in.memdata_atom = UL1_ATOM_LOCK;
    BAD_ONCE(sni, "memdata_atom, memold_valid: not built");
    in.memdata_atom = UL1_ATOM_NONE, in.memdata_wide = 1;
    BAD_ONCE(sni, "memdata_wide, memdata_signed: without");
    in.memdata_wide = 0, in.memdata_signed = 1;
    BAD_ONCE(sni, "memdata_wide, memdata_signed: without");
    in.memdata_signed = 0, in.memold_valid = 1;
    BAD_ONCE(sni, "memdata_atom, memold_valid: not built");
    in.memold_number = 1u << (UL1_TAG_W - 1);
    BAD_ONCE(sni, "memold_number: too long");
    in.memold_valid = in.memold_number = 0;
    offers_read(&in);
    in.mem_op = UL1_MEMOP_FENCE + 1;
    BAD_ONCE(sni, "mem_op: none");
}

// A write waits behind a read, and stays as it is.
static void test_stays(void)
{
    JUDGED(sni);
    REST(out);
    offers_read(&in);
    GOOD(sni);
    offers_write(&in);
    shows_read(&out);
    BAD_ONCE(sni, "mem_ready: not exactly");
    out.mem_ready = 0;
    GOOD(sni);
    static const size_t at[] = { offsetof(struct ul1_sni_in, mem_number),
                                 offsetof(struct ul1_sni_in, mem_line),
                                 offsetof(struct ul1_sni_in, mem_sect),
                                 offsetof(struct ul1_sni_in, mem_vline),
                                 offsetof(struct ul1_sni_in, mem_level),
                                 offsetof(struct ul1_sni_in, memread_kind),
                                 offsetof(struct ul1_sni_in, memread_warp),
                                 offsetof(struct ul1_sni_in, memread_space),
                                 offsetof(struct ul1_sni_in, memdata_be),
                                 offsetof(struct ul1_sni_in, memdata_word) + 4 * LAST_WORD + 3 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_sni_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 2;
        BAD_ONCE(sni, "mem_valid, mem_op");
        in = before;
    }
    in.rq_ready = 1;
    out.mem_ready = 1;
    offers_read(&in);
    BAD_ONCE(sni, "mem_valid, mem_op");
    no_request(&in);
    BAD_ONCE(sni, "mem_valid, mem_op");
}

static void test_flits(void)
{
    JUDGED(sni);
    REST(out);
    WRONG(sni, rq_valid, "rq_valid: not exactly");
    WRONG(sni, mem_ready, "mem_ready: not exactly"); // without a request
    offers_read(&in);
    GOOD(sni);
    no_request(&in);
    in.rq_ready = 1;
    shows_read(&out);
    WRONG(sni, rq_word[0], "rq_head, rq_tail"); // a flit without words
    GOOD(sni);
    no_flit(&out);
    offers_write(&in);
    GOOD(sni);
    no_request(&in);
    for (int second = 0; second < (UL1_SECTORS > 1 ? 2 : 1); second++) {
        out.epoch_count[0] = 1;
        shows_write(&out, second);
        WRONG(sni, rq_valid, "rq_valid: not exactly");
        WRONG(sni, rq_head, "rq_head, rq_tail");
        WRONG(sni, rq_tail, "rq_head, rq_tail");
        WRONG(sni, rq_dst, "rq_head, rq_tail");
        WRONG(sni, rq_kind, "rq_head, rq_tail");
        WRONG(sni, rq_sub, "rq_head, rq_tail");
        WRONG(sni, rq_line, "rq_head, rq_tail");
        WRONG(sni, rq_vline, "rq_head, rq_tail");
        WRONG(sni, rq_use, "rq_head, rq_tail");
        WRONG(sni, rq_atom, "rq_head, rq_tail");
        WRONG(sni, rq_wide, "rq_head, rq_tail");
        WRONG(sni, rq_signed, "rq_head, rq_tail");
        WRONG(sni, rq_err, "rq_head, rq_tail");
        WRONG(sni, rq_sect, "rq_head, rq_tail");
        WRONG(sni, rq_be[0], "rq_head, rq_tail");
        WRONG(sni, rq_word[UL1_SECTOR_WORDS - 1], "rq_head, rq_tail");
        GOOD(sni);
    }
    no_flit(&out);
    GOOD(sni);
}

// Writes until the count is at its greatest: the next one is not taken.
static void test_most(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    for (unsigned n = 0; n < SNI_MOST; n++) {
        out.epoch_count[0] = (__typeof__(out.epoch_count[0]))n;
        offers_write(&in);
        in.memdata_be[LAST_WORD] = 0;
        if (n)
            shows_short_write(&out);
        GOOD(sni);
    }
    out.epoch_count[0] = SNI_MOST;
    BAD_ONCE(sni, "mem_ready: not exactly");
    WRONG(sni, epoch_count[0], "epoch_count: not");
    WRONG(sni, epoch_count[UL1_EPOCHS - 1], "epoch_count: not");
}

static void ack(struct ul1_sni_in *in, unsigned epoch, bool failed)
{
    in->rp_valid = in->rp_head = in->rp_tail = 1;
    in->rp_kind = UL1_PACKET_ACK;
    in->rp_sub = (__typeof__(in->rp_sub))epoch;
    in->rp_err = failed;
    in->rp_vline = failed ? 9 : 0;
}

// A fence behind a write: it is over when the write is answered.
static void test_fences(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    offers_write(&in);
    in.memdata_be[LAST_WORD] = 0;
    GOOD(sni);
    offers_fence(&in, 7);
    out.epoch_count[0] = 1;
    shows_short_write(&out);
    GOOD(sni);
    no_flit(&out);
    no_request(&in);
    out.epoch_youngest = 1;
    WRONG(sni, resp_valid, "resp_valid: not exactly");
    WRONG(sni, epoch_youngest, "epoch_youngest, epoch_oldest: not");
    WRONG(sni, epoch_oldest, "epoch_youngest, epoch_oldest: not");
    ack(&in, 0, true);
    GOOD(sni);
    in.rp_valid = 0;
    out.resp_valid = 1;
    out.resp_op = UL1_MEMOP_WRITE;
    out.resp_err = 1;
    out.resp_vline = 9;
    WRONG(sni, resp_op, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_number, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_vline, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    GOOD(sni);
    out.epoch_count[0] = 0;
    out.resp_op = UL1_MEMOP_FENCE;
    out.resp_err = 0;
    out.resp_vline = 0;
    out.resp_number = 7;
    WRONG(sni, resp_op, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer");
    WRONG(sni, resp_number, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer");
    WRONG(sni, resp_sect, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer");
    WRONG(sni, resp_err, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer");
    WRONG(sni, resp_vline, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer");
    WRONG(sni, resp_valid, "resp_valid: not exactly");
    GOOD(sni);
    out.resp_valid = 0;
    out.epoch_oldest = 1;
    GOOD(sni);
}

// All epochs but one are closed, each with a write: no further fence is taken.
static void test_epochs(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    for (unsigned e = 0; e < UL1_EPOCHS; e++) {
        offers_write(&in);
        in.memdata_be[LAST_WORD] = 0;
        GOOD(sni);
        out.epoch_count[e] = 1;
        offers_fence(&in, e);
        shows_write(&out, false);
        out.rq_sub = (__typeof__(out.rq_sub))e;
        out.rq_tail = 1;
        out.rq_word[UL1_SECTOR_WORDS - 1] = UL1_SECTORS == 1 ? 0x22000000 : 0;
        out.rq_be[UL1_SECTOR_WORDS - 1] = 0;
        if (e == UL1_EPOCHS - 1)
            break;
        GOOD(sni);
        no_flit(&out);
        out.epoch_youngest++;
    }
    BAD_ONCE(sni, "mem_ready: not exactly");
}

static void test_replies(void)
{
    JUDGED(sni);
    REST(out);
    ack(&in, 0, false);
    BAD_ONCE(sni, "rp_sub: the answer of a write");
    in.rp_kind = UL1_PACKET_OLD;
    BAD_ONCE(sni, "rp_sub: the answer of a write");
    in.rp_kind = UL1_PACKET_READ;
    BAD_ONCE(sni, "rp_kind: no reply");
    in.rp_head = 0;
    BAD_ONCE(sni, "rp_head: a head within");
    in.rp_head = 1;
    in.rp_kind = UL1_PACKET_DATA;
    BAD_ONCE(sni, "rp_sect: not one sector");
#if UL1_SECTORS > 1
    in.rp_sect = 3;
    BAD_ONCE(sni, "rp_sect: not one sector");
#endif
    in.rp_err = 1, in.rp_sect = 0;
    BAD_ONCE(sni, "rp_err: more than one flit");
    in.rp_tail = 0, in.rp_sect = 1;
    BAD_ONCE(sni, "rp_err: more than one flit");
    in.rp_err = 0;
    GOOD(sni);
    BAD_ONCE(sni, "rp_head: a head within");
    in.rp_head = 0;
    BAD_ONCE(sni, "rp_sect: not one sector");
}

static void test_ack(void)
{
    JUDGED(sni);
    REST(out);
    offers_write(&in);
    GOOD(sni);
    out.epoch_count[0] = 1;
    shows_write(&out, false);
    no_request(&in);
    ack(&in, 0, false);
    in.rp_tail = 0;
    BAD_ONCE(sni, "rp_tail, rp_sect: an ack");
    in.rp_tail = 1, in.rp_sect = 1;
    BAD_ONCE(sni, "rp_tail, rp_sect: an ack");
    in.rp_sect = 0;
    GOOD(sni);
    in.rp_valid = 0;
    WRONG(sni, resp_valid, "resp_valid: not exactly"); // an ack without an error is no response
    GOOD(sni);
    out.epoch_count[0] = 0;
    GOOD(sni);
    ack(&in, 0, false);
    BAD_ONCE(sni, "rp_sub: the answer of a write");
}

// A packet of two flits brings two sectors of a read. Meanwhile a fence is over, and the response waits.
static void test_data(void)
{
    JUDGED(sni);
    REST(out);
    in.rp_valid = in.rp_head = 1;
    in.rp_tail = UL1_SECTORS == 1;
    in.rp_kind = UL1_PACKET_DATA;
    in.rp_sub = 3;
    in.rp_sect = 1;
    in.rp_word[0] = 0x33;
    GOOD(sni);
    offers_fence(&in, 2);
    if (UL1_SECTORS > 1) {
        in.rp_head = in.rp_kind = in.rp_sub = 0;
        in.rp_tail = 1;
        in.rp_sect = LAST_SECTOR;
        in.rp_word[UL1_SECTOR_WORDS - 1] = 0x44;
        GOOD(sni);
    } else {
        in.rp_valid = 0;
        out.resp_valid = out.resp_sect = 1;
        out.resp_number = 3;
        out.resp_data[0] = 0x33;
        GOOD(sni);
        return;
    }
    no_request(&in);
    in.rp_valid = in.rp_head = 1;
    in.rp_kind = UL1_PACKET_DATA;
    out.epoch_youngest = 1;
    out.resp_valid = 1;
    out.resp_op = UL1_MEMOP_FENCE;
    out.resp_number = 2;
    BAD_ONCE(sni, "rp_ready: not exactly");
    out.rp_ready = 0;
    WRONG(sni, resp_data[0], "resp_data: not"); // the answer of a fence has no words
    GOOD(sni);
    in.rp_sub = 1;
    out.epoch_oldest = 1;
    out.rp_ready = 1;
    out.resp_op = UL1_MEMOP_READ;
    out.resp_number = 3;
    out.resp_sect = 1 | LAST_SECTOR;
    out.resp_data[0] = out.resp_data[UL1_LINE_WORDS - UL1_SECTOR_WORDS] = 0x33;
    out.resp_data[LAST_WORD] = 0x44;
    BAD_ONCE(sni, "rp_valid, rp_head"); // the flit of the next packet was not taken, and has changed
    in.rp_sub = 0;
    in.rp_valid = 0;
    BAD_ONCE(sni, "rp_valid, rp_head");
    c.flit_waits = false;
    WRONG(sni, resp_valid, "resp_valid: not exactly");
    WRONG(sni, resp_op, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_number, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_sect, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_err, "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those");
    WRONG(sni, resp_data[0], "resp_data: not");
    WRONG(sni, resp_data[LAST_WORD], "resp_data: not");
    if (UL1_SECTORS > 2)
        WRONG(sni, resp_data[UL1_SECTOR_WORDS], "resp_data: not"); // not brought, so zero
    GOOD(sni);
    out.resp_valid = 0;
    GOOD(sni);
}

#if UL1_INVS
// A command's fence: an inv to each node, and it is over when all are answered. Meanwhile a request waits.
static void test_invs(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    offers_fence(&in, UL1_CMD_ID);
    GOOD(sni);
    out.epoch_youngest = 1;
    out.epoch_count[0] = UL1_INVS;
    for (unsigned n = 0; n < UL1_INVS; n++) {
        no_request(&in);
        no_flit(&out);
        out.rq_valid = out.rq_head = out.rq_tail = 1;
        out.rq_kind = UL1_PACKET_INV;
        out.rq_dst = (uint8_t)n;
        WRONG(sni, rq_valid, "rq_valid: not exactly");
        WRONG(sni, rq_dst, "rq_head, rq_tail");
        WRONG(sni, rq_kind, "rq_head, rq_tail");
        WRONG(sni, rq_sub, "rq_head, rq_tail");
        WRONG(sni, rq_sect, "rq_head, rq_tail");
        WRONG(sni, rq_line, "rq_head, rq_tail");
        if (n < UL1_INVS - 1) {
            offers_read(&in);
            BAD_ONCE(sni, "mem_ready: not exactly");
            no_request(&in);
        }
        GOOD(sni);
    }
    no_flit(&out);
    for (unsigned n = UL1_INVS; n > 0; n--) {
        WRONG(sni, epoch_count[0], "epoch_count: not");
        WRONG(sni, resp_valid, "resp_valid: not exactly");
        ack(&in, 0, false);
        GOOD(sni);
        in.rp_valid = 0;
        GOOD(sni);
        out.epoch_count[0]--;
    }
    out.resp_valid = 1;
    out.resp_op = UL1_MEMOP_FENCE;
    out.resp_number = UL1_CMD_ID;
    GOOD(sni);
    out.resp_valid = 0;
    out.epoch_oldest = 1;
    ack(&in, 0, false);
    BAD_ONCE(sni, "rp_sub: the answer of a write or an inv");
}

// The count has room for one inv less than there are nodes.
static void test_invs_full(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    for (unsigned n = 0; n < SNI_MOST - UL1_INVS + 1; n++) {
        out.epoch_count[0] = (__typeof__(out.epoch_count[0]))n;
        offers_write(&in);
        in.memdata_be[LAST_WORD] = 0;
        no_flit(&out);
        if (n)
            shows_short_write(&out);
        GOOD(sni);
    }
    out.epoch_count[0]++;
    shows_short_write(&out);
    offers_fence(&in, UL1_CMD_ID);
    BAD_ONCE(sni, "mem_ready: not exactly");
    out.mem_ready = 0;
    GOOD(sni);
}
#endif

#if UL1_INVS > 1
// An inv leaves in the first half of a cycle. The next one follows behind the second half, before any
// request.
static void test_invs_half(void)
{
    JUDGED(sni);
    REST(out);
    in.rq_ready = 1;
    offers_fence(&in, UL1_CMD_ID);
    GOOD(sni);
    no_request(&in);
    out.epoch_youngest = 1;
    out.epoch_count[0] = UL1_INVS;
    for (unsigned n = 0; n < UL1_INVS; n++) {
        in.half = 1;
        no_flit(&out);
        out.rq_valid = out.rq_head = out.rq_tail = 1;
        out.rq_kind = UL1_PACKET_INV;
        out.rq_dst = (uint8_t)n;
        GOOD(sni);
        in.half = 0;
        BAD_ONCE(sni, "rq_valid: not exactly");
        no_flit(&out);
        if (n < UL1_INVS - 1) {
            offers_read(&in);
            BAD_ONCE(sni, "mem_ready: not exactly");
            no_request(&in);
        }
        GOOD(sni);
    }
}
#endif

// In the first half of a cycle a packet comes. It is delivered in the second half, and no other flit comes
// before.
static void test_half(void)
{
    JUDGED(sni);
    REST(out);
    in.half = 1;
    in.rp_valid = in.rp_head = in.rp_tail = 1;
    in.rp_kind = UL1_PACKET_DATA;
    in.rp_sub = 3;
    in.rp_sect = 1;
    GOOD(sni);
    in.rp_valid = 0;
    out.resp_valid = 1;
    out.resp_op = UL1_MEMOP_READ;
    out.resp_number = 3;
    out.resp_sect = 1;
    BAD_ONCE(sni, "rp_ready: not exactly");
    out.rp_ready = 0;
    GOOD(sni);
    in.half = 0;
    BAD_ONCE(sni, "rp_ready: not exactly");
    out.rp_ready = 1;
    WRONG(sni, resp_valid, "resp_valid: not exactly");
    GOOD(sni);
}

void test_sni(void)
{
    test_half();
    test_requests();
    test_stays();
    test_flits();
    test_most();
    test_fences();
    test_epochs();
    test_replies();
    test_ack();
    test_data();
#if UL1_INVS
    test_invs();
    test_invs_full();
#if UL1_INVS > 1
    test_invs_half();
#endif
#endif
}
