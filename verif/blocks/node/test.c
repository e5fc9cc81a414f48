// Breaks each rule of the contract of node once: see blocks/expect.h. The model says what is right.
#include "blocks/node/contract.h"
#include "blocks/expect.h"
#include "ul1.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    SET = UL1_NODE_SETS << UL1_NODE_LOW, // lines of a set are so far apart
    LINE = SET + (1 << UL1_NODE_LOW),
    BY = 1 << UL1_SLICE_TAG_W,
    LONG = 200000,
};

// A node with its contract, and the cycle that is shown.
struct bench {
    const struct ul1_block *node;
    void *state;
    struct node_contract c;
    struct ul1_node_in in;
    struct ul1_node_out out;
};

static struct bench b;

static void calm(void)
{
    memset(&b.in, 0, sizeof b.in);
    b.in.q2_ready = b.in.q3_ready = 1;
}

// The node shows its outputs with these inputs.
static void show(void)
{
    b.node->early(b.state, &b.out);
    b.node->late(b.state, &b.in, &b.out);
}

// The cycle is as it should be.
static void good(void)
{
    show();
    expect("node", NULL, node_contract_check(&b.c, &b.in, &b.out));
    b.node->clock(b.state, &b.in, &b.out);
}

static void begin(void)
{
    b.node = ul1_find(LANES, "node");
    free(b.state);
    b.state = calloc(1, ul1_state_size(b.node));
    calm();
    b.in.rst = 1;
    good();
    calm();
    good();
}

// The cycle breaks the rule; it is shown again. In reset no rule is broken.
static void bad(const char *rule)
{
    struct node_contract was = b.c;
    expect("node", rule, node_contract_check(&was, &b.in, &b.out));
    was = b.c;
    b.in.rst = 1;
    expect("node", NULL, node_contract_check(&was, &b.in, &b.out));
    b.in.rst = 0;
}

// The cycle with other inputs breaks the rule.
static void bad_in(const char *rule)
{
    show();
    bad(rule);
}

#define FLIPPED(port, rule) \
    do {                    \
        show();             \
        b.out.port ^= 1;    \
        bad(rule);          \
        b.out.port ^= 1;    \
    } while (0)

// ---- packets, of one flit each unless sectors are named

static void offers(unsigned kind, unsigned sub, uint64_t line, unsigned sect)
{
    calm();
    b.in.q1_valid = b.in.q1_head = b.in.q1_tail = 1;
    b.in.q1_kind = (uint8_t)kind;
    b.in.q1_sub = (__typeof__(b.in.q1_sub))sub;
    b.in.q1_line = line;
    b.in.q1_sect = (uint8_t)sect;
    if (kind == UL1_PACKET_WRITE)
        memset(b.in.q1_be, 3, sizeof b.in.q1_be);
    b.in.q1_word[0] = kind == UL1_PACKET_WRITE ? 0x1234 : 0;
}

static void replies(unsigned kind, unsigned sub, unsigned sect, bool err)
{
    calm();
    b.in.q4_valid = b.in.q4_head = b.in.q4_tail = 1;
    b.in.q4_kind = (uint8_t)kind;
    b.in.q4_sub = sub;
    b.in.q4_sect = (uint8_t)sect;
    b.in.q4_err = err;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS && !err && sect; w++)
        b.in.q4_word[w] = 100 + w;
}

static void wait_for(unsigned cycles)
{
    calm();
    for (unsigned n = 0; n < cycles; n++)
        good();
}

// Cycles pass until a pass did this.
static void until(unsigned did)
{
    calm();
    for (unsigned n = 0; n < 50; n++) {
        show();
        if (b.out.pass_did == did)
            return;
        good();
    }
    expect("node", "the pass is done", NULL);
}

// The packet is taken, and the pass that it leads to shows.
static void taken(unsigned did)
{
    good();
    until(did);
}

// The line is there, with sector 0.
static void fetched(void)
{
    offers(UL1_PACKET_READ, 1, LINE, 1);
    taken(UL1_NODEDID_MISS);
    wait_for(2);
    replies(UL1_PACKET_DATA, 0, 1, false);
    taken(UL1_NODEDID_WORDS);
    wait_for(5);
}

// ---- assumptions

