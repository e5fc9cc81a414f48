#include "tests/cluster/nodes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/node/contract.h"

enum {
    STEPS = 256,  // requests of a test, and packets that slices get, at most
    LINES = 64,   // lines that a test names: all of one set, unless it says otherwise
    QUIET = 30,   // cycles after which nothing more comes
    ANY = 0,      // any number of cycles until the answer, or any version
    LATENCY = 20, // cycles of a slice from the last flit of a request to the offer of its reply
    BY = 1 << UL1_SLICE_TAG_W,
    SUBS = 1 << UL1_TAG_W,
    SMS = UL1_XIN < 4 ? UL1_XIN : 4,
};

enum kind { READ, WRITE, WALK, FRESH, INV, INV_ALL, FOREIGN }; // foreign: memory changes, without a packet

struct step {
    enum kind kind;
    unsigned line, sect, from;
    bool waits;     // until all before it are over
    unsigned after; // until slices have got as many packets
    int answer;     // cycles from when its last flit is taken until the head of its answer is offered
    unsigned sees;  // version of the line
    bool fails;     // its answer is an error
    unsigned flits; // that its answers still have to bring
};

struct packet {
    bool write, by;
    unsigned line, sect;
};

struct reply {
    uint64_t due;
    struct flit head;
    unsigned sect, version;
};

struct nodes {
    struct stimulus base;
    struct node_contract contract;
    struct step step[STEPS];
    struct packet want[STEPS];
    unsigned steps, wants, next, came; // next: the step that is offered next
    unsigned left;                     // sectors of its packet that are left
    uint64_t taken[STEPS];
    struct reply reply[STEPS];
    unsigned first, replies; // those that are not sent
    unsigned sent;           // sectors of the first one that are sent
    struct flit asks;        // the head of the packet at Q3
    unsigned asked;          // its sectors
    int answers;             // the step that the packet at Q2 is for
    unsigned version[LINES];
    uint64_t fails; // lines of which slices deliver nothing
    bool spread;    // neighbouring lines are in neighbouring sets
    uint64_t cycle, quiet;
};

struct nodes_test {
    void (*build)(struct nodes *);
};

// ---- programs

enum {
    ALL = (1 << UL1_SECTORS) - 1,
    HIT = 5,                // Q1, queue, row, words, Q2
    MISS = LATENCY + 10,    // head at Q3 after 4 cycles, which is taken; head at Q2 6 after the last flit
    BYPASS = LATENCY + 6,   // the same, and 2
    REST = UL1_SECTORS - 1, // the further flits of a whole line
};

static struct step *step(struct nodes *s, enum kind kind, unsigned line, unsigned sect, int answer)
{
    struct step *at = &s->step[s->steps];
    *at = (struct step){ .kind = kind, .line = line, .sect = sect, .answer = answer, .from = s->steps % SMS };
    const bool reads = kind == READ || kind == WALK || kind == FRESH;
    at->flits = reads ? (unsigned)__builtin_popcount(sect) : 1;
    s->steps++;
    return at;
}

// The same behind all before it.
static struct step *then(struct nodes *s, enum kind kind, unsigned line, unsigned sect, int answer)
{
    struct step *at = step(s, kind, line, sect, answer);
    at->waits = true;
    return at;
}

static void fetched(struct nodes *s, unsigned line, unsigned sect)
{
    s->want[s->wants++] = (struct packet){ .line = line, .sect = sect };
}

static void passed(struct nodes *s, unsigned line, unsigned sect, bool write)
{
    s->want[s->wants++] = (struct packet){ .write = write, .by = true, .line = line, .sect = sect };
}

// SMs in turn read lines that fit, in rounds: each line is fetched once.
static void build_share(struct nodes *s)
{
    const unsigned lines = UL1_NODE_WAYS < 4 ? UL1_NODE_WAYS : 4;
    for (unsigned n = 0; n < 4 * lines * SMS; n++) {
        const unsigned line = n / SMS % lines;
        struct step *at = then(s, READ, line, ALL, n < lines * SMS && n % SMS == 0 ? MISS + REST : HIT);
        at->from = n % SMS;
    }
    for (unsigned line = 0; line < lines; line++)
        fetched(s, line, ALL);
}

