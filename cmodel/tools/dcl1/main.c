// The machine dcside alone, in C: SMs that read lines of a stream, and what its ports tell of that. One
// program is one organisation, because its sizes are compiled in (make dcl1).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dcl1/front.h"
#include "dcl1/meter.h"
#include "ul1.h"

enum { OTHER = 1, USAGE = 3, STUCK = 1000000 };

struct options {
    const char *stream;
    uint64_t reads, warm, seed, warps, think, lines, boost, full;
};

struct machine {
    const struct ul1_block *block;
    void *state;
    struct ul1_dcside_in *in;
    struct ul1_dcside_out *out;
    uint64_t now;
    unsigned boost;
};

static int refuse(const char *what, const char *of)
{
    fprintf(stderr, "dcl1: %s%s\n", what, of);
    return USAGE;
}

// ---- options

static const char help[] = "dcl1: reads of SMs on decoupled L1s. One line of NAME=VALUE is the result.\n"
                           "  --stream NAME   mandel, tile, broadcast, halo, gather, private or camp\n"
                           "  --reads N       reads of each SM (4000)\n"
                           "  --warm N        of these, reads before the measurement (1000)\n"
                           "  --warps N       warps of an SM (16)\n"
                           "  --think N       cycles of a warp between its data and its next read (16)\n"
                           "  --lines N       lines of the tile of the stream tile (192)\n"
                           "  --seed N        of the streams that draw (1)\n"
                           "  --boost 1       the networks near the SMs have a clock twice as fast\n"
                           "  --full 1        evaluate all parts in all cycles\n";

// 1: the option is known, and has its value; otherwise what was said is the status.
static int read_option(struct options *o, const char *name, const char *value, int *status)
{
    const struct {
        const char *name;
        uint64_t *to, least, most;
    } all[] = {
        { "--reads", &o->reads, 1, 100000000 },
        { "--warm", &o->warm, 0, 100000000 },
        { "--warps", &o->warps, 1, 1 << UL1_TAG_W },
        { "--think", &o->think, 0, 1000000 },
        { "--lines", &o->lines, 1, 1 << 20 },
        { "--seed", &o->seed, 0, 1000000000 },
        { "--boost", &o->boost, 0, 1 },
        { "--full", &o->full, 0, 1 },
    };
    char *end = "";
    if (!value)
        return *status = refuse(name, " wants a value"), 0;
    if (!strcmp(name, "--stream"))
        return o->stream = value, 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, name))
            continue;
        const unsigned long long n = strtoull(value, &end, 10);
        if (end == value || *end || *value == '-' || n < all[i].least || n > all[i].most)
            return *status = refuse(name, " wants another number"), 0;
        *all[i].to = n;
        return 1;
    }
    return *status = refuse("unknown option ", name), 0;
}

// ---- a run

static int make(struct machine *m, unsigned full)
{
    m->block = ul1_find(LANES, "dcside");
    if (m->block && !full)
        m->block = m->block->lazy;
    if (!m->block || m->block->in_size != sizeof *m->in || m->block->out_size != sizeof *m->out)
        return 0;
    m->state = calloc(1, ul1_state_size(m->block));
    m->in = calloc(1, sizeof *m->in);
    m->out = calloc(1, sizeof *m->out);
    m->now = 0;
    return m->state && m->in && m->out;
}

static void unmake(struct machine *m)
{
    free(m->state);
    free(m->in);
    free(m->out);
}

// The first half of a cycle: flits go on between SMs and nodes.
static void first_half(struct machine *m, struct dcl1_meter *meter, unsigned counts)
{
    m->in->half = 1;
    m->block->late(m->state, m->in, m->out);
    if (counts)
        dcl1_meter_near(meter, m->out);
    m->block->clock(m->state, m->in, m->out);
    m->in->half = 0;
    m->block->early(m->state, m->out);
}

static void cycle(struct machine *m, struct dcl1_front *f, struct dcl1_meter *meter, unsigned counts)
{
    m->block->early(m->state, m->out);
    dcl1_front_offer(f, m->in, m->now);
    if (m->boost)
        first_half(m, meter, counts);
    m->block->late(m->state, m->in, m->out);
    dcl1_meter_look(meter, m->in, m->out, counts);
    m->block->clock(m->state, m->in, m->out);
    dcl1_front_look(f, m->out, m->in, m->now++);
}