static void test_heads(void)
{
    begin();
    offers(UL1_PACKET_DATA, 1, LINE, 1);
    bad_in("q1_kind: no request");
    offers(UL1_PACKET_READ, 1, LINE, 0);
    bad_in("q1_tail, q1_sect: a read");
    offers(UL1_PACKET_READ, 1, LINE, 1);
    b.in.q1_tail = 0;
    bad_in("q1_tail, q1_sect: a read");
    offers(UL1_PACKET_INV, 1, LINE, 1);
    b.in.q1_tail = 0;
    bad_in("q1_tail, q1_line: an inv");
    offers(UL1_PACKET_INV, 1, LINE, 0);
    bad_in("q1_tail, q1_line: an inv");
    offers(UL1_PACKET_READ, 1, LINE, 1);
    b.in.q1_vline = 1;
    bad_in("q1_vline: of a read");
    offers(UL1_PACKET_WRITE, 1, LINE, 1);
    b.in.q1_use = 1;
    bad_in("q1_use: a purpose");
    b.in.q1_use = 0, b.in.q1_atom = UL1_ATOM_LOCK;
    bad_in("q1_atom, q1_kind: not built");
    b.in.q1_atom = UL1_ATOM_NONE, b.in.q1_wide = 1;
    bad_in("q1_wide, q1_signed: without");
    b.in.q1_wide = 0, b.in.q1_signed = 1;
    bad_in("q1_wide, q1_signed: without");
    offers(UL1_PACKET_READ, 1, LINE, 1);
    b.in.q1_atom = UL1_ATOM_ADD;
    bad_in("q1_atom, q1_kind: not built");
    b.in.q1_atom = UL1_ATOM_NONE, b.in.q1_head = 0;
    bad_in("q1_head: a head within");
    offers(UL1_PACKET_WRITE, 1, LINE, 0);
    bad_in("q1_sect: not one sector");
#if UL1_SECTORS > 1
    offers(UL1_PACKET_WRITE, 1, LINE, 1);
    b.in.q1_tail = 0;
    good();
    bad_in("q1_head: a head within");
    b.in.q1_head = 0;
    bad_in("q1_sect: not one sector");
    b.in.q1_sect = 2, b.in.q1_tail = 1;
    good();
#endif
}

static void test_stays(void)
{
    begin();
    for (unsigned n = 0; n < UL1_NODE_QUEUE + 4; n++) {
        offers(UL1_PACKET_READ, n, LINE + n * SET, 1);
        b.in.q3_ready = 0;
        show();
        if (!b.out.q1_ready)
            break;
        good();
    }
    FLIPPED(q1_ready, "q1_ready: not exactly");
    FLIPPED(queue_used, "queue_used: not the requests");
    good();
    static const size_t at[] = {
        offsetof(struct ul1_node_in, q1_valid), offsetof(struct ul1_node_in, from_input),
        offsetof(struct ul1_node_in, q1_head),  offsetof(struct ul1_node_in, q1_tail),
        offsetof(struct ul1_node_in, q1_kind),  offsetof(struct ul1_node_in, q1_sub),
        offsetof(struct ul1_node_in, q1_line),  offsetof(struct ul1_node_in, q1_vline),
        offsetof(struct ul1_node_in, q1_use),   offsetof(struct ul1_node_in, q1_atom),
        offsetof(struct ul1_node_in, q1_wide),  offsetof(struct ul1_node_in, q1_signed),
        offsetof(struct ul1_node_in, q1_err),   offsetof(struct ul1_node_in, q1_sect),
        offsetof(struct ul1_node_in, q1_be),    offsetof(struct ul1_node_in, q1_word) + 3
    };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_node_in before = b.in;
        ((uint8_t *)&b.in)[at[i]] ^= 1;
        bad_in("q1_valid, from_input");
        b.in = before;
    }
}

