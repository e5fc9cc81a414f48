// Tests of the memory checker's shared instructions: right histories, which it must accept, and histories
// broken in one way each, to which it must object with the right words. The right event is offered after a
// broken one, and must be accepted: so the broken one left no trace.
//
// The right histories come from a machine that follows the rules literally, one slot at a time. It shares no
// code with the memory checker, and uses another method wherever there are two: it splits pass by pass,
// memory is bytes, and program order compares every byte with every byte.
#include "check.h"

#include <stdlib.h>

enum { SUBS = 4, ROW = 4 * LANES };
enum { B8, B16, B32, B64, B128 };
enum { NONE, MISALIGNED, RANGE, SPACE };

// ---- The machine that makes right histories ----

struct access {
    uint32_t left;
    uint32_t pass[LANES]; // slots of each pass so far
    unsigned passes, written;
    uint32_t data[LANES]; // a store: as pulled; a load: as loaded
    bool beat, away, pulled;
};

struct job {
    bool flying;
    unsigned age;
    struct memcheck_instr in;
    uint64_t addr[LANES];
    unsigned bytes, words; // of a lane
    unsigned err, err_lane;
    uint32_t err_mask;
    uint64_t err_addr;
    struct access access[SUBS];
};

static struct job jobs[MEMCHECK_ENTRIES];
static uint8_t memory[MEMCHECK_ROWS * ROW];
static unsigned shared, age; // shared: bytes of shared memory
static uint64_t passes_due;  // by rule 1, of all instructions taken

static unsigned slot_lane(const struct job *j, unsigned k, unsigned s)
{
    return k * LANES / j->words + s / j->words;
}

static unsigned slot_addr(const struct job *j, unsigned k, unsigned s)
{
    return (unsigned)j->addr[slot_lane(j, k, s)] + 4 * (s % j->words);
}

static unsigned bank_of(unsigned addr)
{
    return addr / 4 % LANES;
}

// The bytes of memory that a slot touches.
static unsigned slot_bytes(const struct job *j)
{
    return j->bytes < 4 ? j->bytes : 4;
}

// Rule 1, for the slots left of an access: counts the different words in each bank.
static unsigned rule_1(const struct job *j, unsigned k)
{
    unsigned most = 0;
    for (unsigned bank = 0; bank < LANES; bank++) {
        unsigned words = 0;
        for (unsigned s = 0; s < LANES; s++) {
            unsigned at = slot_addr(j, k, s) / 4;
            bool first = j->access[k].left >> s & 1 && at % LANES == bank;
            for (unsigned t = 0; t < s; t++)
                first = first && !(j->access[k].left >> t & 1 && slot_addr(j, k, t) / 4 == at);
            words += first;
        }
        most = words > most ? words : most;
    }
    return most;
}

// Rule 2: the slots of the next pass.
static uint32_t next_pass(const struct job *j, unsigned k)
{
    uint32_t left = j->access[k].left, pass = 0;
    for (unsigned s = 0; s < LANES; s++) {
        unsigned leader = 0;
        while (leader < s
               && !(left >> leader & 1 && bank_of(slot_addr(j, k, leader)) == bank_of(slot_addr(j, k, s))))
            leader++;
        if (left >> s & 1 && slot_addr(j, k, leader) / 4 == slot_addr(j, k, s) / 4)
            pass |= UINT32_C(1) << s;
    }
    return pass;
}

static void find_error(struct job *j)
{
    for (unsigned lane = LANES; lane-- > 0;) {
        uint64_t a = j->addr[lane];
        unsigned err = j->in.space ? SPACE : a % j->bytes ? MISALIGNED : a >= shared ? RANGE : NONE;
        if (!err || !(j->in.mask >> lane & 1))
            continue;
        j->err = err;
        j->err_lane = lane;
        j->err_addr = a;
        j->err_mask |= UINT32_C(1) << lane;
    }
}

static bool accept(unsigned entry, struct memcheck_instr in)
{
    struct job *j = &jobs[entry];
    memset(j, 0, sizeof *j);
    j->flying = true;
    j->age = age++;
    j->in = in;
    memcpy(j->addr, in.addr, sizeof j->addr);
    j->in.addr = j->addr;
    j->bytes = in.width > B128 ? 16 : 1u << in.width;
    j->words = j->bytes > 4 ? j->bytes / 4 : 1;
    find_error(j);
    for (unsigned k = 0; k < j->words && !j->err; k++) {
        for (unsigned s = 0; s < LANES; s++)
            j->access[k].left |= (in.mask >> slot_lane(j, k, s) & 1) << s;
        passes_due += rule_1(j, k);
    }
    return memcheck_accept(w, entry, &j->in);
}

static bool beat(unsigned entry, unsigned k)
{
    struct access *a = &jobs[entry].access[k];
    uint32_t data[LANES];
    for (unsigned s = 0; s < LANES; s++)
        data[s] = a->pulled && a->left >> s & 1 ? a->data[s] : rnd32();
    if (!a->pulled)
        memcpy(a->data, data, sizeof data);
    a->pulled = a->beat = true;
    return memcheck_beat(w, entry, k, data);
}

static void store_slot(const struct job *j, unsigned k, unsigned s)
{
    for (unsigned b = 0; b < slot_bytes(j); b++)
        memory[slot_addr(j, k, s) + b] = (uint8_t)(j->access[k].data[s] >> 8 * b);
}

static uint32_t load_slot(const struct job *j, unsigned k, unsigned s)
{
    const uint8_t *m = memory + slot_addr(j, k, s);
    switch (slot_bytes(j)) {
    case 1:
        return j->in.sign ? (uint32_t)(int8_t)m[0] : m[0];
    case 2:
        return j->in.sign ? (uint32_t)(int16_t)(m[0] | m[1] << 8) : (uint32_t)(m[0] | m[1] << 8);
    default:
        return (uint32_t)m[0] | (uint32_t)m[1] << 8 | (uint32_t)m[2] << 16 | (uint32_t)m[3] << 24;
    }
}

