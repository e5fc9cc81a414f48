#include "tests/cluster/slice.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/l2/contract.h"
#include "kit/rng.h"

enum {
    STEPS = 64,   // requests of a test, and requests that memory gets, at most
    LINES = 32,   // lines that a test names: all of one set, unless it says otherwise
    QUIET = 30,   // cycles after which nothing more comes
    ANY = 0,      // any number of cycles until the answer
    NONE = -1,    // no answer
    LATENCY = 20, // of memory: cycles from when it takes a fetch until it answers it
};

enum kind { READ, WRITE, FENCE, WALK };

struct step {
    enum kind kind;
    unsigned line, sect;
    uint8_t be; // of each word in these sectors
    bool waits; // until all before it are over
    int answer; // cycles from when it is taken until its answer is offered
};

// A request that memory is to get.
struct wanted {
    bool write;
    unsigned line, sect; // sect: of a write those with bytes
    unsigned bytes;
};

struct response {
    uint64_t due;
    unsigned number, sect, line;
};

struct slice {
    struct stimulus base;
    struct l2_contract contract;
    struct step step[STEPS];
    struct wanted want[STEPS];
    unsigned steps, wants, next, came; // next: the step that is offered next
    uint64_t taken[STEPS];
    bool is_taken[STEPS], answered[STEPS];
    struct response response[STEPS];
    unsigned first, responses; // those that are not given
    uint32_t word[LINES][UL1_LINE_WORDS];
    int changes; // the line that the host changes before each walk, or -1
    bool sets;   // neighbouring lines are in neighbouring sets
    bool answers;
    uint64_t cycle, quiet;
};

struct slice_test {
    void (*build)(struct slice *);
};

// ---- programs

static struct step *step(struct slice *s, enum kind kind, unsigned line, unsigned sect, int answer)
{
    s->step[s->steps] =
        (struct step){ .kind = kind, .line = line, .sect = sect, .be = ALL_BYTES, .answer = answer };
    return &s->step[s->steps++];
}

// The same behind all before it.
static struct step *then(struct slice *s, enum kind kind, unsigned line, unsigned sect, int answer)
{
    struct step *at = step(s, kind, line, sect, answer);
    at->waits = true;
    return at;
}

static void fetched(struct slice *s, unsigned line, unsigned sect)
{
    s->want[s->wants++] = (struct wanted){ .line = line, .sect = sect };
}

static void written_back(struct slice *s, unsigned line, unsigned sect, unsigned bytes)
{
    s->want[s->wants++] = (struct wanted){ .write = true, .line = line, .sect = sect, .bytes = bytes };
}

enum {
    ALL = (1 << UL1_SECTORS) - 1,
    HIT = 3,            // queue, row, words
    MISS = LATENCY + 7, // fetch offered 3 cycles after the request, answer 4 after the response
    ACK = UL1_L2_ACKS ? HIT : NONE,
    WORDS = UL1_LINE_WORDS / UL1_SECTORS, // of a sector
};

static void build_hit(struct slice *s)
{
    then(s, READ, 0, ALL, MISS);
    fetched(s, 0, ALL);
    then(s, READ, 0, ALL, HIT);
    then(s, READ, 0, 1, HIT);
    then(s, WRITE, 0, 1, ACK);
    then(s, READ, 0, ALL, HIT);
    then(s, FENCE, 0, 0, HIT);
}

// A request in every cycle, all to one set.
static void build_hits(struct slice *s)
{
    for (unsigned n = 0; n < UL1_L2_WAYS && n < 2; n++) {
        then(s, READ, n, ALL, MISS);
        fetched(s, n, ALL);
    }
    for (unsigned n = 0; n < 32; n++) {
        struct step *at =
            step(s, n % 5 == 3 ? WRITE : READ, UL1_L2_WAYS > 1 ? n & 1 : 0, ALL, n % 5 == 3 ? ACK : HIT);
        at->waits = n == 0;
    }
}

#if UL1_L2_QUEUE > 2 // so that a request is taken in every cycle
// The fetches of all MSHRs are under way together: one is offered in each cycle, and one comes in each.
// Behind the last response there is a replay in every second cycle.
static void build_misses(struct slice *s)
{
    const unsigned lines = UL1_L2_SETS * UL1_L2_WAYS, most = lines < LINES ? lines : LINES,
                   n = UL1_L2_MSHRS < most ? UL1_L2_MSHRS : most;
    s->sets = true;
    for (unsigned i = 0; i < n; i++) {
        step(s, READ, i, ALL, MISS + (int)(n > 2 ? n - 2 : 0) + (int)i)->waits = i == 0;
        fetched(s, i, ALL);
    }
}
#endif

