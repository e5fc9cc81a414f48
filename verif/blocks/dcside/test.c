// Breaks each rule of the ledger of clusters once: see blocks/expect.h. One read and one write go their way
// by hand; at each station what comes is changed, and must be objected to.
#include <stdio.h>
#include <string.h>

#include "checkers/packets/clusters.h"
#include "checkers/packets/clusters_waits.h"
#include "blocks/expect.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

enum {
    SM = UL1_SMS - 1,
    PORT = SM % CLUSTERS_SMS,
    LINE = UL1_NODE_HOME_ODD * UL1_HOME_ODD * 64,
    NUMBER = 3,
    EPOCH = 1
};

// The wires of a cycle, and the ledger that sees them.
struct station {
    struct clusters *ledger;
    struct ul1_sni_in sm_in[UL1_SMS];
    struct ul1_sni_out sm[UL1_SMS];
    struct ul1_node_in node_in[DC_NODES];
    struct ul1_node_out node[DC_NODES];
    struct ul1_lni_in slice_in[UL1_SLICES];
    struct ul1_lni_out slice[UL1_SLICES];
    struct ul1_xbar_out crossbar;
    struct clusters_view view;
    unsigned n, j; // the node and the slice of the line
    uint32_t by;   // the number of a request of the SM at the slice, without that of the SM's request
};

static uint32_t first_words;
static bool readable; // memory can be read
static unsigned atom; // the operation that writes are
static uint8_t bytes; // enabled in the first word of writes

static bool words(const void *memory, uint64_t addr, uint32_t word[UL1_LINE_WORDS])
{
    (void)memory;
    (void)addr;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        word[w] = first_words;
    return readable;
}

static void rest(struct station *s)
{
    memset(s->sm_in, 0, sizeof s->sm_in);
    memset(s->sm, 0, sizeof s->sm);
    memset(s->node_in, 0, sizeof s->node_in);
    memset(s->node, 0, sizeof s->node);
    memset(s->slice_in, 0, sizeof s->slice_in);
    memset(s->slice, 0, sizeof s->slice);
    memset(&s->crossbar, 0, sizeof s->crossbar);
    s->view.cells = true;
}

static const char *cycle(struct station *s)
{
    return clusters_check(s->ledger, &s->view);
}

// The cycle is good, and ends.
static void good(struct station *s)
{
    expect("dcside", NULL, cycle(s));
    rest(s);
}

// The cycle breaks a rule; the ledger stays as it was before it.
static void bad(struct station *s, const char *rule)
{
    static struct clusters kept;
    kept = *s->ledger;
    expect("dcside", rule, cycle(s));
    *s->ledger = kept;
}

// The same with a bit of one wire changed.
#define CHANGED(s, wire, rule) \
    do {                       \
        (s)->wire ^= 1;        \
        bad(s, rule);          \
        (s)->wire ^= 1;        \
    } while (0)

static struct station *begin(void)
{
    static struct station s;
    static struct clusters ledger;
    memset(&s, 0, sizeof s);
    memset(&ledger, 0, sizeof ledger);
    s.ledger = &ledger;
    clusters_init(&ledger, NULL, words);
    for (unsigned i = 0; i < UL1_SMS; i++)
        s.view.sm_in[i] = &s.sm_in[i], s.view.sm[i] = &s.sm[i];
    for (unsigned i = 0; i < DC_NODES; i++)
        s.view.node_in[i] = &s.node_in[i], s.view.node[i] = &s.node[i];
    for (unsigned i = 0; i < UL1_SLICES; i++)
        s.view.slice_in[i] = &s.slice_in[i], s.view.slice[i] = &s.slice[i];
    for (unsigned i = 0; i < sizeof s.view.crossbar / sizeof *s.view.crossbar; i++)
        s.view.crossbar[i] = &s.crossbar, s.view.crossbar_ins[i] = s.view.crossbar_outs[i] = 1;
    s.n = SM / CLUSTERS_SMS * UL1_NODES + home_node(LINE);
    s.j = home_slice(LINE);
    const unsigned from = UL1_SPLIT > 1 ? s.n / UL1_NODES : s.n;
    s.by = from << UL1_FAR_TAG_W | 1u << (UL1_FAR_TAG_W - 1) | PORT << UL1_NUMBER_W;
    rest(&s);
    s.view.rst = true;
    good(&s);
    s.view.rst = false;
    return &s;
}