// As many lines in a row as the node has places: no miss in the second round.
static void build_fit(struct nodes *s)
{
    const unsigned all = UL1_NODE_SETS * UL1_NODE_WAYS, lines = all < LINES ? all : LINES;
    s->spread = true;
    for (unsigned n = 0; n < 2 * lines; n++)
        then(s, READ, n % lines, 1, n < lines ? MISS : HIT);
    for (unsigned line = 0; line < lines; line++)
        fetched(s, line, 1);
}

// One more line of a set than it has ways, in turn: each read misses.
static void build_camp(struct nodes *s)
{
    for (unsigned n = 0; n < 3 * (UL1_NODE_WAYS + 1); n++) {
        then(s, READ, n % (UL1_NODE_WAYS + 1), 1, MISS);
        fetched(s, n % (UL1_NODE_WAYS + 1), 1);
    }
}

// The line that was read the longest ago makes way, a hit counts.
static void build_young(struct nodes *s)
{
    for (unsigned n = 0; n < UL1_NODE_WAYS; n++) {
        then(s, READ, n, 1, MISS);
        fetched(s, n, 1);
    }
    then(s, READ, 0, 1, HIT);
    then(s, READ, UL1_NODE_WAYS, 1, MISS);
    fetched(s, UL1_NODE_WAYS, 1);
    if (UL1_NODE_WAYS == 1)
        return;
    then(s, READ, 0, 1, HIT);
    then(s, READ, 1, 1, MISS);
    fetched(s, 1, 1);
}

// Reads of a sector that hit: one is answered in every cycle.
static void build_hits(struct nodes *s)
{
    then(s, READ, 0, ALL, MISS + REST);
    fetched(s, 0, ALL);
    // A request is in the queue for two cycles. So two places take two requests in three cycles.
    for (unsigned n = 0; n < 32; n++)
        step(s, READ, 0, 1u << n % UL1_SECTORS, HIT + (UL1_NODE_QUEUE == 2 && n && n % 2 == 0))->waits =
            n == 0;
}

// A sector is valid while another one of its line comes: a read of it hits.
static void build_hit_pending(struct nodes *s)
{
    then(s, READ, 0, 1, MISS);
    fetched(s, 0, 1);
    then(s, READ, 0, 2, MISS);
    fetched(s, 0, 2);
    step(s, READ, 0, 1, HIT);
}

// Fetches of several lines are under way together: one leaves in each cycle, and one is answered in each.
static void build_misses(struct nodes *s)
{
    const unsigned most = UL1_NODE_MSHRS < UL1_NODE_SETS ? UL1_NODE_MSHRS : UL1_NODE_SETS,
                   lines = most > 2 && UL1_NODE_QUEUE == 2 ? 2 : most; // a third one would wait for the queue
    s->spread = true;
    for (unsigned n = 0; n < lines; n++) {
        // fills go first, one in each cycle; then there is a replay in every second one
        step(s, READ, n, 1, MISS + (int)(lines > 2 ? lines - 2 : 0) + (int)n)->waits = n == 0;
        fetched(s, n, 1);
    }
}

// A write passes by and ends the copy: one more fetch.
static void build_evict(struct nodes *s)
{
    then(s, READ, 0, 1, MISS)->sees = 1;
    fetched(s, 0, 1);
    then(s, WRITE, 0, ALL, BYPASS + REST);
    passed(s, 0, ALL, true);
    then(s, READ, 0, 1, MISS)->sees = 2;
    fetched(s, 0, 1);
    then(s, READ, 0, 1, HIT)->sees = 2;
}

// A write to a line under fetch: reads before it get the old words, a read behind it passes by, and the line
// is not kept.
static void build_closed(struct nodes *s)
{
    then(s, READ, 0, 1, MISS)->sees = 1;
    fetched(s, 0, 1);
    step(s, WRITE, 0, 1, ANY);
    passed(s, 0, 1, true);
    step(s, READ, 0, 1, ANY)->sees = 2;
    passed(s, 0, 1, false);
    then(s, READ, 0, 1, MISS)->sees = 2;
    fetched(s, 0, 1);
    then(s, READ, 0, 1, HIT)->sees = 2;
}

