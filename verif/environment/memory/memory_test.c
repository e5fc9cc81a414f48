// Tests of the memory behind the machine and of the page tables in it: their guarantees, at all settings, and
// each objection to an illegal request. For a machine of any sizes.
#include "environment/memory/pages.h"
#include "environment/memory/port.h"
#include "common/sizes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"

static unsigned passed, failed;

static void check(bool ok, const char *what, int line)
{
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("memory_test.c:%d: %s\n", line, what);
}

#define CHECK(what) check((what), #what, __LINE__)

// Formats a text. Valid until the next call.
__attribute__((format(printf, 1, 2))) static const char *say(const char *format, ...)
{
    static char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return text;
}


// The highest bit of a virtual address, of a physical one, and of the line numbers of both.
#define VA_TOP    (UINT64_C(1) << (UL1_VA_W - 1))
#define PA_TOP    (UINT64_C(1) << (UL1_PA_W - 1))
#define LINE_TOP  (UINT64_C(1) << (UL1_LINE_W - 1))
#define PLINE_TOP (UINT64_C(1) << (UL1_PLINE_W - 1))

static struct memory *m;
static struct memory_port *p0;
static struct ul1_l1_in in;
static struct ul1_l1_out out;
static struct rng rng;

static void fresh(struct memory_settings set)
{
    memory_port_free(p0);
    memory_free(m);
    m = memory_new(7);
    p0 = m ? memory_port_new(m, &compiled, 8) : NULL;
    if (!p0)
        exit(2);
    memory_port_set(p0, &set);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
}

// ---- Contents ----

static bool same_line(const struct memory *a, const struct memory *b, uint64_t addr)
{
    uint32_t x[UL1_LINE_WORDS], y[UL1_LINE_WORDS];
    bool ok = memory_line(a, addr, x);
    return memory_line(b, addr, y) == ok && !memcmp(x, y, sizeof x);
}

static void test_contents(void)
{
    const uint64_t at = UINT64_C(0x5432100ff8) & (2 * PA_TOP - 1);
    fresh((struct memory_settings){ 0 });
    struct memory *same = memory_new(7), *other = memory_new(8);
    if (!same || !other)
        exit(2);
    for (uint64_t bit = MEMORY_LINE; bit <= PA_TOP; bit *= 2) {
        CHECK(same_line(m, same, at ^ bit));
        CHECK(!same_line(m, other, at ^ bit));
        CHECK(memory_read(m, at) != memory_read(m, at ^ bit));
    }
    uint64_t before = memory_read(m, at - 8);
    CHECK(memory_write(m, at, UINT64_C(0x1122334455667788)));
    CHECK(memory_read(m, at) == UINT64_C(0x1122334455667788));
    uint32_t word[UL1_LINE_WORDS];
    CHECK(memory_line(m, at / MEMORY_LINE * MEMORY_LINE, word));
    CHECK(word[UL1_LINE_WORDS - 2] == 0x55667788 && word[UL1_LINE_WORDS - 1] == 0x11223344);
    CHECK(memory_read(m, at - 8) == before);
    CHECK(same_line(m, same, at - MEMORY_LINE) && !same_line(m, same, at)
          && same_line(m, same, at + MEMORY_LINE));
    CHECK(memory_fail(m, at - MEMORY_LINE, MEMORY_LOADS, true)
          && memory_fail(same, at - MEMORY_LINE, MEMORY_LOADS, true));
    CHECK(!memory_line(m, at - MEMORY_LINE, word) && memory_line(m, at, word));
    CHECK(same_line(m, same, at - MEMORY_LINE));
    CHECK(memory_fail(m, at - MEMORY_LINE, MEMORY_LOADS, false) && memory_line(m, at - MEMORY_LINE, word));
    memory_clear(m);
    memory_clear(same);
    CHECK(same_line(m, same, at));
    memory_free(same);
    memory_free(other);
}

// ---- Requests and responses ----

// A request in flight. Among requests for one line, the first in the list is the oldest.
struct asked {
    uint64_t line, cycle;
    unsigned sub, sect;
};

static struct asked asked[(UL1_PRT + UL1_WALKERS) * UL1_SECTORS];
static unsigned askeds;
static uint64_t cycle, last_response, reordered;

static void begin(struct memory_settings set)
{
    fresh(set);
    askeds = 0;
    cycle = last_response = reordered = 0;
}

// The response must bring requested sectors, for the oldest request of its line, with the right words.
static void see_response(const struct memory_settings *set)
{
    unsigned n = 0;
    while (n < askeds && (asked[n].sub != in.resp_number || (asked[n].sect & in.resp_sect) != in.resp_sect))
        n++;
    CHECK(n < askeds && in.resp_sect);
    if (n == askeds)
        return;
    struct asked *a = &asked[n];
    for (unsigned older = 0; older < n; older++)
        CHECK(asked[older].line != a->line);
    CHECK(cycle >= a->cycle + (set->latency ? set->latency : 1));
    CHECK(!last_response || cycle >= last_response + (set->gap ? set->gap : 1));
    CHECK(set->order != MEMORY_AS_TAKEN || n == 0);
    reordered += n > 0;
    if (in.resp_sect != a->sect) {
        CHECK(set->pieces && !(in.resp_sect & (in.resp_sect - 1)));
        CHECK(set->order != MEMORY_AS_TAKEN || !(a->sect & (in.resp_sect - 1u)));
        CHECK(set->order != MEMORY_YOUNGEST || in.resp_sect > a->sect / 2);
    }
    uint32_t word[UL1_LINE_WORDS];
    CHECK(in.resp_err == !memory_line(m, a->line * MEMORY_LINE, word));
    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++)
        CHECK((in.resp_data[bank] == word[bank])
              == (!in.resp_err && in.resp_sect >> bank / UL1_SECTOR_WORDS & 1));
    last_response = cycle;
    a->sect &= ~(unsigned)in.resp_sect;
    if (a->sect)
        return;
    askeds--;
    memmove(a, a + 1, (askeds - n) * sizeof *a);
}

// A cycle in which a request is offered, or, with `sect` zero, none is. Whether memory accepts it as legal.
static bool offer(unsigned sub, uint64_t line, unsigned sect)
{
    out.mmu.mem_valid = sect != 0;
    out.mmu.mem_number = (uint8_t)sub;
    out.mmu.mem_line = line;
    out.mmu.mem_sect = (uint8_t)sect;
    const bool walk = sub >= UL1_PRT && sub < UL1_PRT + UL1_WALKERS;
    out.mmu.memread_kind = walk ? UL1_READKIND_WALK
        : sub < UL1_PRT         ? UL1_READKIND_LOAD
                                : UL1_READKIND_CONSTANT;
    out.mmu.memread_space = !UL1_READ_SOURCES || walk ? 0 : sub < UL1_PRT ? UL1_SPACE_LOCAL : UL1_SPACE_CONST;
    return memory_port_observe(p0, &in, &out);
}

