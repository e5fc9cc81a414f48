#include "tests/cluster/decoupled.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "blocks/dcside/bench.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

enum {
    STEPS = 2048, // requests of a test, at most
    ANY = -1,
    REST = 8, // cycles without anything under way before a request that waits
    TIMES = 1000000,
    ALL = (1 << UL1_SECTORS) - 1,
    CAPACITY = UL1_NODE_SETS * UL1_NODE_WAYS, // lines of a node
    // Cycles from when the interface takes a read until it delivers the response, of n sectors, if nothing
    // delays it. A crossbar takes two cycles. A node has the data of a hit on offer five cycles behind Q1.
    HIT = 1 + 2 + 5 + 2, // and n
    // The fetch is on offer four cycles behind Q1. Then as to a slice without a node, three cycles for a hit
    // there; the data are on offer six cycles behind the last flit of n.
    // With atomics a request is in the register of a block before the slice.
    MISS = 1 + 2 + 4 + 2 + 1 + (UL1_GLOBAL_ATOMICS > 0) + 3 + 1 + 2 + 5 + 2, // and 2 n
    // With the near clock twice as fast, in halves of a cycle: a crossbar takes two. The queue has a packet
    // two after Q1 has it on offer, and its pass begins with the next cycle. Q2 offers the data a half behind
    // three cycles.
    BOOST_HIT = 1 + 2 + 2 + 1 + 3 * 2 - 1 + 2, // and n
};

struct step {
    unsigned sm, sect;
    bool write, walk, command; // command: the fence of one, which is also an inv to each node
    unsigned group;            // requests of a group are offered when all of groups before are over
    uint64_t line;
    int cycles; // until the response, or any
    uint64_t taken;
    unsigned left; // sectors that have not come
};

struct decoupled {
    struct stimulus base;
    struct dcside_bench bench;
    struct step step[STEPS];
    unsigned steps, groups;
    unsigned open;          // the group that is offered
    unsigned next[UL1_SMS]; // the step that each SM offers next, or `steps`
    uint64_t cycle, quiet;
    // measured, and expected or any
    struct decoupled_sums {
        int64_t hits, misses, merges, passes, near, far; // near and far: flits of replies
    } seen, want;
    int64_t came[DC_NODES]; // expected packets at each node, or any
    // parts of which the time is measured, from the first request to the last response
    unsigned parts;
    struct {
        unsigned first, steps;
        uint64_t begun, ended;
    } part[2];
    bool (*judge)(struct decoupled *); // of the times of the parts, or null
};

struct decoupled_test {
    void (*build)(struct decoupled *);
};

// ---- programs

// A line whose homes are those of its small number.
static uint64_t number_of(unsigned line)
{
    return ((uint64_t)UL1_NODE_HOME_ODD * UL1_HOME_ODD << 12) + line;
}

static struct step *step(struct decoupled *s, unsigned sm, unsigned line, unsigned sect)
{
    struct step *at = &s->step[s->steps++];
    *at = (struct step){ .sm = sm, .line = number_of(line), .sect = sect, .left = sect, .cycles = ANY };
    at->group = s->groups;
    return at;
}