static bool pass(unsigned entry, unsigned k)
{
    struct job *j = &jobs[entry];
    struct access *a = &j->access[k];
    uint32_t mask = next_pass(j, k);
    a->left &= ~mask;
    a->pass[a->passes++] = mask;
    for (unsigned s = 0; s < LANES; s++)
        if (mask >> s & 1) {
            if ((j->in.op == MEMCHECK_STORE))
                store_slot(j, k, s);
            else
                a->data[s] = load_slot(j, k, s);
        }
    return memcheck_pass(w, entry, k, (j->in.op == MEMCHECK_STORE), mask);
}

static bool go_back(unsigned entry, unsigned k)
{
    struct access *a = &jobs[entry].access[k];
    const bool given_back = a->beat;
    a->away = true;
    a->beat = false;
    return (!given_back || memcheck_beat_given_back(w, entry, k)) && memcheck_returned(w, entry, k, a->left);
}

static bool come_again(unsigned entry, unsigned k)
{
    struct job *j = &jobs[entry];
    j->access[k].away = false;
    return memcheck_again(w, entry, k, j->access[k].left, j->addr);
}

// A write-back as an event, to be broken or not.
struct writeback {
    unsigned entry, sub, warp, reg;
    uint32_t mask;
    uint8_t lane[LANES], ofs[LANES];
    uint32_t data[LANES];
};

static struct writeback next_writeback(unsigned entry, unsigned k)
{
    const struct job *j = &jobs[entry];
    const struct access *a = &j->access[k];
    struct writeback b = { .entry = entry, .sub = k, .warp = j->in.warp, .reg = j->in.reg };
    if (a->written < a->passes)
        b.mask = a->pass[a->written];
    for (unsigned s = 0; s < LANES; s++) {
        b.lane[s] = (uint8_t)slot_lane(j, k, s);
        b.ofs[s] = (uint8_t)(s % j->words);
        b.data[s] = b.mask >> s & 1 ? a->data[s] : rnd32();
    }
    return b;
}

static bool show(struct writeback b)
{
    return memcheck_writeback(w, b.entry, b.sub, b.warp, b.reg, b.mask, b.lane, b.ofs, b.data);
}

static bool write_back(unsigned entry, unsigned k)
{
    struct writeback b = next_writeback(entry, k);
    jobs[entry].access[k].written++;
    return show(b);
}

// Writes back the pass `ahead` behind the next one first.
static bool write_back_any(unsigned entry, unsigned k, unsigned ahead)
{
    struct access *a = &jobs[entry].access[k];
    uint32_t *next = &a->pass[a->written], mask = next[ahead];
    next[ahead] = *next;
    *next = mask;
    return write_back(entry, k);
}

static bool retire(unsigned entry)
{
    struct job *j = &jobs[entry];
    j->flying = false;
    return memcheck_retire(w, entry, j->in.warp, j->err, j->err_lane, j->err_mask, j->err_addr);
}

// Does all that is left for an access, for an instruction.
static bool end_access(unsigned entry, unsigned k)
{
    struct job *j = &jobs[entry];
    struct access *a = &j->access[k];
    bool ok = !a->away || come_again(entry, k);
    while (ok && a->left)
        ok = (j->in.op != MEMCHECK_STORE || a->beat || beat(entry, k)) && pass(entry, k);
    while (ok && j->in.op != MEMCHECK_STORE && a->written < a->passes)
        ok = write_back(entry, k);
    return ok;
}

static bool end(unsigned entry)
{
    bool ok = true;
    for (unsigned k = 0; k < jobs[entry].words; k++)
        ok = ok && end_access(entry, k);
    return ok && retire(entry);
}

static bool all(unsigned entry, struct memcheck_instr in)
{
    return accept(entry, in) && end(entry);
}

// ---- Instructions ----

static uint64_t addr[LANES];

// The highest bit of an address, which is out of range.
static uint64_t top(void)
{
    return UINT64_C(1) << (shape.virtual_bits - 1);
}

// Lane l at base + l * stride.
static void stride(uint64_t base, uint64_t step)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = base + lane * step;
}

static struct memcheck_instr load(uint8_t width, uint8_t warp, uint32_t mask)
{
    return (struct memcheck_instr){
        .width = width, .warp = warp, .reg = (uint8_t)(4 * warp), .mask = mask, .addr = addr
    };
}

static struct memcheck_instr store(uint8_t width, uint8_t warp, uint32_t mask)
{
    struct memcheck_instr in = load(width, warp, mask);
    in.op = MEMCHECK_STORE;
    return in;
}

static void fresh(void)
{
    memcheck_free(w);
    w = memcheck_new(NULL, &shape);
    if (!w)
        exit(2);
    memset(jobs, 0, sizeof jobs);
    memset(memory, 0, sizeof memory);
    shared = shape.rows / 4 * 3 * ROW;
    passes_due = 0;
}

// Makes every byte of shared memory known.
static bool fill_array(void)
{
    bool ok = true;
    for (unsigned row = 0; ok && row < shared / ROW; row++) {
        stride(row * LANES * 4, 4);
        ok = all(0, store(B32, 0, ALL));
    }
    return ok;
}

static void row_contents(unsigned row, uint32_t *data)
{
    for (unsigned bank = 0; bank < LANES; bank++) {
        const uint8_t *m = memory + (row * LANES + bank) * 4;
        data[bank] = (uint32_t)m[0] | (uint32_t)m[1] << 8 | (uint32_t)m[2] << 16 | (uint32_t)m[3] << 24;
    }
}

// The end of every history: nothing in flight, contents right.
static bool finish(void)
{
    bool ok = memcheck_finish(w);
    for (unsigned row = 0; ok && row < shape.rows; row++) {
        uint32_t data[LANES];
        row_contents(row, data);
        ok = memcheck_contents(w, row, data);
    }
    return ok;
}

// ---- Right histories ----

