// Breaks each rule of the ledger of net once: see blocks/expect.h.
#include <string.h>

#include "blocks/net/view.h"
#include "blocks/expect.h"
#include "common/flit.h"

#ifdef UL1_HAS_NET // with these sizes

#define net_contract       packets
#define net_contract_check net_packets_check

enum { SM = UL1_XIN - 1, WAY = 4, LAST_WORD = UL1_LINE_WORDS - 1, SUB = 1 << UL1_TAG_W };

// Two lines with one home, and that slice.
enum { LINE = UL1_SLICES - 1, OTHER = LINE + UL1_SLICES * UL1_HOME_ODD };

// ---- requests of the last SM

static void no_request(struct ul1_net_in *in)
{
    memset(&in->sni[SM], 0, sizeof in->sni[SM]);
}

static void offers(struct ul1_net_in *in, unsigned op, unsigned number, unsigned line)
{
    struct ul1_sni_in *sni = &in->sni[SM];
    no_request(in);
    sni->mem_valid = 1;
    sni->mem_op = (uint8_t)op;
    sni->mem_number = (__typeof__(sni->mem_number))number;
    sni->mem_line = line;
    if (op == UL1_MEMOP_READ) {
        sni->mem_sect = 1;
        sni->memread_kind = 2;
    } else if (op == UL1_MEMOP_WRITE) {
        sni->mem_vline = 9;
        sni->memdata_be[LAST_WORD] = 2;
        sni->memdata_word[LAST_WORD] = 0x1234;
    }
}

// It stands at the slice.
static void arrives(struct ul1_net_out *out, unsigned op, unsigned number, unsigned line)
{
    struct ul1_lni_out *lni = &out->lni[home_slice(line)];
    memset(lni, 0, sizeof *lni);
    lni->mem_valid = 1;
    lni->mem_op = (uint8_t)op;
    lni->mem_number = (__typeof__(lni->mem_number))(SM * SUB + number);
    lni->mem_line = line;
    if (op == UL1_MEMOP_READ) {
        lni->mem_sect = 1;
        lni->memread_kind = 2;
    } else {
        lni->mem_vline = 9;
        lni->memdata_be[LAST_WORD] = 2;
        lni->memdata_word[LAST_WORD] = 0x1200; // the other byte does not travel
    }
}

// The slice answers the only request that it has.
static void answers(struct packets *l, struct ul1_net_in *in, unsigned op, unsigned line, bool err)
{
    const unsigned j = home_slice(line);
    struct ul1_lni_in *lni = &in->lni[j];
    const int r = packets_unanswered(l, j, SM, 0);
    memset(lni, 0, sizeof *lni);
    lni->resp_number = (__typeof__(lni->resp_number))l->sm[SM].request[r < 0 ? 0 : r].slice_number;
    lni->resp_valid = 1;
    lni->resp_op = (uint8_t)op;
    lni->resp_sect = op == UL1_MEMOP_READ;
    lni->resp_err = err;
    lni->resp_vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    lni->resp_data[0] = 0x77;
}

static void comes(struct ul1_net_out *out, unsigned op, unsigned number, bool err)
{
    struct ul1_sni_out *sni = &out->sni[SM];
    sni->resp_valid = 1;
    sni->resp_op = (uint8_t)op;
    sni->resp_number = (__typeof__(sni->resp_number))number;
    sni->resp_sect = op == UL1_MEMOP_READ;
    sni->resp_err = err;
    sni->resp_vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    sni->resp_data[0] = op == UL1_MEMOP_READ && !err ? 0x77 : 0;
}

// All interfaces take what they are offered.
static void takes(struct ul1_net_in *in, struct ul1_net_out *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned s = 0; s < UL1_XIN; s++)
        out->sni[s].mem_ready = 1;
    for (unsigned j = 0; j < UL1_XOUT; j++)
        in->lni[j].mem_ready = out->lni[j].resp_ready = 1;
}

// Nothing happens for so many cycles.
#define PASS_CYCLES(cycles)                          \
    for (unsigned left = (cycles); left > 0; left--) \
    GOOD(net)

#define WITH_LEDGER                \
    static struct packets c;       \
    static struct ul1_net_in in;   \
    static struct ul1_net_out out; \
    memset(&c, 0, sizeof c);       \
    memset(&in, 0, sizeof in);     \
    in.rst = 1;                    \
    takes(&in, &out);              \
    GOOD(net);                     \
    in.rst = 0

// ---- arrivals