// Runs until each SM has so many answers, and nothing is under way. 0: nothing came for long.
static int run(struct machine *m, struct dcl1_front *f, struct dcl1_meter *meter, uint64_t reads,
               unsigned counts)
{
    const uint64_t all = reads * UL1_SMS;
    uint64_t before = 0, since = m->now;
    f->reads = reads;
    while (f->answered < all && m->now - since < STUCK) {
        cycle(m, f, meter, counts);
        if (f->answered != before)
            before = f->answered, since = m->now;
    }
    return f->answered == all;
}

// ---- the result

static void busy(const char *name, const uint64_t *flits, unsigned count, uint64_t cycles)
{
    uint64_t sum = 0, most = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += flits[i];
        most = flits[i] > most ? flits[i] : most;
    }
    printf(" %s_mean=%.4f %s_most=%.4f", name, (double)sum / count / (double)cycles, name,
           (double)most / (double)cycles);
}

static void tell(const struct machine *m, const struct dcl1_meter *meter, const char *stream, double seconds)
{
    const struct dcl1_sums *s = &meter->sums;
    unsigned most;
    const double copies = dcl1_meter_copies(meter, &most);
#define TELL(name) printf(" " #name "=%llu", (unsigned long long)s->name)
    printf("stream=%s sms=%d nodes=%d clusters=%d", stream, UL1_SMS, DCL1_NODES, UL1_CLUSTERS);
    TELL(cycles), TELL(reads), TELL(hits), TELL(merges), TELL(misses), TELL(passes), TELL(asked);
    TELL(replicated), TELL(l2_hits), TELL(l2_joins), TELL(l2_misses), TELL(dram_reads);
    TELL(near_requests), TELL(near_replies), TELL(far_requests), TELL(far_replies);
#undef TELL
    printf(" copies_mean=%.4f copies_most=%u", copies, most);
    busy("port", s->port, DCL1_NODES, s->cycles * (1 + m->boost));
    busy("link", s->link, UL1_SLICES, s->cycles);
    printf(" all_cycles=%llu seconds=%.3f\n", (unsigned long long)m->now, seconds);
}

static int measure(const struct options *o, struct dcl1_streams *streams)
{
    static struct dcl1_front front;
    static struct dcl1_meter meter;
    struct machine m;
    struct timespec a, b;
    if (!make(&m, (unsigned)o->full))
        return refuse("the library has no machine dcside of these sizes", ""), OTHER;
    m.boost = (unsigned)o->boost;
    dcl1_front_begin(&front, streams, (unsigned)o->warps, (unsigned)o->think);
    dcl1_meter_begin(&meter);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    const int ends = run(&m, &front, &meter, o->warm, 0) && run(&m, &front, &meter, o->reads, 1);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    if (ends)
        tell(&m, &meter, o->stream, (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
    dcl1_meter_end(&meter);
    unmake(&m);
    if (!ends)
        return refuse("no answer came for a million cycles", ""), OTHER;
    if (front.wrong || meter.lost)
        return refuse(front.wrong ? "an answer had other words than its line" : "a miss without its line",
                      ""),
               OTHER;
    return 0;
}

int main(int argc, char **argv)
{
    struct options o = { .stream = "mandel",
                         .reads = 4000,
                         .warm = 1000,
                         .seed = 1,
                         .warps = 16,
                         .think = 16,
                         .lines = DCL1_L1_LINES * 3 / 2 };
    struct dcl1_streams streams;
    int status = 0;
    for (int i = 1; i < argc; i += 2) {
        if (!strcmp(argv[i], "--help"))
            return fputs(help, stdout) < 0;
        if (!read_option(&o, argv[i], argv[i + 1], &status))
            return status;
    }
    if (o.warm >= o.reads)
        return refuse("--warm is to be less than --reads", "");
    if (!dcl1_streams_make(&streams, o.stream, UL1_SMS, (unsigned)o.lines, o.seed))
        return refuse("no such stream: ", o.stream);
    status = measure(&o, &streams);
    dcl1_streams_free(&streams);
    return fflush(stdout) ? OTHER : status;
}