static void test_widths(void)
{
    static const unsigned steps[] = { 1, 2, 3, 4, LANES, LANES + 1 };
    for (uint8_t width = 0; width < 8; width++)
        for (unsigned n = 0; n < sizeof steps / sizeof *steps; n++) {
            unsigned bytes = width > B128 ? 16 : 1u << width;
            uint32_t mask = n % 2 ? rnd32() & ALL : ALL;
            fresh();
            stride(16, bytes * steps[n]);
            CHECK(all(0, store(width, 1, mask)));
            struct memcheck_instr in = load(width, 1, mask);
            in.sign = n % 3 == 0;
            CHECK(all(1, in));
            CHECK(finish());
            CHECK(memcheck_counts(w).passes == passes_due);
            CHECK(memcheck_counts(w).instructions == 2);
        }
}

// All lanes access one word, one byte; one bank: the fewest and the most passes.
static void test_conflicts(void)
{
    fresh();
    stride(64, 0);
    CHECK(all(0, store(B8, 1, ALL)));
    CHECK(all(0, load(B8, 1, ALL)));
    CHECK(memcheck_counts(w).passes == 2);
    stride(8, 4 * LANES);
    CHECK(all(0, store(B32, 1, ALL)));
    CHECK(all(0, load(B32, 2, ALL)));
    CHECK(memcheck_counts(w).passes == 2 + 2 * LANES);
    CHECK(memcheck_counts(w).values == 2 * LANES);
    CHECK(finish());
}

// A remainder that waits at the instruction side: each pass of a store has a beat of its own.
static void test_home_instr(void)
{
    for (unsigned is_store = 0; is_store < 2; is_store++) {
        fresh();
        CHECK(fill_array());
        stride(16, 8 * LANES);
        CHECK(accept(5, is_store ? store(B64, 3, ALL) : load(B64, 3, ALL)));
        for (unsigned k = 0; k < 2; k++)
            while (jobs[5].access[k].left) {
                CHECK(!is_store || beat(5, k));
                CHECK(pass(5, k));
                if (jobs[5].access[k].left) {
                    CHECK(go_back(5, k));
                    CHECK(come_again(5, k));
                }
            }
        CHECK(end(5));
        CHECK(finish());
    }
}

static void test_errors(void)
{
    fresh();
    stride(0, 4);
    addr[3] = shared;
    addr[5] = 2;
    CHECK(accept(0, load(B32, 0, ALL)));
    CHECK(jobs[0].err == RANGE && jobs[0].err_lane == 3 && jobs[0].err_mask == 0x28);
    CHECK(end(0));
    addr[2] = top() + 1; // both errors: misaligned goes first
    CHECK(accept(0, store(B32, 0, ALL)));
    CHECK(jobs[0].err == MISALIGNED && jobs[0].err_lane == 2 && jobs[0].err_mask == 0x2c);
    CHECK(end(0));
    CHECK(accept(0, load(B32, 0, 0x81)) && jobs[0].err == NONE); // failing lanes that are not active
    CHECK(memcheck_finish(w) == false);
    CHECK(memcheck_reset(w));
    struct memcheck_instr in = store(B8, 0, 0xf0);
    in.space = 3;
    CHECK(all(0, in));
    CHECK(jobs[0].err == SPACE && jobs[0].err_lane == 4 && jobs[0].err_mask == 0xf0);
    in.mask = 0;
    CHECK(all(0, in));
    CHECK(jobs[0].err == NONE);
    CHECK(finish());
}

// Moves the border: it decides whether an address is in range, and rows that were behind it have unknown
// contents.
static bool carveout(unsigned code)
{
    return memcheck_command(w, 5, 0, code) && memcheck_completed(w);
}

static void test_carveout(void)
{
    static const unsigned quarters[] = { 3, 2, 1, 1 };
    fresh();
    CHECK(fill_array());
    for (unsigned code = 0; code < 4; code++) {
        CHECK(carveout(code));
        shared = shape.rows / 4 * quarters[code] * ROW;
        stride(shared - 4 * LANES, 4);
        CHECK(all(0, load(B32, 0, ALL)));
        CHECK(jobs[0].err == NONE);
        stride(shared - 4 * (LANES - 1), 4);
        CHECK(all(0, load(B32, 0, ALL)));
        CHECK(jobs[0].err == RANGE && jobs[0].err_lane == LANES - 1);
    }
    CHECK(carveout(1));
    shared = shape.rows / 2 * ROW;
    stride(shape.rows / 4 * ROW - 4, 4);
    CHECK(all(0, load(B32, 0, 1)));
    CHECK(accept(0, load(B32, 0, 3)));
    OBJECT("slot 1 (lane 1, register offset 0, address 0x", memcheck_pass(w, 0, 0, false, 3));
    OBJECT("the test reads what it never wrote", memcheck_pass(w, 0, 0, false, 3));
    stride(shape.rows / 4 * ROW - 4, 4);
    CHECK(all(1, store(B32, 1, 2)));
    CHECK(end(0));
    CHECK(finish());
}

// Harmless overtaking: other bytes of the same word, or both load.
static void test_harmless_overtaking(void)
{
    fresh();
    CHECK(fill_array());
    stride(0, 4 * LANES);
    CHECK(accept(0, store(B8, 1, ALL)));
    CHECK(beat(0, 0) && pass(0, 0));
    stride(1, 4 * LANES);
    CHECK(all(1, store(B8, 1, ALL)));
    CHECK(all(2, load(B8, 1, ALL)));
    CHECK(memcheck_counts(w).overtakings == 2 * LANES);
    CHECK(end(0));
    stride(0, 4 * LANES);
    CHECK(accept(0, load(B32, 1, ALL)));
    CHECK(all(1, load(B32, 1, ALL)));
    stride(0, 8);
    CHECK(accept(2, store(B32, 2, ALL))); // another warp
    CHECK(end(2));
    CHECK(end(0));
    CHECK(finish());
}

// ---- Broken histories ----

