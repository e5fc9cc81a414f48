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
    struct feed *feed;
    bool begun;
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
    const struct trace_counts *n = feed_counts(t->feed);
    t->base.text = feed_bytes(t->feed);
    snprintf(t->blocks, sizeof t->blocks,
             feed_blocks(t->feed) < t->plan->survey.blocks ? "thread blocks (of %" PRIu64 ")"
                                                           : "thread blocks",
             t->plan->survey.blocks);
    t->told[0] = (struct point){ .name = t->blocks, .count = feed_blocks(t->feed) };
    for (unsigned c = 0; c < TRACE_COUNTS; c++)
        t->told[1 + c] = (struct point){ .name = c == TRACED_UNKNOWN ? unknown_told(t, n)
                                                                     : counts_name((enum trace_count)c),
                                         .count = n->count[c],
                                         .impossible = !n->count[c] };
}

// A trace is one part.
static bool next_part(struct program *base, struct part *part)
{
    struct trace *t = (struct trace *)base;
    if (t->begun)
        return false;
    t->begun = true;
    *part = (struct part){ .set = { .carveout = (uint8_t)t->plan->carveout,
                                    .interval = UL1_SET_INTERVAL,
                                    .policy = UL1_SET_POLICY,
                                    .fetch = UL1_SET_FETCH,
                                    .bankwidth = UL1_SET_BANKWIDTH,
                                    .page = UL1_PAGE_P2M,
                                    .again_after = 1,
                                    .memory = { .latency = LATENCY, .spread = SPREAD, .gap = 1 } },
                           .follower = feed_follower(t->feed),
                           .reset_at = -1,
                           .fresh = true,
                           .expected = no_costs() };
    return true;
}

static void free_trace(struct program *base)
{
    struct trace *t = (struct trace *)base;
    feed_free(t->feed);
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
    t->feed = feed_new(t->plan, seed, &t->base.cycles, cycles, tell, t, error);
    if (!t->feed) {
        fprintf(stderr, "%s\n", error);
        free(t);
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

const struct test *trace_file(const char *path, unsigned delay, bool rename, char error[TRACE_ERROR])
{
    static struct plan plan;
    static struct test test;
    static char name[NAME];
    if (!plan_make(&plan, path, delay, rename, error))
        return NULL;
    name_of(path, name);
    test = (struct test){
        .name = name, .shows = "a trace", .block = "l1", .make = make, .data = &plan, .family = "traces"
    };
    return &test;
}