static void test_replies(void)
{
    begin();
    replies(UL1_PACKET_DATA, 0, 1, false);
    bad_in("q4_sub, q4_kind, q4_sect: of no fetch");
    offers(UL1_PACKET_READ, 1, LINE, 1);
    taken(UL1_NODEDID_MISS);
    replies(UL1_PACKET_DATA, 0, 1, false);
    bad_in("q4_sub, q4_kind, q4_sect: of no fetch"); // slices do not have it yet
    wait_for(1);
    replies(UL1_PACKET_DATA, 0, 2, false);
    bad_in(UL1_SECTORS > 1 ? "q4_sub, q4_kind, q4_sect: of no fetch" : "q4_");
    replies(UL1_PACKET_OLD, 0, 1, false);
    bad_in("q4_sub, q4_kind, q4_sect: of no fetch");
    replies(UL1_PACKET_READ, 0, 1, false);
    bad_in("q4_kind: no reply");
    replies(UL1_PACKET_ACK, BY, 1, false);
    bad_in("q4_tail, q4_sect, q4_vline, q4_err");
    replies(UL1_PACKET_DATA, BY, 0, false);
    bad_in("q4_tail, q4_sect, q4_vline, q4_err");
    replies(UL1_PACKET_DATA, BY, 1, false);
    b.in.q4_vline = 1;
    bad_in("q4_tail, q4_sect, q4_vline, q4_err");
    replies(UL1_PACKET_DATA, BY, 1, true);
    b.in.q4_tail = 0;
    bad_in("q4_tail, q4_sect, q4_vline, q4_err");
    replies(UL1_PACKET_DATA, BY, 1, false);
    b.in.q4_head = 0;
    bad_in("q4_head: a head within");
#if UL1_SECTORS > 1
    replies(UL1_PACKET_DATA, BY, 3, false);
    bad_in("q4_sect: not one sector");
    replies(UL1_PACKET_DATA, BY, 1, false);
    b.in.q4_tail = 0;
    good();
    b.in.q4_head = 0;
    bad_in("q4_sect: not one sector");
    b.in.q4_tail = 1, b.in.q4_sect = 2;
    good();
    offers(UL1_PACKET_READ, 2, LINE, 1);
    taken(UL1_NODEDID_MERGE);
    replies(UL1_PACKET_DATA, 0, 1, false);
    b.in.q4_tail = 0;
    good();
    b.in.q4_head = 0, b.in.q4_sect = 2;
    bad_in("q4_sub, q4_kind, q4_sect: of no fetch");
#endif
}

// Replies that pass by wait for Q2, and stay as they are.
static void test_reply_stays(void)
{
    begin();
    for (unsigned n = 0; n < 4; n++) {
        replies(UL1_PACKET_ACK, BY | n, 0, false);
        b.in.q2_ready = 0;
        show();
        if (!b.out.q4_ready)
            break;
        good();
    }
    good();
    static const size_t at[] = {
        offsetof(struct ul1_node_in, q4_valid), offsetof(struct ul1_node_in, q4_head),
        offsetof(struct ul1_node_in, q4_tail),  offsetof(struct ul1_node_in, q4_kind),
        offsetof(struct ul1_node_in, q4_sub),   offsetof(struct ul1_node_in, q4_err),
        offsetof(struct ul1_node_in, q4_vline), offsetof(struct ul1_node_in, q4_sect),
        offsetof(struct ul1_node_in, q4_word)
    };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_node_in before = b.in;
        ((uint8_t *)&b.in)[at[i]] ^= 1;
        bad_in("q4_valid, q4_head");
        b.in = before;
    }
}

// ---- passes

static void test_hit(void)
{
    begin();
    fetched();
    offers(UL1_PACKET_READ, 2, LINE, 1);
    taken(UL1_NODEDID_HIT);
    b.out.pass_did = UL1_NODEDID_NONE;
    bad("queue_used: not the requests");
    b.out.pass_did = UL1_NODEDID_PASS;
    bad("pass_did: a request passes by");
    b.out.pass_did = UL1_NODEDID_INV;
    bad("pass_did: an inv without");
    b.out.pass_did = UL1_NODEDID_MISS;
    bad("pass_did, pass_mshr: a miss");
    b.out.pass_did = UL1_NODEDID_MERGE;
    bad("pass_did, pass_mshr: a merge");
    for (unsigned did = UL1_NODEDID_LIST; did <= UL1_NODEDID_ANSWER; did++) {
        b.out.pass_did = (__typeof__(b.out.pass_did))did;
        bad("pass_did: the oldest request stays");
    }
    b.out.pass_did = UL1_NODEDID_FILL;
    bad("pass_did: sectors that came");
    b.out.pass_did = UL1_NODEDID_WORDS;
    bad("pass_did, pass_mshr: a replay");
    good();
    b.out.pass_did = UL1_NODEDID_HIT;
    show();
    b.out.pass_did = UL1_NODEDID_HIT;
    bad("pass_did: a pass of a request, and there is none");
    FLIPPED(q2_valid, "q2_valid: not exactly");
    FLIPPED(q2_head, "q2_head, q2_tail");
    FLIPPED(q2_tail, "q2_head, q2_tail");
    FLIPPED(q2_dst, "q2_head, q2_tail");
    FLIPPED(q2_kind, "q2_head, q2_tail");
    FLIPPED(q2_sub, "q2_head, q2_tail");
    FLIPPED(q2_vline, "q2_head, q2_tail");
    FLIPPED(q2_err, "q2_head, q2_tail");
    FLIPPED(q2_sect, "q2_head, q2_tail");
    FLIPPED(q2_word[UL1_SECTOR_WORDS - 1], "q2_head, q2_tail");
    good();
}

