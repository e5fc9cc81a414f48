// Tests of the ring: data come out as they went in, in order, whichever side is slower, and whichever ends
// first.
#include "checkers/lockstep/ring.h"

#include <stdint.h>
#include <stdio.h>

static unsigned passed, failed;

static void check(const char *what, uint64_t want, uint64_t seen)
{
    if (want == seen) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: %s: expected %llu, seen %llu\n", what, (unsigned long long)want,
           (unsigned long long)seen);
}

struct writing {
    struct ring *ring;
    uint64_t count, filled; // slots to fill, slots that were filled
    unsigned slow;          // takes long over one slot in so many; 0: none
};

static void take_long(uint64_t n, unsigned slow)
{
    for (volatile unsigned i = 0; slow && n % slow == 0 && i < 100000; i++)
        continue;
}

static void *write_all(void *arg)
{
    struct writing *w = arg;
    uint64_t *slot;
    for (; w->filled < w->count && (slot = ring_fill(w->ring)); w->filled++) {
        take_long(w->filled, w->slow);
        slot[0] = w->filled;
        slot[8] = ~w->filled;
        ring_filled(w->ring);
    }
    ring_over(w->ring, &w->ring->writer);
    return NULL;
}

// Reads up to so many slots. *wrong counts those with wrong contents or order.
static uint64_t read_all(struct ring *r, uint64_t most, unsigned slow, uint64_t *wrong)
{
    uint64_t n = 0, *slot;
    for (*wrong = 0; n < most && (slot = ring_empty(r)); n++) {
        take_long(n, slow);
        *wrong += slot[0] != n || slot[8] != ~n;
        ring_emptied(r);
    }
    ring_over(r, &r->reader);
    return n;
}

static void run(const char *what, uint64_t count, uint64_t most, unsigned writer_slow, unsigned reader_slow)
{
    struct ring r;
    struct writing w = { .ring = &r, .count = count, .slow = writer_slow };
    pthread_t writer;
    uint64_t wrong = 0, n = 0;
    char text[100];
    if (!ring_open(&r, 100) || pthread_create(&writer, NULL, write_all, &w)) {
        check(what, 0, 1);
        return;
    }
    n = read_all(&r, most, reader_slow, &wrong);
    pthread_join(writer, NULL);
    ring_close(&r);
    check(what, count < most ? count : most, n);
    snprintf(text, sizeof text, "%s, wrong", what);
    check(text, 0, wrong);
    snprintf(text, sizeof text, "%s, filled and never emptied", what);
    check(text, 1, w.filled >= n && w.filled <= n + RING_SLOTS);
}

int main(void)
{
    run("both fast", 1000000, UINT64_MAX, 0, 0);
    run("a slow writer", 3000, UINT64_MAX, 3, 0);
    run("a slow reader", 3000, UINT64_MAX, 0, 3);
    run("slow in turns", 3000, UINT64_MAX, 40, 50);
    run("nothing", 0, UINT64_MAX, 0, 0);
    run("less than a ring", 5, UINT64_MAX, 0, 0);
    run("the reader ends first", UINT64_MAX, 10000, 0, 0);
    run("the reader ends at once", UINT64_MAX, 0, 0, 0);
    printf("ring: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