// Stores of parts of a sector fetch nothing. A read of it: one write-back of all their bytes, then one fetch.
static void build_mask(struct slice *s)
{
    for (unsigned byte = 0; byte < UL1_WORD_BYTES - 1; byte++)
        step(s, WRITE, 0, 1, ACK)->be = (uint8_t)(1 << byte);
    then(s, READ, 0, ALL, ANY);
    written_back(s, 0, 1, (UL1_WORD_BYTES - 1) * WORDS);
    fetched(s, 0, ALL);
    then(s, READ, 0, ALL, HIT);
}

// Stores that cover a sector: a read of it hits.
static void build_covered(struct slice *s)
{
    for (unsigned byte = 0; byte < UL1_WORD_BYTES; byte++)
        step(s, WRITE, 0, 1, ACK)->be = (uint8_t)(1 << byte);
    then(s, READ, 0, 1, HIT);
    if (UL1_SECTORS == 1)
        return;
    then(s, READ, 0, 2, MISS);
    fetched(s, 0, 2);
}

// Requests of one line keep their order: the first read has the words of memory, the second those written.
static void build_order(struct slice *s)
{
    then(s, READ, 0, 1, MISS);
    fetched(s, 0, 1);
    step(s, WRITE, 0, 1, ANY)->answer = UL1_L2_ACKS ? ANY : NONE;
    step(s, READ, 0, 1, ANY);
    step(s, FENCE, 0, 0, ANY);
}

// A read for each way, and one more: the line that was read the longest ago makes way.
static void build_evict(struct slice *s)
{
    for (unsigned n = 0; n < UL1_L2_WAYS; n++) {
        then(s, READ, n, 1, MISS);
        fetched(s, n, 1);
    }
    then(s, READ, 0, 1, HIT);
    then(s, READ, UL1_L2_WAYS, 1, MISS);
    fetched(s, UL1_L2_WAYS, 1);
    if (UL1_L2_WAYS == 1)
        return;
    then(s, READ, 0, 1, HIT);
    then(s, READ, 1, 1, MISS);
    fetched(s, 1, 1);
}

// The same with dirty lines: written back once each, before the fetch, and a clean one is not.
static void build_evict_dirty(struct slice *s)
{
    for (unsigned n = 0; n < UL1_L2_WAYS; n++)
        then(s, WRITE, n, 1, ACK);
    then(s, READ, UL1_L2_WAYS, 1, ANY);
    written_back(s, 0, 1, UL1_WORD_BYTES * WORDS);
    fetched(s, UL1_L2_WAYS, 1);
    if (UL1_L2_WAYS > 1) {
        then(s, WRITE, 0, 1, UL1_L2_ACKS ? ANY : NONE);
        written_back(s, 1, 1, UL1_WORD_BYTES * WORDS);
        then(s, READ, 0, 1, HIT);
    }
}

// A page walk sees what the host has written, and leaves nothing of the line.
static void build_walk(struct slice *s)
{
    s->changes = 0;
    then(s, READ, 0, 1, MISS);
    fetched(s, 0, 1);
    then(s, WALK, 0, 1, MISS);
    fetched(s, 0, 1);
    then(s, WALK, 0, 1, MISS);
    fetched(s, 0, 1);
    then(s, READ, 0, 1, MISS);
    fetched(s, 0, 1);
    then(s, READ, 0, 1, HIT);
}

// A page walk of a dirty line.
static void build_walk_dirty(struct slice *s)
{
    then(s, WRITE, 0, 1, ACK);
    then(s, WALK, 0, 1, ANY);
    written_back(s, 0, 1, UL1_WORD_BYTES * WORDS);
    fetched(s, 0, 1);
    then(s, READ, 0, 1, MISS);
    fetched(s, 0, 1);
}

// Reads of a line under fetch wait in its list, two cycles apart; one more than fit waits in the queue, and
// hits.
static void build_list(struct slice *s)
{
    for (unsigned n = 0; n < UL1_L2_LIST + 1; n++) {
        // the read behind is taken a cycle later, and its replay begins two later
        struct step *at = step(s, READ, 0, 1, n < UL1_L2_LIST ? MISS + (int)n : ANY);
        at->waits = n == 0;
        if (n == 0)
            fetched(s, 0, 1);
    }
}

#if UL1_SECTORS > 1 && UL1_L2_LIST > 1
// A read of other sectors of a line under fetch: they are fetched in addition, under the same MSHR.
static void build_joins(struct slice *s)
{
    then(s, READ, 0, 1, ANY);
    fetched(s, 0, 1);
    step(s, READ, 0, ALL, ANY);
    fetched(s, 0, ALL & ~1u);
    then(s, READ, 0, ALL, HIT);
}
#endif

// ---- cycles