// Two answers, and Q2 takes none.
static void test_answers(void)
{
    begin();
    fetched();
    for (unsigned n = 0; n < 3; n++) {
        offers(UL1_PACKET_READ, n, LINE, 1);
        b.in.q2_ready = 0;
        good();
    }
    calm();
    b.in.q2_ready = 0;
    for (unsigned n = 0; n < 20; n++)
        good();
    for (show(); b.out.pass_did != UL1_NODEDID_ANSWER; show())
        good();
    b.out.pass_did = UL1_NODEDID_HIT;
    bad("pass_did: an answer while");
}

static void test_evict(void)
{
    begin();
    fetched();
    offers(UL1_PACKET_WRITE, 5, LINE, 1);
    taken(UL1_NODEDID_PASS);
    FLIPPED(q3_valid, "q3_valid: not exactly");
    FLIPPED(q3_head, "q3_head, q3_tail");
    FLIPPED(q3_tail, "q3_head, q3_tail");
    FLIPPED(q3_dst, "q3_head, q3_tail");
    FLIPPED(q3_kind, "q3_head, q3_tail");
    FLIPPED(q3_sub, "q3_head, q3_tail");
    FLIPPED(q3_line, "q3_head, q3_tail");
    FLIPPED(q3_vline, "q3_head, q3_tail");
    FLIPPED(q3_use, "q3_head, q3_tail");
    FLIPPED(q3_err, "q3_head, q3_tail");
    FLIPPED(q3_sect, "q3_head, q3_tail");
    FLIPPED(q3_be[0], "q3_head, q3_tail");
    FLIPPED(q3_word[0], "q3_head, q3_tail");
    good();
    offers(UL1_PACKET_READ, 2, LINE, 1);
    taken(UL1_NODEDID_MISS);
    FLIPPED(pass_mshr, "pass_did, pass_mshr: a miss");
    FLIPPED(q3_sect, UL1_SECTORS > 1 ? "pass_did: a miss" : "pass_did: a miss");
    FLIPPED(mshr_state[0], "mshr_state, mshr_sect");
    FLIPPED(mshr_sect[0], "mshr_state, mshr_sect");
    FLIPPED(mshr_closed[0], "mshr_state, mshr_sect");
    b.out.pass_did = UL1_NODEDID_HIT; // the copy was ended by the write
    bad("pass_did: a hit of a request");
#if UL1_SECTORS > 1
    show();
    b.out.q3_sect = 2;
    bad("q3_sect: a fetch of sectors");
#endif
}

// An inv ends the copy, too; a line or all.
static void test_inv(void)
{
    for (unsigned sect = 0; sect < 2; sect++) {
        begin();
        fetched();
        offers(UL1_PACKET_INV, 3, sect ? LINE : 0, sect);
        taken(UL1_NODEDID_INV);
        b.out.pass_did = UL1_NODEDID_PASS;
        bad("pass_did: a request passes by");
        good();
        offers(UL1_PACKET_READ, 2, LINE, 1);
        taken(UL1_NODEDID_MISS);
        b.out.pass_did = UL1_NODEDID_HIT;
        bad("pass_did: a hit of a request");
    }
}

// A read of this purpose passes by, and ends the copy.
static void passes_by(unsigned use)
{
    begin();
    fetched();
    offers(UL1_PACKET_READ, 2, LINE, 1);
    b.in.q1_use = (uint8_t)use;
    taken(UL1_NODEDID_PASS);
    b.out.pass_did = UL1_NODEDID_HIT;
    bad("pass_did: a hit of a request");
    good();
    offers(UL1_PACKET_READ, 3, LINE, 1);
    taken(UL1_NODEDID_MISS);
    b.out.pass_did = UL1_NODEDID_HIT;
    bad("pass_did: a hit of a request");
}