// Memory changes: the old version is seen until an inv of the line, and not behind it.
static void build_stale(struct nodes *s)
{
    then(s, READ, 0, 1, MISS)->sees = 1;
    fetched(s, 0, 1);
    then(s, READ, 1 % UL1_NODE_WAYS, 1, UL1_NODE_WAYS > 1 ? MISS : HIT);
    if (UL1_NODE_WAYS > 1)
        fetched(s, 1, 1);
    then(s, FOREIGN, 0, 0, ANY);
    then(s, READ, 0, 1, HIT)->sees = 1;
    then(s, INV, 0, ALL, HIT);
    then(s, READ, 0, 1, MISS)->sees = 2;
    fetched(s, 0, 1);
    then(s, READ, 1 % UL1_NODE_WAYS, 1, HIT);
}

// An inv of all lines: each is fetched again.
static void build_inv_all(struct nodes *s)
{
    const unsigned lines = UL1_NODE_SETS < 8 ? UL1_NODE_SETS : 8;
    s->spread = true;
    for (unsigned n = 0; n < 2 * lines; n++) {
        if (n == lines)
            then(s, INV_ALL, 0, 0, HIT);
        then(s, READ, n % lines, 1, MISS);
        fetched(s, n % lines, 1);
    }
}

// An inv while fetches are under way: their reads are served, and nothing is kept.
static void build_inv_fetch(struct nodes *s, enum kind inv)
{
    then(s, READ, 0, 1, MISS)->sees = 1;
    fetched(s, 0, 1);
    step(s, FOREIGN, 0, 0, ANY)->after = s->wants;
    step(s, inv, 0, inv == INV ? ALL : 0, HIT);
    step(s, READ, 0, 1, ANY)->sees = 2;
    passed(s, 0, 1, false);
    then(s, READ, 0, 1, MISS)->sees = 2;
    fetched(s, 0, 1);
    then(s, READ, 0, 1, HIT)->sees = 2;
}

static void build_inv_closes(struct nodes *s)
{
    build_inv_fetch(s, INV);
}

static void build_inv_all_closes(struct nodes *s)
{
    build_inv_fetch(s, INV_ALL);
}

// Reads that pass by leave no line. A copy that is there is not looked at, and ends.
static void build_past(struct nodes *s, enum kind kind)
{
    for (unsigned n = 0; n < 2; n++) {
        then(s, kind, 0, 1, BYPASS)->sees = n + 1;
        passed(s, 0, 1, false);
        then(s, FOREIGN, 0, 0, ANY);
    }
    then(s, READ, 0, 1, MISS)->sees = 3;
    fetched(s, 0, 1);
    then(s, FOREIGN, 0, 0, ANY);
    then(s, READ, 0, 1, HIT)->sees = 3;
    then(s, kind, 0, 1, BYPASS)->sees = 4;
    passed(s, 0, 1, false);
    then(s, READ, 0, 1, MISS)->sees = 4;
    fetched(s, 0, 1);
}

static void build_walk(struct nodes *s)
{
    build_past(s, WALK);
}

static void build_fresh(struct nodes *s)
{
    build_past(s, FRESH);
}

// A fresh read of a line under fetch: the read before gets the old words. Those behind pass by, and the line
// is not kept.
static void build_fresh_closes(struct nodes *s)
{
    then(s, READ, 0, 1, MISS)->sees = 1;
    fetched(s, 0, 1);
    step(s, FOREIGN, 0, 0, ANY)->after = s->wants;
    step(s, FRESH, 0, 1, ANY)->sees = 2;
    passed(s, 0, 1, false);
    step(s, READ, 0, 1, ANY)->sees = 2;
    passed(s, 0, 1, false);
    then(s, READ, 0, 1, MISS)->sees = 2;
    fetched(s, 0, 1);
    then(s, READ, 0, 1, HIT)->sees = 2;
}

// Reads of a line under fetch: as many as its list has places, with one fetch. One more waits, and hits.
static void build_list(struct nodes *s)
{
    for (unsigned n = 0; n < UL1_NODE_LIST + 1; n++) {
        // the read behind is taken a cycle later, and its replay begins two later
        step(s, READ, 0, 1, n < UL1_NODE_LIST ? MISS + (int)n : ANY)->waits = n == 0;
        if (n == 0)
            fetched(s, 0, 1);
    }
}