static unsigned under_way(unsigned sub)
{
    unsigned sect = 0;
    for (unsigned n = 0; n < askeds; n++)
        sect |= asked[n].sub == sub ? asked[n].sect : 0;
    return sect;
}

// Random requests on few lines, some of which fail, for so many cycles, and until all are answered.
static void run(struct memory_settings set, unsigned cycles)
{
    unsigned ready = 0, requests = 0, sectors = 0, walks = 0, sub = 0, sect = 0;
    uint64_t line = 0;
    begin(set);
    CHECK(memory_fail(m, 3 * MEMORY_LINE, MEMORY_LOADS, true));
    for (unsigned n = 0; n < cycles || (!memory_port_idle(p0) && n < cycles + 100000); n++, cycle++) {
        CHECK(memory_port_drive(p0, &in));
        ready += in.mem_ready;
        if (in.resp_valid)
            see_response(&set);
        if (!sect && n < cycles && rng_percent(&rng, 60)) { // a request that was not taken is offered again
            sub = rng_below(&rng, UL1_PRT + UL1_WALKERS);
            line = rng_below(&rng, 8);
            line |= rng_below(&rng, 2) ? PLINE_TOP : 0;
            sect = sub < UL1_PRT ? rng_below(&rng, ALL_SECTORS + 1) & ~under_way(sub)
                : under_way(sub) ? 0
                                 : 1u << rng_below(&rng, UL1_SECTORS);
        }
        CHECK(offer(sub, line, n < cycles ? sect : 0));
        if (in.mem_ready && sect && n < cycles) {
            asked[askeds++] = (struct asked){ line, cycle, sub, sect };
            requests++;
            sectors += (unsigned)__builtin_popcount(sect);
            walks += sub >= UL1_PRT;
            sect = 0;
        }
        if (n + 1 == cycles && sect) // only a reset may withdraw it, so the last one must be taken
            cycles++;
    }
    struct memory_counts c = memory_port_counts(p0);
    CHECK(memory_port_idle(p0) && askeds == 0);
    CHECK(c.reads == requests && c.sectors == sectors && c.walk_reads == walks);
    CHECK(c.errors > 0 && c.errors < c.responses && c.responses >= requests && c.responses <= sectors);
    CHECK(set.pieces ? c.responses > requests : c.responses == requests);
    CHECK(set.pieces < 100 || c.responses == sectors);
    CHECK((set.order == MEMORY_AS_TAKEN) == (c.reordered == 0));
    CHECK(c.reordered == reordered);
    CHECK(set.stall ? ready < cycle : ready == cycle);
}

static void test_settings(void)
{
    for (enum memory_order order = MEMORY_AS_TAKEN; order <= MEMORY_YOUNGEST; order++) {
        run((struct memory_settings){ .order = order, .gap = 2 }, 3000);
        run((struct memory_settings){ .order = order, .latency = 20, .spread = 30 }, 3000);
        run((struct memory_settings){ .order = order, .latency = 5, .gap = 3, .pieces = 50, .stall = 30 },
            3000);
        run((struct memory_settings){ .order = order, .latency = 3, .pieces = 100 }, 3000);
        run((struct memory_settings){ .order = order, .latency = 3, .batch = 12, .pieces = 20 }, 3000);
    }
}

// The cycle of the response to a request taken now, if it is the only one; so many cycles at most.
static unsigned wait_for_response(unsigned most)
{
    unsigned n = 0;
    do {
        n++;
        CHECK(memory_port_drive(p0, &in));
        CHECK(offer(0, 0, 0));
    } while (!in.resp_valid && n < most);
    return n;
}

static unsigned measured_latency(struct memory_settings set)
{
    fresh(set);
    CHECK(memory_port_drive(p0, &in));
    CHECK(in.mem_ready && !in.resp_valid);
    CHECK(offer(3, 5, ALL_SECTORS));
    return wait_for_response(100);
}

static void test_latency(void)
{
    for (unsigned latency = 0; latency < 50; latency++)
        CHECK(measured_latency((struct memory_settings){ .latency = latency }) == (latency ? latency : 1));
    unsigned seen = 0;
    begin((struct memory_settings){ .latency = 5, .spread = 3 });
    for (unsigned n = 0; n < 200; n++) {
        CHECK(memory_port_drive(p0, &in));
        CHECK(offer(3, 5, ALL_SECTORS));
        unsigned latency = wait_for_response(100);
        CHECK(latency >= 5 && latency <= 8);
        seen |= 1u << latency;
    }
    CHECK(seen == 0x1e0);
}

// Four requests, a batch of four: no response before the fourth request, then one a cycle. If the youngest
// goes first, the first taken is answered last.
static void test_batch(void)
{
    fresh((struct memory_settings){ .batch = 4, .order = MEMORY_YOUNGEST });
    for (unsigned n = 0; n < 4; n++) {
        for (unsigned k = 0; k < MEMORY_PATIENCE / 2; k++) {
            CHECK(memory_port_drive(p0, &in));
            CHECK(!in.resp_valid);
            CHECK(offer(n, n, k ? 0 : 3));
            if (n == 3)
                break;
        }
    }
    for (unsigned n = 4; n-- > 0;) {
        CHECK(memory_port_drive(p0, &in));
        CHECK(in.resp_valid && in.resp_number == n);
        CHECK(offer(0, 0, 0));
    }
    CHECK(memory_port_idle(p0));
    CHECK(memory_port_drive(p0, &in)); // a request that stays alone
    CHECK(offer(0, 9, 1));
    CHECK(wait_for_response(1000) == MEMORY_PATIENCE + 1);
}

static void test_reset(void)
{
    fresh((struct memory_settings){ .latency = 4 });
    CHECK(memory_write(m, 0, 5));
    for (unsigned n = 0; n < 3; n++) {
        CHECK(memory_port_drive(p0, &in));
        CHECK(offer(n, n, ALL_SECTORS));
    }
    CHECK(memory_port_drive(p0, &in));
    in.mem_ready = 0;
    CHECK(offer(3, 3, ALL_SECTORS)); // waits
    in.rst = 1;
    CHECK(offer(40, 3, 0)); // ignored
    in.rst = 0;
    CHECK(memory_port_idle(p0));
    CHECK(wait_for_response(20) == 20);
    CHECK(offer(0, 0, ALL_SECTORS)); // its number is free again
    CHECK(memory_read(m, 0) == 5);
}