// ---- stations of a read of the first sector, and of a write of its first byte

static void taken(struct station *s, unsigned op)
{
    struct ul1_sni_in *in = &s->sm_in[SM];
    in->mem_valid = 1;
    in->mem_op = (uint8_t)op;
    in->mem_number = NUMBER;
    in->mem_line = LINE;
    in->mem_sect = op == UL1_MEMOP_READ;
    in->mem_vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    in->memdata_be[0] = op == UL1_MEMOP_WRITE ? bytes : 0;
    in->memdata_atom = (uint8_t)(op == UL1_MEMOP_WRITE ? atom : UL1_ATOM_NONE);
    in->memdata_word[0] = 0x55;
    s->sm[SM].mem_ready = 1;
}

static struct flit request(unsigned op)
{
    struct flit f;
    memset(&f, 0, sizeof f);
    f.head = f.tail = true;
    f.kind = op == UL1_MEMOP_READ ? UL1_PACKET_READ : UL1_PACKET_WRITE;
    f.sub = op == UL1_MEMOP_READ ? NUMBER : EPOCH;
    f.line = LINE;
    f.sect = 1;
    f.vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    f.be[0] = op == UL1_MEMOP_WRITE ? bytes : 0;
    f.atom = (uint8_t)(op == UL1_MEMOP_WRITE ? atom : UL1_ATOM_NONE);
    f.word[0] = op == UL1_MEMOP_WRITE ? 0x55 : 0;
    return f;
}

static void sends(struct station *s, unsigned op)
{
    const struct flit f = request(op);
    s->sm[SM].rq_valid = s->sm_in[SM].rq_ready = 1;
    FLIT_WRITE(f, &s->sm[SM], rq, , 0);
}

static void comes(struct station *s, unsigned op)
{
    const struct flit f = request(op);
    struct ul1_node_in *in = &s->node_in[s->n];
    in->q1_valid = s->node[s->n].q1_ready = 1;
    in->from_input = PORT;
    FLIT_WRITE(f, in, q1, , 0);
}

static void asks(struct station *s, unsigned op, uint32_t sub)
{
    struct flit f = request(op);
    f.sub = sub;
    s->node[s->n].q3_valid = s->node_in[s->n].q3_ready = 1;
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    FLIT_WRITE(f, &s->node[s->n], q3, , 0);
}

static void reaches(struct station *s, unsigned op, uint32_t sub)
{
    struct flit f = request(op);
    struct ul1_lni_in *in = &s->slice_in[s->j];
    f.sub = sub;
    in->rq_valid = s->slice[s->j].rq_ready = 1;
    in->from_input = (uint8_t)(s->by >> UL1_FAR_TAG_W);
    FLIT_WRITE(f, in, rq, , 0);
}

static void at_slice(struct station *s, unsigned op, uint32_t number)
{
    struct ul1_lni_out *out = &s->slice[s->j];
    out->mem_valid = s->slice_in[s->j].mem_ready = 1;
    out->mem_op = (uint8_t)op;
    out->mem_number = (__typeof__(out->mem_number))number;
    out->mem_line = LINE;
    out->mem_sect = op == UL1_MEMOP_READ;
    out->mem_vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    out->memdata_be[0] = op == UL1_MEMOP_WRITE ? bytes : 0;
    out->memdata_atom = (uint8_t)(op == UL1_MEMOP_WRITE ? atom : UL1_ATOM_NONE);
    out->memdata_word[0] = op == UL1_MEMOP_WRITE ? 0x55 : 0;
}

static void answers(struct station *s, unsigned op, uint32_t number)
{
    struct ul1_lni_in *in = &s->slice_in[s->j];
    in->resp_valid = s->slice[s->j].resp_ready = 1;
    in->resp_op = (uint8_t)op;
    in->resp_number = (__typeof__(in->resp_number))number;
    in->resp_sect = op == UL1_MEMOP_READ;
    in->resp_vline = op == UL1_MEMOP_WRITE ? 9 : 0;
}