// A read of further sectors of a line under fetch: these are fetched, too.
static void build_merge(struct nodes *s)
{
    then(s, READ, 0, 1, ANY);
    fetched(s, 0, 1);
    step(s, READ, 0, ALL, ANY);
    fetched(s, 0, ALL & ~1u);
    then(s, READ, 0, ALL, HIT);
}

// Sectors that failed are answered with an error, and fetched again.
static void build_error(struct nodes *s)
{
    s->fails = 1;
    for (unsigned n = 0; n < 2; n++) {
        struct step *at = then(s, READ, 0, ALL, MISS);
        at->fails = true;
        at->flits = 1;
        fetched(s, 0, ALL);
    }
    then(s, READ, 1, 1, MISS);
    fetched(s, 1, 1);
}

// Whole lines are written: a flit leaves in every cycle, and each is answered.
static void build_writes(struct nodes *s)
{
    for (unsigned n = 0; n < 16; n++) {
        step(s, WRITE, n % 4, ALL, BYPASS + REST)->waits = n == 0;
        passed(s, n % 4, ALL, true);
    }
}

// ---- cycles

static uint64_t number_of(const struct nodes *s, unsigned line)
{
    return (uint64_t)line * (s->spread ? 1 : UL1_NODE_SETS) << UL1_NODE_LOW;
}

static unsigned line_of(const struct nodes *s, uint64_t number)
{
    return (unsigned)((number >> UL1_NODE_LOW) / (s->spread ? 1 : UL1_NODE_SETS)) % LINES;
}

static bool all_over(const struct nodes *s)
{
    bool over = !s->replies;
    for (unsigned n = 0; n < s->next; n++)
        over &= s->step[n].kind == FOREIGN || !s->step[n].flits;
    return over && s->quiet >= 4;
}

static void offer(struct nodes *s, struct ul1_node_in *in)
{
    const struct step *at = &s->step[s->next];
    const bool write = at->kind == WRITE, head = s->left == 0;
    if (s->next == s->steps || (head && at->waits && !all_over(s)) || s->came < at->after)
        return;
    if (at->kind == FOREIGN) {
        s->version[at->line]++;
        s->next++;
        return;
    }
    const unsigned left = head ? at->sect : s->left, one = write ? left & -left : at->sect;
    in->q1_valid = 1;
    in->q1_head = head;
    in->q1_sect = (uint8_t)one;
    in->q1_tail = !write || left == one;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS && write; w++)
        in->q1_be[w] = ALL_BYTES, in->q1_word[w] = s->version[at->line] + 1;
    if (!head)
        return;
    in->from_input = (__typeof__(in->from_input))at->from;
    in->q1_kind = write                          ? UL1_PACKET_WRITE
        : at->kind == INV || at->kind == INV_ALL ? UL1_PACKET_INV
                                                 : UL1_PACKET_READ;
    in->q1_sub = (__typeof__(in->q1_sub))(s->next % SUBS);
    in->q1_line = at->kind == INV_ALL ? 0 : number_of(s, at->line);
    in->q1_use = at->kind == WALK ? UL1_READKIND_WALK
        : at->kind == FRESH       ? UL1_READKIND_FRESH
                                  : UL1_READKIND_LOAD;
    in->q1_use = (uint8_t)(in->q1_kind == UL1_PACKET_READ ? in->q1_use : 0);
}

// The next flit of the first reply.
static void reply(struct nodes *s, struct ul1_node_in *in)
{
    const struct reply *r = &s->reply[s->first];
    if (!s->replies || r->due > s->cycle)
        return;
    const unsigned left = r->sect & ~s->sent;
    const bool words = r->head.kind == UL1_PACKET_DATA && !r->head.err;
    in->q4_valid = 1;
    in->q4_head = !s->sent;
    in->q4_sect = (uint8_t)(words ? left & -left : r->sect);
    in->q4_tail = !words || left == in->q4_sect;
    in->q4_kind = in->q4_head ? r->head.kind : 0;
    in->q4_sub = in->q4_head ? r->head.sub : 0;
    in->q4_err = in->q4_head && r->head.err;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS && words; w++)
        in->q4_word[w] = r->version;
}