// A write while a read is in flight: a page walker's read may return it or not, other reads do.
static void test_early_reads(void)
{
    unsigned old[2] = { 0 };
    fresh((struct memory_settings){ .latency = 4 });
    for (uint64_t n = 0; n < 400; n++) {
        CHECK(memory_write(m, 0, n));
        CHECK(memory_port_drive(p0, &in));
        CHECK(offer(n % 2 ? UL1_PRT : 2, 0, 1));
        CHECK(memory_write(m, 0, n + 1));
        CHECK(wait_for_response(10) == 4);
        CHECK(in.resp_data[0] == n + 1 || in.resp_data[0] == n);
        old[n % 2] += in.resp_data[0] == n;
    }
    CHECK(old[0] == 0 && old[1] > 50 && old[1] < 150);
}

// Reads that are performed when they are taken, unless an older request of their line is in flight.
static void test_early_setting(void)
{
    fresh((struct memory_settings){ .latency = 4, .early = 100 });
    for (uint64_t n = 0; n < 50; n++) {
        CHECK(memory_write(m, 0, 3 * n));
        CHECK(memory_port_drive(p0, &in) && offer(2, 0, 1));
        CHECK(memory_write(m, 0, 3 * n + 1));
        CHECK(memory_port_drive(p0, &in) && offer(2, 0, 2));
        CHECK(memory_write(m, 0, 3 * n + 2));
        CHECK(wait_for_response(10) == 3 && in.resp_sect == 1 && in.resp_data[0] == 3 * n);
        CHECK(wait_for_response(10) == 1 && in.resp_sect == 2);
        CHECK(memory_port_drive(p0, &in) && offer(2, 0, 1) && wait_for_response(10) == 4
              && in.resp_data[0] == 3 * n + 2);
    }
}

// ---- Writes and fences ----

// A cycle in which a write is offered, with these byte enables and this word in each bank.
static bool offer_write(unsigned sub, uint64_t line, unsigned be, uint32_t word)
{
    out.mmu.mem_valid = 1;
    out.mmu.mem_op = UL1_MEMOP_WRITE;
    out.mmu.mem_number = (uint8_t)sub;
    out.mmu.mem_line = line;
    out.mmu.mem_vline = line + LINE_TOP;
    out.mmu.mem_sect = out.mmu.mem_level = 0;
    memset(out.wdb.memdata_be, (int)be, sizeof out.wdb.memdata_be);
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        out.wdb.memdata_word[n] = word;
    bool ok = memory_port_observe(p0, &in, &out);
    out.mmu.mem_op = UL1_MEMOP_READ;
    out.mmu.mem_vline = 0;
    return ok;
}

static bool offer_fence(unsigned sub, unsigned level)
{
    out.mmu.mem_valid = 1;
    out.mmu.mem_op = UL1_MEMOP_FENCE;
    out.mmu.mem_number = (uint8_t)sub;
    out.mmu.mem_line = 0;
    out.mmu.mem_sect = 0;
    out.mmu.mem_level = (uint8_t)level;
    bool ok = memory_port_observe(p0, &in, &out);
    out.mmu.mem_op = UL1_MEMOP_READ;
    out.mmu.mem_level = 0;
    return ok;
}

static uint32_t word_of(uint64_t line, unsigned n)
{
    uint32_t word[UL1_LINE_WORDS];
    memory_line(m, line * MEMORY_LINE, word);
    return word[n];
}

static void quiet(unsigned cycles)
{
    while (cycles--) {
        CHECK(memory_port_drive(p0, &in));
        CHECK(offer(0, 0, 0));
    }
}

// Bytes that are not enabled stay; a write takes its latency, and is not answered.
static void test_writes(void)
{
    fresh((struct memory_settings){ .latency = 5 });
    uint32_t before = word_of(9, 3);
    CHECK(memory_port_drive(p0, &in) && offer_write(1, 9, 5, 0x11223344));
    quiet(4);
    CHECK(word_of(9, 3) == before && !memory_port_idle(p0));
    quiet(1);
    CHECK(word_of(9, 3) == ((before & 0xff00ff00) | 0x00220044) && memory_port_idle(p0) && !in.resp_valid);
    uint8_t be[UL1_LINE_WORDS] = { 8 };
    uint32_t word[UL1_LINE_WORDS] = { 0xab000000 };
    CHECK(memory_store(m, 9 * MEMORY_LINE, be, word) && word_of(9, 0) >> 24 == 0xab);
    struct memory_counts c = memory_port_counts(p0);
    CHECK(c.writes == 1 && c.bytes == 2 * UL1_LINE_WORDS && c.responses == 0 && c.reads == 0);
}

// Requests are taken so many cycles apart, the first immediately.
static void test_apart(void)
{
    for (unsigned apart = 0; apart < 20; apart++) {
        fresh((struct memory_settings){ .latency = 1, .apart = apart });
        for (unsigned round = 0; round < 2; round++) {
            for (unsigned cycle = 0; cycle < 100; cycle++) {
                CHECK(memory_port_drive(p0, &in));
                CHECK(in.mem_ready == (cycle % (apart ? apart : 1) == 0));
                CHECK(offer_write(1, 9, 5, 0x11223344));
            }
            while (!in.mem_ready) // an offer must stay until it is taken
                CHECK(memory_port_drive(p0, &in) && offer_write(1, 9, 5, 0x11223344));
            quiet(20);
        }
    }
}

// Requests for one line are performed in the order taken: a read between two writes returns the first write.
static void test_line_order(void)
{
    for (enum memory_order order = MEMORY_AS_TAKEN; order <= MEMORY_YOUNGEST; order++)
        for (unsigned n = 0; n < 200; n++) {
            fresh((struct memory_settings){ .order = order, .latency = 3, .spread = 20, .pieces = 50 });
            CHECK(memory_port_drive(p0, &in) && offer_write(0, 7, ALL_BYTES, n));
            CHECK(memory_port_drive(p0, &in) && offer(1, 7, ALL_SECTORS));
            CHECK(memory_port_drive(p0, &in) && offer_write(1, 7, ALL_BYTES, ~n));
            CHECK(memory_port_drive(p0, &in) && offer(2, 7, ALL_SECTORS));
            unsigned seen[2] = { 0 };
            for (unsigned k = 0; k < 200; k++) {
                CHECK(memory_port_drive(p0, &in));
                if (in.resp_valid) {
                    CHECK(in.resp_op == UL1_MEMOP_READ && (in.resp_number == 2 || seen[1] == 0));
                    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++)
                        CHECK(!(in.resp_sect >> bank / UL1_SECTOR_WORDS & 1)
                              || in.resp_data[bank] == (in.resp_number == 1 ? n : ~n));
                    seen[in.resp_number - 1] |= in.resp_sect;
                }
                CHECK(offer(0, 0, 0));
            }
            CHECK(seen[0] == ALL_SECTORS && seen[1] == ALL_SECTORS && memory_port_idle(p0));
        }
}