// The same as the first of a group.
static struct step *then(struct decoupled *s, unsigned sm, unsigned line, unsigned sect)
{
    s->groups++;
    return step(s, sm, line, sect);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// SMs in turn read the same lines, in rounds. Each cluster fetches a line once.
static void build_share(struct decoupled *s)
{
    enum { R = 2 };
    const unsigned t = least(12, UL1_NODES * CAPACITY);
    for (unsigned r = 0; r < R; r++)
        for (unsigned line = 0; line < t; line++)
            for (unsigned sm = 0; sm < UL1_SMS; sm++)
                then(s, sm, line, ALL)->cycles = r || sm % CLUSTERS_SMS ? HIT + UL1_SECTORS : ANY;
    s->want.misses = UL1_CLUSTERS * t;
    s->want.hits = (UL1_SMS * R - UL1_CLUSTERS) * t;
    s->want.merges = s->want.passes = 0;
    s->want.near = (int64_t)UL1_SECTORS * UL1_SMS * R * t;
    s->want.far = (int64_t)UL1_SECTORS * UL1_CLUSTERS * t;
}

// All SMs read the same lines at the same time: still one fetch for each cluster.
static void build_together(struct decoupled *s)
{
    const unsigned t = least(8, UL1_NODES * CAPACITY);
    for (unsigned line = 0; line < t; line++)
        for (unsigned sm = 0; sm < UL1_SMS; sm++)
            (sm ? step : then)(s, sm, line, ALL);
    s->want.misses = UL1_CLUSTERS * t;
    s->want.far = (int64_t)UL1_SECTORS * UL1_CLUSTERS * t;
    s->want.near = (int64_t)UL1_SECTORS * UL1_SMS * t;
}

// Lines in a row go to all nodes of a cluster in turn, wherever the row begins.
static void build_home(struct decoupled *s)
{
    enum { EACH = 3, FIRST = 5 };
    for (unsigned k = 0; k < EACH * UL1_NODES; k++)
        for (unsigned c = 0; c < UL1_CLUSTERS; c++)
            then(s, c * CLUSTERS_SMS, FIRST + k, 1);
    for (unsigned n = 0; n < DC_NODES; n++)
        s->came[n] = EACH;
}

// As many lines in a row as the nodes of a cluster have places: no miss in the second round.
static void build_fit(struct decoupled *s)
{
    const unsigned t = UL1_NODES * CAPACITY;
    for (unsigned r = 0; r < 2; r++)
        for (unsigned line = 0; line < t; line++)
            then(s, 0, line, 1)->cycles = r ? HIT + 1 : ANY;
    s->want.misses = s->want.hits = t;
}

// One more in each node: with lines in turn each read of a set with too many misses.
static void build_unfit(struct decoupled *s)
{
    const unsigned t = UL1_NODE_WAYS + 1;
    for (unsigned r = 0; r < 3; r++)
        for (unsigned k = 0; k < t; k++)
            then(s, 0, k * UL1_NODES * UL1_NODE_SETS, 1);
    s->want.misses = 3 * t;
    s->want.hits = 0;
}

// All SMs of a cluster read lines that hit: lines of one node, then as many of all nodes. A node sends a flit
// in each cycle, so a line takes as many cycles as it has flits, or this over the number of nodes.
static bool judge_camp(struct decoupled *s)
{
    const unsigned total = s->part[0].steps;
    const uint64_t camp = s->part[0].ended - s->part[0].begun, all = s->part[1].ended - s->part[1].begun;
    const uint64_t flits = (uint64_t)UL1_SECTORS * total, wide = least(UL1_NODES, CLUSTERS_SMS);
    if (camp >= HIT + flits && camp <= HIT + flits + 4 && all >= HIT + flits / wide
        && all <= HIT + flits / wide + flits / 8 + 8)
        return true;
    s->base.verdict = MEMCHECK_OBJECTS;
    snprintf(s->base.error, sizeof s->base.error,
             "%u lines of one node take %" PRIu64 " cycles, of all nodes %" PRIu64
             "; the test's formula says %" PRIu64 " and %" PRIu64,
             total, camp, all, HIT + flits, HIT + flits / wide);
    return false;
}

static void build_camp(struct decoupled *s)
{
    const unsigned lines = least(8, CAPACITY), each = 16, stride[] = { UL1_NODES, 1 };
    for (s->parts = 0; s->parts < 2; s->parts++) {
        for (unsigned k = 0; k < lines; k++)
            then(s, 0, k * stride[s->parts], ALL);
        s->part[s->parts].first = s->steps;
        for (unsigned k = 0; k < each; k++)
            for (unsigned sm = 0; sm < CLUSTERS_SMS; sm++)
                (k || sm ? step : then)(s, sm, (k + sm) % lines * stride[s->parts], ALL);
        s->part[s->parts].steps = s->steps - s->part[s->parts].first;
    }
    s->judge = judge_camp;
}

// The cycles of a hit of n sectors, if the near clock is twice as fast: the response waits for a cycle's
// second half.
static unsigned boosted(unsigned n)
{
    return (BOOST_HIT + n + 1) / 2;
}

// One SM reads lines that hit in one node, as fast as it can. Its link passes a flit in each cycle, or two.
static bool judge_link(struct decoupled *s)
{
    const unsigned lines = s->part[0].steps, boost = UL1_SECTORS > 1 ? (UL1_SECTORS + 1) / 2 : 1;
    const uint64_t took = s->part[0].ended - s->part[0].begun,
                   want = s->base.boost ? boosted(UL1_SECTORS) + (uint64_t)boost * (lines - 1)
                                        : HIT + (uint64_t)UL1_SECTORS * lines;
    if (took == want)
        return true;
    s->base.verdict = MEMCHECK_OBJECTS;
    snprintf(s->base.error, sizeof s->base.error,
             "%u lines that hit in one node take %" PRIu64 " cycles; the test's formula says %" PRIu64, lines,
             took, want);
    return false;
}

static void build_link(struct decoupled *s)
{
    const unsigned lines = least(4, CAPACITY), reads = 64;
    for (unsigned k = 0; k < lines; k++)
        then(s, 0, k * UL1_NODES, ALL);
    s->parts = 1;
    s->part[0].first = s->steps;
    for (unsigned k = 0; k < reads; k++)
        (k ? step : then)(s, 0, k % lines * UL1_NODES, ALL);
    s->part[0].steps = reads;
    s->judge = judge_link;
}

// The same with a near clock twice as fast. A hit of each number of sectors goes before.
static void build_boost(struct decoupled *s)
{
    s->base.boost = true;
    for (unsigned n = 1; n <= UL1_SECTORS; n++) {
        then(s, 0, 0, ALL);
        then(s, 0, 0, (1u << n) - 1)->cycles = (int)boosted(n);
    }
    build_link(s);
}

// Walks' reads pass by, and leave no line.
static void build_pass(struct decoupled *s)
{
    enum { T = 3, R = 2 };
    for (unsigned r = 0; r < R; r++)
        for (unsigned line = 0; line < T; line++)
            then(s, r % UL1_SMS, line, 1)->walk = true;
    for (unsigned line = 0; line < T; line++)
        then(s, 0, line, 1);
    s->want.passes = T * R;
    s->want.misses = T;
    s->want.hits = s->want.merges = 0;
}

// A write ends the copy of its line in its own cluster: one more fetch there. Other clusters keep theirs.
static void build_evict(struct decoupled *s)
{
    for (unsigned c = 0; c < UL1_CLUSTERS; c++)
        then(s, c * CLUSTERS_SMS, 0, ALL);
    then(s, 1 % CLUSTERS_SMS, 0, 1)->write = true;
    for (unsigned c = 0; c < UL1_CLUSTERS; c++)
        then(s, c * CLUSTERS_SMS, 0, ALL)->cycles = c ? HIT + UL1_SECTORS : MISS + 2 * UL1_SECTORS;
    s->want.misses = UL1_CLUSTERS + 1;
    s->want.hits = UL1_CLUSTERS - 1;
    s->want.passes = 1;
}

// A write to a line under fetch: the read behind it passes by, and nothing is kept, so there is one more
// fetch.
static void build_closed(struct decoupled *s)
{
    then(s, 0, 0, 1);
    step(s, 0, 0, 1)->write = true;
    step(s, 0, 0, 1);
    then(s, 0, 0, 1);
    then(s, 0, 0, 1);
    s->want.misses = 2;
    s->want.passes = 2;
    s->want.hits = 1;
}

#if UL1_CACHES_BEHIND
// A write of another cluster: the copy is seen until a command's fence, and at no node behind it. All nodes
// of the cluster lose what they have.
static void build_inv(struct decoupled *s)
{
    const unsigned last = (UL1_CLUSTERS - 1) * CLUSTERS_SMS;
    for (unsigned c = 0; c < UL1_CLUSTERS; c++)
        for (unsigned line = 0; line < UL1_NODES; line++)
            then(s, c * CLUSTERS_SMS, line, ALL);
    then(s, last, 0, 1)->write = true;
    then(s, 0, 0, ALL);
    then(s, 0, 0, 0)->command = true;
    for (unsigned line = 0; line < UL1_NODES; line++)
        then(s, 0, line, ALL);
    s->want.hits = last != 0;
    s->want.misses = (UL1_CLUSTERS + 1) * UL1_NODES + (last == 0);
    s->want.passes = 1;
}
#endif

// A read that misses in its node and hits in the slice, for 1 to all sectors; then each hits in the node.
static void build_latency(struct decoupled *s)
{
    for (unsigned n = 1; n <= UL1_SECTORS; n++) {
        const unsigned sect = (1u << n) - 1;
        then(s, 0, n, ALL);
        then(s, 0, n, 1)->write = true; // the slice keeps the line
        then(s, 0, n, sect)->cycles = (int)(MISS + 2 * n);
        then(s, 0, n, sect)->cycles = (int)(HIT + n);
    }
}

// ---- cycles

static bool wrong(struct decoupled *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(struct decoupled *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->base.error, sizeof s->base.error, format, args);
    va_end(args);
    s->base.verdict = MEMCHECK_OBJECTS;
    return false;
}

static unsigned next_of(const struct decoupled *s, unsigned sm, unsigned from)
{
    while (from < s->steps && s->step[from].sm != sm)
        from++;
    return from;
}

// All requests of groups up to the open one are over.
static bool all_over(const struct decoupled *s)
{
    bool over = s->quiet >= REST;
    for (unsigned sm = 0; sm < UL1_SMS; sm++)
        over &= s->next[sm] == s->steps || s->step[s->next[sm]].group > s->open;
    return over;
}

static void offer(struct decoupled *s, struct ul1_sni_in *in, unsigned sm)
{
    const unsigned n = s->next[sm];
    const struct step *at = &s->step[n];
    if (n == s->steps || at->group > s->open)
        return;
    in->mem_valid = 1;
    in->mem_op = at->command ? UL1_MEMOP_FENCE : at->write ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    in->mem_line = at->line;
    in->mem_number = (uint16_t)(n % 32);
    if (at->command) {
        in->mem_number = UL1_CMD_ID;
    } else if (at->write) {
        in->mem_vline = at->line;
        for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
            if (at->sect >> w / UL1_SECTOR_WORDS & 1)
                in->memdata_be[w] = ALL_BYTES, in->memdata_word[w] = n + 1;
    } else {
        in->mem_sect = (uint8_t)at->sect;
        in->memread_kind = at->walk ? UL1_READKIND_WALK : UL1_READKIND_LOAD;
    }
}

static void decoupled_drive(struct stimulus *base, const void *out, void *ins)
{
    struct decoupled *s = (struct decoupled *)base;
    (void)out;
    memset(ins, 0, s->bench.whole->in_size);
    *(uint8_t *)ins = s->cycle < 2;
    if (s->cycle >= 2)
        s->open += all_over(s);
    for (unsigned sm = 0; sm < UL1_SMS && s->cycle >= 2; sm++)
        offer(s, dcside_sm(&s->bench, ins, sm), sm);
    behind_drive(&s->bench.behind, ins);
}

// The part that a step belongs to, or `parts`.
static unsigned part_of(const struct decoupled *s, unsigned step)
{
    unsigned p = 0;
    while (p < s->parts && (step < s->part[p].first || step >= s->part[p].first + s->part[p].steps))
        p++;
    return p;
}

static bool see_response(struct decoupled *s, unsigned sm, const struct ul1_sni_out *out)
{
    for (unsigned n = 0; n < s->next[sm]; n++) {
        struct step *at = &s->step[n];
        if (at->sm != sm || at->write || at->command || n % 32 != out->resp_number
            || !(at->left & out->resp_sect))
            continue;
        at->left &= ~(unsigned)out->resp_sect;
        if (part_of(s, n) < s->parts)
            s->part[part_of(s, n)].ended = s->cycle;
        const int took = (int)(s->cycle - at->taken);
        return at->cycles == ANY || at->left || took == at->cycles
            || wrong(s, "read %u takes %d cycles; the test's formula says %d", n + 1, took, at->cycles);
    }
    return wrong(s, "a response of number %u is for no read", out->resp_number);
}

static bool see_sms(struct decoupled *s)
{
    const struct clusters_view *v = dcside_view(&s->bench);
    bool fine = true, any = false;
    for (unsigned sm = 0; sm < UL1_SMS; sm++) {
        fine = fine
            && (!v->sm[sm]->resp_valid || v->sm[sm]->resp_op == UL1_MEMOP_FENCE
                || see_response(s, sm, v->sm[sm]));
        s->seen.near +=
            v->sm_in[sm]->rp_valid && v->sm[sm]->rp_ready && v->sm_in[sm]->rp_kind != UL1_PACKET_ACK;
        any |= v->sm_in[sm]->mem_valid;
        if (!v->sm_in[sm]->mem_valid || !v->sm[sm]->mem_ready)
            continue;
        s->step[s->next[sm]].taken = s->cycle;
        const unsigned p = part_of(s, s->next[sm]);
        if (p < s->parts && !s->part[p].begun)
            s->part[p].begun = s->cycle;
        s->next[sm] = next_of(s, sm, s->next[sm] + 1);
    }
    for (unsigned n = 0; n < DC_NODES; n++)
        s->seen.far +=
            v->node_in[n]->q4_valid && v->node[n]->q4_ready && v->node_in[n]->q4_kind != UL1_PACKET_ACK;
    s->quiet = any || clusters_busy(dcside_ledger(&s->bench)) ? 0 : s->quiet + 1;
    return fine;
}

static bool decoupled_observe(struct stimulus *base, const void *in, const void *out)
{
    struct decoupled *s = (struct decoupled *)base;
    const char *broken = dcside_bench_observe(&s->bench, in, out);
    if (broken)
        return wrong(s, "%s", broken);
    const bool fine = dcside_view(&s->bench)->rst || see_sms(s);
    bool over = true;
    for (unsigned sm = 0; sm < UL1_SMS; sm++)
        over &= s->next[sm] == s->steps;
    s->cycle++;
    base->busy_cycles = (int64_t)s->cycle;
    base->done = over && s->quiet > CLUSTERS_QUIET + REST;
    return fine && (s->cycle < TIMES || wrong(s, "it never ends"));
}

static bool decoupled_between(struct stimulus *base, const void *in, const void *out)
{
    struct decoupled *s = (struct decoupled *)base;
    const char *broken = dcside_bench_between(&s->bench, in, out);
    const struct clusters_view *v = dcside_view(&s->bench);
    for (unsigned sm = 0; sm < UL1_SMS; sm++)
        s->seen.near +=
            v->sm_in[sm]->rp_valid && v->sm[sm]->rp_ready && v->sm_in[sm]->rp_kind != UL1_PACKET_ACK;
    return !broken || wrong(s, "%s", broken);
}

static bool decoupled_finish(struct stimulus *base)
{
    struct decoupled *s = (struct decoupled *)base;
    for (unsigned n = 0; n < DC_NODES; n++) {
        const struct clusters_node *is = &dcside_ledger(&s->bench)->node[n];
        s->seen.hits += (int64_t)is->hits;
        s->seen.misses += (int64_t)is->misses;
        s->seen.merges += (int64_t)is->merges;
        s->seen.passes += (int64_t)is->passes;
        if (s->came[n] != ANY && s->came[n] != (int64_t)is->came)
            return wrong(s, "%" PRIu64 " packets come to node %u; the test's formula says %" PRId64, is->came,
                         n, s->came[n]);
    }
    const struct {
        const char *name;
        int64_t seen, want;
    } sum[] = { { "hits", s->seen.hits, s->want.hits },
                { "misses", s->seen.misses, s->want.misses },
                { "merges", s->seen.merges, s->want.merges },
                { "packets that pass", s->seen.passes, s->want.passes },
                { "flits to SMs", s->seen.near, s->want.near },
                { "flits to nodes", s->seen.far, s->want.far } };
    for (unsigned i = 0; i < sizeof sum / sizeof *sum; i++)
        if (sum[i].want != ANY && sum[i].want != sum[i].seen)
            return wrong(s, "%" PRId64 " %s; the test's formula says %" PRId64, sum[i].seen, sum[i].name,
                         sum[i].want);
    return !s->judge || s->judge(s);
}

static void decoupled_free(struct stimulus *base)
{
    dcside_bench_free(&((struct decoupled *)base)->bench);
    free(base);
}

static struct stimulus *decoupled_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct stimulus_ops ops = { .drive = decoupled_drive,
                                             .observe = decoupled_observe,
                                             .between = decoupled_between,
                                             .finish = decoupled_finish,
                                             .free = decoupled_free };
    struct decoupled *s = calloc(1, sizeof *s);
    (void)cycles;
    if (!s)
        return NULL;
    s->base.ops = &ops;
    s->base.passes_expected = s->base.cycles_expected = -1;
    s->want = (struct decoupled_sums){ ANY, ANY, ANY, ANY, ANY, ANY };
    for (unsigned n = 0; n < DC_NODES; n++)
        s->came[n] = ANY;
    if (!dcside_bench_init(&s->bench, seed)) {
        decoupled_free(&s->base);
        return NULL;
    }
    ((const struct decoupled_test *)test->data)->build(s);
    for (unsigned sm = 0; sm < UL1_SMS; sm++)
        s->next[sm] = next_of(s, sm, 0);
    return &s->base;
}

