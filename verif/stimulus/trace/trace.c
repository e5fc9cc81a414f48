#include "stimulus/trace/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "environment/sm/environment.h"
#include "stimulus/trace/feed.h"

enum {
    NAME = 60,
    LATENCY = 100,
    SPREAD = 100, // memory latency: LATENCY cycles, and up to SPREAD more
    TOLD = TRACE_COUNTS + 1,
    UNKNOWN_TEXT = TRACE_OPCODE * DECODE_NAMES + 40,
};

struct trace {
    struct program base; // must be first: a pointer to one is a pointer to the other
    const struct plan *plan;
    struct feed *feed[MACHINES]; // of each SM
    struct table renamed;
    unsigned parts; // those that have begun
    struct point told[TOLD];
    char blocks[60], unknown[UNKNOWN_TEXT];
};

// Names some of the unknown opcodes.
static const char *unknown_told(struct trace *t, const struct trace_counts *n)
{
    size_t at = (size_t)snprintf(t->unknown, sizeof t->unknown, "%s (", counts_name(TRACED_UNKNOWN));
    for (unsigned k = 0; k < DECODE_NAMES && *n->unknown[k]; k++)
        at += (size_t)snprintf(t->unknown + at, sizeof t->unknown - at, "%s%s", k ? " " : "", n->unknown[k]);
    snprintf(t->unknown + at, sizeof t->unknown - at, "%s)", *n->unknown[DECODE_NAMES - 1] ? " ..." : "");
    return t->unknown;
}

static void tell(void *who)
{
    struct trace *t = who;
    struct trace_counts n = { 0 };
    uint64_t blocks = 0;
    for (unsigned sm = 0; sm < t->plan->sms && t->feed[sm]; sm++) {
        const uint64_t bytes = feed_bytes(t->feed[sm]);
        decode_add(&n, feed_counts(t->feed[sm]));
        blocks += feed_blocks(t->feed[sm]);
        t->base.text = bytes > t->base.text ? bytes : t->base.text;
    }
    snprintf(t->blocks, sizeof t->blocks,
             blocks < t->plan->survey.blocks ? "thread blocks (of %" PRIu64 ")" : "thread blocks",
             t->plan->survey.blocks);
    t->told[0] = (struct point){ .name = t->blocks, .count = blocks };
    for (unsigned c = 0; c < TRACE_COUNTS; c++)
        t->told[1 + c] = (struct point){ .name = c == TRACED_UNKNOWN ? unknown_told(t, &n)
                                                                     : counts_name((enum trace_count)c),
                                         .count = n.count[c],
                                         .impossible = !n.count[c] };
}

// A trace is a part for each SM. All begin together.
static bool next_part(struct program *base, struct part *part)
{
    struct trace *t = (struct trace *)base;
    const unsigned sm = t->parts;
    if (sm == t->plan->sms)
        return false;
    t->parts++;
    *part = (struct part){ .set = { .carveout = (uint8_t)t->plan->carveout,
                                    .interval = UL1_SET_INTERVAL,
                                    .policy = UL1_SET_POLICY,
                                    .fetch = UL1_SET_FETCH,
                                    .bankwidth = UL1_SET_BANKWIDTH,
                                    .page = UL1_PAGE_P2M,
                                    .again_after = 1,
                                    .memory = { .latency = LATENCY, .spread = SPREAD, .gap = 1 } },
                           .follower = feed_follower(t->feed[sm]),
                           .reset_at = -1,
                           .machine = (uint8_t)sm,
                           .beside = t->parts < t->plan->sms,
                           .fresh = !sm,
                           .expected = no_costs() };
    return true;
}

static void free_trace(struct program *base)
{
    struct trace *t = (struct trace *)base;
    for (unsigned sm = 0; sm < t->plan->sms && t->feed[sm]; sm++)
        feed_free(t->feed[sm]);
    table_free(&t->renamed);
    free(t);
}

static struct stimulus *make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    char error[TRACE_ERROR];
    struct trace *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->base = (struct program){ .part = next_part, .free = free_trace, .told = t->told, .told_count = TOLD };
    t->plan = test->data;
    t->base.text_of = t->plan->survey.bytes;
    table_init(&t->renamed, sizeof(uint32_t));
    for (unsigned sm = 0; sm < t->plan->sms; sm++) {
        t->feed[sm] = feed_new(t->plan, sm, &t->renamed, seed, &t->base.cycles, cycles, tell, t, error);
        if (t->feed[sm])
            continue;
        fprintf(stderr, "%s\n", error);
        free_trace(&t->base);
        return NULL;
    }
    tell(t);
    return env_new(&t->base, ul1_find(LANES, test->block), seed);
}

// The file's name without its folder and endings.
static void name_of(const char *path, char name[NAME])
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strstr(file, ".traceg");
    dot = dot ? dot : strrchr(file, '.');
    snprintf(name, NAME, "%.*s", (int)(dot && dot > file ? dot - file : (long)strlen(file)), file);
}

const struct test *trace_file(const char *path, const char *machine, unsigned delay, bool rename,
                              char error[TRACE_ERROR])
{
    static struct plan plan;
    static struct test test;
    static char name[NAME];
    if (!plan_make(&plan, path, ul1_find(LANES, machine), delay, rename, error))
        return NULL;
    name_of(path, name);
    test = (struct test){
        .name = name, .shows = "a trace", .block = machine, .make = make, .data = &plan, .family = "traces"
    };
    return &test;
}