// A fence is answered after all writes taken before it, failing ones included.
static void test_fences(void)
{
    for (enum memory_order order = MEMORY_AS_TAKEN; order <= MEMORY_YOUNGEST; order++)
        for (unsigned n = 0; n < 100; n++) {
            fresh((struct memory_settings){ .order = order, .latency = 2, .spread = 30, .batch = n % 3 * 4 });
            CHECK(memory_fail(m, 2 * MEMORY_LINE, MEMORY_STORES, true));
            for (unsigned line = 0; line < 6; line++)
                CHECK(memory_port_drive(p0, &in) && offer_write(line % UL1_WDB, line, ALL_BYTES, line + 1));
            CHECK(memory_port_drive(p0, &in) && offer_fence(n % UL1_INSTRS, UL1_LEVEL_GPU));
            CHECK(memory_port_drive(p0, &in) && offer_fence(UL1_CMD_ID, UL1_LEVEL_SYS));
            unsigned failures = 0, fences = 0;
            for (unsigned k = 0; k < 300; k++) {
                CHECK(memory_port_drive(p0, &in));
                if (in.resp_valid && in.resp_op == UL1_MEMOP_WRITE) {
                    CHECK(in.resp_vline == 2 + LINE_TOP && !fences);
                    failures++;
                } else if (in.resp_valid) {
                    CHECK(in.resp_op == UL1_MEMOP_FENCE
                          && (in.resp_number == n % UL1_INSTRS || in.resp_number == UL1_CMD_ID));
                    for (unsigned line = 0; line < 6; line++)
                        CHECK((word_of(line, 1) == line + 1) == (line != 2));
                    fences++;
                }
                CHECK(offer(0, 0, 0));
            }
            CHECK(failures == 1 && fences == 2 && memory_port_idle(p0));
            struct memory_counts c = memory_port_counts(p0);
            CHECK(c.writes == 6 && c.bytes == 6 * MEMORY_LINE && c.fences == 2 && c.failed == 1
                  && c.responses == 3);
        }
}

// Reads and writes of a line fail independently.
static void test_failures(void)
{
    fresh((struct memory_settings){ 0 });
    CHECK(memory_fail(m, 0, MEMORY_ALL, true) && memory_fail(m, 0, MEMORY_STORES, false));
    uint32_t word[UL1_LINE_WORDS];
    CHECK(!memory_line(m, 0, word) && memory_writable(m, 0) && memory_writable(m, MEMORY_LINE));
    CHECK(memory_port_drive(p0, &in) && offer_write(0, 0, ALL_BYTES, 77));
    quiet(3);
    CHECK(word_of(0, 2) == 77 && !memory_line(m, 0, word));
    CHECK(memory_fail(m, 0, MEMORY_LOADS, false) && memory_fail(m, 0, MEMORY_STORES, true));
    CHECK(memory_line(m, 0, word) && !memory_writable(m, 0));
    CHECK(memory_port_drive(p0, &in) && offer_write(0, 0, ALL_BYTES, 78));
    CHECK(memory_port_drive(p0, &in) && in.resp_valid && in.resp_op == UL1_MEMOP_WRITE && offer(0, 0, 0));
    CHECK(word_of(0, 2) == 77);
}

// As many writes as there is space for, and one that must wait; all are performed.
static void test_many_writes(void)
{
    fresh((struct memory_settings){ .latency = 2 * MEMORY_WRITES, .order = MEMORY_RANDOM });
    for (unsigned n = 0; n < MEMORY_WRITES; n++) {
        CHECK(memory_port_drive(p0, &in) && in.mem_ready);
        CHECK(offer_write(n % UL1_WDB, n, ALL_BYTES, n));
    }
    CHECK(memory_port_drive(p0, &in) && !in.mem_ready && offer_write(0, 500, ALL_BYTES, 1));
    while (!in.mem_ready)
        CHECK(memory_port_drive(p0, &in) && offer_write(0, 500, ALL_BYTES, 1));
    quiet(4 * MEMORY_WRITES);
    CHECK(memory_port_idle(p0) && word_of(500, 0) == 1);
    for (unsigned n = 0; n < MEMORY_WRITES; n++)
        CHECK(word_of(n, n % UL1_LINE_WORDS) == n);
}

// Two ports: one reads the writes that the other has performed; each has its own counts and requests.
static void test_two_ports(void)
{
    fresh((struct memory_settings){ .latency = 2 });
    struct memory_port *other = memory_port_new(m, &compiled, 9), *first = p0;
    if (!other)
        exit(2);
    struct memory_settings set = { .latency = 6 };
    memory_port_set(other, &set);
    CHECK(memory_port_drive(first, &in) && offer_write(0, 4, ALL_BYTES, 1234));
    p0 = other;
    CHECK(memory_port_drive(other, &in) && offer(1, 4, ALL_SECTORS));
    CHECK(!memory_port_idle(first) && !memory_port_idle(other));
    p0 = first;
    quiet(2);
    CHECK(memory_port_idle(first));
    p0 = other;
    for (unsigned n = 0; n < 6; n++)
        CHECK(memory_port_drive(other, &in) && in.resp_valid == (n == 5) && offer(0, 0, 0));
    CHECK(in.resp_data[0] == 1234);
    CHECK(memory_port_counts(first).reads == 0 && memory_port_counts(other).writes == 0);
    p0 = first;
    memory_port_free(other);
}