static struct flit answer(unsigned op, uint32_t sub, uint32_t word)
{
    struct flit f;
    memset(&f, 0, sizeof f);
    f.head = f.tail = true;
    f.kind = op == UL1_MEMOP_READ ? UL1_PACKET_DATA : UL1_PACKET_ACK;
    f.sub = sub;
    f.sect = op == UL1_MEMOP_READ;
    f.vline = op == UL1_MEMOP_WRITE ? 9 : 0;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS && op == UL1_MEMOP_READ; w++)
        f.word[w] = w ? first_words : word;
    return f;
}

static void leaves_slice(struct station *s, unsigned op, uint32_t sub)
{
    const struct flit f = answer(op, sub, first_words);
    s->slice[s->j].rp_valid = s->slice_in[s->j].rp_ready = 1;
    FLIT_WRITE(f, &s->slice[s->j], rp, , 0);
}

static void fills(struct station *s, unsigned op, uint32_t sub)
{
    const struct flit f = answer(op, sub, first_words);
    s->node_in[s->n].q4_valid = s->node[s->n].q4_ready = 1;
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    FLIT_WRITE(f, &s->node_in[s->n], q4, , 0);
}

static void leaves_node(struct station *s, unsigned op, uint32_t sub, uint32_t word)
{
    const struct flit f = answer(op, sub, word);
    s->node[s->n].q2_valid = s->node_in[s->n].q2_ready = 1;
    FLIT_WRITE(f, &s->node[s->n], q2, , 0);
    s->node[s->n].q2_dst = PORT;
}

static void returns(struct station *s, unsigned op, uint32_t sub, uint32_t word)
{
    const struct flit f = answer(op, sub, word);
    s->sm_in[SM].rp_valid = s->sm[SM].rp_ready = 1;
    FLIT_WRITE(f, &s->sm_in[SM], rp, , 0);
}

static void delivered(struct station *s, uint32_t word)
{
    struct ul1_sni_out *out = &s->sm[SM];
    out->resp_valid = 1;
    out->resp_op = UL1_MEMOP_READ;
    out->resp_number = NUMBER;
    out->resp_sect = 1;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS; w++)
        out->resp_data[w] = w ? first_words : word;
}

static void did(struct station *s, unsigned what)
{
    s->node[s->n].pass_did = (uint8_t)what;
}

// A request goes to its node.
static void to_node(struct station *s, unsigned op)
{
    taken(s, op);
    good(s);
    sends(s, op);
    good(s);
    comes(s, op);
    good(s);
}

// ---- rules

static void test_way_to_node(void)
{
    struct station *s = begin();
    taken(s, UL1_MEMOP_READ);
    good(s);
    comes(s, UL1_MEMOP_READ);
    bad(s, "not the next flit");
    rest(s);
    sends(s, UL1_MEMOP_READ);
    CHANGED(s, sm[SM].rq_head, "outside of one");
    good(s);
    comes(s, UL1_MEMOP_READ);
    CHANGED(s, node_in[s->n].q1_sub, "not the next flit");
    CHANGED(s, node_in[s->n].q1_line, "not the next flit");
    CHANGED(s, node_in[s->n].q1_word[0], "not the next flit");
    CHANGED(s, node_in[s->n].q1_head, "outside of one");
#if UL1_SMS / UL1_CLUSTERS > 1
    CHANGED(s, node_in[s->n].from_input, "not the next flit");
#endif
    good(s);
    did(s, UL1_NODEDID_HIT);
    s->node[s->n].queue_used = 1;
    bad(s, "packets came");
    rest(s);
    s->node[s->n].queue_used = 2;
    bad(s, "packets came");
    rest(s);
    sends(s, UL1_MEMOP_READ); // that no request has
    good(s);
    comes(s, UL1_MEMOP_READ);
    s->node[s->n].queue_used = 1;
    bad(s, "not the oldest request");
}