static void nodes_drive(struct stimulus *base, const void *out, void *inputs)
{
    struct nodes *s = (struct nodes *)base;
    struct ul1_node_in *in = inputs;
    (void)out;
    memset(in, 0, sizeof *in);
    in->rst = s->cycle < 2;
    in->q2_ready = in->q3_ready = 1;
    if (in->rst)
        return;
    offer(s, in);
    reply(s, in);
}

static bool wrong(struct nodes *s, enum verdict v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->base.error, sizeof s->base.error, format, args);
    va_end(args);
    s->base.verdict = v;
    return false;
}

// A flit comes to a slice.
static bool see_request(struct nodes *s, const struct ul1_node_out *out)
{
    const struct packet *w = &s->want[s->came];
    if (out->q3_head) {
        FLIT_READ(s->asks, out, q3, , 0);
        s->asked = 0;
    }
    s->asked |= out->q3_sect;
    if (!out->q3_tail)
        return true;
    const struct flit *h = &s->asks;
    const bool write = h->kind == UL1_PACKET_WRITE;
    const unsigned line = line_of(s, h->line);
    if (s->came == s->wants || w->write != write || w->by != (h->sub >= BY)
        || number_of(s, w->line) != h->line || w->sect != s->asked)
        return wrong(
            s, MEMCHECK_OBJECTS,
            "slices get packet %u: a %s of line %u, sectors 0x%x, that %s; the test's formula says %s",
            s->came + 1, write ? "write" : "read", line, s->asked, h->sub >= BY ? "passes by" : "is a fetch",
            s->came == s->wants ? "none" : "another");
    s->came++;
    struct reply *r = &s->reply[s->first + s->replies++];
    *r = (struct reply){ .due = s->cycle + LATENCY, .head = *h, .sect = write ? 0 : s->asked };
    s->version[line] += write;
    r->version = s->version[line];
    r->head.kind = write ? UL1_PACKET_ACK : UL1_PACKET_DATA;
    r->head.err = s->fails >> line & 1;
    return true;
}

static bool is_for(const struct nodes *s, const struct ul1_node_out *out, unsigned n)
{
    return s->step[n].flits && s->step[n].kind != FOREIGN && s->step[n].from == out->q2_dst
        && n % SUBS == out->q2_sub;
}

// A flit of an answer.
static bool see_answer(struct nodes *s, const struct ul1_node_out *out)
{
    if (out->q2_head) {
        unsigned n = 0;
        while (n < s->next && !is_for(s, out, n))
            n++;
        if (n == s->next)
            return wrong(s, MEMCHECK_OBJECTS, "an answer of number %u is for no request", out->q2_sub);
        const int cycles = (int)(s->cycle - s->taken[n]);
        s->answers = (int)n;
        if (s->step[n].answer != ANY && cycles != s->step[n].answer)
            return wrong(s, MEMCHECK_OBJECTS,
                         "request %u is answered after %d cycles; the test's formula says %d", n + 1, cycles,
                         s->step[n].answer);
        if (out->q2_err != s->step[n].fails)
            return wrong(s, MEMCHECK_OBJECTS, "request %u %s", n + 1,
                         out->q2_err ? "fails" : "does not fail");
    }
    struct step *at = &s->step[s->answers];
    at->flits--;
    return at->sees == ANY || out->q2_word[0] == at->sees
        || wrong(s, MEMCHECK_OBJECTS, "request %d sees version %u of its line; the test's formula says %u",
                 s->answers + 1, (unsigned)out->q2_word[0], at->sees);
}

// The flit that was offered to the node is taken.
static void follow(struct nodes *s, const struct ul1_node_in *in, const struct ul1_node_out *out)
{
    if (in->q1_valid && out->q1_ready) {
        s->left =
            s->step[s->next].kind != WRITE ? 0 : (s->left ? s->left : s->step[s->next].sect) & ~in->q1_sect;
        if (in->q1_tail)
            s->taken[s->next++] = s->cycle;
    }
    if (!in->q4_valid || !out->q4_ready)
        return;
    s->sent = in->q4_tail ? 0 : s->sent | in->q4_sect;
    s->first += in->q4_tail;
    s->replies -= in->q4_tail;
}