// Ports with one order of lines: a read behind a write of the other port brings what that has written.
static void test_order_of_ports(void)
{
    struct memory_order_of_lines lines = { 0 };
    fresh((struct memory_settings){ .latency = 20 });
    struct memory_port *other = memory_port_new(m, &compiled, 9), *first = p0;
    if (!other)
        exit(2);
    struct memory_settings set = { .latency = 1 };
    memory_port_set(other, &set);
    memory_port_order(first, &lines);
    memory_port_order(other, &lines);
    CHECK(memory_port_drive(first, &in) && offer_write(0, 4, ALL_BYTES, 1234));
    p0 = other;
    CHECK(memory_port_drive(other, &in) && offer(1, 4, ALL_SECTORS));
    unsigned seen = 0;
    for (unsigned n = 0; n < 40; n++) {
        CHECK(memory_port_drive(other, &in) && offer(0, 0, 0));
        seen += in.resp_valid;
        CHECK(!in.resp_valid || in.resp_data[0] == 1234);
        p0 = first;
        CHECK(memory_port_drive(first, &in) && offer(0, 0, 0));
        p0 = other;
    }
    CHECK(seen == 1 && memory_port_idle(first) && memory_port_idle(other));
    p0 = first;
    memory_port_free(other);
}

// ---- Operations that are performed before memory

static void count_reduced(void *to, const struct memory_reduction *r)
{
    unsigned *count = to;
    CHECK(r->atom == UL1_ATOM_ADD && r->now[0] == r->old[0] + 5 && r->be[0] == ALL_BYTES && !r->be[1]);
    ++*count;
}

// A cycle in which this is on offer; the response, if there is one.
static bool cycle_of(const struct offer *o, struct memory_response *r)
{
    bool ready;
    r->valid = false;
    return memory_port_cycle(p0, r, &ready) && memory_port_see(p0, o, o, ready);
}

static const struct payload addition = { .atom = UL1_ATOM_ADD, .be = { ALL_BYTES }, .word = { 5 } };

static struct offer own_read(void)
{
    return (struct offer){
        .kind = UL1_MEMOP_READ, .own = 2, .sub = 1, .line = 7, .sect = 1, .purpose = UL1_READKIND_ATOM
    };
}

static struct offer own_write(uint32_t result)
{
    return (struct offer){ .kind = UL1_MEMOP_WRITE,
                           .own = 2,
                           .sub = 1,
                           .line = 7,
                           .vline = 7,
                           .payload = { .be = { ALL_BYTES }, .word = { result } },
                           .operation = &addition };
}

// The read of an operation and the write of its result; the latter is what memory tells as a reduction.
static void test_operation(void)
{
    fresh((struct memory_settings){ .latency = 2 });
    unsigned reduced = 0;
    const uint32_t old = word_of(7, 0);
    struct memory_response r = { 0 };
    const struct offer read = own_read(), write = own_write(old + 5);
    memory_port_tell(p0, count_reduced, &reduced);
    CHECK(cycle_of(&read, &r) && cycle_of(NULL, &r) && !r.valid);
    CHECK(cycle_of(NULL, &r) && r.valid && r.op == UL1_MEMOP_READ && r.own == 2 && r.number == 1);
    CHECK(r.sect == 1 && r.data[0] == old);
    CHECK(cycle_of(&write, &r));
    for (unsigned n = 0; n < 4; n++)
        CHECK(cycle_of(NULL, &r) && !r.valid);
    CHECK(word_of(7, 0) == old + 5 && reduced == 1 && memory_port_idle(p0));
}

// A reset loses writes, but not all; each is performed whole or not at all.
static void test_reset_writes(void)
{
    fresh((struct memory_settings){ .latency = 400 });
    CHECK(memory_fail(m, 0, MEMORY_STORES, true));
    for (unsigned n = 0; n < 200; n++)
        CHECK(memory_port_drive(p0, &in) && offer_write(n % UL1_WDB, n, ALL_BYTES, n ^ 0x5555));
    CHECK(memory_port_drive(p0, &in) && offer_fence(5, UL1_LEVEL_SYS));
    in.rst = 1;
    CHECK(offer(0, 0, 0) && memory_port_idle(p0));
    in.rst = 0;
    unsigned performed = 0;
    for (unsigned n = 0; n < 200; n++) {
        performed += word_of(n, 0) == (n ^ 0x5555);
        for (unsigned k = 1; k < UL1_LINE_WORDS; k++)
            CHECK((word_of(n, k) == (n ^ 0x5555)) == (word_of(n, 0) == (n ^ 0x5555)));
    }
    CHECK(performed > 60 && performed < 140 && word_of(0, 0) != 0x5555);
    // both numbers are free again
    CHECK(offer_fence(5, UL1_LEVEL_SYS) && memory_port_drive(p0, &in) && offer_write(0, 0, 1, 0));
}

// ---- Objections ----

static void check_objection(bool taken, const char *text, const char *event, int line)
{
    char what[600];
    snprintf(what, sizeof what, "no objection '%s' to %s", text, event);
    check(!taken && strstr(memory_port_error(p0), text), what, line);
}

#define OBJECT(text, what) check_objection((what), text, #what, __LINE__)

static void start(void)
{
    fresh((struct memory_settings){ .latency = 100 });
    CHECK(memory_port_drive(p0, &in));
}

static void test_objections(void)
{
    start();
    OBJECT(say("a read has number %d, which does not exist", UL1_READ_NUMBERS),
           offer(UL1_READ_NUMBERS, 0, 1));
    start();
    CHECK(offer(UL1_PRT, 5, 4) && offer(0, 5, 3) && offer(0, 7, 12));
    OBJECT("number 0 asks for the sectors 0xa, of which 0xa are under way", offer(0, 8, 10));
    start();
    CHECK(offer(1, 5, 3));
    OBJECT("asks for the sectors 0x6, of which 0x2 are under way under that number", offer(1, 6, 6));
    start();
    out.mmu.mem_valid = 1;
    out.mmu.mem_number = 3;
    out.mmu.mem_sect = 0;
    OBJECT("a read of number 3 asks for no sector", memory_port_observe(p0, &in, &out));
    start();
    OBJECT("a page walker asks for the sectors 0x3, more than one", offer(UL1_PRT, 5, 3));
    start();
    CHECK(offer(UL1_PRT, 5, 1));
    OBJECT("a page walker asks while its last request is under way", offer(UL1_PRT, 5, 2));

    for (unsigned kind = 0; kind <= UL1_READKIND_FRESH + 1u; kind++) {
        start();
        CHECK(offer(2, 5, 1));
        out.mmu.memread_kind = (uint8_t)kind;
        out.mmu.mem_sect = 2;
        if (kind == UL1_READKIND_LOAD || kind == UL1_READKIND_STORE
            || (UL1_CACHES_BEHIND && kind == UL1_READKIND_FRESH))
            CHECK(memory_port_observe(p0, &in, &out));
        else
            OBJECT(say("a read of number 2 is for kind %u", kind), memory_port_observe(p0, &in, &out));
    }
    start();
    CHECK(offer(2, 5, 1));
    out.mmu.mem_sect = 2;
    out.mmu.memread_warp = UL1_READ_SOURCES ? UL1_WARPS - 1 : 1;
    if (UL1_READ_SOURCES)
        CHECK(memory_port_observe(p0, &in, &out));
    out.mmu.mem_sect = 4;
    out.mmu.memread_space = UL1_SPACE_CONST;
    OBJECT("a read of number 2, for kind 0, is of warp ", memory_port_observe(p0, &in, &out));
    start();
    in.mem_ready = 0;
    CHECK(offer(2, 5, 1));
    out.mmu.memread_kind = UL1_READKIND_STORE;
    OBJECT("a read was offered and not taken, for kind 0, ", memory_port_observe(p0, &in, &out));

    static const struct {
        uint64_t line;
        unsigned sub, sect;
    } changes[] = { { 5, 2, 0 }, { 5, 3, 7 }, { 5, 2, 6 }, { PLINE_TOP + 5, 2, 7 } };
    for (unsigned n = 0; n < sizeof changes / sizeof *changes; n++) {
        start();
        in.mem_ready = 0;
        CHECK(offer(2, 5, 7) && offer(2, 5, 7));
        in.mem_ready = n & 1;
        if (changes[n].sect)
            OBJECT("was offered and not taken, of number 2, line 0x5, sectors 0x7, and has become number ",
                   offer(changes[n].sub, changes[n].line, changes[n].sect));
        else
            OBJECT("of number 2 was offered, not taken, and is offered no more", offer(2, 5, 0));
    }
}