static void test_fetch(void)
{
    struct station *s = begin();
    const uint32_t fetch = s->by >> UL1_FAR_TAG_W << UL1_FAR_TAG_W;
    at_slice(s, UL1_MEMOP_READ, fetch);
    bad(s, "that no read wants");
    rest(s);
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_MISS);
    good(s);
    asks(s, UL1_MEMOP_READ, 0);
    good(s);
    reaches(s, UL1_MEMOP_READ, 0);
    CHANGED(s, slice_in[s->j].rq_line, "not the next flit");
    good(s);
    at_slice(s, UL1_MEMOP_READ, fetch);
    CHANGED(s, slice[s->j].mem_line,
            UL1_SLICES > 1 || UL1_NODES > 1 ? "its home elsewhere" : "that no read wants");
    s->slice[s->j].mem_op = UL1_MEMOP_WRITE;
    bad(s, "with a write");
    s->slice[s->j].mem_op = UL1_MEMOP_READ;
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    good(s);
    at_slice(s, UL1_MEMOP_READ, fetch);
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    bad(s, "a sector twice");
#if UL1_NODE_MSHRS > 1
    at_slice(s, UL1_MEMOP_READ, fetch + 1);
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    bad(s, "two fetches for one line");
#endif
    rest(s);
    bad(s, "and a fetch of it is out");
    answers(s, UL1_MEMOP_READ, fetch);
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    CHANGED(s, slice_in[s->j].resp_sect, "no request waits for");
    good(s);
    answers(s, UL1_MEMOP_READ, fetch);
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    bad(s, "no request waits for"); // it is answered
    rest(s);
    leaves_slice(s, UL1_MEMOP_READ, 0);
    s->node[s->n].mshr_state[0] = UL1_MSHRSTATE_COMES;
    good(s);
    fills(s, UL1_MEMOP_READ, 0);
    CHANGED(s, node_in[s->n].q4_word[0], "not the next flit");
    good(s);
    leaves_slice(s, UL1_MEMOP_READ, 0);
    good(s);
    fills(s, UL1_MEMOP_READ, 0);
    bad(s, "no fetch of it waits for");
}

// A read at the node whose answer begins with this word.
static void replied(struct station *s, uint32_t word)
{
    leaves_node(s, UL1_MEMOP_READ, NUMBER, word);
    good(s);
    returns(s, UL1_MEMOP_READ, NUMBER, word);
    good(s);
}

static void test_reply(void)
{
    struct station *s = begin();
    leaves_node(s, UL1_MEMOP_READ, NUMBER, 0);
    good(s);
    returns(s, UL1_MEMOP_READ, NUMBER, 0);
    bad(s, "no request of the SM waits for");
    s = begin();
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_HIT);
    good(s);
    delivered(s, 0);
    bad(s, "not the reply that has come");
    rest(s);
    leaves_node(s, UL1_MEMOP_READ, NUMBER, first_words);
    good(s);
    returns(s, UL1_MEMOP_READ, NUMBER, first_words);
    CHANGED(s, sm_in[SM].rp_sub, "not the next flit");
    good(s);
    delivered(s, first_words);
    CHANGED(s, sm[SM].resp_number, "not the reply that has come");
    CHANGED(s, sm[SM].resp_sect, "not the reply that has come");
    CHANGED(s, sm[SM].resp_err, "not the reply that has come");
    CHANGED(s, sm[SM].resp_data[0], "not the reply that has come");
    good(s);
    delivered(s, first_words);
    bad(s, "not the reply that has come"); // it is answered
    rest(s);
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_HIT);
    good(s);
    replied(s, first_words + 1);
    delivered(s, first_words + 1);
    bad(s, "is none that SM");
    s = begin();
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_HIT);
    good(s);
    struct flit f = answer(UL1_MEMOP_READ, NUMBER, 0);
    memset(f.word, 0, sizeof f.word);
    f.err = true;
    leaves_node(s, UL1_MEMOP_READ, NUMBER, 0);
    FLIT_WRITE(f, &s->node[s->n], q2, , 0);
    good(s);
    returns(s, UL1_MEMOP_READ, NUMBER, 0);
    FLIT_WRITE(f, &s->sm_in[SM], rp, , 0);
    good(s);
    delivered(s, 0);
    memset(s->sm[SM].resp_data, 0, sizeof s->sm[SM].resp_data);
    s->sm[SM].resp_err = 1;
    bad(s, "can be read, and a read");
}