static uint64_t number_of(const struct slice *s, unsigned line)
{
    return (uint64_t)line * (s->sets ? 1 : UL1_L2_SETS) << UL1_L2_LOW;
}

static unsigned line_of(const struct slice *s, uint64_t number)
{
    return (unsigned)((number >> UL1_L2_LOW) / (s->sets ? 1 : UL1_L2_SETS));
}

static bool all_over(const struct slice *s)
{
    bool over = !s->responses;
    for (unsigned n = 0; n < s->next; n++)
        over &= s->is_taken[n] && (s->answered[n] || s->step[n].answer == NONE);
    return over && s->quiet >= 4;
}

static void offer(struct slice *s, struct ul1_l2_in *in)
{
    const struct step *at = &s->step[s->next];
    if (s->next == s->steps || (at->waits && !all_over(s)))
        return;
    in->req_valid = 1;
    in->req_op = at->kind == WRITE ? UL1_MEMOP_WRITE : at->kind == FENCE ? UL1_MEMOP_FENCE : UL1_MEMOP_READ;
    in->req_number = (__typeof__(in->req_number))(s->next & ((1u << UL1_L2_TAG_W) - 1));
    in->req_line = at->kind == FENCE ? 0 : number_of(s, at->line);
    in->req_sect = (uint8_t)(in->req_op == UL1_MEMOP_READ ? at->sect : 0);
    in->req_vline = at->kind == WRITE ? number_of(s, at->line) : 0;
    in->reqread_kind = at->kind == WALK ? UL1_READKIND_WALK : UL1_READKIND_LOAD;
    for (unsigned i = 0; i < UL1_LINE_WORDS && at->kind == WRITE; i++) {
        in->reqdata_be[i] = at->sect >> i / UL1_SECTOR_WORDS & 1 ? at->be : 0;
        in->reqdata_word[i] = 0x01010101u * (s->next + 1) + i;
    }
}

static void slice_drive(struct stimulus *base, const void *out, void *inputs)
{
    struct slice *s = (struct slice *)base;
    struct ul1_l2_in *in = inputs;
    (void)out;
    memset(in, 0, sizeof *in);
    in->rst = s->cycle < 2;
    in->answer_ready = in->mem_ready = 1;
    if (in->rst)
        return;
    offer(s, in);
    const struct response *r = &s->response[s->first];
    if (!s->responses || r->due > s->cycle)
        return;
    in->resp_valid = 1;
    in->resp_op = UL1_MEMOP_READ;
    in->resp_number = (__typeof__(in->resp_number))r->number;
    in->resp_sect = (uint8_t)r->sect;
    memcpy(in->resp_data, s->word[r->line % LINES], sizeof in->resp_data);
}

static bool wrong(struct slice *s, enum verdict v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->base.error, sizeof s->base.error, format, args);
    va_end(args);
    s->base.verdict = v;
    return false;
}

static bool see_memory(struct slice *s, const struct ul1_l2_out *out)
{
    const struct wanted *w = &s->want[s->came];
    const bool write = out->mem_op == UL1_MEMOP_WRITE;
    unsigned sect = out->mem_sect, bytes = 0;
    uint32_t *word = s->word[line_of(s, out->mem_line) % LINES];
    for (unsigned i = 0; i < UL1_LINE_WORDS && write; i++) {
        bytes += (unsigned)__builtin_popcount(out->memdata_be[i]);
        sect |= (unsigned)(out->memdata_be[i] != 0) << i / UL1_SECTOR_WORDS;
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
            if (out->memdata_be[i] >> k & 1)
                word[i] = (word[i] & ~(0xffu << 8 * k)) | (out->memdata_word[i] & 0xffu << 8 * k);
    }
    if (s->came == s->wants || w->write != write || number_of(s, w->line) != out->mem_line || w->sect != sect
        || w->bytes != bytes)
        return wrong(
            s, MEMCHECK_OBJECTS,
            "memory gets request %u: a %s of line %u, sectors 0x%x, %u bytes; the test's formula says %s",
            s->came + 1, write ? "write" : "read", line_of(s, out->mem_line), sect, bytes,
            s->came == s->wants ? "none" : "another");
    s->came++;
    if (!write)
        s->response[s->first + s->responses++] = (struct response){ .due = s->cycle + LATENCY,
                                                                    .number = out->mem_number,
                                                                    .sect = sect,
                                                                    .line = line_of(s, out->mem_line) };
    return true;
}