// Illegal requests of operations before memory.
static void test_operation_objections(void)
{
    struct memory_response r = { 0 };
    struct offer o = own_read();
    start();
    o.sub = UL1_WDB;
    OBJECT(say("a read for an operation has number %d, and no write has that", UL1_WDB), cycle_of(&o, &r));
    start();
    o = own_read();
    o.purpose = UL1_READKIND_LOAD;
    OBJECT("the read for operation 2 is for kind 0", cycle_of(&o, &r));
    start();
    o = own_read();
    CHECK(cycle_of(&o, &r));
    OBJECT("the read for operation 2 asks for the sectors 0x1, with 0x1 under way", cycle_of(&o, &r));
    start();
    o.own = OWNS + 1;
    OBJECT("for operation 17, which does not exist", cycle_of(&o, &r));
    start();
    o = own_write(0);
    o.operation = NULL;
    OBJECT("is for operation 2, which was not read for", cycle_of(&o, &r));
    fresh((struct memory_settings){ .latency = 1 });
    o = own_write(word_of(7, 0) + 6);
    CHECK(cycle_of(&o, &r));
    OBJECT("operation 1 on line 0x7 writes the bytes", cycle_of(NULL, &r) && cycle_of(NULL, &r));
    fresh((struct memory_settings){ .latency = 1 });
    o = own_write(word_of(7, 0) + 5);
    o.payload.be[1] = 1;
    CHECK(cycle_of(&o, &r));
    OBJECT("operation 1 on line 0x7 writes the bytes 0x1", cycle_of(NULL, &r) && cycle_of(NULL, &r));
}

// Lines on which no address lies.
static void test_line_objections(void)
{
    start();
    OBJECT("which no address lies on", offer(0, 2 * PLINE_TOP, 1));
    start();
    // the line with LINE_TOP added
    OBJECT("which no address lies on", offer_write(0, LINE_TOP, ALL_BYTES, 1));
    start();
    CHECK(offer(0, 2 * PLINE_TOP - 1, 1));
}

// A write or a fence with one illegal property.
static void test_write_objections(void)
{
    start();
    OBJECT(say("a write has number %d, which does not exist", UL1_WDB),
           offer_write(UL1_WDB, 5, ALL_BYTES, 1));
    start();
    OBJECT("a write of line 0x5 writes no byte", offer_write(0, 5, 0, 1));
    start();
    CHECK(offer_write(0, 5, ALL_BYTES, 1));
    out.mmu =
        (struct ul1_mmu_out){ .mem_valid = 1, .mem_op = UL1_MEMOP_WRITE, .mem_line = 5, .mem_vline = 6 };
    OBJECT("has virtual line 0x6, which has another place in its page", memory_port_observe(p0, &in, &out));
    out.mmu.mem_vline = 5;
    out.mmu.mem_sect = 1;
    OBJECT("a write has sectors 0x1, level 0, which it has none of", memory_port_observe(p0, &in, &out));
    start();
    out.mmu = (struct ul1_mmu_out){ .mem_valid = 1, .mem_op = 3 };
    OBJECT("a request is of kind 3, which does not exist", memory_port_observe(p0, &in, &out));
    start();
    out.mmu = (struct ul1_mmu_out){ .mem_valid = 1, .mem_sect = 1, .mem_vline = 4 };
    OBJECT("a read has virtual line 0x4, level 0, which it has none of", memory_port_observe(p0, &in, &out));

    start();
    in.mem_ready = 0;
    // differs in bytes that are not enabled
    CHECK(offer_write(0, 5, 3, 0x1111) && offer_write(0, 5, 3, 0xffff1111));
    OBJECT("a write of line 0x5 was offered and not taken, and writes something else now",
           offer_write(0, 5, 3, 0x1112));
    OBJECT("and writes something else now", offer_write(0, 5, 1, 0x1111));
    OBJECT(say("a request was offered and not taken, of kind 1, virtual line 0x%" PRIx64, 5 + LINE_TOP),
           offer(0, 5, 1));
    CHECK(offer_write(0, 5, 3, 0x1111));
}

static void test_fence_objections(void)
{
    start();
    OBJECT(say("a fence has number %d, which does not exist", UL1_CMD_ID + 1),
           offer_fence(UL1_CMD_ID + 1, UL1_LEVEL_SYS));
    start();
    OBJECT("a fence has level cta, for which none is sent", offer_fence(3, UL1_LEVEL_CTA));
    start();
    OBJECT("a command's fence has level 1, not sys", offer_fence(UL1_CMD_ID, UL1_LEVEL_GPU));
    start();
    CHECK(offer_fence(3, UL1_LEVEL_GPU) && offer_fence(4, 3));
    OBJECT("a fence has number 3, of which one is under way", offer_fence(3, UL1_LEVEL_GPU));
    start();
    out.mmu =
        (struct ul1_mmu_out){ .mem_valid = 1, .mem_op = UL1_MEMOP_FENCE, .mem_line = 2, .mem_level = 1 };
    OBJECT("a fence has line 0x2, virtual line 0x0, sectors 0x0, which it has none of",
           memory_port_observe(p0, &in, &out));
}