static void test_past(void)
{
    passes_by(UL1_READKIND_WALK);
    passes_by(UL1_READKIND_FRESH);
}

// A write closes the MSHR: reads behind it neither merge nor hit.
static void test_closed(void)
{
    begin();
    offers(UL1_PACKET_READ, 1, LINE, 1);
    taken(UL1_NODEDID_MISS);
    offers(UL1_PACKET_READ, 2, LINE, 1);
    taken(UL1_NODEDID_MERGE);
    FLIPPED(pass_mshr, "pass_did, pass_mshr: a merge");
    offers(UL1_PACKET_WRITE, 3, LINE, 1);
    taken(UL1_NODEDID_PASS);
    FLIPPED(mshr_closed[0], "mshr_state, mshr_sect");
    offers(UL1_PACKET_READ, 4, LINE, 1);
    taken(UL1_NODEDID_PASS);
    b.out.pass_did = UL1_NODEDID_MERGE;
    bad("pass_did, pass_mshr: a merge");
    wait_for(3);
    replies(UL1_PACKET_DATA, 0, 1, false);
    taken(UL1_NODEDID_FILL);
    b.out.pass_did = UL1_NODEDID_NONE;
    bad("pass_did: sectors that came");
    FLIPPED(pass_mshr, "pass_did, pass_mshr: a fill");
    until(UL1_NODEDID_WORDS);
    FLIPPED(pass_mshr, "pass_did, pass_mshr: a replay");
    b.out.pass_did = UL1_NODEDID_ERROR;
    bad("pass_did: not words first");
    wait_for(8);
    offers(UL1_PACKET_READ, 5, LINE, 1);
    taken(UL1_NODEDID_MISS);
    b.out.pass_did = UL1_NODEDID_HIT; // the line was not kept
    bad("pass_did: a hit of a request");
}

#if UL1_SECTORS > 1 && UL1_NODE_LIST > 1
// A fetch for an MSHR that answers.
static void test_late_merge(void)
{
    begin();
    offers(UL1_PACKET_READ, 1, LINE, 1);
    taken(UL1_NODEDID_MISS);
    wait_for(2);
    offers(UL1_PACKET_READ, 2, LINE, 3); // so its pass is behind the fill
    b.in.q4_valid = b.in.q4_head = b.in.q4_tail = b.in.q4_sect = 1;
    b.in.q4_kind = UL1_PACKET_DATA;
    taken(UL1_NODEDID_LIST);
    b.out.pass_did = UL1_NODEDID_MERGE;
    b.out.q3_valid = 1;
    b.out.q3_sect = 2;
    bad("pass_did: a fetch for");
}
#endif

// ---- waits

static void test_waits(void)
{
    const char *broken = NULL;
    begin();
    offers(UL1_PACKET_READ, 1, LINE, 1);
    taken(UL1_NODEDID_MISS);
    wait_for(2);
    replies(UL1_PACKET_DATA, 0, 1, false);
    taken(UL1_NODEDID_FILL);
    good();
    show();
    b.out.pass_did = UL1_NODEDID_NONE; // no replay, and no more passes
    for (unsigned n = 0; n < LONG && !broken; n++)
        broken = node_contract_check(&b.c, &b.in, &b.out);
    expect("node", "pass_did: a read waits", broken);
    begin();
    offers(UL1_PACKET_WRITE, 1, LINE, 1);
    good();
    wait_for(1);
    show();
    for (broken = NULL; !broken && b.c.cycle < LONG;)
        broken = node_contract_check(&b.c, &b.in, &b.out);
    expect("node", "queue_used: the oldest request waits", broken);
}

// Nothing but Q1, the queue and Q2 goes on in the first half of a cycle.
static void test_half(void)
{
    begin();
    fetched();
    offers(UL1_PACKET_READ, 2, LINE, 1);
    b.in.half = 1;
    good();
    b.in.q1_valid = 0;
    for (unsigned n = 0; n < 3; n++)
        good();
    FLIPPED(queue_used, "queue_used: not the requests");
    b.in.half = 0;
    good();
}

void test_node(void)
{
    test_half();
    test_heads();
    test_stays();
    test_replies();
    test_reply_stays();
    test_hit();
    test_answers();
    test_evict();
    test_inv();
    test_past();
    test_closed();
#if UL1_SECTORS > 1 && UL1_NODE_LIST > 1
    test_late_merge();
#endif
    test_waits();
    free(b.state);
    b.state = NULL;
}