static bool see_answer(struct slice *s, const struct ul1_l2_out *out)
{
    unsigned n = 0;
    while (n < s->next
           && (s->answered[n] || !s->is_taken[n] || (n & ((1u << UL1_L2_TAG_W) - 1)) != out->answer_number
               || s->step[n].answer == NONE))
        n++;
    if (n == s->next)
        return wrong(s, MEMCHECK_OBJECTS, "an answer of number %u is for no request", out->answer_number);
    s->answered[n] = true;
    const int cycles = (int)(s->cycle - s->taken[n]);
    return s->step[n].answer == ANY || cycles == s->step[n].answer
        || wrong(s, MEMCHECK_OBJECTS, "request %u is answered after %d cycles; the test's formula says %d",
                 n + 1, cycles, s->step[n].answer);
}

static bool slice_observe(struct stimulus *base, const void *inputs, const void *outputs)
{
    struct slice *s = (struct slice *)base;
    const struct ul1_l2_in *in = inputs;
    const struct ul1_l2_out *out = outputs;
    const char *broken = l2_contract_check(&s->contract, in, out);
    bool fine = true;
    if (broken)
        return wrong(s, TWINS_DIFFER, "contract of l2: %s", broken);
    if (in->resp_valid) {
        s->first++;
        s->responses--;
    }
    if (!in->rst && out->mem_valid)
        fine = see_memory(s, out);
    if (!in->rst && out->answer_valid)
        fine = fine && see_answer(s, out);
    if (in->req_valid && out->req_ready) {
        if (s->step[s->next].kind == WALK && s->changes >= 0)
            s->word[s->changes][0]++;
        s->is_taken[s->next] = true;
        s->taken[s->next++] = s->cycle;
    }
    const bool quiet =
        !in->req_valid && !out->queue_used && !out->mem_valid && !out->answer_valid && !out->pass_did;
    s->quiet = !in->rst && quiet && !s->responses ? s->quiet + 1 : 0;
    s->cycle++;
    base->busy_cycles = (int64_t)s->cycle;
    base->done = s->next == s->steps && all_over(s) && s->quiet >= QUIET;
    return fine && (s->quiet < 1000 || wrong(s, MEMCHECK_OBJECTS, "request %u never ends", s->next));
}

static bool slice_finish(struct stimulus *base)
{
    struct slice *s = (struct slice *)base;
    return s->came == s->wants
        || wrong(s, MEMCHECK_OBJECTS, "memory got %u requests; the test's formula says %u", s->came,
                 s->wants);
}

static void slice_free(struct stimulus *base)
{
    free(base);
}

static struct stimulus *slice_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct stimulus_ops ops = {
        .drive = slice_drive, .observe = slice_observe, .finish = slice_finish, .free = slice_free
    };
    struct slice *s = calloc(1, sizeof *s);
    struct rng rng;
    (void)cycles;
    if (!s)
        return NULL;
    s->base.ops = &ops;
    s->base.passes_expected = s->base.cycles_expected = -1;
    s->changes = -1;
    rng_seed(&rng, seed);
    for (unsigned n = 0; n < LINES * UL1_LINE_WORDS; n++)
        (&s->word[0][0])[n] = (uint32_t)rng_next(&rng);
    ((const struct slice_test *)test->data)->build(s);
    return &s->base;
}

#define SLICE(name, build, shows)                                                       \
    {                                                                                   \
        name, shows, "l2", false, slice_make, &(const struct slice_test){ build }, NULL \
    }

const struct test tests_slice[] = {
    SLICE("l2_hit", build_hit, "a hit is answered 3 cycles after its request, a miss 7 after memory's time"),
    SLICE("l2_hits", build_hits, "requests that hit in one set: one in every cycle"),
#if UL1_L2_QUEUE > 2
    SLICE("l2_misses", build_misses, "the fetches of several MSHRs are under way together"),
#endif
    SLICE("l2_mask", build_mask, "a read of a sector known in part: one write-back, then one fetch"),
    SLICE("l2_covered", build_covered, "stores that cover a sector: a read of it hits"),
    SLICE("l2_order", build_order, "a read, a write and a read of one line under fetch keep their order"),
#if UL1_L2_WAYS < 24
    SLICE("l2_evict", build_evict, "the line that was accessed the longest ago makes way"),
    SLICE("l2_evict_dirty", build_evict_dirty,
          "a dirty line that makes way is written back before the fetch"),
#endif
    SLICE("l2_walk", build_walk, "a page walk's read is fetched anew, and its line is not kept"),
    SLICE("l2_walk_dirty", build_walk_dirty, "a page walk of a dirty line: written back, then fetched"),
    SLICE("l2_list", build_list, "reads of a line under fetch: as many as its list has places"),
#if UL1_SECTORS > 1 && UL1_L2_LIST > 1
    SLICE("l2_joins", build_joins, "a read of further sectors of a line under fetch: these are fetched, too"),
#endif
};
const unsigned tests_slice_count = sizeof tests_slice / sizeof *tests_slice;