// ---- Page tables ----

static uint64_t leaves; // all bits that were ever one in an entry that gives a frame

// A walk as the specification defines it.
static enum pages_state read_tables(uint64_t root, unsigned page, uint64_t va, uint64_t *pa)
{
    unsigned index[] = { (unsigned)(va >> 30) & ((1u << (UL1_VA_W - 30)) - 1), (unsigned)(va >> 21) & 511,
                         (unsigned)(va >> 12) & 511 };
    unsigned bits = page == 0 ? 12 : page == 1 ? 16 : 21;
    uint64_t table = root * 4096;
    bool writable = false;
    if (page == 1)
        index[2] /= 16;
    for (unsigned level = 0; level < (page < 2 ? 3 : 2); level++) {
        uint32_t word[UL1_LINE_WORDS];
        uint64_t at = table + 8 * index[level];
        if (!memory_line(m, at / MEMORY_LINE * MEMORY_LINE, word))
            return PAGES_BROKEN;
        uint64_t entry = memory_read(m, at);
        if (entry % 2 == 0)
            return PAGES_ABSENT;
        table = entry & (2 * PA_TOP - 1) & ~UINT64_C(0xfff);
        leaves |= level == (page < 2 ? 2 : 1) ? entry : 0;
        writable = entry / 2 % 2;
    }
    *pa = (table >> bits << bits) + (va & ((UINT64_C(1) << bits) - 1));
    return writable ? PAGES_PRESENT : PAGES_READONLY;
}

// The last reported state of each page.
struct told {
    uint64_t va, frame;
    enum pages_state state;
};

static struct told told[400];
static unsigned tolds, tellings;

static struct told *told_of(uint64_t va)
{
    unsigned n = 0;
    while (n < tolds && told[n].va != va)
        n++;
    if (n == tolds)
        told[tolds++] = (struct told){ va, 0, PAGES_ABSENT };
    return &told[n];
}

static bool has_frame(enum pages_state state)
{
    return state == PAGES_PRESENT || state == PAGES_READONLY;
}

static void listener(void *who, uint64_t va, enum pages_state state, uint64_t frame)
{
    struct told *t = told_of(va);
    CHECK(who == &told && (t->state != state || t->frame != frame));
    CHECK(has_frame(state) || frame == 0);
    *t = (struct told){ va, frame, state };
    tellings++;
}

// Whether the tables, pages_find() and the reports agree for an address.
static bool agree(struct pages *p, unsigned page, uint64_t va)
{
    uint64_t by_tables = 0, by_pages = 0, first = va & ~(pages_bytes(p) - 1);
    enum pages_state state = read_tables(pages_root(p), page, va, &by_tables);
    if (pages_find(p, va, &by_pages) != state || told_of(first)->state != state)
        return false;
    return !has_frame(state) || (by_pages == by_tables && told_of(first)->frame + (va - first) == by_tables);
}

static void test_pages_one_by_one(unsigned page)
{
    static const uint64_t size[] = { 4096, 65536, 2097152, 2097152 };
    fresh((struct memory_settings){ 0 });
    struct pages *p = pages_new(m, page, 3);
    if (!p)
        exit(2);
    const uint64_t a = UINT64_C(0x876543210000) & (2 * VA_TOP - 1) & ~UINT64_C(0x1fffff);
    const uint64_t b = a + pages_bytes(p), far = a ^ VA_TOP;
    unsigned levels = page < 2 ? 3 : 2;
    tolds = tellings = 0;
    CHECK(pages_bytes(p) == size[page] && pages_levels(p) == levels);
    CHECK(pages_find(p, a, NULL) == PAGES_ABSENT && pages_walk_reads(p, a) == 1);
    CHECK(pages_map(p, a + 5, size[page] * 9) && pages_unmap(p, far));
    pages_listen(p, listener, &told);
    CHECK(tellings == 1 && told_of(a)->frame == size[page] * 9 && agree(p, page, a + size[page] - 1));
    CHECK(pages_walk_reads(p, a) == levels);
    CHECK(pages_map_new(p, b) && pages_map_new(p, far) && tellings == 3);
    CHECK(agree(p, page, b) && agree(p, page, far) && agree(p, page, b + pages_bytes(p)));
    CHECK(pages_map(p, b, size[page] * 9) && told_of(b)->frame == size[page] * 9); // two on one frame
    CHECK(pages_unmap(p, a) && told_of(a)->state == PAGES_ABSENT && pages_walk_reads(p, a) == levels);
    CHECK(agree(p, page, a) && agree(p, page, b) && tellings == 5);
    CHECK(pages_cut(p, b, levels - 1) && told_of(b)->state == PAGES_PRESENT); // a leaf is not cut
    CHECK(pages_cut(p, b, 0) && told_of(b)->state == PAGES_ABSENT && tellings == 6
          && pages_walk_reads(p, b) == 1);
    CHECK(pages_map_new(p, a) && agree(p, page, a) && agree(p, page, b) && told_of(b)->state == PAGES_ABSENT);
    for (unsigned level = 0; level < levels; level++) {
        CHECK(pages_break(p, a, level, true) && told_of(a)->state == PAGES_BROKEN
              && pages_walk_reads(p, a) == level + 1);
        CHECK(agree(p, page, a) && agree(p, page, far));
        CHECK(pages_map_new(p, a) && told_of(a)->state == PAGES_BROKEN);
        CHECK(pages_break(p, a, level, false) && told_of(a)->state == PAGES_PRESENT && agree(p, page, a));
    }
    tellings = 0;
    CHECK(pages_protect(p, a, true) && told_of(a)->state == PAGES_READONLY && agree(p, page, a)
          && tellings == 1);
    CHECK(pages_protect(p, a, true) && tellings == 1 && told_of(b)->state == PAGES_ABSENT);
    CHECK(pages_protect(p, a, false) && told_of(a)->state == PAGES_PRESENT && agree(p, page, a)
          && tellings == 2);
    CHECK(pages_protect(p, a, true) && pages_map_new(p, a) && told_of(a)->state == PAGES_PRESENT);
    CHECK(pages_protect(p, b, true) && told_of(b)->state == PAGES_ABSENT && agree(p, page, b));
    CHECK(pages_break(p, a, 1, true) && pages_break(p, a, 0, true) && pages_break(p, a, 1, false));
    CHECK(told_of(a)->state == PAGES_BROKEN && pages_break(p, a, 0, false)
          && told_of(a)->state == PAGES_PRESENT);
    CHECK(pages_break(p, a, 0, true) && pages_unmap(p, a) && pages_break(p, a, 0, false)); // still absent
    CHECK(told_of(a)->state == PAGES_ABSENT && agree(p, page, a));
    unsigned before = tellings;
    CHECK(pages_know(p, a) && pages_know(p, b) && pages_unmap(p, a) && pages_unmap(p, a ^ VA_TOP >> 1));
    CHECK(tellings == before);
    pages_free(p);
}