// A read passes by, and brings what its slice answered.
static void test_by(void)
{
    struct station *s = begin();
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_PASS);
    good(s);
    at_slice(s, UL1_MEMOP_READ, s->by | NUMBER);
    good(s);
    answers(s, UL1_MEMOP_READ, s->by | NUMBER);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        s->slice_in[s->j].resp_data[w] = first_words;
    good(s);
    replied(s, first_words + 1);
    delivered(s, first_words + 1);
    bad(s, "not what its slice answered");
}

// A write passes by; then reads must see it.
static void test_write(void)
{
    struct station *s = begin();
    const uint32_t number = s->by | EPOCH;
    at_slice(s, UL1_MEMOP_WRITE, number);
    bad(s, "at a node, or it has arrived");
    rest(s);
    to_node(s, UL1_MEMOP_WRITE);
    did(s, UL1_NODEDID_PASS);
    good(s);
    to_node(s, UL1_MEMOP_READ);
    did(s, UL1_NODEDID_HIT);
    good(s);
    replied(s, first_words);
    delivered(s, first_words);
    bad(s, "before a write that came to its node before");
    rest(s);
    at_slice(s, UL1_MEMOP_READ, s->by | NUMBER);
    bad(s, "overtakes a write");
    rest(s);
    at_slice(s, UL1_MEMOP_WRITE, number);
    CHANGED(s, slice[s->j].mem_number, "not the oldest request");
    CHANGED(s, slice[s->j].mem_vline, "not the oldest request");
    CHANGED(s, slice[s->j].memdata_be[0], "not the oldest request");
    CHANGED(s, slice[s->j].memread_kind, "not the oldest request");
    CHANGED(s, slice[s->j].memdata_word[0], "not the words that SM");
    good(s);
    at_slice(s, UL1_MEMOP_WRITE, number);
    bad(s, "at a node, or it has arrived");
    rest(s);
    delivered(s, first_words);
    bad(s, "is none that SM"); // it is older than the write
    rest(s);
    answers(s, UL1_MEMOP_WRITE, number);
    CHANGED(s, slice_in[s->j].resp_vline, "no request waits for");
    good(s);
    leaves_node(s, UL1_MEMOP_WRITE, EPOCH, 0);
    good(s);
    returns(s, UL1_MEMOP_WRITE, EPOCH, 0);
    good(s);
    leaves_node(s, UL1_MEMOP_WRITE, EPOCH, 0);
    good(s);
    returns(s, UL1_MEMOP_WRITE, EPOCH, 0);
    bad(s, "no request of the SM waits for"); // it is acknowledged
}

// A read behind an operation sees its result. If memory cannot be read, the operation may have failed.
static void test_operation(void)
{
    for (unsigned k = 0; k < 2; k++) {
        readable = !k;
        atom = UL1_ATOM_ADD;
        bytes = 0xf;
        struct station *s = begin();
        to_node(s, UL1_MEMOP_WRITE);
        did(s, UL1_NODEDID_PASS);
        good(s);
        to_node(s, UL1_MEMOP_READ);
        did(s, UL1_NODEDID_HIT);
        good(s);
        at_slice(s, UL1_MEMOP_WRITE, s->by | EPOCH);
        good(s);
        answers(s, UL1_MEMOP_WRITE, s->by | EPOCH);
        s->slice_in[s->j].resp_err = (uint8_t)k;
        good(s);
        replied(s, first_words);
        delivered(s, first_words);
        if (readable)
            bad(s, "is none that SM");
        else
            good(s);
    }
    readable = true;
    atom = UL1_ATOM_NONE;
    bytes = 1;
}

// A later read of the cluster sees nothing older than an earlier one.
static void test_monotone(void)
{
    struct station *s = begin();
    struct witness_line *l = NULL;
    const uint8_t be[UL1_LINE_WORDS] = { 1 };
    uint32_t word[UL1_LINE_WORDS] = { 0x77 };
    for (unsigned k = 0; k < 2; k++) {
        to_node(s, UL1_MEMOP_READ);
        did(s, UL1_NODEDID_HIT);
        good(s);
        if (!k) {
            l = witness_line(&s->ledger->witness, LINE);
            witness_write(l, be, word); // as from another cluster
        }
        replied(s, k ? first_words : 0x77);
        delivered(s, k ? first_words : 0x77);
        if (k)
            bad(s, "is none that SM");
        else
            good(s);
    }
}