static void test_arrival(void)
{
    WITH_LEDGER;
    const unsigned j = home_slice(LINE);
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    BAD_ONCE(net, "sent no request");
#if UL1_XIN < 1 << UL1_NET_W
    out.lni[j].mem_number = UL1_XIN * SUB;
    BAD_ONCE(net, "of no SM");
#endif
    takes(&in, &out);
    offers(&in, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    no_request(&in);
    PASS_CYCLES(WAY - 2);
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    BAD_ONCE(net, "alone, and not");
    takes(&in, &out);
    GOOD(net);
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    WRONG(net, lni[j].mem_op, "not the oldest request");
    WRONG(net, lni[j].mem_number, "not the oldest request");
    WRONG(net, lni[j].mem_line, "sent no request");
    WRONG(net, lni[j].mem_sect, "not the oldest request");
    WRONG(net, lni[j].mem_vline, "not the oldest request");
    WRONG(net, lni[j].memread_kind, "not the oldest request");
    WRONG(net, lni[j].memdata_be[0], "not the oldest request");
    WRONG(net, lni[j].memdata_atom, "not the oldest request");
    WRONG(net, lni[j].memdata_wide, "not the oldest request");
    WRONG(net, lni[j].memdata_signed, "not the oldest request");
    WRONG(net, lni[j].memold_valid, "not the oldest request");
#if UL1_XOUT > 1
    const struct ul1_lni_out right = out.lni[j];
    memset(&out.lni[j], 0, sizeof out.lni[j]);
    out.lni[(j + 1) % UL1_XOUT] = right;
    BAD_ONCE(net, "sent no request");
    takes(&in, &out);
    out.lni[j] = right;
#endif
    GOOD(net);
    BAD_ONCE(net, "sent no request"); // it has arrived
}

// A read and a write of one line: the write must not arrive first.
static void test_order(void)
{
    WITH_LEDGER;
    offers(&in, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    offers(&in, UL1_MEMOP_WRITE, 0, LINE);
    GOOD(net);
    no_request(&in);
    arrives(&out, UL1_MEMOP_WRITE, 0, LINE);
    BAD_ONCE(net, "not the oldest request");
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    arrives(&out, UL1_MEMOP_WRITE, 0, LINE);
    out.lni[home_slice(LINE)].memdata_word[0] = UL1_SECTORS > 1 ? 5 : 0; // no flit brought it
    GOOD(net);
}

static void test_words(void)
{
    WITH_LEDGER;
    offers(&in, UL1_MEMOP_WRITE, 0, LINE);
    GOOD(net);
    offers(&in, UL1_MEMOP_WRITE, 0, OTHER);
    GOOD(net);
    no_request(&in);
    arrives(&out, UL1_MEMOP_WRITE, 0, LINE);
    WRONG(net, lni[home_slice(LINE)].memdata_word[LAST_WORD], "not the words that SM");
    if (UL1_SECTOR_WORDS > 1) // in the flit, and not enabled
        WRONG(net, lni[home_slice(LINE)].memdata_word[LAST_WORD - 1], "not the words that SM");
    GOOD(net);
}

// ---- answers

static void test_answers(void)
{
    WITH_LEDGER;
    comes(&out, UL1_MEMOP_READ, 3, false);
    BAD_ONCE(net, "no such answer");
    takes(&in, &out);
    offers(&in, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    no_request(&in);
    PASS_CYCLES(WAY - 1);
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    takes(&in, &out);
    answers(&c, &in, UL1_MEMOP_READ, LINE, false);
    in.lni[home_slice(LINE)].resp_number ^= 1;
    BAD_ONCE(net, "an answer that no request of SM");
    in.lni[home_slice(LINE)].resp_number ^= 1;
    in.lni[home_slice(LINE)].resp_sect = 0;
    BAD_ONCE(net, "an answer that no request of SM");
    in.lni[home_slice(LINE)].resp_sect = 1;
    GOOD(net);
    BAD_ONCE(net, "an answer that no request of SM"); // it is answered
    in.lni[home_slice(LINE)].resp_valid = 0;
    PASS_CYCLES(WAY - 2);
    comes(&out, UL1_MEMOP_READ, 3, false);
    BAD_ONCE(net, "alone, and not");
    takes(&in, &out);
    GOOD(net);
    comes(&out, UL1_MEMOP_READ, 3, false);
    WRONG(net, sni[SM].resp_op, "no such answer");
    WRONG(net, sni[SM].resp_number, "no such answer");
    WRONG(net, sni[SM].resp_sect, "no such answer");
    WRONG(net, sni[SM].resp_err, "no such answer");
    WRONG(net, sni[SM].resp_vline, "no such answer");
    WRONG(net, sni[SM].resp_data[0], "no such answer");
    if (UL1_SECTORS > 1)
        WRONG(net, sni[SM].resp_data[LAST_WORD], "no such answer"); // not brought, so zero
#if UL1_XIN > 1
    out.sni[0] = out.sni[SM];
    out.sni[SM].resp_valid = 0;
    BAD_ONCE(net, "no such answer");
    out.sni[SM].resp_valid = 1;
    out.sni[0].resp_valid = 0;
#endif
    GOOD(net);
    BAD_ONCE(net, "no such answer"); // it has come
}

// A fence behind a write, which fails.
static void test_fences(void)
{
    WITH_LEDGER;
    comes(&out, UL1_MEMOP_FENCE, 5, false);
    BAD_ONCE(net, "not the oldest fence");
    takes(&in, &out);
    offers(&in, UL1_MEMOP_WRITE, 0, LINE);
    GOOD(net);
    offers(&in, UL1_MEMOP_FENCE, 5, 0);
    GOOD(net);
    no_request(&in);
    comes(&out, UL1_MEMOP_FENCE, 5, false);
    BAD_ONCE(net, "before the answer of a write");
    takes(&in, &out);
    PASS_CYCLES(WAY - 2);
    arrives(&out, UL1_MEMOP_WRITE, 0, LINE);
    GOOD(net);
    takes(&in, &out);
    answers(&c, &in, UL1_MEMOP_WRITE, LINE, true);
    GOOD(net);
    in.lni[home_slice(LINE)].resp_valid = 0;
    PASS_CYCLES(WAY - 1);
    comes(&out, UL1_MEMOP_FENCE, 5, false);
    BAD_ONCE(net, "before the answer of a write"); // the failure has not come
    comes(&out, UL1_MEMOP_WRITE, 0, true);
    GOOD(net);
    comes(&out, UL1_MEMOP_FENCE, 4, false);
    BAD_ONCE(net, "not the oldest fence");
    comes(&out, UL1_MEMOP_FENCE, 5, false);
    GOOD(net);
}

// ---- waits

static void test_waits(void)
{
    WITH_LEDGER;
    offers(&in, UL1_MEMOP_READ, 3, LINE);
    GOOD(net);
    no_request(&in);
    PASS_CYCLES((unsigned)packets_request_bound(&c));
    BAD_ONCE(net, "does not arrive within");
    arrives(&out, UL1_MEMOP_READ, 3, LINE);
    c.sm[SM].request[0].alone = false;
    GOOD(net);
    takes(&in, &out);
    answers(&c, &in, UL1_MEMOP_READ, LINE, false);
    GOOD(net);
    in.lni[home_slice(LINE)].resp_valid = 0;
    PASS_CYCLES((unsigned)packets_answer_bound());
    BAD_ONCE(net, "does not come within");
}

static void test_offers(void)
{
    WITH_LEDGER;
    offers(&in, UL1_MEMOP_READ, 3, LINE);
    out.sni[SM].mem_ready = 0;
    PASS_CYCLES(UL1_SECTORS * UL1_XIN * UL1_SECTORS + 1);
    BAD_ONCE(net, "a read is not taken");
    takes(&in, &out);
    no_request(&in);
    in.lni[0].resp_valid = 1;
    out.lni[0].resp_ready = 0;
    PASS_CYCLES(UL1_SECTORS * UL1_XOUT * (UL1_SECTORS + 2) + 1);
    BAD_ONCE(net, "a response is not taken");
}

static void test_fence_waits(void)
{
    WITH_LEDGER;
    offers(&in, UL1_MEMOP_FENCE, 5, 0);
    GOOD(net);
    no_request(&in);
    PASS_CYCLES((unsigned)packets_answer_bound() + 2 * UL1_EPOCHS);
    BAD_ONCE(net, "is not answered within");
}

// Nothing is under way, and something is left.
static void test_rest(void)
{
    WITH_LEDGER;
    PASS_CYCLES((unsigned)packets_answer_bound());
    WRONG(net, sni[SM].rq_valid, "while nothing is under way");
    WRONG(net, sni[SM].epoch_count[UL1_EPOCHS - 1], "epoch_count: not zero");
    WRONG(net, requests.fifo_used[SM], "fifo_used");
    WRONG(net, requests.lock_valid[UL1_XOUT - 1], "lock_valid");
    WRONG(net, replies.fifo_used[UL1_XOUT - 1], "fifo_used");
    WRONG(net, replies.lock_valid[SM], "lock_valid");
    WRONG(net, lni[UL1_XOUT - 1].rp_valid, "while nothing is under way");
    GOOD(net);
}

#endif

void test_net(void)
{
#ifdef UL1_HAS_NET
    test_arrival();
    test_order();
    test_words();
    test_answers();
    test_fences();
    test_waits();
    test_offers();
    test_fence_waits();
    test_rest();
#endif
}