static int in_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// So many pages that frames would coincide if they were not kept apart, or that none is left.
static void test_frames(void)
{
    enum { MANY = 3000 };
    static uint64_t frame[MANY + 1];
    fresh((struct memory_settings){ 0 });
    struct pages *p = pages_new(m, UL1_PAGE_P2M, 1);
    if (!p)
        exit(2);
    const uint64_t pieces = 2 * PA_TOP >> 21, pages = 2 * VA_TOP >> 21;
    unsigned mapped = 0;
    while (mapped < MANY && mapped < pages && pages_map_new(p, (uint64_t)mapped << 21)) {
        uint64_t pa = 1;
        CHECK(pages_find(p, (uint64_t)mapped << 21, &pa) == PAGES_PRESENT && pa < 2 * PA_TOP
              && pa % (1 << 21) == 0);
        frame[mapped++] = pa;
    }
    // except for the tables
    CHECK(mapped == MANY || mapped == pages || (mapped < pieces && mapped + 8 > pieces));
    frame[mapped] = pages_root(p) << 12 >> 21 << 21;
    qsort(frame, mapped + 1, sizeof *frame, in_order);
    for (unsigned n = 0; n < mapped; n++)
        CHECK(frame[n] != frame[n + 1]);
    pages_free(p);
}

// The topmost table is present in full and empty, and no frame lies in it.
static void check_topmost_table(struct pages *p)
{
    const uint64_t bytes = UINT64_C(1) << (UL1_VA_W - 27);
    if (!p)
        exit(2);
    const uint64_t root = pages_root(p) * 4096;
    CHECK(root && root + bytes <= 2 * PA_TOP);
    uint64_t some = 0;
    for (uint64_t ofs = 0; ofs < bytes; ofs += 8)
        some |= memory_read(m, root + ofs);
    CHECK(!(some & 1) && (some >> 1 || bytes < 64));
    for (uint64_t n = 0; n < 50; n++) {
        uint64_t pa = 0, va = n << 30 & (2 * VA_TOP - 1);
        CHECK(pages_map_new(p, va) && pages_find(p, va, &pa) == PAGES_PRESENT);
        CHECK(pa + pages_bytes(p) <= root || pa >= root + bytes);
        CHECK(memory_read(m, root + 8 * (va >> 30)) & 1);
    }
}

static void test_topmost_table(unsigned page)
{
    for (unsigned seed = 0; seed < 20; seed++) {
        fresh((struct memory_settings){ 0 });
        struct pages *p = pages_new(m, page, seed);
        check_topmost_table(p);
        pages_free(p);
    }
}

// The same at the root of tables for another page size.
static void test_same_root(unsigned page)
{
    for (unsigned seed = 0; seed < 20; seed++) {
        fresh((struct memory_settings){ 0 });
        struct pages *other = pages_new(m, (page + 1 + seed % 3) % 4, seed);
        if (!other)
            exit(2);
        const uint64_t root = pages_root(other);
        pages_free(other);
        fresh((struct memory_settings){ 0 });
        struct pages *p = pages_new_at(m, page, seed, root);
        check_topmost_table(p);
        CHECK(pages_root(p) == root);
        pages_free(p);
    }
}

// Random changes; each frame that was drawn belongs to one page.
static void test_pages_at_random(unsigned page)
{
    static uint64_t drawn[4000];
    unsigned draws = 0, states[4] = { 0 };
    leaves = 0;
    fresh((struct memory_settings){ 0 });
    struct pages *p = pages_new(m, page, page);
    if (!p)
        exit(2);
    tolds = tellings = 0;
    pages_listen(p, listener, &told);
    for (unsigned n = 0; n < 2000; n++) {
        unsigned level = rng_below(&rng, 3);
        uint64_t va = (uint64_t)rng_below(&rng, 3) << (UL1_VA_W - 2);
        va += (uint64_t)rng_below(&rng, 3) << 29;
        va += (uint64_t)rng_below(&rng, 7) * 5 * pages_bytes(p);
        va += rng_below(&rng, 4096);
        unsigned what = rng_below(&rng, 22);
        CHECK(pages_know(p, va));
        if (what < 10) {
            CHECK(pages_map_new(p, va));
            uint64_t frame = told_of(va & ~(pages_bytes(p) - 1))->frame;
            if (told_of(va & ~(pages_bytes(p) - 1))->state == PAGES_PRESENT) {
                for (unsigned k = 0; k < draws; k++)
                    CHECK(drawn[k] != frame);
                drawn[draws++] = frame;
            }
        } else if (what < 14) {
            CHECK(pages_unmap(p, va));
        } else if (what < 15) {
            CHECK(pages_cut(p, va, level));
        } else if (what < 20) {
            CHECK(pages_break(p, va, level, what < 17));
        } else {
            CHECK(pages_protect(p, va, what == 20));
        }
        for (unsigned k = 0; k < tolds; k++) {
            CHECK(agree(p, page, told[k].va + rng_below(&rng, 4096)));
            states[told[k].state]++;
        }
    }
    CHECK(!~leaves);
    CHECK(states[PAGES_ABSENT] > 1000 && states[PAGES_PRESENT] > 1000 && states[PAGES_BROKEN] > 1000
          && states[PAGES_READONLY] > 100);
    pages_free(p);
}

int main(void)
{
    rng_seed(&rng, 1);
    test_contents();
    test_latency();
    test_settings();
    test_batch();
    test_reset();
    test_early_reads();
    test_early_setting();
    test_writes();
    test_apart();
    test_line_order();
    test_fences();
    test_failures();
    test_many_writes();
    test_two_ports();
    test_order_of_ports();
    test_operation();
    test_reset_writes();
    test_objections();
    test_operation_objections();
    test_line_objections();
    test_write_objections();
    test_fence_objections();
    test_frames();
    for (unsigned page = 0; page < 4; page++) {
        test_topmost_table(page);
        test_same_root(page);
        test_pages_one_by_one(page);
        test_pages_at_random(page);
    }
    memory_port_free(p0);
    memory_free(m);
    printf("memory: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