// Whether the witness objects to the words of a read that may see all that nodes may have.
static const char *see_others(const struct witness_line *l)
{
    const uint32_t other[UL1_LINE_WORDS] = { 0 };
    struct witness_floor seen;
    return witness_see(l, &l->floor[0], 1, other, &seen) == WITNESS_FINE ? NULL : "sni[0].resp_data: wrong";
}

// A line may take the place of another. The witness does not know what nodes have of it then.
static void test_forgotten(void)
{
    static struct witness w = { .words = words };
    for (unsigned i = 0; i < WITNESS_LINES; i++)
        expect("dcside", "wrong", see_others(witness_line(&w, i)));
    struct witness_line *l = witness_line(&w, WITNESS_LINES);
    expect("dcside", NULL, see_others(l));
    witness_raise(&l->floor[0], l->now);
    expect("dcside", "wrong", see_others(l));
    l->holders = 1;
    for (unsigned i = 1; i < WITNESS_LINES; i++)
        witness_line(&w, i)->holders = 1;
    expect("dcside", "full", witness_line(&w, 0) ? NULL : "sni[0].mem_ready: full");
    witness_reset(&w);
    expect("dcside", NULL, witness_line(&w, 0) ? NULL : "sni[0].mem_ready: full");
}

static void test_fences(void)
{
    struct station *s = begin();
    s->sm[SM].resp_valid = 1;
    s->sm[SM].resp_op = UL1_MEMOP_FENCE;
    s->sm[SM].resp_number = NUMBER;
    bad(s, "not the oldest fence");
    rest(s);
    to_node(s, UL1_MEMOP_WRITE);
    did(s, UL1_NODEDID_PASS);
    good(s);
    taken(s, UL1_MEMOP_FENCE);
    good(s);
    s->sm[SM].resp_valid = 1;
    s->sm[SM].resp_op = UL1_MEMOP_FENCE;
    s->sm[SM].resp_number = NUMBER;
    bad(s, "before the answer of a write");
}

static void test_waits(void)
{
    struct station *s = begin();
    taken(s, UL1_MEMOP_READ);
    good(s);
    for (unsigned k = 0; k < CLUSTERS_STILL - 1; k++) {
        s->view.cells = false;
        expect("dcside", NULL, cycle(s));
    }
    s->view.cells = false;
    expect("dcside", NULL, cycle(s));
    bad(s, "nothing has moved");
    s = begin();
    taken(s, UL1_MEMOP_READ);
    good(s);
    const uint64_t bound = clusters_bound(s->ledger);
    for (uint64_t k = 0; k < bound; k++)
        good(s);
    bad(s, "does not end within");
    s = begin();
    taken(s, UL1_MEMOP_READ);
    good(s);
    sends(s, UL1_MEMOP_READ);
    good(s);
    for (uint64_t k = 1; k < crossing_bound(&s->ledger->near); k++)
        good(s);
    good(s);
    bad(s, "a flit is under way for more than");
}

// Nothing is under way, and something is left.
static void test_rest(void)
{
    struct station *s = begin();
    for (unsigned k = 0; k < CLUSTERS_QUIET; k++)
        good(s);
    CHANGED(s, sm[SM].epoch_count[0], "epoch_count");
    CHANGED(s, node[0].mshr_closed[0], "not empty while");
    CHANGED(s, node[0].mshr_state[0], "not empty while");
    CHANGED(s, slice[0].mem_valid, "while nothing is under way");
    CHANGED(s, crossbar.fifo_used[0], "fifo_used");
    CHANGED(s, crossbar.lock_valid[0], "lock_valid");
    CHANGED(s, ledger->node[0].passed, "passes and");
    CHANGED(s, ledger->node[0].fetches, "misses");
    CHANGED(s, ledger->near.queue[0].count, "flits are lost");
    good(s);
}

#endif

void test_dcside(void)
{
#ifdef UL1_HAS_DCSIDE
    first_words = 0x11;
    readable = true;
    atom = UL1_ATOM_NONE;
    bytes = 1;
    test_way_to_node();
    test_fetch();
    test_reply();
    test_by();
    test_write();
    test_operation();
    test_monotone();
    test_forgotten();
    test_fences();
    test_waits();
    test_rest();
#endif
}