#define TEST(name, build, shows)                                                                    \
    {                                                                                               \
        name, shows, "dcside", false, decoupled_make, &(const struct decoupled_test){ build }, NULL \
    }

const struct test tests_decoupled[] = {
    TEST("dc_share", build_share, "SMs in turn read the same lines: one fetch for each cluster"),
    TEST("dc_together", build_together, "SMs read the same lines at a time: one fetch for each cluster"),
    TEST("dc_home", build_home, "lines in a row go to all nodes of a cluster in turn"),
    TEST("dc_fit", build_fit, "as many lines in a row as a cluster's nodes have places: no miss in round 2"),
    TEST("dc_unfit", build_unfit, "one line more than a set has ways: each read misses"),
    TEST("dc_camp", build_camp,
         "lines of one node take as many cycles as flits, of all nodes a part of that"),
    TEST("dc_link", build_link, "lines that hit for one SM: a flit in each cycle"),
    TEST("dc_boost", build_boost, "the same with a near clock twice as fast: two flits in each cycle"),
    TEST("dc_pass", build_pass, "walks' reads pass by, and leave no line"),
    TEST("dc_evict", build_evict, "a write ends the copy of its cluster: one more fetch; others keep theirs"),
    TEST("dc_closed", build_closed, "a write to a line under fetch: the line is fetched once more"),
#if UL1_CACHES_BEHIND
    TEST("dc_inv", build_inv, "a write of another cluster is seen behind a command, and not before"),
#endif
    TEST("dc_latency", build_latency, "cycles of a hit in a node, and of a miss that hits in a slice"),
};
const unsigned tests_decoupled_count = sizeof tests_decoupled / sizeof *tests_decoupled;

#endif