static void test_objects_to_entries(void)
{
    fresh();
    stride(0, 4);
    const unsigned end_of = shape.entries, last = end_of - 1;
    struct memcheck_instr in = store(B32, 1, ALL);
    OBJECT(say("accept: entry %u: expected an entry below %u", end_of, end_of),
           memcheck_accept(w, end_of, &in));
    in.warp = (uint8_t)shape.warps;
    OBJECT(say("expected a warp below %u, seen %u", shape.warps, shape.warps), memcheck_accept(w, last, &in));
    if (LANES < 32) {
        in = store(B32, 1, ~ALL);
        OBJECT("expected a mask of", memcheck_accept(w, last, &in));
    }
    addr[1] = 2 * top();
    in = store(B32, 1, ALL);
    OBJECT(say("expected addresses of %u bits, seen 0x", shape.virtual_bits), memcheck_accept(w, last, &in));
    in = store(B32, 1, 1);
    CHECK(all(last, in)); // for a lane that is not active
    stride(0, 4);
    CHECK(accept(last, store(B32, (uint8_t)(shape.warps - 1), ALL)));
    in = store(B32, 2, ALL);
    OBJECT(
        say("entry %u (store of warp %u): expected a free entry, seen one in flight", last, shape.warps - 1),
        memcheck_accept(w, last, &in));
    OBJECT(say("entry %u: expected an entry in flight, seen a free one", last - 1),
           memcheck_pass(w, last - 1, 0, true, ALL));
    OBJECT("seen one that does not exist", memcheck_pass(w, end_of, 0, true, ALL));
    OBJECT("seen a free one", memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    OBJECT("sub-warp 1: expected a sub-warp below 1", memcheck_pass(w, last, 1, true, ALL));
    CHECK(end(last));
    OBJECT("seen a free one", memcheck_retire(w, last, 1, 0, 0, 0, 0)); // twice
    CHECK(accept(0, store(B64, 1, 1)));
    OBJECT("expected a sub-warp with active lanes", memcheck_beat(w, 0, 1, jobs[0].access[1].data));
    OBJECT("expected a sub-warp with active lanes", memcheck_returned(w, 0, 1, 0));
    OBJECT("expected a sub-warp below 2", memcheck_again(w, 0, 2, 0, addr));
    CHECK(end(0));
    CHECK(finish());
}

static void test_objects_to_end(void)
{
    fresh();
    CHECK(fill_array());
    stride(0, 4 * LANES);
    uint32_t data[LANES];
    row_contents(0, data);
    CHECK(accept(7, load(B32, 1, 3)));
    OBJECT("finish: entry 7 (load of warp 1): expected nothing in flight, seen 1 in flight, this one with "
           "slots not taken",
           memcheck_finish(w));
    OBJECT("contents: entry 7", memcheck_contents(w, 0, data));
    OBJECT("policy: entry 7", memcheck_policy(w, 1));
    CHECK(pass(7, 0) && pass(7, 0) && write_back(7, 0));
    OBJECT("with slots not written back", memcheck_finish(w));
    CHECK(write_back(7, 0));
    OBJECT("with its retirement to come", memcheck_finish(w));
    CHECK(memcheck_command(w, 2, 0, 0));
    OBJECT("expected one command at a time", carveout(1));
    OBJECT("expected no command in progress", memcheck_contents(w, 0, data));
    OBJECT("expected no command in progress", memcheck_finish(w));
    OBJECT("completed: entry 7", memcheck_completed(w));
    CHECK(retire(7) && memcheck_completed(w));
    OBJECT("expected no end of a command", memcheck_completed(w));
    data[LANES - 1] ^= 0x100;
    OBJECT("contents: row 0, bank", memcheck_contents(w, 0, data));
    OBJECT(say("expected a row below %u, seen row %u", shape.rows, shape.rows),
           memcheck_contents(w, shape.rows, data));
    CHECK(finish());
}

static void test_objects_to_remainders(void)
{
    fresh();
    stride(0, 4 * LANES);
    CHECK(accept(3, store(B32, 1, 0xf)));
    OBJECT("expected a remainder, seen an access of which all is left", memcheck_returned(w, 3, 0, 0xf));
    OBJECT("expected a remainder that was returned", memcheck_again(w, 3, 0, 0xf, addr));
    CHECK(beat(3, 0) && pass(3, 0));
    OBJECT("expected the slots left, 0xe, seen 0xf", memcheck_returned(w, 3, 0, 0xf));
    CHECK(go_back(3, 0));
    OBJECT("expected one return, seen a second", memcheck_returned(w, 3, 0, 0xe));
    OBJECT("expected no pass while the remainder is with the instruction side",
           memcheck_pass(w, 3, 0, true, 2));
    OBJECT("seen them returned", memcheck_beat(w, 3, 0, jobs[3].access[0].data));
    OBJECT("expected the slots returned, 0xe, seen 0xc", memcheck_again(w, 3, 0, 0xc, addr));
    addr[2] += 4;
    OBJECT("in lane 2, as before, seen", memcheck_again(w, 3, 0, 0xe, addr));
    addr[2] += top() - 4;
    OBJECT(say("in lane 2, as before, seen 0x%llx", shown(addr[2])), memcheck_again(w, 3, 0, 0xe, addr));
    CHECK(come_again(3, 0));
    OBJECT("expected a remainder that was returned and not yet", memcheck_again(w, 3, 0, 0xe, jobs[3].addr));
    CHECK(end_access(3, 0));
    OBJECT("expected a remainder, seen an access of which nothing is left", memcheck_returned(w, 3, 0, 0));
    CHECK(retire(3));
    CHECK(finish());
}

static void test_objects_to_beats(void)
{
    fresh();
    stride(0, 4 * LANES);
    CHECK(accept(0, store(B32, 1, 7)));
    OBJECT("expected the store's beat before its pass", memcheck_pass(w, 0, 0, true, 1));
    CHECK(beat(0, 0));
    const uint32_t *data = jobs[0].access[0].data;
    OBJECT("expected one beat, seen a second", memcheck_beat(w, 0, 0, data));
    CHECK(pass(0, 0) && go_back(0, 0) && come_again(0, 0));
    OBJECT("expected the store's beat before its pass", memcheck_pass(w, 0, 0, true, 2));
    uint32_t other[LANES];
    memcpy(other, data, sizeof other);
    other[2] ^= 0x80;
    OBJECT("slot 2 (lane 2, register offset 0, address 0x", memcheck_beat(w, 0, 0, other));
    OBJECT("as in the beat before", memcheck_beat(w, 0, 0, other));
    CHECK(end_access(0, 0));
    OBJECT("seen them all taken", memcheck_beat(w, 0, 0, data));
    OBJECT("expected a beat to be given back between two passes", memcheck_beat_given_back(w, 0, 0));
    CHECK(retire(0));
    CHECK(accept(0, store(B32, 1, 7)));
    OBJECT("expected a beat to be given back between two passes", memcheck_beat_given_back(w, 0, 0));
    CHECK(beat(0, 0));
    OBJECT("expected a beat to be given back between two passes", memcheck_beat_given_back(w, 0, 0));
    CHECK(pass(0, 0) && memcheck_beat_given_back(w, 0, 0));
    OBJECT("expected the store's beat before its pass", memcheck_pass(w, 0, 0, true, 2));
    CHECK(beat(0, 0) && end_access(0, 0) && retire(0));
    CHECK(accept(0, load(B32, 1, 7)));
    OBJECT("expected no beat for a load", memcheck_beat(w, 0, 0, other));
    CHECK(end(0));
    CHECK(finish());
}

// Slots 0 and 2 share a word, slot 1 accesses another one in the same bank, slot 3 has a bank of its own.
static void test_objects_to_passes(void)
{
    fresh();
    CHECK(fill_array());
    stride(0, 0);
    addr[1] = 4 * LANES;
    addr[3] = 4;
    CHECK(accept(0, load(B32, 1, 0xf)));
    OBJECT("expected a pass of a load, seen one of a store", memcheck_pass(w, 0, 0, true, 0xd));
    OBJECT("expected a pass of at least one slot", memcheck_pass(w, 0, 0, false, 0));
    OBJECT("expected active slots of 0xf, seen 0x1d", memcheck_pass(w, 0, 0, false, 0x1d));
    OBJECT("slot 1 (lane 1, register offset 0, address 0x", memcheck_pass(w, 0, 0, false, 0xf));
    OBJECT("expected one row in bank 0, seen row 1, and row 0 for slot 0",
           memcheck_pass(w, 0, 0, false, 0xf));
    OBJECT("slot 1 (", memcheck_pass(w, 0, 0, false, 0xa)); // not the lowest waiting slot's word
    OBJECT("expected pass 1 of 2 (rules 1, 2) to leave it, with the slots 0xd, seen 0xa",
           memcheck_pass(w, 0, 0, false, 0xa));
    OBJECT("slot 2 (", memcheck_pass(w, 0, 0, false, 0x9)); // without a slot that shares the word
    OBJECT("to take it, with the slots 0xd, seen 0x9", memcheck_pass(w, 0, 0, false, 0x9));
    OBJECT("slot 3 (",
           memcheck_pass(w, 0, 0, false, 0x5)); // without a bank, so a pass more than rule 1 gives
    CHECK(pass(0, 0));
    OBJECT("slot 0 (lane 0, register offset 0, address 0x0): expected slots not yet taken, of 0x2, seen 0x3",
           memcheck_pass(w, 0, 0, false, 0x3));
    CHECK(pass(0, 0));
    OBJECT("expected slots not yet taken, of 0x0, seen 0x2", memcheck_pass(w, 0, 0, false, 0x2));
    OBJECT("expected a pass of at least one slot", memcheck_pass(w, 0, 0, false, 0));
    CHECK(end(0));
    CHECK(finish());
}

// Each pair of a load and a store, and two stores: of two instructions, then of two sub-warps of one.
static void test_objects_to_overtaking(void)
{
    static const bool kinds[][2] = { { true, false }, { false, true }, { true, true } };
    for (unsigned n = 0; n < 3; n++) {
        fresh();
        CHECK(fill_array());
        stride(0, 4 * LANES);
        CHECK(accept(0, kinds[n][0] ? store(B32, 1, 7) : load(B32, 1, 7)));
        CHECK(accept(1, kinds[n][0] ? store(B32, 1, 0x80) : load(B32, 1, 0x80))); // in between, and harmless
        addr[1] = 8 * LANES + 2;
        addr[2] = 10;
        CHECK(accept(2, kinds[n][1] ? store(B16, 1, 6) : load(B16, 1, 6)));
        CHECK(!kinds[n][0] || beat(0, 0));
        CHECK(pass(0, 0) && pass(0, 0)); // slot 2 is left, which accesses the word of lane 1 above
        CHECK(!kinds[n][1] || beat(2, 0));
        OBJECT("expected program order on every byte, seen a pass at the",
               memcheck_pass(w, 2, 0, kinds[n][1], 6));
        OBJECT("in entry 0, sub-warp 0, slot 2", memcheck_pass(w, 2, 0, kinds[n][1], 6));
        CHECK(end_access(0, 0));
        CHECK(pass(2, 0));
        CHECK(end(2) && end(1) && retire(0));
        CHECK(finish());
    }
    fresh();
    stride(64, 0);
    CHECK(accept(9, store(B64, 1, ALL)));
    CHECK(beat(9, 1));
    OBJECT("before the older store in entry 9, sub-warp 0, slot 0", memcheck_pass(w, 9, 1, true, ALL));
    CHECK(end(9));
    CHECK(accept(9, load(B64, 1, ALL)));
    CHECK(end_access(9, 1));
    CHECK(end(9));
    CHECK(finish());
}

static void test_objects_to_unwritten(void)
{
    fresh();
    stride(0, 4);
    CHECK(all(0, store(B16, 1, ALL)));
    CHECK(all(0, load(B16, 1, ALL)));
    CHECK(accept(0, load(B32, 1, 4)));
    OBJECT("slot 2 (lane 2, register offset 0, address 0x8)", memcheck_pass(w, 0, 0, false, 4));
    OBJECT("the test reads what it never wrote", memcheck_pass(w, 0, 0, false, 4));
    addr[1]++;
    CHECK(accept(2, load(B8, 2, 3)));
    addr[1]++;
    CHECK(accept(3, load(B8, 3, 3)));
    CHECK(end(2));
    OBJECT("slot 1 (lane 1, register offset 0, address 0x6)", memcheck_pass(w, 3, 0, false, 3));
    stride(2, 4);
    CHECK(all(1, store(B16, 2, ALL)));
    CHECK(end(0));
    CHECK(end(3));
    CHECK(finish());
    CHECK(memcheck_reset(w));
    CHECK(accept(0, load(B16, 1, 4)));
    OBJECT("the test reads what it never wrote", memcheck_pass(w, 0, 0, false, 4));
    CHECK(memcheck_reset(w)); // with an instruction in flight
    CHECK(finish());
}

static void test_objects_to_writebacks(void)
{
    fresh();
    CHECK(fill_array());
    OBJECT("seen a free one", show(next_writeback(0, 0)));
    CHECK(accept(0, store(B32, 1, 1)));
    OBJECT("expected no write-back of a store", show(next_writeback(0, 0)));
    CHECK(end(0));

    stride(0, 8);
    CHECK(accept(0, load(B64, 1, ALL)));
    OBJECT("expected no write-back, as each pass so far has had its own", show(next_writeback(0, 1)));
    CHECK(end_access(0, 0));
    CHECK(pass(0, 1));
    struct writeback b = next_writeback(0, 1);
    b.warp = 2;
    OBJECT("expected warp 1, register 4, seen warp 2, register 4", show(b));
    b = next_writeback(0, 1);
    b.reg = 5;
    OBJECT("expected warp 1, register 4, seen warp 1, register 5", show(b));
    b = next_writeback(0, 1);
    b.lane[3]--;
    OBJECT("sub-warp 1, slot 3 (lane ", show(b));
    b = next_writeback(0, 1);
    b.ofs[2] = 1;
    OBJECT("offset 1", show(b));
    b = next_writeback(0, 1);
    b.mask &= ALL >> 1;
    OBJECT("expected the slots of pass 1, 0x", show(b));
    b = next_writeback(0, 1);
    for (unsigned s = 0; s < LANES; s++) {
        b.data[s] ^= 0x80000000;
        OBJECT("expected the value 0x", show(b));
        b.data[s] ^= 0x80000000;
    }
    CHECK(show(b));
    OBJECT("as each pass so far has had its own", show(b)); // twice
    CHECK(retire(0));

    stride(0, 4 * LANES);
    CHECK(accept(0, load(B8, 1, 3)));
    CHECK(pass(0, 0) && pass(0, 0));
    b = next_writeback(0, 0);
    b.mask = 3;
    OBJECT("slot 1 (lane 1, register offset 0, address 0x", show(b));
    b.mask = 5;
    OBJECT(
        "slot 2 (lane 2, register offset 0): expected the slots of pass 1, 0x1, or of a later one, seen 0x5",
        show(b));
    CHECK(write_back_any(0, 0, 1));
    OBJECT("expected the slots of pass 1, 0x1, or of a later one, seen 0x2", (b.mask = 2, show(b))); // twice
    CHECK(end(0));
    CHECK(finish());
}

// Values that are extended but should not be, and the reverse.
static void test_objects_to_signs(void)
{
    fresh();
    stride(0, 4);
    CHECK(accept(0, store(B8, 1, 1)));
    jobs[0].access[0].pulled = true;
    jobs[0].access[0].data[0] = 0xf0;
    CHECK(end(0));
    struct memcheck_instr in = load(B8, 1, 1);
    CHECK(accept(0, in) && pass(0, 0));
    struct writeback b = next_writeback(0, 0);
    b.data[0] = 0xfffffff0;
    OBJECT("expected the value 0x000000f0 for this lane and offset, seen 0xfffffff0", show(b));
    CHECK(end(0));
    in.sign = true;
    CHECK(accept(0, in) && pass(0, 0));
    b = next_writeback(0, 0);
    b.data[0] = 0xf0;
    OBJECT("expected the value 0xfffffff0 for this lane and offset, seen 0x000000f0", show(b));
    CHECK(end(0));
    CHECK(finish());
}

// A value is that of its pass, not of its write-back.
static void test_objects_to_late_values(void)
{
    fresh();
    CHECK(fill_array());
    stride(0, 4);
    CHECK(accept(0, load(B32, 1, 1)) && pass(0, 0));
    struct writeback b = next_writeback(0, 0);
    CHECK(accept(1, store(B32, 2, 1)) && end(1));
    b.data[0] = jobs[1].access[0].data[0];
    OBJECT("expected the value", show(b));
    CHECK(end(0));
    CHECK(finish());
}

static void test_objects_to_retirements(void)
{
    fresh();
    CHECK(fill_array());
    stride(0, 4 * LANES);
    CHECK(accept(0, load(B32, 6, 7)));
    OBJECT("expected warp 6, seen warp 7", memcheck_retire(w, 0, 7, NONE, 0, 0, 0));
    OBJECT("expected no error, seen misaligned in lane 1 of lanes 0x2",
           memcheck_retire(w, 0, 6, MISALIGNED, 1, 2, 4 * LANES));
    OBJECT("expected no error, seen op", memcheck_retire(w, 0, 6, 7, 1, 2, 4 * LANES));
    CHECK(pass(0, 0) && pass(0, 0));
    OBJECT("slot 2 (", memcheck_retire(w, 0, 6, NONE, 0, 0, 0));
    OBJECT("expected every slot taken by a pass, seen 0x4 left", memcheck_retire(w, 0, 6, NONE, 0, 0, 0));
    CHECK(write_back(0, 0) && pass(0, 0));
    OBJECT("expected every pass written back, seen 2 not", memcheck_retire(w, 0, 6, NONE, 0, 0, 0));
    CHECK(end(0));

    addr[2] = top() + 0x10;
    const uint64_t wrong = addr[2];
    CHECK(accept(0, load(B32, 6, 7)));
    OBJECT("expected nothing but its retirement, as it fails", memcheck_pass(w, 0, 0, false, 1));
    OBJECT("expected nothing but its retirement, as it fails", show(next_writeback(0, 0)));
    OBJECT(say("expected out of range in lane 2 (address 0x%llx) of lanes 0x4, seen no error", shown(wrong)),
           memcheck_retire(w, 0, 6, NONE, 2, 4, wrong));
    OBJECT("seen misaligned in lane 2", memcheck_retire(w, 0, 6, MISALIGNED, 2, 4, wrong));
    OBJECT("seen space in lane 2", memcheck_retire(w, 0, 6, SPACE, 2, 4, wrong));
    OBJECT(say("seen out of range in lane 1 (0x%llx) of lanes 0x4", shown(wrong)),
           memcheck_retire(w, 0, 6, RANGE, 1, 4, wrong));
    OBJECT(say("seen out of range in lane 2 (0x%llx) of lanes 0xc", shown(wrong)),
           memcheck_retire(w, 0, 6, RANGE, 2, 12, wrong));
    OBJECT("seen out of range in lane 2 (0x10) of lanes 0x4", memcheck_retire(w, 0, 6, RANGE, 2, 4, 0x10));
    CHECK(end(0));
    CHECK(accept(0, load(B32, 6, 0)));
    OBJECT("expected a sub-warp with active lanes", memcheck_pass(w, 0, 0, false, 1));
    CHECK(end(0));
    CHECK(finish());
}

// ---- Random histories ----

static struct memcheck_instr random_instr(void)
{
    static const uint32_t full[] = { 0, ALL, ALL, ALL };
    // separate statements: C does not fix the order in which arguments are evaluated
    uint32_t random_mask = rnd32() & ALL;
    uint8_t width = (uint8_t)rnd(8), warp = (uint8_t)rnd(3);
    struct memcheck_instr in = load(width, warp, rnd(2) ? random_mask : full[rnd(4)]);
    unsigned bytes = in.width > B128 ? 16 : 1u << in.width;
    in.op = rnd(2) ? MEMCHECK_STORE : MEMCHECK_LOAD;
    in.sign = rnd(2);
    in.reg = (uint8_t)rnd(256);
    in.space = rnd(50) ? 0 : 3;
    uint64_t base = rnd(64) * bytes;
    stride(base, rnd(3) * bytes);
    uint32_t window = rnd(2) ? 16 : shared / bytes;
    if (rnd(2))
        for (unsigned lane = 0; lane < LANES; lane++)
            addr[lane] = rnd(window) * bytes;
    if (!rnd(20))
        addr[base / bytes % LANES] +=
            rnd(2) ? base % 16 + 1 : UINT64_C(1) << (8 + rnd(shape.virtual_bits - 8));
    return in;
}

static bool share_byte(const struct job *a, unsigned ka, unsigned sa, const struct job *b, unsigned kb,
                       unsigned sb)
{
    unsigned x = slot_addr(a, ka, sa), y = slot_addr(b, kb, sb);
    return x < y + slot_bytes(b) && y < x + slot_bytes(a);
}

// Whether the next pass of (j, k) acts on a byte of the slots left of (o, ko), and one of them stores.
static bool collides(const struct job *j, unsigned k, const struct job *o, unsigned ko)
{
    if (j->in.op != MEMCHECK_STORE && o->in.op != MEMCHECK_STORE)
        return false;
    uint32_t mask = next_pass(j, k);
    for (unsigned s = 0; s < LANES; s++)
        for (unsigned t = 0; t < LANES; t++)
            if (mask >> s & o->access[ko].left >> t & 1 && share_byte(j, k, s, o, ko, t))
                return true;
    return false;
}

static bool breaks_order(const struct job *j, unsigned k)
{
    for (unsigned e = 0; e < shape.entries; e++)
        for (unsigned ko = 0; ko < SUBS; ko++) {
            const struct job *o = &jobs[e];
            bool older = o->flying && o->in.warp == j->in.warp && (o->age < j->age || (o == j && ko < k));
            if (older && collides(j, k, o, ko))
                return true;
        }
    return false;
}

// Offers the next pass of an access: broken, if it would break order and otherwise now and then; then right.
static void random_pass(unsigned e, unsigned k)
{
    struct job *j = &jobs[e];
    uint32_t mask = next_pass(j, k);
    if (breaks_order(j, k)) {
        OBJECT("program order", memcheck_pass(w, e, k, (j->in.op == MEMCHECK_STORE), mask));
        return;
    }
    if (!rnd(4))
        OBJECT("pass: entry",
               memcheck_pass(w, e, k, (j->in.op == MEMCHECK_STORE), mask ^ UINT32_C(1) << rnd(LANES)));
    CHECK(pass(e, k));
}

static void random_writeback(unsigned e, unsigned k)
{
    const struct access *a = &jobs[e].access[k];
    struct writeback b = next_writeback(e, k);
    unsigned s = rnd(LANES);
    if (!rnd(4) && b.mask >> s & 1) {
        b.data[s] ^= UINT32_C(1) << rnd(32);
        OBJECT("expected the value", show(b));
    }
    CHECK(write_back_any(e, k, rnd(a->passes - a->written)));
}

// A random event that is possible for an entry.
static void random_step(unsigned e, unsigned k)
{
    struct job *j = &jobs[e];
    struct access *a = &j->access[k];
    if (!j->flying)
        CHECK(accept(e, random_instr()));
    else if (a->away)
        CHECK(come_again(e, k));
    else if (j->in.op != MEMCHECK_STORE && a->written < a->passes && rnd(2))
        random_writeback(e, k);
    else if (a->left && a->passes && rnd(2))
        CHECK(go_back(e, k));
    else if (a->left && (j->in.op == MEMCHECK_STORE) && !a->beat)
        CHECK(beat(e, k));
    else if (a->left)
        random_pass(e, k);
}

// Ends all instructions in flight, oldest first.
static void drain(void)
{
    for (unsigned n = 0; n < shape.entries; n++) {
        unsigned oldest = shape.entries;
        for (unsigned e = 0; e < shape.entries; e++)
            if (jobs[e].flying && (oldest == shape.entries || jobs[e].age < jobs[oldest].age))
                oldest = e;
        if (oldest < shape.entries)
            CHECK(end(oldest));
    }
}

static bool all_done(const struct job *j)
{
    bool done = true;
    for (unsigned k = 0; k < SUBS; k++)
        done = done && !j->access[k].left
            && ((j->in.op == MEMCHECK_STORE) || j->access[k].written == j->access[k].passes);
    return done;
}

static void test_random(void)
{
    for (unsigned run = 1; run <= 20; run++) {
        seed = run;
        fresh();
        CHECK(fill_array());
        for (unsigned n = 0; n < 4000; n++) {
            unsigned e = shape.entries - 1 - shape.entries / 8 * rnd(8);
            random_step(e, rnd(SUBS));
            if (jobs[e].flying && all_done(&jobs[e]))
                CHECK(retire(e));
        }
        drain();
        CHECK(finish());
        CHECK(memcheck_counts(w).passes == passes_due);
        CHECK(memcheck_counts(w).overtakings > 0);
    }
}

// The words of sub-warp k of a load, which are for the first lanes of pairs so far apart.
static struct writeback of_pairs(unsigned k, unsigned words, unsigned apart)
{
    struct writeback b = { .sub = k, .warp = 1, .reg = 4, .mask = ALL };
    for (unsigned s = 0; s < LANES; s++) {
        const unsigned pair = (k * LANES + s) / words;
        b.lane[s] = (uint8_t)(apart == 1 ? 2 * pair : pair / 2 * 4 + pair % 2);
        b.ofs[s] = (uint8_t)(s % words);
        memcpy(&b.data[s], memory + 4 * (k * LANES + s), 4);
    }
    return b;
}

// Rule 10: pairs of lanes n and n ^ 1, of which one lane is idle.
static void test_next_pairs(void)
{
    const struct memcheck_instr in = load(B64, 1, ALL & ~2u);
    const uint32_t two = ALL & ~3u;
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = lane / 2 * 8;
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected a sub-warp with active lanes", memcheck_pass(w, 0, 1, false, ALL));
    CHECK(memcheck_pass(w, 0, 0, false, ALL));
    OBJECT("expected lanes 1 apart as pairs (rule 10), seen 0", memcheck_pairs(w, 0, 0, ALL, 0, 0));
    OBJECT(say("two lanes in slots 0x%x, seen 0x%x", two, ALL), memcheck_pairs(w, 0, 0, ALL, 1, ALL));
    CHECK(memcheck_pairs(w, 0, 0, ALL, 1, two));
    struct writeback b = of_pairs(0, 2, 1);
    b.lane[2] = 3;
    OBJECT("for lane 3, offset 0", show(b));
    CHECK(show(of_pairs(0, 2, 1)) && memcheck_retire(w, 0, 1, 0, 0, 0, 0));
}

// Pairs of lanes n and n ^ 2, and none: another address, and a store.
static void test_other_pairs(void)
{
    struct memcheck_instr in = load(B128, 1, ALL);
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = (lane / 4 * 2 + lane % 2) * 16;
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected a sub-warp with active lanes", memcheck_pass(w, 0, 2, false, ALL));
    for (unsigned k = 0; k < 2; k++) {
        CHECK(memcheck_pass(w, 0, k, false, ALL));
        OBJECT("expected lanes 2 apart as pairs (rule 10), seen 1", memcheck_pairs(w, 0, k, ALL, 1, ALL));
        CHECK(memcheck_pairs(w, 0, k, ALL, 2, ALL) && show(of_pairs(k, 4, 2)));
    }
    CHECK(memcheck_retire(w, 0, 1, 0, 0, 0, 0));
    CHECK(accept(0, store(B128, 1, ALL)) && end(0));
    addr[LANES - 1] += 16;
    CHECK(accept(0, load(B128, 1, ALL)) && pass(0, 0));
    OBJECT("expected lanes 0 apart as pairs (rule 10), seen 2", memcheck_pairs(w, 0, 0, ALL, 2, 0));
    CHECK(end(0));
}

// A remainder of pairs comes again with the addresses of lanes.
static void test_pairs_again(void)
{
    const struct memcheck_instr in = load(B64, 1, 0xf);
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = lane / 2 * 4 * LANES;
    CHECK(memcheck_accept(w, 0, &in) && memcheck_pass(w, 0, 0, false, 3) && memcheck_returned(w, 0, 0, 0xc));
    addr[3] += 8;
    OBJECT("in lane 3, as before, seen", memcheck_again(w, 0, 0, 0xc, addr));
    addr[3] -= 8;
    CHECK(memcheck_again(w, 0, 0, 0xc, addr) && memcheck_pass(w, 0, 0, false, 0xc));
}

static void test_pairs(void)
{
    shape.lane_pairs = true;
    fresh();
    CHECK(fill_array());
    test_next_pairs();
    test_other_pairs();
    test_pairs_again();
    shape.lane_pairs = false;
}

// No machine has such a configuration.
static void test_shapes_refused(void)
{
    static const struct memcheck_shape wrong[] = {
        { 0, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 511, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 2052, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 0, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, MEMCHECK_ENTRIES + 1, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 0, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 65, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 53, 40, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 53, 1, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 1, 4, false, false, { [15] = 513 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 0, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 3, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 0, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 3, 1, 4, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .atomics = 3 },
        { 512, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .locks = 65 },
        { 512, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .locks = 2048 },
        { 512, 48, 64, 40, 40, 1, 1, 4, false, false, { 0 }, .matrix = 3 },
        { 512, 48, 64, 40, 40, 1, 1, 0, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 1, 3, false, false, { 0 }, .atomics = 0 },
        { 512, 48, 64, 40, 40, 1, 1, 8, false, false, { 0 }, .atomics = 0 },
    };
    for (unsigned n = 0; n < sizeof wrong / sizeof *wrong; n++)
        CHECK(!memcheck_new(NULL, &wrong[n]));
}

static void tests(void)
{
    test_shapes_refused();
    test_widths();
    test_conflicts();
    test_home_instr();
    test_errors();
    test_carveout();
    test_harmless_overtaking();
    test_objects_to_entries();
    test_objects_to_end();
    test_objects_to_remainders();
    test_objects_to_beats();
    test_objects_to_passes();
    test_objects_to_overtaking();
    test_objects_to_unwritten();
    test_objects_to_writebacks();
    test_objects_to_signs();
    test_objects_to_late_values();
    test_objects_to_retirements();
    test_pairs();
    test_random();
    memcheck_free(w);
    w = NULL;
}

int main(void)
{
    return test_shapes("memory checker, shared memory", tests);
}