static bool nodes_observe(struct stimulus *base, const void *inputs, const void *outputs)
{
    struct nodes *s = (struct nodes *)base;
    const struct ul1_node_in *in = inputs;
    const struct ul1_node_out *out = outputs;
    const char *broken = node_contract_check(&s->contract, in, out);
    bool fine = true;
    if (broken)
        return wrong(s, MEMCHECK_OBJECTS, "contract of node: %s", broken);
    if (!in->rst) {
        follow(s, in, out);
        fine = !out->q3_valid || see_request(s, out);
        fine = fine && (!out->q2_valid || see_answer(s, out));
    }
    const bool quiet = !in->q1_valid && !in->q4_valid && !out->queue_used && !out->q2_valid && !out->q3_valid
        && !out->pass_did;
    s->quiet = !in->rst && quiet && !s->replies ? s->quiet + 1 : 0;
    s->cycle++;
    base->busy_cycles = (int64_t)s->cycle;
    base->done = s->next == s->steps && all_over(s) && s->quiet >= QUIET;
    return fine && (s->quiet < 1000 || wrong(s, MEMCHECK_OBJECTS, "request %u never ends", s->next));
}

static bool nodes_finish(struct stimulus *base)
{
    struct nodes *s = (struct nodes *)base;
    return s->came == s->wants
        || wrong(s, MEMCHECK_OBJECTS, "slices got %u packets; the test's formula says %u", s->came, s->wants);
}

static void nodes_free(struct stimulus *base)
{
    free(base);
}

static struct stimulus *nodes_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct stimulus_ops ops = {
        .drive = nodes_drive, .observe = nodes_observe, .finish = nodes_finish, .free = nodes_free
    };
    struct nodes *s = calloc(1, sizeof *s);
    (void)seed;
    (void)cycles;
    if (!s)
        return NULL;
    s->base.ops = &ops;
    s->base.passes_expected = s->base.cycles_expected = -1;
    for (unsigned n = 0; n < LINES; n++)
        s->version[n] = 1;
    ((const struct nodes_test *)test->data)->build(s);
    return &s->base;
}

#define NODE(name, build, shows)                                                          \
    {                                                                                     \
        name, shows, "node", false, nodes_make, &(const struct nodes_test){ build }, NULL \
    }

const struct test tests_nodes[] = {
    NODE("node_share", build_share, "SMs in turn read the same lines: one fetch for each line"),
    NODE("node_fit", build_fit, "lines in a row that fit: no miss in the second round"),
    NODE("node_camp", build_camp, "one line more in a set than it has ways: each read misses"),
    NODE("node_young", build_young, "the line that was read the longest ago makes way"),
    NODE("node_hits", build_hits, "reads that hit: one in every cycle"),
#if UL1_SECTORS > 1
    NODE("node_hit_pending", build_hit_pending, "a read of valid sectors hits while others of the line come"),
#endif
    NODE("node_misses", build_misses, "fetches of several lines are under way together"),
    NODE("node_evict", build_evict, "a write ends the copy of its line: one more fetch"),
    NODE("node_closed", build_closed,
         "a write to a line under fetch: reads before see it old, those behind new"),
    NODE("node_stale", build_stale, "a foreign store is seen behind an inv of the line, and not before"),
    NODE("node_inv_all", build_inv_all, "an inv of all lines: each is fetched again"),
    NODE("node_inv_closes", build_inv_closes, "an inv of a line under fetch: what comes is not kept"),
    NODE("node_inv_all_closes", build_inv_all_closes, "an inv of all lines closes their MSHRs"),
    NODE("node_walk", build_walk, "page walks pass by, and end the copy of their line"),
    NODE("node_fresh", build_fresh, "fresh reads pass by, and end the copy of their line"),
    NODE("node_fresh_closes", build_fresh_closes,
         "a fresh read of a line under fetch: what comes is not kept"),
    NODE("node_list", build_list, "reads of a line under fetch: as many as its list has places"),
#if UL1_SECTORS > 1 && UL1_NODE_LIST > 1
    NODE("node_merge", build_merge,
         "a read of further sectors of a line under fetch: these are fetched, too"),
#endif
    NODE("node_error", build_error, "sectors that failed are not kept"),
    NODE("node_writes", build_writes, "writes of whole lines: a flit in every cycle"),
};
const unsigned tests_nodes_count = sizeof tests_nodes / sizeof *tests_nodes;
